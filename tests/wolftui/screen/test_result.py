"""After the game: tabs of numbers that explain themselves, whichever way the game came to the
screen, and never before its end."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.wolftui.measures.test_own_record import person_game
from tests.wolftui.screen.stage import SIZES, app_for, sit, table_of, until, until_asked
from wolfcore.game import Answer
from wolfcore.game import facts as f
from wolfcore.metrics import Dimension, MetricRow, RecordedGame
from wolfcore.records import LogFollower, SavedGame, SeatSpec, read_game, read_marks
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.shared_result import shared_result
from wolftui.games.sources import followed_game, local_shown_game, review_game
from wolftui.measures.measurement import Measurement, measure_saved
from wolftui.measures.metric_numbers import fraction_text, value_text
from wolftui.measures.output_forms import render_results
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.dialogs import ChoiceDialog
from wolftui.screen.screens.game_diff import GameDiffScreen
from wolftui.screen.screens.number_pages import EvidenceDialog, RecordScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.review_table import ReviewTable
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.views.result.game_numbers import GameNumbers, derivation_of
from wolftui.views.result.role_tabs import more_page
from wolftui.views.result.tabs import TABS
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import MODERATOR_EYES
from wolftui.words.wrapping import plain_text, width_of


def finished(root: Path, board: str = "plus12+sheriff") -> SavedGame:
    running = sit(root, board, 8)
    running.play_now()
    running.close()
    return read_game(root / running.id)


def told(rows: list[MetricRow]) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (row.metric.name, row.group.get("team", "")): (value_text(row), fraction_text(row))
        for row in rows
    }


async def result_of(pilot: Pilot[int]) -> ResultScreen:
    await pilot.press("end", "r")
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, ResultScreen)
    return screen


def book_of(saved: SavedGame) -> GameNumbers:
    shown = review_game(saved)
    shown.session.go_end()
    assert shown.outcome
    return GameNumbers(shown, shown.outcome, FANCY)


@pytest.mark.slow
async def test_s_copies_the_result_with_the_code_and_is_offered_where_there_is_one(
    tmp_path: Path,
) -> None:
    alone = start_game(PlayOptions(board="duel6", seed=3, games_root=tmp_path))
    alone.play_now()
    alone.close()
    assert alone.path
    saved = read_game(alone.path)
    for game, copied in ((saved, "\n".join(shared_result(saved.path))), (finished(tmp_path), "")):
        app = WolfApp(lambda app, game=game: app.make_review_table(game), heartbeat=False)
        async with app.run_test(size=SIZES[1], notifications=True) as pilot:
            screen = await result_of(pilot)
            await pilot.press("s")
            await pilot.pause()
            assert app.clipboard == copied
            toasts = " ".join(str(toast.render()) for toast in app.screen.query("Toast"))
            assert ("wolftui play" in toasts) == bool(copied)
            assert ("s share" in screen.keys.text) == bool(copied)


@pytest.mark.slow(only=("size2",))
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_every_tab_opens_by_its_number_and_by_arrows_and_fits(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = finished(tmp_path)
    async with WolfApp(lambda app: app.make_review_table(saved), heartbeat=False).run_test(
        size=size
    ) as pilot:
        screen = await result_of(pilot)
        seen: list[str] = []
        for number, tab in enumerate(TABS, 1):
            await pilot.press(str(number))
            await pilot.pause()
            assert (screen.page.tab, tab.name) == (number - 1, screen.tabs.names[screen.tabs.at])
            assert all(
                width_of(line) <= size[0]
                for line in screen.page.compose_lines(screen.page.size.width)
            )
            assert all(spot.end <= screen.page.size.width for spot in screen.page.spots)
            seen.append(screen.page.text)
        assert len(set(seen)) == len(TABS)
        await pilot.press("right")
        await pilot.pause()
        assert screen.page.text == seen[0], "round to the first"
        await pilot.press("left")
        await pilot.pause()
        assert screen.page.text == seen[-1]


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_a_number_says_what_it_is_and_leads_to_the_moment_behind_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = finished(tmp_path, "sla7")
    async with WolfApp(lambda app: app.make_review_table(saved), heartbeat=False).run_test(
        size=size
    ) as pilot:
        screen = await result_of(pilot)
        await pilot.press("2", "down")
        await pilot.pause()
        told = screen.page.derivation
        assert told
        (entry,) = told.entries
        assert told.title in screen.explanation.text
        cast = saved.entries[entry].fact
        assert isinstance(cast, f.Voted)
        assert told.title.startswith(saved.header.names[cast.voter - 1])
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EvidenceDialog)
        await pilot.press("enter")
        await pilot.pause()
        replay = pilot.app.screen
        assert isinstance(replay, ReviewTable)
        assert replay.session.eyes == MODERATOR_EYES
        assert replay.session.facts[-1] == cast
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is screen, "back to the number"


@pytest.mark.slow
async def test_arrows_go_from_number_to_number_and_esc_lets_go_before_it_leaves(
    tmp_path: Path,
) -> None:
    saved = finished(tmp_path, "helmsman7")
    async with WolfApp(lambda app: app.make_review_table(saved), heartbeat=False).run_test(
        size=(120, 36)
    ) as pilot:
        screen = await result_of(pilot)
        await pilot.press("2", "down", "down")
        first = screen.page.spots[screen.page.at]
        await pilot.press("right")
        second = screen.page.spots[screen.page.at]
        assert (second.line, screen.page.tab) == (first.line, 1)
        assert second.start > first.start
        await pilot.press("up")
        assert screen.page.spots[screen.page.at].line == second.line - 1
        await pilot.press("escape")
        assert (screen.page.derivation, screen.explanation.display) == (None, False)
        assert pilot.app.screen is screen
        await pilot.press("escape")
        assert pilot.app.screen is table_of(pilot)


def _json_of(saved: SavedGame, *by: Dimension) -> dict[tuple[str, ...], dict[str, Any]]:
    """What `wolftui metrics --json` says of a game, by metric and labels."""
    measurement = Measurement(by, zero_fill=False, alpha=0.5, keep_parts=True)
    measurement.add(measure_saved(saved, 0.5))
    found = json.loads(render_results(measurement.figures, "json"))
    return {(row["name"], *row["group"].values()): row for row in found["metrics"]}


@pytest.mark.parametrize("board", ["helmsman7", "plus12+sheriff", "classic9"])
def test_every_number_is_that_of_wolftui_metrics(tmp_path: Path, board: str) -> None:
    running = sit(tmp_path, board, 8, others="bot:normal")
    running.play_now()
    running.close()
    saved = read_game(tmp_path / running.id)
    book = book_of(saved)
    by: tuple[tuple[Dimension, ...], ...] = ((), ("seat",), ("seat", "day"), ("day",))
    everything: dict[str, set[tuple[str, str]]] = {}
    for dimensions in by:
        theirs = _json_of(saved, *dimensions)
        for key, row in book.rows(*dimensions).items():
            assert row.value == theirs[key]["mean"]
            assert (row.numerator, row.denominator) == (
                theirs[key]["numerator"],
                theirs[key]["denominator"],
            )
            told = derivation_of(row)
            assert set(told.entries) == {
                entry for part in theirs[key]["parts"] for entry in part["entries"]
            }
            everything.setdefault(row.metric.name, set()).add((told.value, told.fraction))
    measured = [
        spot.derivation
        for tab in TABS
        for spot in tab.page(book, 116).spots
        if ":" in spot.derivation.paper
    ]
    names = {told.paper.split(":")[0] for told in measured}
    assert {"irp", "vss", "ksr", "camouflage_rate", "reasonableness", "seconds"} <= names
    for told in measured:
        name = told.paper.split(":")[0]
        assert name == "reliability_curve" or (told.value, told.fraction) in everything[name]


def test_what_has_nothing_to_tell_says_so_in_a_line(tmp_path: Path) -> None:
    book = book_of(finished(tmp_path, "sla7"))
    told = {tab.name: tab.page(book, 76).lines for tab in TABS}
    assert plain_text(told["Beliefs"][0]) == "Nobody stated suspicions before a vote in this game."
    assert (
        plain_text(told["Leadership"][0])
        == "This board has no sheriff, and nobody called for a vote."
    )
    assert (len(told["Beliefs"]), len(told["Leadership"])) == (1, 1)


@pytest.mark.parametrize(("width", "named"), [(76, False), (116, True)])
def test_the_names_of_the_papers_stand_behind_all_numbers_of_a_page_or_none(
    tmp_path: Path, width: int, named: bool
) -> None:
    page = next(tab for tab in TABS if tab.name == "More").page(
        book_of(finished(tmp_path, "sla7")), width
    )
    words = [word for line in page.lines for word in plain_text(line).split()]
    assert [name in words for name in ("irp", "vss", "ksr", "survivors")] == [named] * 4


def test_the_matrix_of_votes_holds_every_ballot(tmp_path: Path) -> None:
    running = sit(tmp_path, "helmsman7", 8, others="bot:normal")
    running.play_now()
    running.close()
    saved = read_game(tmp_path / running.id)
    cast = {place for place, entry in enumerate(saved.entries) if isinstance(entry.fact, f.Voted)}
    for width in (56, 76, 112):
        page = next(tab for tab in TABS if tab.name == "Votes").page(book_of(saved), width)
        told = {
            spot.derivation.entries[0] for spot in page.spots if len(spot.derivation.entries) == 1
        }
        assert cast <= told
        assert all(width_of(line) <= width for line in page.lines)


def test_the_course_is_told_from_every_fact_but_not_before_the_end(tmp_path: Path) -> None:
    game = sit(tmp_path, "sla7", 8, "4=human").game
    session = GameSession(game.spec.board, game.spec.names, people=(4,))
    record = RecordedGame(
        id="", board=game.spec.board, names=game.spec.names, entries=game.log, participants=()
    )
    shown = ShownGame(session, "play", record=lambda: record)
    told = 0
    while not session.over:
        assert not any(isinstance(fact, f.Attacked) for fact in shown.all_facts)
        game.submit({ask.id: Answer(ask.options[-1]) for ask in game.asks})
        session.entries(game.log[told:])
        told = len(game.log)
        session.go_end()
    assert list(shown.all_facts) == [entry.fact for entry in game.log]


def test_a_game_measures_the_same_played_here_followed_and_reviewed(tmp_path: Path) -> None:
    running = sit(tmp_path, "plus12+sheriff", 8)
    here = local_shown_game(running, FANCY)
    assert here.rows == [], "before its end"
    running.play_now()
    running.session.entries(running.game.log)
    running.close()
    saved = review_game(read_game(tmp_path / running.id))
    saved.session.go_end()
    there, source = followed_game(LogFollower(tmp_path / running.id))
    source.entries += running.game.log
    there.session.entries(running.game.log)
    shown = [
        {key: value for key, value in told(shown.rows).items() if key[0] != "seconds"}
        for shown in (here, saved, there)
    ]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0]["irp", ""][1].count("/") == 1


def test_who_took_over_while_a_game_was_followed_stands_in_its_result(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 8)
    folder = running.folder
    assert folder is not None
    assert folder.about is not None
    shown, source = followed_game(LogFollower(folder.path))
    folder.rewrite_about(
        folder.about.with_take_over(2, running.game.asks[0].id, SeatSpec("bot", ("easy",)))
    )
    running.play_now()
    source.entries += running.game.log
    shown.session.entries(running.game.log)
    assert shown.outcome is not None
    assert [fate.player for fate in shown.outcome.fates][:3] == ["random", "bot:easy", "random"]
    running.close()


def test_a_figure_that_has_no_value_has_no_line(tmp_path: Path) -> None:
    lines = [plain_text(line) for line in more_page(book_of(finished(tmp_path, "sla7")), 112).lines]
    assert not any(line.split()[-1] in ("witch", "hunter") for line in lines if line)
    assert sum("wolves that were checked" in line for line in lines) == 1


def test_without_a_record_there_are_no_figures(tmp_path: Path) -> None:
    shown = review_game(finished(tmp_path, "sla7"))
    shown.session.go_end()
    assert ShownGame(shown.session, "review").rows == []


@pytest.mark.slow(only=("size0",))
@pytest.mark.parametrize("size", SIZES)
async def test_the_house_bots_say_what_was_true_on_the_result(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "classic9", 8, others="bot:hard")
    running.play_now()
    running.close()
    saved = read_game(tmp_path / running.id)
    async with WolfApp(lambda app: app.make_review_table(saved), heartbeat=False).run_test(
        size=size
    ) as pilot:
        screen = await result_of(pilot)
        shown = screen.page.text.splitlines()
        begun, ended = (
            shown.index("what they say now"),
            next(n for n, line in enumerate(shown) if line.startswith("seed")),
        )
        told = [line for line in shown[begun + 1 : ended - 1] if not line.startswith(" ")]
        assert 0 < len(told) <= 3
        assert all(any(name in line.split(":")[0] for name in saved.header.names) for line in told)


async def test_the_record_opens_from_the_result_and_leads_to_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.screen.app.games_folder", lambda: tmp_path)
    saved = finished(tmp_path, "sla7")
    person = person_game(tmp_path, 3)
    async with WolfApp(lambda app: app.make_review_table(saved), heartbeat=False).run_test(
        size=(80, 24)
    ) as pilot:
        await result_of(pilot)
        await pilot.press("m")
        await until(
            pilot,
            lambda: (
                isinstance(pilot.app.screen, RecordScreen) and pilot.app.screen.record is not None
            ),
        )
        screen = pilot.app.screen
        assert isinstance(screen, RecordScreen)
        await pilot.pause()
        assert "1 game," in screen.page.text
        await pilot.press("down")
        await pilot.pause()
        assert "games won" in screen.explanation.text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EvidenceDialog)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.shown.game == person.name


@pytest.mark.slow(only=("4",))
@pytest.mark.parametrize("seat", [1, 4])
async def test_marks_are_kept_with_the_game_and_back_after_resume(
    tmp_path: Path, seat: int
) -> None:
    running = sit(tmp_path, "sla7", 5, f"{seat}=human", deal="")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        await pilot.press("f2", "w", "escape")
        await pilot.pause()
        marks = read_marks(tmp_path / running.id)[0]
        assert list(marks) == [seat]
        assert list(marks[seat].values()) == ["wolf"]
    running.close()
    again = local_shown_game(resume_saved(tmp_path / running.id), FANCY)
    assert again.notebook(seat).marks == marks[seat]


IN_TABS = {
    "Result": {"irp", "belief_accuracy"},
    "Votes": {"irp"},
    "Beliefs": {"belief_accuracy"},
    "Roles": set[str](),
    "Leadership": {"leadership", "leadership_calls"},
    "Talk": {"trust_table"},
    "Statements": set[str](),
    "More": {
        "irp", "vss", "reliability_curve", "calibration", "belief_accuracy", "seer", "guard",
        "werewolves", "ksr", "kre", "days", "survivors", "sheriff", "sheriff_agreement", "ratio",
        "dc", "camouflage_rate", "reasonableness", "claims_read", "trust", "trust_believed",
        "trust_dissolved", "seconds", "discipline_repaired", "discipline_replaced",
        "discipline_timed_out", "statements_true", "statements_false", "fabrications",
        "said_against_done",
    },
}  # fmt: skip
"""What must be told in each tab of a game of house bots with a sheriff; what models took is told
where one played."""


@pytest.mark.parametrize("width", [56, 76, 116])
def test_each_tab_tells_what_it_is_for(tmp_path: Path, width: int) -> None:
    running = sit(tmp_path, "helmsman7", 8, others="bot:normal")
    running.play_now()
    running.close()
    book = book_of(read_game(tmp_path / running.id))
    pages = {tab.name: tab.page(book, width) for tab in TABS}
    missing = {
        name: wanted - {spot.derivation.paper.split(":")[0] for spot in pages[name].spots}
        for name, wanted in IN_TABS.items()
    }
    assert missing == {name: set() for name in pages}
    result = "\n".join(plain_text(line) for line in pages["Result"].lines)
    assert book.outcome.title in result
    fates = [(fate.name, fate.role) for fate in book.outcome.fates]
    assert [
        (name, role) for name, role in fates if name not in result or str(role) not in result
    ] == []
    heat = [plain_text(line) for line in pages["Beliefs"].lines]
    assert all(
        any(line.split()[:2] == [str(seat), name] for line in heat)
        for seat, name in enumerate(book.names, 1)
    )


async def test_another_game_of_the_deal_is_offered_and_opens_beside_this_one(
    tmp_path: Path,
) -> None:
    game = person_game(tmp_path, 3)
    app = WolfApp(lambda app: app.make_review_table(read_game(game)), heartbeat=False)
    async with app.run_test(size=SIZES[1]) as pilot:
        screen = await result_of(pilot)
        await asyncio.to_thread(screen.find_same_deal)
        assert "The other game of this deal" not in screen.next_steps.text
        forked = shutil.copytree(game, tmp_path / f"{game.name}f")
        about = json.loads((forked / "about.json").read_text())
        about |= {"id": forked.name, "fork": {"game": game.name, "ask": "d1.vote.3"}}
        (forked / "about.json").write_text(json.dumps(about))
        await asyncio.to_thread(screen.find_same_deal)
        assert "The other game of this deal" not in screen.next_steps.text
        person_game(tmp_path, 3)
        await asyncio.to_thread(screen.find_same_deal)
        await pilot.pause()
        assert "d  The other game of this deal" in screen.next_steps.text
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog), "of its fork and its deal"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameDiffScreen)
        assert "another of this deal" in pilot.app.screen.text
