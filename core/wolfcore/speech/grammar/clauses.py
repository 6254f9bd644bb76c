"""Splits a sentence into clauses: pronouns replaced by seats, lists of seats joined, links kept.

Seats are letters: `@a`; `@i` is the speaker, `@a+b` a list.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wolfcore.speech.vocabulary import (
    FILLERS,
    HEDGES,
    VILLAGE_MARK,
    WOLF_MARK,
    spell_out,
    word_set,
)

from .simplification import simplify_sentence


class Clause(NamedTuple):
    """One clause of a sentence.

    Attributes:
        words: Its words, one space apart, without fillers.
        link: The conjunction or sign before it, or an empty string.
        hedged: Whether it contained hedging words, which are removed.
    """

    words: str
    link: str
    hedged: bool


class SplitSentence(NamedTuple):
    """A sentence split into clauses.

    Attributes:
        clauses: Its clauses.
        is_question: Whether it contains a question mark.
        last: The letter (or letters joined by `+`) mentioned last, or an empty string.
        addressee: The letter of the seat spoken to, or an empty string.
        names_addressee: Whether the sentence itself names the addressee.
        says_you: Whether it says "you" to the addressee.
    """

    clauses: tuple[Clause, ...]
    is_question: bool
    last: str
    addressee: str
    names_addressee: bool
    says_you: bool


_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")


_TOKEN = re.compile(
    rf"@[a-z](?:'s)?|[{VILLAGE_MARK}{WOLF_MARK}]?[a-z]+\d*(?:[-'][a-z]+)*|\d+|--|[,;:?!()–—-]"
)


_LINKS = word_set(
    ", ; : - -- – — ( ) and but because since while though although yet then if unless "
    "whether suppose"
)


_SIGNS = word_set(", ; : - -- – — ( )")


_SO_STARTS = word_set("i we let vote my you please do")


_HE = word_set("he she him himself herself")


_HIS = word_set("his")


_THEY = word_set("they them themselves themself their")


_CROWDS = word_set("wolves werewolves villagers players suspects candidates")


_SOME = word_set("the all other remaining true real hidden our these those")


_AFTER_HER = word_set(
    ", ; : ? ! - and but last lastnight on at in is was as to for because so today now "
    "tonight out too again yesterday with a "
    "the first good clean alive safe"
)


_BE = word_set(
    "a an the not no lying good bad clean clear innocent my our your one definitely clearly "
    "probably likely really obviously "
    "certainly just so very suspicious guilty evil honest safe wolf werewolf villager hiding "
    "trying too acting being still "
    "never wrong right telling"
)


_SINGULAR = word_set(
    "is was has does did must should can will checked said says claims claimed voted lies lied"
)


_PLURAL = word_set("are were look seem have")


_RELATIVE = ("who", "whose", "which")


_YOU = word_set("you your yourself")


_BEFORE_A_CALL = word_set(
    "so but and , hey no oh sorry speak come on say look tell us right thanks"
)


_YOU_ALL = word_set("all guys folks two three people both")


def split_clauses(text: str, last: str, addressee: str) -> SplitSentence:
    """Split one lower-case sentence with seat letters into clauses.

    Args:
        text: The sentence with its closing sign.
        last: The letter that a pronoun means before a seat is mentioned, or an empty string.
        addressee: The letter that "you" means unless the sentence names an addressee, or an empty
            string.
    """
    if '"' in text or "“" in text or "«" in text:
        text = _QUOTED.sub(" ", text)
    tokens = _TOKEN.findall(simplify_sentence(spell_out(text)))
    asked = "?" in tokens
    # Sentence signs are gone from here on; `asked` has kept the question.
    tokens = _split_possessives([token for token in tokens if token not in "?!"])
    tokens, called = _take_addressee(_join_seat_lists(tokens), asked=asked)
    you = not _YOU.isdisjoint(tokens)
    # Without a seat mentioned before, a pronoun means the one spoken to.
    tokens, last = _resolve_pronouns(tokens, last or called or addressee, called or addressee)
    return SplitSentence(_split(tokens), asked, last, called or addressee, bool(called), you)


def _split_possessives(tokens: list[str]) -> list[str]:
    """Split `@a's` into "@a is" or the seat and a possessive `'s`, by the next word."""
    done: list[str] = []
    for place, token in enumerate(tokens):
        if token.startswith("@") and token.endswith("'s"):
            coming = tokens[place + 1] if place + 1 < len(tokens) else ""
            done += [token[:-2], "is" if coming in _BE else "'s"]
        else:
            done.append(token)
    return done


def _join_seat_lists(tokens: list[str]) -> list[str]:
    """Join seats in a row into one token; "@a and @b is" is not a list."""
    done: list[str] = []
    place = 0
    while place < len(tokens):
        if not tokens[place].startswith("@"):
            done.append(tokens[place])
            place += 1
            continue
        end, row, joined = place + 1, [tokens[place]], False
        while end < len(tokens):
            step = end
            joining = False
            while step < len(tokens) and tokens[step] in (",", "and", "or", "nor"):
                joining |= tokens[step] != ","
                step += 1
            if step == end or step >= len(tokens) or not tokens[step].startswith("@"):
                break
            row.append(tokens[step])
            # Commas alone do not show that the seats are a list.
            joined |= joining
            end = step + 1
        coming = tokens[end] if end < len(tokens) else ""
        if (
            len(row) > 1
            and coming not in _SINGULAR
            and coming != "'s"
            and (joined or coming in _PLURAL)
        ):
            done.append("@" + "+".join(dict.fromkeys(seat[1:] for seat in row)))
            place = end
        else:
            done.append(tokens[place])
            place += 1
    return done


def _take_addressee(tokens: list[str], *, asked: bool) -> tuple[list[str], str]:
    """Return the tokens without the seat that the sentence names as addressee, and its letter.

    "@a, who was" names no addressee unless the sentence asks.
    """
    called = ""
    start = next((place for place, token in enumerate(tokens[:4]) if token.startswith("@")), -1)
    opened = all(token in FILLERS or token in _BEFORE_A_CALL for token in tokens[:start])
    if (
        0 <= start < len(tokens) - 2
        and opened
        and tokens[start + 1] == ","
        and tokens[start] != "@i"
        and (asked or tokens[start + 2] not in _RELATIVE)
    ):
        called = tokens[start][1:]
        tokens = tokens[:start] + tokens[start + 2 :]
    if (
        len(tokens) > 2
        and tokens[-1].startswith("@")
        and tokens[-2] == ","
        and tokens[-1] != "@i"
        and "+" not in tokens[-1]
    ):
        called = called or tokens[-1][1:]
        tokens = tokens[:-2]
    return tokens, called


def _resolve_pronouns(tokens: list[str], last: str, addressee: str) -> tuple[list[str], str]:
    """Replace pronouns by seats; return the tokens and the letter mentioned last.

    "they" keeps the seat that it meant first in the sentence; it stays a word where it means "the
    wolves".
    """
    done: list[str] = []
    they, crowd = "", False
    for place, token in enumerate(tokens):
        # After `the wolves`, `they` means that crowd and no seat.
        coming = tokens[place + 1] if place + 1 < len(tokens) else ""
        crowd |= token in _CROWDS and place > 0 and tokens[place - 1] in _SOME
        if token.startswith("@"):
            if token != "@i":
                last, crowd = token[1:], False
            done.append(token)
        elif token in ("me", "myself"):
            done.append("@i")
        elif (
            token in ("you", "yourself")
            and addressee
            and coming not in _YOU_ALL
            and (not done or done[-1] != "thank")
        ):
            done.append("@" + addressee)
        elif token == "your" and addressee:
            done += ["@" + addressee, "'s"]
        elif token in _THEY and (they or last):
            if (crowd and not they) or (
                place > 1
                and tokens[place - 2 : place] == ["one", "of"]
                and "+" not in (they or last)
            ):
                done.append(token)
                continue
            they = they or last
            done += ["@" + they, "'s"] if token == "their" else ["@" + they]
        elif last and token in _HE:
            done.append("@" + last)
        elif last and token == "her":
            done += ["@" + last] if not coming or coming in _AFTER_HER else ["@" + last, "'s"]
        elif last and token in _HIS:
            done += ["@" + last, "'s"]
        else:
            done.append(token)
    return done, last


def _split(tokens: list[str]) -> tuple[Clause, ...]:
    done: list[Clause] = []
    words: list[str] = []
    link, hedged = "", False
    for place, token in enumerate(tokens):
        coming = tokens[place + 1] if place + 1 < len(tokens) else ""
        if token in _LINKS or (token == "so" and (coming in _SO_STARTS or coming.startswith("@"))):
            if words:
                done.append(Clause(" ".join(words), link, hedged))
                words, link, hedged = [], token, False
            elif token not in _SIGNS:
                # Of `, and` the word is the link and not the sign before it.
                link = token
            elif not done:
                link = ""
        elif token in HEDGES:
            hedged = True
        elif token not in FILLERS and token != "so":
            words.append(token)
    if words:
        done.append(Clause(" ".join(words), link, hedged))
    return tuple(done)
