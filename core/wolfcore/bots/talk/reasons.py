"""Reasons against a seat as moves, and rival claims of one role compared.

The words about ballots, earlier words and claims are true for every speaker
(`tests/core/bots/talk/test_truth.py`). A wolf picks reasons by the honest belief of its seat, not
by what it knows.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, ROLES, RoleName, team_of

from .dialogue_moves import Move, MoveKind
from .reason_filters import (
    copied_seat,
    giver_today,
    is_groundless,
    may_give,
    names_nobody,
    strikes_back,
    was_first_unasked,
)
from .reports import (
    BELIEVED,
    believed_tellers,
    found_seats,
    has_rejected,
    last_suspect,
    rejected_teller,
)

_GOOD, _BAD, _CERTAIN = 0.12, 0.7, 0.72


BARE: frozenset[MoveKind] = frozenset({
    "suspect", "suspect_too", "accuse", "suspect_with", "still",
})  # fmt: skip
"""Accusations without a reason."""


ON_REPORTS: frozenset[MoveKind] = frozenset({
    "stand_by_report", "last_left", "follow_report", "follow_late",
})  # fmt: skip
"""Accusations by a check: they come before any other case, and are never softened."""


_ON_CLAIMS: tuple[MoveKind, ...] = (
    "confessed",
    "doubt_eaten",
    "chain_eaten",
    "doubt_claim",
)


def case_against(mind: Mind, target: int) -> Move:
    """Choose the case against `target`: mostly a claim, else any fact, else a bare accusation.

    A check of its own or of a seat that is believed comes before everything; where enough others
    cite it, the seat is accused without it. If two or more seats have accused the target, a bare
    accusation is sometimes preferred to repeating a fact.
    """
    by_report = case_by_report(mind, target)
    if by_report and followed_claimant(mind, target):
        return Move(kind="accuse", target=target)
    if by_report:
        return mind.draws.pick([by_report, *_chained(mind, by_report)])
    points = _recalled(mind, _points(mind, target))
    claims = [move for move in points if move.kind in _ON_CLAIMS]
    fresh = [move for move in points if not _said_by(mind, move)]
    impressions = _fresh_impressions(mind, target)
    # What was said of the seat today is added to or joined, and not said again as new.
    if points and not fresh and not impressions:
        giver = _said_by(mind, points[0])
        if giver in joinable(mind, target):
            return Move(kind="suspect_with", target=target, other=giver)
        # Too many to join by name: each judges the claim itself.
        fresh = claims
    if not fresh:
        return _without_facts(mind, target, impressions)
    claims = [move for move in fresh if move in claims]
    move = claims[0] if claims and mind.draws.happens(0.7) else mind.draws.pick(fresh)
    if move in claims or mind.accuser_count(target) < 2 or mind.draws.happens(0.6):
        return move
    return _without_facts(mind, target, [])


def _points(mind: Mind, target: int) -> list[Move]:
    """List the facts against a seat that this seat may give and has not given today."""
    points = [*_contradictions(mind, target), *_against(mind, target)]
    return [move for move in points if giver_today(mind, move) != mind.me and may_give(mind, move)]


def _recalled(mind: Mind, points: list[Move]) -> list[Move]:
    """Leave out a grudge, as often as the temperament forgets it."""
    others = [move for move in points if move.kind != "suspect_grudge"]
    has_grudge = len(others) < len(points)
    forgets = has_grudge and not mind.draws.happens(mind.temperament.grudge_rate)
    return others if forgets else points


def has_reason(mind: Mind, target: int) -> bool:
    """Whether this seat has a check, a fact or an impression to give against another."""
    return bool(
        case_by_report(mind, target) or _points(mind, target) or _fresh_impressions(mind, target)
    )


def case_by_report(mind: Mind, target: int) -> Move | None:
    """Return the case against `target` by a check, or None where no check speaks against it.

    That is this seat's own report, that its reports leave nobody else, or the report of a seat that
    it believes; of one that it had rejected, it says that this was wrong.
    """
    if target in found_seats(mind):
        return Move(kind="stand_by_report", target=target)
    if target == last_suspect(mind):
        return Move(kind="last_left", target=target)
    tellers = believed_tellers(mind, target, "wolves")
    if tellers:
        return Move(kind="follow_report", target=target, other=tellers[0])
    late = rejected_teller(mind, target)
    return Move(kind="follow_late", target=target, other=late) if late else None


def _chained(mind: Mind, case: Move) -> list[Move]:
    """Argue by a night's kill that the claimant whose report a case follows was the true one."""
    return _killed_rival(mind, case.target) if case.kind == "follow_report" else []


