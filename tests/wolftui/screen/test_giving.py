"""`e`: a game becomes a file, from its result, a review and the library; what may not be known yet
is in none."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import BinaryIO, get_args
from zipfile import ZipFile

import pytest
from textual.pilot import Pilot

from tests.wolftui.export.calls.model_games import model_game
from tests.wolftui.screen.stage import SIZES, app_for, sit, table_of, text_of, until, until_asked
from wolfcore.records import CALLS_FILE, read_game
from wolftui.cli.game_commands import EXPORT_FORMS
from wolftui.export.calls.call_formats import CALL_SUFFIXES, write_calls
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import CallFormat
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.export_dialog import FORMAT_CHOICES, ExportDialog
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.widgets.menu import Item
from wolftui.settings.actions import ACTIONS, Situation, available_actions
from wolftui.settings.themes import load_themes
from wolftui.words.spans import MODERATOR_EYES


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


async def ended(root: Path) -> RunningGame:
    """A game of machines, played to its end."""
    running = sit(root)
    async with app_for(running).run_test() as pilot:
        await until(pilot, lambda: table_of(pilot).session.over)
    return running


def files_in(folder: Path) -> set[Path]:
    """The whole files in a folder."""
    return {file for file in folder.iterdir() if not file.name.startswith(".")}


async def written(pilot: Pilot[int], folder: Path, key: str) -> Path:
    """Ask for a form by its key; returns the file that is written."""
    before = files_in(folder)
    await pilot.press("e")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ExportDialog)
    await pilot.press(key)
    for _ in range(600):
        await pilot.pause(0.05)
        if new := files_in(folder) - before:
            return new.pop()
    raise AssertionError(f"nothing was written; the screen says:\n{text_of(pilot)}")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_review_gives_away_what_its_eyes_see(
    tmp_path: Path, here: Path, size: tuple[int, int]
) -> None:
    path = (await ended(tmp_path / "games")).path
    assert path is not None
    app = WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        file = await written(pilot, here, "t")
        assert file.name == f"{path.name}.txt"
        assert " is ▲ Werewolf." in file.read_text(encoding="utf-8")
        table_of(pilot).session.set_eyes(0)
        second = await written(pilot, here, "m")
        assert "◈" not in second.read_text(encoding="utf-8")
        third = await written(pilot, here, "t")
        assert third.name == f"{path.name}-2.txt"
        assert "◈" not in third.read_text(encoding="utf-8")


@pytest.mark.slow
async def test_the_library_gives_away_the_chosen_game(tmp_path: Path, here: Path) -> None:
    await ended(tmp_path / "games")
    app = WolfApp(lambda app: LibraryScreen(tmp_path / "games", app.glyphs), heartbeat=False)
    async with app.run_test() as pilot:
        await pilot.pause()
        file = await written(pilot, here, "h")
        assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.slow
async def test_the_result_gives_the_whole_game_away(tmp_path: Path, here: Path) -> None:
    async with app_for(sit(tmp_path / "games")).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: table_of(pilot).session.over)
        pilot.app.push_screen(ResultScreen(table_of(pilot).shown, table_of(pilot).glyphs))
        await pilot.pause()
        file = await written(pilot, here, "c")
    assert ",Protected,4," in file.read_text(encoding="utf-8")


async def test_a_running_game_gives_nothing_away(tmp_path: Path, here: Path) -> None:
    running = sit(tmp_path / "games", "sla7", 5, "4=human")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        table_of(pilot).transcript.focus()
        await pilot.press("e")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, ExportDialog)
    assert files_in(here) == set()
    assert "export" not in {
        action.id for action in available_actions(Situation("table", live=True, person=True))
    }


def test_every_form_has_a_key_of_its_own() -> None:
    assert len({form.key for form in FORMAT_CHOICES} - {"f"}) == len(FORMAT_CHOICES)
    # Keys that move the cursor of a menu would choose nothing.
    for key in ("j", "k"):
        with pytest.raises(ValueError, match="moves the cursor"):
            Item((), key)
    for form in FORMAT_CHOICES:
        assert Item((), form.key).key == form.key
    assert {form.name for form in FORMAT_CHOICES} == {*EXPORT_FORMS}
    assert {form.name for form in FORMAT_CHOICES if form.calls} == {*get_args(CallFormat)}
    assert any(action.id == "export" for action in ACTIONS)


def review_of(path: Path) -> WolfApp:
    return WolfApp(
        lambda app: app.make_review_table(read_game(path, strict=False)), heartbeat=False
    )


@pytest.mark.parametrize(("key", "form"), [("o", "otel"), ("i", "inspect"), ("l", "jsonl")])
async def test_a_game_of_models_gives_its_calls_away(
    tmp_path: Path, here: Path, key: str, form: CallFormat
) -> None:
    path = (await model_game(tmp_path)).path
    async with review_of(path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        file = await written(pilot, here, key)
    assert file.name == f"{path.name}.{CALL_SUFFIXES[form]}"
    write_calls(tmp_path / "same", [GameCalls(read_game(path))], form)
    assert file.read_bytes() == (tmp_path / "same").read_bytes()


async def test_every_form_of_calls_is_read_on_a_small_screen(tmp_path: Path, here: Path) -> None:
    path = (await model_game(tmp_path)).path
    async with review_of(path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        shown = text_of(pilot)
        for form in FORMAT_CHOICES:
            assert form.words in shown
        assert "another folder" in shown


async def test_calls_are_not_offered_to_other_eyes_nor_where_none_was_recorded(
    tmp_path: Path, here: Path
) -> None:
    path = (await model_game(tmp_path)).path
    async with review_of(path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for eyes in (0, 3):
            table_of(pilot).session.set_eyes(eyes)
            await pilot.press("e")
            await pilot.pause()
            assert "Inspect" not in text_of(pilot)
            await pilot.press("i")
            await pilot.pause()
            assert isinstance(pilot.app.screen, ExportDialog)
            await pilot.press("escape")
            await pilot.pause()
        table_of(pilot).session.set_eyes(MODERATOR_EYES)
        (path / CALLS_FILE).write_bytes(b'{"ask":"n1.kill.1","seat":1}\n')
        await pilot.press("e")
        await pilot.pause()
        assert "Inspect" not in text_of(pilot)
    assert files_in(here) == set()


@pytest.mark.parametrize("damage", ["lines", "a folder"])
async def test_damaged_calls_are_told_and_keep_no_other_form_from_being_written(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    path = (await model_game(tmp_path)).path
    calls = path / CALLS_FILE
    if damage == "lines":
        calls.write_bytes(calls.read_bytes() + b"{\n")
    else:
        calls.unlink()
        calls.mkdir()
    app, said = review_of(path), list[str]()

    def notify(words: str, **_: object) -> None:
        said.append(words)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(app, "notify", notify)
        if damage == "lines":
            await written(pilot, here, "l")
        else:
            await pilot.press("e", "l")
        for _ in range(100):
            if any(CALLS_FILE in words for words in said):
                break
            await pilot.pause(0.01)
        assert any(CALLS_FILE in words for words in said), said
        assert (await written(pilot, here, "t")).suffix == ".txt"


async def test_a_visitor_gets_calls_as_a_download(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = (await model_game(tmp_path)).path
    app = review_of(path)
    given: list[tuple[str, bytes]] = []

    def deliver(file: BinaryIO, *, save_filename: str) -> None:
        given.append((save_filename, file.read()))

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(WolfApp, "is_web", True)
        monkeypatch.setattr(app, "deliver_binary", deliver)
        await pilot.press("e", "i")
        await until(pilot, lambda: bool(given))
    ((name, content),) = given
    assert name == f"{path.name}.eval"
    assert "header.json" in ZipFile(BytesIO(content)).namelist()
    assert files_in(here) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "form", "begins"), [("s", "svg", "<svg"), ("a", "cast", '{"version": 2')]
)
async def test_a_picture_and_a_recording_are_painted_with_the_eyes_that_look(
    tmp_path: Path, here: Path, key: str, form: str, begins: str
) -> None:
    path = (await ended(tmp_path / "games")).path
    assert path is not None
    app = WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table_of(pilot).session.set_eyes(0)
        app.theme = "parchment"
        file = await written(pilot, here, key)
        assert file.name == f"{path.name}.{form}"
        text = file.read_text(encoding="utf-8")
        assert text.startswith(begins)
        assert "public" in text
        assert "moderator" not in text
        light = load_themes(tmp_path)[0]["parchment"].colours["background"].removeprefix("#")
        red, green, blue = (int(light[at : at + 2], 16) for at in (0, 2, 4))
        assert f"#{light}" in text or f"48;2;{red};{green};{blue}" in text


@pytest.mark.slow
async def test_what_cannot_be_painted_is_said_in_a_line(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = (await ended(tmp_path / "games")).path
    assert path is not None
    app = WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)
    said: list[str] = []

    def notify(words: str, **_: object) -> None:
        said.append(words)

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(app, "notify", notify)
        await pilot.press("e")
        await pilot.pause()
        (path / "game.jsonl").rename(path / "gone")
        await pilot.press("s")
        for _ in range(600):
            if len(said) > 1:
                break
            await pilot.pause(0.05)
    assert said[0] == "The file is being made."
    assert said[1].startswith("the picture failed (")
    assert "\n" not in said[1]
    assert files_in(here) == set()


@pytest.mark.slow
async def test_a_game_that_is_not_saved_is_given_in_words_alone(here: Path) -> None:
    running = start_game(PlayOptions(board="sla7", default_player="random", seed=5, save=False))
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).session.over)
        pilot.app.push_screen(ResultScreen(table_of(pilot).shown, table_of(pilot).glyphs))
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ExportDialog)
        assert "asciinema" not in text_of(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ExportDialog)


@pytest.mark.slow
async def test_another_folder_is_chosen_and_stays(tmp_path: Path, here: Path) -> None:
    await ended(tmp_path / "games")
    there = tmp_path / "there"
    there.mkdir()
    app = WolfApp(lambda app: LibraryScreen(tmp_path / "games", app.glyphs), heartbeat=False)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("e", "f")
        await pilot.pause()
        await pilot.press("ctrl+u", *"/nowhere/at all", "enter")
        assert "There is no folder `/nowhere/at all`" in text_of(pilot)
        await pilot.press("ctrl+u", *str(there), "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ExportDialog)
        assert str(there) in "".join(text_of(pilot).split("\n"))
        await pilot.press("escape")
        await pilot.pause()
        assert (await written(pilot, there, "t")).suffix == ".txt"
    assert files_in(here) == set()


@pytest.fixture
def homeward(here: Path, home: Path) -> Path:
    """The person's own folder, where the working folder is taken away."""
    home.mkdir(exist_ok=True)
    here.rmdir()
    return home


@pytest.mark.slow
async def test_a_working_folder_that_was_taken_away_keeps_nobody_from_giving(
    tmp_path: Path, homeward: Path
) -> None:
    path = (await ended(tmp_path / "games")).path
    assert path is not None
    app = WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert (await written(pilot, homeward, "t")).name == f"{path.name}.txt"
