"""Compare A with B on games that differ only in which of the two played: gain, interval, verdict.

A deal is one observation however often it was played: who wins depends more on the deal than on the
players. The interval is Gaffke's bound, valid even if hardly any deal comes out differently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import atanh, log, tanh
from typing import NamedTuple

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.intervals import IntervalMethod, bounded_mean_interval

from .finished_game import FinishedGame, in_deal_order
from .sequential import DealsNeeded, SequentialTest, deals_needed


class Comparison(Struct, frozen=True, kw_only=True):
    """What A gains over B on the same deals.

    Attributes:
        a: The one.
        b: The other.
        head_to_head: Whether that is said of games of A against B, as it is where there are any:
            the share of them that A won less that of B. Else it is said of games with the same
            others, in which the same strength shows as about half as much.
        gain: Over all boards; right for a number of deals that was fixed before.
        boards: The same on each board, where there are several.
        sides: What A gains with the same others, on each side by itself.
        test: The sequential test after these deals, right for any number of them; its `decided` is
            the verdict.
        needed: How many deals such a difference takes, by the variance of these.
    """

    a: str
    b: str
    head_to_head: bool
    gain: Gain
    boards: dict[str, Gain]
    sides: dict[str, Gain]
    test: SequentialTest
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
    """Holds A against B on the deals that both played: in games against each other, or else with the same others.

    Args:
        games: Games of any schedule; those of others are not read.
        a: The name of the one.
        b: The name of the other.
        test: The sequential test at its start, which reads all deals in order; by default it tells
            a gain of 5 points from none.
        broken: Games that stopped before their end: their pairs are left out and counted. Where one
            of both breaks more games than the other, what is left may favour him.
        waiting: The numbers of deals of which games are still to come. They and all later ones are
            not read: deals that end early are not a fair sample of all, and a verdict must not
            depend on which ended first.

    Raises:
        ConfigError: A and B are one, one of them did not play, or they have no game that can be
            held against another.
    """
    until = min(waiting, default=None)
    matched = pairs_between(_before(until, games), a, b, _before(until, broken))
    if not matched:
        hint = (
            "The same deal must be played twice, with nothing else between the two games "
            "than A in the seats of B."
        )
        raise ConfigError(
            f"`{a}` and `{b}` have no games that can be held against each other", hint=hint
        )
    begun = test or SequentialTest(low=0.0, high=0.05)
    among_others = [one for one in matched if one.side]
    counted = [one for one in matched if not one.side] or among_others
    pairs = [one.pair for one in counted]
    differences = differences_of(pairs)
    boards, sides = (
        sorted({one.board for one in counted}),
        sorted({one.side for one in among_others}),
    )
    needed = deals_needed(
        begun.high - begun.low, alpha=begun.alpha, beta=begun.beta, pilot=differences
    )
    return Comparison(
        a=a,
        b=b,
        head_to_head=counted is not among_others,
        gain=gain_of(pairs),
        test=begun.updated_all(differences),
        needed=needed,
        boards={
            board: gain_of([one.pair for one in counted if one.board == board])
            for board in boards
            if len(boards) > 1
        },
        sides={
            side: gain_of([one.pair for one in among_others if one.side == side]) for side in sides
        },
    )


def _before(deal: int | None, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    return [game for game in games if deal is None or game.deal < deal]


class MatchedPair(NamedTuple):
    """Two games of a deal of which one becomes the other when A and B change places.

    Attributes:
        board: Their board.
        side: The side of A, and of B in the other one; empty where they played against each other.
        pair: What A and B made of them, None for both where one game broke; its deal is a number of
            its own for each deal of each board.
    """

    board: str
    side: str
    pair: Pair


def pairs_between(
    games: Iterable[FinishedGame], a: str, b: str, broken: Iterable[FinishedGame] = ()
) -> list[MatchedPair]:
    """The pairs of games of the same deal of which one becomes the other when A and B change places, by rising deal.

    So a team of A against a team of B is held against the same with sides swapped, A among others
    or against others against B in the same seats, and one seat under test against the same seat;
    where nothing else is there, A against B is held against B alone on all seats. Games in which
    one of them sat on both sides, or both on one, are left out. A pair has the points of A and of
    B: 1, 0, or one half where nobody won; where they played against each other, the mean of both
    games.

    Raises:
        ConfigError: A and B are one, or one of them did not play.
    """
    if a == b:
        raise ConfigError(f"`{a}` cannot be compared with itself")
    stopped = list(broken)
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
        if other is None:  # the others may be B themselves, as where A is tested among a baseline
            there = _game_key(
                game, tuple([b if player == a else player for player in game.players])
            )
            other, others = places.get(there), set[str]()
        if other is None:
            continue
        done |= {here, there}
        (side,) = own
        won, swapped = game.points(side), other.points(side)
        if here in without_end or there in without_end:
            won = swapped = None
        elif others:
            won, swapped = (won + 1 - swapped) / 2, (swapped + 1 - won) / 2
        found.append(
            MatchedPair(
                game.board, "" if others else side, Pair(deals[game.deal_key], won, swapped)
            )
        )
    return found


def _game_key(game: FinishedGame, players: tuple[str, ...]) -> tuple[object, ...]:
    """What a game is known by when others play it; sides are part of it, for deals with other roles are other deals."""
    return game.board, game.deal, game.repeat, game.sides, players


def _swapped(player: str, a: str, b: str) -> str:
    return b if player == a else a if player == b else player


class Pair(NamedTuple):
    """One deal played by two line-ups: its number, and what each made of it, -1 to 1 apart; None for a game that broke."""

    deal: int
    a: float | None
    b: float | None


class Gain(Struct, frozen=True, kw_only=True):
    """What A gains over B.

    Attributes:
        pairs: How many pairs of games were compared.
        deals: Of how many deals.
        broken: How many pairs were left out, since one game of them or both stopped before the end.
        differ: How many pairs came out otherwise.
        a: The mean of A; None without a pair.
        b: The mean of B.
        gain: The mean of A less that of B.
        low: The lower end of the 95 % interval of `gain`; None where there is none.
        high: The upper end.
        how: How the interval was found, or why there is none (`intervals.INTERVAL_METHODS`).
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


