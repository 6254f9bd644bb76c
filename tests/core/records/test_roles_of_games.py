"""A game that deals a role beyond the first seven names its rules, and is read by equal ones alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.new_roles.in_process import FOOL, MEDIUM, add_roles, remove_role
from wolfcore.errors import LogError
from wolfcore.game import ROLES, Board, board_names, get_board, make_spec
from wolfcore.game.roles import Role, role_difference
from wolfcore.records import encode_header, header_of
from wolfcore.records.header import decode_header
from wolfcore.roles import layout_roles

BOARD = Board("own", ("Werewolf", "Werewolf", "Seer", MEDIUM, FOOL, "Villager", "Villager"))
CORE = Path(__file__).parents[3] / "core"
MEDIUM_FILE = (CORE / "wolfcore/roles/hunter.toml").read_text("utf-8")


@pytest.mark.parametrize("name", board_names())
def test_a_header_says_nothing_of_the_first_seven(name: str) -> None:
    board = get_board(name)
    others = set(board.roles) - set(layout_roles())
    line = encode_header(header_of(make_spec(board, 1)))
    named = ["roles"] if others else []
    fields = ["format", "rules", "language", "source", "spec", *named]
    assert list(msgspec.json.decode(line)) == fields
    assert decode_header(line, "game.jsonl").roles.keys() == others


def test_a_header_names_the_rules_of_every_other_role(monkeypatch: pytest.MonkeyPatch) -> None:
    add_roles(monkeypatch)
    header = header_of(make_spec(BOARD, 1))
    named = msgspec.json.decode(encode_header(header))["roles"]
    assert named == header.roles == {role: ROLES[role].digest for role in (MEDIUM, FOOL)}
    # The name of a role is not one of its rules.
    assert ROLES[MEDIUM].digest == ROLES["Seer"].digest != ROLES[FOOL].digest
    assert role_difference(named) == ""


def test_a_game_with_another_role_or_none_is_one_error_that_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as there:
        add_roles(there)
        line = encode_header(header_of(make_spec(BOARD, 1)))
    with monkeypatch.context() as elsewhere:
        remove_role(elsewhere, MEDIUM)
        with pytest.raises(LogError, match="has no file of the role Medium") as absent:
            decode_header(line, "game.jsonl")
    assert "wolfcore/roles" in str(absent.value)
    add_roles(monkeypatch)
    monkeypatch.setitem(ROLES, MEDIUM, Role(MEDIUM, "wolves", "check"))
    with pytest.raises(LogError, match="has other rules for the role Medium"):
        decode_header(line, "game.jsonl")


@pytest.mark.parametrize(
    ("roles", "problem"),
    [
        ({"\u001b[1mMedium": "0" * 16}, "header is damaged"),
        ({"Medium" * 10: "0" * 16}, "header is damaged"),
        ({"Medium": "0" * 15}, "header is damaged"),
        ({"Medium": 3}, "header is damaged"),
        (["Medium"], "header is damaged"),
        ({"Seer": ROLES["Seer"].digest}, "other roles are named than those that are dealt"),
    ],
)
def test_what_is_no_digest_of_a_dealt_role_is_refused(roles: object, problem: str) -> None:
    spec = msgspec.json.decode(encode_header(header_of(make_spec(get_board("sla7"), 1))))
    with pytest.raises(LogError, match=problem) as error:
        decode_header(msgspec.json.encode(spec | {"roles": roles}), "game.jsonl")
    assert "\u001b" not in str(error.value)


PLAY = """
import sys
from pathlib import Path
from wolfcore.game import Board, make_spec
from wolfcore.records import GameFolder, NewGame, SeatSpec
from wolfcore.seating import make_players, quick_players
from wolfcore.game import Game
from wolfcore.table import play_now
board = Board("own", ("Werewolf", "Werewolf", "Seer", "Medium", "Villager", "Villager", "Villager"))
spec, seats = make_spec(board, 1), (SeatSpec("random"),) * 7
folder = GameFolder.create(Path(sys.argv[1]), NewGame(spec, seats, version="1", reader=1, by_role=False))
play_now(Game(spec), quick_players(make_players(seats)), folder)
folder.close()
"""

READ = """
import sys
from pathlib import Path
from wolfcore.errors import LogError
from wolfcore.records import read_game
from wolfcore.table import verify
try:
    (path,) = (each for each in Path(sys.argv[1]).iterdir() if each.is_dir())
    print(verify(read_game(path)).finished)
except LogError as error:
    print(error)
"""


def with_role(folder: Path, text: str) -> Path:
    """Make an installation of the package with a role file more, empty text for none."""
    package, roles = folder / "wolfcore", folder / "wolfcore/roles"
    roles.mkdir(parents=True)
    for each in (CORE / "wolfcore").iterdir():
        if each.name not in ("roles", "__pycache__"):
            (package / each.name).symlink_to(each)
    for each in (CORE / "wolfcore/roles").glob("*.*"):
        (roles / each.name).write_bytes(each.read_bytes())
    if text:
        (roles / "medium.toml").write_text(text, "utf-8")
    return folder


def ran(package: Path, code: str, games: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, str(games)],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_saved_game_with_an_added_role_is_verified_with_its_file_alone(tmp_path: Path) -> None:
    text = (
        MEDIUM_FILE.replace('"Hunter"', '"Medium"')
        .replace("number = 7", "number = 20")
        .replace('"hunter"', '"medium"')
        .replace('"Eta"', '"Theta"')
        .replace('power = "shoot"', 'power = "check"')
    )
    games = tmp_path / "games"
    games.mkdir()
    here = with_role(tmp_path / "here", text)
    assert ran(here, PLAY, games) == ""
    assert ran(here, READ, games) == "True"
    remarked = with_role(tmp_path / "remarked", text.replace("[rules]", "# As the Seer.\n[rules]"))
    assert ran(remarked, READ, games) == "True"
    other = with_role(tmp_path / "other", text.replace('power = "check"', 'power = "protect"'))
    assert "has other rules for the role Medium" in ran(other, READ, games)
    assert "has no file of the role Medium" in ran(with_role(tmp_path / "none", ""), READ, games)
