"""`--jobs`: with several processes everything is as with one, only sooner."""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import get_start_method
from pathlib import Path
from typing import Any, cast

import pytest

from tests.wolftui.cli.running import ROOT, Program, Ran, rest
from wolfcore.arena import ProcessPool
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Game, Result, View, dice_of
from wolfcore.players import Desk, RandomPlayer, SyncPlayer
from wolfcore.records import list_games, read_game
from wolfcore.table import play_now
from wolftui.cli import measuring_options
from wolftui.settings.paths import games_folder

SEATINGS = [
    ("--seat", "*=random", "--board", "classic12"),
    ("--seat", "wolves=bot:hard", "--seat", "2=random"),
]
RANDOM = ("--seat", "*=random", "--seed", "7")
inherited = pytest.mark.skipif(
    get_start_method() != "fork", reason="needs processes that inherit what the test puts in place"
)


def games(ran: Ran) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("form", ["--json", "--no-save"])
def test_any_number_of_processes_prints_the_same(
    wolftui: Program, seating: tuple[str, ...], form: str
) -> None:
    line = ("run", "--games", "7", "--seed", "3", "--no-save", form, *seating)
    one = wolftui(*line)
    assert len(one.out.splitlines()) == (7 if form == "--json" else 8)
    for jobs in ("1", "2", "3", "20"):
        assert wolftui(*line, "--jobs", jobs) == one


def test_any_number_of_processes_saves_the_same(wolftui: Program) -> None:
    saved: list[list[bytes]] = []
    for jobs in ("1", "3"):
        found = games(wolftui("run", "--games", "5", "--json", "--jobs", jobs, *RANDOM))
        assert [game["seed"] for game in found] == [7, 8, 9, 10, 11]
        assert {Path(game["path"]).parent for game in found} == {games_folder()}
        saved.append([read_game(Path(game["path"])).log for game in found])
    assert saved[0] == saved[1]
    assert len(list_games(games_folder())) == 10


@pytest.mark.parametrize("jobs", ["0", "-1", "257", "1000000000"])
@pytest.mark.parametrize("command", [("run",), ("metrics", "latest")])
def test_a_number_of_processes_that_makes_no_sense_is_one_sentence(
    wolftui: Program, command: tuple[str, ...], jobs: str
) -> None:
    ran = wolftui(*command, "--jobs", jobs)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        f"wolftui: --jobs: {jobs} processes cannot be started. It goes from 1 to 256; this machine has "
    )
    assert len(ran.err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["metrics", "report"])
