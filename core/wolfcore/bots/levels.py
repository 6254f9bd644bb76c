"""The levels of the house bots, as numbers."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True, kw_only=True):
    """How well a bot plays. Probabilities lie in 0..1; scores are about 0..1.

    Attributes:
        sharpness: How firmly it follows its own scores where it draws among them (Draws.best); ballots follow the belief.
        heeds_behaviour: Whether it weighs votes and words, or only claims and certainties.
        noise: How far off it reads a seat at most, in natural logarithms of odds, for the whole of a day (`misreading`).
        opens: How likely a seer without a find shows itself on day 1, day 2 and later.
        poison_at: From which probability of a wolf a witch poisons: early, and when the game may soon be over.
        guile: How often it takes a chance to deceive as a wolf.
        false_seer: How often a pack has a seer of its own before anybody else claims to be one, on each of the first days.
        frames: How often an invented result is a find.
        hides: How often a wolf under pressure hides behind a god, and not behind a villager.
        counters: How often a wolf answers a seer by playing the seer: found itself, a mate found, and otherwise.
        backs: How often a wolf speaks for a mate's false claim.
        unites: What it counts for a wolf to vote with its pack where that wins the game.
        greed: What it counts in a wolf's ballot that a god falls, or does not lead.
        loyalty: How far a wolf holds back from an open ballot against a mate, or leans to one for it: the table reads both.
        distance: How often a wolf names aloud whom an honest seat would name, be it a mate; else it spares mates.
        names: What a wolf's chance to name a suspect is multiplied by: whom it names, answers, and points the table elsewhere.
        luck: How much chance lies in the pack's kill.
    """

    sharpness: float
    heeds_behaviour: bool
    noise: float
    opens: tuple[float, float, float] = (0.06, 0.25, 0.6)
    poison_at: tuple[float, float] = (0.8, 0.62)
    guile: float = 0.3
    false_seer: tuple[float, ...] = (0.15, 0.1)
    frames: float = 0.5
    hides: float = 0.3
    counters: tuple[float, float, float] = (0.1, 0.03, 0.03)
    backs: float = 0.4
    loyalty: float = 0.05
    distance: float = 0.7
    names: float = 0.8
    unites: float = 0.0
    greed: float = 0.1
    luck: float = 0.35


LEVELS: dict[str, Level] = {
    "easy": Level(
        sharpness=3.5,
        heeds_behaviour=False,
        noise=3.0,
        false_seer=(),
        hides=0.1,
        counters=(0.1, 0.0, 0.0),
        loyalty=0.15,
        distance=0.4,
        names=0.7,
        luck=1.2,
    ),
    "normal": Level(sharpness=10.0, heeds_behaviour=True, noise=0.8),
    "hard": Level(
        sharpness=60.0,
        heeds_behaviour=True,
        noise=0.15,
        opens=(0.6, 0.9, 0.95),
        poison_at=(0.65, 0.5),
        guile=0.0,
        false_seer=(0.35, 0.2),
        counters=(0.4, 0.0, 0.0),
        backs=0.6,
        loyalty=0.0,
        distance=0.95,
        names=1.1,
        unites=1.0,
        greed=0.05,
        luck=0.2,
    ),
}
