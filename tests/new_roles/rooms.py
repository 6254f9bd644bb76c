"""Every room with a role that was added: `test_new_roles.py` runs these tests in a copy of the
project that has its files and `board.toml`, which deals it."""

from __future__ import annotations

import asyncio
import json
from math import isfinite
from pathlib import Path

import pytest

from tests.core.agents.golden.acting import filled
from tests.core.agents.steps.one_ask import seated
from tests.core.env.playing import finished
from tests.wolftui.cli.running import ROOT, Program, first_choice
from tests.wolftui.conftest import home
from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.screen.stage import app_for, sit, text_of, to_result
from wolfcore import measure, play
from wolfcore.agents import PRESETS
from wolfcore.env import WerewolfEnv
from wolfcore.game import Board, make_spec, read_board
from wolfcore.game.rulebook import power_sentence, rulebook
from wolfcore.models import ChatRequest, ScriptedModel
from wolfcore.records import read_game
from wolfcore.roles import layout_roles
from wolfcore.table import verify
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame

BOARD_FILE = ROOT / "board.toml"
(NEW,) = {*read_board(BOARD_FILE.read_text("utf-8"), BOARD_FILE.name).roles} - {*layout_roles()}
LEVELS = ("bot:easy", "bot:normal", "bot:hard", "random")
_ = home


@pytest.fixture(scope="module")
def board() -> Board:
    return read_board(BOARD_FILE.read_text("utf-8"), BOARD_FILE.name)


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


def test_it_is_here_alone_and_dealt(board: Board) -> None:
    assert NEW in board.roles
    assert Path(make_spec.__code__.co_filename).is_relative_to(ROOT)


def test_the_rule_book_says_what_it_does(program: Program, board: Board) -> None:
    sentence = power_sentence(NEW, board)
    assert sentence in " ".join(line for section in rulebook(board) for line in section.lines)
    shown = program("boards", str(BOARD_FILE))
    assert shown.code == 0
    assert sentence in " ".join(shown.out.split())


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_each_level_play_it(board: Board, level: str) -> None:
    for seed in range(4):
        game = play(board, {"*": level}, seed=seed)
        assert game.result
        assert all(value is None or isfinite(value) for value in measure(game).values())


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_is_asked_with_its_name(board: Board, preset: str) -> None:
    requests: list[ChatRequest] = []

    def reply(request: ChatRequest) -> str:
        requests.append(request)
        return json.dumps(filled(request, f"{len(requests)}"))

    assert play(board, {4: seated(preset, ScriptedModel(reply))}, deal={4: NEW}).result
    assert NEW in "\n".join(message.text for message in requests[0].messages)


def test_the_environment_of_learners_plays_it(board: Board) -> None:
    for seed in range(3):
        assert len(finished(WerewolfEnv(board), seed)) == board.size


def test_a_person_plays_it_in_plain_lines(board: Board) -> None:
    console = ListedConsole(first_choice)
    options = PlayOptions(
        board=str(BOARD_FILE), seats=("4=human", "*=bot"), seed=2, deal=f"4={NEW}", save=False
    )
    running = start_game(options)
    asyncio.run(PlainGame(running, console, LineLook()).play())
    assert running.game.result
    assert NEW in console.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_screen_shows_it_to_the_end(tmp_path: Path, size: tuple[int, int]) -> None:
    running = sit(tmp_path, str(BOARD_FILE), 2, deal=f"4={NEW}", others="bot")
    async with app_for(running).run_test(size=size) as pilot:
        await to_result(pilot)
        assert NEW in text_of(pilot)


def test_commands_on_saved_games(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    ran = program("run", "--board", str(BOARD_FILE), "--games", "2", "--out", str(folder))
    assert ran.code == 0
    games = sorted(path for path in folder.iterdir() if path.is_dir())
    assert len(games) == 2
    assert all(verify(read_game(path)).finished for path in games)
    for words in (
        ("metrics", str(folder), "--json"),
        ("report", str(folder), "--to", "html", "--out", str(tmp_path / "report.html")),
        *(
            ("export", str(games[0]), "--to", form, "--out", str(tmp_path / f"game.{form}"))
            for form in ("html", "md", "txt", "csv", "svg", "cast")
        ),
        ("quiz", "show", "--board", str(BOARD_FILE), "--questions", "20"),
        ("review", str(games[0]), "--plain", "--tab", "all"),
        ("verify", str(games[0])),
    ):
        ran = program(*words)
        assert ran.code == 0, (words, ran.err)
    for form in ("html", "md", "txt", "csv", "svg"):
        assert NEW in (tmp_path / f"game.{form}").read_text("utf-8"), form
