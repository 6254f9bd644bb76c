"""A saved game of about 11,000 entries, for measurements and tests of long games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, Board, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk, SyncPlayer
from wolfcore.records import GameFolder, NewGame, SavedGame, SeatSpec, read_game
from wolfcore.table import play_now

SEED, DAYS, LINES_FROM = 3, 45, 3
"""The seed, how many days, and how many days of house bots their lines are taken from."""


_ANOTHER = 7
"""How far the second line of a speech lies from the first."""


class PassingPlayer:
    """A player that passes where it may and speaks given lines; another player answers the rest.

    Args:
        otherwise: Who answers what must be answered.
        lines: What is said, by seat; where there is none, the other player's words are.
    """

    def __init__(self, otherwise: SyncPlayer, lines: Mapping[int, list[str]] | None = None) -> None:
        self._otherwise, self._lines = otherwise, lines or {}
        self._said = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Choose nobody where allowed, speak the next line, or let the other player answer."""
        if ask.kind == "speak" and self._lines:
            return Answer(
                ask.options[0],
                self._words(ask.seat),
                thought=f"That was speech {self._said}, and nobody moves.",
            )
        if 0 in ask.options and ask.kind != "speak":
            return Answer(0)
        return self._otherwise.answer_now(view, ask, desk)

    def _words(self, seat: int) -> str:
        lines, at = self._lines[seat], self._said
        self._said += 1
        return (
            f"{lines[at % len(lines)]} {lines[at * _ANOTHER % len(lines)]} The {at}th thing "
            "that I heard is worth a thought."
        )


def _board(days: int) -> Board:
    board = get_board("plus12")
    switches = replace(
        board.switches,
        wolves_may_pass=True,
        wolf_kill="plurality",
        vote="plurality_pass",
        abstain=True,
        tie="none",
        discussion_rounds=9,
        suspicions="none",
        last_day=days,
    )
    return replace(board, name="long12", switches=switches)


def _lines(seed: int, days: int) -> dict[int, list[str]]:
    """What house bots say on such a board, by seat; nothing twice."""
    board, player = _board(days), PassingPlayer(HouseBot(("easy",)))
    game = Game(make_spec(board, seed))
    play_now(game, dict.fromkeys(range(1, board.size + 1), player))
    said = dict.fromkeys(
        (entry.fact.seat, entry.fact.text) for entry in game.log if isinstance(entry.fact, f.Said)
    )
    lines: dict[int, list[str]] = {seat: [] for seat in range(1, board.size + 1)}
    for seat, text in said:
        if text:
            lines[seat].append(text)
    return lines


def long_game(root: Path, days: int = DAYS, seed: int = SEED) -> SavedGame:
    """Play the game, save it below `root`, and read it back.

    The default number of days makes about 11,000 entries.
    """
    board = _board(days)
    spec, player = (
        make_spec(board, seed),
        PassingPlayer(HouseBot(("easy",)), _lines(seed, min(days, LINES_FROM))),
    )
    folder = GameFolder.create(
        root, NewGame(spec, [SeatSpec("bot", ("easy",))] * board.size, version="bench")
    )
    play_now(Game(spec), dict.fromkeys(range(1, board.size + 1), player), folder)
    return read_game(folder.path)
