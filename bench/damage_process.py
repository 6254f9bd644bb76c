"""Worker process of `damage`: reads damaged games and stores, and prints JSON lines."""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from .damage import MOST_MEGABYTES
from .damaged_games import MARKS, make_case
from .damaged_stores import COMMANDS, HELD, STORES, Reading, damage, outcome

_OBEYED = {char for mark in MARKS for char in mark} - set(
    "\n[]0123456789mJ;: abcdefghijklmnopqrstuvwxyz"
)


_LONGEST_LINE = 1000
"""Characters of one line about an error."""


_GOOD = "20260101-whole-aaaaaa"


_PATIENCE = (
    ("wolfcore.arena.store", "_WAIT"),
    ("wolfcore.memory.pools", "_TIMEOUT"),
    ("wolfcore.memory.vectors", "_WAIT"),
    ("wolfcore.records.library.index", "_TIMEOUT"),
)
"""The modules and names of the seconds that they wait for another process."""


class Ran(NamedTuple):
    """What a command line did."""

    code: int
    out: str
    err: str
    seconds: float


def main(argv: list[str]) -> int:
    """Run the cases that `argv` names: what, the folder, the seed, and numbers joined by commas."""
    what, root, seed, numbers = argv[0], Path(argv[1]), int(argv[2]), argv[3]
    _give_up_privileges()
    import wolftui.plain.replay

    wolftui.plain.replay.POLL_SECONDS = 0.0
    # Nobody releases the locks that are met here.
    for module, name in _PATIENCE:
        setattr(import_module(module), name, 0.1)
    for number in map(int, numbers.split(",")):
        (_case if what == "games" else _store_case)(root, seed, number)
        _print_json(over=number)
    return 0


_BY_COMMAND = 31
"""Two cases of so many are read by a command, too; no divisor of the number of stores."""


def _store_case(root: Path, seed: int, number: int) -> None:
    """Damage a store, read it, and for some cases run the command that reads it."""
    chance, name = random.Random(f"{seed} {number}"), tuple(STORES)[number % len(STORES)]
    place, whole = root / f"case-{number}", root / "originals" / name
    shutil.copytree(whole, place)
    _print_json(case=number, begins=name, done="damage")
    done = damage(place, name, chance)
    _print_json(case=number, begins=name, done=done)
    # Before memory is counted: the first reading imports libraries, torch among them.
    expected = _whole(whole, name)
    _reset_peak()
    before = _peak()
    try:
        start = time.perf_counter()
        kind, words = outcome(place, name, whole, expected)
        seconds, more = time.perf_counter() - start, _peak() - before
        fault = f"{kind}: {words}" if kind in ("silent", "broke", "endless") else ""
        if not fault and more > MOST_MEGABYTES:
            fault = f"memory: {more:.0f} MB"
        told = {"case": number, "way": name, "code": 0, "outcome": kind}
        _print_json(**told, seconds=seconds, megabytes=more, fault=fault, done=done)
        if name in COMMANDS and number % _BY_COMMAND < 2:
            os.environ["WOLFTUI_HOME"] = str(place)
            ran = _run(COMMANDS[name].replace("@", str(place)).split())
            fault = _fault("command", ran)
            if ran.code and not ran.err:
                fault = "silent: an exit code and no word"
            _print_json(
                case=number, way=f"{name} by command", code=ran.code, seconds=ran.seconds,
                fault=fault, done=done,
            )  # fmt: skip
    finally:
        HELD.close()
        for folder in (place, *place.rglob("*")):
            if folder.is_dir() and not folder.is_symlink():
                folder.chmod(0o755)
        shutil.rmtree(place, ignore_errors=True)


@cache
def _whole(whole: Path, name: str) -> Reading:
    """The reading of an undamaged store, of a copy: a reader may write."""
    with tempfile.TemporaryDirectory() as home:
        shutil.copytree(whole, Path(home, "it"))
        return STORES[name].read(Path(home, "it"))


