"""Agents: the prompt for an ask, from one seat's view and nothing else.

The rules come first and are the same for all seats of a game; seat and role follow and stay the same for the whole game; then
comes the record, which only grows, and the question is last. So consecutive prompts of a seat share their beginning, and those of
all seats the rules, which servers keep in a cache.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from core.game import Ask, View
from core.game.rulebook import rulebook
from core.models import Message

from .choices import option_words
from .record import numbered, record_of
from .schemas import USUAL, Lengths, chooses, schema_for
from .templates import template
from .wording import label

_WHO_YOU_ARE, _QUESTION = "\n# Who you are\n", "\n# Question\n"
"""The headings below which a prompt is that of one seat, and of one ask. No word of a player begins a line."""


class AskPrompt(Struct, frozen=True):
    """What a model is asked with.

    Attributes:
        messages: The conversation.
        schema: What its answer looks like.
        record: Characters of the record in it.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any]
    record: int


def prompt_for(view: View, ask: Ask, lengths: Lengths = USUAL, room: int | None = None, persona: str = "") -> AskPrompt:
    """The prompt for an ask.

    Args:
        view: What the seat may know.
        ask: What it is asked, with its options in the order in which they are listed.
        lengths: How much the model may write.
        room: Characters that the record may take; None for as many as it has.
        persona: How the seat talks, in words to it; empty for no way of its own.
    """
    record, schema = numbered(record_of(view), room), schema_for(ask, view, lengths)
    question = template("act").render(
        record=record,
        night=ask.phase == "night",
        day=ask.day,
        phase=ask.phase,
        living=_labels(view, view.living),
        kind=ask.kind,
        me=label(view.seat, view.names),
        role=view.role,
        team=_team(view),
        switches=view.board.switches,
        **_form(ask, view, schema),
    )
    table = _table(view, lengths, persona)
    # All seats share the rules, and the record only grows.
    messages = (
        Message("system", table, kept=table.index(_WHO_YOU_ARE)),
        Message("user", question, kept=question.index(_QUESTION)),
    )
    return AskPrompt(messages, schema, sum(map(len, record)))


def again(prompt: AskPrompt, view: View, ask: Ask, reply: str, problem: str) -> AskPrompt:
    """The prompt that goes on after a reply that could not be used.

    Args:
        prompt: The prompt of that reply.
        view: As in `prompt_for`.
        ask: As in `prompt_for`.
        reply: The reply; what is blank is not repeated, since endpoints refuse an empty message.
        problem: What is wrong with it.
    """
    words = template("again").render(problem=problem, **_form(ask, view, prompt.schema))
    said = (Message("assistant", reply),) if reply.strip() else ()
    return AskPrompt((*prompt.messages, *said, Message("user", words)), prompt.schema, prompt.record)


def _form(ask: Ask, view: View, schema: dict[str, Any]) -> dict[str, Any]:
    """What the answer looks like, for a template."""
    fields = [f"`{name}`" for name in schema["properties"]]
    if ask.kind == "suspect":
        fields[-1] += " (a list of objects with `player`, `role` and `confidence`, one for every other living player)"
    return {"options": list(option_words(ask, view.names).values()) if chooses(ask) else [], "fields": fields}


def _table(view: View, lengths: Lengths, persona: str) -> str:
    """What stays the same for the whole game."""
    return (
        template("table")
        .render(
            me=label(view.seat, view.names),
            players=_labels(view, range(1, view.board.size + 1)),
            role=view.role,
            team=_team(view),
            mates=_labels(view, view.mates),
            rules=rulebook(view.board),
            lengths=lengths,
            persona=persona,
        )
        .rstrip()
    )


def _team(view: View) -> str:
    return "the wolves" if view.team == "wolves" else "the village"


def _labels(view: View, seats: range | tuple[int, ...]) -> list[str]:
    return [label(seat, view.names) for seat in seats]
