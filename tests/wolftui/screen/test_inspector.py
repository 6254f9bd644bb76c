"""The inspector: opened over the table for eyes that see calls, for games of every kind, and never
for anybody else."""

from __future__ import annotations

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
    text_of,
    until,
)
from tests.wolftui.screen.test_offered_keys import check
from tests.wolftui.words.telling import open_gate
from wolfcore.errors import LogError
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.players import CallRecord, Desk, RequestRecord
from wolfcore.records import CALLS_FILE, LogFollower, SeatSpec, read_game
from wolfcore.table import Noted
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import Notes, ShownGame
from wolftui.games.sources import followed_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.inspector import InspectorScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.words.spans import PUBLIC_EYES

HOSTILE = "\x1b[2J\x1b]0;gone\x07 [bold red]mark[/up] [@click=app.quit]x[/] \u202eevil \x9b1m"


class Model:
    """A player that calls a model which answers with whatever a terminal could obey."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        sent = (("system", f"You are {view.role}"), ("user", HOSTILE))
        desk.record(
            CallRecord("llama", sent, HOSTILE, f"choice {ask.options[0]}", thinking=HOSTILE)
        )
        return Answer(ask.options[0], thought=f"thinking of {ask.id}")


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random player is a model."""
    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", Model.answer)


def inspector_of(pilot: Pilot[int]) -> InspectorScreen:
    screen = pilot.app.screen
    assert isinstance(screen, InspectorScreen)
    return screen


async def open_it(pilot: Pilot[int]) -> InspectorScreen:
    await pilot.press("i")
    await pilot.pause()
    await pilot.pause()
    check(pilot)
    return inspector_of(pilot)


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("save", [True, False])
async def test_a_running_game_is_looked_into_and_new_calls_come_by_themselves(
    tmp_path: Path, size: tuple[int, int], save: bool
) -> None:
    running = start_game(
        PlayOptions(seed=5, default_player="random", games_root=tmp_path, save=save)
    )
    async with app_for(running).run_test(size=size) as pilot:
        await until(pilot, lambda: live_of(pilot).session.state.day == 1)
        inspector = await open_it(pilot)
        before = len(inspector.calls)
        assert before > 0
        assert inspector.menu.at == before - 1, "it opens on the newest call"
        await until(pilot, lambda: len(inspector.calls) > before)
        assert inspector.menu.at == before - 1, "the cursor stays where it was"
        await pilot.press("up")
        assert inspector.menu.at == before - 2
        shown = inspector.paper.text
        call = inspector.calls[before - 2]
        assert (
            f"choice {Game(running.spec).asks[0].options[0]}" in shown or call.call.parsed in shown
        )
        for words in ("RAW REPLY", "SENT AS SYSTEM", "You are ", "[bold red]mark[/up]", "no retry"):
            assert words in shown
        assert all(character.isprintable() or character == "\n" for character in shown)
        assert "\u202e" not in shown
        await pilot.press("i")
        assert isinstance(pilot.app.screen, LiveTable)


