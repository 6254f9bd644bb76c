"""Compare A with B on games that differ only in which of the two played: gain, interval, verdict.

A deal is one observation however often it was played: its games have the same roles on the same
seats. The interval is Gaffke's bound, valid even if hardly any deal comes out differently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import atanh, log, tanh
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.intervals import IntervalMethod, bounded_mean_interval

from .finished_game import FinishedGame, in_deal_order
from .sequential import DealsNeeded, SequentialTest, StoppedGain, deals_needed, stopped_gain
from .significance import holm, p_value, p_value_of_equal_means


class Comparison(Struct, frozen=True, kw_only=True):
    """The gain of A over B on the same deals.

    Attributes:
        a: The name of A.
        b: The name of B.
        head_to_head: Whether the gain is from games of A against B, as it is where there are any:
            the share of them that A won minus that of B. Otherwise it is from games with the same
            other players, in which the same strength shows as about half as much.
        gain: The gain over all boards; valid for a number of deals that was fixed before.
        boards: The gain on each board, where there are several; else empty. The p-values of boards
            and sides are corrected for their number by Holm's method (`Gain.p_holm`).
        sides: The gain of A with the same other players, on each side.
        boards_differ: The p-value of the gain being the same on all boards; None for fewer than
            two boards with intervals.
        sides_differ: The same of both sides.
        test: The sequential test after these deals, valid for any number of them; its `decided` is
            the verdict.
        stopped: The gain of the deals that a decided test read; None if it is not decided.
        needed: The number of deals needed to detect the difference between the test's `high` and
            `low`, by the variance of these deals.
    """

    a: str
    b: str
    head_to_head: bool
    gain: Gain
    boards: dict[str, Gain]
    sides: dict[str, Gain]
    boards_differ: float | None = None
    sides_differ: float | None = None
    test: SequentialTest
    stopped: StoppedGain | None = None
    needed: DealsNeeded


def compare(
    games: Iterable[FinishedGame],
    a: str,
    b: str,
    test: SequentialTest | None = None,
    *,
    broken: Iterable[FinishedGame] = (),
    waiting: Iterable[int] = (),
) -> Comparison:
    """Compare A with B on the deals that both played.

    Games of A against B are used where there are any, else games with the same other players.

    Args:
        games: Games of any schedule; those of other players are ignored.
        a: The name of A.
        b: The name of B.
        test: The sequential test at its start, which reads all deals in order; by default it tells
            a gain of 5 points from none.
        broken: Games that stopped before their end: their pairs are left out and counted. Where one
            of both breaks more games than the other, the remaining games may favour it.
        waiting: The numbers of deals with unfinished games. They and all later ones are not read:
            deals that end early are not a fair sample of all, and a verdict must not depend on
            which ended first.

    Raises:
        ConfigError: A and B are the same, one of them did not play, or there is no pair of games to
            compare.
    """
    until = min(waiting, default=None)
    matched = pairs_between(_before(until, games), a, b, _before(until, broken))
    if not matched:
        hint = (
            "The same deal must be played twice; the two games may differ only in A sitting in "
            "the seats of B."
        )
        raise ConfigError(f"`{a}` and `{b}` have no games that can be compared", hint=hint)
    begun = test or SequentialTest(low=0.0, high=0.05)
    among_others = [one for one in matched if one.side]
    # Games against each other are used alone, where there are any.
    counted = [one for one in matched if not one.side] or among_others
    pairs = [one.pair for one in counted]
    differences = differences_of(pairs)
    needed = deals_needed(
        begun.high - begun.low, alpha=begun.alpha, beta=begun.beta, pilot=differences
    )
    boards, sides = _by(counted, lambda one: one.board), _by(among_others, lambda one: one.side)
    parts = [*(boards.values() if len(boards) > 1 else ()), *sides.values()]
    gains = iter(_with_p_values([gain_of(pairs) for pairs in parts], parts))
    test = begun.updated_all(differences)
    return Comparison(
        a=a,
        b=b,
        head_to_head=counted is not among_others,
        gain=replace(gain_of(pairs), p=p_value(_observations(pairs), -1, 1)),
        boards={board: next(gains) for board in boards if len(boards) > 1},
        sides={side: next(gains) for side in sides},
        boards_differ=_p_of_difference(boards),
        sides_differ=_p_of_difference(sides),
        test=test,
        stopped=stopped_gain(begun, differences[: test.deals]) if test.decided else None,
        needed=needed,
    )


def _by(matched: Iterable[MatchedPair], key: Callable[[MatchedPair], str]) -> dict[str, list[Pair]]:
    """Return the pairs by board or side, sorted by its name."""
    found = defaultdict[str, list[Pair]](list)
    for one in matched:
        found[key(one)].append(one.pair)
    return dict(sorted(found.items()))


def _observations(pairs: Iterable[Pair]) -> tuple[list[float], list[float]]:
    """Return the summed differences of the finished pairs of each deal, and their numbers."""
    sums, many = sum_differences(
        (pair.deal, pair.a - pair.b) for pair in pairs if pair.a is not None and pair.b is not None
    )
    return list(sums.values()), [float(each) for each in many.values()]


def _with_p_values(gains: Sequence[Gain], pairs: Sequence[Sequence[Pair]]) -> list[Gain]:
    """Return the gains with their p-values, plain and corrected for their number."""
    told = [p_value(_observations(own), -1, 1) for own in pairs]
    corrected = iter(holm([p for p in told if p is not None]))
    return [
        gain if p is None else replace(gain, p=p, p_holm=next(corrected))
        for gain, p in zip(gains, told, strict=True)
    ]


def _p_of_difference(parts: Mapping[str, Sequence[Pair]]) -> float | None:
    return p_value_of_equal_means([_observations(pairs) for pairs in parts.values()], -1, 1)


def _before(deal: int | None, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    return [game for game in games if deal is None or game.deal < deal]


class MatchedPair(NamedTuple):
    """Two games of a deal that become each other when A and B change places.

    Attributes:
        board: Their board.
        side: The side of A, and of B in the other game; empty where they played against each other.
        pair: The points of A and B, None for both where one game broke; its deal is a number unique
            to each deal of each board.
    """

    board: str
    side: str
    pair: Pair


def pairs_between(
    games: Iterable[FinishedGame], a: str, b: str, broken: Iterable[FinishedGame] = ()
) -> list[MatchedPair]:
    """Match games of the same deal that become each other when A and B change places.

    Matched are: a team of A against a team of B with the same and sides swapped; A among or against
    other players with B in the same seats; and one tested seat with the same seat. Where there is
    nothing else, A against B is matched with B alone on all seats. Games in which one of them sat
    on both sides, or both on one, are left out. A pair has the points of A and of B: 1, 0, or one
    half where nobody won; where they played against each other, the mean of both games. Pairs are
    in rising order of the deal.

    Raises:
        ConfigError: A and B are the same, one of them did not play, or two games have the same
            board, deal, repeat and players.
    """
    if a == b:
        raise ConfigError(f"`{a}` cannot be compared with itself")
    stopped = list(broken)
    # A fixed order, whatever order the games ended in.
    played = in_deal_order([*games, *stopped])
    for name in (a, b):
        if not any(name in game.players for game in played):
            raise ConfigError(f"`{name}` played none of these games")
    places, without_end = (
        {_game_key(game, game.players): game for game in played},
        {_game_key(game, game.players) for game in stopped},
    )
    if len(places) < len(played):
        raise ConfigError("two games have the same board, deal, repeat and players")
    deals = {deal: number for number, deal in enumerate(sorted({game.deal_key for game in played}))}
    found: list[MatchedPair] = []
    done: set[object] = set()
    for game in played:
        here, there = (
            _game_key(game, game.players),
            _game_key(game, tuple(_swapped(player, a, b) for player in game.players)),
        )
        other = places.get(there)
        own, others = game.sides_of(a), game.sides_of(b)
        if here in done or len(own) != 1 or len(others) > 1 or own == others:
            continue
        if other is None:  # B may play all other seats, as the baseline does
            there = _game_key(
                game, tuple([b if player == a else player for player in game.players])
            )
            other, others = places.get(there), set[str]()
        if other is None:
            continue
        # Both, so that the pair is not found again from its other game.
        done |= {here, there}
        (side,) = own
        won, swapped = game.points(side), other.points(side)
        if here in without_end or there in without_end:
            won = swapped = None
        elif others:
            # From A's point of view in both games.
            won, swapped = (won + 1 - swapped) / 2, (swapped + 1 - won) / 2
        found.append(
            MatchedPair(
                game.board, "" if others else side, Pair(deals[game.deal_key], won, swapped)
            )
        )
    return found


def _game_key(game: FinishedGame, players: tuple[str, ...]) -> tuple[object, ...]:
    """Return the key of a game with the given players.

    Sides are part of it: a deal with other roles is another deal.
    """
    return game.board, game.deal, game.repeat, game.sides, players


def _swapped(player: str, a: str, b: str) -> str:
    return b if player == a else a if player == b else player


class Pair(NamedTuple):
    """One deal played by two line-ups: its number, and the points of each; None for a broken game.

    The points differ by -1 to 1.
    """

    deal: int
    a: float | None
    b: float | None


class Gain(Struct, frozen=True, kw_only=True):
    """The gain of A over B, with its interval.

    Attributes:
        pairs: The number of pairs of games compared.
        deals: The number of deals they are of.
        broken: The number of pairs left out because a game of them stopped before the end.
        differ: The number of pairs in which A and B have different points.
        a: The mean points of A; None without a pair.
        b: The mean points of B; None without a pair.
        gain: The mean of A minus that of B; None without a pair.
        low: The lower end of the 95 % interval of `gain`; None where there is none.
        high: The upper end.
        how: The method of the interval, or why there is none (`intervals.INTERVAL_METHODS`).
        p: The two-sided p-value of no gain, where it was computed (`compare`); else None.
        p_holm: The same, corrected by Holm's method for the number of boards and sides compared.
    """

    pairs: int
    deals: int
    broken: int
    differ: int
    a: float | None = None
    b: float | None = None
    gain: float | None = None
    low: float | None = None
    high: float | None = None
    how: IntervalMethod = ""
    p: float | None = None
    p_holm: float | None = None


def gain_of(pairs: Sequence[Pair]) -> Gain:
    """Return the gain of A over B: the mean difference of all finished pairs of games.

    The interval is Gaffke's (`intervals.bounded_mean_interval`), with a deal as one observation
    between -1 and 1. Its coverage holds even where hardly any deal differs, where Student's and
    bootstrap intervals are too narrow or empty. It is for a number of deals that was fixed before:
    to play until a difference shows, use `SequentialTest`.

    Args:
        pairs: Pairs of games; those of one deal form one observation.
    """
    whole = [
        (pair.deal, pair.a, pair.b) for pair in pairs if pair.a is not None and pair.b is not None
    ]
    broken = len(pairs) - len(whole)
    sums, many = sum_differences((deal, a - b) for deal, a, b in whole)
    differ = sum(a != b for _, a, b in whole)
    if not whole:
        return Gain(pairs=0, deals=0, broken=broken, differ=0)
    found = bounded_mean_interval(list(sums.values()), list(many.values()), -1, 1)
    a, b = (
        sum(values) / len(whole) for values in ([a for _, a, _ in whole], [b for _, _, b in whole])
    )
    return Gain(
        pairs=len(whole),
        deals=len(sums),
        broken=broken,
        differ=differ,
        a=a,
        b=b,
        gain=a - b,
        low=found.low,
        high=found.high,
        how=found.how,
    )


def differences_of(pairs: Iterable[Pair]) -> list[float]:
    """Return the difference of A and B on each deal, -1 to 1, by rising number of the deal.

    It is the mean over the finished pairs of the deal; deals without one are left out.
    """
    sums, many = sum_differences(
        (pair.deal, pair.a - pair.b) for pair in pairs if pair.a is not None and pair.b is not None
    )
    return [sums[deal] / many[deal] for deal in sorted(sums)]


def elo_of_gain(gain: float) -> float:
    """Convert a gain in games of A against B, above -1 and below 1, to Elo points.

    A gain of 0.05 is 17.4 points.
    """
    return 800 / log(10) * atanh(gain)


def gain_of_elo(points: float) -> float:
    """Convert a lead in Elo points to a gain, -1 to 1: the share of games won minus that lost."""
    return tanh(points * log(10) / 800)


def sum_differences(
    differences: Iterable[tuple[int, float]],
) -> tuple[Mapping[int, float], Mapping[int, int]]:
    """Return the sum of the differences of each deal, and their number."""
    sums, many = defaultdict[int, float](float), defaultdict[int, int](int)
    for deal, difference in differences:
        sums[deal] += difference
        many[deal] += 1
    return sums, many
