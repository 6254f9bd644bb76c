"""The code of players that a user brings: what identifies it, its import, and the player made."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import inspect
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import lru_cache, partial
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, NamedTuple, cast

from wolfcore.errors import ConfigError, SeatError
from wolfcore.files import expand_user_path, is_folder, open_regular, read_bytes, read_text
from wolfcore.game import SPEECH_KINDS, Answer, Ask, View
from wolfcore.players import Desk, Player, TraceRecord, fallback_answer
from wolfcore.protocol import ProgramPlayer
from wolfcore.records import SeatSpec
from wolfcore.records.about import SERVERS
from wolfcore.visible import in_one_line

PATIENCE = 300.0
"""The seconds within which an own player must answer; then the seat's fallback answers."""


_CODE_LIMIT, _PROGRAM_LIMIT = 16 << 20, 1 << 30
"""The most bytes of a Python file, and of any file whose digest is taken."""


_PROMPTS, _PROMPT_LIMIT = 100, 1 << 14
"""The most prompts of a folder, and bytes of each."""


_WORDS = 300
"""The most characters of an error that are quoted."""


_DIGITS = 16
"""The hexadecimal digits of a digest that are kept."""


def module_code(where: str) -> str:
    """Return what identifies the code of a file or a package: a digest, or name and version.

    Nothing is imported, not even a package around the module.

    Raises:
        ConfigError: There is no such file or module.
    """
    if where.endswith(".py"):
        return _digest(expand_user_path(where))
    top = where.partition(".")[0]
    if names := _packages(tuple(sys.path)).get(top):
        return f"{names[0]} {version(names[0])}"
    if file := _file_of_module(where):
        return _digest(file)
    raise ConfigError(
        f"there is no player and no Python module `{where}`",
        key="seat",
        hint="`wolftui players` lists the players; a file is written as `./agent.py:Mine`.",
    )


def program_code(command: str) -> str:
    """Return the digest of a program, or of the files that its command names.

    Raises:
        ConfigError: There is no such program, or a file cannot be read.
    """
    words = _command_words(command)
    if not words:
        hint = "Write for example `exec:node agent.js`."
        raise ConfigError("`exec:` names no program", key="seat", hint=hint)
    program = shutil.which(words[0])
    if program is None:
        raise ConfigError(f"there is no program `{words[0]}`", key="seat")
    files = [Path(word) for word in words[1:] if Path(word).is_file()]
    # An interpreter may be updated; of `python agent.py` the file decides.
    return _digest(*(files or [Path(program)]))


class PromptFiles(NamedTuple):
    """The templates of a folder by file name, such as `asks/vote.j2`, and the digest of all."""

    texts: Mapping[str, str]
    digest: str


def prompt_files(folder: str) -> PromptFiles:
    """Read the templates of a folder and of the folders in it.

    Raises:
        ConfigError: There is no such folder, or a file cannot be read.
    """
    place = expand_user_path(folder)
    if not is_folder(place):
        raise ConfigError(f"there is no folder `{folder}` of prompts", key="seat")
    found = [*islice(place.glob("*.j2"), _PROMPTS), *islice(place.glob("*/*.j2"), _PROMPTS)]
    texts, file = dict[str, str](), place
    try:
        for file in sorted(found)[:_PROMPTS]:
            texts[file.relative_to(place).as_posix()] = read_text(file, _PROMPT_LIMIT)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"cannot be read ({why})", file=str(file)) from None
    whole = "".join(f"{name}\0{text}\0" for name, text in sorted(texts.items()))
    return PromptFiles(texts, hashlib.sha256(whole.encode()).hexdigest()[:_DIGITS])


def _command_words(command: str) -> list[str]:
    """Split a command into words, as a shell does.

    Raises:
        ConfigError: A quotation mark is missing.
    """
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"`{command}` is no command ({error})", key="seat") from None


def _imported(where: str, code: str) -> ModuleType:
    """Import a file or a module by the name that a user gave it.

    Args:
        where: The file or module.
        code: What identifies its code; a changed file is imported anew.

    Raises:
        ConfigError: It cannot be imported; the message names the line.
    """
    file = where
    try:
        if not where.endswith(".py"):
            return importlib.import_module(where)
        path = expand_user_path(where).resolve()
        file = str(path)
        name = f"wolftui_player_{hashlib.sha256(f'{path} {code}'.encode()).hexdigest()[:_DIGITS]}"
        if name not in sys.modules:
            # Not by the import system, whose cache may hold the code of an earlier digest.
            module = ModuleType(name)
            module.__file__ = file
            program = compile(read_bytes(path, _CODE_LIMIT), file, "exec")
            # Classes of the file are found here, as `dataclass` and `pickle` do.
            sys.modules[name] = module
            try:
                exec(program, module.__dict__)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # code of anybody, which may even raise SystemExit
        raise ConfigError(
            f"`{where}` cannot be imported ({error_text(error, file)})", key="seat"
        ) from error


