"""A person's statistics over finished games: wins, marks, ballots, suspicions, with 95 % intervals.

One row per game and seat; a deal is one observation, however often it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import Team
from wolfcore.intervals import Interval, bounded_mean_interval, sum_by_deal

from .own_games import OwnGame, person_games

MOST_GAMES = 1_000_000
"""The most games that a record is computed from."""


BINS = 5
"""The number of equal ranges of P(wolf) into which stated suspicions are binned."""


FEWEST_GAMES = 10
"""Finished games of a person from which standing, intervals and accuracy over time are shown."""


_MOST_SPANS = 10
"""The most rows of accuracy over time; a row is ten games, or a multiple of ten."""


class Share(Struct, frozen=True):
    """A share over games, with its confidence interval.

    Attributes:
        hits: The numerator.
        of: The denominator.
        low: The lower end of its interval; None if it has none.
        high: The upper end; None if it has none.
        games: The folders of the games behind it, oldest first.
    """

    hits: int
    of: int
    low: float | None = None
    high: float | None = None
    games: tuple[Path, ...] = ()

    @property
    def value(self) -> float | None:
        """Hits divided by the denominator; None if that is 0."""
        return self.hits / self.of if self.of else None


_BETA = 25 / 6
"""openskill's part of luck, as in `rating.skills`."""


_NINETY_FIVE = 1.96


class Standing(Struct, frozen=True):
    """A person's rating on one board and side; 0 is a house bot in their seat.

    Attributes:
        board: The board.
        team: The side.
        levels: The levels of the house bots that played.
        mu: The skill on openskill's scale.
        sigma: Its standard deviation.
        games: The folders of the games, oldest first.
    """

    board: str
    team: Team
    levels: tuple[str, ...]
    mu: float
    sigma: float
    games: tuple[Path, ...]

    def chance(self, deviations: float = 0.0) -> float:
        """Return the share, 0..1, of even games that the skill wins, some deviations away."""
        return 1 / (1 + exp(-(self.mu + deviations * self.sigma) / (sqrt(2) * _BETA)))

    @property
    def bounds(self) -> tuple[float, float]:
        """The ends of the 95 % interval of `chance`."""
        return self.chance(-_NINETY_FIVE), self.chance(_NINETY_FIVE)


class Habits(Struct, frozen=True):
    """What a person said on days that ended with their exile, and on all other days.

    Attributes:
        shares: By what was said: of the days with an exile the share on which it was, and the same
            of the other days. What was said most before an exile comes first.
        unread: Days that are left out because their words are not English.
    """

    shares: Mapping[str, tuple[Share, Share]]
    unread: int = 0


class OwnRecord(Struct, frozen=True):
    """A person's statistics over all their games.

    Attributes:
        games: The rows, oldest first.
        won: Games won, of those that a team won.
        sides, roles, boards: The same by team, role and board.
        streak: The number of latest games with the same result: above 0 won, below 0 lost.
        best, worst: The longest run of games won, and of games lost.
        fooled: By wolf's player: the person's ballots shared with it against a village seat, of
            those cast while it voted; most first.
        marks: By mark: how many of them were on a wolf.
        suspicions: By range of P(wolf): how many of them were about wolves.
        over_time: By games in order, such as `games 1 to 10`: the marks that were right (a wolf
            marked as one, a villager trusted), and the ballots on a wolf. Empty below
            `FEWEST_GAMES`.
        by_role: The same by role of the village.
        problems: What could not be read and is left out, in sentences.
        standings: The ratings by board and side; empty where they were not computed or few games
            are there.
        no_standings: Why ratings could not be computed, as a sentence; else empty.
        habits: What was said before exiles; None where it was not computed or exiles are few.
    """

    games: tuple[OwnGame, ...]
    won: Share
    sides: Mapping[str, Share]
    roles: Mapping[str, Share]
    boards: Mapping[str, Share]
    streak: int
    best: int
    worst: int
    fooled: Mapping[str, Share]
    marks: Mapping[str, Share]
    suspicions: Mapping[str, Share]
    over_time: Mapping[str, tuple[Share, Share]]
    by_role: Mapping[str, tuple[Share, Share]]
    problems: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    no_standings: str = ""
    habits: Habits | None = None


def read_record(folders: Iterable[Path], name: str = "") -> OwnRecord:
    """Compute a person's statistics from saved games; `person_games` has the arguments."""
    problems: list[str] = []
    record = record_of(person_games(folders, name, problems))
    return replace(record, problems=tuple(problems))


def record_of(games: Iterable[OwnGame]) -> OwnRecord:
    """Compute a person's statistics from their games, in any order."""
    rows = tuple(sorted(games, key=lambda game: (game.created, game.path, game.seat)))
    decided = [(game, game.won) for game in rows if game.won is not None]
    results = [won for _, won in decided]

    def by(key: Callable[[OwnGame], str]) -> dict[str, Share]:
        return {
            label: share_over_games((game, won, 1) for game, won in decided if key(game) == label)
            for label in sorted({key(game) for game, _ in decided})
        }

    fooled = _grouped(
        (game, player, together, ballots)
        for game in rows
        for player, together, ballots in game.wolves
        if ballots
    )
    marks = _grouped((game, mark, wolf, 1) for game in rows for mark, wolf in game.marks)
    suspicions = _grouped((game, _bin(p), wolf, 1) for game in rows for p, wolf in game.suspicions)
    return OwnRecord(
        rows,
        share_over_games((game, won, 1) for game, won in decided),
        by(lambda game: game.team),
        by(lambda game: game.role),
        by(lambda game: game.board),
        _streak(results),
        _longest(results, won=True),
        _longest(results, won=False),
        dict(sorted(fooled.items(), key=lambda item: (-item[1].hits, item[0]))),
        marks,
        suspicions,
        _over_time(rows) if len(rows) >= FEWEST_GAMES else {},
        {
            role: accuracy_of([game for game in rows if game.role == role])
            for role in sorted({game.role for game in rows if game.marks or game.ballots})
        },
    )


