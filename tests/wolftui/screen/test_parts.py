"""The parts of the table do their one job without the others: on a session, on a bare screen, with
nobody else there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from textual import on
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input
from textual.worker import Worker

from tests.wolftui.screen.stage import sit, table_of
from tests.wolftui.words.telling import open_gate
from wolfcore.errors import GameStopped, LogError
from wolfcore.game import facts as f
from wolfcore.models import Budget
from wolfcore.records import read_game
from wolfcore.table import TakeOver
from wolftui.games.front import ScreenFront
from wolftui.games.game_budget import GameBudget
from wolftui.games.running_game import RunningGame
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import review_game
from wolftui.games.takeover import TakeoverMenu
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.app_screen import APP_ACTIONS, AppScreen
from wolftui.screen.screens.dialogs import ChoiceDialog, TextDialog
from wolftui.screen.screens.engine import Engine
from wolftui.screen.screens.guided_table import GuidedTable
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.navigation import PlaybackControls, TranscriptSearch
from wolftui.screen.screens.person_prompts import PromptControls
from wolftui.screen.screens.review_table import ReviewTable
from wolftui.screen.screens.table_dialogs import TableDialogs
from wolftui.screen.screens.table_timers import WaitIndicator
from wolftui.screen.widgets import line_view
from wolftui.screen.widgets.line_view import ComputedLines
from wolftui.screen.widgets.search_bar import SearchBar
from wolftui.screen.widgets.transcript import Transcript
from wolftui.settings.actions import ACTIONS, Place
from wolftui.words.spans import PUBLIC_EYES, Line, Span
from wolftui.words.wrapping import plain_text, truncate


class Bare(AppScreen):
    """A screen with nothing on it but a transcript, a search bar, and a note of what it was told."""

    PLACE: ClassVar[Place] = "table"
    is_typing = False

    def __init__(self, shown: ShownGame) -> None:
        super().__init__()
        self.shown = shown
        self.transcript, self.bar = Transcript(), SearchBar()
        self.told: list[str] = []
        self.workers_heard: Callable[[Worker.StateChanged], None] = lambda _: None

    def compose(self) -> ComposeResult:
        yield self.transcript
        yield self.bar
        yield self.keys

    def tell(self, what: str) -> Callable[[], None]:
        """What notes that it was called."""
        return lambda: self.told.append(what)

    def reload_view(self) -> None:
        self.told.append("eyes")

    def focus_transcript(self) -> None:
        self.told.append("transcript")

    def close_side_panel(self) -> None:
        self.told.append("room")

    def mark_dirty(self) -> None:
        self.told.append("touched")

    def paint(self) -> None:
        self.told.append("painted")

    @on(Worker.StateChanged)
    def _worker(self, message: Worker.StateChanged) -> None:
        message.stop()
        self.workers_heard(message)


def shown_of(running: RunningGame) -> ShownGame:
    return ShownGame(running.session, "play", game=running.id, path=str(running.path or ""))


def on_bare(screen: Bare) -> WolfApp:
    return WolfApp(lambda _: screen, heartbeat=False)


def finished(root: Path) -> ShownGame:
    """A saved game of random players, looked at from its start."""
    running = sit(root)
    running.play_now()
    running.close()
    return review_game(read_game(root / running.id))


# -- moving


def test_moving_needs_a_session_alone_and_tells_when_the_cursor_moved(tmp_path: Path) -> None:
    session, told = finished(tmp_path).session, list[str]()
    moving = PlaybackControls(session, lambda: told.append("moved"), lambda: told.append("changed"))
    moving.deeds["end"]()
    assert session.at_edge
    moving.deeds["previous_day"]()
    moving.deeds["step_back"]()
    assert not session.at_edge
    session.playing = True
    moving.deeds["home"]()
    assert (session.fact_count, session.playing) == (0, False)
    assert told == ["moved"] * 4
    speed = session.speed
    moving.deeds["faster"]()
    moving.deeds["play_pause"]()
    assert session.speed > speed
    assert session.playing
    assert told[4:] == ["changed"] * 2


# -- searching


async def test_a_search_marks_what_it_finds_and_goes_to_what_is_still_to_come(
    tmp_path: Path,
) -> None:
    screen = Bare(finished(tmp_path))
    session, went = screen.shown.session, list[int]()
    async with on_bare(screen).run_test():
        searching = TranscriptSearch(
            session, screen.transcript, screen.bar, went.append, screen.tell("changed")
        )
        searching.search("DIED")
        assert searching.active
        assert searching.has_matches
        assert screen.transcript.matches
        searching.deeds["next_match"]()
        assert went == [session.all_blocks[screen.transcript.matches[0]].fact_count]
        searching.clear()
        assert not searching.active
        assert screen.transcript.matches == ()
        assert screen.told == ["changed"] * 3


async def test_a_match_in_the_very_next_block_moves_the_cursor(tmp_path: Path) -> None:
    screen = Bare(finished(tmp_path))
    session, went = screen.shown.session, list[int]()
    async with on_bare(screen).run_test():
        searching = TranscriptSearch(
            session, screen.transcript, screen.bar, went.append, screen.tell("changed")
        )
        first = session.all_blocks[0]
        assert not session.blocks
        searching.search(first.text)
        searching.deeds["next_match"]()
        assert went == [first.fact_count]


async def test_escape_ends_a_search_and_empties_its_bar(tmp_path: Path) -> None:
    screen = Bare(finished(tmp_path))
    async with on_bare(screen).run_test() as pilot:
        screen.bar.open("wolf")
        await pilot.pause()
        written = screen.bar.query_one(Input)
        assert (written.value, screen.bar.display) == ("wolf", True)
        await pilot.press("escape")
        assert (written.value, screen.bar.display) == ("", False)
        screen.bar.open()
        assert written.value == ""


# -- waiting


@pytest.mark.parametrize("answered", [False, True])
async def test_the_wait_is_not_ended_if_the_late_answer_came_meanwhile(
    tmp_path: Path, answered: bool
) -> None:
    running = sit(tmp_path)
    screen, session = Bare(shown_of(running)), running.session
    async with on_bare(screen).run_test() as pilot:
        session.go_end()
        waiting = WaitIndicator(screen, session, lambda: False, screen.tell("stopped"))
        waiting.ask()
        assert pilot.app.screen is screen, "no wait to speak of"
        assert waiting.beat(60.0)
        waiting.ask()
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        if answered:
            session.entries([f.Entry("all", f.Began(1, "dawn"))])
            session.go_end()
        await pilot.press("1")
        assert screen.told == ([] if answered else ["stopped"])
    running.close()


# -- looking


async def test_looking_offers_the_eyes_that_it_is_given_and_tells_when_they_change(
    tmp_path: Path,
) -> None:
    screen = Bare(finished(tmp_path))
    looking = TableDialogs(
        screen,
        screen.shown,
        screen.transcript,
        lambda: [PUBLIC_EYES, 2],
        screen.tell("looked"),
        screen.tell("changed"),
    )
    async with on_bare(screen).run_test() as pilot:
        looking.choose_eyes()
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("2")
        assert screen.shown.session.eyes == 2
        looking.thoughts()
        assert screen.transcript.thoughts
        assert screen.told == ["looked", "changed"]
        looking.rules()
        await pilot.pause()
        assert isinstance(pilot.app.screen, TextDialog)


# -- the engine


class Breaking:
    """A source that fails so often, and then has nothing more to bring."""

    takeover_menu: TakeoverMenu | None = None

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.runs, self.closed = list(errors), 0, False

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        del front, take_over
        self.runs += 1
        if self.errors:
            raise self.errors.pop(0)

    def stop_waiting(self) -> None:
        """Nobody is waited for."""

    def close(self) -> None:
        self.closed = True


async def nobody(seat: int, player: str) -> None:
    raise AssertionError((seat, player))


def engine_of(screen: Bare, source: Breaking) -> Engine:
    engine = Engine(
        screen,
        screen.shown,
        source,
        ScreenFront(PromptControls(screen, screen, screen.shown)),
        nobody,
        preloads=False,
    )
    screen.workers_heard = lambda message: engine.on_worker_state(message.state)
    return engine


async def settled(pilot: Pilot[int], source: Breaking, runs: int) -> None:
    """Let the engine run its source so often, and come to its end."""
    for _ in range(100):
        await pilot.pause()
        if source.runs == runs:
            break
    await pilot.pause()


async def test_after_an_error_that_a_person_can_mend_the_engine_goes_on_where_they_say_so(
    tmp_path: Path,
) -> None:
    screen, source = Bare(shown_of(sit(tmp_path))), Breaking(LogError("The disk is full."))
    async with on_bare(screen).run_test() as pilot:
        engine = engine_of(screen, source)
        engine.begin()
        await settled(pilot, source, 1)
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("1")
        await settled(pilot, source, 2)
        assert source.runs == 2
        engine.leave(3)
        assert source.closed
    assert pilot.app.return_value == 3


async def test_what_a_game_may_take_is_read_before_the_engine_begins(tmp_path: Path) -> None:
    screen, source = Bare(shown_of(sit(tmp_path))), Breaking()
    screen.shown.estimate = "It takes a while."
    async with on_bare(screen).run_test() as pilot:
        engine_of(screen, source).begin()
        await pilot.pause()
        assert source.runs == 0
        await pilot.press("1")
        await settled(pilot, source, 1)
        assert source.runs == 1


async def test_a_budget_can_be_set_where_the_estimate_is_read(tmp_path: Path) -> None:
    running = sit(tmp_path)
    screen, source = Bare(shown_of(running)), Breaking()
    screen.shown.estimate = "It takes a while."
    screen.shown.budget = GameBudget(running.models, {})
    async with on_bare(screen).run_test(size=(80, 24)) as pilot:
        engine_of(screen, source).begin()
        await pilot.pause()
        await pilot.press("2", *"no", "enter")
        await pilot.pause()
        assert source.runs == 0
        await pilot.press("backspace", "backspace", *"500", "space", *"tokens", "enter")
        await settled(pilot, source, 1)
    assert running.models.budget_meter.budget == Budget(tokens=500)


# -- answering


async def test_a_question_is_put_and_answered_and_the_prompt_rests_again(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    screen = Bare(shown_of(running))
    async with on_bare(screen).run_test(notifications=True) as pilot:
        answering = PromptControls(screen, screen, screen.shown)
        await screen.mount(answering.prompt)
        playing = asyncio.ensure_future(running.play(answering.front, gate=open_gate))
        for _ in range(100):
            await pilot.pause()
            if answering.is_asked:
                break
        asked = answering.front.waiting
        assert asked is not None
        assert answering.prompt.question is asked
        choice = asked.options[0].value
        answering.answer(answering.prompt.Answered(asked, choice, ""))
        await asyncio.sleep(0)
        answering.answer(answering.prompt.Answered(asked, choice, ""))
        await pilot.pause()
        assert "came too late" in "".join(
            str(toast.render()) for toast in pilot.app.screen.query("Toast")
        )
        answering.front.stop()
        with pytest.raises(GameStopped):
            await playing


class Watching(Breaking):
    """A source that notes what the screen says when the game begins."""

    def __init__(self, says: Callable[[], str]) -> None:
        super().__init__()
        self.says, self.seen = says, ""

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        self.seen = self.says()
        await super().run(front, take_over)


async def test_the_game_begins_when_the_table_is_painted_so_that_nobody_waits_for_players_to_load(
    tmp_path: Path,
) -> None:
    shown = shown_of(sit(tmp_path))
    table = LiveTable(shown, source := Watching(lambda: table.heading.text), heartbeat=False)
    async with WolfApp(lambda _: table, heartbeat=False).run_test() as pilot:
        await settled(pilot, source, 1)
        assert "Before the first night" in source.seen


# -- all of them together


async def test_each_action_of_a_table_is_carried_out_by_a_part_of_it_or_by_itself(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    app = WolfApp(lambda app: app.make_play_table(running), heartbeat=False)
    async with app.run_test() as pilot:
        table = table_of(pilot)
        elsewhere = ["coach", "compare"]
        assert [
            a.id
            for a in ACTIONS
            if "table" in a.places and a.id not in APP_ACTIONS and table.handler_for(a.id) is None
        ] == elsewhere
        assert hasattr(GuidedTable, "action_coach")
        assert all(ReviewTable(table.shown).handler_for(name) for name in elsewhere[1:])
        running.close()


# -- paper


async def test_of_lines_that_stand_there_already_only_what_changed_is_cut_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, lines, cut = (
        Bare(finished(tmp_path)),
        [(Span(f"line {number}"),) for number in range(9)],
        list[str](),
    )

    def counting(line: Sequence[Span], width: int, more: str) -> Line:
        cut.append(plain_text(line))
        return truncate(line, width, more)

    async with on_bare(screen).run_test() as pilot:
        words = ComputedLines(lambda _: lines, dom_id="words")
        await screen.mount(words)
        await pilot.pause()
        monkeypatch.setattr(line_view, "truncate", counting)
        lines[4] = (Span("another"),)
        words.repaint()
        assert (cut, words.text.split("\n")[3:6]) == (["another"], ["line 3", "another", "line 5"])
        await pilot.resize_terminal(60, 20)
        assert [text for text in cut[1:] if text in words.text] == [
            plain_text(line) for line in lines
        ]  # the line of keys is cut, too
