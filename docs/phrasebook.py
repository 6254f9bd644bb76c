"""List bot lines to parse as typed text, not by the phrase book: `python -m docs.phrasebook`.

The bots' phrase book leaves them out, always or where other words stand around them; a test holds
the list fresh.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from wolfcore.bots.talk.dialogue_moves import MoveKind, acts_of
from wolfcore.bots.talk.phrasebook import (
    SELF_CLAIM_ACTS,
    SLOT_FILLINGS,
    ParsedWhen,
    all_line_variants,
    move_of,
    numbers_in,
    shapes_of,
)
from wolfcore.bots.talk.sentences import judgements
from wolfcore.game import ROLES
from wolfcore.speech import Act, read

LIST = (
    Path(__file__).resolve().parent.parent
    / "core"
    / "wolfcore"
    / "bots"
    / "talk"
    / "lines"
    / "en"
    / "typed.txt"
)
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana")
SPEAKER = 4
_SEAT = re.compile(r"@(\d+)")
_ABOVE = (
    "# Read as if anybody had typed them: always, after what the speaker has told of itself, "
    "or where more words follow.\n"
    "# `python -m docs.phrasebook` writes this list.\n"
)
_FEWER = {
    "dead": ("@#", "@# and @#"),
    "a_role": ("a villager", "the seer", "the doctor"),
    "role": ("seer", "doctor", "villager"),
    "day": ("yesterday", "day #"),
    "then": ("yesterday", "on day #"),
    "count": ("two",),
}
"""What is tried of what may stand in a slot, for the others sound alike."""
_BEFORE = (
    "",
    "I suspect Gil.",
    "Gil, why did you vote for Hana on day 1?",
    "I believe Gil, so Hana is a wolf.",
    "I'm not a wolf, Gil, I swear.",
    "I'm not a wolf, Bram, I swear.",
    "I'm not a wolf, Cleo, I swear.",
    "I am the Seer.",
    "I'm the Seer. I checked Gil on night 1, and I'm glad to say that Gil is clean.",
    "Gil is not the Guard.",
    "I protected Hana on night 1.",
)
"""What may have been said before, of the seats of a line and of others: of all that a reader keeps
in mind something."""
_NO = "No, no, Gil, I'm not a wolf!"
"""What may be said next, and denies what was asked for."""


def typed_list() -> str:
    """Return the text of the list file: one row for each line that is parsed as typed text."""
    found = sorted(
        {(way, typed) for intent, way in all_line_variants() if (typed := when_typed(intent, way))}
    )
    return _ABOVE + "".join(f"{typed}: {way}\n" for way, typed in found)


def when_typed(intent: MoveKind, way: str) -> ParsedWhen:
    """Return when the reader parses something else than a line means, over all slots and contexts.

    Only claims and judgements are compared: what else a line contains is known from the phrase
    book alone.

    Empty: never. `told`: only after the speaker claims something of itself. `followed`: only
    before a denial. Otherwise, and for several such cases together: `always`.
    """
    found = set[ParsedWhen]()
    for number, (shape, meaning) in enumerate(shapes_of(intent, way, SLOT_FILLINGS | _FEWER)):
        text = _about_somebody(shape, meaning.slots)
        move = move_of(meaning, numbers_in(text), SPEAKER)
        acts = judgements(acts_of(move, SPEAKER)) if move else ()
        for said in _BEFORE if not number else _BEFORE[:1]:
            before = _heard(said)
            if _heard(f"{said} {text}") != tuple(dict.fromkeys((*before, *acts))):
                found.add(
                    "told" if any(isinstance(act, SELF_CLAIM_ACTS) for act in before) else "always"
                )
        if _heard(f"{text} {_NO}") != tuple(dict.fromkeys((*acts, *_heard(_NO)))):
            found.add("followed")
    return found.pop() if len(found) == 1 else "always" if found else ""


def in_context(intent: MoveKind, way: str) -> Iterator[str]:
    """Yield a line in the contexts that `when_typed` tries.

    It comes after each of the earlier texts, and before a denial.
    """
    shape, meaning = next(shapes_of(intent, way, SLOT_FILLINGS | _FEWER))
    text = _about_somebody(shape, meaning.slots)
    yield from (_named(f"{said} {text}".strip()) for said in _BEFORE)
    yield _named(f"{text} {_NO}")


def _about_somebody(shape: str, slots: tuple[str, ...]) -> str:
    """Fill a shape with seats and numbers; a slot keeps its seat, except `dead`, which changes."""
    spare = iter((2, 3, 5, 6, 1))
    known: dict[str, int] = {}
    for slot in slots:
        seat = next(spare) if slot == "dead" or slot not in known else known[slot]
        known[slot] = seat
        shape = shape.replace("@#", f"@{seat}", 1)
    return shape.replace("#", "2")


def _heard(marked_text: str) -> tuple[Act, ...]:
    """Read the claims and judgements of a text with seats as `@` and their numbers."""
    return judgements(read(_named(marked_text), SPEAKER, NAMES, len(NAMES), tuple(ROLES)))


def _named(marked_text: str) -> str:
    return _SEAT.sub(lambda seat: NAMES[int(seat[1]) - 1], marked_text)


if __name__ == "__main__":
    LIST.write_text(typed_list(), encoding="utf-8")
