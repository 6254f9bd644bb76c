"""Writing a game to a file: in which form, where, and never over what stands there unless that was meant."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from wolfcore.errors import ConfigError
from wolfcore.files import write_atomically
from wolfcore.outside import is_folder

from .shared import RedactedGame

TextFormat = Literal["html", "md", "txt", "csv"]
RenderedFormat = Literal["svg", "cast"]
ExportFormat: TypeAlias = TextFormat | RenderedFormat
"""`svg` and `cast` are painted by the program on a screen (`wolftui/recording.py`); the others are made of the log."""
TEXT_FORMATS: tuple[TextFormat, ...] = get_args(TextFormat)
SUFFIXES: Mapping[str, ExportFormat] = {
    ".markdown": "md",
    ".htm": "html",
    ".html": "html",
    ".md": "md",
    ".txt": "txt",
    ".csv": "csv",
    ".svg": "svg",
    ".cast": "cast",
}
"""The form that the end of a file's name asks for."""


def render_text(shared: RedactedGame, form: TextFormat, *, ascii_only: bool = False) -> str:
    """A game in one of the forms that are text; ends with a line end."""
    match form:
        case "md":
            from .texts import transcript_markdown

            return transcript_markdown(shared, ascii_only=ascii_only)
        case "txt":
            from .texts import transcript_text

            return transcript_text(shared, ascii_only=ascii_only)
        case "csv":
            from .rows import fact_rows_csv

            return fact_rows_csv(shared)
        case "html":
            from .page import html_page

            return html_page(shared, ascii_only=ascii_only)


def unused_path(folder: Path, name: str, form: str) -> Path:
    """A file in a folder, named after a game, of a name that nothing has there yet.

    Raises:
        ConfigError: Nobody may look into the folder.
    """
    stem = name or "game"
    names = (folder / f"{stem}{f'-{number}' if number > 1 else ''}.{form}" for number in count(1))
    return next(file for file in names if not _exists(file))


def working_folder() -> Path:
    """The folder in which the program runs; the person's own where it was taken away meanwhile."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def _exists(file: Path) -> bool:
    """Whether something has this name; raises ConfigError where that cannot be seen."""
    try:
        return file.exists() or file.is_symlink()
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> ConfigError:
    return ConfigError(f"cannot be written ({error.strerror or error})", file=str(file), key="--out")


def write_file(file: Path, text: str, *, replace: bool = False) -> None:
    """Write a file whole.

    Args:
        file: Where.
        text: What it shall hold.
        replace: Whether what stands there may go.

    Raises:
        ConfigError: It cannot be written, or something stands there.
    """
    if not is_folder(file.parent):
        raise ConfigError("there is no such folder", file=str(file.parent), key="--out", hint="Make it, or name another one.")
    if _exists(file) and not (replace and file.is_file()):
        hint = "`--replace` writes over it." if file.is_file() else "Name another one."
        raise ConfigError("is there already", file=str(file), key="--out", hint=hint)
    try:
        write_atomically(file, text.encode())
    except OSError as error:
        raise _unwritable(file, error) from error
