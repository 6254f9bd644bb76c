"""What a person may sensibly say now, as a small tree: acts of speech, seats, and what else a sentence needs.

It knows a view and nothing else, as every question does. What is said in the end is a move of the house bots, who have words
for it in every manner (`wolfcore.bots.talk.sayings`).
"""

from __future__ import annotations

from wolfcore.bots.talk.moves import Move
from wolfcore.game import AskKind

from .answer_moves import answer, claimants, last_vote, power_claimed, spoke_to
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
        picks += [*_ask(speaker), *answer(speaker)]
    return Step("What do you want to say?", tuple(picks))


def _accuse(speaker: Speaker) -> list[Pick]:
    def how(seat: int) -> Step:
        role = power_claimed(speaker.record, seat)
        picks = [Pick("I am sure", Move(intent="accuse", target=seat)), Pick("I suspect it", Move(intent="suspect", target=seat))]
        if role:
            picks.append(Pick("That claim is false", Move(intent="doubt_claim", target=seat, role=role), note=f"claims {role}"))
        return Step(f"{called(speaker.view, seat)} is a wolf?", tuple(picks))

    return into("Accuse", "Whom do you accuse?", [speaker.seat(seat, how(seat)) for seat in speaker.others])


def _vouch(speaker: Speaker) -> list[Pick]:
    def how(seat: int) -> Step:
        role = power_claimed(speaker.record, seat)
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
    record, against = speaker.record, {seat for seat, spoken in spoke_to(speaker).items() if spoken.against}

    def about(seat: int) -> Step:
        picks = [Pick("What they think", Move(intent="ask", target=seat))]
        if seat in against:
            picks.append(Pick("Why they are against you", Move(intent="ask_reason", target=seat)))
        cast = last_vote(record, seat)
        if cast and cast.target not in (seat, record.me):
            label = f"Why they voted for {called(speaker.view, cast.target)} on day {cast.day}"
            picks.append(Pick(label, Move(intent="ask_vote", target=seat, other=cast.target, day=cast.day)))
        role = power_claimed(record, seat)
        if role:
            picks.append(Pick(f"What proves that they are the {role}", Move(intent="ask_claim", target=seat, role=role)))
        else:
            picks.append(Pick("What their role is", Move(intent="ask_role", target=seat)))
        if role == record.seer:
            picks.append(Pick("What they checked", Move(intent="ask_check", target=seat)))
        elif claimants(speaker, seat):
            label = f"Which {record.seer} they believe"
            picks.append(Pick(label, Move(intent="ask_seer", target=seat, role=record.seer)))
        return Step(f"What do you ask {called(speaker.view, seat)}?", tuple(picks))

    return into("Ask", "Whom do you ask?", [speaker.seat(seat, about(seat)) for seat in speaker.others])
