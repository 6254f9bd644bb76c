"""Players that a user brings: a class or function in a Python file or package, or a program.

`./agent.py:Mine` and `mypkg.agents:Mine` name a class or a function; options after further colons
are passed to it by name (`./agent.py:Mine:depth=3`). A package may give such a player a short name
by an entry point of the group `wolftui.players`. `exec:COMMAND` starts a program that speaks
the seat protocol (`wolfcore.protocol`) on its standard input and output; a server at `ws://HOST:PORT`
speaks it over a websocket.

A process runs only the own players that its user named (`allow_own_player`): the seats of a saved
game or of an arena file may come from anybody, and start no program.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec.structs import replace

from wolfcore.confinement import is_confined
from wolfcore.errors import ConfigError
from wolfcore.installed import NAMED_PRESETS, installed
from wolfcore.players import Player
from wolfcore.records.about import PROGRAM, PROMPTS_OPTION, SERVERS, SeatSpec

if TYPE_CHECKING:
    from wolfcore.agents.presets import PromptTexts

_MOST_WORDS = 200
"""The most characters of an own player as it is written; `about.json` holds no longer word."""


SERVER_CODE = "a server"
"""What is recorded as the code of a server, which nobody here knows."""


_PYTHON = re.compile(
    r"(?P<module>(?:[\w.~-]*[/\\])*[\w.-]+\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
    r":(?P<name>[A-Za-z_]\w*)(?P<options>(?::[^:]+)*)"
)


_ALLOWED: set[str] = set()
"""The own players that the user of this process named, as `SeatSpec.text`."""


def allow_own_player(spec: SeatSpec) -> None:
    """Let this process use what is its user's own of a player, because they named it."""
    if spec.needs_consent:
        _ALLOWED.add(spec.text)
        NAMED_PRESETS.add(spec.player)


def parse_own_player(text: str, code: str = "") -> SeatSpec | None:
    """Parse a player that the user brings, with what identifies its code; runs nothing of it.

    Args:
        text: The player.
        code: What identifies its code, where that is recorded; the code need not be here then.

    Returns:
        Its spec; None if the text does not have the form of one.

    Raises:
        ConfigError: The file, package or program does not exist, an option has no name, or the text
            is too long.
    """
    name, colon, options = text.partition(":")
    if name in SERVERS and options.startswith("//"):
        _refuse_visitors()
        _check_length(text)
        _check_address(text)
        return SeatSpec(name, (options,), code=code or SERVER_CODE)
    if name != PROGRAM and (entry := installed("players").get(name)):
        text = f"{entry.target}{colon}{options}"
    found = None if name == PROGRAM else _PYTHON.fullmatch(text)
    if found is None and name.startswith((".", "/", "~")):
        hint = "Write `./agent.py:Mine`; path and options have no blank and no comma."
        raise ConfigError(f"`{text}` names no class or function of a file", key="seat", hint=hint)
    if found is None and not text.startswith(f"{PROGRAM}:"):
        return None
    _refuse_visitors()
    _check_length(text)
    if found is None:
        spec = SeatSpec(PROGRAM, (text.removeprefix(f"{PROGRAM}:").strip(),), code=code)
        return spec if code else with_code(spec)
    words = tuple(found["options"].split(":")[1:])
    for option in words:
        if not option.partition("=")[0].isidentifier() or "=" not in option:
            raise ConfigError(
                f"`{option}` is not an option", key="seat", hint="Write for example `depth=3`."
            )
    spec = SeatSpec(f"{found['module']}:{found['name']}", words, code=code)
    return spec if code else with_code(spec)


def with_code(spec: SeatSpec) -> SeatSpec:
    """Return the spec of an own player with what identifies its code today; runs nothing of it.

    Raises:
        ConfigError: The file, package, program or folder does not exist.
    """
    from .own_code import (  # noqa: PLC0415  few games have an own player
        module_code,
        program_code,
        prompt_files,
    )

    where, colon, _ = spec.player.rpartition(":")
    if spec.player in SERVERS:
        code = SERVER_CODE
    elif not spec.is_own:
        preset, folder = installed("presets").get(spec.player), _folder(spec)
        parts = (preset and preset.package, folder and prompt_files(folder).digest)
        code = ", ".join(filter(None, parts))
    else:
        code = module_code(where) if colon else program_code(":".join(spec.options))
    return replace(spec, code=code)


