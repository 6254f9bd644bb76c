"""Accusations: suspect, call for a vote, retraction, and a vote that differs from the accusation.

A seat retracts only what it no longer believes and repeats only what it still does; temperament
decides how often. Also praise and questions where a speech has room for them.
"""

from __future__ import annotations

from wolfcore.bots.belief.posterior import log_odds, reading_errors
from wolfcore.bots.belief.seat_record import CastBallot
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.ballots import exile_choice, is_proven
from wolfcore.bots.play.pack import may_be_given_up, push_target
from wolfcore.game import ROLES, team_of

from .dialogue_moves import Move
from .reason_filters import is_drawn_among
from .reasons import (
    case_against,
    case_by_report,
    compare_rivals,
    followed_claimant,
    has_reason,
    proven_claims,
)
from .replies import (
    MOST_BELIEVERS,
    dead_seer_clearances,
    past_support,
    praise_today,
    refutations_for,
    rescue_clearances,
)
from .reports import believed_tellers, cleared_seats, found_seats

_CALL_VOTE_FROM = 0.42


_ASK_FIRST_RATE, _ASK_FIRST_BELOW = (0.2, 0.5), 0.6
"""How often a suspect that has not spoken yet is asked to speak instead of being accused, without
and with lines of ballots that can explain them, and the probability of being a wolf below which
this happens."""


_CALL_WITHOUT_HEARING_FROM = 0.8
"""The probability of being a wolf from which a vote is called before the seat has spoken."""


_OPEN_TURNS = ("speak", "campaign")
"""The speeches in which whom to speak of is open; in the others the ballot is near."""


def top_suspect(mind: Mind, spared: set[int]) -> int:
    """Return the seat that this seat most wants exiled, outside `spared`; 0 if none is left.

    It is never one that this seat has reported as good, and one that it has reported as a wolf
    before all others. A required intention with a target overrides the choice.
    """
    if mind.required_intention is not None and mind.required_intention.kind == "target":
        return mind.required_intention.seat
    options = tuple(seat for seat in mind.others if seat not in spared | cleared_seats(mind))
    options = (
        tuple(seat for seat in options if not mind.is_mate(seat) or may_be_given_up(mind, seat))
        or options
    )
    if not options:
        return 0
    found = found_seats(mind).intersection(options)
    if found:
        return exile_choice(mind, tuple(sorted(found))).seat
    pushed = push_target(mind)
    # What a mate asked for comes first, unless this seat has named somebody already.
    if pushed in options and not mind.announced_target:
        return exile_choice(mind, options).seat
    honest = not mind.is_wolf or mind.draws.happens(mind.level.honest_suspect_rate)
    if honest and not mind.announced_target and mind.ask.kind in _OPEN_TURNS:
        return _drawn_suspect(mind, options)
    if mind.is_wolf and honest:
        face, said = mind.honest_belief.p_wolf, mind.announced_target
        return said if said in options else max(options, key=lambda seat: (face[seat], -seat))
    return exile_choice(mind, options).seat


_LEANING = 0.5
"""How far a leaning at its end shifts whom a seat speaks of, in natural logarithms of odds."""


_EARLY = 1 / 3
"""The share of the living that speak in a day before a suspect follows the evidence alone. Where
all draw, the village splits its vote, and its words tell less (docs/how/bots.md has figures)."""


_PILE = 3
"""The number of accusers of a seat, none with a reason, from which others name somebody else."""


_WARNERS = 2
"""How many seats a day may say that so many words without a reason are too easy."""


def is_pile(mind: Mind, seat: int) -> bool:
    """Whether many have accused a seat today, and nobody, this seat included, has a reason for it.

    A check is a reason, and so is a doubtful claim.
    """
    record = mind.record
    accusers, claim = record.accusers.get(seat, ()), record.claims.get(seat)
    return (
        len(accusers) >= _PILE
        and mind.me not in accusers
        and not any((record.day, by, seat) in record.reasons_given for by in accusers)
        and not mind.reported_by(seat)
        and not (claim and not ROLES[claim.role].plain)
        and not has_reason(mind, seat)
    )


def _drawn_suspect(mind: Mind, options: tuple[int, ...]) -> int:
    """Draw whom to speak of from the honest belief, early in a day: not all name its maximum.

    The leanings of the seat and a draw for its whole game shift the belief. A seat that is proven
    to be a wolf, or that a believed check has found, comes before all that.
    """
    belief, record = mind.honest_belief, mind.record
    certain = [
        seat for seat in options if is_proven(mind, seat) or believed_tellers(mind, seat, "wolves")
    ]
    if not certain and len(set(record.speakers_today)) >= _EARLY * len(record.alive):
        first = exile_choice(mind, options).seat
        rest = tuple(seat for seat in options if not is_pile(mind, seat))
        return first if first in rest or not rest else exile_choice(mind, rest).seat
    spread = reading_errors(record.names, mind.me, 0, mind.level.spoken_spread)
    leaning = _leanings_against(mind)
    drawn = {
        seat: log_odds(belief.p_wolf[seat]) + spread[seat] + _LEANING * leaning[seat]
        for seat in certain or options
    }
    return max(drawn, key=lambda seat: (drawn[seat], -seat))


