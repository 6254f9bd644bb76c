"""Export formats: chosen by suffix, rendered (SVG, asciicast in a subprocess) and written.

An existing file is replaced only on request.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias, get_args

from wolfcore.errors import ConfigError
from wolfcore.files import is_folder, write_atomically
from wolfcore.visible import blank_invisible
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

from .card import game_card
from .html_page import html_page
from .redaction import RedactedGame
from .transcripts import fact_rows_csv, transcript_markdown, transcript_text

TextFormat = Literal["html", "md", "txt", "csv", "card"]


RenderedFormat = Literal["svg", "cast"]


CallFormat = Literal["otel", "inspect", "jsonl"]


ExportFormat: TypeAlias = TextFormat | RenderedFormat
"""The export formats of a game.

`svg` and `cast` are painted by the program on a screen (`wolftui/screen/captures.py`); the others
are made from the log. The formats of its model calls (`CallFormat`) are made from the file of
calls.
"""


TEXT_FORMATS: tuple[TextFormat, ...] = get_args(TextFormat)


SUFFIXES: Mapping[str, ExportFormat | CallFormat] = {
    ".markdown": "md",
    ".htm": "html",
    ".html": "html",
    ".md": "md",
    ".txt": "txt",
    ".csv": "csv",
    ".card.svg": "card",
    ".svg": "svg",
    ".cast": "cast",
    ".eval": "inspect",
    ".jsonl": "jsonl",
}
"""The export format for each ending of a file name; the first that fits is meant."""


def format_of(file: Path) -> ExportFormat | CallFormat | None:
    """Return the export format that the name of a file asks for; None if it asks for none."""
    name = file.name.casefold()
    return next((form for ending, form in SUFFIXES.items() if name.endswith(ending)), None)


def ending_of(form: ExportFormat) -> str:
    """Return the ending of the names of files in a format, without its dot."""
    return "card.svg" if form == "card" else form


def render_text(shared: RedactedGame, form: TextFormat, *, ascii_only: bool = False) -> str:
    """Render a game in a text format; the result ends with a line end."""
    match form:
        case "md":
            return transcript_markdown(shared, ascii_only=ascii_only)
        case "txt":
            return transcript_text(shared, ascii_only=ascii_only)
        case "csv":
            return fact_rows_csv(shared)
        case "html":
            return html_page(shared, ascii_only=ascii_only)
        case "card":
            return game_card(shared, ascii_only=ascii_only)


def unused_path(folder: Path, name: str, ending: str) -> Path:
    """Return a path in a folder, named after a game with an ending, at which no file exists yet.

    Further files of the same name are numbered from 2.

    Raises:
        ConfigError: The folder may not be read.
    """
    stem = name or "game"
    names = (folder / f"{stem}{f'-{number}' if number > 1 else ''}.{ending}" for number in count(1))
    return next(file for file in names if not _exists(file))


def working_folder() -> Path:
    """Return the current working folder; the home folder if the working folder was deleted."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def _exists(file: Path) -> bool:
    """Tell whether a file or folder exists; raises ConfigError if that cannot be determined."""
    try:
        return file.exists() or file.is_symlink()
    except OSError as error:
        raise unwritable(file, error) from error


def unwritable(file: Path, error: OSError) -> ConfigError:
    """Return the ConfigError for an output file that cannot be written."""
    return ConfigError(
        f"cannot be written ({error.strerror or error})", file=str(file), key="--out"
    )


def write_file(file: Path, text: str, *, replace: bool = False) -> None:
    """Write a file atomically.

    Args:
        file: The path of the file.
        text: Its content.
        replace: Whether an existing file may be replaced.

    Raises:
        ConfigError: The file cannot be written, or something exists at its path.
    """
    check_target(file, replace=replace)
    try:
        write_atomically(file, text.encode())
    except OSError as error:
        raise unwritable(file, error) from error


def check_target(file: Path, *, replace: bool) -> None:
    """Check that a file may be written at a path.

    Raises:
        ConfigError: Its folder is missing, or something exists there that may not be replaced.
    """
    if not is_folder(file.parent):
        raise ConfigError(
            "there is no such folder",
            file=str(file.parent),
            key="--out",
            hint="Create it, or name another one.",
        )
    if _exists(file) and not (replace and file.is_file()):
        hint = "`--replace` overwrites it." if file.is_file() else "Name another one."
        raise ConfigError("already exists", file=str(file), key="--out", hint=hint)


async def render_in_subprocess(
    folder: Path, form: RenderedFormat, eyes: int, look: Mapping[str, str]
) -> str:
    """Render a saved game with `wolftui export` in a subprocess, as it would look on a screen.

    Args:
        folder: The game's folder.
        form: The format.
        eyes: The viewer: MODERATOR_EYES, PUBLIC_EYES or a seat.
        look: Settings of the look, as environment variables.

    Raises:
        ConfigError: The game cannot be rendered; the message is that of the command.
    """
    with TemporaryDirectory(prefix="wolftui-") as place:
        file = Path(place) / f"game.{form}"
        words = [
            "export",
            str(folder),
            "--to",
            form,
            "--eyes",
            _eyes_option(eyes),
            "--out",
            str(file),
        ]
        # Textual's variables describe the present terminal, not the virtual screen of the export.
        env = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "wolftui",
            *words,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            env={**env, **look},
        )
        try:
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            lines = said.decode("utf-8", "replace").strip().splitlines() or ["nothing was said"]
            raise ConfigError(
                f"the picture failed ({blank_invisible(lines[-1].removeprefix('wolftui: '))})"
            )
        return file.read_text(encoding="utf-8")


def _eyes_option(eyes: int) -> str:
    return {MODERATOR_EYES: "moderator", PUBLIC_EYES: "public"}.get(eyes, str(eyes))
