"""The seats as two lines for small screens: details are dropped in a fixed order until they fit."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import Death, RoleName
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of

from .labels import role_span, seat_span, short_activity_words
from .seat_cards import Card, ClickableLines

_DROP_ORDER = (
    "work",
    "cause",
    "wolf",
    "gap",
    "vote",
    "villager",
    "claim",
    "role",
    "when",
    "name",
    "air",
    "names",
)
"""The details dropped where room is short, in this order.

What a seat does in words, how it died, `Wolf` for `Werewolf`, a cell between seats, votes, the word
for a villager, claims, the words for all roles, when seats died, the ends of names, one more cell
between seats, and names, for which that cell comes back.
"""


_NAME = 4
"""Letters kept of a shortened name."""


def seat_strip(
    cards: Sequence[Card], names: tuple[str, ...], glyphs: Glyphs, width: int, focused: int = 0
) -> ClickableLines:
    """Draw the seats as two lines of about half of the seats each, aligned in columns if they fit.

    Args:
        cards: One card per seat.
        names: Name by seat, in seat order.
        glyphs: The signs to draw.
        width: The most cells of a line.
        focused: The seat in focus, or 0.
    """

    def items(without: Sequence[str]) -> list[Line]:
        return [_short(card, names, glyphs, without, here=card.seat == focused) for card in cards]

    for level in range(len(_DROP_ORDER) + 1):
        without = _DROP_ORDER[:level]
        gap = 1 if without[-1:] == ("air",) else 2 if "gap" in without else 3
        if laid := _in_two_lines(items(without), gap, width):
            return laid
    least = items(_DROP_ORDER)
    laid = _place_items(least, [width_of(item) for item in least], (len(least) + 1) // 2, 1)
    return ClickableLines(
        tuple(truncate(line, width, glyphs.more) for line in laid.lines), laid.places
    )


def _in_two_lines(items: Sequence[Line], gap: int, width: int) -> ClickableLines | None:
    """Arrange the seats in two lines of at most `width` cells with a spare cell at the end.

    Tries aligned columns first, then half of the seats in each line, then one seat more or less.
    Returns None if no arrangement fits.
    """
    half, own = (len(items) + 1) // 2, [width_of(item) for item in items]
    columns = [max(own[column::half]) for column in range(half)] * 2
    for first, widths in (
        (half, columns[: len(items)]),
        *((first, own) for first in (half, half - 1, half + 1)),
    ):
        if all(
            sum(row) + gap * (len(row) - 1) + 2 <= width for row in (widths[:first], widths[first:])
        ):
            return _place_items(items, widths, first, gap)
    return None


def _place_items(
    items: Sequence[Line], widths: Sequence[int], first: int, gap: int
) -> ClickableLines:
    """Place the seats in two lines and record where each can be clicked.

    Args:
        items: The drawn seats, in seat order.
        widths: The column width of each seat, in cells.
        first: The number of seats in the first line.
        gap: Cells between two seats; one cell comes before the first.
    """
    lines: list[Line] = []
    places: list[tuple[int, int, int, int]] = []
    for row, seats in enumerate((range(first), range(first, len(items)))):
        line: list[Span] = []
        for seat in seats:
            line.append(
                Span(" " * (gap + widths[seat - 1] - width_of(items[seat - 1])) if line else " ")
            )
            places.append((row, width_of(line), width_of(line) + width_of(items[seat]), seat + 1))
            line += items[seat]
        lines.append(tuple(line))
    return ClickableLines(tuple(lines), tuple(places))


def _short(
    card: Card, names: tuple[str, ...], glyphs: Glyphs, without: Sequence[str], *, here: bool
) -> Line:
    """Draw a seat in a few cells without the details in `without`, which come from `_DROP_ORDER`.

    `here` marks the seat in focus.
    """
    name = seat_span(names, card.seat, strike=card.death is not None)
    if "name" in without:
        name = Span(
            str(card.seat) if "names" in without else f"{card.seat} {names[card.seat - 1][:_NAME]}",
            name.style,
        )
    parts: list[Span] = [Span(name.text, "chosen") if here else name]
    if card.sheriff:
        parts.append(Span(glyphs.sheriff, "accent"))
    if card.role:
        parts.append(_role(card.role, glyphs, without))
    if card.death:
        parts.append(_fall(card.death, glyphs, without))
    if card.no_vote:
        parts.append(Span("no vote", "warn"))
    if card.claim and "claim" not in without:
        parts.append(Span(f"{glyphs.claim}{card.claim}", "dim" if card.death else "quiet"))
    if card.activity_words:
        sign = (
            glyphs.again if card.activity and card.activity.doing == "retrying" else glyphs.thinking
        )
        words = short_activity_words(card.activity) if card.activity else card.activity_words
        parts.append(Span(sign if "work" in without else f"{sign} {words}", "quiet"))
    elif card.vote is not None and "vote" not in without:
        parts.append(Span(f"{glyphs.arrow}{card.vote or 'nobody'}", "dim"))
    return tuple(
        span
        for number, part in enumerate(parts)
        for span in ((Span(" "), part) if number else (part,))
    )


def _role(role: RoleName, glyphs: Glyphs, without: Sequence[str]) -> Span:
    """Draw a role as its sign, with its name if `without` allows it."""
    whole = role_span(glyphs, role)
    if "role" in without or (role == "Villager" and "villager" in without):
        return Span(glyphs.roles[role], whole.style)
    return (
        Span(f"{glyphs.roles[role]} Wolf", whole.style)
        if role == "Werewolf" and "wolf" in without
        else whole
    )


def _fall(death: Death, glyphs: Glyphs, without: Sequence[str]) -> Span:
    """Write how and when a seat died behind its sign: `exiled d1`, or `n2` for the second night."""
    words = [glyphs.exiled if death.cause == "exiled" else glyphs.dead]
    if death.cause and "cause" not in without:
        words.append(death.cause)
    if "when" not in without:
        words.append(f"{'n' if death.at_night else 'd'}{death.day}")
    return Span(" ".join(words), "dim")
