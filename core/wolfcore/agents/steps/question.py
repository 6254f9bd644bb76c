"""Agents: the step `question`: a seat asks itself what it should know, and answers out of its memory (Xu et al. 3.3, A.2)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import cast

from msgspec.structs import replace

from wolfcore.agents.asking import Read, asked, side_by_side
from wolfcore.agents.comparing import likeness
from wolfcore.agents.fields import fields_of, list_in, mended, numbers_in, text_in
from wolfcore.agents.memos import reflections
from wolfcore.agents.prompting import Task
from wolfcore.agents.record import numbered
from wolfcore.agents.schemas import object_of, text_field
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Tools, Turn
from wolfcore.game import RoleName
from wolfcore.models import ChatReply
from wolfcore.outside import parse_toml
from wolfcore.players import TraceRecord

from .recall import messages_of
from .reflect import ANSWERS

CHOSEN, FREE, ALONE = 5, 2, 5
"""How many questions are chosen from the prepared ones (L) and asked freely besides (M), or freely without any prepared (4.4.1)."""
NEAREST = 5
"""How many lines of the record are offered for an answer (T)."""


@cache
def question_table() -> dict[str, list[str]]:
    """The prepared questions: those of each role, and those for all under `all`."""
    return cast("dict[str, list[str]]", parse_toml((files("wolfcore.agents") / "questions.toml").read_text(encoding="utf-8")))


def prepared(role: RoleName) -> tuple[str, ...]:
    """The questions prepared for a role: those for all, then its own."""
    return (*question_table()["all"], *question_table()[role])


async def question(turn: Turn, tools: Tools) -> Turn:
    """Choose and ask questions, and answer each from the lines of the record that are nearest to it.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: Texts cannot be compared.
    """
    chosen = await _chosen(turn, tools) if tools.settings.questions == "both" else ()
    questions = (*chosen, *await _free(turn, tools, chosen))
    answers = await side_by_side([_answered(turn, tools, number, words) for number, words in enumerate(questions, 1)])
    lines = tuple([f"{words} {answer}" for words, answer in zip(questions, answers, strict=True) if answer])
    tools.desk.trace(TraceRecord("question", f"{len(questions)} questions, {len(lines)} answered"))
    return replace(turn, notes=(*turn.notes, Note(ANSWERS, lines))) if lines else turn


async def _chosen(turn: Turn, tools: Tools) -> tuple[str, ...]:
    """The prepared questions that the model finds most important; the first ones in the place of what it leaves out."""
    assert turn.view.role
    listed = prepared(turn.view.role)
    most = min(CHOSEN, len(listed))
    numbers = {
        "type": "array",
        "items": {"type": "integer", "enum": list(range(1, len(listed) + 1))},
        "minItems": most,
        "maxItems": most,
    }
    words = template("steps/choose_questions").render(questions=listed, many=most).strip()

    def read(reply: ChatReply) -> Read[tuple[int, ...]]:
        fields, problem = fields_of(reply)
        given = tuple([number for number in numbers_in(fields, "questions") if 1 <= number <= len(listed)][:most])
        if not given:
            return Read(None, problem=problem or f"`questions` names none of the questions 1 to {len(listed)}")
        return Read(given, f"chose {', '.join(map(str, given))}", mended=len(given) < most or mended(reply))

    given = await asked(turn, tools, Task("question", words, object_of({"questions": numbers}), "which to choose"), read)
    numbers_first = dict.fromkeys((*(given.value or ()), *range(1, len(listed) + 1)))
    tools.desk.trace(TraceRecord("question", "prepared questions chosen", given.how))
    return tuple([listed[number - 1] for number in list(numbers_first)[:most]])


async def _free(turn: Turn, tools: Tools, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Questions of the model's own."""
    most, longest = FREE if chosen else ALONE, tools.settings.lengths.lines
    field = {"type": "array", "items": text_field(longest), "minItems": most, "maxItems": most}
    words = template("steps/ask_questions").render(questions=chosen, many=most).strip()

    def read(reply: ChatReply) -> Read[tuple[str, ...]]:
        fields, problem = fields_of(reply)
        given = tuple(filter(None, (text_in({"it": each}, "it", longest) for each in list_in(fields, "questions"))))[:most]
        if not given:
            return Read(None, problem=problem or "`questions` holds no question")
        return Read(given, f"asked {len(given)}", mended=len(given) < most or mended(reply))

    given = await asked(turn, tools, Task("question", words, object_of({"questions": field}), "what else to ask"), read)
    tools.desk.trace(TraceRecord("question", "questions of its own", given.how))
    return given.value or ()


async def _answered(turn: Turn, tools: Tools, number: int, words: str) -> str:
    """The answer to a question, from what is nearest to it; empty where the model gives none."""
    longest = tools.settings.lengths.lines
    near = await nearest(turn, tools, words, NEAREST)
    asking = template("steps/answer_question").render(question=words, lines=near).strip()

    def read(reply: ChatReply) -> Read[str]:
        fields, problem = fields_of(reply)
        answer = text_in(fields, "answer", longest)
        return Read(answer or None, answer[:60], problem or ("" if answer else "`answer` is missing or empty"), mended(reply))

    schema = object_of({"answer": text_field(longest)})
    given = await asked(turn, tools, Task("question", asking, schema, f"question {number}", beside=True), read)
    tools.desk.trace(TraceRecord("question", f"question {number}: {given.value or 'no answer'}", given.how))
    return given.value or ""


async def nearest(turn: Turn, tools: Tools, words: str, most: int) -> list[str]:
    """What a seat observed and thought that is nearest in meaning to some words, in the order of the game, its reflections last."""
    assert tools.embedder, "seating hands one to whoever remembers"
    near = await likeness(tools.embedder, words, turn.lines, turn.view.names)
    told = [line for line in messages_of(turn.lines) if line.number in near]
    thoughts = [f"You thought before: {each}" for each in reflections(turn.view)]
    texts = [*numbered(told), *thoughts]
    alike = [*(near[line.number] for line in told), *await tools.embedder.similarities(words, thoughts)]
    best = sorted(range(len(texts)), key=lambda place: -alike[place])[:most]
    return [texts[place] for place in sorted(best)]
