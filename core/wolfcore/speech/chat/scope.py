"""Marks tokens that are not the speaker's own (reported, supposed), are asked, or denied."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wolfcore.speech.vocabulary import word_set

from .row_matcher import Token, ends_clause, starts_clause

_COURTESY = word_set("trust believe ask want objects object know care agree mind")


_DEEDS_OF_OTHERS = word_set(
    "accuses accused suspects suspected wants wanted peeked checked confirmed scanned "
    "investigated voted votes voting protected\n"
    "    saved guarded hates likes liked nominated killed attacked poisoned cleared outed "
    "vouched vouches defends defended pushed\n"
    "    pushes pushing pretends_to_be trusts trusted doubts doubted made_me agreed agrees found "
    "saw asked asks"
)
"""Words of class `SAY` whose reported content ends with the clause."""


_OWN = word_set("I WE VOTE let my")


_BETWEEN = word_set("NEG AUX has have had was is are just also that first never")


_OTHERS = word_set("SEAT HIM THEM SOMEONE you ROLE WOLF")


_TAGS = word_set("right no yes agreed eh or ok okay innit huh")


_SUBJECTS = word_set("SEAT HIM THEM I WE SOMEONE you it that there this anyone NEG")


_DEAD_WORDS = word_set("jk kidding sarcasm joking joke")


_LITTLE = word_set("nothing anything much little lot truth")
"""Words after a word of class `SAY` that tell how much is said, not what."""


_TO_HAVE_SAID = word_set(
    "say said saying call called claim claimed claiming mean meant accuse accused sure know"
)


class Scope(NamedTuple):
    """Three flags for each token: not the speaker's own words, part of a question, denied."""

    not_own: list[bool]
    asked: list[bool]
    denied: list[bool]


def scope_of(tokens: list[Token]) -> Scope:
    """Return the scopes of a sentence's tokens."""
    count = len(tokens)
    scope = Scope([False] * count, _asked(tokens), [False] * count)
    # A sentence with `jk` is a joke as a whole.
    if any(one.word in _DEAD_WORDS for one in tokens):
        return Scope([True] * count, scope.asked, scope.denied)
    for place in range(count):
        if not scope.not_own[place]:
            _mark_from(tokens, place, scope)
    return scope


def _mark_from(tokens: list[Token], place: int, scope: Scope) -> None:
    """Mark the tokens that the token at `place` makes reported, supposed or denied."""
    one = tokens[place]
    if "COND" in one.kinds:
        # `If you ask me` supposes nothing.
        opens = starts_clause(tokens, place) and not any(
            after.word in _COURTESY for after in tokens[place + 1 : place + 5]
        )
        _mark(scope.not_own, tokens, place, _conclusion if opens else _sign)
    elif "I" in one.kinds or "WE" in one.kinds:
        _mark_disowned(tokens, place, scope)
    elif "DENY" in one.kinds or (one.word == "doubt" and _starts_statement(tokens, place + 1)):
        _mark(scope.denied, tokens, place, _clause_end)
    if one.word in ("says", "said", "say"):
        _mark_quoted(tokens, place, scope)
    if one.word == "according":
        _mark(scope.not_own, tokens, place, _conclusion)
    if not one.kinds.isdisjoint(_OTHERS) and "I" not in one.kinds:
        _mark_reported(tokens, place, scope)


def _mark_quoted(tokens: list[Token], place: int, scope: Scope) -> None:
    """Mark quoted tokens: those before `says ada`, those after `first say otto good`."""
    if _kinds(tokens, place + 1) & _LITTLE:
        return
    if starts_clause(tokens, place) or tokens[place - 1].word in (
        "first",
        "after",
        "then",
        "now",
        "later",
    ):
        _mark(scope.not_own, tokens, place, _speech_end)
    me = any("I" in one.kinds for one in tokens[:place])
    if (
        me
        and "SEAT" not in tokens[place - 1].kinds
        and _kinds(tokens, place + 1) & {"SEAT", "ROLE", "WOLF"}
    ):
        scope.not_own[:place] = [True] * place


