"""A copy of the project in which files are added: links for what stays, folders where files come."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).parents[2]
_LEFT_OUT = {"__pycache__", ".git", ".venv", ".hypothesis", ".pytest_cache", ".ruff_cache"}


def overlay(added: Path, place: Path, below: Path = HOME) -> None:
    """Build a folder with everything of the project and the files of another folder.

    Args:
        added: The folder of the added files, laid out as the project is.
        place: Where the copy is made; does not exist yet.
        below: The folder of the project that is copied.
    """
    place.mkdir(parents=True)
    new = {path.name: path for path in added.resolve().iterdir() if path.name not in _LEFT_OUT}
    for path in below.iterdir():
        if path.name in _LEFT_OUT:
            continue
        if path.name in new and path.is_dir():
            overlay(new.pop(path.name), place / path.name, path)
        else:
            (place / path.name).symlink_to(path)
    for name, path in new.items():
        (place / name).symlink_to(path)
