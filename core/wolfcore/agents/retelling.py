"""Agents: the situation of a seat, told by rule from its view, for games of players who write nothing down (house bots, people)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from wolfcore.game import View
from wolfcore.game import facts as f
from wolfcore.speech import acts as a
from wolfcore.speech import read

_MAX_NAMED = 4
"""Players of whom one sentence tells."""


def situation_narrative(view: View) -> str:
    """What a seat knows and what is talked about, in a few sentences; every seat stands as a mark such as `@3`."""
    return " ".join(_sentences(view))


def _sentences(view: View) -> Iterator[str]:
    state = view.state
    yield f"It is day {state.day}." if state.phase != "night" else f"It is night {state.day}."
    yield f"I am the {view.role}, and {len(state.living)} of us {view.board.size} are alive."
    if view.mates:
        yield f"My pack: {_seats(view.mates)}."
    for checked in state.checks:
        if checked.seer == view.seat and checked.result:
            yield f"I checked @{checked.target}: {checked.result}."
    today = [fact for fact in view.facts if isinstance(fact, f.Said) and fact.seat != view.seat][-2 * view.board.size :]
    claims: dict[str, set[int]] = defaultdict(set)
    accused: dict[int, set[int]] = defaultdict(set)
    trusted: dict[int, set[int]] = defaultdict(set)
    for said in today:
        for act in read(said.text, said.seat, view.names, view.board.size):
            match act:
                case a.ClaimsRole(role=role):
                    claims[role].add(said.seat)
                case a.Accuses(seat=seat) | a.CallsVote(seat=seat) if seat in state.living:
                    accused[seat].add(said.seat)
                case a.ReportsCheck(seat=seat, result=result):
                    (accused if result in ("wolves", "Werewolf") else trusted)[seat].add(said.seat)
                case a.Vouches(seat=seat) | a.Defends(seat=seat):
                    trusted[seat].add(said.seat)
                case _:
                    pass
    for role, seats in claims.items():
        yield f"{_seats(seats)} {'claims' if len(seats) == 1 else 'claim'} to be the {role}."
    for seat, by in sorted(accused.items(), key=lambda each: (-len(each[1]), each[0]))[:_MAX_NAMED]:
        yield f"{'I am' if seat == view.seat else f'@{seat} is'} under pressure from {len(by)} of us."
    if trusted:
        yield f"{_seats(sorted(trusted, key=lambda seat: -len(trusted[seat]))[:_MAX_NAMED])} found trust."
    yield from _last_vote(view)


def _last_vote(view: View) -> Iterator[str]:
    """How the last vote went, and who died last."""
    exiled = next((fact for fact in reversed(view.facts) if isinstance(fact, f.Exiled)), None)
    if exiled:
        yield f"The last vote exiled @{exiled.seat}." if exiled.seat else "The last vote exiled nobody."
    ballots = [fact for fact in view.facts if isinstance(fact, f.Voted) and fact.ballot == "vote"][-view.board.size :]
    against_me = Counter(fact.target for fact in ballots)[view.seat]
    if against_me:
        yield f"{against_me} voted against me."
    died = [fact.seat for fact in view.facts if isinstance(fact, f.Died)][-_MAX_NAMED:]
    if died:
        yield f"{_seats(died)} {'is' if len(died) == 1 else 'are'} dead."


def _seats(seats: Iterable[int]) -> str:
    return " and ".join(f"@{seat}" for seat in seats)
