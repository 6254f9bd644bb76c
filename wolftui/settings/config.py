"""User settings and their sources (defaults, file, environment), and the smallest screen size.

Precedence: command line, environment, file, default. Field names of `Config` are the keys of the
file. This module only reads.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_type_hints

import msgspec
from msgspec import Meta, Struct

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import read_text
from wolfcore.models import SMOLLM, LocalSettings, ModelSpec, parse_models
from wolfcore.models.spec import describe_type_error

from .actions import remapped_actions
from .paths import config_file, weights_folder
from .visitor_terms import terms_of


def nearest_speed(speed: float) -> float:
    """Return the entry of SPEEDS nearest to `speed`, compared as a ratio."""
    return min(SPEEDS, key=lambda known: abs(math.log(known / speed)))


def check_speed(speed: float) -> None:
    """Raise ConfigError for a playback speed outside the range of SPEEDS."""
    if not SPEEDS[0] <= speed <= SPEEDS[-1]:
        hint = f"It goes from {SPEEDS[0]:g} to {SPEEDS[-1]:g}; 1 is calm reading speed."
        raise ConfigError(f"{speed:g} is not a valid speed", key="--speed", hint=hint)


SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


MAX_CLOCK = 3600.0
"""Longest time for an answer, in seconds; the setting `clock` has the same bound."""


def check_clock(seconds: float) -> None:
    """Raise ConfigError for a time per answer outside 0..MAX_CLOCK seconds."""
    if not 0 <= seconds <= MAX_CLOCK:
        hint = f"It goes from 0, for no limit, to {MAX_CLOCK:g} seconds."
        raise ConfigError(f"{seconds:g} is not a valid time limit", key="--clock", hint=hint)


_PREFIX = "WOLFTUI_"


class Config(Struct, frozen=True, kw_only=True):
    """All settings; each field's description is what `wolftui config show` prints above it."""

    board: Annotated[
        str,
        Meta(
            description="The board: a name of `wolftui boards`, or a TOML file; empty for classic9 "
            "to play and sla7 to run."
        ),
    ] = ""
    name: Annotated[str, Meta(description="Your name at the table; empty for a random name.")] = ""
    others: Annotated[
        str,
        Meta(description="The player of all seats that get no other, as in `--seat '*=bot:hard'`."),
    ] = "bot:normal"
    speed: Annotated[
        float,
        Meta(
            ge=0.5, le=16, description="Display speed of games: 0.5 to 16; 1 is calm reading speed."
        ),
    ] = 1.0
    theme: Annotated[
        str, Meta(description="The colours of the screen: a name of `wolftui themes`.")
    ] = "moonlight"
    plain: Annotated[
        bool, Meta(description="Print plain lines instead of a full screen, also in a terminal.")
    ] = False
    ascii: Annotated[
        bool, Meta(description="Use plain ASCII characters, for fonts that lack others.")
    ] = False
    patience: Annotated[
        float,
        Meta(
            ge=0,
            description="Seconds that the table waits for a language model; then a house bot "
            "answers for it. 0 waits forever.",
        ),
    ] = 300.0
    stop_after_replaced: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000,
            description="Answers of one language model in a row that may be replaced because they "
            "cannot be used; then the game asks who takes over, or stops. 0 for any number.",
        ),
    ] = 10
    clock: Annotated[
        float,
        Meta(
            ge=0,
            le=3600,
            description="Seconds that each person has for an answer, shown beside the question; 0 "
            "for no limit.",
        ),
    ] = 0.0
    motion: Annotated[
        bool, Meta(description="Whether anything on the screen may move by itself.")
    ] = True
    attention: Annotated[
        Literal["off", "title", "bell", "notification"],
        Meta(
            description="How the terminal calls you when you are asked: by its title; also by the "
            "bell, or by a notification of the desktop, if you look elsewhere."
        ),
    ] = "bell"
    heard: Annotated[
        bool,
        Meta(
            description="Whether a line below your words says what bots understand of them: whom "
            "you accuse, what you claim."
        ),
    ] = True
    suspicions: Annotated[
        bool, Meta(description="Also ask people for their suspicions, on boards that ask for them.")
    ] = False
    keys: Annotated[
        dict[str, str | tuple[str, ...]],
        Meta(description="Your own keys, a table by action; `wolftui keys` lists all actions."),
    ] = {}


class LoadedConfig(Struct, frozen=True):
    """The effective settings and the source of each.

    Attributes:
        config: The settings.
        sources: For each setting that differs from its default: the path of the file, or the
            environment variable.
        models: The models of the tables `[models.NAME]`, by name, and `smollm`, which needs no
            table. In the process of a visitor of `wolftui serve`: the models that the host offers.
        configured_models: Those models that have a table.
        local: The table `[local]`; if it names no folder of weights, the default folder is filled
            in.
    """

    config: Config
    sources: dict[str, str]
    models: dict[str, ModelSpec] = {}
    configured_models: tuple[str, ...] = ()
    local: LocalSettings = LocalSettings()

    def with_source(self, error: ConfigError, key: str) -> ConfigError:
        """Return `error`, found while using the setting `key`, with the setting's source added."""
        source = self.sources.get(key, "")
        if error.file or not source:
            return error
        return ConfigError(
            error.problem, file=source, key=key if source.endswith(".toml") else "", hint=error.hint
        )


