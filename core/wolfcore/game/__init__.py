"""The rules of Werewolf as a pure program: no I/O, no clock, no await.

Start with the scenes in `game.game`, the order of a whole game; `Game` runs them.
"""

from .asks import (
    LEFT,
    MEMO_BYTES,
    PUBLIC_KINDS,
    RIGHT,
    SPEECH_KINDS,
    Answer,
    AnswerOrigin,
    Ask,
    AskKind,
    Belief,
    Phase,
    kind_of,
)
from .boards import (
    DEFAULT_BOARD,
    FIRST_BOARD,
    Board,
    board_names,
    board_source,
    check_board,
    get_board,
    read_board,
    read_roles,
)
from .dice import MAX_SEED, Dice, dice_of
from .facts import ALL, MODERATOR, Audience, Entry, Fact, Result, may_know
from .game import Game
from .roles import HOLDERS, ROLES, WOLVES, Power, Role, RoleName, Team, team_of
from .spec import (
    GameSpec,
    check_seat,
    deal_roles,
    is_drawable_name,
    make_spec,
    names_for_seed,
    rules_version,
    wolves_of,
)
from .state import Death, State, apply, fold, initial_state
from .switches import Switches, winner
from .views import AnsweredAsk, View, view_of

__all__ = [
    "ALL",
    "DEFAULT_BOARD",
    "FIRST_BOARD",
    "HOLDERS",
    "LEFT",
    "MAX_SEED",
    "MEMO_BYTES",
    "MODERATOR",
    "PUBLIC_KINDS",
    "RIGHT",
    "ROLES",
    "SPEECH_KINDS",
    "WOLVES",
    "Answer",
    "AnswerOrigin",
    "AnsweredAsk",
    "Ask",
    "AskKind",
    "Audience",
    "Belief",
    "Board",
    "Death",
    "Dice",
    "Entry",
    "Fact",
    "Game",
    "GameSpec",
    "Phase",
    "Power",
    "Result",
    "Role",
    "RoleName",
    "State",
    "Switches",
    "Team",
    "View",
    "apply",
    "board_names",
    "board_source",
    "check_board",
    "check_seat",
    "deal_roles",
    "dice_of",
    "fold",
    "get_board",
    "initial_state",
    "is_drawable_name",
    "kind_of",
    "make_spec",
    "may_know",
    "names_for_seed",
    "read_board",
    "read_roles",
    "rules_version",
    "team_of",
    "view_of",
    "winner",
    "wolves_of",
]  # fmt: skip
