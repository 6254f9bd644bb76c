r"""Redact a secret from text that arrives in pieces, in any encoding that a decoder could undo.

Matches each character as itself, in either case or width, or escaped (`\\u0073`, `\\x73`, `%73`,
`&#115;`), with any invisible characters between two; and the base64 and hexadecimal forms of the
secret. All possible matches are followed at once, as in an automaton, so the work is linear in the
length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from html.entities import html5
from typing import TypeAlias

REDACTED = "[key]"
"""The text that replaces a key."""


_ESCAPE = re.compile(
    r"""\\u(?P<u>[0-9a-f]{4}) | \\x(?P<x>[0-9a-f]{2}) | %(?P<percent>[0-9a-f]{2})
    | &\#x(?P<hexadecimal>[0-9a-f]{1,6}); | &\#(?P<decimal>[0-9]{1,7}); | """
    r"""&(?P<name>[a-z]{2,12});""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
"""A complete escape sequence of JSON, Python, a URL or HTML."""


_BEGUN = re.compile(
    r"""\\(?:u[0-9a-f]{0,3} | x[0-9a-f]?)? | %[0-9a-f]? | """
    r"""&(?:\#(?:x[0-9a-f]{0,6} | [0-9]{0,7}) | [a-z]{0,12})""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
"""The beginning of an escape sequence that may still be completed."""


_UNENDED = re.compile(r"&#(?:[0-9]+|x[0-9a-f]+)", re.IGNORECASE)
"""An HTML character reference without its semicolon, which HTML parsers accept."""


_LINE_ENDS = "nrtbf"
"""Letters that after a backslash mean white space or a control character."""


_BASES = {"u": 16, "x": 16, "percent": 16, "hexadecimal": 16, "decimal": 10}


_QUOTES = frozenset("\"'`\\\ufffd")
"""Quotation marks, the backslash and the replacement character, which may occur between two
characters of a key."""


_UNSEEN_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that are invisible although Unicode does not class them as space or control
characters."""


_END = "\0"
"""Stands for the end of the text, and for a decoded character that no key contains."""


TrieState: TypeAlias = tuple[int, str]
"""The state of a partial match: a node of the trie of patterns, and the beginning of an escape."""


_MAX_CACHED_STEPS = 20_000
"""The most cached transitions; with the cache, most characters cost one lookup."""


_START_STATE: TrieState = (0, "")
"""The state before any character of a pattern."""


_MATCH_STATE: TrieState = (-1, "")
"""The state of a complete match."""


class Redactor:
    """Reads the pieces of one text in order, and returns them with the key replaced.

    Args:
        needles: The patterns to replace.
    """

    def __init__(self, needles: SecretPatterns) -> None:
        self._needles = needles
        self._readings: dict[TrieState, int] = {}
        self._pending: list[str] = []
        self._from = self._at = 0

    @property
    def readings(self) -> int:
        """The number of partial matches that are followed: the cost of each further character."""
        return len(self._readings)

    def feed(self, text: str) -> str:
        """Read the next piece; return the redacted text up to where a partial match begins."""
        if not self._needles:
            return text
        self._pending.append(text)
        begin, found = self._at, list[tuple[int, int]]()
        readings, step, offset = self._readings, self._needles.step, 0
        while offset < len(text):
            if not readings:
                # Without a partial match only a character that may begin one is of interest.
                begun = self._needles.first.search(text, offset)
                if not begun:
                    break
                offset = begun.start()
            readings = step(readings, text[offset], begin + offset)
            offset += 1
            if (start := readings.pop(_MATCH_STATE, None)) is not None:
                found.append((start, begin + offset))
                # After a match everything begins anew: matches do not overlap.
                readings = {}
        self._readings, self._at = readings, begin + len(text)
        return self._released(found, min(readings.values(), default=self._at))

    def end(self) -> str:
        """Return the rest of the redacted text after the last piece."""
        at = self._at
        # The end of the text may complete an HTML reference without its semicolon.
        start = (
            self._needles.step(self._readings, _END, at).pop(_MATCH_STATE, None)
            if self._readings
            else None
        )
        self._readings = {}
        return self._released([] if start is None else [(start, at)], at)

    def _released(self, found: list[tuple[int, int]], until: int) -> str:
        if not found and until == self._from:
            return ""
        held, base, place = "".join(self._pending), self._from, self._from
        pieces: list[str] = []
        for start, end in found:
            pieces += (held[place - base : start - base], REDACTED)
            place = end
        pieces.append(held[place - base : until - base])
        self._pending, self._from = [held[until - base :]], until
        return "".join(pieces)


class SecretPatterns:
    """A trie of all patterns of a secret: itself, base64 at any alignment, and hexadecimal digits.

    Args:
        secret: One word of ASCII; an empty one never matches.
    """

    def __init__(self, secret: str) -> None:
        self._tree: list[dict[str, int]] = [{}]
        self._whole: set[int] = set()
        self._known: dict[tuple[TrieState, str], tuple[TrieState, ...]] = {}
        for needle in _patterns_of(secret):
            self._insert(needle)
        signs = "".join(self._tree[0])
        # What may begin a match: a first sign in either case, an escape, or any sign outside ASCII.
        self.first = re.compile(
            f"[{re.escape(signs)}{re.escape(signs.upper())}\\\\%&]|[^\\x00-\\x7f]"
        )

    def __bool__(self) -> bool:
        return bool(self._whole)

    def _insert(self, needle: str) -> None:
        node = 0
        for sign in needle:
            node = self._tree[node].setdefault(sign, len(self._tree))
            if node == len(self._tree):
                self._tree.append({})
        self._whole.add(node)

    def step(self, readings: dict[TrieState, int], char: str, at: int) -> dict[TrieState, int]:
        """Advance all partial matches by one character; return them with their start positions.

        Args:
            readings: The start position in the text of each partial match.
            char: The character.
            at: Its position in the text, where a new match may begin.
        """
        after: dict[TrieState, int] = {}
        known = self._known
        for place, start in (*readings.items(), (_START_STATE, at)):
            if (found := known.get((place, char))) is None:
                found = self._compute_step(place, char)
            for reached in found:
                # Two matches in the same state go on alike, and the earlier one covers more.
                after[reached] = min(start, after.get(reached, start))
        return after

    def _compute_step(self, place: TrieState, char: str) -> tuple[TrieState, ...]:
        """Compute and cache the states that follow a state after `char`."""
        if len(self._known) >= _MAX_CACHED_STEPS:
            self._known.clear()
        found = tuple(
            {reached for reached in self._transitions(place, char) if reached != _START_STATE}
        )
        self._known[place, char] = found
        return found

    def _transitions(self, place: TrieState, char: str) -> Iterator[TrieState]:
        """Yield the states that follow a state after `char`; none where the match fails."""
        node, begun = place
        if not begun:
            yield from self._literal_transitions(node, char)
            return
        written = begun + char
        if escape := _ESCAPE.fullmatch(written):
            yield from self._literal_transitions(node, _decode_escape(escape))
        elif begun == "\\" and char in _LINE_ENDS:
            # The escape is white space and is skipped; another reading takes the letter as itself.
            yield node, ""
        elif _BEGUN.fullmatch(written):
            # A numeric reference may have any number of leading zeros, which are dropped here.
            yield node, (begun if char == "0" and begun.casefold() in ("&#0", "&#x0") else written)
        elif _UNENDED.fullmatch(begun):
            for reached in self._literal_transitions(node, _character(begun[2:])):
                if reached != _MATCH_STATE:
                    yield from self._transitions(reached, char)
                else:
                    yield reached

    def _literal_transitions(self, node: int, chars: str) -> Iterator[TrieState]:
        """Yield the states that follow a trie node after characters that are not escaped."""
        if len(chars) != 1:
            yield from self._multi_character_transitions(node, chars)
            return
        if chars in "\\%&":
            yield node, chars
        if _is_ignorable(chars):
            yield node, ""
            return
        signs = (
            chars.casefold() if chars.isascii() else unicodedata.normalize("NFKC", chars).casefold()
        )
        for sign in signs:
            if (below := self._tree[node].get(sign)) is None:
                return
            node = below
            if node in self._whole:
                yield _MATCH_STATE
                return
        yield node, ""

    def _multi_character_transitions(self, node: int, chars: str) -> Iterator[TrieState]:
        places: set[TrieState] = {(node, "")}
        for char in chars:
            places = {
                reached
                for place in places
                if place != _MATCH_STATE
                for reached in self._transitions(place, char)
            }
        yield from places


def _patterns_of(secret: str) -> set[str]:
    """Return all patterns of a secret, case-folded and without ignorable characters."""
    if not secret:
        return set()
    data = secret.encode()
    needles = {secret, data.hex()}
    for shift in range(3):
        coded = b64encode(bytes(shift) + data).decode().rstrip("=")
        # The first and last base64 digit may hold bits of the bytes next to the key.
        core = coded[(0, 2, 3)[shift] : len(coded) - (1 if (shift + len(data)) % 3 else 0)]
        needles |= {core, core.replace("+", "-").replace("/", "_")}
    kept = {
        "".join(sign for sign in needle.casefold() if not _is_ignorable(sign)) for needle in needles
    }
    return kept - {""}


def _is_ignorable(char: str) -> bool:
    """Whether a character may occur between two characters of a key, lost when text is cleaned."""
    if char.isascii():
        return not char.isprintable() or char == " " or char in _QUOTES
    kind = unicodedata.category(char)
    return kind[0] in "CZ" or kind in ("Mn", "Me") or char in _QUOTES or char in _UNSEEN_LETTERS


def _decode_escape(escape: re.Match[str]) -> str:
    """Decode an escape; `_END` where no key can contain the result."""
    kind = escape.lastgroup or ""
    if kind == "name":
        return html5.get(f"{escape[kind]};") or html5.get(f"{escape[kind].casefold()};", _END)
    if kind == "percent" and escape[kind][0] in "89abcdefABCDEF":
        # One byte of a multi-byte UTF-8 character; keys are ASCII.
        return _END
    return _of_code(int(escape[kind], _BASES[kind]))


def _character(digits: str) -> str:
    return _of_code(int(digits[1:], 16) if digits[0] in "xX" else int(digits))


def _of_code(code: int) -> str:
    return chr(code) if code <= 0x10FFFF else _END
