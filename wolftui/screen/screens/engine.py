"""The engine of a table: runs its game in a worker; errors, replacing players, stopping.

Stopping loses nothing: every answer is already in the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Literal

from textual.worker import Worker, WorkerState

from wolfcore.errors import ConfigError, GameStopped, OverBudget, SeatError, WolfError
from wolfcore.table import Replacement
from wolftui.games.front import ScreenFront
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import Source
from wolftui.games.takeover import TakeoverOffer
from wolftui.settings.paths import game_argument
from wolftui.words.spans import Line, Span
from wolftui.words.spending import RESUMED_WITHOUT_BUDGET

from .app_screen import AppScreen
from .dialogs import ChoiceDialog

MODULES_OF_A_GAME = (
    "wolfcore.speech.reader",
    "wolfcore.bots.house",
    "wolftui.screen.widgets.composer",
    "wolftui.screen.widgets.targets",
    "wolftui.screen.widgets.belief_list",
)
"""The modules that a game played here needs after its first frame: 0.1 to 0.5 s of imports."""


def import_modules() -> None:
    """Import `MODULES_OF_A_GAME`."""
    for name in MODULES_OF_A_GAME:
        import_module(name)


class Engine:
    """Runs a game's source in a worker of its screen, and asks there what to do when it stops.

    Args:
        screen: The screen. It passes state changes of its workers on to `on_worker_state`.
        shown: The game.
        source: Brings the entries of the game.
        front: Asks the persons here.
        seated: Called when a player was replaced, with the seat and the new player.
        preloads: Whether the modules of the game are imported in a thread before it runs, so that
            keys are handled meanwhile; if not, each is imported where it is used first.

    Attributes:
        shown: The game.
        exit_code: The exit code of the program if the person leaves now.
    """

    def __init__(
        self,
        screen: AppScreen,
        shown: ShownGame,
        source: Source,
        front: ScreenFront,
        seated: Callable[[int, str], Awaitable[None]],
        *,
        preloads: bool,
    ) -> None:
        self.shown = shown
        self._screen, self._source, self._front, self._seat_taken_over = (
            screen,
            source,
            front,
            seated,
        )
        self._preloads = preloads
        self.exit_code = 0
        self._worker: Worker[None] | None = None

    # -- going on

    def begin(self) -> None:
        """Start the game; if there is an estimate of its cost, the person confirms it first."""
        if not self.shown.estimate:
            self.start()
            return
        choices: list[tuple[Line, Literal["begin", "budget", "leave"]]] = [
            ((Span("Begin"),), "begin"),
            ((Span("Begin with a budget..."),), "budget"),
            ((Span("Leave"),), "leave"),
        ]
        if not self.shown.budget:
            del choices[1]
        self._screen.app.push_screen(
            ChoiceDialog("Before the game begins", self.shown.estimate, choices),
            self._start_if_confirmed,
        )

    def _start_if_confirmed(self, chosen: Literal["begin", "budget", "leave"] | None) -> None:
        budget = self.shown.budget
        if chosen == "begin":
            self.start()
        elif chosen == "budget" and budget:
            # Loads the text input.
            from wolftui.games.game_budget import BUDGET_WORDS

            from .input_dialog import InputDialog

            self._screen.app.push_screen(
                InputDialog("The budget of this game", BUDGET_WORDS, "", budget.read),
                self._start_with_budget,
            )
        else:
            self.leave(0)

    def _start_with_budget(self, text: str | None) -> None:
        """Start the game with a budget; without one, ask again whether to begin."""
        if text is None or not self.shown.budget:
            self.begin()
        else:
            self.shown.budget.set(text)
            self.start()

    def start(self) -> None:
        """Run the game, from its start or again after an error."""
        self._worker = self._screen.run_worker(
            self._run(),
            name="engine",
            group="engine",
            exclusive=True,
            exit_on_error=False,
        )

    async def _run(self) -> None:
        if self._preloads and self.is_local:
            await asyncio.to_thread(import_modules)
        await self._source.run(self._front, self._take_over)

    def on_worker_state(self, state: WorkerState) -> None:
        """Handle the engine's error if its worker has failed.

        The screen calls this for each of its workers.
        """
        worker = self._worker
        if worker is not None and worker.error is not None and state is WorkerState.ERROR:
            self._handle_error(worker.error)

    @property
    def is_running(self) -> bool:
        """Whether the worker runs the game, including while the game waits for an answer."""
        return self._worker is not None and self._worker.is_running

    @property
    def is_local(self) -> bool:
        """Whether the game runs in this process, so that a bot can answer for late players."""
        return self._source.takeover_menu is not None

    def stop_waiting(self) -> None:
        """Stop waiting for late players; a house bot answers for them this time."""
        self._source.stop_waiting()

    # -- what may stop it

    def _handle_error(self, error: BaseException) -> None:
        self.shown.session.asked(())  # the game has stopped: no seat is thinking
        if isinstance(error, OverBudget):
            self._handle_spent_budget(error)
            return
        if isinstance(error, GameStopped):
            return
        if not isinstance(error, WolfError):
            self._screen.app.abort(error)
            return
        words = self._with_bill(f"{error} What was answered so far is kept.")
        choices: list[tuple[Line, Literal["again", "leave"]]] = [
            ((Span("Try again"),), "again"),
            ((Span("Leave the game"),), "leave"),
        ]
        self._screen.app.push_screen(
            ChoiceDialog("The game cannot go on", words, choices), self._after_error
        )

    def _handle_spent_budget(self, error: OverBudget) -> None:
        """Tell that the budget is spent, and offer to leave now or after a look around."""
        self.exit_code = 1
        path = self.shown.path
        saved = (
            "The game is saved to the last answer. Go on with it later:\nwolftui resume "
            f"{game_argument(Path(path))}\n{RESUMED_WITHOUT_BUDGET}"
        )
        why = self._with_bill(f"{str(error).rstrip('.')}.")
        words = f"{why} {saved if path else 'The game is not saved.'}"
        choices: list[tuple[Line, bool]] = [
            ((Span("Leave the game"),), True),
            ((Span("Look around first"),), False),
        ]
        self._screen.app.push_screen(
            ChoiceDialog("The budget is spent", words, choices), self._leave_if
        )

    def _with_bill(self, words: str) -> str:
        """Add to the words of a dialog what the models took so far."""
        spent = self.shown.budget.spent if self.shown.budget else ""
        return f"{words} {spent}".rstrip()

    def _leave_if(self, meant: bool | None) -> None:
        if meant:
            self.leave(self.exit_code)

    def _after_error(self, chosen: Literal["again", "leave"] | None) -> None:
        if chosen == "leave":
            self.leave(1)
        else:
            self.start()

    async def _take_over(self, seat: int, error: SeatError, decided: bool) -> Replacement:
        """Replace the player of a seat that gave no output, or leave the game; Esc decides nothing.

        The person is asked once for all seats of a model that failed.
        """
        take_over = self._source.takeover_menu
        if take_over is None:
            raise error
        why, before = take_over.reason_text(error), take_over.repeated_choice(seat, decided=decided)
        while True:
            offer = before or await self._choose_replacement(take_over.offers(seat), why)
            if offer is None:
                self.leave(0)
                raise GameStopped("the game was stopped")
            try:
                replacement = take_over.seat_player(seat, offer, self._front)
            except ConfigError as wrong:
                why, before = str(wrong), None
                continue
            await self._seat_taken_over(seat, offer.spec.text)
            return replacement

    async def _choose_replacement(
        self, offers: Sequence[TakeoverOffer], why: str
    ) -> TakeoverOffer | None:
        """Ask who takes over the seat; return None to leave the game."""
        choices: list[tuple[Line, TakeoverOffer | None]] = [
            ((Span(offer.label),), offer) for offer in offers
        ]
        choices.append(((Span("Leave the game"),), None))
        leaving = (
            "it can be resumed later" if self.shown.path else "it is lost, for it is not saved"
        )
        words = self._with_bill(f"{why} If you leave the game, {leaving}.")
        return await self._screen.app.push_screen_wait(
            ChoiceDialog("The game waits", words, choices, must=True)
        )

    # -- leaving

    @property
    def in_progress(self) -> bool:
        """Whether leaving now would interrupt a game."""
        return self.shown.mode != "watch" and not self.shown.session.over

    def stop(self) -> None:
        """Stop the game and close its files; the answers so far stay saved."""
        self._front.stop()
        if self._worker:
            self._worker.cancel()
        self._source.close()

    def leave(self, code: int) -> None:
        """Stop the game, then return to the lobby or exit the program with `code`."""
        self.stop()
        self._screen.app.leave_game(code)
