"""A player of this program at a table that speaks the seat protocol: equal to one in process."""

from __future__ import annotations

import asyncio
import sys

import pytest

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.protocol import (
    Answered,
    Asked,
    Facts,
    GuestConnection,
    Hello,
    ProgramPlayer,
    Withdrawn,
    encoded,
)
from wolfcore.protocol.connection import end_of, hello_of
from wolfcore.protocol.messages import Working, from_guest, random_of, to_guest
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


class Thinks:
    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        del view, desk
        await asyncio.sleep(0.05)
        return Answer(ask.options[-1])


@pytest.mark.parametrize("repeated", [True, False])
async def test_an_ask_is_answered_once(repeated: bool) -> None:
    """It is put again after a lost connection, and another one is withdrawn meanwhile."""
    game = Game(make_spec(get_board("sla7"), 1))
    ask = game.asks[0]
    view, asked = game.view(ask.seat), encoded(Asked(ask))
    begin = [encoded(hello_of(view)), encoded(Facts(tuple(view.facts)))]
    lines = [*begin, asked, *([*begin, asked] if repeated else [encoded(Withdrawn("d9.vote.9"))])]
    sent = list[bytes]()

    async def receive() -> bytes:
        await asyncio.sleep(0.0 if lines else 0.2)
        return lines.pop(0) if lines else b""

    await serve_seat(Thinks(), receive, sent.append)
    assert len(sent) == 1


class Blocked:
    """A channel whose other side reads nothing more from the second ask on."""

    def __init__(self) -> None:
        self.lines, self.asks, self.blocks = list[bytes](), 0, False

    async def send(self, line: bytes) -> None:
        self.lines.append(line)
        if self.blocks and b'"facts"' in line:
            await asyncio.Event().wait()

    async def receive(self) -> bytes:
        last = to_guest(self.lines[-1])
        assert isinstance(last, Asked)
        return encoded(Answered(last.ask.id, last.ask.options[0]))


async def test_a_fact_is_told_once_though_its_ask_was_withdrawn_on_the_way() -> None:
    game, channel = Game(make_spec(get_board("sla7"), 1)), Blocked()
    guest, seat, withdrawn = GuestConnection(channel), game.asks[0].seat, 0
    for _ in range(12):
        given = dict[str, Answer]()
        for ask in game.asks:
            given[ask.id] = Answer(ask.options[0])
            if ask.seat == seat:
                channel.blocks = not withdrawn and channel.lines != []
                asking = guest.ask(game.view(seat), ask, Desk(ask, game.dice(ask.id)))
                try:
                    await asyncio.wait_for(asking, 0.05)
                except TimeoutError:
                    withdrawn += 1
        channel.blocks = False
        game.submit(given)
    messages = [to_guest(line) for line in channel.lines]
    assert withdrawn == 1 and isinstance(messages[0], Hello)
    facts = [fact for each in messages if isinstance(each, Facts) for fact in each.facts]
    assert facts == game.view(seat).facts[: len(facts)]


@pytest.mark.parametrize(
    ("of_table", "of_player", "told"), [(9, 300, 9), (None, 300, 300), (9, 5, 5)]
)
async def test_a_guest_is_told_the_shorter_of_two_limits(
    of_table: float | None, of_player: float, told: float
) -> None:
    game, channel = Game(make_spec(get_board("sla7"), 1)), Blocked()
    ask = game.asks[0]
    desk = Desk(ask, game.dice(ask.id), of_table)
    await GuestConnection(channel).ask(game.view(ask.seat), ask, desk, end_of(desk, of_player))
    asked = to_guest(channel.lines[-1])
    assert isinstance(asked, Asked) and asked.seconds is not None
    assert told - 1 < asked.seconds <= told


class Flooding(Blocked):
    async def receive(self) -> bytes:
        last = to_guest(self.lines[-1])
        assert isinstance(last, Asked)
        return encoded(Working(last.ask.id))


async def test_a_flood_of_lines_that_have_come_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wolfcore.protocol.connection.MOST_MESSAGES", 50)
    game, turns = Game(make_spec(get_board("sla7"), 1)), 0
    ask = game.asks[0]
    desk = Desk(ask, game.dice(ask.id))
    asking = asyncio.ensure_future(GuestConnection(Flooding()).ask(game.view(ask.seat), ask, desk))
    while not asking.done():
        turns += 1
        await asyncio.sleep(0)
    with pytest.raises(SeatError, match="50 messages without an answer"):
        await asking
    assert turns >= 50
