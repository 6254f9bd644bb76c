"""Bad input: one clear sentence each, the right exit code, and nothing lost."""

from __future__ import annotations

import errno
import os
import re
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wolftui.cli.running import ROOT, Program
from wolfcore.records import GameFolder, list_games, read_game
from wolfcore.records.header import FORMAT
from wolfcore.training.hyperparameters import PLAN_FILE
from wolftui import cli
from wolftui.settings.paths import config_file, error_log, games_folder

DEAL = ("--deal", "3=Villager,4=Werewolf,5=Werewolf")
"""A wolf in seat 4 is asked in the first night and on the first day, whatever chance makes of the
rest."""
RUN = ("run", "--seat", "*=random", "--seed", "7", *DEAL)
PLAY = (
    "play",
    "--plain",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "7",
    *DEAL,
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def newest() -> Path:
    return list_games(games_folder())[0].path


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("run --seat 9=random", "there is no seat 9. sla7 has seats 1 to 7."),
        ("run --seat 0=random", "there is no seat 0. sla7 has seats 1 to 7."),
        (
            "run --seat hunter=random",
            "seat: `hunter` is not a seat, role or team of sla7. It is one of",
        ),
        ("run --seat 4=robot", "seat: there is no player `robot`. Did you mean `bot`?"),
        ("run --seat 4=bot:brilliant", "`brilliant`"),
        (
            "run --seat 4",
            "seat: `4` does not name a seat and a player. Write for example `4=human` or "
            "`wolves=bot:hard`.",
        ),
        ("run --seat 4=bot --seat 4=random", "seat: `4` is given twice. Leave one of them out."),
        (
            "run --seat 4=human",
            "--seat: a person cannot play a game without a screen. Use `wolftui play`.",
        ),
        ("run --board sla8", "there is no board `sla8`. Did you mean `sla7`?"),
        ("run --board none.toml", "none.toml: there is no such file."),
        (
            "run --seed -5",
            "--seed: -5 is not a valid seed. Seeds are whole numbers from 0 to 9223372036854775807.",
        ),
        ("run --seed x", "argument --seed: `x` is not a whole number. See `wolftui run --help`."),
        (
            "run --max-cost x",
            "wolftui run: argument --max-cost: `x` is not a number. See `wolftui run --help`.",
        ),
        (
            "boards sla7 extra",
            "wolftui boards: unrecognized arguments: extra. See `wolftui boards --help`.",
        ),
        (
            "play --on-dead bot",
            "wolftui play: unrecognized arguments: --on-dead. See `wolftui play --help`.",
        ),
        (
            "models add a b",
            "wolftui models add: unrecognized arguments: b. See `wolftui models add --help`.",
        ),
        ("run --games 0", "--games: 0 games cannot be run. Run one or more."),
        ("run --answers none.jsonl", "none.jsonl: there is no such file."),
        ("run --deal 4=Witch", "deal: sla7 does not deal the role `Witch`."),
        ("run --deal 4=Seer,5=Seer", "sla7 has only 1 Seer, and 2 are dealt."),
        (
            "run --deal 4",
            "deal: `4` does not name a seat and a role. Write for example `4=Seer,1=Werewolf`.",
        ),
        (
            "play --plain --name Ada",
            "--name: there is no person for the name Ada. Seat a person: `--seat 4=human`.",
        ),
        (
            "play --plain --speed 99",
            "--speed: 99 is not a valid speed. It goes from 0.5 to 16; 1 is calm reading speed.",
        ),
        (
            "play --plain --clock -1",
            "--clock: -1 is not a valid time limit. It goes from 0, for no limit, to 3600 seconds.",
        ),
        ("boards sla8", "there is no board `sla8`. Did you mean `sla7`?"),
        ("review nothing", "there is no saved game `nothing`. `latest` is the newest game."),
        ("resume latest", "there is no saved game in"),
        ("arena ~nobody-at-all/plan.toml", "~nobody-at-all/plan.toml: cannot be read"),
        ("arena --into ~nobody-at-all", "arena.toml: cannot be read"),
        ("experiment table ~nobody-at-all", "~nobody-at-all"),
        (f"wall {'x' * 5000}", "is not a folder"),
        (f"play --plain --seat {'9' * 5000}=human", "is not a seat"),
        (f"run --deal {'9' * 5000}=Seer", "is not a seat"),
        (f"run --seed {'9' * 5000}", f"argument --seed: `{'9' * 80}` is not a whole number. See"),
        ("dance", "argument COMMAND: invalid choice: 'dance'"),
        ("run --fast", "wolftui run: unrecognized arguments: --fast. See `wolftui run --help`."),
        ("fork latest", "the following arguments are required: --at. See `wolftui fork --help`."),
        ("config", "the following arguments are required: what. See `wolftui config --help`."),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(wolftui: Program, argv: str, said: str) -> None:
    ran = wolftui(*argv.split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("wolftui")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not games_folder().exists()


@pytest.mark.parametrize("command", ["review", "verify", "resume", "watch", "metrics"])
@pytest.mark.parametrize("word", ["", "  "])
def test_no_word_means_no_game(wolftui: Program, command: str, word: str) -> None:
    ran = wolftui(command, word)
    assert (ran.code, ran.out, ran.err) == (
        2,
        "",
        "wolftui: GAME: no game was named. `latest` is the newest game.\n",
    )


@pytest.mark.parametrize(
    "argv", [("boards", ""), ("run", "--board", ""), ("play", "--plain", "--board", " ")]
)
def test_no_word_means_no_board(wolftui: Program, argv: tuple[str, ...]) -> None:
    ran = wolftui(*argv)
    assert (ran.code, ran.out, ran.err) == (
        2,
        "",
        "wolftui: no board was named. `wolftui boards` lists them.\n",
    )


def test_answers_in_no_file(wolftui: Program) -> None:
    ran = wolftui("run", "--answers", "")
    assert (ran.code, ran.out, ran.err) == (
        2,
        "",
        "wolftui: --answers: no file was named. Name an answers.jsonl.\n",
    )


@pytest.mark.parametrize("command", ["review", "verify", "resume", "watch", "metrics"])
@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("x" * 300, f"{'x' * 39}…{'x' * 20}"),
        ("~nobody-of-that-name", "~nobody-of-that-name"),
        ("a\0b", "a b"),
        ("\x1b[31m\u202e", " [31m "),
        ("\ud800", " "),
    ],
)
def test_a_word_that_no_file_can_be_called_means_no_game(
    wolftui: Program, command: str, word: str, shown: str
) -> None:
    ran = wolftui(command, word)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"wolftui: there is no saved game `{shown}`. `latest` is the newest game.\n"


