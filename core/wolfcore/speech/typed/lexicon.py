"""The words of words.txt by class. The file itself says how it is written."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from wolfcore.game import RoleName, Team


def _read_classes() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    kind = ""
    for line in Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            words = line.split()
            if not line.startswith(" "):
                kind, *words = words
            found[kind] = (*found.get(kind, ()), *words)
    return found


_ALL = _read_classes()
LEXICON = {kind: words for kind, words in _ALL.items() if not kind.startswith("=")}
"""The words of each class."""
_TEAMS: tuple[Team, ...] = ("wolves", "village")
_ROLES: tuple[RoleName, ...] = get_args(RoleName)
RESULT_BY_WORD: dict[str, Team] = {word: team for team in _TEAMS for word in _ALL[f"={team}"]}
"""What a word for a result says."""
ROLE_BY_WORD: dict[str, RoleName] = {word: role for role in _ROLES for word in _ALL.get(f"={role}", ())}
"""The role that a word names."""
