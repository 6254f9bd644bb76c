"""Agents: the ways in which a text counts seats, in one plain way, `seat 3`, that the reader of names knows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
_HAN = "一二三四五六七八九十"
_NUMBER = {word: number for words in (_CARDINALS, _ORDINALS, _HAN) for number, word in enumerate(words, 1)}

_COUNTED = r"(?!\s+(?:of|wolves|werewolves|villagers|votes|others|more|people|players|seats|days|nights|times)\b)"
_CARDINAL = rf"(?:{'|'.join(_CARDINALS)}|\d{{1,2}})\b"
_LISTED = re.compile(
    rf"\b(?:(?:seats?|players?|chairs?|numbers)\s+|(?:nos?\.|nr\.?)\s*){_CARDINAL}(?!\s+of\b)"
    rf"(?:(?:\s*[,&/+]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:(?:seat|player|no\.)\s+)?{_CARDINAL}{_COUNTED})*",
    re.IGNORECASE,
)
_ONE_LISTED = re.compile(rf"(?:\b(?:seats?|players?|chairs?|numbers)\s+|\b(?:nos?\.|nr\.?)\s*)?\b({_CARDINAL})", re.IGNORECASE)
_NTH = re.compile(
    rf"(?:\b(?:the|our)\s+)?\b(?:({'|'.join(_ORDINALS)})\s+(?:players?|seats?|chairs?)\b"
    r"|(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:days?|nights?|rounds?|votes?|times?))(?:\s+(?:players?|seats?|chairs?)\b)?)",
    re.IGNORECASE,
)
_RANK = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_EASTERN = re.compile(rf"第?([{_HAN}]|\d{{1,2}})\s?(?:号|號|番|位|번)|(?<![^\W\d_])([{_HAN}])(?![^\W\d_])")
_WORD_WITH_NUMBER = re.compile(r"([^\W\d_]+)(\d{1,2})(?!\d)")
_SEAT = frozenset(("seat", "seats", "player", "players", "chair", "number", "no", "nr", "p", "s", "р"))
_PERIOD = frozenset(("day", "night", "round", "d", "n"))
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")


def normalize_seat_numbers(text: str, names: Sequence[str]) -> str:
    """A text in which seats are counted as `seat 3`; numbers that count nights, days or nobody's seat stay.

    Args:
        text: Any text.
        names: Everybody's name, in seat order; those with digits in them stay as they are.
    """
    size, called = len(names), {name.casefold() for name in names}

    def seat(number: str, found: str) -> str:
        value = _NUMBER.get(number.lower()) or int(number)
        return f" seat {value} " if 1 <= value <= size else found

    def glued(found: re.Match[str]) -> str:
        word = found[1].casefold()
        if found[0].casefold() in called:
            return found[0]
        if word in called:
            return found[1]
        if word in _PERIOD:
            return f"{found[1]} {found[2]}"
        return seat(found[2], f"{found[1]} {found[2]}") if word in _SEAT else f"{found[1]}{seat(found[2], f' {found[2]}')}"

    def listed(found: re.Match[str]) -> str:
        return _ONE_LISTED.sub(lambda one: seat(one[1], one[0]).strip(), found[0])

    plain = _ZEROS.sub("", unicodedata.normalize("NFKC", "".join(map(_digit, text))))
    plain = _EASTERN.sub(lambda found: seat(found[1] or found[2], found[0]), plain)
    plain = _NTH.sub(lambda found: seat(found[1] or found[2], found[0]), plain)
    plain = _RANK.sub(lambda found: _ORDINALS[int(found[1]) - 1] if 1 <= int(found[1]) <= len(_ORDINALS) else "later", plain)
    plain = _LISTED.sub(listed, _WORD_WITH_NUMBER.sub(glued, plain))
    return re.sub(r" {2,}", " ", re.sub(r" +(?=[,.;:!?)\]])|(?<=[(\[]) +", "", plain)).strip(" ")


def _digit(char: str) -> str:
    """A sign that is a number, such as `❹` or `Ⅳ`, in digits; any other sign as it is."""
    value = unicodedata.numeric(char, None) if unicodedata.category(char) in ("Nl", "No") else None
    return str(int(value)) if value is not None and value.is_integer() else char
