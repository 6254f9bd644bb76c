"""What scripted people change between games: the ways to play that they try, and whether they go by habits."""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.game import Team

from .strategies import STRATEGIES, Strategy

USUAL_WAY, ADAPTIVE = "usual", "adaptive"


class Way(NamedTuple):
    """A way to play: the options of a house bot, and what it does always."""

    options: tuple[str, ...] = ()
    strategy: Strategy | None = None


WAYS: dict[Team, dict[str, Way]] = {
    "village": {
        USUAL_WAY: Way(),
        "secretive": Way(("secretive",)),
        "proactive": Way(("proactive",)),
        "never votes": Way(strategy=STRATEGIES["never votes"]),
        "follows the last accuser": Way(strategy=STRATEGIES["follows the last accuser"]),
    },
    "wolves": {
        USUAL_WAY: Way(),
        "quiet": Way(("quiet",)),
        "active": Way(("active",)),
        "aggressive": Way(("aggressive",)),
        "always counter-claims the seer": Way(strategy=STRATEGIES["always counter-claims the seer"]),
    },
}
"""Ways to play, by team."""


class PersonKind(NamedTuple):
    """A kind of person: whether it chooses its way by its results, and whether it goes by habits."""

    tries_ways: bool = False
    seeks_habits: bool = False


KINDS: dict[str, PersonKind] = {
    USUAL_WAY: PersonKind(),
    "ways": PersonKind(tries_ways=True),
    "habits": PersonKind(seeks_habits=True),
    ADAPTIVE: PersonKind(tries_ways=True, seeks_habits=True),
}
"""People by name: one who changes nothing, whom the others are compared with, and three who learn."""
