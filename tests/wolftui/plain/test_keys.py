"""Single keys: what a terminal sends as keys, and lines where there is no terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from wolftui.plain.key_input import (
    DOWN,
    ENTER,
    PAGE_DOWN,
    PAGE_UP,
    UP,
    LineKeys,
    TerminalKeys,
    keys_in,
    single_keys,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("ab ", ["a", "b", " "]),
        ("\x1b[A\x1b[B\x1bOA\x1bOB", [UP, DOWN, UP, DOWN]),
        ("\x1b[5~\x1b[6~\r\n", [PAGE_UP, PAGE_DOWN, ENTER, ENTER]),
        ("\x1b[1;5Ca", ["a"]),
        ("\x1b[15~\x1b[Zq", ["q"]),
        ("\x1b", []),
        ("\x1bx", ["x"]),
        ("\x1b[", []),
    ],
)
def test_what_a_terminal_sends_is_keys_and_sequences_without_a_name_are_left_out_whole(
    sent: str, keys: list[str]
) -> None:
    assert keys_in(sent) == keys


def test_lines_are_keys_with_enter_at_their_end() -> None:
    keys = LineKeys(io.StringIO("ac\r\n\nq"))
    assert list(iter(keys.next, None)) == ["a", "c", ENTER, ENTER, "q", ENTER]


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: the person's, and the program's."""
    pty = pytest.importorskip("pty")
    person, program = pty.openpty()
    yield person, program
    for file in (person, program):
        with suppress(OSError):
            os.close(file)


@posix
def test_a_key_comes_without_enter_and_the_mode_is_restored_whatever_happens(
    terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    import termios

    person, program = terminal
    before = termios.tcgetattr(program)
    with os.fdopen(os.dup(program)) as source:
        monkeypatch.setattr("sys.stdin", source)
        monkeypatch.setattr("sys.stdout", source)
        with pytest.raises(KeyboardInterrupt), single_keys() as keys:
            assert isinstance(keys, TerminalKeys)
            os.write(person, b"a\x1b[Aq")
            assert [keys.next() for _ in range(3)] == ["a", UP, "q"]
            assert termios.tcgetattr(program)[3] & termios.ICANON == 0
            raise KeyboardInterrupt
    assert termios.tcgetattr(program) == before


@posix
def test_a_terminal_that_is_gone_is_the_end_of_input(terminal: tuple[int, int]) -> None:
    person, program = terminal
    os.close(person)
    assert TerminalKeys(program).next() is None
