"""Program entry point (`python -m wolftui` and the `wolftui` script).

Everything that takes time to import is imported inside `main`, so that Ctrl-C works from the
first moment.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

_STOPPED = 130


GC_THRESHOLD = 100_000
"""Objects made before dead ones are looked for: more than the first frame makes. What modules
hold lives on, so earlier searches find next to nothing. The app lowers it after its first frame."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        argv: The arguments without the program's name; those of this process if None.

    Returns:
        0 done, 1 could not be done, 2 wrong use, 130 stopped by Ctrl-C.
    """
    gc.set_threshold(GC_THRESHOLD)
    try:
        from .cli.entry import run  # noqa: PLC0415  Ctrl-C while modules load is caught, too

        return run(argv)
    except KeyboardInterrupt:
        sys.stderr.write("wolftui: Stopped.\n")
        return _STOPPED


if __name__ == "__main__":
    sys.exit(main())
