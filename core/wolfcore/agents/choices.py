"""Agents: the options of an ask in words, and the option that somebody's words mean.

Three things can be wrong with words, and each has its own sentence: they name nothing, several things, or what cannot be chosen.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wolfcore.game import Ask

from .wording import seat_label

_NOBODY = frozenset(
    {"no one", "noone", "nobody", "none", "null", "no", "abstain", "pass", "skip", "hold", "hold fire", "0", "nothing"}
)
_YES = frozenset({"yes", "true", "1", "y", "run", "stand"})
_NO = frozenset({"no", "false", "0", "n", "none", "null"})
FIXED_OPTION_WORDS: dict[str, Mapping[int, str]] = {"run": {0: "no", 1: "yes"}, "order": {0: "left", 1: "right"}}
_CLOSE = 0.75
"""How alike (difflib ratio, 0 to 1) a misspelt name must be."""


class MatchedOption(NamedTuple):
    """What words mean.

    Attributes:
        option: The option, or None where they mean none.
        exact: Whether they are the very words that stand for it.
        problem: What is wrong with them, as a clause; empty where they mean an option.
    """

    option: int | None
    exact: bool = False
    problem: str = ""


def option_words(ask: Ask, names: Sequence[str]) -> dict[int, str]:
    """How each option of an ask is written in prompts and answers."""
    words = FIXED_OPTION_WORDS.get(ask.kind)
    if words:
        return {option: words[option] for option in ask.options}
    if ask.kind == "bid":
        return {option: str(option) for option in ask.options}
    return {option: seat_label(option, names) for option in ask.options}


def match_option(said: object, ask: Ask, names: Sequence[str]) -> MatchedOption:
    """The option that a model means.

    Args:
        said: What it gave for a choice: text, a number, a truth value or nothing.
        ask: What was asked.
        names: Everybody's name, in seat order.
    """
    words = option_words(ask, names)
    for option, text in words.items():
        if said == text:
            return MatchedOption(option, exact=True)
    text = _normalized(said)
    if ask.kind in FIXED_OPTION_WORDS or ask.kind == "bid":
        return _match_word(text, ask, words)
    if text in _NOBODY:
        return MatchedOption(0) if 0 in words else MatchedOption(None, problem=_not_an_option("no one", words))
    seats = _seats(text, names)
    if len(seats) > 1:
        both = " and ".join(seat_label(seat, names) for seat in seats)
        return MatchedOption(None, problem=f"it names {both}, and one is asked for")
    if not seats:
        return MatchedOption(None, problem=f"`{text[:60]}` names none of the options: {', '.join(words.values())}")
    seat = seats[0]
    return MatchedOption(seat) if seat in words else MatchedOption(None, problem=_not_an_option(seat_label(seat, names), words))


def match_seat(said: object, names: Sequence[str]) -> int:
    """The one seat that words name; 0 where they name none or several."""
    seats = _seats(_normalized(said), names)
    return seats[0] if len(seats) == 1 else 0


def _not_an_option(what: str, words: Mapping[int, str]) -> str:
    return f"{what} cannot be chosen; the options are: {', '.join(words.values())}"


def _normalized(said: object) -> str:
    """What was said in small letters, without what stands around words."""
    if said is None:
        return "none"
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, float) and said.is_integer():
        said = int(said)
    return " ".join(re.sub(r"[\s_\"'`*#.,;:!?()\[\]{}-]+", " ", str(said)[:200].casefold()).split())


def _match_word(text: str, ask: Ask, words: Mapping[int, str]) -> MatchedOption:
    """The option of an ask whose options are words or amounts."""
    found = {option for option, word in words.items() if word in text.split()}
    if ask.kind == "run":
        found = {1} if text in _YES else {0} if text in _NO else found
    elif ask.kind == "order" and text in ("0", "1"):
        found = {int(text)}
    if len(found) == 1:
        return MatchedOption(found.pop())
    problem = "says more than one thing" if found else f"`{text[:60]}` is none of the options"
    return MatchedOption(None, problem=f"{problem}: {', '.join(words.values())}")


def _seats(text: str, names: Sequence[str]) -> list[int]:
    """The seats that a text names, by number or name; by a misspelt name where it holds nothing else."""
    known = {_normalized(name): seat for seat, name in enumerate(names, 1) if _normalized(name)}
    padded = f" {text} "
    whole = [seat for name, seat in known.items() if f" {seat} {name} " in padded]
    if len(whole) == 1:
        # `3 Cleo, as on day 2` is one seat and a day.
        return whole
    named = {seat for name, seat in known.items() if f" {name} " in padded}
    numbers = map(int, re.findall(r"(?<![a-z0-9])(?:seat|player)? ?([0-9]{1,2})(?![a-z0-9])", text))
    found = named | {number for number in numbers if 1 <= number <= len(names)}
    if found:
        return sorted(found)
    near = difflib.get_close_matches(text, known, n=2, cutoff=_CLOSE)
    return [known[near[0]]] if len(near) == 1 else []
