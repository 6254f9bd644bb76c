"""Resolves pronouns and the addressee of a chat sentence to seats."""

from __future__ import annotations

import re
from typing import NamedTuple

from .row_matcher import Token
from .tokenizer import token_of

_BEFORE_A_CALL = frozenset(
    ("P", "LINK", "thanks", "because", "dear", "i", "of", "course", "say", "tell", "us")
)


_OPENS = frozenset(["you", "your", "WH", "TELL"])


_STARTS_CALL = frozenset(
    [
        "do",
        "does",
        "did",
        "are",
        "is",
        "can",
        "could",
        "will",
        "would",
        "have",
        "has",
        "were",
        "was",
    ]
)


_HIS = frozenset(("his", "her", "their"))


_HANGING = frozenset(("with", "about", "of", "against"))
"""Prepositions at the end of a sentence whose object is the seat in front.

In `faruk i see nothing wrong with` the seat is not spoken to.
"""


_NOUN_AFTER = frozenset(["STORY"])


_AFTER_HER = frozenset(
    [
        "P",
        "LINK",
        "NIGHT",
        "?",
        "!",
        "BE",
        "NEG",
        "ALONE",
        "as",
        "to",
        "at",
        "in",
        "on",
        "for",
        "is",
        "was",
        "today",
        "because",
        "so",
        "out",
        "too",
    ]
)


_TELLS_ON = frozenset(("came", "comes", "turned"))
"""Words after `ada, who` that continue a statement about her; the clause is not a question."""


_CROWD = frozenset(("wolves", "werewolves", "villagers", "people"))


_DEED = (
    r"(?:vot(?:e[sd]?|ing)|(?:accus|blam)(?:e[sd]?|ing)|(?:attack|defend|push|target|follow)"
    r"(?:s|ed|ing)?|pushes|cop(?:y|ies|ied|ying))"
)
"""What one seat does to another in public."""


_BETWEEN = (
    r"(?:(?!\b(?:because|cause|cuz|since|as|who|that|if|when|says?|said|claims?)\b)[^@.!?\n])"
    r"{0,60}?"
)


_DOER = re.compile(
    rf"@(\d+) (?:[a-z']+ ){{0,3}}?{_DEED} (?:for |against )?@\d+(?!\w|'s){_BETWEEN}(?:[.!?]+ ?)?"
    rf"{_BETWEEN}(?<![a-z'])s?he(?=(?:'s| (?:is|was|must|has|lies?|lied|seems?|looks?|sounds?|could"
    r"|might|may))\b)"
)
"""A deed of one seat to another, up to a pronoun that is the subject of the clause after it.

In `Cleo voted for Luca because he is a wolf` and `who said that he is` it is the other seat.
"""


_TWO_SUBJECTS = re.compile(
    r"(\bi (?:(?:also|do|fully|really|still) )*(?:trust|like|vote(?: for)?) @\d+(?: [a-z]+)?,?"
    r"|\bi (?:(?:also|do|fully|really|still) )*(?:believe|suspect|distrust) @\d+(?: [a-z]+)?,)"
    rf" (?:and|but|while) (?=@\d+ (?:[a-z']+ ){{0,2}}?{_DEED}\b)"
)
"""What the speaker thinks of a seat, and before its deed another seat as a new subject."""


class ResolvedSentence(NamedTuple):
    """A sentence with pronouns resolved to seats.

    Attributes:
        tokens: Its tokens, pronouns as seats, without the seat that it addresses.
        last_seats: The letter (or letters joined by `+`) mentioned last, or an empty string.
        addressee: The letter spoken to, or an empty string.
        names_addressee: Whether the sentence itself names the addressee.
    """

    tokens: list[Token]
    last_seats: str
    addressee: str
    names_addressee: bool


def name_subjects(text: str) -> str:
    """Put the seat that acts in place of the pronoun of the clause after its deed.

    In `Cleo voted for Luca, she is a wolf` the nearest seat is not meant. A sentence with two
    subjects, `I trust Flora, and Bilal accuses her`, becomes two.

    Args:
        text: The text in lower case, with seats as `@` and their number.
    """
    text = _TWO_SUBJECTS.sub(r"\1. ", text)
    return _DOER.sub(lambda found: re.sub("s?he$", f"@{found[1]}", found[0]), text)


