"""Confinement of this process to folders, for a user who is not the owner of the machine.

`confine` adds an audit hook (PEP 578). Python calls it before each opening, listing, making, moving
and deleting of a file, wherever in the program or its libraries that is; it cannot be removed. A
refused path raises the same OSError whether it exists or not. Symbolic links are resolved first.
Functions that only ask whether a path exists raise no audit event; they call `may_read`.

The hook does not know to which open folder a bare name is relative, so it takes the working folder.
`shutil.rmtree` opens nested folders by bare names: there it fails with the same OSError.
"""

from __future__ import annotations

import errno
import os
import sys
import sysconfig
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

REFUSAL: Final = "it lies outside the folders that are open to visitors"
"""The `strerror` of a refused path: a clause, the same for every path."""


_DEVICES = ("/dev/null", "/dev/tty")
"""Devices that subprocesses and terminals read and write."""


_SYSTEM_FILES = (
    "/dev/urandom", "/etc/localtime", "/etc/mime.types", "/proc/cpuinfo", "/proc/meminfo",
    "/usr/share/zoneinfo",
)  # fmt: skip
"""Files that libraries read on their own, and that hold nothing of any user."""


class Bounds(Struct, frozen=True):
    """The paths that a confined process may use, with all links resolved.

    Attributes:
        writable: Folders and files that may be read, listed and changed, with all below them.
        readable: Folders and files that may be read and listed.
    """

    writable: tuple[str, ...]
    readable: tuple[str, ...] = ()

    def allow(self, path: str, *, writes: bool = False) -> bool:
        """Tell whether a path lies within the bounds after its links are resolved."""
        try:
            found = os.path.realpath(path)
        except (OSError, ValueError):
            return False
        roots = self.writable if writes else (*self.writable, *self.readable)
        return any(_holds(root, found) for root in roots)


