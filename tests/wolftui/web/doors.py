"""Ways from a text that a visitor writes, or from what lies in their home, to a file: run as a
program with a file of the host and a path where nothing is. Prints as JSON what each way says of
both, with the path as FILE."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from wolfcore.arena.store import read_rows
from wolfcore.errors import WolfError
from wolfcore.files import is_file, is_folder, path_exists, read_bytes, write_atomically
from wolfcore.game import get_board
from wolfcore.memory.local_encoders import local_encoder
from wolfcore.memory.pools import PoolFile
from wolfcore.metrics.annotation.sheet import read_sheet
from wolfcore.records import find_game, list_games
from wolfcore.records.importers import import_game
from wolfcore.seating.factory import quick_player
from wolftui.export.formats import write_file
from wolftui.export.report.game_rows import open_arena
from wolftui.games.inputs import open_board, read_answers, read_deal
from wolftui.games.table_setup import TableSetup, setup_problem
from wolftui.measures.measurement import resolve_games
from wolftui.screen.screens.export_dialog import parse_folder
from wolftui.settings.config import Config, load_config
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.paths import games_folder
from wolftui.settings.themes import load_themes
from wolftui.settings.visitor_terms import confine_visitor


def form(**fields: str | tuple[str, ...]) -> str:
    """What the form of a new game says."""
    setup = TableSetup(**{"board": "sla7", "speed": 1.0, **fields})  # pyright: ignore
    loaded = load_config()
    return setup_problem(setup, Config(), ModelSettings(loaded.models, loaded.local))


def seat(player: str) -> Callable[[Path], object]:
    return lambda file: form(seats=(f"2={player.replace('FILE', str(file))}",))


def linked(use: Callable[[Path], object], name: str) -> Callable[[Path], object]:
    """The same through a link in the visitor's home."""

    def through(file: Path) -> object:
        link = Path(os.environ["WOLFTUI_HOME"]) / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(file)
        try:
            return use(link)
        finally:
            os.unlink(link.name, dir_fd=os.open(link.parent, os.O_RDONLY))

    return through


def key_of_own(file: Path) -> str:
    """The settings of the visitor name a key and where it goes."""
    config = Path(os.environ["WOLFTUI_HOME"]) / "config" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.unlink(missing_ok=True)
    config.write_text(
        f'[models.m]\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "m"\napi_key_file = "{file}"\n'
        '[models.n]\nmodel = "n"\napi_key_env = "SECRET_KEY"\n'
        '[local]\nserver = "/bin/cat"\n'
    )
    loaded = load_config()
    models = GameModels(ModelSettings(loaded.models, loaded.local))
    opened = said(lambda: type(models.open("m")))
    return f"{opened} {said(lambda: models.open('n'))} {loaded.local.server}"


def bare_name(file: Path) -> object:
    """A name that is a file of the working folder, or none."""
    before = Path.cwd()
    os.chdir(file.parent if file.parent.is_dir() else os.environ["WOLFTUI_HOME"])
    try:
        return open_board("bare")
    finally:
        os.chdir(before)


DOORS: dict[str, Callable[[Path], object]] = {
    "board": lambda file: open_board(str(file)),
    "board in the form": lambda file: form(board=str(file)),
    "bare name": bare_name,
    "deal": lambda file: read_deal(str(file), get_board("sla7")),
    "answers": read_answers,
    "persona": seat("vanilla:persona=FILE@m"),
    "role words": seat("vanilla:words=FILE@m"),
    "policy": linked(
        lambda link: quick_player(f"sla:bots=hard:policy={link}"), "x.safetensors"
    ),
    "pool": lambda file: quick_player(f"xu2023:bots=hard:pool={file}"),
    "knowledge": seat("person:knows=FILE"),
    "embedder": lambda file: local_encoder(str(file)),
    "theme": linked(lambda link: load_themes(link.parent)[1], "config/themes/x.toml"),
    "settings": linked(lambda link: load_config().config, "config/config.toml"),
    "key": key_of_own,
    "saved game": lambda file: find_game(games_folder(), str(file.parent)),
    "games": lambda file: resolve_games(str(file.parent)),
    "game in the home": linked(
        lambda link: [each.problem for each in list_games(games_folder())], "data/games/g/game.jsonl"
    ),
    "import": lambda file: import_game(file),
    "import of a table": linked(import_game, "x.json"),
    "arena": lambda file: open_arena(str(file.parent)),
    "sheet": read_sheet,
    "rows": read_rows,
    "pools": lambda file: PoolFile(file).pools(),
    "export": lambda file: write_file(file.with_suffix(".out"), "mine"),
    "overwritten": lambda file: write_file(file, "mine", replace=True),
    "folder": lambda file: parse_folder(str(file.parent)),
    "asked": lambda file: (path_exists(file), is_file(file), is_folder(file.parent)),
    "bytes": lambda file: read_bytes(file, 1000),
    "written": lambda file: write_atomically(file, b"mine"),
    "opened": lambda file: file.read_text(),
    "listed": lambda file: list(file.parent.iterdir()),
    "walked": lambda file: [each.name for each in file.parent.rglob("*")],
    "made": lambda file: (file.parent / "new").mkdir(),
    "moved": lambda file: file.rename(Path(os.environ["WOLFTUI_HOME"]) / "taken"),
    "removed": lambda file: file.unlink(),
    "linked hard": lambda file: os.link(file, Path(os.environ["WOLFTUI_HOME"]) / "hard"),
    "database": lambda file: sqlite3.connect(file).execute("select 1").fetchall(),
    "database by address": lambda file: sqlite3.connect(f"file:{file}?mode=ro", uri=True),
    "environment": lambda file: Path("/proc/self/environ").read_bytes(),
    "in a process": lambda file: subprocess.run(
        [sys.executable, "-m", "wolftui", "play", "--board", str(file), "--plain"],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    ).stderr,
}  # fmt: skip


def said(use: Callable[[], object]) -> str:
    """What comes back, or is said instead."""
    try:
        return repr(use())
    except (WolfError, OSError, sqlite3.Error, ValueError) as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    confine_visitor()
    there, nowhere = Path(sys.argv[1]), Path(sys.argv[2])
    found = {
        name: [
            said(lambda file=file, use=use: use(file))
            .replace(str(file.parent), "FOLDER")
            .replace(file.parent.name, "FOLDER")
            for file in (there, nowhere)
        ]
        for name, use in DOORS.items()
    }
    sys.stdout.write(json.dumps(found))
