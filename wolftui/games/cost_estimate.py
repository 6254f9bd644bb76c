"""Cost estimates for models: rehearses games with house bots and counts the agents' calls.

No model is called; `instant_models` answers in typical length.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from statistics import fmean
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from wolfcore.agents import PRESETS, LanguagePlayer, Models, read_options
from wolfcore.game import Answer, Ask, Game, GameSpec, View
from wolfcore.models import ModelSpec, Usage, prices_of
from wolfcore.models.wrappers.costs import is_billed
from wolfcore.players import CallRecord, Desk, Player, SyncPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_player
from wolfcore.table import play_now
from wolftui.words.spending import BUDGET_HINT, CURRENCY, counted, money_text

from .earlier_calls import USUAL_SHARE
from .instant_models import (
    ConstantEmbedder,
    FirstCandidatePolicy,
    FixedExperiences,
    TypicalModel,
    padded_to_length,
    run_skipping_waits,
)

Sample: TypeAlias = Callable[[int], tuple[GameSpec, tuple[SeatSpec, ...]]]


MIN_REHEARSALS, MAX_REHEARSALS = 3, 9
"""How many games are rehearsed. Game lengths vary much, so more games are rehearsed as long as that
takes little time.
"""


_ENOUGH = 4_000_000
"""Prompt tokens (about a second of rehearsal) after which only the minimum number of games runs."""


_STEP = 4
"""The factor by which the room for thinking grows when it was too small.

