"""The side-by-side diff screen for two games with the same beginning, and their choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.errors import WolfError
from wolfcore.records import read_game
from wolftui.games.forks import NO_COMMON_EYES, RelatedGame, fork_pair, related_games
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.settings.actions import Situation
from wolftui.views.game_diff import (
    SIDE_BY_SIDE,
    ForkView,
    Row,
    column_heads,
    column_of,
    diff_line,
    diff_rows,
    difference_summary,
    fork_view,
)
from wolftui.views.labels import board_title
from wolftui.views.status_line import eyes_label
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.outcome import ending_title
from wolftui.words.spans import Line, Span
from wolftui.words.transcript_layout import TranscriptShape

from .app_screen import AppScreen, Handlers, key_bindings
from .dialogs import ChoiceDialog

_NONE = (
    "This game has no forks and is no fork, and no other game of its deal is here. f in the "
    "library makes a fork from an earlier point."
)


class ForkComparison:
    """Opens the diff of a game and one with the same beginning: a fork, or the same deal.

    Args:
        screen: The screen on top of which dialogs and the diff open.
        game: Returns the folder of the game, or None if there is none.
    """

    def __init__(self, screen: AppScreen, game: Callable[[], Path | None]) -> None:
        self._screen, self._game = screen, game

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {"compare": self.choose}

    def choose(self) -> None:
        """Open the diff with the related game; if there are several, ask which."""
        game = self._game()
        if game is None:
            return
        try:
            related = related_games(game)
        except WolfError as error:
            self._notify_error(str(error))
            return
        if not related:
            self._screen.notify(_NONE, timeout=5)
        elif len(related) == 1:
            self._open(game, related[0])
        else:
            choices = [(_words(volume), volume) for volume in related]
            sheet = ChoiceDialog(
                "Compare with which game?",
                "These games have the same beginning.",
                choices,
                keys=[""] * len(choices),
            )
            self._screen.app.push_screen(
                sheet, lambda chosen: self._open(game, chosen) if chosen else None
            )

    def _open(self, game: Path, other_game: RelatedGame) -> None:
        glyphs = self._screen.glyphs
        try:
            one, other = (
                read_game(path, strict=False) for path in (game, game.parent / other_game.id)
            )
        except WolfError as error:
            self._notify_error(str(error))
            return
        pair = fork_pair(one, other, glyphs)
        if not pair.eyes:
            self._notify_error(NO_COMMON_EYES)
        else:
            self._screen.app.push_screen(
                GameDiffScreen(pair.first, pair.second, pair.titles, pair.eyes, glyphs)
            )

    def _notify_error(self, words: str) -> None:
        self._screen.notify(words, severity="error", markup=False, timeout=10)


def _words(volume: RelatedGame) -> Line:
    """Return a related game's line in the list: relation, ending and id."""
    end = ending_title(volume.ended) if volume.ended else "not finished"
    return (
        Span(f"{volume.relation:<25}"),
        Span(f"{end}  ", "quiet"),
        Span(volume.id, "dim"),
    )


_WIDTHS = [(0, "-small"), (100, "-wide")]


