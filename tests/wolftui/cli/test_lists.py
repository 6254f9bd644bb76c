"""The commands that list, show and check."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from core.agents import PRESETS
from core.game import board_names, get_board
from core.game.rulebook import rulebook
from core.records import list_games
from core.seating import players
from tests.wolftui.cli.running import ROOT, Program
from wolftui.settings.config import Config
from wolftui.settings.paths import config_file, games_folder


def test_every_board_is_listed_with_its_roles(wolftui: Program) -> None:
    lines = wolftui("boards").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == list(board_names())
    assert all(line.startswith(" ") and line.strip() for line in lines[1::2]), "each says where it comes from"
    assert lines[0].endswith("7 seats: 2 Werewolf, Seer, Doctor, 3 Villager (of `run` by default)")
    assert next(line for line in lines if line.startswith("plus8")).endswith("+ sheriff")


@pytest.mark.parametrize("name", board_names())
def test_a_board_s_rules_are_those_of_the_rule_book(wolftui: Program, name: str) -> None:
    words = " ".join(wolftui("boards", name).out.split())
    for section in rulebook(get_board(name)):
        assert section.title in words
        for sentence in section.lines:
            assert " ".join(sentence.split()) in words


def test_a_board_of_one_s_own_is_shown_by_its_own_rules(wolftui: Program, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "sla7"\n[switches]\nlast_day = 3\n')
    assert "end of day 3" in " ".join(wolftui("boards", str(file)).out.split())


def test_every_kind_of_player_is_listed(wolftui: Program) -> None:
    lines = wolftui("players").out.splitlines()
    assert [line.split()[0] for line in lines[:-6] if not line.startswith(" ")] == list(players())
    thought = [line.split()[3] for line in lines if line.lstrip().startswith("without a model:")]
    assert thought == [f"{name}:bots" for name, preset in PRESETS.items() if not preset.settings.intentions]
    assert lines[-3] == "Without a model a seat turns record, recent, informative, deduce, prune, candidates, select."
    assert any(line.split()[:3] == ["personas:", "auctioneer,", "cook,"] for line in lines)
    assert any(line.split() == ["level:", "easy,", "normal,", "hard"] for line in lines)


def test_the_settings_are_shown_as_a_file_that_can_be_read(wolftui: Program, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text('name = "Ada \\"the\\\\quiet\\" 🐺\\u007f"\n', encoding="utf-8")
    monkeypatch.setenv("WOLFTUI_SPEED", "2")
    shown = wolftui("config", "show").out
    assert tomllib.loads(shown) == {key: getattr(Config(), key) for key in Config.__struct_fields__} | {
        "name": 'Ada "the\\quiet" 🐺\x7f',
        "speed": 2.0,
    }
    assert f"({config_file()})\nname" in shown
    assert "(WOLFTUI_SPEED)\nspeed" in shown
    assert "(default)\nboard" in shown


def test_the_settings_have_a_place_and_are_never_written(wolftui: Program) -> None:
    assert wolftui("config", "path").out == f"{config_file()}\n"
    assert wolftui("config", "check").code == 0
    assert not config_file().exists()


def test_a_setting_of_the_environment_holds(wolftui: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOLFTUI_BOARD", "duel6")
    monkeypatch.setenv("WOLFTUI_OTHERS", "random")
    assert '"board":"duel6"' in wolftui("run", "--no-save", "--json").out
    assert '"board":"xu7"' in wolftui("run", "--no-save", "--json", "--board", "xu7").out


def test_who_names_no_board_plays_the_first_one_and_runs_the_shortest(wolftui: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def board_of(*argv: str) -> str:
        assert wolftui(*argv, "--seat", "*=random", "--seed", "7").code == 0
        return list_games(games_folder())[0].board

    assert board_of("play", "--plain") == "classic9"
    assert board_of("run") == "sla7"
    assert board_of("play", "--plain", "--board", "duel6") == "duel6"
    for said, played in (("xu7", "xu7"), ("", "classic9")):
        monkeypatch.setenv("WOLFTUI_BOARD", said)
        assert board_of("play", "--plain") == played
        assert wolftui("config", "check").code == 0


def test_the_themes_are_listed_and_a_broken_one_is_named(wolftui: Program, home: Path) -> None:
    ran = wolftui("themes")
    assert ran.code == 0
    assert ran.out.startswith("moonlight ")
    own = home / "config" / "wolftui" / "themes"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('name = "mine"\ndark = true\n')
    ran = wolftui("themes")
    assert ran.code == 1
    assert ran.err.startswith(f"wolftui: {own / 'mine.toml'}: colours: is missing.")
    assert wolftui("config", "check").code == 2


def test_the_doctor_finds_nothing_wrong_here_and_leaves_nothing_behind(wolftui: Program, home: Path) -> None:
    ran = wolftui("doctor")
    assert ran.code == 0, ran.out
    assert "ok    Python: 3." in ran.out
    assert f"ok    saved games: {games_folder()}" in ran.out
    assert "-     terminal: none here" in ran.out
    assert not home.exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_closed_stream_is_no_mishap(closed: str, home: Path) -> None:
    command = f"exec {sys.executable} -m wolftui play --plain --seat '*=random' --seed 7 {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (home / "state").exists()
