"""The panel of a person's own seat: role, findings, pack, potions, marks, notes, recent events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from wolfcore.game import ROLES, Board, RoleName, State
from wolfcore.game import facts as f
from wolfcore.game.rulebook import power_sentence
from wolftui.games.session.shown_game import Notebook, ShownGame
from wolftui.games.session.visible_log import Fold
from wolftui.words.board_summaries import team_goal
from wolftui.words.glyphs import Glyphs
from wolftui.words.questions.day import missed_last_words
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, width_of, wrap

from .labels import course_lines, part_title, role_span, seat_span

_EMPTY: Line = ()


_INDENT: Line = (Span("  "),)


_DEEPER: Line = (Span("    "),)


_WHISPERS = 4


_COURSE = 6
"""The most nights and days listed in the panel."""


def own_seat_lines(shown: ShownGame, glyphs: Glyphs, width: int, marks_key: str) -> list[Line]:
    """Draw the panel of the viewer's own seat; `marks_key` is the displayed key for marks."""
    session = shown.session
    seat, state = session.eyes, session.state
    lines: list[Line] = [
        part_title("your seat" if seat in session.people else f"seat {seat}"),
        _EMPTY,
    ]
    role = state.roles[seat]
    if role:
        lines += _role(role, session.board, state.alive(seat), glyphs, width)
        if not state.alive(seat):
            why = missed_last_words(session.board, session.facts, seat)
            lines += wrap((Span(why, "quiet"),), width, _INDENT, _INDENT) if why else []
        elif seat in state.without_vote:
            lost = Span("You have no vote any more.", "danger")
            lines += wrap((lost,), width, _INDENT, _INDENT)
        lines += _learned(session.value_at_cursor(NIGHT_FINDINGS), session.names, glyphs, width)
        lines += _potions(role, state, session.names, glyphs)
        lines += _pack(state, seat, session.value_at_cursor(WHISPERS), session.names, glyphs, width)
    if seat in session.people and session.live:
        lines += _notebook(shown.notebook(seat), session.names, glyphs, width, marks_key)
    lines += recent_events(
        session.value_at_cursor(COURSE_FACTS),
        session.value_at_cursor(LAST_VOTE),
        session.names,
        glyphs,
        width,
    )
    return [*lines, *roles_in_play(session.board, glyphs, width)]


def _role(role: RoleName, board: Board, alive: bool, glyphs: Glyphs, width: int) -> list[Line]:
    side = "of the pack" if ROLES[role].team == "wolves" else "of the village"
    lines: list[Line] = [
        (
            Span("  "),
            Span(f"{glyphs.roles[role]} {role}", f"role-{role}+bold"),
            Span(f"  {side}", "quiet"),
        )
    ]
    lines += wrap((Span(power_sentence(role, board), "quiet"),), width, _INDENT, _INDENT)
    lines += wrap((Span(team_goal(board, ROLES[role].team), "text"),), width, _INDENT, _INDENT)
    if not alive:
        lines.append((Span("  "), Span(f"{glyphs.dead} you are out of the game", "danger")))
    return lines


class NightFinding(Struct, frozen=True):
    """What a seat learned in one night: a check result, its protected seat, or the victim."""

    night: int
    fact: f.Checked | f.Protected | f.Victim


class NightFindings(Struct, frozen=True):
    """The current day and all night findings so far."""

    day: int = 0
    learned: tuple[NightFinding, ...] = ()


def _learn(
    before: NightFindings, fact: f.Began | f.Checked | f.Protected | f.Victim, fact_count: int
) -> NightFindings:
    del fact_count
    if isinstance(fact, f.Began):
        return before if fact.day == before.day else NightFindings(fact.day, before.learned)
    return (
        NightFindings(before.day, (*before.learned, NightFinding(before.day, fact)))
        if fact.target
        else before
    )


NIGHT_FINDINGS: Fold[NightFindings] = Fold(
    NightFindings(), _learn, (f.Began, f.Checked, f.Protected, f.Victim)
)


WHISPERS: Fold[tuple[f.Whispered, ...]] = Fold(
    (), lambda last, fact, _: (*last, fact)[-_WHISPERS:] if fact.text else last, (f.Whispered,)
)
"""The fold of the pack's last whispers."""


