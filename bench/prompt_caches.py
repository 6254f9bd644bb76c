"""`caches`: how much of its prompts a seat has sent before, and the cost with three kinds of cache.

Games are those of `agents`: the real pipeline with a scripted model, the same agent in all seats.
The caches act as their documentation says, for all seats of a game together. A token is four
characters. An entry can be read once the call that wrote it has ended.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import asdict

from wolfcore.agents import PRESETS, read_options
from wolfcore.errors import ConfigError
from wolfcore.models import ChatRequest, ModelSpec
from wolfcore.models.dialects.anthropic import AnthropicDialect
from wolfcore.seating import parse_player

from .agent_games import MODEL, Sent, play
from .harness import a_board, a_count

TARGET = 0.85
"""The share of a prompt, at least, that its seat has sent before where the record grows."""


_CHARACTERS, _PRICE_IN, _PRICE_OUT = 4, 1.0, 4.0
"""Characters a token; money for a million tokens sent and received."""


_SECONDS = 5.0
"""Seconds of a call; an entry of a cache that is not read for some minutes is gone."""


class Cached(NamedTuple):
    """Characters of one prompt that a cache read, and that it wrote at a surcharge."""

    read: int
    written: int = 0


class Cache(Protocol):
    """A cache of prompts on a server."""

    def ask(self, sent: Sent) -> Cached:
        """Send a prompt: read what there is of it, and write the rest."""
        ...


class _Entries:
    """The moments at which prefixes were written and last used, by prefix.

    Args:
        lifetime: Seconds after its last use at which an entry is gone; None for never.
    """

    def __init__(self, lifetime: float | None) -> None:
        self._moments, self._lifetime = dict[int, tuple[float, float]](), lifetime

    def has(self, prefix: int, moment: float) -> bool:
        """Return whether a prefix can be read in a call that begins at a moment."""
        written, used = self._moments.get(prefix, (moment, moment))
        # Calls of equal moments are sent side by side: neither has ended for the other.
        return written < moment and (self._lifetime is None or moment - used <= self._lifetime)

    def use(self, prefixes: Sequence[int], moment: float) -> None:
        """Write prefixes that are gone, and read the others again."""
        for prefix in prefixes:
            written = self._moments[prefix][0] if self.has(prefix, moment) else moment
            self._moments[prefix] = (written, moment)


class PrefixCache:
    """A cache that keeps prompts in steps of tokens without marks, as OpenAI and vLLM have it.

    Args:
        step: Tokens of a step.
        least: The fewest tokens that are read.
        lifetime: Seconds after its last use at which an entry is gone; None for never.
    """

    def __init__(self, step: int, least: int, lifetime: float | None) -> None:
        self._step, self._least = step * _CHARACTERS, least * _CHARACTERS
        self._entries = _Entries(lifetime)

    def ask(self, sent: Sent) -> Cached:
        """As `Cache.ask`."""
        text, moment = _text(sent.request), sent.moment * _SECONDS
        steps = [text[at : at + self._step] for at in range(0, len(text), self._step)]
        if len(steps[-1]) < self._step:
            del steps[-1]
        prefixes = _chained(steps)
        many = next(
            (n for n, prefix in enumerate(prefixes) if not self._entries.has(prefix, moment)),
            len(prefixes),
        )
        self._entries.use(prefixes, moment)
        read = many * self._step
        return Cached(read if read >= self._least else 0)


class MarkedCache:
    """Anthropic's cache: whole blocks before a mark, found up to twenty blocks before the mark.

    Args:
        model: The model, which decides the minimum.
        least: The fewest tokens before a mark.
    """

    def __init__(self, model: str, least: int) -> None:
        self._spec, self._least = ModelSpec(kind="anthropic", model=model), least * _CHARACTERS
        self._entries = _Entries(300)

    def ask(self, sent: Sent) -> Cached:
        """As `Cache.ask`."""
        blocks = _blocks(AnthropicDialect().build_call(self._spec, sent.request, streamed=False))
        texts, moment = [block["text"] for block in blocks], sent.moment * _SECONDS
        prefixes, ends = _chained(texts), list(accumulate(map(len, texts)))
        marks = [
            at
            for at, block in enumerate(blocks)
            if "cache_control" in block and ends[at] >= self._least
        ]
        read = max(
            (
                at + 1
                for mark in marks
                for at in range(max(0, mark - 19), mark + 1)
                if self._entries.has(prefixes[at], moment)
            ),
            default=0,
        )
        held = ends[read - 1] if read else 0
        written = max((ends[mark] for mark in marks), default=0) - held
        self._entries.use(
            [prefixes[mark] for mark in marks] + ([prefixes[read - 1]] if read else []), moment
        )
        return Cached(held, max(0, written))


def _text(request: ChatRequest) -> str:
    return "\n".join(message.text for message in request.messages)


def _chained(parts: Sequence[str]) -> list[int]:
    """Return a number for each prefix of the parts; equal prefixes have equal numbers."""
    return list(accumulate(parts, lambda before, part: hash((before, part)), initial=0))[1:]


def _blocks(call: Any) -> list[dict[str, Any]]:
    contents = [call.body["system"], *(message["content"] for message in call.body["messages"])]
    return [
        block
        for each in contents
        for block in ([{"text": each}] if isinstance(each, str) else each)
    ]


class Rules(NamedTuple):
    """How a kind of cache acts, and its price as a share of that of a token sent.

    Attributes:
        read: The price of a token that is read.
        written: The price of a token that is written at a surcharge.
        source: Where its documentation says so.
    """

    read: float
    written: float
    source: str

    def cache(self, name: str) -> Cache:
        """Return an empty cache of this kind."""
        match name:
            case "OpenAI":
                return PrefixCache(128, 1024, 300)
            case "Anthropic":
                return MarkedCache("claude-sonnet-4-5", 1024)
            case _:
                return PrefixCache(16, 16, None)


CACHES = {
    "OpenAI": Rules(
        0.1, 1.0,
        "OpenAI cookbook, Prompt Caching 201 (models before GPT-5.6): exact prefixes from 1,024 "
        "tokens in steps of 128, up to 90% off, five minutes idle",
    ),
    "Anthropic": Rules(
        0.1, 1.25,
        "platform.claude.com, build-with-claude/prompt-caching: four marks, twenty blocks back, "
        "from 1,024 tokens (Sonnet 4.5), read 0.1, written 1.25, five minutes from the last use",
    ),
    "vLLM": Rules(
        0.0, 1.0,
        "docs.vllm.ai, design/prefix_caching: whole blocks (16 tokens by default); what is cached "
        "is not computed again",
    ),
}  # fmt: skip
"""Caches by the name of whose documentation they follow."""


class Row(Struct):
    """A game of one agent on average.

    Attributes:
        agent: The agent.
        calls: Calls.
        sent: Tokens sent.
        shared: The share of the prompts after a seat's first that an earlier one of it began with.
        bound: The share of them that would be shared if no order of lines were prescribed.
        uncached: Money without a cache.
        money: Money with each cache.
        read: The share of all tokens sent that each cache read.
    """

    agent: str
    calls: float
    sent: float
    shared: float
    bound: float
    uncached: float
    money: dict[str, float]
    read: dict[str, float]


class Shared(NamedTuple):
    """Characters of the prompts of one seat after its first, which shares nothing of its own.

    Attributes:
        prefix: Characters with which an earlier one of them began.
        lines: Characters of the lines that one earlier prompt had, too: no order of its lines makes
            a prompt share more with it.
        whole: All characters.
    """

    prefix: int
    lines: int
    whole: int


def shared_part(texts: Sequence[str]) -> Shared:
    """Count what each prompt of a seat shares with the one before that is most like it.

    Args:
        texts: The prompts of one seat, in order.
    """
    lines = [Counter(text.splitlines(keepends=True)) for text in texts]
    prefix = bound = 0
    for at in range(1, len(texts)):
        begun = max(_common(texts[at], before) for before in texts[:at])
        prefix += begun
        # A prefix may end within a line.
        bound += max(begun, *(_characters(lines[at] & before) for before in lines[:at]))
    return Shared(prefix, bound, sum(map(len, texts[1:])))


def _characters(lines: Counter[str]) -> int:
    return sum(len(line) * many for line, many in lines.items())


def _common(one: str, two: str) -> int:
    ends = range(min(len(one), len(two)) + 1)
    return bisect_left(ends, True, key=lambda end: not two.startswith(one[:end])) - 1


def row_of(agent: str, board: str, seeds: Sequence[int]) -> Row:
    """Play games of an agent and send their prompts to each cache.

    Raises:
        ConfigError: There is no such agent, or it has no such option.
    """
    calls = chars = shared = bound = later = received = 0
    read, charged = defaultdict[str, int](int), defaultdict[str, float](float)
    for seed in seeds:
        sent = list[Sent]()
        received += play(board, seed, parse_player(f"{agent}@{MODEL}"), sent.append).received
        calls += len(sent)
        chars += sum(len(_text(each.request)) for each in sent)
        for seat in {each.seat for each in sent}:
            part = shared_part([_text(each.request) for each in sent if each.seat == seat])
            shared, bound, later = shared + part.prefix, bound + part.lines, later + part.whole
        for name, rules in CACHES.items():
            cache = rules.cache(name)
            for each in sent:
                found, whole = cache.ask(each), len(_text(each.request))
                read[name] += found.read
                charged[name] += (
                    whole - found.read * (1 - rules.read) + found.written * (rules.written - 1)
                )
    games, million = len(seeds), 1e6 * len(seeds)
    answers = received * _PRICE_OUT

    def money(charged: float) -> float:
        return (charged / _CHARACTERS * _PRICE_IN + answers) / million

    return Row(
        agent, calls / games, chars / _CHARACTERS / games, shared / later, bound / later,
        money(chars),
        {name: money(charged[name]) for name in CACHES},
        {name: read[name] / chars for name in CACHES},
    )  # fmt: skip


def with_growing(agent: str) -> str:
    """Return the agent with `record=growing`; the same word if its record grows already."""
    name, _, words = agent.partition(":")
    settings = read_options(words.split(":") if words else (), PRESETS[name].settings).settings
    return agent if settings.record == "growing" else f"{agent}:record=growing"


def measure(argv: Sequence[str]) -> None:
    """`python -m bench caches`."""
    parser = argparse.ArgumentParser(prog="python -m bench caches", description=__doc__)
    listed = ",".join([*PRESETS, "helmsman:batch"])
    parser.add_argument(
        "--agents", default=listed, metavar="A,B",
        help=f"agents with their options, between commas (default {listed}); each is also played "
        "with a growing record",
    )  # fmt: skip
    parser.add_argument(
        "--board", type=a_board, default="helmsman7", help="the board (default helmsman7)"
    )
    parser.add_argument(
        "--games", type=a_count, default=3, metavar="N", help="how many games of each (default 3)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    args = parser.parse_args(argv)
    print(
        f"{args.board}, the same agent in all seats, {args.games} games, {_SECONDS:g} s a call; "
        f"money a game, at {_PRICE_IN:g} in and {_PRICE_OUT:g} out for a million tokens\n"
    )
    heads = "".join(f"{name:>10}{'read':>6}" for name in CACHES)
    shares = f"{'shared':>8}{'bound':>7}"
    print(f"{'agent':<32}{'calls':>6}{'tokens in':>11}{shares}{'uncached':>10}{heads}")
    rows: list[Row] = []
    for agent in args.agents.split(","):
        if agent.partition(":")[0] not in PRESETS:
            raise ConfigError(f"`{agent}` is no agent", hint=f"There are {', '.join(PRESETS)}.")
        for each in dict.fromkeys((agent, with_growing(agent))):
            row = row_of(each, args.board, range(args.games))
            rows.append(row)
            cells = "".join(f"{row.money[name]:>10.3f}{row.read[name]:>6.0%}" for name in CACHES)
            print(
                f"{row.agent:<32}{row.calls:>6.0f}{row.sent:>11,.0f}{row.shared:>8.3f}"
                f"{row.bound:>7.3f}{row.uncached:>10.3f}{cells}",
                flush=True,
            )
    grown = [row for row in rows if with_growing(row.agent) == row.agent]
    below = [f"{row.agent} {row.shared:.3f}" for row in grown if row.shared < TARGET]
    print(f"\nshared, where the record grows, below the target of {TARGET}: "
          f"{', '.join(below) or 'none'}")  # fmt: skip
    print("shared: of the prompts after a seat's first, the part that one before began with")
    print("bound: the part that consists of lines that one before had, in any order")
    print("\n".join(f"{name}: {rules.source}" for name, rules in CACHES.items()))
    if args.json:
        print(json.dumps([asdict(row) for row in rows]))
