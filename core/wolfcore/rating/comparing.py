"""Two players held against each other: the games that differ in nothing but who of them played, and what they say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from wolfcore.errors import ConfigError

from .games import FinishedGame, in_deal_order
from .paired import Gain, Pair, differences_of, gain_of
from .sequential import SequentialTest
from .sizing import DealsNeeded, deals_needed


class Comparison(Struct, frozen=True, kw_only=True):
    """What A gains over B on the same deals.

    Attributes:
        a: The one.
        b: The other.
        head_to_head: Whether that is said of games of A against B, as it is where there are any: the share of them that A won less
            that of B. Else it is said of games with the same others, in which the same strength shows as about half as much.
        gain: Over all boards; right for a number of deals that was fixed before.
        boards: The same on each board, where there are several.
        sides: What A gains with the same others, on each side by itself.
        test: The sequential test after these deals, right for any number of them; its `decided` is the verdict.
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
        test: The sequential test at its start, which reads all deals in order; by default it tells a gain of 5 points from none.
        broken: Games that stopped before their end: their pairs are left out and counted. Where one of both breaks more games
            than the other, what is left may favour him.
        waiting: The numbers of deals of which games are still to come. They and all later ones are not read: deals that end
            early are not a fair sample of all, and a verdict must not depend on which ended first.

    Raises:
        ConfigError: A and B are one, one of them did not play, or they have no game that can be held against another.
    """
    until = min(waiting, default=None)
    matched = pairs_between(_before(until, games), a, b, _before(until, broken))
    if not matched:
        hint = "The same deal must be played twice, with nothing else between the two games than A in the seats of B."
        raise ConfigError(f"`{a}` and `{b}` have no games that can be held against each other", hint=hint)
    begun = test or SequentialTest(low=0.0, high=0.05)
    among_others = [one for one in matched if one.side]
    counted = [one for one in matched if not one.side] or among_others
    pairs = [one.pair for one in counted]
    differences = differences_of(pairs)
    boards, sides = sorted({one.board for one in counted}), sorted({one.side for one in among_others})
    needed = deals_needed(begun.high - begun.low, alpha=begun.alpha, beta=begun.beta, pilot=differences)
    return Comparison(
        a=a, b=b, head_to_head=counted is not among_others, gain=gain_of(pairs), test=begun.updated_all(differences), needed=needed,
        boards={board: gain_of([one.pair for one in counted if one.board == board]) for board in boards if len(boards) > 1},
        sides={side: gain_of([one.pair for one in among_others if one.side == side]) for side in sides},
    )  # fmt: skip


def _before(deal: int | None, games: Iterable[FinishedGame]) -> list[FinishedGame]:
    return [game for game in games if deal is None or game.deal < deal]


class MatchedPair(NamedTuple):
    """Two games of a deal of which one becomes the other when A and B change places.

    Attributes:
        board: Their board.
        side: The side of A, and of B in the other one; empty where they played against each other.
        pair: What A and B made of them, None for both where one game broke; its deal is a number of its own for each deal of each
            board.
    """

    board: str
    side: str
    pair: Pair


def pairs_between(games: Iterable[FinishedGame], a: str, b: str, broken: Iterable[FinishedGame] = ()) -> list[MatchedPair]:
    """The pairs of games of the same deal of which one becomes the other when A and B change places, by rising deal.

    So a team of A against a team of B is held against the same with sides swapped, A among others or against others against B in
    the same seats, and one seat under test against the same seat; where nothing else is there, A against B is held against B alone
    on all seats. Games in which one of them sat on both sides, or both on one, are
    left out. A pair has the points of A and of B: 1, 0, or one half where nobody won; where they played against each other, the
    mean of both games.

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
        here, there = _game_key(game, game.players), _game_key(game, tuple(_swapped(player, a, b) for player in game.players))
        other = places.get(there)
        own, others = game.sides_of(a), game.sides_of(b)
        if here in done or len(own) != 1 or len(others) > 1 or own == others:
            continue
        if other is None:  # the others may be B themselves, as where A is tested among a baseline
            there = _game_key(game, tuple([b if player == a else player for player in game.players]))
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
        found.append(MatchedPair(game.board, "" if others else side, Pair(deals[game.deal_key], won, swapped)))
    return found


def _game_key(game: FinishedGame, players: tuple[str, ...]) -> tuple[object, ...]:
    """What a game is known by when others play it; sides are part of it, for deals with other roles are other deals."""
    return game.board, game.deal, game.repeat, game.sides, players


def _swapped(player: str, a: str, b: str) -> str:
    return b if player == a else a if player == b else player
