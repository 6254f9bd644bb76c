"""Counts the replaced answers of each model in a row, and ends a row that is too long.

A late answer, for which a stand-in or the fallback speaks, neither counts nor ends a row.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Final

from wolfcore.errors import SeatError
from wolfcore.game import AnswerOrigin
from wolfcore.visible import in_one_line

from .desk import CallTotals

STOP_AFTER_REPLACED: Final = 10
"""The default number of replaced answers of one model in a row after which a game stops."""


_QUOTED, _QUOTED_CHARS = 3, 40
"""How many of the last replies a message quotes, and the most characters of each."""


class ReplacedInARow:
    """Counts how many answers of each model in a row were replaced by the seat's fallback.

    All games of a command share one object, so that a model that answers little in each game is
    found too. The answer that completes a row is not kept: its ask stays open.

    Args:
        most: The number of replaced answers at which a row ends the game; 0 for never.
    """

    def __init__(self, most: int = STOP_AFTER_REPLACED) -> None:
        self._most = most
        self._rows = defaultdict[str, int](int)
        self._replies = defaultdict[str, deque[str]](lambda: deque(maxlen=_QUOTED))

    def check(self, seat: int, how: AnswerOrigin, totals: CallTotals) -> None:
        """Count one answer of a seat, for which `totals` holds the model calls.

        A replaced answer counts for the model that was called last. A usable one ends the rows of
        all models that were called for it.

        Raises:
            SeatError: The answer completes a row. Only its `problem` quotes replies of the model,
                which may tell what the seat knows.
        """
        if how in ("given", "repaired"):
            for model in totals.models:
                self.end_row(model)
        if not self._most or how != "fallback" or not totals.models:
            return
        model = totals.models[-1]
        self._rows[model] += 1
        self._replies[model].append(f"`{in_one_line(totals.reply, _QUOTED_CHARS)}`")
        if self._rows[model] < self._most:
            return
        public = f"{self._rows[model]} answers of `{model}` in a row could not be used"
        raise UnusableModel(
            seat, f"{public}; its last replies: {', '.join(self._replies[model])}", public, model
        )

    def end_row(self, model: str) -> None:
        """Begin to count from 0 again for a model."""
        self._rows.pop(model, None)
        self._replies.pop(model, None)


class UnusableModel(SeatError):
    """So many answers of a model in a row could not be used that its seat counts as silent.

    Args:
        seat: The seat number.
        problem: What is wrong, as a clause, with quotes of the model's last replies.
        general: The same without them.
        model: The name of the model.
    """

    def __init__(self, seat: int, problem: str, general: str, model: str) -> None:
        self.model = model
        super().__init__(seat, problem, general)
