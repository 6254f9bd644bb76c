"""My record: what the person's own games say."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.records import newest_folders
from wolftui.figures.own_record import MOST_GAMES, OwnRecord, person_games, record_of
from wolftui.panels.after.explaining import EvidenceLine, full_explanation
from wolftui.panels.after.page import Page
from wolftui.panels.own_record import game_span, record_page
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.pages import Explanation, NumberPage
from wolftui.widgets.small import TooSmall

from .moments import EvidenceDialog
from .place import AppScreen, key_bindings

_MAX_LISTED_GAMES = 60
"""Games that are listed of one number."""
_WIDTHS = [(0, "-small"), (100, "-wide")]
_LOADING_PAGE = Page([(Span("Your games are being read.", "quiet"),)])


class RecordScreen(AppScreen):
    """What the games in the folder `root` say of the person who sat in them."""

    PLACE = "record"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("record")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    RecordScreen #record { height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1; }
    RecordScreen.-small #record { padding: 1 1 0 2; }
    RecordScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._root = root
        self.record: OwnRecord | None = None
        self.heading, self.page, self.explanation = Heading(), NumberPage(self._page, 1), Explanation(glyphs)

    def _page(self, tab: int, width: int) -> Page:
        del tab
        return record_page(self.record, width, self.glyphs) if self.record else _LOADING_PAGE

    def compose(self) -> ComposeResult:
        """The first line, the record, what the chosen number is, the keys."""
        yield self.heading
        with VerticalScroll(id="record", can_focus=False):
            yield self.page
        yield self.explanation
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Say where we are, and begin to read."""
        self.heading.show((Span(f" {self.glyphs.night} wolftui", "accent"), Span("     My record", "strong")))
        self._read()

    @work(thread=True)
    def _read(self) -> None:
        record = record_of(person_games(newest_folders(self._root, MOST_GAMES)))
        self.app.call_from_thread(self._show, record)

    def _show(self, record: OwnRecord) -> None:
        self.record = record
        self.page.rebuild()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("record", can_go_back=True, choosing=self.page.derivation is not None)

    def plain_command(self) -> str:
        """The command that shows the same in plain lines."""
        return "wolftui record --plain"

    @on(NumberPage.Moved)
    def _show_summary(self) -> None:
        self.explanation.show(self.page.derivation)
        self.refresh_key_line()

    @on(NumberPage.Chosen)
    def action_explain(self) -> None:
        """Say all of the chosen number, with the games behind it; one of them is opened in a replay."""
        told = self.page.derivation
        if told and told.games:
            behind = [EvidenceLine(place, (game_span(path),)) for place, path in enumerate(told.games[-_MAX_LISTED_GAMES:])]
            words = EvidenceDialog(full_explanation(told), behind, "Enter replays the game.")
            self.app.push_screen(words, lambda place: self._open(told.games[-_MAX_LISTED_GAMES:], place))

    def _open(self, games: tuple[Path, ...], place: int | None) -> None:
        if place is not None:
            self.app.open_game(games[place])

    def action_numbers(self) -> None:
        """To the next number, as one reads."""
        self.page.next(1)

    def action_back(self) -> None:
        """Let go of the chosen number, else back, or out of the program where there is nothing behind."""
        if self.page.derivation:
            self.page.choose(-1)
        elif len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)