def gain_of(pairs: Sequence[Pair]) -> Gain:
    """What A gains over B: the mean difference of all pairs of games that came to their end.

    The interval is Gaffke's (`intervals.bounded_mean_interval`), with a deal as one observation
    between -1 and 1. It never promises too much, not even where hardly any deal comes out
    otherwise, of which Student's and bootstrap intervals make too little or nothing. It is for a
    number of deals that was fixed before: where one plays until something shows, `SequentialTest`
    says when.

    Args:
        pairs: Pairs of games; those of one deal stand together for one observation.
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
    """What A made of each deal less what B made of it, -1 to 1: the mean of its whole pairs, by rising number of the deal.

    Deals of which no pair came to its end are left out.
    """
    sums, many = sum_differences(
        (pair.deal, pair.a - pair.b) for pair in pairs if pair.a is not None and pair.b is not None
    )
    return [sums[deal] / many[deal] for deal in sorted(sums)]


def elo_of_gain(gain: float) -> float:
    """A gain in games of one against the other, above -1 and below 1, on the scale of chess: 0.05 is 17.4 points."""
    return 800 / log(10) * atanh(gain)


def gain_of_elo(points: float) -> float:
    """The share of games that somebody wins less that of the other, -1 to 1, who is so many points of chess behind."""
    return tanh(points * log(10) / 800)


def sum_differences(
    differences: Iterable[tuple[int, float]],
) -> tuple[Mapping[int, float], Mapping[int, int]]:
    """The sum of the differences of each deal, and how many there are."""
    sums, many = defaultdict[int, float](float), defaultdict[int, int](int)
    for deal, difference in differences:
        sums[deal] += difference
        many[deal] += 1
    return sums, many