def _mark_reported(tokens: list[Token], place: int, scope: Scope) -> None:
    """Mark the tokens that report what another seat, at `place`, said or did."""
    one, said = tokens[place], place + 1
    while said < len(tokens) and not tokens[said].kinds.isdisjoint(_BETWEEN):
        said += 1
    has = tokens[place + 1].word if place + 1 < len(tokens) else ""
    if (
        has in ("has", "had", "have", "got")
        and "SEAT" in one.kinds
        and "RESULT" in _kinds(tokens, place + 2)
    ):
        _mark(scope.not_own, tokens, place + 1, _speech_end)
    if (
        "SAY" not in _kinds(tokens, said)
        or _kinds(tokens, said + 1) & _LITTLE
        or _checked_notation(tokens, said)
    ):
        return
    word, kinds = tokens[said].word, tokens[said].kinds
    inflected = word.endswith(("s", "ed", "said", "told"))
    # A role says nothing by itself; `the seer said` does.
    if (one.kinds & {"ROLE", "WOLF"} and not inflected) or (
        "CALLOUT" in kinds and ends_clause(tokens, said + 1)
    ):
        return
    if (
        said > place + 1
        and "BE" in tokens[said - 1].kinds
        and kinds & {"BAD", "GOOD", "confirmed", "trusted", "cleared"}
    ):
        return
    if word in _DEEDS_OF_OTHERS:
        _mark(scope.not_own, tokens, said, _deed_end)
    else:
        _mark(
            scope.not_own,
            tokens,
            said,
            lambda row, at: _speech_end(row, at) or _calls_itself_wolf(row, at, one.word),
        )


def _calls_itself_wolf(tokens: list[Token], place: int, subject: str) -> bool:
    """Return whether a clause calls the quoted seat a wolf, which nobody says of themselves.

    Such a clause ends the quotation.
    """
    own = (
        ends_clause(tokens, place) and place + 1 < len(tokens) and tokens[place + 1].word == subject
    )
    return (
        own
        and "BE" in _kinds(tokens, place + 2)
        and bool(_kinds(tokens, place + 3) & {"BAD", "WOLF"})
    )


def _kinds(tokens: list[Token], place: int) -> frozenset[str]:
    return tokens[place].kinds if place < len(tokens) else frozenset()


def _mark_disowned(tokens: list[Token], place: int, scope: Scope) -> None:
    """Mark what the speaker denies to think, denies to have said, or would only do."""
    coming = [one.word for one in tokens[place + 1 : place + 6]]
    kinds = [one.kinds for one in tokens[place + 1 : place + 6]]
    negated = next((step for step, kind in enumerate(kinds[:3]) if "NEG" in kind), -1)
    if coming[:1] == ["voted"] or coming[:2] in (["did", "vote"], ["yes", "did"]):
        _mark(scope.not_own, tokens, place, _conclusion)
    elif (
        "would" in coming[:2]
        and any(word.startswith("have") for word in coming[:4])
        and "WE" not in tokens[place].kinds
    ):
        _mark(scope.not_own, tokens, place, _clause_end)
    elif negated >= 0:
        after = kinds[negated + 1] if negated + 1 < len(kinds) else frozenset[str]()
        word = coming[negated + 1] if negated + 1 < len(coming) else ""
        if word in _TO_HAVE_SAID:
            _mark(scope.not_own, tokens, place + negated + 1, _clause_end)
        elif word in ("see", "imagine") or (
            "THINK" in after and _starts_statement(tokens, place + negated + 3)
        ):
            _mark(scope.denied, tokens, place + negated + 2, _clause_end)


