"""Rows of rows.txt (kind, pattern, example) and their matching against tokens.

rows.txt describes its own syntax. The first row that fits and applies at a token wins, so the
order of the rows matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args


class Token:
    """A word with its word classes.

    Attributes:
        word: The normalised word, or several words joined by `_`.
        kinds: The word classes of the word, and the word itself.
    """

    __slots__ = ("kinds", "word")

    def __init__(self, word: str, kinds: frozenset[str]) -> None:
        self.word, self.kinds = word, kinds


RowKind = Literal[
    "accuse",
    "vouch",
    "defend",
    "vote",
    "nobody",
    "ask",
    "claim",
    "same",
    "real",
    "report",
    "check",
    "protected",
    "saved",
    "poisoned",
    "retract",
    "accuse-you",
    "accuse-subject",
    "accuse-last",
    "defend-me",
    "not-i",
    "nothing",
    "unsay",
    "like-last",
    "turned",
    "choose",
    "proven",
    "deny-asked",
]


_KINDS: dict[str, RowKind] = {kind: kind for kind in get_args(RowKind)}


class Row(NamedTuple):
    """One pattern of rows.txt with its effect.

    Attributes:
        kind: The effect of a match.
        pattern: The pattern elements, separated by blanks.
        example: A sentence that matches.
        in_question: Whether the row applies only inside a question.
        in_reported: Whether the row applies also where words or deeds of others are reported.
    """

    kind: RowKind
    pattern: str
    example: str
    in_question: bool
    in_reported: bool


def _parse_row(line: str) -> Row:
    kind, rest = line.split(None, 1)
    pattern, example, _ = rest.rsplit('"', 2)
    return Row(
        _KINDS[kind.rstrip("?+")], pattern.strip(), example, kind.endswith("?"), kind.endswith("+")
    )


def _read_rows() -> tuple[Row, ...]:
    lines = Path(__file__).with_name("rows.txt").read_text(encoding="utf-8").splitlines()
    return tuple(_parse_row(line) for line in lines if line and not line.startswith("#"))


ROWS = _read_rows()


_VERBS = frozenset(
    ["BE", "LIE", "ACTBAD", "ACTGOOD", "SAY", "MUST", "BAD", "GOOD", "WOLF", "ROLE", "'s"]
)


_COMMON = frozenset(("SEAT", "SEATS", "I", "BE", "NIGHT", "is", "P"))


_LONGEST_GAP = 12


_STOPS = frozenset(["P", "LINK", "?", "!"])


class Element(NamedTuple):
    """One element of a pattern: word classes, and a mode.

    The modes: `1` one token, `?` optional, `*` any number, `...` a gap, `!` a token that must not
    follow, `~` no verb may follow, `^` and `$` start and end of a clause, `^^` and `$$` of the
    sentence.
    """

    kinds: frozenset[str]
    mode: str


class RowPattern(NamedTuple):
    """A compiled row.

    `order` is its number in rows.txt; `needs` are the classes of each element that a sentence must
    contain.
    """

    order: int
    row: Row
    elements: tuple[Element, ...]
    needs: tuple[frozenset[str], ...]


class RowMatch(NamedTuple):
    """A row that matches.

    `matched` has one (element index, token index) for each token, in order; `end` is the index of
    the token after the match.
    """

    row: Row
    elements: tuple[Element, ...]
    matched: tuple[tuple[int, int], ...]
    end: int


def _element(text: str) -> Element:
    if text in ("~", "^", "$", "^^", "$$", "..."):
        return Element(frozenset(), text)
    if text.startswith("!"):
        return Element(frozenset(text[1:].split("|")), "!")
    mode = text[-1] if len(text) > 1 and text[-1] in "?*" else "1"
    return Element(frozenset((text if mode == "1" else text[:-1]).split("|")), mode)


def _patterns() -> dict[str, tuple[RowPattern, ...]]:
    """Return the index of compiled rows by each class of a token that can begin them."""
    found: dict[str, list[RowPattern]] = {}
    for order, row in enumerate(ROWS):
        elements = tuple(_element(text) for text in row.pattern.split())
        needs = tuple(
            element.kinds
            for element in elements
            if element.mode == "1" and "." not in element.kinds
        )
        pattern = RowPattern(order, row, elements, needs)
        begins: set[str] = set()
        for element in elements:
            if element.mode in "1?*":
                begins |= element.kinds
                if element.mode == "1":
                    break
        for kind in begins:
            found.setdefault(kind, []).append(pattern)
    return {kind: tuple(rows) for kind, rows in found.items()}


def _by_need(
    patterns: Iterable[RowPattern],
) -> dict[str, tuple[tuple[int, tuple[frozenset[str], ...]], ...]]:
    """Return the index of rows by the rarest class that they require.

    Each entry has the numbers of the rows and the other classes that they require, so that a
    sentence rules out most rows with few lookups.
    """
    found: dict[str, list[tuple[int, tuple[frozenset[str], ...]]]] = {}
    for pattern in patterns:
        # Classes that nearly every sentence holds rule out few rows, so that a rarer one comes
        # first.
        first = next((need for need in pattern.needs if _COMMON.isdisjoint(need)), pattern.needs[0])
        others = sorted(
            {*pattern.needs} - {first},
            key=lambda need: (not _COMMON.isdisjoint(need), sorted(need)),
        )
        for kind in first:
            found.setdefault(kind, []).append((pattern.order, tuple(others)))
    return {kind: tuple(rows) for kind, rows in found.items()}


_BY_KIND = _patterns()


_BY_ORDER = {pattern.order: pattern for rows in _BY_KIND.values() for pattern in rows}


_BY_NEED = _by_need(_BY_ORDER.values())


@lru_cache(maxsize=1 << 12)
def _beginning(kinds: frozenset[str]) -> frozenset[int]:
    """Return the numbers of the rows that can begin with a token of these classes."""
    return frozenset(pattern.order for kind in kinds for pattern in _BY_KIND.get(kind, ()))


def candidate_rows(tokens: list[Token]) -> frozenset[int]:
    """Return the numbers of the rows whose required classes all occur in a sentence."""
    kinds = frozenset[str]().union(*(one.kinds for one in tokens))
    return frozenset(
        [
            order
            for kind in kinds
            if kind in _BY_NEED
            for order, needs in _BY_NEED[kind]
            if not any(map(kinds.isdisjoint, needs))
        ]
    )


def matching_rows(tokens: list[Token], place: int, among: frozenset[int]) -> Iterator[RowMatch]:
    """Yield the rows that match at a place, in the order of rows.txt.

    `among` are the numbers of the sentence's candidate rows.
    """
    # In the order of the file: the first row that counts wins.
    for order in sorted(among & _beginning(tokens[place].kinds)):
        pattern = _BY_ORDER[order]
        took = _fit(pattern.elements, 0, tokens, place)
        if took:
            yield RowMatch(pattern.row, pattern.elements, tuple(took), took[-1][1] + 1)


def starts_clause(tokens: list[Token], place: int) -> bool:
    """Return whether a clause begins at a place."""
    return place == 0 or not _STOPS.isdisjoint(tokens[place - 1].kinds)


def ends_clause(tokens: list[Token], place: int) -> bool:
    """Return whether a clause ends before a place."""
    return place >= len(tokens) or (
        not _STOPS.isdisjoint(tokens[place].kinds) and tokens[place].word != "or"
    )


def _fit(
    elements: tuple[Element, ...], at: int, tokens: list[Token], place: int
) -> list[tuple[int, int]] | None:
    """Match the elements from index `at` on against the tokens from `place` on, with backtracking.

    Returns pairs (element index, token index), or None if they do not match.
    """
    while at < len(elements):
        kinds, mode = elements[at]
        here = tokens[place].kinds if place < len(tokens) else frozenset[str]()
        if mode == "1":
            if not _accepts(kinds, here):
                return None
            rest = _fit(elements, at + 1, tokens, place + 1)
            return None if rest is None else [(at, place), *rest]
        if mode in "?*":
            # Greedy first; without success the element is left out and the rest is tried.
            if _accepts(kinds, here):
                rest = _fit(elements, at + (mode == "?"), tokens, place + 1)
                if rest is not None:
                    return [(at, place), *rest]
        elif mode == "...":
            return _after_a_gap(elements, at + 1, tokens, place)
        elif not _condition_holds(mode, kinds, tokens, place):
            return None
        at += 1
    return []


def _after_a_gap(
    elements: tuple[Element, ...], at: int, tokens: list[Token], place: int
) -> list[tuple[int, int]] | None:
    """Match the elements from index `at` on after a gap.

    The gap may not contain a negation or a verb of saying.
    """
    for later in range(place, min(len(tokens), place + _LONGEST_GAP)):
        rest = _fit(elements, at, tokens, later)
        if rest is not None:
            return rest
        if not tokens[later].kinds.isdisjoint(("NEG", "SAY")):
            return None
    return None


def _condition_holds(mode: str, kinds: frozenset[str], tokens: list[Token], place: int) -> bool:
    here = tokens[place].kinds if place < len(tokens) else frozenset[str]()
    if mode == "!":
        return kinds.isdisjoint(here)
    if mode == "~":
        return _VERBS.isdisjoint(here)
    if mode == "^":
        return starts_clause(tokens, place)
    if mode == "$":
        return ends_clause(tokens, place)
    return place == 0 if mode == "^^" else place >= len(tokens)


def _accepts(kinds: frozenset[str], here: frozenset[str]) -> bool:
    return not kinds.isdisjoint(here) or (
        "." in kinds and bool(here) and _STOPS.isdisjoint(here) and "SEAT" not in here
    )
