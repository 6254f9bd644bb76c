"""The games that the papers print, replayed from a forced deal, forced chance and their choices.

Sources: Strategic Language Agents, appendix F (both games); Xu et al., A.7; Helmsman, 10.1 and
10.2. Choices, deaths, exiles, badge and winner are compared, no option lists. Where the print
breaks its own rules the step has its own test, by name.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.core.game.table_talk import Reply, Table, ballots, result_of
from wolfcore.errors import IllegalAnswer
from wolfcore.game import Answer, Belief, Board, get_board, read_board
from wolfcore.game import facts as f

Replies = dict[str, Reply]

# -- Strategic Language Agents, appendix F; their player 0 is seat 1

SLA_WOLVES: Replies = {
    "n1.kill": 2, "n1.check": 1, "n1.protect": 6, "d1.vote": ballots("7 - 1 - 3 1 1"),
    "n2.kill": 3, "n2.check": 3, "n2.protect": 6, "d2.vote": ballots("- - - 6 6 5 -"),
    "n3.kill": 7, "n3.check": 5,
}  # fmt: skip

SLA_VILLAGE: Replies = {
    "n1.kill": 1, "n1.check": 1, "n1.protect": 1, "d1.vote": ballots("- 3 2 2 3 3 -"),
    "n2.kill": 2, "n2.check": 4, "n2.protect": 2, "d2.vote": ballots("4 4 - 2 4 4 4"),
}  # fmt: skip


def sla_wolves() -> Table:
    return Table("WVVVWDS", board=get_board("sla7")).play(SLA_WOLVES, strict=True)


def test_sla_f_where_the_wolves_win() -> None:
    table = sla_wolves()
    assert table.died() == [
        (2, "killed"),
        (1, "exiled"),
        (3, "killed"),
        (6, "exiled"),
        (7, "killed"),
    ]
    assert [(fact.target, fact.result) for fact in table.facts(f.Checked)] == [
        (1, "wolves"),
        (3, "village"),
        (5, "wolves"),
    ]
    assert table.game.state.living == (4, 5)
    assert result_of(table) == ("wolves", 3)


def test_sla_f_where_the_wolves_win_day_3_announces_seat_6_where_seat_7_was_killed() -> None:
    printed = {1: 2, 2: 3, 3: 6}
    table = sla_wolves()
    announced = {death.day: death.seat for death in table.game.state.deaths if death.at_night}
    assert {
        day: (seat, printed[day]) for day, seat in announced.items() if printed[day] != seat
    } == {3: (7, 6)}
    assert table.exiled == [1, 6], "the seat of the wrong line was exiled the day before"


def test_sla_f_where_the_village_wins() -> None:
    table = Table("DSWWVVV", board=get_board("sla7")).play(SLA_VILLAGE, strict=True)
    assert table.died() == [(3, "exiled"), (4, "exiled")]
    assert table.facts(f.QuietNight) == [f.QuietNight(1), f.QuietNight(2)]
    assert [(fact.target, fact.result) for fact in table.facts(f.Checked)] == [
        (1, "village"),
        (4, "wolves"),
    ]
    assert table.game.state.living == (1, 2, 5, 6, 7)
    assert result_of(table) == ("village", 2)


# -- Xu et al., A.7

XU_DEAL, XU_ORDER = "WWVSGXV", (3, 1, 2, 7, 5, 4, 6)

XU: Replies = {
    "n1.kill": 5,
    "n1.protect": 5,
    "n1.poison": 0,
    "n1.check": 2,
    "d1.vote": ballots("3 - - - - - -"),
    "n2.kill.1": 3,
    "n2.kill.2": 7,
    "n2.protect": 3,
    "n2.poison": 1,
    "n2.check": 3,
    "d2.vote": ballots("- - - 2 - - 6"),
    "n3.kill": 7,
    "n3.protect": 4,
    "n3.save": 7,
    "n3.check": 3,
    "d3.vote": ballots("- - - - 7 7 2"),
    "n4.kill": 0,
    "n4.protect.5": 4,
    "n4.check": 3,
    "d4.vote": ballots("- - - 2 - - -"),
    "n5.kill": 3,
    "n5.protect.5": 4,
    "n5.check": 6,
    "d5.vote": ballots("- 7 - 2 2 2 2"),
}

XU_REPEAT = 'name = "xu7_repeat"\nbase = "xu7"\n[switches]\nguard_repeat = true\n'


def xu(board: Board) -> Table:
    return Table(XU_DEAL, board=board, chance={"order": XU_ORDER})


def test_xu_a7_replays_whole_with_the_guards_repeat_allowed_by_name() -> None:
    table = xu(read_board(XU_REPEAT, "xu7_repeat.toml")).play(XU, strict=True)
    assert table.died() == [(1, "poisoned"), (3, "killed"), (2, "exiled")]
    assert table.facts(f.QuietNight) == [f.QuietNight(1), f.QuietNight(3), f.QuietNight(4)]
    assert table.exiled == [0, 0, 0, 0, 2]
    assert [(fact.target, fact.result) for fact in table.facts(f.Checked)] == [
        (2, "wolves"), (3, "village"), (3, "village"), (3, "village"), (6, "village"),
    ]  # fmt: skip
    assert [fact.seat for fact in table.facts(f.Said) if fact.kind == "last_words"] == [2]
    assert result_of(table) == ("village", 5)


def test_xu_a7_speaks_and_votes_in_the_printed_order() -> None:
    table = xu(read_board(XU_REPEAT, "xu7_repeat.toml")).play(XU, strict=True)
    orders = [fact.seats for fact in table.facts(f.OrderSet)]
    assert orders == [XU_ORDER, *[(3, 2, 7, 5, 4, 6)] * 3, (2, 7, 5, 4, 6)]
    assert table.spoke() == [seat for order in orders for seat in order]
    assert [fact.voter for fact in table.facts(f.Voted)] == table.spoke()


def test_xu_a7_the_witch_is_asked_what_the_print_asks_her() -> None:
    table = xu(read_board(XU_REPEAT, "xu7_repeat.toml")).play(XU, strict=True)
    assert [*table.asked("save"), *table.asked("poison")] == [
        "n3.save.6",
        "n1.poison.6",
        "n2.poison.6",
    ]
    assert [fact.target for fact in table.facts(f.Victim)] == [0, 0, 7]


def test_xu_a7_the_guard_repeats_seat_4_on_nights_4_and_5_against_the_papers_own_rule() -> None:
    table = xu(read_board(XU_REPEAT, "xu7_repeat.toml")).play(XU, strict=True)
    protected = [fact.target for fact in table.facts(f.Protected)]
    assert [
        night for night, (before, now) in enumerate(pairwise(protected), 2) if before == now
    ] == [4, 5]


def test_xu_a7_the_repeat_of_night_4_is_refused_by_the_papers_own_rule() -> None:
    before = {key: reply for key, reply in XU.items() if int(key[1]) < 4}
    table = xu(get_board("xu7")).play(before, until="n4.protect", strict=True)
    assert table.options("n4.protect.5") == (0, 2, 3, 5, 6, 7)
    with pytest.raises(IllegalAnswer, match=r"n4.protect.5: 4 is not among"):
        table.play({"n4.protect.5": 4})


def test_xu_a7_two_option_lists_of_the_seer_are_short_in_the_print() -> None:
    table = xu(read_board(XU_REPEAT, "xu7_repeat.toml")).play(XU, strict=True)
    printed = {"n2.check.4": {0, 2, 3, 4, 5, 6, 7}, "n5.check.4": {0, 2, 4, 5, 6, 7}}
    missing = {name: set(table.options(name)) - options for name, options in printed.items()}
    assert missing == {"n2.check.4": {1}, "n5.check.4": {3}}, (
        "their program leaves out who dies this night"
    )


# -- Helmsman, 10.1 (simulation) and 10.2 (human evaluation)

APPOINTED: Replies = {
    "n1.kill.3": 7,
    "n1.kill.7": 1,
    "n1.protect": 4,
    "n1.check": 3,
    "d1.order": 1,
    "d1.vote": ballots("2 - - - - 2 4"),
    "n2.kill.3": 4,
    "n2.kill.7": 7,
    "n2.check": 4,
    "d2.order": 1,
    "d2.vote": ballots("- - - - - - 4"),
}


def appointed() -> Table:
    return Table("SGWVVVW", board=get_board("helmsman7+appointed"), chance={"appointed": (4,)})


def test_helmsman_10_1_stops_when_the_sheriff_is_exiled() -> None:
    table = appointed().play(APPOINTED, strict=True)
    assert table.badges == [(4, "appointed")]
    assert table.died() == [(2, "exiled"), (4, "exiled")]
    assert [fact.target for fact in table.facts(f.Attacked)] == [0, 0]
    assert [(fact.target, fact.result) for fact in table.facts(f.Checked)] == [
        (3, "Werewolf"),
        (4, "Villager"),
    ]
    assert [fact.seats for fact in table.facts(f.OrderSet)] == [
        (5, 6, 7, 1, 2, 3, 4),
        (5, 6, 7, 1, 3, 4),
    ]
    assert result_of(table) == ("stopped", 2)
    assert table.fact(f.Ended).winner is None


@pytest.mark.parametrize("voter", [1, 6])
def test_helmsman_10_1_two_ballots_of_day_2_are_for_the_dead_seat_2(voter: int) -> None:
    before = {key: reply for key, reply in APPOINTED.items() if key != "d2.vote"}
    table = appointed().play(before, until="d2.vote.1.suspect", strict=True).submit()
    with pytest.raises(IllegalAnswer, match=rf"d2.vote.{voter}: 2 is not among"):
        table.play({f"d2.vote.{voter}": 2})


def test_helmsman_10_1_day_2_lists_the_dead_seat_2_as_not_voting() -> None:
    table = appointed().play(APPOINTED, strict=True)
    assert [fact.voter for fact in table.facts(f.Voted) if fact.ballot == "vote"][7:] == [
        1,
        3,
        4,
        5,
        6,
        7,
    ]


DRAWN: Replies = {
    "n1.kill": 5,
    "n1.protect": 1,
    "n1.check": 1,
    "d1.elect": ballots("6 2 - 6 - 2 2"),
    "d1.order": 1,
    "d1.vote": ballots("6 3 6 3 - 2 6"),
    "n2.kill": 2,
    "n2.protect": 2,
    "d2.order": 0,
    "d2.vote": ballots("7 3 2 3 - - 4"),
    "n3.kill": 2,
    "n3.protect": 1,
    "d3.order": 1,
    "d3.vote": ballots("4 - - 7 - - 7"),
    "suspect.2": Answer(
        beliefs=(Belief(1, "Guard", 8), Belief(4, "Werewolf", 7), Belief(7, "Werewolf", 8))
    ),
}


def test_helmsman_10_2_replays_whole() -> None:
    table = Table(
        "GVVWSWV", board=get_board("helmsman7"), people=(4,), chance={"candidates": (6, 2, 7)}
    ).play(DRAWN, strict=True)
    assert table.spoke("campaign") == [6, 2, 7]
    assert table.badges == [(2, "elected"), (1, "trusted")]
    assert table.died() == [
        (5, "killed"),
        (6, "exiled"),
        (3, "exiled"),
        (2, "killed"),
        (7, "exiled"),
    ]
    assert [fact.seats for fact in table.facts(f.OrderSet)] == [
        (3, 4, 6, 7, 1, 2),
        (1, 7, 4, 3, 2),
        (4, 7, 1),
    ]
    assert table.fact(f.Checked).result == "Guard"
    assert table.facts(f.QuietNight) == [f.QuietNight(2)]
    assert result_of(table) == ("wolves", 3)


def test_helmsman_10_2_the_person_votes_and_is_never_a_candidate_or_heir() -> None:
    table = Table(
        "GVVWSWV", board=get_board("helmsman7"), people=(4,), chance={"candidates": (6, 2, 7)}
    ).play(DRAWN, strict=True)
    assert "d1.elect.4" in table.asked("elect")
    assert 4 not in table.fact(f.Candidates).seats
    assert table.game.state.living == (1, 4)