def test_a_board_of_one_s_own_with_too_few_seats(wolftui: Program, tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text('roles = "Werewolf, Seer, Villager"\n')
    ran = wolftui("boards", str(file))
    assert (ran.code, ran.err) == (
        2,
        f"wolftui: {file}: roles: a board has 4 to 26 seats; this one has 3.\n",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('theme = "moonshine"', "theme: there is no theme `moonshine`"),
        ('board = "sla8"', "board: there is no board `sla8`. Did you mean `sla7`?"),
        ('others = "robot"', "others: there is no player `robot`. Did you mean `bot`?"),
        ('themes = "x"', "themes: is not a setting. Did you mean `theme`?"),
        (
            "plain = 1",
            "plain: `1` is not a valid value. Print plain lines instead of a full screen, also in a terminal. "
            "It must be true or false.",
        ),
        (
            "speed = 77",
            "speed: `77` is not a valid value. Display speed of games: 0.5 to 16; 1 is "
            "calm reading speed. It must be a",
        ),
        ('[local]\npatience = "long"', "local.patience: must be a number."),
    ],
)
def test_a_wrong_setting_names_file_and_key(
    wolftui: Program, home: Path, text: str, said: str
) -> None:
    file = home / "config" / "wolftui" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f"{text}\n")
    for command in (("config", "check"), *([] if "theme" in said else [("run", "--no-save")])):
        ran = wolftui(*command)
        assert ran.code == 2
        assert ran.err.startswith(f"wolftui: {file}: {said}")
    doctor = wolftui("doctor")
    assert doctor.code == 1
    assert f"FAIL  settings: {file}: {said}" in doctor.out


