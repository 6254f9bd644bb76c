"""Who is killed, saved and voted for, in games written by hand."""

from __future__ import annotations

from collections import Counter

from tests.core.metrics.written import (
    Said,
    cells,
    dawn,
    day,
    died,
    exiled,
    night,
    said,
    votes,
    written,
)
from wolfcore.game import facts as f
from wolfcore.records import SeatSpec

BOT = SeatSpec("bot", ("hard",))


def counted(name: str, *told: Said) -> dict[tuple[str, str], int]:
    """How often a table has a row and column in a game of two wolves, the Seer, the Doctor and
    three villagers, in this order."""
    game = written("WWSDVVV", *told, players=[BOT] * 7)
    return dict(Counter((cell.row, cell.column) for cell in cells(name, game)))


def test_first_kill_by_role_is_of_the_first_night_alone() -> None:
    told = (night(1), f.Attacked(4), dawn(1), died(4, "killed"), day(1), night(2), f.Attacked(3))
    assert counted("first_kill_role", *told) == {("bot:hard", "Doctor"): 1}
    assert counted("first_kill_role", night(1), f.Attacked(0)) == {("bot:hard", "nobody"): 1}


def test_saves_count_every_night() -> None:
    told = (
        night(1),
        f.Protected(4, 4),
        night(2),
        f.Protected(4, 3),
        night(3),
        f.Protected(4, 4),
        night(4),
        f.Protected(4, 0),
    )
    assert counted("saves", *told) == {
        ("bot:hard", "itself"): 2,
        ("bot:hard", "another"): 1,
        ("bot:hard", "nobody"): 1,
    }


def test_ballots_are_apart_by_the_team_that_casts_them() -> None:
    # seat 1 and 2 are wolves, 3 is the Seer
    told = (
        night(1),
        dawn(1),
        day(1),
        votes("3 5 1 3 0 2 2"),
        exiled(2),
        night(2),
        dawn(2),
        day(2),
        votes("1 3 1", ballot="runoff"),
    )
    assert counted("ballots", *told) == {
        ("bot:hard as wolves", "the Seer"): 1,
        ("bot:hard as wolves", "another"): 1,
        ("bot:hard as village", "a wolf"): 3,
        ("bot:hard as village", "the Seer"): 1,
        ("bot:hard as village", "nobody"): 1,
    }


def test_seer_or_doctor_alone_with_a_wolf() -> None:
    gone = [fact for seat in (2, 5, 6, 7) for fact in died(seat, "killed")]
    told = (night(1), f.Attacked(5), dawn(1), gone, day(1), night(2), f.Attacked(4))
    assert counted("seer_or_doctor", *told) == {("bot:hard, alone with both", "the Doctor"): 1}, (
        "nothing is known in the first night"
    )


def test_seer_or_doctor_who_both_said_so() -> None:
    talk = [said(3, "I am the Seer."), said(4, "I am the Doctor."), said(5, "I am the Seer.")]
    told = (
        night(1),
        f.Attacked(6),
        dawn(1),
        day(1),
        talk,
        night(2),
        f.Attacked(3),
        night(3),
        f.Attacked(7),
        night(4),
        f.Attacked(0),
    )
    assert counted("seer_or_doctor", *told) == {
        ("bot:hard, both have claimed", "the Seer"): 1,
        ("bot:hard, both have claimed", "another"): 1,
        ("bot:hard, both have claimed", "nobody"): 1,
    }


def test_one_who_lies_low_or_is_dead_is_not_known() -> None:
    silent = (
        night(1),
        dawn(1),
        day(1),
        said(3, "I am the Seer."),
        said(4, "I am a Villager."),
        night(2),
        f.Attacked(3),
    )
    assert counted("seer_or_doctor", *silent) == {}
    talk = [said(3, "I am the Seer."), said(4, "I am the Doctor.")]
    dead = (night(1), dawn(1), day(1), talk, exiled(3), night(2), f.Attacked(4))
    assert counted("seer_or_doctor", *dead) == {}
