"""The games that the papers print, replayed, with every value derived by hand from the printed
choices."""

from __future__ import annotations

import pytest

from tests.core.game.table_talk import Table
from tests.core.game.test_printed_games import DRAWN, SLA_VILLAGE, sla_wolves
from tests.core.metrics.written import near, summed, value
from wolfcore.game import Game, get_board
from wolfcore.metrics import RecordedGame, participants_of


def recorded(game: Game) -> RecordedGame:
    spec = game.spec
    return RecordedGame(
        id="printed", board=spec.board, names=spec.names, entries=game.log,
        participants=participants_of(game.log, spec.board.size, ()), people=spec.people,
    )  # fmt: skip


@pytest.fixture(scope="module")
def wolves_win() -> RecordedGame:
    return recorded(sla_wolves().game)


@pytest.fixture(scope="module")
def village_wins() -> RecordedGame:
    return recorded(Table("DSWWVVV", board=get_board("sla7")).play(SLA_VILLAGE, strict=True).game)


@pytest.fixture(scope="module")
def helmsman() -> RecordedGame:
    table = Table(
        "GVVWSWV", board=get_board("helmsman7"), people=(4,), chance={"candidates": (6, 2, 7)}
    )
    return recorded(table.play(DRAWN, strict=True).game)


def test_sla_f_where_the_wolves_win(wolves_win: RecordedGame) -> None:
    # wolves 1 and 5, Doctor 6, Seer 7; D = 3
    # seer: checked 1 and 5 (and 3): 2/2
    assert summed("seer", wolves_win) == (2, 2, 1)
    # doctor: himself in nights 1 and 2 while 2 and 3 were attacked: (0.5 x 2 + 0) / 2
    assert summed("guard", wolves_win) == (1, 2, 0.5)
    # wolf 1 exiled on day 1: 0; wolf 5 lives: 0.5 x 3/3 + 0.5; the mean is 1/2
    assert value("werewolves", wolves_win) == 0.5
    # day 1: 3, 6 and 7 name wolf 1, 4 abstains: 3/3; day 2: 4 -> 6 misses, 6 -> 5 hits, 7 abstains:
    # 1/2
    assert summed("irp", wolves_win) == (4, 5, 0.8)
    # exiled: 1, a wolf, and 6, the Doctor
    assert summed("vss", wolves_win) == (1, 2, 0.5)
    # the Doctor was exiled, the Seer killed: 0/2; kre = 0 + 0.5 x (1 + 0.5) / 2
    assert summed("ksr", wolves_win) == (0, 2, 0)
    assert value("kre", wolves_win) == near(0.375)
    assert [value("days", wolves_win), value("survivors", wolves_win)] == [3, 2]


def test_sla_f_where_the_village_wins(village_wins: RecordedGame) -> None:
    # Doctor 1, Seer 2, wolves 3 and 4; D = 2
    # seer: 1 (village), 4 (wolf): 1/2
    assert summed("seer", village_wins) == (1, 2, 0.5)
    # doctor: seat 1, then 2, each the one attacked: (0.5 x 2 + 0.5 x 2) / 2
    assert summed("guard", village_wins) == (2, 2, 1)
    # wolf 3 exiled on day 1: 0; wolf 4 on day 2: 0.5 x 1/2; the mean is 1/8
    assert value("werewolves", village_wins) == 0.125
    # day 1: 2, 5 and 6 name wolf 3; day 2: 1, 2, 5, 6 and 7 name wolf 4
    assert summed("irp", village_wins) == (8, 8, 1)
    assert summed("vss", village_wins) == (2, 2, 1)
    assert summed("ksr", village_wins) == (2, 2, 1)
    # 0.5 x 1 + 0.5 x (0.5 + 1) / 2
    assert value("kre", village_wins) == near(0.875)


def test_helmsman_10_2(helmsman: RecordedGame) -> None:
    # Guard 1, wolves 4 and 6, Seer 5; D = 3
    # seer: checked 1 alone and died: 0/2
    assert summed("seer", helmsman) == (0, 2, 0)
    # guard: himself (5 attacked), 2 (attacked), himself (2 attacked): (0.5 x 3 + 0.5 x 1) / 3
    assert summed("guard", helmsman) == (2, 3, near(2 / 3))
    # wolf 6 exiled on day 1: 0; wolf 4 lives: 1
    assert value("werewolves", helmsman) == 0.5
    # day 1: 1 -> 6 and 3 -> 6 and 7 -> 6 hit, 2 -> 3 misses; day 2: 7 -> 4 hits, 1 -> 7, 2 -> 3, 3
    # -> 2 miss;
    # day 3: 1 -> 4 hits, 7 -> 7 is a ballot and misses: 3/4, 1/4, 1/2
    assert summed("irp", helmsman) == (5, 10, 0.5)
    # exiled: 6 (a wolf), 3, 7
    assert summed("vss", helmsman) == (1, 3, near(1 / 3))
    # the Guard lives, the Seer does not; kre = 0.5 x 1/2 + 0.5 x (0 + 2/3) / 2 = 1/4 + 1/6
    assert summed("ksr", helmsman) == (1, 2, 0.5)
    assert value("kre", helmsman) == near(5 / 12)


def test_helmsman_10_2_with_straw_votes_for_no_one(helmsman: RecordedGame) -> None:
    # the print has no straw votes; the replay leaves them empty, so that every ballot beside the
    # sheriff's came over to it
    # day 1, sheriff 2 votes 3: of 1, 3, 4, 6, 7 only 4 votes 3: 1/5; day 2, 2 votes 3: of 1, 3, 4,
    # 7 only 4: 1/4
    # day 3, sheriff 1 votes 4: of 4 and 7 nobody: 0/2; the mean is 0.15
    assert value("dc", helmsman) == near(0.15)
    assert value("sheriff", helmsman) == near(0.15)
    # divided by all living: 1/6, 1/5, 0/3
    assert value("dc_code", helmsman) == near((1 / 6 + 1 / 5) / 3)
