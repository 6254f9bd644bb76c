"""Find the answer in a reply that is not the JSON value that was asked for.

`ROWS` lists the forms that models write, each with an example; they are tried in order. What stands
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
from .reply_json import (
    NAMES,
    ParsedReply,
    TooDeep,
    clean_value,
    parse_leniently,
    plain_name,
    problem_of_empty,
    read_json,
)

_MOST_CHARACTERS = 16_384
"""Characters of a text that are searched: the first ones of a reply, the last ones of thinking."""


_MOST_OBJECTS = 64
"""The most objects of a text that are read."""


_MOST_NESTING = 3
"""The most objects around an answer."""


_OPTIONAL = "reasoning"
"""The field without which an answer is complete."""


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


class Row(NamedTuple):
    """A form in which models write an answer.

    Attributes:
        name: Its name.
        example: A reply, for a question with the fields `reasoning` and `choice`.
        read: Yields each value that a text holds in this form.
    """

    name: str
    example: str
    read: Callable[[str, Mapping[str, Any]], Iterator[object]]


_DECODER = json.JSONDecoder()


def _whole(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the value that is the whole text, outside of a block of code."""
    del schema
    with suppress(ValueError, RecursionError):
        yield _DECODER.decode(text)


def _mended(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the first value of a text that is almost JSON."""
    value = parse_leniently(text)
    if value is not None:
        yield _certain(value, schema)


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float)


def _certain(value: object, schema: Mapping[str, Any]) -> object:
    """Return a mended value without texts that are none: a stray digit may have become one."""
    given = cast("dict[str, object]", value) if isinstance(value, dict) else None
    if given is None:
        return cast("object", value)
    return {
        name: said
        for name, said in given.items()
        if not _is_scalar(said)
        or _field(schema, _field_named(name, schema) or "").get("type") != "string"
    }


def _objects(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the JSON objects and lists in a text, outermost ones only."""
    del schema
    place = 0
    for _ in range(_MOST_OBJECTS):
        start = min((at for sign in "{[" if (at := text.find(sign, place)) >= 0), default=-1)
        if start < 0:
            return
        place = start + 1
        with suppress(ValueError, RecursionError):
            value, place = _DECODER.raw_decode(text, start)
            yield value


def _tags(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields that stand in tags of their names."""
    found: dict[str, str] = {}
    for name in schema.get("properties", {}):
        tags: list[str] = re.findall(rf"<{name}>\s*([^<]*?)\s*</{name}>", text, re.IGNORECASE)
        if len(tags) > 1 and name != _OPTIONAL:
            return  # which one is meant, nobody knows
        if tags:
            found[name] = tags[-1]
    yield found


_LABEL = re.compile(
    r"^[ \t]*(?:[-*#>]+[ \t]*)?[*_`\"]*([^\W\d][\w ]{0,20}?)[*_`\"]*[ \t]*[:：=]", re.M
)
"""A name at the beginning of a line, before a colon, as in Markdown and YAML."""


_AROUND = " \t\r\n*_`\"'，。,;"


def _labels(text: str, schema: Mapping[str, Any]) -> list[tuple[re.Match[str], str]]:
    """Return the labels in a text that name fields, with the fields."""
    return [
        (label, name)
        for label in _LABEL.finditer(text)
        if (name := _field_named(label[1], schema)) is not None
    ]


def _lines(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields whose names begin lines; a field goes on to the next name."""
    labels = _labels(text, schema)
    ends = [label.start() for label, _ in labels[1:]] + [len(text)]
    found: dict[str, str] = {}
    for (label, name), end in zip(labels, ends, strict=False):  # the last end is of the text
        if name in found:
            return
        # The emphasis around a name may end after its colon.
        found[name] = text[label.end() : end].strip(_AROUND)
    # An option is one line; what follows it is not part of it.
    yield {
        name: said.splitlines()[0].strip(_AROUND)
        if said and "enum" in _field(schema, name)
        else said
        for name, said in found.items()
    }


def _bare(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the option that is the whole text, by its words or, of a player, by number or name."""
    needed = [name for name in schema.get("required", ()) if name != _OPTIONAL]
    if len(needed) != 1:
        return
    said = text.strip(_AROUND + ".!()[]").casefold()
    found = [
        option
        for option in cast("list[object]", _field(schema, needed[0]).get("enum", ()))
        if isinstance(option, str) and said in (option.casefold(), *_parts(option.casefold()))
    ]
    if len(found) == 1:
        yield {needed[0]: found[0]}


def _parts(option: str) -> tuple[str, ...]:
    number, space, name = option.partition(" ")
    return (
        (number, name, f"seat {number}", f"player {number}") if space and number.isdigit() else ()
    )


ROWS: tuple[Row, ...] = (
    Row("a block of code", '```json\n{"reasoning": "", "choice": "2 Bea"}\n```', _whole),
    Row("an object in the text", 'My answer is {"choice": "2 Bea"}. Good luck!', _objects),
    Row(
        "a call",
        '<tool_call>{"name": "vote", "arguments": {"choice": "2 Bea"}}</tool_call>',
        _objects,
    ),
    Row(
        "arguments as text", '{"name": "vote", "arguments": "{\\"choice\\": \\"2 Bea\\"}"}', _whole
    ),
    Row("an object around it", '{"answer": {"reasoning": "", "choice": "2 Bea"}}', _whole),
    Row("a list around it", '[{"reasoning": "", "choice": "2 Bea"}]', _whole),
    Row("capitalised names", '{"Reasoning": "", "Choice": "2 Bea"}', _whole),
    Row("other names", '{"thought": "", "vote": "2 Bea"}', _whole),
    Row("Chinese names", '{"理由": "", "选择": "2 Bea"}', _whole),
    Row("Korean names", '{"추론": "", "선택": "2 Bea"}', _whole),
    Row("other languages", '{"razonamiento": "", "elección": "2 Bea"}', _whole),
    Row(
        "values in the schema",
        '{"type": "object", "properties": {"choice": {"type": "string", "value": "2 Bea"}}}',
        _whole,
    ),
    Row(
        "pairs", '[{"key": "reasoning", "value": ""}, {"key": "choice", "value": "2 Bea"}]', _whole
    ),
    Row("an object for a text", '{"choice": {"seat": 2, "name": "Bea"}}', _whole),
    Row("a number for a text", '{"choice": 2}', _whole),
    Row("almost JSON", "{'reasoning': '', 'choice': '2 Bea',}", _mended),
    Row("tags", "<reasoning>quiet</reasoning>\n<choice>2 Bea</choice>", _tags),
    Row("Markdown", "**Reasoning:** quiet\n\n**Choice:** 2 Bea", _lines),
    Row("YAML", "reasoning: quiet\nchoice: 2 Bea", _lines),
    Row("the bare option", "2 Bea.", _bare),
)
"""All forms. Those that are read in the same way stand side by side."""


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
            read = read._replace(value=_certain(read.value, request.schema))
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
    text = reply.text[:_MOST_CHARACTERS]
    for end in _THOUGHT_ENDS:
        text = text.rpartition(end)[2]
    text = _FENCE.sub("", text).strip()
    problem = ""
    for read in dict.fromkeys(row.read for row in ROWS):
        found, quoted = list[dict[str, Any]](), False
        for value in read(text, schema):
            shaped = _shaped(value, schema)
            if shaped is None:
                continue
            # A text that is nothing but an answer is the model's own, whatever others said.
            if read not in (_whole, _bare) and (
                prompt.holds(value) or prompt.begins(text[_start(read, text, schema) :], value)
            ):
                quoted = True
            else:
                found.append(shaped)
        if found:
            return _agreed(found, runs_on=text.startswith("{"))
        problem = problem or (QUOTED if quoted else "")
    return Rescued(None, problem)


def _start(read: Callable[..., Iterator[object]], text: str, schema: Mapping[str, Any]) -> int:
    """Return where a value begins in a text that may go on in its last field; else the end."""
    if read is _mended:
        return max(0, text.find("{"))
    labels = _labels(text, schema) if read is _lines else []
    return labels[0][0].start() if labels else len(text)


def _agreed(found: list[dict[str, Any]], *, runs_on: bool) -> Rescued:
    """Return the first of several answers if all are the same or the text begins with it."""
    # A model that runs on after its answer writes those of other players.
    kept = [{name: said for name, said in each.items() if name != _OPTIONAL} for each in found]
    if runs_on or all(each == kept[0] for each in kept):
        return Rescued(found[0])
    return Rescued(None, DIFFERENT)


def _last_thought(reply: ChatReply, schema: Mapping[str, Any], prompt: _Prompt) -> Rescued:
    """Return the answer with which the thinking of a reply without text ends."""
    thinking = _FENCE.sub("", reply.thinking[-_MOST_CHARACTERS:]).rstrip()
    if not thinking.endswith(("}", "]", "</tool_call>", "</answer>")):
        return Rescued(None)
    values = list(_objects(thinking, schema))
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

    def begins(self, text: str, value: object) -> bool:
        """Tell whether the prompt has the beginning of a value that a text has incompletely.

        Args:
            text: The text from the value on; what follows it may have become a part of it.
            value: The value as it was read.
        """
        flat, prompt = _flat(text), self._flat or _flat("\n".join(self._texts))
        for pair in _pairs(value):
            name = _flat(pair.partition(":")[0])
            if (place := flat.find(name)) >= 0 and flat[: place + len(name) + 1] in prompt:
                return True
        return False


_NOISE = re.compile(r"[\s\\\"'`*_<>/:：=]+")


def _flat(text: str) -> str:
    """Return a text without spaces, case and the signs by which fields are written."""
    return _NOISE.sub("", text.casefold())


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


def _field(schema: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return schema.get("properties", {}).get(name, {})


def _field_named(name: str, schema: Mapping[str, Any]) -> str | None:
    """Return the field of a schema that a name means; None if it means none."""
    fields = schema.get("properties", {})
    plain = plain_name(name)
    return next(
        (each for each in fields if plain_name(each) == plain),
        next((each for each in fields if plain in NAMES.get(each, ())), None),
    )


def _shaped(value: object, schema: Mapping[str, Any], depth: int = 0) -> dict[str, Any] | None:
    """Bring a value into the form of a schema for objects; None if it does not fit.

    Objects, lists of one, and texts of JSON around it are opened; other names of fields are
    replaced.
    """
    if isinstance(value, str) and depth and value.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            value = cast("object", json.loads(value[:_MOST_CHARACTERS]))
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
        name: _fitted(said, _field(schema, name)) for name, said in _renamed(given, schema, names)
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
    required = [name for name in schema.get("required", ()) if name != _OPTIONAL]
    return {**schema, "properties": fields, "required": required}
