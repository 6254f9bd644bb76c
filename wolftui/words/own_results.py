"""The words for how a finished game went for its person: one line, or a few sentences."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import team_of
from wolfcore.records.own_result import Fate, OwnResult

_FELL: dict[Fate, str] = {
    "alive": "alive", "killed": "died in night {}", "poisoned": "died in night {}",
    "exiled": "sent away on day {}", "shot": "shot on day {}",
}  # fmt: skip


_MOST_NAMED = 3
"""How many seats that were fooled are named."""


def shared_words(own: OwnResult, days: int) -> str:
    """Describe a result without role and side: `won, day 4, alive`; `days` is the last day."""
    # Night or day would say how, and a death in a night is before the day of its number.
    return (
        f"{_won(own)}, day {days}, {'alive' if own.fate == 'alive' else f'out by day {own.fell}'}"
    )


def result_words(own: OwnResult, days: int) -> str:
    """Describe a result for its person, without role: `lost on day 3, died in night 3`."""
    return f"{_won(own)} on day {days}, {_FELL[own.fate].format(own.fell)}"


def own_words(own: OwnResult, days: int, *, is_brief: bool = False) -> str:
    """Describe a result for its person: `Werewolf, lost on day 3, sent away on day 2`.

    `is_brief` leaves out what became of them.
    """
    return f"{own.role}, {f'{_won(own)} on day {days}' if is_brief else result_words(own, days)}"


def fooled_words(own: OwnResult, names: Sequence[str]) -> str:
    """Say whom the person fooled, or who fooled them; empty for nobody."""
    who = _fooled(own, names)
    if not who:
        return ""
    if team_of(own.role) == "wolves":
        return f"{who} voted with you against the village, and never against you."
    wolves = "a wolf" if len(own.fooled) == 1 else "wolves"
    return f"{who}, {wolves}, had you vote against your own."


def fooled_briefly(own: OwnResult, names: Sequence[str]) -> str:
    """Say the same in a few words: `fooled Ada and Bea`, `fooled by Cem`; empty for nobody."""
    who = _fooled(own, names)
    by = "" if team_of(own.role) == "wolves" else "by "
    return f"fooled {by}{who}" if who else ""


def _fooled(own: OwnResult, names: Sequence[str]) -> str:
    seats = own.fooled[:_MOST_NAMED]
    if not seats:
        return ""
    *others, last = (names[seat - 1] for seat in seats)
    return f"{', '.join(others)} and {last}" if others else last


def _won(own: OwnResult) -> str:
    return "nobody won" if own.outcome == "nobody" else own.outcome
