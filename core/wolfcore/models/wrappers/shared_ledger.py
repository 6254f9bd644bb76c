"""A budget of money that several processes share, counted in one file.

The file holds one number in `_WIDTH` bytes. It is changed by one write under a lock of the
operating system, which ends with the process that holds it: a process that is killed leaves nothing
locked, and the number is the old or the new one.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from pathlib import Path

from msgspec import Struct

from wolfcore.confinement import lifted
from wolfcore.errors import ConfigError, OverBudget
from wolfcore.files import open_regular, read_descriptor

_WIDTH = 32


_THREADS = threading.Lock()
"""A lock of the operating system keeps out other processes, not other threads of this one."""


class SharedBudget(Struct, frozen=True):
    """What several processes together may spend on models.

    Attributes:
        cost: The limit, in the currency of the prices in the settings.
        ledger: The path of the file that counts it.
    """

    cost: float
    ledger: str

    def spent(self) -> float:
        """Return what was spent so far.

        Raises:
            ConfigError: The file cannot be read, or holds no number.
        """
        with self._opened() as ledger:
            return self._read(ledger)

    def add(self, cost: float) -> None:
        """Count a cost, or take back what was counted, down to 0; 0 leaves the file alone.

        Raises:
            ConfigError: The file cannot be written, or holds no number.
        """
        if not cost:
            return
        with self._opened() as ledger:
            total = f"{max(self._read(ledger) + cost, 0.0)!r}".ljust(_WIDTH - 1) + "\n"
            os.lseek(ledger, 0, os.SEEK_SET)
            os.write(ledger, total.encode())

    def check(self, more: float = 0.0) -> None:
        """Check that the limit is not reached, and not exceeded by `more`, the cost of a call.

        Raises:
            OverBudget: It is.
            ConfigError: The file cannot be read, or holds no number.
        """
        spent = self.spent()
        if spent >= self.cost or spent + more > self.cost:
            raise OverBudget(
                f"The budget of {self.cost:g} that the host of this site set for all visitors "
                f"together is spent ({spent:.4g})"
            )

    @contextmanager
    def _opened(self) -> Generator[int]:
        """Open and lock the file for the block; it is made if it is missing."""
        fcntl = import_module("fcntl")
        try:
            # The host chose the path.
            with _THREADS, lifted():
                ledger = open_regular(Path(self.ledger), os.O_RDWR | os.O_CREAT)
                try:
                    fcntl.lockf(ledger, fcntl.LOCK_EX)
                    yield ledger
                finally:
                    os.close(ledger)
        except OSError as error:
            raise ConfigError(
                f"cannot be used ({error.strerror or error})", file=self.ledger, hint=_HINT
            ) from error

    def _read(self, ledger: int) -> float:
        text = read_descriptor(ledger, _WIDTH).strip()
        try:
            total = float(text or b"0")
        except ValueError:
            total = -1.0
        if not (isfinite(total) and total >= 0):
            raise ConfigError("holds no sum of costs", file=self.ledger, hint=_HINT)
        return total


_HINT = "It counts what visitors' models cost; delete it to begin again at 0."


def is_supported() -> bool:
    """Tell whether this system has the file locks that a shared budget needs; Windows has none."""
    return find_spec("fcntl") is not None
