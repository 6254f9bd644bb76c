"""Replies to accusations, praise, rescues, claims, odd speeches and deaths, and last words.

A seat replies only to words since its own last speech. Questions are answered in `answers`.
"""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.pack import may_be_given_up
from wolfcore.game import ROLES, RoleName, dice_of, team_of

from .dialogue_moves import Move, MoveKind, accused_seats
from .reason_filters import is_groundless
from .reasons import case_by_report, followed_claimant
from .reports import believed_tellers, cleared_seats, fresh_finds, has_rejected

_HELD_A_WOLF = 0.9
"""The probability of being a wolf, for the table and the voter, above which a vote against a seat
speaks for the voter."""


_HELD_FALSE = 0.35
"""The probability of a claim below which it is denied."""


_DECEIT = 0.45
"""How far a wolf that deceives fully lowers the probability of a claim that exposes its pack."""


_HELD_TRUE = 0.35
"""The probability of a claim from which its rescue is thanked for."""


RECOLLECTIONS: dict[str, MoveKind] = {
    "pack_won": "recall_pack_won",
    "pack_caught": "recall_pack_caught",
    "exiled": "recall_exiled",
    "first_night": "recall_first_night",
    "village_won": "recall_village_won",
}
"""The move for each thing that may be recalled of a person's last game: a wolf whose pack won, or
that was exiled; or of the village and exiled, dead in the first night, or alive when it won."""


def replies(mind: Mind, said: list[Move]) -> list[Move]:
    """Choose this seat's replies, the most pressing first.

    Args:
        mind: The seat.
        said: The moves that come before them in the same speech.
    """
    if any(move.kind in ("liar", "deny", "deny_cleared") for move in said):
        return _to_rescuers(mind)
    return [
        *(_refutation(mind) or _to_accusers(mind)),
        *_to_rescuers(mind),
        *_on_claims(mind),
        # Thanks for a kind word wait while a find is new.
        *([] if fresh_finds(mind) else _to_praise(mind)),
    ]


_ASKS_WHY = 0.5
"""How often a seat that was accused without a reason asks for it instead of denying."""


def _refutation(mind: Mind) -> list[Move]:
    """Refute the latest false reason that another seat has given against this one."""
    for accuser, reason in reversed(mind.record.false_reasons.get(mind.me, {}).items()):
        if accuser not in mind.others:
            continue
        target = reason.other
        if reason.reason == "voted" and target and target != mind.me:
            return [Move(kind="refute_voted", other=accuser, target=target)]
        if reason.reason in ("defended", "accused") and target in mind.others:
            return [Move(kind="refute_spoke", other=accuser, target=target)]
        return [Move(kind="refute", other=accuser)]
    return []


def refutations_for(mind: Mind, spared: set[int]) -> list[Move]:
    """List refutations of false reasons against seats for which nobody has spoken today."""
    record = mind.record
    helped = {of for day, _, of in record.vouchings if day == record.day}
    return [
        Move(kind="refute_for", target=seat, other=accuser)
        for seat, given in record.false_reasons.items()
        if seat in mind.others and seat not in spared | helped and mind.standing(seat) != "bad"
        for accuser in given
        if accuser in mind.others
    ]


def _spoke_since_own_turn(mind: Mind, seat: int) -> bool:
    heard = mind.record.last_speech
    return seat != mind.me and heard.get(seat, 0) > heard.get(mind.me, 0)


def denial_with_clearing(mind: Mind, accusers: Sequence[int]) -> list[Move]:
    """Deny the last charge with the believed check that has cleared this seat; or no move."""
    cleared = _clearing(mind)
    others = [seat for seat in accusers if seat in mind.others and seat != cleared]
    if not cleared or not others:
        return []
    return [Move(kind="deny_cleared", other=others[-1], target=cleared)]


def _to_accusers(mind: Mind) -> list[Move]:
    accusers = [
        seat for seat in mind.record.open_accusations.get(mind.me, ()) if seat in mind.others
    ]
    with_clearing = denial_with_clearing(mind, accusers)
    if with_clearing:
        return with_clearing
    if not accusers or not mind.draws.happens(0.9 if mind.is_pressed else 0.8):
        return []
    if len(accusers) > 2 and mind.draws.happens(0.6):
        return [Move(kind="deny_all")]
    if _may_ask_why(mind, accusers[-1]) and mind.draws.happens(_ASKS_WHY):
        return [Move(kind="ask_reason", target=accusers[-1])]
    voted = denial_by_vote(mind, accusers[-1])
    if voted and mind.draws.happens(0.5):
        return [voted]
    return [Move(kind="deny", other=accusers[-1])]


