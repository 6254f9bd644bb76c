"""The speech menu: acts, seats and reasons that a person can choose now. Imports house bots."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from wolfcore.bots.belief.seat_record import CastBallot, SeatRecord
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.game import HOLDERS, ROLES, AskKind, RoleName, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, AsksSeat, CallsVote, ReportsCheck, read

from .claim_menu import (
    MenuChoice,
    MenuStep,
    Speaker,
    claim_choices,
    own_check_choices,
    report_choices,
    submenu,
)
from .seat_options import seat_text, wolves_alive

_RESTING: frozenset[AskKind] = frozenset({"last_words"})
"""Asks after whose speech the speaker hears no answer."""


def speech_menu(speaker: Speaker, kind: AskKind) -> MenuStep:
    """Build the first step of the speech menu: the acts that have something to say.

    Args:
        speaker: The speaker.
        kind: The kind of ask that the speech answers.
    """
    view = speaker.view
    if kind == "whisper" and not view.board.switches.kills_in(view.state.day):
        waits = MenuChoice("Wait for tomorrow", Move(kind="whisper_wait"))
        return MenuStep("Nobody can be attacked tonight. What do you whisper?", (waits,))
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
            picks.append(
                MenuChoice(
                    "That claim is false",
                    Move(kind="doubt_claim", target=seat, role=role),
                    note=f"claims {role}",
                )
            )
        return MenuStep(f"{seat_text(speaker.view, seat)} is a wolf?", tuple(picks))

    return submenu(
        "Accuse", "Whom do you accuse?", [speaker.seat(seat, how(seat)) for seat in speaker.others]
    )


def _vouch(speaker: Speaker) -> list[MenuChoice]:
    def how(seat: int) -> MenuStep:
        role = claimed_power(speaker.record, seat)
        picks = [
            MenuChoice("I am sure", Move(kind="vouch", target=seat)),
            MenuChoice("I think so", Move(kind="trust", target=seat)),
        ]
        if role:
            picks.append(
                MenuChoice(
                    "I believe that claim",
                    Move(kind="believe", target=seat, role=role),
                    note=f"claims {role}",
                )
            )
        return MenuStep(f"{seat_text(speaker.view, seat)} is good?", tuple(picks))

    return submenu(
        "Vouch",
        "For whom do you vouch?",
        [speaker.seat(seat, how(seat)) for seat in speaker.others],
    )


def _defend(speaker: Speaker) -> list[MenuChoice]:
    me, view = speaker.view.seat, speaker.view
    picks = [MenuChoice("yourself", Move(kind="deny_all"), me)] if me in view.living else []
    return submenu(
        "Defend",
        "Whom do you defend?",
        [*picks, *(speaker.seat(s, Move(kind="defend", target=s)) for s in speaker.others)],
    )


def _call(speaker: Speaker, kind: AskKind) -> list[MenuChoice]:
    intent = "recommend" if kind == "summarise" else "call_vote"
    picks = [speaker.seat(seat, Move(kind=intent, target=seat)) for seat in speaker.others]
    return submenu("Call a vote", "Whom shall they vote for?", picks)


def _ask(speaker: Speaker) -> list[MenuChoice]:
    record, against = (
        speaker.record,
        {seat for seat, spoken in said_to_seat(speaker).items() if spoken.against},
    )

    def about(seat: int) -> MenuStep:
        picks = [MenuChoice("What they think", Move(kind="ask", target=seat))]
        if seat in against:
            picks.append(
                MenuChoice("Why they are against you", Move(kind="ask_reason", target=seat))
            )
        cast = last_vote(record, seat)
        if cast and cast.target not in (seat, record.me):
            label = f"Why they voted for {seat_text(speaker.view, cast.target)} on day {cast.day}"
            picks.append(
                MenuChoice(
                    label, Move(kind="ask_vote", target=seat, other=cast.target, day=cast.day)
                )
            )
        role = claimed_power(record, seat)
        if role:
            picks.append(
                MenuChoice(
                    f"What proves that they are the {role}",
                    Move(kind="ask_claim", target=seat, role=role),
                )
            )
        else:
            picks.append(MenuChoice("What their role is", Move(kind="ask_role", target=seat)))
        if role in HOLDERS["check"]:
            picks.append(MenuChoice("What they checked", Move(kind="ask_check", target=seat)))
        else:
            picks += [
                MenuChoice(
                    f"Which {claimed} they believe",
                    Move(kind="ask_seer", target=seat, role=claimed),
                )
                for claimed in dict.fromkeys(checker_claims(speaker, seat).values())
            ]
        return MenuStep(f"What do you ask {seat_text(speaker.view, seat)}?", tuple(picks))

    return submenu(
        "Ask", "Whom do you ask?", [speaker.seat(seat, about(seat)) for seat in speaker.others]
    )


class SaidToSeat(Struct):
    """What another seat said to this seat or against it.

    Attributes:
        against: Whether it accused this seat, reported it as a wolf or called a vote against it.
        about: The topics it asked this seat about, as in `AsksSeat.about`.
    """

    against: bool = False
    about: set[str] = set()

    @property
    def note(self) -> str:
        """The same in a few words, as a note on a menu choice."""
        return ", ".join(
            filter(
                None,
                ("asked you" if self.about else "", "spoke against you" if self.against else ""),
            )
        )


def said_to_seat(speaker: Speaker) -> dict[int, SaidToSeat]:
    """Collect which seats spoke to this seat or against it since its own last speech."""
    view, found = speaker.view, dict[int, SaidToSeat]()
    for fact in view.facts:
        who, text = f.public_words(fact)
        if who == view.seat:
            # A line with a ballot gives a reason and answers nobody.
            found = {} if isinstance(fact, f.Said) else found
            continue
        for act in read(text, who, view.names, view.board.size, view.board.roles) if text else ():
            match act:
                case AsksSeat(seat=view.seat):
                    found.setdefault(who, SaidToSeat()).about.add(act.about)
                case (
                    Accuses(seat=view.seat)
                    | CallsVote(seat=view.seat)
                    | ReportsCheck(seat=view.seat, finds_wolf=True)
                ):
                    found.setdefault(who, SaidToSeat()).against = True
                case _:
                    pass
    return found


def claimed_power(record: SeatRecord, seat: int) -> RoleName | None:
    """Return the village role with a power that a seat claims; None if it claims none."""
    held = record.claims.get(seat)
    return (
        held.role
        if held and team_of(held.role) == "village" and not ROLES[held.role].plain
        else None
    )


def checker_claims(speaker: Speaker, but: int) -> dict[int, RoleName]:
    """Return the checking role that each living seat other than `but` and the speaker claims.

    Seats that claim none are left out.
    """
    return {
        seat: role
        for seat in speaker.others
        if seat != but and (role := claimed_power(speaker.record, seat)) in HOLDERS["check"]
    }


def last_vote(record: SeatRecord, seat: int) -> CastBallot | None:
    """Return the last exile ballot that a seat cast for a seat; None if none was seen."""
    cast = [
        ballot
        for ballot in record.ballots
        if ballot.voter == seat and ballot.kind == "vote" and ballot.target
    ]
    return cast[-1] if cast else None


def reply_choices(speaker: Speaker) -> list[MenuChoice]:
    """Offer an answer to each seat that spoke to this seat or against it."""
    owed = said_to_seat(speaker)
    picks = [
        speaker.seat(seat, _answers(speaker, seat, owed[seat]), owed[seat].note)
        for seat in speaker.others
        if seat in owed
    ]
    return submenu("Answer", "Whom do you answer?", picks)


def _answers(speaker: Speaker, other: int, said: SaidToSeat) -> MenuStep:
    record = speaker.record
    picks: list[MenuChoice] = []
    if said.against:
        picks += [
            MenuChoice("They are wrong", Move(kind="deny", other=other)),
            MenuChoice("They lie", Move(kind="liar", target=other)),
        ]
    if "accuse" in said.about:
        picks.append(
            MenuChoice("I said nothing of the kind", Move(kind="answer_never", other=other))
        )
    if "vote" in said.about:
        picks += _of_votes(speaker, other)
    if "role" in said.about:
        picks += _of_role(speaker, other)
    if "check" in said.about:
        picks += [
            *own_check_choices(speaker),
            MenuChoice("I check nobody", Move(kind="answer_no_checks", other=other)),
        ]
    if "seer" in said.about:
        picks += _of_seers(speaker, other)
    suspects = [
        speaker.seat(seat, Move(kind="answer_suspect", target=seat, other=other))
        for seat in speaker.others
        if seat != other
    ]
    picks += submenu("I suspect somebody", "Whom do you suspect?", suspects)
    if claimed_power(record, record.me):
        picks.append(MenuChoice("I cannot prove it yet", Move(kind="answer_claim", other=other)))
    picks.append(MenuChoice("I have nothing to add", Move(kind="answer_nothing", other=other)))
    return MenuStep(f"What do you answer {seat_text(speaker.view, other)}?", tuple(picks))


def _of_votes(speaker: Speaker, other: int) -> Iterator[MenuChoice]:
    cast = last_vote(speaker.record, speaker.view.seat)
    if cast and cast.target == other:
        yield MenuChoice(
            f"Why I voted for them on day {cast.day}",
            Move(kind="answer_vote_you", other=other, day=cast.day),
        )
    elif cast:
        leads = Move(kind="answer_vote", target=cast.target, other=other, day=cast.day)
        yield MenuChoice(
            f"Why I voted for {seat_text(speaker.view, cast.target)} on day {cast.day}", leads
        )
    if not cast or cast.target != other:
        yield MenuChoice("I never voted for them", Move(kind="answer_no_vote_you", other=other))


def _of_role(speaker: Speaker, other: int) -> Iterator[MenuChoice]:
    role = claimed_power(speaker.record, speaker.view.seat)
    if role:
        yield MenuChoice(
            f"I am the {role}, as I said", Move(kind="answer_role", role=role, other=other)
        )
    else:
        yield from claim_choices(speaker)
    yield MenuChoice("I keep it to myself", Move(kind="answer_hidden", other=other))


def _of_seers(speaker: Speaker, other: int) -> Iterator[MenuChoice]:
    found = checker_claims(speaker, other)
    believed = [
        speaker.seat(seat, Move(kind="answer_seer", target=seat, other=other, role=role))
        for seat, role in found.items()
    ]
    yield from submenu("I believe one of them", "Whom do you believe?", believed)
    if found:
        role = next(iter(found.values()))
        yield MenuChoice("I cannot tell yet", Move(kind="answer_seer_open", other=other, role=role))
        return
    board = speaker.view.board
    for role in board.roles_using("check"):
        yield MenuChoice(
            f"There is no {role} yet", Move(kind="answer_no_seer", other=other, role=role)
        )
