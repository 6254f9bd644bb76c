"""The default embedder, and which embedder may replace another one."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "all-MiniLM-L6-v2-int8"
"""The default embedder: it comes in a package, and needs no network and no torch."""
FORMER = "all-MiniLM-L6-v2"
"""The default embedder of games, arenas and pools that name none: they were made before `DEFAULT`
was."""
STANDS_IN: Mapping[str, str] = {FORMER: DEFAULT}
"""For an embedder, the one that may replace it. They have two names, since their vectors are not
the same: the five nearest experiences of a pool differ in one query of eight
(tests/core/memory/README.md). So vectors of the two are never compared with each other: a pool of
the former is embedded anew from its texts, which is reported, and a saved game keeps the embedder
that it began with. A policy that learned with the former may read the other, since it chooses alike
(core/wolfcore/agents/policy/shipped/sla-text.md)."""


def compared_by(pool: str, usual: str) -> str:
    """Return the embedder that compares the texts of a pool in a game.

    Args:
        pool: The embedder of the pool's vectors.
        usual: The embedder of the game's seats that name none. It is used if one of the two may
            replace the other, so that all games with equal settings compare alike, even if the pool
            was changed since.
    """
    return usual if STANDS_IN.get(pool) == usual or STANDS_IN.get(usual) == pool else pool
