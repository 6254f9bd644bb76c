"""The moderator's side panel: belief table, night deeds and last thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wolfcore.game import Belief, Board, State
from wolfcore.game import facts as f
from wolftui.games.session.shown_game import ShownGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, Line, Span
from wolftui.words.wrapping import wrap

from .labels import part_title, seat_span
from .own_seat import check_result_span, roles_in_play
from .seat_history import DEED_WORDS, DeedWords, doer

_EMPTY: Line = ()


_BELOW: Line = (Span(" " * 11),)
"""The indent of continuation lines, which is as wide as the role before them."""


_LABEL, _CELL = 9, 3


_SURE, _LIKELY, _UNLIKELY = 0.6, 0.45, 0.25


def moderator_lines(shown: ShownGame, glyphs: Glyphs, width: int) -> list[Line]:
    """Draw the panel beside the transcript for the moderator's or the public view."""
    session = shown.session
    if session.eyes != MODERATOR_EYES:
        words = (Span("You see what everybody at the table knows, and nothing else.", "quiet"),)
        lines = [
            part_title("public eyes"),
            _EMPTY,
            *wrap(words, width, (Span("  "),), (Span("  "),)),
        ]
        return [*lines, *roles_in_play(session.board, glyphs, width)]
    facts, state, names = session.facts, session.state, session.names
    deeds = _deeds(facts, state, session.board, names, glyphs, width)
    lines = [*beliefs_table(state, names, glyphs, width), *deeds, *_thoughts(facts, names, width)]
    return [
        *(lines[1:] if lines and not lines[0] else lines),
        *roles_in_play(session.board, glyphs, width),
    ]


# -- deeds


def _deeds(
    facts: Sequence[f.Fact],
    state: State,
    board: Board,
    names: tuple[str, ...],
    glyphs: Glyphs,
    width: int,
) -> list[Line]:
    since = next((n for n in range(len(facts) - 1, -1, -1) if _begins_night(facts[n])), None)
    if since is None:
        return []
    lines: list[Line] = []
    for fact in facts[since:]:
        words = DEED_WORDS.get(type(fact))
        if words and words.does:
            lines += _deed(fact, words, state, board, names, glyphs, width)
    heading = "this night" if state.phase == "night" else "the night before"
    return [_EMPTY, part_title(heading), *(lines or [(Span("  nothing yet", "dim"),)])]


def _begins_night(fact: f.Fact) -> bool:
    return isinstance(fact, f.Began) and fact.phase == "night"


def _deed(
    fact: Any,
    words: DeedWords,
    state: State,
    board: Board,
    names: tuple[str, ...],
    glyphs: Glyphs,
    width: int,
) -> list[Line]:
    """Write one night action: actor by number, action, target and result.

    The number alone leaves room for the result.
    """
    who = doer(fact)
    role = board.role_using(words.power, state.roles[who])
    word = "pack" if words.power == "kill" else role.lower()
    whom = seat_span(names, fact.target) if fact.target else Span("nobody", "quiet")
    actor = (Span(f"{who} ", f"seat-{who}"),) if who else ()
    found = (
        (Span("  "), check_result_span(fact.result, glyphs))
        if isinstance(fact, f.Checked) and fact.target
        else ()
    )
    sign = (Span(f"  {glyphs.roles[role]} {word:<6} ", f"role-{role}"),)
    return wrap((*actor, Span(f"{words.does} ", "quiet"), whom, *found), width, sign, _BELOW)


# -- thoughts


def _thoughts(facts: Sequence[f.Fact], names: tuple[str, ...], width: int) -> list[Line]:
    """List the last thought of each seat that had one, in seat order."""
    last = {fact.seat: fact for fact in facts if isinstance(fact, f.Thought)}
    if not last:
        return []
    lines: list[Line] = [_EMPTY, part_title("last thoughts")]
    for _, thought in sorted(last.items()):
        head = (Span("  "), seat_span(names, thought.seat), Span("  "))
        lines += wrap(
            (Span(" ".join(thought.text.split()), "quiet"),), width, head, (Span("    "),)
        )
    return lines


# -- beliefs


def beliefs_table(state: State, names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    """Draw the belief table: each seat's stated chance, in percent, that another is a wolf.

    Where not all columns fit, the dead have no column, then a row is named by its number alone.
    """
    if not state.beliefs:
        return []
    seats, label = tuple(range(1, state.size + 1)), _LABEL
    if label + len(seats) * _CELL > width:
        seats = state.living
    if label + len(seats) * _CELL > width:
        label = 3
    cell = max(min((width - label) // len(seats), _CELL + 1), _CELL)
    head = (
        Span(" " * label),
        *(
            Span(f"{seat:>{cell}}", f"seat-{seat}" if state.alive(seat) else "dim")
            for seat in seats
        ),
    )
    lines: list[Line] = [(Span("WHO SUSPECTS WHOM", "dim"), Span("   % wolf", "dim")), _EMPTY, head]
    for holder, beliefs in sorted(state.beliefs):
        if not state.alive(holder) and len(seats) < state.size:
            continue
        about = {belief.seat: suspicion(belief) for belief in beliefs}
        name = f"{holder} {names[holder - 1]}"[: label - 2] if label > _CELL else str(holder)
        row = [Span(f" {name:<{label - 1}}", f"seat-{holder}" if state.alive(holder) else "dim")]
        for seat in seats:
            value = about.get(seat)
            row.append(
                Span(
                    f"{glyphs.dot if value is None else min(round(value * 100), 99):>{cell}}",
                    suspicion_style(value),
                )
            )
        lines.append(tuple(row))
    return lines


def suspicion(belief: Belief) -> float:
    """Convert a stated belief to the probability, 0 to 1, that its seat is a wolf.

    `p_wolf` is used if stated. Otherwise the confidence out of 10 counts for a wolf, or against one
    for any other role; `Uncertain` gives 0.5.
    """
    if belief.p_wolf is not None:
        return belief.p_wolf
    if belief.role == "Uncertain":
        return 0.5
    sure = belief.confidence / 10
    return sure if belief.is_of_wolf else 1 - sure


def suspicion_style(value: float | None) -> str:
    """Return the style for a suspicion from 0 to 1; None means that none was stated."""
    if value is None:
        return "dim"
    if value >= _SURE:
        return "danger+bold"
    if value >= _LIKELY:
        return "warn"
    return "quiet" if value >= _UNLIKELY else "dim"
