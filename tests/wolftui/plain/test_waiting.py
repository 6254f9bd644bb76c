"""Before plain lines the table says for how long it waits, never for whom; a typed line has a house
bot answer this once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tests.wolftui.cli.running import first_choice
from tests.wolftui.gone import RANDOM
from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.words.telling import open_gate
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.plain.front import PlainFront
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame, WaitPrompt
from wolftui.plain.printer import Printer


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Players by chance never answer; gives the asks that they were put."""
    asked: list[str] = []

    async def never(self: object, view: View, ask: Ask, desk: object) -> Answer:
        asked.append(ask.id)
        return await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(RANDOM, never)
    return asked


def a_game(deal: str = "4=Villager,2=Seer") -> RunningGame:
    return start_game(
        PlayOptions(seats=("4=human", "2=random", "*=bot"), seed=7, deal=deal, save=False)
    )


class Wait:
    """A game that waits for seat 2 in the first night, before a console.

    Args:
        console: The console.
        motion: Whether anything may move.
        deal: Who has which role.
    """

    def __init__(
        self, console: ListedConsole, *, motion: bool = True, deal: str = "4=Villager,2=Seer"
    ) -> None:
        self.running, self.stopped = a_game(deal), 0
        session = self.running.session
        self.front = PlainFront(
            session, console, LineLook(), Printer(session, LineLook(), console.write)
        )
        self.waiting = WaitPrompt(session, self.front, console, self._stop, motion=motion)

    def _stop(self) -> None:
        self.stopped += 1

    async def __aenter__(self) -> Wait:
        self._playing = asyncio.ensure_future(self.running.play(self.front, gate=open_gate))
        await asyncio.sleep(0.05)
        self.running.session.go_end()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing


@pytest.mark.usefixtures("late")
async def test_where_no_line_changes_it_is_told_now_and_then() -> None:
    console = ListedConsole()
    async with Wait(console) as wait:
        for _ in range(200):
            wait.waiting.advance(1.0)
    assert console.lines == [
        f"The table waits, {words}."
        for words in ("10 s", "30 s", "1 min 0 s", "2 min 0 s", "3 min 0 s")
    ]
    assert console.statuses == []


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("deal", ["4=Villager,2=Seer", "4=Villager,2=Werewolf"])
async def test_at_a_terminal_one_line_changes_and_tells_nothing_else(deal: str) -> None:
    console = ListedConsole(terminal=True)
    async with Wait(console, deal=deal) as wait:
        for _ in range(5):
            wait.waiting.advance(1.0)
    rest = "w and Enter: a house bot answers for who is late."
    assert console.statuses == [
        f"{sign} The table waits, {seconds} s. {rest}"
        for sign, seconds in zip("⠸⠼⠴", (3, 4, 5), strict=True)
    ]
    assert console.lines == []


@pytest.mark.usefixtures("late")
async def test_where_nothing_may_move_a_terminal_gets_lines() -> None:
    console = ListedConsole(terminal=True)
    async with Wait(console, motion=False) as wait:
        for _ in range(12):
            wait.waiting.advance(1.0)
    assert (console.statuses, len(console.lines)) == ([], 1)


@pytest.mark.usefixtures("late")
async def test_a_typed_w_stops_the_waiting_and_any_other_line_stays_for_a_question() -> None:
    console = ListedConsole(terminal=True)
    console.early = ["2"]
    async with Wait(console) as wait:
        wait.waiting.advance(5.0)
        assert (wait.stopped, console.early) == (0, ["2"])
        console.early = [" W "]
        wait.waiting.advance(1.0)
        assert (wait.stopped, console.early) == (1, [])
        assert console.lines == [
            "A house bot answers this once for the late player; the game notes it."
        ]
        wait.waiting.advance(1.0)
        assert len(console.statuses) == 1, "it waits anew"


@pytest.mark.usefixtures("late")
async def test_nothing_is_told_while_a_person_is_asked() -> None:
    console = ListedConsole(terminal=True)
    async with Wait(console) as wait, wait.front.turn:
        wait.waiting.advance(100.0)
    assert (console.statuses, console.lines) == ([], [])


async def test_a_whole_game_goes_on_when_nobody_waits_any_longer(
    late: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.games.session.timers.SHOWN_AFTER", 0.0)
    console = ListedConsole(first_choice, terminal=True)
    console.early = ["w"] * 100
    running = a_game()
    with suppress(GameStopped):
        await asyncio.wait_for(PlainGame(running, console, LineLook()).play(), 60)
    told = [entry.fact.ask for entry in running.game.log if isinstance(entry.fact, f.Fallback)]
    assert running.game.over
    assert told == late != []
