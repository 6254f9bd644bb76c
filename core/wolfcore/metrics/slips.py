"""Metrics of slips (`slip_checks`): each kind, `reasonableness`, and kinds of hallucination."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from wolfcore.speech.secret_slips import SlipWatch

from .game_tables import GameTables, Speech
from .metric import (
    HELMSMAN,
    NO_SUCH_SPEECH,
    OURS,
    UNKNOWN,
    XU,
    CountedEvent,
    Metric,
    MetricTable,
    Observation,
    Part,
    Value,
)
from .slip_checks import (
    SlipFindings,
    against_own_speech,
    dead_as_living,
    known_fact,
    never_happened,
    night_speech,
    not_yet_spoken,
    role_cannot_know,
    self_as_another,
    time_confusion,
)
from .speech_statistics import count_spoken, speech_understood

_CHECKS: dict[str, tuple[Callable[[GameTables], SlipFindings], str, str, str]] = {
    "slip_known_fact": (
        known_fact, f"{XU}, section 4.4.2", "speeches that contradict what everybody knows",
        "speeches that judge a seat against the role it was shown to hold, or claim a role "
        "that is not dealt",
    ),
    "slip_dead": (
        dead_as_living, f"{XU}, section 4.4.2", "speeches that speak of the dead as living",
        "speeches that ask something of a dead seat, or suspect it now",
    ),
    "slip_vote": (
        against_own_speech, f"{XU}, section 4.4.2",
        "speeches that the speaker's ballot contradicts",
        "speeches that call for a vote on X whose speaker, X living, votes otherwise",
    ),
    "slip_role": (
        role_cannot_know, f"{XU}, appendix A.4",
        "speeches with a deed that the claimed role cannot do",
        "speeches that claim a role and a deed that it cannot do, or two roles",
    ),
    "slip_never": (
        never_happened, f"{XU}, appendix A.4", "speeches about what did not happen",
        "speeches that report a deed on a dead seat, a rescue of a seat that died, or retract "
        "a claim never made",
    ),
    "slip_night_speech": (
        night_speech, f"{HELMSMAN}, table 18", "speeches that assume speech at night",
        "speeches that say that a seat spoke, or was silent, at night",
    ),
    "slip_not_yet": (
        not_yet_spoken, f"{HELMSMAN}, table 18", "speeches about words that were not spoken yet",
        "speeches that hold speech or silence against a living seat whose turn has not come",
    ),
    "slip_time": (
        time_confusion, f"{HELMSMAN}, table 18", "speeches that confuse days and nights",
        "speeches that report a later day or night as past, or yesterday on the first day",
    ),
    "slip_self": (
        self_as_another, f"{HELMSMAN}, table 18", "speeches about the speaker as another seat",
        "speeches that ask to watch, vote for or believe the speaker by name or number",
    ),
}  # fmt: skip


def reasonableness(t: GameTables) -> Value:
    """Compute speeches without any of the slips / speeches with words."""
    if not speech_understood(t):
        return UNKNOWN
    faults: dict[int, dict[str, None]] = {}
    for check in (check for check, *_ in _CHECKS.values() if _can_be_found(t, check)):
        for speech, line in _speeches_at_fault(t, check):
            faults.setdefault(speech.entry, {})[line] = None
    return Value(
        tuple(
            [
                Part(
                    s.seat,
                    s.entry not in faults,
                    1,
                    s.day,
                    (s.entry,),
                    tuple(faults.get(s.entry, ())),
                )
                for s in t.read_speeches
            ]
        )
    )


@lru_cache(maxsize=2 * len(_CHECKS))
def _speeches_at_fault(
    t: GameTables, check: Callable[[GameTables], SlipFindings]
) -> tuple[tuple[Speech, str], ...]:
    return tuple(check(t))


def _slips(check: Callable[[GameTables], SlipFindings]) -> Callable[[GameTables], Value]:
    """Return a metric that counts the findings of one check, each speech once."""

    def of(t: GameTables) -> Value:
        if not speech_understood(t) or not _can_be_found(t, check):
            return UNKNOWN
        found = {
            speech.entry: CountedEvent(speech.seat, speech.day, speech.entry, line)
            for speech, line in _speeches_at_fault(t, check)
        }
        return count_spoken(t, found.values())

    of.__doc__ = check.__doc__
    return of


def _can_be_found(t: GameTables, check: Callable[[GameTables], SlipFindings]) -> bool:
    """Whether the log decides if a speech has this slip."""
    # Where turns are bid for, a seat may be silent by choice, which can be held against it.
    return check is not not_yet_spoken or t.board.switches.discussion != "bids"


def secret_slips(t: GameTables) -> Value:
    """Count speeches that tell a secret which no claimed role of the speaker explains.

    They do not count in `reasonableness`: to tell a secret is a mistake of play, not of sense.
    """
    recorded = all(map(t.can_record, ("Attacked", "Checked", "Victim", "Poisoned")))
    if not speech_understood(t) or not recorded:
        return UNKNOWN
    watch = SlipWatch(t.board, t.game.names)
    told = {number: watch.add(entry.fact) for number, entry in enumerate(t.game.entries)}
    return count_spoken(
        t,
        [
            CountedEvent(speech.seat, speech.day, speech.entry, slip.line)
            for speech in t.speeches
            if (slip := told[speech.entry])
        ],
    )


_HALLUCINATIONS: dict[str, Callable[[GameTables], SlipFindings]] = {
    "one can speak during the night": night_speech,
    "some player has already made a statement": not_yet_spoken,
    "time confusion": time_confusion,
    "itself as another player": self_as_another,
}
"""The kinds of Helmsman's table 18, in its order and by its names."""


