"""Speech acts: one struct for each kind of act, and drafts of acts with seat letters.

An act holds the claimed content, never whether it is true, and not the speaker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.game import WOLVES, RoleName, Team

DraftKind = Literal[
    "claim",
    "report",
    "accuse",
    "vouch",
    "defend",
    "vote",
    "ask",
    "protected",
    "saved",
    "poisoned",
    "retract",
]


class Draft(NamedTuple):
    """A speech act whose seat is still a letter of the sentence.

    Attributes:
        kind: The kind of the act.
        letter: The letter of the seat; empty where the act has none.
        word: A role or a result; for a vouch, the role that the speaker ascribes to the seat. Empty
            for other kinds.
        night: The night of a check, protection, save or poisoning, as in `ReportsCheck`.
        sure: Whether an accusation or a vouch is stated without a hedge.
        about: The topic of a question, as in `Subject`.
    """

    kind: DraftKind
    letter: str = ""
    word: RoleName | Team | Literal[""] = ""
    night: int = 0
    sure: bool = True
    about: Subject = ""


LAST_NIGHT = -1
"""The night of an action told as "last night".

A caller that knows the day replaces it by the number of the night.
"""


class _Act(Struct, frozen=True, gc=False, tag=True, tag_field="is", omit_defaults=True):
    """Base of all acts: frozen; the key `is` holds the class name as the tag."""


class ClaimsRole(_Act, frozen=True):
    """The speaker claims to hold `role`."""

    role: RoleName


class ReportsCheck(_Act, frozen=True):
    """The speaker claims to have checked `seat` and reports the result.

    A report names no role: `checking_role` returns the one that it belongs to.

    Attributes:
        seat: The checked seat, 1..N.
        result: A team or a role, as the words have it ("clean" is the village, "a Villager" is the
            role).
        night: The night, from 1; 0 where it was not said; LAST_NIGHT for "last night".
    """

    seat: int
    result: Team | RoleName
    night: int = 0

    @property
    def finds_wolf(self) -> bool:
        """Whether the result is the wolves' team or a role of it."""
        return self.result == "wolves" or self.result in WOLVES


class Accuses(_Act, frozen=True):
    """The speaker says that `seat` is a wolf or a liar; `sure` is False where the words hedge."""

    seat: int
    sure: bool = True


class Vouches(_Act, frozen=True):
    """The speaker says that `seat` is good or believes its claim; `sure` is False for a hedge."""

    seat: int
    sure: bool = True


class Defends(_Act, frozen=True):
    """The speaker opposes suspecting or exiling `seat`, which may be the speaker."""

    seat: int


class CallsVote(_Act, frozen=True):
    """The speaker calls for a vote against `seat`, at night an attack on it; 0: nobody."""

    seat: int


Subject: TypeAlias = Literal[
    "",
    "vote",
    "accuse",
    "role",
    "seer",
    "check",
    "suspect",
    "trust",
    "trust_me",
    "opinion",
    "choice",
    "blame",
    "would_claim",
    "proof",
    "late",
    "plan",
    "agree",
    "changed",
    "chat",
]
"""The topic of a question.

`vote`: a ballot. `accuse`: the reason of a suspicion or charge ("why me?"). `role`: what the asked
seat is or claims. `seer`: which of several seats that claim the same role it believes. `check`:
what it checked or learned. `suspect`: whom it suspects or wants exiled. `trust`: whom it trusts.
`trust_me`: whether it trusts the asker. `opinion`: what it thinks of another seat. `choice`,
`blame`: which of two seats it trusts more, or would rather see exiled. `would_claim`: whether it
would tell its role. `proof`: why anybody should believe it. `late`: why it claimed only now.
`plan`: what the table should do. `agree`: whether it agrees with a seat or a proposal. `changed`:
why it changed its mind or vote. `chat`: nothing of the game. Empty: anything else.
"""


class AsksSeat(_Act, frozen=True):
    """The speaker asks `seat` to answer or to speak."""

    seat: int
    about: Subject = ""


class AsksAll(_Act, frozen=True):
    """The speaker asks everybody."""

    about: Subject = ""


