"""Effects of rows that claim or retract a role, judge a seat or call a vote.

Functions that handle a row return the place (token index) after the tokens that it used, or 0 if
the row does not count.
"""

from __future__ import annotations

from wolfcore.game import HOLDERS, RoleName
from wolfcore.speech.acts import Draft, DraftKind
from wolfcore.speech.vocabulary import word_set

from .lexicon import role_by_word
from .row_matcher import RowMatch
from .sentence import ChatSentence, letters_of_word


def add_claim(one: ChatSentence, fit: RowMatch) -> int:
    """Add the draft or note of a row of kind `claim`, `same`, `real` or `retract`.

    Returns:
        The place after the row, or 0 if it claims no role.
    """
    kind = fit.row.kind
    words = [
        one.word(at)
        for element, at in fit.matched
        if fit.elements[element].kinds & {"ROLE", "WOLF"}
    ]
    role: RoleName | None = role_by_word(words[-1]) if words else None
    if kind in ("same", "real"):
        one.notes.add(kind)
    elif kind == "retract":
        one.drafts.append(Draft("retract", word=role or ""))
    elif role:
        one.drafts.append(Draft("claim", word=role))
        one.listing |= role in HOLDERS["check"]
        if fit.row.pattern.startswith("^") and fit.end < len(one.tokens):
            one.listing = role in HOLDERS["check"]
    else:
        return 0
    named = next((at for _, at in fit.matched if "SEAT" in one.kinds(at)), 0)
    if named:
        return named
    last = fit.end - 1
    return max(fit.matched[0][1] + 1, last if one.kinds(last) & {"SEAT", "NIGHT", "P"} else fit.end)


_JUDGEMENTS = ("accuse", "vouch")


_FLIPS: dict[DraftKind, DraftKind] = {"accuse": "vouch", "vouch": "accuse", "vote": "defend"}


_PREPOSITIONS = word_set(
    "for of against about on by with from to at over into except besides unlike like than"
)
"""Prepositions before a seat: the seat is not the subject of what follows.

In "the vote for Ada is odd" the judgement is not about Ada.
"""


_DID = word_set("did have had was has")


_NO_CALL_WORDS = word_set("together nobody did have had who they why wolves yesterday")


_NO_CALL_KINDS = word_set("NEG SEAT HIM THEM WOLF ROLE")


_DETERMINERS = word_set("that this 's my your first his their every no")


_DEATH_WORDS = word_set("died dead dies killed eaten")
"""Words for a death, which is not an action of the seat itself."""


def add_judgement(one: ChatSentence, kind: DraftKind, fit: RowMatch, place: int) -> int:
    """Add the draft of a row at `place` that judges a seat, calls for a vote or asks.

    Args:
        one: The sentence.
        kind: The effect of the row before negation: `accuse`, `vouch`, `defend`, `vote` or `ask`.
        fit: The row that matches.
        place: The place where it begins.

    Returns:
        The place after the row, or 0 if it does not count.
    """
    before, denied = one.word(place - 1), one.scope.denied[place]
    if kind != "ask" and "SEAT" in one.kinds(place) and before.rpartition("_")[2] in _PREPOSITIONS:
        return 0
    if kind in _JUDGEMENTS and _goes_either_way(one, fit.end):
        return fit.end
    if (kind == "defend" and before in _DID) or (kind in ("defend", "ask") and denied):
        return 0
    # `I won't vote bram` is no call but a refusal, and so a defence.
    if kind == "vote" and not _may_call(one, place):
        if not _refuses(one, place):
            return 0
        kind = "defend"
    negated = any(
        fit.elements[element].mode == "?" and "NEG" in fit.elements[element].kinds
        for element, _ in fit.matched
    )
    # A double negation cancels out.
    if negated != denied:
        kind = _FLIPS.get(kind, kind)
    letters = one.letters(fit)
    if kind in _JUDGEMENTS and (denied or (fit.row.in_question and kind == "vouch")):
        one.notes |= set(letters)
    sure = kind not in _JUDGEMENTS or (one.sure and not denied)
    one.drafts += [
        Draft(kind, letter, sure=sure) for letter in letters if letter != "i" or kind == "defend"
    ]
    last = fit.end - 1
    return last if last > place and "SEAT" in one.kinds(last) else fit.end


