"""What a caller can pass to the environment: a proposer of candidates, and text for facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec.structs import asdict

from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Fact, View
from wolfcore.players import Desk


class Proposer(Protocol):
    """Proposes candidate answers to an ask, from the view of one seat."""

    @property
    def most(self) -> int:
        """The most answers that it proposes, 1 or more."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        """Propose answers within the options of the ask; equal inputs give equal answers.

        The first one is the answer that the proposer itself would give.
        """
        ...


class BotProposer:
    """Proposes the answers of a house bot: its usual answer first, then other answers.

    Speeches differ in strategy or in the seat they are against, actions in their target
    (`HouseThinker.propose`).

    Args:
        options: The option words of the bot: at most one level, one style and one manner.
        most: The most answers that it proposes; the paper gives no number, and 3 is our choice.

    Attributes:
        most: The most answers that it proposes.

    Raises:
        ConfigError: There is no such option, or `most` is below 1.
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
        """Propose different answers; one with the choice and text of an earlier one is left out."""
        return [answer for _, answer in self._thinker.propose(view, ask, desk, self.most)]


FactWords: TypeAlias = Callable[[View, Fact], str]
"""Writes one fact as text for the owner of the view; empty for a fact that needs no text."""


def field_words(_view: View, fact: Fact) -> str:
    """Write a fact as its type name and its fields; used where the caller passes no `words`."""
    fields = ", ".join(f"{name} {value!r}" for name, value in asdict(fact).items())
    return f"{type(fact).__name__}: {fields}"


class ViewLines:
    """The facts of one view as lines of text; lines never change once they are written.

    Args:
        view: The view; the game keeps it up to date.
        words: Writes a fact as text.
    """

    __slots__ = ("_said", "_taken", "_view", "_words")

    def __init__(self, view: View, words: FactWords) -> None:
        self._view, self._words = view, words
        self._said: list[str] = []
        self._taken = 0

    def all(self) -> list[str]:
        """Return all lines so far. The same list grows with the game; do not change it."""
        facts = self._view.facts
        for fact in facts[self._taken :]:
            line = self._words(self._view, fact)
            if line:
                self._said.append(line)
        self._taken = len(facts)
        return self._said
