"""How a game went, in words."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.core.game.random_play import played, specs
from wolfcore.game import Board, GameSpec, Switches, fold, initial_state, read_roles
from wolfcore.game import facts as f
from wolfcore.game.facts import EndKind
from wolftui.words.outcome import outcome_of

ROLES = read_roles("Werewolf, Werewolf, Seer, Villager, Villager")
PLAIN = Switches()
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif")
DEALT: list[f.Fact] = [f.Dealt(seat, role) for seat, role in enumerate(ROLES, 1)]


def ended(how: EndKind, *facts: f.Fact, switches: Switches = PLAIN) -> tuple[str, str]:
    board = Board("test5", ROLES, switches)
    winner = how if how in ("village", "wolves") else None
    state = fold(initial_state(5), [*DEALT, *facts, f.Ended(2, how, winner)])
    told = outcome_of(board, NAMES, state)
    return told.title, told.why


def test_a_village_that_wins_has_seen_the_last_wolf() -> None:
    assert ended("village", f.Died(1), f.Died(2)) == ("The village wins", "No wolf was left.")


@pytest.mark.parametrize(
    ("switches", "dead", "why"),
    [
        (Switches(), (3,), "The wolves, 2, were as many as the others, 2."),
        (Switches(), (3, 4), "The wolves, 2, were more than the others, 1."),
        (Switches(wolves_win="outnumber"), (3, 4), "The wolves, 2, outnumbered the others, 1."),
        (Switches(wolves_win="side"), (3,), "Nobody of the village with a power was left."),
        (Switches(wolves_win="side"), (4, 5), "No plain Villager was left."),
        (Switches(wolves_win="no_plain_villager"), (4, 5), "No plain Villager was left."),
        (Switches(wolves_win="all_dead"), (3, 4, 5), "Nobody of the village was left."),
    ],
)
def test_wolves_that_win_did_so_by_the_rule_of_the_board(
    switches: Switches, dead: tuple[int, ...], why: str
) -> None:
    assert ended("wolves", *(f.Died(seat) for seat in dead), switches=switches) == (
        "The wolves win",
        why,
    )


def test_a_game_that_stops_says_on_what() -> None:
    assert (
        ended("stopped", switches=Switches(stop="sheriff_falls"))[1]
        == "This board stops when the sheriff falls."
    )
    void = ended("void", switches=Switches(stop="seat_falls 3"))
    assert void == (
        "The game is void",
        "This board stops when seat 3 falls, and a fall in the first night voids the game.",
    )
    assert ended("draw")[1] == "Day 20, the last one, ended and nobody had won."


def test_each_seat_fell_as_it_fell() -> None:
    facts: list[f.Fact] = [
        f.Began(1, "night"),
        f.Began(1, "dawn"),
        f.Died(3),
        f.Cause(3, "killed"),
        f.Shot(3, 4),
        f.Died(4),
        f.Cause(4, "shot"),
        f.Began(1, "exile"),
        f.Died(1),
        f.Cause(1, "exiled"),
    ]
    state = fold(initial_state(5), [*DEALT, *facts, f.Ended(1, "draw")])
    fates = outcome_of(
        Board("test5", ROLES), NAMES, state, ("human", "bot", "bot", "bot", "bot")
    ).fates
    assert [fate.how for fate in fates] == [
        "exiled on day 1",
        "lived",
        "killed by the wolves in night 1",
        "shot on day 1",
        "lived",
    ]
    assert [fate.player for fate in fates][:2] == ["human", "bot"]
    assert fates[0].role == "Werewolf"


@given(specs())
def test_every_ending_can_be_told(spec: GameSpec) -> None:
    game = played(spec)
    told = outcome_of(spec.board, spec.names, game.state)
    assert told.why.endswith(".")
    assert sum(fate.alive for fate in told.fates) == len(game.state.living)
    assert all((fate.how == "lived") == fate.alive for fate in told.fates)
