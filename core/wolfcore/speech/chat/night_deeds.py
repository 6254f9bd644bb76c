"""Effects of rows about checks and their results, protections, saves and poisons; night numbers.

A place is the index of a token. Functions that add drafts return the place after the last token
that they used.
"""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.game import RoleName, Team, team_of
from wolfcore.speech.acts import LAST_NIGHT, Draft, DraftKind
from wolfcore.speech.vocabulary import word_set

from .lexicon import RESULT_BY_WORD, role_by_word
from .row_matcher import RowMatch, Token
from .sentence import ChatSentence, letters_of_word

DEEDS: dict[str, DraftKind] = {"protected": "protected", "saved": "saved", "poisoned": "poisoned"}
"""The draft kind for each row kind that tells a protection, save or poisoning."""


_FUTURE = word_set("will would should to let can could must want going")


_JUDGED = ("accuse", "vouch")


_LONGEST_LIST = 8


def is_future(one: ChatSentence, place: int) -> bool:
    """Return whether an action stated at a place is still to be done (`will check bram`)."""
    before = {token.word for token in one.tokens[max(0, place - 2) : place]}
    after = {token.word for token in one.tokens[place : place + 6]}
    return "tonight" in after or not before.isdisjoint(_FUTURE)


def add_deed(one: ChatSentence, fit: RowMatch, place: int) -> int:
    """Add the drafts of a row of kind `report`, `check` or one of DEEDS.

    Args:
        one: The sentence.
        fit: The row that matches.
        place: The place where the match begins.

    Returns:
        The place after the last token used, or 0 if the row tells nothing of the speaker's own.
    """
    kind, letters = fit.row.kind, one.letters(fit)
    night, end = night_of(one, place, fit.end)
    # `bram's check`: a story of another seat.
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
        # The result may have been said before, as a judgement, or comes in the next sentence.
        if done == end and not _was_judged(one, letters[0], night):
            one.pending, one.night = letters[0], night
        return max(done, end)
    one.drafts += [Draft(DEEDS[kind], letter, night=night) for letter in letters]
    return _add_list_items(one, DEEDS[kind], end)


def add_listed_result(one: ChatSentence, place: int) -> int:
    """Add the result of the seat at `place` in a list of results.

    Returns the place after the result, or 0 if there is none.
    """
    if not one.listing or "SEAT" not in one.kinds(place) or one.scope.not_own[place]:
        return 0
    end = add_result(one, place + 1, one.word(place)[1:], night_before(one, place), listed=True)
    return end if end > place + 1 else 0


def add_result(
    one: ChatSentence, place: int, letter: str, night: int, *, listed: bool = False
) -> int:
    """Add the result of a check of `letter` if one follows from `place` on.

    Args:
        one: The sentence.
        place: The place where the search starts.
        letter: The letter of the checked seat.
        night: The night of the check; 0 to take it from the words.
        listed: Whether the result is an item of a list.

    Returns:
        The place after the result; `place` if there is none.
    """
    found = find_result(one.tokens, place, letter, listed=listed)
    if found is None or one.scope.asked[found.place]:
        return place
    night = night or night_of(one, place, found.place + 1)[0]
    _report(one, [letter], one.word(found.place), negated=found.negated, night=night)
    return found.place + 1


def judgements_to_results(one: ChatSentence, fit: RowMatch) -> int:
    """Turn the judgements that the sentence made so far into results of checks (`checked both`).

    Returns the place after the row.
    """
    night = night_of(one, fit.matched[0][1], fit.end)[0]
    one.drafts = [
        _as_result(draft, night) if draft.kind in _JUDGED else draft for draft in one.drafts
    ]
    return fit.end


def _report(one: ChatSentence, letters: list[str], word: str, *, negated: bool, night: int) -> None:
    said = result_of_word(word, negated=negated)
    # Nobody checks themselves.
    one.drafts += [Draft("report", letter, said, night) for letter in letters if letter != "i"]
    one.pending = ""


