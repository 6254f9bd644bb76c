"""Effects of rows about checks and their results, protections, saves and poisons; night numbers."""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.game import RoleName, Team
from wolfcore.speech.acts import LAST_NIGHT, Draft, DraftKind
from wolfcore.speech.vocabulary import word_set

from .lexicon import RESULT_BY_WORD, ROLE_BY_WORD
from .row_matcher import RowMatch, Token
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
        words = [
            one.word(at)
            for element, at in fit.matched
            if fit.elements[element].kinds & {"RESULT", "CHECKED"}
        ]
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


def add_result(
    one: ChatSentence, place: int, letter: str, night: int, *, listed: bool = False
) -> int:
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
    one.drafts = [
        _as_result(draft, night) if draft.kind in _JUDGED else draft for draft in one.drafts
    ]
    return fit.end


def _report(one: ChatSentence, letters: list[str], word: str, *, negated: bool, night: int) -> None:
    said = result_of_word(word, negated=negated)
    one.drafts += [Draft("report", letter, said, night) for letter in letters if letter != "i"]
    one.pending = ""


def _was_judged(one: ChatSentence, letter: str, night: int) -> bool:
    """Whether the sentence judged that seat before it says that it was checked; then that is the result."""
    before = next(
        (draft for draft in one.drafts if draft.letter == letter and draft.kind in _JUDGED), None
    )
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
    return any(
        "SEAT" in one.kinds(at) and one.word(at + 1) == "'s" and "STORY" in one.kinds(at + 2)
        for at in owners
    )


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
        one.drafts += [
            Draft(kind, letter, night=night_number(night.word))
            for letter in letters_of_word(seat.word)
        ]
        place = at + 2
    return place


def night_of(one: ChatSentence, place: int, end: int) -> tuple[int, int]:
    """The night of a deed told between two places, right after or before them; and where its telling ends."""
    for at in range(end - 1, place - 1, -1):
        if "NIGHT" in one.kinds(at):
            return night_number(one.word(at)), end
    step = end
    while one.word(step) in ("(", ",", "on", "in", "at", "during"):
        step += 1
    if "NIGHT" in one.kinds(step) and not _item_follows(one, step + 1):
        return night_number(one.word(step)), step + 1
    return night_before(one, place), end


def night_before(one: ChatSentence, place: int) -> int:
    """The night told right before a place, or 0."""
    at = place - 1
    while at >= 0 and one.kinds(at) & {"P", "I", "on", "in", "my", "check", "checked", "result"}:
        at -= 1
    return night_number(one.word(at)) if "NIGHT" in one.kinds(at) else 0


def _item_follows(one: ChatSentence, place: int) -> bool:
    """Whether the night before `place` begins the next item of a list: `n2 cleo wolf`."""
    while one.kinds(place) & {"P", "i", "I"}:
        place += 1
    return bool(one.kinds(place) & {"SEAT", "CHECK", "PROTECT", "SAVE"})


_LONGEST_GAP = 9


_IN_A_LIST = frozenset(("P", "BE", "NIGHT"))


_OF_A_CHECK = frozenset(("guilty", "innocent", "black", "red", "green", "inno"))
"""Words that only a check finds: a Seer who says that somebody is guilty tells a result."""


_BETWEEN = _IN_A_LIST | frozenset(
    [
        "BE",
        "TYPE",
        "I",
        "and",
        "that",
        "which",
        "come",
        "came",
        "back",
        "up",
        "turned",
        "out",
        "as",
        "it",
        "so",
        "with",
        "saw",
        "got",
        "found",
        "result",
        "results",
        "get",
        "but",
        "person",
        "says",
        "said",
        "answer",
    ]
)


class ResultWord(NamedTuple):
    """A result: where its word stands, and whether it was negated."""

    place: int
    negated: bool


def find_result(tokens: list[Token], place: int, letter: str, *, listed: bool) -> ResultWord | None:
    """The result told from `place` on for a check of `letter`; in a list of results nothing may stand in between."""
    negated = stated = False
    for at in range(place, min(len(tokens), place + _LONGEST_GAP)):
        one = tokens[at]
        if "RESULT" in one.kinds:
            return (
                None
                if listed and stated and one.word not in _OF_A_CHECK
                else ResultWord(at, negated)
            )
        if listed and "BE" in one.kinds and one.word not in ("is", "'s", "="):
            return None
        stated |= one.word in ("is", "'s")
        if "NEG" in one.kinds:
            negated = True
        elif (listed and "NIGHT" in one.kinds and at > place + 1) or (
            one.word != f"@{letter}" and one.kinds.isdisjoint(_IN_A_LIST if listed else _BETWEEN)
        ):
            return None
    return None


def result_of_word(word: str, *, negated: bool) -> Team | RoleName:
    """What a word for a result says: a role of the village where one is named, else a team."""
    team, role = RESULT_BY_WORD.get(word), ROLE_BY_WORD.get(word)
    bad = team == "wolves" or role == "Werewolf"
    if bad or negated:
        return "wolves" if bad != negated else "village"
    return team or role or "village"


def night_number(word: str) -> int:
    """The night of `night2` or `lastnight`."""
    return LAST_NIGHT if word == "lastnight" else int(word.removeprefix("night"))