def resolve_people(tokens: list[Token], row: str, addressee: str) -> ResolvedSentence:
    """Replace pronouns by seats and find the addressee of a sentence.

    Args:
        tokens: The tokens of the sentence.
        row: The letters mentioned last before it, joined by `+`, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
    """
    # Subjects come first: a repeated subject may be the pronoun that is resolved below.
    tokens, called = _take_addressee(_add_subjects(tokens))
    addressee = called or addressee
    done: list[Token] = []
    last, they, crowd = row or called, "", False
    for place, one in enumerate(tokens):
        coming = tokens[place + 1].kinds if place + 1 < len(tokens) else frozenset[str]()
        word = one.word
        if "SEAT" in one.kinds:
            last, crowd = word[1:], False
            done.append(one)
        elif (
            word in ("you", "yourself")
            and addressee
            and not coming & {"all", "guys", "two", "fools"}
        ):
            done.append(token_of("@" + addressee))
        elif word == "your" and addressee:
            done += [token_of("@" + addressee), token_of("'s")]
        elif (
            # `her` stands for both `his` and `him`; the word after it decides.
            last
            and word in _HIS
            and (word != "her" or coming & _NOUN_AFTER or (coming and not coming & _AFTER_HER))
        ):
            done += (
                [token_of("@" + last), token_of("'s")] if word != "their" or not crowd else [one]
            )
        elif last and ("HIM" in one.kinds or word == "her"):
            done.append(token_of("@" + last.split("+")[-1]))
        elif (
            last
            and "THEM" in one.kinds
            and not (one.word.startswith(("any_of", "either_of")) and "+" not in last)
            and not (crowd and not they and word in ("they", "them"))
        ):
            # `They` keeps the seats that it meant first in this sentence.
            they = they or last
            done.append(token_of("@" + they))
        else:
            crowd |= word in _CROWD
            done.append(one)
    return ResolvedSentence(done, last, addressee, bool(called))


def _add_subjects(tokens: list[Token]) -> list[Token]:
    """Repeat the subject of the clause before in clauses without one: `annoying but not evil`.

    In `wim who is seer` the seat also becomes the subject of the relative clause.
    """
    done: list[Token] = []
    subject: Token | None = None
    for place, one in enumerate(tokens):
        before = tokens[place - 1] if place else token_of(",")
        coming = tokens[place + 1].kinds if place + 1 < len(tokens) else frozenset[str]()
        if before.kinds & {"P", "LINK"}:
            if one.kinds & {"SEAT", "you", "HIM"}:
                subject = one
            elif one.kinds & {"I", "WE"} or (
                place and "P" in before.kinds and not _goes_on(one, coming)
            ):
                subject = None
            elif (
                place
                and subject
                and (
                    _goes_on(one, coming)
                    or (before.word in ("and", "but") and one.kinds & {"LIE", "ACTBAD", "ACTGOOD"})
                )
            ):
                done += [subject, token_of("is")] if "NEG" in one.kinds else [subject]
        if (
            one.word == "who"
            and "SEAT" in before.kinds
            and coming & {"BE", "LIE"}
            and tokens[-1].word != "?"
        ):
            done += [token_of(","), before]
        elif (
            one.word == "who"
            and before.word == ","
            and coming & _TELLS_ON
            and tokens[-1].word != "?"
            and _named(done)
        ):
            done.append(done[-2])
        else:
            done.append(one)
    return done


def _named(done: list[Token]) -> bool:
    """Return whether the tokens end with a seat and one more token, the comma."""
    return len(done) > 1 and "SEAT" in done[-2].kinds


def _goes_on(one: Token, coming: frozenset[str]) -> bool:
    """Return whether a clause without a subject judges the subject of the clause before."""
    return bool(one.kinds & {"is", "was", "NEG"} and coming & {"BAD", "WOLF", "GOOD"})


def _ends_a_call(tokens: list[Token]) -> bool:
    """Return whether the final seat is spoken to without a comma: `why did you vote me ada`."""
    before = tokens[-2].kinds
    you = any(one.word in ("you", "your") for one in tokens[:-1])
    return you and bool(
        before & {"you", "yourself", "BAD", "WOLF", "LIE", "GOOD", "ROLE", "I", "there"}
    )


