"""A whole game of language players on a model that wolftui serves itself, through all that a game
of a user goes through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wolfcore.game import Ask, Game, get_board, make_spec
from wolfcore.memory import Embedder, PoolRequest
from wolfcore.memory.embedders import CachedEmbedder
from wolfcore.memory.local_encoders import local_encoder
from wolfcore.models import LocalSettings, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.players import CallRecord, TraceRecord
from wolfcore.records import GameFolder, NewGame, SavedGame, read_game
from wolfcore.seating import make_players, seat_players
from wolfcore.table import Table, read_calls, verify

NAME = "smollm"


class Played(NamedTuple):
    """A game that was played to its end.

    Attributes:
        saved: The game as it was read back.
        asks: What the seats of models were asked, by id.
        calls: The model calls, in the order in which they ended.
        steps: What the steps of agents did, likewise.
        form: How structured answers were asked for in the end.
    """

    saved: SavedGame
    asks: Mapping[str, Ask]
    calls: Sequence[CallRecord]
    steps: Sequence[TraceRecord]
    form: str


class PackagedMemory:
    """Remembers by the packaged embedder, whatever is asked for."""

    def embedder(self, name: str) -> Embedder:
        """As `Memories.embedder`."""
        return CachedEmbedder(local_encoder(name or "all-MiniLM-L6-v2"))

    def experiences(self, wishes: PoolRequest) -> None:
        """As `Memories.experiences`: there are none."""


async def whole_game(
    root: Path,
    spec: ModelSpec,
    local: LocalSettings,
    seed: int,
    seat: str = "*",
    board: str = "duel6",
    player: str = "vanilla:brief:reasoning=40",
    others: str = "random",
) -> Played:
    """Play a game, saved below `root`, and look whether it is whole.

    Whole is: it ended, every ask has one answer, and its answers give the same bytes again.

    Args:
        root: An empty folder.
        spec: The model.
        local: How its server is started.
        seed: The seed of the game.
        seat: Where the player sits.
        player: Who sits there, without its model.
        others: Who sits everywhere else.
        board: The board.
    """
    game = Game(make_spec(get_board(board), seed))
    seating = seat_players(
        [f"{seat}={player}@{NAME}", *([f"*={others}"] if seat != "*" else [])],
        game.spec.board,
        seed,
    )
    folder = GameFolder.create(root / "games", NewGame(game.spec, seating.seats, version="1.2.3"))
    async with Endpoints(
        {NAME: spec}, logs=root / "logs", options=EndpointOptions(local=local)
    ) as endpoints:
        players = make_players(seating.seats, models=endpoints.open, memories=PackagedMemory())
        result = await Table(game, players, folder=folder).run()
        form = endpoints.structured_form(NAME)
    saved = read_game(folder.path)
    assert saved.result == result
    again = verify(saved)
    assert again.finished
    asks = {
        own.ask.id: own.ask
        for each in range(1, game.spec.board.size + 1)
        for own in again.game.view(each).answered
    }
    assert sorted(saved.journal) == sorted(asks)
    notes = read_calls(folder.path).records
    calls = [note.call for note in notes if note.call]
    assert len(calls) == sum(record.calls or 0 for record in saved.journal.values())
    models = {
        ask: asks[ask]
        for ask, record in saved.journal.items()
        if record.player == f"{player}@{NAME}"
    }
    return Played(saved, models, calls, [note.step for note in notes if note.step], form)
