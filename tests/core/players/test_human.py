"""A person behind a front."""

from __future__ import annotations

import asyncio

import pytest

from tests.core.players.sitters import a_spec
from wolfcore.errors import GameStopped, IllegalAnswer
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import Desk, HumanPlayer

SPEAK = Ask("d1.speak.1", 1, "speak", 1, "discussion", (0,))
VOTE = Ask("d1.vote.2", 2, "vote", 1, "vote", (0, 1, 3))
SUSPECT = Ask("d1.vote.2.suspect", 2, "suspect", 1, "vote", (0,))


class Front:
    """Remembers what is asked, and answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.replies: asyncio.Queue[Answer | Exception] = asyncio.Queue()

    async def ask(self, ask: Ask, view: View) -> Answer:
        assert view.seat == ask.seat
        self.asked.append(ask.id)
        reply = await self.replies.get()
        if isinstance(reply, Exception):
            raise reply
        return reply


def view(seat: int) -> View:
    return Game(a_spec()).view(seat)


async def test_a_person_answers_through_the_front() -> None:
    front = Front()
    front.replies.put_nowait(Answer(3, "out with them"))
    assert await HumanPlayer(front).answer(view(2), VOTE, Desk.of_seed(VOTE, 7)) == Answer(
        3, "out with them"
    )
    assert front.asked == [VOTE.id]


async def test_a_suspicion_is_empty_at_once_unless_the_person_chose_otherwise() -> None:
    front = Front()
    assert await HumanPlayer(front).answer(view(2), SUSPECT, Desk.of_seed(SUSPECT, 7)) == Answer()
    assert front.asked == []
    front.replies.put_nowait(Answer(thought="hm"))
    assert await HumanPlayer(front, suspicions=True).answer(
        view(2), SUSPECT, Desk.of_seed(SUSPECT, 7)
    ) == Answer(thought="hm")


async def test_one_front_is_asked_one_thing_at_a_time() -> None:
    front = Front()
    player = HumanPlayer(front)
    tasks = [
        asyncio.ensure_future(player.answer(view(ask.seat), ask, Desk.of_seed(ask, 7)))
        for ask in (SPEAK, VOTE)
    ]
    await asyncio.wait(tasks, timeout=0)
    for _ in range(5):
        await asyncio.sleep(0)
    assert front.asked == [SPEAK.id]
    front.replies.put_nowait(Answer())
    front.replies.put_nowait(Answer(1))
    assert await asyncio.gather(*tasks) == [Answer(), Answer(1)]
    assert front.asked == [SPEAK.id, VOTE.id]


async def test_an_illegal_answer_of_a_front_is_an_error_and_never_a_move() -> None:
    front = Front()
    front.replies.put_nowait(Answer(2))
    with pytest.raises(IllegalAnswer, match=r"d1\.vote\.2: 2 is not among \[0, 1, 3\]"):
        await HumanPlayer(front).answer(view(2), VOTE, Desk.of_seed(VOTE, 7))


async def test_a_person_who_leaves_stops_the_game() -> None:
    front = Front()
    front.replies.put_nowait(GameStopped("the input ended"))
    with pytest.raises(GameStopped):
        await HumanPlayer(front).answer(view(2), VOTE, Desk.of_seed(VOTE, 7))
