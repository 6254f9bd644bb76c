"""Resources of an agent: its models, the choosers among candidates, the contract of a thinker.

Protocols that seating fulfils, because agents must not import bots; policies are a layer above.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from wolfcore.game import Answer, Ask, Belief, View
from wolfcore.memory import Embedder, ExperienceKind, Experiences, SimilarExperience
from wolfcore.models import ChatModel
from wolfcore.players import Desk, Intention
from wolfcore.speech import acts as a

from .presets import Settings
from .turn import Turn


class Resources(Struct, frozen=True):
    """The resources that the steps of an agent may use.

    Attributes:
        models: The models of the seat.
        desk: The connection to the table.
        settings: The switches of the pipeline.
        persona: How the seat talks, as instructions to the model; empty for no persona.
        embedder: Compares texts by meaning; None if no step needs it.
        experiences: The experience pool of the seat; None if it uses none.
        chooser: Selects among candidates; None unless the settings select by a learned policy.
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
    """The models of a seat by task; one model may have every task.

    Attributes:
        thinker: Runs every step before the answer, and answers that choose.
        speaker: Writes speeches.
        judge: Selects among candidates.
    """

    thinker: ChatModel
    speaker: ChatModel
    judge: ChatModel

    @classmethod
    def same(cls, model: ChatModel) -> Models:
        """Use one model for every task."""
        return cls(model, model, model)


class CandidateChoice(NamedTuple):
    """The selected candidate of a turn.

    Attributes:
        position: The index of the candidate, from 0.
        probabilities: The selection probability of each candidate; they add up to 1.
    """

    position: int
    probabilities: tuple[float, ...]

    def summary(self, plans: Sequence[str]) -> str:
        """Format the probability of each candidate for a trace, by the names of their plans."""
        return ", ".join(
            f"{plan} {share:.0%}" for plan, share in zip(plans, self.probabilities, strict=True)
        )


class Chooser(Protocol):
    """A synchronous selector among the candidates of a turn."""

    async def prepare(self, desk: Desk) -> None:
        """Load libraries and weights without blocking the event loop, and report it to the table.

        Repeated calls have no effect.

        Raises:
            MemoryProblem: The embedder of a text policy is not available.
        """
        ...

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Select one of `turn.candidates`, of which there are two or more.

        Args:
            turn: The turn; its view may lack facts that the record filter removed.
            desk: The desk with the dice of the ask.

        Raises:
            MemoryProblem: The embedder of a text policy is not available.
        """
        ...


class AsyncChooser(Protocol):
    """An asynchronous selector among the candidates of a turn."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Select one of `turn.candidates` without blocking the event loop.

        Raises:
            MemoryProblem: The embedder is not available.
        """
        ...


class Thinker(Protocol):
    """A synchronous replacement for a model (a house bot) that reads one seat's view."""

    def beliefs(self, view: View, ask: Ask, desk: Desk) -> tuple[Belief, ...]:
        """Return what it believes of every other living seat."""
        ...

    def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return its answer to an ask."""
        ...

    def acts_of_speech(self, view: View, speaker: int, text: str) -> Sequence[a.Act]:
        """Return the speech acts that it reads in the words of a speaker."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk, limit: int) -> Sequence[tuple[str, Answer]]:
        """Return 1 to `limit` different answers with their plans' names, the usual answer first."""
        ...

    def value_of(self, view: View, ask: Ask, desk: Desk, answer: Answer) -> float:
        """Return the value of an answer; greater is better, and 0 means no judgement."""
        ...

    def intentions(self, view: View, ask: Ask) -> Sequence[Intention]:
        """Return the possible intentions of an answer; none if it can only answer as usual."""
        ...

    def usual_intention(self, view: View, ask: Ask, desk: Desk) -> Intention:
        """Return the one of `intentions`, which must not be empty, that its usual answer has."""
        ...

    def answer_with_intention(
        self, view: View, ask: Ask, desk: Desk, intention: Intention
    ) -> Answer:
        """Return its answer with one of `intentions`."""
        ...


class LessonSearch(Protocol):
    """A synchronous experience pool (`wolfcore.memory.pool_search`)."""

    def similar_to(
        self, kind: ExperienceKind, situation: str, above: float
    ) -> Sequence[SimilarExperience]:
        """Return a kind's experiences with a similarity over `above`, the most similar first."""
        ...
