"""Nothing from outside reaches a terminal as it is: marks planted wherever outside text comes from,
through every command."""

from __future__ import annotations

import json
import os
import shutil
import sys
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from bench.damaged_games import MARKS, make_originals
from tests.wolftui.cli.running import Program
from wolfcore.visible import is_visible
from wolftui.cli.parser import COMMANDS
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.widgets.terminal_styles import VisibleTextFilter
from wolftui.settings.paths import config_file, error_log, games_folder, themes_folder

PLANTED = "".join(mark for mark in MARKS if not is_visible(mark) and mark[0] not in "\n\0\ud800")
TOLD = PLANTED.replace("\r", "").replace("\x85", "").replace("\u2028", "")
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs names that Windows has not")


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


def unclean(text: str) -> set[str]:
    """The characters of what was written out that should never have left the program."""
    return {char for char in text if char not in "\n\t" and not is_visible(char)}


def with_marks(tree: object) -> object:
    """Every word of a JSON tree with the marks after it."""
    if isinstance(tree, str):
        return tree + PLANTED
    if isinstance(tree, list):
        return [with_marks(each) for each in cast("list[object]", tree)]
    if isinstance(tree, dict):
        return {key: with_marks(each) for key, each in cast("dict[str, object]", tree).items()}
    return tree


@pytest.fixture
def planted(tmp_path: Path) -> dict[str, Path]:
    """Saved games with marks in their folders' names, players, header and log; and settings and
    themes with marks."""
    make_originals(tmp_path)
    games = games_folder()
    games.mkdir(parents=True)
    places: dict[str, Path] = {}
    for name in ("finished", "unfinished", "begun"):
        places[name] = games / f"20260101-{name}{TOLD}"
        shutil.copytree(tmp_path / name / "game", places[name])
        about = json.loads((places[name] / "about.json").read_bytes())
        about["seats"][0]["player"] += PLANTED
        about["notes"], about["tags"] = PLANTED, [PLANTED]
        (places[name] / "about.json").write_text(json.dumps(about), encoding="utf-8")
    for name in ("header", "log", "about", "dsgbench", "human9"):
        places[name] = games / f"{name}{TOLD}{'.json' if name == 'human9' else ''}"
    for name in ("header", "log", "about"):
        shutil.copytree(tmp_path / "finished" / "game", places[name])
    lines = (places["header"] / "game.jsonl").read_bytes().splitlines()
    head = json.dumps(with_marks(json.loads(lines[0]))).encode()
    (places["header"] / "game.jsonl").write_bytes(b"\n".join([head, *lines[1:], b""]))
    (places["log"] / "game.jsonl").write_bytes(
        b"\n".join([lines[0], *lines[1:30], PLANTED.encode(), *lines[30:], b""])
    )
    (places["about"] / "about.json").write_text(PLANTED, encoding="utf-8")
    shutil.copytree(tmp_path / "dsgbench" / "game", places["dsgbench"])
    session = places["dsgbench"] / "game_complete.json"
    session.write_text(json.dumps(with_marks(json.loads(session.read_bytes()))), encoding="utf-8")
    state = json.loads((tmp_path / "human9" / "game.json").read_bytes())
    places["human9"].write_text(json.dumps(with_marks(state)), encoding="utf-8")
    themes_folder().mkdir(parents=True, exist_ok=True)
    (themes_folder() / f"bad{TOLD}.toml").write_text(
        f'name = "{"".join(m for m in PLANTED if ord(m) > 127)}"\n', encoding="utf-8"
    )
    return places