def denial_by_vote(mind: Mind, accuser: int) -> Move | None:
    """Point the accuser to an own ballot against a known wolf, or None."""
    voted = vote_to_be_proud_of(mind, accuser)
    return Move(kind="deny_voted", other=accuser, target=voted[0], day=voted[1]) if voted else None


def _may_ask_why(mind: Mind, accuser: int) -> bool:
    """Whether an accusation came without a reason, and its seat can still give one today."""
    record = mind.record
    return (
        mind.ask.kind == "speak" and is_groundless(mind, accuser) and record.has_turn_left(accuser)
    )


def vote_to_be_proud_of(mind: Mind, listener: int) -> tuple[int, int] | None:
    """Return target and day of an own earlier ballot against a seat that all know for a wolf.

    None also where every such ballot was against the listener, or is what a seat blames this one
    for.

    Args:
        mind: The seat.
        listener: Whom the ballot is told to, or 0.
    """
    record, me = mind.record, mind.me
    blamed = {
        reason for (_, _, of), given in record.reasons_given.items() if of == me for reason in given
    }
    for ballot in reversed(record.ballots):
        own = ballot.voter == me and ballot.kind == "vote" and ballot.day < record.day
        target = ballot.target
        if (
            own
            and target not in (0, listener)
            and f"voted {target}" not in blamed
            and (me, "voted", target) not in record.reasons_today
            and is_known_wolf(mind, target)
        ):
            return target, ballot.day
    return None


def is_known_wolf(mind: Mind, seat: int) -> bool:
    """Whether a seat was shown to be a wolf, or all that is public makes it a likely one."""
    shown = mind.record.revealed.get(seat)
    if shown:
        return team_of(shown) == "wolves"
    likeliest = min(mind.public_belief.p_wolf[seat], mind.honest_belief.p_wolf[seat])
    return likeliest > _HELD_A_WOLF


def _to_praise(mind: Mind) -> list[Move]:
    record = mind.record
    kind = [
        seat for day, seat, target in record.vouchings if target == mind.me and day == record.day
    ]
    kind = [seat for seat in kind if _spoke_since_own_turn(mind, seat)]
    return (
        [Move(kind="thank", other=kind[-1])]
        if kind and mind.draws.happens(mind.temperament.thanks_rate)
        else []
    )


def _to_rescuers(mind: Mind) -> list[Move]:
    """Thank the last believed claimant that told of saving this seat since its own last speech.

    A protection saved nobody in a night in which somebody fell. Who tells of it again is not
    thanked again.
    """
    record, last_turn = mind.record, mind.record.last_speech.get(mind.me, 0)
    kind = [
        teller
        for teller, how, target, night in record.claimed_actions
        if target == mind.me
        and teller in mind.others
        and teller in record.claims
        and record.first_told[teller, target] > last_turn
        and (how == "saved" or (how == "protected" and _was_quiet(mind, night)))
        and mind.honest_belief.claim_probability(record.claims[teller].role, teller) >= _HELD_TRUE
    ]
    return [Move(kind="thank_saved", other=kind[-1])] if kind else []


def _was_quiet(mind: Mind, night: int) -> bool:
    """Whether nobody died in a night, or in any night where `night` is 0."""
    return night in mind.record.quiet_nights if night else bool(mind.record.quiet_nights)


def reply_to_finds(mind: Mind, said: list[Move]) -> list[Move]:
    """Answer the newest find since this seat's last speech: at most one move, before all others.

    Who was found itself denies it; others cite the find, deny it or leave it open, as they believe
    its teller.

    Args:
        mind: The seat.
        said: The moves about itself in the same speech.
    """
    finds = fresh_finds(mind)
    accused = {seat for move in said for seat in accused_seats(move, mind.me)}
    for teller, target in finds:
        if target == mind.me:
            return [] if teller in accused else [_denial_to(mind, teller)]
    cleared = cleared_seats(mind)
    finds = [find for find in finds if accused.isdisjoint(find)]
    for teller, target in finds:
        role = mind.record.claims[teller].role
        spares = mind.is_mate(target) and not may_be_given_up(mind, target)
        if not spares and teller in believed_tellers(mind, target, "wolves"):
            # Enough have cited it: what is left to say of it comes with the suspects.
            spoken = target in cleared or followed_claimant(mind, target)
            case = None if spoken else case_by_report(mind, target)
            return [case] if case else []
        truth = mind.honest_belief.claim_probability(role, teller)
        truth -= _DECEIT * mind.level.deception_rate * spares
        if truth < _HELD_FALSE and teller not in cleared and not mind.is_mate(teller):
            return [Move(kind="doubt_claim", target=teller, role=role)]
    open_ = [find for find in finds if cleared.isdisjoint(find)]
    return [Move(kind="find_open", target=of, other=by) for by, of in open_[:1]]


