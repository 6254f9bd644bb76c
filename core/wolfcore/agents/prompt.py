"""Build the prompt of a step from its seat's view: rules, seat, record, notes and task.

Text that all seats share comes first and the task last, so that servers can cache the prefix.
Templates are the files in `prompts/`; players' words are never parsed as a template.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import SPEECH_KINDS, Ask, View
from wolfcore.game.asks import LINE_WORDS
from wolfcore.game.rulebook import rulebook
from wolfcore.models import Message

from .fact_sentences import seat_label
from .personas import style_words
from .presets import Settings
from .record_lines import (
    growing_section,
    lines_that_fit,
    numbered_texts,
    record_of,
    statement_sections,
)
from .schemas import MAX_EVIDENCE, has_choice, option_words, schema_for
from .templates import template
from .turn import Section, Turn

ModelRole: TypeAlias = Literal["thinker", "speaker", "judge"]


ANSWER = "act"
"""The name of the step that answers the ask."""


_STEPS_SHOWN_THE_ASK = frozenset({"question", "reflect", "advise", "select"})
"""The steps whose prompt also shows the ask, because they prepare its answer (Xu et al. A.5, where
the moderator's request is above each of them)."""


_SEAT_HEADING = "\n# Who you are\n"
"""The heading at which the system prompt stops being shared by all seats. A player's words never
begin a line, so they cannot contain it."""


class Task(Struct, frozen=True):
    """The task of one model call.

    Attributes:
        step: The name of the step.
        words: The instructions.
        schema: The JSON schema of the answer.
        words_if_cut: The instructions beside a record that is shortened; empty for the same.
        about: Which of several calls of the step this is, in a few words; empty if there is one.
        is_parallel: Whether the call runs in parallel with the others of its step.
        options: The texts of the options.
        model_role: The model that is called.
        spoken: Whether the `speech` field of the answer is streamed to the table.
    """

    step: str
    words: str
    schema: dict[str, Any]
    about: str = ""
    words_if_cut: str = ""
    is_parallel: bool = False
    options: tuple[str, ...] = ()
    model_role: ModelRole = "thinker"
    spoken: bool = False


class Prompt(Struct, frozen=True):
    """A prompt ready to be sent.

    Attributes:
        messages: The chat messages.
        schema: The JSON schema of the answer.
        record_chars: The number of characters of the record in it.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any]
    record_chars: int


def new_turn(view: View, ask: Ask) -> Turn:
    """Return the turn of an ask at the pipeline's start, with the whole record in one section."""
    lines = tuple(record_of(view))
    return Turn(view, ask, lines, (Section("Record", lines, empty="Nothing has happened yet."),))


def answer_prompt(
    view: View,
    ask: Ask,
    settings: Settings | None = None,
    room: int | None = None,
    persona: str = "",
) -> Prompt:
    """Build the prompt for the answer to an ask without any step before it.

    Args:
        view: The view of the seat.
        ask: The ask, with its options in the order in which they are listed.
        settings: The settings of the pipeline; None for the defaults.
        room: Maximum characters of the record; None for no limit.
        persona: How the seat talks, as instructions to the model; empty for no persona.
    """
    settings = settings or Settings()
    turn = new_turn(view, ask)
    return build_prompt(turn, act_task(turn, settings), settings, room, persona)


def act_task(turn: Turn, settings: Settings) -> Task:
    """Return the task of answering the ask."""
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
    """Return the instructions of the ask, with the team's counsel if the settings have it."""
    view, ask = turn.view, turn.ask
    words = (
        template("asks/" + ask.kind, settings.prompts)
        .render(
            switches=view.board.switches,
            phase=ask.phase,
            day=ask.day,
            role=view.role,
            line_words=LINE_WORDS,
        )
        .strip()
    )
    more = (
        template("counsel", settings.prompts).render(kind=ask.kind, team=view.team).strip()
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
    """Build the prompt of a task.

    Args:
        turn: The turn with the results of earlier steps.
        task: The task.
        settings: The settings of the pipeline.
        max_record_chars: Maximum characters of the record; None for no limit.
        persona: How the seat talks, as instructions to the model; empty for no persona.
    """
    view, ask = turn.view, turn.ask
    grows = settings.classifies_by_number
    shown = (growing_section(turn),) if grows else turn.sections
    lines = [line for section in shown for line in section.lines]
    # Lines are dropped over all sections at once: the rank decides, not the section.
    kept = lines_that_fit(lines, max_record_chars)
    sections = [_only(section, kept) for section in shown]
    above = template("record", settings.prompts).render(
        sections=[(section, numbered_texts(section.lines)) for section in sections]
    )
    worth = [_only(section, kept) for section in statement_sections(turn)] if grows else []
    below = template("task", settings.prompts).render(
        worth=[(each.title, [line.number for line in each.lines]) for each in worth if each.lines],
        notes=turn.notes,
        night=ask.phase == "night",
        day=ask.day,
        living=_living_labels(view),
        me=seat_label(view.seat, view.names),
        role=view.role,
        team=_team(view),
        ahead=ask_words(turn, settings) if task.step in _STEPS_SHOWN_THE_ASK else "",
        words=task.words if max_record_chars is None else task.words_if_cut or task.words,
        options=task.options,
        fields=_fields(task, once=grows),
        steady=settings.keeps_prefixes,
        step=task.step,
    )
    table = _system_text(view, settings, persona)
    # Shared prefixes for prompt caches: the rules, equal for all seats, and the first section of
    # the record, which only grows.
    grown = (
        template("record", settings.prompts).render(
            sections=[(sections[0], numbered_texts(sections[0].lines))]
        )
        if sections
        else ""
    )
    messages = (
        Message("system", table, shared_prefix=max(0, table.find(_SEAT_HEADING))),
        Message("user", above + below, shared_prefix=len(grown.rstrip("\n")) + 1),
    )
    return Prompt(messages, task.schema, sum(map(len, _texts(sections))))


def repair_prompt(
    prompt: Prompt, task: Task, reply: str, problem: str, settings: Settings
) -> Prompt:
    """Extend a prompt by its unusable reply and a request to correct it.

    Args:
        prompt: The prompt of that reply.
        task: The task.
        reply: The reply; a blank one is left out, since endpoints refuse an empty message.
        problem: What is wrong with the reply.
        settings: The settings of the pipeline.
    """
    words = template("again", settings.prompts).render(
        problem=problem, options=task.options, fields=_fields(task)
    )
    said = (Message("assistant", reply),) if reply.strip() else ()
    return Prompt(
        (*prompt.messages, *said, Message("user", words)), prompt.schema, prompt.record_chars
    )


def _only(section: Section, kept: set[int]) -> Section:
    """Return the section with the lines of these numbers only."""
    return replace(section, lines=tuple([each for each in section.lines if each.number in kept]))


def _texts(sections: Sequence[Section]) -> list[str]:
    return [text for section in sections for text in numbered_texts(section.lines)]


def _fields(task: Task, *, once: bool = False) -> list[str]:
    """Return the name of each field of the answer, with a description of nested fields.

    With `once`, several fields with the same description share it.
    """
    inside = {name: _inside(field) for name, field in task.schema["properties"].items()}
    described = set(inside.values())
    if once and len(inside) > 1 and len(described) == 1 and (shared := described.pop()):
        names = [f"`{name}`" for name in inside]
        return [*names[:-1], names[-1] + shared.replace(" (an object", " (each an object")]
    return [f"`{name}`{words}" for name, words in inside.items()]


def _inside(field: dict[str, Any]) -> str:
    """Describe the nested fields of a list or an object; empty for other fields."""
    if field["type"] == "array" and "properties" in field["items"]:
        inner = list(field["items"]["properties"])
        listed = f"{', '.join(f'`{name}`' for name in inner[:-1])} and `{inner[-1]}`"
        return f" (a list of objects with {listed}, one for every other living player)"
    if field["type"] == "object":
        return f" (an object with {', '.join(f'`{name}`' for name in field['properties'])})"
    return ""


def _system_text(view: View, settings: Settings, persona: str) -> str:
    """Return the system message, which stays the same for the whole game."""
    return (
        template("table", settings.prompts)
        .render(
            me=seat_label(view.seat, view.names),
            players=_labels(view, range(1, view.board.size + 1)),
            role=view.role,
            team=_team(view),
            mates=_labels(view, view.mates),
            rules=rulebook(view.board) if settings.rules else (),
            tips=settings.tips,
            noted=settings.shows_all,
            style=style_words(settings.style, view.team or "village"),
            reason=settings.reason,
            deduces=settings.classifies_by_number,
            most_evidence=MAX_EVIDENCE,
            forgets=settings.prune != "none",
            lengths=settings.lengths,
            persona=persona,
        )
        .rstrip()
    )


def _team(view: View) -> str:
    return "the wolves" if view.team == "wolves" else "the village"


def _living_labels(view: View) -> list[str]:
    """Label the living seats, and say which of them have no vote."""
    voteless = view.state.without_vote
    labels = zip(view.living, _labels(view, view.living), strict=True)
    return [f"{label} (no vote)" if seat in voteless else label for seat, label in labels]


def _labels(view: View, seats: range | tuple[int, ...]) -> list[str]:
    return [seat_label(seat, view.names) for seat in seats]