_MOST_FOLLOWERS = 2
"""The number of seats that cite one report on a day before the others speak of something else."""


def followed_claimant(mind: Mind, target: int) -> int:
    """The believed claimant whose report against a seat enough others cite today, or 0."""
    report, record = case_by_report(mind, target), mind.record
    if report is None or report.kind != "follow_report":
        return 0
    citing = [
        seat
        for day, seat, of in record.vouchings
        if (day, of) == (record.day, report.other) and seat in record.accusers.get(target, ())
    ]
    return report.other if len(citing) >= _MOST_FOLLOWERS else 0


def _killed_rival(mind: Mind, seat: int) -> list[Move]:
    """Argue that a claimant's rival was killed, unless several have spoken against it today."""
    return killed_rival_reasons(mind, seat) if mind.accuser_count(seat) < _MOST_FOLLOWERS else []


_MAX_JOINED = 2
"""The number of accusers of a seat on a day from which nobody more joins them by name."""


def joinable(mind: Mind, target: int) -> list[int]:
    """List the accusers of a seat whom this one may join by name, in order of speech.

    It joins none that it suspects or spoke against today or yesterday, and nobody where it has
    accused the seat itself or enough others have.
    """
    record, named = mind.record, mind.record.accusers.get(target, ())
    if len(named) > _MAX_JOINED or record.accusation_day(target):
        return []
    return [
        seat
        for seat in named
        if seat in mind.others
        and mind.standing(seat) != "bad"
        # Of who has checked the target the report counts, and not the word.
        and seat not in mind.reported_by(target)
        and not 0 < record.day - 1 <= record.day_against(seat)
        and record.day_against(seat) != record.day
    ]


def _said_by(mind: Mind, move: Move) -> int:
    """The other living seat that gave a move's reason against its target first today, or 0."""
    giver = giver_today(mind, move)
    return giver if giver in mind.others else 0


def _without_facts(mind: Mind, target: int, impressions: list[Move]) -> Move:
    """Accuse without a fact: firmly, by an impression, again, by joining an accuser, or barely."""
    firm = mind.draws.happens(mind.style.certainty_rate)
    if impressions and not firm and mind.draws.happens(0.9):
        return mind.draws.pick(impressions)
    if firm or mind.honest_belief.p_wolf[target] > _CERTAIN:
        return Move(kind="accuse", target=target)
    before = mind.record.accusation_day(target)
    if before:
        return Move(kind="still", target=target, day=before)
    named = joinable(mind, target)
    if named and mind.draws.happens(0.4):
        return Move(kind="suspect_with", target=target, other=named[0])
    return _bare(mind, target)


def _bare(mind: Mind, target: int) -> Move:
    """Suspect without a reason; after others today, as they do."""
    return Move(kind="suspect_too" if mind.accuser_count(target) else "suspect", target=target)


def _against(mind: Mind, seat: int) -> list[Move]:
    """List the facts that speak against `seat`, the weightiest first."""
    found = [*_claims(mind, seat), *_ballots(mind, seat), *_misjudgements(mind, seat)]
    record = mind.record
    if seat in record.claim_changers and seat in record.claims:
        found.append(Move(kind="suspect_reclaimed", target=seat))
    grudges = [
        day
        for day, speaker, of in record.accusations
        if speaker == seat
        and of == mind.me
        and day < record.day
        # Who came for that seat as well has nothing to hold against it.
        and (day, mind.me, seat) not in record.accusations
    ]
    if grudges:
        found.append(Move(kind="suspect_grudge", target=seat, day=grudges[-1]))
    if mind.me in _targets_today(mind, seat) and is_groundless(mind, seat) and strikes_back(mind):
        found.append(Move(kind="suspect_accuser", target=seat))
    unanswered = any(asked == seat for _, asked in record.unanswered)
    if unanswered and seat not in record.foreign_speakers:
        found.append(Move(kind="suspect_evasive", target=seat))
    if names_nobody(mind, seat) and record.day > 1:
        found.append(Move(kind="suspect_silent", target=seat))
    return found