def _over_time(rows: Sequence[OwnGame]) -> dict[str, tuple[Share, Share]]:
    step = FEWEST_GAMES * -(-len(rows) // (FEWEST_GAMES * _MOST_SPANS))
    return {
        f"games {start + 1} to {min(start + step, len(rows))}": accuracy_of(
            rows[start : start + step]
        )
        for start in range(0, len(rows), step)
    }


def accuracy_of(games: Sequence[OwnGame]) -> tuple[Share, Share]:
    """Return the share of marks that were right and of ballots that were on a wolf.

    A mark is right if it says `wolf` of a wolf or trusts a villager; `unsure` is neither.
    """
    marks = [
        (game, (mark == "wolf") == wolf, 1)
        for game in games
        for mark, wolf in game.marks
        if mark != "?"
    ]
    ballots = [(game, wolf, 1) for game in games for wolf in game.ballots]
    return share_over_games(marks, free_weights=True), share_over_games(ballots, free_weights=True)


def _bin(p: float) -> str:
    place = min(int(p * BINS), BINS - 1)
    return f"{100 * place // BINS} to {100 * (place + 1) // BINS} %"


def _grouped(found: Iterable[tuple[OwnGame, str, int, int]]) -> dict[str, Share]:
    groups: dict[str, list[tuple[OwnGame, int, int]]] = {}
    for game, label, hits, of in found:
        groups.setdefault(label, []).append((game, hits, of))
    return {
        label: share_over_games(rows, free_weights=True)
        for label, rows in sorted(groups.items(), key=lambda item: (len(item[0]), item[0]))
    }


def share_over_games(
    found: Iterable[tuple[OwnGame, int, int]], *, free_weights: bool = False
) -> Share:
    """Pool a share over games: each with its numerator and denominator.

    A deal is one observation of the interval, which `FEWEST_GAMES` deals or more have; several
    entries of one game are summed.

    Args:
        found: The games with their numerators and denominators.
        free_weights: Whether a game has as many entries as it happens to have
            (`intervals.bounded_mean_interval`).
    """
    rows = list(found)
    hits, weights = sum_by_deal(
        [game.deal or game.path for game, _, _ in rows],
        [above for _, above, _ in rows],
        [below for _, _, below in rows],
    )
    interval = (
        bounded_mean_interval(hits, weights, 0, 1, free_weights=free_weights)
        if len(hits) >= FEWEST_GAMES
        else Interval()
    )
    games = tuple(dict.fromkeys(game.path for game, _, _ in rows))
    return Share(
        sum(above for _, above, _ in rows),
        sum(below for _, _, below in rows),
        interval.low,
        interval.high,
        games,
    )


def _streak(results: Sequence[bool]) -> int:
    length = 0
    for won in reversed(results):
        if won is not results[-1]:
            break
        length += 1 if won else -1
    return length


def _longest(results: Sequence[bool], *, won: bool) -> int:
    best = now = 0
    for each in results:
        now = now + 1 if each is won else 0
        best = max(best, now)
    return best


# -- JSON


def record_json(record: OwnRecord) -> dict[str, Any]:
    """Convert a record to a JSON object."""

    def tree(share: Share) -> dict[str, Any]:
        bounds = {"low": share.low, "high": share.high}
        return {
            "hits": share.hits,
            "of": share.of,
            "value": share.value,
            **bounds,
            "games": [path.name for path in share.games],
        }

    def trees(shares: Mapping[str, Share]) -> dict[str, Any]:
        return {label: tree(share) for label, share in shares.items()}

    shares: Mapping[str, tuple[Share, Share]] = record.habits.shares if record.habits else {}
    return {
        "games": len(record.games),
        "won": tree(record.won),
        "sides": trees(record.sides),
        "roles": trees(record.roles),
        "boards": trees(record.boards),
        "streak": record.streak,
        "best": record.best,
        "worst": record.worst,
        "fooled": trees(record.fooled),
        "marks": trees(record.marks),
        "suspicions": trees(record.suspicions),
        "accuracy": {
            label: {"marks": tree(marks), "ballots": tree(ballots)}
            for label, (marks, ballots) in {**record.over_time, **record.by_role}.items()
        },
        "standings": [
            {
                "board": row.board,
                "side": row.team,
                "against": list(row.levels),
                "games": len(row.games),
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in record.standings
        ],
        "before_exiles": {
            label: {"exiled": tree(before), "other": tree(other)}
            for label, (before, other) in shares.items()
        },
        "problems": list(record.problems),
    }
