"""What a role is worth at the table: the one place where house bots know a role by its name."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.game import RoleName


class Worth(Struct, frozen=True, kw_only=True):
    """What bots reckon a role to be worth. A new role needs a row.

    Attributes:
        prize: What it is worth to the pack that the role falls in the night, beside a seat of the village less, 0..1.
        threat: What the pack gains beside a seat less when one who has shown itself to hold it is exiled, 0..1.
        leads: How often its holder stands for sheriff, 0..1.
        cover: Whether a wolf under pressure may claim it.
    """

    prize: float
    threat: float
    leads: float
    cover: bool


WORTH: dict[RoleName, Worth] = {
    "Werewolf": Worth(prize=0.0, threat=0.0, leads=0.4, cover=False),
    "Villager": Worth(prize=0.0, threat=0.0, leads=0.35, cover=False),
    "Seer": Worth(prize=1.0, threat=1.0, leads=0.55, cover=False),
    "Doctor": Worth(prize=0.85, threat=0.6, leads=0.3, cover=True),
    "Guard": Worth(prize=0.85, threat=0.6, leads=0.3, cover=True),
    "Witch": Worth(prize=0.7, threat=0.7, leads=0.4, cover=True),
    "Hunter": Worth(prize=0.1, threat=0.4, leads=0.35, cover=True),
}
"""Every role has a row; a test holds that.

The prizes were measured where chance alone decides who falls, in the first night of 1,000 deals of sla7 between hard bots: the
village went on to win 70 % where nobody fell, 59 % without a villager, 15 % without the doctor, 8 % without the seer. A fallen
hunter cost 600 deals of plus10 little; a witch saves herself, so that her prize is set between. A wolf's false seer is a plan of
the whole pack and no cover taken under pressure.
"""