def add_choice(one: ChatSentence, fit: RowMatch) -> int:
    """Add an unsure accusation and a call for a vote (`bram it is`); return the place after."""
    for letter in one.letters(fit):
        one.drafts += [Draft("accuse", letter, sure=False), Draft("vote", letter)]
    return fit.end


def add_without_seat(one: ChatSentence, fit: RowMatch) -> int:
    """Add the effect of a row without a seat; return the place after it.

    The kinds are `accuse-you`, `nobody`, `defend-me` and `not-i`.
    """
    if fit.row.kind == "accuse-you":
        one.notes.add("you")
    elif fit.row.kind == "nobody":
        one.drafts.append(Draft("vote"))
    else:
        one.drafts.append(Draft("defend", "i"))
        if fit.row.kind == "not-i":
            one.notes.add("claim")
    return fit.end


def accuse_last(one: ChatSentence, fit: RowMatch) -> int:
    """Accuse the seat mentioned last before the row; return the place after the row.

    If the sentence mentions none, the note `last` accuses the seat that the message mentioned last.
    """
    before = next(
        (token for token in reversed(one.tokens[: fit.matched[0][1]]) if "SEAT" in token.kinds),
        None,
    )
    if before:
        one.drafts += [
            Draft("accuse", letter, sure=False) for letter in letters_of_word(before.word)
        ]
    else:
        one.notes.add("last")
    return fit.end


def accuse_subject(one: ChatSentence, fit: RowMatch) -> int:
    """Accuse the seat that the sentence begins with; return the place after the row.

    A sentence that begins with another word accuses nobody; neither does a possessive or a death.
    """
    if (
        "SEAT" in one.kinds(0)
        and one.word(1) != "'s"
        and not any(token.word in _DEATH_WORDS for token in one.tokens)
    ):
        one.drafts += [
            Draft("accuse", letter, sure=False) for letter in letters_of_word(one.word(0))
        ]
    return fit.end


def repeat_last_judgement(one: ChatSentence, fit: RowMatch, *, turned: bool) -> int:
    """Repeat the last judgement for other seats (`bram too`), or its opposite (`and bram is not`).

    Args:
        one: The sentence.
        fit: The row that matches.
        turned: Whether to add the opposite judgement.

    Returns:
        The place after the row, or 0 if there is no judgement or result to repeat.
    """
    letters, last = one.letters(fit), one.drafts[-1] if one.drafts else None
    if last is None and not turned:
        one.notes |= {f"too {letter}" for letter in letters}
        return fit.end
    if last is None or last.kind not in (*_JUDGEMENTS, "report"):
        return 0
    bad = (last.kind == "accuse" or last.word == "wolves") != turned
    for letter in letters:
        if last.kind == "report":
            one.drafts.append(Draft("report", letter, "wolves" if bad else "village", last.night))
        else:
            one.drafts.append(Draft("accuse" if bad else "vouch", letter, sure=last.sure))
    return fit.end


def _goes_either_way(one: ChatSentence, end: int) -> bool:
    """Return whether the opposite judgement follows (`or a villager`), which cancels both."""
    coming = one.tokens[end : end + 3]
    if len(coming) < 2 or coming[0].word != "or" or "SEAT" in coming[1].kinds:
        return False
    return bool((coming[1].kinds | coming[-1].kinds) & {"BAD", "GOOD", "WOLF", "ROLE"})


def _may_call(one: ChatSentence, place: int) -> bool:
    """Return whether a call to vote is the speaker's own and present."""
    before = one.clause_before(place, 4)
    if before and before[-1].word in _DETERMINERS:
        return False
    return all(
        token.word not in _NO_CALL_WORDS and _NO_CALL_KINDS.isdisjoint(token.kinds)
        for token in before
    )


def _refuses(one: ChatSentence, place: int) -> bool:
    """Return whether the speaker refuses to vote."""
    before = one.tokens[max(0, place - 3) : place]
    reports = any("SEAT" in token.kinds or token.word in ("did", "have", "had") for token in before)
    return not reports and any("NEG" in token.kinds for token in before)
