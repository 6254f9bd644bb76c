"""Language players as takers of a quiz, and the estimated cost of a quiz."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from wolfcore.agents import PRESETS, read_options
from wolfcore.game import Board
from wolfcore.models import ChatModel, ChatReply, ChatRequest, DeltaListener
from wolfcore.models.wrappers.costs import is_billed
from wolfcore.quiz import Question
from wolfcore.quiz.exam import AskingStyle, ModelTaker, take_quiz
from wolfcore.records import SeatSpec
from wolftui.settings.endpoints import ModelSettings

from .cost_estimate import ModelLoad, cost_range_text
from .instant_models import TypicalModel, run_skipping_waits

_SAMPLE_QUESTIONS = 40
"""How many questions of each player are rehearsed for the estimate."""


_CHARACTERS_A_TOKEN = 4


def make_examinee(
    spec: SeatSpec, boards: Mapping[str, Board], model: ChatModel, *, rules: bool = True
) -> ModelTaker:
    """Create the quiz taker of a language player.

    Args:
        spec: The player.
        boards: The boards of the questions, by name.
        model: Its model.
        rules: Whether the rule book may be in its prompts; the player's own options can leave it
            out, too.

    Raises:
        ConfigError: The player has an unknown option.
    """
    settings = read_options(spec.options, PRESETS[spec.player].settings).settings
    manner = AskingStyle(
        rules=settings.rules and rules, reason=settings.reason, temperature=settings.heat.choice,
        top_p=settings.top_p, max_tokens=settings.max_tokens,
    )  # fmt: skip
    return ModelTaker(model, boards, manner)


def quiz_estimate_text(
    asked: Mapping[str, Sequence[Question]],
    specs: Mapping[str, SeatSpec],
    boards: Mapping[str, Board],
    models: ModelSettings,
) -> str:
    """Describe what models that may cost something are asked in a quiz; empty if there are none.

    Repeated requests after unreadable answers are in the upper bound alone.

    Args:
        asked: The questions, by player.
        specs: The players, by name.
        boards: The boards of the questions, by name.
        models: The models of the settings.
    """
    loads: dict[str, list[ModelLoad]] = {}
    for name, questions in asked.items():
        spec = specs[name]
        if questions and any(map(is_billed, models.named([spec.model]).values())):
            loads.setdefault(spec.model, []).append(_load(spec, boards, questions))
    lines = [
        "The quiz may ask "
        f"""{
            cost_range_text(
                name,
                models.named([name])[name],
                [_sum(each)],
                1,
                models.thinking_tokens_for(models.named([name])[name]),
            )
        }, """
        "by what the"
        " endpoint keeps in its cache."
        for name, each in loads.items()
    ]
    return " ".join(lines)


def _load(spec: SeatSpec, boards: Mapping[str, Board], questions: Sequence[Question]) -> ModelLoad:
    """Estimate the load of one player's questions from a rehearsed sample of them."""
    some = [
        questions[place * len(questions) // _SAMPLE_QUESTIONS] for place in range(_SAMPLE_QUESTIONS)
    ]
    some = list({question.id: question for question in some}.values())
    counting = _CountingModel(spec.model)
    run_skipping_waits(
        lambda: take_quiz(some, make_examinee(spec, boards, counting), lambda _: None)
    )
    load, times = counting.load, len(questions) / len(some)
    return ModelLoad(
        *(
            round(times * amount)
            for amount in (load.calls, load.tokens_sent, load.tokens_cached, load.tokens_received)
        )
    )


def _sum(loads: Sequence[ModelLoad]) -> ModelLoad:
    return ModelLoad(
        sum(load.calls for load in loads),
        sum(load.tokens_sent for load in loads),
        sum(load.tokens_cached for load in loads),
        sum(load.tokens_received for load in loads),
    )


class _CountingModel:
    """A model that returns answers of typical length and counts its requests.

    Args:
        name: Its name.

    Attributes:
        load: The calls and tokens so far.
    """

    def __init__(self, name: str) -> None:
        self._typical, self._tasks, self.load = TypicalModel(name), set[str](), ModelLoad()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._typical.name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Count a request and answer it; a system message sent before counts as cached."""
        task = request.messages[0].text
        load = self.load
        load.calls += 1
        load.tokens_sent += (
            sum(len(message.text) for message in request.messages) // _CHARACTERS_A_TOKEN
        )
        load.tokens_cached += len(task) // _CHARACTERS_A_TOKEN if task in self._tasks else 0
        self._tasks.add(task)
        reply = await self._typical.complete(request, on_delta)
        load.tokens_received += len(json.dumps(reply.parsed)) // _CHARACTERS_A_TOKEN
        return reply
