"""The sheriff: the election on day 1 and the badge when the sheriff dies.

The election obeys the switches `abstain` and `ballots`, never `tie`, `vote` or `sheriff_weight`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from . import facts as f
from .moderator import Moderator, Script
from .voting import collect_ballots, leaders


def election(m: Moderator) -> Script[None]:
    """Run the election of the sheriff on day 1, after dawn, and publish its result."""
    m.begin_phase("election")
    electorate = m.may_lead(m.state.living)
    drawn = m.switches.drawn_candidates
    if drawn:
        # Fewer seats than the board draws may be alive.
        candidates = m.draw("candidates", electorate, min(drawn, len(electorate)))
    else:
        given = yield from m.ask_batch(
            m.make_asks(m.begin_step("run"), "run", dict.fromkeys(electorate, (0, 1)))
        )
        candidates = tuple([own.ask.seat for own in given if own.answer.choice])
    m.tell(f.Candidates(candidates))
    if not candidates:
        m.tell(f.Badge(0, "nobody_ran"))
    elif len(candidates) == 1:
        m.tell(f.Badge(candidates[0], "unopposed"))
    elif set(candidates) >= set(m.state.voters) and not m.switches.candidates_vote:
        # Nobody would be left to vote.
        m.tell(f.Badge(0, "everybody_ran"))
    else:
        yield from _contest(m, candidates)


def _contest(m: Moderator, candidates: tuple[int, ...]) -> Script[None]:
    """Run speeches and a ballot, and on a tie a second round among the tied candidates."""
    # The second round is the runoff; another tie means no sheriff.
    for _ in range(2):
        step = m.begin_step("campaign")
        for seat in candidates:
            yield from m.ask_speech(step, "campaign", seat)
        ballots = yield from _elect(m, candidates)
        top = leaders(Counter(choice for choice in ballots.values() if choice))
        if len(top) == 1:
            m.tell(f.Badge(top[0], "elected"))
            return
        if not top:
            m.tell(f.Badge(0, "nobody_voted"))
            return
        # The tied keep the order in which they spoke.
        candidates = tuple(seat for seat in candidates if seat in top)
    m.tell(f.Badge(0, "tied"))


def _elect(m: Moderator, candidates: Sequence[int]) -> Script[dict[int, int]]:
    voters = [
        seat for seat in m.state.voters if m.switches.candidates_vote or seat not in candidates
    ]
    options = tuple(sorted(candidates))
    if m.switches.abstain:
        options = (0, *options)
    return (
        yield from collect_ballots(
            m, "elect", "elect", dict.fromkeys(voters, options), m.switches.ballots
        )
    )


# -- the badge


def pass_badge(m: Moderator, holder: int) -> Script[None]:
    """Pass the dead sheriff's badge to a living seat, or declare it gone for good."""
    heirs = m.may_lead(m.state.living)
    way = m.switches.badge_on_death
    if way == "lost":
        m.tell(f.Badge(0, "lost"))
        return
    if way == "trusted":
        # Without any beliefs the sheriff names a successor instead.
        trusted = _most_trusted(m, holder, heirs)
        if trusted:
            m.tell(f.Badge(trusted, "trusted"))
            return
    answer = yield from m.ask_one(
        "badge", holder, (0, *heirs) if m.switches.badge_may_be_torn else heirs
    )
    # There is no heir left, and the badge may not be torn.
    if answer is None:
        m.tell(f.Badge(0, "lost"))
        return
    m.tell(f.Badge(answer.choice, "named" if answer.choice else "torn"))


def _most_trusted(m: Moderator, holder: int, heirs: Sequence[int]) -> int:
    """Return the most reliable of `heirs` by the holder's latest beliefs; 0 without beliefs.

    On a tie the lowest seat is returned. Reliability is 11 - confidence for a seat deduced to be of
    a wolf role and the confidence otherwise (Helmsman 3.1).
    """
    reliability = {
        belief.seat: 11 - belief.confidence if belief.is_of_wolf else belief.confidence
        for belief in m.state.beliefs_of(holder)
        if belief.seat in heirs
    }
    return min(reliability, key=lambda seat: (-reliability[seat], seat), default=0)
