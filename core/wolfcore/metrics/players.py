"""How well players play (DSGBench; WereWolf-Plus, section 3.3, equations 8 to 10)."""

from __future__ import annotations

from collections.abc import Mapping

from .metric import WWP, Metric
from .roles import guard, hunter, seer, witch
from .tables import GameTables
from .values import UNKNOWN, Part, Value, combine_parts, game_total

ROLE_METRIC_NAMES = ("seer", "witch", "hunter", "guard")
"""The metrics of the village's roles, of which `kre` takes the mean."""

_ROLE_FUNCTIONS = {"seer": seer, "witch": witch, "hunter": hunter, "guard": guard}


def irp(t: GameTables) -> Value:
    """Official day ballots of living village seats that name a living wolf / those that name anyone (equation 8).

    Official is the first ballot of a day's vote; straw votes, runoffs and elections never count, self-ballots do.
    """
    parts: list[Part] = []
    for day in t.days:
        for cast in day.official_ballots:
            if cast.target and cast.voter in t.village and cast.voter in day.living:
                hit = cast.target in t.wolves and cast.target in day.living
                parts.append(Part(cast.voter, hit, 1, day.number, (cast.entry,)))
    return Value(tuple(parts)) if parts else Value(whole=Part(0, 0, 0))


def key_seats(t: GameTables) -> tuple[int, ...]:
    """The seats with a key role: seer, witch, hunter, guard or doctor."""
    return tuple(sorted(seat for power in ("check", "potions", "shoot", "protect") for seat in t.with_power(power)))


def ksr(t: GameTables) -> Value:
    """Key roles alive at the true end / key roles dealt."""
    return Value(tuple(Part(seat, t.alive(seat), 1, 0, death_entry(t, seat)) for seat in key_seats(t)))


def kre(t: GameTables) -> Value:
    """Key roles: a x ksr + (1-a) x mean of the non-null role metrics of the village (equation 9); null if all of these are null.

    A player's own: a x [alive at the end] + (1-a) x the metric of its role.
    """
    found: Mapping[str, Value] = {name: fold(t) for name, fold in _ROLE_FUNCTIONS.items()}
    scores = [score for value in found.values() if (score := game_total("ratio", value).value) is not None]
    survived = game_total("ratio", ksr(t)).value
    if not scores or survived is None:
        return UNKNOWN
    parts: list[Part] = []
    for seat in key_seats(t):
        own = combine_parts("ratio", [part for value in found.values() for part in value.parts if part.seat == seat]).value
        if own is not None:
            parts.append(Part(seat, t.alpha * t.alive(seat) + (1 - t.alpha) * own, 1, 0, death_entry(t, seat)))
    whole = t.alpha * survived + (1 - t.alpha) * sum(scores) / len(scores)
    entries = tuple(sorted(entry for seat in key_seats(t) for entry in death_entry(t, seat)))
    return Value(tuple(parts), Part(0, whole, 1, 0, entries))


def vss(t: GameTables) -> Value:
    """Rounds whose exiled seat was a wolf / rounds in which somebody was exiled (equation 10).

    A village player's own: of these rounds, those on whose vote it had a ballot.
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
    """The log entry of a seat's death; empty while it lives."""
    fall = t.deaths.get(seat)
    return (fall.entry,) if fall else ()


TEAM_CHAPTER = (
    Metric(
        name="irp", of=irp, source=f"DSGBench; {WWP}, equation 8", low=0, high=1, direction="higher",
        meaning="village ballots that named a wolf",
        formula="first official ballots of living village seats that name a living wolf / those that name anyone",
        unit="share of ballots", null="null where the village named nobody", aggregation="games",
    ),
    Metric(
        name="ksr", of=ksr, source=f"DSGBench; {WWP}, section 3.3", low=0, high=1, direction="higher",
        meaning="key roles that lived to the end", formula="key roles alive at the true end / key roles dealt",
        unit="share of key roles", null="null where no key role was dealt", aggregation="games",
    ),
    Metric(
        name="kre", of=kre, source=f"{WWP}, equation 9", low=0, high=1, direction="higher",
        meaning="key roles: who lived, and how well they did",
        formula="a x ksr + (1-a) x mean of the village's role metrics that are not null", unit="score of the key roles",
        null="null where every role metric is null", aggregation="terms",
    ),
    Metric(
        name="vss", of=vss, source=f"DSGBench; {WWP}, equation 10", low=0, high=1, direction="higher",
        meaning="exiles that hit a wolf", formula="rounds whose exiled seat was a wolf / rounds in which somebody was exiled",
        unit="share of exiles", null="null where nobody was exiled", aggregation="games",
    ),
)  # fmt: skip
