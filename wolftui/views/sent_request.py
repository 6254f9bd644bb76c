"""The requests of a model call as they were sent: as lines, and the last one as a curl command.

A saved game may come from anybody. Therefore a command is made only of an address and headers that
a shell and curl take as they are, and holds the name of the key's variable, never a key.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, cast

from wolfcore.players import CallRecord, RequestRecord
from wolfcore.players.request_bodies import (
    Reference,
    complete_requests,
    described_body,
    place_of_reply,
    unpacked_body,
)
from wolfcore.visible import in_one_line

_MOST = 20
"""The most requests of one call that are listed, and the most changes of one of them."""


_LONGEST_CHANGE = 200
"""The most characters of a changed field, or of a problem, in the list of requests."""


_LONGEST_ARGUMENT = 100_000
"""The most characters of a body that is an argument of curl; Linux allows 131,072 bytes. A longer
one is piped to curl."""


_ADDRESS = re.compile(r"https?://[!-~]+", re.ASCII)


_HEADER = re.compile(r"[A-Za-z0-9-]+: [ -~]*")


_WITH_KEY = re.compile(r"[A-Za-z0-9-]+: (?:[A-Za-z]+ )?\$[A-Za-z_][A-Za-z0-9_]*")
"""A header that ends with the name of a variable, and means the same in double quotes."""


NOT_RECORDED = (
    "It is not recorded: the game is from an earlier version, or its model has no endpoint."
)


def request_texts(call: CallRecord) -> list[tuple[str, str]]:
    """Describe the requests of a call as titles and texts of several lines.

    The first text lists all requests with what each one changed, if there were several or none got
    a reply. The second one is the request that got the reply, else the last one.
    """
    requests = complete_requests(call)
    if not requests:
        return [("request as sent", NOT_RECORDED)]
    shown = place_of_reply(requests)
    request = requests[shown]
    found: list[tuple[str, str]] = []
    try:
        body = _described(request, call)
        if len(requests) > 1 or request.problem:
            found.append(("all requests of this call", "\n".join(_listed(requests, call))))
    except ValueError as error:
        return [("request as sent", f"Its record is damaged: {error}.")]
    head = "\n".join([f"POST {request.url}", *_header_lines(request)])
    number = f" ({shown + 1} of {len(requests)})" if len(requests) > 1 else ""
    return [*found, (f"request as sent{number}", f"{head}\n{_json_text(body)}")]


def _header_lines(request: RequestRecord) -> list[str]:
    headers = {"Content-Type": "application/json"} | request.headers
    return [f"{name}: {value}" for name, value in headers.items()]


def _described(request: RequestRecord, call: CallRecord) -> dict[str, Any]:
    """Return the body of a request with the place of each text of the prompt in its place."""

    def label(reference: Reference) -> str:
        number, *part = reference
        place = f", characters {part[0]} to {part[1]}" if part else ""
        return f"[message {number + 1}, {call.messages[number][0]}{place}]"

    return described_body(request.body, [text for _, text in call.messages], label)


def _json_text(body: dict[str, Any]) -> str:
    """Write a body as JSON: each field, and each item of a list, on a line of its own."""
    fields: list[str] = []
    for key, value in body.items():
        if isinstance(value, list) and value:
            items = ",\n    ".join(_json(each) for each in cast("list[Any]", value))
            fields.append(f"{_json(key)}: [\n    {items}\n  ]")
        else:
            fields.append(f"{_json(key)}: {_json(value)}")
    return "{\n  " + ",\n  ".join(fields) + "\n}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(requests: Sequence[RequestRecord], call: CallRecord) -> Iterator[str]:
    before: dict[str, Any] = {}
    for place, request in enumerate(requests[:_MOST]):
        body = _described(request, call)
        changes = list(islice(_changes(before, body), _MOST)) if place else []
        if place and request.url != requests[place - 1].url:
            changes.insert(0, f"to {in_one_line(request.url, _LONGEST_CHANGE)}")
        what = f"{', '.join(changes) or 'the same again'}; " if place else ""
        end = in_one_line(request.problem, _LONGEST_CHANGE) or "it got a reply"
        yield f"{place + 1}: {what}{end}"
        before = body
    if len(requests) > _MOST:
        yield f"({len(requests) - _MOST} more are in the file of calls)"


def _changes(before: dict[str, Any], after: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield each field of a body that differs from the body before, as `without x` or `x VALUE`."""
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if key not in after:
            yield f"without {path}{key}"
        elif isinstance(old, dict) and isinstance(new, dict):
            yield from _changes(
                cast("dict[str, Any]", old), cast("dict[str, Any]", new), f"{path}{key}."
            )
        elif key not in before or old != new:
            yield f"{path}{key} {in_one_line(_json(new), _LONGEST_CHANGE)}"


def curl_command(call: CallRecord) -> str:
    """Return a request as a command for a POSIX shell: the one that got the reply, else the last.

    curl sends the same bytes; the shell replaces the name of the key's variable.

    Raises:
        ValueError: No request was recorded, or its record is damaged; says so in a sentence.
    """
    requests = complete_requests(call)
    if not requests:
        raise ValueError("The request cannot be copied: it is not recorded.")
    request = requests[place_of_reply(requests)]
    try:
        body = unpacked_body(request.body, [text for _, text in call.messages])
        headers = [_quoted_header(line) for line in _header_lines(request)]
        if not _ADDRESS.fullmatch(request.url):
            raise ValueError("its address is not valid")
    except ValueError as error:
        raise ValueError(f"The request cannot be copied: {error}.") from None
    # As `HttpModel` encodes it; a delete character, which a terminal could obey, is escaped too.
    content = shlex.quote(json.dumps(body, ensure_ascii=True).replace("\x7f", "\\u007f"))
    flags = "-sS" + ("N" if body.get("stream") or "alt=sse" in request.url else "")
    # Brackets in an address are patterns unless `-g` is given.
    flags += "g" if re.search(r"[\[\]{}]", request.url) else ""
    piped = len(content) > _LONGEST_ARGUMENT
    data = "--data-binary @-" if piped else f"--data-raw {content}"
    lines = [f"curl {flags} {shlex.quote(request.url)}", *(f"-H {each}" for each in headers), data]
    return (f"printf '%s' {content} |\n" if piped else "") + " \\\n  ".join(lines)


def _quoted_header(line: str) -> str:
    if not _HEADER.fullmatch(line):
        raise ValueError("a header is not valid")
    return f'"{line}"' if _WITH_KEY.fullmatch(line) else shlex.quote(line)
