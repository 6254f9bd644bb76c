"""The panel of the seat in focus: everything that the viewer knows of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wolfcore.game import ROLES
from wolfcore.game import facts as f
from wolfcore.speech import (
    Act,
    ClaimsRole,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
)
from wolfcore.speech.nicknames import mark_mentions
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, width_of, wrap

from .labels import death_words, part_title, role_span, seat_span
from .moderator_panel import suspicion, suspicion_style
from .own_seat import check_result_span, mark_span
from .seat_claims import ReportedDeed, SeatTalk, seat_talk_fold
from .seat_history import (
    DEED_WORDS,
    DEEDS,
    Deed,
    DeedFact,
    doer,
    last_thought_fold,
    rounds_fold,
)

_EMPTY: Line = ()


_INDENT: Line = (Span("  "),)


_DEEPER: Line = (Span("    "),)


_SPEECHES_PER_PAINT = 64
"""The most speeches read per paint.

Each takes about 0.3 ms, once, and most have already been read for the role claims.
"""


_BALLOTS: dict[f.Ballot, str] = {
    "elect": " election",
    "lean": " straw",
    "vote": "",
    "runoff": " runoff",
}


class SeatFocusPanel:
    """The panel of the seat in focus.

    Args:
        shown: The game; its session defines the viewer and the cursor.
        seat: The seat in focus.
        glyphs: The signs to draw.

    Attributes:
        needs_more_reading: Whether speeches are still unread, so that the next paint may show more.
    """

    def __init__(self, shown: ShownGame, seat: int, glyphs: Glyphs) -> None:
        self._shown, self._seat, self._glyphs = shown, seat, glyphs
        self._session: GameSession = shown.session
        self._names = shown.session.names
        self.needs_more_reading = False

    def lines(self, width: int) -> list[Line]:
        """Draw the panel for a width in cells."""
        session, seat = self._session, self._seat
        talk = session.value_at_cursor_within(
            seat_talk_fold(seat, self._names, session.board.roles), _SPEECHES_PER_PAINT
        )
        self.needs_more_reading = talk is None
        parts = [
            self._who(width),
            self._marks(width),
            self._deeds(width),
            self._talk(talk, width)
            if talk
            else [_EMPTY, (Span("  listening to what was said", "dim"),)],
            self._votes(width),
            self._suspicions(width),
            self._thought(width),
        ]
        return [line for part in parts for line in part]

    # -- identity

    def _who(self, width: int) -> list[Line]:
        """Write number and name, role, state, and player of the seat."""
        state, glyphs, seat = self._session.state, self._glyphs, self._seat
        role, death = state.roles[seat], state.death_of(seat)
        you = (Span("  you", "dim"),) if seat == self._session.eyes else ()
        name, leave = (seat_span(self._names, seat), *you), key_spans("Esc closes", "dim")
        gap = Span(" " * max(width - width_of(name) - width_of(leave), 2))
        lines: list[Line] = [(*name, gap, *leave), _EMPTY]
        if role:
            side = "of the pack" if ROLES[role].team == "wolves" else "of the village"
            lines.append((Span("  "), role_span(glyphs, role), Span(f"  {side}", "quiet")))
        else:
            hidden = death and not self._session.board.switches.role_revealed
            words = "The role stays hidden until the game is over." if hidden else "role not known"
            lines += wrap((Span(words, "quiet"),), width, _INDENT, _INDENT)
        if death:
            sign = glyphs.exiled if death.cause == "exiled" else glyphs.dead
            lines.append((Span("  "), Span(f"{sign} {death_words(death)}", "danger")))
        else:
            badge = (
                (Span(f"  {glyphs.sheriff} sheriff", "accent"),) if state.sheriff == seat else ()
            )
            vote = (Span("  no vote", "warn"),) if seat in state.without_vote else ()
            lines.append((Span("  "), Span("alive", "quiet"), *vote, *badge))
        player = self._shown.player(seat)
        return [
            *lines,
            *(
                wrap((Span(f"played by {player}", "dim"),), width, _INDENT, _DEEPER)
                if player
                else []
            ),
        ]

    def _marks(self, width: int) -> list[Line]:
        """Show the viewer's own mark on the seat and the lines of their notes that name it.

        Empty in a replay and for viewers who are no person of this game.
        """
        session = self._session
        if session.eyes not in session.people or not session.live:
            return []
        book = self._shown.notebook(session.eyes)
        mark = book.marks.get(self._seat)
        notes = [
            line for line in book.notes.splitlines() if names_seat(line, self._seat, self._names)
        ]
        lines: list[Line] = [(Span("  "), mark_span(mark, self._glyphs))] if mark else []
        for note in notes:
            lines += wrap((Span(note.strip(), "quiet"),), width, _INDENT, _INDENT)
        return _part("your marks", lines)

    # -- actions

    def _deeds(self, width: int) -> list[Line]:
        """List what the seat did to others, and what was done to it."""
        listed: dict[tuple[Line, Line], None] = {}
        for deed in self._session.value_at_cursor(DEEDS).deeds:
            words = self._deed(deed)
            if words:
                head = Span(f"{'night' if deed.at_night else 'day'} {deed.day}  ", "dim")
                listed[(head, *words), self._found(deed.fact)] = None
        return _part(
            "what happened to it",
            [row for line, end in listed for row in _wrap_with_end(line, end, width)],
        )

    def _deed(self, deed: Deed) -> Line:
        """Describe an action from this seat's side; empty if the seat has no part in it."""
        fact = deed.fact
        who, verb = doer(fact), DEED_WORDS[type(fact)].did
        if fact.target == self._seat:
            return (
                Span(f"{verb} by ", "quiet"),
                self._other(who) if who else Span("the pack", "wolves"),
            )
        return (Span(f"{verb} ", "quiet"), self._other(fact.target)) if who == self._seat else ()

    def _found(self, fact: DeedFact) -> Line:
        return (
            (check_result_span(fact.result, self._glyphs),) if isinstance(fact, f.Checked) else ()
        )

    def _other(self, seat: int) -> Span:
        """Write a seat: `itself` for the seat in focus, `you` for the viewer."""
        if seat == self._seat:
            return Span("itself", "quiet")
        return Span("you", "strong") if seat == self._session.eyes else seat_span(self._names, seat)

    # -- statements

    def _talk(self, talk: SeatTalk, width: int) -> list[Line]:
        """List the seat's claims, the opinions about it, and its opinions about others."""
        claims: list[Line] = []
        for claim in talk.claims:
            claims += _wrap_with_end(
                (Span(f"day {claim.day}  ", "dim"), *self._claim(claim.act)),
                self._claimed_end(claim.act),
                width,
            )
        heard: list[Line] = []
        said: list[Line] = []
        for word, days in talk.statements.items():
            when = (Span(f" day {', '.join(map(str, days))}", "dim"),)
            if word.speaker == self._seat:
                said += _wrap_with_end(
                    (*self._stance(word.stance), Span(" "), self._other(word.target)), when, width
                )
            else:
                heard += _wrap_with_end(
                    (self._other(word.speaker), Span(" "), *self._stance(word.stance)), when, width
                )
        return [
            *_part("claims", claims),
            *_part("said of it", heard),
            *_part("says of others", said),
        ]

    def _stance(self, says: str) -> Line:
        """Describe an opinion about a seat: a stance, or a reported check result."""
        if says in _STANCES:
            return (Span(says, _STANCES[says]),)
        return (Span("checked ", "quiet"), check_result_span(says, self._glyphs))

    def _claim(self, act: Act) -> Line:
        """Describe a claim of the seat about itself."""
        match act:
            case ClaimsRole(role=role):
                return (Span("is ", "quiet"), role_span(self._glyphs, role))
            case Retracts(role=role):
                return (
                    Span("takes back ", "quiet"),
                    role_span(self._glyphs, role) if role else Span("all", "quiet"),
                )
            case ReportsCheck(seat=seat):
                return (Span("checked ", "quiet"), self._other(seat))
            case TellsProtected(seat=seat):
                return (Span("protected ", "quiet"), self._other(seat))
            case TellsSaved(seat=seat):
                return (Span("saved ", "quiet"), self._other(seat))
            case TellsPoisoned(seat=seat):
                return (Span("poisoned ", "quiet"), self._other(seat))
            case _:
                return ()

    def _claimed_end(self, act: Act) -> Line:
        """Write the claimed result of a check and the night of a reported action."""
        found = (
            (check_result_span(act.result, self._glyphs),) if isinstance(act, ReportsCheck) else ()
        )
        number = act.night if isinstance(act, ReportedDeed) else 0
        night = (Span(f"{' ' if found else ''}night {number}", "dim"),) if number > 0 else ()
        return (*found, *night)

    def _votes(self, width: int) -> list[Line]:
        """Write a line per voting round: the seat's vote and the votes for it."""
        rounds = [
            each
            for each in self._session.value_at_cursor(rounds_fold(self._seat)).rounds
            if each.involves_seat
        ]
        when = [f"day {each.day}{_BALLOTS[each.ballot]}" for each in rounds]
        own = [self._ballot(each.own) for each in rounds]
        column, wide = max(map(len, when), default=0) + 2, max(map(width_of, own), default=0) + 2
        lines: list[Line] = []
        for each, head, to in zip(rounds, when, own, strict=True):
            by = " ".join(map(str, each.voters))
            back = (
                (Span(" " * (wide - width_of(to))), Span(f"{self._glyphs.left} {by}", "quiet"))
                if by
                else ()
            )
            lines += wrap((Span(f"{head:<{column}}", "dim"), *to, *back), width, _INDENT, _DEEPER)
        return _part(
            "votes", lines, f"   {self._glyphs.arrow} its own  {self._glyphs.left} against it"
        )

    def _ballot(self, target: int | None) -> Line:
        """Write the seat's own vote; empty if it did not vote."""
        if target is None:
            return ()
        return (
            Span(f"{self._glyphs.arrow} ", "dim"),
            self._other(target) if target else Span("nobody", "quiet"),
        )

    # -- visible to the moderator only

    def _suspicions(self, width: int) -> list[Line]:
        """Show the last stated suspicions between this seat and each other, both ways."""
        state = self._session.state
        own = {belief.seat: suspicion(belief) for belief in state.beliefs_of(self._seat)}
        of_it = {
            holder: suspicion(belief)
            for holder, beliefs in state.beliefs
            for belief in beliefs
            if belief.seat == self._seat
        }
        others = [
            seat
            for seat in range(1, state.size + 1)
            if seat != self._seat and (seat in own or seat in of_it)
        ]
        if not others:
            return []
        wide = max(width_of((seat_span(self._names, seat),)) for seat in others)
        name = min(wide, max(width - 16, 1))
        lines: list[Line] = [(Span(f"  {'':<{name}}", "dim"), Span("  its  of it", "dim"))]
        for seat in others:
            label = seat_span(self._names, seat, strike=not state.alive(seat))
            label = Span(f"{label.text[:name]}", label.style)
            gap = " " * (name - width_of((label,)))
            lines.append(
                (
                    Span("  "),
                    label,
                    Span(gap),
                    *self._chance(own.get(seat), 5),
                    *self._chance(of_it.get(seat), 7),
                )
            )
        return _part("suspicions", lines, "   % wolf")

    def _chance(self, chance: float | None, wide: int) -> Line:
        words = self._glyphs.dot if chance is None else str(min(round(chance * 100), 99))
        return (Span(f"{words:>{wide}}", suspicion_style(chance)),)

    def _thought(self, width: int) -> list[Line]:
        thought = " ".join(self._session.value_at_cursor(last_thought_fold(self._seat)).split())
        return _part(
            "last thought",
            wrap((Span(thought, "thought"),), width, _INDENT, _INDENT) if thought else [],
        )


def names_seat(line: str, seat: int, names: Sequence[str]) -> bool:
    """Tell whether a line of notes mentions a seat, by name or number, as the reader hears it."""
    marked = mark_mentions(line, tuple(names), len(names))
    return bool(re.search(rf"@{seat}(?!\d)", marked))


_STANCES = {"accuses": "danger", "suspects": "warn", "trusts": "good", "defends": "good"}


def _wrap_with_end(line: Line, end: Line, width: int) -> list[Line]:
    """Wrap a line and put `end`, never broken, on its last row or on a row of its own."""
    rows = wrap(line, width, _INDENT, _DEEPER)
    if not end:
        return rows
    if width_of(rows[-1]) + 1 + width_of(end) <= width:
        return [*rows[:-1], (*rows[-1], Span(" "), *end)]
    return [*rows, (*_DEEPER, *end)]


def _part(name: str, lines: Sequence[Line], note: str = "") -> list[Line]:
    """Make a section of the panel below its title; empty if it has no lines."""
    head = (*part_title(name), *((Span(note, "dim"),) if note else ()))
    return [_EMPTY, head, *lines] if lines else []
