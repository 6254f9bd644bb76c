"""The panels of the lobby: last game, deal of the day, unfinished and running games, standing.

They are read in a thread after the first paint. A panel with nothing to say is not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import chain
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.records import GameSummary, SavedGame, newest_folders, read_game, summarise
from wolfcore.records.own_result import OwnResult, read_own_result
from wolftui.games.deals import Deal, deal_of_day
from wolftui.games.shared_result import games_of_deal
from wolftui.games.sources import review_game
from wolftui.measures.own_standings import with_standings
from wolftui.measures.player_record import FEWEST_GAMES, OwnRecord, Share, Standing, read_record
from wolftui.words.glyphs import Glyphs
from wolftui.words.own_results import fooled_words, own_words, result_words
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .game_story import feat_words
from .labels import board_title, part_title, progress_words
from .lobby import OpenGames, created_words
from .record_page import bounds, percent, standing_bounds
from .verdict import bot_comments

_MOST_GAMES = 100
"""How many of the newest games are read."""


_MOST_ROWS = 4
"""How many boards, and how many roles, the standing shows: those played most."""


class LastGame(Struct, frozen=True):
    """The last finished game of a person who played it alone with machines.

    Attributes:
        game: The game.
        own: How it went for them.
        quote: What a house bot said to them after it, and its name; empty if none did.
        feat: A feat of the person as a sentence; empty for none.
    """

    game: GameSummary
    own: OwnResult
    quote: tuple[str, str] = ("", "")
    feat: str = ""


class DealOfDay(Struct, frozen=True):
    """The deal of the day and how it went.

    Attributes:
        day: The date.
        deal: The deal.
        played: The first game of it that is over, or the unfinished one; None if it was not played.
        result: How the first game of it went, in words; empty for none that is over.
        before: How the deal of the day before went, in words; empty if it was not played.
    """

    day: date
    deal: Deal
    played: GameSummary | None = None
    result: str = ""
    before: str = ""


class LobbyGames(Struct, frozen=True):
    """What the panels of the lobby show.

    Attributes:
        today: The deal of the day.
        last: The last finished game, or None.
        standing: The person's record, from `FEWEST_GAMES` finished games on; else None.
    """

    today: DealOfDay
    last: LastGame | None = None
    standing: OwnRecord | None = None


def read_lobby_games(root: Path, day: date) -> LobbyGames:
    """Read what the lobby says of the newest games below `root` on a date.

    Raises:
        ConfigError: `root` cannot be read.
    """
    folders = newest_folders(root, _MOST_GAMES)
    last: LastGame | None = None
    finished = 0
    for game in map(summarise, folders):
        if game.people and game.ended not in (None, "void"):
            finished += 1
            if last is None and (own := read_own_result(game)):
                last = _last_game_of(game, own)
    record = read_record(folders) if finished >= FEWEST_GAMES else None
    standing = with_standings(record) if record and len(record.games) >= FEWEST_GAMES else None
    return LobbyGames(_deal_of_day(root, day), last, standing)


def _deal_of_day(root: Path, day: date) -> DealOfDay:
    deal = deal_of_day(day)
    played, result = _how_it_went(root, deal)
    return DealOfDay(
        day, deal, played, result, _how_it_went(root, deal_of_day(day - timedelta(days=1)))[1]
    )


def _how_it_went(root: Path, deal: Deal) -> tuple[GameSummary | None, str]:
    """Return the first finished game of a deal, or an unfinished one, and its result in words."""
    games = games_of_deal(root, deal)
    for game in reversed(games):
        if own := read_own_result(game):
            return game, result_words(own, game.days)
    return next((game for game in games if not game.ended), None), ""


def _last_game_of(game: GameSummary, own: OwnResult) -> LastGame:
    """Return the last game with the person's feat and the first comment of a house bot."""
    try:
        saved = read_game(game.path)
    except LogError:
        # The library and the record say that a game is damaged.
        return LastGame(game, own)
    return LastGame(game, own, _after_talk(saved), feat_words(saved, own.seat))


def _after_talk(saved: SavedGame) -> tuple[str, str]:
    """Return the first comment of a house bot after a game, and the bot's name; empty for none."""
    shown = review_game(saved)
    outcome = shown.outcome
    if outcome is None:
        return "", ""
    for speaker, words in bot_comments(shown.all_facts, shown.session.board, outcome.fates):
        return words.text.removeprefix(": "), speaker.text
    return "", ""


