"""A chat sentence during matching: tokens, drafts, notes; detects jokes, hearsay and questions.

Note strings are read by `sentence_merge` and are features of the fitted weights.
"""

from __future__ import annotations

from wolfcore.speech.acts import Draft
from wolfcore.speech.vocabulary import word_set

from .row_matcher import RowMatch, Token, candidate_rows
from .scope import scope_of


class ChatSentence:
    """A sentence while rows are matched against it.

    Attributes:
        tokens: Its tokens, pronouns as seats.
        scope: For each token whether it is reported, asked or denied.
        sure: Whether it contains no hedging word.
        candidate_rows: The numbers of the rows that may match somewhere in it.
        drafts: The drafts so far. The attributes `notes`, `pending`, `night`, `listing` and `role`
            have the same meaning as in `RowReading`.
    """

    def __init__(self, tokens: list[Token], pending: str, *, listing: bool, sure: bool) -> None:
        self.tokens, self.scope, self.sure = tokens, scope_of(tokens), sure
        self.candidate_rows = candidate_rows(tokens)
        self.drafts: list[Draft] = []
        self.notes: set[str] = set()
        self.pending, self.listing, self.night = pending, listing, 0
        self.role = next((one.word for one in reversed(tokens) if "ROLE" in one.kinds), "")

    def word(self, place: int) -> str:
        """Return the word at a place; empty outside the sentence."""
        return self.tokens[place].word if 0 <= place < len(self.tokens) else ""

    def kinds(self, place: int) -> frozenset[str]:
        """Return the classes of the word at a place; none outside the sentence."""
        return self.tokens[place].kinds if 0 <= place < len(self.tokens) else frozenset()

    def letters(self, fit: RowMatch) -> list[str]:
        """Return the letters of the seats that a row is about; `i` is the speaker."""
        taken = [
            self.word(at)
            for element, at in fit.matched
            if fit.elements[element].kinds & {"SEAT", "SEATS"}
        ]
        return [letter for word in taken for letter in letters_of_word(word)]

    def clause_before(self, place: int, most: int) -> list[Token]:
        """Return up to `most` tokens of the same clause before a place."""
        before: list[Token] = []
        for one in self.tokens[max(0, place - most) : place]:
            before = [] if one.kinds & {"P", "LINK", "?"} else [*before, one]
        return before


def letters_of_word(word: str) -> list[str]:
    """Return the seat letters of a token: `a` and `b` for `@a+b`; `i` for any other word."""
    return word[1:].split("+") if word.startswith("@") else ["i"]


_JOKES = word_set("jk kidding joking sarcasm joke")


_TO_SAY = word_set("say said saying claim claimed call called")


_ANYBODY = word_set("whoever they people someone everyone")


def note_void_claims(one: ChatSentence) -> None:
    """Add the notes `claim` (no claim is valid here) and `retract` (a claim is taken back)."""
    if _is_mockery(one):
        one.notes.add("claim")
    for place, token in enumerate(one.tokens):
        if "PASTGAME" in token.kinds:
            one.notes.add("claim")
        if token.word in _TO_SAY and "NEG" in one.kinds(place - 1):
            one.notes.add("claim")
        if (
            token.word in _TO_SAY
            and "I" in one.kinds(place + 1)
            and place
            and _is_said_by_others(one, place)
        ):
            one.notes |= {"claim", "retract"}
        if token.word in ("says", "said") and "SEAT" in one.kinds(place + 1) and place:
            one.notes.add("claim")
        if token.word == "would" and one.word(place + 1).startswith("have"):
            one.notes.add("retract")


def _is_mockery(one: ChatSentence) -> bool:
    """Return whether the speaker mocks an accusation: `so i am the wolf now?`.

    Also `and now suddenly i am a wolf`.
    """
    wolf = next((at for at, token in enumerate(one.tokens) if "WOLF" in token.kinds), 0)
    if not wolf or not any("I" in token.kinds for token in one.tokens[:wolf]):
        return False
    return one.tokens[-1].word == "?" or any(token.word == "suddenly" for token in one.tokens)


