"""What a person may sensibly say now, as a small tree: acts of speech, seats, and what else a sentence needs.

It knows a view and nothing else, as every question does. What is said in the end is a move of the house bots, who have words
for it in every manner (`wolfcore.bots.talk.sayings`).
"""

from __future__ import annotations

from wolfcore.bots.talk.moves import Move
from wolfcore.game import AskKind

from .answer_moves import claimed_power, last_vote, reply_choices, said_to_seat, seer_claimants
from .picks import MenuChoice, MenuStep, Speaker, submenu
from .seat_options import seat_text, wolves_alive
from .story_moves import claim_choices, report_choices

_RESTING: frozenset[AskKind] = frozenset({"last_words"})
"""Words after which their speaker hears no answer."""


def speech_menu(speaker: Speaker, kind: AskKind) -> MenuStep:
    """Where the choosing begins: the acts for which there is something to say.

    Args:
        speaker: Who speaks.
        kind: What the words are for.
    """
    if kind == "whisper":
        prey = [seat for seat in speaker.view.living if seat not in wolves_alive(speaker.view)]
        picks = [speaker.seat(seat, Move(kind="whisper_kill", target=seat)) for seat in prey]
        return MenuStep("Whom shall the pack attack?", tuple(picks))
    picks = [
        *claim_choices(speaker),
        *report_choices(speaker),
        *_accuse(speaker),
        *_vouch(speaker),
        *_defend(speaker),
        *_call(speaker, kind),
    ]
    if kind not in _RESTING:
        picks += [*_ask(speaker), *reply_choices(speaker)]
    return MenuStep("What do you want to say?", tuple(picks))


def _accuse(speaker: Speaker) -> list[MenuChoice]:
    def how(seat: int) -> MenuStep:
        role = claimed_power(speaker.record, seat)
        picks = [
            MenuChoice("I am sure", Move(kind="accuse", target=seat)),
            MenuChoice("I suspect it", Move(kind="suspect", target=seat)),
        ]
        if role:
            picks.append(MenuChoice("That claim is false", Move(kind="doubt_claim", target=seat, role=role), note=f"claims {role}"))
        return MenuStep(f"{seat_text(speaker.view, seat)} is a wolf?", tuple(picks))

    return submenu("Accuse", "Whom do you accuse?", [speaker.seat(seat, how(seat)) for seat in speaker.others])


def _vouch(speaker: Speaker) -> list[MenuChoice]:
    def how(seat: int) -> MenuStep:
        role = claimed_power(speaker.record, seat)
        picks = [
            MenuChoice("I am sure", Move(kind="vouch", target=seat)),
            MenuChoice("I think so", Move(kind="trust", target=seat)),
        ]
        if role:
            picks.append(MenuChoice("I believe that claim", Move(kind="believe", target=seat, role=role), note=f"claims {role}"))
        return MenuStep(f"{seat_text(speaker.view, seat)} is good?", tuple(picks))

    return submenu("Vouch", "For whom do you vouch?", [speaker.seat(seat, how(seat)) for seat in speaker.others])


def _defend(speaker: Speaker) -> list[MenuChoice]:
    me, view = speaker.view.seat, speaker.view
    picks = [MenuChoice("yourself", Move(kind="deny_all"), me)] if me in view.living else []
    return submenu(
        "Defend", "Whom do you defend?", [*picks, *(speaker.seat(s, Move(kind="defend", target=s)) for s in speaker.others)]
    )


def _call(speaker: Speaker, kind: AskKind) -> list[MenuChoice]:
    intent = "recommend" if kind == "summarise" else "call_vote"
    picks = [speaker.seat(seat, Move(kind=intent, target=seat)) for seat in speaker.others]
    return submenu("Call a vote", "Whom shall they vote for?", picks)


def _ask(speaker: Speaker) -> list[MenuChoice]:
    record, against = speaker.record, {seat for seat, spoken in said_to_seat(speaker).items() if spoken.against}

    def about(seat: int) -> MenuStep:
        picks = [MenuChoice("What they think", Move(kind="ask", target=seat))]
        if seat in against:
            picks.append(MenuChoice("Why they are against you", Move(kind="ask_reason", target=seat)))
        cast = last_vote(record, seat)
        if cast and cast.target not in (seat, record.me):
            label = f"Why they voted for {seat_text(speaker.view, cast.target)} on day {cast.day}"
            picks.append(MenuChoice(label, Move(kind="ask_vote", target=seat, other=cast.target, day=cast.day)))
        role = claimed_power(record, seat)
        if role:
            picks.append(MenuChoice(f"What proves that they are the {role}", Move(kind="ask_claim", target=seat, role=role)))
        else:
            picks.append(MenuChoice("What their role is", Move(kind="ask_role", target=seat)))
        if role == record.seer_role:
            picks.append(MenuChoice("What they checked", Move(kind="ask_check", target=seat)))
        elif seer_claimants(speaker, seat):
            label = f"Which {record.seer_role} they believe"
            picks.append(MenuChoice(label, Move(kind="ask_seer", target=seat, role=record.seer_role)))
        return MenuStep(f"What do you ask {seat_text(speaker.view, seat)}?", tuple(picks))

    return submenu("Ask", "Whom do you ask?", [speaker.seat(seat, about(seat)) for seat in speaker.others])