A model may therefore need as little as this fraction of its room.
"""


_NO_ROOMS: Mapping[str, int | None] = {}
_NO_SHARES: Mapping[str, float] = {}


_A_CALL = 5
"""Assumed seconds per call when the waiting time is stated."""


def estimate_text(
    sample: Sample,
    models: Mapping[str, ModelSpec],
    games: int = 1,
    rooms: Mapping[str, int | None] = _NO_ROOMS,
    shares: Mapping[str, float] = _NO_SHARES,
    *,
    local: bool = False,
) -> str:
    """Describe what models will be asked, how long that takes, and what it may cost.

    Empty if there is nothing to tell.

    Args:
        sample: Returns, for a seed, a game like those that will be played, and its seats.
        models: The models of the settings.
        games: How many games will be played.
        rooms: The thinking tokens that each model was found to need in a reply; None if unknown.
        shares: The repeated calls of each model, as a share of the others, as measured in earlier
            games (`repeat_shares`); a model that is left out has `USUAL_SHARE`.
        local: Whether models on this machine without a price are told as well.
    """
    rehearsals = _rehearsals(sample)
    loads = [each.loads for each in rehearsals]
    names = dict.fromkeys(
        name for load in loads for name in load if local or is_billed(models[name])
    )
    if not names:
        return ""
    many = f"{games} games" if games > 1 else "This game"
    of_each = {name: [load.get(name, ModelLoad()) for load in loads] for name in names}
    lines = [
        f"{many} may ask "
        f"{cost_range_text(name, models[name], found, games, rooms.get(name), shares.get(name))}, "
        "depending on the length of the game and the cache of the endpoint."
        for name, found in of_each.items()
    ]
    numbers = {name: games * fmean(load.calls for load in found) for name, found in of_each.items()}
    lines += [_repeats_text(name, calls, shares.get(name)) for name, calls in numbers.items()]
    lines.append(_waits_text(fmean(each.sequential_waits for each in rehearsals), games))
    lines += [_limits_text(name, models[name], calls) for name, calls in numbers.items()]
    unknown = [f"`{name}`" for name in names if rooms.get(name) is None]
    if unknown:
        lines.append(
            f"The thinking tokens of {' and '.join(unknown)} are not known yet and not counted."
        )
    return " ".join(filter(None, (*lines, BUDGET_HINT)))


def _repeats_text(name: str, calls: float, share: float | None) -> str:
    """Say how many more calls are foreseen because a reply is of no use or does not come."""
    rate, source = (USUAL_SHARE, "an assumption") if share is None else (share, "as in its games")
    more = ceil(rate * calls)
    if not more:
        return f"No more calls of `{name}` are foreseen, since none failed in its games."
    calls_are = "call of `{}` is" if more == 1 else "calls of `{}` are"
    return (
        f"Up to {more} more {calls_are.format(name)} foreseen where a reply fails or is of no use "
        f"({100 * rate:.0f} in 100, {source})."
    )


def _limits_text(name: str, spec: ModelSpec, calls: float) -> str:
    """Say how long the limits in the settings of a model make a game; empty without limits."""
    limits: list[tuple[float, str]] = []
    if rate := spec.requests_per_minute:
        limits.append((calls / rate, f"{counted(rate, 'request')} a minute"))
    if slots := spec.concurrency:
        limits.append((calls * _A_CALL / 60 / slots, f"{counted(slots, 'call')} at a time"))
    if not limits:
        return ""
    minutes, limit = max(limits)
    return f"`{name}` has a limit of {limit}: {max(1, round(minutes))} min or more."


def _rehearsals(sample: Sample) -> list[Rehearsal]:
    found: list[Rehearsal] = []
    sent = 0
    while len(found) < MIN_REHEARSALS or (len(found) < MAX_REHEARSALS and sent < _ENOUGH):
        found.append(rehearse(*sample(len(found))))
        sent += sum(load.tokens_sent for load in found[-1].loads.values())
    return found


def cost_range_text(
    name: str,
    spec: ModelSpec,
    loads: Sequence[ModelLoad],
    games: int,
    room: int | None,
    share: float | None = None,
) -> str:
    """Describe the calls, tokens and cost range of one model, as the rest of a sentence.

    Args:
        name: Its name.
        spec: Its settings.
        loads: The load of the model in each rehearsed game.
        games: How many games will be played.
        room: The thinking tokens that the model needs in a reply; None if unknown.
        share: Calls that must be repeated, as a share of the others; None for `USUAL_SHARE`.
    """
    prices = prices_of(spec)
    thought = room or 0
    calls, tokens = (
        fmean(load.calls for load in loads),
        fmean(load.tokens_sent + load.tokens_received for load in loads),
    )
    thinking = f" and up to {_round(games * calls * thought)} of thinking" if thought else ""
    words = f"`{name}` about {games * calls:.0f} times with about {_round(games * tokens)} tokens"
    if prices is None:
        return f"{words}{thinking}" + ("" if spec.is_local else " (no price in the settings)")
    repeats = 1 + (USUAL_SHARE if share is None else share)
    least = [
        prices.cost_of(
            Usage(
                load.tokens_sent,
                load.tokens_cached,
                load.tokens_received + load.calls * thought // _STEP,
            )
        )
        or 0.0
        for load in loads
    ]
    most = [
        prices.cost_of(Usage(load.tokens_sent, 0, load.tokens_received + load.calls * thought))
        or 0.0
        for load in loads
    ]
    return (
        f"{words}{thinking}; {CURRENCY} that is {money_text(games * min(least), 2)} to "
        f"{money_text(games * repeats * max(most), 2)}"
    )


def _waits_text(waits: float, games: int) -> str:
    minutes = max(1, round(waits * _A_CALL / 60))
    took = f"{minutes} minutes" if minutes > 1 else "a minute"
    a_game, each = (" a game", " each") if games > 1 else ("", "")
    return (
        f"Parallel calls count as one wait: about {waits:.0f} waits{a_game}, {took}{each} if a "
        f"call takes {_A_CALL} seconds."
    )


def _round(tokens: float) -> str:
    digits = max(0, len(str(round(tokens))) - 2)
    return f"{round(tokens, -digits):,.0f}"


_CHARACTERS_A_TOKEN = 4


_BESIDE = 0.5
"""Calls that end within this many seconds count as parallel; a rehearsed call takes one second."""


class ModelLoad(Struct):
    """The calls and tokens that one game takes of a model.

    Attributes:
        calls: Number of calls.
        tokens_sent: Tokens sent.
        tokens_cached: Those of them that repeat the beginning of an earlier prompt of the same
            seat, which endpoints may have cached.
        tokens_received: Tokens received.
    """

    calls: int = 0
    tokens_sent: int = 0
    tokens_cached: int = 0
    tokens_received: int = 0


class Rehearsal(Struct):
    """The result of one rehearsed game.

    Attributes:
        loads: The load of each model, by name.
        sequential_waits: How many waits for models follow one another; parallel calls are one wait.
    """

    loads: dict[str, ModelLoad] = field(default_factory=dict)
    sequential_waits: int = 0


def rehearse(spec: GameSpec, seats: Sequence[SeatSpec]) -> Rehearsal:
    """Play a game with house bots' moves and count what the models of its seats are asked.

    Args:
        spec: The game.
        seats: The player of each seat, in seat order.
    """
    return run_skipping_waits(lambda: _played(spec, seats))


async def _played(spec: GameSpec, seats: Sequence[SeatSpec]) -> Rehearsal:
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    rehearsal, moves = Rehearsal(), bot_answers(bot, spec)
    players: Mapping[int, Player] = {
        number: _RehearsingPlayer(bot, moves, seat, rehearsal.loads) if seat.model else bot
        for number, seat in enumerate(seats, 1)
    }
    game = Game(spec)
    while game.asks:
        given = [
            players[ask.seat].answer(game.view(ask.seat), ask, Desk(ask, game.dice(ask.id)))
            for ask in game.asks
        ]
        answers = await asyncio.gather(*given)
        game.submit({ask.id: answer for ask, answer in zip(game.asks, answers, strict=True)})
    rehearsal.sequential_waits = round(asyncio.get_running_loop().time())
    return rehearsal


def bot_answers(bot: SyncPlayer, spec: GameSpec) -> dict[str, Answer]:
    """Play a game with one bot in all seats and return its answers, by ask id.

    The answers are computed in advance, before padding makes the bot's speeches longer and changes
    how they are understood.
    """
    game, seats = Game(spec), range(1, spec.board.size + 1)
    play_now(game, dict.fromkeys(seats, bot))
    return {own.ask.id: own.answer for seat in seats for own in game.view(seat).answered}


class _RehearsingPlayer:
    """Runs an agent's steps against instant models, but answers with a house bot's move."""

    def __init__(
        self,
        bot: SyncPlayer,
        moves: Mapping[str, Answer],
        spec: SeatSpec,
        loads: dict[str, ModelLoad],
    ) -> None:
        options = read_options(spec.options, PRESETS[spec.player].settings)
        models = Models(
            *(TypicalModel(name or spec.model) for name in ("", options.speaker, options.judge))
        )
        self._bot, self._moves, self._counted = bot, moves, CallCounter(loads)
        self._agent = LanguagePlayer(
            models,
            options,
            embedder=ConstantEmbedder(),
            experiences=FixedExperiences(),
            chooser=FirstCandidatePolicy(),
        )

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return the bot's move with the agent's notes and a speech as long as the agent's."""
        own = await self._agent.answer(
            view, ask, _CountingDesk(ask, desk.dice, counter=self._counted)
        )
        move = self._moves.get(ask.id) or self._bot.answer_now(view, ask, desk)
        words = padded_to_length(move.text, own.text) if move.text else ""
        return replace(
            move,
            text=words,
            thought=own.thought,
            beliefs=move.beliefs or own.beliefs,
            memo=own.memo,
        )


