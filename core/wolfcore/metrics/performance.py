"""How well roles and teams played (WereWolf-Plus, equations 2 to 5 and 7 to 10; DSGBench).

The authors' program contradicts its equations in places; this module follows the equations.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfcore.game import ROLES

from .game_tables import GameTables
from .metric import UNKNOWN, WWP, Metric, Part, Value, combine_parts, game_total


def seer(t: GameTables) -> Value:
    """Compute distinct wolves checked / |W| (equation 2).

    Every role with the check counts, and the wolves that they found count once. 0 for a seer who
    found none, null without a seer.
    """
    wolves, seers = t.wolves, t.with_power("check")
    if not seers or not wolves:
        return UNKNOWN
    parts: list[Part] = []
    everybody = dict[int, int]()
    for holder in seers:
        found = {
            check.target: check.entry
            # Backwards, so that the first check of a wolf stays as the evidence.
            for check in reversed(t.checks)
            if check.seat == holder and check.target in wolves
        }
        everybody |= found
        parts.append(Part(holder, len(found), len(wolves), 0, tuple(sorted(found.values()))))
    return Value(
        tuple(parts), Part(0, len(everybody), len(wolves), 0, tuple(sorted(everybody.values())))
    )


def witch(t: GameTables) -> Value:
    """Compute (antidote on a village seat + poison on a wolf) / potions used (equation 3).

    Null if no potion was used.
    """
    parts: list[Part] = []
    for holder in t.with_power("potions"):
        saved = [deed for deed in t.saves if deed.seat == holder and deed.target]
        poisoned = [deed for deed in t.poisons if deed.seat == holder and deed.target]
        good = sum(deed.target in t.village for deed in saved) + sum(
            deed.target in t.wolves for deed in poisoned
        )
        used = [*saved, *poisoned]
        parts.append(Part(holder, good, len(used), 0, tuple(sorted(deed.entry for deed in used))))
    return Value(tuple(parts))


def hunter(t: GameTables) -> Value:
    """Compute shots that hit a wolf / shots fired (equation 4); null if none was fired.

    Holding fire is no shot.
    """
    if not t.can_record("Shot"):
        return UNKNOWN
    parts: list[Part] = []
    for holder in t.with_power("shoot"):
        fired = [shot for shot in t.shots if shot.seat == holder and shot.target]
        hit = sum(shot.target in t.wolves for shot in fired)
        parts.append(Part(holder, hit, len(fired), 0, tuple(shot.entry for shot in fired)))
    return Value(tuple(parts))


def guard(t: GameTables) -> Value:
    """Compute the score of Guard or Doctor per night in which it acted (equation 5).

    [a x protections of a village seat + (1-a) x protections of that night's wolf target] / nights
    acted. A night in which it passes does not count as acted; protecting itself protects a village
    seat; a pack without a kill has no target.
    """
    targets = {attack.day: attack.target for attack in t.attacks}
    parts: list[Part] = []
    for holder in t.with_power("protect"):
        acted = [deed for deed in t.protections if deed.seat == holder and deed.target]
        village = sum(deed.target in t.village for deed in acted)
        hits = sum(targets.get(deed.day) == deed.target for deed in acted)
        score = t.alpha * village + (1 - t.alpha) * hits
        parts.append(Part(holder, score, len(acted), 0, tuple(deed.entry for deed in acted)))
    return Value(tuple(parts))


def werewolves(t: GameTables) -> Value:
    """Compute the mean over wolves of a x (rounds survived / R) + (1-a) x [alive] (equation 7).

    R is the last day that began; [alive] is 1 for a wolf alive at the end. A survivor survived R
    rounds; a wolf removed in round k survived k - 1.
    """
    if not t.rounds:
        return UNKNOWN
    parts: list[Part] = []
    for wolf in t.wolves:
        fall = t.deaths.get(wolf)
        # Night k is part of round k: who falls in it did not survive that round.
        survived = fall.day - 1 if fall else t.rounds
        score = t.alpha * survived / t.rounds + (1 - t.alpha) * (fall is None)
        parts.append(Part(wolf, score, 1, 0, (fall.entry,) if fall else ()))
    return Value(tuple(parts))


ROLE_CHAPTER = (
    Metric(
        name="seer", of=seer, source=f"{WWP}, equation 2", low=0, high=1, direction="higher",
        meaning="share of the wolves that were checked",
        formula="distinct wolves checked / wolves dealt; 0 when none was found",
        unit="share of wolves", null="null where no role with the check was dealt",
        aggregation="games",
    ),
    Metric(
        name="witch", of=witch, source=f"{WWP}, equation 3", low=0, high=1, direction="higher",
        meaning="share of the used potions that were used well",
        formula="(antidote used on a village seat + poison used on a wolf) / potions used",
        unit="share of potions", null="null when no potion was used", aggregation="games",
    ),
    Metric(
        name="hunter", of=hunter, source=f"{WWP}, equation 4", low=0, high=1, direction="higher",
        meaning="shots that hit a wolf",
        formula="shots that hit a wolf / shots fired", unit="share of shots",
        null="null when no shot was fired, or shots are not recorded", aggregation="games",
    ),
    Metric(
        name="guard", of=guard, source=f"{WWP}, equation 5", low=0, high=1, direction="higher",
        meaning="nights well guarded by those who protect",
        formula="[a x protections of a village seat + (1-a) x protections of that night's target] "
            "/ nights acted",
        unit="score of a night", null="null when nobody protected",
        aggregation="games",
    ),
    Metric(
        name="werewolves", of=werewolves, source=f"{WWP}, equation 7", low=0, high=1,
        direction="higher", meaning="survival of wolves: rounds, and to the end",
        formula="mean over wolves of a x (rounds survived / R) + (1-a) x [alive at the end]",
        unit="score of a wolf", null="null before the first night", aggregation="games",
    ),
)  # fmt: skip


ROLE_METRIC_NAMES = ("seer", "witch", "hunter", "guard")
"""The metrics of the village's roles, whose mean is a term of `kre`."""


_ROLE_FUNCTIONS = {"seer": seer, "witch": witch, "hunter": hunter, "guard": guard}


def irp(t: GameTables) -> Value:
    """Compute village ballots that name a living wolf / those that name any seat (equation 8).

    Only official day ballots of living village seats count: the first ballot of a day's vote. Straw
    votes, runoffs and elections never count; ballots for oneself do.
    """
    parts: list[Part] = []
    for day in t.days:
        for cast in day.official_ballots:
            if cast.target and cast.voter in t.village and cast.voter in day.living:
                hit = cast.target in t.wolves and cast.target in day.living
                parts.append(Part(cast.voter, hit, 1, day.number, (cast.entry,)))
    # A part with denominator 0 and not `UNKNOWN`, so that `zero_fill` counts the game as 0.
    return Value(tuple(parts)) if parts else Value(whole=Part(0, 0, 0))


def key_seats(t: GameTables) -> tuple[int, ...]:
    """Return the seats with a key role: a role of the village with a power."""
    return tuple([seat for seat in t.village if (role := t.roles[seat]) and not ROLES[role].plain])


def ksr(t: GameTables) -> Value:
    """Compute key roles alive at the true end / key roles dealt."""
    return Value(
        tuple(Part(seat, t.alive(seat), 1, 0, death_entry(t, seat)) for seat in key_seats(t))
    )


def kre(t: GameTables) -> Value:
    """Compute the score of key roles: a x ksr + (1-a) x mean of the role metrics (equation 9).

    The mean is over the non-null role metrics of the village; null if all of these are null. A
    player's own value: a x [alive at the end] + (1-a) x the metric of its role.
    """
    found: Mapping[str, Value] = {name: fold(t) for name, fold in _ROLE_FUNCTIONS.items()}
    scores = [
        score for value in found.values() if (score := game_total("ratio", value).value) is not None
    ]
    survived = game_total("ratio", ksr(t)).value
    if not scores or survived is None:
        return UNKNOWN
    parts: list[Part] = []
    # A seat has parts in one of the role metrics only, that of its own power; a power without a
    # metric counts in `ksr` alone.
    for seat in key_seats(t):
        own = combine_parts(
            "ratio", [part for value in found.values() for part in value.parts if part.seat == seat]
        ).value
        if own is not None:
            parts.append(
                Part(
                    seat, t.alpha * t.alive(seat) + (1 - t.alpha) * own, 1, 0, death_entry(t, seat)
                )
            )
    whole = t.alpha * survived + (1 - t.alpha) * sum(scores) / len(scores)
    entries = tuple(sorted(entry for seat in key_seats(t) for entry in death_entry(t, seat)))
    return Value(tuple(parts), Part(0, whole, 1, 0, entries))


def vss(t: GameTables) -> Value:
    """Compute rounds whose exiled seat was a wolf / rounds with an exile (equation 10).

    A village player's own value counts only the rounds in whose vote it cast a ballot.
    """
    parts: list[Part] = []
    hits = rounds = 0
    entries: list[int] = []
    for day in t.days:
        if day.exiled and day.exiled[1]:
            entry, seat = day.exiled
            hit = seat in t.wolves
            hits, rounds = hits + hit, rounds + 1
            entries.append(entry)
            parts += [
                Part(cast.voter, hit, 1, day.number, (cast.entry, entry))
                for cast in day.official_ballots
                if cast.voter in t.village
            ]
    return Value(tuple(parts), Part(0, hits, rounds, 0, tuple(entries)))


def death_entry(t: GameTables, seat: int) -> tuple[int, ...]:
    """Return the log entry of a seat's death as a tuple; empty if it is alive."""
    fall = t.deaths.get(seat)
    return (fall.entry,) if fall else ()


TEAM_CHAPTER = (
    Metric(
        name="irp", of=irp, source=f"DSGBench; {WWP}, equation 8", low=0, high=1,
        direction="higher", meaning="village ballots that named a wolf",
        formula="first official ballots of living village seats that name a living wolf / those "
            "that name anyone",
        unit="share of ballots", null="null where the village named nobody", aggregation="games",
    ),
    Metric(
        name="ksr", of=ksr, source=f"DSGBench; {WWP}, section 3.3", low=0, high=1,
        direction="higher", meaning="key roles that lived to the end",
        formula="key roles alive at the true end / key roles dealt", unit="share of key roles",
        null="null where no key role was dealt", aggregation="games",
    ),
    Metric(
        name="kre", of=kre, source=f"{WWP}, equation 9", low=0, high=1, direction="higher",
        meaning="key roles: survival and performance",
        formula="a x ksr + (1-a) x mean of the village's role metrics that are not null",
        unit="score of the key roles", null="null where every role metric is null",
        aggregation="terms",
    ),
    Metric(
        name="vss", of=vss, source=f"DSGBench; {WWP}, equation 10", low=0, high=1,
        direction="higher", meaning="exiles that hit a wolf",
        formula="rounds whose exiled seat was a wolf / rounds in which somebody was exiled",
        unit="share of exiles", null="null where nobody was exiled", aggregation="games",
    ),
)  # fmt: skip
