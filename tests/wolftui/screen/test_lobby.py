"""The lobby: a way in with the keys on the screen alone, from the first run to a second game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.wolftui.games.test_told import Person
from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    live_of,
    sit,
    text_of,
    to_result,
    until,
    until_asked,
)
from tests.wolftui.words.telling import open_gate
from wolfcore.game import get_board
from wolfcore.models import ModelSpec
from wolfcore.records import GameFolder
from wolftui.games.arrangement import PlayOptions
from wolftui.games.deals import todays_deal
from wolftui.games.favourites import Favourites
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.table_setup import TableSetup
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.guided_table import GuidedTable
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.lobby_screen import LobbyScreen, ServerFinder
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.settings_screen import SettingsScreen
from wolftui.settings.config import Config, load_config
from wolftui.settings.found_servers import FoundServer
from wolftui.settings.paths import games_folder
from wolftui.views.lobby_panels import FEWEST_GAMES


def lobby(
    folder: Path,
    *,
    first: bool = False,
    config: Config | None = None,
    look: ServerFinder | None = None,
) -> WolfApp:
    """The program with its lobby, its games in the person's own folder, and tables below `folder`."""

    def opening(app: WolfApp) -> LobbyScreen:
        favourites = Favourites(folder / "tables")
        return LobbyScreen(
            games_folder(), app.glyphs, favourites=favourites, first=first, look=look
        )

    return WolfApp(opening, config, heartbeat=False)


def lobby_of(pilot: Pilot[int]) -> LobbyScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LobbyScreen)
    return screen


async def settle(pilot: Pilot[int]) -> None:
    """Let the lobby find what it looks for."""
    screen = pilot.app.screen
    assert isinstance(screen, LobbyScreen)
    for _ in range(500):
        await pilot.pause(0.01)
        if screen.state.open_games.searched:
            break
    await pilot.pause()


def begun(pilot: Pilot[int]) -> RunningGame:
    app = pilot.app
    assert isinstance(app, WolfApp)
    assert app.current_game
    return app.current_game


@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_the_first_run_explains_the_game_asks_for_a_name_and_begins_one(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path, first=True).run_test(size=size) as pilot:
        await settle(pilot)
        words = text_of(pilot)
        assert "The village wins" in " ".join(words.split())
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        assert all(
            each in words for each in ("Play at once", "Guided game, two minutes", "Look around")
        )
        assert screen.menu.region.bottom <= size[1] - 1, "the menu is out of sight"
        await pilot.press("enter")
        await pilot.pause()
        assert "What is your name?" in text_of(pilot)
        await pilot.press(*"Zoe", "enter")
        await pilot.pause()
        running = begun(pilot)
        assert running.spec.board == get_board("classic9+safe-night")
        assert running.people == (5,)
        assert running.spec.names[4] == load_config().config.name == "Zoe"
        assert isinstance(pilot.app.screen, LiveTable)


async def test_who_looks_around_first_sees_all_that_can_be_done(tmp_path: Path) -> None:
    async with lobby(tmp_path, first=True).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("l")
        await pilot.pause()
        for words in (
            "Play now",
            "New game",
            "Continue",
            "Watch",
            "Library",
            "Guided game",
            "Settings",
        ):
            assert words in text_of(pilot)
        assert "The village wins" not in text_of(pilot).split("Settings")[1]


async def test_the_line_under_the_cursor_says_what_it_does_and_names_no_command(
    tmp_path: Path,
) -> None:
    config = Config(board="sla7", name="Ada", others="random")
    async with lobby(tmp_path, config=config).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        assert "You sit in seat 4 as Ada." in text_of(pilot)
        assert "wolftui play" not in text_of(pilot)
        await pilot.press("down", "down", "down", "down")
        await pilot.pause()
        assert "There is no game to go on with." in text_of(pilot)


@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_what_is_not_there_is_said_beside_the_menu_with_what_to_do_and_covers_no_words(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        await settle(pilot)
        for key, said, instead in (
            ("down", "Nobody plays on this machine", "Enter starts a game of house bots"),
            ("c", "no game to go on with", "Press p"),
        ):
            await pilot.press(*(["down"] * 5 if key == "down" else [key]))
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, LobbyScreen)
            words = " ".join(screen.details.text.split())
            assert said in words
            assert instead in words
            assert not pilot.app.query("Toast")


