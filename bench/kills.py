"""`kills`: a game, an arena and a training are killed at drawn lines; each goes on and ends alike.

The process is killed (SIGKILL) before the N-th executed line of the modules that play and save, or
in the middle of a write. Then the same command goes on, and all that it saved is compared with an
undisturbed run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from wolfcore.arena import ArenaPlan
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import read_rows
from wolfcore.bots import HouseBot
from wolfcore.game import get_board, make_spec
from wolfcore.records import JOURNAL_FILE, GameFolder, NewGame, SeatSpec, read_game
from wolfcore.table import play_now, resume, verify
from wolfcore.training.hyperparameters import Measured, Numbers, Plan, Population, Shape

from .harness import a_count

KINDS = ("game", "arena", "training")


MOST_KILLS = 3
"""The most kills of one case."""


_TRACED = ("/wolfcore/records/", "/wolfcore/table/", "/wolfcore/arena/", "/wolfcore/files.py",
           "/wolfcore/training/loop.py")  # fmt: skip
"""The modules whose executed lines are counted."""


_PLAN = ArenaPlan(boards=("duel6",), deals=2, players={"hard": "bot:hard", "easy": "bot:easy"})


TRAINING = Plan(
    board="duel6", updates=3, games=4, seed=3, network=Shape(width=8, heads=2),
    ppo=Numbers(batch=32, epochs=1, rate=1e-2),
    population=Population(keep_every=2, most=2), measured=Measured(every=0),
)  # fmt: skip
"""A training of a second or two."""


class Killed(NamedTuple):
    """What came of one case.

    Attributes:
        case: The case.
        kind: What was killed.
        kills: How often it was killed; 0 where it ended before.
        fault: What differs from the undisturbed run; empty for nothing.
    """

    case: int
    kind: str
    kills: int
    fault: str = ""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench kills`."""
    parser = argparse.ArgumentParser(prog="python -m bench kills", description=__doc__)
    parser.add_argument("--cases", type=a_count, default=30, help="how many cases (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="draws the lines (default 1)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="what is killed")
    chosen = parser.parse_args(argv)
    found = list(run(chosen.cases, chosen.seed, chosen.kinds))
    kills, cases = Counter[str](), Counter(each.kind for each in found)
    for each in found:
        kills[each.kind] += each.kills
        if each.fault:
            print(f"case {each.case}, {each.kind}: {each.fault}")
    for kind in chosen.kinds:
        print(f"{kind:<10} {cases[kind]} cases, {kills[kind]} kills")
    faults = sum(bool(each.fault) for each in found)
    print(f"{faults} cases with a fault, {sum(kills.values())} kills, seed {chosen.seed}")
    if faults:
        raise SystemExit(1)


def run(cases: int, seed: int, kinds: Sequence[str] = KINDS) -> Iterator[Killed]:
    """Kill, go on and compare; case N of a seed is always the same."""
    with tempfile.TemporaryDirectory() as home:
        whole: dict[str, tuple[int, dict[str, bytes]]] = {}
        for case in range(cases):
            kind, chance = kinds[case % len(kinds)], random.Random(f"{seed} {case}")
            if kind not in whole:
                folder = Path(home, kind, "run")
                begin(kind, folder)
                lines = _lines_of(_go_on(kind, folder, 0, torn=False))
                whole[kind] = lines, content(kind, folder)
            # A checkpoint holds the name of the folder.
            yield _case(case, kind, Path(home, f"{kind}-{case}", "run"), chance, *whole[kind])


def _case(
    case: int,
    kind: str,
    folder: Path,
    chance: random.Random,
    lines: int,
    wanted: dict[str, bytes],
) -> Killed:
    begin(kind, folder)
    kills = 0
    for _ in range(chance.randint(1, MOST_KILLS)):
        before = answers(kind, folder)
        done = _go_on(kind, folder, chance.randint(1, lines), torn=chance.random() < 0.5)
        if done.returncode == 0:
            break
        if done.returncode != -signal.SIGKILL:
            return Killed(case, kind, kills, f"broke: {done.stderr[-300:]}")
        kills += 1
        if not before <= answers(kind, folder):
            return Killed(case, kind, kills, "lost what was saved")
    done = _go_on(kind, folder, 0, torn=False)
    if done.returncode:
        return Killed(case, kind, kills, f"does not go on: {done.stderr[-300:]}")
    found = content(kind, folder)
    differs = [name for name in {**wanted, **found} if wanted.get(name) != found.get(name)]
    return Killed(case, kind, kills, f"differs in {', '.join(differs)}" if differs else "")


