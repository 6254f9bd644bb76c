"""A person's own seat: the role and what it does, what was learned, potions, the pack, and the person's own marks and notes."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import ROLES, Board, RoleName, State
from core.game import facts as f
from core.game.rulebook import power_of
from wolftui.session.shown import Notebook, ShownGame
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import width_of, wrap

from .phrasing import role_span, seat_span, title

_EMPTY: Line = ()
_INDENT: Line = (Span("  "),)
_WHISPERS = 4


def own_seat(shown: ShownGame, glyphs: Glyphs, width: int) -> list[Line]:
    """The panel for the eyes of a seat."""
    session = shown.session
    seat, state, facts = session.eyes, session.state, session.facts
    lines: list[Line] = [title("your seat" if seat in session.people else f"seat {seat}"), _EMPTY]
    role = state.roles[seat]
    if role:
        lines += _role(role, session.board, state.alive(seat), glyphs, width)
        lines += _learned(facts, session.names, glyphs, width)
        lines += _potions(role, state, session.names, glyphs)
        lines += _pack(state, seat, facts, session.names, glyphs, width)
    if seat in session.people and session.live:
        lines += _notebook(shown.notebook(seat), session.names, glyphs, width)
    return [*lines, *in_this_game(session.board, glyphs, width)]


def _role(role: RoleName, board: Board, alive: bool, glyphs: Glyphs, width: int) -> list[Line]:
    side = "of the pack" if ROLES[role].team == "wolves" else "of the village"
    lines: list[Line] = [(Span("  "), Span(f"{glyphs.roles[role]} {role}", f"role-{role}+bold"), Span(f"  {side}", "quiet"))]
    lines += wrap((Span(power_of(role, board), "quiet"),), width, _INDENT, _INDENT)
    if not alive:
        lines.append((Span("  "), Span(f"{glyphs.dead} you are out of the game", "danger")))
    return lines


def _learned(facts: Sequence[f.Fact], names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    """What a seer found and whom a guard kept, with their nights."""
    lines: list[Line] = []
    day = 0

    def learn(*words: Span) -> None:
        lines.extend(wrap(words, width, (Span(f"  night {day}  ", "quiet"),), (Span("    "),)))

    for fact in facts:
        match fact:
            case f.Began():
                day = fact.day
            case f.Checked(target=target, result=result) if target:
                learn(seat_span(names, target), Span("  "), finding(result, glyphs))
            case f.Protected(target=target) if target:
                learn(Span("kept ", "quiet"), seat_span(names, target))
            case f.Victim(target=target) if target:
                learn(Span("attacked ", "quiet"), seat_span(names, target))
            case _:
                pass
    return [_EMPTY, title("what you learned"), *lines] if lines else []


def finding(result: str, glyphs: Glyphs) -> Span:
    """What a check found."""
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
    lines: list[Line] = [_EMPTY, title("potions")]
    for word, used in (("antidote", state.saved), ("poison", state.poisoned)):
        if used:
            night, deed = used[-1]
            lines.append((Span(f"  {word}  ", "dim"), Span(f"night {night} ", "dim"), seat_span(names, deed.target)))
        else:
            lines.append((Span(f"  {word}  ", "quiet"), Span(f"{glyphs.roles[role]} in hand", f"role-{role}")))
    return lines


def _pack(state: State, seat: int, facts: Sequence[f.Fact], names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    role = state.roles[seat]
    if role is None or ROLES[role].team != "wolves":
        return []
    known = ((number, other) for number, other in enumerate(state.roles) if other and number != seat)
    mates = [number for number, other in known if ROLES[other].team == "wolves"]
    lines: list[Line] = [_EMPTY, title("your pack")]
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
    for whisper in [fact for fact in facts if isinstance(fact, f.Whispered) and fact.text][-_WHISPERS:]:
        head = (Span("  "), Span(f"{whisper.seat} ", f"seat-{whisper.seat}"))
        lines += wrap((Span(" ".join(whisper.text.split()), "quiet"),), width, head, (Span("    "),))
    return lines


def _notebook(notebook: Notebook, names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    lines: list[Line] = [_EMPTY, (Span("YOUR MARKS", "dim"), Span("   F2 writes", "dim"))]
    lines += [
        (Span("  "), seat_span(names, seat), Span("  "), mark_span(mark, glyphs)) for seat, mark in sorted(notebook.marks.items())
    ]
    if not notebook.marks:
        lines.append((Span("  none yet", "dim"),))
    if notebook.notes.strip():
        lines += [_EMPTY, title("notes")]
        for text in notebook.notes.strip().split("\n"):
            lines += wrap((Span(text, "quiet"),), width, _INDENT, _INDENT)
    return lines


def mark_span(mark: str, glyphs: Glyphs) -> Span:
    """A person's own mark, as sign and word."""
    match mark:
        case "wolf":
            return Span(f"{glyphs.roles['Werewolf']} wolf", "wolves")
        case "+":
            return Span("+ trust", "good")
        case _:
            return Span("? unsure", "warn")


def in_this_game(board: Board, glyphs: Glyphs, width: int) -> list[Line]:
    """Which roles were dealt, and how often, side by side where there is room."""
    dealt = [(Span(f"{board.roles.count(role)} ", "quiet"), role_span(glyphs, role)) for role in dict.fromkeys(board.roles)]
    column = max(width_of(pair) for pair in dealt) + 3
    side_by_side = max((width - 2) // column, 1)
    lines: list[Line] = [_EMPTY, title("in this game")]
    for start in range(0, len(dealt), side_by_side):
        row: list[Span] = [Span("  ")]
        for pair in dealt[start : start + side_by_side]:
            row += [*pair, Span(" " * (column - width_of(pair)))]
        lines.append(tuple(row))
    return lines
