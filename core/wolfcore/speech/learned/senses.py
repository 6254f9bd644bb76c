"""What words mean at this table: the classes of senses.txt beside those of the rows."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from wolfcore.speech.typed.tokens import Token


def _read_senses() -> tuple[dict[str, frozenset[str]], tuple[tuple[str, str], ...]]:
    """The classes of the words of senses.txt; and the beginnings of words with theirs."""
    words: dict[str, set[str]] = {}
    beginnings: list[tuple[str, str]] = []
    kind = ""
    for line in Path(__file__).with_name("senses.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        found = line.split()
        if not line.startswith(" "):
            kind, *found = found
        for word in found:
            if word.endswith("*"):
                beginnings.append((word[:-1], kind))
            else:
                words.setdefault(word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in words.items()}, tuple(beginnings)


_SENSES, _BEGINNINGS = _read_senses()


def _senses(word: str) -> frozenset[str]:
    """What a word means at this table."""
    parts = word.split("_") if "_" in word.strip("_") else [word]
    return frozenset(
        sense
        for part in parts
        for sense in (*_SENSES.get(part, ()), *(kind for beginning, kind in _BEGINNINGS if part.startswith(beginning)))
    )


def token_classes(one: Token) -> tuple[str, ...]:
    """The classes of a token: those of words.txt in upper case, those of senses.txt with `~`; ascending."""
    return _classes(one.word, one.kinds)


@lru_cache(maxsize=1 << 13)
def _classes(word: str, kinds: frozenset[str]) -> tuple[str, ...]:
    own = {kind for kind in kinds if kind.isupper() and kind not in ("SEAT", "SEATS", "I", "P")}
    return tuple(sorted(own | {f"~{sense}" for sense in _senses(word)}))
