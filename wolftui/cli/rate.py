"""The command `rate`: one number for a player, from games against a pool of frozen opponents."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Limits, Row, check_arena
from wolfcore.arena.contest import as_finished_game
from wolfcore.arena.opponents import (
    RATED,
    REFERENCE,
    Pool,
    python_of_wheel,
    rating_plan,
    read_pool,
)
from wolfcore.arena.rating import Comparison, compare
from wolfcore.arena.validation import check_limits, check_new_arena
from wolfcore.errors import WolfError
from wolfcore.files import check_ranges, expand_user_path
from wolfcore.seating import parse_player
from wolftui.games.table_pool import TablePool
from wolftui.measures.comparison_words import points_text
from wolftui.settings.paths import ratings_folder

from .arena import limited_models, open_run, play_games
from .arena_progress import duration_text
from .argument_values import allow_players, say, say_notes
from .command import OK
from .concurrency import check_concurrency, process_count
from .interrupts import CtrlCHandler
from .user_config import load_config
from .win_table import usage_parts


def rate_command(args: argparse.Namespace) -> int:
    """Run the command `rate`; returns the exit code."""
    pool = read_pool()
    games = pool.deals if args.games is None else args.games
    check_ranges([("--games", games, 1, pool.deals)])
    process_count(args)
    check_concurrency(args.at_once)
    plan = _plan(pool, args)
    code, rows = _play(plan, games, args)
    if len(rows) < 2 * games:
        say(f"{len(rows):,} of {2 * games:,} games are played; the same command plays the rest.")
        return code
    used = ", ".join([duration_text(sum(row.seconds for row in rows)), *usage_parts(rows)])
    say(f"{2 * games:,} games: {used}.")
    official = args.seeds in (None, pool.seed) and games == pool.deals
    rating = _rating(pool, args.player, rows, official=official)
    if args.json:
        print(msgspec.json.encode(rating).decode())
    else:
        print("\n".join(_lines(rating, of=pool.deals)))
    return code


def _plan(pool: Pool, args: argparse.Namespace) -> ArenaPlan:
    """Return the arena of the player, checked."""
    allow_players(args, args.player)
    limits = Limits(minutes=args.max_minutes, tokens=args.max_tokens, cost=args.max_cost)
    check_limits(limits)
    program = None
    if args.wheel is not None or not pool.is_current:
        wheel = None if args.wheel is None else expand_user_path(args.wheel)
        if wheel:
            say(f"{wheel.name} is installed into an environment of its own, where it is not yet.")
        program = python_of_wheel(pool, ratings_folder(), wheel)
    plan = replace(rating_plan(pool, args.player, seed=args.seeds, program=program), limits=limits)
    check_arena(plan)
    # Options and policies are judged by the words that the user wrote.
    for note in check_new_arena(replace(plan, players={**plan.players, RATED: args.player})):
        say(note)
    return plan


def _folder(plan: ArenaPlan, args: argparse.Namespace) -> Path:
    """Return the folder of the games: another one for other deals, opponents or code."""
    if args.into:
        return expand_user_path(args.into)
    known = (plan.seed, plan.players, parse_player(args.player).code)
    return ratings_folder() / hashlib.sha256(msgspec.json.encode(known)).hexdigest()[:16]


def _play(plan: ArenaPlan, deals: int, args: argparse.Namespace) -> tuple[int, list[Row]]:
    """Play the missing games of the first deals; return the exit code and the rows of the deals."""
    folder, models = _folder(plan, args), limited_models(plan.limits, load_config())
    with CtrlCHandler() as keys:
        keys.defer()
        waiting = TablePool(plan, models, folder, args.at_once, lambda: keys.pressed)
        waiting.check()
        say_notes(models)
        run = open_run(folder, args, waiting)
        try:
            missing = sum(run.games[number].deal < deals for number in run.missing)
            # The games of the first deals are the first ones.
            run.plan = replace(run.plan, limits=replace(run.plan.limits, games=missing))
            code, why = OK, ""
            if missing:
                code, why = play_games(run, waiting, models.budget_meter, keys)
            if why:
                say(why)
            return code, [row for _, row in sorted(run.rows.items()) if row.deal < deals]
        finally:
            run.close()


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of a player; all shares are of games, differences are player minus reference.

    Attributes:
        pool: The number of the pool.
        official: Whether all deals of the pool were played, and no others.
        player: The player.
        reference: The player with which it is compared, in the same chairs.
        games: The number of games of each of both that count.
        gain: The difference of the shares that they won, -1 to 1.
        low: The lower end of its 95 % interval; None where there is none.
        high: The upper end.
        won: The share that the player won.
        reference_won: The share that the reference won.
        sides: The difference by team.
        replaced: The answers that a seat's fallback replaced in the games of the player.
        broken: The games that broke, which do not count.
    """

    pool: int
    official: bool
    player: str
    reference: str
    games: int
    gain: float
    low: float | None
    high: float | None
    won: float
    reference_won: float
    sides: dict[str, float | None]
    replaced: int
    broken: int


