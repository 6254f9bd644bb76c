"""The page of the user's own record: wins, standing, accuracy over time, words before exiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wolfcore.game import ROLES
from wolfcore.records import summarise
from wolfcore.records.own_result import read_own_result
from wolftui.measures.player_record import FEWEST_GAMES, OwnRecord, Share, Standing
from wolftui.words.glyphs import Glyphs
from wolftui.words.own_results import fooled_briefly, own_words
from wolftui.words.spans import Line, Span

from .labels import board_title
from .result.page import (
    Cell,
    Derivation,
    ExplainedSpan,
    Page,
    PageWriter,
    below_each_other,
    side_by_side_pages,
    widths_of,
)

NO_FINISHED_GAME = "You have finished no game yet. One that you play to its end stands here."


NO_READABLE_GAME = "No other game that you finished stands here."


_FEWEST_RATED = 3
"""The fewest games of a rating whose interval is written."""


_MOST_PROBLEMS = 5


_BAR = 20


_FOOLED = (
    "your official ballots on one of the village that the wolf named too / your ballots on "
    "days on which it voted"
)


_MARKS = "marks on a wolf / marks, as they stood when the notebook was closed last"


_SUSPICIONS = (
    "seats that were wolves / seats that you held for one with that probability, stated last "
    "on a day"
)


_MARK_WORDS = {"wolf": "marked a wolf", "+": "marked trusted", "?": "marked unsure"}


_ACCURACY = "wolves marked as wolves and others marked trusted / such marks"


_BALLOTS = "ballots on a wolf / ballots of votes and runoffs, as one of the village"


_STANDING = (
    "openskill over your games with house bots: the share of even games that your skill wins; 50 % "
    "is a house bot in your seat; the advantage of a board is learned from the same games"
)


_HABITS = "days on which you did it before the vote / days on which you were asked for words"


_MOST_HABITS = 5


_TWO_PANES, _BETWEEN = 100, 4
"""The least width, in cells, of a page in two panes, and the cells between them."""


def record_page(record: OwnRecord, width: int, glyphs: Glyphs) -> Page:
    """Build the page of the user's own record for a width in cells.

    Where there is room, standing, accuracy over time and words stand in a second pane.
    """
    half = (width - _BETWEEN) // 2
    second = PageWriter(half if width >= _TWO_PANES else width, glyphs)
    _second_part(record, second)
    if second.empty:
        return _first_part(record, width, glyphs)
    if width >= _TWO_PANES:
        return side_by_side_pages(_first_part(record, half, glyphs), second.page, half + _BETWEEN)
    return below_each_other(_first_part(record, width, glyphs), second.page)


def _first_part(record: OwnRecord, width: int, glyphs: Glyphs) -> Page:
    """Write problems, wins, who fooled the person, and marks and suspicions by kind."""
    writer = PageWriter(width, glyphs)
    for problem in record.problems[:_MOST_PROBLEMS]:
        writer.paragraph(Span(problem, "warn"))
    if more := len(record.problems[_MOST_PROBLEMS:]):
        writer.paragraph(Span(f"And {more} more. `wolftui verify` shows what changed.", "warn"))
    if not record.games:
        writer.paragraph(Span(NO_READABLE_GAME if record.problems else NO_FINISHED_GAME, "quiet"))
        return writer.page
    _total_lines(record, writer)
    _shares(writer, "by side", record.sides, lambda side: Span(side, side), _wins, bar=True)
    _shares(
        writer,
        "by role",
        record.roles,
        lambda role: Span(f"{glyphs.roles[role]} {role}", f"role-{role}"),
        _wins,
        bar=True,
    )
    if len(record.boards) > 1:
        _shares(
            writer,
            "by board",
            record.boards,
            lambda board: Span(board_title(board), "text"),
            _wins,
            bar=True,
        )
    fooled = {player: share for player, share in record.fooled.items() if share.hits}
    _shares(
        writer,
        "who fooled you: wolves with whom you voted against your own",
        fooled,
        lambda who: Span(who, "text"),
        _by_wolf,
    )
    _shares(
        writer,
        "your marks: how many stood on a wolf",
        record.marks,
        lambda mark: Span(_MARK_WORDS[mark], "text"),
        _of_mark,
    )
    _shares(
        writer,
        "your suspicions: how many were wolves",
        record.suspicions,
        lambda label: Span(label, "text"),
        _of_belief,
    )
    if record.won.low is not None:
        writer.blank_line()
        writer.paragraph(
            Span(f"In brackets: where the share lies at 95 %, from {FEWEST_GAMES} deals on.", "dim")
        )
    return writer.page


def _second_part(record: OwnRecord, writer: PageWriter) -> None:
    """Write standing, accuracy over time and by role, and words before exiles, as far as known."""
    if record.standings:
        writer.title("standing: even games won in your seat, by openskill")
        writer.table([_standing_row(row) for row in record.standings])
    elif record.no_standings:
        writer.title("standing")
        writer.paragraph(Span(record.no_standings, "dim"))
    if record.over_time:
        _pairs(writer, "marks right, and ballots on a wolf", "over time", record.over_time)
        _pairs(writer, "the same by role", "", record.by_role)
    if record.habits:
        shares = dict(list(record.habits.shares.items())[:_MOST_HABITS])
        _pairs(writer, "what you said on days of your exile, and on others", "", shares, _of_words)
        if unread := record.habits.unread:
            days = "1 day is" if unread == 1 else f"{unread} days are"
            writer.paragraph(Span(f"{days} left out: the words are not English.", "dim"))


def _standing_row(row: Standing) -> list[Cell]:
    made = Derivation(
        f"your standing on {board_title(row.board)} for the {row.team}",
        percent(row.chance()),
        f"{row.mu:+.1f} points, deviation {row.sigma:.1f}; against {', '.join(row.levels)} bots",
        _STANDING,
        games=row.games,
    )
    games = len(row.games)
    return [
        (Span(board_title(row.board), "text"),),
        (Span(row.team, row.team),),
        (ExplainedSpan(Span(percent(row.chance()), "strong"), made),),
        (Span(standing_bounds(row), "dim"),),
        (Span(f"{games} games", "quiet"),),
    ]


def _of_accuracy(label: str, share: Share, *, first: bool) -> Derivation:
    what = "marks that were right" if first else "ballots on a wolf"
    return _derivation(share, f"{what}, {label}", _ACCURACY if first else _BALLOTS)


def _of_words(label: str, share: Share, *, first: bool) -> Derivation:
    when = "that ended with your exile" if first else "that did not"
    return _derivation(share, f"{label}, on days {when}", _HABITS)


def _pairs(
    writer: PageWriter,
    title: str,
    more: str,
    pairs: Mapping[str, tuple[Share, Share]],
    derive: Callable[..., Derivation] = _of_accuracy,
) -> None:
    """Add one row with two shares per label; counts are left out where they do not all fit."""
    if not any(share.of for pair in pairs.values() for share in pair):
        return
    writer.title(title, more)
    rows: list[list[Cell]] = []
    for label, pair in pairs.items():
        cells: list[Cell] = [(Span(label, "text"),)]
        for share, first in zip(pair, (True, False), strict=True):
            made = derive(label, share, first=first)
            number = Span(f"{percent(share.value):>5}", "strong")
            cells.append((ExplainedSpan(number, made) if share.of else number,))
            cells.append((Span(f"{share.hits} of {share.of}" if share.of else "", "quiet"),))
        rows.append(cells)
    widths = widths_of(rows)
    if sum(widths) + 2 * (len(widths) - 1) > writer.width:
        rows = [[row[0], row[1], row[3]] for row in rows]
    writer.table(rows)


def _total_lines(record: OwnRecord, writer: PageWriter) -> None:
    """Add the number of games, the share won, and the streaks."""
    won, games = record.won, len({game.path for game in record.games})
    derivation = _derivation(won, "games won", "games that your team won / games that somebody won")
    # Two people of one game are two rows of the record.
    seats = f" from {len(record.games)} seats" if len(record.games) > games else ""
    words = f" {'game' if games == 1 else 'games'}{seats}, "
    writer.add(Span(str(games), "strong"), Span(words, "text"), *_value(won, derivation, "won"))
    now = (
        f"{abs(record.streak)} {'won' if record.streak > 0 else 'lost'} in a row now"
        if record.streak
        else "nobody has won yet"
    )
    writer.paragraph(
        Span(f"{now}; the longest rows: {record.best} won, {record.worst} lost", "quiet")
    )


def _value(share: Share, derivation: Derivation, word: str) -> Cell:
    """Write a share with percentage and interval: `7 won  58 % [29 %, 83 %]`."""
    number = ExplainedSpan(Span(f"{share.hits} {word}", "strong"), derivation)
    return (number, Span(f"  {percent(share.value)}", "accent"), Span(f"  {bounds(share)}", "dim"))


def _shares(
    writer: PageWriter,
    title: str,
    shares: Mapping[str, Share],
    name: Callable[[str], Span],
    derive: Callable[[str, Share], Derivation],
    *,
    bar: bool = False,
) -> None:
    """Add one row per share under a title; nothing if there are no shares."""
    if not shares:
        return
    writer.title(title)
    rows: list[list[Cell]] = []
    for label, share in shares.items():
        number = ExplainedSpan(Span(percent(share.value), "strong"), derive(label, share))
        of = Span(f"{share.hits} of {share.of}", "quiet")
        rows.append(
            [
                (name(label),),
                (number,),
                (of,),
                (Span(bounds(share), "dim"),),
                _bar(share, writer.glyphs) if bar else (),
            ]
        )
    widths = widths_of(rows)
    columns = (
        len(widths) if sum(widths) + 2 * (len(widths) - 1) <= writer.width else len(widths) - 1
    )  # a bar that does not fit is left out
    for row in rows:
        writer.row(row[:columns], widths[:columns])


def _bar(share: Share, glyphs: Glyphs) -> Cell:
    """Draw a bar as long as the share that was won."""
    full = round(_BAR * (share.value or 0))
    return (Span(glyphs.bar * full, "good"), Span(glyphs.rule * (_BAR - full), "dim"))


def _derivation(share: Share, title: str, how: str) -> Derivation:
    return Derivation(
        title,
        percent(share.value),
        f"{share.hits} of {share.of}  {bounds(share)}",
        how,
        games=share.games,
    )


def _wins(label: str, share: Share) -> Derivation:
    who = (
        f"as {label}"
        if label in ROLES or label == "village" or label == "wolves"
        else f"on {label}"
    )
    return _derivation(
        share, f"games won {who}", "games that your team won / games that somebody won"
    )


def _by_wolf(label: str, share: Share) -> Derivation:
    return _derivation(share, f"how often {label}, a wolf, had you vote against your own", _FOOLED)


def _of_mark(label: str, share: Share) -> Derivation:
    return _derivation(share, f"seats that you {_MARK_WORDS[label]} and that were wolves", _MARKS)


def _of_belief(label: str, share: Share) -> Derivation:
    return _derivation(share, f"wolves among those whom you suspected with {label}", _SUSPICIONS)


def percent(value: float | None) -> str:
    """Format a share as a whole percentage; a dash for None."""
    return "–" if value is None else f"{100 * value:.0f} %"


def bounds(share: Share) -> str:
    """Format the confidence interval of a share; empty if it has none."""
    return "" if share.low is None or share.high is None else interval(share.low, share.high)


def standing_bounds(row: Standing) -> str:
    """Format the interval of a rating; empty if it is of a few games."""
    return interval(*row.bounds) if len(row.games) >= _FEWEST_RATED else ""


def interval(low: float, high: float) -> str:
    """Format the ends of an interval of shares."""
    return f"[{percent(low)}, {percent(high)}]"


def game_line(path: Path) -> Line:
    """Write how a game went for its person, and who was fooled; of other games the id alone."""
    game = summarise(path)
    own = read_own_result(game)
    if own is None:
        return (Span(path.name, "text"),)
    fooled = fooled_briefly(own, game.names)
    return (
        Span(f"{game.created[:10]}  {board_title(game.board)}  ", "dim"),
        Span(own_words(own, game.days), "text"),
        *((Span(f"  {fooled}", "quiet"),) if fooled else ()),
    )
