"""The seats as cards (role, death, vote, claim, activity), drawn as a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from wolfcore.game import Death, RoleName
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.session.table_activity import SeatActivity
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of

from .labels import (
    activity_words,
    death_time,
    death_words,
    left_and_right,
    role_span,
    seat_span,
    tokens_words,
)


class ClickableLines(Struct, frozen=True):
    """Drawn seats, and the rectangles of cells in which a click selects a seat.

    Attributes:
        lines: The drawn lines.
        places: Clickable cells as (line, first column, column after the last, seat), from 0.
    """

    lines: tuple[Line, ...]
    places: tuple[tuple[int, int, int, int], ...]

    def seat_at(self, line: int, column: int) -> int:
        """Return the seat at a line and column, both from 0; 0 if there is none."""
        return next(
            (
                seat
                for row, first, after, seat in self.places
                if row == line and first <= column < after
            ),
            0,
        )


class Card(Struct, frozen=True):
    """What the viewer knows about one seat at the cursor.

    Attributes:
        seat: The seat.
        is_viewer: Whether the viewer sits here.
        role: Its role; None if unknown to the viewer.
        death: How and when it died; None if alive.
        sheriff: Whether it holds the badge.
        vote: Its vote in the last voting round: 0 for nobody; None if dead, without a vote, or if
            no ballot is known.
        claim: The role that it claims in public; empty if none.
        activity_words: Its present activity in words; empty if none.
        activity: Its progress on the ask it is answering; None if it has none, if that is not
            known, or if a person here answers.
        player: Who plays it; empty if hidden.
        no_vote: Whether it lives and has lost its vote.
    """

    seat: int
    is_viewer: bool
    role: RoleName | None
    death: Death | None
    sheriff: bool
    vote: int | None
    claim: str
    activity_words: str
    activity: SeatActivity | None
    player: str
    no_vote: bool = False


def seat_cards(shown: ShownGame, claims: Mapping[int, str]) -> tuple[Card, ...]:
    """Make one card per seat.

    Args:
        shown: The game.
        claims: The role that each seat claims in public.
    """
    session = shown.session
    state, votes = session.state, last_votes(session.facts)
    doings: Mapping[int, SeatActivity] = session.seat_activity if session.at_edge else {}
    return tuple(
        Card(
            seat,
            seat == session.eyes,
            state.roles[seat],
            state.death_of(seat),
            state.sheriff == seat,
            votes.get(seat) if seat in state.voters else None,
            claims.get(seat, ""),
            _doing(session, seat, doings.get(seat)),
            None if seat in session.people else doings.get(seat),
            shown.player(seat),
            state.alive(seat) and seat in state.without_vote,
        )
        for seat in range(1, state.size + 1)
    )


def _doing(session: GameSession, seat: int, doing: SeatActivity | None) -> str:
    if doing is None:
        return ""
    if seat in session.people:
        return "your turn" if seat == session.eyes else "to answer"
    return activity_words(doing)


def last_votes(facts: Sequence[f.Fact]) -> dict[int, int]:
    """Collect the ballots of the last voting round that the viewer saw: target by voter."""
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


def seat_column(
    cards: Sequence[Card],
    names: tuple[str, ...],
    glyphs: Glyphs,
    width: int,
    room: int,
    focused: int = 0,
) -> ClickableLines:
    """Draw the seats as a column of two lines per seat, or of one line if there is too little room.

    Args:
        cards: One card per seat.
        names: Name by seat, in seat order.
        glyphs: The signs to draw.
        width: Width of the lines, in cells.
        room: The most lines.
        focused: The seat in focus, or 0.
    """
    living = sum(card.death is None for card in cards)
    lines: list[Line] = [
        left_and_right(
            (Span("SEATS", "dim"),),
            (Span(f"{living} of {len(cards)} alive", "dim"),),
            width,
            glyphs,
        ),
        (),
    ]
    places: list[tuple[int, int, int, int]] = []
    roomy = len(cards) * 2 + 2 <= room
    for card in cards:
        name = _name(card, names, glyphs, here=card.seat == focused)
        right = _right(card, glyphs, width - width_of(name))
        places += [(len(lines) + row, 0, width, card.seat) for row in range(2 if roomy else 1)]
        if roomy:
            lines += [
                left_and_right(name, right, width, glyphs),
                (Span("   "), *_detail(card, glyphs, width - 3)),
            ]
        else:
            room = width - width_of(name) - width_of(right) - 3
            lines.append(
                left_and_right(
                    (*name, Span("  "), *_detail(card, glyphs, room)), right, width, glyphs
                )
            )
    return ClickableLines(tuple(lines), tuple(places))


def _name(card: Card, names: tuple[str, ...], glyphs: Glyphs, *, here: bool) -> Line:
    star = (Span(f" {glyphs.sheriff}", "accent"),) if card.sheriff else ()
    you = (Span(" you", "dim"),) if card.is_viewer else ()
    role = (
        (Span(f" {glyphs.roles[card.role]}", f"role-{card.role}"),)
        if card.role and card.activity_words
        else ()
    )
    name = seat_span(names, card.seat, strike=card.death is not None)
    named = (Span(f" {name.text} ", "chosen"),) if here else (Span(" "), name)
    return (*named, *star, *role, *you)


def _right(card: Card, glyphs: Glyphs, room: int) -> Line:
    """Show the token count of a running answer, else the seat's last vote, or that it has none."""
    tokens = (
        Span(tokens_words(card.activity.tokens), "dim")
        if card.activity and card.activity.tokens
        else None
    )
    if tokens and width_of((tokens,)) < room:
        return (tokens,)
    if card.no_vote:
        return (Span("no vote", "warn"),)
    return (
        (Span(f"{glyphs.arrow} {card.vote or 'nobody'}", "dim"),) if card.vote is not None else ()
    )


def _detail(card: Card, glyphs: Glyphs, room: int) -> Line:
    """Write the details of a seat that fit into `room` cells, the most informative first.

    While a seat is being asked, its activity takes the place of its role; the role's sign is then
    beside its name.
    """
    parts: list[Span] = []
    if card.activity_words:
        parts.append(Span(f"{glyphs.thinking} {card.activity_words}", "text"))
    elif card.role:
        parts.append(role_span(glyphs, card.role))
    if card.death:
        sign = glyphs.exiled if card.death.cause == "exiled" else glyphs.dead
        parts.append(
            Span(
                f"{sign} {death_time(card.death) if card.role else death_words(card.death)}", "dim"
            )
        )
    if card.claim:
        verb = (
            ("claimed" if card.death else "claims")
            if not card.role
            else "said"
            if card.death
            else "says"
        )
        parts.append(Span(f"{glyphs.claim} {verb} {card.claim}", "dim" if card.death else "quiet"))
    if card.sheriff and not card.death:
        parts.append(Span("sheriff", "quiet"))
    if card.player:
        parts.append(Span(card.player, "dim"))
    fitting: list[Span] = []
    for part in parts:
        if not fitting or width_of(fitting) + 2 + width_of((part,)) <= room:
            fitting += [*([Span("  ")] if fitting else []), part]
    return tuple(fitting)