@pytest.mark.slow
@pytest.mark.usefixtures("models")
@pytest.mark.parametrize("size", SIZES)
async def test_a_review_lists_the_calls_up_to_the_cursor_and_reads_one_to_its_end(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = await a_saved_game(tmp_path)
    async with WolfApp(
        lambda app: app.make_review_table(read_game(saved)), heartbeat=False
    ).run_test(size=size) as pilot:
        inspector = await open_it(pilot)
        assert inspector.calls == []
        assert "No model was called up to here." in inspector.paper.text
        await pilot.press("escape", "right_square_bracket", "right_square_bracket")
        inspector = await open_it(pilot)
        assert "n1" in {call.ask[:2] for call in inspector.calls} <= {"n1", "d1"}
        assert len(inspector.menu.text.split("\n")) <= size[1] // 3 + 1
        await pilot.press("escape", "end")
        inspector = await open_it(pilot)
        assert len(inspector.calls) > 10
        assert f"{len(inspector.calls)} calls" in inspector.heading.text
        await pilot.press("tab")
        assert inspector.focused is inspector.scroll
        await pilot.press("left_square_bracket")
        assert inspector.menu.at == len(inspector.calls) - 2
        await pilot.press("escape")
        assert inspector.focused is inspector.menu
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def a_saved_game(root: Path) -> Path:
    running = sit(root, "sla7", 5)
    await running.play(gate=open_gate)
    running.close()
    return root / running.id


@pytest.mark.slow
@pytest.mark.usefixtures("models")
async def test_after_the_terminal_was_small_the_list_fills_its_room_again(tmp_path: Path) -> None:
    saved = await a_saved_game(tmp_path)
    async with WolfApp(
        lambda app: app.make_review_table(read_game(saved)), heartbeat=False
    ).run_test(size=(120, 36)) as pilot:
        await pilot.press("end")
        inspector = await open_it(pilot)
        before = inspector.menu.text
        assert len(before.split("\n")) == inspector.menu.content_size.height > 5
        for size in ((60, 15), (120, 36)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert inspector.menu.text == before


@pytest.mark.usefixtures("models")
async def test_a_game_of_another_process_is_read_again_and_closed_when_a_person_sits_down_there(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5)
    folder = running.folder
    assert folder is not None
    assert folder.about is not None
    ask = running.game.asks[0]
    app = WolfApp(
        lambda app: app.make_table(*followed_game(LogFollower(folder.path))), heartbeat=False
    )
    async with app.run_test(size=(80, 24)) as pilot:
        # The game is followed from the first frame on.
        await pilot.pause()
        table_of(pilot).beat(LONG)
        inspector = await open_it(pilot)
        assert inspector.calls == []
        folder.add_call(Noted(ask.id, ask.seat, call=CallRecord("llama", (), "secret words")))
        await until(pilot, lambda: len(inspector.calls) == 1)
        assert "under way" in inspector.menu.text
        folder.rewrite_about(folder.about.with_take_over(4, "n1.protect.4", SeatSpec("human")))
        running.close()
        await until(
            pilot,
            lambda: (
                table_of(pilot).session.eyes == PUBLIC_EYES and pilot.app.screen is table_of(pilot)
            ),
        )
        assert "secret words" not in text_of(pilot)
        await pilot.press("i")
        assert pilot.app.screen is table_of(pilot)


def told(*people: int) -> tuple[WolfApp, GameSession]:
    game = Game(make_spec(get_board("sla7"), 5))
    session = GameSession(game.spec.board, game.spec.names, people=people)
    session.entries(game.log)
    session.tick(LONG)
    session.noted(Noted(game.asks[0].id, 2, call=CallRecord("llama", (), "secret words")))
    return app_showing(ShownGame(session, "play", notes=lambda: Notes(session.notes))), session


@pytest.mark.slow
async def test_a_player_and_public_eyes_cannot_open_it_and_are_told_who_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for people, keys in (((4,), ()), ((), ("v", "p"))):
        app, _ = told(*people)
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.press(*keys)
            assert "calls" not in table_of(pilot).keys.text
            said: list[str] = []

            def notify(words: str, *, timeout: float, said: list[str] = said) -> None:
                said.append(words)

            monkeypatch.setattr(table_of(pilot), "notify", notify)
            await pilot.press("i")
            assert pilot.app.screen is table_of(pilot)
            when = (
                "when the game is over, not while it runs"
                if people
                else "through the moderator's eyes"
            )
            assert said == [f"Model calls can be looked into {when}."]


async def test_it_is_emptied_below_another_screen_and_gone_when_a_person_here_takes_a_seat() -> (
    None
):
    app, session = told()
    async with app.run_test(size=(120, 36)) as pilot:
        inspector = await open_it(pilot)
        assert "secret words" in text_of(pilot)
        await pilot.press("f1")
        session.seat_person(4)
        table_of(pilot).beat(0.1)
        await pilot.pause()
        assert "secret words" not in text_of(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert inspector not in pilot.app.screen_stack
        assert pilot.app.screen is table_of(pilot)


@pytest.mark.slow
async def test_a_game_without_calls_says_so_and_notes_that_cannot_be_read_say_why(
    tmp_path: Path,
) -> None:
    app, session = told()
    session.notes.clear()
    async with app.run_test(size=(80, 24)) as pilot:
        assert (await open_it(pilot)).paper.text == "No model was called up to here."
    app, _ = told()
    async with app.run_test(size=(80, 24)) as pilot:
        table_of(pilot).shown.notes = unreadable
        assert "cannot be read (no)" in (await open_it(pilot)).paper.text
    running = sit(tmp_path, "sla7", 5)
    running.play_now()
    running.close()
    async with WolfApp(
        lambda app: app.make_review_table(read_game(tmp_path / running.id)), heartbeat=False
    ).run_test(size=(80, 24)) as pilot:
        assert (await open_it(pilot)).paper.text == "No model was called up to here."
        await pilot.press("escape", "end")
        assert "No model was called in this game. House bots" in (await open_it(pilot)).paper.text
    (tmp_path / running.id / CALLS_FILE).write_bytes(b"damaged\n")
    async with WolfApp(
        lambda app: app.make_review_table(read_game(tmp_path / running.id)), heartbeat=False
    ).run_test(size=(80, 24)) as pilot:
        assert f"Line 1 of {CALLS_FILE} is damaged" in (await open_it(pilot)).paper.text


def unreadable() -> Notes:
    raise LogError("cannot be read (no)", file=CALLS_FILE)


@pytest.mark.parametrize(
    ("requests", "shown", "told", "copied"),
    [
        ((), "It is not recorded: the game is from an earlier version", "it is not recorded", ""),
        ((RequestRecord(f"http://h/{HOSTILE}", {HOSTILE: HOSTILE}, {"x": HOSTILE}, HOSTILE),),
         "ALL REQUESTS OF THIS CALL", "a header is not valid", ""),
        ((RequestRecord("http://h/v1", {}, {"x": {"$prompt": [[7]]}}),), "Its record is damaged",
         "it refers to a text that is not there", ""),
        ((RequestRecord("http://h/v1", {"A": "Bearer $OWN_KEY"}, {"x": {"$prompt": [[0]]}}),),
         "POST http://h/v1", "Copied as a curl command", '-H "A: Bearer $OWN_KEY"'),
    ],
)  # fmt: skip
async def test_the_request_of_a_call_is_shown_and_copied(
    monkeypatch: pytest.MonkeyPatch,
    requests: tuple[RequestRecord, ...],
    shown: str,
    told: str,
    copied: str,
) -> None:
    async def answer(_: object, view: View, ask: Ask, desk: Desk) -> Answer:
        desk.record(CallRecord("m", (("user", HOSTILE),), "x", requests=requests))
        return Answer(ask.options[0])

    monkeypatch.setattr("wolfcore.players.simple.RandomPlayer.answer", answer)
    running = start_game(PlayOptions(seed=5, default_player="random", save=False))
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: live_of(pilot).session.state.day == 1)
        inspector = await open_it(pilot)
        assert shown in inspector.paper.text
        assert all(char.isprintable() or char == "\n" for char in inspector.paper.text)
        said: list[str] = []

        def notify(words: str, *, timeout: float) -> None:
            said.append(words)
            assert timeout > 0

        monkeypatch.setattr(inspector, "notify", notify)
        await pilot.press("y")
        await pilot.pause()
        assert told in " ".join(said)
        assert copied in pilot.app.clipboard
        assert bool(copied) == bool(pilot.app.clipboard)
