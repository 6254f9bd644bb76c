"""The configuration of a house bot: level, style, manner, temperament, and their seat options.

Levels and styles set how it plays, manners and temperaments how it talks. The names of levels,
styles and manners are words that people type (`bot:hard:quiet:dry`) and that saved games keep.
Manners are drawn from the names at the table, so that they reveal nothing about a role.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Team, dice_of


class Level(Struct, frozen=True, kw_only=True):
    """How well a bot plays. Probabilities lie in 0..1; scores are about 0..1.

    Attributes:
        sharpness: The inverse temperature where it draws among its own scores
            (`Draws.softmax_index`). Exile ballots follow the belief.
        uses_behaviour: Whether it weighs votes and words, or only claims and certainties.
        max_reading_error: The greatest error with which it reads a seat, in natural logarithms of
            odds, fixed for a whole day (`reading_errors`).
        spoken_spread: The greatest draw, in natural logarithms of odds, by which whom it speaks of
            differs from its likeliest wolf; beside its leanings and the reading error of the level.
        reveal_rates: How likely a seer without a find reveals itself on day 1, day 2 and later.
        poison_thresholds: The probability of being a wolf from which a witch poisons: with more
            than six seats alive, and with six or fewer, when the game may soon be over.
        deception_rate: How far, 0..1, a wolf pretends to doubt a claimant that has reported on one
            of its pack.
        false_seer_rates: How often a pack has a wolf claim to be the seer before anybody else
            claims it, on each of the first days.
        false_find_rate: How often an invented check result is a find.
        false_god_rate: How often a wolf under pressure claims a god's role rather than Villager.
        counterclaim_rates: How often a wolf answers a seer by claiming to be the seer: when it was
            itself reported as a wolf, when a mate was, and otherwise.
        mate_support_rate: How often a wolf speaks for a mate's false claim.
        pack_vote_weight: The weight in a wolf's ballot of voting with its pack, where that wins the
            game or the ballot is hidden.
        god_exile_weight: The weight in a wolf's ballot of exiling a god, or of keeping a god from
            leading.
        mate_vote_penalty: How far a wolf holds back from an open ballot against a mate, or prefers
            a mate as sheriff: everybody sees both.
        honest_suspect_rate: How often a wolf names aloud the seat that an honest seat would name,
            even a mate; else it spares mates.
        accusation_factor: The factor on a wolf's chance to name a suspect.
        kill_randomness: The weight of chance in the pack's kill.
    """

    sharpness: float
    uses_behaviour: bool
    max_reading_error: float
    spoken_spread: float = 0.0
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
    "normal": Level(
        sharpness=10.0, uses_behaviour=True, max_reading_error=0.8, reveal_rates=(0.6, 0.9, 0.95)
    ),
    "hard": Level(
        sharpness=60.0,
        uses_behaviour=True,
        max_reading_error=0.05,
        spoken_spread=0.4,
        reveal_rates=(0.6, 0.9, 0.95),
        poison_thresholds=(0.65, 0.5),
        deception_rate=0.0,
        false_seer_rates=(0.8, 0.5),
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


class Style(Struct, frozen=True, kw_only=True):
    """A style of play. A bot of the other team plays with the default style.

    Attributes:
        team: The team that the style is for, or None for both.
        extra_sentences: The number of sentences by which a turn in the discussion is longer, or
            shorter, than usual.
        accusation_factor: The factor on the chance to name a suspect.
        certainty_rate: How often, 0..1, a bare suspicion is said as a certainty.
        conformity_factor: The factor on the weight of voting with the others.
        reveal_factor: The factor on the chance to reveal its role unprovoked.
        bluff_rate: How often, 0..1, a plain villager claims a god's role for a night, so that the
            pack attacks it and not a seer.
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
    "aggressive": Style(
        team="wolves", accusation_factor=3.0, certainty_rate=0.7, conformity_factor=0.5
    ),
    "secretive": Style(team="village", extra_sentences=-1, reveal_factor=0.2, bluff_rate=0.0),
    "proactive": Style(
        team="village", extra_sentences=1, accusation_factor=1.5, reveal_factor=2.5, bluff_rate=0.15
    ),
    "default": Style(),
}


