"""What a person may answer to those who asked them or spoke against them since they last spoke, by what it was about."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from wolfcore.bots.belief.record import CastBallot, Record
from wolfcore.bots.talk.moves import Move
from wolfcore.game import ROLES, RoleName, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, AsksSeat, CallsVote, ReportsCheck, read

from .picks import Pick, Speaker, Step, into
from .seat_options import called
from .story_moves import claim, learned


class SpokenTo(Struct):
    """What somebody said to a seat or against it.

    Attributes:
        against: Whether it was accused, reported as a wolf or called a vote against.
        about: What it was asked about, as `AsksSeat` has it.
    """

    against: bool = False
    about: set[str] = set()

    @property
    def note(self) -> str:
        """The same in a few words."""
        return ", ".join(filter(None, ("asked you" if self.about else "", "spoke against you" if self.against else "")))


def spoke_to(speaker: Speaker) -> dict[int, SpokenTo]:
    """Who spoke to this seat or against it aloud since its own last speech."""
    view, found = speaker.view, dict[int, SpokenTo]()
    for fact in view.facts:
        if not isinstance(fact, f.Said):
            continue
        if fact.seat == view.seat:
            found = {}
            continue
        for act in read(fact.text, fact.seat, view.names, view.board.size):
            match act:
                case AsksSeat(seat=view.seat):
                    found.setdefault(fact.seat, SpokenTo()).about.add(act.about)
                case (
                    Accuses(seat=view.seat) | CallsVote(seat=view.seat) | ReportsCheck(seat=view.seat, result="wolves" | "Werewolf")
                ):
                    found.setdefault(fact.seat, SpokenTo()).against = True
                case _:
                    pass
    return found


def power_claimed(record: Record, seat: int) -> RoleName | None:
    """The role with a power that a seat claims to hold."""
    held = record.claims.get(seat)
    return held.role if held and team_of(held.role) == "village" and not ROLES[held.role].plain else None


def claimants(speaker: Speaker, but: int) -> list[int]:
    """The living who claim to be who checks seats here, beside one seat and the speaker."""
    record = speaker.record
    return [seat for seat in speaker.others if seat != but and power_claimed(record, seat) == record.seer]


def last_vote(record: Record, seat: int) -> CastBallot | None:
    """The last ballot for an exile that this seat cast for somebody, as far as it was seen."""
    cast = [ballot for ballot in record.ballots if ballot.voter == seat and ballot.kind == "vote" and ballot.target]
    return cast[-1] if cast else None


def answer(speaker: Speaker) -> list[Pick]:
    """An answer to each of those who are owed one."""
    owed = spoke_to(speaker)
    picks = [speaker.seat(seat, _answers(speaker, seat, owed[seat]), owed[seat].note) for seat in speaker.others if seat in owed]
    return into("Answer", "Whom do you answer?", picks)


def _answers(speaker: Speaker, other: int, said: SpokenTo) -> Step:
    record = speaker.record
    picks: list[Pick] = []
    if said.against:
        picks += [Pick("They are wrong", Move(intent="deny", other=other)), Pick("They lie", Move(intent="liar", target=other))]
    if "accuse" in said.about:
        picks.append(Pick("I said nothing of the kind", Move(intent="answer_never", other=other)))
    if "vote" in said.about:
        picks += _of_votes(speaker, other)
    if "role" in said.about:
        picks += _of_role(speaker, other)
    if "check" in said.about:
        picks += [*learned(speaker), Pick("I check nobody", Move(intent="answer_no_checks", other=other))]
    if "seer" in said.about:
        picks += _of_seers(speaker, other)
    suspects = [
        speaker.seat(seat, Move(intent="answer_suspect", target=seat, other=other)) for seat in speaker.others if seat != other
    ]
    picks += into("I suspect somebody", "Whom do you suspect?", suspects)
    if power_claimed(record, record.me):
        picks.append(Pick("I cannot prove it yet", Move(intent="answer_claim", other=other)))
    picks.append(Pick("I have nothing to add", Move(intent="answer_nothing", other=other)))
    return Step(f"What do you answer {called(speaker.view, other)}?", tuple(picks))


def _of_votes(speaker: Speaker, other: int) -> Iterator[Pick]:
    cast = last_vote(speaker.record, speaker.view.seat)
    if cast and cast.target == other:
        yield Pick(f"Why I voted for them on day {cast.day}", Move(intent="answer_vote_you", other=other, day=cast.day))
    elif cast:
        leads = Move(intent="answer_vote", target=cast.target, other=other, day=cast.day)
        yield Pick(f"Why I voted for {called(speaker.view, cast.target)} on day {cast.day}", leads)
    if not cast or cast.target != other:
        yield Pick("I never voted for them", Move(intent="answer_no_vote_you", other=other))


def _of_role(speaker: Speaker, other: int) -> Iterator[Pick]:
    role = power_claimed(speaker.record, speaker.view.seat)
    if role:
        yield Pick(f"I am the {role}, as I said", Move(intent="answer_role", role=role, other=other))
    else:
        yield from claim(speaker)
    yield Pick("I keep it to myself", Move(intent="answer_hidden", other=other))


def _of_seers(speaker: Speaker, other: int) -> Iterator[Pick]:
    record = speaker.record
    found = claimants(speaker, other)
    believed = [speaker.seat(seat, Move(intent="answer_seer", target=seat, other=other, role=record.seer)) for seat in found]
    yield from into("I believe one of them", "Whom do you believe?", believed)
    if found:
        yield Pick("I cannot tell yet", Move(intent="answer_seer_open", other=other, role=record.seer))
    else:
        yield Pick(f"There is no {record.seer} yet", Move(intent="answer_no_seer", other=other, role=record.seer))
