"""Find the answer in a reply that is not the JSON value that was asked for.

`ROWS` (`reply_forms`) lists the forms that models write; they are tried in order. What stands
in the prompt (the words of other players) is never taken for an answer, and neither is one of
several answers that differ. The caller tries the whole text as JSON first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from .chat import ChatReply, ChatRequest
from .json_schema import schema_mismatch
from .reply_forms import (
    MOST_CHARACTERS,
    OPTIONAL,
    ROWS,
    certain,
    field_of,
    labels_of,
    read_bare,
    read_box,
    read_lines,
    read_mended,
    read_objects,
    read_whole,
    with_usual_signs,
    without_quotes,
)
from .reply_json import (
    NAMES,
    ParsedReply,
    TooDeep,
    clean_value,
    plain_name,
    problem_of_empty,
    read_json,
)

_MOST_NESTING = 3
"""The most objects around an answer."""


DIFFERENT = "it holds several answers that differ"
QUOTED = "it repeats an answer that another player wrote"


class Rescued(NamedTuple):
    """What was found in a reply.

    Attributes:
        value: The answer; None if none was found.
        problem: Why none is taken although some are there, as a clause; empty otherwise.
    """

    value: dict[str, Any] | None
    problem: str = ""


_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.M)


_THOUGHT_ENDS = ("</think>", "[/THINK]", "</thinking>", "<|message|>")
"""What ends thinking that stands in a text without its beginning."""


def parse_reply(
    request: ChatRequest, reply: ChatReply, redact: Callable[[str], str] = str
) -> ChatReply:
    """Return `reply` with the JSON value found in it, or with the problem of a reply without one.

    Args:
        request: The request; without a schema no JSON is parsed.
        reply: The reply as the endpoint sent it.
        redact: Removes the API key from a text. It is applied to the value too, since decoding JSON
            escapes may produce a key that the raw text does not show.
    """
    if request.schema is None:
        return reply if reply.text.strip() else replace(reply, problem=problem_of_empty(reply))
    read = (
        read_json(reply.text, request.schema, reply.finish, redact)
        if reply.text.strip()
        else ParsedReply(None, "unreadable", problem_of_empty(reply))
    )
    # A reply that was cut holds the beginning of an answer at most.
    if (read.problem or read.reading != "strict") and reply.finish != "length":
        found = rescue(request, reply)
        if found.value is not None:
            with suppress(TooDeep):
                read = ParsedReply(clean_value(found.value, redact), "repaired")
        elif found.problem:
            read = ParsedReply(None, "unreadable", found.problem)
        elif read.reading == "repaired":
            read = read._replace(value=certain(read.value, request.schema))
    return replace(
        reply, parsed=read.value, reading=read.reading, problem=read.problem, form=request.form
    )


def rescue(request: ChatRequest, reply: ChatReply) -> Rescued:
    """Find the answer in a reply whose text is not a JSON value that fits the schema.

    Args:
        request: The request, with a schema.
        reply: The reply. Its thinking is searched if it has no text and ended by itself.
    """
    schema = request.schema or {}
    if schema.get("type") != "object":
        return Rescued(None)
    prompt = _Prompt(request)
    if not reply.text.strip():
        return _last_thought(reply, schema, prompt) if reply.finish == "stop" else Rescued(None)
    text = reply.text[:MOST_CHARACTERS]
    for end in _THOUGHT_ENDS:
        text = text.rpartition(end)[2]
    whole = _FENCE.sub("", with_usual_signs(text)).strip()
    text = without_quotes(whole)
    problem = QUOTED if text != whole else ""
    for read in dict.fromkeys(row.read for row in ROWS):
        found, quoted = list[dict[str, Any]](), False
        for value in read(text, schema):
            shaped = _shaped(value, schema)
            if shaped is None:
                continue
            # A text that is nothing but an answer is the model's own, whatever others said.
            if read not in (read_whole, read_bare) and (
                prompt.holds(value)
                or (read is read_box and prompt.has_box)
                or prompt.begins(text[_start(read, text, schema) :], value)
            ):
                quoted = True
            else:
                found.append(shaped)
        if found:
            return _agreed(found, runs_on=text.startswith("{") and not _CORRECTED.search(text))
        problem = problem or (QUOTED if quoted else "")
    return Rescued(None, problem)


def _start(read: Callable[..., Iterator[object]], text: str, schema: Mapping[str, Any]) -> int:
    """Return where a value begins in a text that may go on in its last field; else the end."""
    if read is read_mended:
        return max(0, text.find("{"))
    labels = labels_of(text, schema) if read is read_lines else []
    return labels[0][0].start() if labels else len(text)


_CORRECTED = re.compile(
    r"[}\]]\W{0,9}(?:\w+ ){0,3}?(?:wait|actually|correction|on second thou|instead|final)", re.I
)
"""What a model writes between an answer and another one that replaces it."""


def _agreed(found: list[dict[str, Any]], *, runs_on: bool) -> Rescued:
    """Return the first of several answers if all are the same or the text begins with it."""
    # A model that runs on after its answer writes those of other players.
    kept = [{name: said for name, said in each.items() if name != OPTIONAL} for each in found]
    if runs_on or all(each == kept[0] for each in kept):
        return Rescued(found[0])
    return Rescued(None, DIFFERENT)


def _last_thought(reply: ChatReply, schema: Mapping[str, Any], prompt: _Prompt) -> Rescued:
    """Return the answer with which the thinking of a reply without text ends."""
    thinking = without_quotes(_FENCE.sub("", reply.thinking[-MOST_CHARACTERS:]).rstrip())
    if not thinking.endswith(("}", "]", "</tool_call>", "</answer>")):
        return Rescued(None)
    values = list(read_objects(thinking, schema))
    if not values:
        return Rescued(None)
    if prompt.holds(values[-1]):
        return Rescued(None, QUOTED)
    value = _shaped(values[-1], schema)
    # A draft is not an answer: every field has to be as it was asked for.
    return Rescued(value if value and not schema_mismatch(value, _needed(schema)) else None)


class _Prompt:
    """What a request says, to tell whether a value stands in it."""

    def __init__(self, request: ChatRequest) -> None:
        self._texts = [each.text for each in request.messages if each.role != "assistant"]
        self._flat: str | None = None

    def holds(self, value: object) -> bool:
        """Tell whether the prompt has a field with a value as this one has it."""
        if self._flat is None:
            self._flat = _flat("\n".join(self._texts))
        return any(_flat(pair) in self._flat for pair in _pairs(value))

    @property
    def has_box(self) -> bool:
        """Whether somebody in the prompt put something into a box."""
        return any("boxed" in text for text in self._texts)

    def begins(self, text: str, value: object) -> bool:
        """Tell whether the prompt has the beginning of a value that a text has incompletely.

        Args:
            text: The text from the value on; what follows it may have become a part of it.
            value: The value as it was read.
        """
        flat, prompt = _flat(text), self._flat or _flat("\n".join(self._texts))
        for pair in _pairs(value):
            # What a question says about reasoning begins like somebody's reasoning.
            if pair.startswith(f"{OPTIONAL}:"):
                continue
            name = _flat(pair.partition(":")[0])
            if (place := flat.find(name)) >= 0 and flat[: place + len(name) + 1] in prompt:
                return True
        return False


_MARKUP = re.compile(r"</?arg_(?:key|value)>|</?parameter(?:=| name=)?")
_NOISE = re.compile(r"[\s\\\"'`*_<>/:：=|#]+")


def _flat(text: str) -> str:
    """Return a text without spaces, case and the signs by which fields are written."""
    return _NOISE.sub("", _MARKUP.sub("", text.casefold()))


def _pairs(value: object, key: str = "") -> Iterator[str]:
    """Yield `name:value` for each named text or number of a value; empty texts say nothing."""
    if isinstance(value, dict):
        for name, inner in cast("dict[str, object]", value).items():
            yield from _pairs(inner, name)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _pairs(inner, key)
    elif key and isinstance(value, str | int | float) and str(value).strip():
        yield f"{key}:{value}"


def _shaped(value: object, schema: Mapping[str, Any], depth: int = 0) -> dict[str, Any] | None:
    """Bring a value into the form of a schema for objects; None if it does not fit.

    Objects, lists of one, and texts of JSON around it are opened; other names of fields are
    replaced.
    """
    if isinstance(value, str) and depth and value.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            value = cast("object", json.loads(value[:MOST_CHARACTERS]))
    if isinstance(value, list):
        items = cast("list[object]", value)
        value = items[0] if len(items) == 1 else _of_pairs(items)
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, object]", value)
    if (found := _fitting(given, schema, {})) is not None or depth == _MOST_NESTING:
        return found
    inner = [_shaped(each, schema, depth + 1) for each in given.values()]
    within = [each for each in inner if each is not None]
    return within[0] if len(within) == 1 else _fitting(given, schema, NAMES)


def _of_pairs(items: list[object]) -> dict[str, object] | None:
    """Return the object whose fields are listed as pairs of a name and a value; None for others."""
    found: dict[str, object] = {}
    for item in items:
        fields = cast("dict[str, object]", item) if isinstance(item, dict) else {}
        pair = list(fields.values())
        if len(pair) != 2 or not isinstance(pair[0], str) or pair[0] in found:
            return None
        found[pair[0]] = pair[1]
    return found


def _fitting(
    given: Mapping[str, object], schema: Mapping[str, Any], names: Mapping[str, tuple[str, ...]]
) -> dict[str, Any] | None:
    """Return the fields of a schema that an object has; None if they do not fit it."""
    found = {
        name: _fitted(said, field_of(schema, name)) for name, said in _renamed(given, schema, names)
    }
    return None if schema_mismatch(found, _needed(schema, strict=False)) else found


def _renamed(
    given: Mapping[str, object], schema: Mapping[str, Any], names: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, object]]:
    """Yield the fields of a schema that an object has under their own or other names."""
    plain = {plain_name(name): said for name, said in given.items()}
    plain.update(given)
    for field in schema.get("properties", {}):
        for name in (field, plain_name(field), *names.get(field, ())):
            if (said := plain.get(name)) is not None:
                yield field, said
                break


_VALUE = "value"
"""The field with which models fill in the schema that they were shown."""


def _fitted(said: object, field: Mapping[str, Any]) -> object:
    """Bring what was said into the type of its field, where nothing is lost by it."""
    filled = cast("dict[str, object]", said) if isinstance(said, dict) else {}
    said = filled[_VALUE] if _VALUE in filled else cast("object", said)
    items = cast("list[object]", said) if isinstance(said, list) else [said]
    match field.get("type"):
        case "array" if isinstance(said, list) and field.get("items", {}).get("type") == "object":
            return [_renamed_item(each, field["items"]) for each in items]
        case "string" if len(items) == 1:
            parts = (
                list(cast("dict[str, object]", items[0]).values())
                if isinstance(items[0], dict)
                else items
            )
            if "enum" in field and all(
                isinstance(each, str | int) and not isinstance(each, bool) for each in parts
            ):
                return " ".join(map(str, parts))
            return parts[0] if len(parts) == 1 else cast("object", said)
        case _:
            return cast("object", said)


def _renamed_item(item: object, schema: Mapping[str, Any]) -> object:
    given = cast("dict[str, object]", item) if isinstance(item, dict) else None
    return cast("object", item) if given is None else dict(_renamed(given, schema, NAMES))


def _needed(schema: Mapping[str, Any], *, strict: bool = True) -> dict[str, Any]:
    """Return a schema without what an answer can do without.

    Args:
        schema: The schema of an object.
        strict: Whether a text has to be one of the options; otherwise it may be close to one.
    """
    fields = {
        name: field if strict else {key: of for key, of in field.items() if key != "enum"}
        for name, field in schema.get("properties", {}).items()
    }
    required = [name for name in schema.get("required", ()) if name != OPTIONAL]
    return {**schema, "properties": fields, "required": required}
