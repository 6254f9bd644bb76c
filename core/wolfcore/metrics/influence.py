"""Opinion leadership of the sheriff (Helmsman, section 3.2; WereWolf-Plus, equation 6).

`reliability` and `beliefs_at_vote` are also used by the metrics of trust and of stated beliefs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from wolfcore.game import Belief

from .game_tables import CastBallot, Day, GameTables
from .metric import HELMSMAN, WWP, Metric, Part, Value


def reliability(belief: Belief) -> int:
    """Return the reliability m of a belief, 1..10 (equation 2).

    It is 11 - confidence for a seat deduced to be a Werewolf, else the confidence.
    """
    return 11 - belief.confidence if belief.is_of_wolf else belief.confidence


def sheriff(t: GameTables) -> Value:
    """Compute influence (equation 6): of the voters with both ballots, the share the sheriff moved.

    Per day with a sheriff: non-sheriff voters whose straw vote was not the sheriff's first official
    ballot and whose official ballot was / non-sheriff voters with both. An abstention is a ballot
    for no one; null if the sheriff abstained.
    """
    parts: list[Part] = []
    for day, choice in _days_with_choice(t):
        both = _both_ballots(day)
        moved = [
            final
            for lean, final in both
            if lean.target != choice.target and final.target == choice.target
        ]
        parts.append(
            Part(day.sheriff, len(moved), len(both), day.number, _entries([choice, *moved]))
        )
    return Value(tuple(parts))


def sheriff_agreement(t: GameTables) -> Value:
    """Compute non-sheriff voters whose official ballot follows the recommendation / all of them.

    The recommendation is that of the sheriff's summary.
    """
    parts: list[Part] = []
    for day in _sheriff_days(t):
        if day.recommended and day.recommended[1]:
            entry, seat = day.recommended
            others = [cast for cast in day.official_ballots if cast.voter != day.sheriff]
            agreed = [cast for cast in others if cast.target == seat]
            parts.append(
                Part(day.sheriff, len(agreed), len(others), day.number, (entry, *_entries(agreed)))
            )
    return Value(tuple(parts))


def dc(t: GameTables) -> Value:
    """Compute decision change (section 3.2, DC): voters whom the sheriff moved / (living - 1)."""
    return _decision_change(t, others_only=True)


def dc_code(t: GameTables) -> Value:
    """Compute decision change as the authors' program does: voters moved / living.

    The sheriff counts among the living here, unlike in `dc`.
    """
    return _decision_change(t, others_only=False)


def _decision_change(t: GameTables, *, others_only: bool) -> Value:
    parts: list[Part] = []
    for day, choice in _days_with_choice(t):
        moved = [
            final
            for lean, final in _both_ballots(day)
            if lean.target != choice.target and final.target == choice.target
        ]
        # `True` counts as 1: without the sheriff.
        below = len(day.voters) - others_only
        parts.append(Part(day.sheriff, len(moved), below, day.number, _entries([choice, *moved])))
    return Value(tuple(parts))


def dc_any(t: GameTables) -> Value:
    """Compute the share of the other voters whose ballot differs from their straw vote."""
    parts: list[Part] = []
    for day in _straw_days(t):
        changed = [final for lean, final in _both_ballots(day) if lean.target != final.target]
        # A sheriff may have lost its vote.
        below = sum(voter != day.sheriff for voter in day.voters)
        parts.append(Part(day.sheriff, len(changed), below, day.number, _entries(changed)))
    return Value(tuple(parts))


def ratio(t: GameTables) -> Value:
    """Compute how reliable the others believe the sheriff / each other (section 3.2, Ratio).

    Per day with a sheriff: mean over non-sheriff i of m(i, sheriff) / mean over ordered pairs of
    distinct non-sheriff i, j of m(i, j), from each seat's last beliefs of the day before its own
    official ballot. Pairs without a belief are left out of both means; a day with an empty mean is
    null. Above 1: the sheriff is trusted more than the others are.
    """
    parts: list[Part] = []
    for day in _sheriff_days(t):
        above: list[int] = []
        below: list[int] = []
        entries: list[int] = []
        for seat, (entry, beliefs) in beliefs_at_vote(t, day).items():
            if seat == day.sheriff:
                continue
            entries.append(entry)
            for belief in beliefs:
                if belief.seat == day.sheriff:
                    above.append(reliability(belief))
                elif belief.seat != seat and belief.seat in day.living:
                    # Among the living only, and never of a seat about itself.
                    below.append(reliability(belief))
        if above and below:
            means = sum(above) / len(above), sum(below) / len(below)
            parts.append(Part(day.sheriff, *means, day.number, tuple(sorted(entries))))
    return Value(tuple(parts))


@lru_cache(maxsize=64)
def beliefs_at_vote(t: GameTables, day: Day) -> dict[int, tuple[int, tuple[Belief, ...]]]:
    """Return each seat's last beliefs of the day before its official ballot, with their entry.

    For a seat without a ballot, the beliefs before the first ballot of any seat.
    """
    found: dict[int, tuple[int, tuple[Belief, ...]]] = {}
    casts = {cast.voter: cast.entry for cast in day.official_ballots}
    for statement in t.statements if casts else ():
        # Beliefs stated at night come before the dawn and are not about this day's vote.
        if statement.day == day.number and day.dawn < statement.entry < casts.get(
            statement.seat, day.voted
        ):
            found[statement.seat] = (statement.entry, statement.beliefs)
    return found


def _sheriff_days(t: GameTables) -> Iterator[Day]:
    """Return the days on which a seat held the badge at the vote."""
    return (day for day in t.days if day.official_ballots and day.sheriff)


def _straw_days(t: GameTables) -> Iterator[Day]:
    return (day for day in _sheriff_days(t) if day.ballots.get("lean"))


def _days_with_choice(t: GameTables) -> Iterator[tuple[Day, CastBallot]]:
    """Yield days with a straw vote on which the sheriff voted for a seat, with that ballot."""
    for day in _straw_days(t):
        choice = day.ballot_of(day.sheriff)
        if choice and choice.target:
            yield day, choice


def _both_ballots(day: Day) -> list[tuple[CastBallot, CastBallot]]:
    """Return straw vote and official ballot of every non-sheriff who cast both."""
    straw = {cast.voter: cast for cast in day.ballots.get("lean", ())}
    return [
        (straw[cast.voter], cast)
        for cast in day.official_ballots
        if cast.voter != day.sheriff and cast.voter in straw
    ]


def _entries(casts: Sequence[CastBallot]) -> tuple[int, ...]:
    return tuple(sorted(cast.entry for cast in casts))


_NO_SHERIFF_DAY = "null without a day that had a sheriff, a straw vote and a choice of the sheriff"


METRICS = (
    Metric(
        name="sheriff", of=sheriff, source=f"{WWP}, equation 6", low=0, high=1, direction="higher",
        meaning="voters whom the sheriff moved",
        formula="a day: non-sheriffs who changed to the sheriff's choice / non-sheriffs with straw "
            "vote and ballot",
        unit="share of voters", null=_NO_SHERIFF_DAY, aggregation="days", kind="mean",
    ),
    Metric(
        name="sheriff_agreement", of=sheriff_agreement, source=f"{WWP}, section 3.2", low=0, high=1,
        direction="higher", meaning="voters who did as the summary recommended",
        formula="a day: non-sheriffs whose ballot names the recommended seat / non-sheriffs who "
            "voted",
        unit="share of voters", null="null without a day with a recommendation of a sheriff",
        aggregation="days", kind="mean",
    ),
    Metric(
        name="ratio", of=ratio, source=f"{HELMSMAN}, section 3.2, Ratio", low=0.1, high=10,
        direction="higher", meaning="trust in the sheriff / trust in others",
        formula="mean over days of mean m(i, sheriff) / mean m(i, j), m being reliability 1..10",
        unit="trust by trust",
        null="null without a sheriff's day with beliefs about the sheriff and about others",
        aggregation="games", kind="mean", open_range=True,
    ),
    Metric(
        name="dc", of=dc, source=f"{HELMSMAN}, section 3.2, DC", low=0, high=1, direction="higher",
        meaning="the living whom the sheriff moved",
        formula="mean over days of those who changed to the sheriff's choice / (living - 1)",
        unit="share of the living", null=_NO_SHERIFF_DAY, aggregation="games", kind="mean",
    ),
    Metric(
        name="dc_code", of=dc_code, source=f"{HELMSMAN}, the authors' program", low=0, high=1,
        direction="higher", meaning="the living whom the sheriff moved, the sheriff counted",
        formula="mean over days of those who changed to the sheriff's choice / living",
        unit="share of the living", null=_NO_SHERIFF_DAY, aggregation="games", kind="mean",
    ),
    Metric(
        name="dc_any", of=dc_any, source=f"{HELMSMAN}, the authors' program (DC*)", low=0, high=1,
        direction="neither", meaning="the living who changed their ballot at all",
        formula="mean over days of non-sheriffs whose ballot is not their straw vote / "
            "(living - 1)",
        unit="share of the living",
        null="null without a day that had a sheriff and a straw vote",
        aggregation="games", kind="mean",
    ),
)  # fmt: skip
