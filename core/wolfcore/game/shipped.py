"""The shipped boards: each is written out in full, with its source. To ship another one is to add it here."""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.errors import ConfigError, did_you_mean

from .boards import Board, read_roles
from .switches import Switches

DEFAULT_BOARD, FIRST_BOARD = "sla7", "classic9"
"""What is played where nobody names a board: in games without a screen, and in games that somebody plays or watches. The second has
days enough to be heard in, few who are out before they spoke, and a power for two seats of three."""


class ShippedBoard(NamedTuple):
    """A shipped board and where it comes from, in a few words."""

    board: Board
    source: str


def board_names() -> tuple[str, ...]:
    """The names of the shipped boards, in the order of the rule book."""
    return tuple(_SHIPPED)


def get_board(name: str) -> Board:
    """The shipped board `name`.

    Raises:
        ConfigError: There is none; the message names the nearest one.
    """
    if name not in _SHIPPED:
        raise ConfigError(f"there is no board `{name}`", hint=did_you_mean(name, _SHIPPED))
    return _SHIPPED[name].board


def board_source(name: str) -> str:
    """Where a shipped board comes from, in a few words; empty for a person's own."""
    return _SHIPPED[name].source if name in _SHIPPED else ""


def _board(name: str, roles: str, source: str, switches: Switches) -> ShippedBoard:
    return ShippedBoard(Board(name, read_roles(roles), switches), source)


SHIPPED_BOARDS = (
    _board(
        "sla7", "2 Werewolf, Seer, Doctor, 3 Villager", "Strategic Language Agents (2023), appendix A",
        Switches(
            wolf_kill="second_decides", guard_repeat=True, tie="random",
        ),
    ),
    _board(
        "helmsman7", "2 Werewolf, Seer, Guard, 3 Villager", "Helmsman of the Masses (2024), elected sheriff",
        Switches(
            wolf_kill="unanimous", wolves_may_target_pack=True, guard_repeat=True, seer_learns="role",
            sheriff="drawn 3", candidates_vote=True, straw_vote="private", badge_on_death="trusted",
            people_may_lead=False, last_day=6, suspicions="before_every_ask", vote_self=True,
        ),
    ),
    _board(
        "helmsman7+appointed", "2 Werewolf, Seer, Guard, 3 Villager", "Helmsman of the Masses (2024), appointed sheriff",
        Switches(
            wolf_kill="unanimous", wolves_may_target_pack=True, guard_repeat=True, seer_learns="role",
            sheriff="appointed", candidates_vote=True, straw_vote="private", badge_on_death="lost",
            people_may_lead=False, stop="sheriff_falls", last_day=6, suspicions="before_every_ask", vote_self=True,
        ),
    ),
    _board(
        "xu7", "2 Werewolf, 2 Villager, Seer, Guard, Witch", "Xu et al. (2023), section 2",
        Switches(
            wolves_win="no_plain_villager", wolves_may_target_pack=True, wolves_may_pass=True,
            night_order=("wolves", "guard", "witch", "seer"), guard_pass=True, witch_told="dying", seer_pass=True, last_day=12,
            discussion="shuffled_once", vote="plurality_pass", vote_self=True, ballots="heard", last_words="exile",
        ),
    ),
    _board(
        "plus8", "2 Werewolf, 4 Villager, Seer, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff="candidates",
            sheriff_speaks="first", straw_vote="shown", sheriff_weight=3, suspicions="before_vote", abstain=False,
            ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus9", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff_speaks="first",
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus10", "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff_speaks="first",
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus11", "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff_speaks="first",
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus12", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff_speaks="first",
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus9+sheriff", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff="candidates",
            sheriff_speaks="first", straw_vote="shown", sheriff_weight=3, suspicions="before_vote", abstain=False,
            ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus10+sheriff", "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff="candidates",
            sheriff_speaks="first", straw_vote="shown", sheriff_weight=3, suspicions="before_vote", abstain=False,
            ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus11+sheriff", "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff="candidates",
            sheriff_speaks="first", straw_vote="shown", sheriff_weight=3, suspicions="before_vote", abstain=False,
            ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "plus12+sheriff", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False, sheriff="candidates",
            sheriff_speaks="first", straw_vote="shown", sheriff_weight=3, suspicions="before_vote", abstain=False,
            ballots="secret", tie="runoff",
        ),
    ),
    _board(
        "arena8", "2 Werewolf, Seer, Doctor, 4 Villager", "Werewolf Arena (2024) and DSGBench",
        Switches(
            wolf_kill="one_decides", guard_repeat=True, seer_learns="role", seer_repeat=False, discussion="bids",
            vote="majority", abstain=False, ballots="secret",
        ),
    ),
    _board(
        "classic9", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "the club game",
        Switches(
            wolves_win="side", wolves_may_target_pack=True, wolves_may_pass=True, whisper_rounds=1, guard_pass=True,
            witch_self_save="first_night", witch_both_potions=False, hunter_shoots_poisoned=False, defence="most_named",
            tie="runoff", last_words="exile_and_first_night",
        ),
    ),
    _board(
        "classic12", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "the club game",
        Switches(
            wolves_win="side", wolves_may_target_pack=True, wolves_may_pass=True, whisper_rounds=1, guard_pass=True,
            guard_and_antidote="dies", witch_self_save="first_night", witch_both_potions=False,
            hunter_shoots_poisoned=False, sheriff="candidates", sheriff_weight=3, badge_may_be_torn=True,
            defence="most_named", tie="runoff", last_words="exile_and_first_night",
        ),
    ),
    _board(
        "duel6", "2 Werewolf, Seer, Witch, 2 Villager", "a quick game, over in a minute or two",
        Switches(
            whisper_rounds=1, defence="most_named",
        ),
    ),
)  # fmt: skip

_SHIPPED = {shipped.board.name: shipped for shipped in SHIPPED_BOARDS}
