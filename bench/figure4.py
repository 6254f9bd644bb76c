"""Figure 4 and section 4.2 of Strategic Language Agents: what players do in situations whose habits could be used, from kept games.

Whom wolves kill first, whom the Doctor saves, what is voted where two claim to be the Seer and altogether, and whom wolves kill
while they know Seer and Doctor. The case in which a last wolf is alone with both is brought about (`alone`), for it is rare.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log2
from pathlib import Path
from typing import NamedTuple

from core.game import Board, get_board, team_of
from core.intervals import Interval, entropy_of, exact, of_entropy
from core.metrics import TableCell
from core.metrics.habits import ALONE, CLAIMED
from wolftui.figures.measuring import Measurement

from .alone import BOARD, FOLDER, bring_about
from .figure3 import add_players, beside, in_percent, players_of
from .kept import Pairing, add_deals, add_kept_options, asks_a_model, fill, kept, tell
from .sla_paper import DOCTOR_OF_TEN, SELF_SAVES

VOTES = ("a wolf", "the Seer", "another", "nobody")


class Situation(NamedTuple):
    """Something that a player decides.

    Attributes:
        table: The table of metrics that counts it.
        row: Its row; `{}` stands for the player.
        words: What it is, for people.
        columns: What may be decided, in the order in which it is shown.
    """

    table: str
    row: str
    words: str
    columns: tuple[str, ...]


class Share(NamedTuple):
    """How often something was decided.

    Attributes:
        situation: When.
        choice: What.
        n: How often.
        of: Of how many decisions.
        games: Of how many games these are.
        interval: The 95 % interval of the share, a game being one observation.
    """

    situation: str
    choice: str
    n: int
    of: int
    games: int
    interval: Interval


class Evenness(NamedTuple):
    """How even a distribution is.

    Attributes:
        situation: Of what.
        n: Over how many games, each one observation.
        bits: The entropy of what was counted.
        interval: Its 95 % interval.
        even: What it would be if one of the seats that may be killed were drawn evenly.
    """

    situation: str
    n: int
    bits: float
    interval: Interval
    even: float


def situations(board: Board) -> tuple[Situation, ...]:
    """All that is counted on a board."""
    seats = tuple(f"seat {seat}" for seat in range(1, board.size + 1))
    village = tuple(dict.fromkeys(role for role in board.roles if team_of(role) == "village"))
    return (
        Situation("first_kill", "{}", "first kill, by seat", (*seats, "nobody")),
        Situation("first_kill_role", "{}", "first kill, by role", (*village, "nobody")),
        Situation("first_save", "{}", "the Doctor's first save", ("itself", *seats, "nobody")),
        Situation("saves", "{}", "the Doctor's saves, all nights", ("itself", "another", "nobody")),
        Situation("two_seers", "{}", "ballots of the village, two claim Seer", ("a false Seer", "the Seer", "another", "nobody")),
        Situation("ballots", "{} as village", "all ballots of the village", VOTES),
        Situation("ballots", "{} as wolves", "all ballots of the wolves", VOTES),
        Situation(
            "seer_or_doctor", f"{{}}, {CLAIMED}", "kill, Seer and Doctor both claimed",
            ("the Seer", "the Doctor", "another", "nobody"),
        ),
    )  # fmt: skip


_ALONE = Situation("seer_or_doctor", f"{{}}, {ALONE}", "kill, alone with Seer and Doctor", ("the Seer", "the Doctor", "nobody"))
"""The paper's case: a wolf that draws evenly cannot be foreseen."""


def shares_alone(entries: Iterable[TableCell], player: str) -> list[Share]:
    """Whom a player kills as the last wolf alone with Seer and Doctor, in games in which that was brought about (`alone`)."""
    return _counted(entries, [_ALONE], player)


def shares(entries: Iterable[TableCell], board: Board, player: str) -> list[Share]:
    """How often a player decided what, in every situation that came up.

    Args:
        entries: The tables of the games.
        board: The board.
        player: The player, as on the command line.
    """
    return _counted(entries, situations(board), player)


def _counted(entries: Iterable[TableCell], cases: Iterable[Situation], player: str) -> list[Share]:
    cells = {(cell.table.name, cell.row, cell.column): cell for cell in entries}
    found: list[Share] = []
    for case in cases:
        here = [(column, cells.get((case.table, case.row.format(player), column))) for column in case.columns]
        total = sum(cell.n for _, cell in here if cell)
        games = max((cell.games for _, cell in here if cell), default=0)
        for column, cell in here:
            if cell:
                found.append(Share(case.words, column, cell.n, total, games, Interval(cell.low, cell.high, cell.how)))
            elif total and total == games and column != "nobody":
                found.append(Share(case.words, column, 0, total, games, exact(0, games)))
    return found


