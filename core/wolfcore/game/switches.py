"""The rule switches of a board and the winning condition that they select.

Every default is the rule-book rule. A switch added after games were saved must be listed in
`LATER_SWITCHES`, so that old log headers keep their bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .roles import ROLES, WOLVES, Power, Team

NightStep = Literal["wolves", "guard", "seer", "witch"]


NIGHT_STEPS: tuple[NightStep, ...] = ("wolves", "guard", "seer", "witch")


_Sheriff = Annotated[str, Meta(pattern=r"^(none|candidates|appointed|drawn [1-9][0-9]?)$")]


_Stop = Annotated[str, Meta(pattern=r"^(never|sheriff_falls|seat_falls [1-9][0-9]?)$")]


class Switches(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a board: each attribute is one switch, and the rule book explains each value.

    Units: `sheriff_weight` is in halves of a plain ballot (2 is one ballot, 3 one and a half);
    `last_day`, `whisper_rounds`, `discussion_rounds` and `discussion_turns` are counts.
    """

    wolves_win: Literal["parity", "outnumber", "no_plain_villager", "side", "all_dead"] = "parity"
    wolf_kill: Literal["plurality", "second_decides", "unanimous", "one_decides"] = "plurality"
    wolves_may_target_pack: bool = False
    wolves_may_pass: bool = False
    whisper_rounds: Annotated[int, Meta(ge=0, le=9)] = 0
    night_order: tuple[NightStep, ...] = NIGHT_STEPS

    guard_self: bool = True
    guard_repeat: bool = False
    guard_pass: bool = False
    guard_stops_poison: bool = False
    guard_and_antidote: Literal["lives", "dies"] = "lives"

    witch_told: Literal["holding", "dying", "always", "never"] = "holding"
    witch_self_save: Literal["always", "first_night", "never"] = "always"
    witch_both_potions: bool = True

    seer_learns: Literal["team", "role"] = "team"
    seer_repeat: bool = True
    seer_pass: bool = False

    hunter_shoots_poisoned: bool = True
    hunter_may_hold: bool = True

    sheriff: _Sheriff = "none"
    candidates_vote: bool = False
    sheriff_speaks: Literal["first", "last"] = "last"
    straw_vote: Literal["none", "private", "shown"] = "none"
    sheriff_weight: Annotated[int, Meta(ge=0, le=20)] = 2
    badge_on_death: Literal["named", "trusted", "lost"] = "named"
    badge_may_be_torn: bool = False
    people_may_lead: bool = True

    stop: _Stop = "never"
    last_day: Annotated[int, Meta(ge=1, le=99)] = 20

    discussion: Literal["seat", "shuffled_once", "shuffled_daily", "bids"] = "seat"
    discussion_rounds: Annotated[int, Meta(ge=1, le=9)] = 1
    discussion_turns: Annotated[int, Meta(ge=1, le=99)] = 8
    suspicions: Literal["none", "before_vote", "before_every_ask"] = "none"
    defence: Literal["none", "most_named"] = "none"

    vote: Literal["plurality", "plurality_pass", "majority"] = "plurality"
    abstain: bool = True
    vote_self: bool = False
    ballots: Literal["public", "heard", "secret"] = "public"
    tie: Literal["none", "random", "runoff"] = "none"

    role_revealed: bool = False
    cause_told: bool = False
    last_words: Literal["none", "exile", "exile_and_first_night"] = "none"

    @property
    def drawn_candidates(self) -> int:
        """Number of candidates for sheriff that are drawn; 0 where none are."""
        return int(self.sheriff.split()[1]) if self.sheriff.startswith("drawn") else 0

    @property
    def stop_seat(self) -> int:
        """The seat whose death stops the game; 0 where there is none."""
        return int(self.stop.split()[1]) if self.stop.startswith("seat_falls") else 0


LATER_SWITCHES: tuple[str, ...] = ("defence",)
"""Switches that were added after games had been saved.

At its default such a switch is left out of a log header, so that the headers of older games keep
their bytes. Every default is the rule by which boards were played before the switch existed.
"""


POWER_SWITCHES: dict[str, Power] = {
    "guard_": "protect",
    "witch_": "potions",
    "seer_": "check",
    "hunter_": "shoot",
}
"""Prefixes of switches that have no effect unless a role with the given power is dealt."""


SHERIFF_SWITCHES: tuple[str, ...] = (
    "candidates_vote", "sheriff_speaks", "straw_vote", "sheriff_weight", "badge_on_death",
    "badge_may_be_torn", "people_may_lead",
)  # fmt: skip
"""Switches that have no effect without a sheriff."""


def winner(dealt: Sequence[str], living: Sequence[str], switches: Switches) -> Team | None:
    """Return the team that has won, or None while the game goes on.

    Args:
        dealt: All roles of the board.
        living: The roles of the living seats, in any order.
        switches: The board's rules.
    """
    wolves = sum(map(WOLVES.__contains__, living))
    others = len(living) - wolves
    # Nobody is left alive, or the last wolf fell with the last Villager: by Xu et al. that is a win
    # of the wolves and goes before the village's.
    if not wolves:
        no_plain = switches.wolves_win == "no_plain_villager" and "Villager" not in living
        return "wolves" if no_plain or not others else "village"
    match switches.wolves_win:
        case "parity":
            won = wolves >= others
        case "outnumber":
            won = wolves > others
        case "no_plain_villager":
            won = "Villager" not in living
        case "side":
            won = _half_is_dead(dealt, living, plain=True) or _half_is_dead(
                dealt, living, plain=False
            )
        case "all_dead":
            won = not others
    return "wolves" if won else None


def _half_is_dead(dealt: Sequence[str], living: Sequence[str], *, plain: bool) -> bool:
    """Return whether one half of the village was dealt and is dead.

    `plain` selects the half: the villagers without a power, or those with one (the gods).
    """

    def count(roles: Sequence[str]) -> int:
        return sum(ROLES[role].team == "village" and ROLES[role].plain is plain for role in roles)

    # A half that was never dealt cannot be dead.
    return count(dealt) > 0 and count(living) == 0
