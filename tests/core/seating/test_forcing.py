"""A forced deal and forced chance."""

from __future__ import annotations

import pytest

from wolfcore.errors import ConfigError
from wolfcore.game import Game, deal_roles, get_board, make_spec
from wolfcore.game.facts import OrderSet
from wolfcore.players import RandomPlayer
from wolfcore.seating import ForcedDeal, parse_deal, parse_deal_file
from wolfcore.table import play_now

BOARD = get_board("xu7")


def test_a_deal_on_the_command_line_is_read() -> None:
    assert parse_deal("4=Seer, 1=werewolf", BOARD) == ForcedDeal({4: "Seer", 1: "Werewolf"}, {})


FILE = """
[roles]
4 = "Seer"
1 = "werewolf"

[chance]
order = [3, 1, 2, 7, 5, 4, 6]
tie.d2 = [1]
"decider.n1" = 2
candidates = [6, 2]
"speaker.d1.3" = [5]
"""


def test_a_deal_file_is_read() -> None:
    chance = {
        "order": (3, 1, 2, 7, 5, 4, 6),
        "tie.d2": (1,),
        "decider.n1": (2,),
        "candidates": (6, 2),
        "speaker.d1.3": (5,),
    }
    assert parse_deal_file(FILE, "deal.toml", BOARD) == ForcedDeal(
        {4: "Seer", 1: "Werewolf"}, chance
    )
    assert parse_deal_file("", "deal.toml", BOARD) == ForcedDeal({}, {})


def test_what_is_forced_happens() -> None:
    forced = parse_deal_file(
        '[roles]\n4 = "Seer"\n[chance]\norder = [3, 1, 2, 7, 5, 4, 6]\n', "deal.toml", BOARD
    )
    assert deal_roles(make_spec(BOARD, 1))[3] != "Seer"
    game = Game(make_spec(BOARD, 1, deal=forced.deal, chance=forced.chance))
    play_now(game, dict.fromkeys(range(1, 8), RandomPlayer()))
    assert game.view(4).role == "Seer"
    first = next(entry.fact for entry in game.log if isinstance(entry.fact, OrderSet))
    assert first.seats == tuple(seat for seat in (3, 1, 2, 7, 5, 4, 6) if seat in first.seats)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4", r"deal: `4` does not name a seat and a role\. Write for example `4=Seer,1=Werewolf`"),
        ("", "does not name a seat and a role"),
        ("x=Seer", "`x` is not a seat. xu7 has seats 1 to 7"),
        ("8=Seer", "there is no seat 8"),
        ("4=Seer,4=Guard", "seat 4 is dealt twice"),
        ("4=Hunter", "xu7 does not deal the role `Hunter`"),
        ("4=Ser", "Did you mean `Seer`"),
    ],
)
def test_a_deal_that_cannot_be_is_said(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        parse_deal(text, BOARD)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[roles", r"deal\.toml: is not valid TOML"),
        ("[rolls]", r"deal\.toml: rolls: is not a table of a deal\. Did you mean `roles`\?"),
        ("roles = 3", r"deal\.toml: roles: must be a table"),
        ('[roles]\n9 = "Seer"', r"deal\.toml: there is no seat 9"),
        ('[roles]\n4 = "Seer"\n04 = "Seer"', "seat 4 is dealt twice"),
        ("[roles]\n4 = 4", "does not deal the role `4`"),
        (
            "[chance]\nordr = [1]",
            r"chance\.ordr: is not a draw that can be forced\. Did you mean `order`\?",
        ),
        ('[chance]\n"tie.n2" = [1]', "is not a draw that can be forced"),
        ('[chance]\n"tie.d2nd" = [1]', "is not a draw that can be forced"),
        ("[chance]\norder = [9]", "there is no seat 9"),
        ("[chance]\norder = [true]", "`True` is not a seat"),
        ('[chance]\norder = "3,1"', "`3,1` is not a seat"),
    ],
)
def test_a_deal_file_that_cannot_be_is_said_with_its_key(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as caught:
        parse_deal_file(text, "deal.toml", BOARD)
    assert caught.value.file == "deal.toml"
