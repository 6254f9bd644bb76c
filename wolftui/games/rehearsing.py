"""A game as it will be asked of models, rehearsed: house bots play it, and then the real pipeline runs on the seats of agents.

Each ask goes to the real `LanguagePlayer` of its seat with a model that answers at once in the usual length (`typical.py`). What it
answers is thrown away and the bot's move is made, but what it says is as long as an agent's words, and what the agent noted for
itself stays, so that later prompts hold it. So the calls, their tokens and their waits are those of the pipeline itself, whatever
the switches of a seat are.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from wolfcore.agents import PRESETS, LanguagePlayer, Models, read_options
from wolfcore.game import Answer, Ask, Game, GameSpec, View
from wolfcore.players import CallRecord, Desk, Player, SyncPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_player
from wolfcore.table import play_now

from .leaping import run_skipping_waits
from .typical import ConstantEmbedder, FirstCandidatePolicy, FixedExperiences, TypicalModel, padded_to_length

_CHARACTERS_A_TOKEN = 4
_BESIDE = 0.5
"""Calls that end so many seconds after each other are side by side: each takes one."""


class ModelLoad(Struct):
    """What one game asks of a model.

    Attributes:
        calls: Calls.
        tokens_sent: Tokens sent.
        tokens_cached: Those of them that a prompt before of the same seat began with, which endpoints may have cached.
        tokens_received: Tokens received.
    """

    calls: int = 0
    tokens_sent: int = 0
    tokens_cached: int = 0
    tokens_received: int = 0


class Rehearsal(Struct):
    """A game that was rehearsed.

    Attributes:
        loads: What it asks of each model, by name.
        sequential_waits: How many times somebody waits for models, one after the other: calls side by side are one wait.
    """

    loads: dict[str, ModelLoad] = field(default_factory=dict)
    sequential_waits: int = 0


def rehearse(spec: GameSpec, seats: Sequence[SeatSpec]) -> Rehearsal:
    """Play a game with house bots' moves and count what the models of its seats are asked.

    Args:
        spec: The game.
        seats: Who will sit on each seat, in seat order.
    """
    return run_skipping_waits(lambda: _played(spec, seats))


async def _played(spec: GameSpec, seats: Sequence[SeatSpec]) -> Rehearsal:
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    rehearsal, moves = Rehearsal(), bot_answers(bot, spec)
    players: Mapping[int, Player] = {
        number: _RehearsingPlayer(bot, moves, seat, rehearsal.loads) if seat.model else bot for number, seat in enumerate(seats, 1)
    }
    game = Game(spec)
    while game.asks:
        given = [players[ask.seat].answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id))) for ask in game.asks]
        answers = await asyncio.gather(*given)
        game.submit({ask.id: answer for ask, answer in zip(game.asks, answers, strict=True)})
    rehearsal.sequential_waits = round(asyncio.get_running_loop().time())
    return rehearsal


def bot_answers(bot: SyncPlayer, spec: GameSpec) -> dict[str, Answer]:
    """What a bot in all seats does in a game, by ask id: found out before its speeches are longer and heard otherwise."""
    game, seats = Game(spec), range(1, spec.board.size + 1)
    play_now(game, dict.fromkeys(seats, bot))
    return {own.ask.id: own.answer for seat in seats for own in game.view(seat).answered}


class _RehearsingPlayer:
    """The moves of a house bot on the seat of an agent, which goes through what the agent would do."""

    def __init__(self, bot: SyncPlayer, moves: Mapping[str, Answer], spec: SeatSpec, loads: dict[str, ModelLoad]) -> None:
        options = read_options(spec.options, PRESETS[spec.player].settings)
        models = Models(*(TypicalModel(name or spec.model) for name in ("", options.speaker, options.judge)))
        self._bot, self._moves, self._counted = bot, moves, CallCounter(loads)
        self._agent = LanguagePlayer(
            models, options, embedder=ConstantEmbedder(), experiences=FixedExperiences(), chooser=FirstCandidatePolicy()
        )

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `SelfPlayer.answer`: the bot's move, with the notes of the agent and as many words as it would have."""
        own = await self._agent.answer(view, ask, _CountingDesk(ask, desk.dice, counter=self._counted))
        move = self._moves.get(ask.id) or self._bot.answer_now(view, ask, desk)
        words = padded_to_length(move.text, own.text) if move.text else ""
        return replace(move, text=words, thought=own.thought, beliefs=move.beliefs or own.beliefs, memo=own.memo)


class CallCounter:
    """Counts the calls of one seat."""

    def __init__(self, loads: dict[str, ModelLoad]) -> None:
        self._loads = loads
        self._same: dict[tuple[str, str], str] = {}
        self._before, self._now, self._moment = "", "", 0.0

    def call(self, call: CallRecord) -> None:
        """Count a call, which may begin like the last one of its kind, or like the one before it, not like those beside it."""
        text = "\n".join(words for _, words in call.messages)
        moment = asyncio.get_running_loop().time()
        if moment - self._moment > _BESIDE:
            self._before, self._moment = self._now, moment
        self._now = text
        kind = (call.step, call.about)
        shared = max(_common_prefix(self._same.get(kind, ""), text), _common_prefix(self._before, text))
        self._same[kind] = text
        load = self._loads.setdefault(call.model, ModelLoad())
        load.calls += 1
        load.tokens_sent += len(text) // _CHARACTERS_A_TOKEN
        load.tokens_cached += shared // _CHARACTERS_A_TOKEN
        load.tokens_received += call.tokens_out or 0


class _CountingDesk(Desk):
    """A desk at which the calls of its seat are counted."""

    counter: CallCounter | None = None

    def record(self, call: CallRecord) -> None:
        """As `Desk.record`."""
        assert self.counter
        self.counter.call(call)


def _common_prefix(one: str, two: str) -> int:
    """How many characters two texts begin with together."""
    lengths = range(min(len(one), len(two)) + 1)
    return bisect_left(lengths, True, key=lambda length: not two.startswith(one[:length])) - 1
