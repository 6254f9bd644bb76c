"""`SEAT=PLAYER[:OPTION...][@MODEL]` as it is written."""

from __future__ import annotations

import pytest

from wolfcore.errors import ConfigError
from wolfcore.game import get_board
from wolfcore.records import SeatSpec
from wolfcore.seating import (
    Assignment,
    is_agent,
    parse_player,
    parse_seat,
    parse_seats,
    player_meanings,
)

BOARD = get_board("sla7")


@pytest.mark.parametrize(
    ("text", "assignment"),
    [
        ("4=human", Assignment("seat", "4", SeatSpec("human"))),
        ("*=bot", Assignment("all", "*", SeatSpec("bot", ("normal",)))),
        ("2=bot:hard:quiet", Assignment("seat", "2", SeatSpec("bot", ("hard", "quiet")))),
        ("wolves=random", Assignment("team", "wolves", SeatSpec("random"))),
        ("Village=bot:easy", Assignment("team", "village", SeatSpec("bot", ("easy",)))),
        ("seer=human", Assignment("role", "Seer", SeatSpec("human"))),
        (" 04 = human ", Assignment("seat", "4", SeatSpec("human"))),
    ],
)
def test_a_seat_is_read(text: str, assignment: Assignment) -> None:
    assert parse_seat(text, BOARD) == assignment


@pytest.mark.parametrize(
    "text",
    ["human", "bot:hard", "bot:hard:quiet", "random", "vanilla@gpt", "vanilla:brief@my.model-2"],
)
def test_a_player_is_written_as_it_is_read(text: str) -> None:
    assert parse_player(text).text == text


def test_every_player_on_the_list_can_be_asked_for() -> None:
    written = [f"{name}@gpt" if is_agent(name) else name for name in player_meanings()]
    assert [parse_player(text).player for text in written] == list(player_meanings())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4", r"`4` does not name a seat and a player\. Write for example `4=human`"),
        ("4=", r"`4=` does not name a seat and a player"),
        ("=human", r"`=human` does not name a seat and a player"),
        ("9=human", r"there is no seat 9\. sla7 has seats 1 to 7"),
        ("0=human", r"there is no seat 0"),
        ("ser=human", r"`ser` is not a seat, role or team of sla7\. Did you mean `seer`\?"),
        ("witch=human", r"`witch` is not a seat, role or team of sla7"),
        ("wolfs=human", r"Did you mean `wolves`\?"),
        ("4=humn", r"there is no player `humn`\. Did you mean `human`\?"),
        ("4=xyz", r"It is one of: human, bot, random"),
        ("4=bot::x", r"has an empty option"),
        ("4=bot:", r"has an empty option"),
        ("4=bot@llama", r"a bot plays without a model\. Leave out `@llama`"),
        ("4=human@", r"a human plays without a model|`human@`"),
        (
            "4=vanilla",
            r"`vanilla` has no model\. Write `vanilla@NAME`; `wolftui models list` names the "
            r"models\.",
        ),
        ("4=vanilla@", r"`vanilla@` has no model"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_would_be_right(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        parse_seat(text, BOARD)


@pytest.mark.parametrize(
    "texts",
    [["4=human", "4=bot"], ["4=human,04=bot"], ["seer=bot", "Seer=human"], ["*=bot", "*=bot"]],
)
def test_the_same_one_given_twice_is_an_error(texts: list[str]) -> None:
    with pytest.raises(ConfigError, match="is given twice"):
        parse_seats(texts, BOARD)


def test_several_seats_may_stand_in_one_text() -> None:
    assert [each.target for each in parse_seats(["1=human,2=bot", "*=random"], BOARD)] == [
        "1",
        "2",
        "*",
    ]
    assert parse_seats([], BOARD) == ()
