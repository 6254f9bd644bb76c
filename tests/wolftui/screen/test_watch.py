"""Watching and reviewing: time goes both ways, eyes change only where they may, and the result
comes by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from tests.wolftui.screen.stage import (
    LONG,
    SIZES,
    app_for,
    live_of,
    sit,
    table_of,
    text_of,
    to_result,
    until,
)
from tests.wolftui.words.telling import open_gate
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.records import LogFollower, SavedGame, SeatSpec, read_game
from wolftui.games.game_starts import fork_saved
from wolftui.games.running_game import RunningGame
from wolftui.games.sources import followed_game, review_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import TextDialog
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.settings.themes import SHIPPED_THEMES
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES


def saved_game(root: Path, board: str = "helmsman7", seed: int = 3, *seats: str) -> SavedGame:
    """A finished game of random players."""
    running = sit(root, board, seed, *seats)
    running.play_now()
    running.close()
    return read_game(root / running.id)


def reviewing(saved: SavedGame) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_watched_game_runs_to_its_end_and_enter_shows_the_result(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5)).run_test(size=size) as pilot:
        assert "eyes: moderator" in live_of(pilot).heading.text
        await to_result(pilot)
        assert "how it went" in text_of(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_bots_wait_for_the_reader_and_a_pause_holds_the_table(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5)).run_test(size=size) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: len(table.session.blocks) > 3, seconds=1.0)
        await pilot.press("space")
        told = len(table.session.known_facts)
        for _ in range(5):
            table.beat(LONG)
            await pilot.pause()
        assert len(table.session.known_facts) == told
        assert "paused" in table.heading.text
        await pilot.press("space")
        await until(pilot, lambda: len(table.session.known_facts) > told)


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_stepping_back_in_a_live_game_looks_back_and_end_returns(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5)).run_test(size=size) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: table.session.state.day == 2)
        shown = len(table.transcript.blocks)
        await pilot.press("comma", "comma")
        assert len(table.transcript.blocks) == shown - 2
        assert "looking back" in table.heading.text
        await pilot.press("end")
        assert len(table.transcript.blocks) >= shown
        assert "looking back" not in table.heading.text


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_review_steps_jumps_and_plays(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        table = table_of(pilot)
        await pilot.press("right_square_bracket")
        assert table.transcript.text.rstrip().endswith("─")
        assert "Night 1" in table.heading.text
        await pilot.press("right_curly_bracket")
        assert "Day 1" in table.heading.text
        await pilot.press("left_square_bracket")
        assert "Night 1" in table.heading.text
        await pilot.press("right_curly_bracket", "right_curly_bracket")
        assert "Day 2" in table.heading.text
        await pilot.press("left_curly_bracket")
        assert "Day 1" in table.heading.text
        await pilot.press("full_stop", "full_stop", "comma")
        assert (
            f"step {len(table.session.blocks)} of {len(table.session.all_blocks)}"
            in table.timeline.text
        )
        await pilot.press("home")
        assert table.transcript.blocks == []
        await pilot.press("plus", "space")
        assert "▶ 2x" in table.heading.text
        table.beat(3.0)
        assert table.transcript.blocks
        await pilot.press("end")
        assert "The end" in table.heading.text
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_eyes_are_chosen_from_a_menu_and_show_what_they_may_know(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = saved_game(tmp_path)
    game = Game(saved.spec)
    villager = next(seat for seat in range(1, 8) if game.view(seat).role == "Villager")
    async with reviewing(saved).run_test(size=size) as pilot:
        await pilot.press("end", "v", "p")
        table = table_of(pilot)
        assert table.session.eyes == PUBLIC_EYES
        assert "◈" not in table.transcript.text
        await pilot.press("v", str(villager))
        assert table.session.eyes == villager
        assert "You are" in table.transcript.text
        await pilot.press("v", "m")
        assert table.session.eyes == MODERATOR_EYES
        assert "The pack attacks" in table.transcript.text


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_the_timeline_goes_there(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        table = table_of(pilot)
        first = table.timeline.text.index("☾1")
        await pilot.click("#timeline", offset=(first + 2, 0))
        await pilot.pause()
        assert "Night 1" in table.heading.text


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_a_search_counts_marks_and_goes_to_what_is_still_to_come(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        table = table_of(pilot)
        await pilot.press("slash", *"exile")
        await pilot.pause()
        found = sum("exile" in block.text.casefold() for block in table.session.all_blocks)
        assert f"{found} found" in text_of(pilot)
        await pilot.press("enter", "n")
        await pilot.pause()
        assert "exile" in table.transcript.blocks[table.transcript.matches[0]].text.casefold()
        at = next(
            number for number in range(1, found + 1) if f"{number} of {found}" in text_of(pilot)
        )
        await pilot.press("n")
        await pilot.pause()
        assert f"{at % found + 1} of {found}" in text_of(pilot)
        await pilot.press("N")
        await pilot.pause()
        assert f"{at} of {found}" in text_of(pilot)
        await pilot.press("escape")
        assert table.transcript.matches == ()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_last_speech_is_copied_and_suspicions_and_help_lie_over_the_table(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "sla7", 5, others="bot:normal")
    running.play_now()
    running.close()
    async with reviewing(read_game(tmp_path / running.id)).run_test(size=size) as pilot:
        await pilot.press("end", "y")
        blocks = table_of(pilot).session.blocks
        assert pilot.app.clipboard == next(
            block.text for block in reversed(blocks) if block.kind == "speech"
        )
        await pilot.press("b")
        await pilot.pause()
        assert "Beliefs" in text_of(pilot)
        assert "%" in text_of(pilot)
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert "What can be done here" in text_of(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is table_of(pilot)


class Leaver:
    """A person who answers some asks and leaves."""

    def __init__(self, asks: int) -> None:
        self.left = asks

    async def ask(self, ask: Ask, view: View) -> Answer:
        del view
        self.left -= 1
        if self.left < 0:
            raise GameStopped("the person left")
        return Answer(ask.seat if ask.seat in ask.options else ask.options[-1])


async def test_who_watches_a_persons_game_has_public_eyes_and_no_choice(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    with pytest.raises(GameStopped):
        await running.play(Leaver(1), gate=open_gate)
    app = WolfApp(
        lambda app: app.make_table(*followed_game(LogFollower(tmp_path / running.id))),
        heartbeat=False,
    )
    async with app.run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: "This game is not being played now." in text_of(pilot))
        await until(pilot, lambda: table.session.state.day > 0)
        await pilot.press("v")
        assert isinstance(pilot.app.screen, LiveTable)
        assert table.session.eyes == PUBLIC_EYES
        assert "You are" not in table.transcript.text


def forked_with_a_person(root: Path) -> RunningGame:
    """A game of machines, left at its first night for one in which a person sits."""
    return fork_saved(saved_game(root, "sla7", 5), "n1.protect.4", ["4=human"], root=root)


async def test_a_game_that_got_its_person_by_a_fork_is_watched_with_public_eyes(
    tmp_path: Path,
) -> None:
    running = forked_with_a_person(tmp_path)
    assert followed_game(LogFollower(tmp_path / running.id))[0].session.eyes == PUBLIC_EYES
    with pytest.raises(GameStopped):
        await running.play(Leaver(1), gate=open_gate)
    app = WolfApp(
        lambda app: app.make_table(*followed_game(LogFollower(tmp_path / running.id))),
        heartbeat=False,
    )
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: "This game is not being played now." in text_of(pilot))
        await until(pilot, lambda: live_of(pilot).session.state.day > 0)
        await pilot.press("v")
        assert isinstance(pilot.app.screen, LiveTable)
        assert live_of(pilot).session.eyes == PUBLIC_EYES
        assert "Werewolf." not in live_of(pilot).transcript.text


@pytest.mark.slow
async def test_from_when_a_person_takes_a_seat_a_watcher_has_public_eyes(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, deal="4=Seer")
    app = WolfApp(
        lambda app: app.make_table(*followed_game(LogFollower(tmp_path / running.id))),
        heartbeat=False,
    )
    async with app.run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)
        await until(pilot, lambda: table.session.eyes == MODERATOR_EYES)
        assert running.folder is not None
        assert running.folder.about is not None
        running.folder.rewrite_about(
            running.folder.about.with_take_over(4, "n1.check.4", SeatSpec("human"))
        )
        running.close()
        await until(
            pilot,
            lambda: (
                "This game is not being played now." in text_of(pilot)
                or table.session.eyes == PUBLIC_EYES
            ),
        )
        assert table.session.eyes == PUBLIC_EYES


async def test_an_unfinished_game_is_reviewed_with_the_eyes_of_its_person_alone(
    tmp_path: Path,
) -> None:
    running = forked_with_a_person(tmp_path)
    with pytest.raises(GameStopped):
        await running.play(Leaver(1), gate=open_gate)
    running.close()
    async with reviewing(read_game(tmp_path / running.id, strict=False)).run_test(
        size=(120, 36)
    ) as pilot:
        table = table_of(pilot)
        await pilot.press("end", "v")
        assert isinstance(pilot.app.screen, TableScreen)
        assert table.session.eyes == 4
        assert "You are 4 " in table.transcript.text
        assert "Werewolf." not in table.transcript.text


def test_an_unfinished_game_that_is_being_played_elsewhere_is_reviewed_with_public_eyes(
    tmp_path: Path,
) -> None:
    running = forked_with_a_person(tmp_path)
    session = review_game(read_game(tmp_path / running.id, strict=False)).session
    running.close()
    assert session.eyes == PUBLIC_EYES
    assert not any(session.may_use(eyes) for eyes in (MODERATOR_EYES, *range(1, 8)))


async def test_who_plays_a_seat_is_hidden_from_seat_eyes_where_seats_were_given_by_role(
    tmp_path: Path,
) -> None:
    async with app_for(
        sit(tmp_path, "sla7", 5, "4=human", "wolves=random", others="bot:easy")
    ).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)
        words = text_of(pilot)
        assert "random" not in words
        assert "bot:easy" not in words


async def test_a_saved_game_without_an_end_is_no_way_around_the_eyes(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    running.close()
    async with reviewing(read_game(tmp_path / running.id, strict=False)).run_test(
        size=(120, 36)
    ) as pilot:
        await pilot.press("end", "v")
        assert isinstance(pilot.app.screen, TableScreen)
        assert "Werewolf." not in table_of(pilot).transcript.text


@pytest.mark.parametrize("size", [(50, 12), (59, 30), (100, 14)])
async def test_a_terminal_that_is_too_small_is_told_so(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        await pilot.pause()
        words = table_of(pilot).query_one("TooSmall")
        assert words.display
        assert "--plain" in text_of(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not words.display


async def test_after_a_change_of_size_everything_is_there_at_once(tmp_path: Path) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=(80, 24)) as pilot:
        table = table_of(pilot)
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        assert "7 of 7 alive" in table.seats.text
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "s seat" in table.keys.text


async def test_the_side_panel_of_a_small_screen_comes_and_goes(tmp_path: Path) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=(80, 24)) as pilot:
        table = table_of(pilot)
        assert not table.side.display
        await pilot.press("tab")
        assert table.side.display
        await pilot.press("escape")
        assert not table.side.display


async def theme_after(pilot: Pilot[int], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    return pilot.app.theme


@pytest.mark.slow
async def test_the_next_theme_paints_everything_anew(tmp_path: Path) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        dark = pilot.app.export_screenshot()
        for name in (*SHIPPED_THEMES[1:], SHIPPED_THEMES[0]):
            assert await theme_after(pilot, "T") == name
            assert (pilot.app.export_screenshot() == dark) == (name == SHIPPED_THEMES[0])


async def until_palette_found(pilot: Pilot[int]) -> None:
    """Wait until the palette has looked for what was typed."""
    while not all(worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.05)
    await pilot.pause(0.2)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_palette_has_every_theme(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        await pilot.press("ctrl+p", *"safe-blue")
        await until_palette_found(pilot)
        assert await theme_after(pilot, "enter") == "safe-blue-yellow"


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_palette_does_what_a_key_of_the_table_does(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        await pilot.press("end", "ctrl+p", *"who suspects")
        await until_palette_found(pilot)
        assert pilot.app.screen.query(Widget).filter("CommandInput")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)
        assert "Beliefs" in text_of(pilot)
        await pilot.press("escape")
        assert pilot.app.screen is table_of(pilot)


@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_day_and_night_tint_the_table(tmp_path: Path, size: tuple[int, int]) -> None:
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        table = table_of(pilot)
        grounds = list[object]()
        for _ in range(2):
            await pilot.press("right_square_bracket")
            await pilot.pause()
            grounds.append(table.transcript.styles.background)
        assert ["Night 1" in table.heading.text, "Day 1" in table.heading.text] == [False, True]
        assert grounds[0] != grounds[1]


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_heading_timeline_and_keys_never_go_and_nothing_lies_over_them(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    width, height = size
    async with reviewing(saved_game(tmp_path)).run_test(size=size) as pilot:
        table = table_of(pilot)
        for keys in (("end",), ("1",), ("escape", "slash", "e"), ("escape", "z")):
            await pilot.press(*keys)
            await pilot.pause()
            regions = [each.region for each in (table.heading, table.timeline, table.keys)]
            assert [(region.height, region.width) for region in regions] == [(1, width)] * 3, keys
            assert (regions[0].y, regions[2].y) == (0, height - 1)
            assert not any(
                table.transcript.region.overlaps(region) or table.side.region.overlaps(region)
                for region in regions
            )
