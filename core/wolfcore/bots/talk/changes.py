"""Changes of mind that the table can see: dropped suspects, ballots unlike words, wrong exiles.

What changed a mind came after the word or ballot that it changed, and before the new one.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from wolfcore.bots.belief.posterior import reading_errors
from wolfcore.bots.belief.seat_record import CastBallot, finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, team_of

from .dialogue_moves import Move, MoveKind, accused_seats
from .move_filters import without_spare
from .reports import BELIEVED, believed_tellers

_SURE = 0.9
"""The probability of its claim above which an exiled seat is known to have told the truth."""


_SAYS_DROPPED = 0.5
"""How often whoever accuses another than yesterday says so without a cause; with one, always."""


def with_dropped_suspect(mind: Mind, moves: list[Move]) -> list[Move]:
    """Say before a new accusation that the suspect of yesterday is dropped, and what changed that.

    The words take the place of a move that nobody waits for, if there is one.
    """
    record, me = mind.record, mind.me
    held = record.announced_targets.get((record.day - 1, me), 0)
    # Who answers a charge or a rival names no new suspect.
    places = [
        place
        for place, move in enumerate(moves)
        if accused_seats(move, me) and move.kind not in ("liar", "counterclaim")
    ]
    spoken_of = {seat for move in moves for seat in (move.target, move.other)}
    cast = _open_ballot(mind, me, record.day - 1)
    # Whose ballot went elsewhere has dropped its suspect with it.
    voted_else = cast and cast.target not in (0, held)
    if (
        not places
        or held not in mind.others
        or held in spoken_of
        or me in record.speakers_today
        or voted_else
    ):
        return moves
    dropped = drop_of_suspect(mind, held, accused_seats(moves[places[0]], me)[0])
    if dropped.kind == "drops_suspect" and not mind.draws.happens(_SAYS_DROPPED):
        return moves
    return without_spare([*moves[: places[0]], dropped, *moves[places[0] :]])


def drop_of_suspect(mind: Mind, held: int, new: int) -> Move:
    """Say that `held`, the suspect of yesterday, is dropped for `new`, and what changed that.

    The change is the first of these since this seat last spoke or voted against `held`: `held` made
    a claim that stands and is believed, a believed check cleared it, one found `new`, `new` and
    another seat came to claim one role, another seat spoke against `new` before. Without any, no
    cause is given.
    """
    record = mind.record
    since = _last_stand(mind, held)
    held_role, new_role = record.claims.get(held), record.claims.get(new)
    if (
        held_role
        and held_role.speech_number > since
        and not ROLES[held_role.role].plain
        and not record.rivals(held_role.role, held)
        and mind.honest_belief.claim_probability(held_role.role, held) > BELIEVED
    ):
        return Move(kind="drops_claimed", target=held, role=held_role.role)
    cleared = believed_tellers(mind, held, "village", since)
    if cleared:
        return Move(kind="drops_cleared", target=held, other=cleared[0])
    if believed_tellers(mind, new, "wolves", since):
        return Move(kind="drops_found", target=held, other=new)
    rivals = record.rivals(new_role.role, new) if new_role else []
    if (
        new_role
        and rivals
        and any(record.claims[seat].speech_number > since for seat in (*rivals, new))
    ):
        return Move(kind="drops_rivals", target=held, other=new, role=new_role.role)
    joined = [seat for seat in record.accusers.get(new, ()) if seat in mind.others and seat != held]
    if joined:
        return Move(kind="drops_joined", target=held, other=joined[0])
    return Move(kind="drops_suspect", target=held, day=record.day - 1)


def _last_stand(mind: Mind, held: int) -> int:
    """Return the number of the last speech at which this seat spoke or voted against `held`."""
    record = mind.record
    number, praised = record.last_stances.get((mind.me, held), (0, False))
    return max([
        0 if praised else number,
        record.announcement_speech.get((record.day - 1, mind.me), 0),
        *[record.words_before(b) for b in record.ballots if (b.voter, b.target) == (mind.me, held)],
    ])  # fmt: skip


def _open_ballot(mind: Mind, seat: int, day: int) -> CastBallot | None:
    """Return a seat's ballot of a day in which it could vote for anybody, or None.

    In a runoff the suspect of a seat may be no choice.
    """
    return _exile_ballot(mind, seat, day, ("vote",))


def _exile_ballot(
    mind: Mind, seat: int, day: int, kinds: tuple[str, ...] = ("vote", "runoff")
) -> CastBallot | None:
    """Return the last ballot of some kinds that a seat cast on a day, or None."""
    return next(
        (
            ballot
            for ballot in reversed(mind.record.ballots)
            if (ballot.day, ballot.voter) == (day, seat) and ballot.kind in kinds
        ),
        None,
    )


class VoteChange(NamedTuple):
    """A ballot that differs from the announced one, and that its voter has not explained yet.

    Attributes:
        day: The day of the ballot.
        announced: The seat that the voter had spoken against.
        target: The seat that it voted for.
        why: What it had heard between the two: `report`, a check that found `target`; `claim`, a
            claim of `announced`; or `others`, words of others against `target`.
    """

    day: int
    announced: int
    target: int
    why: Literal["report", "claim", "others"]


def on_own_ballot(mind: Mind) -> list[Move]:
    """Explain an unannounced ballot at the next turn: announced seat, target and reason."""
    switch = unexplained_vote_change(mind)
    if switch is None:
        return []
    intents: dict[str, MoveKind] = {
        "report": "switch_report",
        "claim": "switch_claim",
        "others": "switch_others",
    }
    return [
        Move(kind=intents[switch.why], target=switch.announced, other=switch.target, day=switch.day)
    ]


def unexplained_vote_change(mind: Mind) -> VoteChange | None:
    """Return this seat's ballot of yesterday if it differs from its announced target.

    None if it does not differ, nothing that was heard explains it, the seat has spoken today, or
    another seat is drawn to explain its change: one does in a day.
    """
    record, me, day = mind.record, mind.me, mind.record.day - 1
    if me in record.speakers_today or _drawn_to_explain(mind, day) != me:
        return None
    own, said = _open_ballot(mind, me, day), record.announced_targets.get((day, me), 0)
    if own is None:
        return None

    def between(number: int) -> bool:
        return record.announcement_speech[day, me] < number <= record.words_before(own)

    claim = record.claims.get(said)
    if any(
        own.target in reported
        and reported[own.target].team == "wolves"
        and between(reported[own.target].speech_number)
        for reported in record.reports.values()
    ):
        return VoteChange(day, said, own.target, "report")
    if claim and not ROLES[claim.role].plain and between(claim.speech_number):
        return VoteChange(day, said, own.target, "claim")
    if any((day, seat, own.target) in record.accusations for seat in mind.others):
        return VoteChange(day, said, own.target, "others")
    return None


def _drawn_to_explain(mind: Mind, day: int) -> int:
    """Draw, from the names, one living seat whose ballot of a day differs from its word, or 0."""
    record = mind.record
    drawn = reading_errors(record.names, 0, day, 1.0)
    changed: list[int] = []
    for seat in record.alive:
        cast, said = _open_ballot(mind, seat, day), record.announced_targets.get((day, seat), 0)
        explained = (day, seat) in record.explained_ballots
        if cast and cast.target and said and said != cast.target and not explained:
            changed.append(seat)
    return min(changed, key=lambda seat: (drawn[seat], seat), default=0)


def owning_up(mind: Mind) -> list[Move]:
    """Own up, in the first turn of a day, to a ballot that exiled a seat now known as village.

    One living seat that cast such a ballot is drawn from the names; it does so by its temperament.
    """
    record, me = mind.record, mind.me
    yesterday = record.day - 1
    fallen = [
        fall.seat for fall in record.deaths if fall.cause == "exiled" and fall.day == yesterday
    ]
    if not fallen or me in record.speakers_today:
        return []
    drawn = reading_errors(record.names, fallen[-1], record.day, 1.0)
    cast = {seat: _exile_ballot(mind, seat, yesterday) for seat in record.alive}
    guilty = [seat for seat, ballot in cast.items() if ballot and ballot.target == fallen[-1]]
    if (
        me != min(guilty, key=lambda seat: (drawn[seat], seat), default=0)
        or not _is_known_good(mind, fallen[-1])
        or not mind.draws.happens(mind.temperament.owns_up_rate)
    ):
        return []
    return [Move(kind="owns_up", target=fallen[-1], day=yesterday)]


def _is_known_good(mind: Mind, seat: int) -> bool:
    """Whether a seat is known as village: shown, by a trusted check, or by its own sure claim."""
    record = mind.record
    shown = record.revealed.get(seat)
    if shown:
        return team_of(shown) == "village"
    checked = any(
        check.target == seat and check.result and not finds_wolf(check) for check in record.checks
    )
    claim = record.claims.get(seat)
    return (
        checked
        or seat in record.shooters
        or bool(believed_tellers(mind, seat, "village"))
        or bool(claim and mind.honest_belief.claim_probability(claim.role, seat) > _SURE)
    )
