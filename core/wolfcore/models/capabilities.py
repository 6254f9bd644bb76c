"""Capabilities of a model at its endpoint (forms, parameters, token limits), cached on disk.

The cache file stores entries for 30 days by a digest of all settings that the endpoint can see. It
holds no key and no address. An unreadable or unwritable cache is ignored.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import blake2b
from math import floor
from pathlib import Path
from typing import Annotated, cast

import msgspec
from msgspec import Meta, Struct

from wolfcore.clock import Clock
from wolfcore.decoders import JsonReader
from wolfcore.files import read_bytes

from .chat import AnswerForm, OptionalParameter, ThinkingLevel
from .spec import ModelSpec

MAX_AGE = 30 * 86_400.0
"""Seconds after which an entry expires: servers are updated, and the model behind a name
changes."""


_LIMIT = 1 << 20
"""Bytes of the largest cache file that is read."""


_MAX_ENTRIES = 1000
"""The most entries in the file; the oldest are dropped first."""


_IRRELEVANT_SETTINGS = frozenset(
    (
        "timeout",
        "tries",
        "concurrency",
        "requests_per_minute",
        "price_in",
        "price_cached",
        "price_written",
        "price_out",
    )
)
"""Settings that do not change which requests an endpoint accepts, so they are not in the digest."""


class CachedCapabilities(Struct, frozen=True, forbid_unknown_fields=True):
    """The cache entry of one model.

    Attributes:
        date: When it was stored, in seconds since 1970 (UTC).
        known: The capabilities.
    """

    date: Annotated[float, Meta(ge=0, le=1e11)]
    known: Capabilities


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    models: dict[Annotated[str, Meta(max_length=64)], CachedCapabilities] = {}


MAX_THINKING_TOKENS = 32_768
"""The largest token limit that is tried for one reply to leave room for thinking."""


MIN_TOKEN_LIMIT = 256
"""The smallest number in a refusal that is read as the token limit of a reply."""


_THINKING_BUDGET_PATHS = (
    ("thinking", "budget_tokens"),
    ("generationConfig", "thinkingConfig", "thinkingBudget"),
    ("reasoning", "max_tokens"),
)
"""Where `extra` names a budget of thinking: Anthropic, Gemini, OpenRouter."""


def requested_thinking_tokens(spec: ModelSpec) -> int:
    """Return the budget of thinking tokens that a model's settings request.

    It is `thinking_budget`, or stands in `extra` under the endpoint's own name
    (`_THINKING_BUDGET_PATHS`); 0 for none. Anthropic refuses a token limit that is not larger
    ("Extended thinking": `thinking.budget_tokens`).
    """
    if spec.thinking_budget is not None:
        return min(spec.thinking_budget, MAX_THINKING_TOKENS)
    for path in _THINKING_BUDGET_PATHS:
        found: object = spec.extra
        for key in path:
            found = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        if (
            isinstance(found, int)
            and not isinstance(found, bool)
            and 0 < found <= MAX_THINKING_TOKENS
        ):
            return found
    return 0


class Capabilities(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an endpoint was found to accept for one model.

    Attributes:
        forms: The forms of structured answers that may still work, best first; empty where none has
            worked yet.
        without: The parts of a request that are left out.
        renamed: Whether the token limit is sent under its other field name.
        most: The most tokens of a reply that the endpoint accepts; None where it has not said.
        room: Tokens for thinking that were found necessary, in addition to the limit of the
            settings.
        responses: Whether the model answers the Responses API and no chat completions.
        thinking: How much the model is asked to think, since it gave no answer otherwise; None for
            the usual amount.
    """

    forms: tuple[AnswerForm, ...] = ()
    without: tuple[OptionalParameter, ...] = ()
    renamed: bool = False
    most: Annotated[int, Meta(ge=MIN_TOKEN_LIMIT, le=10_000_000)] | None = None
    room: Annotated[int, Meta(ge=0, le=MAX_THINKING_TOKENS)] = 0
    responses: bool = False
    thinking: ThinkingLevel | None = None


_READER = JsonReader(_File, once=True)


class CapabilityCache:
    """The cache file of model capabilities.

    Args:
        file: The file; it need not exist.
        clock: Tells the date.
    """

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file, self._clock = file, clock

    def get(self, spec: ModelSpec) -> CachedCapabilities | None:
        """Return the entry of a model; None where there is none or it has expired."""
        return self._models().get(settings_digest(spec))

    def store(self, spec: ModelSpec, known: Capabilities) -> None:
        """Write the capabilities of a model to the file, with the date of now, if possible."""
        # Rounded down, since a date in the future would not count.
        found = CachedCapabilities(floor(self._clock.unix_time() * 1000) / 1000, known)
        # A cache error never stops a game; `wolftui doctor` checks if the folder is writable.
        with suppress(OSError):
            self._write(self._models() | {settings_digest(spec): found})

    def forget(self, spec: ModelSpec) -> bool:
        """Delete the entry of a model; return whether there was one.

        Raises:
            OSError: The file cannot be written, so that the entry is still there.
        """
        models = self._models()
        gone = models.pop(settings_digest(spec), None) is not None
        if gone:
            self._write(models)
        return gone

    def _models(self) -> dict[str, CachedCapabilities]:
        try:
            models = _READER.decode(read_bytes(self._file, _LIMIT)).models
        except (OSError, msgspec.DecodeError):
            return {}
        now = self._clock.unix_time()
        # A date to come is of a clock that was wrong, and would never expire.
        return {key: each for key, each in models.items() if now - MAX_AGE < each.date <= now}

    def _write(self, models: dict[str, CachedCapabilities]) -> None:
        latest = sorted(models, key=lambda key: models[key].date)[-_MAX_ENTRIES:]
        data = msgspec.json.encode(_File({key: models[key] for key in latest}))
        self._file.parent.mkdir(parents=True, exist_ok=True)
        opened, temporary = tempfile.mkstemp(dir=self._file.parent)
        try:
            with os.fdopen(opened, "wb") as new:
                new.write(data)
            Path(temporary).replace(self._file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def settings_digest(spec: ModelSpec) -> str:
    """Return a digest of all settings of a model that its endpoint can see.

    Models with equal digests share their capabilities.
    """
    fields = {
        name: getattr(spec, name)
        for name in spec.__struct_fields__
        if name not in _IRRELEVANT_SETTINGS
    }
    # A fixed order, so that equal settings have equal digests.
    data = msgspec.json.encode(fields | {"base_url": spec.address}, order="deterministic")
    return blake2b(data, digest_size=16).hexdigest()
