"""Build `ModelError`s with advice from HTTP statuses and error bodies; detect withheld replies.

No key and no control character gets into a message. Sources for withheld output: Azure OpenAI,
"Content filtering"; OpenAI, "Error codes" (`invalid_prompt`); LiteLLM, "Exception mapping";
OpenRouter, "Errors and debugging"; Groq, "Structured outputs" (`json_validate_failed`);
anthropics/claude-code#6195; deepseek-ai/awesome-deepseek-integration#13.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct

from wolfcore.errors import (
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    ModelUntrusted,
    PromptTooLong,
)
from wolfcore.models.api_keys import Key
from wolfcore.models.capabilities import MIN_TOKEN_LIMIT
from wolfcore.models.dialects.dialect import (
    ReplyPart,
    error_text,
    list_at,
    text_at,
    upstream_error_text,
)
from wolfcore.models.dialects.responses import answers_no_chat
from wolfcore.models.rate_headers import retry_after, wait_in_body
from wolfcore.models.servers import UNKNOWN_SERVER, base_url_hint, is_private_address
from wolfcore.models.spec import ModelSpec
from wolfcore.models.token_limits import named_limit

_LONGEST = 200
"""The most characters of an endpoint's text that a message quotes."""


_LOOKED_AT = 1000
"""Characters of an endpoint's text from which the quote is taken: more than the quote, since many
may be blank."""


_STRUCK_AT = 16_000
"""Characters of an endpoint's text that are redacted before the cut: escapes may take many
characters for one of the key."""


_TRANSIENT_STATUSES = (408, 409, 425)
"""Client error statuses after which the same request may succeed, in addition to 429 and server
errors."""


_CONTEXT = (
    "context_length", "context length", "exceed_context", "context window", "maximum context",
    "context size", "prompt is too long", "maximum number of tokens", "maximum prompt length",
    "input is too long", "must be at least 1, got -",
)  # fmt: skip
"""Phrases in an error message which mean that the prompt does not fit the context."""


_BROKE_OFF = 502
"""The status for a failure in the middle of a reply that names none. As a server error it is not
taken as a refusal of the form or of the request."""


_UNKNOWN_PATH = "Unexpected endpoint or method."
"""How LM Studio answers an unknown path, with status 200 (lmstudio-bug-tracker#618)."""


_NO_CREDIT = (
    "insufficient_quota", "credit balance", "insufficient balance", "available credits",
    "arrearage", "budget_exceeded", "budget has been exceeded", "欠费", "余额不足",
)  # fmt: skip
"""Phrases in an error message which mean that the account has no credit, whatever the status."""


_QUOTA = (*_NO_CREDIT, "billing")
"""The same for 403 and 429, at which no request is to blame that speaks of billing."""


_LONG_LIMITS = {
    "day": (
        "per day", "per-day", "daily limit", "daily free", "(rpd)", "(tpd)", "per 86400s",
        "bymodelbyday",
    ),
    "week": ("per week", "weekly"),
    "month": ("per month", "/ month", "monthly"),
}  # fmt: skip
"""Phrases in an error message which mean that the requests or tokens of a time are used up."""


_GEMINIS_DAY = "perday"
"""Part of Gemini's name of a daily limit, beside which it asks to retry in seconds."""


_HOUR = 3600.0


_PER_MINUTE = ("per minute", "perminute", "per-minute", "(rpm)", "(tpm)", "rate limit")
"""Phrases in an error message about a limit that passes. Gemini also says `billing` there."""


_COUNTRY = (
    "unsupported_country",
    "country, region, or territory",
    "user location is not supported",
)
"""Phrases in an error message which mean that a country is not served."""


_PLAIN_TO_TLS = ("plain http", "http request to an https")
"""Phrases of nginx, Apache and Go in the refusal of a plain request to a port for HTTPS."""


_WANTS_TLS = "If the server expects HTTPS, write `https://` in `base_url`."


