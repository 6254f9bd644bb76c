"""Parse the JSON value of a model's reply: strictly, or repaired by json-repair in limited work.

json-repair may take time cubic in the length of the text. Therefore every character that it reads
is counted, and it is stopped at `MAX_LOOKS`. Values nested deeper than 40 levels are rejected.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, SupportsIndex, cast
from unicodedata import normalize

from .chat import ChatReply, Finish, ParseOutcome
from .json_schema import schema_mismatch

_MAX_REPAIRED = 16_384
"""Characters of the longest text that is passed to json-repair."""


_DIGITS = 300
"""The most digits of an integer that is parsed; a longer one becomes infinity."""


MAX_VALUE_DEPTH = 40
"""The deepest nesting of lists and objects that is accepted."""


def _reject_constant(word: str) -> object:
    raise ValueError(word)


def parse_whole_number(digits: str) -> int | float:
    """Parse the digits of a JSON integer; return infinity if there are more than 300 characters.

    The limit avoids the slow conversion of long integers. Used as the `parse_int` of JSON decoders.
    """
    return int(digits) if len(digits) <= _DIGITS else math.inf


_DECODER = json.JSONDecoder(parse_constant=_reject_constant, parse_int=parse_whole_number)


class ParsedReply(NamedTuple):
    """The result of parsing a reply as JSON.

    Attributes:
        value: The JSON value; None where none could be read.
        reading: How the value was parsed.
        problem: What is wrong with the reply, as a clause; empty if nothing is.
    """

    value: Any
    reading: ParseOutcome
    problem: str = ""


def read_json(
    text: str,
    schema: Mapping[str, Any],
    finish: Finish = "stop",
    redact: Callable[[str], str] = str,
) -> ParsedReply:
    """Parse the JSON value of a reply text, and check it against a schema.

    Args:
        text: The text of the reply.
        schema: The JSON schema of the value.
        finish: Why the reply ended; if it was cut at the token limit, the problem says so.
        redact: Removes the API key from each text of the value.
    """
    cut = "it was cut at the limit of tokens" if finish == "length" else ""
    value, reading = _parse_strictly(text), cast("ParseOutcome", "strict")
    # Repair is the last resort: it changes what the model wrote.
    if value is _NO_VALUE:
        value, reading = parse_leniently(text), "repaired"
        if value is None:
            value = _NO_VALUE
    try:
        value = clean_value(value, redact)
    except TooDeep:
        value = _NO_VALUE
    if value is _NO_VALUE:
        return ParsedReply(None, "unreadable", cut or "it holds no JSON")
    misfit = schema_mismatch(value, schema)
    return ParsedReply(
        value, reading, (f"{cut}, and {misfit}" if cut and misfit else cut or misfit)
    )


_NO_VALUE = object()
"""Marks that no value was parsed, since None is a JSON value (null)."""


class TooDeep(Exception):
    """Raised for a value that is nested deeper than `MAX_VALUE_DEPTH`."""


def _parse_strictly(text: str) -> object:
    try:
        return cast("object", _DECODER.decode(text))
    except (ValueError, RecursionError):
        return _NO_VALUE


def parse_leniently(text: str) -> object:
    """Parse the first object or list in a text, repaired if it is not valid; None for none."""
    start = min((place for sign in "{[" if (place := text.find(sign)) >= 0), default=-1)
    if start < 0:
        return None
    with suppress(ValueError, RecursionError):
        return cast("object", _DECODER.raw_decode(text, start)[0])
    if len(text) - start > _MAX_REPAIRED:
        return None
    value = repair_json(text[start:], None)
    # json-repair returns several objects in a row as a list; the first one is the answer.
    if isinstance(value, list) and text[start] == "{":
        value = next(iter(cast("list[object]", value)), None)
    return cast("object", value) if isinstance(value, dict | list) else None


def clean_value(
    value: object, strike: Callable[[str], str], depth: int = MAX_VALUE_DEPTH
) -> object:
    """Make a JSON value safe for UTF-8 and redact it: replace lone surrogates, remove the key.

    Raises:
        TooDeep: It is nested deeper than `depth`.
    """
    if isinstance(value, str):
        return strike(replace_surrogates(value))
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise TooDeep
    if isinstance(value, list):
        return [clean_value(each, strike, depth - 1) for each in cast("list[object]", value)]
    texts = cast("dict[object, object]", value)
    return {
        strike(replace_surrogates(str(key))): clean_value(each, strike, depth - 1)
        for key, each in texts.items()
    }


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates in a text: JSON escapes can name them, UTF-8 cannot encode them."""
    # UTF-16 joins the two halves of a pair; only what stays alone is replaced.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def problem_of_empty(reply: ChatReply) -> str:
    """Return what is wrong with a reply without text, as a clause."""
    if reply.finish == "length":
        return "it was cut at the limit of tokens before any answer"
    return "the endpoint withheld it" if reply.finish == "filter" else "it is empty"


