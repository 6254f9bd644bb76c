"""Facts as lines, in words that are passed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import asdict

from wolfcore.game import Fact, View

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
