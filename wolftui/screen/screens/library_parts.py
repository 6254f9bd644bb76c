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
from wolftui.screen.widgets.line_view import LineView
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans

from .app_screen import AppScreen, Handlers
from .game_dialogs import ask_fork
from .input_dialog import WritingOver


def no_lines(width: int) -> Sequence[Line]:
    """The lines of a preview without a game."""
    del width
    return ()


class NoGames(LineView):
    """Shown where there is no game to show."""

    def __init__(self) -> None:
        super().__init__(dom_id="empty")
        self._searched = False

    def show(self, *, searched: bool) -> None:
        """Show that none was found, or that there is none."""
        self._searched = searched
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """What to do."""
        del width
        if self._searched:
            return (
                (Span("No saved game is like that.", "strong"),),
                key_spans("Esc shows all of them.", "quiet"),
            )
        return (
            (Span("No game is saved yet.", "strong"),),
            (Span("wolftui play begins one.", "quiet"),),
        )


class Preview(LineView):
    """What is known of the game under the cursor."""

    DEFAULT_CSS = """
    Preview { width: 40; height: 1fr; background: $w-panel; padding: 1 2; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="preview")
        self._make: Callable[[int], Sequence[Line]] = no_lines

    def show(self, make: Callable[[int], Sequence[Line]]) -> None:
        """Show other lines, made for a width."""
        self._make = make
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The lines."""
        return self._make(width)


class LibraryActions:
    """The deeds of a library on the game under its cursor.

    Args:
        screen: What questions are laid over.
        shelf: The index of the games.
        chosen: Gives the game under the cursor.
        changed: Called with the id of a game, or an empty string, when the folders are others than
            before.
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
        """What each action does."""
        return {
            "tags": self.edit_tags,
            "throw_away": self.move_to_trash,
            "bring_back": self.restore,
            "fork": self.fork,
        }

    def edit_tags(self) -> None:
        """Ask for the tags of a game."""
        game = self._chosen()
        if game:
            words = "Words of yours for this game, parted by blanks. Filter by them with tag:WORD."
            ask = WritingOver(f"Tags of {game.id}", words, " ".join(game.tags))
            self._screen.app.push_screen(ask, lambda text: self._tag(game, text))

    def _tag(self, game: ListedGame, text: str | None) -> None:
        if text is not None:
            self._run_or_notify(lambda: set_tags(self._shelf.root / game.id, parse_tags(text)))
            self._changed(game.id)

    def move_to_trash(self) -> None:
        """Move a game to the trash."""
        game = self._chosen()
        if game and self._run_or_notify(lambda: move_to_trash(self._shelf.root / game.id)):
            self._screen.notify(
                f"{game.id} lies in the trash; u brings it back.", markup=False, timeout=6
            )
            self._changed("")

    def restore(self) -> None:
        """Bring back what was thrown away last."""
        places = list_trash(self._shelf.root)
        if not places:
            self._screen.notify("The trash is empty.", timeout=3)
        elif self._run_or_notify(lambda: restore_from_trash(places[0])):
            self._screen.notify(f"{places[0].name} is back.", markup=False, timeout=3)
            self._changed(places[0].name)

    def fork(self) -> None:
        """Ask from where a game is played on differently, and who plays."""
        game = self._chosen()
        if game:
            ask_fork(self._screen, self._shelf.root / game.id)

    def _run_or_notify(self, do: Callable[[], object]) -> bool:
        """Do something that may not be possible, and say why where it is not."""
        try:
            do()
        except WolfError as error:
            self._screen.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True
