"""Plans of a house bot for what it says: its usual way, and others that differ in strategy, as changes of its numbers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import Team
from wolfcore.players import Intention

from .levels import Level
from .styles import STYLES, Style


class Plan(Struct, frozen=True):
    """A strategy for a speech.

    Attributes:
        name: What it is called.
        level_changes: What of the level is otherwise.
        style: How the bot carries itself then; None for its own way.
        intention: What the speech is to do, whatever else it does; None where that is left to the bot.
    """

    name: str
    level_changes: Mapping[str, object] = {}
    style: Style | None = None
    intention: Intention | None = None

    def applied_to(self, level: Level) -> Level:
        """A level with the changes of the plan."""
        return replace(level, **self.level_changes) if self.level_changes else level


USUAL_PLAN = Plan("as usual")
PLANS_BY_TEAM: dict[Team, tuple[Plan, ...]] = {
    "village": (
        Plan("show oneself", {"reveal_rates": (1.0, 1.0, 1.0)}),
        Plan("accuse", style=Style(accusation_factor=4.0, certainty_rate=0.8)),
        Plan("hide", {"reveal_rates": (0.0, 0.0, 0.0)}, STYLES["secretive"]),
        Plan("lead", style=STYLES["proactive"]),
    ),
    "wolves": (
        Plan("play the seer", {"false_seer_rates": (1.0,) * 9, "counterclaim_rates": (1.0, 1.0, 1.0), "deception_rate": 1.0}),
        Plan("accuse", style=STYLES["aggressive"]),
        Plan("keep quiet", {"false_seer_rates": (), "counterclaim_rates": (0.0, 0.0, 0.0)}, STYLES["quiet"]),
        Plan("join in", style=STYLES["active"]),
    ),
}
"""What a seat of each team may do with a speech, beside its usual way."""
