"""What an endpoint still allows, and how long it asks to wait, from headers and refusals.

Sources: OpenAI, "Rate limits" (`x-ratelimit-remaining-requests`, resets such as `6m0s`); Groq and
Cerebras, likewise; Anthropic, "Rate limits" (`anthropic-ratelimit-input-tokens-remaining`, resets
as RFC 3339); OpenRouter (`X-RateLimit-Reset`, milliseconds since 1970);
draft-ietf-httpapi-ratelimit-headers (`RateLimit-Remaining`, `RateLimit-Reset`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from wolfcore.models.dialects.dialect import list_at, text_at

_HEADER = re.compile(r"(?:anthropic-|x-)?ratelimit-([a-z-]{1,40})", re.I)


_PARTS = ("limit", "remaining", "reset")


_BUCKET = re.compile(r"(requests|(?:input-|output-)?tokens)(-minute|-hour|-day)?")
"""The limits that are read; a name without one of these counts requests."""


_COUNT = re.compile(r"\d{1,12}")


_NUMBER = re.compile(r"\d{1,14}(?:\.\d{1,9})?")


_DURATION = re.compile(
    r"(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,8}(?:\.\d{1,9})?)s)?"
    r"(?:(\d{1,9}(?:\.\d{1,9})?)ms)?"
)


_UNITS = (86_400.0, 3600.0, 60.0, 1.0, 0.001)


_EPOCH, _EPOCH_MS = 1e9, 1e12
"""Numbers from here on are seconds, and milliseconds, since 1970."""


_LONGEST = 64
"""Characters of the longest value that is read."""


_DAY = 86_400.0
"""Seconds; a longer requested wait is reduced to this."""


_LOOKED_AT = 1000
"""Characters of a message in which a wait is searched."""


_WAIT = re.compile(
    r"(?:try again|retry) (?:in|after) "
    r"(?:(\d{1,4})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?)(ms|s))?",
    re.I,
)
"""How OpenAI, Groq and Gemini say in words how long to wait."""


class Allowance(NamedTuple):
    """What one limit still allows.

    Attributes:
        remaining: The requests or tokens that are left.
        limit: The most of them; None where it is not told.
        resets_in: Seconds until all of them are allowed again.
    """

    remaining: int
    limit: int | None
    resets_in: float


def allowances(headers: Mapping[str, str], date: float) -> dict[str, Allowance]:
    """Return what an endpoint still allows, by the name of the limit (`requests`, `tokens`, ...).

    A limit of which `remaining` or `reset` is missing or cannot be read is left out.

    Args:
        headers: The headers of a reply or a refusal.
        date: Now, in seconds since 1970 (UTC).
    """
    told: dict[str, dict[str, str]] = {}
    for name, value in headers.items():
        found = _HEADER.fullmatch(name)
        words = found[1].lower().split("-") if found else []
        parts = [word for word in words if word in _PARTS]
        bucket = "-".join(word for word in words if word not in _PARTS) or "requests"
        if len(parts) == 1 and _BUCKET.fullmatch(bucket):
            told.setdefault(bucket, {})[parts[0]] = value.strip()[:_LONGEST]
    known: dict[str, Allowance] = {}
    for bucket, texts in told.items():
        remaining, limit = (_count(texts.get(part, "")) for part in ("remaining", "limit"))
        resets_in = _seconds(texts.get("reset", ""), date)
        if remaining is not None and resets_in is not None and limit != 0:
            known[bucket] = Allowance(remaining, limit, resets_in)
    return known


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and _COUNT.fullmatch(text) else None


def _seconds(text: str, date: float) -> float | None:
    """Return the seconds until a reset; None where the text names none."""
    if not text.isascii() or not text:
        return None
    if _NUMBER.fullmatch(text):
        number = float(text)
        if number < _EPOCH:
            return number
        moment = number / 1000 if number >= _EPOCH_MS else number
    elif found := _DURATION.fullmatch(text):
        parts = zip(found.groups(), _UNITS, strict=True)
        return round(sum(float(part or 0) * unit for part, unit in parts), 6)
    else:
        try:
            named = datetime.fromisoformat(text)
            moment = (named if named.tzinfo else named.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    return max(0.0, round(moment - date, 6))


def retry_after(headers: Mapping[str, str], date: float) -> float | None:
    """Return the seconds that an endpoint asks to wait, at most a day; None where it names none.

    Reads `retry-after-ms`, and `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).

    Args:
        headers: The headers, with names in lower case.
        date: Now, in seconds since 1970 (UTC).
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if text.isascii() and text.replace(".", "", 1).isdigit():
            return min(float(text) * unit, _DAY)
    try:
        return min(
            max(0.0, parsedate_to_datetime(headers["retry-after"][:_LONGEST]).timestamp() - date),
            _DAY,
        )
    except (KeyError, ValueError, OverflowError):
        return None


def wait_in_body(data: object, words: str) -> float | None:
    """Return the seconds that a refusal asks to wait, at most a day; None where it names none.

    Args:
        data: The decoded body: Gemini gives `retryDelay` in a detail (google.rpc.RetryInfo).
        words: Its message, which OpenAI, Groq and Gemini end with a time.
    """
    delays = [text_at(each, "retryDelay") for each in list_at(data, "error", "details")[:20]]
    for text in (*(f"retry in {delay}" for delay in delays if delay), words):
        for found in _WAIT.finditer(text[:_LOOKED_AT]):
            hours, minutes, seconds, unit = found.groups()
            if hours or minutes or seconds:
                part = float(seconds or 0) * (0.001 if unit == "ms" else 1.0)
                return min(3600.0 * int(hours or 0) + 60.0 * int(minutes or 0) + part, _DAY)
    return None
