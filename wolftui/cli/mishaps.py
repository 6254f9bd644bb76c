"""What should not have happened: its traceback goes to a file, and the person gets one sentence that names it."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime

from wolfcore.outside import open_regular
from wolfcore.visible import in_one_line
from wolftui import __version__
from wolftui.settings.paths import error_log

_MAX_MESSAGE = 200
"""Characters of what an error says of itself."""


def write_crash_log(error: BaseException) -> str:
    """Write `error` with its traceback to the error log; returns the sentence for the person."""
    what = f"Something broke inside wolftui ({in_one_line(f'{type(error).__name__}: {error}', _MAX_MESSAGE)})"
    where = error_log()
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        opened = open_regular(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with os.fdopen(opened, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"--- {datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}  wolftui {__version__}  {' '.join(sys.argv[1:])}\n")
            file.write("".join(traceback.format_exception(error)))
    except OSError as unwritable:
        return f"{what}, and {where} cannot be written ({unwritable.strerror or unwritable}). Please report it."
    return f"{what}. Please report it with the end of {where}."
