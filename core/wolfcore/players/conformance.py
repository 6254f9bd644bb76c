"""A conformance check that the author of any machine player can call: `check_player`.

It plays each game with kept players, with a new player before each ask, and with batches
reversed; all must be equal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from wolfcore.game import MEMO_BYTES, Answer, Ask, Entry, Game, get_board, make_spec

from .protocols import Desk, Player, SyncPlayer

BOARDS: tuple[str, ...] = ("duel6", "sla7", "helmsman7", "xu7", "plus8", "arena8", "classic12")
"""The names of boards that together contain every kind of ask."""


def check_player(
    make_player: Callable[[], Player],
    *,
    boards: Iterable[str] = BOARDS,
    seeds: Iterable[int] = (1, 2),
) -> None:
    """Play whole games and check that a player keeps the contract of a machine player.

    Each game is played three times: by one player per seat; by a new player before every ask; and
    with the asks of each batch in reverse order. All answers must be legal, and all three games
    equal.

    Args:
        make_player: Makes a player; every call must give an equal one.
        boards: The names of the boards to play on.
        seeds: The seeds of the games on each board.

    Raises:
        AssertionError: The contract is broken; the message names the game and the ask.
    """
    for board in boards:
        for seed in seeds:
            asyncio.run(_check_game(make_player, board, seed))


async def _check_game(make_player: Callable[[], Player], board: str, seed: int) -> None:
    kept: dict[int, Player] = {}

    def same(seat: int) -> Player:
        return kept.setdefault(seat, make_player())

    def fresh(_seat: int) -> Player:
        return make_player()

    where = f"board {board}, seed {seed}"
    first = await _play(board, seed, same, where)
    _assert_same_game(
        first, await _play(board, seed, fresh, where), f"{where}: a fresh player before every ask"
    )
    _assert_same_game(
        first,
        await _play(board, seed, fresh, where, backwards=True),
        f"{where}: the asks of a batch put in reverse",
    )


async def _play(
    board: str,
    seed: int,
    player_of: Callable[[int], Player],
    where: str,
    *,
    backwards: bool = False,
) -> tuple[dict[str, Answer], Sequence[Entry]]:
    game, given = Game(make_spec(get_board(board), seed)), dict[str, Answer]()
    while game.asks:
        answers: dict[str, Answer] = {}
        for ask in reversed(game.asks) if backwards else game.asks:
            player, view = player_of(ask.seat), game.view(ask.seat)
            # A player must not add to what the game tells it.
            known = len(view.facts), len(view.answered)
            answer = await player.answer(view, ask, Desk(ask, game.dice(ask.id)))
            _check_answer(ask, answer, f"{where}, {ask.id}")
            assert (len(view.facts), len(view.answered)) == known, (
                f"{where}, {ask.id}: the player changed its view"
            )
            if isinstance(player, SyncPlayer):
                now = player.answer_now(view, ask, Desk(ask, game.dice(ask.id)))
                assert now == answer, (
                    f"{where}, {ask.id}: answer_now gives {now}, answer gives {answer}"
                )
            answers[ask.id] = answer
        given |= answers
        game.submit(answers)
    return given, game.log


def _check_answer(ask: Ask, answer: object, where: str) -> None:
    assert isinstance(answer, Answer), f"{where}: {answer!r} is not an Answer"
    assert type(answer.choice) is int, (
        f"{where}: the choice {answer.choice!r} is not a whole number"
    )
    assert answer.choice in ask.options, (
        f"{where}: {answer.choice} is not among {list(ask.options)}"
    )
    assert answer.how in ("given", "repaired", "fallback"), (
        f"{where}: a player's answer cannot be a {answer.how}"
    )
    assert len(answer.memo.encode()) <= MEMO_BYTES, (
        f"{where}: the memo has more than {MEMO_BYTES} bytes"
    )
    for belief in answer.beliefs:
        assert 5 <= belief.confidence <= 10, (
            f"{where}: a confidence of {belief.confidence} is not within 5 to 10"
        )
        assert belief.p_wolf is None or 0 <= belief.p_wolf <= 1, (
            f"{where}: {belief.p_wolf} is not a probability"
        )


def _assert_same_game(
    first: tuple[dict[str, Answer], Sequence[Entry]],
    second: tuple[dict[str, Answer], Sequence[Entry]],
    how: str,
) -> None:
    for ask, answer in first[0].items():
        other = second[0].get(ask)
        assert other == answer, f"{how}: {ask} is answered {other}, not {answer}"
    assert list(first[1]) == list(second[1]), f"{how}: gives another log"
