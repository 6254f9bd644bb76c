"""Takes out of a model's speech what nobody says at a table, and cuts a speech that is too long.

Lines for other seats, stage directions, placeholders, refusals and loops are found by closed lists
and by their place, never by a guess: a speech without them stays the same text. Each rule has
examples and counterexamples in `tests/core/agents/test_speech_filter.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wolfcore.players import SPEECH_LIMIT, ReplyFault


class CleanedSpeech(NamedTuple):
    """A speech without what is no speech.

    Attributes:
        text: What is left: the same text if nothing was found, an empty one if nothing is left.
        faults: What was found, once for each place.
    """

    text: str
    faults: tuple[ReplyFault, ...] = ()


def clean_model_speech(text: str, seat: int, names: Sequence[str]) -> CleanedSpeech:
    """Take everything out of a speech that is none; of a refusal nothing is left.

    Args:
        text: The speech as the model wrote it.
        seat: The seat that speaks.
        names: The players' names, in seat order.
    """
    if is_refusal(text):
        return CleanedSpeech("", ("refused",))
    # No more is ever said aloud; the rules need not read the rest.
    said, counts = text[: 4 * SPEECH_LIMIT], dict[ReplyFault, int]()
    said, counts["other_seat"] = _without_other_seats(said, seat, names)
    said, counts["stage"] = _STAGE.subn("", said)
    said, counts["placeholder"] = _PLACEHOLDER.subn("", said)
    said, counts["loop"] = _without_loops(said)
    found: list[ReplyFault] = []
    for kind, count in counts.items():
        found.extend(kind for _ in range(count))
    if not found:
        return CleanedSpeech(text)
    said = re.sub(r" {2,}", " ", said).strip()
    # Punctuation alone is what was left around a direction or a placeholder.
    return CleanedSpeech(said if re.search(r"\w", said) else "", tuple(found))


def cut_at_sentence(text: str, limit: int) -> str:
    """Cut a text to at most `limit` characters, after a sentence where one ends in its second half.

    Without such an end it is cut after a word, and an ellipsis marks the place.
    """
    if len(text) <= limit:
        return text
    ends = [each.end() for each in _SENTENCE_END.finditer(text, 0, limit)]
    if ends and ends[-1] > limit // 2:
        return text[: ends[-1]].rstrip()
    words = text[: limit - 1]
    blank = words.rfind(" ")
    return f"{(words[:blank] if blank > limit // 2 else words).rstrip()}…"


_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*(?=\s)|[。！？][”’」』）]*")


# -- refusals

_SORRY = r"(?:(?:i[’']?m|i am) (?:very |so |really )?sorry|sorry|i apologi[sz]e|apologies)"


_UNABLE = (
    r"i (?:can[’']?t|can ?not|could not|won[’']?t|will not|am (?:not able|unable) to"
    r"|[’']?m (?:not able|unable) to)|i[’']m (?:not able|unable) to"
)


_THIS = r"(?:this|that|the|your|these|such|any)(?: (?:kind|type)s? of)?"


_REQUEST = (
    r"(?:request|task|conversation|content|game|role-?play|topic|activity|scenario|discussion)s?"
)


_REFUSAL = re.compile(
    rf"\W{{0,3}}(?:{_SORRY}[,.;]? (?:but )?)?(?:(?:{_UNABLE}) "
    r"(?:help|assist|comply|fulfil+|continue|engage|participate)(?: you)?"
    rf"(?: (?:with|in|to|on) {_THIS}(?: {_REQUEST})?| {_THIS} {_REQUEST})?(?: here)?"
    rf"|(?:{_UNABLE}) (?:provide|generate|create|produce|write)(?: \w+)? (?:content|responses?)\b"
    r"[^.!?]{0,80}"
    r"|as an? (?:ai|(?:large )?language model)\b[^.!?]{0,40}?,? "
    rf"(?:{_UNABLE}|i (?:do not|don[’']t))[^.!?]{{0,120}})\W{{0,3}}(?:[.!?]|$)",
    re.IGNORECASE,
)
"""A refusal at the beginning, to the end of its sentence."""


def is_refusal(text: str) -> bool:
    """Return whether a text begins with a sentence in which a model declines to answer.

    "I can't help you with that." is one, "I can't help suspecting Ada." is not.
    """
    return _REFUSAL.match(text[:400].lstrip()) is not None


# -- stage directions

_GESTURES = (
    "bows|blinks|breathes|chuckles|coughs|exhales|frowns|gasps|giggles|grimaces|grins|gulps|hesitates"
    "|inhales|laughs|nods|pauses|scowls|shrugs|sighs|smiles|smirks|sobs|sweats|trembles|winces|winks"
)


_MOVES = (
    "adjusts|clears|crosses|folds|gestures|glances|leans|looks|narrows|raises|rolls|rubs|scratches"
    "|shakes|shifts|sits|slams|stands|stares|steps|straightens|taps|tilts|turns|waves|whispers"
)


_LY = r"(?:\w+ly )?"


_STAGE = re.compile(
    # A gesture alone, where a sentence begins or ends: within one, the stars stress a word.
    rf"(?:^|(?<=[.!?…\n])) ?(?:\*{_LY}(?:{_GESTURES})\*|\({_LY}(?:{_GESTURES})\))(?=\s|$) ?"
    rf"|(?<!\*)\*{_LY}(?:{_GESTURES}|{_MOVES}) [^*\n]{{1,80}}\*(?!\*) ?"
    rf"|\({_LY}(?:{_GESTURES}) [a-z ,]{{1,60}}\) ?"
    r"|\((?:leans|glances|crosses|folds|clears|narrows|shakes|straightens|scratches) "
    r"[a-z ,]{1,60}\) ?",
    re.IGNORECASE | re.MULTILINE,
)


# -- placeholders

_FILLED_IN = (
    r"(?:(?:insert|add|enter|write) [^\]>}\n]{1,60}|placeholder[^\]>}\n]{0,40}"
    r"|(?:your|my) (?:own )?(?:speech|statement|message|name|answer|text|words|response|reasoning"
    r"|argument)(?: (?:goes )?here)?|(?:speech|statement|message|text|answer|player(?:[’']s)? name"
    r"|name|seat number|role|reason|target)(?: (?:goes )?here)?)"
)


_PLACEHOLDER = re.compile(rf"\[{_FILLED_IN}\]|<{_FILLED_IN}>|\{{{_FILLED_IN}\}}", re.IGNORECASE)


# -- lines of other seats

_SPOKEN = re.compile(r"[\"“]?(?:I|I[’']m|I[’']ve|I[’']ll|I[’']d|My|As the)\b")
"""How a line begins that somebody speaks in the first person."""


_ABOUT = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|you|your|reads?|opinions?|suspicions?|suspect"
    r"|doubts?|trust|distrust|feel|feels|think|believe)\b",
    re.IGNORECASE,
)
"""Words that show that a line is about the player whom its label names, or addresses them."""


def _without_other_seats(text: str, seat: int, names: Sequence[str]) -> tuple[str, int]:
    """Remove lines that are written as the words of other seats; return the text and their count.

    A speech may list reads of others as `Bo: quiet`. Such a list is left alone: all lines with
    another seat's label must be spoken in the first person, and not be about that seat.
    """
    if ":" not in text:
        return text, 0
    lines = text.split("\n")
    labelled = dict(_labelled(lines, seat, names))
    if not labelled or not all(
        _SPOKEN.match(said) and not _ABOUT.search(said) for said in labelled.values()
    ):
        return text, 0
    kept = [line for place, line in enumerate(lines) if place not in labelled]
    return "\n".join(kept), len(labelled)


def _labelled(lines: Sequence[str], seat: int, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the place and the words of each line with the label of another seat."""
    for place, line in enumerate(lines):
        label, colon, said = line.strip().strip("*").partition(":")
        whose = _seat_of(label.strip("* []()"), names) if colon else 0
        if whose and whose != seat:
            yield place, said.strip("* ")


