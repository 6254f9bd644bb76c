"""The result tabs of a finished game as lines, with an explanation of each number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, TypeAlias

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError, WolfError, did_you_mean
from wolfcore.records import SavedGame, read_game
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.result.explanations import evidence_lines, full_explanation
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.page import Derivation, Page
from wolftui.views.result.tabs import DECISIONS_TITLE, WORDS_TITLE, Tab, tabs_of
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span

from .console import Console
from .line_layout import MIN_WIDTH, LineLook, ansi_text, hanging_lines, text_lines

_TAB_REQUEST = re.compile(r"([1-9])\s*(\?)?")


def result_book(shown: ShownGame, glyphs: Glyphs) -> GameNumbers | None:
    """Make the measurements of a game for its tabs; None before the game is over."""
    outcome = shown.outcome
    if outcome is None:
        return None
    book = GameNumbers(shown, outcome, glyphs)
    book.course = shown.course
    return book


def parse_tabs(text: str, book: GameNumbers) -> Sequence[Tab]:
    """Parse a tab's name, its beginning, or its number from 1; `all` means every tab of the game.

    Raises:
        ConfigError: There is no such tab.
    """
    word, tabs = text.strip().casefold(), tabs_of(book)
    if word == "all":
        return tabs
    if 1 <= (number := whole_number(word) or 0) <= len(tabs):
        return (tabs[number - 1],)
    found = [tab for tab in tabs if word and tab.name.casefold().startswith(word)]
    if len(found) != 1:
        names = [tab.name.casefold() for tab in tabs]
        raise ConfigError(
            f"there is no tab `{text}`", key="--tab", hint=did_you_mean(word, names, "There are")
        )
    return found


def tab_lines(book: GameNumbers, tab: Tab, look: LineLook) -> list[str]:
    """Write a tab as lines below its name."""
    page = _page(book, tab, look)
    return [
        "",
        *hanging_lines((Span(tab.name, "accent"),), look),
        *(ansi_text(line, colour=look.colour) for line in page.lines),
    ]


def explained_lines(book: GameNumbers, tab: Tab, look: LineLook) -> list[str]:
    """Explain every number of a tab in words: value, formula, source and evidence."""
    lines = ["", *hanging_lines((Span(f"The numbers of {tab.name}", "accent"),), look)]
    derivations: list[Derivation] = []
    for spot in _page(book, tab, look).spots:
        if spot.derivation not in derivations:
            derivations.append(spot.derivation)
    if not derivations:
        return [*lines, *text_lines("Nothing here is a number.", look)]
    for number in derivations:
        title, value, *rest = (line for line in full_explanation(number) if line)
        lines += hanging_lines((*title, Span(": "), *value), look)
        below: list[Line] = [
            *rest,
            *(moment.line for moment in evidence_lines(book, number.entries)),
        ]
        lines += [each for line in below for each in hanging_lines(line, look, (Span("    "),))]
    return lines


def _page(book: GameNumbers, tab: Tab, look: LineLook) -> Page:
    return tab.page(book, max(look.width, MIN_WIDTH))


def words_lines(saved: SavedGame, seat: int | None, look: LineLook) -> list[str]:
    """Write what the words of a person did in a finished game.

    Args:
        saved: The game.
        seat: The seat; None for the only person.
        look: Width, colours and signs of the lines.

    Raises:
        ConfigError: The game has not ended, or there is no such seat.
        LogError: The game cannot be played again.
    """
    # The bots and the reader are loaded for this page alone.
    from wolftui.games.spoken_words import words_of_seat  # noqa: PLC0415  slow to load
    from wolftui.views.result.spoken_words import seat_line, words_page  # noqa: PLC0415  slow to load

    told = words_of_seat(saved, seat)
    page = words_page(told, max(look.width, MIN_WIDTH), look.glyphs)
    return _page_lines(WORDS_TITLE, seat_line(told, look.glyphs), page, look)


def decision_lines(saved: SavedGame, seat: int | None, look: LineLook) -> list[str]:
    """Write what a person could have done better in a finished game.

    Args:
        saved: The game.
        seat: The seat; None for the only person.
        look: Width, colours and signs of the lines.

    Raises:
        ConfigError: The game has not ended, or there is no such seat.
        LogError: The game cannot be played again.
    """
    from wolftui.games.coached_seat import coached_seat  # noqa: PLC0415  slow to load
    from wolftui.views.result.decisions import decisions_page  # noqa: PLC0415  slow to load
    from wolftui.views.result.spoken_words import seat_line  # noqa: PLC0415  slow to load

    told = coached_seat(saved, seat)
    page = decisions_page(told, max(look.width, MIN_WIDTH), look.glyphs)
    return _page_lines(DECISIONS_TITLE, seat_line(told, look.glyphs), page, look)


def _page_lines(title: str, who: Line, page: Page, look: LineLook) -> list[str]:
    """Write a page about one seat below its title."""
    return [
        *hanging_lines((Span(f"{title}: ", "accent"), *who), look),
        "",
        *(ansi_text(line, colour=look.colour) for line in page.lines),
    ]


_SeatLines: TypeAlias = Callable[[SavedGame, int | None, LineLook], list[str]]
"""A function that writes a page about one seat of a game."""


class PlainTabs:
    """Asks which tab to show until the person enters an empty line.

    Args:
        book: The measurements of the game.
        console: Where lines go and come from.
        look: Width, colours and signs of the lines.
    """

    def __init__(self, book: GameNumbers, console: Console, look: LineLook) -> None:
        self._book, self._console, self._look = book, console, look
        self._tabs = tabs_of(book)

    async def ask(self) -> None:
        """Write each tab that is asked for until an empty line or the end of the input."""
        self._offer()
        while True:
            self._console.prompt("Tab, with ? for its numbers in words (Enter ends): ")
            typed = await self._console.read()
            if typed is None or not typed.strip():
                return
            if typed.strip() in self._pages and self._people:
                self._write_pages(self._pages[typed.strip()][1])
                continue
            request = _TAB_REQUEST.fullmatch(typed.strip())
            if not request or int(request[1]) > len(self._tabs):
                self._offer()
                continue
            lines = (explained_lines if request[2] else tab_lines)(
                self._book, self._tabs[int(request[1]) - 1], self._look
            )
            for line in lines:
                self._console.write(line)

    @property
    def _people(self) -> tuple[int, ...]:
        """The seats whose words can be looked at; empty for a game that cannot be played again."""
        shown = self._book.shown
        return shown.person_seats if shown.forkable else ()

    _pages: ClassVar[Mapping[str, tuple[str, _SeatLines]]] = {
        "w": (WORDS_TITLE, words_lines),
        "c": (DECISIONS_TITLE, decision_lines),
    }

    def _write_pages(self, lines_of: _SeatLines) -> None:
        try:
            saved = read_game(Path(self._book.shown.path))
            for seat in self._people:
                for line in lines_of(saved, seat, self._look):
                    self._console.write(line)
        except WolfError as error:
            self._console.write(str(error))

    def _offer(self) -> None:
        lines = ["", *text_lines("More of this game:", self._look)]
        lines += [f"{number:>3}  {tab.name}" for number, tab in enumerate(self._tabs, 1)]
        if self._people:
            lines += [f"  {key}  {title}" for key, (title, _) in self._pages.items()]
        for line in lines:
            self._console.write(line)
