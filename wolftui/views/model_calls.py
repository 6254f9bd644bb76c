"""Model calls as lines: one row each for the list, totals, and all details of one call."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.players import TraceRecord
from wolftui.games.session.model_calls import (
    AGAIN,
    NO_ANSWER,
    UNDER_WAY,
    InspectedCall,
    Side,
    ask_text,
    bounded_lines,
    cost_text,
    model_text,
    seat_text,
    step_text,
    token_text,
)
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap

from .labels import part_title
from .sent_request import request_texts

_WIDE, _WIDE_WITH_STEPS = 100, 115


_LIMIT = 20_000
"""The most characters shown of one message or reply."""


_MESSAGES = 40


_ANSWER = "act"
"""The trace name of the answer step, whose calls have an empty step name."""


_STYLES = {
    "given": "good", "repaired": "warn", AGAIN: "warn", "replaced": "danger", "too late": "danger",
    NO_ANSWER: "danger", UNDER_WAY: "quiet",
}  # fmt: skip


_EMPTY: Line = ()


_SIDES: tuple[Side, ...] = ("first", "inner", "last")


def _columns(width: int, *, steps: bool) -> tuple[tuple[str, int], ...]:
    """Return title and width of each column; a negative width means right-aligned."""
    if steps and width < _WIDE_WITH_STEPS:
        return (
            ("ask", 18),
            ("step", 19),
            ("seat", 9),
            ("answer", 12),
            ("s", -5),
            ("in", -7),
            ("out", -6),
        )
    if steps:
        return (
            ("ask", 18),
            ("step", 22),
            ("seat", 12),
            ("model", 12),
            ("answer", 13),
            ("s", -6),
            ("in", -8),
            ("cached", -8),
            ("out", -7),
            ("cost", -9),
        )
    if width < _WIDE:
        return (
            ("ask", 17),
            ("seat", 10),
            ("model", 10),
            ("answer", 12),
            ("s", -5),
            ("in", -7),
            ("out", -6),
            ("cost", -9),
        )
    return (
        ("ask", 22),
        ("seat", 14),
        ("model", 18),
        ("answer", 13),
        ("seconds", -8),
        ("in", -9),
        ("cached", -9),
        ("out", -8),
        ("cost", -11),
    )


def has_steps(calls: Sequence[InspectedCall]) -> bool:
    """Tell whether any call is of a step before the answer, so that the list needs that column."""
    return any(one.call.step for one in calls)


def column_titles(width: int, glyphs: Glyphs, *, steps: bool = False) -> Line:
    """Draw the column titles of the call list."""
    columns = _columns(width, steps=steps)
    return _row({name: Span(name, "dim") for name, _ in columns}, columns, glyphs)


def call_row(
    one: InspectedCall, names: tuple[str, ...], width: int, glyphs: Glyphs, *, steps: bool = False
) -> Line:
    """Draw a call as a row of the list; the ask is dim if it is not the first call of that ask."""
    call = one.call
    cells = {
        "ask": Span(ask_text(one.ask), "text" if one.first_of_ask else "dim"),
        "step": Span(_step_words(one, glyphs), "quiet"),
        "seat": Span(seat_text(one.seat, names), f"seat-{one.seat}"),
        "model": Span(model_text(call), "quiet"),
        "answer": Span(one.outcome, _STYLES[one.outcome]),
        "s": Span(f"{call.seconds:.1f}", "quiet"),
        "seconds": Span(f"{call.seconds:.1f}", "quiet"),
        "in": Span(token_text(call.tokens_in), "quiet"),
        "cached": Span(token_text(call.tokens_cached), "quiet"),
        "out": Span(token_text(call.tokens_out), "quiet"),
        "cost": Span(cost_text(call.cost), "quiet"),
    }
    return _row(cells, _columns(width, steps=steps), glyphs)


def _step_words(one: InspectedCall, glyphs: Glyphs) -> str:
    """Name the step of a model call; a bracket sign joins calls that were sent in parallel."""
    sign = glyphs.beside[_SIDES.index(one.group_side)] if one.group_side else " "
    return f"{sign} {step_text(one.call)}"


def _row(cells: dict[str, Span], columns: Sequence[tuple[str, int]], glyphs: Glyphs) -> Line:
    line: list[Span] = []
    for name, size in columns:
        shown = truncate((cells[name],), abs(size) - 1, glyphs.more)
        gap = Span(" " * (abs(size) - width_of(shown)))
        line += [gap, *shown] if size < 0 else [*shown, gap]
    return tuple(line)


def calls_total(calls: Sequence[InspectedCall], glyphs: Glyphs) -> Line:
    """Sum the calls, tokens and cost, as far as the endpoints report them."""
    sent = sum(one.call.tokens_in or 0 for one in calls)
    received = sum(one.call.tokens_out or 0 for one in calls)
    priced = [one.call.cost for one in calls if one.call.cost is not None]
    parts = [
        f"{token_text(len(calls))} {'call' if len(calls) == 1 else 'calls'}",
        f"{token_text(sent)} in",
        f"{token_text(received)} out",
    ]
    return (
        Span(
            f" {glyphs.dot} ".join(
                [*parts, *([f"cost {cost_text(sum(priced))}"] if priced else [])]
            ),
            "quiet",
        ),
    )


def call_details(
    one: InspectedCall, names: tuple[str, ...], glyphs: Glyphs, width: int
) -> list[Line]:
    """Show one model call in full: usage, outcome, raw reply, agent steps, requests and messages.

    At most `_MESSAGES` sent messages are shown; a last line counts the others.
    """
    call = one.call
    lines: list[Line] = [
        (
            Span(f"{ask_text(one.ask)}  ", "strong"),
            Span(seat_text(one.seat, names), f"seat-{one.seat}"),
            Span(f"  {model_text(call)}", "quiet"),
            Span(f"  {step_text(call)}  " if call.step else "  "),
            Span(f"call {one.attempt} of {one.attempts}  ", "dim"),
            Span(one.outcome, _STYLES[one.outcome]),
        ),
        *wrap((Span(_took(one, glyphs), "dim"),), width),
    ]
    if call.problem:
        lines += _part("problem", call.problem, width, "warn")
    lines += _part("understood as", call.parsed or "nothing", width)
    lines += _part("raw reply", call.reply or "(empty)", width)
    if call.thinking:
        lines += _part("thinking", call.thinking, width, "quiet")
    if one.steps:
        lines += [_EMPTY, part_title("steps of this answer")]
    for step in one.steps:
        lines += _trace(step, width, "text" if step.step == (call.step or _ANSWER) else "quiet")
    for title, text in request_texts(call):
        lines += _part(title, text, width, "quiet")
    for role, text in call.messages[:_MESSAGES]:
        lines += _part(f"sent as {role}", text, width, "quiet")
    left = len(call.messages) - _MESSAGES
    return (
        [*lines, _EMPTY, (Span(f"{left} more messages are in the file of calls", "dim"),)]
        if left > 0
        else lines
    )


def _trace(step: TraceRecord, width: int, style: str) -> list[Line]:
    """Show what a step did, and how if it called a model."""
    words = bounded_lines(f"{step.step}: {step.text}", _LIMIT)
    if step.how:
        words[-1] += f" ({step.how})"
    return [line for each in words for line in wrap((Span(each, style),), width)]


def _took(one: InspectedCall, glyphs: Glyphs) -> str:
    call = one.call
    tries = (
        "no retry"
        if not call.retries
        else f"{call.retries} {'retry' if call.retries == 1 else 'retries'}"
    )
    tokens = (
        f"tokens {token_text(call.tokens_in)} in, {token_text(call.tokens_cached)} cached, "
        f"{token_text(call.tokens_out)} out"
    )
    if call.tokens_thought:
        tokens += f" ({token_text(call.tokens_thought)} of them thinking)"
    parts = [f"{call.seconds:.1f} s", tries, tokens, f"cost {cost_text(call.cost)}"]
    if one.parallel_tasks > 1:
        parts.append(f"side by side with {one.parallel_tasks - 1} more")
    return f" {glyphs.dot} ".join(parts)


def _part(name: str, text: str, width: int, style: str = "text") -> list[Line]:
    lines: list[Line] = [_EMPTY, part_title(" ".join(bounded_lines(name, 60)))]
    for words in bounded_lines(text, _LIMIT):
        lines += wrap((Span(words, style),), width)
    return lines


def no_calls_text(*, whole: bool) -> str:
    """Say that no model was called.

    Args:
        whole: Whether the whole finished game was searched, not just the part up to the cursor.
    """
    return (
        "No model was called in this game. House bots, scripts and people need none."
        if whole
        else "No model was called up to here."
    )
