"""The measure of learned policies: everybody plays the same deals, against each opponent others."""

from __future__ import annotations

import pytest

from bench import comparisons, learned_policies
from wolfcore.arena import Contest, play_contest
from wolfcore.game import get_board


def test_all_play_the_same_deals_and_each_opponent_has_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    players = {"learned": learned_policies.LEARNED, "first candidate": learned_policies.FIRST}
    deals = learned_policies.play_opponents(
        "duel6", "wolves", players, ("bot:easy", "bot:normal"), range(7, 12), 1
    )
    assert [len(some) for some in deals.values()] == [3, 2]
    seeds = [deal.seed for some in deals.values() for deal in some]
    assert seeds == list(range(7, 12))
    assert all(deal.winners.keys() == players.keys() for some in deals.values() for deal in some)
    rows = learned_policies.table("duel6", "wolves", players, deals)
    assert [(row["over"], row["pairs"]) for row in rows] == [("first candidate", 5)]
    assert "against bot:normal" in capsys.readouterr().out


def test_the_first_candidate_gains_nothing_over_itself() -> None:
    players = {"learned": learned_policies.FIRST, "first candidate": learned_policies.FIRST}
    rows = learned_policies.table(
        "sla7",
        "village",
        players,
        learned_policies.play_opponents("sla7", "village", players, ("bot:hard",), range(4), 1),
    )
    assert (rows[0]["gain"], rows[0]["differ"]) == (0.0, 0)


@pytest.mark.slow
def test_counter_strategies_meet_whoever_is_named() -> None:
    """The table without a strategy is hard bots against them."""
    contest = Contest(
        board=get_board("sla7"), lineups={"hard": ("wolves=bot:hard", "village=bot:easy")}
    )
    seeds = range(20)
    wanted = [int(deal.winners["hard"] == "wolves") for deal in play_contest(contest, seeds)]
    assert comparisons.counter_wins(("sla7", seeds, "wolves", "", "bot:easy")) == wanted
    assert comparisons.counter_wins(("sla7", seeds, "wolves", "", "bot:hard")) != wanted
