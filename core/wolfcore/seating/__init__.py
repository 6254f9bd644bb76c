"""`4=human`, `wolves=bot:hard`: who sits where."""

from wolfcore.records import parse_answers

from .forcing import Forced, parse_deal, parse_deal_file
from .making import check_player, make_player, make_players, make_quick_agent, quick_player, quick_players
from .resolving import Places, Seating, seat_players
from .seat_words import (
    BOTS,
    DEFAULT_SEAT,
    KNOWS,
    PERSON,
    Assignment,
    by_bots,
    is_agent,
    parse_player,
    parse_seat,
    parse_seats,
    players,
    takes_time,
)

__all__ = [
    "BOTS",
    "DEFAULT_SEAT",
    "KNOWS",
    "PERSON",
    "Assignment",
    "Forced",
    "Places",
    "Seating",
    "by_bots",
    "check_player",
    "is_agent",
    "make_player",
    "make_players",
    "make_quick_agent",
    "parse_answers",
    "parse_deal",
    "parse_deal_file",
    "parse_player",
    "parse_seat",
    "parse_seats",
    "players",
    "quick_player",
    "quick_players",
    "seat_players",
    "takes_time",
]  # fmt: skip
