"""Saved games of agents with a scripted model that plays as a house bot, and their call counts."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from wolfcore.agents import PRESETS, LanguagePlayer, Models, read_options
from wolfcore.agents.schemas import option_words
from wolfcore.clock import SystemClock
from wolfcore.game import Answer, Ask, Game, get_board, make_spec
from wolfcore.game.views import View
from wolfcore.models import ChatRequest, ScriptedModel
from wolfcore.players import Desk, SyncPlayer
from wolfcore.records import GameFolder, NewGame, SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_player
from wolfcore.table import Noted, Table, TableOptions, Watcher
from wolftui.games.cost_estimate import CallCounter, ModelLoad, bot_answers
from wolftui.games.instant_models import (
    ConstantEmbedder,
    FirstCandidatePolicy,
    FixedExperiences,
    run_skipping_waits,
)

MODEL = "m"


_LEAST, _MOST = 0.3, 0.9
"""Which share of the room for its words a model uses, drawn for each text: 0.6 on average."""


_TALK = (
    "I have listened to all of it and I am still not sure whom to believe. What was told "
    "this morning does not fit what happened "
    "later on, and whoever was quickest to agree had the most to gain from that. Let us take "
    "our time and think before we decide. "
)


_CITED = 6


class GameCost(Struct):
    """What a game took.

    Attributes:
        days: Days of play.
        calls: Calls.
        sent: Tokens sent.
        shared: Those of them with which a prompt before of the same seat began.
        received: Tokens received.
        waits: How many calls one after the other anybody waited for; calls side by side are one.
        by_step: Calls by the step that made them.
    """

    days: int = 0
    calls: int = 0
    sent: int = 0
    shared: int = 0
    received: int = 0
    waits: int = 0
    by_step: dict[str, int] = field(default_factory=dict)


class Sent(NamedTuple):
    """A request of a seat.

    Attributes:
        seat: The seat.
        moment: When it was sent, in calls one after the other from the beginning of the game;
            requests of one moment are sent side by side.
        request: The request.
    """

    seat: int
    moment: float
    request: ChatRequest


class _Move(NamedTuple):
    """What a house bot would do with the ask at hand."""

    ask: Ask
    answer: Answer
    names: tuple[str, ...]


class ActingAgent:
    """A language agent whose model is scripted with the moves of a house bot.

    The pipeline, its prompts and the parsing of replies are the real ones.

    Args:
        bot: Moves where the game takes another course.
        moves: Its moves, by ask id.
        spec: The agent, with its options.
        draws: Where chances fall.
        on_sent: Called with each request; None to call nothing.
    """

    def __init__(
        self,
        bot: SyncPlayer,
        moves: Mapping[str, Answer],
        spec: SeatSpec,
        draws: random.Random,
        on_sent: Callable[[Sent], None] | None = None,
    ) -> None:
        options = read_options(spec.options, PRESETS[spec.player].settings)
        model = ScriptedModel(self._reply, name=MODEL, seconds=1.0, clock=SystemClock())
        self._bot, self._moves, self._draws, self._on_sent = bot, moves, draws, on_sent
        self._move = _Move(Ask("", 0, "vote", 0, "vote", (0,)), Answer(0), ())
        self._agent = LanguagePlayer(
            Models.same(model),
            options,
            embedder=ConstantEmbedder(),
            experiences=FixedExperiences(),
            chooser=FirstCandidatePolicy(),
        )

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `SelfPlayer.answer`."""
        move = self._moves.get(ask.id) or self._bot.answer_now(view, ask, Desk(ask, desk.dice))
        self._move = _Move(ask, move, view.names)
        answer = await self._agent.answer(view, ask, desk)
        # On some boards the badge goes to whoever is trusted most, so suspicions are moves, too.
        return replace(answer, beliefs=move.beliefs) if ask.kind == "suspect" else answer

    def _reply(self, request: ChatRequest) -> str:
        assert request.schema
        if self._on_sent:
            moment = asyncio.get_running_loop().time()
            self._on_sent(Sent(self._move.ask.seat, moment, request))
        return json.dumps(self._object(request.schema, request))

    def _object(
        self, schema: Mapping[str, Any], request: ChatRequest, name: str = ""
    ) -> dict[str, Any]:
        fields = {
            each: self._value(each, field, request) for each, field in schema["properties"].items()
        }
        move, choices = self._move, schema["properties"].get("choice", {}).get("enum", ())
        wanted = option_words(move.ask, move.names).get(move.answer.choice)
        # Of several candidates the first one is the bot's own, and is chosen.
        if name in ("", "plan_A") and (
            choice := wanted if wanted in choices else "A" if "A" in choices else None
        ):
            fields["choice"] = choice
        return fields

    def _value(self, name: str, field: Mapping[str, Any], request: ChatRequest) -> Any:
        if "enum" in field:
            return self._draws.choice(field["enum"])
        match field["type"]:
            case "object":
                return self._object(field, request, name)
            case "array":
                return self._list(name, field, request)
            case _:
                said = self._move.answer.text if name == "speech" else ""
                return f"{said} {_TALK * 4}"[
                    : max(len(said), round(self._draws.uniform(_LEAST, _MOST) * field["maxLength"]))
                ].strip()

    def _list(self, name: str, field: Mapping[str, Any], request: ChatRequest) -> list[Any]:
        items = field["items"]
        if "properties" in items:
            return [
                self._object(items, request, name) | {"player": each}
                for each in items["properties"]["player"]["enum"]
            ]
        if items["type"] == "integer":
            shown = items.get("enum") or [int(head) for head in _heads(request) if head.isdecimal()]
            many = field.get("minItems") or self._draws.randint(0, _CITED)
            return self._draws.sample(shown, min(many, len(shown)))
        return [self._value(name, items, request) for _ in range(field["maxItems"])]


