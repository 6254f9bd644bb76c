"""The number of the house bots rises with each change of their play or talk.

`version.toml` holds the number and the digest of its games. Where a change was meant, raise
`wolfcore.bots.BOTS_VERSION` above the last released number, and write the file with
`python -m tests.core.bots.test_version`.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import tomli_w
from msgspec import Struct

from tests.core.bots.playing import encoded, play
from wolfcore.bots import BOTS_VERSION, LEVELS
from wolfcore.game import get_board

FILE = Path(__file__).with_name("version.toml")

GAMES = (
    ("duel6", "easy", 3), ("duel6", "hard", 4), ("sla7", "normal", 1), ("xu7", "hard", 2),
    ("classic9", "easy", 5), ("classic9+safe-night", "normal", 6), ("plus8", "hard", 7),
)  # fmt: skip
"""Board, level and seed of the games: a pack that whispers, an election, potions, and every level."""


class Version(Struct, frozen=True, forbid_unknown_fields=True):
    """`version.toml`.

    Attributes:
        released: The number of the last released house bots, whose play never changes again.
        number: The number of the present ones.
        digest: The digest of their games.
    """

    released: int
    number: int
    digest: str


def digest_of_games() -> str:
    """The SHA-256 of the logs of `GAMES`, with all that bots think."""
    digest = sha256()
    for board, level, seed in GAMES:
        digest.update(encoded(list(play(get_board(board), seed, level=level).log)))
    return digest.hexdigest()


def written() -> Version:
    """The content of `version.toml`."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Version)


def test_house_bots_that_play_or_talk_otherwise_have_another_number() -> None:
    assert {level for _, level, _ in GAMES} == set(LEVELS)
    known = written()
    assert known.number == BOTS_VERSION > known.released
    assert digest_of_games() == known.digest, (
        "house bots play or talk otherwise: see the docstring of this module"
    )


def main() -> None:
    """Write `version.toml`; refuse a digest that changed under a released number."""
    known = written()
    if known.released >= BOTS_VERSION:
        sys.exit(f"Raise BOTS_VERSION: version {BOTS_VERSION} of the house bots is released.")
    fresh = Version(known.released, BOTS_VERSION, digest_of_games())
    FILE.write_text(tomli_w.dumps(msgspec.to_builtins(fresh)), encoding="utf-8")


if __name__ == "__main__":
    main()
