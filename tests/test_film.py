"""The README's film: every picture in its time, what several share written once, and no script."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from docs.film import film_of


class Lines(App[None]):
    """A line that changes above one that stays."""

    def compose(self) -> ComposeResult:
        """Both lines."""
        yield Static("one", id="changes")
        yield Static("[bold red]stays[/]")


async def pictures() -> list[str]:
    async with Lines().run_test(size=(20, 4)) as pilot:
        first = pilot.app.export_screenshot(title="wolftui")
        pilot.app.query_one("#changes", Static).update("two")
        await pilot.pause()
        return [first, pilot.app.export_screenshot(title="wolftui")]


async def test_a_film_shows_each_picture_in_its_time_and_a_line_of_both_once() -> None:
    first, second = await pictures()
    film = film_of([(first, 1.0), (second, 3.0)])
    words = [
        "".join(each.itertext())
        for each in ET.fromstring(film).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert [sum(word in text for text in words) for word in ("one", "two", "stays")] == [1, 1, 1]
    assert "@keyframes k0 {0.000% {visibility: visible} 25.000% {visibility: hidden}}" in film
    assert "@keyframes k1 {0% {visibility: hidden} 25.000% {visibility: visible}}" in film
    used, defined = set(re.findall(r'href="#(\w+)"', film)), set(re.findall(r'<g id="(\w+)"', film))
    assert used == defined
    assert "script" not in film
    assert "http" not in film.replace("http://www.w3.org/2000/svg", "")


def test_a_film_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        film_of([])
    with pytest.raises(ValueError, match="no picture of a terminal"):
        film_of([("<svg/>", 1.0)])