def _seat_of(label: str, names: Sequence[str]) -> int:
    """Return the seat that a label such as `Seat 3`, `3 Bo`, `Bo` or `Bo (seat 3)` names, or 0."""
    low = label.casefold()
    for seat, name in enumerate(names, 1):
        own = name.casefold()
        forms = (own, f"{seat} {own}", f"seat {seat}", f"player {seat}", f"seat {seat} {own}",
                 f"seat {seat} ({own}", f"{own} (seat {seat}", f"{own} (player {seat}",
                 f"{own} ({seat}")  # fmt: skip
        if low in forms:
            return seat
    return 0


# -- loops

_MOST_UNIT = 40
"""The most words of a run that is looked for as a loop."""


_REPEATS = {1: 8, 2: 5}
"""How often a run of so many words must come in a row to be a loop; longer ones, see below."""


_REPEATS_LONGER = 3


def _without_loops(text: str) -> tuple[str, int]:
    """Cut runs of words that are said over and over to their first time; return their count.

    Single words count from 8 times, pairs from 5, longer runs from 3 times in a row. A run that is
    broken off at the end of the text goes with its loop.
    """
    words = list(re.finditer(r"\S+", text))
    plain = [re.sub(r"\W", "", each.group()).casefold() for each in words]
    cuts: list[tuple[int, int]] = []
    at = 0
    while at < len(plain):
        for unit in range(1, _MOST_UNIT + 1):
            end = at + unit
            while end < len(plain) and plain[end] == plain[end - unit]:
                end += 1
            if (end - at) // unit >= _REPEATS.get(unit, _REPEATS_LONGER) and any(
                plain[at : at + unit]
            ):
                if end < len(plain):
                    end -= (end - at) % unit
                cuts.append((words[at + unit - 1].end(), words[end - 1].end()))
                at = end
                break
        else:
            at += 1
    for start, end in reversed(cuts):
        text = text[:start] + text[end:]
    return text, len(cuts)
