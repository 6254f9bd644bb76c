"""What a caller can pass to the environment: a proposer of candidates, and words for facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec.structs import asdict

from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Fact, View
from wolfcore.players import Desk


class Proposer(Protocol):
    """Whoever proposes answers to one ask from what one seat may know."""

    @property
    def most(self) -> int:
        """At most how many answers it proposes, 1 or more."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        """Answers within the ask's options, the first one what the proposer would give; equal inputs give equal answers."""
        ...


class BotProposer:
    """What a house bot would answer: in its usual way first, and then by plans of another strategy (`core/wolfcore/bots/house.py`).

    Args:
        options: The words of the bot: at most one level, one style and one manner.
        most: At most how many answers it proposes; the paper tells no number, and 3 is ours.

    Attributes:
        most: As above.

    Raises:
        ConfigError: There is no such option, or nothing is to be proposed.
    """

    __slots__ = ("_thinker", "most")

    def __init__(self, options: tuple[str, ...] = ("hard",), most: int = 3) -> None:
        if most < 1:
            raise ConfigError(
                f"{most} candidates cannot be proposed", key="most", hint="Propose one or more."
            )
        self._thinker = HouseThinker(options)
        self.most = most

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        """One answer a plan, without those that do and say what one before does."""
        return [answer for _, answer in self._thinker.propose(view, ask, desk, self.most)]


FactWords: TypeAlias = Callable[[View, Fact], str]
"""Says one fact to whoever has the view; empty for a fact that needs no words."""


def field_words(_view: View, fact: Fact) -> str:
    """A fact as its name and its fields, for whoever passes in no words."""
    fields = ", ".join(f"{name} {value!r}" for name, value in asdict(fact).items())
    return f"{type(fact).__name__}: {fields}"


class ViewLines:
    """What one view holds, as lines that never change once they are said.

    Args:
        view: The view; the game brings it up to date.
        words: Say a fact.
    """

    __slots__ = ("_said", "_taken", "_view", "_words")

    def __init__(self, view: View, words: FactWords) -> None:
        self._view, self._words = view, words
        self._said: list[str] = []
        self._taken = 0

    def all(self) -> list[str]:
        """Every line so far. The list grows; do not change it."""
        facts = self._view.facts
        for fact in facts[self._taken :]:
            line = self._words(self._view, fact)
            if line:
                self._said.append(line)
        self._taken = len(facts)
        return self._said
