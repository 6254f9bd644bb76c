"""Several games in a row on the screen: which one it is, that another follows, and when the last
one was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import app_for, live_of, sit, text_of, to_result, until, until_asked
from wolfcore.game import team_of
from wolfcore.players import fallback_answer
from wolfcore.records import list_games, read_about, read_game
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import fork_saved, resume_saved
from wolftui.games.side_files import (
    NOTEBOOK_FILE,
    PersonNotes,
    encode_person_notes,
    read_person_notes,
    write_person_notes,
)
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.settings.config import Config
from wolftui.words.glyphs import ASCII, FANCY


@pytest.mark.slow
async def test_after_each_game_the_next_one_is_offered_until_all_are_played(tmp_path: Path) -> None:
    series = GameQueue(
        Arrangement(PlayOptions(default_player="random", games_root=tmp_path)), games=2, seed=7
    )
    app = WolfApp(lambda app: app.make_play_table(series.next()), heartbeat=False, series=series)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "game 1 of 2" in text_of(pilot)
        await to_result(pilot)
        await pilot.pause()
        assert "game 1 of 2" in text_of(pilot)
        assert "a next game" in text_of(pilot)
        assert series.score_text(FANCY) == ""
        await pilot.press("a")
        await pilot.pause()
        assert live_of(pilot).shown.queue_position == "game 2 of 2"
        await until(pilot, lambda: live_of(pilot).end_notices.strip.display)
        assert "2 games: " in live_of(pilot).end_notices.strip.text
        await to_result(pilot)
        await pilot.pause()
        assert "a play again" in text_of(pilot)
        assert "next game" not in text_of(pilot)
    assert series.score_text(FANCY).startswith("2 games: ")
    assert "You won" not in series.score_text(FANCY)  # nobody sat at this screen
    assert "Share of the village's wins, game by game: " in series.score_text(FANCY)
    assert sorted(
        game.header.spec.seed for game in list_games(tmp_path) if game.header and game.header.spec
    ) == [7, 8]


def test_a_game_alone_is_no_series(tmp_path: Path) -> None:
    series = GameQueue(
        Arrangement(PlayOptions(default_player="random", games_root=tmp_path)), seed=7
    )
    assert series.has_next
    series.next().close()
    assert (series.position_text, series.has_next, series.score_text(FANCY)) == ("", False, "")
    series.next().close()
    assert series.position_text == ""


@pytest.mark.slow
async def test_a_game_that_was_resumed_is_followed_by_one_like_it(tmp_path: Path) -> None:
    first = sit(tmp_path, "classic9", 5, "4=human", others="random", names=("Ada",))
    async with app_for(first).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
    first.close()
    app = WolfApp(lambda app: LibraryScreen(tmp_path, app.glyphs), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.resume_game(tmp_path / first.id)
        await pilot.pause()
        assert app.can_play_again
        app.play_again()
        await pilot.pause()
        second = app.current_game
        assert second
        assert second.id != first.id
        assert second.spec.board == first.spec.board
        assert second.spec.names[3] == "Ada"
        assert second.players == first.players
        assert second.path
        assert second.path.parent == tmp_path
        second.close()


@pytest.mark.parametrize(
    ("seats", "kept"),
    [
        (("Doctor=human", "wolves=bot:hard"), ("Doctor=human", "wolves=bot:hard", "*=random")),
        (("Doctor=human, Seer=bot:easy",), ("Doctor=human", "Seer=bot:easy", "*=random")),
        (("4=human",), ()),
    ],
)
def test_seats_that_were_given_by_role_are_dealt_anew_after_a_resume(
    tmp_path: Path, seats: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    first = sit(tmp_path, "sla7", 5, *seats, others="random", names=("Ada",), deal="4=Doctor")
    first.close()
    assert first.path
    about = read_about(first.path)[0]
    assert about
    assert about.wished == kept
    resumed = resume_saved(first.path)
    series = GameQueue.continuing(resumed)
    sat: set[int] = set()
    for _ in range(12):
        following = series.next()
        [me] = following.people
        roles = following.game.state.roles
        sat.add(me)
        assert following.spec.names[me - 1] == "Ada"
        if kept:
            assert roles[me] == "Doctor"
        if "wolves=bot:hard" in kept:
            assert {
                roles[seat]
                for seat, player in enumerate(following.players, 1)
                if player == "bot:hard"
            } == {"Werewolf"}
        following.close()
    resumed.close()
    assert (sat == {4}) == (not kept)


def test_who_was_put_in_anothers_place_stays_there_in_the_next_game(tmp_path: Path) -> None:
    first = sit(tmp_path, "sla7", 5, "wolves=bot:hard", others="random")
    first.close()
    assert first.path
    resumed = resume_saved(first.path, ("3=bot:easy",))
    following = GameQueue.continuing(resumed).next()
    assert following.players == resumed.players
    following.close()
    resumed.close()


@pytest.mark.parametrize(("anyway", "plays"), [("", "bot:hard"), (":anyway", "sla:bots=hard")])
def test_a_policy_that_may_not_play_plays_no_later_game(
    tmp_path: Path, anyway: str, plays: str
) -> None:
    first = sit(tmp_path, "classic9", 5, f"wolves=sla:bots=hard{anyway}", others="random")
    first.close()
    assert first.path
    resumed = resume_saved(first.path)
    following = GameQueue.continuing(resumed).next()
    for running in (resumed, following):
        assert set(running.players) == {plays, "random"}
        running.close()


def test_a_fork_is_followed_by_a_game_with_the_same_wish_unless_somebody_else_sits_in_it(
    tmp_path: Path,
) -> None:
    first = sit(tmp_path, "sla7", 5, "wolves=bot:hard", others="random")
    first.play_now()
    first.close()
    assert first.path
    saved = read_game(first.path)
    at = next(iter(saved.journal))
    for seats, wished in (((), ("wolves=bot:hard", "*=random")), (("3=bot:easy",), ())):
        forked = fork_saved(saved, at, seats, root=tmp_path)
        assert forked.seat_words == wished
        forked.close()


def test_who_looked_before_sits_down_anew(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human:looked", others="random", deal="4=Doctor")
    following = GameQueue.continuing(running).next()
    assert following.players[3] == "human"
    following.close()
    running.close()


@pytest.mark.slow
async def test_marks_notes_and_drafts_are_there_again_after_a_resume(tmp_path: Path) -> None:
    first = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(first).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("f2", "2", "w", "tab", *"hides", "escape", *"I was")
        live_of(pilot).beat(3.0)
    first.close()
    assert first.path
    kept = first.path / NOTEBOOK_FILE
    assert kept.is_file()
    again = resume_saved(first.path)
    async with app_for(again).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        assert live_of(pilot).prompt.composer.text == "I was"
        side = live_of(pilot).side.lines_view.text
        assert "▲ wolf" in side
        assert "hides" in side
    again.close()
    kept.write_text("{no json")
    broken = resume_saved(first.path)
    async with app_for(broken).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        assert live_of(pilot).prompt.composer.text == ""
    broken.close()


@pytest.mark.slow
@pytest.mark.parametrize("of_the_settings", [1.0, 8.0])
async def test_a_game_goes_on_as_fast_as_it_was_left(
    tmp_path: Path, of_the_settings: float
) -> None:
    first = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(first).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press("escape", "+", "+")
        assert first.session.speed == 4.0
    first.close()
    assert first.path
    app = WolfApp(
        lambda app: LibraryScreen(tmp_path, app.glyphs),
        Config(speed=of_the_settings),
        heartbeat=False,
    )
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        assert live_of(pilot).session.speed == 4.0


def test_what_cannot_be_read_or_written_is_said(tmp_path: Path) -> None:
    assert read_person_notes(tmp_path) == (PersonNotes(), "")
    (tmp_path / NOTEBOOK_FILE).write_text("[1]")
    assert read_person_notes(tmp_path)[1].startswith("Your marks, notes and drafts are lost")
    for speed in ("0", "1e9", "-1", '"fast"'):
        (tmp_path / NOTEBOOK_FILE).write_text(f'{{"speed": {speed}}}')
        assert read_person_notes(tmp_path)[0] == PersonNotes(), speed
        assert read_person_notes(tmp_path)[1]
    assert write_person_notes(tmp_path, encode_person_notes(PersonNotes(drafts={4: "I was"}))) == ""
    assert read_person_notes(tmp_path) == (PersonNotes(drafts={4: "I was"}), "")
    assert write_person_notes(tmp_path / "gone", b"{}").startswith(
        "Your marks, notes and drafts cannot be saved"
    )


def test_whoever_sat_in_all_games_of_a_series_is_told_how_many_they_won(tmp_path: Path) -> None:
    series = GameQueue(
        Arrangement(
            PlayOptions(
                board="sla7", seats=("4=human",), default_player="random", games_root=tmp_path
            )
        ),
        games=3,
        seed=7,
    )
    won = list[bool]()
    for _ in range(3):
        running = series.next()
        while running.game.asks:
            running.game.submit(
                {
                    ask.id: fallback_answer(ask, running.game.dice(ask.id))
                    for ask in running.game.asks
                }
            )
        role = running.game.state.roles[4]
        assert role
        won.append(running.outcome.winner == team_of(role))
        running.close()
    curve = FANCY.sparkline([sum(won[:games]) / games for games in (1, 2, 3)])
    assert series.score_text(FANCY).endswith(
        f" You won {sum(won)}. Share of your wins, game by game: {curve}"
    )


def test_a_curve_is_the_taller_the_more() -> None:
    assert FANCY.sparkline([0, 0.5, 1]) == "▁▅█"
    assert ASCII.sparkline([0, 0.5, 1]) == "158"
