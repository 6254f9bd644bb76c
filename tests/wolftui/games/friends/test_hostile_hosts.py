"""What a host may send, and a guest's program takes as no game, or as nothing of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import OutOfTime
from wolfcore.protocol import (
    Answered,
    Asked,
    Everything,
    Facts,
    Hello,
    Over,
    People,
    Record,
    Refused,
    ToFriend,
    Waiting,
)
from wolfcore.protocol.messages import Message
from wolfcore.records import AnswerRecord, SeatSpec
from wolfcore.table import TakeOver
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.links import Link
from wolftui.games.friends.sockets import JoinError
from wolftui.games.front import ScreenFront
from wolftui.words.glyphs import FANCY

BOARD = get_board("duel6")
HELLO = Hello(1, BOARD, "", 1, tuple(f"N{'abcdef'[seat]}" for seat in range(6)))
VOTE = Ask("d1.vote.1", 1, "vote", 1, "vote", (0, 2, 3))


class Scripted(Guest):
    """A guest to whom a table sends some messages.

    Args:
        messages: The messages; the guest is then refused.

    Attributes:
        sent: What the guest sent.
    """

    def __init__(self, messages: Sequence[ToFriend], *, watch: bool = False) -> None:
        super().__init__(Link("127.0.0.1", 1, "AAAA-AAAA"), watch=watch)
        self._messages, self.sent = [*messages, Refused("That was all.")], list[Message]()

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def receive(self) -> ToFriend:
        await asyncio.sleep(0.01)
        match self._messages.pop(0):
            case Refused(why=why):
                raise JoinError(why)
            case message:
                return message


class Late:
    """A person for whose first answer the time is up."""

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, ask: Ask, view: View) -> Answer:
        self.asked += 1
        if self.asked == 1:
            raise OutOfTime(ask.id)
        return Answer(ask.options[-1])


async def played(
    tmp_path: Path, *messages: ToFriend, hello: Hello = HELLO, watch: bool = False
) -> tuple[str, Late, Scripted]:
    """Why the guest left, its person, and the guest."""
    guest, front = Scripted(messages, watch=watch), Late()
    try:
        game = GuestGame(guest, hello, FANCY, print, tmp_path / "games")
        game.session.subscribe(lambda _: game.session.go_end())
        await game.run(cast("ScreenFront", front), cast("TakeOver", None))
    except JoinError as error:
        return str(error), front, guest
    finally:
        await guest.close()
    raise AssertionError


UNPLAYABLE = "What the table sends cannot be played."
OTHER = "The table now tells another game than before."


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([Facts((f.Dealt(99, "Villager"),))], UNPLAYABLE),
        ([Facts((f.Said(77, "speak", "Hello."),))], UNPLAYABLE),
        ([Facts((f.Said(2, "speak", "\x1b[2J"),))], UNPLAYABLE),
        ([Everything(0, (f.Entry("all", f.Died(9)),))], UNPLAYABLE),
        ([Everything(3, ())], OTHER),
        ([Asked(replace(VOTE, options=(99, -4)), 5.0)], UNPLAYABLE),
        ([Asked(replace(VOTE, options=()), 5.0)], UNPLAYABLE),
        ([Asked(replace(VOTE, seat=2), 5.0)], UNPLAYABLE),
        ([Asked(replace(VOTE, kind="save", options=(3,)), 5.0)], UNPLAYABLE),
        ([Asked(replace(VOTE, kind="defend"), 5.0)], UNPLAYABLE),
        ([Waiting((replace(VOTE, seat=77),))], UNPLAYABLE),
        ([replace(HELLO, seat=2)], "The table has begun another game."),
        ([Over()], "That was all."),
        (
            [Facts((f.Said(2, "speak", "One."),)), HELLO, Facts((f.Said(2, "speak", "Two."),))],
            OTHER,
        ),
        (
            [People("duel6", 6, 90, "bot:normal", ())],
            "The game ended while you were away. Join again for the next one.",
        ),
    ],
)
def test_a_table_that_sends_no_game_is_left(
    tmp_path: Path, messages: Sequence[ToFriend], why: str
) -> None:
    assert asyncio.run(played(tmp_path, *messages))[0] == why
    assert not (tmp_path / "games").exists()


def recorded() -> Record:
    """A game in which everybody takes the first option, as its host opens it."""
    game, answers = Game(make_spec(BOARD, 5, names=HELLO.names)), list[AnswerRecord]()
    while game.asks:
        given = {ask.id: Answer(ask.options[0]) for ask in game.asks}
        answers += [AnswerRecord(ask.id, given[ask.id], ask.seat) for ask in game.asks]
        game.submit(given)
    return Record(game.spec, (), (), (SeatSpec("bot"),) * BOARD.size, tuple(answers))


RECORD = recorded()


@pytest.mark.parametrize(
    "record",
    [
        replace(RECORD, seats=()),
        replace(RECORD, seats=RECORD.seats[:5]),
        replace(RECORD, answers=RECORD.answers[:3]),
        replace(RECORD, answers=(*RECORD.answers[:-1], replace(RECORD.answers[-1], seat=40))),
        replace(RECORD, spec=replace(RECORD.spec, names=RECORD.spec.names[:3])),
        replace(RECORD, spec=replace(RECORD.spec, board=replace(BOARD, name="duel7"))),
    ],
)
async def test_a_record_of_no_game_is_said(tmp_path: Path, record: Record) -> None:
    """A host that cheated could have the guest's program end before the verdict."""
    why = (await played(tmp_path, record))[0]
    assert why.startswith("The table opened a game that cannot be (")
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("seat", [-1, 0, 7])
async def test_a_hello_for_no_seat_is_no_game(tmp_path: Path, seat: int) -> None:
    assert (await played(tmp_path, hello=replace(HELLO, seat=seat)))[0] == UNPLAYABLE


async def test_who_watches_gets_no_seat(tmp_path: Path) -> None:
    assert (await played(tmp_path, watch=True))[0] == UNPLAYABLE
    assert (await played(tmp_path, hello=replace(HELLO, seat=0), watch=True))[0] == "That was all."


async def test_a_question_that_comes_again_after_its_time_is_put_again(tmp_path: Path) -> None:
    _, front, guest = await played(
        tmp_path, Asked(VOTE, 5.0), Waiting(), Waiting(), Asked(VOTE, 5.0), Waiting(), Waiting()
    )
    assert front.asked == 2
    assert guest.sent == [Answered(VOTE.id, 3)]