class TellsProtected(_Act, frozen=True):
    """The speaker claims to have protected `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class TellsSaved(_Act, frozen=True):
    """The speaker claims to have saved or healed `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class TellsPoisoned(_Act, frozen=True):
    """The speaker claims to have poisoned `seat` in `night` (as in ReportsCheck)."""

    seat: int
    night: int = 0


class Retracts(_Act, frozen=True):
    """The speaker retracts its claim of `role`, or whatever it claimed if `role` is empty."""

    role: RoleName | Literal[""] = ""


Plan: TypeAlias = Literal[
    "no_exile",
    "all_claim",
    "claim",
    "counter",
    "check",
    "protect",
    "kill",
    "push",
    "give_up",
    "spare",
]
"""What a proposal is about, beside `CallsVote`: to exile a seat, or nobody.

`no_exile`: nobody is exiled; in whispers only, by day it is `CallsVote(0)`. `all_claim`: everybody
names its role. `claim`: a seat claims a role. `counter`: a seat contradicts a claim. `check`,
`protect`: who has that power uses it on the seat. `kill`: the pack attacks the seat tonight.
`push`: the seat shall be exiled. `give_up`: the pack lets a mate be exiled, any that the table
finds where the seat is 0. `spare`: the seat shall not be killed or exiled.
"""


class Proposes(_Act, frozen=True):
    """The speaker proposes a plan for the table, or at night for the pack.

    Attributes:
        plan: The kind of the plan.
        seat: The seat that the plan concerns; for `claim` and `counter` the seat that shall claim.
            0 where the plan has none, or names nobody.
        role: The role to be claimed; empty where the plan has none, or names none.
    """

    plan: Plan
    seat: int = 0
    role: RoleName | Literal[""] = ""


class Agrees(_Act, frozen=True):
    """The speaker agrees with what `seat` proposed; it refuses it where `yes` is False.

    `seat` is 0 where the words name nobody: then it is the last proposal of another seat.
    """

    seat: int
    yes: bool = True


class Pairs(_Act, frozen=True):
    """The speaker says that `seat` and `other` are wolves together."""

    seat: int
    other: int


class Supposes(_Act, frozen=True):
    """The speaker says what follows for `other` if `seat` is a wolf (or good)."""

    seat: int
    is_wolf: bool
    other: int
    other_is_wolf: bool


Reason: TypeAlias = Literal[
    "voted",
    "defended",
    "accused",
    "copied",
    "changed",
    "late",
    "gained",
    "silent",
    "first",
    "checked",
]
"""A reason for or against a seat that the log can confirm or refute.

`voted`, `defended`, `accused`, `copied`: what the seat did to another. `changed`: it changed its
target, its claim or its word about a seat. `late`: it claimed a role late. `gained`: a death was of
use to it. `silent`: it named nobody. `first`: it was the first to accuse. `checked`: another seat
reports a check of it.
"""


class GivesReason(_Act, frozen=True):
    """The speaker gives a reason for what it says for or against `seat` in the same speech.

    Attributes:
        seat: The seat that the reason is about.
        reason: The kind.
        other: The second seat of the reason; 0 where it has none.
        against: Whether the speech speaks against `seat`.
    """

    seat: int
    reason: Reason
    other: int = 0
    against: bool = True


Chat: TypeAlias = Literal["greeting", "joke", "insult", "thanks", "bots", "smalltalk"]
"""Talk that is not about the game; `bots` asks whether players are machines."""


class Chats(_Act, frozen=True):
    """The speaker says something that is not about the game, which is no evidence."""

    kind: Chat


ContentAct: TypeAlias = AsksAll | Proposes | Agrees | Pairs | Supposes | GivesReason | Chats
"""Acts that neither claim nor judge; readers of games that were played before do not count them."""


def without_content(acts: Sequence[Act]) -> tuple[Act, ...]:
    """Return the acts that claim or judge."""
    return tuple([act for act in acts if not isinstance(act, ContentAct)])


Act: TypeAlias = (
    ClaimsRole
    | ReportsCheck
    | Accuses
    | Vouches
    | Defends
    | CallsVote
    | AsksSeat
    | TellsProtected
    | TellsSaved
    | TellsPoisoned
    | Retracts
    | ContentAct
)