def lines_of_commands(planted: dict[str, Path], tmp_path: Path) -> list[list[str]]:
    """A command line, at least, for every command, with the marks wherever outside text may stand."""
    bad = tmp_path / f"file{TOLD}.toml"
    bad.write_text(
        f'name = "x"\n"{"".join(mark for mark in PLANTED if ord(mark) > 160)}" = 1\n',
        encoding="utf-8",
    )
    each = [str(path) for path in planted.values()]
    lines = [
        [command, path, *more]
        for path in each
        for command, more in (
            ("review", ["--plain"]),
            ("review", ["--words", "4"]),
            ("review", ["--coach", "4"]),
            ("verify", []),
            ("analyse", ["--rollouts", "2", "--jobs", "1"]),
            ("metrics", []),
            ("watch", ["--plain"]),
            ("resume", []),
            ("fork", ["--at", f"n1{PLANTED}"]),
            ("export", ["--to", "md"]),
            ("export", ["--to", "csv"]),
            ("export", ["--to", "txt"]),
            ("export", ["--to", "jsonl"]),
        )
    ]
    lines += [
        ["review"],
        ["metrics", str(games_folder())],
        ["metrics", str(games_folder()), "--csv"],
        ["themes"],
        ["doctor"],
    ]
    lines += [["metrics", str(games_folder()), form] for form in ("--md", "--json")] + [
        ["players"],
        ["boards"],
    ]
    lines += [
        ["boards", PLANTED],
        ["boards", str(bad)],
        ["config", "show"],
        ["config", "check"],
        ["models", "list"],
    ]
    lines += [
        ["models", "test", PLANTED],
        ["models", "remove", PLANTED],
        ["models", "add", PLANTED, "--server", "ollama"],
    ]
    lines += [
        ["experience", "show"],
        ["experience", "show", PLANTED],
        ["experience", "search", PLANTED, PLANTED],
    ]
    lines += [
        ["experience", "build", PLANTED],
        ["experience", "forget", PLANTED],
        ["run", "--learn", PLANTED, "--no-save"],
    ]
    lines += [
        ["compare", "a", "b", str(games_folder())],
        ["report", str(games_folder())],
        ["report", str(games_folder()), "--ascii"],
        ["report", PLANTED],
    ]
    lines += [["report", str(games_folder()), "--to", form] for form in ("md", "csv")]
    lines += [
        ["report", str(games_folder()), "--out", str(tmp_path / f"r{TOLD}.{form}")]
        for form in ("html", "md")
    ]
    lines += [
        ["train", PLANTED],
        ["train", str(bad)],
        ["train", "--show", PLANTED],
        ["train", str(bad), "--into", PLANTED],
    ]
    lines += [
        ["series", "show", PLANTED],
        ["series", "sla", "--into", str(bad)],
        ["series", "sla", "--name", PLANTED],
    ]
    lines += [
        ["series", "helmsman", "--seat", f"4={PLANTED}"],
        ["series", "sla", "--board", PLANTED],
    ]
    lines += [
        ["export", str(planted["log"]), "--out", str(tmp_path / f"e{TOLD}.html")],
        ["export", PLANTED, "--eyes", PLANTED],
    ]
    lines += [
        ["host", "--name", PLANTED],
        ["join", PLANTED],
        ["mcp", PLANTED],
        ["mcp", "--resume", str(planted["unfinished"])],
        ["seat", PLANTED],
        ["rate", PLANTED],
        ["serve", "--host", PLANTED],
        ["serve", "--name", PLANTED, "--port", "0"],
        ["wall", PLANTED],
    ]
    lines += [
        ["keys"],
        ["keys", "--json"],
        ["record", "--plain"],
        ["record", "--json"],
        ["record", "--name", PLANTED],
    ]
    lines += [
        ["annotate", PLANTED],
        ["annotate", str(games_folder())],
        ["annotate", "--compare", PLANTED, str(bad)],
    ]
    lines += [
        [
            "annotate",
            str(planted["finished"]),
            "--by",
            PLANTED,
            "--out",
            str(tmp_path / "sheet.jsonl"),
        ]
    ]
    lines += [
        ["arena", PLANTED],
        ["arena", str(bad)],
        ["arena", str(bad), "--show"],
        ["arena", "--into", PLANTED],
    ]
    lines += [
        ["experiment", "show", PLANTED],
        ["experiment", "show", str(bad)],
        ["experiment", "table", PLANTED],
    ]
    lines += [
        ["experiment", "run", "sla-figure-3", "--player", PLANTED],
        ["experiment", "run", str(bad), "--into", PLANTED],
    ]
    lines += [["run", "--seat", f"*=sla:bots:policy={PLANTED}", "--no-save"]]
    lines += [
        ["quiz", "run", "--seat", PLANTED],
        ["quiz", "run", "--seat", "engine", "--kind", PLANTED],
        ["quiz", "score", PLANTED],
    ]
    lines += [
        ["quiz", "score", str(bad)],
        ["quiz", "show", "--board", PLANTED],
        ["quiz", "show", "--board", str(bad)],
    ]
    lines += [
        [
            "quiz",
            "run",
            "--seat",
            "human",
            "--board",
            "sla7",
            "--out",
            str(tmp_path / f"quiz{TOLD}.jsonl"),
        ]
    ]
    for option in ("--board", "--seat", "--deal", "--answers"):
        lines += [
            ["run", option, PLANTED, "--no-save"],
            ["play", "--plain", "--no-save", option, str(bad)],
        ]
    lines += [
        ["library"],
        ["library", "--json"],
        ["library", "--search", PLANTED],
        ["library", "--search", "i", "--sort", "end"],
    ]
    lines += [["library", "--search", f"is:{PLANTED}"], ["library", "--sort", PLANTED]]
    lines += [
        ["run", f"--{PLANTED}"],
        [PLANTED],
        ["play", PLANTED, "--plain"],
        ["play", "--plain", "--seat", "4=human", "--name", PLANTED, "--no-save"],
    ]
    return lines


