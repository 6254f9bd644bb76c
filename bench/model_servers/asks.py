"""What a request asks: its prompt, the question in it, and the answer that the acted model has.

The acted model's own answer depends on the question alone, so that the harness knows it without
being told.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

_QUESTION = re.compile(r"# Question\n(.*?)\nFields: ((?:`\w+`(?:, )?)+)", re.DOTALL)
_SEAT = re.compile(r"You are (\d+) ([^,\n]+), and")
_OPTIONS = re.compile(r"^Options: (.+)$", re.MULTILINE)
PREFERRED = (1, 3, 4, 5, 2, 6, *range(7, 13), 0)
"""Seats in the order in which the acted models choose them: a game of seed 1 then ends on day 1."""


class Question(NamedTuple):
    """One question and the answer of the acted model.

    Attributes:
        key: The question's text without its options, equal in all tries of one ask.
        seat: The seat that is asked, from 1.
        fields: The fields that the answer has.
        options: The options as printed; empty where words are asked for.
        own: The model's own choice; empty without options.
        other: Another option, which others want; empty without options.
        speech: The model's own words.
    """

    key: str
    seat: int
    fields: tuple[str, ...]
    options: tuple[str, ...]
    own: str
    other: str
    speech: str

    @property
    def choice(self) -> int:
        """The number of the own choice in a saved answer."""
        return int(self.number) if self.number else int(self.own == "yes")

    @property
    def number(self) -> str:
        """The number of the own choice, as text; empty where the option has none."""
        return self.own.partition(" ")[0] if self.own[:1].isdigit() else ""

    @property
    def name(self) -> str:
        """The own choice without its number."""
        return self.own.partition(" ")[2] if self.number else self.own


def strings_of(value: object) -> Iterator[str]:
    """Yield every text in JSON data, in order; of an object its values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in cast("Mapping[str, object]", value).values():
            yield from strings_of(each)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from strings_of(each)


def prompt_of(body: Mapping[str, object]) -> str:
    """The whole prompt of a request in any of the acted APIs."""
    places = ("system", "systemInstruction", "system_instruction", "instructions", "messages",
              "contents", "input", "prompt")  # fmt: skip
    return "\n".join(text for place in places for text in strings_of(body.get(place)))


def question_of(prompt: str) -> Question | None:
    """The last question in a prompt; None where there is none (a trial of the endpoint)."""
    found = list(_QUESTION.finditer(prompt))
    if not found:
        return None
    text, fields = found[-1][1], tuple(re.findall(r"`(\w+)`", found[-1][2]))
    told = _OPTIONS.search(text)
    key = _OPTIONS.sub("", text).strip()
    options = tuple(told[1].split(" | ")) if told else ()
    seat = _SEAT.search(text)
    own = min(options, key=_preference) if options else ""
    other = max(options, key=_preference) if len(options) > 1 else ""
    mark = zlib.crc32(key.encode()) % 100_000
    speech = f"My word {mark} stands, and I listen to everybody at this table before the vote."
    return Question(key, int(seat[1]) if seat else 0, fields, options, own, other, speech)


def _preference(option: str) -> int:
    number = re.match(r"\d+", option)
    return PREFERRED.index(int(number[0])) if number else len(PREFERRED)