def _leanings_against(mind: Mind) -> dict[int, float]:
    """Return how far, -3..4, the leanings of this seat speak against each other living seat."""
    record, me, own = mind.record, mind.me, mind.leanings
    spoken, accusers, friends = [0] * (record.size + 1), set[int](), set[int]()
    for said, about_me in ((record.accusations, accusers), (record.vouchings, friends)):
        for _, by, of in said:
            spoken[by] += 1
            if of == me:
                about_me.add(by)
    heard = [spoken[seat] for seat in mind.others if seat in record.last_speech]
    usual = sum(heard) / len(heard) if heard else 0.0
    held = record.announced_targets.get((record.day - 1, me), 0)
    against = dict[int, float]()
    for seat in mind.others:
        # Few words are odd of a seat that has had a turn.
        words = spoken[seat] / usual - 1 if usual and seat in record.last_speech else 0.0
        claim = record.claims.get(seat)
        against[seat] = (
            own.odd_words * min(1.0, words)
            - own.trust * bool(claim and not ROLES[claim.role].plain)
            + own.grudge * ((seat in accusers) - (seat in friends))
            + own.grip * (seat == held)
        )
    return against


def suspicion_moves(mind: Mind, spared: set[int], room: int) -> list[Move]:
    """Choose moves about a suspect: a case, a call for a vote, praise or a question, within `room`.

    Args:
        mind: The seat.
        spared: Seats that it does not accuse, praise or ask.
        room: The number of moves that the speech has room for; at most one more is returned.
    """
    moves: list[Move] = []
    face, record = mind.honest_belief.p_wolf, mind.record
    target = top_suspect(mind, spared)
    again = escalation(mind, target) if target else []
    if again:
        moves += again
    elif target and followed_claimant(mind, target):
        moves.append(_beside_followers(mind, target))
    elif target and _asks_first(mind, target):
        joins = mind.accuser_count(target)
        moves += [Move(kind="suspect_too", target=target)] if joins else []
        moves.append(Move(kind="ask" if joins else "ask_suspect", target=target))
    elif target and mind.draws.happens(mind.style.accusation_factor):
        moves += [*_warning_of_pile(mind, target), case_against(mind, target)]
        moves += counted(mind, target)
        strong = face[target] > _CALL_VOTE_FROM or mind.accuser_count(target) >= 2
        if (
            len(moves) < room
            and strong
            and may_be_called_for(mind, target)
            and (
                _may_not_split(mind, target) or mind.draws.happens(mind.temperament.vote_call_rate)
            )
        ):
            moves += [*_agreement(mind, target), _call(mind, target)]
    moves += side_remarks(mind, spared | {target}, room - len(moves))
    known = record.claims or record.reports
    if not moves and record.day == 1 and not known and mind.draws.happens(0.5):
        moves += [] if record.speakers_today else [Move(kind="open_first")]
        moves += round_proposal(mind) if record.speakers_today else []
    return moves[: room + 1]


_ROUND = 3
"""The number of other seats with a turn left from which a round of the table may be proposed."""


def round_proposal(mind: Mind) -> list[Move]:
    """Propose that everybody names somebody, while enough seats can still do so."""
    left = sum(mind.record.has_turn_left(seat) for seat in mind.others)
    return [Move(kind="open_plan")] if left >= _ROUND else []


def _warning_of_pile(mind: Mind, target: int) -> list[Move]:
    """Say, as one of few, that many have accused another seat than the target without a reason."""
    piles = [seat for seat in mind.others if seat != target and is_pile(mind, seat)]
    able = set(mind.record.alive).difference(*(mind.record.accusers[seat] for seat in piles), piles)
    warns = piles and is_drawn_among(mind, able, "pile", _WARNERS)
    return [Move(kind="too_easy")] if warns else []


def _beside_followers(mind: Mind, target: int) -> Move:
    """Speak for the exile of a reported seat where enough others have cited the report.

    That is a call, a comparison of the claimant with its rival, or its name in half a sentence.
    """
    claimant = followed_claimant(mind, target)
    found = [move for move in compare_rivals(mind) if move.target == claimant]
    if praise_today(mind, claimant) < MOST_BELIEVERS:
        claim = mind.record.claims[claimant]
        found.append(Move(kind="believe", target=claimant, role=claim.role))
    if may_be_called_for(mind, target):
        found.append(_call(mind, target))
    return mind.draws.pick(found or [Move(kind="accuse", target=target)])


