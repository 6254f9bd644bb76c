"""The rules of Werewolf as a pure program: no I/O, no clock, no await, and no prose but the rule book.

Start with `script.play`, which is a whole game in the order of the rule book. `Game` runs it.
"""

from .asks import LEFT, MEMO_BYTES, OPEN_KINDS, RIGHT, SPOKEN, Answer, Ask, AskKind, Belief, How, Phase, kind_of
from .boards import Board, check_board, read_roles
from .dice import MAX_SEED, Dice, dice_of
from .facts import ALL, MODERATOR, Audience, Entry, Fact, Result, may_know
from .game import Game
from .names import may_be_drawn
from .own_boards import read_board
from .roles import HOLDERS, ROLES, Power, Role, RoleName, Team, team_of
from .shipped import DEFAULT_BOARD, FIRST_BOARD, board_names, get_board, source_of
from .spec import GameSpec, check_seat, deal_roles, make_spec, names_by, rules_version, wolves_of
from .state import Death, State, apply, fold, opening
from .switches import Switches
from .views import Own, View, view_of
from .winning import winner

__all__ = [
    "ALL", "DEFAULT_BOARD", "FIRST_BOARD", "HOLDERS", "LEFT", "MAX_SEED", "MEMO_BYTES", "MODERATOR", "OPEN_KINDS", "RIGHT", "ROLES",
    "SPOKEN",
    "Answer", "Ask", "AskKind", "Audience", "Belief", "Board", "Death", "Dice", "Entry", "Fact", "Game", "GameSpec", "How",
    "Own", "Phase", "Power", "Result", "Role", "RoleName", "State", "Switches", "Team", "View", "apply", "board_names",
    "check_board", "check_seat", "deal_roles", "dice_of", "fold", "get_board", "kind_of", "make_spec", "may_be_drawn",
    "may_know", "names_by", "opening", "read_board", "read_roles", "rules_version", "source_of", "team_of", "view_of", "winner",
    "wolves_of",
]  # fmt: skip
