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
        extra_sentences: How many sentences more, or fewer, than usual a turn in the discussion has.
        accusation_factor: What the chance to name a suspect is multiplied by.
        certainty_rate: How often, 0..1, a bare suspicion is said as a certainty.
        conformity_factor: What the wish to vote with the others is multiplied by.
        reveal_factor: What the chance to show its role unprovoked is multiplied by.
        bluff_rate: How often, 0..1, a plain villager claims a god for a night, so that the pack comes for it and not for a seer.
    """

    team: Team | None = None
    extra_sentences: int = 0
    accusation_factor: float = 1.0
    certainty_rate: float = 0.0
    conformity_factor: float = 1.0
    reveal_factor: float = 1.0
    bluff_rate: float = 0.04


STYLES: dict[str, Style] = {
    "quiet": Style(team="wolves", extra_sentences=-1, accusation_factor=0.4, conformity_factor=2.5),
    "active": Style(team="wolves", extra_sentences=1, accusation_factor=1.5, conformity_factor=1.0),
    "aggressive": Style(team="wolves", accusation_factor=3.0, certainty_rate=0.7, conformity_factor=0.5),
    "secretive": Style(team="village", extra_sentences=-1, reveal_factor=0.2, bluff_rate=0.0),
    "proactive": Style(team="village", extra_sentences=1, accusation_factor=1.5, reveal_factor=2.5, bluff_rate=0.15),
    "default": Style(),
}
DEFAULT_STYLE = STYLES["default"]


@lru_cache(maxsize=64)
def with_accusation_factor(style: Style, factor: float) -> Style:
    """The same style, naming suspects more or less often by this factor."""
    return replace(style, accusation_factor=style.accusation_factor * factor)