def _heads(request: ChatRequest) -> list[str]:
    return [line.partition(". ")[0] for line in request.messages[-1].text.splitlines()]


class _Counting(Watcher):
    """Counts the calls of a game as its watchers are told them."""

    def __init__(self) -> None:
        self.took = GameCost()
        self._loads: dict[str, ModelLoad] = {}
        self._seats: dict[int, CallCounter] = {}

    def call_noted(self, noted: Noted) -> None:
        """As `Watcher.noted`."""
        if (call := noted.call) is None:
            return
        took, step = self.took, call.step or "act"
        took.calls += 1
        took.sent += call.tokens_in or 0
        took.received += call.tokens_out or 0
        took.by_step[step] = took.by_step.get(step, 0) + 1
        self._seats.setdefault(noted.seat, CallCounter(self._loads)).call(call)
        took.shared = self._loads[call.model].tokens_cached


def play(
    board: str, seed: int, seat: SeatSpec, on_sent: Callable[[Sent], None] | None = None
) -> GameCost:
    """A whole game that is saved, with the same agent in all seats.

    Args:
        board: The board.
        seed: The seed of the deal.
        seat: The agent.
        on_sent: Called with each request; None to call nothing.
    """
    return run_skipping_waits(lambda: _play(board, seed, seat, on_sent))


async def _play(
    board: str, seed: int, seat: SeatSpec, on_sent: Callable[[Sent], None] | None
) -> GameCost:
    spec = make_spec(get_board(board), seed)
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    seats: Sequence[SeatSpec] = [seat] * spec.board.size
    draws, counting, moves = random.Random(seed), _Counting(), bot_answers(bot, spec)
    players = {
        number: ActingAgent(bot, moves, each, draws, on_sent)
        for number, each in enumerate(seats, 1)
    }
    with tempfile.TemporaryDirectory() as home:
        folder = GameFolder.create(Path(home), NewGame(spec, seats, version="bench"))
        result = await Table(
            Game(spec), players, folder=folder, options=TableOptions(watchers=(counting,))
        ).run()
    counting.took.days = result.days
    counting.took.waits = round(asyncio.get_running_loop().time())
    return counting.took
