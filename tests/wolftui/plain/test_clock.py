"""A time limit before plain lines: it is said with the question, and when it has run the seat's
fallback is taken and said."""

from __future__ import annotations

import asyncio

from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame


def in_time(lines: list[str]) -> str:
    """The first choice, whatever time stands before the prompt."""
    return first_choice([*lines[:-1], lines[-1].partition(" s] ")[2] or lines[-1]])


class Slow(ListedConsole):
    """A person who is asked for words and never finishes them."""

    async def read(self) -> str | None:
        if self.lines[-1].endswith("> "):
            await asyncio.Event().wait()
        return await super().read()


async def test_whoever_is_too_slow_says_nothing_and_the_game_goes_on() -> None:
    console = Slow(in_time, terminal=True)
    running = start_game(
        PlayOptions(
            board="sla7",
            seats=("4=human",),
            default_player="random",
            seed=7,
            deal="4=Werewolf",
            save=False,
        )
    )
    await PlainGame(running, console, LineLook(), clock=0.1, hears=False).play()
    assert running.game.over
    assert "You have 0.1 seconds; after that you say nothing." in console.lines
    assert "Your time is up: you say nothing." in console.lines
    asked = [own for own in running.game.view(4).answered if own.ask.kind == "speak"]
    assert asked
    assert all(own.answer.text == "" and own.answer.how == "timeout" for own in asked)


async def test_the_time_that_is_left_stands_in_the_prompt() -> None:
    console = ListedConsole(in_time, terminal=True)
    running = start_game(
        PlayOptions(
            board="sla7",
            seats=("4=human",),
            default_player="random",
            seed=7,
            deal="4=Doctor",
            save=False,
        )
    )
    await PlainGame(running, console, LineLook(), clock=600, hears=False).play()
    assert any(line.startswith("[600 s] Number or name") for line in console.lines)
    assert not any("Your time is up" in line for line in console.lines)