class Quota:
    """A limit of the bytes below a folder, measured at the first new file and each 16th after it.

    Args:
        folder: The folder.
        most: The most bytes below it.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self._folder, self._most, self._new = folder, most, 0

    def check(self) -> None:
        """Count a new file; raises OSError (EDQUOT) if the limit is reached."""
        self._new += 1
        if self._new % _MEASURED == 1 and bytes_below(self._folder, self._most) >= self._most:
            # The next new file is measured again: some may have been deleted until then.
            self._new = 0
            raise OSError(errno.EDQUOT, f"what is kept here has reached {self._most / 1e6:,.0f} MB")


_MEASURED = 16
"""New files between two measurements of a folder."""


def bytes_below(folder: Path, most: int) -> int:
    """Return the bytes of the files below a folder, links not followed.

    Each file counts as a block of 4 KiB at least. Counting stops once `most` is reached.
    """
    total, folders = 0, [str(folder)]
    while folders and total < most:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    total += max(entry.stat(follow_symlinks=False).st_size, _BLOCK)
                    if total >= most:
                        break
        except OSError:
            # It was removed in the meantime.
            continue
    return total


_BLOCK = 4096
"""The bytes that a file takes at least."""


class _Confinement:
    """The bounds of this process, and the threads in which they are lifted."""

    bounds: Bounds | None = None
    quota: Quota | None = None
    lifted = threading.local()


def confine(
    writable: Iterable[Path], readable: Iterable[Path] = (), quota: Quota | None = None
) -> None:
    """Confine this process from now on; a second call has no effect.

    Modules of Python and of installed packages, and a few files of the system, stay readable.

    Args:
        writable: Folders and files that may be read and changed, with all below them.
        readable: Folders and files that may be read, with all below them.
        quota: Limits the bytes of new files; None for no limit.
    """
    if _Confinement.bounds is None:
        _Confinement.quota = quota
        own = _resolved((*map(str, writable), *_DEVICES))
        read = _resolved((*map(str, readable), *_SYSTEM_FILES, *_module_folders(own)))
        _Confinement.bounds = Bounds(own, read)
        sys.addaudithook(_check_event)


def is_confined() -> bool:
    """Tell whether this process is confined."""
    return _Confinement.bounds is not None


def may_read(path: Path) -> bool:
    """Tell whether this process may learn anything about a path; True if it is not confined."""
    bounds = _Confinement.bounds
    return bounds is None or bounds.allow(str(path))


@contextmanager
def lifted() -> Generator[None]:
    """Return a context in which this thread is not confined, for a path that the owner chose.

    No text of a user may be a part of that path.
    """
    before, _Confinement.lifted.now = getattr(_Confinement.lifted, "now", False), True
    try:
        yield
    finally:
        _Confinement.lifted.now = before


def _holds(root: str, path: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _resolved(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(os.path.realpath(path) for path in paths))


def _module_folders(own: Iterable[str]) -> list[str]:
    """Return the folders of modules and their data.

    Left out are the working folder, which `python -m` adds to `sys.path`, and any folder that holds
    the home of the user or one of the paths `own`: it is no folder of modules.
    """
    try:
        others = {os.path.realpath("."), *own, os.path.realpath(Path.home())}
    except (OSError, RuntimeError):
        others = set(own)
    known = sysconfig.get_paths()
    paths = [*sys.path, *(known[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))]
    found = _resolved(path for path in paths if path)
    return [
        str(Path(__file__).parent),
        *(path for path in found if not any(_holds(path, other) for other in others)),
    ]


# -- the audit hook

_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _check_event(event: str, args: tuple[Any, ...]) -> None:
    """Refuse an event on a path outside the bounds; called by Python for every audit event."""
    paths = _PATHS.get(event)
    bounds = _Confinement.bounds
    if paths is None or bounds is None or getattr(_Confinement.lifted, "now", False):
        return
    for path, writes in paths(args):
        # A number is an open file; a name below an open folder was admitted with that folder.
        if path is None or isinstance(path, int):
            continue
        if not bounds.allow(os.fsdecode(path), writes=writes):
            raise PermissionError(errno.EACCES, REFUSAL)
    if event == "open" and _Confinement.quota and _creates(args[1], args[2]):
        with lifted():
            _Confinement.quota.check()


def _creates(mode: str | None, flags: int) -> bool:
    return bool(flags & os.O_CREAT) if mode is None else bool(set(mode) & set("wax"))


def _opened(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    path, mode, flags = args[:3]
    writes = bool(flags & _WRITE_FLAGS) if mode is None else bool(set(mode) & set("wax+"))
    return [(path, writes)]


def _listed(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    return [("." if args[0] is None else args[0], False)]


def _changed(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    # The last argument is the descriptor of the folder to which the path is relative, or -1.
    path, *_, folder = args
    return [] if folder != -1 else [(path, True)]


def _moved(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    return [(path, True) for path, folder in zip(args[:2], args[2:], strict=True) if folder == -1]


def _linked(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    # What the link names is resolved when it is opened.
    return [(args[1], True)]


def _connected(args: tuple[Any, ...]) -> list[tuple[Any, bool]]:
    name = os.fsdecode(args[0])
    if name in (":memory:", ""):
        return []
    return [(unquote(urlsplit(name).path) if name.startswith("file:") else name, True)]


_PATHS: Mapping[str, Callable[[tuple[Any, ...]], list[tuple[Any, bool]]]] = {
    "open": _opened,
    "os.listdir": _listed,
    "os.scandir": _listed,
    "os.mkdir": _changed,
    "os.remove": _changed,
    "os.rmdir": _changed,
    "os.chmod": _changed,
    "os.utime": lambda args: _changed((args[0], args[-1])),
    "os.truncate": lambda args: [(args[0], True)],
    "os.rename": _moved,
    "os.link": _moved,
    "os.symlink": _linked,
    "sqlite3.connect": _connected,
}
"""The audit events that name paths (the table of audit events in Python's library reference), each
with a function from its arguments to the paths and whether they are changed."""
