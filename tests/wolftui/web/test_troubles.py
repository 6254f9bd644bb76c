"""What the libraries of the site log: what is ours is told once, what a visitor did is not."""

from __future__ import annotations

import logging
from typing import cast

import pytest

from wolftui.web.site import LibraryErrors
from wolftui.web.visitors import is_key


@pytest.mark.parametrize("name", ["aiohttp.server", "textual-serve"])
def test_what_no_visitor_did_is_told_and_nothing_else_reaches_the_terminal(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[BaseException] = []
    speaker = logging.getLogger(name)
    before, passed_on = speaker.handlers, speaker.propagate
    LibraryErrors(told.append).install()
    try:
        for error in (OSError("no more processes"), ValueError("no JSON"), ConnectionResetError()):
            speaker.error("something", exc_info=error)
        try:
            is_key(cast("str", None))
        except TypeError as ours:
            speaker.error("something", exc_info=ours)
        speaker.warning("slow")
    finally:
        speaker.handlers, speaker.propagate = before, passed_on
    assert [str(error) for error in told][:1] == ["no more processes"]
    assert [type(error) for error in told[1:]] == [TypeError], (
        "what our own code raised is no visitor's nonsense"
    )
    assert capfd.readouterr() == ("", "")
