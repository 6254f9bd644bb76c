"""What a person does to a saved game as a whole: words for it, the trash and back, playing on differently."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.errors import WolfError
from wolfcore.shelf import LibraryIndex, ListedGame, list_trash, move_to_trash, restore_from_trash, set_tags
from wolfcore.shelf.tagging import parse_tags

from .forking import ask_fork
from .place import AppScreen, Handlers
from .writing_over import WritingOver


class LibraryActions:
    """The deeds of a library on the game under its cursor.

    Args:
        screen: What questions are laid over.
        shelf: The index of the games.
        chosen: Gives the game under the cursor.
        changed: Called with the id of a game, or an empty string, when the folders are others than before.
    """

    def __init__(
        self, screen: AppScreen, shelf: LibraryIndex, chosen: Callable[[], ListedGame | None], changed: Callable[[str], None]
    ) -> None:
        self._screen, self._shelf, self._chosen, self._changed = screen, shelf, chosen, changed

    @property
    def deeds(self) -> Handlers:
        """What each action does."""
        return {"tags": self.edit_tags, "throw_away": self.move_to_trash, "bring_back": self.restore, "fork": self.fork}

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
            self._screen.notify(f"{game.id} lies in the trash; u brings it back.", markup=False, timeout=6)
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
