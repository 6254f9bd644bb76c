"""Bodies of requests to models, packed for the calls file: without the texts of the prompt.

A call's record holds its prompt already. Therefore a packed body holds references to the messages
of the call in place of their texts, as `{"$prompt": [REFERENCE or "other text", ...]}`. A reference
is `[NUMBER]` for a whole message, counted from 0, or `[NUMBER, START, END]` for a part of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from wolfcore.visible import without_secrets

from .protocols import CallRecord, RequestRecord

_PROMPT = "$prompt"


_SHORTEST = 40
"""The fewest characters of a text that is replaced by a reference."""


_DEEPEST = 24
"""The deepest nesting of a body that is packed: with the levels around it, a line of the calls file
stays within `decoders.MAX_NESTING`."""


_LARGEST = 4_000_000
"""The most characters of all texts of an unpacked body; a damaged file may refer to one message any
number of times."""


_LONGEST_VALUE = 500
"""The most characters of a value that may be a password by its name."""


Reference: TypeAlias = list[int]


def packed_body(body: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """Pack a body: replace the texts of the prompt by references, and secrets by `[key]`.

    Args:
        body: The JSON body of a request.
        texts: The texts of the messages of its call.

    Raises:
        ValueError: The body nests deeper than 24 levels, or has a field named `$prompt`.
    """
    return _packed(body, texts, 0)


def _packed(value: Any, texts: Sequence[str], depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError(f"the body nests deeper than {_DEEPEST} levels")
    if isinstance(value, str):
        parts = list(_parts(value, texts))
        return "".join(cast("list[str]", parts)) if _is_text(parts) else {_PROMPT: parts}
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        if _PROMPT in fields:
            raise ValueError(f"the body has a field named `{_PROMPT}`")
        return {
            without_secrets(key): _packed(_without_password(key, each), texts, depth + 1)
            for key, each in fields.items()
        }
    if isinstance(value, list):
        return [_packed(each, texts, depth + 1) for each in cast("list[Any]", value)]
    return value


def _is_text(parts: Sequence[str | Reference]) -> bool:
    return all(isinstance(part, str) for part in parts)


def _without_password(key: str, value: Any) -> Any:
    """Return the value of a field, or `[key]` if the name of the field says that it is a secret."""
    if not isinstance(value, str) or len(value) > _LONGEST_VALUE:
        return value
    named = f"{key}="
    return without_secrets(named + value).removeprefix(named)


def _parts(text: str, texts: Sequence[str]) -> Iterator[str | Reference]:
    """Yield the parts of a text in order: references to messages, and other text."""
    if len(text) >= _SHORTEST:
        if text in texts:
            yield [texts.index(text)]
            return
        for number, whole in enumerate(texts):
            if (start := whole.find(text)) >= 0:
                yield [number, start, start + len(text)]
                return
            if len(whole) >= _SHORTEST and whole in text:
                before, _, after = text.partition(whole)
                yield from _parts(before, texts)
                yield [number]
                yield from _parts(after, texts)
                return
    if text:
        yield without_secrets(text)


def unpacked_body(body: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """Return the body as it was sent, with the texts of the prompt.

    Args:
        body: The packed body.
        texts: The texts of the messages of its call.

    Raises:
        ValueError: A reference names a text that is not there, or the texts are longer than four
            million characters together.
    """
    left = _LARGEST

    def text_of(reference: Reference) -> str:
        nonlocal left
        number, *part = reference
        text = texts[number][slice(*part)] if part else texts[number]
        left -= len(text)
        if left < 0:
            raise ValueError(f"its texts are longer than {_LARGEST:,} characters")
        return text

    return described_body(body, texts, text_of)


def described_body(
    body: dict[str, Any], texts: Sequence[str], describe: Callable[[Reference], str]
) -> dict[str, Any]:
    """Return a packed body with a description in place of each reference.

    Args:
        body: The packed body.
        texts: The texts of the messages of its call.
        describe: Returns the description of a reference, which is valid.

    Raises:
        ValueError: A reference names a text that is not there.
    """

    def described(value: Any) -> Any:
        if isinstance(value, list):
            return [described(each) for each in cast("list[Any]", value)]
        if not isinstance(value, dict):
            return value
        fields = cast("dict[str, Any]", value)
        parts = fields.get(_PROMPT)
        if len(fields) == 1 and isinstance(parts, list):
            return "".join(
                part if isinstance(part, str) else describe(_checked(part, texts))
                for part in cast("list[Any]", parts)
            )
        return {key: described(each) for key, each in fields.items()}

    return described(body)


def _checked(reference: Any, texts: Sequence[str]) -> Reference:
    if isinstance(reference, list):
        numbers = cast("list[Any]", reference)
        if all(type(each) is int for each in numbers) and len(numbers) in (1, 3):
            number, start, end = *numbers, *(0, 0)[: 3 - len(numbers)]
            if 0 <= number < len(texts) and 0 <= start <= end <= len(texts[number]):
                return numbers
    raise ValueError("it refers to a text that is not there")


def complete_requests(call: CallRecord) -> list[RequestRecord]:
    """Return the requests of a call, each with its packed body also where that was not repeated."""
    body: dict[str, Any] = {}
    complete: list[RequestRecord] = []
    for request in call.requests:
        body = request.body or body
        complete.append(request if request.body is body else replace(request, body=body))
    return complete


def place_of_reply(requests: Sequence[RequestRecord]) -> int:
    """Return the place of the request that got the reply, else of the last one; -1 without any."""
    replied = [place for place, each in enumerate(requests) if not each.problem]
    return replied[-1] if replied else len(requests) - 1
