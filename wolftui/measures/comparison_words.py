"""A comparison of two players of an arena as rows and sentences, for `compare` and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wolfcore.arena.rating import Comparison, Gain, StoppedGain

LEVEL = 0.05
"""The p-value up to which a difference counts as shown."""


class GainRow(NamedTuple):
    """A gain with the games that it is of: all, those of a board, or those of a side."""

    where: str
    gain: Gain


def gain_rows(found: Comparison) -> list[GainRow]:
    """Return the gain over all games, then by board and by side."""
    among = "against each other" if found.head_to_head else "with the same other players"
    return [
        GainRow(f"all, {among}", found.gain),
        *[GainRow(f"on {board}, {among}", gain) for board, gain in found.boards.items()],
        *[
            GainRow(f"as {side}, with the same other players", gain)
            for side, gain in found.sides.items()
        ],
    ]


def comparison_sentences(found: Comparison, among: int = 1) -> list[str]:
    """Say whether the gain differs by board and side, and what a stopped test leaves unsaid.

    Args:
        found: The comparison.
        among: The number of comparisons that it is one of. Of several only differences that are
            shown are told, with the level divided by the number (Bonferroni).
    """
    return [
        *_differences("boards", found.boards_differ, found.boards, among),
        *_differences("sides", found.sides_differ, found.sides, among),
        *([stopped_sentence(found.stopped)] if found.stopped else []),
    ]


def _differences(what: str, p: float | None, gains: dict[str, Gain], among: int) -> Iterator[str]:
    if p is None:
        return
    each = ", ".join(
        f"{points_text(gain.gain)} {'on' if what == 'boards' else 'as'} {name}"
        for name, gain in gains.items()
        if gain.gain is not None
    )
    test = f"simultaneous intervals, Bonferroni: p {p_text(p)}"
    if p <= LEVEL / among:
        every = "both" if len(gains) == 2 else "all"
        yield (
            f"The gain is not the same on {every} {what} ({each}; {test}), so that one number for "
            "all of them says little."
        )
    elif among == 1:
        yield f"The gain is not shown to differ between {what} ({each}; {test})."


def stopped_sentence(stopped: StoppedGain) -> str:
    """Say that the mean of a stopped test lies too far out, with an estimate that does not."""
    between = (
        ""
        if stopped.low is None or stopped.high is None
        else f", and between {points_text(stopped.low)} and {points_text(stopped.high)} with 95 % "
        "whenever a test stops (by betting)"
    )
    return (
        f"The test stopped on a mean of {points_text(stopped.mean)}, which lies too far out "
        f"because the test stopped on it. Without this bias (bootstrap of the test) the gain is "
        f"{points_text(stopped.corrected)}{between}."
    )


def points_text(share: float | None) -> str:
    """Format a difference of shares in points with its sign, such as `+10.3`; a dash for None."""
    return "-" if share is None else f"{100 * share:+.1f}"


def p_text(p: float | None) -> str:
    """Format a p-value, such as `0.034` or `< 0.001`; empty for None."""
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