def _denial_to(mind: Mind, teller: int) -> Move:
    """Deny a check by which `teller` has found this seat: as a lie, if it may be one."""
    cleared = _clearing(mind)
    if teller not in cleared_seats(mind):
        return Move(kind="liar", target=teller)
    return (
        Move(kind="deny_cleared", other=teller, target=cleared)
        if cleared
        else Move(kind="deny", other=teller)
    )


def _clearing(mind: Mind) -> int:
    """Return the last seat that has cleared this one and is believed by it, or 0."""
    return max(
        believed_tellers(mind, mind.me, "village"),
        key=lambda teller: mind.record.reports[teller][mind.me].speech_number,
        default=0,
    )


MOST_BELIEVERS = 3
"""The number of seats that speak for a claimant on a day before nobody more says so unasked."""


def praise_today(mind: Mind, seat: int) -> int:
    """Count the seats that have spoken for a seat today."""
    return sum(day == mind.record.day and of == seat for day, _, of in mind.record.vouchings)


def _on_claims(mind: Mind) -> list[Move]:
    """Believe, doubt or question the latest claim of a god that this seat has not answered yet."""
    record = mind.record
    last_turn = record.last_speech.get(mind.me, 0)
    fresh: dict[int, tuple[int, RoleName]] = {
        claim.speech_number: (seat, claim.role)
        for seat, claim in record.claims.items()
        if seat in mind.others
        and ROLES[claim.role].team == "village"
        and not ROLES[claim.role].plain
        and claim.day == record.day
        and claim.speech_number > last_turn
    }
    if not fresh:
        return []
    # The latest claim is under its speech's number.
    seat, role = fresh[max(fresh)]
    if seat in cleared_seats(mind) and (mind.claimed_role == role):
        return []
    # A villager takes its bluff back and denies nobody.
    lies = ROLES[mind.role].plain and mind.claimed_role != mind.role
    if mind.claimed_role == role and not lies and record.rivals(role, seat):
        return [Move(kind="doubt_claim", target=seat, role=role)]
    if has_rejected(mind, seat):
        return []
    believes = praise_today(mind, seat) < MOST_BELIEVERS
    if mind.is_mate(seat):
        return (
            [Move(kind="believe", target=seat, role=role)]
            if mind.draws.happens(mind.level.mate_support_rate) and believes
            else []
        )
    truth = mind.honest_belief.claim_probability(role, seat)
    if mind.is_wolf and any(
        record.pack_mask >> target & 1 for target in record.reports.get(seat, {})
    ):
        truth -= _DECEIT * mind.level.deception_rate
    # Who praises a checker and spares the mate that it has found would show the pack.
    exposes = any(map(mind.is_mate, record.reports.get(seat, {})))
    # Who was cleared by it has an opinion of the claimant.
    rate = 1.0 if mind.me in record.reports.get(seat, {}) else 0.6
    if truth > 0.55 and not exposes and mind.draws.happens(rate):
        return [Move(kind="believe", target=seat, role=role)] if believes else []
    if truth < _HELD_FALSE and mind.draws.happens(0.6):
        return [Move(kind="doubt_claim", target=seat, role=role)]
    asks = record.has_turn_left(seat) and mind.draws.happens(0.3)
    return [Move(kind="ask_claim", target=seat, role=role)] if asks else []


_MAX_REPEATS = 2
"""The number of seats that spoke for a seat on a day from which its clearance is not repeated."""


def oddity_remark(mind: Mind) -> list[Move]:
    """Remark on the speech just before, if it had no words, was not English or was a joke."""
    record = mind.record
    latest = record.speakers_today[-1] if record.speakers_today else 0
    odd = record.odd_speeches.get(latest)
    if not odd or latest not in mind.others or not mind.draws.happens(mind.temperament.remark_rate):
        return []
    return [Move(kind="puzzled" if odd == "foreign" else odd, target=latest)]


