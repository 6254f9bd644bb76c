"""Steps `question`, `reflect`, `recollect`: questions to oneself, answers, and their summary.

Xu et al. 3.3 and A.2. A reflection replaces the answers that it was made of and is kept in the
memo. Prepared questions of a role are in its file.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wolfcore.agents.fact_sentences import RecordLine
from wolfcore.agents.prompt import Task
from wolfcore.agents.record_lines import line_similarities, numbered_texts, observed_lines
from wolfcore.agents.reply_parser import (
    read_list,
    read_numbers,
    read_text,
    reply_fields,
    was_repaired,
)
from wolfcore.agents.resources import Resources
from wolfcore.agents.role_words import ROLE_PROMPTS
from wolfcore.agents.schemas import object_schema, text_schema
from wolfcore.agents.task_calls import ParsedReply, ask_model, gather_all
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Turn, past_reflections
from wolfcore.game import RoleName
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord

ANSWERS_TITLE = "What you asked yourself, and your answers"
"""The title of the note that a reflection replaces."""


async def reflect(turn: Turn, tools: Resources) -> Turn:
    """Write a reflection, which replaces the note of answers; keep the last one if none is written.

    Raises:
        ModelError: There is no reply.
    """
    given, how = await write_note(turn, tools, "reflect", "reflection")
    reflection = given or turn.memo.reflection
    tools.desk.trace(TraceRecord("reflect", reflection or "no reflection", how))
    if not reflection:
        return turn
    others = tuple([note for note in turn.notes if note.title != ANSWERS_TITLE])
    notes = (*others, Note("What you make of it", (reflection,)))
    return replace(turn, notes=notes, memo=replace(turn.memo, reflection=reflection))


async def recollect(turn: Turn, tools: Resources) -> Turn:
    """Add the last reflection to the notes, without a model call."""
    if not turn.memo.reflection:
        return turn
    tools.desk.trace(TraceRecord("reflect", "as before"))
    return replace(
        turn, notes=(*turn.notes, Note("What you made of it last", (turn.memo.reflection,)))
    )


async def write_note(turn: Turn, tools: Resources, step: str, field: str) -> tuple[str, str]:
    """Return a text that the model writes for itself, empty if it writes none, and its origin."""
    longest = tools.settings.lengths.notes

    def read(reply: ChatReply) -> ParsedReply[str]:
        fields, problem = reply_fields(reply)
        text = read_text(fields, field, longest)
        return ParsedReply(
            text or None,
            text[:60],
            problem or ("" if text else f"`{field}` is missing or empty"),
            was_repaired(reply),
        )

    words = template(f"steps/{step}", tools.settings.prompts).render(role=turn.view.role).strip()
    given = await ask_model(
        turn, tools, Task(step, words, object_schema({field: text_schema(longest)})), read
    )
    return given.value or "", given.how


PREPARED_QUESTIONS, FREE_QUESTIONS, FREE_QUESTIONS_ALONE = 5, 2, 5
"""The number of prepared questions (L), of free questions beside them (M), and of free questions
without prepared ones (Xu et al. 4.4.1)."""


LINES_PER_QUESTION = 5
"""The number of texts that are offered to answer a question (T)."""


COMMON_QUESTIONS = (
    "Who am I, what is my role, and what do I have to reach to win?",
    "Which part of the game is it now, and what do the rules want of me?",
    "From what was said and done so far, which roles do the others probably have?",
    "Who has told or hinted at a role, and who disputed it?",
    "Who is dead, how did they die, and what does that tell?",
    "Do others suspect what I am, and what would follow if they knew?",
)
"""Questions that a seat of any role may put to its memory before it acts (Xu et al. A.2)."""


def prepared_questions(role: RoleName) -> tuple[str, ...]:
    """Return the prepared questions of a role: those for all roles, then its own."""
    return (*COMMON_QUESTIONS, *ROLE_PROMPTS[role].questions)


async def question(turn: Turn, tools: Resources) -> Turn:
    """Choose and ask questions, and answer each from the record lines most similar to it.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: Texts cannot be compared.
    """
    chosen = await _chosen(turn, tools) if tools.settings.questions == "both" else ()
    questions = (*chosen, *await _free(turn, tools, chosen))
    answers = await gather_all(
        [_answered(turn, tools, number, words) for number, words in enumerate(questions, 1)]
    )
    lines = tuple(
        [f"{words} {answer}" for words, answer in zip(questions, answers, strict=True) if answer]
    )
    tools.desk.trace(TraceRecord("question", f"{len(questions)} questions, {len(lines)} answered"))
    return replace(turn, notes=(*turn.notes, Note(ANSWERS_TITLE, lines))) if lines else turn


async def _chosen(turn: Turn, tools: Resources) -> tuple[str, ...]:
    """Return the prepared questions that the model chooses, filled up with the first ones."""
    assert turn.view.role
    listed = prepared_questions(turn.view.role)
    most = min(PREPARED_QUESTIONS, len(listed))
    numbers = {
        "type": "array",
        "items": {"type": "integer", "enum": list(range(1, len(listed) + 1))},
        "minItems": most,
        "maxItems": most,
    }
    words = (
        template("steps/choose_questions", tools.settings.prompts)
        .render(questions=listed, many=most)
        .strip()
    )

    def read(reply: ChatReply) -> ParsedReply[tuple[int, ...]]:
        fields, problem = reply_fields(reply)
        given = tuple(
            [number for number in read_numbers(fields, "questions") if 1 <= number <= len(listed)][
                :most
            ]
        )
        if not given:
            return ParsedReply(
                None,
                problem=problem or f"`questions` names none of the questions 1 to {len(listed)}",
            )
        return ParsedReply(
            given,
            f"chose {', '.join(map(str, given))}",
            was_repaired=len(given) < most or was_repaired(reply),
        )

    given = await ask_model(
        turn,
        tools,
        Task("question", words, object_schema({"questions": numbers}), "which to choose"),
        read,
    )
    # Too few numbers are filled up with the first questions.
    numbers_first = dict.fromkeys((*(given.value or ()), *range(1, len(listed) + 1)))
    tools.desk.trace(TraceRecord("question", "prepared questions chosen", given.how))
    return tuple([listed[number - 1] for number in list(numbers_first)[:most]])


async def _free(turn: Turn, tools: Resources, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return questions that the model writes itself."""
    most, longest = FREE_QUESTIONS if chosen else FREE_QUESTIONS_ALONE, tools.settings.lengths.lines
    field = {"type": "array", "items": text_schema(longest), "minItems": most, "maxItems": most}
    words = (
        template("steps/ask_questions", tools.settings.prompts)
        .render(questions=chosen, many=most)
        .strip()
    )

    def read(reply: ChatReply) -> ParsedReply[tuple[str, ...]]:
        fields, problem = reply_fields(reply)
        given = tuple(
            filter(
                None,
                (read_text({"it": each}, "it", longest) for each in read_list(fields, "questions")),
            )
        )[:most]
        if not given:
            return ParsedReply(None, problem=problem or "`questions` holds no question")
        return ParsedReply(
            given, f"asked {len(given)}", was_repaired=len(given) < most or was_repaired(reply)
        )

    given = await ask_model(
        turn,
        tools,
        Task("question", words, object_schema({"questions": field}), "what else to ask"),
        read,
    )
    tools.desk.trace(TraceRecord("question", "questions of its own", given.how))
    return given.value or ()


