"""The check of one seat: its team, or on some boards its role."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.moderator import Batch, Moderator
from wolfcore.game.roles import ROLES, RoleName, subtract_seats
from wolfcore.game.switches import Switches
from wolfcore.game.views import AnsweredAsk

from .power import NightRules, PowerRules, Tonight


def _seer_batch(m: Moderator, _: Tonight) -> Batch:
    seers = m.living_with("check")
    return (
        ()
        if not seers
        else m.make_asks(
            m.begin_step("check", seers), "check", {seat: _seer_options(m, seat) for seat in seers}
        )
    )


def _seer_options(m: Moderator, seat: int) -> tuple[int, ...]:
    targets = m.other_living(seat)
    if not m.switches.seer_repeat:
        targets = subtract_seats(
            targets, tuple([check.target for check in m.state.checks if check.seer == seat])
        )
    return (0, *targets) if m.switches.seer_pass else targets


def _resolve_check(m: Moderator, _: Tonight, given: list[AnsweredAsk]) -> None:
    for own in given:
        seat, target = own.ask.seat, own.answer.choice
        # The role of seat 0 is None: the seer passed.
        role = m.roles[target]
        if role is None:
            m.tell(f.Checked(seat, 0, ""), (seat,))
        else:
            m.tell(
                f.Checked(
                    seat, target, role if m.switches.seer_learns == "role" else ROLES[role].team
                ),
                (seat,),
            )


# -- the rule book


def _sentence(role: RoleName, s: Switches) -> str:
    return (
        f"Each night the {role} learns the "
        f"{'role' if s.seer_learns == 'role' else 'team'} of another living player."
    )


def _sentences(board: Board, name: str) -> Iterator[str]:
    s = board.switches
    if not s.seer_repeat:
        yield f"The {name} checks nobody twice."
    else:
        yield f"The {name} may check the same player again."
    if s.seer_pass:
        yield f"The {name} may check nobody."


RULES = PowerRules(
    _sentence, NightRules("seer", _seer_batch, _resolve_check, _sentences, without_deaths=True)
)