def evenness(found: Sequence[Share], board: Board) -> list[Evenness]:
    """The entropy of the first kill, by seat and by role, and of the kill alone with Seer and Doctor.

    Kinds that were never seen count as possible.

    Args:
        found: The shares of one player.
        board: The board.
    """
    by_seat, by_role = situations(board)[:2]
    village = Counter(role for role in board.roles if team_of(role) == "village")
    drawn = entropy_of([number / village.total() for number in village.values()])
    rows: list[Evenness] = []
    for case, even in ((by_seat, log2(board.size)), (by_role, drawn), (_ALONE, 1.0)):
        seen = {share.choice: share.n for share in found if share.situation == case.words and share.choice != "nobody"}
        counts = [seen.get(column, 0) for column in case.columns if column != "nobody"]
        total = sum(counts)
        if total:
            bits = entropy_of([count / total for count in counts])
            rows.append(Evenness(case.words, total, bits, of_entropy(counts), even))
    return rows


def measure(argv: Sequence[str]) -> None:
    """`python -m bench figure4`.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be used.
    """
    parser = argparse.ArgumentParser(prog="python -m bench figure4", description=__doc__)
    add_kept_options(parser)
    add_deals(parser, "each player, against its own kind,")
    add_players(parser)
    chosen = parser.parse_args(argv)
    players = players_of(chosen)
    broken: list[str] = []
    if chosen.games:
        seeds = range(chosen.seed, chosen.seed + chosen.deals)
        broken = fill(chosen.games, chosen.board, [Pairing(word, word) for word in players.values()], seeds, chosen.jobs)
        if chosen.board == BOARD:
            broken += bring_about(chosen.games, [word for word in players.values() if not asks_a_model(word)], seeds, chosen.jobs)
    folder = chosen.games or chosen.folder
    store = kept(folder, chosen.board)
    # One deal played against several opponents is no two observations: its first night is the same.
    own = {Pairing(word, word) for word in players.values()}
    measured = tables_of_games([game.path for game in store.games if game.pairing in own], chosen.jobs)
    brought = kept(folder / FOLDER, chosen.board).games
    alone = tables_of_games([game.path for game in brought if game.pairing in own], chosen.jobs).figures.entries
    board, entries = get_board(chosen.board), measured.figures.entries
    print(f"{board.name}, {measured.games} games: what players decide who play both teams; shares with a 95 % interval,")
    print("a game being one observation; n is the number of decisions")
    everything: dict[str, object] = {}
    for name, word in players.items():
        found = shares(entries, board, word) + shares_alone(alone, word)
        even = evenness(found, board)
        everything[name] = {"shares": [share._asdict() for share in found], "entropy": [row._asdict() for row in even]}
        print(f"\n{name}: {word}")
        for line in lines_of(name, found, even):
            print(line)
    for line in (*broken, *store.says(), *measured.problems):
        print(line)
    if chosen.json:
        print(json.dumps(everything))


def tables_of_games(paths: Sequence[Path], jobs: int) -> Measurement:
    """Games, measured."""
    measured = Measurement((), zero_fill=False, alpha=0.5, keep_parts=False)
    for done, found in enumerate(measured.looked_at(paths, jobs), 1):
        measured.add(found)
        tell(done, len(paths), "games measured")
    return measured


def lines_of(name: str, found: Sequence[Share], even: Sequence[Evenness]) -> Iterator[str]:
    """What a player decides, a line for each choice that was made."""
    if not found:
        yield "  no game"
    for case in dict.fromkeys(share.situation for share in found):
        here = [share for share in found if share.situation == case]
        yield f"  {case}, of {here[0].games} games"
        for share in here:
            yield f"    {share.choice:14} {in_percent(share.n, share.of, share.interval)}{beside(paper_on(name, share))}"
        for row in (row for row in even if row.situation == case):
            between = "no interval" if row.interval.low is None else f"[{row.interval.low:.2f}, {row.interval.high:.2f}]"
            yield f"    {'entropy':14} {row.bits:.2f} bits {between}, an even draw of seats {row.even:.2f}, n {row.n}"


def paper_on(name: str, share: Share) -> float | None:
    """What the paper has for a share of a player by its name, or None."""
    if share.situation == "the Doctor's first save" and share.choice == "itself":
        return SELF_SAVES.get(name)
    if share.situation == _ALONE.words and share.choice == "the Doctor" and name == "vanilla":
        return DOCTOR_OF_TEN
    return None
