"""The seats: who lives, who fell and how, who leads, what each is known to be and is doing now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from core.game import Death, RoleName
from core.game import facts as f
from wolftui.session.ongoing import SeatDoing
from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import fit, width_of

from .phrasing import (
    at_work,
    brief_work,
    fall,
    role_span,
    seat_span,
    tokens_words,
    when,
)

_STRIP, _LEAST = 2, 3
"""Lines of the strip, and the level at which a seat in it is shortest."""


class Card(Struct, frozen=True):
    """What the eyes know of one seat at the cursor.

    Attributes:
        seat: The seat.
        me: Whether these are the eyes of this seat.
        role: Its role, or None where these eyes do not know.
        death: How it fell, or None while it lives.
        sheriff: Whether it holds the badge.
        vote: For whom it voted last; None for no ballot known, 0 for nobody.
        claim: What it claims in public, or an empty string.
        doing: What it is doing now, or an empty string.
        work: How far it is with what it is asked; None where that is nothing, not known, or in the hands of a person here.
        player: Who plays it, or an empty string where that is hidden.
    """

    seat: int
    me: bool
    role: RoleName | None
    death: Death | None
    sheriff: bool
    vote: int | None
    claim: str
    doing: str
    work: SeatDoing | None
    player: str


def cards(shown: ShownGame, claims: Mapping[int, str]) -> tuple[Card, ...]:
    """A card a seat.

    Args:
        shown: The game.
        claims: What each seat claims in public.
    """
    session = shown.session
    state, votes = session.state, last_votes(session.facts)
    doings: Mapping[int, SeatDoing] = session.doings if session.at_edge else {}
    return tuple(
        Card(
            seat,
            seat == session.eyes,
            state.roles[seat],
            state.death_of(seat),
            state.sheriff == seat,
            votes.get(seat),
            claims.get(seat, ""),
            _doing(session, seat, doings.get(seat)),
            None if seat in session.people else doings.get(seat),
            shown.player(seat),
        )
        for seat in range(1, state.size + 1)
    )


def _doing(session: GameSession, seat: int, doing: SeatDoing | None) -> str:
    if doing is None:
        return ""
    if seat in session.people:
        return "your turn" if seat == session.eyes else "to answer"
    return at_work(doing)


def last_votes(facts: Sequence[f.Fact]) -> dict[int, int]:
    """The ballots of the last round that these eyes saw, by voter."""
    votes: dict[int, int] = {}
    ballot = ""
    for fact in reversed(facts):
        if isinstance(fact, f.Voted):
            if ballot not in ("", fact.ballot) or fact.voter in votes:
                break
            ballot = fact.ballot
            votes[fact.voter] = fact.target
        elif ballot and isinstance(fact, f.Began):
            break
    return votes


def panel(cards: Sequence[Card], names: tuple[str, ...], glyphs: Glyphs, width: int, room: int) -> list[Line]:
    """The seats as a column: two lines a seat where there is room for them, else one."""
    living = sum(card.death is None for card in cards)
    lines: list[Line] = [_spread((Span("SEATS", "dim"),), (Span(f"{living} of {len(cards)} alive", "dim"),), width, glyphs), ()]
    roomy = len(cards) * 2 + 2 <= room
    for card in cards:
        name = _name(card, names, glyphs)
        right = _right(card, glyphs, width - width_of(name))
        if roomy:
            lines += [_spread(name, right, width, glyphs), (Span("   "), *_detail(card, glyphs, width - 3))]
        else:
            room = width - width_of(name) - width_of(right) - 3
            lines.append(_spread((*name, Span("  "), *_detail(card, glyphs, room)), right, width, glyphs))
    return lines


def _name(card: Card, names: tuple[str, ...], glyphs: Glyphs) -> Line:
    star = (Span(f" {glyphs.sheriff}", "accent"),) if card.sheriff else ()
    you = (Span(" you", "dim"),) if card.me else ()
    role = (Span(f" {glyphs.roles[card.role]}", f"role-{card.role}"),) if card.role and card.doing else ()
    return (Span(" "), seat_span(names, card.seat, strike=card.death is not None), *star, *role, *you)


def _right(card: Card, glyphs: Glyphs, room: int) -> Line:
    """The tokens of an answer that is being made; else the last vote."""
    tokens = Span(tokens_words(card.work.tokens), "dim") if card.work and card.work.tokens else None
    if tokens and width_of((tokens,)) < room:
        return (tokens,)
    return (Span(f"{glyphs.arrow} {card.vote or 'nobody'}", "dim"),) if card.vote is not None else ()


def _detail(card: Card, glyphs: Glyphs, room: int) -> Line:
    """What is known of a seat, as much of it as fits; the most telling first. While it is asked its name bears its role's sign."""
    parts: list[Span] = []
    if card.doing:
        parts.append(Span(f"{glyphs.thinking} {card.doing}", "text"))
    elif card.role:
        parts.append(role_span(glyphs, card.role))
    if card.death:
        sign = glyphs.exiled if card.death.cause == "exiled" else glyphs.dead
        parts.append(Span(f"{sign} {when(card.death) if card.role else fall(card.death)}", "dim"))
    else:
        if card.claim:
            parts.append(Span(f"{glyphs.claim} {'says' if card.role else 'claims'} {card.claim}", "quiet"))
        if card.sheriff:
            parts.append(Span("sheriff", "quiet"))
    if card.player and not parts:
        parts.append(Span(card.player, "dim"))
    fitting: list[Span] = []
    for part in parts:
        if not fitting or width_of(fitting) + 2 + width_of((part,)) <= room:
            fitting += [*([Span("  ")] if fitting else []), part]
    return tuple(fitting)


