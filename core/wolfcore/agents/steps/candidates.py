"""Steps `intend`, `propose` and `select`: an intention, candidate answers, and the choice of one.

SLA 4.2 and 5.1. A learned policy (SLA 4.3), the model or chance selects, or the first one is taken.
Only the selected speech is shown to the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from wolfcore.agents.fact_sentences import seat_label
from wolfcore.agents.prompt import Task, act_task
from wolfcore.agents.reply_parser import parse_answer, read_text, reply_fields, was_repaired
from wolfcore.agents.resources import Resources
from wolfcore.agents.schemas import has_choice, object_schema, option_words, text_schema
from wolfcore.agents.task_calls import ParsedReply, ask_model
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Candidate, Note, Turn
from wolfcore.game import SPEECH_KINDS, Answer
from wolfcore.models import ChatReply
from wolfcore.players import Intention, TraceRecord, clean_speech, clean_text
from wolfcore.players.intentions import PUBLIC_SPEECH_KINDS, possible_intentions

from .answer import answer_summary, with_answer

_NOTHING = "idle"


def intention_words(intention: Intention, names: Sequence[str]) -> str:
    """Return an intention as the words that a model chooses and that records keep."""
    match intention.kind:
        case "idle":
            return _NOTHING
        case "target":
            return f"target {seat_label(intention.seat, names)}"
        case "claim":
            return f"claim to be the {intention.role}"
        case "hide":
            return "do not reveal your role"


async def intend(turn: Turn, tools: Resources) -> Turn:
    """Choose the intention of a speech; step `act` writes the words.

    Raises:
        ModelError: There is no reply.
    """
    if turn.ask.kind not in PUBLIC_SPEECH_KINDS:
        return turn
    sensible = [
        intention_words(each, turn.view.names) for each in possible_intentions(turn.view, turn.ask)
    ]
    how = "given"
    match tools.settings.select:
        case "random":
            intention = tools.desk.dice.pick("intend", sensible)
        case "first":
            intention = sensible[0]
        case "model" | "policy":
            intention, how = await _intention_by_model(turn, tools, sensible)
    tools.desk.trace(TraceRecord("intend", intention, how))
    note = Note(
        "What you have decided to do with your words", (_INTENTION_TEXTS.get(intention, intention),)
    )
    return replace(turn, notes=(*turn.notes, note), memo=replace(turn.memo, intention=intention))


_INTENTION_TEXTS: Mapping[str, str] = {_NOTHING: "say little, and nothing about anybody"}


async def _intention_by_model(turn: Turn, tools: Resources, sensible: list[str]) -> tuple[str, str]:
    fields = {"intention": {"type": "string", "enum": sensible}}
    if tools.settings.reason:
        fields = {"reasoning": text_schema(tools.settings.lengths.thinking), **fields}

    def read(reply: ChatReply) -> ParsedReply[str]:
        given, problem = reply_fields(reply)
        word = read_text(given, "intention", 80)
        found = next((each for each in sensible if each.casefold() == word.casefold()), None)
        return ParsedReply(
            found,
            found or "",
            "" if found else problem or "`intention` is none of the options",
            was_repaired(reply),
        )

    words = template("steps/intend", tools.settings.prompts).render().strip()
    given = await ask_model(
        turn, tools, Task("intend", words, object_schema(fields), options=tuple(sensible)), read
    )
    return given.value or tools.desk.dice.pick("intend", sensible), given.how


_LETTERS = "ABCDEFGH"
"""The names of candidates, in the order in which they were proposed."""


async def propose(turn: Turn, tools: Resources) -> Turn:
    """Propose as many candidate answers as the settings ask for; equal ones count once.

    A choice has no more candidates than options. Suspicions and bids get none.

    Raises:
        ModelError: There is no reply.
    """
    if turn.answer is not None or turn.ask.kind in ("suspect", "bid"):
        return turn
    spoken = turn.ask.kind in SPEECH_KINDS
    found = await (_one_by_one(turn, tools) if spoken else _in_one_call(turn, tools))
    # Equal answers count once, whatever their reasons are.
    fresh = tuple({(each.choice, spoken and each.text): each for each in found}.values())
    alike = f", {len(found) - len(fresh)} of them alike" if len(fresh) < len(found) else ""
    tools.desk.trace(TraceRecord("propose", f"{len(found)} candidates{alike}"))
    return replace(turn, candidates=fresh)


async def _in_one_call(turn: Turn, tools: Resources) -> list[Candidate]:
    plain = act_task(turn, tools.settings)
    many = min(tools.settings.candidates, len(turn.ask.options))
    if many < 2:
        return []
    schema = object_schema({f"plan_{name}": plain.schema for name in _LETTERS[:many]})
    more = template("steps/propose", tools.settings.prompts).render(many=many).strip()
    words = f"{plain.words}\n{more}"

    def read(reply: ChatReply) -> ParsedReply[list[Candidate]]:
        fields, problem = reply_fields(reply)
        got = [_candidate(turn, reply, _plan(fields, name)) for name in _LETTERS[:many]]
        found = [each for each in got if each]
        if not found:
            return ParsedReply(
                None, problem=problem or "none of the plans has a `choice` that can be chosen"
            )
        said = ", ".join(str(each.choice) for each in found)
        return ParsedReply(
            found, f"candidates {said}", was_repaired=len(found) < many or was_repaired(reply)
        )

    given = await ask_model(
        turn, tools, Task("propose", words, schema, options=plain.options), read
    )
    tools.desk.trace(TraceRecord("propose", f"{len(given.value or ())} in one call", given.how))
    return given.value or []


async def _one_by_one(turn: Turn, tools: Resources) -> list[Candidate]:
    found, steady = list[Candidate](), tools.settings.keeps_prefixes
    # One after another, since each is asked for something else than those before.
    for name in _LETTERS[: tools.settings.candidates]:
        plain = act_task(turn, tools.settings)
        more = (
            template("steps/propose_another", tools.settings.prompts)
            .render(
                candidates=[candidate_line(turn, each) for each in found],
                names=_LETTERS,
                steady=steady,
            )
            .strip()
            if found
            else ""
        )
        # Where prefixes are kept, the choice among candidates begins with the same lines.
        gap = "\n\n" if steady else "\n"
        words = f"{plain.words}{gap}{more}" if more else plain.words

        def read(reply: ChatReply) -> ParsedReply[Candidate]:
            limit = tools.settings.lengths.speaking
            understood = parse_answer(reply, turn.ask, turn.view, limit)
            answer, spare = understood.answer, understood.reserve
            return ParsedReply(
                answer and _spoken_candidate(answer),
                answer_summary(answer, turn.ask, turn.view),
                understood.problem,
                answer is not None and answer.how == "repaired",
                understood.faults,
                spare and _spoken_candidate(spare),
            )

        task = replace(plain, step="propose", words=words, about=f"candidate {name}", spoken=False)
        given = await ask_model(turn, tools, task, read)
        tools.desk.trace(TraceRecord("propose", f"candidate {name}", given.how))
        if given.value:
            found.append(given.value)
    return found


def _spoken_candidate(answer: Answer) -> Candidate:
    return Candidate(answer.thought, answer.choice, clean_speech(answer.text), answer.how)


def _plan(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    plan = fields.get(f"plan_{name}")
    return cast("dict[str, Any]", plan) if isinstance(plan, dict) else {}


def _candidate(turn: Turn, reply: ChatReply, plan: dict[str, Any]) -> Candidate | None:
    answer = parse_answer(replace(reply, parsed=plan), turn.ask, turn.view).answer
    return _spoken_candidate(answer) if answer else None


async def select(turn: Turn, tools: Resources) -> Turn:
    """Select one of the candidates as the answer; without candidates step `act` finds the answer.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: The policy cannot read the candidates.
    """
    if not turn.candidates or turn.answer is not None:
        return turn
    place, how = 0, "given"
    if len(turn.candidates) > 1:
        match tools.settings.select:
            case "random":
                place = tools.desk.dice.draw("select", len(turn.candidates))
            case "model":
                place, how = await _candidate_by_model(turn, tools)
            case "policy":
                place = await _by_policy(turn, tools)
            case "first":
                pass
    chosen = turn.candidates[place]
    tools.desk.trace(
        TraceRecord("select", f"candidate {_LETTERS[place]} of {len(turn.candidates)}", how)
    )
    if chosen.text and turn.ask.kind in SPEECH_KINDS:
        # Candidates are not streamed: the table sees the selected speech only.
        tools.desk.say(chosen.text)
    return with_answer(
        turn, Answer(chosen.choice, chosen.text, chosen.reasoning, how=chosen.how), tools
    )


async def _by_policy(turn: Turn, tools: Resources) -> int:
    """Return the index of the candidate that the learned policy selects."""
    assert tools.chooser, "seating hands one to whoever a policy chooses for"
    chosen = await tools.chooser.choose_async(turn, tools.desk)
    tools.desk.trace(
        TraceRecord(
            "policy",
            chosen.summary([f"candidate {name}" for name in _LETTERS[: len(turn.candidates)]]),
        )
    )
    return chosen.position


async def _candidate_by_model(turn: Turn, tools: Resources) -> tuple[int, str]:
    """Return the index of the candidate that the model selects; a random one if it names none."""
    names = _LETTERS[: len(turn.candidates)]
    words = (
        template("steps/select", tools.settings.prompts)
        .render(candidates=[candidate_line(turn, each) for each in turn.candidates], names=names)
        .strip()
    )
    fields = {"choice": {"type": "string", "enum": list(names)}}
    if tools.settings.reason:
        fields = {"reasoning": text_schema(tools.settings.lengths.thinking), **fields}

    def read(reply: ChatReply) -> ParsedReply[int]:
        given, problem = reply_fields(reply)
        word = read_text(given, "choice", 20).upper().strip(" .")
        if word not in tuple(names):
            return ParsedReply(None, problem=problem or f"`choice` is none of {', '.join(names)}")
        return ParsedReply(names.index(word), f"candidate {word}", was_repaired=was_repaired(reply))

    given = await ask_model(
        turn,
        tools,
        Task("select", words, object_schema(fields), options=tuple(names), model_role="judge"),
        read,
    )
    if given.value is None:
        return tools.desk.dice.draw("select", len(names)), given.how
    return given.value, given.how


def candidate_line(turn: Turn, candidate: Candidate) -> str:
    """Describe a candidate's choice, words and reason, for a prompt of its own seat."""
    deed = option_words(turn.ask, turn.view.names)[candidate.choice] if has_choice(turn.ask) else ""
    said = " ".join(filter(None, (deed, clean_text(candidate.text))))
    return f"{said} (because: {clean_text(candidate.reasoning)})" if candidate.reasoning else said
