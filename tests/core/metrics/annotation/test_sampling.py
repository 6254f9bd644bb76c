"""Which speeches are drawn: the same for everybody with the seed, and spread over games, days and
sides."""

from __future__ import annotations

from collections import Counter

from tests.core.metrics.written import dawn, day, ended, night, said, written
from wolfcore.metrics import tables_of
from wolfcore.metrics.annotation import Candidate, candidates, draw_sample

SIDES = ("wolves", "village", "village", "village")


def many(games: int) -> list[Candidate]:
    """The speeches of games of two days with a wolf and three others, who say something each day."""
    found: list[Candidate] = []
    for number in range(games):
        talk = [
            [
                night(n),
                dawn(n),
                day(n),
                *(said(seat, f"Hello {n} from {seat}.") for seat in (1, 2, 3, 4)),
            ]
            for n in (1, 2)
        ]
        game = written("WVVV", *talk, ended(2, "wolves"), game=f"game{number}")
        found += candidates(tables_of(game))
    return found


def test_equal_seeds_draw_equal_samples_in_whatever_order_games_are_named() -> None:
    found = many(8)
    assert draw_sample(found, 10, 1) == draw_sample(list(reversed(found)), 10, 1)
    assert draw_sample(found, 10, 1) != draw_sample(found, 10, 2)


def test_a_sample_is_spread_over_games_days_and_sides() -> None:
    found = many(8)
    sides = {each.item: each.side for each in found}
    drawn = draw_sample(found, 24, 0)
    assert len(set(drawn)) == 24
    assert set(Counter(item.game for item in drawn).values()) == {3}
    # three villagers for each wolf speak, and yet each side and day has as many
    assert set(Counter((item.day, sides[item]) for item in drawn).values()) == {6}


def test_a_sample_is_shown_game_by_game_and_in_a_game_as_it_was_spoken() -> None:
    drawn = draw_sample(many(5), 20, 3)
    games = list(dict.fromkeys(item.game for item in drawn))
    assert [item.game for item in drawn] == [
        item.game for game in games for item in drawn if item.game == game
    ]
    for game in games:
        entries = [item.entry for item in drawn if item.game == game]
        assert entries == sorted(entries)


def test_the_order_of_many_games_is_chance_to_its_end() -> None:
    drawn = draw_sample(many(200), 200, 0)
    last = [item.game for item in drawn][-50:]
    assert last != sorted(last), "one shuffle orders no more than 26 things"


def test_a_sample_larger_than_the_games_is_all_of_them() -> None:
    found = many(2)
    assert set(draw_sample(found, 100, 0)) == {each.item for each in found}


def test_silence_is_not_drawn_and_an_item_tells_no_side() -> None:
    (one,) = candidates(
        tables_of(
            written(
                "WV", night(1), dawn(1), day(1), said(1, ""), said(2, "Hm."), ended(1, "stopped")
            )
        )
    )
    assert one.item.seat == 2
    assert not any("side" in field or "role" in field for field in one.item.__struct_fields__)
