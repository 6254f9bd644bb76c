"""Deeds of the night in a typed sentence: who was checked, with which result, who was protected, saved or poisoned."""

from __future__ import annotations

from wolfcore.speech.drafts import Draft, DraftKind
from wolfcore.speech.vocabulary import word_set

from .matching import RowMatch
from .nights import night_before, night_of
from .results import find_result, night_number, result_of_word
from .sentence import ChatSentence, letters_of_word

DEEDS: dict[str, DraftKind] = {"protected": "protected", "saved": "saved", "poisoned": "poisoned"}
"""What rows of a deed's kind become."""
_FUTURE = word_set("will would should to let can could must want going")
_JUDGED = ("accuse", "vouch")
_LONGEST_LIST = 8


def is_future(one: ChatSentence, place: int) -> bool:
    """Whether a deed told at a place has not been done yet."""
    before = {token.word for token in one.tokens[max(0, place - 2) : place]}
    after = {token.word for token in one.tokens[place : place + 6]}
    return "tonight" in after or not before.isdisjoint(_FUTURE)


def add_deed(one: ChatSentence, fit: RowMatch, place: int) -> int:
    """Note what a row of kind `report`, `check` or one of DEEDS tells; where it ends, or 0 if it tells nothing after all."""
    kind, letters = fit.row.kind, one.letters(fit)
    night, end = night_of(one, place, fit.end)
    if kind == "report" and _is_of_others(one, place):
        return 0
    if kind == "report":
        words = [one.word(at) for element, at in fit.matched if fit.elements[element].kinds & {"RESULT", "CHECKED"}]
        if not words or not letters:
            return 0
        negated = any("NEG" in fit.elements[element].kinds for element, _ in fit.matched)
        _report(one, letters, words[-1], negated=negated, night=night)
        return end
    if kind == "check":
        done = add_result(one, end, letters[0], night)
        if done == end and not _was_judged(one, letters[0], night):
            one.pending, one.night = letters[0], night
        return max(done, end)
    one.drafts += [Draft(DEEDS[kind], letter, night=night) for letter in letters]
    return _add_list_items(one, DEEDS[kind], end)


def add_listed_result(one: ChatSentence, place: int) -> int:
    """Where the result of the seat at `place` ends in a list of results, or 0 if there is none."""
    if not one.listing or "SEAT" not in one.kinds(place) or one.scope.not_own[place]:
        return 0
    end = add_result(one, place + 1, one.word(place)[1:], night_before(one, place), listed=True)
    return end if end > place + 1 else 0


def add_result(one: ChatSentence, place: int, letter: str, night: int, *, listed: bool = False) -> int:
    """Where a result for a check of `letter` ends if one is told from `place` on; else `place`."""
    found = find_result(one.tokens, place, letter, listed=listed)
    if found is None or one.scope.asked[found.place]:
        return place
    night = night or night_of(one, place, found.place + 1)[0]
    _report(one, [letter], one.word(found.place), negated=found.negated, night=night)
    return found.place + 1


def judgements_to_results(one: ChatSentence, fit: RowMatch) -> int:
    """What the sentence judged before its `checked both` was checked; where that ends."""
    night = night_of(one, fit.matched[0][1], fit.end)[0]
    one.drafts = [_as_result(draft, night) if draft.kind in _JUDGED else draft for draft in one.drafts]
    return fit.end


def _report(one: ChatSentence, letters: list[str], word: str, *, negated: bool, night: int) -> None:
    said = result_of_word(word, negated=negated)
    one.drafts += [Draft("report", letter, said, night) for letter in letters if letter != "i"]
    one.pending = ""


def _was_judged(one: ChatSentence, letter: str, night: int) -> bool:
    """Whether the sentence judged that seat before it says that it was checked; then that is the result."""
    before = next((draft for draft in one.drafts if draft.letter == letter and draft.kind in _JUDGED), None)
    if before:
        one.drafts.remove(before)
        one.drafts.append(_as_result(before, night))
    return bool(before)


def _as_result(draft: Draft, night: int) -> Draft:
    """A judgement as the result of a check."""
    return Draft("report", draft.letter, "wolves" if draft.kind == "accuse" else "village", night)


def _is_of_others(one: ChatSentence, place: int) -> bool:
    """Whether somebody else's claim or story is told before a place of the sentence."""
    owners = range(min(place, len(one.tokens) - 2))
    return any("SEAT" in one.kinds(at) and one.word(at + 1) == "'s" and "STORY" in one.kinds(at + 2) for at in owners)


def _add_list_items(one: ChatSentence, kind: DraftKind, place: int) -> int:
    """Further items of the same deed: `and Cleo n2`, `second night the Wim`; where they end."""
    for _ in range(_LONGEST_LIST):
        at = place
        while one.kinds(at) & {"P", "and", "then"}:
            at += 1
        pair = one.tokens[at : at + 2]
        night = next((token for token in pair if "NIGHT" in token.kinds), None)
        seat = next((token for token in pair if token.kinds & {"SEAT", "I"}), None)
        if night is None or seat is None or one.scope.not_own[at]:
            break
        one.drafts += [Draft(kind, letter, night=night_number(night.word)) for letter in letters_of_word(seat.word)]
        place = at + 2
    return place