def _contradictions(mind: Mind, seat: int) -> list[Move]:
    """List ballots and words of a seat that contradict its own praise of the same seat."""
    record = mind.record
    kind_words = [
        (day, target)
        for day, speaker, target in record.vouchings
        if speaker == seat and target != mind.me
    ]
    if not kind_words:
        return []
    against = {target for _, speaker, target in record.accusations if speaker == seat}
    for_both = [
        target for _, target in kind_words if target in against and not mind.reported_by(target)
    ]
    found = [
        Move(kind="suspect_torn", target=seat, other=target) for target in dict.fromkeys(for_both)
    ]
    for ballot in record.ballots:
        if (
            ballot.voter != seat
            or ballot.kind not in ("vote", "runoff")
            or ballot.day == record.day
        ):
            continue
        if (record.day, ballot.target) in kind_words and record.lives(ballot.target):
            found.append(
                Move(kind="suspect_turned", target=seat, other=ballot.target, day=ballot.day)
            )
        elif (ballot.day, ballot.target) in kind_words:
            found.append(
                Move(kind="suspect_flipped", target=seat, other=ballot.target, day=ballot.day)
            )
    return found


def _fresh_impressions(mind: Mind, seat: int) -> list[Move]:
    """List the impressions that this seat may give, and that nobody has given today.

    Nobody joins a mere impression, nor one that is no longer there.
    """
    found = _impressions(mind, seat)
    return [move for move in found if not giver_today(mind, move) and may_give(mind, move)]


def _impressions(mind: Mind, seat: int) -> list[Move]:
    """List weak reasons against a seat: first to accuse, echoes others, trusts, or names nobody."""
    record, found = mind.record, list[Move]()
    if was_first_unasked(mind, seat):
        found.append(Move(kind="suspect_first", target=seat))
    found += [
        Move(kind="suspect_echo", target=seat, other=copied_seat(mind, seat, target))
        for target in record.accusers
        if target != mind.me and copied_seat(mind, seat, target)
    ]
    found += [
        Move(kind="suspect_kind", target=seat, other=target)
        for day, speaker, target in record.vouchings
        if day == record.day
        and speaker == seat
        and target != mind.me
        and record.lives(target)
        and mind.honest_belief.p_wolf[target] > mind.mean_suspicion
    ]
    if names_nobody(mind, seat):
        found.append(Move(kind="suspect_silent", target=seat))
    return found


def _claims(mind: Mind, seat: int) -> list[Move]:
    """List what speaks against the seat's own claim if that is not believed."""
    claims, found = mind.record.claims, list[Move]()
    held = claims.get(seat)
    if held and ROLES[held.role].team == "wolves":
        return [Move(kind="confessed", target=seat)]
    if held and mind.honest_belief.claim_probability(held.role, seat) < 0.5:
        found += _killed_rival(mind, seat)
    if (
        held
        and not ROLES[held.role].plain
        and mind.honest_belief.claim_probability(held.role, seat) < 0.3
    ):
        found.append(Move(kind="doubt_claim", target=seat, role=held.role))
    return found


def _ballots(mind: Mind, seat: int) -> list[Move]:
    """List a seat's earlier empty ballots and those for a seat now held good.

    Ballots that this seat cast as well are left out.
    """
    record, face = mind.record, mind.honest_belief.p_wolf
    found: list[Move] = []
    own = {(ballot.day, ballot.target) for ballot in record.ballots if ballot.voter == mind.me}
    for ballot in record.ballots:
        if (
            ballot.voter != seat
            or ballot.kind not in ("vote", "runoff")
            or ballot.day == record.day
        ):
            continue
        if (ballot.day, ballot.target) in own:
            continue
        if not ballot.target:
            found.append(Move(kind="suspect_abstained", target=seat, day=ballot.day))
        elif ballot.target not in (mind.me, seat) and face[ballot.target] < _GOOD:
            # The weightiest fact goes first.
            found.insert(
                0, Move(kind="suspect_voted", target=seat, other=ballot.target, day=ballot.day)
            )
    return found


