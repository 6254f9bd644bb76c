"""Agents: the one pipeline, of which every agent is a setting: recall, deduce, question, reflect, advise, propose, select, act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wolfcore.game import AskKind

from .settings import Settings
from .steps.act import act
from .steps.advise import advise
from .steps.deduce import deduce
from .steps.intend import intend
from .steps.propose import propose
from .steps.question import question
from .steps.recall import recall
from .steps.reflect import recollect, reflect
from .steps.retrieve import retrieve
from .steps.select import select
from .steps.sort import sort
from .turn import Step

SINGLE_STEP_ASKS: frozenset[AskKind] = frozenset({"bid"})
"""Asks that are answered without steps before: how much a seat wants to speak is asked before every speech of anybody."""
_RECORD_STEPS = {"whole": None, "recalled": recall, "sorted": sort, "retrieved": retrieve}

STEPS: Mapping[str, str] = {
    "recall": "shows the latest and the most informative messages (Xu et al. 3.3, A.1)",
    "sort": "shows facts, potential truths and potential falsehoods (Helmsman 3.1, SLA 4.1)",
    "retrieve": "shows the latest messages and what a summary brings back (WereWolf-Plus 3)",
    "deduce": "deduces the others' roles, with confidence and evidence (Helmsman 3.1, SLA 4.1)",
    "question": "asks itself questions and answers them from memory (Xu et al. 3.3, A.2)",
    "reflect": "sums up what it makes of all that (Xu et al. 3.3)",
    "recollect": "takes its last reflection up again",
    "advise": "looks into experience of earlier games (Xu et al. 3.4, WereWolf-Plus 3.1)",
    "intend": "chooses what a speech is to do (SLA 5.1)",
    "propose": "proposes answers that differ in strategy (SLA 4.2)",
    "select": "chooses one of them (SLA 4.2, 4.3, 5.2)",
    "act": "answers, with all that was found out",
}
"""Every step by its name, in the order in which they run, and what it does."""


def steps_of(settings: Settings, kind: AskKind) -> tuple[Step, ...]:
    """What an agent of these settings does with an ask of a kind, in order; the last step leaves an answer."""
    return (act,) if kind in SINGLE_STEP_ASKS else tuple(_steps(settings, kind))


def _steps(settings: Settings, kind: AskKind) -> Iterator[Step]:
    if shows := _RECORD_STEPS[settings.record]:
        yield shows
    if settings.deduce != "none":
        yield deduce
        if kind == "suspect":
            # What was deduced is the answer.
            return
    if kind == "suspect":
        # No paper but those that deduce has this ask: it is answered from what the seat made of its last one, without more.
        if settings.reflect:
            yield recollect
        yield act
        return
    if settings.questions != "none":
        yield question
    if settings.reflect:
        yield reflect
    if settings.experience != "none":
        yield advise
    if settings.intentions:
        yield intend
    if settings.candidates > 1:
        yield propose
        yield select
    yield act
