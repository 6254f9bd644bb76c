"""On the screen: a seat whose player is gone is taken over or the game is left; a spent budget;
what a game may take."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.gone import Broken, sit_with
from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    app_for,
    live_of,
    sit,
    table_of,
    text_of,
    to_result,
    until,
    until_asked,
)
from wolfcore.models import ModelSpec
from wolfcore.records import read_game
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import ChoiceDialog
from wolftui.screen.screens.inspector import InspectorScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.spans import MODERATOR_EYES


def waits(pilot: Pilot[int]) -> bool:
    return isinstance(pilot.app.screen, ChoiceDialog)


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("size", SIZES)
async def test_a_house_bot_takes_over_and_escape_decides_nothing(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit_with(tmp_path, "4=random")
    async with app_for(running).run_test(size=size) as pilot:
        await until(pilot, lambda: waits(pilot))
        words = text_of(pilot)
        for line in (
            "seat 4: the line is dead",
            "Try again with the same player (random)",
            "vanilla@keyless takes over",
            "Leave the game",
        ):
            assert line in words
        await pilot.press("escape")
        assert waits(pilot)
        await pilot.press("2")
        await until(
            pilot,
            lambda: (
                live_of(pilot).session.state.day == 1
                and live_of(pilot).session.state.phase != "night"
            ),
        )
        assert live_of(pilot).shown.player(4) == "bot:normal"
    assert running.folder is not None
    assert running.folder.players[4] == "bot:normal"


@pytest.mark.usefixtures("broken")
async def test_while_the_game_waits_the_line_of_keys_shows_only_what_works_then(
    tmp_path: Path,
) -> None:
    async with app_for(sit_with(tmp_path, "4=random")).run_test(size=(120, 36)) as pilot:
        keys = table_of(pilot).keys
        await pilot.press("v")
        assert keys.text.split("  ") == [" ↑ ↓ choose", "Enter confirm", "Esc back", "Ctrl-Q quit"]
        await pilot.press("escape")
        assert "i calls" in keys.text
        await until(pilot, lambda: waits(pilot))
        live_of(pilot).paint()
        assert keys.text.split("  ") == [" ↑ ↓ choose", "Enter confirm", "Ctrl-Q quit"]
        await pilot.press("2")
        await until(pilot, lambda: not waits(pilot))
        assert "i calls" in keys.text


@pytest.mark.usefixtures("broken")
async def test_the_same_player_goes_on_when_it_is_there_again_and_who_cannot_sit_down_is_refused_in_words(
    tmp_path: Path,
) -> None:
    running = sit_with(tmp_path, "4=random")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: waits(pilot))
        await pilot.press("3")
        await until(pilot, lambda: waits(pilot) and "NO_SUCH_KEY_IN_ANY_TEST" in text_of(pilot))
        await pilot.press("1")
        await until(pilot, lambda: waits(pilot) and "NO_SUCH_KEY_IN_ANY_TEST" not in text_of(pilot))
        Broken.mended = True
        await pilot.press("1")
        await until(
            pilot,
            lambda: (
                live_of(pilot).session.state.day == 1
                and live_of(pilot).session.state.phase != "night"
            ),
        )
    assert running.folder is not None
    assert running.folder.about is not None
    assert running.folder.about.changes == ()


@pytest.mark.usefixtures("broken")
async def test_leaving_keeps_everything_and_ends_the_program(tmp_path: Path) -> None:
    running = sit_with(tmp_path, "4=random")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: waits(pilot))
        assert "it can be resumed later" in " ".join(text_of(pilot).split())
        await pilot.press("5")
        await pilot.pause()
    assert pilot.app.return_value == 0
    saved = read_game(tmp_path / running.id)
    assert saved.result is None
    assert not any(ask.endswith(".4") for ask in saved.journal)


@pytest.mark.slow(only=("size1",))
@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("size", SIZES)
async def test_the_person_here_takes_over_with_a_prompt_and_the_eyes_of_the_seat(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit_with(tmp_path, "4=random")
    async with app_for(running).run_test(size=size) as pilot:
        await until(pilot, lambda: waits(pilot))
        table = live_of(pilot)
        assert table.session.eyes == MODERATOR_EYES
        assert not table.prompt.is_mounted
        await pilot.press("4")
        await until_asked(pilot, "check")
        assert table.session.eyes == 4
        assert table.prompt.has_focus_within
        assert "Werewolf." not in table.transcript.text
        assert "you are 4 · ◉ Seer" in table.heading.text
        assert table.situation.person
        for key in ("v", "i"):
            await pilot.press(key)
            assert pilot.app.screen is table
        await answer(pilot)
        await until_asked(pilot, "speak")
        assert "checks" not in table.transcript.text
    assert running.folder is not None
    assert running.folder.players[4] == "human:looked"


@pytest.mark.slow
@pytest.mark.usefixtures("broken")
async def test_an_inspector_that_lay_open_is_gone_when_the_person_takes_over(
    tmp_path: Path,
) -> None:
    running = sit_with(tmp_path, "4=random", deal="4=Villager")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: live_of(pilot).session.state.day == 1, seconds=0.5)
        await pilot.press("i")
        assert isinstance(pilot.app.screen, InspectorScreen)
        await until(pilot, lambda: waits(pilot))
        await pilot.press("4")
        await until(pilot, lambda: pilot.app.screen is table_of(pilot))
        assert not any(isinstance(screen, InspectorScreen) for screen in pilot.app.screen_stack)


@pytest.mark.slow
@pytest.mark.usefixtures("broken")
async def test_at_night_a_person_learns_neither_which_seat_it_is_nor_who_played_it(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    for seat in (2, 3):
        running = sit_with(tmp_path, "4=human", f"{seat}=random", deal=f"4=Villager,{seat}=Seer")
        async with app_for(running).run_test(size=(120, 36)) as pilot:
            await until(pilot, lambda: waits(pilot))
            told.append(
                "\n".join(getattr(widget, "text", "") for widget in pilot.app.screen.query("*"))
            )
    assert told[0] == told[1]
    assert "One of the players gives no answer." in told[0]
    assert "random" not in told[0]
    assert "You take over" not in told[0]


@pytest.mark.usefixtures("spent")
@pytest.mark.parametrize(
    ("keys", "save"), [(("1",), True), (("2", "ctrl+q", "2"), True), (("1",), False)]
)
async def test_a_spent_budget_is_said_with_the_command_to_go_on(
    tmp_path: Path, keys: tuple[str, ...], save: bool
) -> None:
    running = sit_with(tmp_path if save else None, "4=random")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: waits(pilot))
        live_of(pilot).beat(0.0)
        await pilot.pause()
        words = " ".join(text_of(pilot).split())
        assert "The budget of 1 is spent (1.001 in 12 calls)." in words
        assert "thinking" not in words
        assert (f"Goonwithitlater:wolftuiresume{running.path}" in words.replace(" ", "")) == save
        assert ("The game is not saved." in words) != save
        await pilot.press(*keys)
        await pilot.pause()
    assert pilot.app.return_value == 1
    if save:
        assert read_game(tmp_path / running.id).log.count(b"\n") == len(running.game.log) + 1


@pytest.mark.parametrize(("key", "begins"), [("1", True), ("3", False), ("escape", False)])
async def test_what_a_game_may_take_is_read_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, begins: bool
) -> None:
    running = sit_with(tmp_path)
    words = "About 40 calls of llama, 120 000 tokens and 0.10 in all."

    def estimate(running: RunningGame) -> str:
        del running
        return words

    monkeypatch.setattr(RunningGame, "estimate", estimate)
    app = WolfApp(lambda app: app.make_play_table(running), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert words in " ".join(text_of(pilot).split())
        live_of(pilot).beat(1000)
        await pilot.pause()
        assert live_of(pilot).session.all_blocks == []
        await pilot.press(key)
        await pilot.pause()
        if begins:
            await until(pilot, lambda: live_of(pilot).session.state.day == 1)
            assert isinstance(pilot.app.screen, LiveTable)
    assert (pilot.app.return_value == 0) != begins
    assert bool(read_game(tmp_path / running.id).journal) == begins


async def test_what_another_game_may_take_is_read_before_that_one_begins_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def estimate(running: RunningGame, games: int = 1) -> str:
        return f"About 40 calls for {games} game with the seed {running.spec.seed}."

    first = sit(tmp_path)
    first.play_now()
    app = WolfApp(
        lambda app: app.make_play_table(first),
        heartbeat=False,
        series=GameQueue(Arrangement(PlayOptions(games_root=tmp_path)), seed=6),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await to_result(pilot)
        monkeypatch.setattr(RunningGame, "estimate", estimate)
        await pilot.press("a")
        await until(pilot, lambda: waits(pilot), seconds=0.0)
        assert "About 40 calls for 1 game with the seed 6." in " ".join(text_of(pilot).split())
        assert live_of(pilot).session.all_blocks == []


@pytest.mark.slow
async def test_all_seats_of_a_model_that_failed_have_one_dialog(tmp_path: Path) -> None:
    models = ModelSettings(
        specs={"m": ModelSpec(model="x", base_url="http://127.0.0.1:1/v1", tries=1)}
    )
    running = start_game(
        PlayOptions(seats=("*=vanilla@m",), seed=7, games_root=tmp_path, models=models)
    )
    dialogs = 0
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        while not running.game.over:
            await until(pilot, lambda: waits(pilot) or running.game.over)
            if waits(pilot):
                dialogs += 1
                words = " ".join(text_of(pilot).split())
                assert "cannot be reached" in words
                assert "holds for every seat" in words
                await pilot.press("2")
                await pilot.pause()
    assert dialogs == 1
    assert set(running.players) == {"bot:normal"}
