"""Plays whole games with synchronous players: no event loop, no clock, no time limits.

Gives the same game as `Table` with the same players.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from wolfcore.errors import SeatError, WolfError, cause_traceback
from wolfcore.game import Answer, Ask, Game, Result, View
from wolfcore.players import SILENT_ANSWERS, Desk, SyncPlayer
from wolfcore.records import AnswerRecord, ErrorRecord, GameFolder

from .acceptance import accept_answer
from .replay import save_log

_Seats: TypeAlias = dict[int, tuple[Callable[[View, Ask, Desk], object], View]]
"""By seat: the player's `answer_now` and its view.

A broken player's `answer_now` may return anything.
"""


def play_now(
    game: Game,
    players: Mapping[int, SyncPlayer],
    folder: GameFolder | None = None,
    journal: Mapping[str, Answer] | None = None,
) -> Result:
    """Play `game` to its end; `Table` plays the same game with the same players.

    Args:
        game: The game, at any point.
        players: The player of each seat.
        folder: The folder that it is saved in, or None; closed at the end, unless lines could not
            be written.
        journal: Recorded answers by ask id; nobody is asked for them.

    Returns:
        The result of the game.

    Raises:
        SeatError: A player broke; the game is saved up to there.
        ConfigError: A scripted player was given an answer that is not legal.
        LogError: The folder cannot be written; call again to continue.
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
    """Play `game` until `enough` returns True, or to its end.

    Works like `play_now`, but the saved game may be unfinished and resumable.

    Args:
        game: The game, at any point.
        players: The player of each seat.
        enough: Called before each batch of asks; True stops.
        folder: The folder that it is saved in, or None; closed at the end, unless lines could not
            be written.
    """
    _play(game, players, folder, {}, enough)


def _play(
    game: Game,
    players: Mapping[int, SyncPlayer],
    folder: GameFolder | None,
    known: Mapping[str, Answer],
    enough: Callable[[], bool],
) -> None:
    # Methods and views are looked up once, not once an ask: this loop plays games by the ten
    # thousand.
    chairs: _Seats = {
        seat: (player.answer_now, game.view(seat)) for seat, player in players.items()
    }
    names = folder.players if folder else {}
    try:
        if folder:
            # Lines that an earlier call could not write come first.
            folder.flush()
            save_log(folder, game)
        asks = game.asks
        while asks and not enough():
            errors: list[ErrorRecord] = []
            try:
                answers = _batch(game, asks, chairs, known, errors)
            except SeatError:
                if folder:
                    folder.add_error(*errors)
                raise
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
        # With unsaved lines the folder stays open and locked, so that the caller can try again.
        if folder and not folder.unsaved:
            folder.close()


def _batch(
    game: Game,
    asks: Sequence[Ask],
    chairs: _Seats,
    journal: Mapping[str, Answer],
    errors: list[ErrorRecord],
) -> dict[str, Answer]:
    """Return the answers to a batch, by ask id; problems of answers are added to `errors`."""
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
            broken = SeatError(
                ask.seat, f"its player failed at {ask.id} ({type(error).__name__}: {error})"
            )
            broken.__cause__ = error
            errors.append(
                ErrorRecord(
                    str(broken),
                    "the game was stopped",
                    ask.id,
                    ask.seat,
                    round(time.time(), 3),
                    cause_traceback(broken),
                )
            )
            raise broken from error
        # A bare choice needs no further check. House bots share these objects, so that `is` nearly
        # always answers before `==` has to compare.
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
    """Append the new answers of a batch to the journal; `names` is the player of each seat."""
    started = round(time.time(), 3)
    folder.add_answers(
        *(
            AnswerRecord(ask.id, answers[ask.id], ask.seat, names.get(ask.seat, ""), started)
            for ask in game.asks
            if ask.id not in known
        )
    )
