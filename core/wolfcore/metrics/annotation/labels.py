"""Labels of speeches: definitions from `labels.toml`, and those the reader and metrics assign.

`edition` is a digest of the definitions; sheets with another edition are never compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.files import parse_toml
from wolfcore.metrics import GameTables
from wolfcore.metrics.camouflage import camouflage_rate
from wolfcore.metrics.confrontation import accusations
from wolfcore.metrics.game_tables import Speech
from wolfcore.metrics.slips import reasonableness
from wolfcore.metrics.speech_statistics import speech_understood
from wolfcore.speech import (
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)

Sight: TypeAlias = Literal["blind", "known"]
"""What is shown with a speech: what the table knew by then; or roles and all that had happened by
then."""


SIGHTS: tuple[Sight, ...] = ("blind", "known")


class Label(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a speech does or does not do.

    Attributes:
        name: How it is called in files.
        key: The key that gives it.
        title: How it is called on a screen, in a few words.
        sight: What must be shown to tell.
        question: What is asked, answered by yes or no.
        definition: When the answer is yes, and when it is not.
        source: Who meant it so.
        reader: When the reader of speeches says yes, as a clause.
    """

    name: str
    key: str
    title: str
    sight: Sight
    question: str
    definition: str
    source: str
    reader: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    label: tuple[Label, ...]


@cache
def labels() -> tuple[Label, ...]:
    """All labels, in the order in which they are asked."""
    text = (files("wolfcore.metrics.annotation") / "labels.toml").read_text(encoding="utf-8")
    return msgspec.convert(parse_toml(text), _File).label


def labels_of(sight: Sight) -> tuple[Label, ...]:
    """The labels that are asked where so much is shown."""
    return tuple([label for label in labels() if label.sight == sight])


@cache
def edition() -> str:
    """What tells the meaning of these labels from any other: labels of different definitions are not compared."""
    meant = [
        f"{label.name} {label.sight} {label.question} {label.definition}" for label in labels()
    ]
    return blake2b("\n".join(meant).encode(), digest_size=6).hexdigest()


_OnActs: TypeAlias = Callable[[Speech, Sequence[Act]], bool]


_STEERING = ("speak", "summarise", "defend", "plead")
"""The speeches in which calls for a vote are counted as leading."""


def _does(*kinds: type) -> _OnActs:
    return lambda _, acts: any(isinstance(act, kinds) for act in acts)


def _accuses(_: Speech, acts: Sequence[Act]) -> bool:
    return any(
        isinstance(act, Accuses)
        or (isinstance(act, ReportsCheck) and act.result in ("wolves", "Werewolf"))
        for act in acts
    )


def _stands_by(*kinds: type) -> _OnActs:
    """For another seat: nobody trusts or vouches for himself."""
    return lambda speech, acts: any(
        isinstance(act, kinds) and getattr(act, "seat", 0) != speech.seat for act in acts
    )


def _votes(_: Speech, acts: Sequence[Act]) -> bool:
    return any(isinstance(act, CallsVote) and act.seat for act in acts)


def _leads(speech: Speech, acts: Sequence[Act]) -> bool:
    return speech.kind in _STEERING and any(
        isinstance(act, CallsVote) and act.seat not in (0, speech.seat) for act in acts
    )


LABELS_FROM_ACTS: dict[str, _OnActs] = {
    "claims": _does(ClaimsRole),
    "reports": _does(ReportsCheck),
    "deeds": _does(TellsProtected, TellsSaved, TellsPoisoned),
    "accuses": _accuses,
    "vouches": _stands_by(Vouches),
    "defends": _does(Defends),
    "votes": _votes,
    "asks": _does(AsksSeat),
    "retracts": _does(Retracts),
    "trust": _stands_by(Vouches, Defends),
    "leads": _leads,
}
"""What follows from the acts of a speech alone, by label."""


def _confronts(t: GameTables) -> set[int]:
    return {entry for part in accusations(t).parts for entry in part.entries}


def _camouflages(t: GameTables) -> set[int]:
    return {part.entries[0] for part in camouflage_rate(t).parts if part.numerator}


def _unreasonable(t: GameTables) -> set[int]:
    return {part.entries[0] for part in reasonableness(t).parts if not part.numerator}


LABELS_FROM_METRICS: dict[str, Callable[[GameTables], set[int]]] = {
    "unreasonable": _unreasonable,
    "confronts": _confronts,
    "camouflages": _camouflages,
}
"""What a metric counts, by label: the entries of the speeches in which it does. No metric counts
where speech is not understood."""


def reader_labels(t: GameTables) -> dict[int, dict[str, bool]]:
    """The reader's labels of every speech with words, by its entry; a label of which it has no opinion is not there.

    Args:
        t: The tables of the game. Nothing is said of one whose speech is not recorded or not
            English.
    """
    if not t.speech_readable:
        return {}
    counted = (
        {name: of(t) for name, of in LABELS_FROM_METRICS.items()} if speech_understood(t) else {}
    )
    found: dict[int, dict[str, bool]] = {}
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.text:
            said = {name: of(speech, acts) for name, of in LABELS_FROM_ACTS.items()}
            found[speech.entry] = said | {
                name: speech.entry in entries for name, entries in counted.items()
            }
    return found
