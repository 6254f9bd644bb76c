"""The results of an arena as text and JSON rows: wins, model usage, the answer to its question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import msgspec

from wolfcore.arena import Row
from wolfcore.arena.rating import deals_needed
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.validity import validity_sentence
from wolfcore.game import Team, team_of
from wolftui.export.report.game_rows import ArenaResults, compare_in_arena
from wolftui.measures.comparison_words import stopped_sentence
from wolftui.words.spending import money_text

from .arena_progress import failure_parts


def start_text(run: ArenaRun) -> str:
    """Describe what is about to be played, and its folder."""
    games, done = len(run.games), len(run.rows)
    words = [f"{games:,} games" + (f", {done:,} of them played before" if done else "")]
    if run.recovered:
        words.append(f"{run.recovered:,} finished games are read again")
    return (
        f"{'; '.join(words)}. All files are in {run.folder}; Ctrl-C stops, and the same "
        "command continues."
    )


def usage_parts(rows: Iterable[Row]) -> list[str]:
    """Return texts on model usage, replaced answers and broken games; only for counts above 0."""
    found = list(rows)
    calls, tokens = (
        sum(row.calls for row in found),
        sum(row.tokens_in + row.tokens_out for row in found),
    )
    costs = [row.cost for row in found if row.cost is not None]
    words = [f"{calls:,} calls", f"{tokens:,} tokens"] if calls else []
    words += [f"cost {money_text(sum(costs))}"] if costs else []
    return [*words, *failure_parts(found)]


def json_rows(run: ArenaRun) -> Iterator[str]:
    """Return one JSON object per game, by game number."""
    encoder = msgspec.json.Encoder()
    return (encoder.encode(run.rows[number]).decode() for number in sorted(run.rows))


_TEAMS: tuple[Team, ...] = ("village", "wolves")


_CELLS: tuple[str, ...] = ("board", "cell", "games", "village", "wolves", "nobody", "broken")


_SEATS: tuple[str, ...] = ("board", "player", "seats", "won as village", "won as wolves")


def win_table_lines(run: ArenaRun) -> list[str]:
    """Format the wins by board and cell, or by board and player if seats are mixed.

    Empty if no game is over.
    """
    rows = sorted(run.rows.values(), key=lambda row: (run.plan.boards.index(row.board), row.game))
    if not rows:
        return []
    apart = ArenaResults(run.plan, rows).left_out
    lines = (
        _by_player([row for row in rows if not apart(row)], tuple(run.plan.players))
        if run.plan.schedule.kind == "mixed"
        else _by_cell(rows, apart)
    )
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    table = ["  ".join(_format_row(line, widths)).rstrip() for line in lines]
    total = ", ".join((f"{len(rows):,} games", *usage_parts(rows))) + "."
    doubtful = validity_sentence(rows, run.plan.validity)
    return [*table, total, *([doubtful] if doubtful else [])]


def _by_cell(rows: Sequence[Row], apart: Callable[[Row], str]) -> list[tuple[str, ...]]:
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        counts.setdefault((row.board, row.cell), Counter())[
            apart(row) or row.winner or "nobody"
        ] += 1
    void = any(count["void"] for count in counts.values())
    lines = [(*_CELLS, *(("void",) if void else ()))]
    for (board, cell), count in counts.items():
        ended = count.total() - count["broken"] - count["void"]
        won = (_share(count[team], ended) for team in _TEAMS)
        lines.append(
            (
                board,
                cell,
                f"{count.total():,}",
                *won,
                f"{count['nobody']:,}",
                f"{count['broken']:,}",
                *((f"{count['void']:,}",) if void else ()),
            )
        )
    return lines


def _by_player(rows: Sequence[Row], players: Sequence[str]) -> list[tuple[str, ...]]:
    seats, won = Counter[tuple[str, str, Team]](), Counter[tuple[str, str, Team]]()
    for row in rows:
        for name, role in zip(row.players, row.roles, strict=True):
            team = team_of(role)
            seats[row.board, name, team] += 1
            won[row.board, name, team] += row.winner == team
    lines = [_SEATS]
    for board, name in product(dict.fromkeys(row.board for row in rows), players):
        held = sum(seats[board, name, team] for team in _TEAMS)
        lines.append(
            (
                board,
                name,
                f"{held:,}",
                *(_share(won[board, name, team], seats[board, name, team]) for team in _TEAMS),
            )
        )
    return lines


def _share(won: int, of: int) -> str:
    return f"{won:,} ({won / of:.0%})" if of else "0"


def _format_row(line: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for column, (word, width) in enumerate(zip(line, widths, strict=True)):
        yield f"{word:<{width}}" if column < 2 else f"{word:>{width}}"


def question_lines(run: ArenaRun) -> list[str]:
    """Describe the arena's question and how many deals the answer may take.

    Empty if there is no question, or if it is answered.
    """
    if run.question is None or run.is_answered:
        return []
    asked, test = run.plan.question, run.question.test
    needed = deals_needed(asked.high - asked.low, alpha=asked.alpha, beta=asked.beta)
    deals = len(run.plan.boards) * run.plan.deals * run.plan.repeats
    lines = [
        f"The test ends when it shows whether {asked.a} gains {_in_points(asked.high)} over "
        f"{asked.b}, or {_in_points(asked.low)} or less "
        f"(errors {asked.alpha:.0%} and {asked.beta:.0%}); it has read {test.deals:,} deals.",
        f"If the result differs in every second deal, it needs {needed.if_there:,} to "
        f"{needed.between:,} deals; a test of fixed length "
        f"needs {needed.fixed:,}.",
    ]
    return (
        lines
        if deals >= needed.between
        else [*lines, f"The arena has {deals:,}, which may not be enough: see `deals`."]
    )


def answer_lines(run: ArenaRun) -> list[str]:
    """Describe the answer to the arena's question so far.

    Empty if there is no question, or if no whole deal is played.
    """
    if run.question is None or not run.question.test.deals:
        return []
    asked, test = run.plan.question, run.question.test
    began = (
        f"{asked.a} against {asked.b}, {test.deals:,} deals: {_in_points(test.gain or 0.0)} gained"
    )
    if test.decided is None:
        return [f"{began}. Not answered yet."]
    answer = (
        f"it gains more than {_in_points(asked.low)}"
        if test.decided == "accept"
        else f"it gains less than {_in_points(asked.high)}"
    )
    found = compare_in_arena(
        ArenaResults(run.plan, list(run.rows.values())), asked.a, asked.b
    ).stopped
    return [f"{began}. Answered: {answer}.", *([stopped_sentence(found)] if found else [])]


def _in_points(share: float) -> str:
    """Format a difference of win rates in percentage points."""
    return f"{round(100 * share, 1):g} points"
