"""What a person does to a saved game as a whole: words for it, the trash and back, playing on differently."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.errors import WolfError
from wolfcore.shelf import Shelf, Volume, bring_back, in_trash, tag, throw_away
from wolfcore.shelf.tagging import tags_of

from .forking import ask_fork
from .place import Deeds, PlaceScreen
from .writing_over import WritingOver


class Shelving:
    """The deeds of a library on the game under its cursor.

    Args:
        screen: What questions are laid over.
        shelf: The index of the games.
        chosen: Gives the game under the cursor.
        changed: Called with the id of a game, or an empty string, when the folders are others than before.
    """

    def __init__(
        self, screen: PlaceScreen, shelf: Shelf, chosen: Callable[[], Volume | None], changed: Callable[[str], None]
    ) -> None:
        self._screen, self._shelf, self._chosen, self._changed = screen, shelf, chosen, changed

    @property
    def deeds(self) -> Deeds:
        """What each action does."""
        return {"tags": self.tags, "throw_away": self.throw_away, "bring_back": self.bring_back, "fork": self.fork}

    def tags(self) -> None:
        """Ask for the tags of a game."""
        game = self._chosen()
        if game:
            words = "Words of yours for this game, parted by blanks. Filter by them with tag:WORD."
            ask = WritingOver(f"Tags of {game.id}", words, " ".join(game.tags))
            self._screen.app.push_screen(ask, lambda text: self._tag(game, text))

    def _tag(self, game: Volume, text: str | None) -> None:
        if text is not None:
            self._try(lambda: tag(self._shelf.root / game.id, tags_of(text)))
            self._changed(game.id)

    def throw_away(self) -> None:
        """Move a game to the trash."""
        game = self._chosen()
        if game and self._try(lambda: throw_away(self._shelf.root / game.id)):
            self._screen.notify(f"{game.id} lies in the trash; u brings it back.", markup=False, timeout=6)
            self._changed("")

    def bring_back(self) -> None:
        """Bring back what was thrown away last."""
        places = in_trash(self._shelf.root)
        if not places:
            self._screen.notify("The trash is empty.", timeout=3)
        elif self._try(lambda: bring_back(places[0])):
            self._screen.notify(f"{places[0].name} is back.", markup=False, timeout=3)
            self._changed(places[0].name)

    def fork(self) -> None:
        """Ask from where a game is played on differently, and who plays."""
        game = self._chosen()
        if game:
            ask_fork(self._screen, self._shelf.root / game.id)

    def _try(self, do: Callable[[], object]) -> bool:
        """Do something that may not be possible, and say why where it is not."""
        try:
            do()
        except WolfError as error:
            self._screen.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True