def make_own_player(spec: SeatSpec) -> Player:
    """Make a player that the user brings.

    Raises:
        ConfigError: The user of this process did not name it, its code is absent or another than
            when the game began, it cannot be imported, or it is no player.
    """
    from .own_code import player_of_code  # noqa: PLC0415  few games have an own player

    return player_of_code(_as_now(spec))


def read_own_prompts(spec: SeatSpec) -> PromptTexts:
    """Read the prompts of the user's own that a language player has; empty if it has none.

    It is also checked where its preset is one of an installed package.

    Raises:
        ConfigError: The user of this process did not name the player, the prompts are others than
            when the game began, or one cannot be used.
    """
    if not (spec.needs_consent or spec.player in installed("presets")):
        return ()
    from wolfcore.agents.templates import check_prompts  # noqa: PLC0415  agents load slowly

    from .own_code import prompt_files  # noqa: PLC0415  few games have prompts of their own

    now = _as_now(spec)
    if not (folder := _folder(spec)):
        return ()
    files = prompt_files(folder)
    if not now.code.endswith(files.digest):
        raise ConfigError("is being changed", file=folder, hint="Try again.")
    return check_prompts(files.texts, folder)


def with_agent_code(spec: SeatSpec, code: str = "") -> SeatSpec:
    """Return the spec of a language player with what identifies its own prompts and its package.

    Args:
        spec: The player, one of an installed package or with prompts of the user's own.
        code: What identifies them, where that is recorded.

    Raises:
        ConfigError: The folder cannot be read, or its name is too long.
    """
    _refuse_visitors()
    _check_length(spec.text)
    return replace(spec, code=code) if code else with_code(spec)


def _folder(spec: SeatSpec) -> str:
    """Return the folder of the own prompts of a language player; empty for none."""
    found = (option.partition(PROMPTS_OPTION) for option in spec.options)
    return next((folder for before, sign, folder in found if sign and not before), "")


def _as_now(spec: SeatSpec) -> SeatSpec:
    """Return a spec with what identifies its code today, if it may be used.

    Raises:
        ConfigError: The user of this process did not name it, or its code is absent or another than
            when the game began.
    """
    _refuse_visitors()
    if spec.text not in _ALLOWED:
        raise ConfigError(
            f"`{spec.text}` has code or prompts of somebody's own, and you did not name it",
            key="seat",
            hint=f"If you trust it, add `--own '{spec.text}'` to the command.",
        )
    now = with_code(spec)
    if spec.code not in ("", now.code):
        raise ConfigError(
            f"the code of `{spec.text}` has changed since it began (now {now.code}, then "
            f"{spec.code})",
            key="seat",
            hint=f"Bring back the former one. A game takes it as it is now by `--seat 'SEAT="
            f"{spec.text}'`, an arena by another folder.",
        )
    return now


def _check_address(text: str) -> None:
    try:
        parts = urlsplit(text)
        port = parts.port or 1
    except ValueError:
        parts, port = urlsplit(""), 0
    if not port or not parts.hostname or "@" in text or not text.isascii() or " " in text:
        hint = "Write for example `ws://localhost:8000`."
        raise ConfigError(f"`{text}` is no address of a server", key="seat", hint=hint)


def _check_length(text: str) -> None:
    if len(text) > _MOST_WORDS:
        raise ConfigError(
            f"a player has more than {_MOST_WORDS} characters",
            key="seat",
            hint="Put the command into a script, or take a shorter path.",
        )


def _refuse_visitors() -> None:
    if is_confined():
        raise ConfigError("visitors of a server cannot bring players of their own", key="seat")
