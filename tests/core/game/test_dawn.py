"""Deaths and what they set off: the announcement, shots, last words, the badge, and stop rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import Reply, Table, by_seat
from wolfcore.game import ALL, MODERATOR, Answer, Ask, Belief
from wolfcore.game import facts as f

NINE = "WWSGXHVVV"
"""Wolves 1 and 2, seer 3, guard 4, witch 5, hunter 6, villagers 7 to 9."""

HUNTERS = "WWXHHVVVV"
"""Wolves 1 and 2, witch 3, hunters 4 and 5, villagers 6 to 9."""

QUIET: dict[str, Any] = {"wolves_may_pass": True}


def elected(seat: int, **more: Reply) -> dict[str, Reply]:
    """Answers after which `seat` is sheriff, unopposed."""
    return {"run": by_seat(**{f"s{seat}": 1})} | more


# -- the announcement


def test_deaths_are_announced_together_in_seat_order() -> None:
    table = Table(NINE).play({"kill": 9, "poison": 4}, until="d1")
    told = [entry.fact for entry in table.entries(f.Began, f.Died, f.QuietNight) if entry.to == ALL]
    assert told[-4:] == [f.Began(1, "dawn"), f.Died(4), f.Died(9), f.Began(1, "discussion")]


def test_a_saved_victim_and_no_attack_read_the_same() -> None:
    saved = Table(NINE, **QUIET).play({"kill": 7, "save": 7}, until="d1")
    guarded = Table(NINE, **QUIET).play({"kill": 7, "protect": 7}, until="d1")
    passed = Table(NINE, **QUIET).play({}, until="d1")
    assert f.QuietNight(1) in passed.game.view(8).facts
    assert saved.game.view(8).facts == guarded.game.view(8).facts == passed.game.view(8).facts


@pytest.mark.parametrize(("cause_told", "audience"), [(True, ALL), (False, MODERATOR)])
def test_the_cause_of_a_death_at_night(cause_told: bool, audience: f.Audience) -> None:
    table = Table(NINE, cause_told=cause_told).play({"kill": 9, "poison": 7}, until="d1")
    assert table.told(f.Cause) == [audience, audience]


def test_the_cause_of_a_death_by_day_is_plain_to_all() -> None:
    table = Table(NINE, **QUIET).play({"d1.vote": 6, "shoot": 9}, until="n2")
    assert [(entry.to, entry.fact) for entry in table.entries(f.Cause)] == [
        (ALL, f.Cause(6, "exiled")),
        (ALL, f.Cause(9, "shot")),
    ]


@pytest.mark.parametrize(
    ("revealed", "roles"), [(True, [(9, "Villager"), (6, "Hunter"), (1, "Werewolf")]), (False, [])]
)
def test_roles_of_the_dead(revealed: bool, roles: list[tuple[int, str]]) -> None:
    table = Table(NINE, role_revealed=revealed).play(
        {"kill": 9, "d1.vote": 6, "shoot": 1}, until="n2"
    )
    assert [(fact.seat, fact.role) for fact in table.facts(f.Revealed)] == roles
    assert set(table.told(f.Revealed)) <= {ALL}


# -- the hunter


@pytest.mark.parametrize(
    ("shoots_poisoned", "answers", "asked"),
    [
        (True, {"kill": 6}, True),
        (True, {"kill": 7, "poison": 6}, True),
        (True, {"kill": 6, "poison": 6}, True),
        (False, {"kill": 6}, True),
        (False, {"kill": 7, "poison": 6}, False),
        (False, {"kill": 6, "poison": 6}, False),
        (False, {"kill": 7, "d1.vote": 6}, True),
    ],
)
def test_when_a_hunter_shoots(
    shoots_poisoned: bool, answers: dict[str, Reply], asked: bool
) -> None:
    table = Table(NINE, hunter_shoots_poisoned=shoots_poisoned).play(answers, until="n2")
    assert table.asked("shoot") == (["d1.shoot.6"] if asked else [])


def test_a_shot_is_public_and_kills() -> None:
    table = Table(NINE).play({"kill": 6, "shoot": 1}, until="d1.speak")
    assert [(entry.to, entry.fact) for entry in table.entries(f.Shot)] == [(ALL, f.Shot(6, 1))]
    assert table.died() == [(6, "killed"), (1, "shot")]


def test_holding_fire_is_known_to_the_hunter_alone() -> None:
    table = Table(NINE).play({"kill": 6, "shoot": 0}, until="d1.speak")
    assert [(entry.to, entry.fact) for entry in table.entries(f.Shot)] == [((6,), f.Shot(6, 0))]
    assert table.died() == [(6, "killed")]


@pytest.mark.parametrize(
    ("may_hold", "options"), [(True, (0, 1, 2, 3, 4, 5, 8, 9)), (False, (1, 2, 3, 4, 5, 8, 9))]
)
def test_a_hunter_may_shoot_any_living_seat(may_hold: bool, options: tuple[int, ...]) -> None:
    table = Table(NINE, hunter_may_hold=may_hold).play({"kill": 6, "poison": 7}, until="d1.shoot")
    assert table.options("d1.shoot.6") == options


def test_a_hunter_shot_by_a_hunter_shoots_too() -> None:
    table = Table(HUNTERS).play({"kill": 4, "shoot.4": 5, "shoot.5": 1}, until="d1.speak")
    assert table.died() == [(4, "killed"), (5, "shot"), (1, "shot")]


def test_a_hunter_shot_by_a_hunter_shoots_even_where_the_poisoned_may_not() -> None:
    table = Table(HUNTERS, hunter_shoots_poisoned=False).play(
        {"kill": 4, "shoot.4": 5, "shoot.5": 1}, until="d1.speak"
    )
    assert table.died()[-1] == (1, "shot")


def test_two_hunters_shoot_in_seat_order_and_the_second_knows_of_the_first() -> None:
    table = Table(HUNTERS).play(
        {"kill": 5, "poison": 4, "shoot.4": 9, "shoot.5": 8}, until="d1.speak"
    )
    assert table.asked("shoot") == ["d1.shoot.4", "d1.shoot.5"]
    assert 9 not in table.options("d1.shoot.5")


def test_the_shot_that_ends_the_game_at_dawn() -> None:
    table = Table("WHVVV").play({"kill": 2, "shoot": 1})
    assert (table.ended, table.died()) == ("village", [(2, "killed"), (1, "shot")])


def test_the_shot_that_ends_the_game_after_an_exile() -> None:
    table = Table("WHVV").play({"kill": 3, "d1.vote": 2, "shoot": 4})
    assert table.ended == "wolves"
    assert table.facts(f.Ended)[0].day == 1


def test_nothing_is_won_before_the_shots() -> None:
    table = Table("WWHVVV", **QUIET).play({"n1.kill": 4, "d1.vote": 3, "shoot": 1}, until="n2")
    assert table.game.state.living == (2, 5, 6)


# -- last words


@pytest.mark.parametrize(
    ("last_words", "spoke"),
    [
        ("none", []),
        ("exile", ["d1.last_words.2"]),
        ("exile_and_first_night", ["d1.last_words.7", "d1.last_words.9", "d1.last_words2.2"]),
    ],
)
def test_who_has_last_words(last_words: str, spoke: list[str]) -> None:
    table = Table(NINE, last_words=last_words).play(
        {"n1.kill": 9, "poison": 7, "vote": 2, "n2.kill": 8}, until="d2"
    )
    assert table.asked("last_words") == spoke


def test_a_seat_that_was_shot_has_no_last_words() -> None:
    table = Table(NINE, last_words="exile_and_first_night").play(
        {"kill": 6, "shoot": 9, "last_words": "so long"}, until="d1.speak"
    )
    assert table.facts(f.Said) == [f.Said(6, "last_words", "so long")]


def test_dawn_runs_from_deaths_over_shots_and_last_words_to_the_end() -> None:
    table = Table("WHVVV", last_words="exile_and_first_night").play({"kill": 2, "shoot": 1})
    assert table.orders()[-7:] == ["Died", "Cause", "Shot", "Died", "Cause", "Said", "Ended"]


def test_exile_runs_from_last_words_over_the_shot_to_the_end() -> None:
    table = Table("WHVVV", last_words="exile").play({"kill": 3, "d1.vote": 2, "shoot": 1})
    assert table.orders()[-8:] == [
        "Exiled",
        "Died",
        "Cause",
        "Said",
        "Shot",
        "Died",
        "Cause",
        "Ended",
    ]


def test_the_badge_passes_after_shots_and_last_words() -> None:
    table = Table(NINE, last_words="exile", sheriff="candidates", **QUIET)
    table.play(elected(6, **{"d1.vote": 6, "shoot": 9, "badge": 8}), until="n2")
    assert table.orders()[-9:] == [
        "Exiled",
        "Died",
        "Cause",
        "Said",
        "Shot",
        "Died",
        "Cause",
        "Badge",
        "Began",
    ]
    assert table.badges == [(6, "unopposed"), (8, "named")]


# -- the badge

SHERIFF: dict[str, Any] = {"sheriff": "candidates", "wolves_may_pass": True}


def test_a_sheriff_who_is_killed_names_an_heir() -> None:
    table = Table(NINE, **SHERIFF).play(elected(9, **{"n2.kill": 9, "badge": 3}), until="d2.order")
    assert table.options("d2.badge.9") == (1, 2, 3, 4, 5, 6, 7, 8)
    assert table.out() == ["d2.order.3"]


def test_a_sheriff_who_is_exiled_names_an_heir() -> None:
    table = Table(NINE, **SHERIFF).play(elected(9, **{"d1.vote": 9, "badge": 3}), until="n2")
    assert table.badges == [(9, "unopposed"), (3, "named")]
    assert table.asked("badge") == ["d1.badge.9"]


def test_a_sheriff_who_is_shot_names_an_heir() -> None:
    table = Table(NINE, **SHERIFF).play(
        elected(9, **{"d1.vote": 6, "shoot": 9, "badge": 3}), until="n2"
    )
    assert table.badges == [(9, "unopposed"), (3, "named")]


def test_the_badge_goes_to_someone_still_living_after_the_shot() -> None:
    table = Table(NINE, **SHERIFF).play(elected(6, **{"d1.vote": 6, "shoot": 9}), until="d1.badge")
    assert table.options("d1.badge.6") == (1, 2, 3, 4, 5, 7, 8)


def test_two_sheriffs_may_fall_on_one_day() -> None:
    table = Table(NINE, **SHERIFF)
    table.play(
        elected(9, **{"n2.kill": 9, "d2.badge.9": 8, "d2.vote": 8, "d2.badge2.8": 7}), until="n3"
    )
    assert table.badges == [(9, "unopposed"), (8, "named"), (7, "named")]


def test_the_badge_does_not_pass_when_the_game_is_over() -> None:
    table = Table("WVVVV", **SHERIFF).play(elected(1, **{"d1.vote": 1}))
    assert (table.ended, table.badges) == ("village", [(1, "unopposed")])


def test_a_badge_that_is_lost_ends_the_office() -> None:
    table = Table(NINE, badge_on_death="lost", **SHERIFF).play(
        elected(9, **{"d1.vote": 9}), until="d2.vote"
    )
    assert table.badges == [(9, "unopposed"), (0, "lost")]
    assert not table.asked("badge")
    assert "d2.order" not in str(table.ids)


@pytest.mark.parametrize(
    ("torn", "options"), [(False, (1, 2, 3, 4, 5, 6, 7, 8)), (True, (0, 1, 2, 3, 4, 5, 6, 7, 8))]
)
def test_whether_a_badge_may_be_torn(torn: bool, options: tuple[int, ...]) -> None:
    table = Table(NINE, badge_may_be_torn=torn, **SHERIFF).play(
        elected(9, **{"d1.vote": 9}), until="d1.badge"
    )
    assert table.options("d1.badge.9") == options


def test_a_torn_badge_is_gone() -> None:
    table = Table(NINE, badge_may_be_torn=True, **SHERIFF).play(
        elected(9, **{"d1.vote": 9, "badge": 0}), until="d2.vote"
    )
    assert table.badges == [(9, "unopposed"), (0, "torn")]
    assert table.game.state.badge_gone


def _believing(*beliefs: Belief) -> Answer:
    return Answer(beliefs=beliefs)


TRUSTED: dict[str, Any] = {"badge_on_death": "trusted", "suspicions": "before_vote", **SHERIFF}


def test_the_badge_goes_to_the_most_trusted() -> None:
    beliefs = _believing(
        Belief(1, "Werewolf", 5),
        Belief(2, "Villager", 7),
        Belief(3, "Seer", 9),
        Belief(4, "Werewolf", 10),
    )
    table = Table(NINE, **TRUSTED).play(
        elected(9, **{"suspect.9": beliefs, "d1.vote": 9}), until="n2"
    )
    assert table.badges[-1] == (3, "trusted")
    assert not table.asked("badge")


def test_equal_trust_goes_to_the_lowest_seat_and_a_doubted_wolf_counts_eleven_minus_its_confidence() -> (
    None
):
    beliefs = _believing(
        Belief(5, "Villager", 6), Belief(4, "Werewolf", 5), Belief(3, "Uncertain", 5)
    )
    table = Table(NINE, **TRUSTED).play(
        elected(9, **{"suspect.9": beliefs, "d1.vote": 9}), until="n2"
    )
    assert table.badges[-1] == (4, "trusted")


def test_only_the_living_are_trusted() -> None:
    beliefs = _believing(Belief(3, "Seer", 10), Belief(4, "Guard", 6))
    table = Table(NINE, **TRUSTED).play(
        elected(9, **{"suspect.9": beliefs, "n2.kill": 9, "n2.poison": 3}), until="d2.order"
    )
    assert table.badges[-1] == (4, "trusted")


def test_the_latest_beliefs_count() -> None:
    def answer(ask: Ask) -> Answer:
        return _believing(Belief(3 if ask.id.startswith("d1.summarise") else 4, "Seer", 9))

    table = Table(NINE, **TRUSTED).play(
        elected(9, **{"suspect.9": answer, "d1.vote": 9}), until="n2"
    )
    assert table.badges[-1] == (4, "trusted")


def test_without_beliefs_the_badge_is_named() -> None:
    table = Table(NINE, **TRUSTED).play(elected(9, **{"d1.vote": 9, "badge": 5}), until="n2")
    assert table.badges[-1] == (5, "named")


def test_people_who_may_not_lead_do_not_inherit() -> None:
    table = Table(NINE, people=(2, 7), people_may_lead=False, **SHERIFF).play(
        elected(9, **{"d1.vote": 9}), until="d1.badge"
    )
    assert table.options("d1.badge.9") == (1, 3, 4, 5, 6, 8)


def test_people_who_may_not_lead_are_not_trusted_with_the_badge() -> None:
    beliefs = _believing(Belief(3, "Seer", 10), Belief(4, "Guard", 6))
    table = Table(NINE, people=(3,), people_may_lead=False, **TRUSTED)
    table.play(elected(9, **{"suspect.9": beliefs, "d1.vote": 9}), until="n2")
    assert table.badges[-1] == (4, "trusted")


def test_a_badge_without_a_possible_heir_is_lost_and_its_holder_idles() -> None:
    table = Table("WVVVV", people=(1, 2, 3, 4), people_may_lead=False, **SHERIFF).play(
        {"run": 1, "d1.vote": 5}, until="n2"
    )
    assert table.badges == [(5, "unopposed"), (0, "lost")]
    assert [(entry.to, entry.fact) for entry in table.entries(f.Idle)] == [
        ((5,), f.Idle(5, "badge"))
    ]


def test_a_holder_who_can_only_tear_the_badge_is_asked() -> None:
    table = Table(
        "WVVVV", people=(1, 2, 3, 4), people_may_lead=False, badge_may_be_torn=True, **SHERIFF
    )
    table.play({"run": 1, "d1.vote": 5}, until="d1.badge")
    assert table.options("d1.badge.5") == (0,)


# -- an appointed sheriff and stop rules

APPOINTED: dict[str, Any] = {
    "sheriff": "appointed",
    "wolves_may_pass": True,
    "chance": {"appointed": (9,)},
}


def test_an_appointed_sheriff_is_secret_even_from_the_seat_until_after_the_first_night() -> None:
    table = Table(NINE, **APPOINTED)
    assert [(entry.to, entry.fact) for entry in table.entries(f.Appointed)] == [
        (MODERATOR, f.Appointed(9))
    ]
    assert table.game.state.sheriff == 0
    table.play({}, until="d1")
    assert table.badges == [(9, "appointed")]
    assert table.told(f.Badge) == [ALL]
    assert table.out() == ["d1.order.9"]
    assert table.orders()[table.orders().index("Badge") - 1] == "Began"


def test_people_who_may_not_lead_are_not_appointed() -> None:
    table = Table("WVVV", sheriff="appointed", people=(1, 2, 4), people_may_lead=False)
    assert table.fact(f.Appointed).seat == 3
    nobody = Table("WVVV", sheriff="appointed", people=(1, 2, 3, 4), people_may_lead=False)
    assert not nobody.facts(f.Appointed)


def test_an_appointed_sheriff_who_falls_in_the_first_night_is_announced_and_names_an_heir() -> None:
    table = Table(NINE, **APPOINTED).play({"n1.kill": 9, "badge": 8}, until="d1.order")
    assert table.badges == [(9, "appointed"), (8, "named")]


@pytest.mark.parametrize(
    ("answers", "ended"),
    [
        ({"n1.kill": 9}, "void"),
        ({"n1.poison": 9}, "void"),
        ({"n1.kill": 6, "shoot": 9}, "stopped"),
        ({"d1.vote": 9}, "stopped"),
        ({"d1.vote": 6, "shoot": 9}, "stopped"),
        ({"n2.kill": 9}, "stopped"),
    ],
)
@pytest.mark.parametrize("stop", ["sheriff_falls", "seat_falls 9"])
def test_when_a_stop_rule_ends_the_game(answers: dict[str, Reply], ended: str, stop: str) -> None:
    table = Table(NINE, stop=stop, **APPOINTED).play(answers)
    assert table.ended == ended
    assert table.fact(f.Ended).winner is None
    assert table.badges == [(9, "appointed")]


def test_a_stop_rule_watches_the_sheriff_of_the_day() -> None:
    table = Table(NINE, stop="sheriff_falls", **SHERIFF)
    table.play(elected(9, **{"d1.vote": 8, "d2.vote": 9}))
    assert (table.ended, table.exiled) == ("stopped", [8, 9])


def test_a_stop_rule_may_watch_any_seat_without_a_sheriff() -> None:
    table = Table("WVVVVV", stop="seat_falls 3", **QUIET).play({"d1.vote": 4, "d2.vote": 3})
    assert (table.ended, table.exiled) == ("stopped", [4, 3])


def test_a_game_that_is_won_is_won_whoever_fell() -> None:
    table = Table("WVVVV", stop="seat_falls 1", **QUIET).play({"d1.vote": 1})
    assert table.ended == "village"
    killed = Table("WVVV", stop="seat_falls 4").play({"kill": 3, "d1.vote": 4})
    assert killed.ended == "wolves"


def test_without_a_stop_rule_the_game_goes_on() -> None:
    table = Table(NINE, **APPOINTED).play({"d1.vote": 9}, until="n2")
    assert table.ended is None