def hallucinations(t: GameTables) -> tuple[Observation, ...]:
    """Count the speeches of each player with each kind of hallucination, and its first example.

    A speech counts as unread, not as one without, if it is not English, if too few of the game's
    claims were read, or if the board leaves the kind open.
    """
    if not t.can_record("Said"):
        return ()
    said = [speech for speech in t.speeches if speech.text]
    understood, found = speech_understood(t), list[Observation]()
    for kind, check in _HALLUCINATIONS.items():
        decided = understood and _can_be_found(t, check)
        lines: dict[int, str] = {}
        for speech, line in _speeches_at_fault(t, check) if decided else ():
            lines.setdefault(speech.entry, line)
        of_player: dict[str, list[Speech]] = {}
        for speech in said:
            of_player.setdefault(t.sitters[speech.seat - 1].player or "unknown", []).append(speech)
        for player, speeches in of_player.items():
            read = [s.entry for s in speeches if decided and s.entry not in t.unread]
            hits = [lines[entry] for entry in read if entry in lines]
            if read:
                quote = hits[0] if hits else ""
                found.append(Observation(kind, player, len(hits), times=len(read), quote=quote))
            if len(read) < len(speeches):
                found.append(Observation(kind, player, times=len(speeches) - len(read)))
    return tuple(found)


_NOT_DECIDED = (
    f"{NO_SUCH_SPEECH}; of statements not made yet also where turns are bid for, so that silence "
    "is a choice"
)


METRICS = (
    Metric(
        name="reasonableness",
        of=reasonableness,
        source=f"{XU}, section 4.4.2, figure 4",
        low=0,
        high=1,
        direction="higher",
        meaning="speeches without a slip",
        formula="speeches without any of the slips / speeches with words",
        unit="share of speeches",
        null=f"{NO_SUCH_SPEECH}, or where nobody spoke",
        aggregation="games",
    ),
    *(
        Metric(
            name=name,
            of=_slips(check),
            source=source,
            low=0,
            high=None,
            direction="lower",
            meaning=meaning,
            formula=formula,
            unit="speeches",
            null=_NOT_DECIDED if check is not_yet_spoken else NO_SUCH_SPEECH,
            aggregation="games",
            kind="count",
        )
        for name, (check, source, meaning, formula) in _CHECKS.items()
    ),
    Metric(
        name="slip_secret",
        of=secret_slips,
        source=OURS,
        low=0,
        high=None,
        direction="lower",
        meaning="speeches that tell a secret (tentative)",
        formula="speeches that tell the pack, its attack, a poisoning or a role, true and not "
        "public, by a seat that knows it and claimed no role that would",
        unit="speeches",
        null=f"{NO_SUCH_SPEECH}, or where the deeds of the night are not recorded",
        aggregation="games",
        kind="count",
        per_team=True,
    ),
)


TABLES = (
    MetricTable(
        name="hallucinations", of=hallucinations, source=f"{HELMSMAN}, table 18",
        direction="lower", meaning="kinds of hallucination in speeches, by player",
        formula="speeches with the kind / speeches read; a speech that is not read is not counted",
        unit="share of speeches", null=_NOT_DECIDED,
        aggregation="all speeches of a player, over all games", kind="rates", pooled=True,
        counted=True,
    ),
)  # fmt: skip
