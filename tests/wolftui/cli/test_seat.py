"""`wolftui seat`: what it refuses. How it plays is tested with the protocol."""

from __future__ import annotations

import subprocess
import sys

import pytest

WRONG: dict[str, tuple[str, str | None, str]] = {
    "a person": ("human", "", "a person cannot play over the seat protocol"),
    "no such player": ("bott", "", "there is no player `bott`"),
    "no such model": ("vanilla@none", "", "there is no model `none`"),
    "no message": ("bot", "hello\n", "standard input holds no messages of the seat protocol"),
    "no pipe": ("bot", None, "it is no pipe"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_in_one_line(what: str) -> None:
    player, sent, words = WRONG[what]
    done = subprocess.run(
        [sys.executable, "-m", "wolftui", "seat", player],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        input=sent,
        stdin=subprocess.DEVNULL if sent is None else None,
    )
    (line,) = done.stderr.splitlines()
    assert words in line
    assert (done.returncode, done.stdout) == (2, "")
