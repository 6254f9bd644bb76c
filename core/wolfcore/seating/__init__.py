"""Parse and resolve seat assignments (`4=human`, `wolves=bot:hard`, `3=vanilla@gpt`)."""

from wolfcore.records import parse_answers

from .assignments import (
    BOTS_OPTION,
    DEFAULT_SEAT,
    KNOWLEDGE_OPTION,
    SCRIPTED_PERSON,
    Assignment,
    Seating,
    SeatPlan,
    is_agent,
    is_played_by_bot,
    parse_player,
    parse_seat,
    parse_seats,
    player_meanings,
    seat_players,
    takes_time,
)
from .factory import (
    check_player,
    make_player,
    make_players,
    make_quick_agent,
    pool_read_by,
    quick_player,
    quick_players,
)
from .forced_deal import ForcedDeal, parse_deal, parse_deal_file

__all__ = [
    "BOTS_OPTION",
    "DEFAULT_SEAT",
    "KNOWLEDGE_OPTION",
    "SCRIPTED_PERSON",
    "Assignment",
    "ForcedDeal",
    "SeatPlan",
    "Seating",
    "check_player",
    "is_agent",
    "is_played_by_bot",
    "make_player",
    "make_players",
    "make_quick_agent",
    "parse_answers",
    "parse_deal",
    "parse_deal_file",
    "parse_player",
    "parse_seat",
    "parse_seats",
    "player_meanings",
    "pool_read_by",
    "quick_player",
    "quick_players",
    "seat_players",
    "takes_time",
]  # fmt: skip
