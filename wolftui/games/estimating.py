"""What a game will ask of models that cost money, before it begins: house bots play it a few times and the prompts are counted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TypeAlias

from msgspec import Struct

from core.agents import PRESETS, Options, is_settled, prompt_for, read_options
from core.game import Answer, Ask, Game, GameSpec, View
from core.models import ModelSpec, Usage, prices_of
from core.players import Desk, QuickPlayer
from core.records import SeatSpec
from core.seating import DEFAULT_SEAT, make_player
from core.table import play_now

Sample: TypeAlias = Callable[[int], tuple[GameSpec, tuple[SeatSpec, ...]]]
GAMES = 3
"""Games that are played to find out."""
_CHARACTERS_A_TOKEN = 4
_CHOICE, _SUSPICION = 20, 80
"""Characters of a choice and of one suspicion."""
_STEP = 4
"""Room for thinking is found by making it so many times as large, so a part of it was not enough once."""
_NO_ROOMS: Mapping[str, int | None] = {}
_WRITTEN = 0.6
"""How much of the room for its words a model is taken to use."""


class Load(Struct):
    """What one game asks of a model.

    Attributes:
        calls: Calls.
        sent: Tokens sent.
        shared: Those of them that the prompt before of the same seat began with, which endpoints may have cached.
        received: Tokens received.
    """

    calls: int = 0
    sent: int = 0
    shared: int = 0
    received: int = 0


def estimate(sample: Sample, models: Mapping[str, ModelSpec], games: int = 1, rooms: Mapping[str, int | None] = _NO_ROOMS) -> str:
    """What the models that have a price will be asked for and cost, in words.

    Args:
        sample: Gives a game like those that will be played for each seed, and who would sit where.
        models: The models of the settings.
        games: How many games will be played.
        rooms: The tokens of thinking for which each model was found to need room in a reply; None where that is not known.
    """
    loads = [_played(*sample(seed)) for seed in range(GAMES)]
    names = dict.fromkeys(name for load in loads for name in load if prices_of(models[name]))
    if not names:
        return ""
    many = f"{games} games" if games > 1 else "This game"
    lines = [
        f"{many} may ask {_of(name, models[name], [load.get(name, Load()) for load in loads], games, rooms.get(name))}"
        for name in names
    ]
    unknown = [f"`{name}`" for name in names if rooms.get(name) is None]
    if unknown:
        lines.append(f"What {' and '.join(unknown)} may think before answers is not known yet, and not counted.")
    return " ".join((*lines, "A budget can be set with --max-cost."))


def _of(name: str, spec: ModelSpec, loads: Sequence[Load], games: int, room: int | None) -> str:
    prices = prices_of(spec)
    assert prices
    thought = room or 0
    calls, tokens = fmean(load.calls for load in loads), fmean(load.sent + load.received for load in loads)
    least = [prices.of(Usage(load.sent, load.shared, load.received + load.calls * thought // _STEP)) or 0.0 for load in loads]
    most = [prices.of(Usage(load.sent, 0, load.received + load.calls * thought)) or 0.0 for load in loads]
    thinking = f" and up to {_round(games * calls * thought)} of thinking" if thought else ""
    money = f"{games * min(least):.2g} to {games * max(most):.2g}"
    tokens_words = f"{_round(games * tokens)} tokens{thinking}"
    return (
        f"`{name}` about {games * calls:.0f} times with about {tokens_words}; at its prices that is {money}, by the length of"
        " the game and what the endpoint keeps in its cache."
    )


def _round(tokens: float) -> str:
    digits = max(0, len(str(round(tokens))) - 2)
    return f"{round(tokens, -digits):,.0f}"


def _played(spec: GameSpec, seats: Sequence[SeatSpec]) -> dict[str, Load]:
    """What a game of house bots in the place of the models would have asked of each."""
    loads = {seat.model: Load() for seat in seats if seat.model}
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, QuickPlayer)
    counting = {number: _Counting(bot, seat, loads.get(seat.model)) for number, seat in enumerate(seats, 1)}
    play_now(Game(spec), counting)
    return loads


class _Counting:
    """A house bot on the seat of a model, which counts what the model would have been asked."""

    def __init__(self, bot: QuickPlayer, seat: SeatSpec, load: Load | None) -> None:
        self._bot, self._load, self._last = bot, load, ""
        self._options = read_options(seat.options, PRESETS[seat.player].settings) if load else Options()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer, load = self._bot.answer_now(view, ask, desk), self._load
        if load and not is_settled(ask):
            prompt = prompt_for(view, ask, self._options.settings, persona=self._options.cast(view))
            text = "\n".join(message.text for message in prompt.messages)
            fields = prompt.schema["properties"]
            written = sum(field.get("maxLength", _CHOICE) for field in fields.values())
            written += _SUSPICION * len(view.living) if "suspicions" in fields else 0
            load.calls += 1
            load.sent += len(text) // _CHARACTERS_A_TOKEN
            load.shared += _shared(self._last, text) // _CHARACTERS_A_TOKEN
            load.received += round(_WRITTEN * written) // _CHARACTERS_A_TOKEN
            self._last = text
        return answer


def _shared(one: str, two: str) -> int:
    """How many characters two texts begin with together."""
    lengths = range(min(len(one), len(two)) + 1)
    return bisect_left(lengths, True, key=lambda length: not two.startswith(one[:length])) - 1