def vote_call_after_accusation(mind: Mind, target: int) -> list[Move]:
    """Call for a vote on a suspect that was just named, sometimes; else no move."""
    return (
        [_call(mind, target)]
        if may_be_called_for(mind, target)
        and (_may_not_split(mind, target) or mind.draws.happens(0.35))
        else []
    )


def _call(mind: Mind, target: int) -> Move:
    """Call for a vote; the first call of a day on which a wrong exile may lose the game says so."""
    return Move(kind="split_loses" if _may_not_split(mind, target) else "call_vote", target=target)


def _may_not_split(mind: Mind, target: int) -> bool:
    """Whether to warn of a split: a wrong exile may lose, and nobody called a vote yet.

    Two seats or more are accused, and none by more than the target with this seat's own word.
    """
    named = mind.record.accusers
    voices = len({mind.me, *named.get(target, ())})
    return (
        len(named) > 1
        and not mind.record.vote_calls
        and voices >= max(map(len, named.values()))
        and wrong_exile_loses(mind)
    )


def wrong_exile_loses(mind: Mind) -> bool:
    """Whether the wolves may win by today's exile of a villager and the kill after it."""
    record = mind.record
    shown = sum(
        team_of(record.revealed[fall.seat]) == "wolves"
        for fall in record.deaths
        if fall.seat in record.revealed
    )
    wolves = record.wolves - shown
    others = len(record.alive) - wolves - 2
    return wolves > others if record.board.switches.wolves_win == "outnumber" else wolves >= others


def _asks_first(mind: Mind, target: int) -> bool:
    """Whether to ask a suspect to speak before naming it, because little evidence is against it."""
    open_ = (
        mind.honest_belief.p_wolf[target] < _ASK_FIRST_BELOW
        and target != push_target(mind)
        and not may_be_called_for(mind, target)
        and mind.record.has_turn_left(target)
        and not case_by_report(mind, target)
    )
    rate = _ASK_FIRST_RATE[mind.record.board.switches.hears_vote_lines]
    return open_ and mind.draws.happens(rate / mind.style.accusation_factor)


def may_be_called_for(mind: Mind, seat: int) -> bool:
    """Whether a vote on a seat may be called: it has spoken today, or words cannot save it.

    A seat that has not spoken may yet claim a role, and a call that is taken back is worse than
    none.
    """
    return (
        mind.ask.kind != "speak"
        or seat in mind.record.turns_today
        or mind.honest_belief.p_wolf[seat] > _CALL_WITHOUT_HEARING_FROM
    )


def counted(mind: Mind, target: int) -> list[Move]:
    """Count the accusers of the suspect aloud, as often as the temperament does."""
    voices = mind.accuser_count(target)
    return (
        [Move(kind="tally", target=target, count=voices)]
        if voices > 1 and mind.draws.happens(mind.temperament.tally_rate)
        else []
    )


def _agreement(mind: Mind, target: int) -> list[Move]:
    """Agree with the last seat that called for the same vote, sometimes."""
    callers = [
        seat
        for seat, called in mind.record.vote_calls.items()
        if called == target and seat in mind.others
    ]
    return [Move(kind="agree", other=callers[-1])] if callers and mind.draws.happens(0.3) else []


_MOST_PRAISE = 2
"""The number of seats that speak for a seat on a day before it gets no more praise unasked."""


def _kindness(mind: Mind, spared: set[int]) -> list[Move]:
    """Praise a seat that looks honest, preferably one under attack.

    A wolf praises a mate no more often than others.
    """
    face, record = mind.honest_belief.p_wolf, mind.record
    cleared = {
        seat
        for reports in record.reports.values()
        for seat, report in reports.items()
        if report.team == "village"
    }
    # Of a seat that has not spoken there is nothing to judge but what others found.
    known = cleared | record.last_speech.keys() | record.claims.keys()
    others = [
        seat
        for seat in mind.others
        if seat in known and seat not in spared and praise_today(mind, seat) < _MOST_PRAISE
    ]
    refuted = refutations_for(mind, spared)
    if refuted and mind.draws.happens(0.6):
        return refuted[-1:]
    left = [
        *dead_seer_clearances(mind, spared),
        *rescue_clearances(mind, spared),
        *proven_claims(mind, spared),
    ]
    if left and mind.draws.happens(0.6):
        return [mind.draws.pick(left)]
    if not others or not mind.draws.happens(0.35 * mind.temperament.praise_factor):
        return []
    seat = others[
        mind.draws.softmax_index([-face[other] for other in others], mind.level.sharpness)
    ]
    if mind.draws.happens(0.25):
        attacked = [other for other in others if record.accusers.get(other) and face[other] < 0.4]
        seat = mind.draws.pick(attacked) if attacked else seat
    accusers = [other for other in record.accusers.get(seat, []) if other != mind.me]
    if accusers and mind.draws.happens(0.6):
        return [Move(kind="defend", target=seat, other=accusers[-1])]
    kind = past_support(mind, seat)
    if kind and mind.draws.happens(mind.temperament.gratitude_rate):
        return kind
    if face[seat] < 0.04 and mind.draws.happens(0.5):
        return [Move(kind="vouch", target=seat)]
    return [Move(kind="trust", target=seat)]


