"""What gives games to others from the screen: asks in which form and where, writes it in the background, and says where it is."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import cast

from wolfcore.errors import WolfError

from .host import Host
from .screens.giving import FOLDER, Giving, asking_folder, folder_meant
from .sharing.painting import painted
from .sharing.shared import Shared, eyes_word
from .sharing.writing import Form, beside, here, keep, written


class Outbox:
    """Gives games away.

    Args:
        app: The program, over whose screen it is asked.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._folder: Path | None = None

    def give(self, share: Callable[[], Shared], path: Path | None) -> None:
        """Ask in which form a game is given away, and write it; where it cannot be read say why.

        Args:
            share: Makes what is given away.
            path: The game's folder, or None for one that is not saved.
        """
        self._try(lambda: self._ask(share(), path))

    def _ask(self, shared: Shared, path: Path | None) -> None:
        app = self._app
        folder = None if app.is_web else self._folder or here()

        def given(chosen: str | None) -> None:
            if chosen == FOLDER and folder:
                app.push_screen(asking_folder(folder), into)
            elif chosen is not None:
                app.run_worker(self._write(shared, cast("Form", chosen), path))

        def into(text: str | None) -> None:
            if text is not None:
                self._folder = folder_meant(text)
            self._ask(shared, path)

        whose = eyes_word(shared, shared.widest)
        app.push_screen(Giving(f"the eyes of {whose}" if shared.widest > 0 else f"{whose} eyes", folder, path), given)

    async def _made(self, shared: Shared, form: Form, path: Path | None) -> str:
        """A game in a form."""
        app = self._app
        if form != "svg" and form != "cast":
            return await asyncio.to_thread(written, shared, form, ascii_only=app.config.ascii)
        assert path is not None, "only saved games are painted"
        app.notify("It is being painted.", timeout=5)
        look = {"WOLFTUI_THEME": app.theme, "WOLFTUI_ASCII": str(app.config.ascii).lower()}
        return await painted(path, form, shared.widest, look)

    async def _write(self, shared: Shared, form: Form, path: Path | None) -> None:
        """Write a game under a name that nothing has yet, and say where."""
        app = self._app
        try:
            text = await self._made(shared, form, path)
        except WolfError as error:
            self._say(error)
            return
        if app.is_web:
            app.deliver_text(io.StringIO(text), save_filename=f"{shared.game or 'game'}.{form}")
            return

        def write() -> None:
            file = beside(self._folder or here(), shared.game, form)
            keep(file, text)
            app.notify(str(file), title="Written", markup=False, timeout=10)

        self._try(write)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except WolfError as error:
            self._say(error)

    def _say(self, error: WolfError) -> None:
        self._app.notify(str(error), severity="error", markup=False, timeout=15)
