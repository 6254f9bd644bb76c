"""What a terminal may send: every byte, sequences, pastes, bursts, sizes and signals. The app still
answers a key afterwards, or ends with its exit code, its game saved and the terminal in order."""

from __future__ import annotations

import inspect
import random
import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.drivers.web_driver import WebDriver

from wolfcore.records import list_games, read_game
from wolftui.screen.terminal_app import MAX_SIZE
from wolftui.screen.terminal_input import PASTE_LIMIT, PASTE_SECONDS
from wolftui.screen.terminal_input import InputDecoder as Decoder

from .terminals import PATIENCE, Terminal

SEQUENCES = [
    b"\xe9", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xf0\x9f",
    b"\x1b[99999999999u", b"\x1b[55296u", b"\x1b[1114112;1;1114112u", b"\x1b[97;1;55296u",
    b"\x1b[48;99999;99999;99999;99999t", b"\x1b[48;0;0;0;0t", b"\x1b[<0;99999999999999;9999999M",
    b"\x1b[<64;-5;-5M", b"\x1b[999999;999999R", b"\x1b[", b"\x1b]52;c;", b"\x1b]11;rgb:ffff/ff",
    b"\x1bP+q544e", b"\x1b_", b"\x9b31m", b"\x1b[?2026;2$y", b"\x1b[?2048;4$y", b"\x1b" * 40,
    "\x1b[²;²u".encode(), "\x1b[٣;٣R".encode(),
]  # fmt: skip
"""Bytes that are no UTF-8, and sequences that are wrong, unended or out of all bounds."""


class InputDecoder(Decoder):
    """A decoder whose waits the test ends."""

    def wait_no_longer(self) -> None:
        if self._parser._timeout_time is not None:  # pyright: ignore[reportPrivateUsage]
            self._parser._timeout_time = 0.0  # pyright: ignore[reportPrivateUsage]


def keys(decoder: InputDecoder, data: bytes) -> list[str]:
    """The keys that bytes press, after the wait that ends a sequence."""
    pressed = [*decoder.feed(data)]
    decoder.wait_no_longer()
    pressed += decoder.tick()
    return [event.key for event in pressed if isinstance(event, events.Key)]


def test_textual_reads_its_input_as_it_did_when_its_drivers_were_replaced() -> None:
    replaced: tuple[Callable[..., object], ...] = (
        LinuxDriver.run_input_thread,
        WebDriver.run_input_thread,
        cast(Callable[..., object], XTermParser.parse),
        XTermParser.feed,
        XTermParser.tick,
    )
    sources = "".join(inspect.getsource(each) for each in replaced).encode()
    assert blake2b(sources, digest_size=8).hexdigest() == "6235f706577f1b40", (
        "Textual reads its input in another way than when wolftui/screen/terminal_input.py was "
        "written: read what changed, adapt that module, then change this digest"
    )


@pytest.mark.parametrize("data", [*(bytes([code]) for code in range(256)), *SEQUENCES], ids=repr)
def test_a_key_is_read_after_any_byte_and_any_sequence(data: bytes) -> None:
    decoder = InputDecoder()
    keys(decoder, data)
    keys(decoder, b"")
    assert "question_mark" in keys(decoder, b"\xbf??")  # a cut character takes what follows it


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from(SEQUENCES)), max_size=12))
def test_no_bytes_stop_the_keys(parts: list[bytes]) -> None:
    decoder = InputDecoder()
    for part in parts:
        keys(decoder, part)
    for _ in range(2):  # the paste that may have begun, the sequence that may have begun
        keys(decoder, b"")
    assert "question_mark" in keys(decoder, b"\xbf??")


@settings(max_examples=30)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=40))
def test_characters_are_read_however_their_bytes_are_cut(text: str) -> None:
    decoder, data = InputDecoder(), text.encode()
    found = [event for at in range(len(data)) for event in decoder.feed(data[at : at + 1])]
    assert "".join(each.character or "" for each in found if isinstance(each, events.Key)) == text


def pastes(data: bytes) -> list[str]:
    decoder = InputDecoder()
    found = [*decoder.feed(data)]
    keys_pressed = [event for event in found if isinstance(event, events.Key)]
    assert not keys_pressed
    return [event.text for event in found if isinstance(event, events.Paste)]


def test_a_paste_presses_no_key_and_has_no_control_characters() -> None:
    inside = "a\x00b\x1b[31mq\x11\x03" + "\x1b]52;c;" + "x" * 50 + "\x9bé\tend\r\n"
    assert pastes(f"\x1b[200~{inside}\x1b[201~".encode()) == [
        "ab[31mq]52;c;" + "x" * 50 + "é\tend\r\n"
    ]


def test_a_paste_is_bounded_and_ends_though_the_terminal_never_ends_it() -> None:
    decoder = InputDecoder()
    assert keys(decoder, b"\x1b[200~" + b"x" * (PASTE_LIMIT + 500) + b"\x1b[201~?") == [
        "question_mark"
    ]
    assert keys(decoder, b"\x1b[200~half") == []
    assert keys(decoder, b"?") == ["question_mark"]