def setting_description(key: str) -> str:
    """Return the one-sentence description of a setting."""
    hints = cast("Mapping[str, Any]", get_type_hints(Config, include_extras=True))
    meta: Meta = hints[key].__metadata__[0]
    return meta.description or ""


def load_config(file: Path | None = None, environ: Mapping[str, str] | None = None) -> LoadedConfig:
    """Load the user's settings from file and environment.

    Args:
        file: The settings file; the user's own if None. It need not exist.
        environ: The environment; that of this process if None.

    Raises:
        ConfigError: A key is unknown or a value has the wrong type; names file or variable, key and
            what is valid.
    """
    file = file or config_file()
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    tables = _read(file)
    keys = _own_keys(tables.pop("keys", {}), str(file))
    models, local = (
        _model_tables(tables.pop("models", {}), str(file)),
        _local_table(tables.pop("local", {}), str(file)),
    )
    own = {"smollm": SMOLLM} | models
    if (terms := terms_of(environ)) and terms.models is not None:
        # Its user may name no variable, key file, address or command of the host.
        own, models, local = terms.models, terms.models, terms.local
    for key, value in tables.items():
        if key not in Config.__struct_fields__:
            raise ConfigError("is not a setting", file=str(file), key=key, hint=_nearest(key))
        values[key], sources[key] = check_value(key, value, str(file), strict=True), str(file)
    for variable, text in (os.environ if environ is None else environ).items():
        key = variable.removeprefix(_PREFIX).lower()
        if variable.startswith(_PREFIX) and key in Config.__struct_fields__ and key != "keys":
            values[key], sources[key] = check_value(key, text, variable, strict=False), variable
    return LoadedConfig(
        msgspec.structs.replace(msgspec.convert(values, Config), keys=keys),
        sources,
        own,
        tuple(models),
        local,
    )


def _model_tables(tables: object, file: str) -> dict[str, ModelSpec]:
    try:
        return parse_models(tables)
    except ConfigError as error:
        raise ConfigError(error.problem, file=file, key=error.key, hint=error.hint) from None


def _own_keys(table: object, file: str) -> dict[str, str | tuple[str, ...]]:
    """Read the table `[keys]` and check it against the action table."""
    hint = 'Write for example `[keys]` and below it `eyes = "f9"`, or `eyes = ["v", "f9"]`.'
    if not isinstance(table, dict):
        raise ConfigError("must be a table", file=file, key="keys", hint=hint)
    keys: dict[str, str | tuple[str, ...]] = {}
    for name, written in cast("dict[str, object]", table).items():
        try:
            keys[name] = msgspec.convert(written, str | tuple[str, ...])
        except msgspec.ValidationError as error:
            raise ConfigError(
                describe_type_error(error), file=file, key=f"keys.{name}", hint=hint
            ) from error
    remapped_actions(keys, file)
    return keys


def _local_table(table: object, file: str) -> LocalSettings:
    hint = 'Write for example `[local]` and below it `server = "llama-server"`.'
    if not isinstance(table, dict):
        raise ConfigError("must be a table", file=file, key="local", hint=hint)
    for key in cast("dict[str, object]", table):
        if key not in LocalSettings.__struct_fields__:
            raise ConfigError("is not a setting", file=file, key=f"local.{key}", hint=hint)
    for key, value in cast("dict[str, object]", table).items():
        try:
            msgspec.convert({key: value}, LocalSettings)
        except msgspec.ValidationError as error:
            raise ConfigError(
                describe_type_error(error), file=file, key=f"local.{key}", hint=hint
            ) from error
    local = msgspec.convert(table, LocalSettings)
    return local if local.weights else msgspec.structs.replace(local, weights=str(weights_folder()))


def _read(file: Path) -> dict[str, object]:
    try:
        return parse_toml(read_text(file))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8 text", file=str(file), hint="Save it as UTF-8.") from error
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=str(file)) from error


def check_value(key: str, value: object, source: str, *, strict: bool) -> object:
    """Return the value of a setting, converted to its type.

    Unless `strict`, the value may be given as text.

    Raises:
        ConfigError: The value is invalid; the message names `source`.
    """
    try:
        found = msgspec.convert({key: value}, Config, strict=strict)
    except msgspec.ValidationError as error:
        where = key if strict else ""
        words = f"{setting_description(key)} It {describe_type_error(error)}."
        raise ConfigError(
            f"`{value}` is not a valid value", file=source, key=where, hint=words
        ) from error
    return getattr(found, key)


def _nearest(key: str) -> str:
    return did_you_mean(key, (*Config.__struct_fields__, "models", "local"), "There are")


_WIDTH, _HEIGHT = 60, 15


MIN_SIZE_TEXT = f"{_WIDTH}x{_HEIGHT}"
"""The smallest supported screen size, formatted for messages."""


def fits_screen(width: int, height: int) -> bool:
    """Return whether a terminal of this many columns and lines is large enough for the screen."""
    return width >= _WIDTH and height >= _HEIGHT
