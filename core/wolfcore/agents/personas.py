"""Personas, which say how a model talks, and the styles of SLA 4.3, which say how it plays.

A persona is drawn from the names at the table, so that it reveals nothing about a role, unless
the seat sets one. Texts are in personas.toml and styles.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypeAlias, cast

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import TEXT_LIMIT, expand_user_path, read_bytes
from wolfcore.game import Team, View, dice_of
from wolfcore.players import clean_text

PersonaOf: TypeAlias = Callable[[View], str]
"""Returns the persona of a view's seat; empty for none."""


PERSONA_PREFIX = "persona="
"""The prefix of the persona option of a seat."""


NO_PERSONA = "none"


_LONGEST = 400
"""Maximum characters of a persona."""


_EVERYBODY = "*"


_WORDS = 120
"""Maximum characters of a persona, or of a file's path, in a seat option: the seat options are
stored with a game, with a limited length."""


@cache
def personas() -> dict[str, str]:
    """Return the text of each shipped persona, by name."""
    return cast(
        "dict[str, str]",
        parse_toml((files("wolfcore.agents") / "personas.toml").read_text(encoding="utf-8")),
    )


def drawn_persona(view: View) -> str:
    """Return the drawn persona of a seat that sets none."""
    return personas()[_drawn_by_seat(view.names)[view.seat - 1]]


@lru_cache(maxsize=256)
def _drawn_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """Draw the persona name of every seat, in order; none repeats before all are used."""
    # The names stand in for the seed, which would tell the roles.
    dice, known = dice_of(0, "/".join(names)), sorted(personas())
    rounds = range(-(-len(names) // len(known)))
    return tuple(
        [name for round_ in rounds for name in dice.shuffle(f"personas.{round_}", known)][
            : len(names)
        ]
    )


def persona_option(words: str) -> PersonaOf:
    """Parse the value of the seat option `persona=`.

    Args:
        words: The name of a shipped persona, `none`, a TOML file with a persona for each player, or
            the persona itself in several words.

    Raises:
        ConfigError: There is no such persona, or the file cannot be read.
    """
    if words == NO_PERSONA:
        return lambda view: ""
    if len(words) > _WORDS:
        hint = (
            'Put it into a TOML file: `persona=cast.toml`, with lines such as `Ada = "a '
            'retired judge"`.'
        )
        raise ConfigError(f"a persona has more than {_WORDS} characters", key="seat", hint=hint)
    if words.endswith(".toml"):
        return _of_file(words)
    text = _text(words)
    return lambda view: text


def _text(words: str) -> str:
    """Return a shipped persona by name, or the text itself if it has more than one word."""
    words = clean_text(words, _LONGEST)
    if " " in words:
        return words
    if words not in personas():
        hint = (
            f"{did_you_mean(words, (*personas(), NO_PERSONA))} Or describe one in some "
            "words, or name a TOML file."
        )
        raise ConfigError(f"there is no persona `{words}`", key="seat", hint=hint)
    return personas()[words]


def _of_file(name: str) -> PersonaOf:
    """Read a persona file: texts by player's name, by seat number, or by `*` for all others.

    A player that the file lacks gets the drawn persona.
    """
    try:
        table = parse_toml(read_bytes(expand_user_path(name), TEXT_LIMIT).decode("utf-8"))
        texts = {who: _persona_of_entry(who, words) for who, words in table.items()}
    except OSError as error:
        raise ConfigError(
            f"cannot be read ({error.strerror or error})",
            file=name,
            hint="Give the full path of a persona file.",
        ) from None
    except (NotToml, UnicodeDecodeError) as error:
        raise ConfigError(
            f"is not valid TOML ({error})",
            file=name,
            hint='Write lines such as `Ada = "a retired judge"`.',
        ) from None
    except ConfigError as error:
        # The entries do not know their file.
        raise ConfigError(error.problem, file=name, key=error.key, hint=error.hint) from None

    return lambda view: _persona_in_file(view, texts)


def _persona_of_entry(who: str, words: object) -> str:
    if not isinstance(words, str):
        raise ConfigError(
            "is not text", key=who, hint='Write lines such as `Ada = "a retired judge"`.'
        )
    return "" if words in (NO_PERSONA, "") else _text(words)


def _persona_in_file(view: View, texts: Mapping[str, str]) -> str:
    keys = (view.name(view.seat), str(view.seat), _EVERYBODY)
    key = next((key for key in keys if key in texts), None)
    return drawn_persona(view) if key is None else texts[key]


DEFAULT_STYLE_NAME = "default"


@cache
def _styles() -> dict[str, dict[str, str]]:
    return cast(
        "dict[str, dict[str, str]]",
        parse_toml((files("wolfcore.agents") / "styles.toml").read_text(encoding="utf-8")),
    )


def style_names() -> tuple[str, ...]:
    """Return the names of all styles, `default` last."""
    return (*(name for team in _styles().values() for name in team), DEFAULT_STYLE_NAME)


def style_teams() -> dict[str, Team | None]:
    """Return the team of each style; None for `default`, which is for both."""
    teams: tuple[Team, ...] = ("wolves", "village")
    found: dict[str, Team | None] = {name: team for team in teams for name in _styles()[team]}
    return {**found, DEFAULT_STYLE_NAME: None}


def style_words(style: str, team: str) -> str:
    """Return the text of a style; empty for `default` and for a style of the other team."""
    return _styles()[team].get(style, "")
