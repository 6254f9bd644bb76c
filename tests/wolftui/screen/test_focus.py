"""A seat is looked at more closely by its number or a click, and left again; where something is
chosen or written it never is."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import SIZES, app_for, live_of, sit, table_of, text_of, until_asked
from tests.wolftui.screen.test_recalling import a_review
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.side_panel import SidePanelControls
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.widgets.composer import Composer
from wolftui.screen.widgets.table_panels import SeatsPanel, SeatStrip, SeatsView, Timeline
from wolftui.settings.config import Config

pytestmark = pytest.mark.usefixtures("whole_steps")


def head_of(table: TableScreen) -> str:
    """The first line of the side panel, without the word on how to leave it; empty where the panel
    is not shown."""
    return table.side.lines_view.text.split("\n", 1)[0].split("  ")[0] if table.side.display else ""


async def click_seat(pilot: Pilot[int], seat: int) -> None:
    """Click a seat where it stands at this size."""
    table = table_of(pilot)
    paper: SeatsView = table.query_one(SeatsPanel if table.size.width >= 120 else SeatStrip)
    name = f"{seat} {table.session.names[seat - 1]}"
    row = next(number for number, line in enumerate(paper.text.split("\n")) if name in line)
    column = paper.text.split("\n")[row].index(name)
    left, top = paper.content_region.offset
    await pilot.click(offset=(left + column + 1, top + row))
    await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_a_digit_looks_at_a_seat_and_the_same_again_or_escape_leaves_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("end")
        table = table_of(pilot)
        names, before = table.session.names, head_of(table)
        await pilot.press("4")
        await pilot.pause()
        assert head_of(table) == f"4 {names[3]}"
        assert table.situation.can_go_back
        await pilot.press("2")
        await pilot.pause()
        assert head_of(table) == f"2 {names[1]}"
        await pilot.press("2")
        await pilot.pause()
        assert head_of(table) == before
        await pilot.press("7", "escape")
        await pilot.pause()
        assert head_of(table) == before
        assert pilot.app.screen is table
        assert not table.side_panel.open


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_a_click_on_a_seat_looks_at_it_and_a_second_leaves_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        await click_seat(pilot, 3)
        assert head_of(table) == f"3 {table.session.names[2]}"
        assert table.side_panel.seat == 3
        assert table.transcript.has_focus
        await click_seat(pilot, 3)
        assert table.side_panel.seat == 0


@pytest.mark.slow
async def test_every_seat_can_be_clicked_on_both_its_lines_and_nothing_beside_them(
    tmp_path: Path,
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        left, top = table.seats.content_region.offset
        for row in range(2, 16):
            await pilot.click(offset=(left + 20, top + row))
            await pilot.pause()
            assert table.side_panel.seat == (
                row // 2 if row % 2 == 0 else 0
            )  # the second line leaves it again
        await pilot.click(offset=(left + 2, top))
        await pilot.pause()
        assert table.side_panel.seat == 0


@pytest.mark.parametrize(
    ("digits", "seats"), [("12", [1, 12]), ("100", [1, 10, 10]), ("13", [1, 3]), ("02", [0, 2])]
)
def test_digits_typed_quickly_are_joined_where_there_is_such_a_seat(
    digits: str, seats: list[int]
) -> None:
    shown = Mock()
    shown.session.board.size = 12
    panel = SidePanelControls(Mock(), Mock(), shown, Mock(), Mock(), clock=lambda: 1.0)
    found = [panel.type_digit(digit) or panel.seat for digit in digits]
    assert found == seats


@pytest.mark.slow
async def test_two_digits_within_a_moment_are_one_number(tmp_path: Path) -> None:
    running = sit(tmp_path, "classic12", 5, others="bot:easy")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        now = [0.0]
        table.side_panel.clock = lambda: now[0]
        await pilot.press("1")
        assert table.side_panel.seat == 1
        await pilot.press("2")
        assert table.side_panel.seat == 12
        now[0] = 5.0
        await pilot.press("1", "0")
        assert table.side_panel.seat == 10
        await pilot.press("0")
        assert table.side_panel.seat == 10
        now[0] = 10.0
        await pilot.press("1")
        now[0] = 15.0
        await pilot.press("2")
        assert table.side_panel.seat == 2


@pytest.mark.slow
async def test_a_digit_after_the_last_seat_was_left_begins_a_new_number(tmp_path: Path) -> None:
    running = sit(tmp_path, "classic12", 5, others="bot:easy")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        table.side_panel.clock = lambda: 0.0
        await pilot.press("1", "escape", "2")
        assert table.side_panel.seat == 2
        table.side_panel.focus_seat(1)
        await pilot.press("1")
        assert (
            table.side_panel.seat == 0
        )  # a click begins no number either, so this leaves the seat


@pytest.mark.slow
async def test_while_a_target_is_chosen_digits_and_clicks_choose_and_confirm_nothing(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "vote")
        table = live_of(pilot)
        targets = table.prompt.targets
        first, second = [option.value for option in targets.options if option.value][:2]
        await click_seat(pilot, first)
        assert targets.chosen is not None
        assert targets.chosen.value == first
        await click_seat(pilot, first)
        assert table.front.waiting is not None
        assert table.side_panel.seat == 0
        await pilot.press("escape")
        assert table.transcript.has_focus
        await pilot.press(str(second))
        await pilot.pause()
        assert targets.chosen.value == second
        assert targets.has_focus
        assert table.side_panel.seat == 0
        await click_seat(pilot, 4)
        assert "4 is not among the choices" in text_of(pilot)
        assert targets.chosen.value == second
        await pilot.press("enter")
        await pilot.pause()
        assert not table.prompt.is_choosing
        await pilot.press(str(second))
        assert table.side_panel.seat == second


@pytest.mark.slow
async def test_while_writing_digits_write(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "speak")
        table = live_of(pilot)
        await pilot.press("2", "?")
        assert pilot.app.screen.query_one(Composer).text == "2?"
        assert table.side_panel.seat == 0
        await click_seat(pilot, 3)
        assert table.side_panel.seat == 3
        await pilot.press("5")
        assert pilot.app.screen.query_one(Composer).text == "2?5"
        await pilot.press("escape")
        assert table.side_panel.seat == 3
        await pilot.press("escape")
        assert table.side_panel.seat == 0


async def test_what_is_searched_for_may_have_digits(tmp_path: Path) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("/", "4")
        assert table_of(pilot).side_panel.seat == 0
        assert table_of(pilot).search.writing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "stays"), [((120, 36), True), ((80, 24), False), ((60, 15), False)]
)
async def test_what_covers_the_words_of_a_small_screen_gives_way_to_a_question(
    tmp_path: Path, size: tuple[int, int], *, stays: bool
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        table = live_of(pilot)
        await pilot.press("s", "3")
        await pilot.pause()
        assert table.front.waiting is None
        assert table.side_panel.seat == 3
        await until_asked(pilot)
        assert table.side_panel.open is stays


@pytest.mark.slow
async def test_the_own_seat_takes_the_place_of_a_seat_in_focus_on_a_small_screen(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        await pilot.press("3", "s")
        await pilot.pause()
        assert head_of(table) == "YOUR SEAT"
        await pilot.press("3")
        await pilot.pause()
        assert head_of(table).startswith("3 ")
        await pilot.press("escape")
        await pilot.pause()
        assert head_of(table) == "YOUR SEAT"
        await pilot.press("escape")
        await pilot.pause()
        assert head_of(table) == ""


@pytest.mark.slow
async def test_pages_of_a_long_panel_are_turned_by_keys(tmp_path: Path) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        await pilot.press("end")
        scrolled = table.transcript.scroll_offset.y
        await pilot.press("5")
        await pilot.pause()
        assert table.side.max_scroll_y
        assert "PgDn more" in table.keys.text
        await pilot.press("pagedown")
        await pilot.pause()
        assert table.side.scroll_offset.y
        assert table.transcript.scroll_offset.y == scrolled
        await pilot.press("3")
        await pilot.pause()
        assert not table.side.scroll_offset.y
        await pilot.press("escape", "pageup")
        await pilot.pause()
        assert table.transcript.scroll_offset.y < scrolled


@pytest.mark.slow
async def test_a_panel_that_outgrows_a_wide_screen_names_a_key_that_scrolls_it(
    tmp_path: Path,
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(120, 24)) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert table.side.max_scroll_y
        assert "F12 right panel" in table.keys.text
        await pilot.press("f12")
        await pilot.pause()
        assert table.side.scroll_offset.y
        for _ in range(20):
            await pilot.press("f12")
            await pilot.pause()
            if not table.side.scroll_offset.y:
                break
        assert not table.side.scroll_offset.y, "from its end it goes back to its start"
        await pilot.resize_terminal(120, 90)
        await pilot.pause()
        assert "F12" not in table.keys.text


@pytest.mark.slow
async def test_the_panel_is_scrolled_while_somebody_writes_too(tmp_path: Path) -> None:
    running = sit(tmp_path, "classic9", 5, "5=human")
    async with app_for(running).run_test(size=(120, 24)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("f12")
        await pilot.pause()
        assert live_of(pilot).side.scroll_offset.y


async def test_a_seat_in_focus_is_shown_beside_a_transcript_alone(tmp_path: Path) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("z")
        assert head_of(table_of(pilot)) == ""
        await pilot.press("3")
        await pilot.pause()
        assert head_of(table_of(pilot)).startswith("3 ")


@pytest.mark.slow
async def test_the_next_person_does_not_learn_whom_the_last_one_looked_at(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human", "2=human")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)
        await pilot.pause()
        table.side_panel.focus_seat(5)
        await pilot.pause()
        table.people.set_eyes(4)
        assert table.side_panel.seat == 0
        assert "Esc closes" not in table.side.lines_view.text


async def test_a_digit_that_a_person_gave_to_something_else_does_that(tmp_path: Path) -> None:
    running = sit(tmp_path, others="bot:easy")
    async with WolfApp(
        lambda app: app.make_play_table(running), Config(keys={"faster": "3"}), heartbeat=False
    ).run_test() as pilot:
        await pilot.pause()
        table = table_of(pilot)
        speed = table.session.speed
        await pilot.press("3")
        assert table.session.speed > speed
        assert table.side_panel.seat == 0
        await pilot.press("4")
        assert table.side_panel.seat == 4


async def test_the_seat_in_focus_stands_out_in_the_list(tmp_path: Path) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = table_of(pilot)

        def chosen() -> list[str]:
            return [
                span.text
                for line in table.strip.compose_lines(80)
                for span in line
                if span.style == "chosen"
            ]

        assert chosen() == []
        await pilot.press("6")
        await pilot.pause()
        assert chosen() == [f"6 {table.session.names[5]}"]
        assert table.query_one(Timeline).display
