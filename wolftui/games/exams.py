"""Language players as those who answer the questions of a quiz, and what that will ask of models that cost money."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from wolfcore.agents import PRESETS, read_options
from wolfcore.exam import Examinee, Manner, take
from wolfcore.game import Board
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Listener, prices_of
from wolfcore.quiz import Question
from wolfcore.records import SeatSpec
from wolftui.settings.endpoints import ModelSettings

from .estimating import price_words
from .leaping import run_leaping
from .rehearsing import Load
from .typical import Typical

_SAMPLED = 40
"""Questions of each player that are rehearsed to find out."""
_CHARACTERS_A_TOKEN = 4


def examinee(spec: SeatSpec, boards: Mapping[str, Board], model: ChatModel, *, rules: bool = True) -> Examinee:
    """A language player as one who answers questions.

    Args:
        spec: The player.
        boards: The boards of the questions, by name.
        model: Its model.
        rules: Whether the rule book may stand in its prompts; a player can be without it, too.

    Raises:
        ConfigError: It has an option that there is not.
    """
    settings = read_options(spec.options, PRESETS[spec.player].settings).settings
    manner = Manner(
        rules=settings.rules and rules, reason=settings.reason, temperature=settings.heat.choice,
        top_p=settings.top_p, max_tokens=settings.max_tokens,
    )  # fmt: skip
    return Examinee(model, boards, manner)


def estimate_quiz(
    asked: Mapping[str, Sequence[Question]], specs: Mapping[str, SeatSpec], boards: Mapping[str, Board], models: ModelSettings
) -> str:
    """What the models that have a price will be asked for in a quiz and cost, in words; empty where none has one.

    Answers that must be asked for again are not foreseen.

    Args:
        asked: What is asked, by player.
        specs: The players, by name.
        boards: The boards of the questions, by name.
        models: The models of the settings.
    """
    loads: dict[str, list[Load]] = {}
    for name, questions in asked.items():
        spec = specs[name]
        if questions and spec.model in models.specs and prices_of(models.specs[spec.model]):
            loads.setdefault(spec.model, []).append(_load(spec, boards, questions))
    lines = [
        f"The quiz may ask {price_words(name, models.specs[name], [_sum(each)], 1, models.room(models.specs[name]))}, by what the"
        " endpoint keeps in its cache."
        for name, each in loads.items()
    ]
    return " ".join(lines)


def _load(spec: SeatSpec, boards: Mapping[str, Board], questions: Sequence[Question]) -> Load:
    """What one player's questions ask of its model: some of them are rehearsed, and all counted like them."""
    some = [questions[place * len(questions) // _SAMPLED] for place in range(_SAMPLED)]
    some = list({question.id: question for question in some}.values())
    counting = _Counting(spec.model)
    run_leaping(lambda: take(some, examinee(spec, boards, counting), lambda _: None))
    load, times = counting.load, len(questions) / len(some)
    return Load(*(round(times * amount) for amount in (load.calls, load.sent, load.shared, load.received)))


def _sum(loads: Sequence[Load]) -> Load:
    return Load(
        sum(load.calls for load in loads), sum(load.sent for load in loads), sum(load.shared for load in loads),
        sum(load.received for load in loads),
    )  # fmt: skip


class _Counting:
    """A model that answers as long as is usual, and counts what it is asked.

    Args:
        name: What it is called.

    Attributes:
        load: What it was asked so far.
    """

    def __init__(self, name: str) -> None:
        self._typical, self._tasks, self.load = Typical(name), set[str](), Load()

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._typical.name

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`. What stands above the questions on a board is in the cache of an endpoint after the first."""
        task = request.messages[0].text
        load = self.load
        load.calls += 1
        load.sent += sum(len(message.text) for message in request.messages) // _CHARACTERS_A_TOKEN
        load.shared += len(task) // _CHARACTERS_A_TOKEN if task in self._tasks else 0
        self._tasks.add(task)
        reply = await self._typical.complete(request, hear)
        load.received += len(json.dumps(reply.parsed)) // _CHARACTERS_A_TOKEN
        return reply
