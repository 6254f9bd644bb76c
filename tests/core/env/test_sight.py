"""The arrays of a seat: each fact in its place, nothing of what the seat may not know, and nothing
out of bounds."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings

from tests.core.game.random_play import specs, steps
from tests.core.game.table_talk import Table, ballots, by_seat
from tests.core.game.twins import Twins, cornered, play_part, twins
from wolfcore.env.interfaces import ViewLines, field_words
from wolfcore.env.observation import SeatObserver
from wolfcore.env.spaces import (
    BALLOTS,
    CAUSES,
    ENDS,
    KINDS,
    PHASES,
    RESULTS,
    ROLE_NAMES,
    fields_of,
    layout_of,
    roles_on,
)  # fmt: skip
from wolfcore.env.speech_acts import ACTS, speech_places
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Game, GameSpec, get_board
from wolfcore.speech import Act, ContentAct


class Seen:
    """What a seat sees of a table now, by the places that are not 0."""

    def __init__(self, table: Table, seat: int) -> None:
        self.arrays = SeatObserver(table.game.view(seat), 0).arrays(None)

    def __getitem__(self, name: str) -> dict[tuple[int, ...], int]:
        array = self.arrays[name]
        return {tuple(map(int, place)): int(array[tuple(place)]) for place in np.argwhere(array)}


def test_the_deal_and_the_time() -> None:
    table = Table("WWSDVVV")
    wolf, seer = Seen(table, 1), Seen(table, 3)
    assert wolf["roles"] == {
        (1, ROLE_NAMES.index("Werewolf")): 1,
        (2, ROLE_NAMES.index("Werewolf")): 1,
    }
    assert seer["roles"] == {(3, ROLE_NAMES.index("Seer")): 1}
    assert seer["me"] == {(3,): 1}
    assert seer["living"] == {(seat,): 1 for seat in range(1, 8)}
    assert (seer["day"], seer["phase"]) == ({(0,): 1}, {(PHASES.index("night"),): 1})


def test_a_night_as_those_see_it_who_acted_in_it() -> None:
    table = Table("WWSGXVVVV", wolf_kill="second_decides", whisper_rounds=1)
    table.play(
        {
            "n1.whisper.1": "Let's attack 9.",
            "n1.kill": by_seat(s1=8, s2=9),
            "n1.check": 2,
            "n1.protect": 7,
            "n1.save": 9,
            "n1.poison": 8,
        },
        until="d1",
    )
    wolf, seer, guard, witch, plain = (Seen(table, seat) for seat in (1, 3, 4, 5, 6))
    assert wolf["wishes"] == {(1, 9): 1}
    assert wolf["picks"] == {(1, 8): 1, (2, 9): 1}
    assert wolf["attacked"] == {(9,): 1}
    assert seer["checked"] == {(RESULTS.index("wolves"), 2): 1}
    assert guard["protected"] == {(7,): 1}
    assert (witch["victim"], witch["saved"], witch["poisoned"]) == ({(9,): 1}, {(9,): 1}, {(8,): 1})
    for seat in (wolf, seer, guard, witch, plain):
        assert seat["died"] == {(8,): 1}
        assert seat["causes"] == {}
        assert (8,) not in seat["living"]
    for name in (
        "wishes",
        "picks",
        "attacked",
        "checked",
        "protected",
        "victim",
        "saved",
        "poisoned",
    ):
        assert plain[name] == {}


def test_a_check_that_names_a_role_names_its_team_too() -> None:
    table = Table("WWSDVVV", seer_learns="role").play({"n1.kill": 7, "n1.check": 4}, until="d1")
    seer = Seen(table, 3)
    assert seer["checked"] == {(RESULTS.index("village"), 4): 1}
    assert (4, ROLE_NAMES.index("Doctor")) in seer["roles"]


def test_who_decides_and_a_night_in_which_nobody_is_attacked() -> None:
    table = Table(
        "WWVVVVV", wolf_kill="one_decides", wolves_may_pass=True, chance={"decider.n1": (2,)}
    )
    table.play({"n1.kill": 0}, until="d1")
    assert Seen(table, 1)["decider"] == {(2,): 1}
    assert Seen(table, 1)["attacked"] == {(0,): 1}
    assert Seen(table, 7)["quiet"] == {(0,): 1}


def test_ballots_exile_and_what_a_board_shows_of_the_dead() -> None:
    table = Table("WWVVVVV", wolves_may_pass=True, role_revealed=True)
    table.play(
        {"d1.vote": ballots("3 3 1 1 1 - -"), "n2.kill": 7, "d2.vote": ballots("- 4 2 2 - -")}
    )
    seen = Seen(table, 4)
    vote = BALLOTS.index("vote")
    assert seen["ballots"] == {
        (vote, 1, 3): 1,
        (vote, 2, 3): 1,
        (vote, 3, 1): 1,
        (vote, 4, 1): 1,
        (vote, 5, 1): 1,
        (vote, 6, 0): 1,
        (vote, 7, 0): 1,
    } | {(vote, 2, 4): 2, (vote, 3, 2): 2, (vote, 4, 2): 2, (vote, 5, 0): 2, (vote, 6, 0): 2}
    assert seen["exiled"] == {(1,): 1, (2,): 2}
    assert seen["died"] == {(1,): 1, (7,): 2, (2,): 2}
    assert seen["causes"] == {(seat, CAUSES.index("exiled")): 1 for seat in (1, 2)}
    assert (1, ROLE_NAMES.index("Werewolf")) in seen["roles"]
    assert seen["ended"] == {(ENDS.index("village"),): 1}


def test_a_secret_ballot_is_seen_by_its_voter_alone() -> None:
    table = Table("WWVVVVV", wolves_may_pass=True, ballots="secret").play(
        {"d1.vote": ballots("- - 1 - - - -")}, until="n2"
    )
    vote = BALLOTS.index("vote")
    assert Seen(table, 3)["ballots"] == {(vote, 3, 1): 1}
    assert Seen(table, 4)["ballots"] == {(vote, 4, 0): 1}


def test_a_runoff_and_a_tie_that_chance_breaks() -> None:
    runoff = Table("WWVVVVV", wolves_may_pass=True, tie="runoff")
    runoff.play(
        {"d1.vote": ballots("- - 1 2 - - -"), "d1.vote2": ballots("- - 1 1 - - -")}, until="n2"
    )
    seen = Seen(runoff, 3)
    assert seen["ballots"][BALLOTS.index("runoff"), 3, 1] == 1
    assert seen["ballots"][BALLOTS.index("vote"), 3, 1] == 1
    drawn = Table("WWVVVVV", wolves_may_pass=True, tie="random").play(
        {"d1.vote": ballots("- - 1 2 - - -")}, until="n2"
    )
    assert Seen(drawn, 7)["tied"] == {(1,): 1, (2,): 1}


def test_what_is_said_lies_where_it_was_heard() -> None:
    table = Table("WWSDVVV", wolves_may_pass=True)
    said = {
        "speak.1": "I am the Seer. I checked seat 5 last night: seat 5 is a wolf.",
        "speak.2": "I trust seat 1. Vote for seat 5!",
    }
    table.play(
        {**said, "speak.3": "Seat 1 is lying. Seat 1 is a wolf. I am the Seer."}, until="d1.vote"
    )
    seen = Seen(table, 7)
    names, roles = table.game.spec.names, table.game.spec.board.roles
    expected = {
        (act, speaker, seat): 1
        for speaker in (1, 2, 3)
        for act, seat in speech_places(_words(table, speaker), speaker, names, roles).acts
    }
    assert seen["acts"] == expected
    assert {
        (ACTS.index("ReportsWolf"), 1, 5),
        (ACTS.index("CallsVote"), 2, 5),
        (ACTS.index("Accuses"), 3, 1),
    } <= set(expected)
    assert seen["claims"] == {(1, ROLE_NAMES.index("Seer")): 1, (3, ROLE_NAMES.index("Seer")): 1}
    assert seen["speeches"] == {(seat,): 1 for seat in range(1, 8)}


def _words(table: Table, speaker: int) -> str:
    return next(
        own.answer.text for own in table.game.view(speaker).answered if own.ask.kind == "speak"
    )


def test_a_claim_that_is_taken_back_or_changed_stands_no_more() -> None:
    table = Table("WWSDVVV", wolves_may_pass=True, discussion_rounds=3)
    table.play(
        {
            "d1.speak.1": "I am the Seer.",
            "d1.speak.2": "I am the Seer.",
            "d1.speak2.1": "I am the Doctor.",
            "d1.speak2.2": "I am not the Seer after all, I take it back.",
        },
        until="d1.vote",
    )
    assert Seen(table, 7)["claims"] == {(1, ROLE_NAMES.index("Doctor")): 1}


def test_the_badge_the_candidates_and_the_order() -> None:
    table = Table("WWSDVVVV", "plus8", chance={"candidates": (4, 7)})
    table.play(
        {"run": by_seat(s4=1, s7=1), "elect": 4, "order": 1, "summarise": Answer(7, "Seat 7.")},
        until="d1.vote",
    )
    seen = Seen(table, 8)
    assert seen["candidates"]
    (sheriff,) = [seat for (seat,) in seen["sheriff"]]
    order = next(fact.seats for fact in table.facts(_fact("OrderSet")))
    assert seen["order"] == {(seat,): place for place, seat in enumerate(order, 1)}
    assert sheriff == table.game.state.sheriff > 0
    assert seen["recommended"] == {(7,): 1}


def test_a_badge_that_is_torn_is_gone_for_good_and_an_order_ends_with_its_day() -> None:
    table = Table("WWSXHVVVV", "plus9+sheriff", badge_may_be_torn=True)
    table.play({"run": by_seat(s9=1, s8=1), "elect": 9}, until="d1.vote")
    assert Seen(table, 1)["sheriff"] == {(9,): 1}
    assert Seen(table, 1)["order"]
    table.play({"vote": 9, "badge": 0}, until="n2")
    assert Seen(table, 1)["sheriff"] == {(0,): 1}
    assert Seen(table, 1)["order"] == {}


def _fact(name: str) -> Any:
    from wolfcore.game import facts

    return getattr(facts, name)


def test_who_is_called_on_and_who_stands_at_the_block() -> None:
    bids = Table("WWSDVVVV", "arena8").play({"bid": by_seat(s6=4)}, until="d1.speak")
    assert Seen(bids, 1)["called"] == {(6,): 1}
    assert len(Seen(bids.play(until="d1.vote"), 1)["called"]) == 1
    assert Seen(bids.play(until="n2"), 1)["called"] == {}
    block = Table("WWSXHVVVV", "classic9").play({"speak": "Seat 6 is a wolf."}, until="d1.defend")
    assert Seen(block, 1)["block"] == {(6,): 1}


def test_a_shot() -> None:
    table = Table("WWHVVVVV").play({"n1.kill": 3, "shoot": 8}, until="d1.speak")
    assert Seen(table, 4)["shots"] == {(3, 8): 1}
    assert Seen(table, 4)["causes"] == {(8, CAUSES.index("shot")): 1}


def test_what_a_seat_is_asked_and_what_is_proposed_to_it() -> None:
    table = Table("WWSDVVV", wolves_may_pass=True).play(until="d1.speak")
    plans = [Answer(0, "I am the Seer. Seat 2 is a wolf."), Answer(0, "")]
    seen = SeatObserver(table.game.view(1), 3).arrays(table.ask("d1.speak.1"), plans)
    assert list(np.flatnonzero(seen["ask"])) == [KINDS.index("speak")]
    assert np.argwhere(seen["plan_choice"]).tolist() == [[0, 0], [1, 0]]
    assert np.argwhere(seen["plan_claims"]).tolist() == [[0, ROLE_NAMES.index("Seer")]]
    assert np.argwhere(seen["plan_acts"]).tolist() == [[0, ACTS.index("Accuses"), 2]]


# -- of all games


AXES = {
    "phases": "setup night dawn election discussion straw_vote summary defence vote runoff exile",
    "kinds": "kill whisper protect check save poison shoot run campaign elect order speak suspect "
    "lean summarise defend vote plead badge last_words bid",
    "roles": "Werewolf Villager Seer Doctor Guard Witch Hunter",
    "causes": "killed poisoned exiled shot",
    "ballots": "elect lean vote runoff",
    "acts": "Accuses Vouches Defends CallsVote AsksSeat ReportsWolf ReportsGood TellsProtected "
    "TellsSaved TellsPoisoned",
    "results": "wolves village",
    "ends": "village wolves draw stopped void",
}


def test_the_names_along_the_axes_of_this_version() -> None:
    """Whoever changes one makes another version: networks were trained with these."""
    layout = layout_of(ROLE_NAMES)
    assert layout.version == "arrays-1"
    assert {axis: " ".join(names) for axis, names in layout.axes.items()} == AXES


def test_every_act_has_a_place_in_this_version() -> None:
    about_roles = {"ClaimsRole", "Retracts"}
    reports = {"ReportsWolf", "ReportsGood"}
    later = {act.__name__ for act in get_args(ContentAct)}
    named = {act.__name__ for act in get_args(Act)} - about_roles - later - {"ReportsCheck"}
    assert named | reports == set(ACTS)


DEALT = ("Werewolf", "Villager", "Seer", "Doctor")


@pytest.mark.parametrize(
    "roles", [("Archer", *ROLE_NAMES), (*ROLE_NAMES, "Archer"), DEALT, DEALT[::-1]]
)
def test_a_layout_writes_the_roles_that_it_names(roles: tuple[str, ...]) -> None:
    table = Table("WWSDVVV", wolves_may_pass=True)
    said = {"d1.speak.3": "I am the Seer.", "d1.speak.5": "I am the Doctor."}
    table.play({"n1.check": 1, **said}, until="d1.vote")
    plans = [Answer(0, "I am the Seer."), Answer(0, "I am the Witch.")]
    for seat in range(1, 8):
        first = SeatObserver(table.game.view(seat), 2).arrays(None, plans)
        other = SeatObserver(table.game.view(seat), 2, roles).arrays(None, plans)
        for field in fields_of(7, 2, roles):
            assert other[field.name].shape == field.shape
        for name, array in first.items():
            if name in ("roles", "claims", "plan_claims"):
                known = [role for role in roles if role in ROLE_NAMES]
                ours = array[:, [ROLE_NAMES.index(role) for role in known]]
                theirs = other[name][:, [roles.index(role) for role in known]]
                assert np.array_equal(ours, theirs), name
                assert other[name].sum() == theirs.sum()
            else:
                assert np.array_equal(array, other[name]), name


def test_a_claim_of_a_role_without_a_place_takes_the_earlier_claim_back() -> None:
    table = Table("WWSDVVV", wolves_may_pass=True, discussion_rounds=2)
    said = {"speak.3": "I am the Seer.", "speak.4": "I am the Seer.", "speak2.4": "I am the Witch."}
    table.play({f"d1.{ask}": words for ask, words in said.items()}, until="d1.vote")
    seen = SeatObserver(table.game.view(7), 0, DEALT).arrays(None)["claims"]
    assert np.argwhere(seen).tolist() == [[3, DEALT.index("Seer")]]


@pytest.mark.parametrize(
    ("roles", "says"),
    [
        (("Werewolf", "Villager", "Seer"), "the layout has no place for Doctor, which sla7 deals"),
        (("Villager",), "no place for Werewolf, Seer, Doctor, which sla7 deals"),
        ((*ROLE_NAMES, "Seer"), "names a role twice"),
        ((), "no place for Werewolf, Seer, Doctor, Villager"),
    ],
)
def test_a_layout_that_a_board_does_not_fit_is_refused(roles: tuple[str, ...], says: str) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        roles_on(get_board("sla7"), roles)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@given(specs())
@settings(max_examples=25, deadline=None)
def test_looking_often_shows_what_looking_once_shows_and_nothing_out_of_bounds(
    spec: GameSpec,
) -> None:
    often: dict[int, SeatObserver] = {}
    for game in steps(spec):
        for seat in range(1, spec.board.size + 1):
            sight = often.setdefault(seat, SeatObserver(game.view(seat), 0))
            seen = sight.arrays(None)
            if game.over:
                once = SeatObserver(game.view(seat), 0).arrays(None)
                for field in fields_of(spec.board.size, 0):
                    assert np.array_equal(seen[field.name], once[field.name])
                    assert (once[field.name].shape, once[field.name].dtype) == (
                        field.shape,
                        np.int8,
                    )
                    assert 0 <= once[field.name].min() <= once[field.name].max() <= field.high


@pytest.mark.slow
@given(twins())
@settings(max_examples=60, deadline=None)
def test_two_games_that_differ_in_what_a_seat_may_not_know_look_the_same_to_it(pair: Twins) -> None:
    one, two = Game(pair.one), Game(pair.two)
    sights = [SeatObserver(game.view(pair.seat), 0) for game in (one, two)]
    lines = [ViewLines(game.view(pair.seat), field_words) for game in (one, two)]
    while one.asks and two.asks and not cornered(one, pair):
        for game in (one, two):
            play_part(game, pair)
            game.view(pair.seat)
        first, second = (sight.arrays(None) for sight in sights)
        for name, array in first.items():
            assert np.array_equal(array, second[name]), name
        assert lines[0].all() == lines[1].all()
    assert one.log != two.log


def test_whoever_knows_more_sees_more() -> None:
    one, two = (
        Table(letters, wolves_may_pass=True).play(until="d1") for letters in ("WWSDVVV", "WSWDVVV")
    )
    assert all(Seen(one, 7)[name] == Seen(two, 7)[name] for name in Seen(one, 7).arrays)
    assert Seen(one, 1)["roles"] != Seen(two, 1)["roles"]
