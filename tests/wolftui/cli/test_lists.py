"""The commands that list, show and check."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.wolftui.cli.running import ROOT, Program
from wolfcore.agents import PRESETS, SWITCHES, Settings, read_options
from wolfcore.agents.pipeline import steps_of
from wolfcore.game import board_names, get_board
from wolfcore.game.rulebook import rulebook
from wolfcore.records import list_games
from wolfcore.seating import is_agent, parse_seats, player_meanings
from wolftui.settings.config import Config
from wolftui.settings.paths import config_file, games_folder
from wolftui.settings.themes import shipped_themes_folder


def test_every_board_is_listed_with_its_roles(wolftui: Program) -> None:
    lines = wolftui("boards").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == list(board_names())
    assert all(line.startswith(" ") and line.strip() for line in lines[1::2]), (
        "each says where it comes from"
    )
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


def test_every_kind_of_player_is_listed_and_agents_with_paper_and_section(wolftui: Program) -> None:
    text = wolftui("players").out
    lines = text.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(
        player_meanings()
    )
    assert any(line.split() == ["level:", "easy,", "normal,", "hard"] for line in lines)
    words = " ".join(text.split())
    assert "personas auctioneer, cook, " in words
    assert f"no model {', '.join(f'{name}:bots' for name in PRESETS)} " in words
    for name, preset in PRESETS.items():
        assert f"{name} {preset.meaning} {preset.source} " in words


@pytest.mark.parametrize("name", player_meanings())
def test_all_about_one_player_stands_in_80_columns_with_examples_that_work(
    wolftui: Program, name: str
) -> None:
    ran = wolftui("players", name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{name}  ")
    assert max(map(len, ran.out.splitlines())) <= 80
    for line in ran.out.partition("\nexample")[2].splitlines()[1:]:
        words = shlex.split(line)
        board = get_board(words[words.index("--board") + 1] if "--board" in words else "sla7")
        (seat,) = parse_seats([words[words.index("--seat") + 1]], board)
        if is_agent(seat.spec.player):
            read_options(seat.spec.options, PRESETS[name].settings)


@pytest.mark.parametrize("name", PRESETS)
def test_an_agent_s_steps_and_switches_are_those_of_its_preset(wolftui: Program, name: str) -> None:
    out = wolftui("players", name).out
    settings = PRESETS[name].settings
    listed = out.partition("Steps, in order\n")[2].partition("\n\n")[0].splitlines()
    steps = [
        line.split()[0]
        for line in listed
        if line.startswith("  ") and line[2] != " " and not line.startswith("  Where")
    ]
    assert steps == [step.__name__ for step in steps_of(settings, "speak")]
    options = out.partition("the plainest agent\n")[2].partition("\n\n")[0].splitlines()
    switches = [line for line in options if line[2] != " "]
    assert [re.split("[= ]", line[2:])[0] for line in switches] == list(SWITCHES)
    plain = Settings()
    for line, switch in zip(switches, SWITCHES.values(), strict=True):
        word, value = line.partition("=")[2], getattr(settings, switch.field)
        assert switch.read(word) == value if word else value is None
        assert (line[0] == "*") is (value != getattr(plain, switch.field))
        assert " ".join(f"{switch.words}: {switch.meaning}".split()) in " ".join(out.split())
    told = (
        f"Without a model: {name}:bots or {name}:bots=hard; a house bot then does the "
        "thinking, with the options record, recent, "
    )
    assert told in " ".join(out.split())


def test_a_player_that_does_not_exist_is_answered_with_the_nearest_one(wolftui: Program) -> None:
    ran = wolftui("players", "helmsmen")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no player `helmsmen`. Did you mean `helmsman`?" in ran.err


def test_the_settings_are_shown_as_a_file_that_can_be_read(
    wolftui: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config_file().parent.mkdir(parents=True)
    config_file().write_text('name = "Ada \\"the\\\\quiet\\" 🐺\\u007f"\n', encoding="utf-8")
    monkeypatch.setenv("WOLFTUI_SPEED", "2")
    shown = wolftui("config", "show").out
    assert tomllib.loads(shown) == {
        key: getattr(Config(), key) for key in Config.__struct_fields__ if key != "keys"
    } | {
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


def test_a_setting_of_the_environment_holds(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WOLFTUI_BOARD", "duel6")
    monkeypatch.setenv("WOLFTUI_OTHERS", "random")
    assert '"board":"duel6"' in wolftui("run", "--no-save", "--json").out
    assert '"board":"xu7"' in wolftui("run", "--no-save", "--json", "--board", "xu7").out


def test_who_names_no_board_plays_the_first_one_and_runs_the_shortest(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_theme_that_is_hard_to_read_is_listed_with_what_is(wolftui: Program, home: Path) -> None:
    own = home / "config" / "wolftui" / "themes"
    own.mkdir(parents=True)
    text = (
        (shipped_themes_folder() / "moonlight.toml")
        .read_text(encoding="utf-8")
        .replace('name = "moonlight"', 'name = "mine"')
    )
    (own / "mine.toml").write_text(
        text.replace('dim = "#8188b0"', 'dim = "#3a3f5c"'), encoding="utf-8"
    )
    ran = wolftui("themes")
    assert ran.code == 0
    assert "\nmine             dark  (1 colour is hard to read)\n" in ran.out
    assert ran.err == (
        f"wolftui: {own / 'mine.toml'}: colours.dim: #3a3f5c on bar #1d2135 has a contrast "
        "of 1.54:1; 4.5:1 can be read well.\n"
    )
    assert wolftui("config", "check").code == 0


def test_the_doctor_finds_nothing_wrong_here_and_leaves_nothing_behind(
    wolftui: Program, home: Path
) -> None:
    ran = wolftui("doctor")
    assert ran.code == 0, ran.out
    assert "ok    Python: 3." in ran.out
    assert f"ok    saved games: {games_folder()}" in ran.out
    assert "-     terminal: none here" in ran.out
    assert not home.exists()


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_closed_stream_is_no_mishap(closed: str, home: Path) -> None:
    command = f"exec {sys.executable} -m wolftui play --plain --seat '*=random' --seed 7 {closed}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not (home / "state").exists()
