"""Build the prompt of a step from its seat's view: rules, seat, record, notes and task.

What all seats share stands first and the task last, so that servers can cache the beginning.
Templates are the files in `prompts/`; nothing that a player said is read as a template.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import SPEECH_KINDS, Ask, View
from wolfcore.game.rulebook import rulebook
from wolfcore.models import Message

from .fact_sentences import seat_label
from .personas import style_words
from .presets import Settings
from .record_lines import lines_that_fit, numbered_texts, record_of
from .schemas import has_choice, option_words, schema_for
from .turn import Section, Turn

ModelRole: TypeAlias = Literal["thinker", "speaker", "judge"]


ANSWER = "act"
"""The step that answers the ask."""


_STEPS_SHOWN_THE_ASK = frozenset({"question", "reflect", "advise", "select"})
"""The steps that think of what the seat is about to do (Xu et al. A.5, where the moderator's
request stands above each of them)."""


_SEAT_HEADING = "\n# Who you are\n"
"""The heading below which a prompt is that of one seat. No word of a player begins a line."""


class Task(Struct, frozen=True):
    """What a step wants of a model.

    Attributes:
        step: The step.
        words: What is asked, as text.
        schema: What the answer looks like.
        about: Which of several calls of the step this is, in a few words; empty where there is one.
        is_parallel: Whether it goes out together with the others.
        options: What can be chosen, in words.
        model_role: Who is asked.
        spoken: Whether the field `speech` of the answer is said aloud as it comes.
    """

    step: str
    words: str
    schema: dict[str, Any]
    about: str = ""
    is_parallel: bool = False
    options: tuple[str, ...] = ()
    model_role: ModelRole = "thinker"
    spoken: bool = False


class Prompt(Struct, frozen=True):
    """What a model is asked with.

    Attributes:
        messages: The conversation.
        schema: What its answer looks like.
        record_chars: Characters of the record in it.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any]
    record_chars: int


def new_turn(view: View, ask: Ask) -> Turn:
    """An ask at the beginning of the pipeline: nothing but the whole record is in sight."""
    lines = tuple(record_of(view))
    return Turn(view, ask, lines, (Section("Record", lines, empty="Nothing has happened yet."),))


def answer_prompt(
    view: View,
    ask: Ask,
    settings: Settings | None = None,
    room: int | None = None,
    persona: str = "",
) -> Prompt:
    """The prompt for the answer to an ask where no step went before it.

    Args:
        view: What the seat may know.
        ask: What it is asked, with its options in the order in which they are listed.
        settings: The switches of the pipeline.
        room: Characters that the record may take; None for as many as it has.
        persona: How the seat talks, in words to it; empty for no way of its own.
    """
    settings = settings or Settings()
    turn = new_turn(view, ask)
    return build_prompt(turn, act_task(turn, settings), settings, room, persona)


def act_task(turn: Turn, settings: Settings) -> Task:
    """The task of answering the ask."""
    view, ask = turn.view, turn.ask
    words = ask_words(turn, settings)
    options = tuple(option_words(ask, view.names).values()) if has_choice(ask) else ()
    schema = schema_for(ask, view, settings.lengths, reason=settings.reason)
    return Task(
        ANSWER,
        words,
        schema,
        options=options,
        model_role="speaker" if ask.kind in SPEECH_KINDS else "thinker",
        spoken=ask.kind in SPEECH_KINDS,
    )


def ask_words(turn: Turn, settings: Settings) -> str:
    """The ask in words to its seat."""
    view, ask = turn.view, turn.ask
    words = (
        template("asks/" + ask.kind)
        .render(switches=view.board.switches, phase=ask.phase, role=view.role)
        .strip()
    )
    more = (
        template("counsel").render(kind=ask.kind, team=view.team).strip()
        if settings.counsel
        else ""
    )
    return f"{words} {more}" if more else words


