"""What a game will ask of models that cost money, before it begins: it is rehearsed a few times, and the calls are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TypeAlias

from wolfcore.game import GameSpec
from wolfcore.models import ModelSpec, Usage, prices_of
from wolfcore.records import SeatSpec

from .rehearsing import ModelLoad, Rehearsal, rehearse

Sample: TypeAlias = Callable[[int], tuple[GameSpec, tuple[SeatSpec, ...]]]
MIN_REHEARSALS, MAX_REHEARSALS = 3, 9
"""Games that are rehearsed to find out: how long games are differs much, so there are more where that takes no time to speak of."""
_ENOUGH = 4_000_000
"""Tokens sent after which no more than the fewest games are begun: about a second's worth."""
_STEP = 4
"""Room for thinking is found by making it so many times as large, so a part of it was not enough once."""
_NO_ROOMS: Mapping[str, int | None] = {}
_A_CALL = 5
"""Seconds of a call by which it is said how long waits take."""


def estimate_text(
    sample: Sample, models: Mapping[str, ModelSpec], games: int = 1, rooms: Mapping[str, int | None] = _NO_ROOMS
) -> str:
    """What the models that have a price will be asked for and cost, in words.

    Args:
        sample: Gives a game like those that will be played for each seed, and who would sit where.
        models: The models of the settings.
        games: How many games will be played.
        rooms: The tokens of thinking for which each model was found to need room in a reply; None where that is not known.
    """
    rehearsals = _rehearsals(sample)
    loads = [each.loads for each in rehearsals]
    names = dict.fromkeys(name for load in loads for name in load if prices_of(models[name]))
    if not names:
        return ""
    many = f"{games} games" if games > 1 else "This game"
    of_each = [
        cost_range_text(name, models[name], [load.get(name, ModelLoad()) for load in loads], games, rooms.get(name))
        for name in names
    ]
    lines = [f"{many} may ask {each}, by the length of the game and what the endpoint keeps in its cache." for each in of_each]
    lines.append(_waits_text(fmean(each.sequential_waits for each in rehearsals), games))
    unknown = [f"`{name}`" for name in names if rooms.get(name) is None]
    if unknown:
        lines.append(f"What {' and '.join(unknown)} may think before answers is not known yet, and not counted.")
    return " ".join((*lines, "A budget can be set with --max-cost."))


def _rehearsals(sample: Sample) -> list[Rehearsal]:
    found: list[Rehearsal] = []
    sent = 0
    while len(found) < MIN_REHEARSALS or (len(found) < MAX_REHEARSALS and sent < _ENOUGH):
        found.append(rehearse(*sample(len(found))))
        sent += sum(load.tokens_sent for load in found[-1].loads.values())
    return found


def cost_range_text(name: str, spec: ModelSpec, loads: Sequence[ModelLoad], games: int, room: int | None) -> str:
    """How often a model may be asked, with how many tokens, and the range of what that costs, as the rest of a sentence.

    Args:
        name: Its name.
        spec: Its settings, which have prices.
        loads: What was asked of it in each game that was rehearsed.
        games: How many games will be played.
        room: The tokens of thinking for which it needs room in a reply; None where that is not known.
    """
    prices = prices_of(spec)
    assert prices
    thought = room or 0
    calls, tokens = fmean(load.calls for load in loads), fmean(load.tokens_sent + load.tokens_received for load in loads)
    least = [
        prices.cost_of(Usage(load.tokens_sent, load.tokens_cached, load.tokens_received + load.calls * thought // _STEP)) or 0.0
        for load in loads
    ]
    most = [prices.cost_of(Usage(load.tokens_sent, 0, load.tokens_received + load.calls * thought)) or 0.0 for load in loads]
    thinking = f" and up to {_round(games * calls * thought)} of thinking" if thought else ""
    money = f"{games * min(least):.2g} to {games * max(most):.2g}"
    tokens_words = f"{_round(games * tokens)} tokens{thinking}"
    return f"`{name}` about {games * calls:.0f} times with about {tokens_words}; at its prices that is {money}"


def _waits_text(waits: float, games: int) -> str:
    minutes = max(1, round(waits * _A_CALL / 60))
    took = f"{minutes} minutes" if minutes > 1 else "a minute"
    return (
        f"Calls side by side are one wait: about {waits:.0f} waits{' a game' if games > 1 else ''}, {took} where a call takes"
        f" {_A_CALL} seconds."
    )


def _round(tokens: float) -> str:
    digits = max(0, len(str(round(tokens))) - 2)
    return f"{round(tokens, -digits):,.0f}"