def _spread(left: Line, right: Line, width: int, glyphs: Glyphs) -> Line:
    """`left` at the left and `right` at the right edge."""
    room = width - width_of(right)
    begin = fit(left, max(room - 1, 1), glyphs.more)
    return (*begin, Span(" " * max(room - width_of(begin), 1)), *right)


def strip(cards: Sequence[Card], names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    """The seats as two lines, for small screens."""
    level, lines = 0, _flow([_short(card, names, glyphs, 0) for card in cards], width, 3)
    while len(lines) > _STRIP and level < _LEAST:
        level += 1
        lines = _flow([_short(card, names, glyphs, level) for card in cards], width, 3 if level == 1 else 2)
    return [*lines, (), ()][:_STRIP]


def _short(card: Card, names: tuple[str, ...], glyphs: Glyphs, level: int) -> Line:
    """A seat in a few cells; a higher `level` leaves more out."""
    parts: list[Span] = [seat_span(names, card.seat, strike=card.death is not None)]
    if level == _LEAST:
        parts = [Span(f"{card.seat} {names[card.seat - 1][:4]}", parts[0].style)]
    if card.sheriff:
        parts.append(Span(glyphs.sheriff, "accent"))
    if card.role:
        parts.append(Span(glyphs.roles[card.role], f"role-{card.role}"))
    if card.death:
        parts.append(Span(glyphs.exiled if card.death.cause == "exiled" else glyphs.dead, "dim"))
    if card.claim and not card.death and level < 2:
        parts.append(Span(f"{glyphs.claim}{card.claim}", "quiet"))
    if card.doing:
        sign = glyphs.again if card.work and card.work.doing == "retrying" else glyphs.thinking
        words = brief_work(card.work) if card.work else card.doing
        parts.append(Span(f"{sign} {words}" if level < 1 else sign, "quiet"))
    elif card.vote is not None and level < 1:
        parts.append(Span(f"{glyphs.arrow}{card.vote or 'nobody'}", "dim"))
    return tuple(span for number, part in enumerate(parts) for span in ((Span(" "), part) if number else (part,)))


def _flow(items: Sequence[Line], width: int, gap: int) -> list[Line]:
    """Items side by side, broken to a width."""
    lines: list[Line] = []
    line: list[Span] = [Span(" ")]
    for item in items:
        if len(line) > 1 and width_of(line) + gap + width_of(item) > width:
            lines.append(tuple(line))
            line = [Span(" ")]
        line += [*([Span(" " * gap)] if len(line) > 1 else []), *item]
    return [*lines, tuple(line)]