MAX_LOOKS = 500_000
"""The work limit of one repair: how many characters json-repair may read, each read counted. That
is a second of work or less."""


class WorkLimitReached(Exception):
    """Raised when json-repair has read as many characters as its work limit allows."""


def repair_json(text: str, none: object) -> object:
    """Repair a text with json-repair and return its value; return `none` if that fails.

    It fails on an error of the parser, and when the work limit `MAX_LOOKS` is reached.
    """
    # Most replies are valid JSON and need no repair.
    from json_repair import loads  # noqa: PLC0415  for broken JSON alone

    try:
        # The strict parser has failed already.
        return cast("object", loads(CountedText(text, WorkBudget(MAX_LOOKS)), skip_json_loads=True))
    except (ValueError, RecursionError, WorkLimitReached):
        return none


class WorkBudget:
    """The number of characters that a parser may still read.

    Args:
        left: The number of characters at the start.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, number: int) -> None:
        """Subtract a number of characters from the budget.

        Raises:
            WorkLimitReached: Fewer characters were left.
        """
        self.left -= number
        if self.left < 0:
            raise WorkLimitReached


class CountedText(str):
    """A string that counts each read of a character; strings sliced or joined from it count too.

    Args:
        text: The text.
        looks: The work budget from which the reads are subtracted.
    """

    __slots__ = ("_looks",)
    _looks: WorkBudget

    def __new__(cls, text: str, looks: WorkBudget) -> CountedText:
        """Create a counted text; several texts may share one budget, `looks`."""
        counted = super().__new__(cls, text)
        counted._looks = looks
        return counted

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        piece = super().__getitem__(place)
        if isinstance(place, slice):
            self._looks.take(len(piece))
            return CountedText(piece, self._looks)
        self._looks.take(1)
        return piece

    def __iter__(self) -> Iterator[str]:
        self._looks.take(len(self))
        return super().__iter__()

    def __add__(self, other: str) -> str:
        return CountedText(super().__add__(other), self._looks)

    def __radd__(self, other: str) -> str:
        return CountedText(other + str(self), self._looks)

    def find(self, *sought: Any) -> int:
        """Find a substring as `str.find` does; the characters that are skipped count as read."""
        found = super().find(*sought)
        start = sought[1] if len(sought) > 1 else 0
        self._looks.take(max(0, (found if found >= 0 else len(self)) - start))
        return found


NAMES: dict[str, tuple[str, ...]] = {
    "reasoning": (
        "reasoning", "reason", "reasons", "rationale", "thought", "thoughts", "thinking",
        "explanation", "analysis", "理由", "推理", "思考", "分析", "原因", "推論", "추론", "이유",
        "razonamiento", "begründung", "raisonnement", "рассуждение", "raciocínio", "ragionamento",
    ),
    "choice": (
        "choice", "vote", "target", "option", "selection", "selected", "selectedoption",
        "chosenoption", "chosen", "decision", "pick", "finalanswer", "finalchoice", "answer",
        "action", "选择", "投票", "目标", "决定", "选项", "選択", "선택", "elección", "voto",
        "wahl", "auswahl", "choix", "выбор", "escolha", "scelta",
    ),
    "speech": (
        "speech", "statement", "message", "utterance", "say", "text", "content", "finalanswer",
        "answer", "response", "reply", "发言", "发言内容", "说", "発言", "발언", "discurso", "rede",
        "discours", "речь", "fala", "discorso",
    ),
    "suspicions": (
        "suspicions", "suspicion", "suspects", "beliefs", "怀疑", "嫌疑", "疑い", "의심",
        "sospechas", "verdacht", "soupçons", "подозрения",
    ),
    "player": ("player", "seat", "name", "target", "玩家", "座位"),
    "role": ("role", "identity", "角色", "身份"),
    "confidence": ("confidence", "certainty", "sure", "信心", "置信度"),
}  # fmt: skip
"""The names that models give to a field, best first, without spaces, signs and capitals."""


def plain_name(name: str) -> str:
    """Return a name without spaces, signs and capitals, as it stands in `NAMES`."""
    # An accent may be a character of its own.
    return re.sub(r"[\W_]+", "", normalize("NFKC", name).casefold())