class EndpointErrors(Struct, frozen=True):
    """Builds the errors of one model's endpoint, each with a problem and a hint.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        key: Its API key, which is redacted from the endpoint's text; None for none.
        log: The log file of its server, if wolftui started the server.
    """

    name: str
    spec: ModelSpec
    key: Key | None
    log: Path | None = None

    @property
    def _log(self) -> str:
        return f"its server's log, {self.log}" if self.log else "the server's log"

    def quote(self, text: str) -> str:
        """Shorten an endpoint's text to one line, without the key and control characters."""
        line = self._line(text)
        return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."

    def _line(self, text: str) -> str:
        """Return the beginning of an endpoint's text as one line, redacted."""
        # Redact before the cut: a part of the key at the cut would not be found.
        clean = self.key.redact(text, _STRUCK_AT) if self.key else text
        return " ".join(
            "".join(sign if sign.isprintable() else " " for sign in clean[:_LOOKED_AT]).split()
        )

    def unreachable(self, why: str) -> ModelError:
        """Build the error of an address that cannot be reached; `why` is the system's reason."""
        problem = f"{self.spec.address} cannot be reached ({self.quote(why)})"
        if self.log:
            return ModelUnreachable(self.name, problem, hint=f"Look into {self._log}.")
        if not is_private_address(self.spec.address):
            return ModelUnreachable(self.name, problem, hint="Check the network and `base_url`.")
        start = self.spec.server_profile.start_hint or UNKNOWN_SERVER.start_hint
        return ModelUnreachable(
            self.name, problem, hint=f"{start[:1].upper()}{start[1:]}, or correct `base_url`."
        )

    def untrusted(self, problem: str, hint: str) -> ModelError:
        """Build the error of a TLS connection that failed, from `http_client.tls_problem`."""
        return ModelUntrusted(self.name, f"{self.spec.address}: {self.quote(problem)}", hint=hint)

    def broken(self, why: str, *, begun: bool = True) -> ModelError:
        """Build the error of a connection that ended before the reply did.

        Args:
            why: The system's reason.
            begun: Whether any of the reply had come.
        """
        problem = f"the connection broke before the reply was whole ({self.quote(why)})"
        hint = f"If it happens again, look into {self._log}."
        if not begun and self.spec.address.startswith("http:") and not self.log:
            # A server that expects TLS closes the connection, or answers with a TLS record.
            hint = f"{_WANTS_TLS[:-1]}; else look into {self._log}."
        return ModelUnreachable(self.name, problem, hint=hint)

    def timed_out(self, *, begun: bool) -> ModelError:
        """Build the error of a timeout, before a reply or, with `begun`, in the middle of one."""
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
        """Build the error of a reply that exceeds a limit; `words` say which, as a clause."""
        return ModelMalformed(
            self.name,
            f"{words}, which is no reply",
            hint="Check that `base_url` is the address of a model's server.",
        )

    def undecodable(self, how: str) -> ModelError:
        """Build the error of a body whose content encoding is not supported or is broken."""
        problem = (
            f"the endpoint sent its reply packed as `{self.quote(how)}`, which is not unpacked"
        )
        return ModelMalformed(
            self.name, problem, hint="Check `base_url`, and any proxy on the way."
        )

    def malformed(self, text: str) -> ModelError:
        """Build the error of a body that is not a reply of the expected kind."""
        what = f"`{self.quote(text)}`" if text.strip() else "nothing"
        problem = f"the endpoint sent {what}, which is no reply of the kind `{self.spec.kind}`"
        return ModelMalformed(self.name, problem, hint="Check `kind` and `base_url`.")

    def reported_error(self, words: str, status: int = 0) -> ModelError:
        """Build the error that an endpoint reports instead of a reply or in the middle of one.

        Args:
            words: The endpoint's message.
            status: The status that it names, if nothing of the reply had arrived; 0 where it names
                none.
        """
        quoted = self.quote(words)
        if _is_too_long(quoted, words):
            return self._does_not_fit(quoted, 400)
        if quoted.startswith(_UNKNOWN_PATH):
            problem, hint = self._no_such_place(quoted)
            return ModelRefused(self.name, problem, status=404, hint=hint, words=quoted)
        problem = f"the endpoint failed while answering: {quoted}"
        return ModelRefused(
            self.name, problem, status=status or _BROKE_OFF, again=True, words=quoted
        )

    def refused(
        self, status: int, headers: Mapping[str, str], body: bytes, date: float
    ) -> ModelError:
        """Build the error of an HTTP status that is not a success.

        Args:
            status: The status.
            headers: The response headers, with names in lower case.
            body: The response body.
            date: Now, in seconds since 1970 (UTC).
        """
        text = body.decode("utf-8", "replace")
        data = decode_refusal(body)
        # A page of HTML is of a proxy or a web server, and says nothing that can be quoted.
        message = self.quote(error_text(data) or ("" if text.lstrip().startswith("<") else text))
        words = f"{status}: {message}" if message else f"{status}"
        cause = self._line(f"{error_text(data) or text} {upstream_error_text(data)}")
        tags = " ".join(
            (
                cause,
                text_at(data, "error", "code"),
                text_at(data, "error", "type"),
                *_quota_names(data),
            )
        ).lower()
        wait = retry_after(headers, date)
        if wait is None and status == 429:
            wait = wait_in_body(data, cause)
        # The words of a rate limit are about tokens, too.
        if status != 429 and _is_too_long(tags, cause):
            return self._does_not_fit(words, status)
        problem, hint, again = self._meaning(status, words, tags, wait, headers.get("location", ""))
        # FastAPI names the parameter as the last part of a place.
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
        wider = self.spec.server_profile.larger_context_hint
        if not wider and is_private_address(self.spec.address):
            wider = "start its server with more"
        hint = (
            "Raise its `context`, or take a model with a larger one."
            if self.spec.kind == "local"
            else f"Take a model with a larger context{f', or {wider}' if wider else ''}."
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
        if status in (400, 403) and any(tag in tags for tag in _COUNTRY):
            return (
                f"the endpoint does not serve this country ({words})",
                "Take another model.",
                False,
            )
        no_credit = any(tag in tags for tag in _NO_CREDIT)
        time = _long_limit(tags, wait)
        if status in (403, 429) and time and not no_credit:
            later = "Go on tomorrow" if time == "day" else f"Go on in another {time}"
            hint = f"{later}, or take another model."
            return f"what the endpoint allows in a {time} is used up ({words})", hint, False
        passes = wait is not None or any(tag in tags for tag in _PER_MINUTE)
        # A used-up quota comes as 429 as well, and no waiting helps.
        if (
            status == 402
            or (status == 400 and no_credit)
            or (
                status in (403, 429)
                and any(tag in tags for tag in _QUOTA)
                and not (passes and "insufficient_quota" not in tags)
            )
        ):
            return (
                f"the account has no credit left ({words})",
                "Look at the account, or take another model.",
                False,
            )
        if status in (401, 403):
            return self._key_refused(words)
        if answers_no_chat(status, tags):
            return (
                f"`{spec.model}` does not answer chat completions ({words})",
                "Take another model of this endpoint.",
                False,
            )
        if status == 404:
            fetch = spec.server_profile.fetch_command.format(model=spec.model)
            if not (fetch or _names_model(tags, spec.model)):
                return (*self._no_such_place(words), False)
            hint = (
                f"Fetch it with `{fetch}`, or correct `model`."
                if fetch
                else "Correct `model` or `base_url`."
            )
            return f"{spec.address} knows no model `{spec.model}` ({words})", hint, False
        if status == 405:
            return (*self._no_such_place(words), False)
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
                if not is_private_address(spec.address)
                else f"Look into {self._log}."
            )
            # 501 and 505 will not change by trying again.
            return f"the endpoint failed ({words})", hint, status not in (501, 505)
        to_tls = spec.address.startswith("http:") and any(tag in tags for tag in _PLAIN_TO_TLS)
        return (
            f"the endpoint did not accept the request ({words})",
            _WANTS_TLS if to_tls else "Check the model's settings.",
            status in _TRANSIENT_STATUSES,
        )

    def _no_such_place(self, words: str) -> tuple[str, str]:
        spec = self.spec
        hint = base_url_hint(spec.address, spec.usual_address)
        return f"{spec.address} has no such place ({words})", hint

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


