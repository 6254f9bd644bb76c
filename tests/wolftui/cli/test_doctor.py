"""What `wolftui doctor` says of the terminal, its colours and signs, of room on the disk and of
extras."""

from __future__ import annotations

import importlib.util
import io
import os
import shutil
import sys
import tomllib
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.wolftui.cli.running import ROOT, Program
from wolfcore.extras import install_command
from wolftui.settings.paths import config_file
from wolftui.words.glyphs import ASCII, FANCY


class Usage(NamedTuple):
    """What `shutil.disk_usage` gives."""

    total: int
    used: int
    free: int


def line_of(out: str, what: str) -> str:
    (line,) = (line for line in out.splitlines() if line[6:].startswith(f"{what}: "))
    return line


def said(wolftui: Program, what: str) -> str:
    return line_of(wolftui("doctor").out, what)


@pytest.mark.parametrize(
    ("size", "line"),
    [
        ((80, 24), "ok    terminal: xterm, 80x24, enough"),
        ((60, 15), "ok    terminal: xterm, 60x15, enough"),
        (
            (59, 15),
            "FAIL  terminal: xterm, 59x15, too small for the screen, which needs 60x15; use "
            "--plain",
        ),
    ],
)
def test_the_size_of_the_terminal_is_told(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], line: str
) -> None:
    monkeypatch.setattr("wolftui.cli.doctor.has_terminal", lambda: True)

    def stands(fallback: tuple[int, int] = (80, 24)) -> os.terminal_size:
        del fallback
        return os.terminal_size(size)

    monkeypatch.setattr(shutil, "get_terminal_size", stands)
    monkeypatch.setenv("TERM", "xterm")
    ran = wolftui("doctor")
    assert line_of(ran.out, "terminal") == line
    assert ran.code == line.startswith("FAIL")


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({"COLORTERM": "truecolor"}, "ok    colours: 16 million"),
        (
            {"COLORTERM": ""},
            "-     colours: 256 or fewer; set COLORTERM=truecolor if the terminal can do more",
        ),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, "-     colours: off, since NO_COLOR is set"),
    ],
)
def test_the_colours_are_told(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], line: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert said(wolftui, "colours") == line


def test_every_sign_is_drawn_with_what_to_do_where_the_font_lacks_it(wolftui: Program) -> None:
    line = said(wolftui, "signs")
    assert line.startswith("ok    signs: utf-8: ")
    assert all(
        sign in line.split()
        for sign in (*FANCY.roles.values(), FANCY.dead, FANCY.sheriff, *FANCY.beside, FANCY.rule)
    )
    assert line.endswith(
        "; if some show as boxes, set `ascii = true` in the settings or use `--ascii`"
    )


def test_where_ascii_is_set_its_signs_are_drawn_and_no_others(wolftui: Program) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text("ascii = true\n", encoding="utf-8")
    line = said(wolftui, "signs")
    assert line.isascii()
    assert line.startswith(f"-     signs: utf-8: {ASCII.all_signs}, ")


def test_an_encoding_without_the_signs_is_said(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    latin = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", latin)
    wolftui("doctor")
    latin.seek(0)
    line = line_of(latin.read(), "signs")
    assert line.startswith("-     signs: ")
    assert line.endswith("since this encoding has no other characters; use a UTF-8 locale for them")


@pytest.mark.parametrize(
    ("free", "line"),
    [
        (1_234 * 10**9, "ok    room for games: 1,234.0 GB free"),
        (50 * 10**6, "ok    room for games: 50 MB free"),
        (
            49 * 10**6,
            "FAIL  room for games: 49 MB free; free disk space before you save more games",
        ),
    ],
)
def test_the_room_on_the_disk_is_told(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, free: int, line: str
) -> None:
    def usage(path: Path) -> Usage:
        assert path.exists()
        return Usage(2 * free, free, free)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert said(wolftui, "room for games") == line


def test_every_extra_has_a_line_with_what_it_is_for(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    find, missing = importlib.util.find_spec, {"matplotlib", "textual_serve"}

    def without(name: str) -> ModuleSpec | None:
        return None if name in missing else find(name)

    monkeypatch.setattr("wolftui.cli.doctor.find_spec", without)
    out = wolftui("doctor").out
    assert {name for name in extras if f"extra `{name}`" in out} == set(extras) - {"local"}
    assert "local model `smollm`" in out
    assert line_of(out, "extra `web`") == (
        f"-     extra `web`: not installed, for `wolftui serve`; `{install_command('web')}` adds it"
    )
    assert line_of(out, "extra `report`").startswith(
        "-     extra `report`: not installed, for plots of reports"
    )
