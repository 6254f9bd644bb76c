"""Parse model replies: fields, the option or seat that words name, and the answer to an ask.

Model text is bounded and cleaned before use. Every failure is a clause that tells the model what
to correct. Near-miss names are matched, and the answer is then marked as repaired.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, cast

from wolfcore.game import ROLES, SPEECH_KINDS, Answer, Ask, Belief, View
from wolfcore.game.asks import LINE_CHARACTERS, LINE_WORDS
from wolfcore.models import ChatReply
from wolfcore.players import (
    SPEECH_LIMIT,
    THOUGHT_LIMIT,
    ReplyFault,
    clean_speech,
    clean_text,
)

from .fact_sentences import seat_label
from .schemas import (
    CONFIDENCE_RANGE,
    FIXED_OPTION_WORDS,
    UNCERTAIN,
    has_choice,
    is_optional_line,
    option_words,
    other_living_seats,
)
from .speech_filter import clean_model_speech, cut_at_sentence

_NOBODY = frozenset(
    {
        "no one",
        "noone",
        "nobody",
        "none",
        "null",
        "no",
        "abstain",
        "pass",
        "skip",
        "hold",
        "hold fire",
        "0",
        "nothing",
    }
)


_YES = frozenset({"yes", "true", "1", "y", "run", "stand"})


_NO = frozenset({"no", "false", "0", "n", "none", "null"})


_CLOSE, _SIMILAR = 0.75, 0.6
"""The least similarity (difflib ratio, 0 to 1) of a misspelt name, and of one that contradicts a
number."""


class MatchedOption(NamedTuple):
    """The option that a model's choice names.

    Attributes:
        option: The option, or None if the choice names none.
        exact: Whether the choice is exactly the text of the option.
        problem: What is wrong with the choice, as a clause; empty if it names an option.
    """

    option: int | None
    exact: bool = False
    problem: str = ""


def match_option(said: object, ask: Ask, names: Sequence[str]) -> MatchedOption:
    """Return the option that a model's choice names.

    Args:
        said: The `choice` of the reply: text, a number, a boolean or None.
        ask: The ask.
        names: The players' names, in seat order.
    """
    words = option_words(ask, names)
    for option, text in words.items():
        if said == text:
            return MatchedOption(option, exact=True)
    text = _normalized(said)
    if ask.kind in FIXED_OPTION_WORDS or ask.kind == "bid":
        return _match_word(text, ask, words)
    # `no one` is an option of some asks and a refusal in others.
    if text in _NOBODY:
        return (
            MatchedOption(0)
            if 0 in words
            else MatchedOption(None, problem=_not_an_option("no one", words))
        )
    seats = _seats(text, names)
    if len(seats) > 1:
        both = " and ".join(seat_label(seat, names) for seat in seats)
        return MatchedOption(None, problem=f"it names {both}, and one is asked for")
    if not seats:
        return MatchedOption(
            None, problem=f"`{text[:60]}` names none of the options: {', '.join(words.values())}"
        )
    seat = seats[0]
    return (
        MatchedOption(seat)
        if seat in words
        else MatchedOption(None, problem=_not_an_option(seat_label(seat, names), words))
    )


def match_seat(said: object, names: Sequence[str]) -> int:
    """Return the one seat that the words name; 0 if they name none or several."""
    seats = _seats(_normalized(said), names)
    return seats[0] if len(seats) == 1 else 0


def _not_an_option(what: str, words: Mapping[int, str]) -> str:
    return f"{what} cannot be chosen; the options are: {', '.join(words.values())}"


def _normalized(said: object) -> str:
    """Return the value as lower-case words without punctuation; None becomes `none`."""
    if said is None:
        return "none"
    if isinstance(said, bool):
        return "yes" if said else "no"
    # A model may write a seat as 3.0.
    if isinstance(said, float) and said.is_integer():
        said = int(said)
    # A choice is short: what follows its first 200 characters is not looked at.
    return " ".join(re.sub(r"[\s_\"'`*#.,;:!?()\[\]{}-]+", " ", str(said)[:200].casefold()).split())


def _match_word(text: str, ask: Ask, words: Mapping[int, str]) -> MatchedOption:
    """Return the matched option of an ask whose options are words or amounts."""
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
    """Return the seats that a text names, by number or name.

    A misspelt name counts if it is the whole text.
    """
    known = {_normalized(name): seat for seat, name in enumerate(names, 1) if _normalized(name)}
    padded = f" {text} "
    whole = [seat for name, seat in known.items() if f" {seat} {name} " in padded]
    if len(whole) == 1:
        # In `3 Cleo, as on day 2` the 2 is a day, not another seat.
        return whole
    named = {seat for name, seat in known.items() if f" {name} " in padded}
    numbers = map(int, re.findall(r"(?<![a-z0-9])(?:seat|player)? ?([0-9]{1,2})(?![a-z0-9])", text))
    found = named | {number for number in numbers if 1 <= number <= len(names)}
    if not named and len(found) == 1:
        # A number before another player's name, misspelt, means neither of the two.
        words = re.sub(r"[0-9 ]+", "", text)
        near = difflib.get_close_matches(words, known, n=1, cutoff=_SIMILAR)
        found |= {known[each] for each in near}
    if found:
        return sorted(found)
    near = difflib.get_close_matches(text, known, n=2, cutoff=_CLOSE)
    # A word that is close to two names means neither.
    return [known[near[0]]] if len(near) == 1 else []


_MAX_ENTRIES = 64
"""Maximum entries of a list that are read."""


def reply_fields(reply: ChatReply) -> tuple[Mapping[str, Any], str]:
    """Return the fields of a reply; if it has no usable ones, an empty mapping and a clause why."""
    if not isinstance(reply.parsed, dict):
        return {}, reply.problem or "it is no JSON object"
    if reply.finish == "filter" and reply.reading != "strict":
        # A repaired reply would count as an answer, and its truncated speech would be said aloud.
        return {}, "the endpoint withheld the rest of it"
    return cast("dict[str, Any]", reply.parsed), ""


def was_repaired(reply: ChatReply) -> bool:
    """Return whether the reply had to be repaired before it could be parsed."""
    return reply.reading == "repaired" or bool(reply.problem)


def read_text(fields: Mapping[str, Any], name: str, limit: int) -> str:
    """Return a text field as one clean line of at most `limit` characters; empty if missing."""
    said = fields.get(name)
    # Cut before it is cleaned, which takes time for a long text; cleaning may shorten it.
    return clean_text(said[: 4 * limit], limit) if isinstance(said, str) else ""


def read_list(fields: Mapping[str, Any], name: str) -> Sequence[object]:
    """Return the first 64 entries of a list field; empty if it is not a list."""
    said = fields.get(name)
    return cast("list[object]", said)[:_MAX_ENTRIES] if isinstance(said, list) else ()


def read_numbers(fields: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """Return the whole numbers of a list field, in order and without duplicates."""
    return tuple(
        dict.fromkeys(
            each
            for each in read_list(fields, name)
            # bool is a subclass of int.
            if isinstance(each, int) and not isinstance(each, bool)
        )
    )


_MAX_TEXT_CHARS = 2 * THOUGHT_LIMIT
"""Characters to which a text is cut before it is cleaned; not fewer than are kept afterwards."""


_MOST_SUSPICIONS = 64
"""Maximum suspicions of one reply that are read; no table has so many seats."""


class ParsedAnswer(NamedTuple):
    """The result of parsing a reply.

    Attributes:
        answer: The answer, or None if the reply has none.
        problem: What is wrong with the reply, as a clause that a model can follow; empty if it has
            an answer.
        faults: The faults of its speech (`speech_filter`).
        reserve: The answer with a speech that was cut, for a reply whose speech is too long; used
            if the model, asked again, gives nothing better.
    """

    answer: Answer | None
    problem: str = ""
    faults: tuple[ReplyFault, ...] = ()
    reserve: Answer | None = None


def parse_answer(reply: ChatReply, ask: Ask, view: View, limit: int = SPEECH_LIMIT) -> ParsedAnswer:
    """Parse a reply to an answer; near-miss names are matched and make it `repaired`.

    Args:
        reply: The reply.
        ask: The ask.
        view: The view of the seat that is asked.
        limit: The most characters of a speech.
    """
    fields, problem = reply_fields(reply)
    if problem:
        return ParsedAnswer(None, problem)
    mended = was_repaired(reply)
    choice = 0  # the only option of an ask without a choice
    if has_choice(ask):
        if "choice" not in fields:
            return ParsedAnswer(None, _with_length_note("`choice` is missing", reply))
        chosen = match_option(fields["choice"], ask, view.names)
        if chosen.option is None:
            return ParsedAnswer(None, _with_length_note(f"`choice`: {chosen.problem}", reply))
        choice, mended = chosen.option, mended or not chosen.exact
    speech, faults, overlong = "", tuple[ReplyFault, ...](), 0
    optional = is_optional_line(ask, view)
    if optional or ask.kind in SPEECH_KINDS:
        speech, faults = clean_model_speech(_words(fields.get("speech")), ask.seat, view.names)
        mended = mended or bool(faults)
        # Checked as the table will keep it: cleaning may leave nothing.
        kept = clean_speech(speech)
        if optional:
            # Nothing is asked again for the sake of a line that may be empty.
            kept = " ".join(kept.split())
            # The table cuts too, but in the middle of a sentence. One more shows where words end.
            room = len(" ".join(kept.split()[:LINE_WORDS])) + 1
            speech = cut_at_sentence(kept, min(LINE_CHARACTERS, room))
            mended = mended or speech != kept
        elif not kept:
            missing = "`speech` is missing or empty"
            problem = _NO_SPEECH.get(faults[0], missing) if faults else missing
            return ParsedAnswer(None, _with_length_note(problem, reply), faults)
        elif len(kept) > limit:
            overlong, speech, mended = len(speech), cut_at_sentence(kept, limit), True
            faults = (*faults, "overlong")
    beliefs: tuple[Belief, ...] = ()
    if ask.kind == "suspect":
        beliefs, whole = _beliefs(fields.get("suspicions"), view)
        if not beliefs:
            return ParsedAnswer(
                None, _with_length_note("`suspicions` holds no suspicion of a living player", reply)
            )
        mended = mended or not whole
    how = "repaired" if mended else "given"
    answer = Answer(choice, speech, _words(fields.get("reasoning")), beliefs, how)
    if overlong:
        problem = f"`speech` has {overlong} characters, and {limit} are allowed"
        return ParsedAnswer(None, problem, faults, answer)
    return ParsedAnswer(answer, faults=faults)


_NO_SPEECH: Mapping[ReplyFault, str] = {
    "refused": "`speech` declines to answer; say what your player says in this game",
    "other_seat": "`speech` holds words of other players alone; say your own",
    "stage": "`speech` holds no words but a stage direction",
    "placeholder": "`speech` holds a placeholder in the place of words",
}
"""What is wrong with a speech of which nothing is left, by its first fault."""


def _with_length_note(problem: str, reply: ChatReply) -> str:
    return (
        f"{problem}, and it was cut at the limit of tokens: be brief"
        if reply.finish == "length"
        else problem
    )


def _words(said: object) -> str:
    return said[:_MAX_TEXT_CHARS] if isinstance(said, str) else ""


def _beliefs(said: object, view: View) -> tuple[tuple[Belief, ...], bool]:
    """Return the valid suspicions, one per seat in seat order, and whether none was dropped."""
    given = cast("list[object]", said) if isinstance(said, list) else []
    found: dict[int, Belief] = {}
    for each in given[:_MOST_SUSPICIONS]:
        belief = _belief(cast("dict[str, object]", each), view) if isinstance(each, dict) else None
        if belief:
            # The first suspicion of a seat counts.
            found.setdefault(belief.seat, belief)
    return tuple(found[seat] for seat in sorted(found)), len(found) == len(given)


def _belief(said: dict[str, object], view: View) -> Belief | None:
    seat, sure = match_seat(said.get("player"), view.names), said.get("confidence")
    word = _words(said.get("role")).strip().casefold()
    role = next((role for role in (*ROLES, UNCERTAIN) if role.casefold() == word), None)
    # `isfinite` raises OverflowError for a whole number that is larger than any float; `true` is
    # an `int` of Python, and no number of JSON.
    if (
        seat not in other_living_seats(view)
        or role is None
        or isinstance(sure, bool)
        or not (isinstance(sure, int) or (isinstance(sure, float) and isfinite(sure)))
    ):
        return None
    least, most = CONFIDENCE_RANGE
    return Belief(seat, cast(Any, role), round(min(max(sure, least), most)))
