"""What the reader of speeches and the metrics say of each speech, label by label, to be held against people and models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from wolfcore.metrics import GameTables
from wolfcore.metrics.camouflage import camouflage_rate
from wolfcore.metrics.confrontation import accusations
from wolfcore.metrics.reading import speech_understood
from wolfcore.metrics.slips import reasonableness
from wolfcore.metrics.tables import Speech
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

_OnActs: TypeAlias = Callable[[Speech, Sequence[Act]], bool]
_STEERING = ("speak", "summarise", "defend", "plead")
"""The speeches in which calls for a vote are counted as leading."""


def _does(*kinds: type) -> _OnActs:
    return lambda _, acts: any(isinstance(act, kinds) for act in acts)


def _accuses(_: Speech, acts: Sequence[Act]) -> bool:
    return any(isinstance(act, Accuses) or (isinstance(act, ReportsCheck) and act.result in ("wolves", "Werewolf")) for act in acts)


def _stands_by(*kinds: type) -> _OnActs:
    """For another seat: nobody trusts or vouches for himself."""
    return lambda speech, acts: any(isinstance(act, kinds) and getattr(act, "seat", 0) != speech.seat for act in acts)


def _votes(_: Speech, acts: Sequence[Act]) -> bool:
    return any(isinstance(act, CallsVote) and act.seat for act in acts)


def _leads(speech: Speech, acts: Sequence[Act]) -> bool:
    return speech.kind in _STEERING and any(isinstance(act, CallsVote) and act.seat not in (0, speech.seat) for act in acts)


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
"""What a metric counts, by label: the entries of the speeches in which it does. No metric counts where speech is not understood."""


def reader_labels(t: GameTables) -> dict[int, dict[str, bool]]:
    """The reader's labels of every speech with words, by its entry; a label of which it has no opinion is not there.

    Args:
        t: The tables of the game. Nothing is said of one whose speech is not recorded or not English.
    """
    if not t.speech_readable:
        return {}
    counted = {name: of(t) for name, of in LABELS_FROM_METRICS.items()} if speech_understood(t) else {}
    found: dict[int, dict[str, bool]] = {}
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.text:
            said = {name: of(speech, acts) for name, of in LABELS_FROM_ACTS.items()}
            found[speech.entry] = said | {name: speech.entry in entries for name, entries in counted.items()}
    return found
