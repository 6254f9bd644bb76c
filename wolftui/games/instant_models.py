"""Stand-ins for rehearsals: instant models and memories, and an event loop that skips waits.

Their texts have no meaning; only the length is typical.
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
"""The share of the maximum text length that a model is assumed to use."""


_CITED = 3
"""How many lines of the record a deduction is assumed to cite."""


_FOUND = 6
"""How many similar experiences a search is assumed to find."""


_CHARACTERS_A_TOKEN = 4


_WORDS = (
    "and so it goes on for a while as it does with most of us when there is a lot to weigh "
    "and little that is sure, "
)


_FILLER = "".join(f"{_WORDS}q{one}{two} " for one in "bcdfg" for two in "bcdfghjk")[:4000]
"""Text without a loop, since an agent cuts loops, and without a word or number that bots hear."""


class TypicalModel:
    """A model that answers after one second with filler text that fits the schema.

    Args:
        name: Its name.
    """

    def __init__(self, name: str) -> None:
        self._name, self._asked = name, 0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Answer a request with a schema after one second; `on_delta` is not called."""
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
            start = draw % len(_WORDS)  # the offset makes texts differ
            return _FILLER[start : start + round(WRITTEN * field["maxLength"])].strip()


def _list(field: Mapping[str, Any], draw: int, request: ChatRequest) -> list[Any]:
    items = field["items"]
    if "properties" in items:
        # One item for each player that may be named.
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
    """Return the numbers at the beginning of the lines of a record."""
    heads = (line.partition(". ")[0] for line in text.splitlines() if line[:1].isdecimal())
    return [int(head) for head in heads if head.isdecimal()]


def padded_to_length(said: str, other: str) -> str:
    """Append filler text to a bot's speech until it is as long as another text."""
    return said + f" {_FILLER}"[: max(0, len(other) - len(said))]


class ConstantEmbedder:
    """An embedder that ignores the texts; in a list, later texts are more similar."""

    name = "unread"
    ready = True

    async def load(self) -> None:
        """Do nothing: there is nothing to load."""

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """Return the same unit vector for every text."""
        return [unit_vector((1.0,)) for _ in texts]

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return similarities that rise with the position, up to 1."""
        del query
        return [(place + 1) / len(texts) for place in range(len(texts))]


class FirstCandidatePolicy:
    """A policy that always chooses the first candidate."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Choose the first candidate with probability 1."""
        del desk
        return CandidateChoice(0, (1.0, *(0.0 for _ in turn.candidates[1:])))


class FixedExperiences:
    """A pool that always returns six experiences that repeat the situation."""

    embedder = ConstantEmbedder()

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """Return six experiences just above the threshold."""
        del reader
        return tuple(
            SimilarExperience(
                Experience(place, kind, situation, situation, float(place)), above + 0.01
            )
            for place in range(_FOUND)
        )


T = TypeVar("T")


def run_skipping_waits(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in an event loop in which sleeping takes no time; returns its result.

    The loop runs in another thread, since this thread may already run a loop; this thread blocks
    until the coroutine ends.

    Args:
        work: Creates the coroutine. Its exceptions are raised here.
    """

    def run() -> T:
        with asyncio.Runner(loop_factory=_SkippingLoop) as runner:
            return runner.run(work())

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(run).result()


class _SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock starts at 0 and advances only when all tasks wait."""

    def __init__(self) -> None:
        self._leaps = _SkippingSelector()
        super().__init__(self._leaps)

    def time(self) -> float:
        """Return the skipped waiting time so far, in seconds."""
        return self._leaps.now


class _SkippingSelector(selectors.DefaultSelector):
    """A selector that adds each timeout to its clock instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Poll without blocking and advance the clock by `timeout` seconds."""
        if timeout:
            self.now += timeout
            timeout = 0.0
        return super().select(timeout)
