"""Model calls as lines: a row each for the list, and all that is known of one."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.players import TraceRecord
from wolftui.session.inspecting import (  # fmt: skip
    AGAIN,
    NO_ANSWER,
    UNDER_WAY,
    Inspected,
    Side,
    ask_words,
    bounded_lines,
    count,
    model_words,
    money,
    seat_words,
    step_words,
)
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import fit, width_of, wrap

from .phrasing import title

_WIDE, _WIDE_WITH_STEPS = 100, 115
_LIMIT = 20_000
"""Characters of one message or reply that are shown."""
_MESSAGES = 40
_ANSWER = "act"
"""The step whose calls have no name."""
_STYLES = {
    "given": "good", "repaired": "warn", AGAIN: "warn", "replaced": "danger", "too late": "danger", NO_ANSWER: "danger",
    UNDER_WAY: "quiet",
}  # fmt: skip
_EMPTY: Line = ()
_SIDES: tuple[Side, ...] = ("first", "inner", "last")


def _columns(width: int, *, steps: bool) -> tuple[tuple[str, int], ...]:
    """Title and width of each column; a negative width is flush right."""
    if steps and width < _WIDE_WITH_STEPS:
        return (("ask", 18), ("step", 19), ("seat", 9), ("answer", 12), ("s", -5), ("in", -7), ("out", -6))
    if steps:
        return (
            ("ask", 18), ("step", 22), ("seat", 12), ("model", 12), ("answer", 13), ("s", -6), ("in", -8), ("cached", -8),
            ("out", -7), ("cost", -9),
        )  # fmt: skip
    if width < _WIDE:
        return (("ask", 17), ("seat", 10), ("model", 10), ("answer", 12), ("s", -5), ("in", -7), ("out", -6), ("cost", -9))
    return (
        ("ask", 22), ("seat", 14), ("model", 18), ("answer", 13), ("seconds", -8), ("in", -9), ("cached", -9), ("out", -8),
        ("cost", -11),
    )  # fmt: skip


def has_steps(calls: Sequence[Inspected]) -> bool:
    """Whether any call is of a step before the answer, so that the list tells the steps."""
    return any(one.call.step for one in calls)


def head(width: int, glyphs: Glyphs, *, steps: bool = False) -> Line:
    """The titles of the columns."""
    columns = _columns(width, steps=steps)
    return _row({name: Span(name, "dim") for name, _ in columns}, columns, glyphs)


def row(one: Inspected, names: tuple[str, ...], width: int, glyphs: Glyphs, *, steps: bool = False) -> Line:
    """A call as a row; where it goes on with an ask that another one began, the ask is dim."""
    call = one.call
    cells = {
        "ask": Span(ask_words(one.ask), "text" if one.begins else "dim"), "step": Span(_step_words(one, glyphs), "quiet"),
        "seat": Span(seat_words(one.seat, names), f"seat-{one.seat}"),
        "model": Span(model_words(call), "quiet"), "answer": Span(one.state, _STYLES[one.state]),
        "s": Span(f"{call.seconds:.1f}", "quiet"), "seconds": Span(f"{call.seconds:.1f}", "quiet"),
        "in": Span(count(call.tokens_in), "quiet"), "cached": Span(count(call.tokens_cached), "quiet"),
        "out": Span(count(call.tokens_out), "quiet"), "cost": Span(money(call.cost), "quiet"),
    }  # fmt: skip
    return _row(cells, _columns(width, steps=steps), glyphs)


def _step_words(one: Inspected, glyphs: Glyphs) -> str:
    """The step of a call and what it is about; a bracket holds together what went out side by side."""
    sign = glyphs.beside[_SIDES.index(one.side)] if one.side else " "
    return f"{sign} {step_words(one.call)}"


def _row(cells: dict[str, Span], columns: Sequence[tuple[str, int]], glyphs: Glyphs) -> Line:
    line: list[Span] = []
    for name, size in columns:
        shown = fit((cells[name],), abs(size) - 1, glyphs.more)
        gap = Span(" " * (abs(size) - width_of(shown)))
        line += [gap, *shown] if size < 0 else [*shown, gap]
    return tuple(line)


def totals(calls: Sequence[Inspected], glyphs: Glyphs) -> Line:
    """What all calls took together in tokens and money, as far as their endpoints say."""
    sent = sum(one.call.tokens_in or 0 for one in calls)
    received = sum(one.call.tokens_out or 0 for one in calls)
    priced = [one.call.cost for one in calls if one.call.cost is not None]
    parts = [f"{count(len(calls))} {'call' if len(calls) == 1 else 'calls'}", f"{count(sent)} in", f"{count(received)} out"]
    return (Span(f" {glyphs.dot} ".join([*parts, *([f"cost {money(sum(priced))}"] if priced else [])]), "quiet"),)


def detail(one: Inspected, names: tuple[str, ...], glyphs: Glyphs, width: int) -> list[Line]:
    """All that is known of a call: what it took, what came of it, the raw reply, the agent's steps, and what was sent."""
    call = one.call
    lines: list[Line] = [
        (
            Span(f"{ask_words(one.ask)}  ", "strong"), Span(seat_words(one.seat, names), f"seat-{one.seat}"),
            Span(f"  {model_words(call)}", "quiet"), Span(f"  {step_words(call)}  " if call.step else "  "),
            Span(f"call {one.number} of {one.of}  ", "dim"), Span(one.state, _STYLES[one.state]),
        ),
        *wrap((Span(_took(one, glyphs), "dim"),), width),
    ]  # fmt: skip
    if call.problem:
        lines += _part("problem", call.problem, width, "warn")
    lines += _part("understood as", call.parsed or "nothing", width)
    lines += _part("raw reply", call.reply or "(empty)", width)
    if call.thinking:
        lines += _part("thinking", call.thinking, width, "quiet")
    if one.steps:
        lines += [_EMPTY, title("steps of this answer")]
    for step in one.steps:
        lines += _trace(step, width, "text" if step.step == (call.step or _ANSWER) else "quiet")
    for role, text in call.messages[:_MESSAGES]:
        lines += _part(f"sent as {role}", text, width, "quiet")
    left = len(call.messages) - _MESSAGES
    return [*lines, _EMPTY, (Span(f"{left} more messages are in the file of calls", "dim"),)] if left > 0 else lines


