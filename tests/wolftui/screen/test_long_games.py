"""On long games nothing is done twice: a speech is read once, a block measured once a width, and
both before they are needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from bench.long_game import long_game
from tests.wolftui.screen.stage import table_of
from wolfcore.game import facts as f
from wolfcore.records import SavedGame
from wolfcore.speech import read
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.table_screen import (
    BLOCKS_PER_BEAT,
    SPEECHES_PER_BEAT,
    SPEECHES_PER_PAINT,
)

IDLE = 1 / 30
SENTENCES_OF_KNOWLEDGE = 20
"""More sentences than the moderator's eyes look at for slips, beside whole speeches."""


TO_AND_FRO = (
    "end",
    "home",
    "right_curly_bracket",
    "end",
    "comma",
    "full_stop",
    "left_square_bracket",
    "end",
)


def reviewing(game: SavedGame) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(game), heartbeat=False)


def speeches_of(game: SavedGame) -> int:
    return sum(isinstance(entry.fact, f.Said) and bool(entry.fact.text) for entry in game.entries)


def times_read() -> int:
    """How often the reader was given a speech, whether it had read it before or not."""
    info = read.cache_info()
    return info.hits + info.misses


async def idle(pilot: Pilot[int], beats: int) -> None:
    for _ in range(beats):
        table_of(pilot).beat(IDLE)
    await pilot.pause()


@pytest.mark.slow
async def test_each_speech_is_read_once_however_the_reader_moves_and_whosever_eyes_look(
    tmp_path: Path,
) -> None:
    game, before = long_game(tmp_path, 2, seed=31), times_read()
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        for key in TO_AND_FRO:
            await pilot.press(key)
            await idle(pilot, 3)
        read = times_read()
        assert 0 <= read - before - speeches_of(game) < SENTENCES_OF_KNOWLEDGE
        await pilot.press("v", "p", "end", "home", "v", "3", "end")
        await idle(pilot, 3)
        assert times_read() == read


@pytest.mark.slow
async def test_no_key_and_no_beat_reads_or_measures_more_than_a_little_and_idle_beats_do_the_rest(
    tmp_path: Path,
) -> None:
    game, before = long_game(tmp_path, 2, seed=32), times_read()
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        table = table_of(pilot)
        await pilot.pause()  # it is painted again once the widgets have their places
        await pilot.press("end")
        assert (
            times_read() - before < SPEECHES_PER_PAINT + SENTENCES_OF_KNOWLEDGE < speeches_of(game)
        )
        await pilot.press("home")
        await idle(pilot, 1)
        read_ahead = times_read()
        table.beat(IDLE)
        # Ballots, which may have words, too, take their part of a beat.
        assert 0 < times_read() - read_ahead <= SPEECHES_PER_BEAT
        spoken = sum(isinstance(entry.fact, f.Said | f.Voted) for entry in game.entries)
        await idle(pilot, spoken // SPEECHES_PER_BEAT + 1)
        read = times_read()
        assert 0 <= read - before - speeches_of(game) < SENTENCES_OF_KNOWLEDGE
        await pilot.press("end")
        assert times_read() == read


@pytest.mark.slow
async def test_what_is_claimed_is_not_said_before_all_is_read_and_then_is_what_reading_all_gives(
    tmp_path: Path,
) -> None:
    game = long_game(tmp_path, 2, seed=35)
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        table = table_of(pilot)
        await pilot.press("v", "p", "end")
        assert "claims" not in table.seats.text
        await idle(pilot, speeches_of(game) // SPEECHES_PER_PAINT + 1)
        known = table.seats.text
        assert "claims" in known
        await pilot.press("home", "end")
        assert table.seats.text == known


@pytest.mark.slow
async def test_a_seek_measures_nothing_that_idle_beats_have_measured(tmp_path: Path) -> None:
    game = long_game(tmp_path, 2, seed=34)
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        table, transcript = table_of(pilot), table_of(pilot).transcript
        blocks = len(table.session.all_blocks)
        await pilot.pause()
        await idle(pilot, 1)
        assert transcript.blocks_measured == min(BLOCKS_PER_BEAT, blocks)
        await idle(pilot, blocks // BLOCKS_PER_BEAT + 1)
        assert transcript.blocks_measured == blocks
        for key in TO_AND_FRO:
            await pilot.press(key)
        assert transcript.blocks_measured == blocks


@pytest.mark.slow
async def test_another_width_measures_each_block_once_and_going_back_to_it_none(
    tmp_path: Path,
) -> None:
    game = long_game(tmp_path, 1, seed=35)
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        transcript = table_of(pilot).transcript
        await pilot.press("end")
        blocks = len(transcript.blocks)
        assert transcript.blocks_measured == blocks
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert transcript.blocks_measured == 2 * blocks
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        await pilot.press("t", "t")
        assert transcript.blocks_measured == 3 * blocks


@pytest.mark.slow
async def test_a_scroll_bar_that_appears_measures_nothing_again(tmp_path: Path) -> None:
    game = long_game(tmp_path, 1, seed=36)
    async with reviewing(game).run_test(size=(120, 36)) as pilot:
        transcript = table_of(pilot).transcript
        assert not transcript.show_vertical_scrollbar
        while not transcript.show_vertical_scrollbar:
            await pilot.press("full_stop")
            await pilot.pause()
        assert transcript.blocks_measured == len(transcript.blocks)