def _rating(pool: Pool, player: str, rows: Sequence[Row], *, official: bool) -> Rating:
    """Compare the player with the reference.

    Raises:
        WolfError: The opponents did not play as they should, or no game came to its end.
    """
    reference = [row for row in rows if REFERENCE in row.players]
    if failed := next((row for row in reference if row.broken or row.replaced), None):
        why = failed.broken or f"{failed.replaced} answers were replaced"
        raise WolfError(f"the opponents failed in game {failed.game}: {why}")
    ended = [as_finished_game(row) for row in rows if not row.broken]
    broken = [as_finished_game(row) for row in rows if row.broken]
    found: Comparison = compare(ended, RATED, REFERENCE, broken=broken)
    gain = found.gain
    if gain.gain is None:
        raise WolfError(f"no game of `{player}` came to its end: {rows[0].broken}")
    assert gain.a is not None
    assert gain.b is not None
    return Rating(
        pool=pool.number,
        official=official,
        player=player,
        reference=pool.reference,
        games=gain.pairs,
        gain=round(gain.gain, 4),
        low=None if gain.low is None else round(gain.low, 4),
        high=None if gain.high is None else round(gain.high, 4),
        won=round(gain.a, 4),
        reference_won=round(gain.b, 4),
        sides={
            team: None if each.gain is None else round(each.gain, 4)
            for team, each in found.sides.items()
        },
        replaced=sum(row.replaced for row in rows),
        broken=len(broken),
    )


def _lines(rating: Rating, *, of: int) -> Iterator[str]:
    """Say a rating in lines: the number first, then what it means."""
    low, high = rating.low, rating.high
    interval, shown = "no interval", False
    if low is not None and high is not None:
        interval = f"95 % interval {points_text(low)} to {points_text(high)}"
        shown = low > 0 or high < 0
    where = f"pool {rating.pool}, {rating.games} games"
    yield f"{points_text(rating.gain)} points, {interval} ({where})"
    yield (
        f"{rating.player} won {rating.won:.1%} of its games; {rating.reference} won "
        f"{rating.reference_won:.1%} in the same chairs. "
        + ("The difference is shown." if shown else "No difference is shown.")
    )
    teams = [f"as {team} {points_text(gain)}" for team, gain in rating.sides.items()]
    yield f"By team: {', '.join(teams)}."
    if rating.replaced or rating.broken:
        if rating.replaced > rating.games:
            yield "The number says little of how it plays, for many of its answers were replaced."
        yield (
            f"{rating.replaced} answers were replaced by the seat's fallback; "
            f"{rating.broken} games broke and do not count. `wolftui players check` tells why."
        )
    if not rating.official:
        yield f"This is not the official number, which is that of all {of} deals of the pool."
