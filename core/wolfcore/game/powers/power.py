"""The rules of one power as an object, and what a night's powers have done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.game.asks import AskKind
from wolfcore.game.boards import Board
from wolfcore.game.facts import DeathCause
from wolfcore.game.moderator import Batch, Moderator, Script
from wolfcore.game.roles import RoleName
from wolfcore.game.switches import NightStep, Switches
from wolfcore.game.views import AnsweredAsk

_NOBODY: frozenset[int] = frozenset()


class PackTurn(Struct, frozen=True, gc=False):
    """One batch of the pack: the seats that are asked together, and the kind of ask."""

    step: str
    kind: AskKind
    seats: tuple[int, ...]


class Tonight:
    """The mutable outcome of the current night while its steps are resolved.

    Attributes:
        turns: The pack's batches of this night.
        attacked: The seat that the pack attacks, or 0.
        protected: The seats that are protected.
        saved: The seats that got an antidote.
        poisoned: The seats that were poisoned.
    """

    __slots__ = ("attacked", "poisoned", "protected", "saved", "turns")

    def __init__(self) -> None:
        self.turns: list[PackTurn] = []
        self.attacked, self.protected, self.saved, self.poisoned = 0, _NOBODY, _NOBODY, _NOBODY


Sentences: TypeAlias = Callable[[Board, str], Iterator[str]]


AfterDeaths: TypeAlias = Callable[[Moderator, Mapping[int, DeathCause]], Script[tuple[int, ...]]]


class NightRules(NamedTuple):
    """What a power does at night.

    Attributes:
        step: The step of the board's `night_order`.
        asks: Builds the asks that need no earlier answer of this night; may return an empty batch.
        resolve: Applies the answers to the night; returns a script where the step has more to ask,
            else None.
        sentences: Says it for the rule book of a board, given the names of its holders there.
        without_deaths: Whether it also acts in a first night in which nobody may die.
    """

    step: NightStep
    asks: Callable[[Moderator, Tonight], Batch]
    resolve: Callable[[Moderator, Tonight, list[AnsweredAsk]], Script[None] | None]
    sentences: Sentences
    without_deaths: bool = False


class PowerRules(NamedTuple):
    """The rules of a power.

    Attributes:
        sentence: Says in one sentence what a role with the power can do under the rules of a board.
        night: What it does at night, or None.
        after_deaths: Runs when seats have died, with the cause of each death; returns the seats
            that died of it.
        morning: Says what comes of it when deaths are announced, as `NightRules.sentences` does.
        exile: Runs when its holder is exiled, before anybody dies; returns whether the holder stays
            alive.
        vote: Says what it changes of the vote and its result, as `NightRules.sentences` does: that
            a seat stays alive at an exile, is revealed alive or loses its vote. A power that does
            one of these has it, and the general sentences leave room for it.
    """

    sentence: Callable[[RoleName, Switches], str]
    night: NightRules | None = None
    after_deaths: AfterDeaths | None = None
    morning: Sentences | None = None
    exile: Callable[[Moderator, int], Script[bool]] | None = None
    vote: Sentences | None = None


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
