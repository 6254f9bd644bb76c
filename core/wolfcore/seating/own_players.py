"""Players that a user brings: a class or function in a Python file or package, or a program.

`./agent.py:Mine` and `mypkg.agents:Mine` name a class or a function; options after further colons
are passed to it by name (`./agent.py:Mine:depth=3`). A package may give such a player a short name
by an entry point of the group `wolftui.players`. `exec:COMMAND` starts a program that speaks
the seat protocol (`wolfcore.protocol`) on its standard input and output. Nothing is imported that
was not named.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points, packages_distributions, version
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from wolfcore.confinement import is_confined
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes
from wolfcore.game import SPEECH_KINDS, Answer, Ask, View
from wolfcore.players import Desk, Player
from wolfcore.records import SeatSpec

PROGRAM = "exec"
"""The player name of a program; its command is the only option."""


GROUP = "wolftui.players"
"""The group of entry points that name players."""


_CODE_LIMIT = 16 << 20
"""The most bytes of a file whose digest is taken."""


_PYTHON = re.compile(
    r"(?P<module>(?:[\w.~-]*[/\\])*[\w.-]+\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
    r":(?P<name>[A-Za-z_]\w*)(?P<options>(?::[^:]+)*)"
)


def parse_own_player(text: str) -> SeatSpec | None:
    """Parse a player that the user brings, with what identifies its code today.

    Returns:
        Its spec; None if the text does not have the form of one.

    Raises:
        ConfigError: The file, package or program does not exist, or an option has no name.
    """
    name, colon, options = text.partition(":")
    if installed := installed_players().get(name):
        text = installed.value + colon + options
    is_program = text.startswith(f"{PROGRAM}:")
    found = None if is_program else _PYTHON.fullmatch(text)
    if found is None and not is_program:
        return None
    if is_confined():
        raise ConfigError("visitors of a server cannot bring players of their own", key="seat")
    if found is None:
        command = text.removeprefix(f"{PROGRAM}:").strip()
        return SeatSpec(PROGRAM, (command,), code=_program_code(command))
    words = tuple(found["options"].split(":")[1:])
    for option in words:
        if not option.partition("=")[0].isidentifier() or "=" not in option:
            raise ConfigError(
                f"`{option}` is not an option", key="seat", hint="Write for example `depth=3`."
            )
    player = f"{found['module']}:{found['name']}"
    return SeatSpec(player, words, code=_module_code(found["module"]))


def installed_players() -> dict[str, EntryPoint]:
    """Return the players that installed packages announce, by name; nothing is imported."""
    return {each.name: each for each in entry_points(group=GROUP)}


def is_own_player(player: str) -> bool:
    """Whether the player name of a spec is that of a player that the user brings."""
    return player == PROGRAM or ":" in player


def make_own_player(spec: SeatSpec) -> Player:
    """Make a player that the user brings.

    Raises:
        ConfigError: Its code is absent or another than when the game began, it cannot be imported,
            or it is no player.
    """
    if spec.player == PROGRAM:
        from wolfcore.protocol import ProgramPlayer  # noqa: PLC0415  few games have a program

        _check_code(spec, _program_code(spec.options[0]))
        return ProgramPlayer(shlex.split(spec.options[0]))
    where, name = spec.player.rsplit(":", 1)
    _check_code(spec, _module_code(where))
    made = getattr(_imported(where), name, None)
    if made is None:
        raise ConfigError(f"{where} has no `{name}`", key="seat")
    options = {key: value for key, _, value in (word.partition("=") for word in spec.options)}
    try:
        player = made(**options) if inspect.isclass(made) else FunctionPlayer(made, options)
    except TypeError as error:
        raise ConfigError(f"`{spec.text}` cannot be made ({error})", key="seat") from error
    if not inspect.iscoroutinefunction(getattr(player, "answer", None)):
        raise ConfigError(
            f"`{spec.player}` is no player",
            key="seat",
            hint="It needs `async def answer(self, view, ask, desk)`, or is a function "
            "`(view, ask)`.",
        )
    return cast(Player, player)


class FunctionPlayer:
    """A function `(view, ask, **options)` as a player.

    It returns an `Answer`, the number of an option, or the words of a speech.

    Args:
        function: The function, which may be a coroutine function.
        options: Its further arguments by name.

    Raises:
        TypeError: The function does not take these arguments.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, str]) -> None:
        inspect.signature(function).bind(None, None, **options)
        self._function, self._options = function, options

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with what the function returns."""
        del desk
        given = self._function(view, ask, **self._options)
        if inspect.isawaitable(given):
            given = await given
        if isinstance(given, str):
            choice = 0 if ask.kind in SPEECH_KINDS else ask.options[0]
            return Answer(choice, given)
        return given if isinstance(given, Answer) else Answer(given)


def _check_code(spec: SeatSpec, code: str) -> None:
    if spec.code and spec.code != code:
        raise ConfigError(
            f"`{spec.text}` is another program than the one that began ({code}, not {spec.code})",
            key="seat",
            hint="Bring back the former one, or give the seat to another player.",
        )


def _imported(where: str) -> ModuleType:
    """Import a file or a package by the name that a user gave it."""
    try:
        if not where.endswith(".py"):
            return importlib.import_module(where)
        path = Path(where).expanduser().resolve()
        name = f"wolftui_player_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        # Classes of the file are found here, as `dataclass` and `pickle` do.
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
    except Exception as error:
        raise ConfigError(
            f"`{where}` cannot be imported ({type(error).__name__}: {error})", key="seat"
        ) from error


def _module_code(where: str) -> str:
    """Return what identifies the code of a file or a package: a digest, or name and version."""
    if where.endswith(".py"):
        return _digest(Path(where).expanduser())
    top = where.partition(".")[0]
    if names := packages_distributions().get(top):
        return f"{names[0]} {version(names[0])}"
    try:
        found = importlib.util.find_spec(where)
    except (ImportError, ValueError):
        found = None
    if found is None or not found.origin:
        raise ConfigError(
            f"there is no player and no Python module `{where}`",
            key="seat",
            hint="`wolftui players` lists the players; a file is written as `./agent.py:Mine`.",
        )
    return _digest(Path(found.origin))


def _program_code(command: str) -> str:
    """Return the digest of a program and of the files that its command names."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"`{command}` is no command ({error})", key="seat") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise ConfigError(f"there is no program `{words[0] if words else ''}`", key="seat")
    files = [Path(word) for word in words[1:] if Path(word).is_file()]
    # An interpreter may be updated; of `python agent.py` the file decides.
    return " ".join(map(_digest, files or [Path(program)]))


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(read_bytes(path, _CODE_LIMIT)).hexdigest()[:16]
    except OSError as error:
        raise ConfigError(
            f"`{path}` cannot be read ({error.strerror or error})", key="seat"
        ) from None
