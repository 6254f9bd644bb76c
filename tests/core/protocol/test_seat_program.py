"""A player of this program at a table that speaks the seat protocol: equal to one in process."""

from __future__ import annotations

import asyncio
import sys

import pytest

from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.protocol import Answered, Asked, Facts, ProgramPlayer, Withdrawn, encoded
from wolfcore.protocol.connection import hello_of
from wolfcore.protocol.messages import from_guest, random_of
from wolfcore.protocol.seat_program import serve_seat
from wolfcore.records import encode_log
from wolfcore.seating import make_players, parse_player
from wolfcore.table import Table


def log_of(board: str, seed: int, player: str, outside: tuple[int, ...] = ()) -> bytes:
    """The log of a game of one player in all seats, in other processes where `outside` says so."""
    game = Game(make_spec(get_board(board), seed))
    specs = [parse_player(f"protocol:{player}")] * game.spec.board.size
    command = [sys.executable, "-m", "wolftui", "seat", player]
    program = ProgramPlayer(command)
    players = {**make_players(specs), **dict.fromkeys(outside, program)}
    asyncio.run(Table(game, players).run())
    return encode_log(game.spec, game.log, game.result)


@pytest.mark.parametrize(
    ("board", "seed", "player"),
    [
        ("classic9", 1, "bot:hard"),
        pytest.param("xu7", 2, "bot:easy", marks=pytest.mark.slow),
        pytest.param("plus8", 3, "random", marks=pytest.mark.slow),
    ],
)
def test_a_player_answers_outside_as_in_this_process(board: str, seed: int, player: str) -> None:
    assert log_of(board, seed, player, outside=(4,)) == log_of(board, seed, player)


def test_each_ask_has_a_number_of_its_own_which_a_repeated_game_has_again() -> None:
    numbers = [
        random_of(Desk.of_seed(Ask(name, 1, "vote", 1, "vote", (1, 2)), seed))
        for seed in (1, 2, 1)
        for name in ("d1.vote.1", "d2.vote.1")
    ]
    assert len(set(numbers[:4])) == 4
    assert numbers[4:] == numbers[:2]


class FirstIsSlow:
    """Never answers the first ask; then chooses by the facts and the answers that it has."""

    def __init__(self) -> None:
        self.asks = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        del desk
        self.asks += 1
        if self.asks == 1:
            await asyncio.Event().wait()
        return Answer(ask.options[-1], f"{len(view.facts)} {len(view.answered)}")


def test_a_withdrawn_ask_is_given_up_and_the_next_one_answered() -> None:
    game = Game(make_spec(get_board("sla7"), 1))
    ask = game.asks[0]
    view = game.view(ask.seat)
    asked = encoded(Asked(ask))
    lines = [encoded(hello_of(view)), encoded(Facts(tuple(view.facts))), asked]
    lines += [encoded(Withdrawn(ask.id)), asked, asked]
    sent: list[bytes] = []

    async def receive() -> bytes:
        for _ in range(5):
            await asyncio.sleep(0)
        return lines.pop(0) if lines else b""

    asyncio.run(asyncio.wait_for(serve_seat(FirstIsSlow(), receive, sent.append), 5))
    answers = [from_guest(line) for line in sent]
    facts = len(view.facts)
    assert [each.text for each in answers if isinstance(each, Answered)] == [
        f"{facts} 0", f"{facts} 1"
    ]  # fmt: skip
