"""Memory: experiences whose situations are told by rule, for whoever has no model and cannot wait.

A situation is clauses out of a fixed set with full stops between them, so that two are alike as far as they share clauses. That is
exact, needs no vectors, and says nothing of situations in a model's own words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from wolfcore.errors import MemoryProblem
from wolfcore.outside import read_text

from .contract import Experience, ExperienceKind, SimilarExperience

_MAX_FILE_BYTES = 64 << 20
"""Bytes of a file of experiences."""
_MAX_CACHED_SEARCHES = 4096
"""Situations of which it is remembered what is near."""


class ClausePool:
    """A pool out of a list, which answers at once.

    Args:
        experiences: What was learned.
    """

    def __init__(self, experiences: Iterable[Experience]) -> None:
        self._held: dict[tuple[ExperienceKind, str], list[Experience]] = defaultdict(list)
        for each in experiences:
            self._held[each.kind, each.situation].append(each)
        self._near: dict[tuple[ExperienceKind, str, float], tuple[SimilarExperience, ...]] = {}

    def similar_to(self, kind: ExperienceKind, situation: str, above: float) -> tuple[SimilarExperience, ...]:
        """The experiences of a kind whose situation shares more than `above` of its clauses, 0 to 1, the most similar first."""
        asked = kind, situation, above
        if asked not in self._near:
            if len(self._near) >= _MAX_CACHED_SEARCHES:
                self._near.clear()
            shares = {told: shared_clauses(situation, told) for of, told in self._held if of == kind}
            found = [
                SimilarExperience(each, share) for told, share in shares.items() if share > above for each in self._held[kind, told]
            ]
            self._near[asked] = tuple(sorted(found, key=lambda each: (-each.similarity, each.experience.id)))
        return self._near[asked]


def shared_clauses(one: str, other: str) -> float:
    """Which share of their clauses two situations have in common, 0 to 1."""
    a, b = (set(text.removesuffix(".").split(". ")) for text in (one, other))
    return len(a & b) / len(a | b)


def write_experiences(file: Path, experiences: Iterable[Experience]) -> None:
    """Write experiences into a file, one a line."""
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in experiences))


def read_clause_pool(file: Path) -> ClausePool:
    """The pool of a file that `write_experiences` wrote.

    Raises:
        MemoryProblem: It cannot be read, or holds something else.
    """
    try:
        lines = read_text(file, _MAX_FILE_BYTES).splitlines()
        return ClausePool([msgspec.json.decode(line, type=Experience) for line in lines])
    except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
        hint = "A seat without a model reads a file that `wolftui experience export` printed, an experience a line."
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MemoryProblem(f"is no pool of situations ({why})", file=str(file), hint=hint) from error
