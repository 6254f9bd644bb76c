"""A person plays: whole games by keys alone, words that wait, choices that are never made by
accident."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import (
    LONG,
    SIZES,
    app_for,
    live_of,
    play_out,
    sit,
    text_of,
    to_result,
    until,
    until_asked,
)
from tests.wolftui.words.telling import go_on
from wolfcore.game import Answer, Ask, Game, View, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import SPEECH_LIMIT
from wolfcore.records import GameFolder, read_game
from wolfcore.table import TakeOver
from wolftui.games.front import ScreenFront
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.takeover import TakeoverMenu
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.app_screen import WIDE
from wolftui.screen.screens.engine import Engine
from wolftui.words.spans import MODERATOR_EYES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "board", "seat", "seed"),
    [(SIZES[0], "sla7", 4, 5), (SIZES[1], "sla7", 4, 5), (SIZES[0], "classic12", 9, 2)],
)
async def test_a_whole_game_is_played_by_keys_up_to_its_result(
    tmp_path: Path, size: tuple[int, int], board: str, seat: int, seed: int
) -> None:
    running = sit(tmp_path, board, seed, f"{seat}=human")
    async with app_for(running).run_test(size=size) as pilot:
        await play_out(pilot, when_out="escape")
        await to_result(pilot)
        assert "You were" in text_of(pilot)
        await pilot.press("right")
        await pilot.pause()
        assert "seed" in text_of(pilot)
    saved = read_game(tmp_path / running.id)
    assert saved.result == running.game.result
    assert any(f".{seat}" in ask for ask in saved.journal)


@pytest.mark.parametrize("size", SIZES)
async def test_enter_decides_nothing_while_nothing_is_chosen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot)
        asked = live_of(pilot).front.waiting
        await pilot.press("enter", "enter")
        assert live_of(pilot).front.waiting is asked
        assert "Nothing is chosen yet" in text_of(pilot)


async def test_a_digit_or_a_name_chooses_and_the_consequence_is_said_before_enter(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    names = running.spec.names
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        await pilot.press("2")
        assert table.prompt.targets.chosen is not None
        assert table.prompt.targets.chosen.value == 2
        assert f"Protect 2 {names[1]}" in text_of(pilot)
        await pilot.press(*names[6][:2].lower())
        assert table.prompt.targets.chosen.value == 7
        await pilot.press("9")
        assert table.prompt.targets.chosen.value == 7
        assert "9 is not among the choices" in text_of(pilot)
        await pilot.press("enter")
        await until(
            pilot, lambda: table.session.state.day == 1 and table.session.state.phase != "night"
        )
        assert f.Protected(4, 7) in table.session.facts


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_two_digits_within_a_moment_choose_seats_from_ten_on(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "plus12", 3, "2=human")).run_test(size=size) as pilot:
        await until_asked(pilot, "vote")
        targets = live_of(pilot).prompt.targets
        targets.clock = lambda: 0.0
        wanted = next(option for option in targets.options if option.value >= 10)
        await pilot.press(*str(wanted.value))
        assert targets.chosen == wanted
        for ends in (
            lambda: targets.choose(targets.options[1]),
            lambda: targets.choose(None),
        ):  # as a click and Backspace do
            await pilot.press("1")
            ends()
            await pilot.press("1")
            assert targets.chosen
            assert targets.chosen.value == 1


@pytest.mark.slow
async def test_words_wait_for_their_turn_and_escape_sends_nothing(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human", others="bot:normal")).run_test(
        size=(120, 36)
    ) as pilot:
        table = live_of(pilot)
        await until_asked(pilot)
        await pilot.press("4", "enter")
        await until(pilot, lambda: table.prompt.state == "draft", seconds=0.2)
        table.prompt.take_focus()
        await pilot.press(*"I was", "enter")
        assert "Kept" in text_of(pilot)
        await until_asked(pilot, "speak")
        assert table.prompt.composer.text == "I was"
        await pilot.press("escape")
        assert table.focused is table.transcript
        assert table.front.waiting is not None
        await pilot.press("tab")
        await pilot.press(*" here", "ctrl+j", *"[b]all[/b] night", "enter")
        await until(
            pilot,
            lambda: any(
                isinstance(fact, f.Said) and fact.seat == 4 for fact in table.session.facts
            ),
        )
        said = next(
            fact for fact in table.session.facts if isinstance(fact, f.Said) and fact.seat == 4
        )
        assert said.text.split() == ["I", "was", "here", "[b]all[/b]", "night"]
        assert "[b]all[/b] night" in table.transcript.text


@pytest.mark.slow
@pytest.mark.parametrize("sealed", [False, True])
async def test_whoever_writes_goes_on_writing_while_another_one_speaks(
    tmp_path: Path, *, sealed: bool
) -> None:
    """Among people, at a sealed table, the draft has the focus from the start."""
    running = sit(tmp_path, "sla7", 5, "4=human", others="bot:normal")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        table = live_of(pilot)
        table.session.sealed = sealed
        await until_asked(pilot)
        await pilot.press("4", "enter")
        await until(pilot, lambda: table.prompt.state == "draft", seconds=0.2)
        assert table.prompt.has_focus_within == sealed
        table.prompt.take_focus()
        heard = table.session.fact_count
        for _ in range(400):
            if table.front.waiting:
                break
            await pilot.press("m")
            assert pilot.app.screen is table, "the letter went on into the draft"
            table.beat(0.2)
            await pilot.pause()
        assert table.front.waiting
        assert table.session.fact_count > heard
        assert set(table.prompt.composer.text) == {"m"}


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_words_that_are_too_long_are_cut_and_whoever_pasted_them_is_told(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        composer = live_of(pilot).prompt.composer
        composer.insert("[b]x[/b] " * 1200)
        await pilot.pause()
        assert len(composer.text) == SPEECH_LIMIT
        assert composer.cursor_location == composer.document.end
        assert f"A speech has at most {SPEECH_LIMIT} characters; the rest was cut." in text_of(
            pilot
        )


async def test_tab_completes_a_name_and_again_the_next(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human", names=("faith",))
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        await pilot.press("4", "enter")
        await until_asked(pilot, "speak")
        composer = live_of(pilot).prompt.composer
        await pilot.press(*"I like f", "tab")
        first = composer.text
        await pilot.press("tab")
        assert {first, composer.text} == {"I like Faith", f"I like {running.spec.names[5]}"}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_marks_and_notes_are_kept_and_shown_at_the_own_seat(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot)
        await pilot.press("f2")
        await pilot.press("2", "w", "tab", *"Bilal hides")
        await pilot.press("escape")
        await pilot.pause()
        if size[0] < WIDE:
            await pilot.press("tab")
            await pilot.pause()
        side = live_of(pilot).side.lines_view.text
        assert f"2 {live_of(pilot).session.names[1]}  ▲ wolf" in side
        assert "Bilal hides" in side


@pytest.mark.slow
async def test_quitting_asks_says_how_to_go_on_and_loses_no_answer(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        await pilot.press("4", "enter")
        await until_asked(pilot, "speak")
        await pilot.press(*"draft")
        await pilot.press("ctrl+c")
        assert f"wolftui resume {running.path}".replace(" ", "") in "".join(text_of(pilot).split())
        await pilot.press("escape")
        assert live_of(pilot).front.waiting is not None
        await pilot.press("ctrl+q")
        await pilot.press("2")
        await pilot.pause()
    assert pilot.app.return_code == 0
    saved = read_game(tmp_path / running.id)
    assert saved.result is None
    assert any(ask.endswith("protect.4") for ask in saved.journal)
    assert not any("speak.4" in ask for ask in saved.journal)


@pytest.mark.parametrize("size", SIZES)
async def test_a_wrong_turn_of_the_eyes_is_not_offered_to_a_player(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot)
        await pilot.press("escape", "v")
        assert pilot.app.screen is live_of(pilot)
        assert live_of(pilot).session.eyes == 4


class Elsewhere:
    """A source that brings nothing: the test feeds the session."""

    takeover_menu: TakeoverMenu | None = None

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Nothing."""

    def stop_waiting(self) -> None:
        """Nobody is waited for."""

    def close(self) -> None:
        """Nothing is held."""