def _question(mind: Mind, spared: set[int]) -> list[Move]:
    """Ask a seat that can answer before the ballots about a vote, or ask a quiet one to speak."""
    record = mind.record
    able = [
        seat
        for seat in mind.others
        # Of whom a check has found nothing is asked as if it were not known.
        if seat not in spared and record.has_turn_left(seat) and not case_by_report(mind, seat)
    ]
    if not able:
        return []
    seat = mind.draws.pick([seat for seat in able if seat not in record.turns_today] or able)
    ballots = [
        ballot
        for ballot in record.ballots
        if ballot.voter == seat and _needs_explanation(mind, ballot)
    ]
    if ballots and mind.draws.happens(0.5 + 0.5 * mind.temperament.tally_rate):
        ballot = mind.draws.pick(ballots)
        return [Move(kind="ask_vote", target=seat, other=ballot.target, day=ballot.day)]
    return [Move(kind="ask", target=seat)]


def question_again(mind: Mind) -> Move | None:
    """Ask a seat once more that passed over a question of this one, once in a game, or None.

    Only a seat that can still answer today is asked, and none whose language is not understood.
    """
    record = mind.record
    asked = [
        seat
        for asker, seat in record.passed_over
        if asker == mind.me
        and seat in mind.others
        and seat not in record.foreign_speakers
        and (asker, seat) not in record.asked_again
        and record.has_turn_left(seat)
    ]
    return Move(kind="ask_again", target=asked[0]) if asked else None


def side_remarks(mind: Mind, spared: set[int], room: int) -> list[Move]:
    """Praise or ask seats outside `spared` where a speech has room for it."""
    moves = _kindness(mind, spared) if room > 0 else []
    if len(moves) < room and mind.draws.happens(0.5):
        moves += _question(mind, spared)
    return moves


def _needs_explanation(mind: Mind, ballot: CastBallot) -> bool:
    """Whether an official ballot against a third seat is worth a question about its reason.

    It is not if this seat cast the same one, if a seat reports its target as a wolf or the target
    was revealed as one, or if the question was asked before.
    """
    record, target = mind.record, ballot.target
    if any(
        own.voter == mind.me and (own.day, own.target) == (ballot.day, target)
        for own in record.ballots
    ):
        return False
    if (
        ballot.kind != "vote"
        or target in (0, mind.me, ballot.voter)
        or (ballot.voter, target) in record.questioned_ballots
    ):
        return False
    shown = record.revealed.get(target)
    return not mind.reported_by(target) and not (shown and team_of(shown) == "wolves")


_SUSPECTED = 1.15
"""The ratio to the average probability of being a wolf from which an accusation is repeated."""


def retraction(mind: Mind) -> list[Move]:
    """Take back an accusation of a seat that has since spoken against this one.

    If it was today's announced target, the case against the new suspect follows. Empty where this
    seat still holds the accusation or the temperament does not retract.
    """
    record, face = mind.record, mind.honest_belief.p_wolf
    for seat in record.open_accusations.get(mind.me, ()):
        day = record.accusation_day(seat)
        if (
            not day
            or seat not in mind.others
            or seat in found_seats(mind)
            or face[seat] >= mind.mean_suspicion
            or not mind.draws.happens(mind.temperament.retraction_rate)
        ):
            continue
        if mind.announced_target != seat:
            return [Move(kind="take_back", target=seat, day=day)]
        instead = exile_choice(mind, mind.others).seat
        if instead != seat and not mind.is_mate(instead):
            return [Move(kind="take_back", target=seat, day=day), case_against(mind, instead)]
    return []


def escalation(mind: Mind, seat: int) -> list[Move]:
    """Repeat an earlier accusation of `seat` as a certainty and call for the vote; else empty."""
    day = mind.record.accusation_day(seat)
    firm = mind.honest_belief.p_wolf[seat] > _SUSPECTED * mind.mean_suspicion
    if (
        not day
        or not firm
        or mind.is_mate(seat)
        or case_by_report(mind, seat)
        or not mind.draws.happens(mind.temperament.escalation_rate)
    ):
        return []
    return [Move(kind="escalate", target=seat, day=day), Move(kind="call_vote", target=seat)]