def test_settings_that_are_no_text_and_settings_that_are_not_there(
    wolftui: Program, home: Path
) -> None:
    file = home / "config" / "wolftui" / "config.toml"
    assert (
        wolftui("config", "check").out
        == f"There is no settings file ({file}); all settings have their defaults.\n"
    )
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xf7")
    for argv in (("config", "check"), ("models", "add", "a", "--model", "m")):
        ran = wolftui(*argv)
        assert (ran.code, ran.err) == (
            2,
            f"wolftui: {file}: is not UTF-8 text. Save it as UTF-8.\n",
        )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_standard_output_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        argv = [sys.executable, "-m", "wolftui", "boards"]
        done = subprocess.run(
            argv, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "wolftui: Cannot write: no space left.\n")
    assert not error_log().exists()


def test_an_answers_file_with_an_illegal_line(wolftui: Program, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"ask": "n1.kill.4", "answer": {"choice": 5}}\n')
    ran = wolftui(*RUN, "--answers", str(file))
    assert ran.code == 2
    assert (
        ran.err
        == f"wolftui: {file}: n1.kill.4: the answer 5 is not legal. Seat 4 may answer 1, 2, 3, "
        "6, 7.\n"
    )


def test_a_saved_game_edited_by_hand(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["1", "Hello", "0"])
    log = newest() / "game.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"Hello"', b'"Hallo"'))
    ran = wolftui("verify", "latest")
    assert ran.code == 1
    assert re.search(
        r"  game\.jsonl, line \d+: differs from what the rules and the recorded answers give\. "
        r"They give ",
        ran.out,
    )
    ran = wolftui("resume", "latest")
    assert ran.code == 1
    assert re.match(
        rf"wolftui: {re.escape(str(log))}, line \d+: differs from what the rules and the recorded "
        r"answers give\. ",
        ran.err,
    )


def test_a_saved_game_of_a_newer_program(wolftui: Program) -> None:
    wolftui(*RUN)
    log = newest() / "game.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"format":1', b'"format":9', 1))
    ran = wolftui("review", "latest")
    assert ran.code == 1
    assert ran.err.endswith(
        f"was saved by a newer wolftui (format 9; this one reads up to {FORMAT}). Update wolftui "
        "to read it.\n"
    )