def player_of_code(spec: SeatSpec) -> Player:
    """Make an own player; its code is imported, and a program starts at its first ask.

    Args:
        spec: Its spec, with what identifies its code today.

    Raises:
        ConfigError: It cannot be imported or made, or is no player.
    """
    where, colon, name = spec.player.rpartition(":")
    if spec.player in SERVERS:
        from wolfcore.protocol.sockets import ServerPlayer  # noqa: PLC0415  websockets load slowly

        return OwnPlayer(ServerPlayer(spec.text, PATIENCE))
    if not colon:
        return OwnPlayer(ProgramPlayer(_command_words(spec.options[0]), PATIENCE))
    module = _imported(where, spec.code)
    made = getattr(module, name, None)
    if made is None:
        raise ConfigError(f"{where} has no `{name}`", key="seat")
    options = {key: value for key, _, value in (word.partition("=") for word in spec.options)}
    file = str(module.__file__ or "")
    try:
        player = made(**options) if inspect.isclass(made) else FunctionPlayer(made, options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # likewise
        raise ConfigError(
            f"`{spec.text}` cannot be made ({error_text(error, file)})", key="seat"
        ) from error
    if not inspect.iscoroutinefunction(getattr(player, "answer", None)):
        raise ConfigError(
            f"`{spec.player}` is no player",
            key="seat",
            hint="It needs `async def answer(self, view, ask, desk)`, or is a function "
            "`(view, ask)`.",
        )
    return OwnPlayer(cast(Player, player), file)


@lru_cache(maxsize=2)
def _packages(path: tuple[str, ...]) -> Mapping[str, list[str]]:
    """Return the names of the installed packages by those of their modules; slow at first."""
    del path  # for the cache alone: what is found depends on `sys.path`
    return packages_distributions()


def _file_of_module(where: str) -> Path | None:
    """Return the file of a module; None if there is none. Its packages are not imported."""
    top, *rest = where.split(".")
    try:
        found, name = find_spec(top), top
    except ValueError:  # the module of this program itself, `__main__`, has none
        return None
    for part in rest:
        folders = found.submodule_search_locations if found else None
        if folders is None:
            return None
        name = f"{name}.{part}"
        found = PathFinder.find_spec(name, list(folders))
    return Path(found.origin) if found and found.has_location and found.origin else None


def _digest(*files: Path) -> str:
    """Return the start of the digest of a file, or of the digests of several."""
    digests: list[bytes] = []
    for file in files:
        try:
            with os.fdopen(open_regular(file, limit=_PROGRAM_LIMIT), "rb") as code:
                digests.append(hashlib.file_digest(code, "sha256").digest())
        except OSError as error:
            raise ConfigError(
                f"`{file}` cannot be read ({error.strerror or error})", key="seat"
            ) from None
    whole = digests[0] if len(digests) == 1 else hashlib.sha256(b"".join(digests)).digest()
    return whole.hex()[:_DIGITS]


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
        """Answer one ask with what the function returns; the table judges anything else."""
        del desk
        # A copy: the table may go on while a function that is late still reads it.
        call = partial(self._function, view.copy(), ask, **self._options)
        given = call() if inspect.iscoroutinefunction(self._function) else await _in_thread(call)
        if inspect.isawaitable(given):
            given = await given
        if isinstance(given, str) and ask.kind in SPEECH_KINDS:
            return Answer(ask.options[0], given)
        return Answer(given) if type(given) is int else cast(Answer, given)


async def _in_thread(call: Callable[[], Any]) -> Any:
    """Call a function that may be slow, or never return, without holding up the others."""
    done = Future[tuple[Any, BaseException | None]]()
    done.set_running_or_notify_cancel()

    def work() -> None:
        try:
            done.set_result((call(), None))
        except BaseException as error:  # noqa: BLE001  it is raised again by who waits
            done.set_result((None, error))

    # No pool of threads: the program ends without waiting for a function that never returns.
    Thread(target=work, daemon=True).start()
    given, error = await asyncio.wrap_future(done)
    if error:
        raise error
    return given


class OwnPlayer:
    """An own player whose errors are those of its seat, and which is not awaited for ever.

    Args:
        player: The player.
        file: The file of its code, whose lines its errors name; empty for a program.
    """

    def __init__(self, player: Player, file: str = "") -> None:
        self._player, self._file = player, file

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask.

        Raises:
            SeatError: The player raised an error, even one that would end the program.
        """
        limit = asyncio.timeout(PATIENCE)
        try:
            async with limit:
                return await self._player.answer(view, ask, desk)
        except (SeatError, asyncio.CancelledError, GeneratorExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if limit.expired():
                problem = f"no answer within {PATIENCE:g} seconds"
                desk.trace(TraceRecord("own player", problem, "replaced"))
                return fallback_answer(ask, desk.dice, "timeout")
            # What `next` raises becomes a RuntimeError on its way through a coroutine.
            raised = error.__cause__ if isinstance(error.__cause__, StopIteration) else error
            problem = f"its player failed ({error_text(raised, self._file)})"
            raise SeatError(ask.seat, problem) from error


def error_text(error: BaseException, file: str) -> str:
    """Return an error as a clause, with the last line of `file` that it came through."""
    line, at = 0, error.__traceback__
    while at:
        if at.tb_frame.f_code.co_filename == file:
            line = at.tb_lineno
        at = at.tb_next
    where = f"{file.replace(chr(92), '/').rpartition('/')[2]}, line {line}: " if line else ""
    words = in_one_line(str(error), _WORDS)
    return f"{where}{type(error).__name__}{f': {words}' if words else ''}"