class GameDiffScreen(AppScreen):
    """Shows two games with the same beginning side by side, from the first entry where they differ.

    Args:
        one: The game on the left.
        other: The game on the right.
        titles: The relation of each game to the other, as column titles.
        eyes: The viewers that both games allow; the first is used at first.
        glyphs: The glyphs to draw.
    """

    PLACE = "parting"
    AUTO_FOCUS = "#game-diff"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("parting")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    GameDiffScreen #heads { height: auto; padding: 1 3 0 3; background: $w-panel; }
    GameDiffScreen #game-diff {
        height: 1fr; padding: 0 3; background: $w-background; scrollbar-size-vertical: 1;
    }
    GameDiffScreen #rows { background: $w-background; }
    GameDiffScreen.-small #heads { padding: 0 1; }
    GameDiffScreen.-small #game-diff { padding: 0 0 0 1; }
    """

    def __init__(
        self,
        one: ShownGame,
        other: ShownGame,
        titles: tuple[str, str],
        eyes: Sequence[int],
        glyphs: Glyphs = FANCY,
    ) -> None:
        super().__init__(glyphs)
        self._shown, self._titles, self._eyes = (one, other), titles, tuple(eyes)
        self.heading, self.heads, self.page = (
            Heading(),
            ComputedLines(self._column_heads, dom_id="heads"),
            ComputedLines(self._page, dom_id="rows"),
        )
        self.showing_other = False
        self._rows: tuple[int, list[Row]] = (0, [])
        self._sides = self._set_eyes(self._eyes[0])

    def _set_eyes(self, eyes: int) -> tuple[ForkView, ForkView]:
        for shown in self._shown:
            shown.session.set_eyes(eyes)
            shown.session.go_end()
        one, other = (
            fork_view(shown, title) for shown, title in zip(self._shown, self._titles, strict=True)
        )
        self._rows = (0, [])
        return one, other

    def compose(self) -> ComposeResult:
        """Yield heading, column heads, rows and key line."""
        yield self.heading
        yield self.heads
        with VerticalScroll(id="game-diff"):
            yield self.page
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show board and viewer in the heading."""
        self._show_heading()

    def _show_heading(self) -> None:
        eyes = (
            Span("     eyes: ", "dim"),
            *eyes_label(self._shown[0], self._shown[0].session.eyes),
        )
        board = Span(f"  {board_title(self._shown[0].session.board.name)}     ", "quiet")
        where = Span("Two games with the same beginning", "strong")
        self.heading.show((Span(f" {self.glyphs.day} wolftui", "accent"), board, where, *eyes))

    def plain_command(self) -> str:
        """Return the command that shows the left game in plain lines."""
        return self._shown[0].resume_command

    def on_resize(self, event: events.Resize) -> None:
        """Repaint, since the number of columns depends on the width."""
        super().on_resize(event)
        self.call_after_refresh(self._paint)

    def _paint(self) -> None:
        self.heads.repaint()
        self.page.repaint()
        self.refresh_key_line()

    # -- what it shows

    @property
    def _narrow(self) -> bool:
        return self.page.content_size.width < SIDE_BY_SIDE

    def _column_heads(self, width: int) -> list[Line]:
        return column_heads(*self._sides, width, self.glyphs, second=self.showing_other)

    def _page(self, width: int) -> list[Line]:
        first = [
            (),
            *difference_summary(*self._sides, self.glyphs, width, second=self.showing_other),
        ]
        return [
            *first,
            *(
                diff_line(row, width, self.glyphs, other=self.showing_other)
                for row in self._rows_of(width)
            ),
        ]

    def _rows_of(self, width: int) -> list[Row]:
        if self._rows[0] != width:
            shape = TranscriptShape(
                column_of(width),
                compact=self.size.height < 20 or width < SIDE_BY_SIDE,
                glyphs=self.glyphs,
            )
            self._rows = (width, diff_rows(*self._sides, shape))
        return self._rows[1]

    @property
    def text(self) -> str:
        """The whole diff as plain text."""
        return f"{self.heading.text}\n{self.heads.text}\n{self.page.text}"

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "parting",
            can_go_back=True,
            side_panel_overlays=self._narrow,
            can_change_eyes=len(self._eyes) > 1,
        )

    # -- what the keys do

    def action_other_side(self) -> None:
        """On a narrow screen, show the other game at the same place."""
        self.showing_other = not self.showing_other
        self._paint()

    def action_next_part(self) -> None:
        """Scroll to the next part of a night or day."""
        self._to_part(1)

    def action_previous_part(self) -> None:
        """Scroll to the previous part of a night or day."""
        self._to_part(-1)

    def _to_part(self, step: int) -> None:
        holder, width = self.query_one("#game-diff", VerticalScroll), self.page.content_size.width
        found = self._rows_of(width)
        lead = len(self._page(width)) - len(found)
        starts = [lead + number for number, row in enumerate(found) if row.part]
        here = round(holder.scroll_y)
        later = (
            [line for line in starts if line > here]
            if step > 0
            else [0, *(line for line in starts if line < here)][::-1]
        )
        if later:
            holder.scroll_to(y=later[0], animate=False)

    def action_eyes(self) -> None:
        """Ask for the viewer of both games."""
        choices = [(eyes_label(self._shown[0], eyes), eyes) for eyes in self._eyes]
        keys = [{-1: "m", 0: "p"}.get(eyes, str(eyes)) for eyes in self._eyes]
        self.app.push_screen(
            ChoiceDialog("Whose eyes?", "", choices, keys=keys), self._look_through
        )

    def _look_through(self, eyes: int | None) -> None:
        if eyes is not None:
            self._sides = self._set_eyes(eyes)
            self._show_heading()
            self._paint()

    def action_back(self) -> None:
        """Return to the previous screen."""
        self.app.pop_screen()