class CallCounter:
    """Counts the calls and tokens of one seat."""

    def __init__(self, loads: dict[str, ModelLoad]) -> None:
        self._loads = loads
        self._same: dict[tuple[str, str], str] = {}
        self._before, self._now, self._moment = "", "", 0.0

    def call(self, call: CallRecord) -> None:
        """Count a call; the prefix it shares with earlier prompts counts as cached tokens.

        Compared are the last call of the same kind and the last call before the current parallel
        group, but no call of that group.
        """
        text = "\n".join(words for _, words in call.messages)
        moment = asyncio.get_running_loop().time()
        if moment - self._moment > _BESIDE:
            self._before, self._moment = self._now, moment
        self._now = text
        kind = (call.step, call.about)
        shared = max(
            _common_prefix(self._same.get(kind, ""), text), _common_prefix(self._before, text)
        )
        self._same[kind] = text
        load = self._loads.setdefault(call.model, ModelLoad())
        load.calls += 1
        load.tokens_sent += len(text) // _CHARACTERS_A_TOKEN
        load.tokens_cached += shared // _CHARACTERS_A_TOKEN
        load.tokens_received += call.tokens_out or 0


class _CountingDesk(Desk):
    """A desk that passes the calls of its seat to a counter."""

    counter: CallCounter | None = None

    def record(self, call: CallRecord) -> None:
        """Count the call instead of recording it."""
        assert self.counter
        self.counter.call(call)


def _common_prefix(one: str, two: str) -> int:
    """Return the length of the common prefix of two texts, in characters."""
    lengths = range(min(len(one), len(two)) + 1)
    return bisect_left(lengths, True, key=lambda length: not two.startswith(one[:length])) - 1