def is_not_own(one: ChatSentence) -> bool:
    """Return whether the whole sentence is a joke, a denial of having said it, or hearsay."""
    denied = any(
        token.word in _TO_SAY and "NEG" in one.kinds(at - 1) for at, token in enumerate(one.tokens)
    )
    return denied or any(token.word in _JOKES for token in one.tokens) or one.word(0) in _ANYBODY


def note_reported_seats(one: ChatSentence) -> None:
    """Add the note `not X` for each seat that is mentioned only in reported words."""
    own = {
        token.word
        for token, dead in zip(one.tokens, one.scope.not_own, strict=True)
        if not dead and "SEAT" in token.kinds
    }
    mentioned = {token.word for token in one.tokens if "SEAT" in token.kinds} - own
    one.notes |= {f"not {letter}" for word in mentioned for letter in letters_of_word(word)}


def _is_said_by_others(one: ChatSentence, place: int) -> bool:
    """Return whether a verb of saying has another seat as its subject: `you only say i am ...`."""
    return any(
        "SEAT" in token.kinds or token.word == "you" for token in one.clause_before(place, 2)
    )


def note_asked_judgement(one: ChatSentence, fit: RowMatch) -> None:
    """Add the note `asked KIND X` for a judgement that is only asked for.

    The next sentence may deny it.
    """
    if (
        one.word(len(one.tokens) - 1) == "?"
        and fit.row.kind in ("accuse", "vouch")
        and not fit.row.in_question
        and all(one.scope.asked[fit.matched[0][1] : fit.end])
    ):
        one.notes |= {f"asked {fit.row.kind} {letter}" for letter in one.letters(fit)}


def note_question_to(one: ChatSentence, addressee: str, *, called: bool, alone: bool) -> None:
    """Add a question draft for the seat that the sentence asks.

    Args:
        one: The sentence, after all rows were matched.
        addressee: The letter (or letters joined by `+`) spoken to, or an empty string.
        called: Whether the sentence itself names the addressee.
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
    """Return the tokens in the question scope, without the conjunctions before them."""
    asked = [token for token, is_asked in zip(one.tokens, one.scope.asked, strict=True) if is_asked]
    while asked and "LINK" in asked[0].kinds:
        del asked[0]
    return asked


def _has_the_form(asked: list[Token]) -> bool:
    """Return whether the tokens begin as a question does, or contain a question word."""
    words = {token.word for token in asked}
    return bool(
        asked[0].kinds & {"WH", "AUX", "TELL", "any"} or words & {"why", "who", "what", "how"}
    )


def _is_of_either(asked: list[Token]) -> bool:
    """Return whether a question asks what a seat is (`bram seer?`) or thinks of the speaker.

    An example of the second is `bram you vote me?`.
    """
    what_you_are = any(token.kinds & {"ROLE", "WOLF", "BAD"} for token in asked[:4])
    of_me = any("I" in token.kinds for token in asked)
    return what_you_are or (
        of_me and any(token.kinds & {"SUSPECT", "SAY", "VOTE", "TRUST"} for token in asked[1:3])
    )


def _asks_no_meaning(asked: list[Token]) -> bool:
    return {"mean", "want"}.isdisjoint(token.word for token in asked)


def _is_rhetorical(asked: list[Token]) -> bool:
    """Return whether a question expects no answer: `why would i lie`."""
    words = [token.word for token in asked]
    return any(
        words[at] in ("would", "should", "could") and words[at + 1] == "i"
        for at in range(len(words) - 1)
    )


def _is_open_to(asked: list[Token], addressee: str) -> bool:
    """Return whether a question goes to the seat spoken to before, though it does not name it."""
    words = [token.word for token in asked]
    return f"@{addressee}" in words or words[:2] == ["why", "me"] or words[0].startswith("any")
