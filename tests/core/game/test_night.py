"""The night: who is asked what, and what its deeds do together."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.core.game.table_talk import Table, by_seat
from wolfcore.game import facts as f

NINE = "WWSGXHVVV"
"""Wolves 1 and 2, seer 3, guard 4, witch 5, hunter 6, villagers 7 to 9."""

DUEL = "WGVV"
"""A wolf, a guard and two villagers, for positions with few left."""


# -- order


def test_who_learns_nothing_from_others_shares_the_first_batch() -> None:
    table = Table(NINE).play({"kill": 7}, until="n1.poison")
    assert table.ids == [
        ["n1.kill.1", "n1.protect.4", "n1.check.3"],
        ["n1.kill.2"],
        ["n1.save.5"],
        ["n1.poison.5"],
    ]


def test_all_wolves_share_the_first_batch_where_picks_are_unseen() -> None:
    table = Table(NINE, wolf_kill="unanimous")
    assert table.out() == ["n1.kill.1", "n1.kill.2", "n1.protect.4", "n1.check.3"]


def test_the_decider_alone_shares_the_first_batch_where_one_decides() -> None:
    table = Table(NINE, wolf_kill="one_decides", chance={"decider.n1": (2,)})
    assert table.out() == ["n1.kill.2", "n1.protect.4", "n1.check.3"]


def test_the_first_whisper_shares_the_first_batch() -> None:
    table = Table(NINE, whisper_rounds=1)
    assert table.out() == ["n1.whisper.1", "n1.protect.4", "n1.check.3"]


@pytest.mark.parametrize(
    ("order", "asked", "facts"),
    [
        (
            ["wolves", "guard", "seer", "witch"],
            ["kill", "protect", "check"],
            "wolves guard seer witch",
        ),
        (
            ["wolves", "guard", "witch", "seer"],
            ["kill", "protect", "check"],
            "wolves guard witch seer",
        ),
        (
            ["seer", "wolves", "witch", "guard"],
            ["check", "kill", "protect"],
            "seer wolves witch guard",
        ),
        (
            ["guard", "seer", "wolves", "witch"],
            ["protect", "check", "kill"],
            "guard seer wolves witch",
        ),
    ],
)
def test_asks_and_facts_follow_the_night_order(
    order: list[str], asked: list[str], facts: str
) -> None:
    table = Table(NINE, night_order=order)
    assert [ask.kind for ask in table.game.asks] == asked
    table.play({"kill": 7}, until="d1")
    of: dict[type, str] = {
        f.Proposed: "wolves",
        f.Attacked: "wolves",
        f.Protected: "guard",
        f.Checked: "seer",
        f.Victim: "witch",
        f.Saved: "witch",
    }
    steps = [of[type(entry.fact)] for entry in table.game.log if type(entry.fact) in of]
    assert list(dict.fromkeys(steps)) == facts.split()
    assert sorted(steps, key=facts.split().index) == steps


def test_who_dies_tonight_still_acts() -> None:
    table = Table(NINE).play({"kill": 3, "check": 1, "protect": 5, "poison": 4}, until="d1")
    assert table.died() == [(3, "killed"), (4, "poisoned")]
    assert table.fact(f.Checked) == f.Checked(3, 1, "wolves")
    assert table.fact(f.Protected) == f.Protected(4, 5)


def test_the_witch_of_a_pack_that_kills_her_still_brews() -> None:
    table = Table(NINE).play({"kill": 5, "save": 0, "poison": 1}, until="d1")
    assert table.died() == [(1, "poisoned"), (5, "killed")]


def test_the_dead_are_not_asked_at_night() -> None:
    table = Table(NINE).play({"n1.kill": 4, "n1.poison": 3}, until="n2")
    assert table.out() == ["n2.kill.1"]


# -- every pair of effects on one seat


def _expected(
    attack: bool, guard: bool, antidote: bool, poison: bool, stops: bool, both: str
) -> list[tuple[int, str]]:
    """What the rule book says happens to seat 7, row by row."""
    if poison and not (guard and stops):
        return [(7, "poisoned")]
    if attack and guard and antidote:
        return [(7, "killed")] if both == "dies" else []
    if attack and not guard and not antidote:
        return [(7, "killed")]
    return []


@pytest.mark.parametrize("both", ["lives", "dies"])
@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize(
    ("attack", "guard", "antidote", "poison", "check"),
    [row for row in product([False, True], repeat=5) if row[0] or not row[2]],
)
def test_night_effects_on_one_seat(
    attack: bool, guard: bool, antidote: bool, poison: bool, check: bool, stops: bool, both: str
) -> None:
    table = Table(NINE, guard_stops_poison=stops, guard_and_antidote=both, wolves_may_pass=True)
    answers = {
        "kill": 7 if attack else 0,
        "protect": 7 if guard else 8,
        "check": 7 if check else 8,
        "poison": 7 if poison else 0,
    }
    table.play(answers | ({"save": 7} if antidote else {}), until="d1")
    assert table.died() == _expected(attack, guard, antidote, poison, stops, both)
    assert len(table.facts(f.Died)) == len(table.died())
    assert table.facts(f.QuietNight) == ([] if table.died() else [f.QuietNight(1)])


def test_a_kill_and_a_poison_on_two_seats_take_both() -> None:
    table = Table(NINE).play({"kill": 9, "poison": 7}, until="d1")
    assert table.died() == [(7, "poisoned"), (9, "killed")]


# -- the pack

KILLS: list[tuple[str, int, list[int], int]] = [
    ("plurality", 1, [9], 9),
    ("plurality", 2, [9, 9], 9),
    ("plurality", 2, [9, 8], 0),
    ("plurality", 3, [9, 8, 8], 8),
    ("plurality", 3, [9, 8, 7], 0),
    ("plurality", 3, [0, 0, 8], 0),
    ("plurality", 2, [0, 8], 0),
    ("plurality", 4, [9, 0, 8, 8], 8),
    ("plurality", 4, [9, 9, 8, 8], 0),
    ("second_decides", 1, [9], 9),
    ("second_decides", 2, [9, 8], 8),
    ("second_decides", 3, [9, 9, 8], 8),
    ("second_decides", 4, [9, 9, 9, 8], 8),
    ("second_decides", 2, [9, 0], 0),
    ("unanimous", 1, [9], 9),
    ("unanimous", 2, [9, 9], 9),
    ("unanimous", 2, [9, 8], 0),
    ("unanimous", 3, [9, 9, 9], 9),
    ("unanimous", 3, [9, 9, 8], 0),
    ("unanimous", 4, [9, 9, 9, 9], 9),
    ("unanimous", 4, [9, 9, 9, 8], 0),
    ("unanimous", 2, [0, 0], 0),
]


@pytest.mark.parametrize(("rule", "size", "picks", "victim"), KILLS)
def test_packs_of_one_to_four_under_each_kill_rule(
    rule: str, size: int, picks: list[int], victim: int
) -> None:
    table = Table("W" * size + "V" * (10 - size), wolf_kill=rule, wolves_may_pass=True)
    table.play({f"n1.kill.{seat}": pick for seat, pick in enumerate(picks, 1)}, until="d1")
    assert table.fact(f.Attacked).target == victim
    assert table.died() == ([(victim, "killed")] if victim else [])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_one_drawn_wolf_decides_and_the_pack_is_told(size: int) -> None:
    table = Table(
        "W" * size + "V" * (10 - size), wolf_kill="one_decides", chance={"decider.n1": (size,)}
    )
    table.play({f"n1.kill.{size}": 9}, until="d1")
    pack = tuple(range(1, size + 1))
    assert table.asked("kill") == [f"n1.kill.{size}"]
    assert table.entries(f.Decider)[0].to == pack == table.told(f.Proposed)[0]
    assert table.fact(f.Decider).seat == size
    assert table.died() == [(9, "killed")]


def test_a_decider_is_drawn_anew_each_night_from_the_living() -> None:
    deciders = {
        fact.seat
        for seed in range(12)
        for fact in Table("WWWVVVVVVV", wolf_kill="one_decides", seed=seed)
        .play({"d1.vote": 1}, until="n3")
        .facts(f.Decider)[1:]
    }
    assert deciders == {2, 3}


@pytest.mark.parametrize("rule", ["plurality", "second_decides"])
def test_picks_are_heard_in_seat_order(rule: str) -> None:
    table = Table("WWWVVVVVVV", wolf_kill=rule).play({"kill": 9}, until="d1")
    assert table.ids[:3] == [["n1.kill.1"], ["n1.kill.2"], ["n1.kill.3"]]
    assert table.told(f.Proposed) == [(1, 2, 3)] * 3


def test_unanimous_picks_are_unseen_and_the_outcome_is_told() -> None:
    table = Table("WWVVVVV", wolf_kill="unanimous").play(
        {"n1.kill.1": 7, "n1.kill.2": 6}, until="d1"
    )
    assert table.told(f.Proposed) == [(1,), (2,)]
    assert table.told(f.Attacked) == [(1, 2)]


def test_the_highest_living_wolf_decides_after_one_died() -> None:
    table = Table("WWWVVVVVV", wolf_kill="second_decides")
    table.play({"d1.vote": 3, "n2.kill.1": 9, "n2.kill.2": 8}, until="d2")
    assert table.facts(f.Attacked)[-1] == f.Attacked(8)
    assert table.told(f.Attacked)[-1] == (1, 2)


@pytest.mark.parametrize(
    ("own", "may_pass", "options"),
    [
        (False, False, (3, 4)),
        (False, True, (0, 3, 4)),
        (True, False, (1, 2, 3, 4)),
        (True, True, (0, 1, 2, 3, 4)),
    ],
)
def test_whom_wolves_may_kill(own: bool, may_pass: bool, options: tuple[int, ...]) -> None:
    table = Table("WWVV", wolves_may_target_pack=own, wolves_may_pass=may_pass)
    assert table.options("n1.kill.1") == options


def test_a_wolf_may_kill_itself_where_the_pack_is_a_target() -> None:
    table = Table("WWVVV", wolf_kill="second_decides", wolves_may_target_pack=True).play(
        {"n1.kill.2": 2}, until="d1"
    )
    assert table.died() == [(2, "killed")]


def test_whispers_go_round_before_the_kill_and_each_hears_the_one_before() -> None:
    table = Table("WWVVVV", whisper_rounds=2).play(
        {"n1.whisper.1": "one", "n1.whisper2.2": "four"}, until="d1"
    )
    assert table.asked("whisper") == [
        "n1.whisper.1",
        "n1.whisper.2",
        "n1.whisper2.1",
        "n1.whisper2.2",
    ]
    assert [len(batch) for batch in table.ids[:6]] == [1] * 6
    assert [fact.text for fact in table.facts(f.Whispered)] == ["one", "", "", "four"]
    assert table.told(f.Whispered) == [(1, 2)] * 4


def test_a_lone_wolf_is_not_asked_to_whisper() -> None:
    table = Table("WWVVVVV", whisper_rounds=1).play({"d1.vote": 1, "n2.kill.2": 4}, until="d2")
    assert table.asked("whisper") == ["n1.whisper.1", "n1.whisper.2"]
    assert not table.facts(f.Idle)


# -- a first night without deaths


@pytest.mark.parametrize("wolf_kill", ["plurality", "second_decides", "unanimous", "one_decides"])
@pytest.mark.parametrize("rounds", [0, 2])
def test_in_a_first_night_without_deaths_wolves_whisper_seers_check_and_nobody_else_acts(
    wolf_kill: str, rounds: int
) -> None:
    table = Table(NINE, first_night_deaths=False, wolf_kill=wolf_kill, whisper_rounds=rounds).play(
        {"n1.check": 1}, until="d1"
    )
    first = {ask.split(".")[1] for batch in table.ids for ask in batch if ask.startswith("n1.")}
    assert first == {"check", *(("whisper", "whisper2") if rounds else ())}
    told = {type(entry.fact) for entry in table.entries(*NIGHT_DEEDS)}
    assert told == {f.Checked, *((f.Whispered,) if rounds else ())}
    assert table.died() == []
    assert table.facts(f.QuietNight) == [f.QuietNight(1)]


NIGHT_DEEDS = (
    f.Whispered, f.Proposed, f.Attacked, f.Decider, f.Protected, f.Checked, f.Victim, f.Saved,
    f.Poisoned, f.Idle,
)  # fmt: skip


def test_the_second_night_after_one_without_deaths_is_played_in_full() -> None:
    table = Table(NINE, first_night_deaths=False).play({"n2.kill": 7}, until="d2")
    asked = {ask.split(".")[1] for batch in table.ids for ask in batch if ask.startswith("n2.")}
    assert asked == {"kill", "protect", "check", "save", "poison"}
    assert 7 in [seat for seat, _ in table.died()]


def test_a_first_night_without_deaths_and_without_asks_leads_to_the_day() -> None:
    table = Table("WWVVVV", first_night_deaths=False)
    assert {ask.partition(".")[0] for ask in table.out()} == {"d1"}
    assert table.facts(f.QuietNight) == [f.QuietNight(1)]


# -- the guard


@pytest.mark.parametrize(
    ("switches", "first", "second"),
    [
        ({}, (1, 2, 3, 4), (1, 2, 4)),
        ({"guard_self": False}, (1, 3, 4), (1, 4)),
        ({"guard_repeat": True}, (1, 2, 3, 4), (1, 2, 3, 4)),
        ({"guard_pass": True}, (0, 1, 2, 3, 4), (0, 1, 2, 4)),
    ],
)
def test_whom_a_guard_may_protect(
    switches: dict[str, Any], first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    table = Table(DUEL, **switches).play({"n1.kill": 3, "n1.protect": 3}, until="n2")
    assert table.options("n1.protect.2") == first
    assert table.options("n2.protect.2") == second


def test_a_target_is_barred_for_the_next_night_only() -> None:
    table = Table("WGVVVVV", wolves_may_pass=True).play(
        {"n1.protect": 3, "n2.protect": 4}, until="n3"
    )
    assert table.options("n2.protect.2") == (1, 2, 4, 5, 6, 7)
    assert table.options("n3.protect.2") == (1, 2, 3, 5, 6, 7)


def test_a_passed_night_breaks_the_run() -> None:
    table = Table("WGVVVVV", guard_pass=True, wolves_may_pass=True).play(
        {"n1.protect": 3, "n2.protect": 0}, until="n3"
    )
    assert 3 in table.options("n3.protect.2")
    assert table.facts(f.Protected)[1] == f.Protected(2, 0)


def test_a_doctor_has_the_power_of_a_guard() -> None:
    table = Table("WDVV").play({"n1.kill": 3, "n1.protect": 3}, until="d1")
    assert table.facts(f.QuietNight) == [f.QuietNight(1)]
    assert table.told(f.Protected) == [(2,)]


def test_a_guard_whose_only_legal_target_is_himself_is_asked() -> None:
    table = Table(DUEL, wolves_win="all_dead").play(
        {"n1.kill": 3, "n1.protect": 1, "d1.vote": 4}, until="n2"
    )
    assert table.options("n2.protect.2") == (2,)


def test_a_guard_without_a_legal_target_idles() -> None:
    table = Table(DUEL, wolves_win="all_dead", guard_self=False)
    table.play({"n1.kill": 3, "n1.protect": 1, "d1.vote": 4}, until="n2")
    assert table.out() == ["n2.kill.1"]
    assert [(entry.to, entry.fact) for entry in table.entries(f.Idle)] == [
        ((2,), f.Idle(2, "protect"))
    ]


# -- the seer


@pytest.mark.parametrize(
    ("learns", "target", "result"),
    [
        ("team", 1, "wolves"),
        ("team", 3, "village"),
        ("role", 1, "Werewolf"),
        ("role", 3, "Villager"),
    ],
)
def test_what_a_seer_learns(learns: str, target: int, result: str) -> None:
    table = Table("WSVVV", seer_learns=learns).play({"check": target, "kill": 5}, until="d1")
    assert table.told(f.Checked) == [(2,)]
    assert table.fact(f.Checked).target == target
    assert table.fact(f.Checked).result == result


@pytest.mark.parametrize(
    ("switches", "first", "second"),
    [
        ({}, (1, 3, 4, 5), (1, 3, 4)),
        ({"seer_repeat": False}, (1, 3, 4, 5), (3, 4)),
        ({"seer_pass": True}, (0, 1, 3, 4, 5), (0, 1, 3, 4)),
        ({"seer_pass": True, "seer_repeat": False}, (0, 1, 3, 4, 5), (0, 3, 4)),
    ],
)
def test_whom_a_seer_may_check(
    switches: dict[str, Any], first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    table = Table("WSVVV", **switches).play({"n1.kill": 5, "n1.check": 1}, until="n2")
    assert table.options("n1.check.2") == first
    assert table.options("n2.check.2") == second


def test_a_check_passed_up_has_no_result() -> None:
    table = Table("WSVVV", seer_pass=True).play({"check": 0}, until="d1")
    assert table.fact(f.Checked) == f.Checked(2, 0, "")


def test_a_seer_with_nobody_left_to_check_idles() -> None:
    table = Table("WSVV", wolves_win="all_dead", seer_repeat=False)
    table.play({"n1.kill": 3, "n1.check": 1, "d1.vote": 4}, until="n2")
    assert table.out() == ["n2.kill.1"]
    assert [(entry.to, entry.fact) for entry in table.entries(f.Idle)] == [
        ((2,), f.Idle(2, "check"))
    ]


def test_a_seer_who_can_only_pass_is_asked() -> None:
    table = Table("WSVV", wolves_win="all_dead", seer_repeat=False, seer_pass=True)
    table.play({"n1.kill": 3, "n1.check": 1, "d1.vote": 4}, until="n2")
    assert table.options("n2.check.2") == (0,)


# -- the witch


@pytest.mark.parametrize(
    ("told", "guarded", "victim", "offered"),
    [
        ("holding", False, [7], True),
        ("holding", True, [7], True),
        ("dying", False, [7], True),
        ("dying", True, [0], False),
        ("always", False, [7], True),
        ("always", True, [7], True),
        ("never", False, [], False),
        ("never", True, [], False),
    ],
)
def test_what_a_witch_is_told_with_the_antidote_in_hand(
    told: str, guarded: bool, victim: list[int], offered: bool
) -> None:
    table = Table(NINE, witch_told=told).play(
        {"kill": 7, "protect": 7 if guarded else 8}, until="d1"
    )
    assert [(entry.to, entry.fact) for entry in table.entries(f.Victim)] == [
        ((5,), f.Victim(5, seat)) for seat in victim
    ]
    assert table.asked("save") == (["n1.save.5"] if offered else [])
    if offered:
        assert table.options("n1.save.5") == (0, 7)


@pytest.mark.parametrize(
    ("told", "victims"), [("holding", [7]), ("dying", [7]), ("always", [7, 8])]
)
def test_what_a_witch_is_told_after_the_antidote(told: str, victims: list[int]) -> None:
    table = Table(NINE, witch_told=told).play(
        {"n1.kill": 7, "n1.save": 7, "n2.kill": 8}, until="d2"
    )
    assert [fact.target for fact in table.facts(f.Victim)] == victims
    assert table.asked("save") == ["n1.save.5"]
    assert table.died() == [(8, "killed")]


def test_no_attack_is_told_as_nobody_and_offers_no_antidote() -> None:
    table = Table(NINE, wolves_may_pass=True).play({"kill": 0}, until="d1")
    assert table.fact(f.Victim) == f.Victim(5, 0)
    assert not table.asked("save")


@pytest.mark.parametrize(
    ("self_save", "first", "second"),
    [("always", True, True), ("first_night", True, False), ("never", False, False)],
)
def test_when_a_witch_may_save_herself(self_save: str, first: bool, second: bool) -> None:
    one = Table(NINE, witch_self_save=self_save).play({"n1.kill": 5}, until="n1.poison")
    assert bool(one.asked("save")) is first
    two = Table(NINE, witch_self_save=self_save).play(
        {"n1.kill": 7, "n2.kill": 5}, until="n2.poison"
    )
    assert ("n2.save.5" in two.asked("save")) is second
    assert not two.facts(f.Idle)


@pytest.mark.parametrize(("both", "poison_asked"), [(True, True), (False, False)])
def test_both_potions_in_one_night(both: bool, poison_asked: bool) -> None:
    table = Table(NINE, witch_both_potions=both).play({"kill": 7, "save": 7}, until="d1")
    assert bool(table.asked("poison")) is poison_asked
    assert not table.facts(f.Idle)


def test_a_kept_antidote_leaves_the_poison_where_both_are_barred() -> None:
    table = Table(NINE, witch_both_potions=False).play(
        {"kill": 7, "save": 0, "poison": 8}, until="d1"
    )
    assert table.died() == [(7, "killed"), (8, "poisoned")]


def test_the_poison_is_for_any_living_other_seat_or_no_one() -> None:
    table = Table(NINE).play({"n1.kill": 7}, until="n2.poison")
    assert table.options("n2.poison.5") == (0, 1, 2, 3, 4, 6, 8, 9)
    assert [entry.to for entry in table.entries(f.Saved, f.Poisoned)] == [(5,)] * 3


def test_a_potion_that_is_gone_is_not_asked_and_makes_no_idle() -> None:
    table = Table(NINE).play({"n1.kill": 7, "n1.save": 7, "n1.poison": 8, "n2.kill": 9}, until="d2")
    assert table.asked("save") == ["n1.save.5"]
    assert table.asked("poison") == ["n1.poison.5"]
    assert not table.facts(f.Idle)


def test_a_kept_potion_is_asked_again() -> None:
    table = Table(NINE).play({"n1.kill": 7, "n2.kill": 8}, until="d2")
    assert table.asked("save") == ["n1.save.5", "n2.save.5"]
    assert table.asked("poison") == ["n1.poison.5", "n2.poison.5"]


def test_potions_left_or_not_show_to_nobody_else() -> None:
    spent = Table(NINE).play({"n1.kill": 7, "n1.save": 7, "n2.kill": 8}, until="d2")
    kept = Table(NINE).play({"n1.kill": 7, "n1.protect": 7, "n2.kill": 8}, until="d2")
    assert spent.game.view(9).facts == kept.game.view(9).facts


def test_two_witches_learn_nothing_from_each_other_and_brew_together() -> None:
    table = Table("WWXXVVVV").play(
        {"n1.kill": 7, "n1.save.4": 7, "n1.poison": by_seat(s3=1)}, until="d1"
    )
    assert table.ids[-3:-1] == [["n1.save.3", "n1.save.4"], ["n1.poison.3", "n1.poison.4"]]
    assert table.died() == [(1, "poisoned")]


def test_two_guards_and_two_seers_act_together() -> None:
    table = Table("WWGGSSVVV").play(
        {"kill": 7, "protect.3": 8, "protect.4": 7, "check.5": 1, "check.6": 2}, until="d1"
    )
    assert table.ids[0] == ["n1.kill.1", "n1.protect.3", "n1.protect.4", "n1.check.5", "n1.check.6"]
    assert not table.died()
    assert table.told(f.Checked) == [(5,), (6,)]
