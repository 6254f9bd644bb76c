"""Stand-ins for rehearsals: instant models and memories, and an event loop that skips waits.

Nothing they say has meaning; only the length is typical.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.memory import Experience, ExperienceKind, SearchContext, SimilarExperience
from wolfcore.memory.vectors import Vector, unit_vector
from wolfcore.models import ChatReply, ChatRequest, DeltaListener, Usage
from wolfcore.players import Desk

WRITTEN = 0.6
"""How much of the room for its words a model is taken to use."""


_CITED = 3
"""How many lines of the record a deduction is taken to cite."""


_FOUND = 6
"""How many experiences are taken to be like a situation."""


_CHARACTERS_A_TOKEN = 4


_WORDS = (
    "and so it goes on for a while as it does with most of us when there is a lot to weigh "
    "and little that is sure, "
)


_FILLER = (_WORDS * 40)[:4000]


class TypicalModel:
    """A model that answers every request after one second with what its schema wants, as long as is usual.

    Args:
        name: What it is called.
    """

    def __init__(self, name: str) -> None:
        self._name, self._asked = name, 0

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`; nobody hears anything of it."""
        del on_delta
        assert request.schema
        self._asked += 1
        value = _object(request.schema, self._asked, request)
        await asyncio.sleep(1.0)
        return ChatReply(
            text="",
            parsed=value,
            reading="strict",
            usage=Usage(None, None, len(json.dumps(value)) // _CHARACTERS_A_TOKEN),
        )


def _object(schema: Mapping[str, Any], draw: int, request: ChatRequest) -> dict[str, Any]:
    return {
        name: _value(field, draw + place, request)
        for place, (name, field) in enumerate(schema["properties"].items())
    }


def _value(field: Mapping[str, Any], draw: int, request: ChatRequest) -> Any:
    if "enum" in field:
        return field["enum"][draw % len(field["enum"])]
    match field["type"]:
        case "object":
            return _object(field, draw, request)
        case "array":
            return _list(field, draw, request)
        case _:
            start = draw % len(_WORDS)  # no two texts are quite alike
            return _FILLER[start : start + round(WRITTEN * field["maxLength"])].strip()


def _list(field: Mapping[str, Any], draw: int, request: ChatRequest) -> list[Any]:
    items = field["items"]
    if "properties" in items:
        # One for everybody who may be named.
        return [
            _object(items, draw, request) | {"player": player}
            for player in items["properties"]["player"]["enum"]
        ]
    many = field.get("minItems", _CITED)
    if items["type"] == "integer" and "enum" not in items:
        lines = _numbered(request.messages[-1].text)
        return [lines[(draw * 7 + place) % len(lines)] for place in range(min(many, len(lines)))]
    return [_value(items, draw + place, request) for place in range(many)]


def _numbered(text: str) -> list[int]:
    """The numbers at the heads of the lines of a record."""
    heads = (line.partition(". ")[0] for line in text.splitlines() if line[:1].isdecimal())
    return [int(head) for head in heads if head.isdecimal()]


def padded_to_length(said: str, other: str) -> str:
    """What a bot says, with words behind it that say nothing, until it is as long as something else."""
    return said + f" {_FILLER}"[: max(0, len(other) - len(said))]


class ConstantEmbedder:
    """An embedder that reads nothing: the later a text stands, the more alike it is."""

    name = "unread"
    ready = True

    async def load(self) -> None:
        """As `Embedder.load`."""

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """As `Embedder.vectors`: all point the same way."""
        return [unit_vector((1.0,)) for _ in texts]

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """As `Embedder.similarities`."""
        del query
        return [(place + 1) / len(texts) for place in range(len(texts))]


class FirstCandidatePolicy:
    """A policy that takes what was proposed first."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `AsyncChooser.choose_async`."""
        del desk
        return CandidateChoice(0, (1.0, *(0.0 for _ in turn.candidates[1:])))


class FixedExperiences:
    """A pool that has always something like the situation."""

    embedder = ConstantEmbedder()

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """As `Experiences.near`."""
        del reader
        return tuple(
            SimilarExperience(
                Experience(place, kind, situation, situation, float(place)), above + 0.01
            )
            for place in range(_FOUND)
        )


T = TypeVar("T")


def run_skipping_waits(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What a coroutine gives, run to its end in a loop of its own in which sleeping takes no time.

    It runs in another thread, since a loop may run in this one already; that one stands still until
    then.

    Args:
        work: Makes the coroutine. Whatever it raises is raised here.
    """

    def run() -> T:
        with asyncio.Runner(loop_factory=_SkippingLoop) as runner:
            return runner.run(work())

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(run).result()


class _SkippingLoop(asyncio.SelectorEventLoop):
    """Its time begins at 0 and passes only where all wait."""

    def __init__(self) -> None:
        self._leaps = _SkippingSelector()
        super().__init__(self._leaps)

    def time(self) -> float:
        """Seconds that were waited for so far."""
        return self._leaps.now


class _SkippingSelector(selectors.DefaultSelector):
    """Waits for nothing but the other end of the loop's own pipe."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As `BaseSelector.select`, without the wait."""
        if timeout:
            self.now += timeout
            timeout = 0.0
        return super().select(timeout)
