"""One whole human game in a real terminal, at both sizes: from the command line to the result, and
the terminal in order again."""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wolfcore.records import list_games, read_game

ROOT = Path(__file__).parents[2]
WORDS = "I have nothing to hide [b]today[/b]."
PATIENCE = 120.0
"""Seconds after which a game that does not end has failed."""

_NOTING = '"$@"; echo $? >"$0"; exec sleep 600'
"""Runs a program and writes its exit code to a file: tmux does not always learn of the end of what
it runs."""

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]


def environment(home: Path) -> dict[str, str]:
    """What a program finds: a terminal with all colours, and folders of this test's own."""
    return {
        "TERM": "tmux-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "XDG_STATE_HOME": str(home),
        "PATH": os.environ["PATH"],
    }


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, name: str, size: tuple[int, int], command: list[str], home: Path) -> None:
        self._server, self._exit = name, home / "exit-code"
        words = [
            "env",
            "-i",
            *(f"{key}={value}" for key, value in environment(home).items()),
            "sh",
            "-c",
            _NOTING,
            str(self._exit),
            *command,
        ]
        width, height = size
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), *words
        )

    def _tmux(self, *words: str) -> str:
        return subprocess.run(
            ["tmux", "-L", self._server, *words], check=True, capture_output=True, text=True
        ).stdout

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", "-t", "0", *keys)

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-t", "0")

    @property
    def exit_code(self) -> int | None:
        code = self._exit.read_text() if self._exit.exists() else ""
        return int(code) if code.endswith("\n") else None

    def close(self) -> None:
        subprocess.run(
            ["tmux", "-L", self._server, "kill-server"], check=False, capture_output=True
        )


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def answering_keys(screen: str) -> tuple[str, ...]:
    """The next keys of somebody who knows only what stands on the screen; none where nothing is
    asked."""
    prompt = " ".join(" ".join(screen.splitlines()[-9:]).replace("▌", " ").split())
    if "Stay blind" in screen:
        return ("1",)
    if "Enter result" in screen:
        return ("Enter",)
    if "Enter confirms." in prompt or "Enter goes on to the choice" in prompt:
        return ("Enter",)
    if "Whom do you protect" in prompt:
        return ("4",)
    if "Nothing is chosen yet" in prompt or "Choose by number" in prompt:
        return ("Right",)
    if "Enter send" in prompt and "your turn" in screen:
        return ("Enter",) if WORDS in prompt else ("-l", WORDS)
    return ()


def steady(terminal: Terminal) -> str:
    """The screen when it has come to rest, as a person reads it; half a painted frame would be
    answered twice."""
    before, now, same = "", terminal.screen, 0
    while same < 3:
        time.sleep(0.08)
        before, now = now, terminal.screen
        same = same + 1 if now == before else 0
    return now


def until_changed(terminal: Terminal, screen: str, seconds: float) -> None:
    """Wait until a key has shown its effect, or `seconds` have passed."""
    end = time.monotonic() + seconds
    while terminal.screen == screen and time.monotonic() < end:
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_a_whole_human_game_in_a_real_terminal(
    size: tuple[int, int], tmp_path: Path, terminals: list[Terminal]
) -> None:
    command = [
        sys.executable,
        "-m",
        "wolftui",
        "play",
        "--board",
        "sla7",
        "--seat",
        "4=human",
        "--seed",
        "5",
        "--deal",
        "4=Doctor",
    ]
    terminal = Terminal(f"wolftui-test-{os.getpid()}-{size[0]}", size, command, tmp_path)
    terminals.append(terminal)
    end = time.monotonic() + PATIENCE
    asked = 0
    while "After the game" not in (screen := steady(terminal)):
        assert terminal.exit_code is None, screen
        assert time.monotonic() < end, screen
        keys = answering_keys(screen)
        asked += bool(keys)
        terminal.press(*(keys or ("End",)))
        until_changed(terminal, screen, 10.0 if keys else 0.2)
    assert asked > 2
    terminal.press("Home")  # the last End may have reached the result, and scrolled it
    assert "You were" in steady(terminal)
    terminal.press("Right")
    steady(terminal)
    terminal.press("End")
    assert "seed" in steady(terminal)
    terminal.press("C-q")
    while terminal.exit_code is None:
        assert time.monotonic() < end, terminal.screen
        time.sleep(0.05)
    assert terminal.exit_code == 0
    (game,) = list_games(tmp_path / "wolftui" / "games")
    saved = read_game(game.path)
    assert saved.result is not None
    assert any(".4" in ask for ask in saved.journal)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_told_to_end_gives_the_terminal_back_and_keeps_the_game(
    tmp_path: Path, terminals: list[Terminal], sign: signal.Signals
) -> None:
    pid = tmp_path / "pid"
    play = (
        f"'{sys.executable}' -m wolftui play --board sla7 --seat 4=human --seed 5 --deal 4=Doctor"
    )
    command = [
        "sh",
        "-c",
        f"sh -c \"echo \\$\\$ > '{pid}'; exec {play}\"; echo ended $?; stty -a; read wait",
    ]
    terminal = Terminal(f"wolftui-test-{os.getpid()}-end", (120, 36), command, tmp_path)
    terminals.append(terminal)
    end = time.monotonic() + PATIENCE
    while "Whom do you protect" not in terminal.screen:
        assert time.monotonic() < end, terminal.screen
        time.sleep(0.05)
    os.kill(int(pid.read_text()), sign)
    while "icanon" not in terminal.screen:
        assert time.monotonic() < end, terminal.screen
        time.sleep(0.05)
    words = terminal.screen.split()
    assert f"ended {128 + sign}" in terminal.screen
    assert "Whom" not in words
    assert {"icanon", "echo"} <= set(words)
    (game,) = list_games(tmp_path / "wolftui" / "games")
    assert f"wolftui resume {game.path.name}" in " ".join(words)


@pytest.mark.slow
def test_a_terminal_that_is_closed_ends_the_program_though_its_parent_keeps_the_hang_up_to_itself(
    tmp_path: Path,
) -> None:
    code = tmp_path / "exit-code"
    play = (
        f"'{sys.executable}' -m wolftui play --board sla7 --seat 4=human --seed 5 --deal 4=Doctor"
    )
    pid, terminal = pty.fork()
    if not pid:
        os.execvpe(
            "sh", ["sh", "-c", f"trap : HUP; {play}; echo $? > '{code}'"], environment(tmp_path)
        )
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    shown = b""
    while b"Whom" not in shown:
        shown += os.read(terminal, 65536)
    os.close(terminal)
    os.waitpid(pid, 0)
    assert int(code.read_text()) == 128 + signal.SIGHUP
    (game,) = list_games(tmp_path / "wolftui" / "games")
    assert read_game(game.path).problems == ()
