"""What a table shows of seats that take their time: thinking, speaking word by word, trying again;
several at once."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import (
    LONG,
    SIZES,
    app_for,
    app_showing,
    live_of,
    sit,
    table_of,
    until,
)
from wolfcore.game import Answer, Ask, AskKind, Game, View, get_board, make_spec
from wolfcore.players import Desk, Progress
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app import WolfApp
from wolftui.screen.widgets.transcript import Transcript


def at_table(*people: int, by_role: bool = False) -> tuple[WolfApp, GameSession]:
    """A table at the beginning of a game on classic9, for the test to tell what happens."""
    game = Game(make_spec(get_board("classic9"), 5))
    session = GameSession(game.spec.board, game.spec.names, people=people, by_role=by_role)
    session.entries(game.log)
    session.tick(LONG)
    return app_showing(ShownGame(session, "play" if people else "live")), session


def asks(kind: AskKind, *seats: int) -> tuple[Ask, ...]:
    phase = "night" if kind in ("whisper", "check") else "discussion"
    return tuple(Ask(f"d1.{kind}.{seat}", seat, kind, 1, phase, (0,)) for seat in seats)


async def beat(pilot: Pilot[int], seconds: float = 0.0) -> None:
    table_of(pilot).beat(seconds)
    await pilot.pause()


def shown(pilot: Pilot[int]) -> str:
    """What stands on the seats, in the transcript and at the right of the timeline."""
    table = table_of(pilot)
    return f"{table.seats.text}\n{table.strip.text}\n{table.transcript.text}\n{table.timeline.text}"


@pytest.mark.parametrize("size", SIZES)
async def test_a_speech_comes_word_by_word_is_withdrawn_when_it_is_tried_again_and_only_the_fact_stays(
    size: tuple[int, int],
) -> None:
    app, session = at_table()
    async with app.run_test(size=size) as pilot:
        (ask,) = asks("speak", 3)
        session.asked((ask,))
        await beat(pilot, 4.2)
        assert "… thinking 4 s" in table_of(pilot).transcript.text
        session.progress(ask, Progress("thinking", 180))
        await beat(pilot)
        assert "… thinking 4 s · 180 tokens" in table_of(pilot).transcript.text
        for words in ("I", "I am [b]the", "I am [b]the Seer"):
            session.partial(ask, words)
            session.progress(ask, Progress("speaking", 190))
            await beat(pilot)
            assert f"{words}▌" in table_of(pilot).transcript.text
        assert "is speaking" in table_of(pilot).timeline.text
        session.partial(ask, "")
        session.progress(ask, Progress("retrying", 190))
        await beat(pilot, 8.0)
        assert "I am" not in table_of(pilot).transcript.text
        assert "… retrying 12 s · 190 tokens" in table_of(pilot).transcript.text
        assert "is trying again" in table_of(pilot).timeline.text
        session.answered(ask)
        await beat(pilot)
        assert "retrying" not in shown(pilot)


async def test_several_wolves_whisper_at_once_before_the_moderators_eyes_and_nowhere_else() -> None:
    app, session = at_table()
    async with app.run_test(size=(120, 36)) as pilot:
        one, two, three = asks("whisper", 2, 5, 8)
        (seer,) = asks("check", 9)
        session.asked((seer, one, two, three))
        session.partial(one, "Let us take the")
        session.partial(three, "I want 4")
        await beat(pilot, 2.0)
        told = table_of(pilot).transcript.text
        assert (
            told.index("Let us take the▌") < told.index("… thinking 2 s") < told.index("I want 4▌")
        )
        assert told.count("… thinking") == 1, "a seer says nothing"
        session.answered(seer)
        session.answered(two)
        await beat(pilot)
        assert (
            f"{session.names[1]} and {session.names[7]} are whispering"
            in table_of(pilot).timeline.text
        )
        await pilot.press("v", "p")
        await beat(pilot)
        assert "Let us" not in shown(pilot)
        assert "thinking" not in shown(pilot)


async def test_each_seat_of_a_ballot_says_what_it_does_and_the_line_who_tries_again() -> None:
    app, session = at_table()
    async with app.run_test(size=(120, 36)) as pilot:
        batch = asks("vote", *range(1, 8))
        session.asked(batch)
        session.progress(batch[1], Progress("retrying", 75))
        session.answered(batch[6])
        await beat(pilot, 5.5)
        seats = table_of(pilot).seats.text
        assert seats.count("… thinking 5 s") == 5
        assert seats.count("… retrying 5 s") == 1
        assert "75 tokens" in seats
        assert f"6 are choosing · {session.names[1]} retrying" in table_of(pilot).timeline.text
        session.progress(batch[0], Progress("retrying", 1))
        await beat(pilot)
        assert "6 are choosing · 2 retrying" in table_of(pilot).timeline.text
        assert "1 token" in table_of(pilot).seats.text
        await pilot.resize_terminal(80, 24)
        await beat(pilot)
        assert table_of(pilot).strip.text.count("…") == 4
        assert table_of(pilot).strip.text.count("↻") == 2


async def test_where_seats_were_given_by_role_a_player_sees_all_think_in_the_same_words() -> None:
    app, session = at_table(9, by_role=True)
    async with app.run_test(size=(120, 36)) as pilot:
        one, two = batch = asks("speak", 1, 2)
        session.asked(batch)
        session.progress(one, Progress("retrying", 75))
        session.partial(one, "I am")
        await beat(pilot, 3.0)
        assert table_of(pilot).seats.text.count("… thinking 3 s") == 2
        assert not [
            word for word in ("retrying", "tokens", "I am", "speaking") if word in shown(pilot)
        ]
        assert session.seat_activity[1] == session.seat_activity[2]
        assert two.public


async def test_looking_back_shows_nobody_at_work() -> None:
    app, session = at_table()
    async with app.run_test(size=(120, 36)) as pilot:
        session.asked(asks("speak", 3))
        await beat(pilot, 3.0)
        await pilot.press("home")
        await beat(pilot)
        assert "thinking" not in table_of(pilot).transcript.text + table_of(pilot).seats.text


def stands_in(transcript: Transcript, words: str) -> bool:
    return words in transcript.text


class Dictated:
    """A player that says in a speech what the test dictates, and all else at once."""

    def __init__(self) -> None:
        self.words: asyncio.Queue[str | None] = asyncio.Queue()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        said = ""
        while ask.kind == "speak" and (words := await self.words.get()) is not None:
            said = words
            desk.say(words)
        return Answer(ask.options[0], said)


async def test_words_come_from_the_player_to_the_screen_as_they_are_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Dictated()

    async def answer(_: object, view: View, ask: Ask, desk: Desk) -> Answer:
        return await player.answer(view, ask, desk)

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", answer)
    async with app_for(sit(tmp_path, "sla7", 5)).run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: table.session.status.kind == "speak")
        for words, shown in (
            ("Nobody", "Nobody▌"),
            ("Nobody \x1b[2Jspoke\u202e", "Nobody [2Jspoke▌"),
            ("", "… thinking"),
            ("I am [b]Ada", "I am [b]Ada▌"),
        ):
            player.words.put_nowait(words)
            await until(pilot, partial(stands_in, table.transcript, shown), seconds=0.0)
        assert "Nobody" not in table.transcript.text.rpartition("day 1")[2]
        player.words.put_nowait(None)
        await until(pilot, lambda: table.session.status.seats == (2,), seconds=0.5)
        assert "I am [b]Ada" in table.transcript.text
        assert "▌" not in table.transcript.text