def _learned(
    lessons: NightFindings, names: tuple[str, ...], glyphs: Glyphs, width: int
) -> list[Line]:
    """List a seer's check results and the seats a guard protected, with their nights."""
    lines: list[Line] = []
    for lesson in lessons.learned:
        whom = seat_span(names, lesson.fact.target)
        match lesson.fact:
            case f.Checked(result=result):
                words = (whom, Span("  "), check_result_span(result, glyphs))
            case f.Protected():
                words = (Span("kept ", "quiet"), whom)
            case f.Victim():
                words = (Span("attacked ", "quiet"), whom)
        lines += wrap(words, width, (Span(f"  night {lesson.night}  ", "quiet"),), (Span("    "),))
    return [_EMPTY, part_title("what you learned"), *lines] if lines else []


def check_result_span(result: str, glyphs: Glyphs) -> Span:
    """Write a check result: wolf, no wolf, or a role."""
    match result:
        case "wolves":
            return Span(f"{glyphs.roles['Werewolf']} wolf", "wolves")
        case "village":
            return Span(f"{glyphs.roles['Villager']} no wolf", "village")
        case _:
            return Span(f"{glyphs.roles.get(result, '')} {result}", f"role-{result}+bold")


def _potions(role: RoleName, state: State, names: tuple[str, ...], glyphs: Glyphs) -> list[Line]:
    if ROLES[role].power != "potions":
        return []
    lines: list[Line] = [_EMPTY, part_title("potions")]
    for word, used in (("antidote", state.saved), ("poison", state.poisoned)):
        if used:
            night, deed = used[-1]
            lines.append(
                (
                    Span(f"  {word}  ", "dim"),
                    Span(f"night {night} ", "dim"),
                    seat_span(names, deed.target),
                )
            )
        else:
            lines.append(
                (
                    Span(f"  {word}  ", "quiet"),
                    Span(f"{glyphs.roles[role]} in hand", f"role-{role}"),
                )
            )
    return lines


def _pack(
    state: State,
    seat: int,
    whispers: Sequence[f.Whispered],
    names: tuple[str, ...],
    glyphs: Glyphs,
    width: int,
) -> list[Line]:
    role = state.roles[seat]
    if role is None or ROLES[role].team != "wolves":
        return []
    known = (
        (number, other) for number, other in enumerate(state.roles) if other and number != seat
    )
    mates = [number for number, other in known if ROLES[other].team == "wolves"]
    lines: list[Line] = [_EMPTY, part_title("your pack")]
    for mate in mates:
        alive = state.alive(mate)
        lines.append(
            (
                Span(f"  {glyphs.roles['Werewolf']} ", "werewolf" if alive else "dim"),
                seat_span(names, mate, strike=not alive),
                *(() if alive else (Span(" fallen", "dim"),)),
            )
        )
    if not mates:
        lines.append((Span("  you hunt alone", "quiet"),))
    for whisper in whispers:
        head = (Span("  "), Span(f"{whisper.seat} ", f"seat-{whisper.seat}"))
        lines += wrap(
            (Span(" ".join(whisper.text.split()), "quiet"),), width, head, (Span("    "),)
        )
    return lines


def _notebook(
    notebook: Notebook, names: tuple[str, ...], glyphs: Glyphs, width: int, key: str
) -> list[Line]:
    lines: list[Line] = [
        _EMPTY,
        (Span("YOUR MARKS", "dim"), Span("   "), *key_spans(f"{key} writes", "dim")),
    ]
    lines += [
        (Span("  "), seat_span(names, seat), Span("  "), mark_span(mark, glyphs))
        for seat, mark in sorted(notebook.marks.items())
    ]
    if not notebook.marks:
        lines.append((Span("  none yet", "dim"),))
    if notebook.notes.strip():
        lines += [_EMPTY, part_title("notes")]
        for text in notebook.notes.strip().split("\n"):
            lines += wrap((Span(text, "quiet"),), width, _INDENT, _INDENT)
    return lines


CourseFact: TypeAlias = (
    f.Began | f.QuietNight | f.Died | f.Cause | f.Shot | f.Badge | f.Exiled | f.LostVote | f.Ended
)


def _add_to_course(
    before: tuple[CourseFact, ...], fact: CourseFact, fact_count: int
) -> tuple[CourseFact, ...]:
    del fact_count
    return (*before, fact)


