"""Sentences side by side: one a manner, each heard as exactly what is meant, none with a seat that
nobody chose."""

from __future__ import annotations

import pytest

from tests.core.bots.talk.test_voice import INTENTS, NAMES, ODD_NAMES, record_at, some_move
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk import sentences
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind, acts_of
from wolfcore.bots.talk.line_templates import Lines, LineTemplate
from wolfcore.bots.talk.sentences import MANNERS_AND_PLAIN, acts_heard_in, judgements, sayings
from wolfcore.game import dice_of
from wolfcore.speech import mark_seats


def draws_of(number: int) -> Draws:
    return Draws(dice_of(number, "sayings"))


@pytest.mark.slow
@pytest.mark.parametrize("names", [NAMES, ODD_NAMES])
def test_every_move_has_sentences_heard_as_what_it_means(names: tuple[str, ...]) -> None:
    record = record_at(4, names=names)
    for intent in INTENTS:
        for number in range(3):
            move = some_move(intent, 4, draws_of(number))
            said = sayings(move, record, draws_of(number))
            assert said, intent
            assert [saying.manner for saying in said] == [
                voice for voice in MANNERS_AND_PLAIN if voice in dict(said)
            ]
            meant = judgements(acts_of(move, 4))
            assert {acts_heard_in(text, record) for _, text in said} == {meant}


@pytest.mark.parametrize(
    "intent", ["defend", "accuse", "vouch", "call_vote", "ask", "trust", "suspect", "deny_all"]
)
def test_no_seat_is_named_that_nobody_chose(intent: MoveKind) -> None:
    move = Move(kind=intent, target=0 if intent == "deny_all" else 2)
    for number in range(20):
        for _, text in sayings(move, record_at(4), draws_of(number)):
            assert {
                word for word in mark_seats(text, NAMES, 12).split() if word.startswith("@")
            } <= {f"@2{sign}" for sign in ("", ",", ".", "?", "!", ":", ";", "'s")}, text


def test_a_line_that_the_table_would_hear_otherwise_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lines(language: str, manner: str) -> dict[MoveKind, Lines]:
        del language
        says = "{target} is a wolf." if manner in ("dry", "warm") else "{target} is good."
        return {
            "accuse": (LineTemplate((says,), needs_target_speech=False, needs_earlier_vote=False),)
        }

    monkeypatch.setattr(sentences, "manner_lines", lines)
    said = sayings(Move(kind="accuse", target=2), record_at(4), draws_of(1))
    assert said == (("dry", "Bram is a wolf."),)


def test_another_time_other_words_are_found() -> None:
    record, move = record_at(4), Move(kind="accuse", target=2)
    assert len({sayings(move, record, draws_of(number)) for number in range(10)}) > 5
