"""Where the program keeps its files. Nothing here makes a folder; who writes into one does.

The places are those of the platform; on Linux the XDG variables count.
"""

from __future__ import annotations

import shlex
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path, user_log_path

_APP = "wolftui"


def games_folder() -> Path:
    """The folder that holds one folder a saved game."""
    return user_data_path(_APP, appauthor=False) / "games"


def game_word(folder: Path) -> str:
    """What a saved game is called on a command line: its id, or its folder where it is not among the others."""
    return folder.name if folder.parent == games_folder() else shlex.quote(str(folder))


def config_folder() -> Path:
    """The folder of the person's settings."""
    return user_config_path(_APP, appauthor=False)


def config_file() -> Path:
    """The file of the person's settings; it need not exist."""
    return config_folder() / "config.toml"


def themes_folder() -> Path:
    """The folder of the person's own themes."""
    return config_folder() / "themes"


def favourites_folder() -> Path:
    """The folder of the tables that the person keeps, a file each."""
    return config_folder() / "tables"


def logs_folder() -> Path:
    """The folder of what wolftui and the servers that it starts write about themselves."""
    return user_log_path(_APP, appauthor=False)


def memory_file() -> Path:
    """The file that keeps what was found out of models."""
    return user_cache_path(_APP, appauthor=False) / "models.json"


def library_file(root: Path) -> Path:
    """The index of the saved games in the folder `root`; it holds nothing that is not in them."""
    sign = blake2b(str(root.absolute()).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return user_cache_path(_APP, appauthor=False) / f"library-{sign}.db"


def pools_file() -> Path:
    """The file that holds the person's pools of experience."""
    return user_data_path(_APP, appauthor=False) / "experience.db"


def policies_folder() -> Path:
    """The folder that holds one folder a training."""
    return user_data_path(_APP, appauthor=False) / "policies"


def annotations_folder() -> Path:
    """The folder of what people and models said of sampled speeches."""
    return user_data_path(_APP, appauthor=False) / "annotations"


def series_folder() -> Path:
    """The folder that holds one folder a series of games with a person."""
    return user_data_path(_APP, appauthor=False) / "series"


def arenas_folder() -> Path:
    """The folder that holds one folder an arena."""
    return user_data_path(_APP, appauthor=False) / "arenas"


def experiments_folder() -> Path:
    """The folder that holds one folder an experiment."""
    return user_data_path(_APP, appauthor=False) / "experiments"


def quizzes_folder() -> Path:
    """The folder that holds the answers to quizzes, a file each."""
    return user_data_path(_APP, appauthor=False) / "quizzes"


def vectors_file() -> Path:
    """The file that keeps vectors of texts, so that each is computed once."""
    return user_cache_path(_APP, appauthor=False) / "vectors.db"


def error_log() -> Path:
    """The file that takes tracebacks of what should not have happened."""
    return logs_folder() / "errors.log"
