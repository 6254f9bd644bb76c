"""A visitor's program: what it hears and shows, what it may use, and that nothing of it stays."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest

from wolftui.web.host_log import HostLog
from wolftui.web.session import (
    MAX_SIDE,
    ProgramLimits,
    Session,
    TerminalSize,
    packet_of,
    parse_size,
)

LIMITS = ProgramLimits(patience=(0.3, 0.3, 5.0))
BEGIN = """
import os, signal, sys, time
def show(kind, payload):
    sys.stdout.buffer.write(kind + len(payload).to_bytes(4, "big") + payload)
    sys.stdout.buffer.flush()
def hear():
    head = sys.stdin.buffer.read(5)
    return head[:1], sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
sys.stdout.buffer.write(b"__GANGLION__\\n")
show(b"D", str(os.getpid()).encode())
"""
"""The beginning of a program as a visitor's browser sees it: it draws the number of its process."""


class Visitor:
    """A visitor's websocket: what they send, and what they were shown.

    Args:
        sent: Their messages.
        stays: Whether they stay after them.
    """

    def __init__(self, *sent: str, stays: bool = True) -> None:
        self._sent, self._stays = sent, stays
        self.shown: list[bytes] = []
        self.told: list[Any] = []
        self.began, self.closed = asyncio.Event(), asyncio.Event()
        self.is_stuck = False

    async def __aiter__(self) -> AsyncIterator[Any]:
        await self.began.wait()
        for text in self._sent:
            yield aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, text, None)
        if self._stays:
            await self.closed.wait()

    async def send_bytes(self, data: bytes) -> None:
        self.shown.append(data)
        self.began.set()
        if self.is_stuck:
            await asyncio.Event().wait()

    async def send_str(self, text: str) -> None:
        self.told.append(text)

    async def send_json(self, data: Any) -> None:
        self.told.append(data)

    async def close(self) -> None:
        self.closed.set()


async def visit(
    visitor: Visitor, program: str, limits: ProgramLimits = LIMITS, leaves: float = 20.0
) -> Session:
    downloads = import_module("textual_serve.download_manager").DownloadManager()
    session = Session(visitor, downloads, HostLog(str), limits)
    asyncio.get_running_loop().call_later(leaves, session.leave)
    await session.run((sys.executable, "-I", "-S", "-c", BEGIN + program), {}, TerminalSize(80, 24))
    return session


async def staying(group: int) -> list[int]:
    """Return the processes of a group that stay: a kill takes a moment on a busy machine."""
    for _ in range(100):
        if not alive(group):
            return []
        await asyncio.sleep(0.05)
    return alive(group)


def alive(group: int) -> list[int]:
    """Return the processes of a group that run; one whose end nobody has read does not."""
    found: list[int] = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            state, _, of_group = each.read_text().rpartition(")")[2].split()[:3]
            if int(of_group) == group and state not in "ZX":
                found.append(int(each.parent.name))
    return found


@pytest.mark.parametrize(
    ("text", "packet"),
    [
        ('["stdin","é"]', b"D\0\0\0\2\xc3\xa9"),
        ('["blur"]', b'M\0\0\0\x0f{"type":"blur"}'),
        (
            '["resize",{"width":1,"height":1000}]',
            b'M\0\0\0){"type":"resize","width":1,"height":1000}',
        ),
        ('["ping","1"]', None),
    ],
)
def test_a_message_of_the_page_is_a_packet(text: str, packet: bytes | None) -> None:
    assert packet_of(text) == packet


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[" * 100_000,
        "{}",
        "[]",
        '["stdin"]',
        '["stdin",1]',
        '["stdin","a","b"]',
        '["quit"]',
        '["resize",{}]',
        '["resize",{"width":20000,"height":20000}]',
        '["resize",{"width":0,"height":1}]',
        '["resize",{"width":true,"height":1}]',
        '["resize",{"width":80.5,"height":1}]',
        '["resize",{"width":"80","height":1}]',
        '["resize",{"width":1e999,"height":1}]',
    ],
)
def test_any_other_message_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        packet_of(text)


def test_a_size_names_the_side_that_is_not_valid() -> None:
    assert parse_size(1, MAX_SIDE) == (1, MAX_SIDE)
    with pytest.raises(ValueError, match="height"):
        parse_size(80, MAX_SIDE + 1)
    with pytest.raises(ValueError, match="width"):
        parse_size(None, None)


