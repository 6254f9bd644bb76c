"""The games that speeches are sampled from: which there are, what may be drawn, and what the reader says of what was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from wolfcore.annotation import Candidate, Item, candidates, reader_labels, words_digest
from wolfcore.errors import ConfigError, LogError
from wolfcore.game.facts import Said
from wolfcore.metrics import from_saved_game, tables_of
from wolfcore.records import SavedGame, read_game
from wolfcore.records.importers import import_game, is_foreign

from .measuring import NOT_OVER, VOID, resolve_games


class SpeechSource:
    """Games on disk, read one by one.

    Args:
        texts: Games and folders of games, as on a command line.
        on_read: Called after each game with how many are read, and of how many.

    Attributes:
        candidates: All speeches of all games that are over and neither void nor damaged.
        left_out: The other games, a sentence each.

    Raises:
        ConfigError: A word means no game, or two games have one id.
    """

    def __init__(self, texts: Sequence[str], on_read: Callable[[int, int], object] = lambda done, of: None) -> None:
        self.candidates: list[Candidate] = []
        self.left_out: list[str] = []
        self._paths: dict[str, Path] = {}
        paths = {path.resolve(): path for text in texts for path in resolve_games(text)}
        for number, path in enumerate(paths.values(), 1):
            self._read_candidates(path)
            on_read(number, len(paths))

    def _read_candidates(self, path: Path) -> None:
        try:
            saved = _read_any_game(path)
        except LogError as error:
            self.left_out.append(str(error))
            return
        if saved.result is None or saved.result.ended == "void":
            self.left_out.append(f"{saved.id} {NOT_OVER if saved.result is None else VOID} and is left out.")
            return
        if saved.id in self._paths:
            hint = "Give one of them; a sheet names games by their ids."
            raise ConfigError(f"is the id of two games, here and in {self._paths[saved.id].parent}", file=str(path), hint=hint)
        self._paths[saved.id] = path
        self.candidates += candidates(tables_of(from_saved_game(saved)))

    @property
    def ids(self) -> list[str]:
        """The games that have speeches to draw from."""
        return list(dict.fromkeys(each.item.game for each in self.candidates))

    def games(self, items: Iterable[Item]) -> dict[str, SavedGame]:
        """The games of a sample, by id.

        Raises:
            ConfigError: One is not among these games, or its words are not those that were sampled.
        """
        found: dict[str, SavedGame] = {}
        for item in items:
            if item.game not in self._paths:
                raise ConfigError(f"the game {item.game} of the sample is not among these", key="GAME")
            saved = found.get(item.game) or found.setdefault(item.game, _read_any_game(self._paths[item.game]))
            fact = saved.entries[item.entry].fact if item.entry < len(saved.entries) else None
            if not isinstance(fact, Said) or words_digest(fact.text) != item.words:
                raise ConfigError("is another game than the one that was sampled", file=str(saved.path))
        return found

    def read(self, items: Sequence[Item]) -> dict[Item, dict[str, bool]]:
        """What the reader says of each speech of a sample.

        Raises:
            ConfigError: As `games`.
        """
        said = {game: reader_labels(tables_of(from_saved_game(saved))) for game, saved in self.games(items).items()}
        return {item: said[item.game].get(item.entry, {}) for item in items}

    def sides(self) -> dict[Item, str]:
        """The side of each speaker; empty where the log does not tell."""
        return {each.item: each.side for each in self.candidates}


def _read_any_game(path: Path) -> SavedGame:
    return import_game(path) if is_foreign(path) else read_game(path)
