"""Chance where nobody named a seed: wide, from the system, and at a person's table apart from what
everybody sees."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wolfcore.game import MAX_SEED, names_for_seed
from wolfcore.metrics import from_game_log
from wolfcore.records import header_of
from wolftui.games.arrangement import Arrangement, PlayOptions, random_seed
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import start_game


def test_without_a_seed_names_at_a_person_s_table_come_from_elsewhere() -> None:
    """From the names, which are known from the first night on, no seed can be sought that gives the
    deal."""
    specs = [
        start_game(PlayOptions(seats=("4=human",), default_player="random", save=False)).spec
        for _ in range(6)
    ]
    assert [spec.names for spec in specs] != [
        names_for_seed(spec.seed, spec.board) for spec in specs
    ]
    assert all([name[0] for name in spec.names] == [*"ABCDEFG"] for spec in specs)


def test_without_a_seed_it_is_drawn_from_all_that_there_are() -> None:
    seeds = [
        start_game(PlayOptions(default_player="random", save=False)).spec.seed for _ in range(40)
    ]
    assert len(set(seeds)) == 40
    assert MAX_SEED / 2 < max(seeds) <= MAX_SEED
    assert (
        sum(random_seed(games) + games - 1 <= MAX_SEED for games in (1, 2, MAX_SEED, MAX_SEED + 1))
        == 4
    )


@pytest.mark.parametrize("seats", [(), ("4=human",)])
def test_a_named_seed_gives_its_own_names_and_so_does_a_drawn_one_where_nobody_plays(
    seats: tuple[str, ...],
) -> None:
    spec = start_game(PlayOptions(seats=seats, default_player="random", seed=5, save=False)).spec
    assert spec.names == names_for_seed(5, spec.board)
    drawn = start_game(PlayOptions(default_player="random", save=False)).spec
    assert (
        drawn == start_game(PlayOptions(default_player="random", seed=drawn.seed, save=False)).spec
    )


def test_each_game_of_a_person_s_series_has_a_drawn_seed_and_names_of_its_own() -> None:
    series = GameQueue(
        Arrangement(PlayOptions(seats=("4=human",), default_player="random", save=False)), 4
    )
    specs = [series.next().spec for _ in range(4)]
    assert not any(late.seed - early.seed in range(1, 4) for early, late in pairwise(specs))
    assert [spec.names for spec in specs] != [
        names_for_seed(spec.seed, spec.board) for spec in specs
    ]


@pytest.mark.parametrize("seats", [("4=human",), ("*=human",)])
def test_a_name_drawn_apart_is_no_name_that_a_person_gave(seats: tuple[str, ...]) -> None:
    for names, given in (((), ()), (("4=Lovelace",), (4,))):
        for seed in (None, 5):
            spec = start_game(
                PlayOptions(
                    seats=seats, default_player="random", names=names, seed=seed, save=False
                )
            ).spec
            assert from_game_log("x", header_of(spec), (), ()).self_named == given
