"""What a typed sentence asks, and whom."""

from __future__ import annotations

from wolfcore.speech.drafts import Draft

from .matching import RowMatch
from .sentence import ChatSentence
from .tokens import Token


def note_asked_judgement(one: ChatSentence, fit: RowMatch) -> None:
    """Note a judgement that is only asked for: the next sentence may deny it."""
    if (
        one.word(len(one.tokens) - 1) == "?"
        and fit.row.kind in ("accuse", "vouch")
        and not fit.row.in_question
        and all(one.scope.asked[fit.matched[0][1] : fit.end])
    ):
        one.notes |= {f"asked {fit.row.kind} {letter}" for letter in one.letters(fit)}


def note_question_to(one: ChatSentence, addressee: str, *, called: bool, alone: bool) -> None:
    """Note whom the sentence asks.

    Args:
        one: The sentence, all of whose rows were found.
        addressee: The letter (or letters joined by `+`) spoken to, or an empty string.
        called: Whether the sentence itself calls on the addressee.
        alone: Whether it begins with a seat.
    """
    if not addressee:
        return
    letters = addressee.split("+")
    asked = _asked(one)
    if called and not asked and "CALLOUT" in one.kinds(0) and "BE" not in one.kinds(1):
        one.drafts += [Draft("ask", letter) for letter in letters]
    if not asked:
        return
    named = asked[0].word == f"@{addressee}"
    bare = named and all(token.word == "?" for token in asked[1:])
    if bare:
        one.notes |= {f"named {letter}" for letter in letters}
    if bare and not one.sure:
        one.notes |= {f"guess {letter}" for letter in letters}
        one.drafts += [Draft("accuse", letter, sure=False) for letter in letters]
        return
    there = named and called and one.word(len(one.tokens) - 1) == "?" and _asks_no_meaning(asked)
    put = (bare and alone) or there or _has_the_form(asked) or (named and _is_of_either(asked))
    if put and not _is_rhetorical(asked) and (called or _is_open_to(asked, addressee)):
        one.drafts += [Draft("ask", letter) for letter in letters]


def _asked(one: ChatSentence) -> list[Token]:
    """The tokens that are asked, without the links before them."""
    asked = [token for token, is_asked in zip(one.tokens, one.scope.asked, strict=True) if is_asked]
    while asked and "LINK" in asked[0].kinds:
        del asked[0]
    return asked


def _has_the_form(asked: list[Token]) -> bool:
    """Whether it begins as a question does, or has a question's word."""
    words = {token.word for token in asked}
    return bool(asked[0].kinds & {"WH", "AUX", "TELL", "any"} or words & {"why", "who", "what", "how"})


def _is_of_either(asked: list[Token]) -> bool:
    """Whether it asks a seat that it begins with what that is (`bram seer?`) or makes of the speaker (`bram you vote me?`)."""
    what_you_are = any(token.kinds & {"ROLE", "WOLF", "BAD"} for token in asked[:4])
    of_me = any("I" in token.kinds for token in asked)
    return what_you_are or (of_me and any(token.kinds & {"SUSPECT", "SAY", "VOTE", "TRUST"} for token in asked[1:3]))


def _asks_no_meaning(asked: list[Token]) -> bool:
    return {"mean", "want"}.isdisjoint(token.word for token in asked)


def _is_rhetorical(asked: list[Token]) -> bool:
    """Whether nobody is to answer it: `why would i lie`."""
    words = [token.word for token in asked]
    return any(words[at] in ("would", "should", "could") and words[at + 1] == "i" for at in range(len(words) - 1))


def _is_open_to(asked: list[Token], addressee: str) -> bool:
    """Whether it is put to whoever was spoken to before, though it does not call on them."""
    words = [token.word for token in asked]
    return f"@{addressee}" in words or words[:2] == ["why", "me"] or words[0].startswith("any")
