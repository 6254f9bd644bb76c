"""The requests of a model call as they were sent: as lines, and the last one as a curl command.

A saved game may come from anybody. Therefore a command is made only of an address and headers that
a shell and curl take as they are, and holds the name of the key's variable, never a key.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Any, cast

from wolfcore.players import CallRecord, RequestRecord
from wolfcore.players.request_bodies import Reference, described_body, unpacked_body
from wolfcore.visible import in_one_line

_MOST = 20
"""The most requests of one call that are listed."""


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
    if not call.requests:
        return [("request as sent", NOT_RECORDED)]
    try:
        bodies = list(_described_bodies(call))
    except ValueError as error:
        return [("request as sent", f"Its record is damaged: {error}.")]
    shown = _shown(call)
    request = call.requests[shown]
    head = "\n".join([f"POST {request.url}", *_header_lines(request)])
    found: list[tuple[str, str]] = []
    if len(bodies) > 1 or request.problem:
        found.append(("all requests of this call", "\n".join(_listed(call.requests, bodies))))
    number = f" ({shown + 1} of {len(bodies)})" if len(bodies) > 1 else ""
    return [*found, (f"request as sent{number}", f"{head}\n{_json_text(bodies[shown])}")]


def _shown(call: CallRecord) -> int:
    """Return the place of the request that got the reply, else of the last one."""
    replied = [place for place, each in enumerate(call.requests) if not each.problem]
    return replied[-1] if replied else len(call.requests) - 1


def _header_lines(request: RequestRecord) -> list[str]:
    headers = {"Content-Type": "application/json"} | request.headers
    return [f"{name}: {value}" for name, value in headers.items()]


def _packed_bodies(call: CallRecord) -> Iterator[dict[str, Any]]:
    """Yield the packed body of each request; an empty one repeats the one before it."""
    body: dict[str, Any] = {}
    for request in call.requests:
        body = request.body or body
        yield body


def _described_bodies(call: CallRecord) -> Iterator[dict[str, Any]]:
    texts = [text for _, text in call.messages]

    def label(reference: Reference) -> str:
        number, *part = reference
        place = f", characters {part[0]} to {part[1]}" if part else ""
        return f"[message {number + 1}, {call.messages[number][0]}{place}]"

    for body in _packed_bodies(call):
        yield described_body(body, texts, label)


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


def _listed(requests: Sequence[RequestRecord], bodies: Sequence[dict[str, Any]]) -> Iterator[str]:
    for place, request in enumerate(requests[:_MOST]):
        end = in_one_line(request.problem, _LONGEST_CHANGE) or "it got a reply"
        if not place:
            yield f"1: {end}"
            continue
        changes = list(_changes(bodies[place - 1], bodies[place]))
        if request.url != requests[place - 1].url:
            changes.insert(0, f"to {in_one_line(request.url, _LONGEST_CHANGE)}")
        yield f"{place + 1}: {', '.join(changes) or 'the same again'}; {end}"
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
    if not call.requests:
        raise ValueError("The request cannot be copied: it is not recorded.")
    shown = _shown(call)
    request, packed = call.requests[shown], list(_packed_bodies(call))[shown]
    try:
        body = unpacked_body(packed, [text for _, text in call.messages])
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