def _is_between_commas(tokens: list[Token], place: int, *, asked: bool) -> bool:
    """Return whether a seat between two commas is spoken to: `with respect, leo, could you`."""
    before, one, after = tokens[place - 1 : place + 2]
    if place > 1 and "NIGHT" in tokens[place - 2].kinds:
        return False
    if (
        "SEAT" not in one.kinds
        or "SEATS" in one.kinds
        or before.word != ","
        or after.word not in (",", ":")
    ):
        return False
    relative = place + 2 < len(tokens) and tokens[place + 2].word in ("who", "whose", "which")
    return asked or not relative


def _take_addressee(tokens: list[Token]) -> tuple[list[Token], str]:
    """Return the tokens without the seat that is spoken to, and its letter; empty for none."""
    asked = bool(tokens) and tokens[-1].word == "?"
    core = tokens[:-1] if asked else tokens
    start = next((place for place, one in enumerate(core[:5]) if "SEAT" in one.kinds), -1)
    if (
        len(core) == 1 + sum(one.word in ("!", "?") for one in core[1:])
        and start == 0
        and "SEATS" not in core[0].kinds
    ):
        return tokens, core[0].word[1:]
    if (
        asked
        and len(core) > 1
        and "SEATS" in core[0].kinds
        and (core[1].word == "any" or core[1].kinds & {"WH", "P"})
    ):
        return tokens[1:], core[0].word[1:]
    if (
        asked
        and len(core) > 1
        and core[0].word in ("any", "any_thoughts", "any_reads")
        and "SEAT" in core[-1].kinds
    ):
        return [*core[:-1], tokens[-1]], core[-1].word[1:]
    inner = next(
        (
            place
            for place in range(1, len(core) - 1)
            if _is_between_commas(core, place, asked=asked)
        ),
        0,
    )
    if inner and not any("SEAT" in one.kinds for one in core[:inner]):
        return [*core[: inner - 1], *core[inner + 1 :], *tokens[len(core) :]], core[inner].word[1:]
    if 0 <= start < len(core) - 1 and "SEATS" not in core[start].kinds:
        opened = all(not one.kinds.isdisjoint(_BEFORE_A_CALL) for one in core[:start])
        after = core[start + 1]
        further = core[start + 2].kinds if start + 2 < len(core) else frozenset[str]()
        comma = after.word in (",", "!", ":") and not (
            after.word == ":" and not further & {"WH", "you", "AUX"}
        )
        relative = further & {"who", "whose", "which"} and not asked
        verb = bool(further & {"BAD", "GOOD", "WOLF", "ROLE", "UGLY"})
        question = not verb and (
            (
                not after.kinds.isdisjoint(_OPENS)
                and not after.kinds & {"BAD", "who", "which", "whose"}
            )
            or (
                after.word in _STARTS_CALL
                and bool(further & {"you", "i", "@i", "HIM", "THEM", "SEAT"})
            )
            or (
                after.word in ("who", "whom")
                and bool(further & {"else", "do", "did", "is", "are", "you", "have"})
            )
        )
        question |= "COND" in after.kinds and bool(further & {"you"})
        question |= (
            after.word == "which" and any(one.word == "you" for one in core) and "BE" not in further
        )
        question |= after.word == "any" and asked
        answer = after.word in ("but", "and") and bool(further & {"I", "you"})
        answer |= bool(after.kinds & {"I"}) or after.word in ("yes", "no", "because", "why")
        if opened and (
            (comma and not relative)
            or question
            or (answer and start == 0 and core[-1].word not in _HANGING)
        ):
            return [
                *core[:start],
                *core[start + (2 if comma else 1) :],
                *tokens[len(core) :],
            ], core[start].word[1:]
    if (
        len(core) > 2
        and "SEAT" in core[-1].kinds
        and core[-2].word == ","
        and "SEATS" not in core[-1].kinds
        and core[-3].word not in ("for_now", "now")
    ):
        return [*core[:-2], *tokens[len(core) :]], core[-1].word[1:]
    if (
        len(core) > 2
        and "SEAT" in core[-1].kinds
        and "SEATS" not in core[-1].kinds
        and _ends_a_call(core)
    ):
        return [*core[:-1], *tokens[len(core) :]], core[-1].word[1:]
    return tokens, ""
