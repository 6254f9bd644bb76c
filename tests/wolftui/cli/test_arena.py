"""`wolftui arena` on the command line."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.wolftui.cli.running import Program
from wolfcore.arena import Row, read_arena
from wolfcore.arena.runner import ArenaRun
from wolftui.cli.arena_progress import Pace, duration_text
from wolftui.settings.paths import arenas_folder

TEXT = """
boards = ["sla7", "duel6"]
deals = 2
seed = 3
[players]
one = "bot"
two = "random"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_an_arena_is_played_and_its_table_printed(wolftui: Program, file: Path) -> None:
    ran = wolftui("arena", str(file))
    folder = arenas_folder() / "small"
    assert ran.code == 0
    assert ran.err == ""
    rows = [json.loads(line) for line in wolftui("arena", str(file), "--json").out.splitlines()]
    assert [row["game"] for row in rows] == list(range(8))
    assert all((folder / row["folder"]).is_dir() for row in rows)
    begun, *table = re.sub(r" +", " ", ran.out).splitlines()
    assert (
        begun
        == f"8 games. All files are in {folder}; Ctrl-C stops, and the same command continues."
    )
    assert table[0] == "board cell games village wolves nobody broken"
    cells = [(board, cell) for board in ("sla7", "duel6") for cell in ("one/two", "two/one")]
    for (board, cell), line in zip(cells, table[1:-1], strict=True):
        won = [row["winner"] for row in rows if (row["board"], row["cell"]) == (board, cell)]
        village = won.count("village")
        assert (
            line == f"{board} {cell} 2 {village} ({village / 2:.0%}) {2 - village} "
            f"({1 - village / 2:.0%}) 0 0"
        )
    assert len({line.split(" ", 3)[3] for line in table[1:-1]}) > 1
    assert table[-1] == "8 games."
    again = wolftui("arena", "--into", str(folder))
    assert (again.code, again.out.splitlines()[1:]) == (0, ran.out.splitlines()[1:])
    assert again.out.startswith("8 games, 8 of them played before. All files are in ")


def test_with_mixed_seats_the_table_is_by_player(wolftui: Program, file: Path) -> None:
    file.write_text(f'{TEXT}[schedule]\nkind = "mixed"\n', encoding="utf-8")
    lines = re.sub(r" +", " ", wolftui("arena", str(file)).out).splitlines()[1:-1]
    rows = [json.loads(line) for line in wolftui("arena", str(file), "--json").out.splitlines()]
    assert lines[0] == "board player seats won as village won as wolves"
    assert [line.split()[:3] for line in lines[1:]] == [
        ["sla7", "one", "14"],
        ["sla7", "two", "14"],
        ["duel6", "one", "12"],
        ["duel6", "two", "12"],
    ]
    for line in lines[1:]:
        board, name, _, village, share, wolves, _ = line.split()
        held = [
            (role == "Werewolf", row["winner"])
            for row in rows if row["board"] == board
            for player, role in zip(row["players"], row["roles"], strict=True) if player == name
        ]  # fmt: skip
        assert int(village) == held.count((False, "village"))
        assert int(wolves) == held.count((True, "wolves"))
        as_village = sum(not wolf for wolf, _ in held)
        assert share == f"({int(village) / as_village:.0%})"


def test_two_processes_print_the_same(wolftui: Program, file: Path, tmp_path: Path) -> None:
    one, two = (
        wolftui("arena", str(file)),
        wolftui("arena", str(file), "--jobs", "2", "--into", str(tmp_path / "b")),
    )
    assert two.out.splitlines()[1:] == one.out.splitlines()[1:]


def test_it_stops_after_so_many_games_and_goes_on(wolftui: Program, file: Path) -> None:
    ran = wolftui("arena", str(file), "--games", "3")
    assert ran.code == 0
    assert ran.err.endswith("wolftui: 3 of 8 games are played; the same command plays the rest.\n")
    assert "3 games." in ran.out
    ran = wolftui("arena", str(file), "--games", "3")
    assert "6 of 8 games are played" in ran.err
    assert "8 games." in wolftui("arena", str(file)).out


def test_minutes_are_a_budget_too(wolftui: Program, file: Path) -> None:
    ran = wolftui("arena", str(file), "--max-minutes", "1e-9")
    assert ran.code == 2
    assert "limits.minutes" in ran.err
    ran = wolftui("arena", str(file), "--max-minutes", "0.001")
    assert ran.code in (0, 1)
    if ran.code:
        assert re.search(
            r"The budget of 0\.001 min is spent .*\. \d of 8 games are played; the same command",
            ran.err,
        )