async def test_no_name_is_needed_and_none_is_asked_for_twice(tmp_path: Path) -> None:
    async with lobby(tmp_path, first=True).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("enter", "escape")
        await pilot.pause()
        first = begun(pilot)
        assert first.people
        app = pilot.app
        assert isinstance(app, WolfApp)
        app.return_to_lobby()
        await settle(pilot)
        await pilot.press("p")
        await pilot.pause()
        assert begun(pilot).id != first.id
        assert load_config().config.name == ""


async def panels_of(pilot: Pilot[int], words: str) -> str:
    """The panels, once they are read and have these words."""
    for _ in range(1000):
        screen = pilot.app.screen
        if isinstance(screen, LobbyScreen) and words in screen.panels.text:
            break
        await pilot.pause(0.01)
    text = lobby_of(pilot).panels.text
    assert words in text
    return text


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_first_evening_has_the_deal_of_the_day_which_d_begins_and_goes_on_with(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        words = await panels_of(pilot, "DEAL OF THE DAY")
        assert "Not played yet." in words
        assert not [
            each for each in ("LAST GAME", "WAITING", "RUNNING", "STANDING") if each in words
        ]
        await pilot.press("d")
        await pilot.pause()
        running = begun(pilot)
        assert running.spec == todays_deal().spec
        app = pilot.app
        assert isinstance(app, WolfApp)
        app.return_to_lobby()
        await panels_of(pilot, "Begun")
        await pilot.press("d")
        await pilot.pause()
        assert begun(pilot).id == running.id


@pytest.mark.slow
async def test_panels_say_how_games_went_and_one_that_does_not_fit_is_left_out(
    tmp_path: Path,
) -> None:
    options = PlayOptions(board="duel6", seats=("2=human",), deal="2=Seer")
    for seed in range(1, FEWEST_GAMES + 1):
        running = start_game(replace(options, seed=seed))
        await running.play(Person(), gate=open_gate)
        running.close()
    sit(games_folder(), "sla7", 5, "4=human").close()
    elsewhere = sit(games_folder(), "sla7", 6)
    for size, titles in (
        ((120, 60), ("LAST GAME", "DEAL OF THE DAY", "WAITING FOR YOU", "RUNNING NOW", "STANDING")),
        ((120, 36), ("LAST GAME", "DEAL OF THE DAY")),
        ((80, 24), ("LAST GAME",)),
    ):
        async with lobby(tmp_path).run_test(size=size) as pilot:
            words = await panels_of(pilot, "LAST GAME")
            places = [words.index(title) for title in titles]
            assert places == sorted(places)
            assert lobby_of(pilot).query_one("#right").max_scroll_y == 0
            assert re.search(r"Seer, (won|lost) on day \d", words)
            assert size != (120, 60) or f"of {FEWEST_GAMES} won" in words
    elsewhere.close()


@pytest.mark.slow
async def test_from_the_lobby_to_a_game_its_result_and_back_to_a_second_game(
    tmp_path: Path,
) -> None:
    config = Config(board="duel6", others="random")
    async with lobby(tmp_path, config=config).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await pilot.pause()
        table = live_of(pilot)
        for _ in range(200):
            await until(
                pilot,
                lambda: (
                    table.front.waiting is not None or table.session.over or table.end_notices.asks
                ),
            )
            if table.session.over:
                break
            if table.end_notices.asks:
                await pilot.press("1")
            else:
                await answer(pilot)
        await to_result(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        await pilot.pause()
        assert "l lobby" in text_of(pilot)
        first = begun(pilot)
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("p")
        await pilot.pause()
        assert begun(pilot).id != first.id
        assert isinstance(pilot.app.screen, LiveTable)


async def test_continue_takes_the_newest_game_in_which_a_person_sits(tmp_path: Path) -> None:
    root = games_folder()
    mine = sit(root, "sla7", 5, "4=human")
    mine.close()
    sit(root, "sla7", 6).close()
    over = sit(root, "sla7", 7)
    over.play_now()
    over.close()
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("down", "down", "down", "down")
        await pilot.pause()
        assert mine.id in text_of(pilot)
        assert "Doctor" not in text_of(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert begun(pilot).id == mine.id


@pytest.mark.slow
async def test_watch_starts_a_game_of_bots_where_nobody_plays(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)
        running = begun(pilot)
        assert running.people == ()
        assert {player.partition(":")[0] for player in running.players} == {"bot"}


@pytest.mark.slow
async def test_a_game_that_somebody_plays_elsewhere_is_watched_and_not_continued(
    tmp_path: Path,
) -> None:
    running = sit(games_folder(), "sla7", 5, "4=human")
    assert isinstance(running.folder, GameFolder)
    async with lobby(tmp_path).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)
        assert pilot.app.screen.shown.mode == "watch"
        assert pilot.app.screen.session.eyes == 0
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)
    running.close()


async def test_library_and_settings_open_and_esc_leads_back(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettingsScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_every_line_answers_the_mouse(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.click("#entries", offset=(4, 6))
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_a_table_that_is_kept_is_played_first_and_a_broken_file_is_one_line(
    tmp_path: Path,
) -> None:
    Favourites(tmp_path / "tables").save(
        "friday", TableSetup(board="duel6", me="2", others="random")
    )
    broken = tmp_path / "tables" / "old.toml"
    broken.write_text("board = [", encoding="utf-8")
    (tmp_path / "tables" / "lost.toml").symlink_to(tmp_path / "nowhere")
    async with lobby(tmp_path).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        words = text_of(pilot)
        assert "friday" in words
        assert "old.toml" in words
        assert "lost.toml" in words
        await pilot.press("enter")
        await pilot.pause()
        assert begun(pilot).spec.board.name == "duel6"
        assert begun(pilot).people == (2,)
    assert broken.read_text(encoding="utf-8") == "board = ["


async def test_settings_that_cannot_be_played_are_said_and_nothing_begins(tmp_path: Path) -> None:
    async with lobby(tmp_path, config=Config(board="nowhere")).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "nowhere" in text_of(pilot)
    async with lobby(tmp_path, config=Config(others="nobody")).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_what_answers_on_this_machine_is_told_when_it_was_found_and_nothing_waits_for_it(
    tmp_path: Path,
) -> None:
    asked, may_answer = Event(), Event()

    def look(known: Mapping[str, ModelSpec]) -> tuple[FoundServer, ...]:
        assert "smollm" in known
        asked.set()
        may_answer.wait(30)
        return (FoundServer("Ollama answers here with llama3.2."),)

    async with lobby(tmp_path, look=look).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        for _ in range(1000):
            if asked.is_set():
                break
            await pilot.pause(0.01)
        await pilot.press("down", "down")
        await pilot.pause()
        assert "Choose the board" in text_of(pilot)
        assert "Ollama" not in text_of(pilot)
        may_answer.set()
        for _ in range(1000):
            if "Ollama" in text_of(pilot):
                break
            await pilot.pause(0.01)
        assert "Ollama answers here with llama3.2." in text_of(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_guided_game_is_a_game_with_a_coach_who_can_be_sent_away(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path, first=True).run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("g")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, GuidedTable)
        await until_asked(pilot, "check")
        assert "Coach" in table.coach.text
        assert "which side one player is on" in table.coach.text.replace("\n       ", " ")
        await answer(pilot)
        await until_asked(pilot, "speak")
        assert table.session.names[0] in table.coach.text
        await pilot.press("escape", "f5")
        await pilot.pause()
        assert not table.coach.display
        await pilot.press("f5")
        await pilot.pause()
        assert table.coach.display
    assert not games_folder().exists() or not list(games_folder().iterdir())


async def test_an_open_lobby_notices_a_game_of_another_process_and_keeps_its_cursor(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path).run_test(size=(120, 36)) as pilot:
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        await pilot.press("down", "down", "down", "down", "down")
        assert screen.chosen == "watch"
        assert screen.state.open_games.running == ()
        running = sit(games_folder())
        assert running.path

        async def look(true: Callable[[], bool]) -> None:
            screen.look_for_changes()
            for _ in range(500):
                if true():
                    return
                await pilot.pause(0.01)

        await look(lambda: bool(screen.state.open_games.running))
        assert [each.path for each in screen.state.open_games.running] == [running.path]
        assert screen.chosen == "watch"
        assert running.id in screen.details.text
        running.play_now()
        running.close()
        await look(lambda: not screen.state.open_games.running)
        assert screen.state.open_games.running == ()
        assert running.id not in screen.details.text