def _go_on(
    kind: str, folder: Path, dies_at: int, *, torn: bool
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench.kills", kind, str(folder), str(dies_at), str(int(torn))]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _lines_of(done: subprocess.CompletedProcess[str]) -> int:
    if done.returncode:
        raise RuntimeError(done.stderr)
    return int(json.loads(done.stdout.splitlines()[-1]))


# -- what is killed


def begin(kind: str, folder: Path) -> None:
    """Make what a process goes on with: a game that has begun; nothing for the others."""
    if kind == "game":
        spec = make_spec(get_board("helmsman7"), 7)
        seats = [SeatSpec("bot")] * spec.board.size
        folder.parent.mkdir()
        made = GameFolder.create(folder.parent, NewGame(spec, seats, version="bench"))
        made.close()
        made.path.rename(folder)


def go_on(kind: str, folder: Path) -> None:
    """Play or train to the end."""
    if kind == "game":
        resumed, bot = resume(folder), HouseBot(("normal",))
        seats = range(1, resumed.game.spec.board.size + 1)
        play_now(resumed.game, dict.fromkeys(seats, bot), resumed.folder, resumed.journal)
        resumed.folder.close()
    elif kind == "arena":
        run = ArenaRun(folder, _PLAN)
        list(run.play_missing())
        run.close()
    else:
        # Needs torch.
        from wolfcore.training.loop import TrainingRun

        training = TrainingRun(folder, TRAINING)
        list(training.train())
        training.close()


def answers(kind: str, folder: Path) -> set[str]:
    """What was saved so far and may not be lost: answers, games, updates."""
    if kind == "game":
        return set(read_game(folder).journal)
    if kind == "arena":
        # The process may have been killed before it made the tables.
        file = folder / "games.sqlite"
        return {str(row.game) for row in read_rows(file)} if _has_tables(file) else set()
    return {file.name for file in (folder / "past").glob("*.safetensors")}


def _has_tables(file: Path) -> bool:
    if not file.exists():
        return False
    with closing(sqlite3.connect(file)) as kept:
        return bool(kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def content(kind: str, folder: Path) -> dict[str, bytes]:
    """All that a finished run saved, without times and drawn names."""
    if kind == "game":
        saved = read_game(folder)
        verified = b"" if verify(saved).finished and saved.digest else b"not finished"
        # Nobody is asked twice for an answer that was on disk.
        count = len((folder / JOURNAL_FILE).read_bytes().splitlines())
        plain = [replace(each, started=0.0, seconds=0.0) for each in saved.journal.values()]
        return {
            "game": saved.log, "answers": repr(plain).encode(), "digest": verified,
            "lines": str(count).encode(),
        }  # fmt: skip
    if kind == "arena":
        rows = read_rows(folder / "games.sqlite")
        kept = {f"games/{each.name}" for each in (folder / "games").iterdir()}
        plain = [replace(row, folder="", seconds=0.0) for row in rows]
        apart = kept ^ {row.folder for row in rows}
        return {"rows": repr(plain).encode(), "games": repr(sorted(apart)).encode()}
    log = (folder / "log.jsonl").read_bytes().splitlines()
    lines = [json.loads(line) | {"seconds": 0} for line in log]
    files = [folder / "current.safetensors", folder / "state.safetensors", *folder.glob("past/*")]
    states = {file.name: file.read_bytes() for file in files}
    return {"log.jsonl": json.dumps(lines).encode(), **states}


# -- the process that is killed


def main(argv: Sequence[str]) -> int:
    """Go on with something; die before a line, or in the next write after it."""
    kind, folder, dies_at, torn = argv[0], Path(argv[1]), int(argv[2]), argv[3] == "1"
    count, really_write = 0, os.write

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def write(file: int, data: bytes) -> int:
        if torn and dies_at and count >= dies_at:
            really_write(file, data[: len(data) // 2])
            die()
        return really_write(file, data)

    def line(frame: FrameType, event: str, arg: object) -> object:
        nonlocal count
        del frame, arg
        if event == "line":
            count += 1
            if count == dies_at and not torn:
                die()
        return line

    def call(frame: FrameType, event: str, arg: object) -> object:
        del event, arg
        return line if any(part in frame.f_code.co_filename for part in _TRACED) else None

    os.write = write
    sys.settrace(cast("Any", call))
    go_on(kind, folder)
    sys.settrace(None)
    print(json.dumps(count))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
