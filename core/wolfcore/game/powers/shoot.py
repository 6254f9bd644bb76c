"""The shot of a dying hunter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.facts import ALL, DeathCause
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.roles import RoleName
from wolfcore.game.switches import Switches

from .power import PowerRules


def _shots(m: Moderator, fallen: Mapping[int, DeathCause]) -> Script[tuple[int, ...]]:
    """Let each hunter among the dead shoot, also hunters killed by a shot; return the seats shot.

    Args:
        m: The moderator.
        fallen: The cause of death of each dead seat. Where the board forbids it, a poisoned hunter
            does not shoot.
    """
    # Not `living_with`: the hunters are among the dead by now.
    armed = [seat for seat in m.seats_with("shoot") if seat in fallen]
    if not m.switches.hunter_shoots_poisoned:
        armed = [seat for seat in armed if fallen[seat] != "poisoned"]
    shot: list[int] = []
    while armed:
        hunter = armed.pop(0)
        options = (0, *m.state.living) if m.switches.hunter_may_hold else m.state.living
        answer = yield from m.ask_one("shoot", hunter, options, (hunter,))
        if answer is None:
            continue
        target = answer.choice
        # Holding fire stays a secret, since it would reveal the hunter.
        m.tell(f.Shot(hunter, target), ALL if target else (hunter,))
        if target:
            m.announce_death(target, "shot", ALL)
            shot.append(target)
            # A hunter who is shot shoots as well.
            if target in m.seats_with("shoot"):
                armed.append(target)
    return tuple(shot)


# -- the rule book


def _sentence(role: RoleName, s: Switches) -> str:
    return (
        f"The {role} "
        f"{'may shoot a living player' if s.hunter_may_hold else 'shoots'} when eliminated."
    )


def _sentences(board: Board, name: str) -> Iterator[str]:
    s = board.switches
    yield f"A shot is public, and so reveals the {name}; who is shot dies at once."
    if not s.hunter_shoots_poisoned and board.roles_with("potions"):
        yield f"A poisoned {name} does not shoot; killed and poisoned counts as poisoned."
    if s.hunter_may_hold:
        yield f"The {name} may hold fire, and nobody learns of it."


RULES = PowerRules(_sentence, after_deaths=_shots, morning=_sentences)
