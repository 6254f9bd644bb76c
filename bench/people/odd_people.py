"""Games in which a person says odd text from `odd_lines.txt`, on all boards and levels of bots."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import cycle, islice, product

from msgspec import Struct
from msgspec.structs import asdict

from bench.harness import run_parts
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.errors import SeatError
from wolfcore.game import SPEECH_KINDS, Answer, Ask, Game, View, board_names, get_board, make_spec
from wolfcore.players import Desk, SyncPlayer
from wolfcore.speech.vocabulary import ROLE_WORDS
from wolfcore.table import play_now

FILE = "odd_lines.txt"


MOST = 3
"""So many lines are said in one turn, at most."""


LATE = 10.0
"""A game of so many seconds hangs, or as good as."""


class OddGame(Struct, frozen=True):
    """The record of one game: where it was played, how it ended or why it broke, and its speeches.

    `speeches` counts the speeches of the odd person.
    """

    board: str
    level: str
    seed: int
    speeches: int
    seconds: float
    ended: str = ""
    why: str = ""


class OddPerson:
    """A player that says odd things in every speech and whisper, and picks other options at random.

    The table cleans its words.

    Attributes:
        said: How many speeches it made.
    """

    def __init__(self) -> None:
        self.said = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        choice = desk.dice.pick("choice", ask.options)
        if ask.kind not in SPEECH_KINDS:
            return Answer(choice)
        self.said += 1
        drawn = desk.dice.draws("lines", len(odd_lines()), 1 + desk.dice.draw("count", MOST))
        return Answer(choice, " ".join(filled(odd_lines()[place], view, desk) for place in drawn))


@lru_cache(maxsize=1)
def odd_lines() -> tuple[str, ...]:
    r"""The odd lines of the file.

    Each stands on a line of its own, with `\n`, `\t`, `\u2026` and the like as in JSON and with
    `{a}`, `{b}` for two seats by name, `{n}` for one by number, `{role}` for a word of a role and
    `{me}` for the speaker; `* 300` before a bar repeats what follows it so many times. Lines that
    begin with `-- ` are about the file.
    """
    text = files("bench.people").joinpath(FILE).read_text("utf-8")
    return tuple(
        _unfolded(line) for line in text.splitlines() if line and not line.startswith("-- ")
    )


def _unfolded(line: str) -> str:
    if line.startswith("* ") and "|" in line:
        times, _, rest = line[2:].partition("|")
        return _unescaped(rest) * int(times)
    return _unescaped(line)


def _unescaped(line: str) -> str:
    return json.loads(f'"{line}"') if "\\" in line else line


def filled(line: str, view: View, desk: Desk) -> str:
    """Fill a line with drawn seats and roles; other text in braces stays unchanged."""
    others = desk.dice.shuffle("seats", range(1, len(view.names) + 1))
    words: Mapping[str, str] = {
        "a": view.names[others[0] - 1],
        "b": view.names[others[1] - 1],
        "n": str(others[0]),
        "role": desk.dice.pick("role", sorted(ROLE_WORDS)),
        "me": view.names[view.seat - 1],
    }
    for slot, word in words.items():
        line = line.replace(f"{{{slot}}}", word)
    return line


def tables(games: int) -> Iterator[tuple[str, str]]:
    """Yield a board and a level for each game; all pairs take turns."""
    return islice(cycle(product(board_names(), LEVELS)), games)


def one_game(part: tuple[str, str, int]) -> OddGame:
    """A game of one odd person among bots; every third game has two, every seventh a single bot."""
    name, level, seed = part
    board, person, bot = get_board(name), OddPerson(), HouseBot((level,))
    game = Game(make_spec(board, seed))
    people = board.size - 1 if seed % 7 == 6 else 2 if seed % 3 == 2 else 1
    odd = {1 + (seed + 2 * place) % board.size for place in range(people)}
    players: dict[int, SyncPlayer] = {
        seat: person if seat in odd else bot for seat in range(1, board.size + 1)
    }
    start = time.perf_counter()
    try:
        ended, why = play_now(game, players).ended, ""
    except SeatError as error:
        ended, why = "", str(error)
    return OddGame(name, level, seed, person.said, time.perf_counter() - start, ended, why)


def measure_odd(games: int, first: int, jobs: int, *, as_json: bool = False) -> None:
    """Play games from a seed on; print how many ended, broke or took too long."""
    parts = [(board, level, seed) for seed, (board, level) in enumerate(tables(games), first)]
    made = list(run_parts(one_game, parts, jobs))
    broke, late = (
        [game for game in made if not game.ended],
        [game for game in made if game.seconds > LATE],
    )
    slowest = max(made, key=lambda game: game.seconds)
    print(
        f"{len(made)} games with odd speeches on {len(board_names())} boards at "
        f"{len(LEVELS)} levels, {len(odd_lines())} odd lines"
    )
    print(
        f"  ended {len(made) - len(broke)}   broke {len(broke)}   took more than {LATE:g} s "
        f"{len(late)}"
    )
    print(f"  odd speeches {sum(game.speeches for game in made)}")
    print(
        f"  slowest {slowest.seconds:.2f} s ({slowest.board}, {slowest.level}, seed {slowest.seed})"
    )
    for game in broke[:20]:
        print(f"  broke: {game.board}, {game.level}, seed {game.seed}: {game.why}")
    if as_json:
        print(json.dumps([asdict(game) for game in (*broke, *late)]))
