"""Export formats: chosen by suffix, rendered (SVG, asciicast in a subprocess) and written.

An existing file is never replaced unless that was asked for.
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

from .redaction import RedactedGame

TextFormat = Literal["html", "md", "txt", "csv"]


RenderedFormat = Literal["svg", "cast"]


ExportFormat: TypeAlias = TextFormat | RenderedFormat
"""`svg` and `cast` are painted by the program on a screen (`wolftui/screen/captures.py`); the
others are made of the log."""


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
            from .transcripts import transcript_markdown

            return transcript_markdown(shared, ascii_only=ascii_only)
        case "txt":
            from .transcripts import transcript_text

            return transcript_text(shared, ascii_only=ascii_only)
        case "csv":
            from .transcripts import fact_rows_csv

            return fact_rows_csv(shared)
        case "html":
            from .html_page import html_page

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
    return ConfigError(
        f"cannot be written ({error.strerror or error})", file=str(file), key="--out"
    )


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
        raise ConfigError(
            "there is no such folder",
            file=str(file.parent),
            key="--out",
            hint="Make it, or name another one.",
        )
    if _exists(file) and not (replace and file.is_file()):
        hint = "`--replace` writes over it." if file.is_file() else "Name another one."
        raise ConfigError("is there already", file=str(file), key="--out", hint=hint)
    try:
        write_atomically(file, text.encode())
    except OSError as error:
        raise _unwritable(file, error) from error


async def render_in_subprocess(
    folder: Path, form: RenderedFormat, eyes: int, look: Mapping[str, str]
) -> str:
    """A saved game as `wolftui export` paints it.

    Args:
        folder: The game's folder.
        form: The form.
        eyes: Through whose eyes.
        look: Settings of the look, as variables of the environment.

    Raises:
        ConfigError: It cannot be painted, in the words of the command.
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
        # What says to Textual where we are shown says nothing of a screen that nobody sees.
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
                f"it could not be painted ({blank_invisible(lines[-1].removeprefix('wolftui: '))})"
            )
        return file.read_text(encoding="utf-8")


def _eyes_option(eyes: int) -> str:
    return {MODERATOR_EYES: "moderator", PUBLIC_EYES: "public"}.get(eyes, str(eyes))