def _case(root: Path, seed: int, number: int) -> None:
    home = root / f"case-{number}"
    os.environ |= {
        name: str(home) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
    }
    games = home / "wolftui" / "games"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(root / "originals" / "finished" / "game", games / _GOOD)
    _print_json(case=number, begins="damage", done="")
    place, done = make_case(root / "originals", games, seed, number)
    words = ", ".join(done)
    _reset_peak()
    try:
        for way, line in _ways(os.fspath(place), games):
            _print_json(case=number, begins=way, done=words)
            ran = _run(line)
            fault = _fault(way, ran)
            megabytes = _peak()
            if megabytes > MOST_MEGABYTES:
                fault = fault or f"memory: {megabytes:.0f} MB"
            told = {
                "case": number,
                "way": way,
                "code": ran.code,
                "seconds": ran.seconds,
                "megabytes": megabytes,
            }
            _print_json(**told, fault=fault, done=words if fault else "")
    finally:
        for folder in (
            place,
            *(below for below in games.glob("*") if below.is_dir() and not below.is_symlink()),
        ):
            if folder.is_dir():
                folder.chmod(0o755)
        shutil.rmtree(home, ignore_errors=True)


def _ways(place: str, games: Path) -> Iterator[tuple[str, list[str]]]:
    yield "list", ["review"]
    yield "latest", ["review", "latest", "--plain"]
    yield "preview", []
    yield "review", ["review", place, "--plain"]
    yield "watch", ["watch", place, "--plain"]
    yield "verify", ["verify", place]
    yield "metrics", ["metrics", place]
    yield "figures", ["metrics", os.fspath(games), "--json"]
    yield "fork", ["fork", place, "--at", "n1.kill.1", "--seat", "*=bot:easy"]
    yield "resume", ["resume", place, "--seat", "*=bot:easy"]
    yield "go on", ["resume", place]
    yield "again", ["review", place, "--plain", "--eyes", "moderator"]


def _fault(way: str, ran: Ran) -> str:
    """What is wrong with what a way came to, or an empty string."""
    if "Something broke" in ran.err or "Traceback" in ran.err:
        return f"broke: {ran.err.strip()[-300:]}"
    if ran.code not in (0, 1, 2):
        return f"exit code {ran.code}"
    if way in ("list", "latest") and ran.code:
        return f"closed the {way}: {ran.err.strip()[:300]}"
    if way == "list" and _GOOD not in ran.out:
        return "closed the list: the whole game is missing"
    obeyed = sorted(_OBEYED & set(ran.out + ran.err))
    if obeyed:
        return f"obeyed: {obeyed!r}"
    if any(len(line) > _LONGEST_LINE for line in ran.err.split("\n")):
        return "endless error"
    return ""


def _run(line: list[str]) -> Ran:
    out, err = (
        TextIOWrapper(BytesIO(), encoding="utf-8"),
        TextIOWrapper(BytesIO(), encoding="utf-8"),
    )
    start = time.perf_counter()
    with _streams(out, err):
        try:
            from wolftui.__main__ import main as program

            code = program(line) if line else _preview()
        except (Exception, SystemExit) as error:  # noqa: BLE001  any that leaves is what is measured
            code = -1
            err.write("".join(traceback.format_exception(error, limit=-3)))
    seconds = time.perf_counter() - start
    for stream in (out, err):
        stream.flush()
    return Ran(code, _written(out), _written(err), seconds)


def _written(stream: TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode("utf-8", "surrogatepass")


@contextmanager
def _streams(out: TextIOWrapper, err: TextIOWrapper) -> Generator[None]:
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        before = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = nothing, out, err
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def _preview() -> int:
    """What the screen with the list shows of each game."""
    from wolfcore.records import read_about
    from wolfcore.records.library import LibraryIndex
    from wolftui.settings.paths import games_folder
    from wolftui.views.game_list import column_widths, game_row, preview_lines
    from wolftui.words.glyphs import FANCY

    shelf = LibraryIndex(games_folder())
    shelf.refresh()
    games = shelf.games()
    for game in games:
        game_row(game, column_widths(games, 80), FANCY)
        preview_lines(game, read_about(shelf.root / game.id)[0], shelf.quote(game.id, ("a",)), 36)
    return 0


def _print_json(**told: object) -> None:
    print(json.dumps(told), file=sys.__stdout__, flush=True)


def _give_up_privileges() -> None:
    """Have permissions count for the superuser too, where this is Linux."""
    if sys.platform != "linux" or os.geteuid():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    head, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if not libc.capget(head, data):
        kept = ~0b110 & 0xFFFFFFFF  # all but CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
        for place in (0, 1):
            data[place] &= kept
        libc.capset(head, data)


def _reset_peak() -> None:
    """Let the system count the most memory anew, where it can."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def _peak() -> float:
    """The most memory since then, in MB."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1000
    except (OSError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
            1e6 if sys.platform == "darwin" else 1e3
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
