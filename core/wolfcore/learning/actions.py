"""Numbers as answers: what each action means to the seat that is asked, and which of them are legal."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np

from wolfcore.errors import IllegalAnswer
from wolfcore.game import SPEECH_KINDS, Answer, Ask
from wolfcore.players import SILENT_ANSWERS, THOUGHT_LIMIT, clean_speech, clean_text, is_valid_belief

from .layout import Array

Action: TypeAlias = "int | np.integer[Any] | Answer | None"
"""A number of the action space, a whole answer, or None for an agent that is done."""

CANDIDATE_KINDS = SPEECH_KINDS | {"suspect"}
"""Asks for which candidates are proposed: a number alone could not say what they ask for."""


class Actions:
    """The actions of a board: first each choice that an ask can have, 0 to N, and then each candidate.

    Args:
        size: How many seats there are.
        plans: How many candidates are proposed at most.
        propose: Gives the candidates for an ask.
    """

    __slots__ = ("_plans", "_propose", "_size", "first_plan", "number")

    def __init__(self, size: int, plans: int, propose: Callable[[Ask], Sequence[Answer]]) -> None:
        self._size, self._propose = size, propose
        self.first_plan = size + 1
        self.number = size + 1 + plans
        self._plans: dict[str, Sequence[Answer]] = {}

    def forget(self) -> None:
        """Drop the candidates of asks that are out no more."""
        self._plans = {}

    def candidates(self, ask: Ask) -> Sequence[Answer]:
        """The candidates for an ask that is out: proposed once, when somebody looks.

        Raises:
            IllegalAnswer: What is proposed is not legal.
        """
        if self.number == self.first_plan or ask.kind not in CANDIDATE_KINDS:
            return ()
        if ask.id not in self._plans:
            room = self.number - self.first_plan
            self._plans[ask.id] = [self._checked(ask, plan) for plan in self._propose(ask)[:room]]
        return self._plans[ask.id]

    def mask(self, ask: Ask | None) -> Array:
        """A 1 for each legal action: each option, silent where the ask is for words, and each candidate."""
        mask = np.zeros(self.number, np.int8)
        if ask:
            mask[list(ask.options)] = 1
            mask[self.first_plan : self.first_plan + len(self.candidates(ask))] = 1
        return mask

    def answer(self, ask: Ask, action: object) -> Answer:
        """The answer that an action means.

        Raises:
            IllegalAnswer: It means none, or one that is not legal.
        """
        if isinstance(action, Answer):
            return self._checked(ask, action)
        try:
            number = operator.index(cast(SupportsIndex, action))
        except TypeError:
            raise IllegalAnswer(ask.id, f"{action!r} is no number of the action space and no Answer") from None
        if number in ask.options:
            return SILENT_ANSWERS[number]
        place, plans = number - self.first_plan, self.candidates(ask)
        if not 0 <= place < len(plans):
            legal = [*ask.options, *range(self.first_plan, self.first_plan + len(plans))]
            raise IllegalAnswer(ask.id, f"action {number} is masked; it is one of {legal}")
        return plans[place]

    def _checked(self, ask: Ask, answer: Answer) -> Answer:
        """An answer as it may enter a log: legal, with clean words and sound beliefs."""
        if type(answer.choice) is not int or answer.choice not in ask.options:
            raise IllegalAnswer(ask.id, f"{answer.choice!r} is not among {list(ask.options)}")
        if type(answer.text) is not str or type(answer.thought) is not str:
            raise IllegalAnswer(ask.id, "its words are no text")
        if not all(is_valid_belief(belief, self._size) for belief in answer.beliefs):
            raise IllegalAnswer(ask.id, "a belief is out of range")
        thought = clean_text(answer.thought, THOUGHT_LIMIT, lines=True)
        return Answer(answer.choice, clean_speech(answer.text), thought, answer.beliefs)
