"""The options of a house bot's seat: at most one level, one style and one manner, in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wolfcore.errors import ConfigError, did_you_mean

from .levels import LEVELS, Level
from .manners import MANNERS
from .styles import DEFAULT_STYLE, STYLES, Style

OPTIONS: Mapping[str, Sequence[str]] = {"level": tuple(LEVELS), "style": tuple(STYLES), "manner": MANNERS}
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
            raise ConfigError(f"`{word}` is no option of a house bot", key="bot", hint=did_you_mean(word, every))
    level, style, manner = (_only(kind, words) for kind in OPTIONS)
    return BotOptions(LEVELS[level] if level else _DEFAULT_LEVEL, STYLES[style] if style else DEFAULT_STYLE, manner)


def _only(kind: str, words: Sequence[str]) -> str:
    """The one word of this kind, or an empty string."""
    given = [word for word in words if word in OPTIONS[kind]]
    if len(given) > 1:
        hint = f"Choose one of: {', '.join(OPTIONS[kind])}."
        raise ConfigError(f"a house bot has one {kind}, not {len(given)}", key="bot", hint=hint)
    return given[0] if given else ""
