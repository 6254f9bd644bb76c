"""What `wolftui arena` says: how far it is, on standard error, and what came of the games."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import msgspec

from wolfcore.arena import Row
from wolfcore.arena.running import ArenaRun
from wolfcore.game import Team, team_of
from wolfcore.models import BudgetTracker
from wolfcore.visible import blank_invisible
from wolftui.text.outward import Styled

_REDRAW_SECONDS = 0.1
"""Seconds between two words of progress."""
LINE_SECONDS = 60.0
"""Seconds between two lines of progress where there is no terminal."""


def start_text(run: ArenaRun) -> str:
    """What is about to be played, and where it is kept."""
    games, done = len(run.games), len(run.rows)
    words = [f"{games:,} games" + (f", {done:,} of them played before" if done else "")]
    if run.recovered:
        words.append(f"{run.recovered:,} that were over when it was stopped are read again")
    return f"{'; '.join(words)}. Everything is kept in {run.folder}; Ctrl-C stops, and the same command goes on."


class ArenaProgress:
    """How far an arena is, as one line that is written over; without a terminal as a line a minute.

    Args:
        run: The arena.
        purse: What pays for the calls of its models.
        clock: Tells seconds.
    """

    def __init__(self, run: ArenaRun, purse: BudgetTracker, clock: Callable[[], float] = time.monotonic) -> None:
        self._run, self._purse, self._clock, self._length = run, purse, clock, 0
        self._under_way = 0
        self._shows = sys.stderr.isatty()
        self._every, self._shown = (_REDRAW_SECONDS, -_REDRAW_SECONDS) if self._shows else (LINE_SECONDS, clock())
        self._pace, self._of_models = Pace(clock), False
        limit = run.plan.limits.games
        self._goal = min(len(run.games), len(run.rows) + limit) if limit else len(run.games)

    def add(self, row: Row) -> None:
        """Note a game that is over."""
        of_models = self._run.has_models(row.game)
        if of_models != self._of_models:  # their pace says nothing of each other
            self._pace, self._of_models = Pace(self._clock), of_models
        self._pace.add()
        self._now()

    def set_running(self, under_way: int) -> None:
        """Note how many games of models are under way."""
        self._under_way = under_way
        self._now()

    def _now(self) -> None:
        if self._clock() - self._shown < self._every:
            return
        self._shown = self._clock()
        if self._shows:
            self._show(self.text())
        else:
            print_progress_line(self.text())

    def clear(self) -> None:
        """Take the line away."""
        if self._shows and self._length:
            self._show("")
            sys.stderr.write(Styled("\r"))

    def text(self) -> str:
        """How far it is now."""
        done = len(self._run.rows)
        words = [f"{done:,} of {self._goal:,} games"]
        if self._under_way:
            words.append(f"{self._under_way} under way")
        words += self._pace.text(self._goal - done)
        purse = self._purse
        if purse.calls:  # those of games that are under way, too
            words += [f"{purse.calls:,} calls", f"{purse.tokens:,} tokens", *([f"cost {purse.cost:.4g}"] if purse.cost else [])]
        return ", ".join((*words, *failure_parts(self._run.rows.values())))

    def _show(self, words: str) -> None:
        text = blank_invisible(words)
        sys.stderr.write(Styled(f"\r{text:<{self._length}}"))
        sys.stderr.flush()
        self._length = len(text)


def print_progress_line(words: str) -> None:
    """Say how far it is, on a line of its own."""
    sys.stderr.write(f"wolftui: {words}\n")
    sys.stderr.flush()


class Pace:
    """How fast games come, and how long others will take at that.

    Args:
        clock: Tells seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._began, self._games = clock, clock(), 0

    def add(self) -> None:
        """Count a game that is over."""
        self._games += 1

    def text(self, left: int) -> list[str]:
        """How fast it is, and how long so many games will take; nothing before there is something to tell it by."""
        seconds = self._clock() - self._began
        if not self._games or seconds <= 0:
            return []
        pace = self._games / seconds
        return [f"{pace:,.0f} a second" if pace >= 10 else f"{3600 * pace:,.0f} an hour", f"{duration_text(left / pace)} left"]


