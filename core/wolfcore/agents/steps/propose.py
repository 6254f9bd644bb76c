"""Agents: the step `propose`: several answers that differ in strategy (SLA 4.2), deeds in one call and speeches one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from wolfcore.agents.asking import ParsedReply, ask_model
from wolfcore.agents.fields import reply_fields, was_repaired
from wolfcore.agents.prompting import Task, act_task
from wolfcore.agents.reading import parse_answer
from wolfcore.agents.schemas import object_schema
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Candidate, Resources, Turn
from wolfcore.game import SPEECH_KINDS
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, clean_speech

from .act import answer_summary
from .select import candidate_line

_LETTERS = tuple("ABCDEFGH")
"""What candidates are called, in the order in which they were proposed."""


async def propose(turn: Turn, tools: Resources) -> Turn:
    """Propose as many answers as the settings want, and as can differ; those that are alike count once.

    Raises:
        ModelError: There is no reply.
    """
    if turn.answer is not None or turn.ask.kind in ("suspect", "bid"):
        return turn
    found = await (_one_by_one(turn, tools) if turn.ask.kind in SPEECH_KINDS else _in_one_call(turn, tools))
    fresh = tuple({(each.choice, each.text): each for each in found}.values())
    alike = f", {len(found) - len(fresh)} of them alike" if len(fresh) < len(found) else ""
    tools.desk.trace(TraceRecord("propose", f"{len(found)} candidates{alike}"))
    return replace(turn, candidates=fresh)


async def _in_one_call(turn: Turn, tools: Resources) -> list[Candidate]:
    plain = act_task(turn, tools.settings)
    many = min(tools.settings.candidates, len(turn.ask.options))
    if many < 2:
        return []
    schema = object_schema({f"plan_{name}": plain.schema for name in _LETTERS[:many]})
    words = f"{plain.words}\n{template('steps/propose').render(many=many).strip()}"

    def read(reply: ChatReply) -> ParsedReply[list[Candidate]]:
        fields, problem = reply_fields(reply)
        got = [_candidate(turn, reply, _plan(fields, name)) for name in _LETTERS[:many]]
        found = [each for each in got if each]
        if not found:
            return ParsedReply(None, problem=problem or "none of the plans has a `choice` that can be chosen")
        said = ", ".join(str(each.choice) for each in found)
        return ParsedReply(found, f"candidates {said}", was_repaired=len(found) < many or was_repaired(reply))

    given = await ask_model(turn, tools, Task("propose", words, schema, options=plain.options), read)
    tools.desk.trace(TraceRecord("propose", f"{len(given.value or ())} in one call", given.how))
    return given.value or []


async def _one_by_one(turn: Turn, tools: Resources) -> list[Candidate]:
    found: list[Candidate] = []
    for name in _LETTERS[: tools.settings.candidates]:
        plain = act_task(turn, tools.settings)
        more = (
            template("steps/propose_another").render(before=[candidate_line(turn, each) for each in found]).strip() if found else ""
        )
        words = f"{plain.words}\n{more}" if more else plain.words

        def read(reply: ChatReply) -> ParsedReply[Candidate]:
            understood = parse_answer(reply, turn.ask, turn.view)
            answer = understood.answer
            if answer is None:
                return ParsedReply(None, problem=understood.problem)
            candidate = Candidate(answer.thought, answer.choice, clean_speech(answer.text), answer.how)
            return ParsedReply(candidate, answer_summary(answer, turn.ask, turn.view), was_repaired=answer.how == "repaired")

        task = replace(plain, step="propose", words=words, about=f"candidate {name}", spoken=False)
        given = await ask_model(turn, tools, task, read)
        tools.desk.trace(TraceRecord("propose", f"candidate {name}", given.how))
        if given.value:
            found.append(given.value)
    return found


def _plan(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    plan = fields.get(f"plan_{name}")
    return cast("dict[str, Any]", plan) if isinstance(plan, dict) else {}


def _candidate(turn: Turn, reply: ChatReply, plan: dict[str, Any]) -> Candidate | None:
    answer = parse_answer(replace(reply, parsed=plan), turn.ask, turn.view).answer
    return Candidate(answer.thought, answer.choice, how=answer.how) if answer else None
