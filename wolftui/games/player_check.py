"""The check of a player: whole games at a table, and every answer that the table had to replace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast, get_args

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.game.asks import AskKind
from wolfcore.players import Desk, Player
from wolfcore.table import Noted, Table, TableOptions, TimeLimits, Watcher
from wolfcore.table.acceptance import accept_answer

MOST_SECONDS = 60.0
"""The seconds that the check gives a player for each answer."""


MOST_FAILURES = 3
"""After so many asks without any answer the check ends: each may take a minute."""


_MOST_PROBLEMS = 5


class PlayerCheck(Watcher):
    """Plays games in which a player has all seats, and counts its answers.

    Args:
        make_player: Makes the player; called once for each game.

    Attributes:
        asks: The number of asks.
        replaced: How many answers the table replaced because they could not be used.
        late: How many asks got no answer in time.
        errors: At how many asks the player raised an error or its program ended.
        lost: How many answers lost a part that could not be used, such as a text that is none.
        seconds: The time that its answers took, all together.
        problems: The first problems, a clause each with board and ask.
    """

    def __init__(self, make_player: Callable[[], Player]) -> None:
        self._make_player = make_player
        self.asks = self.replaced = self.late = self.errors = self.lost = 0
        self.seconds = 0.0
        self.problems: list[str] = []
        self._board, self._failed, self._kinds = "", set[str](), set[str]()
        self._given: dict[str, Answer] = {}
        self._reasons: dict[str, str] = {}

    @property
    def is_passed(self) -> bool:
        """Whether every answer so far was the player's own, and whole."""
        return not (self.replaced or self.late or self.errors or self.lost)

    @property
    def is_given_up(self) -> bool:
        """Whether the player failed so often that no further game is worth the time."""
        return self.late + self.errors >= MOST_FAILURES

    def play(self, board: str) -> Mapping[str, Answer]:
        """Play a game on a board and return its answers by ask; ends early if it is given up.

        Raises:
            ConfigError: The player cannot be made.
        """
        self._board, self._given = board, {}
        self._failed, self._reasons = set[str](), {}
        game = Game(make_spec(get_board(board), seed=1))
        player = _Measured(self._make_player(), self._failed, self._reasons)
        options = TableOptions(
            on_dead="fallback",
            limits=TimeLimits(machine=MOST_SECONDS),
            watchers=(self,),
            gate=self._gate,
        )
        seats = range(1, game.spec.board.size + 1)
        with suppress(_GivenUp):
            asyncio.run(Table(game, dict.fromkeys(seats, player), options=options).run())
        self.seconds += player.seconds
        return self._given

    def call_noted(self, noted: Noted) -> None:
        """Keep why an answer is about to be replaced."""
        if noted.step and noted.step.how == "replaced":
            self._reasons[noted.ask] = noted.step.text

    @property
    def unasked(self) -> list[str]:
        """The kinds of ask that did not occur: which do depends on what is answered."""
        return sorted(set(get_args(AskKind)) - self._kinds)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """Count an answer."""
        self.asks += 1
        self._kinds.add(ask.kind)
        self._given[ask.id] = answer
        if answer.how == "timeout":
            self.late += 1
            reason = (
                f"no answer within {MOST_SECONDS:g} seconds (a program has to flush its output)"
            )
        elif answer.how != "fallback":
            if ask.id not in self._reasons:
                return
            self.lost += 1
            reason = ""
        elif ask.id in self._failed:
            self.errors += 1
            reason = ""
        else:
            self.replaced += 1
            reason = "its answer could not be used"
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(f"{self._board}, {ask.id}: {self._reasons.get(ask.id, reason)}")

    async def _gate(self) -> None:
        if self.is_given_up:
            raise _GivenUp


class _GivenUp(Exception):
    """The player failed too often."""


class _Measured:
    """A player whose time is measured, and whose failures are kept with their reasons."""

    def __init__(self, player: Player, failed: set[str], reasons: dict[str, str]) -> None:
        self._player, self._failed, self._reasons = player, failed, reasons
        self.seconds = 0.0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        began = time.monotonic()
        try:
            given = await self._player.answer(view, ask, desk)
        except SeatError as error:
            self._failed.add(ask.id)
            self._reasons[ask.id] = error.problem
            raise
        finally:
            self.seconds += time.monotonic() - began
        # A player of somebody's own may return anything; the table judges it.
        returned = cast("object", given)
        accepted = accept_answer(ask, returned, desk, view.board.size, date=0.0)
        if accepted.errors and ask.id not in self._reasons:
            hint = " (is there a `return` everywhere?)" if returned is None else ""
            self._reasons[ask.id] = "; ".join(each.problem for each in accepted.errors) + hint
        return given
