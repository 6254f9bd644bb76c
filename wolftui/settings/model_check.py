"""Test models with an ask of a game (`models test`, `doctor`) and explain what was found out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.agents import PRESETS, answer_prompt
from wolfcore.agents.reply_parser import parse_answer
from wolfcore.bots import HouseBot
from wolfcore.errors import WolfError
from wolfcore.game import Ask, Game, View, get_board, make_spec
from wolfcore.models import ChatReply, ChatRequest, Delta, ModelSpec, prices_of
from wolfcore.models.capabilities import CachedCapabilities, Capabilities
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.wrappers.costs import is_unpriced
from wolfcore.models.wrappers.ladder import ran_out_while_thinking
from wolfcore.table import play_until

from .config import LoadedConfig
from .endpoints import model_memory
from .paths import logs_folder
from .visitor_terms import budget_tracker

SLOW = 10.0
"""An answer that takes more seconds than this is called slow."""


_PATIENCE, _TRIES = 120.0, 2
"""Timeout of the test request in seconds, and the number of tries; low, so that users wait less."""


_ASKED = 3
"""How often a model is asked until its answer can be used: as often as in a game."""


_BOARD, _SEED = "sla7", 1


class RealAsk(NamedTuple):
    """An ask of a game, as a seat of the agent `vanilla` puts it to its model.

    Attributes:
        request: The request.
        ask: The ask.
        view: What the seat knows.
    """

    request: ChatRequest
    ask: Ask
    view: View


def real_ask() -> RealAsk:
    """Return the first vote of a game of house bots, which is the same each time."""
    game = Game(make_spec(get_board(_BOARD), _SEED))
    bots = dict.fromkeys(range(1, game.spec.board.size + 1), HouseBot())
    play_until(game, bots, lambda: game.asks[0].kind == "vote")
    ask, settings = game.asks[0], PRESETS["vanilla"].settings
    view = game.view(ask.seat)
    prompt = answer_prompt(view, ask, settings)
    request = ChatRequest(
        messages=prompt.messages,
        schema=prompt.schema,
        temperature=settings.heat.choice,
        top_p=settings.top_p,
        max_tokens=settings.max_tokens,
    )
    return RealAsk(request, ask, view)


class ModelCheck(NamedTuple):
    """The result of testing one model.

    Attributes:
        name: The model.
        works: Whether it can play.
        detail: The finding and, if there is a problem, the advice.
        findings: What was found out, as pairs of a word and what is so; empty without a reply.
    """

    name: str
    works: bool
    detail: str
    findings: tuple[tuple[str, str], ...] = ()


def check_models(
    loaded: LoadedConfig, names: Sequence[str], tell: Callable[[ModelCheck], None]
) -> None:
    """Test models with one ask each, all in parallel.

    Args:
        loaded: The settings.
        names: The models.
        tell: Called with each result, in the order of `names`, as soon as it is known.
    """
    asyncio.run(try_models(loaded, names, tell))


async def try_models(
    loaded: LoadedConfig, names: Sequence[str], tell: Callable[[ModelCheck], None]
) -> None:
    """Test models as `check_models` does, in a running event loop."""
    specs = {
        name: replace(spec, timeout=min(spec.timeout, _PATIENCE), tries=min(spec.tries, _TRIES))
        for name, spec in loaded.models.items()
    }
    endpoints = Endpoints(
        specs,
        logs=logs_folder(),
        options=EndpointOptions(
            local=loaded.local, tracker=budget_tracker(), capability_cache=model_memory()
        ),
    )
    async with endpoints, asyncio.TaskGroup() as asking:
        trials = [asking.create_task(_check_model(endpoints, loaded, name)) for name in names]
        for trial in trials:
            tell(await trial)


async def _check_model(endpoints: Endpoints, loaded: LoadedConfig, name: str) -> ModelCheck:
    """Put the ask to a model as a game does, and judge its reply."""
    asked, spec, pieces = real_ask(), loaded.models[name], list[Delta]()
    try:
        model, left = endpoints.open(name), _ASKED
        while True:
            pieces.clear()
            reply = await model.complete(asked.request, pieces.append)
            answer, left = parse_answer(reply, asked.ask, asked.view), left - 1
            # A change that has helped is proven by the next reply.
            if not left or (answer.answer and endpoints.is_settled(name)):
                break
    except WolfError as error:
        return ModelCheck(name, False, str(error).removeprefix(f"{name}: "))
    works, detail = verdict(reply, answer.problem, priced=prices_of(spec) is not None)
    note = remembered_note(name, spec, model_memory().get(spec))
    known = endpoints.capabilities(name)
    return ModelCheck(
        name,
        works,
        " ".join(filter(None, (detail, note))),
        tuple(findings(reply, known, spec, sum(bool(piece.text) for piece in pieces))),
    )


def findings(
    reply: ChatReply, known: Capabilities, spec: ModelSpec, pieces: int
) -> Iterator[tuple[str, str]]:
    """Yield what a reply shows of its model, as pairs of a word and what is so.

    Args:
        reply: The reply to a request with a schema and a system message, requested as a stream.
        known: What is known about the model.
        spec: The model's settings.
        pieces: The number of pieces in which the text came.
    """
    best = spec.structured or spec.server_profile.forms[0]
    followed = "followed" if reply.reading == "strict" and not reply.problem else "not followed"
    changed = f"; {best} was refused or led to no answer" if reply.form != best else ""
    yield "form", f"{reply.form}, {followed}{changed}"
    yield "thinking", _thinking(reply, known)
    folded = "its words begin the user's message, since it is not taken"
    yield "system message", folded if "system" in known.without else "taken"
    if "stream" in known.without:
        yield "stream", "none, since it is refused or loses the answer"
    elif reply.seconds_to_first is None:
        yield "stream", "no words came"
    else:
        yield (
            "stream",
            f"{pieces} {'piece' if pieces == 1 else 'pieces'}, the first word after "
            f"{reply.seconds_to_first:.1f} s, the answer after {reply.seconds:.1f} s",
        )
    told = reply.usage.tokens_in is not None and reply.usage.tokens_out is not None
    yield "usage", f"told: {_tokens(reply)}" if told else "not told, so that a game estimates it"
    prices = prices_of(spec)
    if prices is not None or reply.usage.charged is not None:
        yield "cost", f"{_cost(reply, priced=True)} for this answer"
    elif is_unpriced(spec):
        yield "cost", "no price is known; set `price_in` and `price_out`, per million tokens"
    else:
        yield "cost", "no price in the settings, so that it counts as free"


def _thinking(reply: ChatReply, known: Capabilities) -> str:
    counted = reply.usage.tokens_thought
    tokens = f", {counted:,} tokens" if counted else ""
    if reply.thinking:
        how = f"{len(reply.thinking):,} characters, apart from the answer{tokens}"
    else:
        how = f"out of sight{tokens}" if counted else "none"
    if known.thinking:
        how += f"; turned {'down' if known.thinking == 'low' else 'off'}, for lack of answers"
    return how


_PARTS = {"system": "a system message", "stream": "a stream", "thinking": "settings of thinking"}
"""The words for parts of a request that are no parameters."""


def remembered_note(name: str, spec: ModelSpec, found: CachedCapabilities | None) -> str:
    """Return a note on the cached capabilities of a model and how to forget them.

    It is empty if nothing is cached or nothing differs from the normal behaviour.
    """
    if found is None:
        return ""
    known, words = found.known, list[str]()
    if known.forms and known.forms[0] != (spec.structured or spec.server_profile.forms[0]):
        words.append(f"answers by {known.forms[0]}")
    if known.without:
        gone = " or ".join(_PARTS.get(part, part) for part in known.without)
        words.append(f"without {gone}, which it refused or did not answer to")
    if known.renamed:
        words.append("the token limit under its other parameter name")
    if known.most:
        words.append(f"at most {known.most} tokens a reply")
    if known.responses:
        words.append("by the Responses API, since it answers no chat completions")
    if known.thinking:
        words.append(f"thinking turned {'down' if known.thinking == 'low' else 'off'}")
    if known.room:
        words.append(f"{known.room} more tokens for thinking")
    since = datetime.fromtimestamp(found.date, UTC).date()
    return (
        f"Known since {since}: {', '.join(words)}. `wolftui models forget {name}` deletes "
        "this, so that it is tested again."
        if words
        else ""
    )


def verdict(reply: ChatReply, unfit: str = "", *, priced: bool) -> tuple[bool, str]:
    """Judge a test reply: whether the model can play, and a text that explains why.

    Args:
        reply: The reply.
        unfit: Why its answer cannot be used, as a clause; empty if it can.
        priced: Whether the model has a price.
    """
    facts = [f"answered in {reply.seconds:.1f} s", _tokens(reply), _cost(reply, priced=priced)]
    if reply.retries:
        facts.append(f"after {reply.retries} failed {'try' if reply.retries == 1 else 'tries'}")
    facts.append(f"structured answers by {reply.form}")
    line = ", ".join(fact for fact in facts if fact)
    if ran_out_while_thinking(reply):
        less = 'with `effort = "low"`, or `think = false` where the endpoint takes it'
        advice = f"Allow more with `thinking_tokens`, or make it think less {less}."
        return (
            False,
            f"{line}; but its thinking used up the token limit and it gave no complete "
            f"answer. {advice}",
        )
    if reply.reading == "unreadable":
        return (
            False,
            f"{line}; but its answer could not be read: {reply.problem}. Use a "
            "model that can write JSON.",
        )
    if unfit:
        return False, f"{line}; but its answer cannot be used: {unfit}. Use a larger model."
    notes: list[str] = []
    if reply.reading == "repaired" or reply.problem:
        what = reply.problem or "it had to be repaired"
        notes.append(f"Its answer was not clean: {what}; expect some answers to be replaced.")
    if reply.seconds > SLOW:
        notes.append(
            "That is slow for a game with many asks. Test again, since a server may load the "
            "model first; if it stays slow, use a smaller model."
        )
    return True, f"{line}." + "".join(f" {note}" for note in notes)


def _tokens(reply: ChatReply) -> str:
    usage = reply.usage
    if usage.tokens_in is None or usage.tokens_out is None:
        return "tokens unknown"
    return f"{usage.tokens_in} tokens in and {usage.tokens_out} out"


def _cost(reply: ChatReply, *, priced: bool) -> str:
    if not priced:
        return ""
    return "price unknown" if reply.cost is None else f"price {reply.cost:.6f}"
