"""Marks seats called by a part of their name or by a name that is also a word (`rose is sus`).

A word is taken for a name only where the neighbouring words exclude any other reading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from .chat.lexicon import is_common_word
from .mentions import MOSTLY_NAMES, UNREADABLE_NAMES, WORD_NAMES, is_told_by_case, mark_seats
from .vocabulary import word_set

_PART = re.compile(r"[^\W\d_]+")


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


_SHORTEST = 3


_TOKEN = re.compile(r"@\d+(?:'s)?|[^\W_]+(?:['’][^\W_]+)?|[^\w\s]|\n")


_SEAT = re.compile(r"@\d+(?:'s)?$")


_TITLES = word_set(
    "aunt uncle sir lord lady mr mrs ms miss dr captain old big little van von der the "
    "father mother player king queen"
)
"""Parts of names that are common to many names."""


_ROLES = frozenset(("hunter",))


_MODALS = word_set("will may can might")


_BEFORE_A_NAME = word_set(
    "vote voted voting voter lynch lynching hang hanging exile exiling kill killing yeet hammer "
    "hammering boot trust\n"
    "    trusting trusts believe believing suspect suspecting suspects sus sussing scumlean "
    "scumread townlean townread on at with\n"
    "    from against about like than defend defends defending tunneling pushing protect "
    "protected guarded checked check saved save\n"
    "    healed between versus vs lean leaning toward towards behind accuse accusing accuses "
    "dear hey = covering"
)
"""Words that are followed by a name."""


_AFTER_A_NAME = word_set(
    "is was isnt isn't wasnt wasn't has hasnt hasn't had hadnt hadn't did didnt didn't does "
    "doesnt doesn't sus suss sussy shady\n"
    "    acting lying playing pushing hiding trying being dodging looking deflecting slipped "
    "lied = kept said told went came got\n"
    "    made left took knew gave thought felt wrote ran keep"
)
"""Words that are preceded by a name."""


_NOT_VERBS = word_set(
    "always sometimes perhaps besides focus plus thus as us this its it's his hers ours yours "
    "theirs yes guys wolves others\n"
    "    unless lots tons days nights times votes roles claims seers need indeed speed feed "
    "proceed succeed agreed exceed shed red"
)
"""Words that end like a verb in the third person or past tense but are not a name's verb."""


_NO_NAME_AFTER = word_set(
    "the a an my your ur our his her their this that these those no any every some each real i "
    "you u we they he she who what\n"
    "    which there to one all im i'm am as be claims claim claimed fake another first last in "
    "of new old good bad true"
)
"""Words after which a word is read as a word, not as a name."""


_NO_NAME_BEFORE = word_set(
    "my your ur our the a an that this these it him her them me us as up down be not"
)
"""Words before which a word is read as a word, not as a name."""


_ADVERBS = word_set("true ever even odd long till can")
"""Names that are such common words that only their capital tells them."""


_PHRASES = frozenset(
    [("at", "dawn"), *(("with", word) for word in ("hope", "joy", "grace", "faith", "mercy"))]
)
"""Two words that together tell when or how, and name nobody."""


_BEFORE_A_FINAL_NAME = word_set(
    "its it's thats that's is not then so prob probably maybe obviously def definitely "
    "either still or and n just"
)
"""Words that are followed by a name if nothing comes after it."""


_POSSESSED = word_set(
    "been not vote votes claim story reads read logic wagon tone defense defence so gonna just "
    "lying acting too last first whole\n"
    "    post posts argument case reasoning order list play behavior behaviour"
)
"""Words before which a final s without an apostrophe is a possessive: `marks order`."""


_AFTER_AN_ADDRESSEE = word_set(
    "u ur you your youre you're r why what how where when who wheres whats hows y wdym pls stop"
)
"""Words before which a name at the beginning of a sentence is the seat spoken to."""


_JOINS = frozenset(("and", "n", "or", "/", "&", "+", ","))


_ENDS = frozenset(("", ".", "!", "?", "\n", "…"))


_VERB = re.compile(r"[a-z]{2,}(?<![sui])s$|[a-z]{3,}ed$")


def mark_mentions(text: str, names: tuple[str, ...], size: int) -> str:
    """Return a text with every mention of a seat as its mark: `mark_seats`, and nicknames too."""
    return make_nickname_marker(names)(mark_seats(text, names, size))


@lru_cache(maxsize=256)
def make_nickname_marker(names: tuple[str, ...]) -> Callable[[str], str]:
    """Build a function that marks seats called by a part of their name or by a name that is a word.

    The function takes a text in which `mark_seats` has marked the full names and numbers.

    Args:
        names: The names of all seats in seat order; may be empty.
    """
    sure, words = _short_names(names)
    if not sure and not words:
        return str
    known = re.compile(
        r"(?<![\w@])(?:"
        rf"{'|'.join(sorted(map(re.escape, {*sure, *words}), key=len, reverse=True))}"
        r")s?(?!\w)",
        re.IGNORECASE,
    )

    def mark(text: str) -> str:
        return _mark_short_names(text, sure, words) if known.search(text) else text

    return mark


