"""Every line of the bots says what it means, read back by the reader that everybody uses."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from core.bots.draws import Draws
from core.bots.hearing import sentences
from core.bots.moves import Intent, Move, acts_of
from core.bots.record import Record
from core.bots.voice import in_words, lines_in, sentence, speech
from core.game import Dice, RoleName, get_board
from core.speech import LAST_NIGHT, Act, ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved, read

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kaia", "Lev")
GODS: tuple[RoleName, ...] = ("Seer", "Doctor", "Guard", "Witch", "Hunter")
INTENTS: tuple[Intent, ...] = get_args(Intent)


def record_at(me: int, day: int = 2) -> Record:
    """The record of a seat on a day, empty otherwise."""
    record = Record(me, get_board("plus12"), NAMES)
    record.day = day
    return record


def some_move(intent: Intent, me: int, draws: Draws) -> Move:
    """A move about drawn seats, nights and roles."""
    others = [seat for seat in range(1, 13) if seat != me]
    target = draws.pick(others)
    other = draws.pick([seat for seat in others if seat != target])
    if intent in ("told_protected", "told_saved") and draws.yes(0.25):
        target = me
    dead = (target, other) if draws.yes(0.3) else (target,)
    role = draws.pick(GODS)
    return Move(intent=intent, target=target, other=other, role=role, night=1 + draws.upto(2), day=1, dead=dead)


def numbered(acts: tuple[Act, ...], day: int) -> tuple[Act, ...]:
    """The acts with "last night" as a number."""
    dated = (ReportsCheck, TellsProtected, TellsSaved, TellsPoisoned)
    return tuple(replace(act, night=day) if isinstance(act, dated) and act.night == LAST_NIGHT else act for act in acts)


@pytest.mark.parametrize("intent", INTENTS)
def test_every_way_of_saying_it_says_exactly_what_is_meant(intent: Intent) -> None:
    lines = lines_in("en")[intent]
    for me in (1, 4):
        record = record_at(me)
        for variant in range(lines.variants):
            for again in range(4):
                draws = Draws(Dice(variant * 31 + again, intent))
                move = some_move(intent, me, draws)
                words = in_words(lines.words(variant), move, record, draws)
                assert numbered(read(words, me, NAMES, 12), 2) == acts_of(move, me), words


def test_sentences_in_a_row_still_say_what_is_meant() -> None:
    """Nothing runs over from one sentence of a speech into the next: three thousand speeches of two to four moves."""
    for number in range(3000):
        draws = Draws(Dice(number, "speech"))
        me = 1 + draws.upto(12)
        record = record_at(me)
        moves = [some_move(draws.pick(INTENTS), me, draws) for _ in range(2 + draws.upto(3))]
        text = speech(moves, record, draws)
        meant = tuple(dict.fromkeys(act for move in moves for act in acts_of(move, me)))
        assert tuple(dict.fromkeys(numbered(read(text, me, NAMES, 12), 2))) == meant, text


def test_every_intention_can_be_said_in_several_ways() -> None:
    for intent, lines in lines_in("en").items():
        assert lines.variants >= 3, intent
        assert len({lines.words(variant) for variant in range(lines.variants)}) == lines.variants, intent


def test_a_sentence_that_was_said_is_not_said_again() -> None:
    record = record_at(1)
    said = set[str]()
    for number in range(60):
        words = sentence(Move(intent="call_vote", target=2), record, Draws(Dice(number, "say")), set())
        new = sentences(words)
        assert not said.intersection(new)
        said.update(new)
        record.spoken.update(new)


def test_when_all_is_said_nothing_is_said() -> None:
    record = record_at(1)
    for number in range(400):
        record.spoken.update(sentences(sentence(Move(intent="unsure"), record, Draws(Dice(number, "say")), set())))
    assert sentence(Move(intent="unsure"), record, Draws(Dice(1, "say")), set()) == ""


def test_a_report_of_an_earlier_night_is_never_called_last_night() -> None:
    for number in range(60):
        draws = Draws(Dice(number, "night"))
        words = sentence(Move(intent="report_good", target=2, night=1), record_at(1), draws, set())
        assert "last night" not in words.lower()


def test_speech_holds_no_mark_beside_its_words() -> None:
    for intent, lines in lines_in("en").items():
        for variant in range(lines.variants):
            words = lines.words(variant)
            assert words.isascii(), (intent, words)
            assert words[-1] in ".?!", (intent, words)
            assert "  " not in words, (intent, words)
            assert " ." not in words and " ," not in words, (intent, words)
