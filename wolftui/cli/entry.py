"""Runs one command line: prepares streams, maps exceptions to exit codes, shows no traceback.

Only light imports: this module is loaded for `--help`.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import cast

from wolfcore.errors import ConfigError, GameStopped, WolfError
from wolfcore.lazy import load
from wolftui.words.terminal_output import sanitised_streams

from .command import FAILED, OK, STOPPED, WRONG_USE
from .parser import build_parser

_READER_GONE = (errno.EPIPE, errno.EIO)
"""Errors of a closed pipe or terminal."""


_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a full disk, quota or file size limit."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        argv: The arguments without the program's name; those of this process if None.

    Returns:
        0 done, 1 could not be done, 2 wrong use, 130 stopped by Ctrl-C. SIGTERM stops the command
        as Ctrl-C does, and then ends the process as that signal.
    """
    _open_streams()
    with sanitised_streams(), _sigterm_as_ctrl_c():
        return _run_with_stream_errors(argv)


@contextmanager
def _sigterm_as_ctrl_c() -> Generator[None]:
    """Pass SIGTERM to the handler of Ctrl-C inside the block, and after it end by SIGTERM.

    So a command that is told to end saves its games and says what it spent. Does nothing where
    SIGTERM is ignored or handled already, and outside the main thread.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    ):
        yield
        return
    received = False

    def stop(_: int, frame: FrameType | None) -> None:
        nonlocal received
        received = True
        handle = signal.getsignal(signal.SIGINT)
        # Shells let background commands ignore SIGINT, but not SIGTERM.
        if not callable(handle):
            raise KeyboardInterrupt
        handle(signal.SIGINT, frame)

    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if received:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError):
                    stream.flush()
            signal.raise_signal(signal.SIGTERM)


def _run_with_stream_errors(argv: Sequence[str] | None) -> int:
    try:
        try:
            code = _run_command(argv)
            sys.stdout.flush()
        finally:
            # Also where a second Ctrl-C interrupts the handling of the first.
            _print_spent()
        return code
    except OSError as error:
        if error.errno in _DISK_FULL:
            with suppress(OSError):  # standard error may be the same full file
                _print_error("Cannot write: no space left", FAILED)
        elif error.errno not in _READER_GONE:
            raise
        return _detach_streams()


def _run_command(argv: Sequence[str] | None) -> int:
    try:
        # Imported for visitors of `wolftui serve` alone, since it loads the models' settings.
        if "WOLFTUI_VISITOR_TERMS" in os.environ:
            load("wolftui.settings.visitor_terms:confine_visitor")()
        parser = build_parser()
        args = parser.parse_args(argv)
        if "run" in args:
            return int(load(args.run)(args))
        return int(load("wolftui.cli.lobby:open_lobby")())
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else OK
    except ConfigError as error:
        return _print_error(error, WRONG_USE)
    except GameStopped as error:
        return _print_error(error, OK)
    except WolfError as error:
        return _print_error(error, FAILED)
    except KeyboardInterrupt:
        return _print_error("Stopped", STOPPED)
    except Exception as error:
        if stream_error := _stream_error(error):
            raise stream_error from error
        write_crash_log = load("wolftui.cli.interrupts:write_crash_log")
        return _print_error(write_crash_log(error), FAILED)


def _stream_error(error: Exception) -> OSError | None:
    """Return the error of a closed output or a full disk; None for any other error.

    A task group wraps the errors of its tasks, and so of what they print, in a group.
    """
    if isinstance(error, ExceptionGroup):
        of_tasks = cast("ExceptionGroup[Exception]", error).exceptions
        found = [_stream_error(each) for each in of_tasks]
        return found[0] if all(found) else None
    if isinstance(error, OSError) and error.errno in (*_READER_GONE, *_DISK_FULL):
        return error
    return None


def _print_spent() -> None:
    """Print what the command spent on models, however it ended; nothing if it called none."""
    terms = "wolftui.settings.visitor_terms"
    # Without this module there is no budget tracker, and no model can have been called.
    if terms in sys.modules:
        trackers = load(f"{terms}:take_trackers")()
        if any(each.calls > each.earlier_calls for each in trackers):
            sys.stderr.write(
                f"wolftui: {load('wolftui.words.spending:spent_sentence')(trackers)}\n"
            )


def _open_streams() -> None:
    """Replace closed standard streams by the null device, and unencodable characters by `?`."""
    for name, mode in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, mode)
            setattr(
                sys, name, os.fdopen(nowhere, "r" if mode == os.O_RDONLY else "w", encoding="utf-8")
            )
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _print_error(sentence: object, code: int) -> int:
    text = str(sentence).rstrip()
    sys.stderr.write(f"wolftui: {text}{'' if text.endswith(('.', '?', '!')) else '.'}\n")
    return code


def _detach_streams() -> int:
    """Redirect output to the null device, so that the flush at exit cannot fail.

    Returns the exit code FAILED.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    return FAILED
