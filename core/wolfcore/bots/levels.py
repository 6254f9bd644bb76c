"""The levels of the house bots, as numbers."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True, kw_only=True):
    """How well a bot plays. Probabilities lie in 0..1; scores are about 0..1.

    Attributes:
        sharpness: How firmly it follows its own scores where it draws among them (Draws.best); ballots follow the belief.
        uses_behaviour: Whether it weighs votes and words, or only claims and certainties.
        max_reading_error: How far off it reads a seat at most, in natural logarithms of odds, for the whole of a day (`misreading`).
        reveal_rates: How likely a seer without a find shows itself on day 1, day 2 and later.
        poison_thresholds: From which probability of a wolf a witch poisons: early, and when the game may soon be over.
        deception_rate: How often it takes a chance to deceive as a wolf.
        false_seer_rates: How often a pack has a seer of its own before anybody else claims to be one, on each of the first days.
        false_find_rate: How often an invented result is a find.
        false_god_rate: How often a wolf under pressure hides behind a god, and not behind a villager.
        counterclaim_rates: How often a wolf answers a seer by playing the seer: found itself, a mate found, and otherwise.
        mate_support_rate: How often a wolf speaks for a mate's false claim.
        pack_vote_weight: What it counts for a wolf to vote with its pack where that wins the game.
        god_exile_weight: What it counts in a wolf's ballot that a god falls, or does not lead.
        mate_vote_penalty: How far a wolf holds back from an open ballot against a mate, or leans to one for it: the table reads both.
        honest_suspect_rate: How often a wolf names aloud whom an honest seat would name, be it a mate; else it spares mates.
        accusation_factor: What a wolf's chance to name a suspect is multiplied by: whom it names, answers, and points the table elsewhere.
        kill_randomness: How much chance lies in the pack's kill.
    """

    sharpness: float
    uses_behaviour: bool
    max_reading_error: float
    reveal_rates: tuple[float, float, float] = (0.06, 0.25, 0.6)
    poison_thresholds: tuple[float, float] = (0.8, 0.62)
    deception_rate: float = 0.3
    false_seer_rates: tuple[float, ...] = (0.15, 0.1)
    false_find_rate: float = 0.5
    false_god_rate: float = 0.3
    counterclaim_rates: tuple[float, float, float] = (0.1, 0.03, 0.03)
    mate_support_rate: float = 0.4
    mate_vote_penalty: float = 0.05
    honest_suspect_rate: float = 0.7
    accusation_factor: float = 0.8
    pack_vote_weight: float = 0.0
    god_exile_weight: float = 0.1
    kill_randomness: float = 0.35


LEVELS: dict[str, Level] = {
    "easy": Level(
        sharpness=3.5,
        uses_behaviour=False,
        max_reading_error=3.0,
        false_seer_rates=(),
        false_god_rate=0.1,
        counterclaim_rates=(0.1, 0.0, 0.0),
        mate_vote_penalty=0.15,
        honest_suspect_rate=0.4,
        accusation_factor=0.7,
        kill_randomness=1.2,
    ),
    "normal": Level(sharpness=10.0, uses_behaviour=True, max_reading_error=0.8),
    "hard": Level(
        sharpness=60.0,
        uses_behaviour=True,
        max_reading_error=0.15,
        reveal_rates=(0.6, 0.9, 0.95),
        poison_thresholds=(0.65, 0.5),
        deception_rate=0.0,
        false_seer_rates=(0.35, 0.2),
        counterclaim_rates=(0.4, 0.0, 0.0),
        mate_support_rate=0.6,
        mate_vote_penalty=0.0,
        honest_suspect_rate=0.95,
        accusation_factor=1.1,
        pack_vote_weight=1.0,
        god_exile_weight=0.05,
        kill_randomness=0.2,
    ),
}
