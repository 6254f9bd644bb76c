"""The steps below the tab You: play on from an earlier point, another game, watch it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wolfcore.game import ROLES
from wolfcore.game.asks import AskKind, kind_of
from wolftui.views.labels import KeyOf
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_span, wrap

from .game_numbers import GameNumbers

_SPOKEN: Mapping[AskKind, str] = {
    "speak": "word",
    "defend": "defence",
    "plead": "plea",
    "campaign": "speech",
}
"""The asks for a speech that can still change a vote, and what they ask for."""


_DECIDED: Mapping[AskKind, str] = {"vote": "vote", "lean": "vote", "order": "choice"}
"""The other asks of a day from which a person may want to play on."""


class RetryPoint(NamedTuple):
    """The point from which a person can play on.

    Attributes:
        ask: The id of the ask that is asked again.
        day: The number of the night or day.
        night: Whether it is at night.
        before: What comes there, such as `your last word`.
    """

    ask: str
    day: int
    night: bool
    before: str


def retry_point(asks: Iterable[str], seat: int) -> RetryPoint | None:
    """Find the last word of a seat that could still change a vote, else its last vote or deed.

    Args:
        asks: The ids of the answered asks of a game, in order.
        seat: The seat.

    Returns:
        The point; None if the seat was asked nothing of the kind.
    """
    spoken = decided = None
    for ask in asks:
        when, _, asked, *_ = ask.split(".")
        if int(asked) != seat:
            continue
        night, day, kind = when[0] == "n", int(when[1:]), kind_of(ask)
        if kind in _SPOKEN:
            spoken = RetryPoint(ask, day, night, f"your last {_SPOKEN[kind]}")
        elif kind in _DECIDED or (night and kind != "suspect"):
            decided = RetryPoint(ask, day, night, f"your last {_DECIDED.get(kind, 'deed')}")
    return spoken or decided


def offers_retry(book: GameNumbers) -> bool:
    """Tell whether to play on is worth a step: a person lost, or decided what cost something."""
    for seat in book.own_seats:
        fate, told = book.outcome.fates[seat - 1], book.coached.get(seat)
        won = fate.role is not None and ROLES[fate.role].team == book.outcome.winner
        if not won or (told and told.coaching.notes):
            return True
    return False


class Step(NamedTuple):
    """Something that can be done after a game: the id of its action, and the words for it."""

    action: str
    text: str


def next_steps(
    retry: RetryPoint | None,
    *,
    words: bool,
    again: bool,
    same_deal: bool = False,
    share: bool = False,
) -> list[Step]:
    """List the steps that are possible after a game.

    Args:
        retry: Where the person can play on; None if that is not possible.
        words: Whether it can be told what the person's words did.
        again: Whether another game can follow.
        same_deal: Whether another game of this deal is saved.
        share: Whether the deal has a code to send.
    """
    steps: list[Step] = []
    if retry:
        when = f"{'night' if retry.night else 'day'} {retry.day}"
        steps.append(
            Step(
                "retry", f"Play on from {when}, before {retry.before}. The others are as they were."
            )
        )
    if words:
        steps.append(Step("words", "What each of your lines did"))
        steps.append(Step("decisions", "What each of your decisions cost"))
    if same_deal:
        steps.append(Step("compare", "The other game of this deal, beside this one"))
    if again:
        steps.append(Step("again", "Another game"))
    if share:
        steps.append(Step("share", "Send this deal to a friend"))
    steps.append(Step("review", "Watch it again"))
    return steps


def next_step_lines(steps: Sequence[Step], at: int, width: int, key_of: KeyOf) -> list[Line]:
    """Write steps, each with its key; the one with the index `at` is marked.

    Args:
        steps: The steps.
        at: The chosen one.
        width: The most cells of a line.
        key_of: Returns the key of an action.
    """
    lines: list[Line] = []
    for number, (action, text) in enumerate(steps):
        key, marked = key_of(action), number == at
        first = Span("> " if marked else "  ", "accent"), key_span(key, f"{key:<3}", "accent")
        words = key_span(key, text, "strong" if marked else "text")
        lines += wrap((words,), width, first, (Span("     "),))
    return lines
