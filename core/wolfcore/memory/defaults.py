"""Memory: which embedder compares texts where none is named, and which may take the place of another."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "all-MiniLM-L6-v2-int8"
"""The embedder where none is named: it comes in a package, needs no network and no torch."""
FORMER = "all-MiniLM-L6-v2"
"""The default of games, arenas and pools that do not say what compares their texts: they were made
before `DEFAULT` was."""
STANDS_IN: Mapping[str, str] = {FORMER: DEFAULT}
"""By an embedder, the one that may take its place, since what was measured with the one holds with
the other: neighbours in pools and recall (tests/core/memory/README.md), and how a policy plays
(core/wolfcore/agents/policy/shipped/sla-text.md). That is said or written down wherever it happens.
"""


def compared_by(pool: str, usual: str) -> str:
    """What compares the texts of a pool in a game.

    Args:
        pool: The embedder of the pool's vectors.
        usual: The embedder of the game's seats that name none. It is taken where one of the two may
            stand in for the other, so that all games that began alike compare alike, whatever
            became of the pool since.
    """
    return usual if STANDS_IN.get(pool) == usual or STANDS_IN.get(usual) == pool else pool
