"""The outcome of an ended game: winner, reason, and the fate of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wolfcore.game import ROLES, Board, RoleName, State, Team
from wolfcore.game.facts import EndKind

_TITLES: dict[EndKind, str] = {
    "village": "The village wins",
    "wolves": "The wolves win",
    "draw": "A draw",
    "stopped": "The game stopped without a winner",
    "void": "The game is void",
}


class SeatOutcome(Struct, frozen=True):
    """What happened to one seat.

    Attributes:
        seat: The seat.
        name: Its name.
        role: Its role; None if an imported log does not tell it.
        player: Who played it, as written on the command line; empty if unknown.
        alive: Whether it lived to the end.
        how: `lived`, `lived without a vote`, or how and when it died.
    """

    seat: int
    name: str
    role: RoleName | None
    player: str
    alive: bool
    how: str


class Outcome(Struct, frozen=True):
    """The outcome of a game.

    Attributes:
        title: Who won, without a full stop.
        why: The reason, as a sentence.
        winner: The winning team; None if nobody won.
        fates: What happened to each seat, in seat order.
    """

    title: str
    why: str
    winner: Team | None
    fates: tuple[SeatOutcome, ...]


def outcome_of(
    board: Board, names: Sequence[str], state: State, players: Sequence[str] = ()
) -> Outcome:
    """Compute the outcome of a finished game.

    Args:
        board: The board.
        names: Name by seat, in seat order.
        state: The moderator's state at the end.
        players: Who played each seat, in seat order; empty if unknown.
    """
    assert state.ended is not None
    fates = tuple(
        SeatOutcome(
            seat,
            name,
            state.roles[seat],
            players[seat - 1] if players else "",
            state.alive(seat),
            _how(state, seat),
        )
        for seat, name in enumerate(names, 1)
    )
    return Outcome(ending_title(state.ended), _why(board, state), state.winner, fates)


def ending_title(ended: EndKind) -> str:
    """Name the winner of a game, or how else it ended, without a full stop."""
    return _TITLES[ended]


def _how(state: State, seat: int) -> str:
    death = state.death_of(seat)
    if death is None:
        return "lived without a vote" if seat in state.without_vote else "lived"
    when = f"in night {death.day}" if death.at_night else f"on day {death.day}"
    match death.cause:
        case "killed":
            return f"killed by the wolves {when}"
        case None:
            return f"died {when}"
        case cause:
            return f"{cause} {when}"


def _why(board: Board, state: State) -> str:
    switches = board.switches
    match state.ended:
        case "wolves":
            return _why_wolves(board, state)
        case "draw":
            return f"Day {switches.last_day}, the last one, ended and nobody had won."
        case "stopped" | "void":
            fell = (
                "the sheriff" if switches.stop == "sheriff_falls" else f"seat {switches.stop_seat}"
            )
            return f"This board stops when {fell} falls" + (
                ", and a fall in the first night voids the game." if state.ended == "void" else "."
            )
        case _:
            return "No wolf was left."


def _why_wolves(board: Board, state: State) -> str:
    living = [role for seat in state.living if (role := state.roles[seat])]
    wolves = sum(ROLES[role].team == "wolves" for role in living)
    others = len(living) - wolves
    if not others:
        return "Nobody of the village was left."
    match board.switches.wolves_win:
        case "no_plain_villager":
            return "No plain Villager was left."
        case "side" if not any(ROLES[role].plain for role in living) and "Villager" in board.roles:
            return "No plain Villager was left."
        case "side":
            return "Nobody of the village with a power was left."
        case "outnumber":
            return f"The wolves, {wolves}, outnumbered the others, {others}."
        case _:
            return (
                f"The wolves, {wolves}, were as many as the others, {others}."
                if wolves == others
                else (f"The wolves, {wolves}, were more than the others, {others}.")
            )
