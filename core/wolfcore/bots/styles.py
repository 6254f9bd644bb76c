"""The styles of the house bots, as numbers: how they carry themselves, whatever their level.

The six of the Strategic Language Agents paper: quiet follower, active contributor and aggressive accuser for wolves;
secretive, proactive and default for the village.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import Team


class Style(Struct, frozen=True, kw_only=True):
    """How a bot carries itself; a bot of the other team is as by default.

    Attributes:
        team: Whose style it is, or None for anybody's.
        talk: How many sentences more, or fewer, than usual a turn in the discussion has.
        accuses: What the chance to name a suspect is multiplied by.
        firm: How often, 0..1, a bare suspicion is said as a certainty.
        follows: What the wish to vote with the others is multiplied by.
        opens: What the chance to show its role unprovoked is multiplied by.
        bluffs: How often, 0..1, a plain villager claims a god for a night, so that the pack comes for it and not for a seer.
    """

    team: Team | None = None
    talk: int = 0
    accuses: float = 1.0
    firm: float = 0.0
    follows: float = 1.0
    opens: float = 1.0
    bluffs: float = 0.04


STYLES: dict[str, Style] = {
    "quiet": Style(team="wolves", talk=-1, accuses=0.4, follows=2.5),
    "active": Style(team="wolves", talk=1, accuses=1.5, follows=1.0),
    "aggressive": Style(team="wolves", accuses=3.0, firm=0.7, follows=0.5),
    "secretive": Style(team="village", talk=-1, opens=0.2, bluffs=0.0),
    "proactive": Style(team="village", talk=1, accuses=1.5, opens=2.5, bluffs=0.15),
    "default": Style(),
}
DEFAULT_STYLE = STYLES["default"]


@lru_cache(maxsize=64)
def toned(style: Style, names: float) -> Style:
    """The same style, naming suspects more or less often by this factor."""
    return replace(style, accuses=style.accuses * names)
