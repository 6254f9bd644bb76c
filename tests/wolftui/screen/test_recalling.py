"""Going to the moments of a game and copying it: through the eyes that look, at both sizes, and
never ahead of a live game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import SIZES, app_for, app_showing, sit, table_of, text_of
from wolfcore.game import facts as f
from wolfcore.records import read_game
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app import WolfApp
from wolftui.views.timeline import jump_points, next_jump_point
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import PUBLIC_EYES
from wolftui.words.wrapping import plain_text


def a_review(root: Path, board: str = "sla7") -> tuple[RunningGame, WolfApp]:
    """A whole game of house bots, and the program that replays it."""
    running = sit(root, board, 6, others="bot:easy")
    running.play_now()
    running.close()
    path = running.path
    assert path is not None
    return running, WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)


def fact_at_cursor(pilot: Pilot[int]) -> f.Fact:
    """The last fact that was told."""
    return table_of(pilot).session.facts[-1]


@pytest.mark.parametrize("size", SIZES)
async def test_a_replay_opens_on_the_deal_and_says_how_it_goes_on(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        words = "space plays the game, . goes on by one step, End to its end."
        opened = " ".join(table_of(pilot).transcript.text.split())
        assert opened.endswith(words)
        assert opened.count(" is ") == 7
        assert "night" not in opened
        await pilot.press("full_stop")
        await pilot.pause()
        assert words not in " ".join(table_of(pilot).transcript.text.split())


async def test_a_replay_without_a_deal_opens_on_the_first_night_and_an_empty_one_says_so(
    tmp_path: Path,
) -> None:
    running, _ = a_review(tmp_path)
    for entries, words in ((running.game.log, "night 1"), ((), "Nothing has happened")):
        session = GameSession(
            running.spec.board, running.spec.names, live=False, guarded=not entries
        )
        session.entries(entries)
        session.set_eyes(PUBLIC_EYES)
        app = app_showing(ShownGame(session, "review"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert words in table_of(pilot).transcript.text


@pytest.mark.parametrize("size", SIZES)
async def test_a_list_leads_to_a_death(tmp_path: Path, size: tuple[int, int]) -> None:
    running, app = a_review(tmp_path)
    deaths = [entry.fact for entry in running.game.log if isinstance(entry.fact, f.Died)]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        words = text_of(pilot)
        assert "Go to" in words
        assert "is exiled" in words
        assert "the vote" in words
        found = jump_points(table_of(pilot).session, FANCY)
        number = next(
            at for at, moment in enumerate(found) if plain_text(moment.line).endswith(" dies")
        )
        await pilot.press(*["down"] * number, "enter")
        await pilot.pause()
        assert fact_at_cursor(pilot) in deaths


@pytest.mark.slow
async def test_steps_go_from_moment_to_moment_and_back(tmp_path: Path) -> None:
    _, app = a_review(tmp_path, "helmsman7")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session = table_of(pilot).session
        found = jump_points(session, FANCY)
        places: list[int] = []
        for _ in found:
            await pilot.press("greater_than_sign")
            places.append(session.fact_count)
        assert list(dict.fromkeys(places)) == sorted({moment.fact_count for moment in found})
        assert any("sheriff" in plain_text(moment.line) for moment in found)
        await pilot.press("less_than_sign")
        assert session.fact_count < found[-1].fact_count


async def test_moments_are_those_of_the_eyes_and_each_fall_is_told_once(tmp_path: Path) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session = table_of(pilot).session
        fell = sum(isinstance(fact, f.Died) for fact in session.known_facts)
        words = [plain_text(moment.line) for moment in jump_points(session, FANCY)]
        assert sum(line.endswith((" dies", " is exiled")) for line in words) == fell
        session.set_eyes(PUBLIC_EYES)
        public = jump_points(session, FANCY)
        assert [plain_text(moment.line) for moment in public] == words
        assert all(moment.fact_count <= len(session.known_facts) for moment in public)


async def test_a_live_game_tells_no_moment_ahead_of_the_reader(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, others="bot:easy")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        session = running.session
        assert jump_points(session, FANCY) == []
        await pilot.press("m")
        await pilot.pause()
        assert "Go to" not in text_of(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_what_can_be_read_is_copied_as_markdown_and_nothing_after_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table = table_of(pilot)
        table.session.set_eyes(PUBLIC_EYES)
        await pilot.press("right_curly_bracket", "full_stop", "Y")
        copied = pilot.app.clipboard
        assert f"## {FANCY.night} night 1" in copied
        assert "Werewolf" not in copied
        early = len(copied)
        await pilot.press("end", "Y")
        assert len(pilot.app.clipboard) > early
        assert pilot.app.clipboard.startswith(copied.rstrip("\n"))
        assert "**" in pilot.app.clipboard


def test_the_nearest_moment_is_none_where_there_is_none() -> None:
    assert next_jump_point([], 3, 1) is None
    assert next_jump_point([], 3, -1) is None


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_enter_in_a_search_goes_to_the_next_match_from_where_one_reads(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    _, app = a_review(tmp_path)
    async with app.run_test(size=size) as pilot:
        table = table_of(pilot)
        await pilot.pause()
        session, paper = table.session, table.transcript
        word = "vote"
        hits = [
            number
            for number, block in enumerate(session.all_blocks)
            if word in block.text.casefold()
        ]
        assert len(hits) > 4

        await pilot.press("slash", *word, "enter")
        await pilot.pause()
        assert f"1 of {len(hits)}" in text_of(pilot), "the first, from the opening on"
        await pilot.press("n", "n", "N")
        await pilot.pause()
        assert f"2 of {len(hits)}" in text_of(pilot)
        await pilot.press("slash", "enter")
        await pilot.pause()
        assert f"3 of {len(hits)}" in text_of(pilot), "the same search goes on"
        await pilot.press("escape", "end", "home", *["full_stop"] * (hits[2] + 1))
        await pilot.pause()
        paper.scroll_end(animate=False, immediate=True)
        await pilot.pause()
        top = paper.top_block
        expected = next(place for place, number in enumerate(hits) if number >= top)
        await pilot.press("slash", *word, "enter")
        await pilot.pause()
        assert f"{expected + 1} of {len(hits)}" in text_of(pilot)
        await pilot.press("escape", "end")
        await pilot.pause()
        last = [place for place, number in enumerate(hits) if number >= paper.top_block]
        await pilot.press("slash", *word, "enter")
        await pilot.pause()
        assert f"{(last or [0])[0] + 1} of {len(hits)}" in text_of(pilot)