async def test_keys_reach_the_program_and_what_it_draws_the_visitor() -> None:
    visitor = Visitor('["ping","7"]', '["stdin","hello"]', '["focus"]')
    await visit(
        visitor,
        'show(b"D", hear()[1])\n'
        'show(b"D", hear()[1])\n'
        'show(b"M", b\'{"type":"open_url","url":"http://127.0.0.1/","new_tab":true}\')\n'
        'show(b"M", b\'{"type":"exit"}\')\n',
    )
    assert visitor.shown[1:] == [b"hello", b'{"type":"focus"}']
    assert visitor.told == [
        '["pong","7"]',
        ["open_url", {"url": "http://127.0.0.1/", "new_tab": True}],
    ]
    assert visitor.closed.is_set()


@pytest.mark.parametrize(
    ("program", "leaves"),
    [
        ("time.sleep(99)", 0.1),  # hears nothing
        ("for s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(99)", 0.1),
        ("while True: show(b'D', b'x' * 9999)", 0.1),
        ("while True: pass", 0.1),
        ("if not os.fork(): time.sleep(99)\n", 20.0),  # ends, what it started does not
        ("show(b'D', b'x')\nos.close(1)\ntime.sleep(99)", 20.0),
        ("show(b'?', b'x')\ntime.sleep(99)", 20.0),
        (
            "sys.stdout.buffer.write(b'D' + bytes([255] * 4)); sys.stdout.flush(); time.sleep(99)",
            20.0,
        ),
    ],
)
async def test_whatever_a_program_does_nothing_of_it_stays(program: str, leaves: float) -> None:
    visitor = Visitor()
    started = time.monotonic()
    await visit(visitor, program, leaves=leaves)
    assert await staying(int(visitor.shown[0])) == []
    assert time.monotonic() - started < 15


async def test_a_visitor_who_takes_nothing_ends_with_the_time_of_a_visit() -> None:
    visitor = Visitor()
    visitor.is_stuck = True
    limits = ProgramLimits(visit_seconds=0.3, patience=LIMITS.patience)
    await visit(visitor, "while True: show(b'D', b'x' * 9999)", limits)
    assert visitor.shown[1:] == []
    assert await staying(int(visitor.shown[0])) == []


async def test_a_program_is_asked_to_quit_before_it_is_killed(tmp_path: Path) -> None:
    visitor, kept = Visitor(stays=False), tmp_path / "kept"
    await visit(visitor, f"open({str(kept)!r}, 'wb').write(hear()[1])")
    assert kept.read_bytes() == b'{"type":"quit"}'


async def test_nonsense_closes_the_visit(capsys: pytest.CaptureFixture[str]) -> None:
    visitor = Visitor('["stdin", 5]')
    await visit(visitor, "time.sleep(99)")
    assert visitor.closed.is_set()
    assert capsys.readouterr().err == (
        "wolftui: A visitor's page sent a message that is not valid and was closed.\n"
    )


async def test_a_program_that_fails_is_told_by_its_last_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    await visit(Visitor(), "sys.stderr.write('x' * 10**6 + '\\nno \\x1b[31mboard\\n'); sys.exit(3)")
    assert capsys.readouterr().err == (
        "wolftui: A visitor's program ended with exit code 3: no  [31mboard.\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="limits are set from outside on Linux alone")
@pytest.mark.parametrize(
    ("program", "limits"),
    [
        ("time.sleep(.3); x = bytearray(400 << 20)", {"memory": 200 << 20}),
        pytest.param(
            "time.sleep(.3)\nwhile True: pass",
            {"processor_seconds": 1},
            marks=pytest.mark.slow,
        ),
        ("time.sleep(.3); open('grown', 'wb').write(b'x' * 9999)", {"file_bytes": 5000}),
    ],
)
async def test_a_program_that_uses_too_much_ends(
    program: str,
    limits: dict[str, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    bounded = ProgramLimits(**cast("Any", limits), patience=LIMITS.patience)
    visitor = Visitor()
    await visit(visitor, program, bounded)
    assert await staying(int(visitor.shown[0])) == []
    assert "A visitor's program ended with exit code" in capsys.readouterr().err
