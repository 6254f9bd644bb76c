"""The page of the user's own record: win rates, and accuracy of marks and suspicions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from wolfcore.game import ROLES
from wolftui.measures.player_record import OwnRecord, Share
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Span

from .result.page import Cell, Derivation, ExplainedSpan, Page, PageWriter, widths_of

NO_FINISHED_GAME = "You have finished no game yet. One that you play to its end stands here."


NO_READABLE_GAME = "No other game that you finished stands here."


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


def record_page(record: OwnRecord, width: int, glyphs: Glyphs) -> Page:
    """Build the page of the user's own record for a width in cells."""
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
            writer, "by board", record.boards, lambda board: Span(board, "text"), _wins, bar=True
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
    writer.blank_line()
    writer.paragraph(
        Span(
            "In brackets: the 95 % interval, a deal being one observation; none of one deal.", "dim"
        )
    )
    return writer.page


def _total_lines(record: OwnRecord, writer: PageWriter) -> None:
    """Add the number of games, the share won, and the streaks."""
    won, games = record.won, len({game.path for game in record.games})
    derivation = _derivation(won, "games won", "games that your team won / games that somebody won")
    words = f" {'game' if games == 1 else 'games'}, "
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
    return (Span(glyphs.bar * full, "good"), Span(glyphs.dot * (_BAR - full), "dim"))


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
    return (
        ""
        if share.low is None or share.high is None
        else f"[{percent(share.low)}, {percent(share.high)}]"
    )


def game_span(path: Path) -> Span:
    """Write a game's id for a list of games."""
    return Span(path.name, "text")