def test_what_nobody_can_type_so_fast_is_a_paste() -> None:
    assert pastes(b"x" * 4096) == ["x" * 4096]
    decoder = InputDecoder()
    assert keys(decoder, b"hello") == [*"hello"]


# -- a program in a terminal


@contextmanager
def playing(home: Path) -> Generator[Terminal]:
    """A game that asks a person."""
    terminal = Terminal(
        home, "play", "--board", "sla7", "--seat", "4=human", "--seed", "5", "--deal", "4=Doctor"
    )
    try:
        terminal.until(lambda: b"Whom" in terminal.shown)
        yield terminal
    finally:
        terminal.close()


def check_ended(terminal: Terminal, home: Path, code: int) -> None:
    log = home / "logs" / "errors.log"
    found = terminal.program.wait(PATIENCE)
    assert found == code, log.read_text() if log.exists() else terminal.shown[-2000:]
    terminal.until(terminal.in_order)
    assert b"Traceback" not in terminal.whole
    for game in list_games(home / "data" / "games"):
        assert read_game(game.path).problems == ()


def leave(terminal: Terminal, home: Path) -> None:
    """Leave by the keys for it."""
    end = time.monotonic() + PATIENCE

    def asks() -> bool:
        """Whether the dialog is on the screen; what was typed before may have opened it."""
        return "Leave this game?" in terminal.text

    while not asks() and not terminal.ended:
        assert time.monotonic() < end, terminal.text
        terminal.press(b"\x11")  # a busy program reads an Esc before it and this as one key
        again = time.monotonic() + 5
        while not asks() and time.monotonic() < again:
            time.sleep(0.02)
    terminal.send(b"\x1b[B\r")
    check_ended(terminal, home, 0)
    assert list_games(home / "data" / "games")


INPUTS: dict[str, list[bytes]] = {
    **{
        f"the bytes {first} to {first + 31}": [bytes([code]) for code in range(first, first + 32)]
        for first in range(0, 256, 32)
    },
    "sequences": [*SEQUENCES, b"\x1b[48;36;120;0;0t"],  # the size in the end is the true one
    "every byte at once": [bytes(range(256)) * 8],
    "a burst of letters": [b"x" * 100_000],
    "a burst of bytes": [random.Random(1).randbytes(10_000).translate(None, b"\x03\x11")],
    "a burst of keys": [b"\x1b[A\x1b[B" * 800],
    "a paste": [b"\x1b[200~" + bytes(range(0x1B)) + b"\x9b\xff\x11" + b"y" * 100_000 + b"\x1b[201~"],
    "a paste without an end": [b"\x1b[200~" + b"y" * 50_000, b""],
}  # fmt: skip


@pytest.mark.slow
def test_whatever_is_typed_at_a_game_it_still_answers_or_is_saved(tmp_path: Path) -> None:
    left = list(INPUTS.items())
    while left:
        with playing(tmp_path) as terminal:
            while left:
                name, parts = left.pop()
                for part in parts:
                    terminal.send(part)
                    time.sleep(0.02)
                if name == "a paste without an end":
                    time.sleep(PASTE_SECONDS + 0.5)
                if not terminal.answers():
                    check_ended(terminal, tmp_path, 0)
                    break
            else:
                leave(terminal, tmp_path)


@pytest.mark.slow
def test_a_terminal_of_any_size_is_drawn(tmp_path: Path) -> None:
    dice = random.Random(2)
    storm = [(dice.randrange(1, 300), dice.randrange(1, 100)) for _ in range(300)]
    with playing(tmp_path) as terminal:
        for sizes in ([(1, 1)], [(1, 200)], [(500, 1)], [(0, 0)], [(65535, 65535)], storm):
            for size in sizes:
                terminal.resize(*size)
                terminal.send(b" ")
            time.sleep(0.3)
            terminal.resize(120, 36)
            assert terminal.answers()
        status = Path(f"/proc/{terminal.program.pid}/status").read_text()
        (peak,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        assert int(peak) < 400_000, f"{MAX_SIZE} is too large"
        leave(terminal, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_the_program_with_its_code(
    tmp_path: Path, sign: signal.Signals, code: int
) -> None:
    with playing(tmp_path) as terminal:
        terminal.send(b"\xed\xa0\x80\x1b[200~half")
        terminal.program.send_signal(sign)
        check_ended(terminal, tmp_path, code)
        assert b"wolftui resume" in terminal.shown


@pytest.mark.slow
def test_a_program_that_was_stopped_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        for _ in range(3):
            terminal.program.send_signal(signal.SIGTSTP)
            terminal.until(lambda: state(terminal) == "T")
            terminal.until(terminal.in_order)
            terminal.send(b"\xff\xed\xa0\x80")
            terminal.program.send_signal(signal.SIGCONT)
            terminal.until(lambda: state(terminal) != "T")
            assert terminal.answers()
        leave(terminal, tmp_path)


def state(terminal: Terminal) -> str:
    """The state of the process as the kernel names it: T is stopped."""
    stat = Path(f"/proc/{terminal.program.pid}/stat").read_text()
    return stat.rpartition(")")[2].split()[0]
