"""The levels of the house bots, as numbers."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True, kw_only=True):
    """How well a bot plays. Probabilities lie in 0..1; scores are about 0..1.

    Attributes:
        sharpness: How firmly it follows its own scores where it chooses (Draws.best).
        heeds_behaviour: Whether it weighs votes and words, or only claims and certainties.
        noise: How far, as a part of a whole probability, its belief about a seat is off.
        common: What the belief that everybody shares counts in a ballot of the village, so that ballots meet.
        care: What it costs in a ballot to lose a god that is what it claims.
        opens: How likely a seer without a find shows itself on day 1, day 2 and later.
        poison_at: From which probability of a wolf a witch poisons: early, and when the game may soon be over.
        guile: How often it takes a chance to deceive as a wolf.
        false_seer: How often a wolf plays the seer unprovoked on each of the first two days.
        counters: How often a wolf answers a seer by playing the seer: found itself, a mate found, and otherwise.
        backs: How often a wolf speaks for a mate's false claim.
        cover: What it counts for a wolf to vote for whom an honest seat would vote for.
        loyalty: How far a wolf holds back from voting and speaking against a mate, where that decides nothing.
        distance: How often a wolf names aloud whom an honest seat would name, be it a mate.
        sacrifice: How likely a mate must look a wolf to half of the table before it is given up.
        luck: How much chance lies in the pack's kill.
    """

    sharpness: float
    heeds_behaviour: bool
    noise: float = 0.0
    common: float = 0.0
    care: float = 0.0
    opens: tuple[float, float, float] = (0.06, 0.25, 0.6)
    poison_at: tuple[float, float] = (0.8, 0.62)
    guile: float = 0.75
    false_seer: float = 0.09
    counters: tuple[float, float, float] = (0.4, 0.12, 0.03)
    backs: float = 0.4
    cover: float = 0.55
    loyalty: float = 2.0
    distance: float = 0.2
    sacrifice: float = 0.7
    luck: float = 0.35


LEVELS: dict[str, Level] = {
    "easy": Level(sharpness=4.0, heeds_behaviour=False, noise=0.25, guile=0.3, false_seer=0.03),
    "normal": Level(sharpness=10.0, heeds_behaviour=True),
    "hard": Level(
        sharpness=30.0,
        heeds_behaviour=True,
        opens=(0.6, 0.9, 0.95),
        counters=(0.95, 0.5, 0.1),
        loyalty=0.2,
        cover=0.9,
        distance=0.9,
        guile=1.0,
        false_seer=0.2,
    ),
}
