"""Exporting a game from the screen: choose format and folder, write the file in the background.

In a browser session the file is delivered as a download. Loaded only when the user exports.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, cast

from wolfcore.errors import ConfigError, LogError, WolfError
from wolfcore.files import is_folder
from wolfcore.records import read_game
from wolfcore.table import CallStream
from wolftui.export.calls.call_formats import CALL_SUFFIXES, write_call_stream, write_calls
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import (
    CallFormat,
    ExportFormat,
    ending_of,
    render_in_subprocess,
    render_text,
    unused_path,
    working_folder,
    write_file,
)
from wolftui.export.redaction import RedactedGame, eyes_label
from wolftui.screen.app_interface import AppInterface
from wolftui.settings.paths import game_argument
from wolftui.words.spans import MODERATOR_EYES, Line, Span

from .dialogs import ChoiceDialog
from .input_dialog import InputDialog


class GameExporter:
    """Exports games to files: asks for the format, renders the game and writes it.

    Args:
        app: The app, on whose current screen the dialogs open.
    """

    def __init__(self, app: AppInterface) -> None:
        self._app = app
        self._folder: Path | None = None

    def export(self, share: Callable[[], RedactedGame], path: Path | None) -> None:
        """Ask for a format and write the file; show an error if the game cannot be read.

        Args:
            share: Makes the redacted game to export.
            path: The folder of the game, or None if it is not saved.
        """
        self._run_or_notify(lambda: self._ask(share(), path))

    def _ask(self, shared: RedactedGame, path: Path | None) -> None:
        app = self._app
        folder = None if app.is_web else self._folder or working_folder()

        def given(chosen: str | None) -> None:
            if chosen == OTHER_FOLDER and folder:
                app.push_screen(folder_dialog(folder), into)
            elif path is not None and chosen in CALL_SUFFIXES:
                app.run_worker(self._write_calls(path, cast("CallFormat", chosen)))
            elif chosen is not None:
                app.run_worker(self._write(shared, cast("ExportFormat", chosen), path))

        def into(text: str | None) -> None:
            if text is not None:
                self._folder = parse_folder(text)
            self._ask(shared, path)

        whose = eyes_label(shared, shared.widest_eyes)
        app.push_screen(
            ExportDialog(
                f"the eyes of {whose}" if shared.widest_eyes > 0 else f"{whose} eyes",
                folder,
                path,
                calls=shared.widest_eyes == MODERATOR_EYES and has_calls(path),
            ),
            given,
        )

    async def _render(self, shared: RedactedGame, form: ExportFormat, path: Path | None) -> str:
        """Return the game in a format; pictures and recordings are rendered in a subprocess."""
        app = self._app
        if form != "svg" and form != "cast":
            return await asyncio.to_thread(render_text, shared, form, ascii_only=app.config.ascii)
        assert path is not None, "only saved games are painted"
        app.notify("The file is being made.", timeout=5)
        look = {"WOLFTUI_THEME": app.theme, "WOLFTUI_ASCII": str(app.config.ascii).lower()}
        return await render_in_subprocess(path, form, shared.widest_eyes, look)

    async def _write(self, shared: RedactedGame, form: ExportFormat, path: Path | None) -> None:
        """Write the game under an unused file name and show its path.

        In a browser session the file is delivered as a download.
        """
        app = self._app
        if shared.course_problem:
            app.notify(shared.course_problem, severity="warning", markup=False, timeout=15)
        try:
            text = await self._render(shared, form, path)
        except WolfError as error:
            self._notify_error(error)
            return
        if app.is_web:
            app.deliver_text(
                io.StringIO(text), save_filename=f"{shared.game or 'game'}.{ending_of(form)}"
            )
            return

        def write() -> None:
            file = unused_path(self._folder or working_folder(), shared.game, ending_of(form))
            write_file(file, text)
            app.notify(str(file), title="Written", markup=False, timeout=10)

        self._run_or_notify(write)

    async def _write_calls(self, path: Path, form: CallFormat) -> None:
        """Write the model calls of a game like `_write`, and show which lines were left out."""
        app, suffix = self._app, CALL_SUFFIXES[form]
        ascii_only, download = app.config.ascii, io.BytesIO() if app.is_web else None

        def write() -> tuple[GameCalls, Path | None]:
            calls = GameCalls(read_game(path, strict=False))
            if download:
                write_call_stream(download, [calls], form, ascii_only=ascii_only)
                return calls, None
            file = unused_path(self._folder or working_folder(), calls.game, suffix)
            write_calls(file, [calls], form, ascii_only=ascii_only)
            return calls, file

        app.notify("The file is being made.", timeout=5)
        try:
            calls, file = await asyncio.to_thread(write)
        except WolfError as error:
            self._notify_error(error)
            return
        if download:
            download.seek(0)
            app.deliver_binary(download, save_filename=f"{calls.game}.{suffix}")
        else:
            app.notify(str(file), title="Written", markup=False, timeout=10)
        for problem in calls.problems:
            app.notify(problem, severity="warning", markup=False, timeout=15)

    def _run_or_notify(self, do: Callable[[], object]) -> None:
        try:
            do()
        except WolfError as error:
            self._notify_error(error)

    def _notify_error(self, error: WolfError) -> None:
        self._app.notify(str(error), severity="error", markup=False, timeout=15)


OTHER_FOLDER = "folder"
"""The result of `ExportDialog` that asks for another folder."""


class FormatChoice(NamedTuple):
    """A format of the export dialog: its name, key and description.

    `painted` marks formats rendered from the screen, which only saved games support; `calls` those
    of model calls.
    """

    name: str
    key: str
    words: str
    painted: bool = False
    calls: bool = False


FORMAT_CHOICES = (
    FormatChoice("html", "h", "a page that replays it in any browser"),
    FormatChoice("md", "m", "Markdown"),
    FormatChoice("txt", "t", "plain text"),
    FormatChoice("csv", "c", "a row a fact, for spreadsheets"),
    FormatChoice("card", "d", "a card with the result, to send"),
    FormatChoice("svg", "s", "a picture of the table at the end", painted=True),
    FormatChoice("cast", "a", "a recording for asciinema", painted=True),
    FormatChoice("inspect", "i", "the model calls, for Inspect's viewer", calls=True),
    FormatChoice("otel", "o", "the model calls as OpenTelemetry spans", calls=True),
    FormatChoice("jsonl", "l", "the model calls as chats, one a line", calls=True),
)
"""The formats of the export dialog."""


def has_calls(path: Path | None) -> bool:
    """Tell whether a saved game has model calls, or a file of them that cannot be read."""
    try:
        return path is not None and any(noted.call for noted in CallStream(path))
    except LogError:
        return True  # Whoever chooses a form is shown why it cannot be read.


class ExportDialog(ChoiceDialog[str]):
    """Asks for an export format; returns its name, or `OTHER_FOLDER` to change the folder.

    Args:
        whose: The viewer whose view is exported, in words.
        folder: The folder of the file; None if a browser downloads it.
        path: The folder of the game, or None if it is not saved.
        calls: Whether to offer its model calls.
    """

    DEFAULT_CSS = "ExportDialog.-full Menu { margin-top: 0; }"

    def __init__(self, whose: str, folder: Path | None, path: Path | None, *, calls: bool) -> None:
        where = "for your browser to keep" if folder is None else f"in {folder}"
        words = f"What {whose} see and nothing else, as a file {where}."
        if path is not None:
            words += (
                "\nElsewhere, or another moment or size: wolftui export "
                f"{game_argument(path)} --to svg"
            )
        forms = [
            form
            for form in FORMAT_CHOICES
            if (path is not None or not form.painted) and (calls or not form.calls)
        ]
        choices: list[tuple[Line, str]] = [
            ((Span(f"{form.name:<8}", "strong"), Span(form.words, "dim")), form.name)
            for form in forms
        ]
        keys = [form.key for form in forms]
        if folder is not None:
            choices.append(
                ((Span("in      ", "strong"), Span("another folder", "dim")), OTHER_FOLDER)
            )
            keys.append("f")
        super().__init__("Export this game?", words, choices, keys=keys)
        self.set_class(calls, "-full")  # So that all formats are seen on 24 lines.


def parse_folder(text: str) -> Path:
    """Return the absolute path of the folder that a person typed; `~` is their home.

    Raises:
        ConfigError: There is no such folder.
    """
    try:
        folder = Path(text.strip()).expanduser().absolute()
        found = bool(text.strip()) and is_folder(folder)
    except (OSError, RuntimeError, ValueError):  # unknown `~user`, or an invalid path
        found, folder = False, Path()
    if not found:
        raise ConfigError(
            f"there is no folder `{text.strip()}`", hint="Create it, or name another one."
        )
    return folder


def folder_dialog(now: Path) -> InputDialog:
    """Return a dialog that asks for the folder of exported files, starting with `now`."""
    return InputDialog(
        "In which folder?", "Files are written there until you leave.", str(now), parse_folder
    )
