"""The library: newest first, Enter reviews, r resumes what did not end, and what cannot be read
says why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.core.players.sitters import broken_off
from tests.wolftui.measures.test_own_record import person_game
from tests.wolftui.screen.stage import SIZES, sit, text_of
from wolfcore.errors import ConfigError
from wolfcore.records import GameFolder
from wolfcore.records.library import LibraryIndex, ListedGame, RefreshCounts, list_trash
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens import library_screen
from wolftui.screen.screens.game_diff import GameDiffScreen
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.views.game_list import ColumnWidths
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line


def library(root: Path) -> WolfApp:
    return WolfApp(lambda app: LibraryScreen(root, app.glyphs), heartbeat=False)


async def test_no_game_is_said_to_be_none(tmp_path: Path) -> None:
    async with library(tmp_path / "none").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "No game is saved yet." in text_of(pilot)


async def test_a_finished_game_is_reviewed_and_left_again(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5)
    running.play_now()
    running.close()
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert running.id in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_a_game_that_did_not_end_is_resumed_and_shows_no_role_before(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    running.close()
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = text_of(pilot)
        assert "not begun" in words
        assert "Werewolf" not in words
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)
        assert pilot.app.screen.session.eyes == 4


async def test_a_game_that_cannot_be_read_says_why_and_breaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "20260101-odd-aaaaaa").mkdir(parents=True)
    (tmp_path / "20260101-odd-aaaaaa" / "game.jsonl").write_text("[b]no[/b]\n", encoding="utf-8")
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "cannot be read" in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (100, 30), (120, 36)])
async def test_how_a_game_ended_is_never_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    for board in ("sla7", "helmsman7+appointed", "duel6"):
        running = sit(tmp_path, board, 5)
        running.play_now()
        running.close()
    sit(tmp_path, "sla7", 6, "4=human").close()
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        lines = screen.menu.text.splitlines()
        assert len(lines) == 4
        assert all(
            re.search(r"((the (village|wolves) won|stopped), day \d+|not begun)$", line)
            for line in lines
        ), lines
        assert all(re.search(r" (sla7|duel6|helms\S*) ", line) for line in lines), lines


def a_game(root: Path, board: str = "sla7", seed: int = 5, others: str = "bot:easy") -> RunningGame:
    """A whole game that is saved below `root`."""
    running = sit(root, board, seed, others=others)
    running.play_now()
    running.close()
    return running


def shown(pilot: Pilot[int]) -> Sequence[str]:
    """The ids in the list, from top to bottom."""
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    return [game.id for game in screen.games]


@pytest.mark.parametrize("size", SIZES)
async def test_games_are_searched_by_what_was_said_and_esc_shows_all_again(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    talked, silent = a_game(tmp_path, seed=10), a_game(tmp_path, seed=6, others="random")
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        assert sorted(shown(pilot)) == sorted([talked.id, silent.id])
        await pilot.press("slash", *"suspect")
        await pilot.pause()
        assert shown(pilot) == [talked.id]
        words = text_of(pilot)
        assert "1 of 2" in words
        assert "suspect" in words.split("1 of 2")[1].casefold()
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert len(shown(pilot)) == 2


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_games_are_filtered_from_a_menu_and_by_words(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    a_game(tmp_path)
    unfinished = sit(tmp_path, "duel6", 5, "4=human")
    unfinished.close()
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("ampersand")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert shown(pilot) == [unfinished.id]
        assert "is:unfinished" in text_of(pilot)
        await pilot.press("escape", "slash", *"board:sla is:nonsense")
        await pilot.pause()
        assert "no such filter" in text_of(pilot)
        await pilot.press(*["backspace"] * len(" is:nonsense"))
        await pilot.pause()
        assert unfinished.id not in shown(pilot)
        await pilot.press(*" who:nobodyatall")
        await pilot.pause()
        assert "No game fits." in text_of(pilot)
        assert "Wanted: board:sla, who:nobodyatall" in text_of(pilot)
        assert "Esc clears this and shows all 2." in text_of(pilot)


async def test_games_are_sorted_both_ways_and_the_cursor_stays_on_its_game(tmp_path: Path) -> None:
    ids = [a_game(tmp_path, board).id for board in ("sla7", "duel6", "classic9")]
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert shown(pilot) == ids[::-1]
        await pilot.press("o")
        await pilot.pause()
        assert shown(pilot) == [ids[2], ids[1], ids[0]]
        await pilot.press("O")
        await pilot.pause()
        assert shown(pilot) == [ids[0], ids[1], ids[2]]
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        assert screen.chosen is not None
        assert screen.chosen.id == ids[2]
        assert "by board, backwards" in text_of(pilot)


@pytest.mark.slow
@pytest.mark.usefixtures("whole_steps")
@pytest.mark.parametrize("size", SIZES)
async def test_tags_are_given_shown_and_found(tmp_path: Path, size: tuple[int, int]) -> None:
    first, second = a_game(tmp_path), a_game(tmp_path, seed=6)
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("t")
        await pilot.pause()
        await pilot.press(*"close", "enter")
        await pilot.pause()
        assert "#close" in text_of(pilot)
        await pilot.press("slash", *"tag:close")
        await pilot.pause()
        assert shown(pilot) == [second.id]
        assert first.id not in shown(pilot)


async def test_a_game_goes_to_the_trash_and_comes_back(tmp_path: Path) -> None:
    only = a_game(tmp_path)
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("u")
        await pilot.pause()
        assert shown(pilot) == [only.id]
        await pilot.press("x")
        await pilot.pause()
        assert shown(pilot) == []
        assert [place.name for place in list_trash(tmp_path)] == [only.id]
        await pilot.press("u")
        await pilot.pause()
        assert shown(pilot) == [only.id]
        assert list_trash(tmp_path) == []


async def test_a_game_that_is_played_elsewhere_is_not_thrown_away(tmp_path: Path) -> None:
    only = a_game(tmp_path)
    assert only.path is not None
    with GameFolder.open(only.path):
        async with library(tmp_path).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("x")
            await pilot.pause()
            assert shown(pilot) == [only.id]


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_a_game_is_played_on_differently_with_a_person_in_a_seat(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    only = a_game(tmp_path)
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("f")
        await pilot.pause()
        assert "Day 1, the vote" in text_of(pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press("4")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, LiveTable)
        assert table.session.people == (4,)
        assert table.shown.game != only.id
        table.engine.stop()
        pilot.app.pop_screen()
        await pilot.pause()
        assert len(shown(pilot)) == 2


async def test_nothing_can_be_forked_that_a_person_could_still_play(tmp_path: Path) -> None:
    sit(tmp_path, "sla7", 5, "4=human").close()
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "Play on differently" not in text_of(pilot)


async def test_what_is_not_read_before_the_first_paint_is_read_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_screen, "_FIRST_BATCH", 1)
    monkeypatch.setattr(library_screen, "_BATCH", 1)
    ids = [a_game(tmp_path, seed=seed).id for seed in (5, 6, 7)]
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(200):
            if len(shown(pilot)) == 3:
                break
            await pilot.pause(0.02)
        assert sorted(shown(pilot)) == sorted(ids)
    again = LibraryScreen(tmp_path)
    assert again.index.refresh() == (0, 0, 0)
    assert again.index.reads == 0


@pytest.mark.slow
async def test_g_opens_the_chosen_game_with_its_roles_hidden(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 8)
    running.play_now()
    running.close()
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "f fork  g guess" in text_of(pilot)
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.session.roles_hidden


async def test_a_folder_that_cannot_be_read_on_is_said_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_screen, "_FIRST_BATCH", 1)
    refresh = LibraryIndex.refresh

    def gone(shelf: LibraryIndex, most: int | None = None) -> RefreshCounts:
        if most != 1:
            raise ConfigError("cannot be read (gone)", file=str(tmp_path))
        return refresh(shelf, most)

    monkeypatch.setattr(LibraryIndex, "refresh", gone)
    said: list[str] = []

    def say(_: LibraryScreen, words: str, **__: object) -> None:
        said.append(words)

    monkeypatch.setattr(LibraryScreen, "notify", say)
    for seed in (5, 6):
        a_game(tmp_path, seed=seed)
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        for _ in range(200):
            await pilot.pause(0.02)
            if said:
                break
        assert "cannot be read (gone)" in said[0]
        assert len(shown(pilot)) == 1
        assert "reading" not in text_of(pilot)


async def test_only_lines_in_sight_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = library_screen.game_row
    for seed in range(30):
        a_game(tmp_path, seed=seed, others="random")

    def counted(game: ListedGame, to: ColumnWidths, glyphs: Glyphs) -> Line:
        made.append(game.id)
        return real(game, to, glyphs)

    monkeypatch.setattr(library_screen, "game_row", counted)
    async with library(tmp_path).run_test(size=(80, 15)) as pilot:
        await pilot.pause()
        made.clear()
        await pilot.press("down")
        await pilot.pause()
        assert 0 < len(made) <= 15


@pytest.mark.slow
async def test_the_words_of_a_search_are_looked_for_in_the_review_and_the_first_place_is_shown(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, others="bot:normal")
    running.play_now()
    running.close()
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.press("slash", *"suspect", "enter", "enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await pilot.pause()
        assert table.search.active
        first = next(
            number
            for number, block in enumerate(table.session.all_blocks)
            if "suspect" in block.text.casefold()
        )
        assert len(table.session.blocks) == first + 1, "the first place is shown"
        assert "1 of" in text_of(pilot)
        assert not table.search.writing, "the keys of the table work at once"
        await pilot.press("n")
        await pilot.pause()
        assert len(table.session.blocks) > first + 1
        await pilot.press("escape")
        assert not table.search.active
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


@pytest.mark.slow
async def test_words_that_never_stand_together_are_looked_for_one_by_one_and_a_filter_is_no_word(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, others="bot:normal")
    running.play_now()
    running.close()
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.press("slash", *"is:finished i suspect", "enter", "enter")
        await pilot.pause()
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert "i suspect" in table.searchbar.query_one(Input).value
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.press("slash", *"suspect i", "enter", "enter")
        await pilot.pause()
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.searchbar.query_one(Input).value == "suspect"
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.press("slash", *"is:finished", "enter", "enter")
        await pilot.pause()
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert not table.search.active


async def test_a_game_that_was_left_in_its_first_night_says_so(tmp_path: Path) -> None:
    broken_off(tmp_path, 1).rename(tmp_path / "20261101-sla7-aaaaaa")
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "not finished, night 1" in text_of(pilot)


async def story_of(pilot: Pilot[int], words: str, tries: int = 1000) -> str:
    """The preview, once it has these words or the cursor has rested long enough."""
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    for _ in range(tries):
        if words in screen.preview.text:
            break
        await pilot.pause(0.02)
    return screen.preview.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_the_story_of_a_game_that_is_over_is_told_beside_the_list(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    over, left = person_game(tmp_path, 3), person_game(tmp_path, 4, finish=False)
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        screen.reload(over.name)
        text = await story_of(pilot, "day 1 ", 1000 if size[0] > 80 else 30)
        assert ("night 1" in text and "exiled" in text) == (size[0] > 80)
        assert "protected" not in text, "only what everybody knew"
        screen.reload(left.name)
        assert "night 1  " not in await story_of(pilot, "night 1  ", 30)


async def test_a_story_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 3)
    journal = folder / "answers.jsonl"
    journal.write_text("{}\n", encoding="utf-8")
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        # The path of the file is wrapped, wherever it is long.
        told = await story_of(pilot, "was changed")
        assert "answers.jsonl" in "".join(told.split())


async def test_two_games_of_one_deal_open_beside_each_other(tmp_path: Path) -> None:
    first, second = person_game(tmp_path, 3), person_game(tmp_path, 3)
    other = person_game(tmp_path, 4)
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        offered = {game.id for game in screen.games if screen.has_forks(game)}
        assert offered == {first.name, second.name}
        assert other.name not in offered
        screen.reload(first.name)
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameDiffScreen)
        assert "another of this deal" in pilot.app.screen.text
