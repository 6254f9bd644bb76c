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
        sharpness: How firmly it follows its own scores where it draws among them (Draws.best);
            ballots follow the belief.
        uses_behaviour: Whether it weighs votes and words, or only claims and certainties.
        max_reading_error: How far off it reads a seat at most, in natural logarithms of odds, for
            the whole of a day (`misreading`).
        reveal_rates: How likely a seer without a find shows itself on day 1, day 2 and later.
        poison_thresholds: From which probability of a wolf a witch poisons: early, and when the
            game may soon be over.
        deception_rate: How often it takes a chance to deceive as a wolf.
        false_seer_rates: How often a pack has a seer of its own before anybody else claims to be
            one, on each of the first days.
        false_find_rate: How often an invented result is a find.
        false_god_rate: How often a wolf under pressure hides behind a god, and not behind a
            villager.
        counterclaim_rates: How often a wolf answers a seer by playing the seer: found itself, a
            mate found, and otherwise.
        mate_support_rate: How often a wolf speaks for a mate's false claim.
        pack_vote_weight: What it counts for a wolf to vote with its pack where that wins the game.
        god_exile_weight: What it counts in a wolf's ballot that a god falls, or does not lead.
        mate_vote_penalty: How far a wolf holds back from an open ballot against a mate, or leans to
            one for it: the table reads both.
        honest_suspect_rate: How often a wolf names aloud whom an honest seat would name, be it a
            mate; else it spares mates.
        accusation_factor: What a wolf's chance to name a suspect is multiplied by: whom it names,
            answers, and points the table elsewhere.
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


class Style(Struct, frozen=True, kw_only=True):
    """How a bot carries itself; a bot of the other team is as by default.

    Attributes:
        team: Whose style it is, or None for anybody's.
        extra_sentences: How many sentences more, or fewer, than usual a turn in the discussion has.
        accusation_factor: What the chance to name a suspect is multiplied by.
        certainty_rate: How often, 0..1, a bare suspicion is said as a certainty.
        conformity_factor: What the wish to vote with the others is multiplied by.
        reveal_factor: What the chance to show its role unprovoked is multiplied by.
        bluff_rate: How often, 0..1, a plain villager claims a god for a night, so that the pack
            comes for it and not for a seer.
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
    """The same style, naming suspects more or less often by this factor."""
    return replace(style, accusation_factor=style.accusation_factor * factor)


MANNERS = ("analyst", "dramatic", "dry", "folksy", "formal", "nervous", "terse", "warm")


@lru_cache(maxsize=256)
def manners_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """The manner of every seat in order; nobody shares one as long as there is a fresh one.

    Args:
        names: Everybody's name in seat order, drawn from the seed of the game.
    """
    dice = dice_of(0, "/".join(names))
    rounds = range(-(-len(names) // len(MANNERS)))
    dealt = [manner for round_ in rounds for manner in dice.shuffle(f"manners.{round_}", MANNERS)]
    return tuple(dealt[: len(names)])


class Temperament(Struct, frozen=True, kw_only=True):
    """How a seat behaves in talk. Probabilities lie in 0..1.

    Attributes:
        extra_sentences: How many sentences more, or fewer, than usual a turn in the discussion has.
        is_brief: Whether it answers one question at a time, with a name or a word and no case
            beside it.
        retraction_rate: How likely it takes back an accusation that it no longer holds, once the
            accused speak against it.
        escalation_rate: How likely it says an accusation that it still holds once more, for
            certain, and calls for the vote.
        vote_call_rate: How likely it calls for the vote where its case is strong.
        praise_factor: What the chance of a good word for somebody is multiplied by.
        grudge_rate, gratitude_rate: How likely it thinks of who came for it, or stood by it, on an
            earlier day.
        thanks_rate: How likely it thanks whoever speaks for it.
        tally_rate: How likely it counts the voices against its suspect, weighs rival claims
            unasked, and asks about ballots.
        remark_rate: How likely it remarks on an odd speech.
    """

    extra_sentences: int = 0
    is_brief: bool = False
    retraction_rate: float = 0.3
    escalation_rate: float = 0.2
    vote_call_rate: float = 0.6
    praise_factor: float = 1.0
    grudge_rate: float = 0.4
    gratitude_rate: float = 0.5
    thanks_rate: float = 0.4
    tally_rate: float = 0.1
    remark_rate: float = 0.6


NEUTRAL_TEMPERAMENT = Temperament()
"""Without any leaning."""


TEMPERAMENTS: dict[str, Temperament] = {
    "analyst": Temperament(
        retraction_rate=0.5, escalation_rate=0.15, tally_rate=0.5, thanks_rate=0.3, grudge_rate=0.3
    ),
    "dramatic": Temperament(
        retraction_rate=0.05,
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
        retraction_rate=0.6, escalation_rate=0.1, thanks_rate=0.8, tally_rate=0.35, remark_rate=0.3
    ),
    "nervous": Temperament(
        retraction_rate=0.95, escalation_rate=0.05, vote_call_rate=0.45, grudge_rate=0.3
    ),
    "terse": Temperament(
        extra_sentences=-1,
        is_brief=True,
        retraction_rate=0.1,
        praise_factor=0.7,
        thanks_rate=0.15,
        grudge_rate=0.2,
        gratitude_rate=0.2,
        remark_rate=0.2,
    ),
    "warm": Temperament(
        retraction_rate=0.7,
        escalation_rate=0.05,
        vote_call_rate=0.5,
        praise_factor=1.8,
        grudge_rate=0.1,
        gratitude_rate=0.9,
        thanks_rate=0.9,
    ),
}
"""The temperament of each manner."""


OPTIONS: Mapping[str, Sequence[str]] = {
    "level": tuple(LEVELS),
    "style": tuple(STYLES),
    "manner": MANNERS,
}
"""The words of each kind of option."""


_DEFAULT_LEVEL = LEVELS["normal"]


class BotOptions(NamedTuple):
    """What a seat asks for.

    Attributes:
        level: How well the bot plays.
        style: How it carries itself.
        manner: How its words sound; empty where the table deals one.
    """

    level: Level = _DEFAULT_LEVEL
    style: Style = DEFAULT_STYLE
    manner: str = ""


def read_bot_options(words: Sequence[str]) -> BotOptions:
    """What the words of a seat ask for.

    Raises:
        ConfigError: A word is no option at all, or there are two of a kind.
    """
    every = [word for kind in OPTIONS.values() for word in kind]
    for word in words:
        if word not in every:
            raise ConfigError(
                f"`{word}` is no option of a house bot", key="bot", hint=did_you_mean(word, every)
            )
    level, style, manner = (_only(kind, words) for kind in OPTIONS)
    return BotOptions(
        LEVELS[level] if level else _DEFAULT_LEVEL,
        STYLES[style] if style else DEFAULT_STYLE,
        manner,
    )


def _only(kind: str, words: Sequence[str]) -> str:
    """The one word of this kind, or an empty string."""
    given = [word for word in words if word in OPTIONS[kind]]
    if len(given) > 1:
        hint = f"Choose one of: {', '.join(OPTIONS[kind])}."
        raise ConfigError(f"a house bot has one {kind}, not {len(given)}", key="bot", hint=hint)
    return given[0] if given else ""
