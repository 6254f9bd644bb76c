"""Tests models with one question each (`models test`, `doctor`) and explains the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.errors import WolfError
from wolfcore.models import ChatReply, ChatRequest, Message, ModelSpec, prices_of
from wolfcore.models.capabilities import CachedCapabilities
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.wrappers.ladder import ran_out_while_thinking

from .config import LoadedConfig
from .endpoints import model_memory
from .paths import logs_folder

SLOW = 10.0
"""A reply to one short question that takes more seconds than this is called slow."""


_PATIENCE, _TRIES = 60.0, 2
"""Timeout of the test request in seconds, and the number of tries; low, so that users wait less."""


QUESTION = ChatRequest(
    messages=(
        Message("system", "You take part in a test. Answer with JSON."),
        Message("user", "Which of the seats 1, 2 and 3 do you choose, and why, in a few words?"),
    ),
    schema={
        "type": "object",
        "properties": {
            "reason": {"type": "string", "maxLength": 80},
            "seat": {"type": "integer", "enum": [1, 2, 3]},
        },
        "required": ["reason", "seat"],
        "additionalProperties": False,
    },
)


class ModelCheck(NamedTuple):
    """The result of testing one model.

    Attributes:
        name: The model.
        works: Whether it can play.
        detail: The finding and, if there is a problem, the advice.
    """

    name: str
    works: bool
    detail: str


def check_models(
    loaded: LoadedConfig, names: Sequence[str], tell: Callable[[ModelCheck], None]
) -> None:
    """Test models with one question each, all in parallel.

    Args:
        loaded: The settings.
        names: The models.
        tell: Called with each result, in the order of `names`, as soon as it is known.
    """
    asyncio.run(_try_all(loaded, names, tell))


async def _try_all(
    loaded: LoadedConfig, names: Sequence[str], tell: Callable[[ModelCheck], None]
) -> None:
    specs = {
        name: replace(spec, timeout=min(spec.timeout, _PATIENCE), tries=min(spec.tries, _TRIES))
        for name, spec in loaded.models.items()
    }
    endpoints = Endpoints(
        specs,
        logs=logs_folder(),
        options=EndpointOptions(local=loaded.local, capability_cache=model_memory()),
    )
    async with endpoints, asyncio.TaskGroup() as asking:
        trials = [asking.create_task(_check_model(endpoints, loaded, name)) for name in names]
        for trial in trials:
            tell(await trial)


async def _check_model(endpoints: Endpoints, loaded: LoadedConfig, name: str) -> ModelCheck:
    """Send the test question to a model and judge its reply."""
    try:
        reply = await endpoints.open(name).complete(QUESTION)
    except WolfError as error:
        return ModelCheck(name, False, str(error).removeprefix(f"{name}: "))
    priced = prices_of(loaded.models[name]) is not None
    works, detail = verdict(reply, priced=priced)
    spec = loaded.models[name]
    return ModelCheck(
        name,
        works,
        " ".join(filter(None, (detail, remembered_note(name, spec, model_memory().get(spec))))),
    )


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
        words.append(f"without {' or '.join(known.without)}, which it refused")
    if known.renamed:
        words.append("the token limit under its other parameter name")
    if known.most:
        words.append(f"at most {known.most} tokens a reply")
    if known.room:
        words.append(f"{known.room} more tokens for thinking")
    since = datetime.fromtimestamp(found.date, UTC).date()
    return (
        f"Known since {since}: {', '.join(words)}. `wolftui models forget {name}` deletes "
        "this, so that it is tested again."
        if words
        else ""
    )


def verdict(reply: ChatReply, *, priced: bool) -> tuple[bool, str]:
    """Judge a test reply: whether the model can play, and a text that explains why."""
    facts = [f"answered in {reply.seconds:.1f} s", _tokens(reply), _cost(reply, priced=priced)]
    if reply.retries:
        facts.append(f"after {reply.retries} failed {'try' if reply.retries == 1 else 'tries'}")
    facts.append(f"structured answers by {reply.form}")
    line = ", ".join(fact for fact in facts if fact)
    if ran_out_while_thinking(reply):
        less = 'with `extra`, such as `{reasoning_effort = "low"}`, or `think = false` for Ollama'
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
