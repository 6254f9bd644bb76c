"""A seat's situation in words by rule: a narrative for lessons, fixed clauses for agents.

The clauses are compared by meaning with stored experience, and text policies were trained on
them: changed wording makes pools and policies worse.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from wolfcore.game import SPEECH_KINDS, Ask, Belief, View
from wolfcore.game import facts as f
from wolfcore.speech import acts as a

from .steps.record_selection import SpeechReader, read_speech

_MAX_NAMED = 4
"""Maximum players that one sentence names."""


def situation_narrative(view: View) -> str:
    """Write a seat's knowledge and the current topics in sentences; seats are marks like `@3`."""
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
    recent = [
        (speaker, text)
        for speaker, text in map(f.public_words, view.facts)
        if speaker not in (0, view.seat)
    ][-2 * view.board.size :]
    claims: dict[str, set[int]] = defaultdict(set)
    accused: dict[int, set[int]] = defaultdict(set)
    trusted: dict[int, set[int]] = defaultdict(set)
    for speaker, text in recent:
        for act in read_speech(view, speaker, text):
            match act:
                case a.ClaimsRole(role=role):
                    claims[role].add(speaker)
                case a.Accuses(seat=seat) | a.CallsVote(seat=seat) if seat in state.living:
                    accused[seat].add(speaker)
                case a.ReportsCheck(seat=seat) as report:
                    (accused if report.finds_wolf else trusted)[seat].add(speaker)
                case a.Vouches(seat=seat) | a.Defends(seat=seat):
                    trusted[seat].add(speaker)
                case _:
                    pass
    for role, seats in claims.items():
        yield f"{_seats(seats)} {'claims' if len(seats) == 1 else 'claim'} to be the {role}."
    for seat, by in sorted(accused.items(), key=lambda each: (-len(each[1]), each[0]))[:_MAX_NAMED]:
        yield (
            f"{'I am' if seat == view.seat else f'@{seat} is'} under pressure from {len(by)} of us."
        )
    if trusted:
        yield (
            f"{_seats(sorted(trusted, key=lambda seat: -len(trusted[seat]))[:_MAX_NAMED])} "
            "found trust."
        )
    yield from _last_vote(view)


def _last_vote(view: View) -> Iterator[str]:
    """Yield sentences about the last vote and the latest deaths."""
    exiled = next((fact for fact in reversed(view.facts) if isinstance(fact, f.Exiled)), None)
    if exiled:
        stays = ", who stays alive" if exiled.seat in view.living else ""
        yield (
            f"The last vote exiled @{exiled.seat}{stays}."
            if exiled.seat
            else "The last vote exiled nobody."
        )
    # The last vote has at most one ballot a seat.
    ballots = [fact for fact in view.facts if isinstance(fact, f.Voted) and fact.ballot == "vote"][
        -view.board.size :
    ]
    against_me = Counter(fact.target for fact in ballots)[view.seat]
    if against_me:
        yield f"{against_me} voted against me."
    died = [fact.seat for fact in view.facts if isinstance(fact, f.Died)][-_MAX_NAMED:]
    if died:
        yield f"{_seats(died)} {'is' if len(died) == 1 else 'are'} dead."


def _seats(seats: Iterable[int]) -> str:
    return " and ".join(f"@{seat}" for seat in seats)


_NEARLY_CERTAIN, _LIKELY = 0.8, 0.5
"""The wolf probabilities from which a suspect counts as nearly certain, and as likely."""


_AGAINST = (a.Accuses, a.CallsVote)


def situation_clauses(
    view: View, ask: Ask, beliefs: Sequence[Belief], hear: SpeechReader = read_speech
) -> str:
    """Write the situation of a seat at an ask as fixed clauses, for comparison with experience.

    Args:
        view: The seat's view, possibly without filtered facts.
        ask: The ask.
        beliefs: The seat's beliefs about the others.
        hear: Reads the speech acts of a speech.
    """
    claimed, named, reported = _claims_and_accusations(view, hear)
    clauses = (
        f"You are a {view.role}",
        "You speak" if ask.kind in SPEECH_KINDS else f"You are asked to {ask.kind}",
        f"It is day {min(view.state.day, 4)}{' or later' if view.state.day > 3 else ''}",
        f"{len(view.living)} players live",
        f"{_many(len(claimed))} claimed to be the {' or the '.join(checkers)}"
        if (checkers := view.board.roles_with("check"))
        else "",
        "You have claimed it yourself" if view.seat in claimed else "",
        "You were reported to be a wolf" if reported else "",
        f"{_many(named)} spoke against you today",
        _suspicion(beliefs),
    )
    return ". ".join(filter(None, clauses)) + "."


def _many(number: int) -> str:
    return (
        ("Nobody", "One player", "Two players")[number] if number < 3 else "More than two players"
    )


def _suspicion(beliefs: Sequence[Belief]) -> str:
    most = max((each.p_wolf or 0.0 for each in beliefs), default=0.0)
    if most >= _NEARLY_CERTAIN:
        return "You are all but sure of a wolf"
    return "Somebody is a likely wolf" if most >= _LIKELY else "Nobody stands out"


def _claims_and_accusations(view: View, hear: SpeechReader) -> tuple[set[int], int, bool]:
    """Collect the public claims and accusations that concern the seat.

    Returns:
        The seats that claimed to check players, the number of other seats that spoke against the
        seat today, and whether a check was reported that the seat is a wolf.
    """
    claimed, named, reported, day = set[int](), set[int](), False, 0
    checkers = view.board.roles_with("check")
    for fact in view.facts:
        if isinstance(fact, f.Began):
            day = fact.day
            continue
        speaker, text = f.public_words(fact)
        for act in hear(view, speaker, text) if text else ():
            if isinstance(act, a.ClaimsRole) and act.role in checkers:
                claimed.add(speaker)
            elif (
                isinstance(act, _AGAINST)
                and act.seat == view.seat != speaker
                and day == view.state.day
            ):
                named.add(speaker)
            elif isinstance(act, a.ReportsCheck) and act.seat == view.seat and act.finds_wolf:
                reported = True
    return claimed, len(named), reported
