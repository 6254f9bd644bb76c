"""Guessing along in a review: the roles are nowhere until one is done, each day asks, and the score
is there again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.core.game.planting import MARK, Round, log_of, two_games
from tests.wolftui.screen.stage import LONG, SIZES, app_showing, sit, table_of, text_of
from tests.wolftui.screen.test_offered_keys import check
from tests.wolftui.screen.test_planted import painted
from wolfcore.game import ROLES, make_spec
from wolfcore.game.boards import get_board
from wolfcore.game.facts import Dealt
from wolfcore.records import read_game
from wolfcore.table import integrity_problem
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.side_files import GUESSES_FILE
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.number_pages import GuessesScreen
from wolftui.screen.screens.review_table import ReviewTable
from wolftui.views.seat_cards import seat_cards
from wolftui.views.timeline import PHASE_CELLS
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

BOARD = "helmsman7+appointed"
SEED = 987654321


def saved(root: Path, seed: int = 4, board: str = BOARD) -> Path:
    """A finished game of bots."""
    running = sit(root, board, seed, others="bot:easy")
    running.play_now()
    running.close()
    return root / running.id


def review(path: Path) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)


def review_of(pilot: Pilot[int]) -> ReviewTable:
    table = table_of(pilot)
    assert isinstance(table, ReviewTable)
    return table


async def guess_on(pilot: Pilot[int], *keys: str) -> None:
    """To the end of the day, and guess."""
    await pilot.press("end")
    await pilot.pause()
    assert review_of(pilot).guess_prompt.beliefs.has_focus
    await pilot.press(*keys)
    await pilot.pause()


async def test_no_role_is_read_behind_the_question_whose_eyes_it_is_to_be(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table = review_of(pilot)
        before = table.session.eyes
        await pilot.press("g")
        await pilot.pause()
        assert before == MODERATOR_EYES
        assert table.session.eyes == PUBLIC_EYES
        assert "Werewolf" not in table.seats.text
        await pilot.press("escape")
        await pilot.pause()
        assert table.session.eyes == before


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_each_day_asks_for_the_living_and_the_end_shows_how_one_did(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = saved(tmp_path)
    async with review(path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("g", "p")
        await pilot.pause()
        table = review_of(pilot)
        ends = table.session.day_ends
        assert table.session.roles_hidden
        assert len(ends) >= 2
        for day, _ in ends:
            assert not isinstance(pilot.app.screen, GuessesScreen)
            await pilot.press("end")
            await pilot.pause()
            assert f"Day {day} is over" in text_of(pilot)
            living = table.session.state.living
            words = table.guess_prompt.beliefs.text
            assert [
                seat for seat in range(1, 8) if f"{seat} {table.session.names[seat - 1]}" in words
            ] == list(living)
            await pilot.press(str(living[0]), "w", "plus", "enter")
            await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GuessesScreen)
        assert "of the village" in pilot.app.screen.page.text
        assert [day.day for day in pilot.app.screen.score.days] == [day for day, _ in ends]
        await pilot.press("down")
        await pilot.pause()
        assert "mean of (P(wolf) - [is a wolf])^2" in pilot.app.screen.explanation.text
        check(pilot)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not table.session.roles_hidden
        assert len(table.allowed_eyes()) == 9
        await pilot.press("g")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GuessesScreen), "it can be looked at again"
    assert integrity_problem(read_game(path)) == "", "what was guessed is no part of the game"


async def test_nobody_goes_past_the_end_of_a_day_before_it_is_answered(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("g", "p")
        await pilot.pause()
        table = review_of(pilot)
        for keys in (["end"], ["tab", "end"], ["]"], ["}"], ["."], ["space"]):
            await pilot.press(*keys)
            table.beat(LONG)
            await pilot.pause()
            assert table.session.state.day == 1
        assert table.session.state.phase != "night"
        await pilot.press("home")
        assert not any(block.day > 1 for block in table.session.all_blocks)


@pytest.mark.slow
async def test_only_what_was_read_can_be_searched_marked_or_gone_to(tmp_path: Path) -> None:
    async with review(saved(tmp_path)).run_test(size=SIZES[1]) as pilot:
        await pilot.press("g", "p")
        await pilot.pause()
        table = review_of(pilot)
        assert list(table.session.all_blocks) == []
        await guess_on(pilot, "escape")
        await pilot.press("slash", *"day 2", "enter")
        await pilot.pause()
        assert table.search.active
        assert not table.search.has_matches
        assert [cell.day for cell in table.session.value_known(PHASE_CELLS)] == [1, 1, 2], (
            "night 2 has begun and nobody knows who fell in it"
        )
        assert table.session.value_known(PHASE_CELLS)[-1].fell == 0


@pytest.mark.slow
async def test_one_goes_on_where_one_was_and_may_show_the_roles_at_any_time(tmp_path: Path) -> None:
    path = saved(tmp_path)
    async with review(path).run_test(size=SIZES[1]) as pilot:
        await pilot.press("g", "p")
        await guess_on(pilot, "w", "plus", "enter")
    assert (path / GUESSES_FILE).exists()
    async with review(path).run_test(size=SIZES[1]) as pilot:
        await pilot.press("g", "1")
        await pilot.pause()
        table = review_of(pilot)
        assert table.session.roles_hidden
        assert table.session.state.day == 1
        await pilot.press("end")
        await pilot.pause()
        assert table.guess_prompt.day == 2
        assert "Werewolf 6" in table.guess_prompt.beliefs.text, "what was guessed last is the start"
        await pilot.press("tab", "g", "2")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GuessesScreen)
        assert [day.day for day in pilot.app.screen.score.days] == [1]
        assert not table.session.roles_hidden
        assert not table.guess_prompt.display


@pytest.mark.slow
async def test_a_seats_own_seat_is_not_judged(tmp_path: Path) -> None:
    path = saved(tmp_path)
    village = next(seat for seat, wolf in wolves_of(path).items() if not wolf)
    async with review(path).run_test(size=SIZES[1]) as pilot:
        table = review_of(pilot)
        await pilot.press("g", str(village))
        await pilot.pause()
        assert table.session.eyes == village
        await pilot.press("end")
        await pilot.pause()
        assert (
            f"{village} {table.session.names[village - 1]}" not in table.guess_prompt.beliefs.text
        )


@pytest.mark.slow
async def test_choosing_a_seats_eyes_tells_nothing_of_what_it_is_and_cannot_be_taken_back(
    tmp_path: Path,
) -> None:
    """If the eyes of wolves alone were refused, one would know who they are and could choose
    others."""
    path, seen = saved(tmp_path), set[str]()
    for seat in wolves_of(path):
        async with review(path).run_test(size=SIZES[0], notifications=True) as pilot:
            table = review_of(pilot)
            await pilot.press("g", str(seat))
            await pilot.pause()
            assert table.session.roles_hidden
            assert table.session.eyes == seat
            assert not pilot.app.screen.query("Toast")
            eyes = f"eyes: {seat} {table.session.names[seat - 1]}"
            shown = [
                table.heading.text,
                table.timeline.text,
                table.transcript.text,
                table.guess_prompt.beliefs.text,
            ]
            assert eyes in shown[0]
            seen.add(" ".join("\n".join(shown).replace(eyes, "").split()))
            assert len(table.allowed_eyes()) == 1
    assert len(seen) == 1


@pytest.mark.slow
async def test_a_wolf_is_asked_nothing_and_reads_the_game_through_its_eyes(tmp_path: Path) -> None:
    path = saved(tmp_path)
    wolf = next(seat for seat, wolf in wolves_of(path).items() if wolf)
    async with review(path).run_test(size=SIZES[1], notifications=True) as pilot:
        table = review_of(pilot)
        await pilot.press("g", str(wolf))
        await pilot.pause()
        await pilot.press("right_curly_bracket", "right_curly_bracket")
        await pilot.pause()
        assert table.session.roles_hidden
        assert table.session.state.day == 2
        assert table.guess_prompt.day == 0
        await pilot.press("end")
        await pilot.pause()
        assert not table.session.roles_hidden
        told = " ".join(str(each.render()) for each in pilot.app.screen.query("Toast"))
        assert "A wolf knows the pack, so no day asked you." in " ".join(told.split())
        assert pilot.app.screen is table


def wolves_of(path: Path) -> dict[int, bool]:
    """Of each seat of a game whether it is a wolf."""
    dealt = [entry.fact for entry in read_game(path).entries if isinstance(entry.fact, Dealt)]
    return {fact.seat: ROLES[fact.role].team == "wolves" for fact in dealt}


# -- secrets


async def seen_while_guessing(game: Sequence[Round], eyes: str, size: tuple[int, int]) -> list[str]:
    """Everything that a review shows up to the end of the second day, with all that can be opened
    there."""
    spec = make_spec(get_board("classic12"), 11)
    session = GameSession(spec.board, spec.names, live=False)
    session.entries(log_of(game))
    shown = ShownGame(
        session,
        "review",
        "an-id",
        seed=SEED,
        path="",
        ending=lambda: pytest.fail("the end was asked for"),
    )
    seen: list[str] = []
    async with app_showing(shown).run_test(size=size) as pilot:
        app = pilot.app
        assert isinstance(app, WolfApp)
        await pilot.press("slash", *"wolf", "enter", "g", eyes)
        seen.append(await painted(pilot))
        then = ["tab", "v", "t", "i", "b", "m", "Y", "e", "r", "3", "s", "f1", "ampersand"]
        for keys in (
            ["end"],
            ["w", "enter"],
            ["end"],
            *([key] for key in then),
            ["ampersand", "p", "enter"],
        ):
            depth = len(app.screen_stack)
            await pilot.press(*keys)
            seen.append(await painted(pilot))
            if len(app.screen_stack) > depth or keys in (["s"], ["3"], ["ampersand", "p", "enter"]):
                await pilot.press("escape")
        seen += [
            f"{command.title}: {command.help}" for command in app.get_system_commands(app.screen)
        ]
        for word in (MARK[1:4], "checks", "Exiled"):
            table_of(pilot).transcript.focus()
            await pilot.press("slash", *word, "enter")
            seen.append(await painted(pilot))
            await pilot.press("escape")
        assert session.roles_hidden
        assert session.state.day == 2
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("eyes", "seat"), [("p", 7), ("7", 7)])
@pytest.mark.parametrize("size", SIZES)
async def test_while_one_guesses_no_secret_changes_anything_on_the_screen(
    eyes: str, seat: int, size: tuple[int, int]
) -> None:
    plain, grown = two_games(make_spec(get_board("classic12"), 11), seat)
    seen = await seen_while_guessing(plain, eyes, size)
    assert seen == await seen_while_guessing(grown, eyes, size)
    assert len(seen) > 20
    assert not [words for words in seen if MARK in words or str(SEED) in words]


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_while_one_guesses_no_seat_has_a_role_and_no_block_is_secret(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Roles are the same in both games above, so that they are looked for here."""
    async with review(saved(tmp_path)).run_test(size=size) as pilot:
        table = review_of(pilot)
        await pilot.press("end")
        assert any(card.role for card in seat_cards(table.shown, {})), (
            "the moderator's eyes know roles"
        )
        await pilot.press("g", "p")
        for _ in table.session.day_ends:
            await pilot.press("end")
            await pilot.pause()
            state = table.session.state
            assert {
                card.role for card in seat_cards(table.shown, {}) if state.alive(card.seat)
            } == {None}
            assert not any(block.secret or block.thought for block in table.session.all_blocks)
            known = [
                table.heading.text,
                table.seats.text,
                table.strip.text,
                table.timeline.text,
                table.guess_prompt.beliefs.text,
            ]
            assert not any(role in words for words in known for role in "▲◉✚"), (
                "a role has its sign, a claim only its word"
            )
            assert table.shown.outcome is None
            assert table.shown.visible_seed is None
            assert table.shown.recording is None
            await pilot.press("escape")