def _ballot(before: tuple[f.Voted, ...], fact: f.Voted, fact_count: int) -> tuple[f.Voted, ...]:
    del fact_count
    another = before and (
        before[0].ballot != fact.ballot or any(each.voter == fact.voter for each in before)
    )
    return (fact,) if another else (*before, fact)


COURSE_FACTS: Fold[tuple[CourseFact, ...]] = Fold(
    (),
    _add_to_course,
    (f.Began, f.QuietNight, f.Died, f.Cause, f.Shot, f.Badge, f.Exiled, f.LostVote, f.Ended),
)
"""The fold of nights, days, deaths, shots, badges, exiles and lost votes that the viewer knows."""


LAST_VOTE: Fold[tuple[f.Voted, ...]] = Fold((), _ballot, (f.Voted,))
"""The fold of the ballots in the last voting round that the viewer saw."""


def recent_events(
    facts: Sequence[CourseFact],
    ballots: Sequence[f.Voted],
    names: tuple[str, ...],
    glyphs: Glyphs,
    width: int,
) -> list[Line]:
    """List the last nights and days, and who voted for whom in the last ballot.

    Returns an empty list before the first night or day.
    """
    lines = [
        row
        for line in course_lines(facts, names, glyphs)[-_COURSE:]
        for row in _wrap_at_events(line, glyphs, width)
    ]
    if not lines:
        return []
    voted = [(Span("  "), Span("the last vote", "quiet"))] if ballots else []
    for target in sorted({ballot.target for ballot in ballots}, key=lambda seat: (not seat, seat)):
        voters = " ".join(str(ballot.voter) for ballot in ballots if ballot.target == target)
        whom = seat_span(names, target) if target else Span("nobody", "quiet")
        voted += wrap(
            (whom, Span(f" {glyphs.left} {voters}", "quiet")),
            width,
            (Span("    "),),
            (Span("      "),),
        )
    return [_EMPTY, part_title("so far"), *lines, *voted]


def _wrap_at_events(line: Line, glyphs: Glyphs, width: int) -> list[Line]:
    """Wrap one line of the course between events, so that no name is split.

    An event is broken inside only if it is wider than a line.
    """
    dot = f" {glyphs.dot} "
    parts: list[list[Span]] = [[]]
    for span in line:
        if span.text == dot:
            parts.append([])
        else:
            parts[-1].append(span)
    rows: list[list[Span]] = [parts[0]]
    for part in parts[1:]:
        indent = _DEEPER if len(rows) > 1 else _INDENT
        if width_of(indent) + width_of(rows[-1]) + width_of(part) + len(dot) <= width:
            rows[-1] += [Span(dot, "dim"), *part]
        else:
            rows.append(part)
    laid = (
        wrap(row, width, _DEEPER if number else _INDENT, _DEEPER) for number, row in enumerate(rows)
    )
    return [line for lines in laid for line in lines]


def mark_span(mark: str, glyphs: Glyphs) -> Span:
    """Write a person's own mark on a seat as sign and word."""
    match mark:
        case "wolf":
            return Span(f"{glyphs.roles['Werewolf']} wolf", "wolves")
        case "+":
            return Span("+ trust", "good")
        case _:
            return Span("? unsure", "warn")


def roles_in_play(board: Board, glyphs: Glyphs, width: int) -> list[Line]:
    """List the roles of the board with their counts, in columns where there is room.

    A last line says so if the board does not reveal the roles of the dead.
    """
    dealt = [
        (Span(f"{board.roles.count(role)} ", "quiet"), role_span(glyphs, role))
        for role in dict.fromkeys(board.roles)
    ]
    column = max(width_of(pair) for pair in dealt) + 3
    side_by_side = max((width - 2) // column, 1)
    lines: list[Line] = [_EMPTY, part_title("in this game")]
    for start in range(0, len(dealt), side_by_side):
        row: list[Span] = [Span("  ")]
        for pair in dealt[start : start + side_by_side]:
            row += [*pair, Span(" " * (column - width_of(pair)))]
        lines.append(tuple(row))
    hidden = (Span("The fallen do not show their roles.", "dim"),)
    return (
        lines if board.switches.role_revealed else [*lines, *wrap(hidden, width, _INDENT, _INDENT)]
    )