# -- lines


def panel_lines(
    found: LobbyGames, open_games: OpenGames, glyphs: Glyphs, width: int, height: int
) -> list[Line]:
    """Write the panels, each below its title and after an empty line.

    Args:
        found: What was read.
        open_games: The unfinished and running games.
        glyphs: The glyphs to draw.
        width: Cells of a line.
        height: Lines that there is room for; the last panels are left out where they do not fit.
    """
    lines: list[Line] = []
    for title, sentences in (
        ("your last game", _last_game(found.last)),
        ("deal of the day", _todays(found.today)),
        ("waiting for you", _waiting(open_games)),
        ("running now", _running(open_games)),
        ("your standing", _standing(found.standing, glyphs)),
    ):
        if sentences:
            panel = [(), part_title(title), *chain.from_iterable(wrap(s, width) for s in sentences)]
            if len(lines) + len(panel) > height:
                break
            lines += panel
    return lines


def _last_game(last: LastGame | None) -> list[Line]:
    if last is None:
        return []
    game, own = last.game, last.own
    quote, speaker = last.quote
    return [
        (Span(f"{board_title(game.board)}  ", "strong"), Span(created_words(game), "dim")),
        (Span(own_words(own, game.days) + ".", "text"),),
        *([(Span(fooled, "quiet"),)] if (fooled := fooled_words(own, game.names)) else []),
        *([(Span(last.feat, "accent"),)] if last.feat else []),
        *([(Span(f"{speaker}: ", "dim"), Span(quote, "quiet"))] if quote else []),
    ]


def _todays(today: DealOfDay) -> list[Line]:
    how = (
        f"{today.result[0].upper()}{today.result[1:]}."
        if today.result
        else "Begun, and not over yet."
        if today.played
        else "Not played yet."
    )
    return [
        (
            Span(f"{today.deal.board}  ", "strong"),
            Span(f"{today.day.day} {today.day:%B}", "dim"),
        ),
        (Span("The same cards and the same bots for everybody.", "quiet"),),
        (Span(how, "text"), Span(f" Yesterday: {today.before}." if today.before else "", "quiet")),
    ]


def _waiting(open_games: OpenGames) -> list[Line]:
    game = open_games.unfinished
    if game is None or not game.people:
        return []
    return [
        (
            Span(f"{board_title(game.board)}  ", "strong"),
            Span(progress_words(game.days, night=game.night), "warn"),
            Span(f"  {created_words(game)}", "dim"),
        )
    ]


def _running(open_games: OpenGames) -> list[Line]:
    return [
        (Span(f"{board_title(game.board)}  ", "strong"), Span(game.id, "quiet"))
        for game in open_games.running
    ]


def _standing(record: OwnRecord | None, glyphs: Glyphs) -> list[Line]:
    """Write ratings by board and side, or games won by board without them; then won by role."""
    if record is None:
        return []
    rows: list[Line] = [_rating_line(row) for row in record.standings[:_MOST_ROWS]]
    for shares in (*([] if rows else [record.boards]), record.roles):
        rows += [_share_line(label, share, glyphs) for label, share in _most_played(shares).items()]
    if left_out := len(record.problems):
        files = "1 file" if left_out == 1 else f"{left_out} files"
        rows.append((Span(f"{files} could not be read; the record names them.", "warn"),))
    return rows


def _rating_line(row: Standing) -> Line:
    return (
        Span(f"{board_title(row.board)}, {row.team}  ", "text"),
        Span(f"{percent(row.chance())} of even games", "quiet"),
        Span(f"  {standing_bounds(row)}", "dim"),
    )


def _most_played(shares: Mapping[str, Share]) -> dict[str, Share]:
    best = sorted(shares.items(), key=lambda item: -item[1].of)[:_MOST_ROWS]
    return dict(best)


def _share_line(label: str, share: Share, glyphs: Glyphs) -> Line:
    sign = f"{glyphs.roles[label]} " if label in glyphs.roles else ""
    return (
        Span(f"{sign}{label}  ", "text"),
        Span(f"{share.hits} of {share.of} won", "quiet"),
        Span(f"  {percent(share.value)} {bounds(share)}", "dim"),
    )
