"""Camouflage: speeches whose claims the log contradicts (Xu et al., section 5.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from wolfcore.game import ROLES, Power
from wolfcore.game.powers import POWERS
from wolfcore.speech import Act, ClaimsRole, ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved

from .game_tables import Deed, GameTables, Speech
from .metric import (
    NO_SUCH_SPEECH,
    UNKNOWN,
    XU,
    CountedEvent,
    Metric,
    Part,
    Value,
)
from .sentences import sentence_about, sentence_with
from .speech_statistics import count_spoken, speech_understood

DEED_POWERS: dict[type, tuple[str, ...]] = {
    ReportsCheck: ("check",),
    TellsProtected: ("protect",),
    TellsSaved: ("potions", "protect"),
    TellsPoisoned: ("potions",),
}
"""The powers that make each claimed action possible; a guard's protection may be told as saving."""


_JUDGED_POWERS = frozenset({"kill", *(power for some in DEED_POWERS.values() for power in some)})
"""The powers of the night of which `DEED_POWERS` says all that they can do."""


def camouflage(t: GameTables) -> Value:
    """Count speeches that claim what the log contradicts, by seat and day.

    Such claims are another role, a check never made, or a potion never used. A speech that
    contradicts itself ("as a villager, I verified 3") is a slip and not counted for that action.
    """
    if not speech_understood(t):
        return UNKNOWN
    events = [
        CountedEvent(speech.seat, speech.day, speech.entry, _quote(t, speech, lie))
        for speech, lie in contradicted(t)
    ]
    return count_spoken(t, events)


def camouflage_rate(t: GameTables) -> Value:
    """Compute speeches that claim what the log contradicts / speeches with words."""
    if not speech_understood(t):
        return UNKNOWN
    lines = {speech.entry: (_quote(t, speech, lie),) for speech, lie in contradicted(t)}
    return Value(
        tuple(
            [
                Part(s.seat, s.entry in lines, 1, s.day, (s.entry,), lines.get(s.entry, ()))
                for s in t.read_speeches
            ]
        )
    )


@lru_cache(maxsize=2)
def contradicted(t: GameTables) -> tuple[tuple[Speech, Act], ...]:
    """Return the speeches whose claims the log contradicts, each with the first such claim."""
    found: list[tuple[Speech, Act]] = []
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        # Without the speaker's role in the log nothing can be held against a claim.
        if t.roles[speech.seat] is None:
            continue
        impossible = impossible_deeds(acts)
        lies = [act for act in acts if act not in impossible and is_contradicted(t, speech, act)]
        if lies:
            found.append((speech, lies[0]))
    return tuple(found)


def impossible_deeds(acts: Sequence[Act]) -> list[Act]:
    """Return the actions told in a speech that no role claimed in the same speech can do.

    Empty if the speech claims no role, or one whose power of the night may do what is told.
    """
    powers: set[Power | None] = {
        ROLES[act.role].power for act in acts if isinstance(act, ClaimsRole)
    }
    if not powers or any(
        power and POWERS[power].night and power not in _JUDGED_POWERS for power in powers
    ):
        return []
    return [
        act
        for act in acts
        if (possible := DEED_POWERS.get(type(act))) and not powers.intersection(possible)
    ]


def is_contradicted(t: GameTables, speech: Speech, act: Act) -> bool:
    """Whether the log contradicts a claim of a speech; always false for acts that claim nothing.

    The log must contain the role of the speaker.
    """
    seat = speech.seat
    match act:
        case ClaimsRole(role=claimed):
            return not t.same_role(claimed, t.roles[seat] or "")
        case ReportsCheck():
            # Only checks before the speech: what is learned later cannot justify it.
            made = [
                check
                for check in t.checks
                if (check.seat, check.target) == (seat, act.seat) and check.entry < speech.entry
            ]
            return not any(_fits_check(check.result, act.result) for check in made)
        case TellsProtected():
            return not _done(t.protections, speech, act.seat)
        case TellsSaved():
            return not (_done(t.saves, speech, act.seat) or _done(t.protections, speech, act.seat))
        case TellsPoisoned():
            return not _done(t.poisons, speech, act.seat)
        case _:
            return False


def _done(deeds: Sequence[Deed], speech: Speech, target: int) -> bool:
    """Whether the speaker acted on `target` (one of `deeds`) before the speech."""
    return any(
        (deed.seat, deed.target) == (speech.seat, target) and deed.entry < speech.entry
        for deed in deeds
    )


def _fits_check(learned: str, claimed: str) -> bool:
    """Whether a reported check result is consistent with the true result.

    "Villager" may be said of any seat of the village team.
    """
    if learned in ROLES and claimed in ROLES and claimed != "Villager":
        return learned == claimed
    return _team(learned) == _team(claimed)


def _team(word: str) -> str:
    return ROLES[word].team if word in ROLES else word


def _quote(t: GameTables, speech: Speech, act: Act) -> str:
    if isinstance(act, ClaimsRole):
        return sentence_with(speech.text, t.game.names, t.size, re.compile(act.role.lower()))
    return sentence_about(speech.text, t.game.names, t.size, getattr(act, "seat", 0))


METRICS = (
    Metric(
        name="camouflage", of=camouflage, source=f"{XU}, section 5.3", low=0, high=None,
        direction="neither", meaning="speeches that the log contradicts",
        formula="speeches that claim another role, a check never made or a potion never used",
        unit="speeches", null=NO_SUCH_SPEECH, aggregation="games", kind="count", per_team=True,
    ),
    Metric(
        name="camouflage_rate", of=camouflage_rate, source=f"{XU}, section 5.3", low=0, high=1,
        direction="neither", meaning="share of speeches that the log contradicts",
        formula="speeches that the log contradicts / speeches with words", unit="share of speeches",
        null=f"{NO_SUCH_SPEECH}, or where nobody spoke", aggregation="games", per_team=True,
    ),
)  # fmt: skip