def _trace(step: TraceRecord, width: int, style: str) -> list[Line]:
    """What a step did, and how where a model was asked for it."""
    words = bounded_lines(f"{step.step}: {step.text}", _LIMIT)
    if step.how:
        words[-1] += f" ({step.how})"
    return [line for each in words for line in wrap((Span(each, style),), width)]


def _took(one: Inspected, glyphs: Glyphs) -> str:
    call = one.call
    tries = "no retry" if not call.retries else f"{call.retries} {'retry' if call.retries == 1 else 'retries'}"
    tokens = f"tokens {count(call.tokens_in)} in, {count(call.tokens_cached)} cached, {count(call.tokens_out)} out"
    if call.tokens_thought:
        tokens += f" ({count(call.tokens_thought)} of them thinking)"
    parts = [f"{call.seconds:.1f} s", tries, tokens, f"cost {money(call.cost)}"]
    if one.together > 1:
        parts.append(f"side by side with {one.together - 1} more")
    return f" {glyphs.dot} ".join(parts)


def _part(name: str, text: str, width: int, style: str = "text") -> list[Line]:
    lines: list[Line] = [_EMPTY, title(" ".join(bounded_lines(name, 60)))]
    for words in bounded_lines(text, _LIMIT):
        lines += wrap((Span(words, style),), width)
    return lines


def nothing(*, whole: bool) -> str:
    """What is said where there is no call to look into.

    Args:
        whole: Whether the whole of a game that is over was looked at, not a part of it.
    """
    return (
        "No model was called in this game. House bots, scripts and people need none."
        if whole
        else "No model was called up to here."
    )
