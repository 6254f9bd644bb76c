"""Only a part of the transcript: by seats and kinds, counted, searched, stepped through, and shown
whole again."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from bench.long_game import long_game
from tests.wolftui.screen.stage import LONG, SIZES, app_for, sit, table_of, text_of, until
from tests.wolftui.screen.test_guessing import review, saved
from wolfcore.records import read_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.filter_dialog import FilterDialog
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.views.transcript_filter import claim_counts
from wolftui.words.spans import Block


async def sift(pilot: Pilot[int], *keys: str) -> TableScreen:
    """Turn on what the keys stand for."""
    await pilot.press("ampersand", *keys, "enter")
    await pilot.pause()
    return table_of(pilot)


def shown(table: TableScreen) -> list[Block]:
    """What the transcript shows, without the titles of nights and days."""
    return [block for block in table.transcript.blocks if block.kind != "divider"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_seats_and_kinds_are_turned_on_together_and_the_line_below_counts(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with review(saved(tmp_path)).run_test(size=size) as pilot:
        await pilot.press("end")
        table = table_of(pilot)
        whole = list(table.transcript.blocks)
        await sift(pilot, "s", "1", "3")
        assert {block.seat for block in shown(table)} == {1, 3}
        assert {block.kind for block in shown(table)} == {"speech"}
        of = len([block for block in whole if block.kind != "divider"])
        names = table.session.names
        assert f"{len(shown(table))} of {of}  only 1 {names[0]} 3 {names[2]} speeches" in text_of(
            pilot
        )
        await pilot.press("ampersand")
        await pilot.pause()
        assert list(table.transcript.blocks) == whole
        await sift(pilot, "v")
        assert {block.kind for block in shown(table)} == {"votes"}
        await pilot.press("escape")
        await pilot.pause()
        assert list(table.transcript.blocks) == whole
        assert pilot.app.screen is table


@pytest.mark.slow
async def test_each_kind_lets_pass_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("end")
        found: dict[str, list[Block]] = {}
        for key in "svcdtp":
            table = await sift(pilot, key)
            found[key] = shown(table)
            await pilot.press("ampersand")
            await pilot.pause()
    assert all(found.values()), "a game has something of each"
    assert all(block.kind == "speech" and not block.secret for block in found["s"])
    assert set(map(id, found["c"])) < set(map(id, found["s"]))
    assert any("I'm the" in block.text or "I am the" in block.text for block in found["c"])
    assert all("died" in b.text or "Exiled" in b.text or "was" in b.text for b in found["d"])
    assert all(block.thought for block in found["t"])
    assert all(block.secret for block in found["p"])


@pytest.mark.slow
async def test_the_sheet_counts_each_line_and_escape_leaves_all_as_it_was(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("end")
        table = table_of(pilot)
        votes = sum(block.kind == "votes" for block in table.session.all_blocks)
        await pilot.press("ampersand")
        await pilot.pause()
        sheet = pilot.app.screen
        assert isinstance(sheet, FilterDialog)
        assert any(
            line.split()[-1] == str(votes)
            for line in sheet.menu.text.split("\n")
            if " votes " in line
        )
        await pilot.press("v", "space", "down", "space", "backspace", "v")
        await pilot.pause()
        assert sheet.wanted.kinds == {"votes"}
        await pilot.press("escape")
        await pilot.pause()
        assert not table.filter.active


@pytest.mark.slow
async def test_thoughts_unfold_with_their_filter_and_fold_again_after_it(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("end")
        table = await sift(pilot, "t")
        assert table.transcript.thoughts
        await pilot.press("ampersand")
        assert not table.transcript.thoughts


@pytest.mark.slow
async def test_a_search_finds_and_a_step_goes_to_what_is_shown_alone(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        table = await sift(pilot, "s")
        await pilot.press("slash", *"Vote", "enter")
        await pilot.pause()
        found = table.transcript.matches
        assert all(table.filter.all_blocks[number].kind == "speech" for number in found)
        await pilot.press("escape", "home")
        seen: list[int] = []
        for _ in range(3):
            await pilot.press("full_stop")
            await pilot.pause()
            assert shown(table)[-1].kind == "speech"
            seen.append(len(shown(table)))
        assert seen == [1, 2, 3]
        await pilot.press("comma")
        await pilot.pause()
        assert len(shown(table)) == 2


@pytest.mark.slow
async def test_other_eyes_see_no_private_block_through_the_same_filter(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("end")
        table = await sift(pilot, "p")
        assert shown(table)
        await pilot.press("v", "p")
        await pilot.pause()
        assert shown(table) == []
        assert "0 of" in table.timeline.text


@pytest.mark.slow
async def test_a_running_game_is_filtered_as_it_grows(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, others="bot:easy")
    async with app_for(running).run_test(size=SIZES[1]) as pilot:
        table = await sift(pilot, "v")
        await until(pilot, lambda: table.session.over)
        table.beat(LONG)
        await pilot.pause()
        assert shown(table)
        assert {block.kind for block in shown(table)} == {"votes"}


@pytest.mark.slow
async def test_a_long_transcript_is_looked_through_once_and_no_key_measures_it_again(
    tmp_path: Path,
) -> None:
    game = long_game(tmp_path, 2, seed=37)
    async with WolfApp(lambda app: app.make_review_table(game), heartbeat=False).run_test(
        size=SIZES[1]
    ) as pilot:
        await pilot.press("end")
        table = await sift(pilot, "s")
        some = len(table.transcript.blocks)
        assert 100 < some < len(table.session.blocks)
        measured = table.transcript.blocks_measured
        for key in (
            "home",
            "end",
            "comma",
            "full_stop",
            "pageup",
            "pagedown",
            "left_square_bracket",
            "end",
        ):
            await pilot.press(key)
            await pilot.pause()
        assert table.transcript.blocks_measured == measured
        await pilot.press("ampersand")
        await pilot.pause()
        assert table.transcript.blocks_measured == measured, "where all stand is still known"
        await sift(pilot, "s")
        assert table.transcript.blocks_measured == measured
        assert read_game(game.path).id == game.id


@pytest.mark.slow
async def test_claims_of_a_long_game_are_read_bit_by_bit_and_shown_when_all_are(
    tmp_path: Path,
) -> None:
    game = long_game(tmp_path, 6, seed=38)
    async with WolfApp(lambda app: app.make_review_table(game), heartbeat=False).run_test(
        size=SIZES[1]
    ) as pilot:
        await pilot.press("ampersand")
        await pilot.pause()
        sheet = pilot.app.screen
        assert isinstance(sheet, FilterDialog)
        assert "…" in next(line for line in sheet.menu.text.split("\n") if " claims " in line)
        await pilot.press("c", "enter", "end")
        await pilot.pause()
        table = table_of(pilot)
        assert table.filter.is_reading_claims
        for _ in range(60):
            table.beat(1 / 30)
        assert not table.filter.is_reading_claims
        session = table.session
        claims = session.value_known(claim_counts(session.names, session.board.roles))
        assert claims
        assert len(shown(table)) == len(claims)
