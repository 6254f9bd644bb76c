"""Agents: the step `propose`: several answers that differ in strategy (SLA 4.2), deeds in one call and speeches one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from wolfcore.agents.asking import Read, asked
from wolfcore.agents.fields import fields_of, mended
from wolfcore.agents.prompting import Task, act_task
from wolfcore.agents.reading import understand
from wolfcore.agents.schemas import object_of
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Candidate, Tools, Turn
from wolfcore.game import SPOKEN
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, clean_speech

from .act import in_words
from .select import in_one_line

_PLANS = tuple("ABCDEFGH")
"""What candidates are called, in the order in which they were proposed."""


async def propose(turn: Turn, tools: Tools) -> Turn:
    """Propose as many answers as the settings want, and as can differ; those that are alike count once.

    Raises:
        ModelError: There is no reply.
    """
    if turn.answer is not None or turn.ask.kind in ("suspect", "bid"):
        return turn
    found = await (_one_by_one(turn, tools) if turn.ask.kind in SPOKEN else _in_one_call(turn, tools))
    fresh = tuple({(each.choice, each.text): each for each in found}.values())
    alike = f", {len(found) - len(fresh)} of them alike" if len(fresh) < len(found) else ""
    tools.desk.trace(TraceRecord("propose", f"{len(found)} candidates{alike}"))
    return replace(turn, candidates=fresh)


async def _in_one_call(turn: Turn, tools: Tools) -> list[Candidate]:
    plain = act_task(turn, tools.settings)
    many = min(tools.settings.candidates, len(turn.ask.options))
    if many < 2:
        return []
    schema = object_of({f"plan_{name}": plain.schema for name in _PLANS[:many]})
    words = f"{plain.words}\n{template('steps/propose').render(many=many).strip()}"

    def read(reply: ChatReply) -> Read[list[Candidate]]:
        fields, problem = fields_of(reply)
        got = [_candidate(turn, reply, _plan(fields, name)) for name in _PLANS[:many]]
        found = [each for each in got if each]
        if not found:
            return Read(None, problem=problem or "none of the plans has a `choice` that can be chosen")
        said = ", ".join(str(each.choice) for each in found)
        return Read(found, f"candidates {said}", mended=len(found) < many or mended(reply))

    given = await asked(turn, tools, Task("propose", words, schema, options=plain.options), read)
    tools.desk.trace(TraceRecord("propose", f"{len(given.value or ())} in one call", given.how))
    return given.value or []


async def _one_by_one(turn: Turn, tools: Tools) -> list[Candidate]:
    found: list[Candidate] = []
    for name in _PLANS[: tools.settings.candidates]:
        plain = act_task(turn, tools.settings)
        more = template("steps/propose_another").render(before=[in_one_line(turn, each) for each in found]).strip() if found else ""
        words = f"{plain.words}\n{more}" if more else plain.words

        def read(reply: ChatReply) -> Read[Candidate]:
            understood = understand(reply, turn.ask, turn.view)
            answer = understood.answer
            if answer is None:
                return Read(None, problem=understood.problem)
            candidate = Candidate(answer.thought, answer.choice, clean_speech(answer.text), answer.how)
            return Read(candidate, in_words(answer, turn.ask, turn.view), mended=answer.how == "repaired")

        task = replace(plain, step="propose", words=words, about=f"candidate {name}", spoken=False)
        given = await asked(turn, tools, task, read)
        tools.desk.trace(TraceRecord("propose", f"candidate {name}", given.how))
        if given.value:
            found.append(given.value)
    return found


def _plan(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    plan = fields.get(f"plan_{name}")
    return cast("dict[str, Any]", plan) if isinstance(plan, dict) else {}


def _candidate(turn: Turn, reply: ChatReply, plan: dict[str, Any]) -> Candidate | None:
    answer = understand(replace(reply, parsed=plan), turn.ask, turn.view).answer
    return Candidate(answer.thought, answer.choice, how=answer.how) if answer else None
