"""Tokenizer of chat sentences: joins phrases and seat lists, adds word classes.

Words of classes FILL and HEDGE are removed; whether the sentence contains a hedge is returned
beside the tokens.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wolfcore.game import ROLES
from wolfcore.speech.vocabulary import VILLAGE_MARK, WOLF_MARK, marked_role, spell_out

from .lexicon import LEXICON, RESULT_BY_WORD, ROLE_BY_WORD, correct_spelling
from .row_matcher import ROWS, Token

_TOKEN = re.compile(
    rf"@[a-z](?:'s)?|->|[{VILLAGE_MARK}{WOLF_MARK}]?[a-z]+\d*(?:['-][a-z]+)*"
    r"|\d+(?:st|nd|rd|th)|\d+(?:[/.]\d+)?"
    r"|[,;:?!()\[\]=/&+–—%-]"
)


_SIGNS = frozenset([",", ";", ":", "(", ")", "[", "]", "=", "-", "–", "—", "/", "->", "&", "+"])


_NIGHT = re.compile(r"(?:night\d+|lastnight)$")


_KEEPS_S = frozenset(("let", "it", "that"))


_OPENERS = frozenset(("ok", "okay", "well", "alright", "always"))


_JOINS = frozenset([",", "/", "&", "+", "and", "or", "nor", "plus"])


_SINGULAR = frozenset(
    [
        "is",
        "was",
        "has",
        "does",
        "did",
        "must",
        "should",
        "can",
        "could",
        "will",
        "would",
        "checked",
        "said",
        "says",
        "claims",
        "claimed",
        "voted",
        "lies",
        "lied",
        "you",
        "u",
        "reads",
        "acts",
        "looks",
        "seems",
        "sounds",
        "goes",
        "gets",
        "wants",
    ]
)


_PLURAL = frozenset(
    ["are", "were", "r", "look", "seem", "have", "both", "wolves", "werewolves", "scum"]
)


def _build() -> tuple[dict[str, frozenset[str]], dict[str, dict[str, list[tuple[str, ...]]]]]:
    """Return the classes of each word, and an index of phrases.

    The index maps the first and the second word of a phrase to its phrases, the longest first.
    """
    classes: dict[str, set[str]] = {}
    for kind, words in (*LEXICON.items(), ("RESULT", (*RESULT_BY_WORD, *ROLE_BY_WORD))):
        for word in words:
            classes.setdefault(word, {word}).add(kind)
    for sign in _SIGNS:
        classes.setdefault(sign, {sign}).add("P")
    phrases: dict[str, dict[str, list[tuple[str, ...]]]] = {}
    known = {
        word.strip("!")
        for row in ROWS
        for element in row.pattern.split()
        for word in element.rstrip("?*").split("|")
    }
    for word in {*classes, *(word for word in known if "_" in word and word.islower())}:
        if "_" in word.strip("_"):
            parts = tuple(word.split("_"))
            phrases.setdefault(parts[0], {}).setdefault(parts[1], []).append(parts)
    for going_on in phrases.values():
        for found in going_on.values():
            # The longest phrase is tried first.
            found.sort(key=len, reverse=True)
    return {word: frozenset(kinds) for word, kinds in classes.items()}, phrases


_CLASSES, _PHRASES = _build()


@lru_cache(maxsize=1 << 13)
def token_of(word: str) -> Token:
    """Return the token of a word, a seat (`@a`, `@a+b`), a role mark, a night or a sign; cached."""
    if word.startswith("@"):
        return Token(
            word,
            frozenset((word, "I"))
            if word == "@i"
            else frozenset((word, "SEAT", *(("SEATS",) if "+" in word else ()))),
        )
    if _NIGHT.match(word):
        return Token(word, frozenset((word, "NIGHT")))
    if role := marked_role(word):
        kinds = ("ROLE",) if ROLES[role].plain else ("ROLE", "GOD")
        return Token(
            word,
            frozenset((word, "RESULT", *(("WOLF",) if word.startswith(WOLF_MARK) else kinds))),
        )
    return Token(word, _CLASSES.get(word) or frozenset((word,)))


def tokenize(text: str) -> tuple[list[Token], bool]:
    """Return the tokens of a lower-case sentence with seat letters, and whether it hedges."""
    words = _split_possessives(_TOKEN.findall(spell_out(correct_spelling(text))))
    words = _join_seat_lists(_join_phrases(words))
    hedged = any(token_of(word).kinds & {"HEDGE", "SOFT"} for word in words)
    plain = [one for word in words if not ({"FILL", "HEDGE"} & (one := token_of(word)).kinds)]
    # `so` opens a clause or only strengthens a word.
    plain = [
        one for place, one in enumerate(plain) if one.word != "so" or _begins(plain, place + 1)
    ]
    plain = [
        one
        for place, one in enumerate(plain)
        if one.word != "that" or not place or not _names_somebody(plain, place + 1)
    ]
    while plain and ("P" in plain[0].kinds or (plain[0].word in _OPENERS and len(plain) > 1)):
        del plain[0]
    return _without_today(_one_copula(plain)), hedged


def _one_copula(tokens: list[Token]) -> list[Token]:
    """Reduce several words for "is" in a row to the last one: `has been`, `is got_to_be`."""
    return [
        one
        for place, one in enumerate(tokens)
        if not (
            "BE" in one.kinds
            and place + 1 < len(tokens)
            and "BE" in tokens[place + 1].kinds
            and one.word != "="
        )
    ]


def _without_today(tokens: list[Token]) -> list[Token]:
    """Remove "today", except in a short sentence that begins with a seat, such as `dov today`."""
    if len(tokens) <= 3 and "SEAT" in tokens[0].kinds if tokens else False:
        return tokens
    return [one for one in tokens if one.word != "today"]


def _names_somebody(tokens: list[Token], place: int) -> bool:
    """Return whether a seat or pronoun follows "that", which then only introduces a statement."""
    return place < len(tokens) and bool(
        tokens[place].kinds & {"SEAT", "I", "WE", "HIM", "THEM", "it"}
    )


def _begins(tokens: list[Token], place: int) -> bool:
    """Return whether the words after "so" are a clause of their own."""
    return place < len(tokens) and bool(
        tokens[place].kinds
        & {"SEAT", "I", "WE", "HIM", "THEM", "it", "let", "VOTE", "WH", "AUX", "P", "NEG", "COND"}
    )


def _split_possessives(words: list[str]) -> list[str]:
    done: list[str] = []
    for word in words:
        if word.startswith("@") and word.endswith("'s"):
            done += [word[:-2], "'s"]
        else:
            owner = word.removesuffix("'s")
            done += (
                ("it", "is")
                if word == "its"
                else (word,)
                if owner == word or owner in _KEEPS_S
                else (owner, "'s")
            )
    done = [word for word in done if not word[0].isdigit()]
    return [
        word
        for place, word in enumerate(done)
        if word != "%" or done[place + 1 : place + 2] == ["on"]
    ]


def _join_phrases(words: list[str]) -> list[str]:
    """Join the words of known phrases into one word: `top_of_my_list`."""
    done: list[str] = []
    place = 0
    while place < len(words):
        going_on = _PHRASES.get(words[place])
        for parts in (
            going_on.get(words[place + 1], ()) if going_on and place + 1 < len(words) else ()
        ):
            if tuple(words[place : place + len(parts)]) == parts:
                done.append("_".join(parts))
                place += len(parts)
                break
        else:
            done.append(words[place])
            place += 1
    return done


def _join_seat_lists(words: list[str]) -> list[str]:
    """Join seats in a row into one token: `@a and @b`, `@a/@b`, `@a @b`.

    Seats joined only by commas become a list only where the context shows that they are one.
    """
    done: list[str] = []
    place = 0
    while place < len(words):
        if not words[place].startswith("@") or words[place] == "@i":
            done.append(words[place])
            place += 1
            continue
        row, ends, joined, either = [words[place][1:]], [place + 1], False, False
        step = place + 1
        while step < len(words):
            after, commas = step, 0
            while after < len(words) and (
                words[after] in _JOINS
                or (after > step and token_of(words[after]).kinds & {"FILL", "HEDGE"})
            ):
                commas += words[after] == ","
                either |= words[after] in ("or", "nor")
                after += 1
            if after >= len(words) or not words[after].startswith("@") or words[after] == "@i":
                break
            joined |= after - step > commas or after == step
            row.append(words[after][1:])
            ends.append(after + 1)
            step = after + 1
        coming = words[step] if step < len(words) else ""
        one_of = done[-1:] == ["of"] or done[-1:] == ["between"] or done[-1:] == ["both"]
        # In `between @a, @b` commas alone join the seats.
        listed = one_of and words[ends[-1] - 2 : ends[-1] - 1] != [","]
        # In `@a, @b is bad` the last seat begins a clause of its own.
        if len(row) > 1 and not either and not listed and (coming in _SINGULAR or coming == "'s"):
            row, ends = row[:-1], ends[:-1]
            joined &= len(row) > 1
        header = bool(done) and done[-1] not in (",", ";", "and", "but")
        whole = not done and coming in ("", ".", "!", ":", "?", "-", "—", "–")
        if len(row) > 1 and (joined or header or whole or coming in _PLURAL):
            done.append("@" + "+".join(dict.fromkeys(row)))
            place = ends[-1]
        else:
            done.append(words[place])
            place += 1
    return done
