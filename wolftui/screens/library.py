"""The saved games, newest first, each with what can be told of it without opening it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import ScreenResume

from core.records import GameSummary, list_games
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import fit, width_of, wrap
from wolftui.widgets.heading import Heading
from wolftui.widgets.menu import Item, Menu
from wolftui.widgets.paper import Paper
from wolftui.widgets.small import TooSmall

from .place import PlaceScreen, bindings

_WIDTHS = [(0, "-narrow"), (76, "-small"), (100, "-wide")]
_GAP, _LEAST_BOARD = 2, 9
"""Cells between columns, and the fewest in which a board's name says anything."""
_NOTES = 600
"""Characters of a person's notes that the preview has room for."""
_ENDS = {
    "village": ("the village won", "village"),
    "wolves": ("the wolves won", "wolves"),
    "draw": ("a draw", "quiet"),
    "stopped": ("stopped", "quiet"),
    "void": ("void", "quiet"),
}


class Preview(Paper):
    """What is known of the game under the cursor. No role stands here: who resumes a game must not learn one."""

    DEFAULT_CSS = """
    Preview { width: 40; height: 1fr; background: $w-panel; padding: 1 2; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="preview")
        self._glyphs = glyphs
        self._game: GameSummary | None = None

    def show(self, game: GameSummary | None) -> None:
        """Show another game."""
        self._game = game
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Its id, end, seats, and what is wrong with it."""
        game = self._game
        if game is None:
            return ()
        if game.problem:
            return [*wrap((Span(game.id, "strong"),), width), (), *wrap((Span(game.problem, "warn"),), width)]
        lines: list[Line] = [
            *wrap((Span(game.id, "strong"),), width),
            (Span(_when(game.created), "dim"),),
            (),
            (_end(game), Span(_days(game), "quiet")),
            (),
        ]
        about = game.about if game.about and (game.ended or not game.about.by_role) else None
        seats = () if about is None else about.seats_now() if game.ended else about.seats_openly()
        for number, name in enumerate(game.names, 1):
            who = seats[number - 1].text if seats else ""
            who = "a person" if number in game.people else who
            lines.append((Span(f" {number:>2} {name:<12}", f"seat-{number}"), Span(who, "dim")))
        if game.about and game.about.notes:
            lines += [(), *wrap((Span(game.about.notes[:_NOTES], "quiet"),), width)]
        return lines


def _when(created: str) -> str:
    return created[:16].replace("T", " ") + " UTC" if created else ""


def _end(game: GameSummary) -> Span:
    return Span(*_ENDS[game.ended]) if game.ended else Span("not finished" if game.days else "not begun", "warn")


def _days(game: GameSummary) -> str:
    return f", day {game.days}" if game.ended else f", day {game.days}" if game.days else ""


def _items(games: Sequence[GameSummary], width: int, glyphs: Glyphs) -> list[Item]:
    """A line a game. When it was gives way to how it ended: first the board's name is cut, then the year is left out."""
    ends: list[Line] = [_ending(game) for game in games]
    room = width - max((width_of(end) for end in ends), default=0) - _GAP
    whole = max((len(game.board) for game in games), default=0)
    date = slice(0, 16) if room - 16 - _GAP >= min(whole, _LEAST_BOARD) else slice(5, 16)
    day = date.stop - date.start
    board = max(min(whole, room - day - _GAP), 0)
    items: list[Item] = []
    for game, end in zip(games, ends, strict=True):
        if game.problem:
            start: Line = (Span(game.id, "dim"),)
        else:
            name = fit((Span(game.board),), board, glyphs.more)
            start = (Span(f"{_when(game.created)[date]:<{day + _GAP}}", "dim"), *name)
        start = fit(start, room, glyphs.more)
        items.append(Item((*start, Span(" " * max(day + _GAP + board + _GAP - width_of(start), _GAP)), *end)))
    return items


def _ending(game: GameSummary) -> Line:
    return (Span("cannot be read", "warn"),) if game.problem else (_end(game), Span(_days(game), "quiet"))


class LibraryScreen(PlaceScreen):
    """A list of games.

    Args:
        root: The folder that holds them.
    """

    PLACE = "library"
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = bindings("library")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    LibraryScreen #games { height: 1fr; background: $w-background; padding: 1 1; width: 1fr; }
    LibraryScreen #empty { display: none; padding: 2 4; }
    LibraryScreen.-none #empty { display: block; }
    LibraryScreen.-none #games { display: none; }
    LibraryScreen.-small Preview { width: 30; }
    LibraryScreen.-narrow Preview { display: none; }
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._root = root
        self.games: list[GameSummary] = []
        self.heading = Heading()
        self.menu, self.preview = Menu(dom_id="games"), Preview(glyphs)

    def compose(self) -> ComposeResult:
        """The first line, the games, what is known of one, the keys."""
        yield self.heading
        yield Nothing()
        with Horizontal():
            yield self.menu
            yield self.preview
        yield self.keys
        yield TooSmall(self.in_lines)

    @on(ScreenResume)
    def _look_again(self) -> None:
        self.games = list_games(self._root)
        self.set_class(not self.games, "-none")
        title = (
            Span(f" {self.glyphs.night} wolftui", "accent"),
            Span("  saved games     ", "quiet"),
            Span(f"{len(self.games)}", "strong"),
        )
        self.heading.show(title)
        self._offer()
        self._show_game()

    def on_resize(self, event: events.Resize) -> None:
        """Columns depend on the width."""
        super().on_resize(event)
        self.call_after_refresh(self._offer)

    def _offer(self) -> None:
        self.menu.offer(_items(self.games, self.menu.content_size.width - 1, self.glyphs), self.menu.at)

    @property
    def chosen(self) -> GameSummary | None:
        """The game under the cursor."""
        return self.games[self.menu.at] if self.games else None

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        game = self.chosen
        return Situation("library", behind=True, unfinished=game is not None and not game.ended and not game.problem)

    @on(Menu.Moved)
    def _show_game(self) -> None:
        self.preview.show(self.chosen)
        self.paint_keys()

    @on(Menu.Chosen)
    def action_open(self) -> None:
        """Replay the chosen game."""
        if self.chosen:
            self.app.open_game(self.chosen.path)

    def action_resume(self) -> None:
        """Go on with the chosen game."""
        if self.chosen:
            self.app.resume_game(self.chosen.path)

    def action_back(self) -> None:
        """Back, or out of the program where there is nothing behind."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)


class Nothing(Paper):
    """Shown where no game is saved."""

    def __init__(self) -> None:
        super().__init__(dom_id="empty")

    def compose_lines(self, width: int) -> Sequence[Line]:
        """What to do."""
        del width
        return ((Span("No game is saved yet.", "strong"),), (Span("wolftui play begins one.", "quiet"),))
