"""Agents: what passes through the pipeline of an agent, and what its steps may use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec import Struct

from core.game import Answer, Ask, View
from core.models import ChatModel
from core.players import Desk

from .schemas import Lengths


class Turn(Struct, frozen=True):
    """One ask on its way to an answer. A step gives a new turn and changes none.

    Attributes:
        view: What the seat may know.
        ask: What it is asked.
        answer: The answer, once a step has found it.
    """

    view: View
    ask: Ask
    answer: Answer | None = None


class Tools(Struct, frozen=True):
    """What the steps of an agent may use.

    Attributes:
        model: The model of the seat.
        desk: The line to the table.
        lengths: How much the model may write for one answer.
        persona: How it talks, in words to it; empty for no way of its own.
    """

    model: ChatModel
    desk: Desk
    lengths: Lengths
    persona: str = ""


Step: TypeAlias = Callable[[Turn, Tools], Awaitable[Turn]]
