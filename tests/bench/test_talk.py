"""The measure of talk: its figures on speeches made by hand, and what it finds at the bots' tables."""

from __future__ import annotations

import json

import pytest

from bench.talk_variety import Speech, figures, measure, speeches


def speech(*parts: str, day: int = 1, kind: str = "speak") -> Speech:
    """A speech whose sentences name seat Ada."""
    return Speech(
        kind, day, parts, tuple(part.replace("ada", "@").replace("bram", "@") for part in parts)
    )


def test_repeats_are_counted_letter_by_letter_and_with_the_seats_taken_out() -> None:
    game = [
        speech("i suspect ada", "good morning"),
        speech("i suspect bram"),
        speech("good morning"),
        speech("vote for ada"),
    ]
    found = figures([game])
    assert found.sentences == 5
    assert found.repeated_in_game == 1 / 5
    assert found.repeated_shape_in_game == 2 / 5
    assert found.repeated_across_games == 0


def test_what_an_earlier_game_had_is_a_repeat_across_games() -> None:
    found = figures(
        [[speech("i suspect ada", "hm")], [speech("i suspect bram")], [speech("so be it")]]
    )
    assert found.repeated_across_games == 1 / 4
    assert found.repeated_shape_in_game == 0
    assert found.openings == 3
    assert found.commonest_opening == 2 / 3


def test_equal_speeches_resemble_each_other_wholly_and_others_by_their_common_trigrams() -> None:
    assert (
        figures([[speech("one two three four"), speech("one two three four")]]).alike_in_game == 1
    )
    half = figures([[speech("one two three four"), speech("one two three five")]])
    assert half.alike_in_game == 1 / 3
    assert half.distinct_1 == 5 / 8
    assert half.distinct_2 == 4 / 6
    assert half.words == half.median_words == 4


def test_the_first_speech_of_the_first_day_is_the_opening() -> None:
    game = [
        speech("elect me", kind="campaign"),
        speech("morning"),
        speech("evening"),
        speech("late", day=2),
    ]
    found = figures([game, [speech("morning")], [speech("evening")]])
    assert found.openings == 2
    assert found.commonest_opening == 2 / 3


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sla7", "plus8"])
def test_bots_repeat_no_sentence_within_a_game_and_open_in_many_ways(board: str) -> None:
    games = 24
    found = figures([speeches(board, seed) for seed in range(games)])
    assert found.repeated_in_game == 0
    assert found.repeated_shape_in_game < 0.01
    assert found.openings > games - 3
    assert found.commonest_opening < 0.15
    assert found.alike_in_game < 0.02
    assert found.alike_across_games < 0.02
    assert 8 < found.words < 40


def test_the_command_prints_a_table_and_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    measure(["--games", "3", "--board", "duel6", "--seat", "hard:dry", "--json"])
    table, found = capsys.readouterr().out.rsplit("\n{", 1)
    assert "repeated within a game" in table and "duel6, 3 games" in table
    told = json.loads("{" + found)
    assert told["board"] == "duel6" and told["seat"] == "hard:dry" and told["games"] == 3