def _was_judged(one: ChatSentence, letter: str, night: int) -> bool:
    """Turn the sentence's earlier judgement of a checked seat into the result of the check.

    Returns whether there was such a judgement.
    """
    before = next(
        (draft for draft in one.drafts if draft.letter == letter and draft.kind in _JUDGED), None
    )
    if before:
        one.drafts.remove(before)
        one.drafts.append(_as_result(before, night))
    return bool(before)


def _as_result(draft: Draft, night: int) -> Draft:
    """Return a judgement as the result of a check.

    An accusation stands for the wolves, a vouch for the village.
    """
    return Draft("report", draft.letter, "wolves" if draft.kind == "accuse" else "village", night)


def _is_of_others(one: ChatSentence, place: int) -> bool:
    """Return whether another seat's claim or story precedes a place (`bram's check`)."""
    owners = range(min(place, len(one.tokens) - 2))
    return any(
        "SEAT" in one.kinds(at) and one.word(at + 1) == "'s" and "STORY" in one.kinds(at + 2)
        for at in owners
    )


def _add_list_items(one: ChatSentence, kind: DraftKind, place: int) -> int:
    """Add further items of the same action: `and Cleo n2`, `second night the Wim`.

    Returns the place after the last item.
    """
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
    """Find the night of an action stated between two places, or right after or right before them.

    Args:
        one: The sentence.
        place: The place where the statement begins.
        end: The place after it.

    Returns:
        The night (0 if none is stated), and the place after the action and its night.
    """
    for at in range(end - 1, place - 1, -1):
        if "NIGHT" in one.kinds(at):
            return night_number(one.word(at)), end
    step = end
    while one.word(step) in ("(", ",", "on", "in", "at", "during"):
        step += 1
    if "NIGHT" in one.kinds(step) and not _item_follows(one, step + 1):
        # In `n1 bram good n2 cleo wolf` the second night belongs to the next item.
        return night_number(one.word(step)), step + 1
    return night_before(one, place), end


def night_before(one: ChatSentence, place: int) -> int:
    """Return the night stated right before a place, or 0."""
    at = place - 1
    while at >= 0 and one.kinds(at) & {"P", "I", "on", "in", "my", "check", "checked", "result"}:
        at -= 1
    return night_number(one.word(at)) if "NIGHT" in one.kinds(at) else 0


def _item_follows(one: ChatSentence, place: int) -> bool:
    """Return whether the night before `place` begins the next item of a list: `n2 cleo wolf`."""
    while one.kinds(place) & {"P", "i", "I"}:
        place += 1
    return bool(one.kinds(place) & {"SEAT", "CHECK", "PROTECT", "SAVE"})


_LONGEST_GAP = 9


_IN_A_LIST = frozenset(("P", "BE", "NIGHT"))


_OF_A_CHECK = frozenset(("guilty", "innocent", "black", "red", "green", "inno"))
"""Words that only a check can justify: in a list of checks, `bram guilty` reports a result."""


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
    """The place of a result word, and whether the result is negated."""

    place: int
    negated: bool


def find_result(tokens: list[Token], place: int, letter: str, *, listed: bool) -> ResultWord | None:
    """Find the result of a check of `letter` that is stated from `place` on; None if there is none.

    Only few words may stand before the result; in a list of results (`listed`) even fewer.
    """
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
    """Return the result that a word stands for: a village role where it names one, else a team."""
    team, role = RESULT_BY_WORD.get(word), role_by_word(word)
    bad = team == "wolves" or (role is not None and team_of(role) == "wolves")
    # Of a negated result only the team is known: `not a villager` means the wolves.
    if bad or negated:
        return "wolves" if bad != negated else "village"
    return team or role or "village"


def night_number(word: str) -> int:
    """Return the night of `night2` as 2; LAST_NIGHT for `lastnight`."""
    return LAST_NIGHT if word == "lastnight" else int(word.removeprefix("night"))
