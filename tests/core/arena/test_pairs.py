"""Line-ups on the same deals: equal games for equal seats, nothing dropped in silence, and
intervals that hold the truth."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import msgspec
import pytest

from wolfcore.arena import (
    Contest,
    ContestResult,
    GameTemplate,
    MachineGames,
    Pair,
    PlayedGame,
    gain_of,
    pairs_of,
    play_contest,
    win_of,
)
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, View, get_board
from wolfcore.players import Desk, RandomPlayer

LINEUPS = {
    "random": ("*=random",),
    "bots": ("wolves=bot:easy", "village=random"),
    "again": ("*=random",),
}


def contest(**lineups: tuple[str, ...]) -> Contest:
    return Contest(board=get_board("duel6"), lineups=lineups or LINEUPS, deal={2: "Seer"})


def test_every_line_up_plays_the_same_deals_as_an_arena_does() -> None:
    deals = list(play_contest(contest(), range(40, 52)))
    for name, seats in LINEUPS.items():
        arena = MachineGames(GameTemplate(board=get_board("duel6"), seats=seats, deal={2: "Seer"}))
        for deal in deals:
            game = arena.play(deal.seed)
            assert isinstance(game, PlayedGame)
            assert (game.roles, game.result.winner) == (deal.roles, deal.winners[name])
            assert deal.roles[1] == "Seer"
    assert [deal.seed for deal in deals] == list(range(40, 52))
    same = gain_of(pairs_of(deals, "random", "again", "village"))
    assert (same.gain, same.differ, same.deals) == (0.0, 0, 12)
    assert gain_of(pairs_of(deals, "bots", "random", "wolves")).differ > 0


def test_deals_are_plain_data_equal_for_any_number_of_processes_and_the_rest_of_a_study_goes_on_where_it_stopped() -> (
    None
):
    told: list[int] = []
    whole = list(play_contest(contest(), range(30), on_progress=told.append))
    assert told == list(range(1, 31))
    begun = msgspec.json.decode(msgspec.json.encode(whole[:11]), type=list[ContestResult])
    left = set(range(30)) - {deal.seed for deal in begun}
    assert [*begun, *play_contest(contest(), sorted(left), jobs=2)] == whole


def test_a_side_may_be_the_team_of_a_seat() -> None:
    deal = ContestResult(
        seed=1, roles=("Werewolf", "Seer", "Villager"), winners={"a": "wolves", "b": None}
    )
    assert [win_of(deal, "a", side) for side in ("village", "wolves", 1, 2)] == [0.0, 1.0, 1.0, 0.0]
    assert [win_of(deal, "b", side) for side in ("village", "wolves", 1)] == [0.0, 0.0, 0.0]


def test_games_that_break_are_counted_and_stand_in_the_way_of_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = RandomPlayer.answer_now

    def breaks(self: RandomPlayer, view: View, ask: Ask, desk: Desk) -> Answer:
        if view.role == "Werewolf":
            raise RuntimeError("no luck")
        return usual(self, view, ask, desk)

    monkeypatch.setattr(RandomPlayer, "answer_now", breaks)
    deals = list(play_contest(contest(one=("1=random",), bots=("*=bot:easy",)), range(12)))
    broken = [deal for deal in deals if deal.broken]
    assert 0 < len(broken) < 12
    assert all(
        "no luck" in deal.broken["one"] and "one" not in deal.winners and "bots" in deal.winners
        for deal in broken
    )
    gain = gain_of(pairs_of(deals, "one", "bots", "village"))
    assert (gain.broken, gain.pairs) == (len(broken), 12 - len(broken))
    none = gain_of(pairs_of(broken, "one", "bots", "village"))
    assert (none.broken, none.pairs, none.gain, none.low) == (len(broken), 0, None, None)


def test_who_takes_their_time_cannot_play_here() -> None:
    with pytest.raises(ConfigError, match="cannot play here"):
        next(play_contest(contest(people=("1=human",)), range(2)))


REPEATS = 1500
ERROR = 3 * sqrt(0.05 * 0.95 / REPEATS)
"""Three binomial standard errors of a share of 95 % in so many repeats."""


@pytest.mark.slow(only=("1000-0.1-0.02", "1000-0.2-0.15"))
@pytest.mark.parametrize(
    ("deals", "up", "down"),
    [
        (1000, 0.2, 0.15),
        (1000, 0.1, 0.02),
        (200, 0.3, 0.3),
        (1000, 0.001, 0.001),
        (1000, 0.004, 0.0),
        (100, 0.01, 0.0),
    ],
)
def test_intervals_of_paired_deals_hold_the_true_gain_however_rarely_deals_differ(
    deals: int, up: float, down: float
) -> None:
    held = _held(
        [_drawn(Random(f"{deals} {repeat}"), deals, up, down) for repeat in range(REPEATS)],
        up - down,
    )
    assert held > 0.95 - ERROR
    if up + down > 0.1:
        assert held < 0.95 + ERROR + 0.01, (
            "where deals differ often, it is no wider than it must be"
        )


def test_deals_that_are_played_several_times_count_once() -> None:
    studies = [_drawn(Random(f"60 {repeat}"), 60, 0.3, 0.2) for repeat in range(REPEATS)]
    assert _held(studies, 0.1, times=6) > 0.95 - ERROR
    assert _held(studies, 0.1, times=6, apart=True) < 0.8, (
        "taken for deals of their own, games of one deal promise too much"
    )


def _drawn(chance: Random, deals: int, up: float, down: float) -> tuple[int, int, int]:
    """Of so many deals, how many A wins alone, how many B, and how many come out alike, each with
    its chance."""
    drawn = Counter(chance.choices("ab=", (up, down, 1 - up - down), k=deals))
    return drawn["a"], drawn["b"], drawn["="]


def _held(
    studies: list[tuple[int, int, int]], truth: float, *, times: int = 1, apart: bool = False
) -> float:
    """How often the interval of a study holds the truth, where each deal is played so many times
    and always comes out alike."""
    held = 0
    for study, often in Counter(studies).items():
        outcomes = [
            both
            for many, both in zip(study, ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)), strict=True)
            for _ in range(many * times)
        ]
        gain = gain_of(
            [
                Pair(number if apart else number // times, *both)
                for number, both in enumerate(outcomes)
            ]
        )
        assert gain.low is not None
        assert gain.high is not None
        held += often * (gain.low <= truth <= gain.high)
    return held / len(studies)