def _long_limit(words: str, wait: float | None) -> str:
    """Return the time of a limit longer than an hour that a refusal names; empty for none."""
    if _GEMINIS_DAY in words:
        return "day"
    # Where the limit of a day rolls, the wait is short.
    if wait is not None and wait <= _HOUR:
        return ""
    return next(
        (time for time, tags in _LONG_LIMITS.items() if any(tag in words for tag in tags)), ""
    )


def _names_model(words: str, model: str) -> bool:
    """Whether a 404 message is about the model, and not about the path."""
    return "model" in words or model.lower() in words


def _quota_names(data: object) -> list[str]:
    """Return the names of the limits that Gemini's refusal says were exceeded (QuotaFailure)."""
    return [
        text_at(violation, "quotaId")
        for detail in list_at(data, "error", "details")[:20]
        for violation in list_at(detail, "violations")[:20]
    ]


def _is_too_long(tags: str, words: str) -> bool:
    """Whether a message says that a prompt does not fit, whatever the token limit of the reply.

    Args:
        tags: The message, or a part of it with codes and types.
        words: The message.
    """
    if not any(tag in tags.lower() for tag in _CONTEXT):
        return False
    limit = named_limit(words)
    return limit is None or limit.tokens < MIN_TOKEN_LIMIT


def decode_refusal(body: bytes) -> object:
    """Decode the JSON body of a refusal; None where it is not JSON.

    Gemini puts the error into a list at its OpenAI-compatible address.
    """
    try:
        data = cast("object", msgspec.json.decode(body.decode("utf-8", "replace")))
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    if isinstance(data, list) and data:
        return cast("list[object]", data)[0]
    return cast("object", data)


_FLAGGED = ("content_filter", "content_policy_violation", "invalid_prompt")


_FILTER_PHRASES = ("blocked by content filtering policy", "content exists risk")


_NO_JSON = "json_validate_failed"


def withheld_reply(refusal: object) -> ReplyPart | None:
    """Return the reply that a refusal represents; None where the request itself is refused.

    A content filter gives an empty reply that ends as `filter`. Groq's `json_validate_failed` gives
    the text that failed the validation.

    Args:
        refusal: The decoded body of the refusal.
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
    """Whether an endpoint's message says that it withholds the output, even after part was sent."""
    return any(known in words.lower() for known in _FILTER_PHRASES)
