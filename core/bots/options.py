"""The options of a house bot's seat: at most one level and one style, in any order."""

from __future__ import annotations

import difflib

from core.errors import ConfigError

from .levels import LEVELS, Level
from .styles import DEFAULT_STYLE, STYLES, Style

DEFAULT_LEVEL = "normal"


def read_options(options: tuple[str, ...]) -> tuple[Level, Style]:
    """The level and the style that the words of a seat ask for.

    Raises:
        ConfigError: A word is neither, or there are two of a kind.
    """
    for word in options:
        if word not in LEVELS and word not in STYLES:
            known = (*LEVELS, *STYLES)
            near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
            hint = f"Did you mean `{near[0]}`?" if near else f"It is one of: {', '.join(known)}."
            raise ConfigError(f"`{word}` is no option of a house bot", key="bot", hint=hint)
    levels = [word for word in options if word in LEVELS]
    styles = [word for word in options if word in STYLES]
    for kind, given, known in (("level", levels, LEVELS), ("style", styles, STYLES)):
        if len(given) > 1:
            raise ConfigError(
                f"a house bot has one {kind}, not {len(given)}", key="bot", hint=f"Choose one of: {', '.join(known)}."
            )
    return LEVELS[levels[0] if levels else DEFAULT_LEVEL], STYLES[styles[0]] if styles else DEFAULT_STYLE
