"""An assistant at a seat: a client of the library `mcp` in memory and over standard input."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import TextContent

from tests.pages import blocks
from tests.wolftui.cli.running import Program
from tests.wolftui.games.friends.tables import hosted, opened, shut
from wolfcore.agents.fact_sentences import FactNarrator
from wolfcore.bots import HouseBot
from wolfcore.extras import install_hint
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec, view_of
from wolfcore.players import Desk
from wolfcore.records import ASSISTANT, read_game
from wolfcore.table import compare
from wolftui.cli.assistant import play_as_guest, play_here
from wolftui.games.arrangement import PlayOptions
from wolftui.games.friends.guest import Guest
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.side_files import NOTEBOOK_FILE
from wolftui.measures.own_games import person_games
from wolftui.plain.assistant_seat import AssistantSeat
from wolftui.plain.assistant_server import make_server
from wolftui.settings.paths import games_folder


async def call(client: Client, tool: str, **arguments: object) -> str:
    (content,) = (await client.call_tool(tool, arguments)).content
    assert isinstance(content, TextContent)
    return content.text


def answer_to(told: str) -> dict[str, object]:
    """The last option of the question in a look, or a few words."""
    question = told.partition("# Question")[2]
    given: dict[str, object] = {"thought": "a reason of my own"}
    if options := re.findall(r"^(\d+)\. ", question, re.MULTILINE):
        given["choice"] = int(options[-1])
    if "`text`, what you say" in question:
        given["text"] = "I listen."
    return given


async def play_on(client: Client) -> list[str]:
    """Answer everything until the end; returns what each look told."""
    told = list[str]()
    for _ in range(200):
        told.append(await call(client, "look", wait_seconds=30))
        if "# Question" not in told[-1]:
            return told
        assert (await call(client, "answer", **answer_to(told[-1]))).startswith("Answered")
    raise AssertionError("the game has no end")


def a_game(board: str = "sla7", seed: int = 3, deal: str = "") -> RunningGame:
    seats = (f"4={ASSISTANT.text}",)
    return start_game(PlayOptions(board=board, seats=seats, seed=seed, deal=deal))


@asynccontextmanager
async def seated(
    running: RunningGame, clock: float = 0.0, seat: AssistantSeat | None = None
) -> AsyncGenerator[Client]:
    seat = seat or AssistantSeat()
    with running:
        game = asyncio.ensure_future(play_here(running, clock, seat))
        async with Client(make_server(seat)) as client:
            yield client
        game.cancel()
        with suppress(asyncio.CancelledError):
            await game


async def test_an_assistant_plays_to_the_end_and_its_game_is_saved(tmp_path: Path) -> None:
    running = a_game()
    async with seated(running) as client:
        first, *_, last = await play_on(client)
        again = await call(client, "look", everything=True)
    assert "# Rules" in first and "You are 4 Dario, Villager, and play" in first
    assert "The village wins" in last or "The wolves win" in last
    for seat, role in enumerate(running.game.state.roles[1:], 1):
        assert f"{seat} {running.spec.names[seat - 1]}, " in last and f"{role} (" in last
    assert '4 Dario (you) said: "I listen."' in again and "# Rules" in again and " win" in again
    assert running.path
    saved = read_game(running.path)
    assert not compare(saved).differences
    thoughts = {each.answer.thought for each in saved.journal.values() if each.seat == 4}
    assert thoughts == {"a reason of my own"}
    assert not list(person_games([running.path])), "it is no game of this user"


@pytest.mark.parametrize("role", ["Werewolf", "Seer", "Villager"])
async def test_nothing_is_told_that_the_view_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    bot = HouseBot.answer_now

    def planted(self: HouseBot, view: View, ask: Ask, desk: Desk) -> Answer:
        given = bot(self, view, ask, desk)
        where = "PACK" if ask.kind == "whisper" else "ALOUD"
        thought, text = f"planted thought of {view.role}", f"{given.text}\x1b[31m\u202e{where}"
        return Answer(given.choice, text if given.text else "", thought)

    monkeypatch.setattr(HouseBot, "answer_now", planted)
    running = a_game("classic9", 7654321, f"4={role}")
    (own,), spec = running.people, running.spec
    seat_of = AssistantSeat()
    async with seated(running, seat=seat_of) as client:
        *before, last = await play_on(client)
        told = vars(seat_of)["_view"].facts
    view = view_of(running.game.log, own, spec.board, spec.names)
    assert told == view.facts
    for text in ("planted", "\x1b", "\u202e"):
        assert text not in last and text not in "".join(before)
    assert ("PACK" in "".join(before)) == (role == "Werewolf")
    assert "ALOUD" in "".join(before) and str(spec.seed) not in "".join(before)
    # The lines of each fact that the view holds, in order, and no other.
    narrator = FactNarrator(view)
    lines = [line.text for fact in view.facts for line in narrator.lines(fact)]
    happened = [each.partition("# What happened\n")[2] or each for each in (*before, last)]
    parts = [each.partition("Alive: ")[0].splitlines() for each in happened]
    assert [line for part in parts for line in part if line] == lines


async def test_what_is_not_legal_changes_nothing_and_says_what_is() -> None:
    seat = AssistantSeat()
    async with seated(a_game(), seat=seat) as client:
        for _ in range(1000):
            if vars(seat)["_open"]:
                break
            await asyncio.sleep(0.01)
        assert "Another question is open by now" in await call(client, "answer", text="Early.")
        assert "# Question" in await call(client, "look", wait_seconds=30)
        assert "no options" in await call(client, "answer", choice="I trust nobody")
        assert "At most 2000" in await call(client, "answer", text="x" * 2001)
        both = (call(client, "answer", text=word) for word in ("First.", "Second."))
        done = await asyncio.gather(*both)
        assert sorted(each.split()[0].strip(".") for each in done) in (
            ["Another", "Answered"],
            ["Answered", "Nothing"],
        )
        told = await call(client, "look", wait_seconds=30)
        assert ('"First."' in told) != ('"Second."' in told)
        assert "Whom do you exile?" in told
        wrong = {
            "99": "99 is not among the choices: abstain",
            "": "Choose one of",
            "Zed": "`Zed` is not among the choices",
        }
        for choice, problem in wrong.items():
            assert problem.split(":")[0] in await call(client, "answer", choice=choice)
        assert "takes no text" in await call(client, "answer", choice=2, text="He lied.")
        for arguments in ({"choice": [2]}, {"choice": 2.5}, {"chosen": 2}, {"text": None}):
            assert (await client.call_tool("answer", dict(arguments))).is_error
        assert (await client.call_tool("peek", {})).is_error
        looks = await asyncio.gather(*(call(client, "look", wait_seconds=9) for _ in range(3)))
        assert all("Whom do you exile?" in each for each in looks)
        assert "Answered: 2 " in await call(client, "answer", choice=2)


async def test_the_time_is_up_and_the_fallback_is_said() -> None:
    running = a_game()
    async with seated(running, 0.2) as client:
        told = [await call(client, "look", wait_seconds=20)]
        for _ in range(100):
            await asyncio.sleep(0.05)
            told.append(await call(client, "look", wait_seconds=20))
            if running.game.over:
                break
    assert "seconds are left; after that you" in "".join(told)
    assert "Your time was up: you" in "".join(told) and running.game.over
    hows = {each.answer.how for each in running.game.view(4).answered}
    assert hows == {"timeout"}


async def test_notes_are_bounded_and_stay_with_the_game() -> None:
    running = a_game()
    async with seated(running) as client:
        await call(client, "look", wait_seconds=30)
        assert "at most 4000" in await call(client, "notes", text="x" * 4001)
        assert await call(client, "notes", text="2 lies.\x07") == "Your notes are kept."
        assert "# Your notes\n2 lies." in await call(client, "look")
    assert running.path and not running.game.over
    notes = running.path / NOTEBOOK_FILE
    saved = notes.read_bytes()
    notes.write_bytes(b"torn")
    async with seated(resume_saved(running.path)) as client:
        assert "notes and drafts are lost" in await call(client, "look", wait_seconds=30)
    notes.write_bytes(saved)
    again = resume_saved(running.path)
    async with seated(again) as client:
        told = await call(client, "look", wait_seconds=30)
        assert "# Your notes\n2 lies." in told and "== Night 1 ==" in told
        await play_on(client)
    assert again.game.over


async def test_an_assistant_is_a_guest_at_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await opened()
    seat = AssistantSeat()
    playing = asyncio.ensure_future(play_as_guest(Guest(table.link, "Robin"), seat))
    async with Client(make_server(seat)) as client, asyncio.timeout(60):
        before = ""
        for _ in range(1000):
            if "Robin (ready)" in (before := await call(client, "look")):
                break
            await asyncio.sleep(0.01)
        assert "Hana (host)" in before and "# Rules" not in before
        game = asyncio.ensure_future(hosted(table, tmp_path / "host"))
        told = await play_on(client)
        running = await game
        await playing
        last = await call(client, "look")
    await shut(table)
    own = running.spec.names.index("Robin") + 1
    assert "The deal is the one that all of you drew" in last and " win" in last
    assert "seconds are left" in "".join(told)
    assert f"{own} Robin (you)" in "\n".join(told)
    answers = running.game.view(own).answered
    assert {each.answer.thought for each in answers} == {"a reason of my own"}
    (mine,) = games_folder().iterdir()
    about = read_game(mine).about
    assert about and about.seats[own - 1] == ASSISTANT
    assert f"The game is saved as {mine.name}." in capsys.readouterr().err


async def test_a_name_that_is_taken_is_said() -> None:
    table = await opened()
    seat = AssistantSeat()
    async with asyncio.timeout(30):
        assert await play_as_guest(Guest(table.link, "Hana"), seat) == 1
    await shut(table)
    assert "Give another one by --name" in await seat.look(20)


@pytest.mark.slow
async def test_over_standard_input_the_game_is_saved_when_the_client_leaves(tmp_path: Path) -> None:
    log = tmp_path / "log"
    page = next(each for each in blocks("json") if each.page.name == "assistants.md")
    words = ["-m", "wolftui", *json.loads(page.text)["mcpServers"]["werewolf"]["args"]]
    server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    with log.open("w") as errors:
        async with Client(stdio_client(server, errors)) as client:
            assert client.instructions and "Werewolf" in client.instructions
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["look", "answer", "notes"]
            told = await call(client, "look", wait_seconds=30)
            assert "# Question" in told
    (folder,) = games_folder().iterdir()
    said = log.read_text()
    assert f"wolftui mcp --resume {folder.name}" in said
    assert f"continue with `wolftui resume {folder.name}`" in said and "Traceback" not in said
    assert read_game(folder).about


def test_without_the_extra_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wolftui = Program(capsys, monkeypatch)
    two = wolftui("mcp", "--seat", "2=assistant,3=assistant", typed=[])
    assert two.code == 2 and "plays one seat" in two.err and not games_folder().exists()
    monkeypatch.setattr("wolftui.cli.assistant.find_spec", dict[str, None]().get)
    ran = wolftui("mcp", typed=[])
    assert ran.code == 2 and ran.err.count("\n") == 1
    assert "library mcp" in ran.err and install_hint("mcp") in ran.err


async def test_an_assistant_hears_remarks_and_that_the_game_is_over() -> None:
    seat = AssistantSeat()
    session = GameSession(get_board("duel6"), tuple("abcdef"), people=(1,))
    seat.begin(session)
    session.remark("Ada is away: a house bot answers.")
    session.remark("Good luck!", by="Ada")
    said = await seat.look()
    assert "Ada is away: a house bot answers." in said and "Ada: Good luck!" in said
    seat.finish(["The village wins."])
    async with asyncio.timeout(5):
        assert "The village wins." in await seat.look(wait_seconds=30)
    assert await seat.answer(1) == (
        "The game is over. For another one this server has to be started again."
    )


async def test_a_table_that_closes_at_a_question_is_told_at_once() -> None:
    game, seat = Game(make_spec(get_board("duel6"), 1)), AssistantSeat()
    ask = game.asks[0]
    seat.begin(GameSession(game.spec.board, game.spec.names, people=(ask.seat,)))
    asking = asyncio.ensure_future(seat.ask(ask, game.view(ask.seat)))
    await asyncio.sleep(0)
    seat.finish(["The host has closed the table."])
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    async with asyncio.timeout(5):
        assert "The host has closed the table." in await seat.look(wait_seconds=30)