def against_the_first(ask: Ask, view: View) -> Answer:
    """Seat 1 is killed in the first night; nobody is exiled."""
    if ask.kind == "kill":
        return Answer(1 if 1 in ask.options else ask.options[0])
    return Answer(0 if 0 in ask.options else ask.options[-1])


@pytest.mark.slow(only=("2--1",))
@pytest.mark.parametrize(("key", "eyes"), [("1", 1), ("2", MODERATOR_EYES)])
async def test_after_death_it_is_asked_once_whether_to_see_all(key: str, eyes: int) -> None:
    game = Game(make_spec(get_board("plus9"), 1, people={1: None}, deal={1: "Villager"}))
    session = GameSession(game.spec.board, game.spec.names, people=(1,))
    app = WolfApp(
        lambda app: app.make_table(ShownGame(session, "play"), Elsewhere()), heartbeat=False
    )
    async with app.run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)
        session.entries(game.log)
        while 1 in game.state.living:
            assert not table.end_notices.asks
            go_on(game, [session], against_the_first, batches=1)
            table.beat(LONG)
            await pilot.pause()
        await until(pilot, lambda: table.end_notices.asks)
        assert session.eyes == 1
        await pilot.press(key)
        await pilot.pause()
        assert session.eyes == eyes
        assert ("THE NIGHT" in table.side.lines_view.text) == (eyes == MODERATOR_EYES)
        assert ("You are out of the game and see all." in table.prompt.text) == (
            eyes == MODERATOR_EYES
        )
        for _ in range(5):
            go_on(game, [session], against_the_first, batches=1)
            table.beat(LONG)
            await pilot.pause()
            assert not table.end_notices.asks


async def test_a_screen_that_breaks_stops_the_game_and_loses_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    assert running.folder
    path, app, stopped = running.folder.path, app_for(running), list[Engine]()
    stop = Engine.stop

    def noted(engine: Engine) -> None:
        stopped.append(engine)
        stop(engine)

    monkeypatch.setattr(Engine, "stop", noted)

    def breaks() -> None:
        raise ZeroDivisionError("on purpose")

    with pytest.raises(ZeroDivisionError):
        async with app.run_test() as pilot:
            await until(pilot, lambda: bool((path / "answers.jsonl").read_bytes()))
            app.call_later(breaks)
            await pilot.pause()
    assert stopped
    with GameFolder.open(path):  # which nobody holds any more
        assert read_game(path).answers
