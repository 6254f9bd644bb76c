"""A finished game in which some seats call models, saved as a table saves it, and an arena of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.core.players.sitters import a_spec, new_folder, talkers
from wolfcore.arena import Row
from wolfcore.arena.integrity import ARENA_FILE, ROWS_FILE
from wolfcore.arena.store import RowStore
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import CallRecord, Desk
from wolfcore.records import SavedGame, read_game
from wolfcore.table import CallStream, Table

HOSTILE = "\x1b[2J\u202eevil \x9b1m </script> 李雷 🐺\n"
CALLERS = (1, 2)


class Caller:
    """Thinks in a step, then answers at the second try; one ask in five gets no reply first."""

    def __init__(self) -> None:
        self.asks = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self.asks += 1
        sent = (("system", f"You are {view.role}. {HOSTILE}"), ("user", ask.id))
        if self.asks % 5 == 1:
            desk.record(CallRecord("big", sent, "", problem="it did not answer", replied=False))
        desk.record(CallRecord("small", sent, HOSTILE, step="deduce", about="5", seconds=0.25))
        desk.record(
            CallRecord("big", sent, "{", "", 1, 0.5, 100, 20, 0.25, "is cut", 64, finish="length")
        )
        desk.record(
            CallRecord(
                "big",
                (*sent, ("tool", "odd")),
                '{"choice": 1}',
                "1",
                0,
                1.5,
                110,
                30,
                0.25,
                thinking="hm",
                tokens_thought=12,
                finish="stop",
            )
        )
        return Answer(ask.options[0])


async def model_game(root: Path) -> SavedGame:
    """Play a game whose seats 1 and 2 are models."""
    spec = a_spec()
    folder = new_folder(root, spec)
    players = {**talkers(spec), **{seat: Caller() for seat in CALLERS}}
    await Table(Game(spec), players, folder=folder).run()
    folder.close()
    return read_game(folder.path)


def calls_in(path: Path) -> int:
    return sum(bool(noted.call) for noted in CallStream(path))


async def an_arena(folder: Path, games: int) -> Path:
    """An arena whose games are copies of one game of models; the schedule has them in another order
    than their names."""
    played = (await model_game(folder.parent / "played")).path
    (folder / "games").mkdir(parents=True)
    (folder / ARENA_FILE).touch()
    store = RowStore(folder / ROWS_FILE)
    for number in range(games):
        name = f"g{games - number:02}"
        shutil.copytree(played, folder / "games" / name)
        store.add(
            Row(
                game=number, cell="a", board="sla7", deal=number, repeat=0, seed=number,
                players=("m",), roles=("Seer",), calls=calls_in(played), folder=f"games/{name}",
            )
        )  # fmt: skip
    store.close()
    return folder