def _short_names(names: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the marks of short names: those that are only names, and those that are also words."""
    sure: dict[str, str] = {}
    words: dict[str, str] = {}
    whole = {name.casefold() for name in names}
    parts = {seat: _parts(name) for seat, name in enumerate(names, 1)}
    # A part that several names share means nobody.
    counts = Counter(part for each in parts.values() for part in set(each))
    for seat, name in enumerate(names, 1):
        plain = name.casefold()
        if is_told_by_case(plain) and plain not in _ADVERBS:
            words[plain] = f"@{seat}"
        for part in parts[seat]:
            if counts[part] == 1 and part not in whole and part not in UNREADABLE_NAMES:
                known = part not in MOSTLY_NAMES and (
                    part in WORD_NAMES or part in _TITLES or is_common_word(part)
                )
                (words if known else sure)[part] = f"@{seat}"
    return sure, words


def _parts(name: str) -> list[str]:
    """Return the parts of a compound name and all parts joined, in lower case.

    Empty for a name of one part. Parts of less than `_SHORTEST` letters are left out.
    """
    parts = [part.casefold() for piece in _PART.findall(name) for part in _CAMEL.split(piece)]
    if name.casefold() in parts or not parts:
        return []
    joined = "".join(parts)
    return [
        part
        for part in dict.fromkeys((*parts, joined))
        if len(part) >= _SHORTEST and (part != joined or joined != name.casefold())
    ]


def _mark_short_names(text: str, sure: dict[str, str], words: dict[str, str]) -> str:
    found = list(_TOKEN.finditer(text))
    tokens = [one[0].casefold().replace("’", "'") for one in found]
    # Twice, since a name found in the first round is a neighbour that shows others in the second.
    for _ in range(2):
        for place, token in enumerate(tokens):
            word, owned = (token[:-2], "'s") if token.endswith("'s") else (token, "")
            if _is_possessive(tokens, place, sure, words):
                word, owned = token[:-1], "'s"
            if word in sure:
                tokens[place] = sure[word] + owned
            elif word in words and _is_used_as_name(tokens, place, word, owned=bool(owned)):
                tokens[place] = words[word] + owned
    done: list[str] = []
    at = 0
    for one, token in zip(found, tokens, strict=True):
        done += (text[at : one.start()], token if token.startswith("@") else one[0])
        at = one.end()
    return "".join([*done, text[at:]])


def _is_possessive(
    tokens: Sequence[str], place: int, sure: dict[str, str], words: dict[str, str]
) -> bool:
    """Return whether a word is a name followed by an s without an apostrophe."""
    token, name = tokens[place], tokens[place][:-1]
    if token[-1] != "s" or token in sure or token in words:
        return False
    return (name in sure and not is_common_word(token)) or (
        name in words
        and name not in _ROLES
        and place + 1 < len(tokens)
        and tokens[place + 1] in _POSSESSED
    )


def _is_used_as_name(tokens: Sequence[str], place: int, word: str, *, owned: bool) -> bool:
    """Return whether the neighbours of a word that may be a name show that it is used as a name.

    Marks among the neighbours are seats found so far.
    """
    earlier, before = (tokens[place - step] if place >= step else "" for step in (2, 1))
    after, later = (tokens[place + step] if place + step < len(tokens) else "" for step in (1, 2))
    role, modal = word in _ROLES, word in _MODALS
    if (
        before in _NO_NAME_AFTER
        or (before, word) in _PHRASES
        or (_is_seat(before) and before.endswith("'s"))
        or (after in _NO_NAME_BEFORE and not owned)
        or (role and after.startswith(("claim", "sho")))
    ):
        return False
    starts, ends = before in _ENDS, after in _ENDS
    if owned or after in _AFTER_A_NAME or (_VERB.match(after) and after not in _NOT_VERBS):
        return True
    if before in _BEFORE_A_NAME and not (before == "vote" and earlier in _NO_NAME_AFTER):
        return not modal or ends or after in _JOINS
    if before == "for" and ends:
        return not role
    joined = not role and (
        (before in _JOINS and _is_seat(earlier)) or (after in _JOINS and _is_seat(later))
    )
    if joined and (not modal or ends):
        return True
    if (ends or after == ",") and (before in _BEFORE_A_FINAL_NAME or before == ","):
        return not role and not (modal and before in ("so", "maybe", "just", "and", "n", "still"))
    return (
        starts
        and not role
        and ((ends and not modal) or after == "," or (after in _AFTER_AN_ADDRESSEE and not modal))
    )


def _is_seat(token: str) -> bool:
    return bool(_SEAT.match(token))
