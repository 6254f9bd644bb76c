"""The experiments that ship, and where those that are played are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.outside import expand_user_path

if TYPE_CHECKING:
    from wolfcore.experiments import Experiment


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
