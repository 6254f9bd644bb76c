"""ModelErrors with advice from HTTP statuses and error bodies; withheld replies told apart.

No key and no control character gets into a message. Sources for withheld output: Azure OpenAI,
"Content filtering"; OpenAI, "Error codes" (`invalid_prompt`); LiteLLM, "Exception mapping";
OpenRouter, "Errors and debugging"; Groq, "Structured outputs" (`json_validate_failed`);
anthropics/claude-code#6195; deepseek-ai/awesome-deepseek-integration#13.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import (
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    PromptTooLong,
)
from wolfcore.models.api_keys import Key
from wolfcore.models.dialects.dialect import (
    ReplyPart,
    error_text,
    list_at,
    text_at,
    upstream_error_text,
)
from wolfcore.models.servers import UNKNOWN_SERVER, is_local_address
from wolfcore.models.spec import ModelSpec

_LONGEST = 200
"""Characters of an endpoint's own words that are repeated."""


_LOOKED_AT = 1000
"""Characters among which these are looked for: much that is sent is blank."""


_STRUCK_AT = 16_000
"""Characters of which the key is struck first: many of them may be parts of one sign of it."""


_DAY = 86_400.0
"""Seconds; an endpoint that asks to wait longer is taken to ask for so many."""


_TRANSIENT_STATUSES = (408, 409, 425)
"""Statuses of refusals after which the same request may succeed, beside too many requests and
failures of the endpoint."""


_CONTEXT = (
    "context_length",
    "context length",
    "exceed_context",
    "context window",
    "maximum context",
    "context size",
    "prompt is too long",
    "maximum number of tokens",
)


_BROKE_OFF = 502
"""The status of a failure in the middle of a reply that names none: no question of form, and none
of the request."""


_QUOTA = ("insufficient_quota", "billing", "credit balance")


