"""The result of a finished game as three lines to send: they show no cards, sides or names."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.records import GameSummary, newest_folders, summarise
from wolfcore.records.own_result import read_own_result
from wolftui.words.own_results import shared_words

from .deal_codes import encode_deal
from .deals import Deal, deal_of_day, deal_of_game


def shared_result(folder: Path) -> tuple[str, ...]:
    """Return the lines to send of the saved game in `folder`: result, ballots, and the command.

    A `+` is a ballot for a seat of the other team, a `-` one for a seat of the own; this line is
    left out without ballots, or where bots played alone.

    Raises:
        ConfigError: The game has no result to send; says why.
    """
    game = summarise(folder)
    if game.header is None:
        raise ConfigError(game.problem, key="code")
    if game.ended is None:
        raise ConfigError("only a game that is over has a code", key="code")
    deal = deal_of_game(game.header, game.about)
    own = read_own_result(game)
    if deal.chair and own is None:
        raise ConfigError("this game has no code: its person saw its secrets")
    day = _day_of(deal, game)
    title = f"deal of {day_words(day)} ({deal.board})" if day else deal.board
    how = shared_words(own, game.days) if own else f"bots alone, {game.days} days"
    ballots = " ".join("+" if hit else "-" for hit in own.ballots) if own else ""
    return (
        f"wolftui, {title}: {how}",
        *([f"my votes  {ballots}"] if ballots else []),
        f"wolftui play {encode_deal(deal)}",
    )


_MOST_SCANNED = 1_000
"""How many of the newest games are looked through for a deal."""


def games_of_deal(root: Path, deal: Deal) -> list[GameSummary]:
    """Return the saved games of a drawn deal among the newest below `root`, newest first.

    Raises:
        ConfigError: `root` cannot be read.
    """
    games = map(summarise, newest_folders(root, _MOST_SCANNED))
    return [game for game in games if _is_of_deal(game, deal)]


def _is_of_deal(game: GameSummary, deal: Deal) -> bool:
    about = game.about
    # Few games get as far as the hash that makes a seed.
    if about is None or game.header is None or about.deal_number != deal.number:
        return False
    try:
        return deal_of_game(game.header, about) == deal
    except ConfigError:
        return False


def day_words(day: date) -> str:
    """Format a date as `23 Nov`."""
    return f"{day.day} {day:%b}"


def _day_of(deal: Deal, game: GameSummary) -> date | None:
    """Return the date of which a game was the deal of the day; None for another deal."""
    try:
        created = datetime.fromisoformat(game.created).date()
        # The stored time is UTC, and the date that of the person's clock.
        around = [created + timedelta(days=shift) for shift in (-1, 0, 1)]
    except (ValueError, OverflowError):
        return None
    return next((day for day in around if deal_of_day(day, deal.bots) == deal), None)