@pytest.mark.slow
@posix
def test_no_command_writes_out_what_a_terminal_would_obey(
    wolftui: Program, planted: dict[str, Path], tmp_path: Path
) -> None:
    lines = lines_of_commands(planted, tmp_path)
    assert {command.name for command in COMMANDS} <= {line[0] for line in lines}
    shown = 0
    for line in lines:
        ran = wolftui(*line, typed=[])
        assert unclean(ran.out + ran.err) == set(), line
        assert "Something broke" not in ran.err, line
        shown += "[31m" in ran.out + ran.err
    assert shown > 30, "the marks were cleaned away, and the words around them shown"


@pytest.mark.slow
@posix
def test_settings_with_marks_are_refused_in_clean_words(wolftui: Program) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    for text in (
        f"'{''.join(mark for mark in PLANTED if ord(mark) > 160)}' = 1",
        "board = 1" + PLANTED,
        'theme = "\\u001b[31m\\u202e"',
    ):
        config_file().write_text(text + "\n", encoding="utf-8")
        for line in (["config", "show"], ["run", "--no-save"], ["themes"]):
            ran = wolftui(*line)
            assert unclean(ran.out + ran.err) == set(), (text, line)


def drawn(pilot: Pilot[int]) -> str:
    """The whole picture of the terminal."""
    return unescape(pilot.app.export_screenshot()).replace("\xa0", " ")


@pytest.mark.slow
@posix
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_no_screen_draws_what_a_terminal_would_obey(
    planted: dict[str, Path], size: tuple[int, int]
) -> None:
    app = WolfApp(lambda app: LibraryScreen(games_folder(), app.glyphs), heartbeat=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        app.notify(f"a notice{PLANTED}", markup=False, timeout=3600)
        await pilot.pause()
        seen = ""
        for _ in planted:
            seen += drawn(pilot)
            await pilot.press("enter")
            await pilot.pause()
            seen += drawn(pilot)
            if not isinstance(app.screen, LibraryScreen):
                await pilot.press("escape")
            await pilot.press("down")
            await pilot.pause()
        assert unclean(seen) == set()
        assert "[31m" in seen
        assert "A notice" in seen


def test_the_door_of_the_screen_keeps_the_width_of_what_it_cleans() -> None:
    from rich.segment import Segment
    from textual.color import Color
    from textual.strip import Strip

    strip = Strip([Segment(f"a{PLANTED}b"), Segment("李雷 ★")])
    clean = strip.apply_filter(VisibleTextFilter(), Color(0, 0, 0))
    assert unclean(clean.text) == set()
    assert Strip(list(clean)).cell_length == strip.cell_length
    assert clean.text.endswith("李雷 ★")


async def test_what_breaks_on_a_screen_is_one_sentence_and_no_traceback_is_painted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = WolfApp(lambda app: LibraryScreen(tmp_path, app.glyphs), heartbeat=False)

    def breaks() -> None:
        secret = "a local that nobody may see"
        raise ZeroDivisionError(f"on purpose{secret[:0]}")

    with pytest.raises(ZeroDivisionError):
        async with app.run_test() as pilot:
            app.call_later(breaks)
            await pilot.pause()
    assert isinstance(app.fatal_error, ZeroDivisionError)
    assert app.return_code == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    assert "a local that nobody may see" not in said.out + said.err


def test_the_commands_raise_what_broke_on_a_screen_so_that_it_is_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from wolftui.cli.entry import run
    from wolftui.screen import entry_points

    def broken(app: WolfApp) -> None:
        app.fatal_error = ZeroDivisionError("on\x1b[31m purpose\nand more")

    monkeypatch.setattr(WolfApp, "run", broken)
    monkeypatch.setattr(
        "wolftui.cli.lobby.open_lobby", lambda: entry_points.run_library(Path(os.curdir))
    )
    assert run([]) == 1
    said = capsys.readouterr().err
    assert said.startswith(
        "wolftui: Something broke inside wolftui (ZeroDivisionError: on [31m purpose and "
        "more). Please report it"
    )
    assert said.count("\n") == 1
    assert "ZeroDivisionError" in error_log().read_text(encoding="utf-8")


def test_no_styled_line_is_printed_as_an_ordinary_text() -> None:
    """`print` makes a styled line an ordinary one, whose colours the last filter blanks."""
    sources = {
        path: path.read_text("utf-8")
        for path in (Path(__file__).parents[2] / "wolftui").rglob("*.py")
    }
    assert [path for path, text in sources.items() if "print(ansi_text" in text] == []
