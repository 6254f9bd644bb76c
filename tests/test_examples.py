"""The examples pass the check, play the same game, and stand in the page of own players whole."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.pages import ROOT
from wolfcore.game import Answer
from wolfcore.seating import allow_named_players, make_player, parse_player
from wolftui.games.player_check import PlayerCheck

EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "own-players.md").read_text(encoding="utf-8")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs node")


def answers_on(word: str, board: str) -> dict[str, Answer]:
    """The answers of a player at all seats, none of which the table had to replace."""
    allow_named_players([word])
    check = PlayerCheck(lambda: make_player(parse_player(word)))
    found = check.play(board)
    assert (check.is_passed, check.problems) == (True, [])
    return dict(found)


@pytest.mark.parametrize("board", ["sla7", "helmsman7"])
def test_the_python_agent_passes_the_check(board: str) -> None:
    assert answers_on(f"{EXAMPLES}/python_agent.py:Follower", board)


@needs_node
@pytest.mark.parametrize("board", ["duel6", "sla7"])
def test_the_javascript_agent_plays_as_the_python_agent(board: str) -> None:
    found = answers_on(f"exec:node {EXAMPLES}/javascript_agent.js", board)
    assert found == answers_on(f"{EXAMPLES}/python_agent.py:Follower", board)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.*")), ids=lambda file: file.name)
def test_an_example_is_shown_whole_and_is_short(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text in re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.M | re.S)
    assert len(text.splitlines()) <= 20