def _starts_statement(tokens: list[Token], place: int) -> bool:
    """Return whether a statement about a seat begins at `place`: `that bram is ...`."""
    while place < len(tokens) and tokens[place].word == "that":
        place += 1
    return (
        place + 1 < len(tokens)
        and bool(tokens[place].kinds & {"SEAT", "it"})
        and bool(
            tokens[place + 1].kinds
            & {"BE", "LIE", "NEG", "MUST", "WOLF", "BAD", "GOOD", "ACTBAD", "ROLE"}
        )
    )


def _checked_notation(tokens: list[Token], place: int) -> bool:
    """Return whether a check is noted by the speaker, as in `bram checked, innocent`."""
    step = place + 1
    return (
        tokens[place].word == "checked"
        and step < len(tokens)
        and (
            "RESULT" in tokens[step].kinds
            or (
                "P" in tokens[step].kinds
                and step + 1 < len(tokens)
                and bool(tokens[step + 1].kinds & {"RESULT", tokens[place - 1].word})
            )
        )
    )


def _mark(
    marks: list[bool], tokens: list[Token], place: int, stop: Callable[[list[Token], int], bool]
) -> None:
    for at in range(place, len(tokens)):
        if at > place and stop(tokens, at):
            return
        marks[at] = True


def _clause_end(tokens: list[Token], place: int) -> bool:
    return ends_clause(tokens, place)


def _deed_end(tokens: list[Token], place: int) -> bool:
    return ends_clause(tokens, place) and tokens[place].word not in ("and", "because", "or")


def _speech_end(tokens: list[Token], place: int) -> bool:
    here = tokens[place]
    coming = tokens[place + 1].kinds if place + 1 < len(tokens) else frozenset[str]()
    if here.word in ("but", "so", "therefore", "yet", ";", "hence"):
        return True
    return bool(here.kinds & {"P", "LINK"}) and (not coming.isdisjoint(_OWN) or "LIE" in coming)


def _sign(tokens: list[Token], place: int) -> bool:
    return "P" in tokens[place].kinds


def _conclusion(tokens: list[Token], place: int) -> bool:
    return tokens[place].word in (";", "but")


def _asked(tokens: list[Token]) -> list[bool]:
    """Return for each token whether it belongs to a question."""
    count = len(tokens)
    asked = [False] * count
    begin = next(
        (
            place
            for place in range(count)
            if (starts_clause(tokens, place) and _asks_here(tokens, place)) or _why(tokens, place)
        ),
        -1,
    )
    if begin < 0 and tokens and tokens[-1].word == "?":
        # `Bram is a wolf, right?` states what stands before the tag.
        last = next((place for place in range(count - 2, -1, -1) if "P" in tokens[place].kinds), -1)
        tag = all(one.word in _TAGS for one in tokens[last + 1 : count - 1])
        begin = count if tag else last + 1
    for place in range(begin if begin >= 0 else count, count):
        asked[place] = True
    return asked


def _why(tokens: list[Token], place: int) -> bool:
    return (
        tokens[place].word in ("why", "who", "whom", "how")
        and place + 1 < len(tokens)
        and tokens[place + 1].word in ("did", "do", "does", "would")
    )


def _asks_here(tokens: list[Token], place: int) -> bool:
    one = tokens[place]
    coming = tokens[place + 1].kinds if place + 1 < len(tokens) else frozenset[str]()
    question = tokens[-1].word == "?"
    if one.word in ("anyone", "anybody"):
        return bool(coming & {"else", "THINK"}) or question
    if one.word == "or" and coming & {"does", "is"}:
        return True
    if one.word in ("what", "how", "when", "where") and not question:
        return bool(coming & {"AUX", "you"})
    if one.word == "which" and not question:
        return False
    if "WH" in one.kinds:
        return True
    return (
        "AUX" in one.kinds
        and not coming.isdisjoint(_SUBJECTS)
        and not (
            "NEG" in coming and not (question and one.word in ("is", "are", "does", "do", "was"))
        )
    )
