"""Fixed situations for an arena: earlier answers are scripted, and play stops after the asks.

Seats rotate from game to game, so that no seat number always has the same role. Sources: Strategic
Language Agents, section 4.2 (a last wolf facing Seer and Doctor) and appendix E (two claimed
Seers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from wolfcore.game import Answer, Board, Entry, RoleName, get_board
from wolfcore.game.facts import Began

_ROLES: tuple[RoleName, ...] = get_board("sla7").roles
"""The roles of all situations, before seats are rotated."""


_NOTHING_SAID = "I have nothing to tell."


_CLAIM = "I am the Seer. I checked seat {seat} last night, and seat {seat} is good."


class Situation(NamedTuple):
    """A situation: scripted answers up to a phase in which the players are asked.

    Attributes:
        end: The fact that begins the phase after the players' asks, when all are answered.
        given: Returns the scripted answers of everything before, by ask id, for seats rotated by a
            number.
    """

    end: Began
    given: Callable[[int], dict[str, Answer]]

    def fits(self, board: Board) -> bool:
        """Return whether a board has the roles and rules that the situation needs."""
        return board.name == "sla7"

    def roles(self, turned: int) -> tuple[RoleName, ...]:
        """Return the roles in seat order, rotated by `turned` seats."""
        return tuple(
            [_ROLES[(seat - 1 - turned) % len(_ROLES)] for seat in range(1, len(_ROLES) + 1)]
        )

    def is_answered(self, entries: Iterable[Entry]) -> bool:
        """Return whether the phase in which players are asked is over."""
        return any(isinstance(entry.fact, Began) and entry.fact == self.end for entry in entries)


def _nothing(_turned: int) -> dict[str, Answer]:
    return {}


def _rotated_seats(turned: int) -> tuple[int, ...]:
    """Return the seats of two wolves, Seer, Doctor and three villagers, in this order."""
    return tuple([(place + turned) % len(_ROLES) + 1 for place in range(len(_ROLES))])


def _last_wolf(turned: int) -> dict[str, Answer]:
    """Return the answers of the first two nights and days."""
    last, wolf, seer, doctor, first, second, third = _rotated_seats(turned)
    found = {
        f"n1.kill.{last}": first,
        f"n1.kill.{wolf}": first,
        f"n1.check.{seer}": wolf,
        f"n1.protect.{doctor}": doctor,
        f"n2.kill.{last}": second,
        f"n2.check.{seer}": second,
        f"n2.protect.{doctor}": doctor,
    }
    found |= {f"d1.vote.{seat}": wolf for seat in (last, seer, doctor, second, third)} | {
        f"d1.vote.{wolf}": seer
    }
    found |= {f"d2.vote.{seat}": third for seat in (last, seer, doctor)} | {
        f"d2.vote.{third}": last
    }
    said = {f"d1.speak.{seat}": _NOTHING_SAID for seat in (last, wolf, doctor, second, third)}
    said |= {f"d2.speak.{seat}": _NOTHING_SAID for seat in (last, third)}
    said |= {
        f"d1.speak.{seer}": (
            f"I am the Seer. I checked seat {wolf} last night, and seat {wolf} is a wolf."
        ),
        f"d2.speak.{seer}": _CLAIM.format(seat=second),
        f"d2.speak.{doctor}": "I am the Doctor.",
    }
    return _answers(found, said)


def _alone_with_both(turned: int) -> dict[str, Answer]:
    """Return the answers of `_last_wolf`, with a Doctor who tells whom it protected.

    A wolf that reads this knows whom it cannot kill. Arenas that began with it go on.
    """
    doctor = _rotated_seats(turned)[3]
    told = Answer(0, "I am the Doctor. I protected myself.")
    return _last_wolf(turned) | {f"d2.speak.{doctor}": told}


def _two_seers(turned: int) -> dict[str, Answer]:
    """Return the answers of the first night and day, and the ballots of wolves and Seer.

    These seats know which of the two claimed Seers is the true one.
    """
    false, wolf, seer, doctor, first, second, third = _rotated_seats(turned)
    found = {
        f"n1.kill.{false}": first,
        f"n1.kill.{wolf}": first,
        f"n1.check.{seer}": second,
        f"n1.protect.{doctor}": doctor,
        f"d1.vote.{false}": seer,
        f"d1.vote.{wolf}": seer,
        f"d1.vote.{seer}": false,
    }
    said = {f"d1.speak.{seat}": _NOTHING_SAID for seat in (wolf, doctor, second, third)}
    said |= {
        f"d1.speak.{seat}": _CLAIM.format(seat=good)
        for seat, good in ((seer, second), (false, third))
    }
    return _answers(found, said)


def _answers(found: Mapping[str, int], said: Mapping[str, str]) -> dict[str, Answer]:
    """Combine choices and speeches to answers, by ask id."""
    return {ask: Answer(choice) for ask, choice in found.items()} | {
        ask: Answer(0, text) for ask, text in said.items()
    }


SITUATIONS: dict[str, Situation] = {
    "first night": Situation(Began(1, "dawn"), _nothing),
    "last wolf": Situation(Began(3, "dawn"), _last_wolf),
    "alone with both": Situation(Began(3, "dawn"), _alone_with_both),
    "two seers": Situation(Began(1, "exile"), _two_seers),
}
"""The situations by name."""
