"""Labels of speeches: definitions from `labels.toml`, and labels that the speech reader assigns.

`edition` is a digest of the definitions; sheets with different editions are never compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.decoders import parse_toml
from wolfcore.metrics import GameTables
from wolfcore.metrics.camouflage import camouflage_rate
from wolfcore.metrics.confrontation import accusations
from wolfcore.metrics.game_tables import Speech
from wolfcore.metrics.metric import UNKNOWN
from wolfcore.metrics.slips import reasonableness, secret_slips
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
"""The context shown with a speech: `blind`: the public record up to it; `known`: roles and all that
had happened by then."""


SIGHTS: tuple[Sight, ...] = ("blind", "known")


class Label(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The definition of a label: something that a speech does or does not do.

    Attributes:
        name: The name in files.
        key: The keyboard key that gives the label.
        title: A title of a few words for the screen.
        sight: The context that is needed to decide.
        question: The question, answered by yes or no.
        definition: When the answer is yes, and when it is no.
        source: The paper that defines the label.
        reader: When the speech reader answers yes, as a clause.
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
    """Return all labels, in the order in which they are asked."""
    text = (files("wolfcore.metrics.annotation") / "labels.toml").read_text(encoding="utf-8")
    return msgspec.convert(parse_toml(text), _File).label


def labels_of(sight: Sight) -> tuple[Label, ...]:
    """Return the labels that are asked in the blind or the known round."""
    return tuple([label for label in labels() if label.sight == sight])


@cache
def edition(unasked: frozenset[str] = frozenset()) -> str:
    """Return a digest of the label definitions; sheets of other definitions are not compared.

    Args:
        unasked: Labels that are left out, as they were not there.
    """
    # Only what changes the meaning: a new key or title leaves old labels comparable.
    meant = [
        f"{label.name} {label.sight} {label.question} {label.definition}"
        for label in labels()
        if label.name not in unasked
    ]
    return blake2b("\n".join(meant).encode(), digest_size=6).hexdigest()


EARLIER_EDITIONS: Mapping[str, frozenset[str]] = {"16e7b8cd96b4": frozenset({"slips"})}
"""Earlier editions whose sheets are still read, with the labels that they did not ask for; all
their other definitions are those of today."""


_OnActs: TypeAlias = Callable[[Speech, Sequence[Act]], bool]


_STEERING = ("speak", "summarise", "defend", "plead")
"""The kinds of speech in which calls for a vote count as leadership."""


def _does(*kinds: type) -> _OnActs:
    return lambda _, acts: any(isinstance(act, kinds) for act in acts)


def _accuses(_: Speech, acts: Sequence[Act]) -> bool:
    return any(
        isinstance(act, Accuses) or (isinstance(act, ReportsCheck) and act.finds_wolf)
        for act in acts
    )


def _stands_by(*kinds: type) -> _OnActs:
    """Return a test for acts about another seat than the speaker's own."""
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
"""Tests by label for the labels that depend on the acts of a speech alone."""


def _confronts(t: GameTables) -> set[int]:
    return {entry for part in accusations(t).parts for entry in part.entries}


def _camouflages(t: GameTables) -> set[int]:
    return {part.entries[0] for part in camouflage_rate(t).parts if part.numerator}


def _unreasonable(t: GameTables) -> set[int]:
    return {part.entries[0] for part in reasonableness(t).parts if not part.numerator}


def _gives_away(t: GameTables) -> set[int] | None:
    found = secret_slips(t)
    if found is UNKNOWN:
        return None
    return {entry for part in found.parts for entry in part.entries}


LABELS_FROM_METRICS: dict[str, Callable[[GameTables], set[int] | None]] = {
    "unreasonable": _unreasonable,
    "confronts": _confronts,
    "camouflages": _camouflages,
    "slips": _gives_away,
}
"""Labels taken from metrics: each function returns the log entries of the speeches that the metric
counts, or None where the game does not decide. They are only used if its speech was understood."""


def reader_labels(t: GameTables) -> dict[int, dict[str, bool]]:
    """Return the speech reader's labels of every speech with words, by log entry.

    Labels that the reader cannot decide are left out, and so are speeches that are not English.

    Args:
        t: The tables of the game; the result is empty if speech is not recorded or not English.
    """
    if not t.speech_readable:
        return {}
    counted = (
        {name: of(t) for name, of in LABELS_FROM_METRICS.items()} if speech_understood(t) else {}
    )
    found: dict[int, dict[str, bool]] = {}
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.text and speech.entry not in t.unread:
            said = {name: of(speech, acts) for name, of in LABELS_FROM_ACTS.items()}
            found[speech.entry] = said | {
                name: speech.entry in entries
                for name, entries in counted.items()
                if entries is not None
            }
    return found
