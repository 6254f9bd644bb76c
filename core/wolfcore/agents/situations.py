"""Agents: a seat's situation told by rule: clauses out of a fixed set that name nobody, for experience without a model."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import SPEECH_KINDS, Ask, Belief, View
from wolfcore.game import facts as f
from wolfcore.speech import acts as a

from .steps.recall import SpeechReader, read_speech

_NEARLY_CERTAIN, _LIKELY = 0.8, 0.5
"""From which probability of a wolf on a suspect is as good as found, and likely one."""
_AGAINST = (a.Accuses, a.CallsVote)


def situation_clauses(view: View, ask: Ask, beliefs: Sequence[Belief], hear: SpeechReader = read_speech) -> str:
    """The situation of a seat at an ask.

    Args:
        view: What is in sight.
        ask: What is asked.
        beliefs: What the seat believes of the others.
        hear: Tells what a speech does.
    """
    claimed, named, reported = _claims_and_accusations(view, hear)
    clauses = (
        f"You are a {view.role}",
        "You speak" if ask.kind in SPEECH_KINDS else f"You are asked to {ask.kind}",
        f"It is day {min(view.state.day, 4)}{' or later' if view.state.day > 3 else ''}",
        f"{len(view.living)} players live",
        f"{_many(len(claimed))} claimed to be the {view.board.role_using('check')}" if view.board.roles_with("check") else "",
        "You have claimed it yourself" if view.seat in claimed else "",
        "You were reported to be a wolf" if reported else "",
        f"{_many(named)} spoke against you today",
        _suspicion(beliefs),
    )
    return ". ".join(filter(None, clauses)) + "."


def _many(number: int) -> str:
    return ("Nobody", "One player", "Two players")[number] if number < 3 else "More than two players"


def _suspicion(beliefs: Sequence[Belief]) -> str:
    most = max((each.p_wolf or 0.0 for each in beliefs), default=0.0)
    if most >= _NEARLY_CERTAIN:
        return "You are all but sure of a wolf"
    return "Somebody is a likely wolf" if most >= _LIKELY else "Nobody stands out"


def _claims_and_accusations(view: View, hear: SpeechReader) -> tuple[set[int], int, bool]:
    """Who claimed to check players, how many others spoke against the seat today, and whether anybody reported it as a wolf."""
    claimed, named, reported, day = set[int](), set[int](), False, 0
    seer = view.board.role_using("check") if view.board.roles_with("check") else None
    for fact in view.facts:
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Said):
            for act in hear(view, fact):
                if isinstance(act, a.ClaimsRole) and act.role == seer:
                    claimed.add(fact.seat)
                elif isinstance(act, _AGAINST) and act.seat == view.seat != fact.seat and day == view.state.day:
                    named.add(fact.seat)
                elif isinstance(act, a.ReportsCheck) and act.seat == view.seat and act.result in ("wolves", "Werewolf"):
                    reported = True
    return claimed, len(named), reported