def build_prompt(
    turn: Turn,
    task: Task,
    settings: Settings,
    max_record_chars: int | None = None,
    persona: str = "",
) -> Prompt:
    """The prompt of a task.

    Args:
        turn: The ask and what steps made of it so far.
        task: What is wanted.
        settings: The switches of the pipeline.
        max_record_chars: Characters that the record may take; None for as many as it has.
        persona: As in `answer_prompt`.
    """
    view, ask = turn.view, turn.ask
    lines = [line for section in turn.sections for line in section.lines]
    kept = lines_that_fit(lines, max_record_chars)
    sections = [
        replace(section, lines=tuple([line for line in section.lines if line.number in kept]))
        for section in turn.sections
    ]
    above = template("record").render(
        sections=[(section, numbered_texts(section.lines)) for section in sections]
    )
    below = template("task").render(
        notes=turn.notes,
        night=ask.phase == "night",
        day=ask.day,
        living=_labels(view, view.living),
        me=seat_label(view.seat, view.names),
        role=view.role,
        team=_team(view),
        ahead=ask_words(turn, settings) if task.step in _STEPS_SHOWN_THE_ASK else "",
        words=task.words,
        options=task.options,
        fields=_fields(task),
    )
    table = _system_text(view, settings, persona)
    # All seats share the rules; of the record, its first part only grows.
    grown = (
        template("record").render(sections=[(sections[0], numbered_texts(sections[0].lines))])
        if sections
        else ""
    )
    messages = (
        Message("system", table, shared_prefix=max(0, table.find(_SEAT_HEADING))),
        Message("user", above + below, shared_prefix=len(grown.rstrip("\n")) + 1),
    )
    return Prompt(messages, task.schema, sum(map(len, _texts(sections))))


def repair_prompt(prompt: Prompt, task: Task, reply: str, problem: str) -> Prompt:
    """The prompt that goes on after a reply that could not be used.

    Args:
        prompt: The prompt of that reply.
        task: What was wanted.
        reply: The reply; what is blank is not repeated, since endpoints refuse an empty message.
        problem: What is wrong with it.
    """
    words = template("again").render(problem=problem, options=task.options, fields=_fields(task))
    said = (Message("assistant", reply),) if reply.strip() else ()
    return Prompt(
        (*prompt.messages, *said, Message("user", words)), prompt.schema, prompt.record_chars
    )


def _texts(sections: Sequence[Section]) -> list[str]:
    return [text for section in sections for text in numbered_texts(section.lines)]


def _fields(task: Task) -> list[str]:
    """The fields of the answer, each with what it holds where a name does not say it."""
    return [f"`{name}`{_inside(field)}" for name, field in task.schema["properties"].items()]


def _inside(field: dict[str, Any]) -> str:
    """What a field holds where that is more than a word, in words."""
    if field["type"] == "array" and "properties" in field["items"]:
        inner = list(field["items"]["properties"])
        listed = f"{', '.join(f'`{name}`' for name in inner[:-1])} and `{inner[-1]}`"
        return f" (a list of objects with {listed}, one for every other living player)"
    if field["type"] == "object":
        return f" (an object with {', '.join(f'`{name}`' for name in field['properties'])})"
    return ""


def _system_text(view: View, settings: Settings, persona: str) -> str:
    """What stays the same for the whole game."""
    return (
        template("table")
        .render(
            me=seat_label(view.seat, view.names),
            players=_labels(view, range(1, view.board.size + 1)),
            role=view.role,
            team=_team(view),
            mates=_labels(view, view.mates),
            rules=rulebook(view.board) if settings.rules else (),
            tips=settings.tips,
            noted=settings.record == "whole",
            style=style_words(settings.style, view.team or "village"),
            reason=settings.reason,
            lengths=settings.lengths,
            persona=persona,
        )
        .rstrip()
    )


def _team(view: View) -> str:
    return "the wolves" if view.team == "wolves" else "the village"


def _labels(view: View, seats: range | tuple[int, ...]) -> list[str]:
    return [seat_label(seat, view.names) for seat in seats]


@cache
def template(name: str) -> Template:
    """A prompt by its file's name; what it uses must be given to it."""
    return _environment().get_template(f"{name}.j2")


@cache
def _environment() -> Environment:
    # Plain text for a model: escaping for HTML would spoil it.
    return Environment(
        loader=PackageLoader("wolfcore.agents", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
