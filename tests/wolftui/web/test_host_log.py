"""What whoever serves is told: what is ours in full, what visitors did as a count, and no flood."""

from __future__ import annotations

import logging
from typing import cast

import pytest

from wolftui.web import host_log
from wolftui.web.host_log import HostLog
from wolftui.web.visitors import is_key


@pytest.mark.parametrize("name", ["aiohttp.server", "textual-serve", "asyncio"])
def test_what_no_visitor_did_is_told_and_of_the_rest_the_kind(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name in host_log.LOGGERS
    monkeypatch.setattr(host_log, "LOGGERS", (name,))  # those of other tests stay as they are
    told: list[BaseException] = []

    def write_crash(error: BaseException) -> str:
        told.append(error)
        return "It broke."

    logger = logging.getLogger(name)
    before, passed_on = logger.handlers, logger.propagate
    HostLog(write_crash).install()
    try:
        for error in (OSError("no more processes"), ValueError("no JSON"), ConnectionResetError()):
            logger.error("something", exc_info=error)
        try:
            is_key(cast("str", None))
        except TypeError as ours:
            logger.error("something", exc_info=ours)
        logger.warning("slow")
    finally:
        logger.handlers, logger.propagate = before, passed_on
    assert [type(error) for error in told] == [OSError, TypeError], (
        "what our own code raised is no visitor's nonsense"
    )
    assert capsys.readouterr().err.splitlines() == [
        "wolftui: It broke.",
        "wolftui: A request was not valid.",
        "wolftui: It broke.",
    ]


def test_a_flood_is_a_line_for_each_doubling(capsys: pytest.CaptureFixture[str]) -> None:
    log = HostLog(str)
    for n in range(1000):
        log.tell("a thing happened", f"{n}\n\x1b[31m" + "x" * 9999)
        log.crash(RuntimeError("the same"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 20
    assert lines[-2].startswith("wolftui: A thing happened: 511 ")
    assert lines[-2].endswith(" (512 times so far).")
    assert all(len(line) < 300 and line.isprintable() for line in lines)
    for n in range(1000):
        log.tell(f"kind {n}")
    assert len(capsys.readouterr().err.splitlines()) == 198, "kinds are bounded as well"