def yesterday_openings(mind: Mind) -> list[Move]:
    """List openings of a day's first speaker: yesterday's exile vote, and suspects of the dead."""
    record, found = mind.record, list[Move]()
    yesterday = record.day - 1
    for fall in record.deaths:
        if fall.cause == "exiled" and fall.day == yesterday:
            count = sum(
                b.target == fall.seat and b.day == yesterday and b.kind == "vote"
                for b in record.ballots
            )
            # Twice in the list, so that it is drawn twice as often.
            found += (
                [Move(kind="open_recap", target=fall.seat, count=count)] * 2 if count > 1 else []
            )
        if fall.at_night and fall.day == record.day:
            named = [
                of
                for day, speaker, of in record.accusations
                if speaker == fall.seat and day == yesterday
            ]
            found += [
                Move(kind="open_gain", dead=(fall.seat,), target=of)
                for of in named
                if of in mind.others
            ]
    return found


def recollection(mind: Mind) -> list[Move]:
    """Recall what became of a person in its last game: at most one seat, once in a game.

    The names at the table decide on the seat and the day, 1 or 2, so that they reveal nothing.
    """
    record = mind.record
    seat, kind = record.recollection or (0, "")
    # A later version may write a kind that this one does not know.
    if kind not in RECOLLECTIONS or seat not in mind.others or mind.me in record.speakers_today:
        return []
    dice = dice_of(0, "/".join(record.names))
    drawn = dice.pick("recalling", [one for one in range(1, record.size + 1) if one != seat])
    if (mind.me, record.day) != (drawn, 1 + dice.draw("recalling.day", 2)):
        return []
    return [Move(kind=RECOLLECTIONS[kind], target=seat)]


def past_support(mind: Mind, seat: int) -> list[Move]:
    """Recall that a seat spoke for this one on an earlier day; empty if it did not."""
    record = mind.record
    days = [
        day
        for day, speaker, of in record.vouchings
        if speaker == seat and of == mind.me and day < record.day
    ]
    return [Move(kind="trust_since", target=seat, day=days[-1])] if days else []


def dead_seer_clearances(mind: Mind, excluded: set[int]) -> list[Move]:
    """List seats that a believed dead seer has cleared, unless enough seats have said so today.

    Seats in `excluded` are left out.
    """
    record, face = mind.record, mind.honest_belief
    found: list[Move] = []
    for seer, reports in record.reports.items():
        if (
            record.lives(seer)
            or seer not in record.claims
            or has_rejected(mind, seer)
            or face.claim_probability(record.claims[seer].role, seer) <= 0.5
        ):
            continue
        for seat, report in reports.items():
            said = praise_today(mind, seat)
            if (
                report.team == "village"
                and seat in mind.others
                and seat not in excluded
                and said < _MAX_REPEATS
            ):
                found.append(
                    Move(
                        kind="dead_cleared", target=seat, other=seer, role=record.claims[seer].role
                    )
                )
    return found


def rescue_clearances(mind: Mind, spared: set[int]) -> list[Move]:
    """List seats that the pack attacked, by the word of a believed rescuer.

    Seats in `spared` and those that enough seats have vouched for today are left out. A Witch knows
    the victim. A guard knows it only after a quiet night that has no other explanation.
    """
    record, face = mind.record, mind.honest_belief
    found: list[Move] = []
    for teller, kind, seat, night in record.claimed_actions:
        held = record.claims.get(teller)
        came = record.tells_of_rescue(kind, night)
        if (
            not came
            or held is None
            or teller in (seat, mind.me)
            or has_rejected(mind, teller)
            or face.claim_probability(held.role, teller) <= 0.5
        ):
            continue
        said = praise_today(mind, seat)
        if seat in mind.others and seat not in spared and said < _MAX_REPEATS:
            found.append(Move(kind="rescue_clears", target=seat, other=teller, role=held.role))
    return found


_MAX_NAMED_VOTERS = 2


def words_to_killers(mind: Mind) -> list[Move]:
    """Address those who voted for this seat, or after a night death the pack; sometimes empty."""
    record, me = mind.record, mind.me
    fall = record.state.death_of(me)
    if fall is None or not mind.draws.happens(0.75):
        return []
    if fall.cause == "exiled":
        voters = [
            ballot.voter
            for ballot in record.ballots
            if ballot.day == record.day and ballot.target == me and _is_exile_ballot(ballot.kind)
        ]
        voters = list(
            dict.fromkeys(
                voter for voter in voters if voter in mind.others and not mind.is_mate(voter)
            )
        )
        if not voters:
            return [Move(kind="last_exiled")]
        # Drawn with repetition, so that one voter may be named alone.
        picked = sorted(mind.draws.pick(voters) for _ in range(_MAX_NAMED_VOTERS))
        return [Move(kind="last_voters", dead=tuple(dict.fromkeys(picked)))]
    return [Move(kind="last_killed")]


def _is_exile_ballot(kind: str) -> bool:
    """Whether a ballot counts toward an exile."""
    return kind in ("vote", "runoff")