def _misjudgements(mind: Mind, seat: int) -> list[Move]:
    """List the seats that it accused or defended wrongly, by the present belief."""
    face, record = mind.honest_belief.p_wolf, mind.record
    found: list[Move] = []
    for _, speaker, target in record.vouchings:
        if speaker == seat and target != mind.me and face[target] > _BAD:
            found.append(Move(kind="suspect_defended", target=seat, other=target))
    for day, speaker, target in record.accusations:
        if (
            speaker == seat
            and target != mind.me
            and face[target] < min(_GOOD, mind.mean_suspicion / 2)
            and not mind.reported_by(target)
            # Who was attacked strikes back, and who did the same has nothing to say.
            and (day, target, seat) not in record.accusations
        ):
            found.append(Move(kind="suspect_accused", target=seat, other=target))
    return found


def _targets_today(mind: Mind, seat: int) -> set[int]:
    """Return the seats that `seat` spoke against today."""
    day = mind.record.day
    return {
        target
        for (when, speaker, target) in mind.record.accusations
        if speaker == seat and when == day
    }


_CHOSEN, _OPEN = 0.65, 0.25
"""The probability above which a claim is preferred to its rival, and the one above which it is
left open."""


_SAID_ENOUGH = 2
"""The number of seats that spoke for a claimant on a day from which its proof is not repeated."""


def compare_rivals(mind: Mind) -> list[Move]:
    """Compare two living rivals that claim the same role: believe one, or leave it open.

    Empty without two such rivals, or where the likelier one is a mate or too unlikely.
    """
    claims, face = mind.record.claims, mind.honest_belief
    claimed: set[RoleName] = {
        claim.role for claim in claims.values() if team_of(claim.role) == "village"
    }
    # Sorted, since the order of a set of strings differs from process to process.
    roles: list[RoleName] = sorted(claimed)
    for role in roles:
        rivals = [seat for seat in mind.others if seat in claims and claims[seat].role == role]
        if role not in mind.record.unique_roles or role == mind.role or len(rivals) < 2:
            continue
        rivals.sort(key=lambda seat: -face.claim_probability(claims[seat].role, seat))
        true = face.claim_probability(role, rivals[0])
        if true > _OPEN and not mind.is_mate(rivals[0]):
            return [
                Move(
                    kind="weigh"
                    if true > _CHOSEN and not has_rejected(mind, rivals[0])
                    else "weigh_open",
                    target=rivals[0],
                    other=rivals[1],
                    role=role,
                )
            ]
    return []


def killed_rival_reasons(mind: Mind, seat: int) -> list[Move]:
    """Argue that a seat lies about checking others, because a rival of it was killed in the night.

    Where the dead rival is believed, its reports count as true (`chain_eaten`). Empty without such
    a rival.
    """
    record = mind.record
    held = record.claims.get(seat)
    if held is None or held.role not in HOLDERS["check"]:
        return []
    rivals = record.rivals(held.role, seat)
    eaten = [fall.seat for fall in record.deaths if fall.at_night and fall.seat in rivals]
    if not eaten:
        return []
    true = mind.honest_belief.claim_probability(held.role, eaten[-1]) > BELIEVED
    intents: tuple[MoveKind, ...] = ("doubt_eaten", "chain_eaten") if true else ("doubt_eaten",)
    return [Move(kind=intent, target=seat, other=eaten[-1], role=held.role) for intent in intents]


def proven_claims(mind: Mind, spared: set[int]) -> list[Move]:
    """Vouch for living seers whose reported wolf was revealed as one at its death.

    Seers in `spared` and those that enough seats have vouched for today are left out.
    """
    record, found = mind.record, list[Move]()
    for seer in mind.others:
        held = record.claims.get(seer)
        if seer in spared or held is None:
            continue
        shown = [
            seat
            for seat, report in record.reports.get(seer, {}).items()
            if report.team == "wolves"
            and seat in record.revealed
            and team_of(record.revealed[seat]) == "wolves"
        ]
        said = (
            sum(day == record.day and of == seer for day, _, of in record.vouchings) if shown else 0
        )
        if (
            shown
            and said < _SAID_ENOUGH
            and mind.honest_belief.claim_probability(held.role, seer) > BELIEVED
        ):
            found += [
                Move(kind="proven", target=seer, other=seat, role=held.role) for seat in shown
            ]
    return found
