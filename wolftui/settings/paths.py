"""File locations (XDG, or below `WOLFTUI_HOME`), and the experiments that ship."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path, user_log_path

_APP = "wolftui"


HOME = "WOLFTUI_HOME"
"""The environment variable that names one folder for all files."""


def _base_folder(kind: str, usual: Callable[..., Path]) -> Path:
    home = os.environ.get(HOME, "")
    return Path(home).absolute() / kind if home else usual(_APP, appauthor=False)


def games_folder() -> Path:
    """Return the folder that holds one subfolder per saved game."""
    return _base_folder("data", user_data_path) / "games"


def game_argument(folder: Path) -> str:
    """Return a saved game's command-line argument: its id, or its path if stored elsewhere."""
    return folder.name if folder.parent == games_folder() else shlex.quote(str(folder))


def config_folder() -> Path:
    """Return the folder of the user's settings."""
    return _base_folder("config", user_config_path)


def config_file() -> Path:
    """Return the user's settings file; it need not exist."""
    return config_folder() / "config.toml"


def themes_folder() -> Path:
    """Return the folder of the user's own themes."""
    return config_folder() / "themes"


def favourites_folder() -> Path:
    """Return the folder of the user's saved table setups, one file each."""
    return config_folder() / "tables"


def logs_folder() -> Path:
    """Return the folder for the logs of wolftui and of the servers that it starts."""
    return _base_folder("logs", user_log_path)


def model_memory_file() -> Path:
    """Return the file that caches detected model capabilities."""
    return _base_folder("cache", user_cache_path) / "models.json"


def library_file(root: Path) -> Path:
    """Return the index file of the saved games in the folder `root`.

    The index can be rebuilt: it holds nothing that is not in the games. The file name contains a
    hash of the folder's path.
    """
    sign = blake2b(
        str(root.absolute()).encode("utf-8", "surrogateescape"), digest_size=6
    ).hexdigest()
    return _base_folder("cache", user_cache_path) / f"library-{sign}.db"


def pools_file() -> Path:
    """Return the database file of the user's experience pools."""
    return _base_folder("data", user_data_path) / "experience.db"


def weights_folder() -> Path:
    """Return the folder of the model weights that `wolftui models fetch` downloads."""
    return _base_folder("data", user_data_path) / "weights"


def policies_folder() -> Path:
    """Return the folder that holds one subfolder per training of a policy."""
    return _base_folder("data", user_data_path) / "policies"


def annotations_folder() -> Path:
    """Return the folder of the labels that people and models gave to sampled speeches."""
    return _base_folder("data", user_data_path) / "annotations"


def series_folder() -> Path:
    """Return the folder that holds one subfolder per series of games with a person."""
    return _base_folder("data", user_data_path) / "series"


def arenas_folder() -> Path:
    """Return the folder that holds one subfolder per arena."""
    return _base_folder("data", user_data_path) / "arenas"


def ratings_folder() -> Path:
    """Return the folder with a subfolder per rated player, and the environments of pools."""
    return _base_folder("data", user_data_path) / "ratings"


def experiments_folder() -> Path:
    """Return the folder that holds one subfolder per experiment."""
    return _base_folder("data", user_data_path) / "experiments"


def quizzes_folder() -> Path:
    """Return the folder that holds the answers to quizzes, one file each."""
    return _base_folder("data", user_data_path) / "quizzes"


def vectors_file() -> Path:
    """Return the database file that caches text vectors, so that each is computed once."""
    return _base_folder("cache", user_cache_path) / "vectors.db"


def visitors_folder() -> Path:
    """Return the folder that holds the home of each visitor of `wolftui serve`."""
    return _base_folder("data", user_data_path) / "visitors"


def tables_joined_folder() -> Path:
    """Return the folder that holds a person's places at the tables of friends."""
    return _base_folder("data", user_data_path) / "friends"


def visitors_ledger() -> Path:
    """Return the file that counts what the models of all visitors of `wolftui serve` cost."""
    return _base_folder("data", user_data_path) / "visitors-spent.txt"


def error_log() -> Path:
    """Return the file that takes the tracebacks of unexpected errors."""
    return logs_folder() / "errors.log"


def shipped_experiments_folder() -> Path:
    """Return the folder of the shipped experiments.

    It lies inside the installed package, or beside it in a checkout.
    """
    program = Path(__file__).parents[1]
    packed = program / "_experiments"
    return packed if packed.is_dir() else program.parent / "experiments"


def shipped_experiments() -> dict[str, Path]:
    """Return the files of the shipped experiments, by name."""
    return {file.stem: file for file in sorted(shipped_experiments_folder().glob("*.toml"))}