async def _answered(turn: Turn, tools: Resources, number: int, words: str) -> str:
    """Return the answer to a question from the most similar lines; empty if there is none."""
    longest = tools.settings.lengths.lines
    near, thoughts = await nearest_lines(turn, tools, words, LINES_PER_QUESTION)
    steady, texts = tools.settings.keeps_prefixes, numbered_texts(near)

    def asking(numbers: Sequence[int], lines: Sequence[str]) -> str:
        return (
            template("steps/answer_question", tools.settings.prompts)
            .render(question=words, numbers=numbers, lines=lines, steady=steady)
            .strip()
        )

    def read(reply: ChatReply) -> ParsedReply[str]:
        fields, problem = reply_fields(reply)
        answer = read_text(fields, "answer", longest)
        return ParsedReply(
            answer or None,
            answer[:60],
            problem or ("" if answer else "`answer` is missing or empty"),
            was_repaired(reply),
        )

    schema = object_schema({"answer": text_schema(longest)})
    in_full = asking((), [*texts, *thoughts])
    task = Task("question", in_full, schema, f"question {number}", is_parallel=True)
    if steady:
        # The record above shows every line, so that numbers name them.
        by_number = asking([line.number for line in near], thoughts)
        task = replace(task, words=by_number, words_if_cut=in_full)
    given = await ask_model(turn, tools, task, read)
    tools.desk.trace(
        TraceRecord("question", f"question {number}: {given.value or 'no answer'}", given.how)
    )
    return given.value or ""


async def nearest_lines(
    turn: Turn, tools: Resources, words: str, most: int
) -> tuple[list[RecordLine], list[str]]:
    """Return the `most` observed lines and past reflections that are most similar to a text.

    Lines are in the order of the game; reflections are sentences, the oldest first.
    """
    assert tools.embedder, "seating hands one to whoever remembers"
    near = await line_similarities(tools.embedder, words, turn.lines, turn.view.names)
    # Headings are not compared.
    compared = [line for line in observed_lines(turn.lines) if line.number in near]
    thoughts = [f"You thought before: {each}" for each in past_reflections(turn.view)]
    alike = [
        *(near[line.number] for line in compared),
        *await tools.embedder.similarities(words, thoughts),
    ]
    best = sorted(sorted(range(len(alike)), key=lambda place: -alike[place])[:most])
    many = len(compared)
    return (
        [compared[place] for place in best if place < many],
        [thoughts[place - many] for place in best if place >= many],
    )
