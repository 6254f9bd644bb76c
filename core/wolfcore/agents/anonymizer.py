"""Remove names and seat numbers from texts, so that a lesson refers to nobody in another game.

Names, parts of names, misspellings and numbers of every notation become `player A`, `me` or a
given label; other numbers become words, so that none can be read as a seat.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from wolfcore.players import clean_text
from wolfcore.speech.chat.lexicon import is_common_word
from wolfcore.speech.mentions import WORD_NAMES, is_speakable, mark_seats

_MARK = re.compile(r"@(\d+)")


_MARKED_TWICE = re.compile(r"(@\d+)\b(?:[\s(]+\1\b\)?)+")


_LINES = re.compile(
    r"\b(lines?|items?|facts?|evidence)((?:\s*(?:,|and|to|-|#|nr\.?|no\.?)?\s*\d+)+)", re.IGNORECASE
)


_SEAT_NOTATION = re.compile(
    r"(?<![^\W\d_])(?:players?|seats?|chairs?|numbers?|no|nr|p"
    r"|s)?[\s_#.:\-]{0,2}#?(\d{1,3})(?![\d%])",
    re.IGNORECASE,
)


_DIGITS = re.compile(r"\d+")


_TWICE = re.compile(r"\b(player [A-Z]|me)(?:[\s(,]+\1\b\)?)+")


_BARE = re.compile(r"\b([Pp]layer|[Ss]eat) (player [A-Z]|me)\b")


_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip


_MIN_PART_LENGTH = 3
"""Minimum letters of a part of a name that is replaced on its own."""


_ACCENTS = r"[\u0300-\u036f]*"


_SPACED = "A-Za-z\\u00c0-\\u052f"
"""Letters of the alphabets that separate words by spaces: Latin, Greek, Cyrillic. A name ends
before a letter of any other script."""


class Anonymizer:
    """Replaces players by labels in texts of one seat at one moment of a game.

    A player gets the same letter in all texts of one instance.

    Args:
        names: The players' names, in seat order.
        own: The seat whose texts they are; it becomes `me`.
        label_of: Returns the label of a seat, without digits; None for `me` and letters.
    """

    def __init__(
        self, names: Sequence[str], own: int, label_of: Callable[[int], str] | None = None
    ) -> None:
        self._names, self._own, self._called = tuple(names), own, label_of
        self._letters: dict[int, str] = {}
        parts = {
            part: seat
            for seat, name in enumerate(names, 1)
            for part in re.split(r"[\W_]+", name)
            if len(part) >= _MIN_PART_LENGTH
        }
        whole = {
            name: seat for seat, name in enumerate(names, 1) if len(re.sub(r"[\W_]", "", name)) > 1
        }
        # A whole name counts before an equal part of another name.
        seats = parts | whole
        # The longest first: a short name may be a part of a longer one.
        written = [(name, seats[name]) for name in sorted(seats, key=len, reverse=True)]
        self._written = tuple(
            [(re.compile(_name_pattern(name)), f"@{seat}") for name, seat in written]
        )

    def anonymize(self, text: str, most: int) -> str:
        """Return the text on one line of at most `most` characters, without names or seats."""
        # Numbers of lines go first, or they would be read as seats.
        plain = normalize_seat_numbers(_LINES.sub(r"\1", text.replace("_", " ")), self._names)
        # A mark that a player wrote would be taken for a seat.
        said = mark_seats(plain.replace("@", " "), self._names, len(self._names))
        # Decomposed, so that accents are characters of their own, which a name's pattern can skip.
        said = unicodedata.normalize("NFKD", said)
        for written, mark in self._written:
            said = written.sub(mark, said)
        return self.anonymize_marked(unicodedata.normalize("NFC", said), most)

    def anonymize_marked(self, text: str, most: int) -> str:
        """Anonymize a text in which every seat is already a mark like `@3`."""
        # `3 Cleo` has become two marks of one seat.
        said = _MARK.sub(lambda found: self._who(int(found[1])), _MARKED_TWICE.sub(r"\1", text))
        said = _DIGITS.sub(_in_words, _SEAT_NOTATION.sub(self._glued, said))
        said = _TWICE.sub(r"\1", _BARE.sub(r"\2", said))
        return clean_text(said, most)

    def _glued(self, found: re.Match[str]) -> str:
        """Replace a seat in notation that is not spoken, such as `player_3`."""
        seat, prefix = int(found[1]), found[0][: found.start(1) - found.start()]
        return self._who(seat) if 1 <= seat <= len(self._names) and prefix.strip() else found[0]

    def _who(self, seat: int) -> str:
        if not 1 <= seat <= len(self._names):
            # A model may write of a seat that the table does not have.
            return "nobody"
        if self._called:
            return self._called(seat)
        if seat == self._own:
            return "me"
        return f"player {self._letters.setdefault(seat, chr(ord('A') + len(self._letters)))}"


def _name_pattern(name: str) -> str:
    """Return a pattern of the spellings of a name in a decomposed (NFKD) text.

    Accents, and characters between its parts, may be missing or different; one sign may be between
    letters (`D-o-v`). The case is ignored, except for a name that is also a common word, which
    matches only in its own case.
    """
    letters = [
        char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)
    ]
    parts = re.findall(r"[^\W_]+", "".join(letters))
    between = rf"{_ACCENTS}[-.*·~]?"
    said = rf"{_ACCENTS}[\W_]{{0,3}}".join([between.join(map(re.escape, part)) for part in parts])
    case = (
        "-i"
        if is_common_word(name.casefold())
        or name.casefold() in WORD_NAMES
        or (len(parts) == 1 and not is_speakable(name))
        else "i"
    )
    # In NFKD, a Hangul jamo after the name belongs to its last syllable, so it is another syllable.
    end = rf"{_ACCENTS}(?![\u1160-\u11ff])"
    if not re.match(f"[{_SPACED}]", said):
        return rf"(?{case}:{said}{end})"
    return rf"(?<![{_SPACED}])(?{case}:{said}{end})(?![{_SPACED}])"


def _in_words(found: re.Match[str]) -> str:
    number = int(found[0])
    return _WORDS[number] if number < len(_WORDS) else "many"


_CARDINALS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


_HAN = "一二三四五六七八九十"


_NUMBER = {
    word: number for words in (_CARDINALS, _ORDINALS, _HAN) for number, word in enumerate(words, 1)
}


_COUNTED = (
    r"(?!\s+(?:of|wolves|werewolves|villagers|votes|others|more|people|players|seats|days"
    r"|nights|times)\b)"
)


_CARDINAL = rf"(?:{'|'.join(_CARDINALS)}|\d{{1,2}})\b"


_LISTED = re.compile(
    rf"\b(?:(?:seats?|players?|chairs?|numbers)\s+|(?:nos?\.|nr\.?)\s*){_CARDINAL}(?!\s+of\b)"
    r"(?:(?:\s*[,&/+]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:(?:seat|player"
    rf"|no\.)\s+)?{_CARDINAL}{_COUNTED})*",
    re.IGNORECASE,
)


_ONE_LISTED = re.compile(
    rf"(?:\b(?:seats?|players?|chairs?|numbers)\s+|\b(?:nos?\.|nr\.?)\s*)?\b({_CARDINAL})",
    re.IGNORECASE,
)


_NTH = re.compile(
    rf"(?:\b(?:the|our)\s+)?\b(?:({'|'.join(_ORDINALS)})\s+(?:players?|seats?|chairs?)\b"
    r"|(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:days?|nights?|rounds?|votes?"
    r"|times?))(?:\s+(?:players?|seats?|chairs?)\b)?)",
    re.IGNORECASE,
)


_RANK = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)


_EASTERN = re.compile(
    rf"第?([{_HAN}]|\d{{1,2}})\s?(?:号|號|番|位|번)|(?<![^\W\d_])([{_HAN}])(?![^\W\d_])"
)


_WORD_WITH_NUMBER = re.compile(r"([^\W\d_]+)(\d{1,2})(?!\d)")


_SEAT = frozenset(
    ("seat", "seats", "player", "players", "chair", "number", "no", "nr", "p", "s", "р")
)


_PERIOD = frozenset(("day", "night", "round", "d", "n"))


_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")


def normalize_seat_numbers(text: str, names: Sequence[str]) -> str:
    """Rewrite seat numbers of every notation as `seat 3`; numbers of nights or days stay.

    Numbers beyond the last seat stay too.

    Args:
        text: Any text.
        names: The players' names, in seat order; names that contain digits stay as they are.
    """
    size, called = len(names), {name.casefold() for name in names}

    def seat(number: str, found: str) -> str:
        value = _NUMBER.get(number.lower()) or int(number)
        return f" seat {value} " if 1 <= value <= size else found

    def glued(found: re.Match[str]) -> str:
        word = found[1].casefold()
        if found[0].casefold() in called:
            return found[0]
        if word in called:
            return found[1]
        if word in _PERIOD:
            return f"{found[1]} {found[2]}"
        return (
            seat(found[2], f"{found[1]} {found[2]}")
            if word in _SEAT
            else f"{found[1]}{seat(found[2], f' {found[2]}')}"
        )

    def listed(found: re.Match[str]) -> str:
        return _ONE_LISTED.sub(lambda one: seat(one[1], one[0]).strip(), found[0])

    plain = _ZEROS.sub("", unicodedata.normalize("NFKC", "".join(map(_digit, text))))
    plain = _EASTERN.sub(lambda found: seat(found[1] or found[2], found[0]), plain)
    # Ranks that mean a seat go first; those that are left count days or votes.
    plain = _NTH.sub(lambda found: seat(found[1] or found[2], found[0]), plain)
    plain = _RANK.sub(
        lambda found: (
            _ORDINALS[int(found[1]) - 1] if 1 <= int(found[1]) <= len(_ORDINALS) else "later"
        ),
        plain,
    )
    plain = _LISTED.sub(listed, _WORD_WITH_NUMBER.sub(glued, plain))
    return re.sub(r" {2,}", " ", re.sub(r" +(?=[,.;:!?)\]])|(?<=[(\[]) +", "", plain)).strip(" ")


def _digit(char: str) -> str:
    """Convert a numeric character such as `❹` or `Ⅳ` to digits; return any other one unchanged."""
    value = unicodedata.numeric(char, None) if unicodedata.category(char) in ("Nl", "No") else None
    return str(int(value)) if value is not None and value.is_integer() else char