DEFAULT_STYLE = STYLES["default"]


@lru_cache(maxsize=64)
def with_accusation_factor(style: Style, factor: float) -> Style:
    """Return the same style with its `accusation_factor` multiplied by `factor`."""
    return replace(style, accusation_factor=style.accusation_factor * factor)


MANNERS = ("analyst", "dramatic", "dry", "folksy", "formal", "nervous", "terse", "warm")


@lru_cache(maxsize=256)
def manners_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """Assign a manner to every seat, in seat order; all manners are used before one repeats.

    Args:
        names: All names in seat order, drawn from the seed of the game.
    """
    # The names stand in for the seed, which no player may know.
    dice = dice_of(0, "/".join(names))
    rounds = range(-(-len(names) // len(MANNERS)))
    dealt = [manner for round_ in rounds for manner in dice.shuffle(f"manners.{round_}", MANNERS)]
    return tuple(dealt[: len(names)])


class Temperament(Struct, frozen=True, kw_only=True):
    """How a seat behaves in talk. Probabilities lie in 0..1.

    Attributes:
        extra_sentences: The number of sentences by which a turn in the discussion is longer, or
            shorter, than usual.
        is_brief: Whether it answers one question at a time, with a name or a word and no case
            beside it.
        retraction_rate: How likely it takes back an accusation that it no longer holds, once the
            accused speaks against it.
        escalation_rate: How likely it repeats an accusation that it still holds, as a certainty,
            and calls for the vote.
        vote_call_rate: How likely it calls for the vote where its case is strong.
        praise_factor: The factor on the chance to say something good about a seat.
        owns_up_rate: How likely it owns up to a ballot that exiled a villager.
        grudge_rate: How likely it recalls who accused it on an earlier day.
        gratitude_rate: How likely it recalls who spoke for it on an earlier day.
        thanks_rate: How likely it thanks a seat that speaks for it.
        tally_rate: How likely it counts the accusers of its suspect, compares rival claims unasked,
            and asks about ballots.
        remark_rate: How likely it remarks on an odd speech.
    """

    extra_sentences: int = 0
    is_brief: bool = False
    retraction_rate: float = 0.3
    escalation_rate: float = 0.2
    vote_call_rate: float = 0.6
    praise_factor: float = 1.0
    owns_up_rate: float = 0.7
    grudge_rate: float = 0.4
    gratitude_rate: float = 0.5
    thanks_rate: float = 0.4
    tally_rate: float = 0.1
    remark_rate: float = 0.6


NEUTRAL_TEMPERAMENT = Temperament()
"""The temperament with the default of every field, for manners without one of their own."""


TEMPERAMENTS: dict[str, Temperament] = {
    "analyst": Temperament(
        retraction_rate=0.5,
        escalation_rate=0.15,
        owns_up_rate=0.9,
        tally_rate=0.5,
        thanks_rate=0.3,
        grudge_rate=0.3,
    ),
    "dramatic": Temperament(
        retraction_rate=0.05,
        owns_up_rate=0.5,
        escalation_rate=0.9,
        vote_call_rate=0.95,
        grudge_rate=0.6,
        remark_rate=0.7,
    ),
    "dry": Temperament(
        retraction_rate=0.2,
        escalation_rate=0.1,
        vote_call_rate=0.55,
        praise_factor=0.7,
        thanks_rate=0.15,
        remark_rate=0.9,
    ),
    "folksy": Temperament(praise_factor=1.2, grudge_rate=0.8, gratitude_rate=0.8, thanks_rate=0.6),
    "formal": Temperament(
        retraction_rate=0.6,
        escalation_rate=0.1,
        owns_up_rate=0.9,
        thanks_rate=0.8,
        tally_rate=0.35,
        remark_rate=0.3,
    ),
    "nervous": Temperament(
        retraction_rate=0.95,
        escalation_rate=0.05,
        vote_call_rate=0.45,
        owns_up_rate=0.95,
        grudge_rate=0.3,
    ),
    "terse": Temperament(
        extra_sentences=-1,
        is_brief=True,
        retraction_rate=0.1,
        owns_up_rate=0.4,
        praise_factor=0.7,
        thanks_rate=0.15,
        grudge_rate=0.2,
        gratitude_rate=0.2,
        remark_rate=0.2,
    ),
    "warm": Temperament(
        retraction_rate=0.7,
        owns_up_rate=0.95,
        escalation_rate=0.05,
        vote_call_rate=0.5,
        praise_factor=1.8,
        grudge_rate=0.1,
        gratitude_rate=0.9,
        thanks_rate=0.9,
    ),
}
"""The temperament of each manner."""


class Leanings(Struct, frozen=True, kw_only=True):
    """Whom a seat tends to speak of, beside the evidence; the same for its whole game.

    They act on spoken suspicion alone (`wolfcore.bots.talk.accusations`), never on a belief.

    Attributes:
        odd_words: What it finds odd, -1..1: many words about others (1), or few (-1).
        trust: How it takes a claim of a god's role, -1..1: with trust (1), or with distrust (-1).
        grudge: How much it holds against its accusers and owes its defenders, 0..1.
        grip: How long it holds on to a suspect, 0..1: its lead on the next day.
    """

    odd_words: float
    trust: float
    grudge: float
    grip: float


@lru_cache(maxsize=1 << 9)
def leanings_of(names: tuple[str, ...], seat: int, manner: str, key: str = "") -> Leanings:
    """Draw the leanings of a seat.

    Args:
        names: All names in seat order, drawn from the seed of the game.
        seat: The seat.
        manner: Its manner; one that takes accusations back seldom holds on for longer.
        key: What stands in for the names, so that a seat of the same manner leans alike in all
            games with that key; empty for other leanings in every game.
    """
    # Beyond eight seats a manner repeats (`manners_by_seat`).
    own = (key, manner, str((seat - 1) // len(MANNERS))) if key else (*names, manner, str(seat))
    dice = dice_of(0, "/".join(own))
    stubborn = 1 - TEMPERAMENTS.get(manner, NEUTRAL_TEMPERAMENT).retraction_rate
    return Leanings(
        odd_words=2 * dice.chance("odd_words") - 1,
        trust=2 * dice.chance("trust") - 1,
        grudge=dice.chance("grudge"),
        grip=(stubborn + dice.chance("grip")) / 2,
    )


OPTIONS: Mapping[str, Sequence[str]] = {
    "level": tuple(LEVELS),
    "style": tuple(STYLES),
    "manner": MANNERS,
}
"""The words of each kind of option."""


_DEFAULT_LEVEL = LEVELS["normal"]


class BotOptions(NamedTuple):
    """The options of a seat, read from its words.

    Attributes:
        level: How well the bot plays.
        style: The style of play.
        manner: The manner of its sentences; empty where it is derived from the names at the table.
    """

    level: Level = _DEFAULT_LEVEL
    style: Style = DEFAULT_STYLE
    manner: str = ""


def read_bot_options(words: Sequence[str]) -> BotOptions:
    """Read the level, style and manner from the option words of a seat.

    Raises:
        ConfigError: A word is no option at all, or there are two of a kind.
    """
    every = [word for kind in OPTIONS.values() for word in kind]
    for word in words:
        if word not in every:
            raise ConfigError(
                f"`{word}` is not an option of a house bot",
                key="bot",
                hint=did_you_mean(word, every),
            )
    level, style, manner = (_only(kind, words) for kind in OPTIONS)
    return BotOptions(
        LEVELS[level] if level else _DEFAULT_LEVEL,
        STYLES[style] if style else DEFAULT_STYLE,
        manner,
    )


def _only(kind: str, words: Sequence[str]) -> str:
    """Return the one word of this kind, or an empty string."""
    given = [word for word in words if word in OPTIONS[kind]]
    if len(given) > 1:
        hint = f"Choose one of: {', '.join(OPTIONS[kind])}."
        raise ConfigError(f"a house bot has one {kind}, not {len(given)}", key="bot", hint=hint)
    return given[0] if given else ""
