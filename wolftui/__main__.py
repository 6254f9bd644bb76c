"""Where the program begins. What takes a while to load is loaded behind `main`, so that Ctrl-C is heard from the start."""

from __future__ import annotations

import sys
from collections.abc import Sequence

_STOPPED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        argv: The arguments without the program's name; those of this process if None.

    Returns:
        0 done, 1 could not be done, 2 wrong use, 130 stopped by Ctrl-C.
    """
    try:
        from .door import run

        return run(argv)
    except KeyboardInterrupt:
        sys.stderr.write("wolftui: Stopped.\n")
        return _STOPPED


if __name__ == "__main__":
    sys.exit(main())