def test_ctrl_c_loses_nothing_and_says_how_to_go_on(
    wolftui: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = ArenaRun.play_missing

    def pressed(self: ArenaRun, enough: Callable[[], bool]) -> Iterator[Row]:
        for number, row in enumerate(go_on(self, enough)):
            if number == 1:
                signal.raise_signal(signal.SIGINT)
            yield row

    monkeypatch.setattr(ArenaRun, "play_missing", pressed)
    ran = wolftui("arena", str(file))
    assert ran.code == 130
    assert ran.err.endswith(
        "wolftui: Stopped. 2 of 8 games are played; the same command plays the rest.\n"
    )
    monkeypatch.undo()


def test_what_is_wrong_is_one_line(wolftui: Program, file: Path, tmp_path: Path) -> None:
    for line, says in (
        (("arena",), "FILE: no arena file was named"),
        (("arena", str(tmp_path / "none.toml")), "cannot be read"),
        (("arena", str(file), "--jobs", "0"), "--jobs: 0 processes cannot be started"),
        (("arena", str(file), "--games", "0"), "limits.games: 0 is out of range"),
        (("arena", str(file), "--into", str(file)), "cannot be written"),
        (("arena", str(file), "--into", str(file / "below")), "cannot be written"),
        (("arena", "--into", str(tmp_path / "none")), "cannot be read"),
        (
            ("arena", str(file), "--jobs", "2", "--scheduler", "tcp://127.0.0.1:9"),
            "--jobs: the workers of the cluster play the games",
        ),
    ):
        ran = wolftui(*line)
        assert ran.code == 2, line
        assert says in ran.err, line
        assert ran.err.count("\n") == 1, line


def test_a_scheduler_that_is_not_there_is_one_line_and_nothing_is_lost(
    wolftui: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolfcore.arena.cluster._REACH", 0.5)
    wolftui("arena", str(file), "--games", "2")
    ran = wolftui("arena", str(file), "--scheduler", "tcp://127.0.0.1:9")
    assert ran.code == 1
    assert ran.err.startswith(
        "wolftui: tcp://127.0.0.1:9: no scheduler answers. `dask scheduler` starts one"
    )
    assert ran.err.endswith("2 of 8 games are played; the same command plays the rest.\n")
    assert ran.err.count("\n") == 1


def test_a_changed_file_is_refused(wolftui: Program, file: Path) -> None:
    wolftui("arena", str(file), "--games", "1")
    file.write_text(TEXT.replace("seed = 3", "seed = 4"), encoding="utf-8")
    ran = wolftui("arena", str(file))
    assert ran.code == 2
    assert "holds another arena: `seed` is 3 there, but 4 in the file" in ran.err


def test_show_prints_an_arena_that_can_be_played(
    wolftui: Program, file: Path, tmp_path: Path
) -> None:
    shown = wolftui("arena", "--show")
    (tmp_path / "shown.toml").write_text(shown.out, encoding="utf-8")
    assert wolftui("arena", str(tmp_path / "shown.toml"), "--show").out == shown.out
    assert wolftui("arena", str(tmp_path / "shown.toml"), "--games", "2").code == 0
    assert 'two = "random"' in wolftui("arena", str(file), "--show").out


def test_a_terminal_sees_how_far_it_is(
    wolftui: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown = wolftui("arena", str(file)).err.split("\r")
    assert re.match(r"1 of 8 games, [\d,]+ (a second|an hour), \d+ s left *$", shown[1])
    assert shown[-2].strip() == ""
    assert shown[-1] == ""


def test_without_a_terminal_it_says_so_in_lines_now_and_then(
    wolftui: Program, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wolftui("arena", str(file)).err == "", "nothing within a minute"
    monkeypatch.setattr("wolftui.cli.arena_progress.LINE_SECONDS", 0.0)
    lines = wolftui("arena", str(file), "--into", str(tmp_path / "b")).err.splitlines()
    assert len(lines) == 8
    for done, line in enumerate(lines, 1):
        assert re.fullmatch(
            rf"wolftui: {done} of 8 games, [\d,]+ (a second|an hour), \d+ s left", line
        ), line


def test_how_fast_and_how_long() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert pace.text(10) == []
    pace.add()
    now[0] = 90.0
    assert pace.text(10) == ["40 an hour", "15 min left"]
    for _ in range(1799):
        pace.add()
    assert pace.text(1000) == ["20 a second", "50 s left"]
    assert [duration_text(seconds) for seconds in (0, 89, 90, 3599, 11100)] == [
        "0 s",
        "89 s",
        "2 min",
        "1 h 00 min",
        "3 h 05 min",
    ]


@pytest.mark.slow
def test_an_arena_whose_policy_is_worse_is_refused_but_goes_on_once_begun(
    wolftui: Program, tmp_path: Path
) -> None:
    file, folder = tmp_path / "learned.toml", tmp_path / "learned"
    file.write_text(
        'boards = ["duel6"]\ndeals = 2\n[players]\nlearned = "sla:bots=hard"\nchance = "random"\n'
    )
    ran = wolftui("arena", str(file), "--into", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert "players.learned: `sla:bots=hard`: the policy `sla-acts` is worse than bot:h" in ran.err
    assert not folder.exists()
    # As an earlier version began it.
    begun = ArenaRun(folder, read_arena(file))
    next(begun.play_missing())
    begun.close()
    ran = wolftui("arena", str(file), "--into", str(folder))
    assert (ran.code, ran.err) == (0, "")
    assert "4 games, 1 of them played before" in ran.out
