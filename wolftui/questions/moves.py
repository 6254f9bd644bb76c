"""What a person may sensibly say now, as a small tree: acts of speech, seats, and what else a sentence needs.

It knows a view and nothing else, as every question does. What is said in the end is a move of the house bots, who have words
for it in every manner (`core.bots.talk.sayings`).
"""

from __future__ import annotations

from core.bots.talk.moves import Move
from core.game import ROLES, AskKind, RoleName, team_of
from core.game import facts as f
from core.speech import Accuses, AsksSeat, CallsVote, ReportsCheck, read

from .picks import Pick, Speaker, Step, into
from .seat_options import called, wolves_alive
from .story_moves import claim, report

_RESTING: frozenset[AskKind] = frozenset({"last_words"})
"""Words after which their speaker hears no answer."""


def first_step(speaker: Speaker, kind: AskKind) -> Step:
    """Where the choosing begins: the acts for which there is something to say.

    Args:
        speaker: Who speaks.
        kind: What the words are for.
    """
    if kind == "whisper":
        prey = [seat for seat in speaker.view.living if seat not in wolves_alive(speaker.view)]
        picks = [speaker.seat(seat, Move(intent="whisper_kill", target=seat)) for seat in prey]
        return Step("Whom shall the pack attack?", tuple(picks))
    picks = [*claim(speaker), *report(speaker), *_accuse(speaker), *_vouch(speaker), *_defend(speaker), *_call(speaker, kind)]
    if kind not in _RESTING:
        picks += [*_ask(speaker), *_answer(speaker)]
    return Step("What do you want to say?", tuple(picks))


def _power_claimed(speaker: Speaker, seat: int) -> RoleName | None:
    """The role with a power that a seat claims to hold."""
    held = speaker.record.claims.get(seat)
    return held.role if held and team_of(held.role) == "village" and not ROLES[held.role].plain else None


def _accuse(speaker: Speaker) -> list[Pick]:
    def how(seat: int) -> Step:
        role = _power_claimed(speaker, seat)
        picks = [Pick("I am sure", Move(intent="accuse", target=seat)), Pick("I suspect it", Move(intent="suspect", target=seat))]
        if role:
            picks.append(Pick("That claim is false", Move(intent="doubt_claim", target=seat, role=role), note=f"claims {role}"))
        return Step(f"{called(speaker.view, seat)} is a wolf?", tuple(picks))

    return into("Accuse", "Whom do you accuse?", [speaker.seat(seat, how(seat)) for seat in speaker.others])


def _vouch(speaker: Speaker) -> list[Pick]:
    def how(seat: int) -> Step:
        role = _power_claimed(speaker, seat)
        picks = [Pick("I am sure", Move(intent="vouch", target=seat)), Pick("I think so", Move(intent="trust", target=seat))]
        if role:
            picks.append(Pick("I believe that claim", Move(intent="believe", target=seat, role=role), note=f"claims {role}"))
        return Step(f"{called(speaker.view, seat)} is good?", tuple(picks))

    return into("Vouch", "For whom do you vouch?", [speaker.seat(seat, how(seat)) for seat in speaker.others])


def _defend(speaker: Speaker) -> list[Pick]:
    me, view = speaker.view.seat, speaker.view
    picks = [Pick("yourself", Move(intent="deny_all"), me)] if me in view.living else []
    return into(
        "Defend", "Whom do you defend?", [*picks, *(speaker.seat(s, Move(intent="defend", target=s)) for s in speaker.others)]
    )


def _call(speaker: Speaker, kind: AskKind) -> list[Pick]:
    intent = "recommend" if kind == "summarise" else "call_vote"
    picks = [speaker.seat(seat, Move(intent=intent, target=seat)) for seat in speaker.others]
    return into("Call a vote", "Whom shall they vote for?", picks)


def _ask(speaker: Speaker) -> list[Pick]:
    record = speaker.record

    def about(seat: int) -> Step:
        picks = [Pick("What they think", Move(intent="ask", target=seat))]
        votes = [ballot for ballot in record.ballots if ballot.voter == seat and ballot.kind == "vote" and ballot.target]
        if votes and votes[-1].target not in (seat, record.me):
            cast = votes[-1]
            label = f"Why they voted for {called(speaker.view, cast.target)} on day {cast.day}"
            picks.append(Pick(label, Move(intent="ask_vote", target=seat, other=cast.target, day=cast.day)))
        role = _power_claimed(speaker, seat)
        if role:
            picks.append(Pick("What they can tell as the " + role, Move(intent="ask_claim", target=seat, role=role)))
        return Step(f"What do you ask {called(speaker.view, seat)}?", tuple(picks))

    return into("Ask", "Whom do you ask?", [speaker.seat(seat, about(seat)) for seat in speaker.others])


# -- answering


def _answer(speaker: Speaker) -> list[Pick]:
    spoken_to = spoke_to(speaker)
    picks = [speaker.seat(seat, _answers(speaker, seat), spoken_to[seat]) for seat in speaker.others if seat in spoken_to]
    return into("Answer", "Whom do you answer?", picks)


def spoke_to(speaker: Speaker) -> dict[int, str]:
    """Who spoke to this seat or against it since its own last speech, each with what they did: `asked you`, `spoke against you`."""
    view, found = speaker.view, dict[int, str]()
    for fact in view.facts:
        if not isinstance(fact, f.Said):
            continue
        if fact.seat == view.seat:
            found = {}
            continue
        for act in read(fact.text, fact.seat, view.names, view.board.size):
            match act:
                case AsksSeat(seat=view.seat):
                    found.setdefault(fact.seat, "asked you")
                case (
                    Accuses(seat=view.seat) | CallsVote(seat=view.seat) | ReportsCheck(seat=view.seat, result="wolves" | "Werewolf")
                ):
                    found[fact.seat] = _AGAINST
                case _:
                    pass
    return found


_AGAINST = "spoke against you"


def _answers(speaker: Speaker, other: int) -> Step:
    record, view = speaker.record, speaker.view
    picks: list[Pick] = []
    if spoke_to(speaker).get(other) == _AGAINST:
        picks += [Pick("They are wrong", Move(intent="deny", other=other)), Pick("They lie", Move(intent="liar", target=other))]
    picks += into(
        "I suspect somebody else",
        "Whom do you suspect?",
        [speaker.seat(seat, Move(intent="answer_suspect", target=seat, other=other)) for seat in speaker.others if seat != other],
    )
    votes = [ballot for ballot in record.ballots if ballot.voter == record.me and ballot.kind == "vote" and ballot.target]
    if votes and votes[-1].target != other:
        cast = votes[-1]
        leads = Move(intent="answer_vote", target=cast.target, other=other, day=cast.day)
        picks.append(Pick(f"Why I voted for {called(view, cast.target)} on day {cast.day}", leads))
    if _power_claimed(speaker, record.me):
        picks.append(Pick("Wait, and you will see that I am what I claim", Move(intent="answer_claim", other=other)))
    picks.append(Pick("I have nothing to add", Move(intent="answer_nothing", other=other)))
    return Step(f"What do you answer {called(view, other)}?", tuple(picks))