def test_many_games_are_measured_on_all_processors_and_few_on_one(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    assert wolftui("run", "--games", "5", *RANDOM).code == 0
    begun: list[int] = []
    make: Any = cast(Any, ProcessPool).__init__

    def counted(self: object, prepare: object, setup: object, jobs: int = 1) -> None:
        begun.append(jobs)
        make(self, prepare, setup, jobs)

    monkeypatch.setattr(ProcessPool, "__init__", counted)
    monkeypatch.setattr(measuring_options, "usable_cpus", lambda: 3)
    few = wolftui(command, str(games_folder()))
    monkeypatch.setattr(measuring_options, "PARALLEL_FROM", 5)
    many, asked = (
        wolftui(command, str(games_folder())),
        wolftui(command, str(games_folder()), "--jobs", "2"),
    )
    assert begun == [1, 3, 2]
    assert few == many == asked
    monkeypatch.setattr(measuring_options, "usable_cpus", lambda: 500)
    monkeypatch.setattr(measuring_options, "MAX_DEFAULT_JOBS", 4)
    assert wolftui(command, str(games_folder())) == few
    assert begun[-1] == 4


@pytest.mark.parametrize(
    "seat", ["4=human", "Seer=human", "*=vanilla@smollm", "wolves=vanilla@smollm"]
)
def test_people_and_models_play_in_one_process(wolftui: Program, seat: str) -> None:
    ran = wolftui("run", "--jobs", "2", "--games", "3", "--seat", seat)
    assert ran == Ran(
        2,
        "",
        "wolftui: --jobs: only games of house bots can be played by several processes. Leave it "
        "out.\n",
    )
    assert not games_folder().exists()


def test_progress_and_answers_that_nobody_asked_for_are_told_as_with_one(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "".join(
            f'{{"ask": "{ask}", "answer": {{"choice": 3}}}}\n'
            for ask in ("n1.kill.2", "d1.speak.20")
        )
    )
    line = (
        "run",
        "--games",
        "4",
        "--json",
        "--no-save",
        "--deal",
        "1=Werewolf,2=Werewolf",
        "--answers",
        str(answers),
        *RANDOM,
    )
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    one = wolftui(*line)
    assert "4 of 4 games" in one.err
    assert "these asks never came: d1.speak.20." in one.err
    assert wolftui(*line, "--jobs", "2") == one


def test_an_answer_that_is_not_legal_is_told_as_with_one(wolftui: Program, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"ask": "n1.kill.2", "answer": {"choice": 2}}\n')
    line = (
        "run",
        "--games",
        "4",
        "--no-save",
        "--deal",
        "1=Werewolf,2=Werewolf",
        "--answers",
        str(answers),
        *RANDOM,
    )
    one = wolftui(*line)
    assert (one.code, one.err.count("\n")) == (2, 1)
    assert wolftui(*line, "--jobs", "2") == one


class Ticking:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.moment = 0.0

    def now(self) -> float:
        self.moment += 1.0
        return self.moment


def test_a_budget_of_minutes_stops_between_games(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.settings.visitor_terms.SystemClock", Ticking)
    ran = wolftui("run", "--games", "900", "--max-minutes", "0.1", "--jobs", "2", *RANDOM)
    done = list_games(games_folder())
    assert ran.code == 1
    left = rest(7 + len(done), 900 - len(done))
    assert (
        ran.err
        == f"\nwolftui: The budget of 0.1 min is spent (in 0 calls) after {len(done)} of 900 "
        f"games. {left}\n"
    )
    assert len(ran.out.splitlines()) == len(done)
    assert all(game.ended for game in done)


@pytest.fixture
def _deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players break at the first vote of the games of seeds 9 and 10."""
    play = RandomPlayer.answer_now

    def answer_now(player: RandomPlayer, view: View, ask: Ask, desk: Desk) -> Answer:
        if ask.kind == "vote" and desk.dice.draw("x", 2**60) in {
            dice_of(seed, ask.id).draw("x", 2**60) for seed in (9, 10)
        }:
            raise SeatError(ask.seat, "the line is dead")
        return play(player, view, ask, desk)

    monkeypatch.setattr(RandomPlayer, "answer_now", answer_now)


@inherited
@pytest.mark.usefixtures("_deaf")
def test_a_game_that_breaks_stops_the_series_and_nothing_played_is_lost(wolftui: Program) -> None:
    ran = wolftui("run", "--games", "200", "--jobs", "2", "--json", *RANDOM)
    assert ran.code == 1
    printed = games(ran)
    seeds = [game["seed"] for game in printed]
    assert seeds[:2] == [7, 8]
    assert seeds == sorted(set(seeds) - {9, 10})
    saved = list_games(games_folder())
    assert {game.id for game in saved if game.ended} == {game["game"] for game in printed}
    for game in saved:
        if not game.ended:
            assert f"`wolftui resume {game.id}`" in ran.err
    assert ran.err.startswith("\nwolftui: seat ")
    assert ": the line is dead. The game" in ran.err


def _dying_at(seed: int) -> Any:
    def play(game: Game, players: Mapping[int, SyncPlayer], *saved: Any) -> Result:
        if game.spec.seed == seed:
            os.kill(os.getpid(), signal.SIGKILL)
        return play_now(game, players, *saved)

    return play


@inherited
def test_a_process_that_dies_is_told_and_nothing_played_is_lost(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolfcore.arena.machine_games.play_now", _dying_at(20))
    ran = wolftui("run", "--games", "200", "--jobs", "2", "--json", *RANDOM)
    printed = games(ran)
    assert ran.code == 1
    seeds = [game["seed"] for game in printed]
    assert seeds == sorted(set(seeds))
    assert 20 not in seeds
    assert ran.err.startswith(
        f"\nwolftui: A helping process was killed by signal 9 after {len(printed)} of 200 games. "
    )
    assert ran.err.count("\n") == 2
    lined = {game["game"] for game in printed}
    for game in list_games(games_folder()):
        if game.id not in lined:
            assert game.id in ran.err
            if not game.ended:
                assert wolftui("resume", game.id).code == 0


@inherited
def test_a_process_that_dies_without_saving_is_one_sentence(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolfcore.arena.machine_games.play_now", _dying_at(8))
    ran = wolftui("run", "--games", "2", "--jobs", "2", "--no-save", "--json", *RANDOM)
    assert [game["seed"] for game in games(ran)] == [7]
    assert ran.err == "\nwolftui: A helping process was killed by signal 9 after 1 of 2 games.\n"


def _begun(*argv: str) -> subprocess.Popen[bytes]:
    """The program in a terminal session of its own, after its first line; Ctrl-C goes to all its
    processes."""
    command = [
        sys.executable,
        "-m",
        "wolftui",
        "run",
        "--games",
        "1000000",
        "--json",
        *RANDOM,
        *argv,
    ]
    return subprocess.Popen(
        command,
        bufsize=0,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_keeps_a_beginning_of_what_was_asked_for_and_nothing_half_written() -> None:
    with _begun("--jobs", "2") as process:
        assert process.stdout
        first = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    found = [json.loads(line) for line in (first + out).splitlines()]
    assert process.returncode == 130
    left = rest(7 + len(found), 1_000_000 - len(found))
    assert err.decode() == f"\nwolftui: Stopped after {len(found)} of 1000000 games. {left}\n"
    assert [game["seed"] for game in found] == list(range(7, 7 + len(found)))
    saved = list_games(games_folder())
    assert {game.id for game in saved} == {game["game"] for game in found}
    assert all(game.ended for game in saved)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_lines_that_nobody_reads_any_more_end_all_processes() -> None:
    with _begun("--jobs", "2", "--no-save") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""  # all of them hold it
        assert process.wait() == 1


@inherited
def test_a_second_ctrl_c_ends_what_is_under_way_and_says_how_to_go_on(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game of seed 9 never ends; whoever plays it presses Ctrl-C for the one who waits until
    that helps."""
    waiting = os.getpid()

    def play(game: Game, players: Mapping[int, SyncPlayer], *saved: Any) -> Result:
        while game.spec.seed == 9:
            os.kill(waiting, signal.SIGINT)
            select.select([], [], [], 1.0)
        return play_now(game, players, *saved)

    monkeypatch.setattr("wolfcore.arena.machine_games.play_now", play)
    ran = wolftui("run", "--games", "20", "--jobs", "2", "--json", *RANDOM)
    assert ran.code == 130
    open_ = [game for game in list_games(games_folder()) if not game.ended]
    assert 9 in {read_game(game.path).spec.seed for game in open_}
    assert ran.err.startswith(f"\nwolftui: Stopped after {len(ran.out.splitlines())} of 20 games. ")
    assert all(f"`wolftui resume {game.id}`" in ran.err for game in open_)


OUT = ("run", "--games", "2", "--json", *RANDOM)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_are_saved_below_the_folder_that_is_named(
    wolftui: Program, tmp_path: Path, jobs: str
) -> None:
    there = tmp_path / "a" / "b"
    found = games(wolftui(*OUT, "--jobs", jobs, "--out", str(there)))
    assert [Path(game["path"]).parent for game in found] == [there] * 2
    assert {below.name for below in there.iterdir()} == {game["game"] for game in found}
    assert not games_folder().exists()
    assert wolftui("verify", found[0]["path"]).code == 0
    assert wolftui("metrics", str(there)).out.startswith("2 games")


def test_a_folder_is_meant_from_where_the_command_runs(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert {Path(game["path"]).parent for game in games(wolftui(*OUT, "--out", "here"))} == {
        tmp_path / "here"
    }
    monkeypatch.setenv("HOME", str(tmp_path))
    assert {Path(game["path"]).parent for game in games(wolftui(*OUT, "--out", "~/there"))} == {
        tmp_path / "there"
    }


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--out", ""), "--out: no folder was named. "),
        (("--out", "x", "--no-save"), "--out: nothing is saved with --no-save. "),
        (("--out", "~nobody-at-all/x"), "--out: there is no user of this name. "),
        (("--out", "{file}"), "no game can be saved there ("),
        (("--out", "{file}/below"), "no game can be saved there ("),
        (("--out", "{file}", "--jobs", "2"), "no game can be saved there ("),
        (("--out", "x" * 5000), "no game can be saved there ("),
    ],
)
def test_a_folder_that_cannot_be_is_one_sentence(
    wolftui: Program, tmp_path: Path, argv: tuple[str, ...], said: str
) -> None:
    (tmp_path / "file").touch()
    ran = wolftui(*OUT, *(word.replace("{file}", str(tmp_path / "file")) for word in argv))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are no text")
def test_a_folder_whose_name_is_no_text_is_told_as_well_as_it_can_be(
    wolftui: Program, tmp_path: Path
) -> None:
    there = os.fsdecode(os.fsencode(tmp_path) + b"/\xff")
    assert {Path(game["path"]).parent.name for game in games(wolftui(*OUT, "--out", there))} == {
        "?"
    }
    assert len(list(Path(there).iterdir())) == 2


@inherited
@pytest.mark.usefixtures("_deaf")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_to_be_typed_names_the_folder(wolftui: Program, tmp_path: Path, jobs: str) -> None:
    ran = wolftui(
        "run", "--games", "3", "--jobs", jobs, "--out", str(tmp_path / "my games"), *RANDOM
    )
    assert ran.code == 1
    words = shlex.split(ran.err.split("`")[1])
    assert words[:2] == ["wolftui", "resume"]
    assert Path(words[2]).parent == tmp_path / "my games"
    assert wolftui(*words[1:], "--on-dead", "bot").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("form", ["--json", "--csv", "--md"])
def test_measuring_in_processes_gives_the_same_figures(
    wolftui: Program, tmp_path: Path, form: str
) -> None:
    for board in ("helmsman7", "arena8"):
        assert (
            wolftui("run", "--board", board, "--games", "4", "--out", str(tmp_path), *RANDOM).code
            == 0
        )
    unreadable = tmp_path / "20000101-bad-aaaaaa"
    unreadable.mkdir()
    (unreadable / "game.jsonl").write_text("no game\n")
    line = ("metrics", str(tmp_path), "--by", "player,role", form)
    one = wolftui(*line)
    assert one.out
    assert one.err
    for jobs in ("2", "5"):
        assert wolftui(*line, "--jobs", jobs) == one


@inherited
def test_a_process_that_dies_while_it_measures_is_told_with_what_was_measured(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = games(wolftui("run", "--games", "6", "--json", "--out", str(tmp_path), *RANDOM))
    last = max(game["game"] for game in found)

    def read(path: Path) -> object:
        if path.name == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return read_game(path)

    monkeypatch.setattr("wolftui.measures.measurement.read_game", read)
    ran = wolftui("metrics", str(tmp_path), "--jobs", "2")
    count = int(ran.out.split()[0])
    assert ran.code == 1
    assert 1 <= count <= 5
    assert (
        ran.err
        == f"\nwolftui: A helping process was killed by signal 9 after {count} of 6 games.\n"
    )
