"""Players for tests, and games played by them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from wolfcore.errors import WolfError
from wolfcore.game import (
    SPEECH_KINDS,
    Answer,
    Ask,
    Belief,
    Game,
    GameSpec,
    View,
    get_board,
    make_spec,
)
from wolfcore.players import Desk, Player, SyncPlayer
from wolfcore.records import GameFolder, NewGame, SavedGame, SeatSpec, read_game
from wolfcore.table import play_now


class Talker:
    """Answers by the dice, and says, thinks and believes things that depend on all that a machine
    player may use."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        others = [seat for seat in view.living if seat != ask.seat]
        knows = f"{len(view.facts)} facts and {len(view.answered)} answers"
        return Answer(
            desk.dice.pick("choice", ask.options),
            text=f"[b]I am {view.name(ask.seat)}[/b] and know {knows}"
            if ask.kind in SPEECH_KINDS
            else "",
            thought=f"{ask.id}\nsays {view.role}" if ask.kind == "vote" else "",
            beliefs=tuple(Belief(seat, "Uncertain", 5) for seat in others)
            if ask.kind == "suspect"
            else (),
            memo=f'{{"last":"{view.answered[-1].ask.id}"}}' if view.answered else "",
        )


class Listed:
    """Answers with what a function gives, which may be anything, and remembers its asks."""

    def __init__(self, give: Callable[[Ask], object]) -> None:
        self.give, self.asked = give, list[Ask]()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self.asked.append(ask)
        given = self.give(ask)
        if isinstance(given, WolfError):
            raise given
        return cast(Answer, given)


class Waiting:
    """Keeps every ask until the test answers it."""

    def __init__(self) -> None:
        self.out: dict[str, tuple[Ask, asyncio.Future[Answer], Desk]] = {}
        self.dropped: list[str] = []
        self._changed = asyncio.Event()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        future = asyncio.get_running_loop().create_future()
        self.out[ask.id] = (ask, future, desk)
        self._changed.set()
        try:
            return await future
        except asyncio.CancelledError:
            self.dropped.append(ask.id)
            raise
        finally:
            self.out.pop(ask.id, None)

    async def until_out(self, count: int) -> list[Ask]:
        """Wait until `count` asks are out; returns them in the order of their seats."""
        while len(self.out) < count:
            self._changed.clear()
            await self._changed.wait()
        return sorted((ask for ask, _, _ in self.out.values()), key=lambda ask: ask.seat)

    def give(self, ask: Ask, answer: Answer | None = None) -> None:
        """Answer an ask that is out; its first option if nothing is said."""
        self.out[ask.id][1].set_result(answer or Answer(ask.options[0]))

    def fail(self, ask: Ask, error: Exception) -> None:
        """Have the player of an ask that is out raise an error."""
        self.out[ask.id][1].set_exception(error)


def a_spec(board: str = "sla7", seed: int | None = None, people: Sequence[int] = ()) -> GameSpec:
    """A game; without a seed, one that talkers play for at least three days."""
    return make_spec(
        get_board(board), _long_seed(board) if seed is None else seed, people=dict.fromkeys(people)
    )


@cache
def _long_seed(board: str) -> int:
    for seed in range(1000):
        spec = a_spec(board, seed)
        if play_now(Game(spec), talkers(spec)).days >= 3:
            return seed
    raise AssertionError(f"no game on {board} is long")


def asked_first(spec: GameSpec) -> int:
    """A seat that is asked in the first night, whatever anybody answers."""
    return Game(spec).asks[0].seat


def talkers(spec: GameSpec) -> dict[int, SyncPlayer]:
    return {seat: Talker() for seat in range(1, spec.board.size + 1)}


def everywhere(spec: GameSpec, player: Player) -> dict[int, Player]:
    return dict.fromkeys(range(1, spec.board.size + 1), player)


def new_folder(root: Path, spec: GameSpec) -> GameFolder:
    return GameFolder.create(
        root, NewGame(spec, (SeatSpec("random"),) * spec.board.size, version="1.2.3")
    )


def played(root: Path, spec: GameSpec | None = None) -> SavedGame:
    """A whole game, saved below `root`."""
    spec = spec or a_spec()
    folder = new_folder(root, spec)
    play_now(Game(spec), talkers(spec), folder)
    return read_game(folder.path)


def broken_off(root: Path, batches: int, spec: GameSpec | None = None) -> Path:
    """The folder of a game of which only the first `batches` batches were played."""
    spec = spec or a_spec()
    whole = played(root / "whole", spec)
    game, folder = Game(spec), new_folder(root, spec)
    for _ in range(batches):
        assert game.asks, "the game is over before"
        batch = [whole.journal[ask.id] for ask in game.asks]
        folder.add_answers(*batch)
        game.submit({record.ask: record.answer for record in batch})
    folder.add_log(game.log)
    folder.close()
    return folder.path
