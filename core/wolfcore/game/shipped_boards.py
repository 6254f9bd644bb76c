"""The shipped boards as plain data: name, roles, source and switches.

Add a board by adding a literal here. Each is written out in full, so that no board changes when
another one does.
"""

from __future__ import annotations

from typing import NamedTuple

from .switches import Switches


class ShippedBoard(NamedTuple):
    """A shipped board as plain data, with a short note on its source."""

    name: str
    roles: str
    source: str
    switches: Switches


SHIPPED_BOARDS = (
    ShippedBoard(
        "sla7", "2 Werewolf, Seer, Doctor, 3 Villager",
        "Strategic Language Agents (2023), appendix A",
        Switches(wolf_kill="second_decides", guard_repeat=True, tie="random"),
    ),
    ShippedBoard(
        "helmsman7", "2 Werewolf, Seer, Guard, 3 Villager",
        "Helmsman of the Masses (2024), elected sheriff",
        Switches(
            wolf_kill="unanimous", wolves_may_target_pack=True, guard_repeat=True,
            seer_learns="role", sheriff="drawn 3", candidates_vote=True, straw_vote="private",
            badge_on_death="trusted", people_may_lead=False, last_day=6,
            suspicions="before_every_ask", vote_self=True,
        ),
    ),
    ShippedBoard(
        "helmsman7+appointed", "2 Werewolf, Seer, Guard, 3 Villager",
        "Helmsman of the Masses (2024), appointed sheriff",
        Switches(
            wolf_kill="unanimous", wolves_may_target_pack=True, guard_repeat=True,
            seer_learns="role", sheriff="appointed", candidates_vote=True, straw_vote="private",
            badge_on_death="lost", people_may_lead=False, stop="sheriff_falls", last_day=6,
            suspicions="before_every_ask", vote_self=True,
        ),
    ),
    ShippedBoard(
        "xu7", "2 Werewolf, 2 Villager, Seer, Guard, Witch", "Xu et al. (2023), section 2",
        Switches(
            wolves_win="no_plain_villager", wolves_may_target_pack=True, wolves_may_pass=True,
            night_order=("wolves", "guard", "witch", "seer"), guard_pass=True, witch_told="dying",
            seer_pass=True, last_day=12, discussion="shuffled_once", vote="plurality_pass",
            vote_self=True, ballots="heard", last_words="exile",
        ),
    ),
    ShippedBoard(
        "plus8", "2 Werewolf, 4 Villager, Seer, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff="candidates", sheriff_speaks="first", straw_vote="shown", sheriff_weight=3,
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus9", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff_speaks="first", suspicions="before_vote", abstain=False, ballots="secret",
            tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus10", "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff_speaks="first", suspicions="before_vote", abstain=False, ballots="secret",
            tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus11", "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff_speaks="first", suspicions="before_vote", abstain=False, ballots="secret",
            tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus12", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff_speaks="first", suspicions="before_vote", abstain=False, ballots="secret",
            tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus9+sheriff", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff="candidates", sheriff_speaks="first", straw_vote="shown", sheriff_weight=3,
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus10+sheriff", "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard",
        "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff="candidates", sheriff_speaks="first", straw_vote="shown", sheriff_weight=3,
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus11+sheriff", "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
        "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff="candidates", sheriff_speaks="first", straw_vote="shown", sheriff_weight=3,
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    ShippedBoard(
        "plus12+sheriff", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
        "WereWolf-Plus (2025)",
        Switches(
            wolves_win="outnumber", wolf_kill="one_decides", seer_repeat=False,
            sheriff="candidates", sheriff_speaks="first", straw_vote="shown", sheriff_weight=3,
            suspicions="before_vote", abstain=False, ballots="secret", tie="runoff",
        ),
    ),
    ShippedBoard(
        "arena8", "2 Werewolf, Seer, Doctor, 4 Villager", "Werewolf Arena (2024) and DSGBench",
        Switches(
            wolf_kill="one_decides", guard_repeat=True, seer_learns="role", seer_repeat=False,
            discussion="bids", vote="majority", abstain=False, ballots="secret",
        ),
    ),
    ShippedBoard(
        "classic9", "3 Werewolf, 3 Villager, Seer, Witch, Hunter", "the club game",
        Switches(
            wolves_win="side", wolves_may_target_pack=True, wolves_may_pass=True, whisper_rounds=1,
            guard_pass=True, witch_self_save="first_night", witch_both_potions=False,
            hunter_shoots_poisoned=False, defence="replies", vote_lines=True, tie="runoff",
            last_words="exile_and_first_night",
        ),
    ),
    ShippedBoard(
        "classic12", "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard", "the club game",
        Switches(
            wolves_win="side", wolves_may_target_pack=True, wolves_may_pass=True, whisper_rounds=1,
            guard_pass=True, guard_and_antidote="dies", witch_self_save="first_night",
            witch_both_potions=False, hunter_shoots_poisoned=False, sheriff="candidates",
            sheriff_weight=3, badge_may_be_torn=True, defence="replies", vote_lines=True,
            tie="runoff", last_words="exile_and_first_night",
        ),
    ),
    ShippedBoard(
        "duel6", "2 Werewolf, Seer, Witch, 2 Villager", "a quick game, over in a minute or two",
        Switches(whisper_rounds=1, defence="most_named"),
    ),
)  # fmt: skip
