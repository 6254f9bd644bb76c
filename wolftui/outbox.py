"""What gives games to others from the screen: asks in which form and where, writes it in the background, and says where it is."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import cast

from wolfcore.errors import WolfError

from .host import AppInterface
from .screens.giving import OTHER_FOLDER, ExportDialog, folder_dialog, parse_folder
from .sharing.painting import render_in_subprocess
from .sharing.shared import RedactedGame, eyes_label
from .sharing.writing import ExportFormat, render_text, unused_path, working_folder, write_file


class GameExporter:
    """Gives games away.

    Args:
        app: The program, over whose screen it is asked.
    """

    def __init__(self, app: AppInterface) -> None:
        self._app = app
        self._folder: Path | None = None

    def export(self, share: Callable[[], RedactedGame], path: Path | None) -> None:
        """Ask in which form a game is given away, and write it; where it cannot be read say why.

        Args:
            share: Makes what is given away.
            path: The game's folder, or None for one that is not saved.
        """
        self._run_or_notify(lambda: self._ask(share(), path))

    def _ask(self, shared: RedactedGame, path: Path | None) -> None:
        app = self._app
        folder = None if app.is_web else self._folder or working_folder()

        def given(chosen: str | None) -> None:
            if chosen == OTHER_FOLDER and folder:
                app.push_screen(folder_dialog(folder), into)
            elif chosen is not None:
                app.run_worker(self._write(shared, cast("ExportFormat", chosen), path))

        def into(text: str | None) -> None:
            if text is not None:
                self._folder = parse_folder(text)
            self._ask(shared, path)

        whose = eyes_label(shared, shared.widest_eyes)
        app.push_screen(ExportDialog(f"the eyes of {whose}" if shared.widest_eyes > 0 else f"{whose} eyes", folder, path), given)

    async def _render(self, shared: RedactedGame, form: ExportFormat, path: Path | None) -> str:
        """A game in a form."""
        app = self._app
        if form != "svg" and form != "cast":
            return await asyncio.to_thread(render_text, shared, form, ascii_only=app.config.ascii)
        assert path is not None, "only saved games are painted"
        app.notify("It is being painted.", timeout=5)
        look = {"WOLFTUI_THEME": app.theme, "WOLFTUI_ASCII": str(app.config.ascii).lower()}
        return await render_in_subprocess(path, form, shared.widest_eyes, look)

    async def _write(self, shared: RedactedGame, form: ExportFormat, path: Path | None) -> None:
        """Write a game under a name that nothing has yet, and say where."""
        app = self._app
        try:
            text = await self._render(shared, form, path)
        except WolfError as error:
            self._notify_error(error)
            return
        if app.is_web:
            app.deliver_text(io.StringIO(text), save_filename=f"{shared.game or 'game'}.{form}")
            return

        def write() -> None:
            file = unused_path(self._folder or working_folder(), shared.game, form)
            write_file(file, text)
            app.notify(str(file), title="Written", markup=False, timeout=10)

        self._run_or_notify(write)

    def _run_or_notify(self, do: Callable[[], object]) -> None:
        try:
            do()
        except WolfError as error:
            self._notify_error(error)

    def _notify_error(self, error: WolfError) -> None:
        self._app.notify(str(error), severity="error", markup=False, timeout=15)
