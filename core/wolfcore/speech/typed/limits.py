"""What in a sentence is not the speaker's to say: jokes, denials, others' words. It goes into the notes."""

from __future__ import annotations

from wolfcore.speech.vocabulary import word_set

from .sentence import ChatSentence, letters_of_word

_JOKES = word_set("jk kidding joking sarcasm joke")
_TO_SAY = word_set("say said saying claim claimed call called")
_ANYBODY = word_set("whoever they people someone everyone")


def note_void_claims(one: ChatSentence) -> None:
    """Note that no claim counts here, or that one is taken back."""
    if _is_mockery(one):
        one.notes.add("claim")
    for place, token in enumerate(one.tokens):
        if "PASTGAME" in token.kinds:
            one.notes.add("claim")
        if token.word in _TO_SAY and "NEG" in one.kinds(place - 1):
            one.notes.add("claim")
        if token.word in _TO_SAY and "I" in one.kinds(place + 1) and place and _is_said_by_others(one, place):
            one.notes |= {"claim", "retract"}
        if token.word in ("says", "said") and "SEAT" in one.kinds(place + 1) and place:
            one.notes.add("claim")
        if token.word == "would" and one.word(place + 1).startswith("have"):
            one.notes.add("retract")


def _is_mockery(one: ChatSentence) -> bool:
    """Whether the speaker only mocks a charge: `so i am the wolf now?`, `and now suddenly i am a wolf`."""
    wolf = next((at for at, token in enumerate(one.tokens) if "WOLF" in token.kinds), 0)
    if not wolf or not any("I" in token.kinds for token in one.tokens[:wolf]):
        return False
    return one.tokens[-1].word == "?" or any(token.word == "suddenly" for token in one.tokens)


def is_not_own(one: ChatSentence) -> bool:
    """Whether the whole sentence is plainly not the speaker's: a joke, a denial of having said it, talk of the town."""
    denied = any(token.word in _TO_SAY and "NEG" in one.kinds(at - 1) for at, token in enumerate(one.tokens))
    return denied or any(token.word in _JOKES for token in one.tokens) or one.word(0) in _ANYBODY


def note_reported_seats(one: ChatSentence) -> None:
    """Note the seats that are only mentioned in others' words."""
    own = {token.word for token, dead in zip(one.tokens, one.scope.not_own, strict=True) if not dead and "SEAT" in token.kinds}
    told = {token.word for token in one.tokens if "SEAT" in token.kinds} - own
    one.notes |= {f"not {letter}" for word in told for letter in letters_of_word(word)}


def _is_said_by_others(one: ChatSentence, place: int) -> bool:
    """Whether a verb of saying at a place is somebody else's: `you only say i am ...`."""
    return any("SEAT" in token.kinds or token.word == "you" for token in one.clause_before(place, 2))
