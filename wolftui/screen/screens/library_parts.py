"""Parts of the library screen: preview, empty list; tag, trash, restore and fork actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.errors import WolfError
from wolfcore.records.library import (
    LibraryIndex,
    ListedGame,
    list_trash,
    move_to_trash,
    restore_from_trash,
    set_tags,
)
from wolfcore.records.library.tags_and_trash import parse_tags
from wolfcore.visible import in_one_line
from wolftui.screen.widgets.line_view import LineView
from wolftui.views.game_list import query_words
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, wrap

from .app_screen import AppScreen, Handlers
from .game_dialogs import ask_fork
from .input_dialog import LineDialog


def no_lines(width: int) -> Sequence[Line]:
    """Return no lines: the preview when no game is selected."""
    del width
    return ()


class NoGames(LineView):
    """Notice in place of the list while no game is listed."""

    def __init__(self) -> None:
        super().__init__(dom_id="empty")
        self._query, self._count = "", 0

    def show(self, query: str, count: int) -> None:
        """Show that none of `count` saved games fits a query; or that no game is saved."""
        self._query, self._count = query.strip(), count
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the notice and what to do next."""
        if self._count:
            return (
                (Span("No game fits.", "strong"),),
                *wrap((Span("Wanted: "), Span(query_words(self._query), "accent")), width),
                (),
                key_spans(f"Esc clears this and shows all {self._count:,}.", "quiet"),
            )
        return (
            (Span("No game is saved yet.", "strong"),),
            (Span("Play now in the lobby begins one.", "quiet"),),
        )


class Preview(LineView):
    """The preview of the game under the cursor."""

    DEFAULT_CSS = """
    Preview { width: 40; height: 1fr; background: $w-panel; padding: 1 2; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="preview")
        self._make: Callable[[int], Sequence[Line]] = no_lines

    def show(self, make: Callable[[int], Sequence[Line]]) -> None:
        """Show the lines that `make` returns for the width."""
        self._make = make
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines of the preview."""
        return self._make(width)


class LibraryActions:
    """The actions on the game under the library's cursor: tags, trash, restore, fork and guess.

    Args:
        screen: The library screen; dialogs open on top of it.
        shelf: The index of the saved games.
        chosen: Returns the game under the cursor, or None.
        changed: Called after a change of the folders, with the id of the game to select, or an
            empty string.
    """

    def __init__(
        self,
        screen: AppScreen,
        shelf: LibraryIndex,
        chosen: Callable[[], ListedGame | None],
        changed: Callable[[str], None],
    ) -> None:
        self._screen, self._shelf, self._chosen, self._changed = screen, shelf, chosen, changed

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "tags": self.edit_tags,
            "throw_away": self.move_to_trash,
            "bring_back": self.restore,
            "fork": self.fork,
            "guess": self.guess,
        }

    def edit_tags(self) -> None:
        """Ask for the tags of the selected game and save them."""
        game = self._chosen()
        if game:
            words = (
                "Your own tags for this game, separated by spaces. Filter by them with tag:WORD."
            )
            ask = LineDialog(f"Tags of {game.id}", words, " ".join(game.tags))
            self._screen.app.push_screen(ask, lambda text: self._tag(game, text))

    def _tag(self, game: ListedGame, text: str | None) -> None:
        if text is not None:
            self._run_or_notify(lambda: set_tags(self._shelf.root / game.id, parse_tags(text)))
            self._changed(game.id)

    def move_to_trash(self) -> None:
        """Move the selected game to the trash."""
        game = self._chosen()
        if game and self._run_or_notify(lambda: move_to_trash(self._shelf.root / game.id)):
            self._screen.notify(
                f"{in_one_line(game.id, 80)} is in the trash; u restores it.",
                markup=False,
                timeout=6,
            )
            self._changed("")

    def restore(self) -> None:
        """Restore the game that was moved to the trash last."""
        places = list_trash(self._shelf.root)
        if not places:
            self._screen.notify("The trash is empty.", timeout=3)
        elif self._run_or_notify(lambda: restore_from_trash(places[0])):
            self._screen.notify(f"{places[0].name} is restored.", markup=False, timeout=3)
            self._changed(places[0].name)

    def fork(self) -> None:
        """Ask where to fork the selected game and who plays."""
        game = self._chosen()
        if game:
            ask_fork(self._screen, self._shelf.root / game.id)

    def guess(self) -> None:
        """Replay the selected game with the roles hidden, and guess who is a wolf."""
        game = self._chosen()
        if game:
            self._screen.app.open_game(self._shelf.root / game.id, guess=True)

    def _run_or_notify(self, do: Callable[[], object]) -> bool:
        """Call `do` and return True; on a `WolfError`, show its message and return False."""
        try:
            do()
        except WolfError as error:
            self._screen.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True
