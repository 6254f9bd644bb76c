"""Render the pictures of README and site: `make pictures` plays games without a terminal."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import tempfile
from contextlib import chdir, suppress
from pathlib import Path

import resvg_py
from PIL import Image
from textual.pilot import Pilot

from . import scenes
from .film import Film
from .stage import SMALL, WIDE, AnotherGameError

HERE = Path(__file__).resolve().parent / "pictures"
SEEDS = range(1, 100)
"""Games to try: the first in which the Seer of seat 4 speaks on day 2 and has found a wolf is the
one of the pictures."""
GAME = "20260301-sla7-k3m9xq"
"""What the saved game is called in the pictures; its own name is drawn anew each time."""


def keep(pilot: Pilot[int], name: str) -> None:
    """Write the current screen as a picture."""
    draw(pilot.app.export_screenshot(title="wolftui"), name)


def draw(svg: str, name: str) -> None:
    """Write an SVG as a picture."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=1200, font_family="Fira Code", monospace_family="DejaVu Sans Mono"
    )
    # A screen has few colours; a palette makes the file a third as large.
    picture = Image.open(io.BytesIO(bytes(png))).convert("RGB").quantize(128)
    picture.save(HERE / f"{name}.png", optimize=True)


def find_game(home: Path, film: Film) -> tuple[int, Path]:
    """Keep the wide pictures of the first game that has them; return its seed and its path."""
    for seed in SEEDS:
        film.clear()
        with suppress(AnotherGameError):
            return seed, asyncio.run(scenes.play(seed, WIDE, home / f"{seed}", keep, film))
    raise SystemExit(
        f"None of the games {SEEDS[0]} to {SEEDS[-1]} comes to the moments of the pictures."
    )


def main() -> None:
    """Render and write all pictures."""
    argparse.ArgumentParser(
        prog="python -m docs.pictures", description=f"Render the README's pictures into {HERE}."
    ).parse_args()
    HERE.mkdir(exist_ok=True)
    film = Film()
    with (
        tempfile.TemporaryDirectory() as home,
        chdir(home),
    ):  # where a game is saved is told without the name of this folder
        os.environ["WOLFTUI_HOME"] = "wolftui"
        seed, path = find_game(Path("games"), film)
        film.write(HERE / "play.svg")
        asyncio.run(
            scenes.play(
                seed, SMALL, Path("small"), lambda pilot, name: keep(pilot, f"small-{name}")
            )
        )
        path = path.rename(path.with_name(GAME))
        asyncio.run(scenes.review(path, keep))
        asyncio.run(scenes.compare(path, keep))
        asyncio.run(scenes.record(path.parent, keep))
        shelf = Path("shelf")
        scenes.fill(shelf)
        asyncio.run(scenes.lobby(shelf, Path("favourites"), keep))
        asyncio.run(scenes.library(shelf, keep))
        asyncio.run(scenes.wall(Path("wall"), keep))
        draw(scenes.plain(seed, Path("plain")), "plain")
    for name in ("night", "end", "reveal", "result", "words", "decisions", "beliefs"):
        (HERE / f"small-{name}.png").unlink()


if __name__ == "__main__":
    main()
