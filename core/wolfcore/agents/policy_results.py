"""Where shipped policies were measured against `bot:hard`, and which policy a seat uses by default.

The results are in `policy/shipped/measured.toml`. numpy is not needed, so that a seat can be
judged without the library of policies.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from wolfcore.decoders import parse_toml
from wolfcore.game import SAFE_NIGHT, Board, Team, get_board, is_shipped

from .presets import Settings

DEFAULT_POLICY, POLICY_OF_BOARD = "sla-acts", {"xu7": "xu7-acts"}
"""The default policy of seats that house bots think for, and the policies that replace it on the
boards on which they were trained."""


DEFAULT_TEXT_POLICY = "sla-text"
"""The default policy of seats that models play."""


INTENTION_POLICY = "atomic-acts"
"""The default policy of seats that choose intentions."""


class PolicyResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy gained over `bot:hard` in its place, on paired deals against `bot:hard`.

    Attributes:
        policy: The name of the shipped policy.
        player: The player as measured, such as `sla:bots=hard`.
        board: The shipped board.
        side: The side that it played, with all seats of the side.
        seed: The seed of the first deal; deal k has seed `seed` + k.
        deals: The number of paired deals.
        gain: Points of win share, -100..100: the policy's less those of `bot:hard`.
        low: The lower end of the 95 % interval by deal.
        high: The upper end.
        bots: The version of the house bots.
    """

    policy: str
    player: str
    board: str
    side: Team
    seed: int
    deals: int
    gain: float
    low: float
    high: float
    bots: int = 1

    @property
    def is_worse(self) -> bool:
        """Whether the whole interval is below zero, so that `bot:hard` plays better there."""
        return self.high < 0

    @property
    def text(self) -> str:
        """The gain with interval and deals: `-28.5 points [-35.1, -21.6] in 400 deals`."""
        between = f"[{self.low:+.1f}, {self.high:+.1f}]"
        return f"{self.gain:+.1f} points {between} in {self.deals} deals"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """`measured.toml`."""

    results: tuple[PolicyResult, ...] = ()


@cache
def policy_results() -> tuple[PolicyResult, ...]:
    """Return all results of shipped policies, in the order of the file."""
    file = files("wolfcore.agents") / "policy" / "shipped" / "measured.toml"
    return msgspec.convert(parse_toml(file.read_text(encoding="utf-8")), _File).results


def results_on(policy: str, board: Board) -> tuple[PolicyResult, ...]:
    """Return the results of a policy on a board; none for a board that does not ship so."""
    if not is_shipped(board.name) or get_board(board.name) != board:
        return ()
    return tuple(
        each for each in policy_results() if each.policy == policy and each.board == board.name
    )


def default_policy(settings: Settings, board: str) -> str:
    """Return the policy of a seat without a model that names none, by the board's name."""
    if settings.intentions:
        return INTENTION_POLICY
    return POLICY_OF_BOARD.get(board.removesuffix(SAFE_NIGHT), DEFAULT_POLICY)
