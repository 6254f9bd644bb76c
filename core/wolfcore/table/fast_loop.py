"""Plays whole games with synchronous players: no event loop, no clock, no time limits.

Gives the same game as `Table` with the same players.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from wolfcore.errors import SeatError, WolfError
from wolfcore.game import Answer, Ask, Game, Result, View
from wolfcore.players import SILENT_ANSWERS, Desk, SyncPlayer
from wolfcore.records import AnswerRecord, ErrorRecord, GameFolder

from .acceptance import accept_answer
from .replay import save_log

_Seats: TypeAlias = dict[int, tuple[Callable[[View, Ask, Desk], object], View]]
"""By seat: the player's `answer_now`, which may return anything if it is broken, and the view that
it is shown."""


def play_now(
    game: Game,
    players: Mapping[int, SyncPlayer],
    folder: GameFolder | None = None,
    journal: Mapping[str, Answer] | None = None,
) -> Result:
    """Play `game` to its end; the same game as `Table` plays with the same players.

    Args:
        game: The game, at any point.
        players: Who answers, by seat.
        folder: Where it is saved; closed at the end, unless lines could not be written.
        journal: Answers that are known already, by ask id.

    Returns:
        How the game ended.

    Raises:
        SeatError: A player broke; the game is saved as far as it came.
        ConfigError: A scripted player was given an answer that is not legal.
        LogError: The folder cannot be written; call again to go on.
    """
    _play(game, players, folder, journal or {}, lambda: False)
    result = game.result
    assert result is not None
    return result


def play_until(
    game: Game,
    players: Mapping[int, SyncPlayer],
    enough: Callable[[], bool],
    folder: GameFolder | None = None,
) -> None:
    """Play `game` until it is enough, or to its end: as `play_now`, but what is saved may be a game that can go on.

    Args:
        game: The game, at any point.
        players: Who answers, by seat.
        enough: Looked at before each batch of asks.
        folder: Where it is saved; closed at the end, unless lines could not be written.
    """
    _play(game, players, folder, {}, enough)


def _play(
    game: Game,
    players: Mapping[int, SyncPlayer],
    folder: GameFolder | None,
    known: Mapping[str, Answer],
    enough: Callable[[], bool],
) -> None:
    chairs: _Seats = {
        seat: (player.answer_now, game.view(seat)) for seat, player in players.items()
    }
    names = folder.players if folder else {}
    try:
        if folder:
            folder.flush()
            save_log(folder, game)
        asks = game.asks
        while asks and not enough():
            errors: list[ErrorRecord] = []
            answers = _batch(game, asks, chairs, known, errors)
            if folder:
                _save_answers(folder, game, answers, known, names)
                if errors:
                    folder.add_error(*errors)
            asks = game.submit(answers)
            if folder:
                save_log(folder, game)
        if folder and game.result is not None:
            folder.seal()
    finally:
        if folder and not folder.unsaved:
            folder.close()


def _batch(
    game: Game,
    asks: Sequence[Ask],
    chairs: _Seats,
    journal: Mapping[str, Answer],
    errors: list[ErrorRecord],
) -> dict[str, Answer]:
    """The answers to a batch, by ask id; what was wrong with them goes to `errors`."""
    dice = game.dice
    answers: dict[str, Answer] = {}
    for ask in asks:
        if journal and ask.id in journal:
            answers[ask.id] = journal[ask.id]
            continue
        desk = Desk(ask, dice(ask.id))
        hand, view = chairs[ask.seat]
        try:
            answer = hand(view, ask, desk)
        except WolfError:
            raise
        except Exception as error:
            raise SeatError(
                ask.seat, f"its player broke at {ask.id} ({type(error).__name__}: {error})"
            ) from error
        if (
            type(answer) is not Answer
            or type(answer.choice) is not int
            or answer.choice not in ask.options
            or (
                answer is not SILENT_ANSWERS[answer.choice]
                and answer != SILENT_ANSWERS[answer.choice]
            )
        ):
            answer, wrong = accept_answer(ask, answer, desk, game.spec.board.size, date=time.time())
            errors += wrong
        answers[ask.id] = answer
    return answers


def _save_answers(
    folder: GameFolder,
    game: Game,
    answers: Mapping[str, Answer],
    known: Mapping[str, Answer],
    names: Mapping[int, str],
) -> None:
    """Write the new answers of a batch into the journal; `names` says who plays each seat."""
    started = round(time.time(), 3)
    folder.add_answers(
        *(
            AnswerRecord(ask.id, answers[ask.id], ask.seat, names.get(ask.seat, ""), started)
            for ask in game.asks
            if ask.id not in known
        )
    )
