"""Forms that are painted on a screen of their own, picture and recording: in another process, beside the game that is shown."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from wolfcore.errors import ConfigError
from wolfcore.visible import blank_invisible
from wolftui.text.spans import MODERATOR_EYES, PUBLIC_EYES

from .writing import RenderedFormat


async def render_in_subprocess(folder: Path, form: RenderedFormat, eyes: int, look: Mapping[str, str]) -> str:
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
        words = ["export", str(folder), "--to", form, "--eyes", _eyes_option(eyes), "--out", str(file)]
        # What says to Textual where we are shown says nothing of a screen that nobody sees.
        env = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wolftui", *words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, env={**env, **look}
        )
        try:
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            lines = said.decode("utf-8", "replace").strip().splitlines() or ["nothing was said"]
            raise ConfigError(f"it could not be painted ({blank_invisible(lines[-1].removeprefix('wolftui: '))})")
        return file.read_text(encoding="utf-8")


def _eyes_option(eyes: int) -> str:
    return {MODERATOR_EYES: "moderator", PUBLIC_EYES: "public"}.get(eyes, str(eyes))
