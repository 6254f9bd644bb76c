"""The settings on the screen: changed by keys, holding at once, written into the person's file, and
nothing else with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.core.models.serving import Endpoint, chat
from tests.wolftui.screen.stage import SIZES, text_of, until
from wolfcore.models import SERVERS
from wolftui.games.favourites import Favourites
from wolftui.games.setup_choices import PARTS
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.input_dialog import InputDialog
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.screen.screens.new_game_screen import NewGameScreen
from wolftui.screen.screens.settings_screen import SettingsScreen
from wolftui.settings.actions import ACTIONS, is_remappable
from wolftui.settings.config import load_config
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.found_servers import FoundServer, NewModel
from wolftui.settings.paths import config_file, games_folder
from wolftui.settings.visitor_terms import VisitorTerms
from wolftui.views.setting_rows import ROWS, Row
from wolftui.words.glyphs import ASCII

ALL_SIZES = (*SIZES, (60, 15))
OLLAMA = SERVERS["ollama"].base_url
LLAMA, QWEN = (NewModel(name, name, "ollama", "Ollama", OLLAMA) for name in ("llama3.2", "qwen3"))


def lobby(folder: Path, *found: NewModel) -> WolfApp:
    loaded = load_config()
    here = [FoundServer("Ollama answers here.", found)]
    return WolfApp(
        lambda app: LobbyScreen(
            games_folder(),
            app.glyphs,
            favourites=Favourites(folder / "tables"),
            look=lambda _: here,
        ),
        loaded.config,
        models=ModelSettings(loaded.models),
        heartbeat=False,
    )


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def settings_of(pilot: Pilot[int], row: Row) -> SettingsScreen:
    """Open the settings by their key, and go to a line."""
    await pilot.pause()
    await press(pilot, "s")
    screen = pilot.app.screen
    assert isinstance(screen, SettingsScreen)
    await press(pilot, "home", *["down"] * ROWS.index(row))
    assert screen.row == row
    return screen


def held() -> str:
    return config_file().read_text(encoding="utf-8")


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_theme_is_seen_and_written_at_once_and_the_comments_stay(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text(
        '# Mine.\ntheme = "parchment"  # light\n\n[keys]\nplay_pause = "p"\n', encoding="utf-8"
    )
    async with lobby(tmp_path).run_test(size=size) as pilot:
        screen = await settings_of(pilot, "theme")
        await press(pilot, "right")
        assert pilot.app.theme != "parchment"
        assert (
            held() == f'# Mine.\ntheme = "{pilot.app.theme}"  # light\n\n[keys]\nplay_pause = "p"\n'
        )
        assert screen.menu.region.bottom <= size[1] - 1
        assert "Set in your file" in screen.help.text
        await press(pilot, "d")
        assert pilot.app.theme == "moonlight"
        assert held() == '# Mine.\n\n[keys]\nplay_pause = "p"\n'
        assert "the default" in screen.help.text


@pytest.mark.slow
async def test_what_is_chosen_holds_for_the_next_game(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settings_of(pilot, "name")
        await press(pilot, "enter", *"Ada", "enter")
        await press(pilot, "down", "enter", "2", "down", "right")
        await press(pilot, "down", "right", "down", "right", "right")
        await press(pilot, "escape", "home")
        words = " ".join(text_of(pilot).split())
        assert "You sit in seat 4 as Ada." in words
        assert "The others: house bot, hard." in words
    config = load_config().config
    assert (config.name, config.board, config.others, config.speed, config.clock) == (
        "Ada",
        "sla7",
        "bot:hard",
        2.0,
        60.0,
    )


@pytest.mark.slow
async def test_signs_and_motion_change_at_once(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await settings_of(pilot, "ascii")
        await press(pilot, "enter")
        assert screen.glyphs is ASCII
        assert ASCII.night in screen.heading.text
        await press(pilot, "up", "up", "right")
        assert pilot.app.animation_level == "none"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.glyphs is ASCII
    assert (load_config().config.ascii, load_config().config.motion) == (True, False)


@pytest.mark.slow
async def test_a_wrong_word_is_said_where_it_is_written(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settings_of(pilot, "clock")
        await press(pilot, "enter", "8", *"9000", "enter")
        assert isinstance(pilot.app.screen, InputDialog)
        assert "is not a valid value" in text_of(pilot)
        await press(pilot, "escape")
        assert not config_file().exists()


async def test_a_file_that_became_wrong_is_one_line_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await settings_of(pilot, "ascii")
        said: list[str] = []

        def notify(words: str, **_: object) -> None:
            said.append(words)

        monkeypatch.setattr(screen, "notify", notify)
        config_file().parent.mkdir(parents=True)
        config_file().write_text("colour = 1\n", encoding="utf-8")
        await press(pilot, "enter")
        assert [
            words.startswith(f"{config_file()}: colour: is not a setting.") for words in said
        ] == [True]
        assert held() == "colour = 1\n"


@pytest.mark.slow
async def test_a_setting_that_the_environment_holds_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WOLFTUI_SPEED", "8")
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        screen = await settings_of(pilot, "speed")
        assert "The environment variable WOLFTUI_SPEED overrides the file" in " ".join(
            screen.help.text.split()
        )
        await press(pilot, "right")
        assert screen.loaded.config.speed == 8
        assert not config_file().exists()


async def test_a_model_that_is_found_is_added_by_one_key_and_offered_to_every_seat(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, LLAMA).run_test(size=(120, 36)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        for _ in range(500):
            if screen.new_models:
                break
            await pilot.pause(0.01)
        assert "a lets them sit down" in " ".join(text_of(pilot).split())
        await press(pilot, "a")
        assert load_config().models["llama3.2"].server == "ollama"
        assert "lets them sit down" not in screen.details.text
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, NewGameScreen)
        await press(pilot, "home", *["down"] * PARTS.index("others"), "enter")
        assert "vanilla@llama3.2" in text_of(pilot)


@pytest.mark.slow
async def test_where_several_are_found_one_chooses(tmp_path: Path) -> None:
    async with lobby(tmp_path, LLAMA, QWEN).run_test(size=(80, 24)) as pilot:
        for _ in range(500):
            assert isinstance(pilot.app.screen, LobbyScreen)
            if pilot.app.screen.new_models:
                break
            await pilot.pause(0.01)
        screen = await settings_of(pilot, "models")
        await press(pilot, "enter", "2")
        assert [new.name for new in screen.new_models] == ["llama3.2"]
        assert "smollm, qwen3" in screen.menu.text
    assert load_config().configured_models == ("qwen3",)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_an_own_key_holds_on_every_open_screen_until_it_is_reset(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        screen = await settings_of(pilot, "keys")
        number = [action.id for action in ACTIONS if is_remappable(action)].index("theme")
        await press(pilot, "enter", *["down"] * number, "enter", *"f1", "enter")
        assert "`F1` is also the key of `help` in the same place" in " ".join(
            text_of(pilot).split()
        )
        assert not config_file().exists()
        await press(pilot, "backspace", "8", "enter", "escape")
        assert held() == '[keys]\ntheme = "f8"\n'
        assert "theme: f8" in screen.help.text
        await press(pilot, "f1")
        assert "F8" in text_of(pilot)
        await press(pilot, "escape", "escape")
        before = pilot.app.theme
        await press(pilot, "T")
        assert pilot.app.theme == before
        await press(pilot, "f8")
        assert pilot.app.theme != before
        await settings_of(pilot, "keys")
        await press(pilot, "d", "escape")
        assert load_config().config.keys == {}
        before = pilot.app.theme
        await press(pilot, "f8")
        assert pilot.app.theme == before
        await press(pilot, "T")
        assert pilot.app.theme != before


@pytest.mark.slow
async def test_a_model_is_added_tried_changed_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MINE_KEY", raising=False)
    server = Endpoint(chat('{"reasoning": "quiet", "choice": "2 Boris"}'))
    said: list[str] = []

    def notify(words: str, **_: object) -> None:
        said.append(words)

    try:
        app = lobby(tmp_path)
        monkeypatch.setattr(app, "notify", notify)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await settings_of(pilot, "models")
            await press(pilot, "enter", "2", "1", *"nowhere", "enter")
            assert isinstance(app.screen, InputDialog)
            await press(pilot, "ctrl+u", *server.url, "enter", *"Org/Tiny-1", "enter")
            await press(pilot, *"sk-1", "enter")
            assert "not the name of a variable" in text_of(pilot)
            await press(pilot, "ctrl+u", *"MINE_KEY", "enter", "enter")
            assert said.pop() == "The key is read from MINE_KEY, which is not set."
            spec = load_config().models["tiny-1"]
            assert (spec.base_url, spec.model, spec.api_key_env) == (
                server.url,
                "Org/Tiny-1",
                "MINE_KEY",
            )
            await press(pilot, "1")
            await until(pilot, lambda: len(said) > 1)
            assert said[1].startswith("The model tiny-1 does not work: ")
            assert "has no MINE_KEY" in said[1]
            await press(pilot, "enter", "2", "4", *["backspace"] * 8, "enter", "enter", "2", "1")
            await until(pilot, lambda: len(said) > 3)
            assert said[3].startswith("The model tiny-1 works: answered in ")
            assert [request.headers.get("authorization") for request in server.requests] == [None]
            assert "tiny-1" in app.models.specs
            await press(pilot, "enter", "2", "5")
            assert screen.loaded.configured_models == ()
            assert "tiny-1" not in held()
    finally:
        server.close()


async def test_a_visitor_of_a_host_changes_no_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with lobby(tmp_path, LLAMA).run_test(size=(80, 24)) as pilot:
        await settings_of(pilot, "models")
        terms = VisitorTerms(folders=(), models=load_config().models)
        for name, text in terms.as_environment().items():
            monkeypatch.setenv(name, text)
        await press(pilot, "enter")
        assert "smollm2 on a server" in text_of(pilot)
        assert "add a model" not in text_of(pilot)
