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

    Attributes:
        wolves_win: When the wolves win: as many as all others, more than them, no plain Villager
            alive, one half of the village dead (plain villagers, or those with a power), or nobody
            else alive.
        wolf_kill: How the pack decides: most picks, the wolf of the highest seat, only if all pick
            the same unseen, or one wolf drawn each night.
        wolves_may_target_pack: Whether the pack may attack wolves.
        wolves_may_pass: Whether the pack may attack nobody.
        whisper_rounds: Rounds in which the wolves talk among themselves before the kill.
        night_order: The order in which the roles act at night.
        first_night_deaths: Whether anybody may die in the first night. If not, the pack meets
            without attacking, and only seats that check others use their powers.
        guard_self: Whether a guard or doctor may protect itself.
        guard_repeat: Whether it may protect the same seat two nights running.
        guard_pass: Whether it may protect nobody.
        guard_stops_poison: Whether protection stops poison too.
        guard_and_antidote: Whether a victim that is both protected and given the antidote lives.
        witch_told: When the witch is told the victim: while she holds the antidote; the same, but
            only of a victim who would die; always; never.
        witch_self_save: When the witch may save herself.
        witch_both_potions: Whether she may use both potions in one night.
        seer_learns: What a check tells: the team or the role.
        seer_repeat: Whether the seer may check a seat again.
        seer_pass: Whether the seer may check nobody.
        hunter_shoots_poisoned: Whether a poisoned hunter shoots.
        hunter_may_hold: Whether a hunter may hold fire.
        sheriff: How a sheriff is found: `none`, `candidates` (an election among all who stand),
            `appointed` (by the deal), `drawn N` (N candidates are drawn).
        candidates_vote: Whether candidates vote in the election.
        sheriff_speaks: Whether the sheriff opens the discussion or only closes it.
        straw_vote: A vote before the sheriff's summary that exiles nobody: none, seen by the
            moderator alone, or shown to all.
        sheriff_weight: The weight of the sheriff's ballot in halves of a ballot (3 is one and a
            half).
        badge_on_death: Where the badge of a dead sheriff goes: to a seat that the sheriff names, to
            the seat that it believed most reliable, or nowhere.
        badge_may_be_torn: Whether a dying sheriff may tear up the badge.
        people_may_lead: Whether people may become sheriff.
        stop: When the game stops without a winner: `never`, `sheriff_falls`, `seat_falls N`.
        last_day: The day at whose end the game is a draw.
        discussion: Who speaks when: by seat, in an order drawn once, in an order drawn daily, or by
            bids.
        discussion_rounds: Rounds of speeches a day, except with bids.
        discussion_turns: Turns to speak a day, with bids.
        suspicions: When all seats are asked in secret what they think of the others.
        defence: Who speaks once more before the vote: nobody, the seat that was named most, or, in
            one line each, up to three seats that were named after their own last speech.
        vote: Who is exiled: the seat with most ballots; the same, and `no one` may be voted for; or
            only a seat with more than half of all.
        abstain: Whether a seat may abstain.
        vote_self: Whether a seat may vote for itself.
        ballots: How ballots are cast: at the same time and then shown, one after another and heard,
            or in secret.
        vote_lines: Whether a voter may say one line with a ballot to exile; none where ballots are
            secret.
        tie: What follows a tie: nobody is exiled, one of the tied is drawn, or a runoff.
        role_revealed: Whether the role of a dead seat is shown.
        cause_told: Whether all are told how a seat died at night.
        last_words: Who speaks a last time: nobody, the exiled, or these and the dead of night 1.
    """

    wolves_win: Literal["parity", "outnumber", "no_plain_villager", "side", "all_dead"] = "parity"
    wolf_kill: Literal["plurality", "second_decides", "unanimous", "one_decides"] = "plurality"
    wolves_may_target_pack: bool = False
    wolves_may_pass: bool = False
    whisper_rounds: Annotated[int, Meta(ge=0, le=9)] = 0
    night_order: tuple[NightStep, ...] = NIGHT_STEPS
    first_night_deaths: bool = True

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
    defence: Literal["none", "most_named", "replies"] = "none"

    vote: Literal["plurality", "plurality_pass", "majority"] = "plurality"
    abstain: bool = True
    vote_self: bool = False
    ballots: Literal["public", "heard", "secret"] = "public"
    vote_lines: bool = False
    tie: Literal["none", "random", "runoff"] = "none"

    role_revealed: bool = False
    cause_told: bool = False
    last_words: Literal["none", "exile", "exile_and_first_night"] = "none"

    def kills_in(self, night: int) -> bool:
        """Whether anybody may die in a night, 1 or later."""
        return night > 1 or self.first_night_deaths

    @property
    def drawn_candidates(self) -> int:
        """Number of candidates for sheriff that are drawn; 0 where none are."""
        return int(self.sheriff.split()[1]) if self.sheriff.startswith("drawn") else 0

    @property
    def hears_vote_lines(self) -> bool:
        """Whether a ballot to exile may carry a line that all hear."""
        return self.vote_lines and self.ballots != "secret"

    @property
    def stop_seat(self) -> int:
        """The seat whose death stops the game; 0 where there is none."""
        return int(self.stop.split()[1]) if self.stop.startswith("seat_falls") else 0


LATER_SWITCHES: tuple[str, ...] = ("defence", "first_night_deaths", "vote_lines")
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
