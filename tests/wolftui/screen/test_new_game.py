"""A new game: every choice by keys, wrong ones included, kept tables, and the game that was shown
begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import SIZES, text_of, until
from wolfcore.game import SAFE_NIGHT, board_names
from wolftui.games.favourites import Favourites
from wolftui.games.setup_choices import PARTS
from wolftui.games.table_setup import TableSetup
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.input_dialog import InputDialog
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.screen.screens.new_game_screen import NewGameScreen
from wolftui.settings.config import Config
from wolftui.settings.paths import games_folder

ALL_SIZES = (*SIZES, (60, 15))


def lobby(folder: Path, config: Config | None = None) -> WolfApp:
    def opening(app: WolfApp) -> LobbyScreen:
        return LobbyScreen(games_folder(), app.glyphs, favourites=Favourites(folder / "tables"))

    return WolfApp(opening, config, heartbeat=False)


async def form_of(pilot: Pilot[int]) -> NewGameScreen:
    """Open the form by its key."""
    await pilot.pause()
    await pilot.press("n")
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, NewGameScreen)
    return screen


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_game_is_put_together_by_keys_and_begins_as_it_was_shown(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        form = await form_of(pilot)
        await press(pilot, "home", "left")
        before = board_names()[board_names().index("classic9") - 1]
        assert form.setup.board == before
        await press(pilot, "enter", "1")
        assert form.setup.board == "sla7"
        await press(pilot, "down", "right")
        assert form.setup.board == f"sla7{SAFE_NIGHT}"
        await press(pilot, "right")
        assert form.setup.board == "sla7"
        await press(pilot, "down", "right")
        assert form.setup.me == "6"
        await press(pilot, "down", "right")
        assert form.setup.role == "Werewolf"
        await press(pilot, "down", "enter", *"Ada", "enter")
        assert form.setup.name == "Ada"
        await press(pilot, "down", "right", "right")
        assert form.setup.others == "random"
        command = "play --board sla7 --seat 6=human --seat '*=random' --name Ada --deal 6=Werewolf"
        assert f"wolftui {command}" in " ".join(form.help.text.split())
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, LiveTable)
        session = pilot.app.screen.session
        await until(pilot, lambda: session.state.roles[6] == "Werewolf")
        assert (session.board.name, session.people, session.names[5]) == ("sla7", (6,), "Ada")


async def test_the_rules_of_the_board_stand_beside_it_and_change_with_it(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(120, 36)) as pilot:
        form = await form_of(pilot)
        assert "The Hunter may shoot" in " ".join(form.rules.text.split())
        await press(pilot, "home", "enter", "1")
        assert "Hunter" not in form.rules.text
        assert "Doctor" in form.rules.text


async def test_on_a_small_screen_the_rules_are_a_key_away(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        assert "B rules" in form.keys.text
        assert "F1 help" in form.keys.text
        await press(pilot, "B")
        assert "The rules of classic9" in text_of(pilot)
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_a_wrong_word_is_said_where_it_is_written_and_changes_nothing(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        form = await form_of(pilot)
        before = form.setup
        await press(pilot, "home", *["down"] * PARTS.index("name"), "enter", *"seat 3", "enter")
        assert isinstance(pilot.app.screen, InputDialog)
        assert "could be read as a seat" in " ".join(text_of(pilot).split())
        await press(pilot, "escape")
        assert form.setup == before
        await press(pilot, "down", "down", "down", "enter", "backspace", *"0", "enter")
        assert "0 games cannot be played" in text_of(pilot)
        await press(pilot, "backspace", *"x", "enter")
        assert "`x` is not a number of games" in text_of(pilot)
        await press(pilot, "escape")
        assert form.setup == before


@pytest.mark.slow
async def test_somebody_gets_a_seat_by_role_and_loses_it_again(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        await press(pilot, "home", *["down"] * PARTS.index("seats"), "enter", "1")
        assert "For whom?" in text_of(pilot)
        await press(pilot, "1")
        assert "Who plays wolves?" in text_of(pilot)
        await press(pilot, "4")
        assert form.setup.seats == ("wolves=bot:hard",)
        assert "--seat wolves=bot:hard" in " ".join(form.help.text.split())
        await press(pilot, "enter", "2")
        assert form.setup.seats == ()


async def test_a_table_that_cannot_be_played_says_so_and_does_not_begin(tmp_path: Path) -> None:
    Favourites(tmp_path / "tables").save(
        "broken", TableSetup(board="sla7", me="4", seats=("4=random",))
    )
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        assert "`4` is given twice" in form.help.text
        await press(pilot, "b")
        assert pilot.app.screen is form


@pytest.mark.slow
async def test_a_table_is_kept_taken_up_and_forgotten(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        await press(pilot, "home", "enter", "1", "f", *"a/b", "enter")
        assert "is not a valid name for a table" in " ".join(text_of(pilot).split())
        await press(pilot, "backspace", "backspace", "enter")
        kept = Favourites(tmp_path / "tables")
        assert [(each.name, each.setup.board) for each in kept.entries] == [("a", "sla7")]
        await press(pilot, "home", "right")
        assert form.setup.board != "sla7"
        await press(pilot, "o", "1")
        assert form.setup.board == "sla7"
        await press(pilot, "escape", "up", "up")
        assert "PLAY NOW a sla7 a small village" in " ".join(text_of(pilot).split())
        await press(pilot, "n", "x", "1")
        assert Favourites(tmp_path / "tables").entries == ()


async def test_a_theme_is_seen_at_once(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        before = pilot.app.theme
        await press(pilot, "end", "up", "right")
        assert pilot.app.theme != before
        assert form.setup.theme == pilot.app.theme
        assert f"WOLFTUI_THEME={pilot.app.theme}" in " ".join(form.help.text.split())


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_clock_and_seed_are_chosen_and_hold_in_the_game_that_begins(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        form = await form_of(pilot)
        await press(pilot, "home", *["down"] * PARTS.index("seed"), "enter", *"12", "enter")
        await press(pilot, "down", "down", "right", "right", "right")
        assert (form.setup.seed, form.setup.clock) == (12, 60.0)
        assert "--seed 12 --clock 60" in " ".join(form.help.text.split())
        await press(pilot, "enter", "9", *"75", "enter")
        assert form.setup.clock == 75.0
        assert form.menu.region.bottom <= form.help.region.y < size[1] - 1
        await press(pilot, "b")
        table = pilot.app.screen
        assert isinstance(table, LiveTable)
        assert table.shown.seed == 12
        await until(pilot, lambda: table.front.waiting is not None)
        table.beat(0.0)
        assert "1:15 left" in text_of(pilot)


async def test_a_line_of_the_form_answers_the_mouse(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await form_of(pilot)
        await pilot.click("#form", offset=(4, PARTS.index("name")))
        await pilot.pause()
        assert isinstance(pilot.app.screen, InputDialog)


async def test_the_rules_beside_the_form_are_read_page_by_page(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(120, 24)) as pilot:
        form = await form_of(pilot)
        right, part = form.query_one("#right"), form.part
        assert right.max_scroll_y
        await press(pilot, "pagedown")
        assert right.scroll_offset.y
        await press(pilot, "pageup")
        assert not right.scroll_offset.y
        assert form.part == part


@pytest.mark.slow(only=("config1-A name is drawn for you",))
@pytest.mark.parametrize(
    ("config", "said"),
    [(Config(name="Ada"), "calls you Ada"), (Config(), "A name is drawn for you")],
)
async def test_an_empty_name_says_what_the_person_will_be_called(
    tmp_path: Path, config: Config, said: str
) -> None:
    async with lobby(tmp_path, config=config).run_test(size=(80, 24)) as pilot:
        form = await form_of(pilot)
        await press(pilot, "home", *["down"] * PARTS.index("name"), "enter", "enter")
        assert form.setup.name == ""
        assert said in " ".join(form.help.text.split())


async def test_the_packaged_model_is_offered_to_nobody(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(120, 36)) as pilot:
        await form_of(pilot)
        await press(pilot, "home", *["down"] * PARTS.index("others"), "enter")
        text = text_of(pilot)
        assert "bot:hard" in text
        assert "@smollm" not in text
