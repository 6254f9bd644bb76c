"""Agents: texts that name nobody of their game: what is learned in one game must point at nobody in another.

Whoever a text means, by name, by a part of it, by number or misspelt (`core/speech/naming`), becomes `player A`, `player B` in
the order in which they come up; the speaker is `me`. Numbers that mean nobody become words: none is left that could be a seat.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from core.players import clean_text
from core.speech.naming import marked

_MARK = re.compile(r"@(\d+)")
_LINES = re.compile(r"\b(lines?|items?|facts?|evidence)((?:\s*(?:,|and|to|-|#|nr\.?|no\.?)?\s*\d+)+)", re.IGNORECASE)
_GLUED = re.compile(
    r"(?<![^\W\d_])(?:players?|seats?|chairs?|numbers?|no|nr|p|s)?[\s_#.:\-]{0,2}#?(\d{1,3})(?![\d%])", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_TWICE = re.compile(r"\b(player [A-Z]|me)(?:[\s(,]+\1\b\)?)+")
_BARE = re.compile(r"\b([Pp]layer|[Ss]eat) (player [A-Z]|me)\b")
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_PART = 3
"""Letters of a part of a name that stands for it."""


class Anonymous:
    """Texts of one seat at one moment of a game, without anybody of it; the same player goes by the same letter in all of them.

    Args:
        names: Everybody's name, in seat order.
        own: Whose texts they are.
    """

    def __init__(self, names: Sequence[str], own: int) -> None:
        self._names, self._own = tuple(names), own
        self._letters: dict[int, str] = {}
        parts = {part: seat for seat, name in enumerate(names, 1) for part in re.split(r"[\W_]+", name) if len(part) >= _PART}
        written = "|".join(re.escape(part) for part in sorted(parts, key=len, reverse=True))
        self._parts, self._written = parts, re.compile(rf"(?<!\w)({written})(?!\w)") if written else None

    def text(self, text: str, most: int) -> str:
        """A text as one clean line of at most so many characters that names nobody."""
        plain = _LINES.sub(r"\1", unicodedata.normalize("NFKC", text))
        said = marked(plain.replace("@", " "), self._names, len(self._names))
        if self._written:
            said = self._written.sub(lambda found: f"@{self._parts[found[1]]}", said)
        return self.marks(said, most)

    def marks(self, text: str, most: int) -> str:
        """As `text`, of one in which every seat is marked already, as `@3`."""
        said = _MARK.sub(lambda found: self._who(int(found[1])), text)
        said = _DIGITS.sub(_in_words, _GLUED.sub(self._glued, said))
        said = _TWICE.sub(r"\1", _BARE.sub(r"\2", said))
        return clean_text(said, most)

    def _glued(self, found: re.Match[str]) -> str:
        """A seat that is written in a way in which nobody speaks of seats aloud, such as `player_3`."""
        seat, prefix = int(found[1]), found[0][: found.start(1) - found.start()]
        return self._who(seat) if 1 <= seat <= len(self._names) and prefix.strip() else found[0]

    def _who(self, seat: int) -> str:
        if seat == self._own:
            return "me"
        if not 1 <= seat <= len(self._names):
            return "nobody"
        return f"player {self._letters.setdefault(seat, chr(ord('A') + len(self._letters)))}"


def _in_words(found: re.Match[str]) -> str:
    number = int(found[0])
    return _WORDS[number] if number < len(_WORDS) else "many"
