"""`local_models`: how well and how fast a model that runs on this machine answers equal asks.

House bots play games on one board. A language player at one seat of each game gets the same asks
and views as the bot there, and its answers change nothing, so all models get equal asks. One game
follows the other, so that the prompt cache of the server helps as much as in a game with one model.
Needs /proc (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.models import SMOLLM, LocalSettings
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.players import CallRecord, Desk, Player
from wolfcore.seating import make_players, seat_players
from wolfcore.table import Table

from .harness import a_board, a_count


class Asked(Struct, frozen=True, kw_only=True):
    """One answered ask.

    Attributes:
        ask: The id of the ask.
        kind: Its kind.
        how: The origin of the answer, as `Answer.how`.
        seconds: By the clock, with all calls of the answer.
        processor: Processor seconds of the server meanwhile.
        tokens_in: Tokens sent, of which the server had `tokens_cached` in its cache.
        tokens_cached: See `tokens_in`.
        tokens_out: Tokens received.
        text: The speech; empty for other asks.
        thought: The reasoning.
        problems: What was wrong with unusable replies.
    """

    ask: str
    kind: str
    how: str
    seconds: float
    processor: float
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    text: str
    thought: str
    problems: tuple[str, ...]


class _NotingDesk(Desk, kw_only=True):
    """A desk that keeps the records of model calls."""

    calls: list[CallRecord]

    def record(self, call: CallRecord) -> None:
        self.calls.append(call)


class _Shadowed:
    """A seat where a bot plays, and a language player gets the first `limit` asks as well."""

    def __init__(
        self, bot: Player, model: Player, limit: int, tell: Callable[[Asked], None]
    ) -> None:
        self._bot, self._model, self._limit, self._tell = bot, model, limit, tell
        self.asked: list[Asked] = []

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `Player.answer`: the bot's answer."""
        if len(self.asked) < self._limit:
            mine = _NotingDesk(ask, desk.dice, calls=[])
            began, spent = time.monotonic(), child_processor_seconds()
            answer = await self._model.answer(view, ask, mine)
            self.asked.append(
                Asked(
                    ask=ask.id,
                    kind=ask.kind,
                    how=answer.how,
                    seconds=time.monotonic() - began,
                    processor=child_processor_seconds() - spent,
                    tokens_in=sum(call.tokens_in or 0 for call in mine.calls),
                    tokens_cached=sum(call.tokens_cached or 0 for call in mine.calls),
                    tokens_out=sum(call.tokens_out or 0 for call in mine.calls),
                    text=answer.text,
                    thought=answer.thought,
                    problems=tuple(call.problem for call in mine.calls if call.problem),
                )
            )
            self._tell(self.asked[-1])
        return await self._bot.answer(view, ask, desk)


def child_processor_seconds() -> float:
    """Return the processor seconds of all processes that this one started and that still run."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended in the meantime
            continue
        parents[int(folder.name)] = int(fields[1])
        spent[int(folder.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    below = {os.getpid()}
    for _ in range(3):  # this process, the guard of the server, the server
        below |= {child for child, parent in parents.items() if parent in below}
    return sum(spent[child] for child in below - {os.getpid()})


async def answers_of(
    weights: str,
    player: str,
    board: str,
    count: int,
    settings: LocalSettings,
    tell: Callable[[Asked], None],
) -> list[Asked]:
    """Ask a model `count` times.

    Args:
        weights: What `ModelSpec.model` names: a GGUF file, or weights that are known by name.
        player: The language player without its model, such as `vanilla:brief`.
        board: The board of the games.
        count: The number of asks.
        settings: How the server is started.
        tell: Called with each answer.
    """
    found: list[Asked] = []
    spec = replace(SMOLLM, model=weights, concurrency=1, timeout=600.0, seed=1)
    with tempfile.TemporaryDirectory() as logs:
        async with Endpoints(
            {"m": spec}, logs=Path(logs), options=EndpointOptions(local=settings)
        ) as endpoints:
            for seed in range(1, count + 1):
                game = Game(make_spec(get_board(board), seed))
                seat = 1 + seed % game.spec.board.size
                model, bots = (
                    make_players(
                        seat_players(seats, game.spec.board, seed).seats, models=endpoints.open
                    )
                    for seats in ([f"{seat}={player}@m", "*=bot"], ["*=bot"])
                )
                # 10 asks of a game at most, so that different nights and days are among them.
                both = _Shadowed(bots[seat], model[seat], min(10, count - len(found)), tell)
                await Table(game, bots | {seat: both}).run()
                found += both.asked
                if len(found) == count:
                    break
    return found


def _show(asked: Asked) -> None:
    print(
        f"{asked.ask:16} {asked.how:9} {asked.seconds:6.1f} s, processor {asked.processor:6.1f} s, "
        f"{asked.tokens_in:5} tokens in, {asked.tokens_cached:5} cached, {asked.tokens_out:4} out: "
        f"{json.dumps(asked.text or asked.thought, ensure_ascii=False)}",
        flush=True,
    )


def measure(argv: Sequence[str]) -> None:
    """Print each answer, and the sums of all."""
    parser = argparse.ArgumentParser(prog="python -m bench local_models")
    parser.add_argument("weights", help="a GGUF file, or the name of known weights")
    parser.add_argument("--player", default="vanilla:brief", help="without its model")
    parser.add_argument("--board", type=a_board, default="duel6")
    parser.add_argument("--asks", type=a_count, default=30)
    parser.add_argument("--server", default="", help="as `server` in the table [local]")
    parser.add_argument("--json", type=Path, help="a file for all answers")
    chosen = parser.parse_args(argv)
    settings = LocalSettings(server=chosen.server, patience=600.0)
    asked = asyncio.run(
        answers_of(chosen.weights, chosen.player, chosen.board, chosen.asks, settings, _show)
    )
    given = sum(each.how == "given" for each in asked)
    print(
        f"{len(asked)} asks: {given} given, median {median(each.seconds for each in asked):.1f} s "
        f"(most {max(each.seconds for each in asked):.1f} s), processor "
        f"{median(each.processor for each in asked):.1f} s "
        f"(most {max(each.processor for each in asked):.1f} s)"
    )
    if chosen.json:
        chosen.json.write_text(json.dumps(to_builtins(asked), ensure_ascii=False, indent=1))
