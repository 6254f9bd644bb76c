"""Players of one's own through the commands; and those of a stranger's files, which never run."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.core.experiments.small import SMALLEST, written
from tests.own_players import AGENT, planted
from tests.wolftui.cli.running import Program
from wolfcore.arena import read_arena
from wolfcore.errors import ConfigError
from wolfcore.game import get_board, make_spec
from wolfcore.records import GameFolder, NewGame, SavedGame, SeatSpec, newest_folders, read_game
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import fork_saved, resume_saved
from wolftui.games.setup_choices import with_part
from wolftui.games.table_setup import TableSetup, setup_problem
from wolftui.settings.config import Config
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import config_file, games_folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with an agent."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agent.py").write_text(AGENT, "utf-8")
    return tmp_path


def the_game() -> SavedGame:
    return read_game(newest_folders(games_folder(), 9)[0])


def begun_game(*players: str) -> Path:
    """Save the begin of a game whose first seats have these players."""
    spec = make_spec(get_board("sla7"), 5)
    words = [*players, *["bot"] * (7 - len(players))]
    seats = [SeatSpec(word) if ":" in word else SeatSpec(word, ("normal",)) for word in words]
    with GameFolder.create(games_folder(), NewGame(spec, seats, version="1")) as folder:
        return folder.path


def with_players(game: Path, *specs: Mapping[str, object]) -> None:
    """Put players into the record of a saved game, in the place of its first seats."""
    file = game / "about.json"
    about = json.loads(file.read_bytes())
    about["seats"][: len(specs)] = specs
    file.write_text(json.dumps(about), "utf-8")


OTHERS = (
    ("review", "latest", "--plain", "--speed", "16"),
    ("verify", "latest"),
    pytest.param(("analyse", "latest", "--rollouts", "2"), marks=pytest.mark.slow),
    ("metrics", "latest"),
    ("export", "latest"),
    ("library",),
    ("record",),
)


@pytest.mark.parametrize("command", OTHERS, ids=str)
def test_no_command_runs_a_player_of_a_strangers_finished_game(
    here: Path, wolftui: Program, command: tuple[str, ...]
) -> None:
    trace, evil = planted(here)
    assert wolftui("run", "--seed", "3", "--seat", f"3={evil}").code == 0
    trace.unlink()
    # Another code, which an import would run anew.
    with (here / "evil.py").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert wolftui(*command).code == 0
    assert not trace.exists()


def test_a_strangers_game_is_neither_resumed_nor_forked_with_its_program(
    here: Path, wolftui: Program
) -> None:
    trace, evil = planted(here)
    game = begun_game(evil)
    for command in (
        ("resume", "latest"),
        ("fork", "latest", "--at", "n1.kill.1"),
        ("resume", "latest", "--seat", "2=./agent.py:mine"),
    ):
        ran = wolftui(*command)
        assert ran.code == 2
        assert f"add `--own '{evil}'`" in ran.err
    with pytest.raises(ConfigError, match="did not name it"):
        fork_saved(read_game(game), "n1.kill.1")
    assert len(newest_folders(games_folder(), 9)) == 1
    assert not trace.exists()
    # Somebody else plays on, and another game with the same players has that player.
    with resume_saved(game, ("*=bot",)) as running:
        GameQueue.continuing(running).next().close()
    with_players(game, {"player": "exec", "options": [f"touch {trace}"]})
    assert wolftui("resume", str(game), "--seat", "1=bot:hard").code == 0
    assert not trace.exists()


def test_the_user_names_a_player_to_resume_a_game(here: Path, wolftui: Program) -> None:
    trace, evil = planted(here)
    begun_game(evil)
    assert wolftui("resume", "latest", "--own", evil).code == 0
    assert trace.exists()


def test_a_strangers_arena_runs_nothing_without_a_word(here: Path, wolftui: Program) -> None:
    trace, evil = planted(here)
    (here / "a.toml").write_text(f'deals = 1\n[players]\na = "{evil}"\nb = "bot"\n', "utf-8")
    ran = wolftui("arena", "a.toml", "--into", "league")
    assert (ran.code, "did not name it" in ran.err) == (2, True)
    # The same in the folder of an arena that began with house bots.
    (here / "b.toml").write_text('deals = 1\n[players]\na = "random"\nb = "bot"\n', "utf-8")
    assert wolftui("arena", "b.toml", "--into", "league", "--games", "1").code == 0
    held = here / "league" / "arena.toml"
    held.write_text(held.read_text("utf-8").replace('"random"', f'"{evil}"'), "utf-8")
    ran = wolftui("arena", "--into", "league")
    assert (ran.code, "did not name it" in ran.err) == (2, True)
    assert not trace.exists()


def test_an_experiment_of_a_stranger_runs_nothing(here: Path, wolftui: Program) -> None:
    trace, evil = planted(here)
    file = written(here, SMALLEST.replace("bot:easy", evil))
    assert evil in file.read_text("utf-8")
    ran = wolftui("experiment", "run", str(file), "--into", "e")
    assert (ran.code, "did not name it" in ran.err) == (2, True)
    assert not trace.exists()


def test_an_experiment_is_played_with_an_own_player(here: Path, wolftui: Program) -> None:
    file = str(written(here, SMALLEST))
    ran = wolftui(
        "experiment", "run", file, "--player", "a=./agent.py:mine", "--into", "e", "--jobs", "2"
    )
    assert (ran.code, ran.err) == (0, "")
    assert "a = ./agent.py:mine" in wolftui("experiment", "table", "e", "--csv").out


def test_an_arena_plays_with_own_players_in_two_processes(here: Path, wolftui: Program) -> None:
    plan = 'boards = ["duel6"]\ndeals = 2\n[players]\na = "./agent.py:wanders"\nb = "bot"\n'
    (here / "a.toml").write_text(plan, "utf-8")
    command = ("arena", "a.toml", "--into", "league", "--own", "./agent.py:wanders", "--jobs", "2")
    ran = wolftui(*command, "--games", "2")
    assert (ran.code, ran.err.count("2 of 4 games are played")) == (0, 1)
    assert len(read_arena(here / "league" / "arena.toml").player_codes["a"]) == 16
    (here / "agent.py").write_text(AGENT + "\n", "utf-8")
    ran = wolftui(*command)
    assert (ran.code, "has changed since it began" in ran.err) == (2, True)
    (here / "agent.py").write_text(AGENT, "utf-8")
    assert wolftui(*command).code == 0
    assert len(list((here / "league" / "games").iterdir())) == 4
    # Who reads the results needs no code.
    (here / "agent.py").unlink()
    assert wolftui("compare", "a", "b", "league").code == 0


def test_the_form_of_a_new_game_seats_what_was_typed(here: Path) -> None:
    setup = with_part(TableSetup(board="sla7", me="4"), "seats", "3=./agent.py:waits")
    assert setup_problem(setup, Config(), ModelSettings()) == ""


def test_verify_says_what_sat_there_and_resume_takes_changed_code_by_a_word(
    here: Path, wolftui: Program
) -> None:
    assert wolftui("run", "--seed", "3", "--seat", "3=./agent.py:mine").code == 0
    about = the_game().about
    assert about
    code = about.seats[2].code
    assert about.seats[2] == SeatSpec("./agent.py:mine", code=code)
    said = f"`./agent.py:mine` played, a player of somebody's own ({code}); "
    assert f"{said}the code here is the same." in wolftui("verify", "latest").out
    (here / "agent.py").write_text(AGENT + "\n", "utf-8")
    assert f"{said}the code here is another." in wolftui("verify", "latest").out
    at = next(iter(the_game().journal))
    ran = wolftui("fork", "latest", "--at", at, "--own", "./agent.py:mine")
    assert (ran.code, "has changed since it began" in ran.err) == (2, True)
    assert wolftui("fork", "latest", "--at", at, "--seat", "3=./agent.py:mine").code == 0
    forked = the_game().about
    assert forked
    assert forked.fork
    assert forked.seats[2].code not in ("", code)
    (here / "agent.py").unlink()
    assert "; it is not here." in wolftui("verify", "latest").out


def test_the_players_of_the_users_settings_need_no_word(here: Path, wolftui: Program) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('others = "./agent.py:Mine"\n', "utf-8")
    assert wolftui("run", "--seed", "3", "--board", "duel6").code == 0
    ran = wolftui("play", "--plain", "--seed", "1", "--board", "duel6", "--seat", "4=human")
    assert "did not name it" not in ran.err


@pytest.mark.parametrize(
    ("player", "code", "words"),
    [
        ("./agent.py:mine", 0, "`./agent.py:mine` passed. It plays the same game equally"),
        ("exec:cat", 1, "is no message of a guest"),
        ("./agent.py:Raises", 1, "0 answers replaced, 0 time outs, 3 errors."),
        (
            "./forgets.py:forgets",
            1,
            "gave NoneType in the place of an answer (is there a `return` everywhere?)",
        ),
        ("./agent.py:AGENT", 2, ""),
        ("./agent.py:LeavesAtOnce", 2, ""),
        ("./agent.py:halves", 1, "the speech is no text and is left out; the memo of 20000 bytes"),
        ("bot:easy", 0, "passed"),
    ],
)
def test_the_check_counts_what_the_table_replaced(
    here: Path,
    wolftui: Program,
    monkeypatch: pytest.MonkeyPatch,
    player: str,
    code: int,
    words: str,
) -> None:
    monkeypatch.setattr("wolftui.cli.players.BOARDS", ("duel6",))
    (here / "forgets.py").write_text("def forgets(view, ask):\n    pass\n", "utf-8")
    ran = wolftui("players", "check", player)
    assert ran.code == code, ran
    assert words in " ".join(ran.out.split())
    assert ("Never asked: " in ran.out) is (code != 2 and "Raises" not in player)
    if player == "exec:cat":
        asks = int(ran.out.split("duel6: ")[1].split(" asks")[0])
        assert f"{asks} answers replaced, 0 time outs, 0 errors." in ran.out


def test_a_game_stopped_by_a_fault_goes_on_by_the_printed_line(
    here: Path, wolftui: Program
) -> None:
    ran = wolftui("run", "--seed", "3", "--board", "duel6", "--seat", "2=./agent.py:Raises")
    assert ran.code == 1
    (line,) = re.findall(r"continue with `wolftui (resume .*?)`", ran.err)
    mended = AGENT.replace("class Raises", "class Broken").replace("class Mine", "class Raises")
    (here / "agent.py").write_text(mended, "utf-8")
    assert wolftui(*shlex.split(line), "--plain").code == 0, line


def test_a_run_says_how_many_answers_were_replaced(here: Path, wolftui: Program) -> None:
    (here / "forgets.py").write_text("def forgets(view, ask):\n    pass\n", "utf-8")
    ran = wolftui("run", "--seed", "3", "--board", "duel6", "--seat", "1=./forgets.py:forgets")
    assert ran.code == 0
    assert re.search(r"(\d+) of \1 answers of ./forgets.py:forgets were replaced", ran.err), ran.err
    sound = wolftui("run", "--seed", "3", "--board", "duel6", "--seat", "1=./agent.py:mine")
    assert sound.code == 0 and "replaced" not in sound.err


def test_the_check_ends_where_nothing_answers(
    here: Path, wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.games.player_check.MOST_SECONDS", 0.1)
    ran = wolftui("players", "check", "./agent.py:Sleeps")
    assert ran.code == 1
    assert "3 time outs, 0 errors." in ran.out
    assert "no answer within 0.1 seconds" in ran.out


def test_the_check_needs_a_player(wolftui: Program) -> None:
    for words in (("check",), ("check", "human")):
        assert wolftui("players", *words).code == 2


def test_prompts_are_written_into_a_new_folder(here: Path, wolftui: Program) -> None:
    ran = wolftui("players", "prompts", "mine")
    assert (ran.code, "'*=vanilla:prompts=mine@" in ran.out) == (0, True)
    assert (here / "mine" / "asks" / "vote.j2").read_text("utf-8").startswith("{% if phase")
    assert "exists already" in wolftui("players", "prompts", "mine").err
    assert wolftui("players", "prompts").code == 2


def test_a_game_of_a_stranger_uses_no_prompts_without_a_word(here: Path, wolftui: Program) -> None:
    wolftui("players", "prompts", "mine")
    game = begun_game("bot")
    with_players(game, {"player": "vanilla", "options": ["prompts=mine"], "model": "tiny"})
    ran = wolftui("resume", str(game))
    assert (ran.code, "did not name it" in ran.err) == (2, True)
    assert "with prompts of somebody's own (); the folder here" in wolftui("verify", str(game)).out


def test_own_players_are_listed_without_an_import(
    here: Path, wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace, _ = planted(here)
    info = here / "evil_agents-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil-agents\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[wolftui.players]\nevil = evil:Mine [depth]\n")
    monkeypatch.setattr("sys.path", [str(here), *sys.path])
    out = wolftui("players").out
    assert "evil      evil:Mine, of evil-agents 1.2\n          options: depth\n" in out
    assert not trace.exists()


def test_an_own_player_is_asked_in_a_situation(here: Path, wolftui: Program) -> None:
    plan = 'deals = 2\n[players]\na = "./agent.py:Mine"\n[schedule]\nkind = "alone"\n'
    (here / "a.toml").write_text(plan + 'situation = "first night"\n', "utf-8")
    assert wolftui("arena", "a.toml", "--into", "e", "--own", "./agent.py:Mine").code == 0
    for game in (here / "e" / "games").iterdir():
        asks = read_game(game).journal
        assert asks
        assert all(ask.startswith("n1") for ask in asks)
