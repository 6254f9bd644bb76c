"""How varied speech is: distinct words, repetition, and what changes from game to game."""

from __future__ import annotations

from tests.core.metrics.written import by_seat, dawn, day, near, night, said, summed, value, written
from wolfcore.metrics import Crosstabs, RecordedGame, measure
from wolfcore.records import SeatSpec

GAME = written(
    "WSVV",
    night(1),
    dawn(1),
    day(1),
    said(1, "I trust Bram."),
    said(1, "I trust Cleo."),
    said(2, "I doubt Ada."),
)


def test_seats_are_one_word_so_that_names_make_no_variety() -> None:
    # seat 1: i trust @ i trust @: 3 of 6; seat 2: i doubt @: 3 of 3; the game: i trust @ doubt: 4
    # of 9
    assert by_seat("distinct_1", GAME) == {1: (3, 6), 2: (3, 3)}
    assert summed("distinct_1", GAME) == (4, 9, near(4 / 9))


def test_pairs_of_words_stay_within_a_speech() -> None:
    # seat 1: i-trust trust-@, twice: 2 of 4; seat 2: i-doubt doubt-@
    assert by_seat("distinct_2", GAME) == {1: (2, 4), 2: (2, 2)}
    assert summed("distinct_2", GAME) == (4, 6, near(4 / 6))


def test_self_similarity_is_the_overlap_of_a_seats_own_speeches() -> None:
    assert summed("self_similarity", GAME) == (1, 1, 1), (
        "seat 1 said the same of two seats; seat 2 spoke once"
    )
    # i-trust trust-@ against i-doubt doubt-@ (0) and i-trust trust-nobody (1/3): the mean of 0,
    # 1/3, 0
    three = written(
        "WSVV",
        night(1),
        day(1),
        said(1, "I trust Bram."),
        said(1, "I doubt Cleo."),
        said(1, "I trust nobody."),
    )
    assert value("self_similarity", three) == near(1 / 9)


def test_silence_has_no_variety() -> None:
    game = written("WSVV", night(1), day(1), said(1, ""))
    assert [value(name, game) for name in ("distinct_1", "distinct_2", "self_similarity")] == [
        None
    ] * 3


def test_across_games_repetition_is_seen() -> None:
    def spoken(text: str, game: str) -> RecordedGame:
        return written(
            "WSVV", night(1), day(1), said(1, text), players=[SeatSpec("bot")] * 4, game=game
        )

    crosstabs = Crosstabs()
    for number, text in enumerate(("I trust Bram.", "I trust Dan.", "I doubt Dan.")):
        crosstabs.add(measure(spoken(text, f"{number}")))
    rows = {
        cell.column: (cell.n, cell.value)
        for cell in crosstabs.cells()
        if cell.table.name == "speech_across_games"
    }
    # i-trust trust-@ i-trust trust-@ i-doubt doubt-@: 4 of 6; games 1 and 2 are alike (1), 2 and 3
    # share nothing (0)
    assert rows == {
        "distinct pairs of words": (6, near(4 / 6)),
        "similarity of consecutive games": (2, 0.5),
    }
