"""Agents without a model: who is asked in its place, and what is read there of earlier games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wolfcore.game import Answer, Ask, Belief, View
from wolfcore.game import facts as f
from wolfcore.memory import ExperienceKind, SimilarExperience
from wolfcore.players import Desk, Intention
from wolfcore.speech import acts as a


class Thinker(Protocol):
    """Whoever thinks in the place of a model, at once, from what is in sight."""

    def beliefs(self, view: View, ask: Ask, desk: Desk) -> tuple[Belief, ...]:
        """What it believes of every other living seat."""
        ...

    def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """What it would do."""
        ...

    def acts_of_speech(self, view: View, said: f.Said) -> Sequence[a.Act]:
        """What a speech does."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk, limit: int) -> Sequence[tuple[str, Answer]]:
        """Different answers, at most so many and at least one, the one that it would give first, each with the name of its plan."""
        ...

    def value_of(self, view: View, ask: Ask, desk: Desk, answer: Answer) -> float:
        """How good it finds an answer, greater is better; 0 where it has no judgement."""
        ...

    def intentions(self, view: View, ask: Ask) -> Sequence[Intention]:
        """What an answer may be meant to do; none where it can only do as usual."""
        ...

    def usual_intention(self, view: View, ask: Ask, desk: Desk) -> Intention:
        """What its usual answer does, one of `intentions`, which are some."""
        ...

    def answer_with_intention(self, view: View, ask: Ask, desk: Desk, intention: Intention) -> Answer:
        """Its answer with one of `intentions`."""
        ...


class LessonSearch(Protocol):
    """A pool of experience that answers at once (`wolfcore.memory.told`)."""

    def similar_to(self, kind: ExperienceKind, situation: str, above: float) -> Sequence[SimilarExperience]:
        """The experiences of a kind whose situation is more similar than `above`, the most similar first."""
        ...
