"""`ROWS`: the forms in which models write an answer, each with an example and its reader.

Sources of the forms of calls: Qwen3-Coder and GLM-4.5 (chat templates), Anthropic, "Tool use".
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from .reply_json import NAMES, parse_leniently, plain_name

MOST_CHARACTERS = 16_384
"""Characters of a text that are searched: the first ones of a reply, the last ones of thinking."""


_MOST_OBJECTS = 64
"""The most objects of a text that are read."""


OPTIONAL = "reasoning"
"""The field without which an answer is complete."""


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


def read_whole(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the value that is the whole text, outside of a block of code."""
    del schema
    with suppress(ValueError, RecursionError):
        yield _DECODER.decode(text)


def read_mended(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the first value of a text that is almost JSON."""
    # Mending takes long, and what names no field is no answer.
    value = parse_leniently(text) if _names_a_field(text, schema) else None
    if value is not None:
        yield certain(value, schema)


def _names_a_field(text: str, schema: Mapping[str, Any]) -> bool:
    plain = plain_name(text)
    names = (
        other for each in schema.get("properties", {}) for other in (each, *NAMES.get(each, ()))
    )
    return any(plain_name(name) in plain for name in names)


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float)


def certain(value: object, schema: Mapping[str, Any]) -> object:
    """Return a mended value without texts that are none: a stray digit may have become one."""
    given = cast("dict[str, object]", value) if isinstance(value, dict) else None
    if given is None:
        return cast("object", value)
    return {
        name: said
        for name, said in given.items()
        if not _is_scalar(said)
        or field_of(schema, field_named(name, schema) or "").get("type") != "string"
    }


def read_objects(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
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


def read_tags(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields that stand in tags of their names."""
    found: dict[str, str] = {}
    for name in schema.get("properties", {}):
        tags: list[str] = re.findall(rf"<{name}>\s*([^<]*?)\s*</{name}>", text, re.IGNORECASE)
        if len(tags) > 1 and name != OPTIONAL:
            return  # which one is meant, nobody knows
        if tags:
            found[name] = tags[-1]
    yield found


_NAME = r"([^\W\d][\w ]{0,20}?)"


_LABEL = re.compile(
    rf"^[ \t]*(?:(?:[-*#>]+[ \t]*)?[*_`\"]*{_NAME}[*_`\"]*[ \t]*[:：=]"
    rf"|(?:\#{{1,6}}[ \t]+[*_`]*|\*\*|__){_NAME}[*_`:：]*[ \t]*$)",
    re.M,
)
"""A name that begins a line and has a colon behind it, or that is a heading, as in Markdown."""


_FOLDED = re.compile(r"[>|][+-]?[ \t]*\n")
"""The sign of YAML for a text that begins on the next line."""


_AROUND = " \t\r\n*_`\"'，。,;"


def labels_of(text: str, schema: Mapping[str, Any]) -> list[tuple[re.Match[str], str]]:
    """Return the labels in a text that name fields, with the fields."""
    return [
        (label, name)
        for label in _LABEL.finditer(text)
        if (name := field_named(label[1] or label[2], schema)) is not None
    ]


def read_lines(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields whose names begin lines; a field goes on to the next name."""
    labels = labels_of(text, schema)
    ends = [label.start() for label, _ in labels[1:]] + [len(text)]
    found: dict[str, str] = {}
    for (label, name), end in zip(labels, ends, strict=False):  # the last end is of the text
        if name in found:
            return
        # The emphasis around a name may end after its colon.
        said = text[label.end() : end].strip(_AROUND)
        found[name] = (
            said[folded.end() :].strip(_AROUND) if (folded := _FOLDED.match(said)) else said
        )
    # An option is one line; what follows it is not part of it.
    yield {
        name: said.splitlines()[0].strip(_AROUND)
        if said and "enum" in field_of(schema, name)
        else said
        for name, said in found.items()
    }


def _fields_of(pairs: Iterable[tuple[str, str]], schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields that pairs of a name and a text have; none if one is there twice."""
    found: dict[str, str] = {}
    for label, said in pairs:
        if (name := field_named(label, schema)) is None:
            continue
        if name in found:
            return
        found[name] = said.strip(_AROUND)
    yield found


_PARAMETER = re.compile(
    r"<parameter(?:=| name=\")([^<>\"]{1,40})\"?>([^<]*)</parameter>"
    r"|<arg_key>([^<]{1,40})</arg_key>\s{0,9}<arg_value>([^<]*)</arg_value>"
)


def _parameters(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields of a call whose arguments stand in tags."""
    pairs = ((key or name, said or value) for name, value, key, said in _PARAMETER.findall(text))
    yield from _fields_of(pairs, schema)


_CELLS = re.compile(rf"^[ \t]*\|[ \t*_`]*{_NAME}[ \t*_`]*\|([^|\n]*)\|[ \t]*$", re.M)


def _table(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the fields of a table of names and values."""
    yield from _fields_of(_CELLS.findall(text), schema)


_CALL = re.compile(r"\s*[\w.]+\((.*)\)\s*", re.S)
_ARGUMENT = re.compile(
    r"(\w{1,40})\s{0,9}=\s{0,9}(\"\"\"|\'\'\'|\"|\')(.{0,4000}?)\2(?=\s{0,9}(?:,|$))", re.S
)


def _arguments(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the arguments of a call in Python that is the whole text."""
    if call := _CALL.fullmatch(text):
        pairs = ((name, said) for name, _, said in _ARGUMENT.findall(call[1]))
        yield from _fields_of(pairs, schema)


_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?([^{}\n]{1,80})\}")


_DEED = re.compile(
    r"i(?: will|'ll|’ll)? (?:vote|choose|pick|select|exile|kill|check|protect|save|shoot|elect)"
    r"(?: (?:for|to (?:kill|check|protect|save|shoot|exile|elect)))? ",
    re.I,
)


def read_bare(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the option that is the whole text, by its words or, of a player, by number or name."""
    needed = [name for name in schema.get("required", ()) if name != OPTIONAL]
    if len(needed) != 1:
        return
    text = text.strip()
    said = _DEED.sub("", text, count=1) if _DEED.match(text) else text
    said = said.strip(_AROUND + ".!()[]").casefold()
    found = [
        option
        for option in cast("list[object]", field_of(schema, needed[0]).get("enum", ()))
        if isinstance(option, str) and said in (option.casefold(), *_parts(option.casefold()))
    ]
    if len(found) == 1:
        yield {needed[0]: found[0]}


def read_box(text: str, schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield the option that stands in the only box of a text, as `read_bare`."""
    boxed = _BOXED.findall(text)
    if len(boxed) == 1:
        yield from read_bare(boxed[0], schema)


def _parts(option: str) -> tuple[str, ...]:
    number, space, name = option.partition(" ")
    return (
        (number, name, f"seat {number}", f"player {number}") if space and number.isdigit() else ()
    )


ROWS: tuple[Row, ...] = (
    Row("a block of code", '```json\n{"reasoning": "", "choice": "2 Bea"}\n```', read_whole),
    Row("an object in the text", 'My answer is {"choice": "2 Bea"}. Good luck!', read_objects),
    Row(
        "a call",
        '<tool_call>{"name": "vote", "arguments": {"choice": "2 Bea"}}</tool_call>',
        read_objects,
    ),
    Row(
        "arguments as text",
        '{"name": "vote", "arguments": "{\\"choice\\": \\"2 Bea\\"}"}',
        read_whole,
    ),
    Row("an object around it", '{"answer": {"reasoning": "", "choice": "2 Bea"}}', read_whole),
    Row("a list around it", '[{"reasoning": "", "choice": "2 Bea"}]', read_whole),
    Row("capitalised names", '{"Reasoning": "", "Choice": "2 Bea"}', read_whole),
    Row("other names", '{"thought": "", "vote": "2 Bea"}', read_whole),
    Row("Chinese names", '{"理由": "", "选择": "2 Bea"}', read_whole),
    Row("Korean names", '{"추론": "", "선택": "2 Bea"}', read_whole),
    Row("other languages", '{"razonamiento": "", "elección": "2 Bea"}', read_whole),
    Row(
        "values in the schema",
        '{"type": "object", "properties": {"choice": {"type": "string", "value": "2 Bea"}}}',
        read_whole,
    ),
    Row(
        "pairs",
        '[{"key": "reasoning", "value": ""}, {"key": "choice", "value": "2 Bea"}]',
        read_whole,
    ),
    Row("an object for a text", '{"choice": {"seat": 2, "name": "Bea"}}', read_whole),
    Row("a number for a text", '{"choice": 2}', read_whole),
    Row("almost JSON", "{'reasoning': '', 'choice': '2 Bea',}", read_mended),
    Row("tags", "<reasoning>quiet</reasoning>\n<choice>2 Bea</choice>", read_tags),
    Row(
        "parameters",
        "<tool_call><function=vote><parameter=choice>\n2 Bea\n</parameter></function></tool_call>",
        _parameters,
    ),
    Row(
        "named parameters",
        '<invoke name="vote"><parameter name="choice">2 Bea</parameter></invoke>',
        _parameters,
    ),
    Row(
        "keys and values",
        "<tool_call>vote\n<arg_key>choice</arg_key>\n<arg_value>2 Bea</arg_value>\n</tool_call>",
        _parameters,
    ),
    Row("a call in Python", 'vote(reasoning="quiet", choice="2 Bea")', _arguments),
    Row("a table", "| field | value |\n| --- | --- |\n| choice | 2 Bea |", _table),
    Row("headings", "### Reasoning\nquiet\n\n### Choice\n2 Bea", read_lines),
    Row("a folded text", "reasoning: >\n  quiet\nchoice: >\n  2 Bea", read_lines),
    Row("Markdown", "**Reasoning:** quiet\n\n**Choice:** 2 Bea", read_lines),
    Row("YAML", "reasoning: quiet\nchoice: 2 Bea", read_lines),
    Row("the bare option", "2 Bea.", read_bare),
    Row("a sentence", "I vote for 2 Bea.", read_bare),
    Row("a box", "Others want Cleo, wrongly.\n\n\\boxed{\\text{2 Bea}}", read_box),
)
"""All forms. Those that are read in the same way stand side by side."""


def field_of(schema: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the schema of a field; an empty one for a field that there is not."""
    return schema.get("properties", {}).get(name, {})


def field_named(name: str, schema: Mapping[str, Any]) -> str | None:
    """Return the field of a schema that a name means; None if it means none."""
    fields = schema.get("properties", {})
    plain = plain_name(name)
    return next(
        (each for each in fields if plain_name(each) == plain),
        next((each for each in fields if plain in NAMES.get(each, ())), None),
    )


_BARE_BEGINNING = re.compile(r'\s*"\w{1,40}"\s*:')


def with_usual_signs(text: str) -> str:
    """Return a text with JSON whose signs were written otherwise or whose first brace is missing.

    HTML entities stand for quotation marks, and a full-width colon for one of ASCII. A reply that
    goes on after a beginning that the request has (Anthropic, "Prefill") has no first brace.
    """
    if "&quot;" in text:
        text = html.unescape(text)
    text = text.replace('"：', '":')
    return "{" + text if _BARE_BEGINNING.match(text) and text.rstrip().endswith("}") else text


_SAID_BY_OTHERS = re.compile(
    r"\b(?!I\b)(?:[A-Z][\w'’]{0,30}|he|she|they|someone|somebody|(?:[Ss]eat|[Pp]layer) \d+) "
    r"(?:said|says|wrote|writes|claims|claimed|answered|answers|suggests|suggested|posted)"
    r"\s{0,3}[:：]\s{0,3}(?=[{\[])"
)


def without_quotes(text: str) -> str:
    """Return a text without the JSON values that it says others wrote, as `Cleo said: {...}`."""
    kept, place = list[str](), 0
    for found in _SAID_BY_OTHERS.finditer(text):
        if found.end() < place:
            continue
        with suppress(ValueError, RecursionError):
            _, end = _DECODER.raw_decode(text, found.end())
            kept.append(text[place : found.end()])
            place = end
    return "".join((*kept, text[place:]))