def test_a_file_that_is_no_saved_game(wolftui: Program, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("hello\n")
    ran = wolftui("review", str(tmp_path))
    assert (ran.code, ran.err) == (
        1,
        f"wolftui: {tmp_path / 'game.jsonl'}, line 1: is not a saved game of wolftui.\n",
    )


def test_an_ask_that_nobody_was_asked(wolftui: Program) -> None:
    wolftui(*RUN)
    ran = wolftui("fork", "latest", "--at", "d1.vote.44")
    assert ran.code == 2
    assert ran.err.startswith(
        f"wolftui: there is no ask `d1.vote.44` in {newest().name}. Did you mean d1.vote.4"
    )


def test_a_folder_that_cannot_be_written(wolftui: Program, home: Path) -> None:
    home.mkdir()
    (home / "data").write_text("a file in the place of the folder")
    ran = wolftui(*RUN)
    assert ran.code == 2
    assert ran.err == (
        f"wolftui: {games_folder()}: no game can be saved there (not a directory). "
        "Make room or allow writing, or play with --no-save.\n"
    )
    assert wolftui(*RUN, "--no-save").code == 0
    doctor = wolftui("doctor")
    assert doctor.code == 1
    assert f"FAIL  saved games: {games_folder()} cannot be written" in doctor.out


def test_a_second_process_on_the_same_game(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    with GameFolder.open(newest()):
        ran = wolftui("resume", "latest")
    assert ran.code == 1
    assert ran.err == (
        f"wolftui: {newest()}: is being played by another wolftui process. Follow it with "
        "`watch`, or close the other process.\n"
    )
    assert wolftui("resume", "latest", typed=["/quit"]).code == 0


@pytest.mark.slow
@posix
def test_a_full_disk_loses_no_answer(wolftui: Program) -> None:
    code = (
        "import resource, sys; from wolftui.__main__ import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); "
        f"sys.exit(main({['run', '--board', 'classic12', '--seat', '*=random', '--seed', '7']!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "cannot be written (file too large)" in done.stderr
    assert f"continue with `wolftui resume {newest().name}`" in done.stderr
    assert "Traceback" not in done.stderr
    assert wolftui("resume", "latest").code == 0
    assert wolftui("verify", "latest").out.splitlines()[0].endswith("(finished).")
    (game,) = [read_game(newest())]
    assert game.result is not None


def test_what_should_not_happen_goes_to_the_error_log(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("the sky fell")

    monkeypatch.setattr("wolfcore.arena.machine_games.MachineGames.play", fall)
    ran = wolftui(*RUN)
    assert ran.code == 1
    assert ran.err == (
        "wolftui: Something broke inside wolftui (RuntimeError: the sky fell). Please "
        f"report it with the end of {error_log()}.\n"
    )
    written = error_log().read_text(encoding="utf-8")
    assert "Traceback" in written
    assert "RuntimeError: the sky fell" in written


@pytest.mark.parametrize(
    "fallen",
    [
        ExceptionGroup("", [BrokenPipeError(errno.EPIPE, "Broken pipe")]),
        ExceptionGroup("", [ExceptionGroup("", [OSError(errno.EIO, "no terminal")])]),
        ExceptionGroup("", [OSError(errno.ENOSPC, "full")]),
    ],
)
def test_a_closed_output_is_recognised_in_tasks_too(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, fallen: ExceptionGroup[Exception]
) -> None:
    """`wolftui models test | head -1` prints inside a task group."""

    def fall(*_: object) -> None:
        raise fallen

    # The streams of pytest have no file descriptors.
    monkeypatch.setattr("wolftui.cli.entry._detach_streams", lambda: 1)
    monkeypatch.setattr("wolfcore.arena.machine_games.MachineGames.play", fall)
    ran = wolftui(*RUN)
    assert ran.code == 1
    assert "broke inside wolftui" not in ran.err
    assert not error_log().exists()


def test_a_group_of_other_errors_goes_to_the_error_log(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*_: object) -> None:
        raise ExceptionGroup("", [BrokenPipeError(errno.EPIPE, "gone"), RuntimeError("the sky")])

    monkeypatch.setattr("wolfcore.arena.machine_games.MachineGames.play", fall)
    assert "broke inside wolftui" in wolftui(*RUN).err
    assert "the sky" in error_log().read_text(encoding="utf-8")


def test_an_error_log_that_cannot_be_written_is_said_too(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("the sky fell")

    home.mkdir()
    (home / "state").write_text("a file in the place of the folder")
    monkeypatch.setattr("wolfcore.arena.machine_games.MachineGames.play", fall)
    ran = wolftui(*RUN)
    assert ran.code == 1
    assert f"and {error_log()} cannot be written" in ran.err


@pytest.mark.parametrize(
    ("where", "argument"),
    [("wolftui.cli.boards.role_list", "boards"), ("wolftui.cli.entry.run", "--help")],
)
def test_ctrl_c_at_work_and_at_the_door_is_130_and_a_word(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, where: str, argument: str
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, stop)
    ran = wolftui(argument)
    assert (ran.code, ran.err) == (130, "wolftui: Stopped.\n")


def test_next_to_nothing_is_loaded_where_ctrl_c_is_not_heard_yet() -> None:
    code = "import sys, wolftui.__main__; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    ours = {
        name
        for name in done.stdout.split()
        if name.partition(".")[0] in ("wolfcore", "wolftui", "argparse")
    }
    assert ours == {"wolftui", "wolftui.__main__"}


# -- terminals


def in_terminal(
    argv: tuple[str, ...],
    *,
    size: tuple[int, int],
    until: Callable[[bytes], bool],
    typed: bytes = b"",
) -> tuple[subprocess.Popen[bytes], int, bytes]:
    """Start the program in a terminal of columns x lines, and read until enough was written;
    returns it and the terminal."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")} | {
        "TERM": "xterm-256color"
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "wolftui", *argv],
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, typed)
    seen = b""
    deadline = time.monotonic() + 60
    while not until(seen) and time.monotonic() < deadline:
        try:
            seen += os.read(ours, 4096)
        except OSError:
            break
    return process, ours, seen


@pytest.mark.slow
@posix
def test_a_terminal_that_is_too_small_gets_plain_lines_and_a_word() -> None:
    argv = ("play", "--seat", "*=random", "--seed", "7", "--no-save")
    process, ours, seen = in_terminal(argv, size=(50, 12), until=lambda seen: b"lived." in seen)
    os.close(ours)
    process.wait()
    assert b"The terminal has 50x12 and the screen needs 60x15, so you get plain" in seen
    assert b"night 1" in seen


@pytest.mark.slow
@posix
def test_a_terminal_that_is_closed_loses_nothing(wolftui: Program) -> None:
    process, ours, _ = in_terminal(
        PLAY, size=(100, 30), until=lambda seen: seen.endswith(b"help): ")
    )
    os.close(ours)
    process.wait()
    saved = read_game(newest())
    assert saved.result is None
    assert not error_log().exists()
    assert wolftui("resume", "latest", typed=["/quit"]).code == 0


@pytest.mark.slow
@posix
def test_secrets_are_cleared_between_two_people_in_a_terminal() -> None:
    people = ("--seat", "3=human", "--seat", "4=human")
    argv = ("play", "--plain", "--board", "sla7", *people, "--seat", "*=random", "--no-save", *DEAL)
    process, ours, seen = in_terminal(
        argv, size=(100, 30), until=lambda seen: seen.endswith(b"help): "), typed=b"\n\n\n"
    )
    os.close(ours)
    process.wait()
    handed, _, asked = seen.rpartition(b"\x1b[H\x1b[2J\x1b[3J")
    assert b"You are Villager, and there is nothing for you to do now." in handed
    assert b"Werewolf" not in handed.partition(b"You are Villager")[2], (
        "the board's roles alone stand at its beginning"
    )
    assert b"Villager" not in asked
    assert b"Hand over to 4 " in asked
    assert b"Werewolf" in asked


def test_the_folder_of_a_training_is_enough_to_go_on_with_it(
    wolftui: Program, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    none = wolftui("train", "--into", str(folder))
    assert (none.code, none.err) == (
        2,
        "wolftui: --into: no training was begun there. `wolftui train --show > my.toml` writes the "
        "default one: name it as FILE.\n",
    )
    assert not folder.exists()
    folder.mkdir()
    (folder / PLAN_FILE).write_text("updates = 7\n")
    shown = wolftui("train", "--into", str(folder), "--show")
    assert (shown.code, shown.err) == (0, "")
    assert "updates = 7\n" in shown.out


TOLD = "wolftui: There is no theme `moonshine`, so `moonlight` is used. There are: moonlight, "


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--games", "1", "--board", "duel6", "--seat", "*=random", "--no-save"),
        ("play", "--plain", "--board", "duel6", "--seat", "*=random", "--no-save"),
        ("library",),
        ("keys",),
        ("themes",),
        ("models", "list"),
        ("config", "show"),
    ],
)
def test_every_command_says_the_same_of_an_unknown_theme(
    wolftui: Program, home: Path, command: tuple[str, ...]
) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('theme = "moonshine"\n', encoding="utf-8")
    ran = wolftui(*command)
    assert ran.code == 0
    assert ran.err.startswith(TOLD)
    assert ran.err.count("moonshine") == 1
    config_file().write_text('theme = "parchment"\n', encoding="utf-8")
    assert "no theme" not in wolftui(*command).err


def test_no_command_reads_the_settings_past_that_sentence() -> None:
    folder = Path(cli.__file__).parent
    past = {
        file.name
        for file in folder.glob("*.py")
        if re.search(
            r"settings\.config import (?:\([^)]*|[^(\n]*)\bload_config\b", file.read_text("utf-8")
        )
    }
    # `config check` and the doctor tell it as a fault.
    assert past == {"config.py", "doctor.py"}