def duration_text(seconds: float) -> str:
    """A time as people say it: `40 s`, `12 min`, `3 h 05 min`."""
    minutes = round(seconds / 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02} min"
    return f"{minutes} min" if seconds >= 90 else f"{round(seconds)} s"


def usage_parts(rows: Iterable[Row]) -> list[str]:
    """What models took in games, how many answers were not the players' own, and how many games broke; only what there is of it."""
    found = list(rows)
    calls, tokens = sum(row.calls for row in found), sum(row.tokens_in + row.tokens_out for row in found)
    costs = [row.cost for row in found if row.cost is not None]
    words = [f"{calls:,} calls", f"{tokens:,} tokens"] if calls else []
    words += [f"cost {sum(costs):.4g}"] if costs else []
    return [*words, *failure_parts(found)]


def failure_parts(rows: Iterable[Row]) -> list[str]:
    """How many answers were not the players' own, and how many games broke; only what there is of it."""
    found = list(rows)
    replaced, broken = sum(row.replaced for row in found), sum(bool(row.broken) for row in found)
    words = [f"{replaced:,} answers replaced"] if replaced else []
    return [*words, f"{broken:,} broken"] if broken else words


def json_rows(run: ArenaRun) -> Iterator[str]:
    """A JSON object a game, by number."""
    encoder = msgspec.json.Encoder()
    return (encoder.encode(run.rows[number]).decode() for number in sorted(run.rows))


_TEAMS: tuple[Team, ...] = ("village", "wolves")
_CELLS: tuple[str, ...] = ("board", "cell", "games", "village", "wolves", "nobody", "broken")
_SEATS: tuple[str, ...] = ("board", "player", "seats", "won as village", "won as wolves")


def win_table_lines(run: ArenaRun) -> list[str]:
    """Who won how often: by board and cell, or where seats are mixed by board and player. Nothing where no game is over."""
    rows = sorted(run.rows.values(), key=lambda row: (run.plan.boards.index(row.board), row.game))
    if not rows:
        return []
    lines = _by_player(rows, tuple(run.plan.players)) if run.plan.schedule.kind == "mixed" else _by_cell(rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    table = ["  ".join(_format_row(line, widths)).rstrip() for line in lines]
    return [*table, ", ".join((f"{len(rows):,} games", *usage_parts(rows))) + "."]


def _by_cell(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        counts.setdefault((row.board, row.cell), Counter())["broken" if row.broken else row.winner or "nobody"] += 1
    lines = [_CELLS]
    for (board, cell), count in counts.items():
        ended = count.total() - count["broken"]
        won = (_share(count[team], ended) for team in _TEAMS)
        lines.append((board, cell, f"{count.total():,}", *won, f"{count['nobody']:,}", f"{count['broken']:,}"))
    return lines


def _by_player(rows: Sequence[Row], players: Sequence[str]) -> list[tuple[str, ...]]:
    seats, won = Counter[tuple[str, str, Team]](), Counter[tuple[str, str, Team]]()
    for row in rows:
        for name, role in zip(row.players, row.roles, strict=True):
            team = team_of(role)
            seats[row.board, name, team] += not row.broken
            won[row.board, name, team] += row.winner == team
    lines = [_SEATS]
    for board, name in product(dict.fromkeys(row.board for row in rows), players):
        held = sum(seats[board, name, team] for team in _TEAMS)
        lines.append((board, name, f"{held:,}", *(_share(won[board, name, team], seats[board, name, team]) for team in _TEAMS)))
    return lines


def _share(won: int, of: int) -> str:
    return f"{won:,} ({won / of:.0%})" if of else "0"


def _format_row(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for column, (word, width) in enumerate(zip(line, widths, strict=True)):
        yield f"{word:<{width}}" if column < 2 else f"{word:>{width}}"
