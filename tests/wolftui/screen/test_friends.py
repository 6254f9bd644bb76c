"""A table of friends on the screen: the host's and the guest's, before the game and in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

from tests.wolftui.games.friends.tables import (
    BotFront,
    Visitor,
    hosted,
    local_table,
    opened,
    shut,
    until,
)
from tests.wolftui.screen.stage import SIZES, live_of, text_of
from tests.wolftui.screen.test_leaving import lobby
from wolfcore.extras import install_command
from wolfcore.game import Answer, Ask, View
from wolfcore.protocol import Notice
from wolfcore.protocol import hub as hubs
from wolftui.games.friends import guest as guests
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.sockets import JoinError
from wolftui.games.session.game_session import Request
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.friends_screen import HostScreen, JoinScreen
from wolftui.screen.screens.input_dialog import InputDialog
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder
from wolftui.settings.visitor_terms import VisitorTerms
from wolftui.words.spans import MODERATOR_EYES


class Patient(BotFront):
    """A person who answers from day 2 on only when the other one has spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.spoken = asyncio.Event()

    async def ask(self, ask: Ask, view: View) -> Answer:
        if ask.day > 1:
            await self.spoken.wait()
        return await super().ask(ask, view)


async def soon(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Wait until something is so; the sockets of this machine take some time."""
    for _ in range(6000):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it never was so; the screen says:\n{text_of(pilot)}")


@pytest.mark.parametrize("size", [*SIZES, (60, 20)])
async def test_a_host_sees_who_is_here_and_starts(size: tuple[int, int], tmp_path: Path) -> None:
    table = local_table()
    app = WolfApp(lambda app: HostScreen(table, app.glyphs), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await soon(pilot, lambda: bool(table.addresses))
        ada = Visitor(table.link, "Ada", BotFront(lambda ask: True))
        await pilot.press("enter")  # nobody is ready
        await ada.join()
        await pilot.press("plus", "y")
        await pilot.pause()
        text = text_of(pilot)
        assert table.link.text in text and "Ada" in text and "house bots, hard" in text
        assert app.clipboard == table.link.text
        assert "1 of 1 ready" in text
        await pilot.press("n")
        await pilot.pause()
        assert f"ssh -N -R 0.0.0.0:{table.link.port}" in text_of(pilot)
        assert install_command("web") in " ".join(text_of(pilot).split()), "for browsers"
        await pilot.press("escape")
        await ada.guest.chat("Good evening.")
        await soon(pilot, lambda: "Ada: Good evening." in text_of(pilot))
        page = app.screen.query_one(VerticalScroll)
        await soon(pilot, lambda: page.is_vertical_scroll_end)
        playing = asyncio.ensure_future(ada.play(tmp_path))
        await pilot.press("enter")
        await soon(pilot, lambda: isinstance(app.screen, LiveTable))
        running = app.current_game
        assert running and live_of(pilot).session.people == running.people
        await soon(pilot, lambda: bool(ada.game))
        assert ada.game and ada.game.session.people == running.guests
        assert not live_of(pilot).session.may_use(running.guests[0])
        app.leave_game(0)
        with pytest.raises(JoinError, match=r"The host has left the table\. The game is saved"):
            await playing
    await table.closed()
    await ada.guest.close()


@pytest.mark.parametrize("size", SIZES)
async def test_a_guest_chooses_a_name_and_plays(size: tuple[int, int], tmp_path: Path) -> None:
    table = await opened()
    app = WolfApp(lambda app: JoinScreen(Guest(table.link), app.glyphs), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await soon(pilot, lambda: isinstance(app.screen, InputDialog))
        await pilot.press(*"hana", "enter")
        await soon(pilot, lambda: isinstance(app.screen, InputDialog))
        await pilot.pause()
        assert "Somebody at the table is called hana" in text_of(pilot)
        app.screen.query_one(Input).value = ""
        await pilot.press(*"Ada", "enter")
        await soon(pilot, lambda: bool(table.hub.ready))
        await pilot.pause()
        assert "here, ready, you" in text_of(pilot)
        game = asyncio.ensure_future(hosted(table, tmp_path))
        await soon(pilot, lambda: isinstance(app.screen, LiveTable))
        screen = live_of(pilot)

        def asked() -> bool:
            screen.session.go_end()
            return screen.front.waiting is not None

        await soon(pilot, asked)
        screen.beat(0.1)
        assert screen.answer_clock and screen.engine.in_progress
        assert screen.shown.invitation == f"wolftui join {table.link.text}"
        assert not screen.session.unlock_after_death() and not screen.session.may_see_all
        game.cancel()
        app.exit(0)
    await shut(table)
    assert not list(games_folder().glob("*")), "nothing is saved before the end"


async def test_a_dialog_that_opens_while_the_terminal_has_no_focus_is_typed_into_later() -> None:
    table = await opened()
    app = WolfApp(lambda app: JoinScreen(Guest(table.link), app.glyphs), heartbeat=False)
    async with app.run_test() as pilot:
        app.app_focus = False
        await soon(pilot, lambda: isinstance(app.screen, InputDialog))
        assert app.screen.focused is None
        app.app_focus = True
        await pilot.press(*"Ada", "enter")
        await soon(pilot, lambda: bool(table.hub.ready))
        app.exit(0)
    await shut(table)


async def test_a_host_without_a_name_is_asked_for_it() -> None:
    table = local_table()
    table.hub.host = ""
    app = WolfApp(lambda app: HostScreen(table, app.glyphs), heartbeat=False)
    async with app.run_test() as pilot:
        await soon(pilot, lambda: isinstance(app.screen, InputDialog))
        await pilot.press("escape", "enter")
        assert isinstance(app.screen, InputDialog), "nothing starts without one"
        await pilot.press(*"Hana", "enter")
        await soon(pilot, lambda: table.hub.host == "Hana")
        await pilot.press("x")
    await table.closed()


@pytest.mark.slow
async def test_the_lobby_hosts_a_table_and_joins_one(tmp_path: Path) -> None:
    table = await opened()
    async with lobby(tmp_path).run_test() as pilot:
        app = pilot.app
        assert isinstance(app, WolfApp)
        await pilot.press("f", "2", *table.link.text, "enter")
        await soon(pilot, lambda: isinstance(app.screen, InputDialog) and bool(table.hub.friends))
        await pilot.press("escape", "escape")
        await soon(pilot, lambda: not table.hub.friends)
        await pilot.press("f", "1")
        await soon(pilot, lambda: isinstance(app.screen, (HostScreen, InputDialog)))
        await pilot.press("escape", "escape")
        await soon(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("f", "2", *f"{table.link.text[:-1]}?", "enter")
        await pilot.pause()
        assert "is not the code of a table" in text_of(pilot)
    await shut(table)


async def test_visitors_of_a_served_lobby_open_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.screen.screens.friends_screen.terms_of", lambda: VisitorTerms(()))
    async with lobby(tmp_path).run_test() as pilot:
        await pilot.press("f")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_people_talk_before_the_game(tmp_path: Path) -> None:
    table = local_table()
    app = WolfApp(lambda app: HostScreen(table, app.glyphs), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await soon(pilot, lambda: bool(table.addresses))
        ada, bo = Visitor(table.link, "Ada"), Visitor(table.link, "", watch=True)
        await ada.join()
        await bo.join()
        await ada.guest.chat("Shall\x1b[2J we?")
        await bo.guest.chat("Who watches is not heard.")
        await pilot.press("c", *"Yes!", "enter")
        await soon(pilot, lambda: "Hana: Yes!" in text_of(pilot))
        assert "Ada: Shall [2J we?" in text_of(pilot) and "is not heard" not in text_of(pilot)
        await pilot.press("c", "escape", "o")
        assert "Who is out sees no more than before." in " ".join(text_of(pilot).split())
        while not (
            isinstance(message := await bo.guest.receive(), Notice) and message.by == "Hana"
        ):
            pass
        for _ in range(30):
            await ada.guest.chat("Again and again")
        await ada.guest.chat("The last word")
        await soon(pilot, lambda: "Again" in text_of(pilot))
        await pilot.pause(0.2)
        assert "The last word" not in text_of(pilot), "a flood of words is cut"
        await ada.guest.close()
        await bo.guest.close()
        app.exit(0)
    await table.closed()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_guest_who_is_out_may_see_all_and_talk(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drawing in (guests, hubs):  # a deal in which Ada dies on day 1, and Ben does not
        monkeypatch.setattr(drawing, "new_number", lambda: f"{1:064x}")
    table = await opened()
    app = WolfApp(lambda app: JoinScreen(Guest(table.link, "Ada"), app.glyphs), heartbeat=False)
    patient = Patient()
    ben = Visitor(table.link, "Ben", patient)
    async with app.run_test(size=size) as pilot:
        await soon(pilot, lambda: bool(table.hub.ready))
        await ben.join()
        playing = asyncio.ensure_future(ben.play(tmp_path))
        game = asyncio.ensure_future(hosted(table, tmp_path / "host"))
        await soon(pilot, lambda: isinstance(app.screen, LiveTable))
        screen, bot = live_of(pilot), BotFront()
        session = screen.session
        (own,) = session.people
        assert session.chat is None and session.sealed
        for _ in range(10_000):
            session.go_end()
            screen.beat(0.1)
            if screen.end_notices.asks or session.over:
                break
            if question := screen.front.waiting:
                view = View(own, session.board, session.names, list(session.known_facts))
                answer = await bot.ask(question.ask, view)
                screen.front.answer(question, answer.choice, answer.text)
            await pilot.pause(0.01)
        assert screen.end_notices.asks and not session.over
        await soon(pilot, lambda: screen.end_notices.strip.menu.has_focus)
        await pilot.press("2")
        await soon(pilot, lambda: session.eyes == MODERATOR_EYES)
        await pilot.press("c", *"I saw it coming", "enter")

        def spoken() -> bool:
            session.go_end()
            return any("Ada: I saw it coming" in each.text for each in session.all_blocks)

        await soon(pilot, spoken)
        patient.spoken.set()
        await game
        await playing
        await soon(pilot, lambda: session.over)
        app.exit(0)
    await shut(table)


@pytest.mark.parametrize(("key", "expected"), [("1", False), ("2", True)])
async def test_a_host_says_who_is_let_in(key: str, expected: bool, tmp_path: Path) -> None:
    table = local_table()
    app = WolfApp(lambda app: HostScreen(table, app.glyphs), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await soon(pilot, lambda: bool(table.addresses))
        ada = Visitor(table.link, "Ada", BotFront(lambda ask: True))
        await ada.join()
        playing = asyncio.ensure_future(ada.play(tmp_path))
        await soon(pilot, lambda: bool(table.hub.ready))
        await pilot.press("enter")
        await soon(pilot, lambda: isinstance(app.screen, LiveTable))
        session, answers = live_of(pilot).session, list[bool]()
        await pilot.press("escape", "k")
        session.request = Request("Is it Ada?", "They get that seat.", answers.append)
        assert isinstance(app.screen, LiveTable), "nobody waited"
        await pilot.press("k")
        await soon(pilot, lambda: "Is it Ada?" in text_of(pilot))
        await pilot.press(key)
        await soon(pilot, lambda: bool(answers))
        assert answers == [expected]
        app.leave_game(0)
        with pytest.raises(JoinError):
            await playing
    await table.closed()
    await ada.guest.close()


async def test_who_comes_to_a_game_that_has_begun_says_who_they_are(tmp_path: Path) -> None:
    table = await opened()
    ada = Visitor(table.link, "Ada", BotFront(lambda ask: True))
    await ada.join()
    playing = asyncio.ensure_future(ada.play(tmp_path))
    running = await table.start(ModelSettings(), tmp_path / "host")
    await until(lambda: ada.game)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await ada.guest.channel.close()  # pyright: ignore[reportOptionalMemberAccess]
    await until(lambda: table.hub.friends[0].line is None)
    # Ada's place is held still: this is another one, as at another machine.
    app = WolfApp(lambda app: JoinScreen(Guest(table.link), app.glyphs), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await soon(pilot, lambda: "Who are you?" in text_of(pilot))
        await pilot.press("1")
        await soon(pilot, lambda: bool(table.hub.claimants))
        assert table.hub.claimants[0].friend.name == "Ada"
        app.exit(0)
    await ada.guest.close()
    running.close()
    await shut(table)
