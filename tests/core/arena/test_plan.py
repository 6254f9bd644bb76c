"""Arenas as files: what is wrong in one is one line that names it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import tomli_w

from wolfcore.arena.definition import EXAMPLE
from wolfcore.arena.validation import check_arena, read_arena
from wolfcore.errors import ConfigError
from wolfcore.game import SAFE_NIGHT

TWO = '[players]\na = "bot:hard"\nb = "random"\n'


def test_the_safe_night_of_a_board_s_file_is_a_board_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "sla7"\nname = "mine"\n')
    (tmp_path / "a.toml").write_text(f'boards = ["mine.toml", "mine.toml{SAFE_NIGHT}"]\n{TWO}')
    plan = read_arena(tmp_path / "a.toml")
    assert plan.boards == ("mine", f"mine{SAFE_NIGHT}")
    assert [board.switches.first_night_deaths for board in plan.own.values()] == [
        True,
        False,
    ]


def test_the_example_is_sound_and_goes_through_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    check_arena(EXAMPLE)
    file.write_text(tomli_w.dumps(msgspec.to_builtins(EXAMPLE)))
    assert read_arena(file) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deal = 3", "`deal`"),
        (TWO + "[schedule]\nkind = 'every'", "every"),
        ("deals = 0\n" + TWO, "deals: 0 is out of range"),
        ("repeats = 0\n" + TWO, "repeats: 0 is out of range"),
        ("seed = -1\n" + TWO, "seed: -1 is out of range"),
        (f"seed = {2**63 - 1}\n" + TWO, "beyond the largest seed"),
        ("boards = []\n" + TWO, "no board is named"),
        ("boards = ['sla7', 'sla7']\n" + TWO, "named twice"),
        ("boards = ['nowhere']\n" + TWO, "nowhere"),
        ("", "has no players"),
        ("[players]\na = 'nobody'\nb = 'bot'", "players.a: there is no player `nobody`"),
        ("[players]\n'a/b' = 'bot'\nb = 'bot'", "players.a/b: is not a valid name"),
        ("[players]\na = 'human'\nb = 'bot'", "players.a: a person cannot play in an arena"),
        ("[players]\na = 'sla'\nb = 'bot'", "`sla` has no model"),
        (
            "[players]\na = 'xu2023:live@m'\nb = 'bot'",
            "players.a: would learn from one game to the next",
        ),
        ("[players]\na = 'bot'", "has no opponent"),
        (
            TWO + "[schedule]\nkind = 'tested'\nbaseline = 'a'",
            "schedule.tested: is missing",
        ),
        (
            TWO + "[schedule]\nkind = 'tested'\nbaseline = 'a'\ntested = '*'",
            "none for the baseline",
        ),
        (
            TWO + "[schedule]\nkind = 'tested'\ntested = 'Seer'",
            "schedule.baseline: there is no player ``",
        ),
        (
            TWO + "[schedule]\nkind = 'tested'\ntested = 'Ser'\nbaseline = 'a'",
            "schedule.tested: `Ser` is not a seat, role",
        ),
        (TWO + "[schedule]\nkind = 'tested'\ntested = '8'\nbaseline = 'a'", "there is no seat 8"),
        (
            TWO + "[schedule]\nkind = 'tested'\ntested = 'sheriff'\nbaseline = 'a'",
            "is not known before the game",
        ),
        (
            TWO + "[schedule]\ntested = 'Seer'",
            "schedule.tested: has no meaning in a schedule of kind `pairs`",
        ),
        (TWO + "[schedule]\nkind = 'mixed'\nitself = true", "schedule.itself: has no meaning"),
        (TWO + "[schedule]\nkind = 'lineups'", "schedule.lineups: is missing"),
        (TWO + "[schedule.lineups.x]\n'*' = 'a'", "schedule.lineups: has no meaning"),
        (
            TWO + "[schedule]\nkind = 'lineups'\n[schedule.lineups.x]\nwolves = 'a'",
            "schedule.lineups.x: no player is given for a",
        ),
        (
            TWO + "[schedule]\nkind = 'lineups'\n[schedule.lineups.x]\n'*' = 'c'",
            "schedule.lineups.x: there is no player `c`",
        ),
        (
            TWO + "[schedule]\nkind = 'lineups'\n[schedule.lineups.x]\n'*' = 'a'\nSeer = 'a'\nseer "
            "= 'b'",
            "schedule.lineups.x: a seat, role or team is given twice",
        ),
        (TWO + "[limits]\ngames = 0", "limits.games: 0 is out of range"),
        (TWO + "[limits]\ncost = -1.0", "limits.cost: -1.0 is out of range"),
        (TWO + "[limits]\nminutes = nan", "limits.minutes"),
        ("not toml", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_arena(file)
    assert says in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_arena(tmp_path / "none.toml")
