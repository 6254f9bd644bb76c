"""Where files are kept (XDG, or below `WOLFTUI_HOME`), and the experiments that ship."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path, user_config_path, user_data_path, user_log_path

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import expand_user_path

if TYPE_CHECKING:
    from wolfcore.experiments import Experiment

_APP = "wolftui"


HOME = "WOLFTUI_HOME"
"""The variable of the environment that names a folder for everything."""


def _base_folder(kind: str, usual: Callable[..., Path]) -> Path:
    home = os.environ.get(HOME, "")
    return Path(home).absolute() / kind if home else usual(_APP, appauthor=False)


def games_folder() -> Path:
    """The folder that holds one folder a saved game."""
    return _base_folder("data", user_data_path) / "games"


def game_argument(folder: Path) -> str:
    """What a saved game is called on a command line: its id, or its folder where it is not among the others."""
    return folder.name if folder.parent == games_folder() else shlex.quote(str(folder))


def config_folder() -> Path:
    """The folder of the person's settings."""
    return _base_folder("config", user_config_path)


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
    return _base_folder("logs", user_log_path)


def model_memory_file() -> Path:
    """The file that keeps what was found out of models."""
    return _base_folder("cache", user_cache_path) / "models.json"


def library_file(root: Path) -> Path:
    """The index of the saved games in the folder `root`; it holds nothing that is not in them."""
    sign = blake2b(
        str(root.absolute()).encode("utf-8", "surrogateescape"), digest_size=6
    ).hexdigest()
    return _base_folder("cache", user_cache_path) / f"library-{sign}.db"


def pools_file() -> Path:
    """The file that holds the person's pools of experience."""
    return _base_folder("data", user_data_path) / "experience.db"


def weights_folder() -> Path:
    """The folder of the weights that `wolftui models fetch` brought."""
    return _base_folder("data", user_data_path) / "weights"


def policies_folder() -> Path:
    """The folder that holds one folder a training."""
    return _base_folder("data", user_data_path) / "policies"


def annotations_folder() -> Path:
    """The folder of what people and models said of sampled speeches."""
    return _base_folder("data", user_data_path) / "annotations"


def series_folder() -> Path:
    """The folder that holds one folder a series of games with a person."""
    return _base_folder("data", user_data_path) / "series"


def arenas_folder() -> Path:
    """The folder that holds one folder an arena."""
    return _base_folder("data", user_data_path) / "arenas"


def experiments_folder() -> Path:
    """The folder that holds one folder an experiment."""
    return _base_folder("data", user_data_path) / "experiments"


def quizzes_folder() -> Path:
    """The folder that holds the answers to quizzes, a file each."""
    return _base_folder("data", user_data_path) / "quizzes"


def vectors_file() -> Path:
    """The file that keeps vectors of texts, so that each is computed once."""
    return _base_folder("cache", user_cache_path) / "vectors.db"


def visitors_folder() -> Path:
    """The folder that holds the home of each visitor of `wolftui serve`."""
    return _base_folder("data", user_data_path) / "visitors"


def error_log() -> Path:
    """The file that takes tracebacks of what should not have happened."""
    return logs_folder() / "errors.log"


def shipped_experiments_folder() -> Path:
    """Where the experiments that ship lie: inside the installed package, or beside it in a checkout."""
    program = Path(__file__).parents[1]
    packed = program / "_experiments"
    return packed if packed.is_dir() else program.parent / "experiments"


def shipped_experiments() -> dict[str, Path]:
    """The files of the experiments that ship, by name."""
    return {file.stem: file for file in sorted(shipped_experiments_folder().glob("*.toml"))}


def open_experiment(word: str) -> tuple[str, Experiment]:
    """The experiment that a word of the command line means, with its name.

    Args:
        word: The name of one that ships, or a TOML file.

    Raises:
        ConfigError: There is none, or it is wrong; names the file.
    """
    from wolfcore.experiments import read_experiment

    files = shipped_experiments()
    if word in files:
        return word, read_experiment(files[word])
    file = expand_user_path(word)
    if file.suffix == ".toml":
        return file.stem, read_experiment(file)
    hint = did_you_mean(word, files) or "`wolftui experiment list` names them."
    raise ConfigError(f"there is no experiment `{word}`", key="NAME", hint=hint)
