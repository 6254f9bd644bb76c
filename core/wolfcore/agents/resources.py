"""Resources of an agent: its models, the choosers among candidates, the contract of a thinker.

Protocols that seating fulfils, because agents must not import bots; policies are a layer above.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from wolfcore.game import Answer, Ask, Belief, View
from wolfcore.game import facts as f
from wolfcore.memory import Embedder, ExperienceKind, Experiences, SimilarExperience
from wolfcore.models import ChatModel
from wolfcore.players import Desk, Intention
from wolfcore.speech import acts as a

from .presets import Settings
from .turn import Turn


class Resources(Struct, frozen=True):
    """What the steps of an agent may use.

    Attributes:
        models: The models of the seat.
        desk: The line to the table.
        settings: The switches of the pipeline.
        persona: How the seat talks, in words to it; empty for no way of its own.
        embedder: Compares texts by meaning, where a step needs it.
        experiences: The pool of the seat, where it has one.
        chooser: Who chooses among candidates, where the settings want a policy to.
    """

    models: Models
    desk: Desk
    settings: Settings
    persona: str = ""
    embedder: Embedder | None = None
    experiences: Experiences | None = None
    chooser: AsyncChooser | None = None


Step: TypeAlias = Callable[[Turn, Resources], Awaitable[Turn]]


class Models(Struct, frozen=True):
    """The models of a seat by what they do; one model may do it all.

    Attributes:
        thinker: Every step before the answer, and answers that choose.
        speaker: What is said aloud.
        judge: The choice among candidates.
    """

    thinker: ChatModel
    speaker: ChatModel
    judge: ChatModel

    @classmethod
    def same(cls, model: ChatModel) -> Models:
        """One model for everything."""
        return cls(model, model, model)


class CandidateChoice(NamedTuple):
    """A choice among the candidates of a turn.

    Attributes:
        position: Which of them, from 0.
        probabilities: How likely each of them was to be chosen, adding up to 1.
    """

    position: int
    probabilities: tuple[float, ...]

    def summary(self, plans: Sequence[str]) -> str:
        """The choice for a trace: how likely each of the candidates was, by its name."""
        return ", ".join(
            f"{plan} {share:.0%}" for plan, share in zip(plans, self.probabilities, strict=True)
        )


class Chooser(Protocol):
    """Chooses among the candidates of a turn, at once."""

    async def prepare(self, desk: Desk) -> None:
        """Load what takes a while to load, beside the event loop, and tell the table meanwhile; harmless when repeated.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Choose one of `turn.candidates`, of which there are two or more.

        Args:
            turn: The turn, its view as far as it is in sight.
            desk: The dice of the ask.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...


class AsyncChooser(Protocol):
    """Chooses among the candidates of a turn where the table waits for it."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `Chooser.choose`, without holding up the event loop.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...


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

    def answer_with_intention(
        self, view: View, ask: Ask, desk: Desk, intention: Intention
    ) -> Answer:
        """Its answer with one of `intentions`."""
        ...


class LessonSearch(Protocol):
    """A pool of experience that answers at once (`wolfcore.memory.pool_search`)."""

    def similar_to(
        self, kind: ExperienceKind, situation: str, above: float
    ) -> Sequence[SimilarExperience]:
        """The experiences of a kind whose situation is more similar than `above`, the most similar first."""
        ...
