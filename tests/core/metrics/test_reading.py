"""How much of the speech was read: shown beside what is counted in it, and under a floor nothing is
counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.core.metrics.test_properties import bot_game
from tests.core.metrics.written import (
    by_seat,
    cells,
    dawn,
    day,
    night,
    said,
    summed,
    value,
    written,
)
from tests.new_roles.in_process import MEDIUM, add_medium
from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolfcore.metrics import METRICS, RecordedGame, from_saved_game, game_total, measure
from wolfcore.metrics.metric import NO_SUCH_SPEECH
from wolfcore.metrics.sentences import SentenceCounts, read_speech
from wolfcore.metrics.speech_statistics import FEWEST, FLOOR
from wolfcore.records.importers import import_game
from wolfcore.speech import Chats, Proposes, read
from wolfcore.speech.acts import without_content
from wolfcore.speech.mentions import sentences
from wolfcore.speech.reader import SpeechReader

READ, UNREAD, EMPTY = "Ada is a wolf.", "Ada hums a merry tune.", "We need to work together."
OF_SPEECH = [metric.name for metric in METRICS if metric.null.startswith(NO_SUCH_SPEECH)]


def spoken(*lines: str) -> RecordedGame:
    return written("WSVVV", night(1), dawn(1), day(1), *(said(3, line) for line in lines))


def test_a_sentence_is_read_where_it_has_an_act_or_is_empty_of_claims() -> None:
    game = spoken(f"{READ} {UNREAD} {EMPTY}")
    assert summed("speech_read", game)[:2] == (2, 3)
    assert summed("claims_read", game)[:2] == (1, 2)


@pytest.mark.parametrize(
    ("line", "empty"),
    [
        ("We need to work together.", True),
        ("If anyone claims to be the Seer, we must demand proof.", True),
        ("Ada, I agree with your call for teamwork.", False),
        ("Ada spoke well. I like her tone.", False),
        ("My role gives me a hunch about the wolves.", False),
        ("Let us vote wisely today.", False),
    ],
)
def test_a_sentence_is_empty_only_where_no_act_can_be_in_it(line: str, empty: bool) -> None:
    assert (value("claims_read", spoken(line)) is None) == empty


def test_a_sentence_about_the_own_role_may_hold_a_claim_where_the_role_is_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_medium(monkeypatch)
    line = "Perhaps a medium would say my hunch is right."
    counts = [
        read_speech(line, 3, (), roles).counts for roles in ((MEDIUM, "Seer"), ("Villager", "Seer"))
    ]
    assert counts == [SentenceCounts(0, 0, 1), SentenceCounts(0, 1, 1)]


def test_plans_and_small_talk_are_no_acts_of_what_is_published() -> None:
    roles: tuple[RoleName, ...] = ("Werewolf", "Seer", "Villager")
    reading = read_speech("Good morning everybody! Let us all claim our roles.", 3, (), roles)
    assert (reading.acts, reading.counts) == ((), SentenceCounts(0, 2, 2))
    assert reading.contents == (Chats("greeting"), Proposes("all_claim"))


def counted_sentence_by_sentence(game: RecordedGame) -> tuple[int, int]:
    """How many sentences have an act, by reading each alone and each beginning of a speech anew;
    and how many there are."""
    acts, every, names = 0, 0, game.names

    def found_in(text: str, seat: int) -> int:
        return len(without_content(read(text, seat, names, len(names))))

    for fact in (entry.fact for entry in game.entries if isinstance(entry.fact, f.Said)):
        lines = [plain for plain, _ in sentences(fact.text, names, len(names))]
        reads = [found_in(" ".join(lines[:place]), fact.seat) for place in range(len(lines) + 1)]
        for place, line in enumerate(lines):
            acts += reads[place + 1] > reads[place] or found_in(line, fact.seat) > 0
        every += len(lines)
    return acts, every


@pytest.mark.parametrize("board", ["sla7", "plus12"])
def test_sentences_are_counted_as_if_each_beginning_of_a_speech_were_read_anew(board: str) -> None:
    game = bot_game(board, 5)
    acts, every = counted_sentence_by_sentence(game)
    assert 0 < acts < every
    assert summed("claims_read", game)[0] == acts
    assert summed("speech_read", game)[1] == every


def test_no_sentence_is_read_more_often_than_in_its_speech_and_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[str] = []
    take = SpeechReader.add_sentence

    def counting(self: SpeechReader, sentence: str) -> None:
        taken.append(sentence)
        take(self, sentence)

    monkeypatch.setattr(SpeechReader, "add_sentence", counting)
    for many in (5, 40):
        taken.clear()
        lines = [f"Hm {'so ' * place}she {'hm ' * many}lies." for place in range(many)]
        measure(spoken(" ".join(["Ada is a wolf.", *lines])))
        assert many < len(taken) <= 2 * (many + 1)


def test_speech_that_is_read_by_less_than_the_floor_has_no_metrics_and_no_zeros() -> None:
    read = int(FLOOR * 20)
    for found, known in ((read, True), (read - 1, False)):
        game = spoken(*[READ] * found, *[UNREAD] * (20 - found))
        # Nobody votes or calls for a vote, and no trust is there to be dissolved.
        nothing = ("leadership", "trust_dissolved", "said_against_done")
        valued = {name for name in OF_SPEECH if value(name, game) is not None}
        assert valued - {"leadership"} == (set(OF_SPEECH) - {*nothing} if known else set())
        assert value("claims_read", game) == found / 20, "which says why"
    assert cells("trust_table", game) == cells("two_seers", game) == ()


CHINESE = (
    "我觉得Ada是狼人。今天投她吧!",
    "我是预言家,昨晚查验了Ada,她是狼人。",
    "同意",
    "Bram在说谎。",
)
SPANISH = ("Creo que Ada es el lobo. Votemos por Ada hoy.", "soy la vidente", "si", "no se nada")


@pytest.mark.parametrize("lines", [CHINESE, SPANISH], ids=["Chinese", "Spanish"])
def test_a_game_in_another_language_is_unread_and_has_no_metric_of_speech(
    lines: tuple[str, ...],
) -> None:
    game = spoken(*lines)
    assert value("speech_read", game) == value("claims_read", game) == 0
    assert summed("speech_read", game)[1] == 5
    of_words = [*OF_SPEECH, "distinct_1", "distinct_2", "self_similarity"]
    assert {name for name in of_words if value(name, game) is not None} == set()
    assert cells("trust_table", game) == cells("two_seers", game) == ()
    assert cells("speech_across_games", game) == ()


def test_who_speaks_another_language_has_no_value_and_the_others_keep_theirs() -> None:
    english = [said(seat, f"{READ} I think that she is lying to us all.") for seat in (3, 4, 5)]
    alone = written("WSVVV", night(1), dawn(1), day(1), *english)
    game = written("WSVVV", night(1), dawn(1), day(1), *english, said(2, CHINESE[0]), said(2, "ok"))
    for name in OF_SPEECH:
        found = by_seat(name, game)
        assert 2 not in found, name
        own = {seat: sums for seat, sums in by_seat(name, alone).items() if seat != 2}
        assert found == own, name
    assert by_seat("speech_read", game)[2] == (0, 3)
    assert by_seat("speech_read", game)[3] == by_seat("speech_read", alone)[3]
    rows = {cell.row for cell in cells("trust_table", game)}
    assert rows == {f"day 1: seat {seat}" for seat in (1, 3, 4, 5)}


def test_a_slip_is_not_found_in_what_was_not_read() -> None:
    game = spoken("Creo que Ada es el lobo, ayer votó muy raro.", "I take back my claim.")
    assert value("speech_read", game) == 0.5
    assert by_seat("slip_never", game).get(3) is None


def test_of_few_sentences_the_floor_says_nothing() -> None:
    assert value("reasonableness", spoken(*[UNREAD] * (FEWEST - 1))) == 1
    assert value("reasonableness", spoken(*[UNREAD] * FEWEST)) is None


@pytest.mark.parametrize("board", ["sla7", "classic9", "arena8"])
def test_what_house_bots_say_is_read(board: str) -> None:
    game = bot_game(board, 5)
    share = value("claims_read", game)
    assert share is not None
    assert share > 2 * FLOOR
    assert any(isinstance(entry.fact, f.Said) for entry in game.entries)


def test_a_session_of_which_a_quarter_is_read_has_values() -> None:
    place = os.environ.get("WOLFTUI_FIXTURES")
    if not place:
        pytest.skip("WOLFTUI_FIXTURES is not set: games of others are not kept here")
    measured = measure(from_saved_game(import_game(Path(place) / "dsgbench")))
    found = {
        metric.name: game_total(metric.kind, each).value
        for metric, each in zip(METRICS, measured.values, strict=True)
    }
    claims, speech = found["claims_read"], found["speech_read"]
    assert claims is not None and speech is not None
    assert FLOOR <= claims < speech < 1
    assert {name for name in OF_SPEECH if found[name] is not None} >= {"reasonableness"}
    assert found["distinct_1"] is not None
