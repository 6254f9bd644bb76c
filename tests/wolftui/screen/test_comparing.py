"""A game beside its fork: from the review and from the library, in two columns or one, with eyes
that both may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from tests.wolftui.screen.stage import SIZES, text_of
from tests.wolftui.screen.test_guessing import review, saved
from tests.wolftui.screen.test_offered_keys import check
from wolfcore.records import read_game
from wolftui.games.forks import related_games
from wolftui.games.game_starts import fork_saved
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import ChoiceDialog
from wolftui.screen.screens.game_diff import GameDiffScreen
from wolftui.screen.screens.library_screen import LibraryScreen


def fork(game: Path, *seats: str, at: str = "d1.vote.3", play: bool = True) -> Path:
    """A fork of a saved game."""
    running = fork_saved(read_game(game), at, seats or ("1=random", "2=random"), root=game.parent)
    if play:
        running.play_now()
    running.close()
    assert running.path
    return Path(running.path)


def parting_of(pilot: Pilot[int]) -> GameDiffScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameDiffScreen)
    return screen


def test_kin_are_the_parent_the_forks_and_other_forks_of_the_same_game(tmp_path: Path) -> None:
    game, alone = saved(tmp_path), saved(tmp_path, 9)
    assert related_games(game) == ()
    one, other = fork(game), fork(game)
    assert {volume.id for volume in related_games(game)} == {one.name, other.name}
    assert [volume.id for volume in related_games(one)] == [game.name, other.name], (
        "its parent first"
    )
    assert related_games(alone) == ()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_review_puts_its_game_beside_its_fork_in_step_from_where_they_part(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    game = saved(tmp_path)
    forked = fork(game)
    for opened in (game, forked):
        async with review(opened).run_test(size=size) as pilot:
            await pilot.press("d")
            await pilot.pause()
            screen = parting_of(pilot)
            await pilot.pause()
            check(pilot)
            assert "They part on day 1" in screen.text
            assert game.name in screen.text, (
                "what it was forked from is on the left, whichever was opened"
            )
            assert (forked.name in screen.text) is (size[0] > 100)
            if size[0] < 100:
                holder = screen.query_one("#game-diff", VerticalScroll)
                await pilot.press("right_square_bracket", "right_square_bracket")
                await pilot.pause()
                place, before = holder.scroll_y, screen.page.text
                assert place > 0
                await pilot.press("tab")
                await pilot.pause()
                assert forked.name in screen.text
                assert screen.page.text != before
                assert holder.scroll_y == place, "it is the same moment of the other game"
            await pilot.press("escape")
            await pilot.pause()
            assert not isinstance(pilot.app.screen, GameDiffScreen)


@pytest.mark.slow
async def test_other_eyes_see_less_of_both(tmp_path: Path) -> None:
    game = saved(tmp_path)
    fork(game)
    async with review(game).run_test(size=SIZES[1]) as pilot:
        await pilot.press("d")
        await pilot.pause()
        screen = parting_of(pilot)
        await pilot.pause()
        assert "◈" in screen.text
        await pilot.press("v", "p")
        await pilot.pause()
        assert "◈" not in screen.text
        assert not any(sign in screen.page.text for sign in "▲◉✚")


async def test_the_library_offers_it_where_a_fork_is_there_and_asks_where_there_are_several(
    tmp_path: Path,
) -> None:
    game, alone = saved(tmp_path), saved(tmp_path, 9)
    one, other = fork(game), fork(game)
    app = WolfApp(lambda app: LibraryScreen(tmp_path, app.glyphs), heartbeat=False)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.pause()
        library = pilot.app.screen
        assert isinstance(library, LibraryScreen)
        offered = {volume.id for volume in library.games if library.has_forks(volume)}
        assert offered == {game.name, one.name, other.name}
        assert alone.name not in offered
        library.reload(one.name)
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert "its parent game" in text_of(pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.pause()
        assert "one fork" in parting_of(pilot).text


async def test_of_a_game_in_which_a_person_still_plays_only_their_own_eyes_are_used(
    tmp_path: Path,
) -> None:
    game = saved(tmp_path)
    fork(game, "3=human", play=False)
    async with review(game).run_test(size=SIZES[1]) as pilot:
        await pilot.press("d")
        await pilot.pause()
        screen = parting_of(pilot)
        await pilot.pause()
        assert "eyes: 3" in screen.text
        assert not screen.situation.can_change_eyes
        assert "◈ 1" not in screen.text


@pytest.mark.slow
async def test_where_nothing_shares_the_beginning_it_is_said_and_nobody_who_guesses_is_shown_another_game(
    tmp_path: Path,
) -> None:
    game = saved(tmp_path)
    async with review(game).run_test(size=SIZES[1], notifications=True) as pilot:
        await pilot.press("d")
        await pilot.pause()
        assert "This game has no forks and is no fork" in str(
            pilot.app.screen.query_one("Toast").render()
        )
    fork(game)
    async with review(game).run_test(size=SIZES[1]) as pilot:
        await pilot.press("g", "p", "d")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, GameDiffScreen)