class EndpointErrors(Struct, frozen=True):
    """Words about one model's endpoint.

    Args:
        name: The model's name in the settings.
        spec: The model.
        key: Its key, which is struck out of what the endpoint says.
        log: The file that holds what its server printed, where that is ours.
    """

    name: str
    spec: ModelSpec
    key: Key | None
    log: Path | None = None

    @property
    def _log(self) -> str:
        return f"its server's log, {self.log}" if self.log else "the server's log"

    def quote(self, text: str) -> str:
        """The endpoint's own words: one line, short, without the key and without control characters."""
        line = self._line(text)
        return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."

    def _line(self, text: str) -> str:
        """As much of the endpoint's own words as is looked at."""
        # The key goes before anything is cut, since a part of it would not be found.
        clean = self.key.redact(text, _STRUCK_AT) if self.key else text
        return " ".join(
            "".join(sign if sign.isprintable() else " " for sign in clean[:_LOOKED_AT]).split()
        )

    def unreachable(self, why: str) -> ModelError:
        """Nobody listens."""
        problem = f"{self.spec.address} cannot be reached ({self.quote(why)})"
        if self.log:
            return ModelUnreachable(self.name, problem, hint=f"Look into {self._log}.")
        if not is_local_address(self.spec.address):
            return ModelUnreachable(self.name, problem, hint="Check the network and `base_url`.")
        start = self.spec.server_profile.start_hint or UNKNOWN_SERVER.start_hint
        return ModelUnreachable(
            self.name, problem, hint=f"{start[:1].upper()}{start[1:]}, or correct `base_url`."
        )

    def broken(self, why: str) -> ModelError:
        """The connection ended before the reply did."""
        problem = f"the connection broke before the reply was whole ({self.quote(why)})"
        return ModelUnreachable(
            self.name, problem, hint=f"If it happens again, look into {self._log}."
        )

    def timed_out(self, *, begun: bool) -> ModelError:
        """No reply in time, or no more of one that has begun."""
        seconds = f"{self.spec.timeout:g} seconds"
        problem = (
            f"the reply was not whole, and no more of it came within {seconds}"
            if begun
            else f"no reply within {seconds}"
        )
        hint = (
            "Raise its `timeout`, lower its `concurrency`, have it think less, or take a "
            "smaller model."
        )
        return ModelTimeout(self.name, problem, hint=hint)

    def too_large(self, words: str) -> ModelError:
        """More came than any reply holds; `words` say what."""
        return ModelMalformed(
            self.name,
            f"{words}, which is no reply",
            hint="Check that `base_url` is the address of a model's server.",
        )

    def undecodable(self, how: str) -> ModelError:
        """The body is packed so that it is not unpacked."""
        problem = (
            f"the endpoint sent its reply packed as `{self.quote(how)}`, which is not unpacked"
        )
        return ModelMalformed(
            self.name, problem, hint="Check `base_url`, and any proxy on the way."
        )

    def malformed(self, text: str) -> ModelError:
        """What came is no reply of the kind that was expected."""
        what = f"`{self.quote(text)}`" if text.strip() else "nothing"
        problem = f"the endpoint sent {what}, which is no reply of the kind `{self.spec.kind}`"
        return ModelMalformed(self.name, problem, hint="Check `kind` and `base_url`.")

    def reported_error(self, words: str, status: int = 0) -> ModelError:
        """The endpoint told of an error in the place or in the middle of a reply.

        Args:
            words: What it said.
            status: The status that it names, where nothing of the reply had come; 0 where it names
                none.
        """
        told = self.quote(words)
        if _is_context(told):
            return self._does_not_fit(told, 400)
        problem = f"the endpoint failed while answering: {told}"
        return ModelRefused(self.name, problem, status=status or _BROKE_OFF, again=True, words=told)

    def refused(
        self, status: int, headers: Mapping[str, str], body: bytes, date: float
    ) -> ModelError:
        """The endpoint answered with a status that is no success.

        Args:
            status: The status.
            headers: The headers of the answer.
            body: What it said.
            date: Now, in seconds since 1970 (UTC).
        """
        text = body.decode("utf-8", "replace")
        data = decode_refusal(body)
        told = self.quote(error_text(data) or ("" if text.lstrip().startswith("<") else text))
        words = f"{status}: {told}" if told else f"{status}"
        cause = self._line(f"{error_text(data) or text} {upstream_error_text(data)}")
        tags = " ".join(
            (cause, text_at(data, "error", "code"), text_at(data, "error", "type"))
        ).lower()
        wait = retry_after(headers, date)
        if status != 429 and _is_context(tags):
            return self._does_not_fit(words, status)
        problem, hint, again = self._meaning(status, words, tags, wait, headers.get("location", ""))
        param = self.quote(
            text_at(data, "error", "param")
            or text_at(data, "detail", 0, "loc", -1)
            or text_at(data, "message", "detail", 0, "loc", -1)
        )
        return ModelRefused(
            self.name,
            problem,
            status=status,
            param=param,
            hint=hint,
            again=again,
            wait=wait,
            words=cause,
        )

    def _does_not_fit(self, words: str, status: int) -> ModelError:
        wider = self.spec.server_profile.larger_context_hint or "start its server with more"
        hint = (
            "Raise its `context`, or take a model with a larger one."
            if self.spec.kind == "local"
            else f"Take a model with a larger context, or {wider}."
        )
        return PromptTooLong(
            self.name,
            f"the prompt is longer than the model's context ({words})",
            status=status,
            hint=hint,
        )

    def _meaning(
        self, status: int, words: str, tags: str, wait: float | None, location: str
    ) -> tuple[str, str, bool]:
        spec = self.spec
        if status == 402 or (status in (403, 429) and any(tag in tags for tag in _QUOTA)):
            return (
                f"the account has no credit left ({words})",
                "Look at the account, or take another model.",
                False,
            )
        if status in (401, 403):
            return self._key_refused(words)
        if status == 404:
            fetch = spec.server_profile.fetch_command.format(model=spec.model)
            if not (fetch or _names_model(tags, spec.model)):
                return (
                    f"{spec.address} has no such place ({words})",
                    "Correct `base_url`, or `model`.",
                    False,
                )
            hint = (
                f"Fetch it with `{fetch}`, or correct `model`."
                if fetch
                else "Correct `model` or `base_url`."
            )
            return f"{spec.address} knows no model `{spec.model}` ({words})", hint, False
        if status == 429:
            asked = f"It asks to wait {wait:.0f} seconds." if wait is not None else "Wait a little."
            hint = f"{asked} A lower `concurrency` or `requests_per_minute` avoids this."
            return f"the endpoint takes no more requests now ({words})", hint, True
        if 300 <= status < 400:
            elsewhere = f" to {self.quote(location)}" if location else ""
            return (
                f"the endpoint points elsewhere{elsewhere} ({status})",
                "Correct `base_url`.",
                False,
            )
        if status >= 500:
            hint = (
                "Try again later."
                if not is_local_address(spec.address)
                else f"Look into {self._log}."
            )
            return f"the endpoint failed ({words})", hint, status not in (501, 505)
        return (
            f"the endpoint did not accept the request ({words})",
            "Check the model's settings.",
            status in _TRANSIENT_STATUSES,
        )

    def _key_refused(self, words: str) -> tuple[str, str, bool]:
        spec = self.spec
        if spec.api_key_env:
            return (
                f"the endpoint refused the key ({words})",
                f"Check the key in {spec.api_key_env}.",
                False,
            )
        if spec.api_key_file:
            return (
                f"the endpoint refused the key ({words})",
                f"Check the key in {spec.api_key_file}.",
                False,
            )
        return (
            f"the endpoint wants a key ({words})",
            "Name the variable that holds it with `api_key_env`.",
            False,
        )


def _names_model(words: str, model: str) -> bool:
    """Whether an endpoint that found something missing means the model, and not the place that was asked."""
    return "model" in words or model.lower() in words


def retry_after(headers: Mapping[str, str], date: float) -> float | None:
    """Seconds that the endpoint asks to wait, a day at most: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or in `-ms`.

    Args:
        headers: The headers, whose names are looked up in small letters.
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


def _is_context(words: str) -> bool:
    """Whether words of an endpoint say that the prompt does not fit."""
    return any(tag in words.lower() for tag in _CONTEXT)


def decode_refusal(body: bytes) -> object:
    """What a refusal says, decoded; None where it is no JSON."""
    try:
        return msgspec.json.decode(body.decode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


_FLAGGED = ("content_filter", "content_policy_violation", "invalid_prompt")


_FILTER_PHRASES = ("blocked by content filtering policy", "content exists risk")


_NO_JSON = "json_validate_failed"


def withheld_reply(refusal: object) -> ReplyPart | None:
    """The reply that a refusal stands for; None where the request itself is refused.

    Args:
        refusal: What the endpoint said, decoded.
    """
    code = text_at(refusal, "error", "code")
    if code == _NO_JSON:
        return ReplyPart(text_at(refusal, "error", "failed_generation"), finish="stop")
    if (
        code in _FLAGGED
        or list_at(refusal, "error", "metadata", "reasons")
        or is_content_filtered(error_text(refusal))
    ):
        return ReplyPart(finish="filter")
    return None


def is_content_filtered(words: str) -> bool:
    """Whether words of an endpoint say that it withholds what was generated, be it after some of it has come."""
    return any(known in words.lower() for known in _FILTER_PHRASES)
