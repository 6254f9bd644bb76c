"""Plans that were proposed to the table today, who agreed with them, and small talk to be met.

Public: every seat hears the same. All of it is forgotten in the night.
"""

from __future__ import annotations

from wolfcore.speech import Agrees, Chats, Plan, Proposes

from .seat_record import PublicRecord

NO_EXILE = Proposes("no_exile")


def add_plan(public: PublicRecord, speaker: int, plan: Proposes) -> None:
    """Record what a seat proposes; its latest plan of the day replaces its earlier ones."""
    public.table_plans.pop(speaker, None)
    public.table_plans[speaker] = plan
    public.plan_answers[speaker] = {}


def add_plan_answer(public: PublicRecord, speaker: int, act: Agrees) -> None:
    """Record whether a seat agrees with the plan of the named seat, else with the last plan."""
    proposers = [seat for seat in public.table_plans if seat != speaker]
    proposer = act.seat if act.seat in proposers else 0 if act.seat else (proposers or [0])[-1]
    if proposer:
        public.plan_answers[proposer][speaker] = act.yes


def supporters(public: PublicRecord, plan: Plan) -> set[int]:
    """Return the living seats that proposed a plan today or agreed with it and have a vote."""
    found = set[int]()
    for proposer, made in public.table_plans.items():
        if made.plan == plan:
            found.add(proposer)
            found.update(seat for seat, yes in public.plan_answers[proposer].items() if yes)
    return found & set(public.voters)


def add_small_talk(public: PublicRecord, speaker: int, act: Chats) -> None:
    """Record talk that is not about the game, to be met once; a joke is met as an odd speech."""
    if act.kind != "joke":
        public.small_talk[speaker] = act.kind
