"""How well the roles do their work (WereWolf-Plus, section 3.2, equations 2 to 5 and 7).

The authors' published program contradicts its equations in places; these follow the equations.
"""

from __future__ import annotations

from .metric import WWP, Metric
from .tables import GameTables
from .values import UNKNOWN, Part, Value


def seer(t: GameTables) -> Value:
    """Distinct wolves checked / |W| (equation 2): 0 for a seer who found none, null without a seer."""
    wolves, seers = t.wolves, t.with_power("check")
    if not seers or not wolves:
        return UNKNOWN
    parts: list[Part] = []
    everybody = dict[int, int]()
    for holder in seers:
        found = {check.target: check.entry for check in reversed(t.checks) if check.seat == holder and check.target in wolves}
        everybody |= found
        parts.append(Part(holder, len(found), len(wolves), 0, tuple(sorted(found.values()))))
    return Value(tuple(parts), Part(0, len(everybody), len(wolves), 0, tuple(sorted(everybody.values()))))


def witch(t: GameTables) -> Value:
    """(Antidote used on a village seat + poison used on a wolf) / potions used (equation 3); null when none was used."""
    parts: list[Part] = []
    for holder in t.with_power("potions"):
        saved = [deed for deed in t.saves if deed.seat == holder and deed.target]
        poisoned = [deed for deed in t.poisons if deed.seat == holder and deed.target]
        good = sum(deed.target in t.village for deed in saved) + sum(deed.target in t.wolves for deed in poisoned)
        used = [*saved, *poisoned]
        parts.append(Part(holder, good, len(used), 0, tuple(sorted(deed.entry for deed in used))))
    return Value(tuple(parts))


def hunter(t: GameTables) -> Value:
    """Shots that hit a wolf / shots fired (equation 4); holding fire is no shot; null when none was fired."""
    if not t.can_record("Shot"):
        return UNKNOWN
    parts: list[Part] = []
    for holder in t.with_power("shoot"):
        fired = [shot for shot in t.shots if shot.seat == holder and shot.target]
        hit = sum(shot.target in t.wolves for shot in fired)
        parts.append(Part(holder, hit, len(fired), 0, tuple(shot.entry for shot in fired)))
    return Value(tuple(parts))


def guard(t: GameTables) -> Value:
    """[a x protections of a village seat + (1-a) x protections of that night's wolf target] / nights acted (equation 5).

    A pass is no night acted; protecting oneself protects a village seat; a pack without a kill has no target.
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
    """Mean over wolves of a x (rounds survived / R) + (1-a) x [alive at the end] (equation 7).

    R is the last day that began. A survivor survived R; a wolf removed in round k survived k - 1.
    """
    if not t.rounds:
        return UNKNOWN
    parts: list[Part] = []
    for wolf in t.wolves:
        fall = t.deaths.get(wolf)
        survived = fall.day - 1 if fall else t.rounds
        score = t.alpha * survived / t.rounds + (1 - t.alpha) * (fall is None)
        parts.append(Part(wolf, score, 1, 0, (fall.entry,) if fall else ()))
    return Value(tuple(parts))


ROLE_CHAPTER = (
    Metric(
        name="seer", of=seer, source=f"{WWP}, equation 2", low=0, high=1, direction="higher",
        meaning="wolves that the Seer checked, of all", formula="distinct wolves checked / wolves dealt; 0 when none was found",
        unit="share of wolves", null="null where no Seer was dealt", aggregation="games",
    ),
    Metric(
        name="witch", of=witch, source=f"{WWP}, equation 3", low=0, high=1, direction="higher",
        meaning="potions well used, of those used",
        formula="(antidote used on a village seat + poison used on a wolf) / potions used", unit="share of potions",
        null="null when no potion was used", aggregation="games",
    ),
    Metric(
        name="hunter", of=hunter, source=f"{WWP}, equation 4", low=0, high=1, direction="higher",
        meaning="shots of the Hunter that hit a wolf", formula="shots that hit a wolf / shots fired", unit="share of shots",
        null="null when no shot was fired, or shots are not recorded", aggregation="games",
    ),
    Metric(
        name="guard", of=guard, source=f"{WWP}, equation 5", low=0, high=1, direction="higher",
        meaning="nights well guarded by Guard or Doctor",
        formula="[a x protections of a village seat + (1-a) x protections of that night's target] / nights acted",
        unit="score of a night", null="null when the Guard or Doctor never acted", aggregation="games",
    ),
    Metric(
        name="werewolves", of=werewolves, source=f"{WWP}, equation 7", low=0, high=1, direction="higher",
        meaning="how long wolves lived, and to the end",
        formula="mean over wolves of a x (rounds survived / R) + (1-a) x [alive at the end]", unit="score of a wolf",
        null="null before the first night", aggregation="games",
    ),
)  # fmt: skip
