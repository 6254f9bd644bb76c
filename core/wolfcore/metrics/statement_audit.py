"""The audit of statements: each checkable statement of a speech, compared with the log.

A statement is false if the log contradicts it, else unsupported if its speaker could not know it
when it was said, else true. Opinions, questions and plans are no statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.game import ROLES, WOLVES, Team
from wolfcore.game import facts as f
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    Defends,
    GivesReason,
    Pairs,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolfcore.speech.mentions import sentences
from wolfcore.speech.reader import read

from .camouflage import is_contradicted
from .game_tables import Check, GameTables, Speech
from .metric import (
    NO_SUCH_SPEECH,
    OURS,
    UNKNOWN,
    CountedEvent,
    Metric,
    Part,
    Value,
)
from .sentences import sentence_about
from .slip_checks import vote_calls
from .speech_statistics import count_spoken, speech_understood

Verdict = Literal["true", "false", "unsupported"]


Fault = Literal["", "fabrication", "said against done"]


class Statement(NamedTuple):
    """A checkable statement with its verdict.

    Attributes:
        speech: The speech.
        act: What it states. `CallsVote` stands for the announcement of the speaker's own ballot.
        verdict: The verdict.
        fault: `fabrication` for a claimed role that the speaker does not hold, or a check,
            protection, rescue or poisoning that never was; `said against done` for a ballot that
            was announced and cast otherwise; else empty.
        line: The sentence to quote.
        evidence: The log entries of the speech and of what confirms or refutes it.
    """

    speech: Speech
    act: Act
    verdict: Verdict
    fault: Fault
    line: str
    evidence: tuple[int, ...]


_Finding: TypeAlias = tuple[bool, bool, tuple[int, ...]]
"""Whether the log agrees with a statement, whether the speaker could know it, and further entries
that show it."""


_FACTS: dict[type, str] = {
    ReportsCheck: "Checked", TellsProtected: "Protected", TellsSaved: "Saved",
    TellsPoisoned: "Poisoned",
}  # fmt: skip
"""The facts that a log must record for a claimed deed to be checked."""


_IS = r"(?:is|are|was|were|'s|must be|has to be)"


_SIDES: dict[type, str] = {
    Accuses: r"(?:wol(?:f|ves)|werewol(?:f|ves)|evil|mafia|scum)",
    Vouches: r"(?:good|innocent|clean|clear|cleared|village|villager|town|townie|human"
    r"|(?:not?|n't) (?:a |the )?(?:were)?wolf"
    rf"|{'|'.join(role.lower() for role in ROLES if role not in WOLVES)})",
}
"""Words that say as a fact which side a seat is on."""


_OPINION = re.compile(
    r"\b(?:trust\w*|believe\w*|suspect\w*|suspicious|think|feel\w*|seems?|looks?|acts?|acting"
    r"|sounds?|like|behav\w*|dream\w*|kidding)\b|\?"
)


_ANOTHER_SENSE: dict[type, re.Pattern[str]] = {
    CallsVote: re.compile(
        r"\b(?:where(?:ver)?|whoever|would|i'd|ha(?:ve|s|d) been)\b|\bvot(?:e|ing) with\b"
    ),
    Pairs: re.compile(
        r"^(?!.*\b(?:were)?(?:wolf|wolves|pack|partners?|\w*mates?|team|together|evil|mafia|scum)\b)"
    ),
    ReportsCheck: re.compile(r"^(?!.*\bmy\b).*'s (?:\w+ )?(?:check|report|result|vision)s?\b"),
}
"""Sentences in which an act is no statement: a ballot that follows somebody's, is past or only
thought of; a pair that is not said to be of the pack; the check of another seat."""


@lru_cache(maxsize=2)
def audited(t: GameTables) -> tuple[Statement, ...]:
    """Return all checkable statements of a game in order; none if too little of it was read."""
    if not speech_understood(t):
        return ()
    found: list[Statement] = []
    for speech, reading in zip(t.speeches, t.readings, strict=True):
        paired = {
            seat
            for act in reading.contents
            if isinstance(act, Pairs)
            for seat in (act.seat, act.other)
        }
        for act in dict.fromkeys(reading.contents):
            check = STATED.get(type(act))
            # "3 and 5 are wolves together" is one statement, and not three.
            again = isinstance(act, Accuses) and act.seat in paired
            finding = check(t, speech, act) if check and not again else None
            if finding and _states(t, speech, act):
                found.append(_judged(t, speech, act, finding))
    for speech, seat, cast in vote_calls(t):
        if not _states(t, speech, CallsVote(seat)):
            continue
        kept = cast.target == seat
        found.append(
            Statement(
                speech,
                CallsVote(seat),
                "true" if kept else "false",
                "" if kept else "said against done",
                _quote(t, speech, CallsVote(seat)),
                (speech.entry, cast.entry),
            )
        )
    return tuple(sorted(found, key=lambda each: each.speech.entry))


def _judged(t: GameTables, speech: Speech, act: Act, finding: _Finding) -> Statement:
    agrees, known, entries = finding
    verdict: Verdict = "false" if not agrees else "true" if known else "unsupported"
    invented = not agrees and (
        isinstance(act, ClaimsRole | TellsProtected | TellsSaved | TellsPoisoned)
        or (isinstance(act, ReportsCheck) and not entries)
    )
    fault: Fault = "fabrication" if invented else ""
    return Statement(speech, act, verdict, fault, _quote(t, speech, act), (speech.entry, *entries))


def _states(t: GameTables, speech: Speech, act: Act) -> bool:
    """Whether the sentence of an act states it, for acts that have another sense."""
    other = _ANOTHER_SENSE.get(type(act))
    return not other or not other.search(_quote(t, speech, act).lower().replace("’", "'"))


def _quote(t: GameTables, speech: Speech, act: Act) -> str:
    """Return the first sentence in which the act is read alone, else one that names its seat."""
    names, roles = t.game.names, t.board.roles
    for line, _ in sentences(speech.text, names, t.size):
        if act in read(line, speech.seat, names, t.size, roles):
            return line
    return sentence_about(speech.text, names, t.size, getattr(act, "seat", 0))


def _own(t: GameTables, speech: Speech, act: Act) -> _Finding | None:
    """Check what the speaker says of its own role and deeds, which it always knows."""
    fact = _FACTS.get(type(act))
    if t.roles[speech.seat] is None or (fact and not t.can_record(fact)):
        return None
    made = (
        tuple([check.entry for check in _checks_of(t, speech, act.seat)])
        if isinstance(act, ReportsCheck)
        else ()
    )
    return not is_contradicted(t, speech, act), True, made


def _team(t: GameTables, speech: Speech, act: Accuses | Vouches) -> _Finding | None:
    """Check a sentence that says as a fact which side, or which role, another seat has."""
    if not act.sure or act.seat == speech.seat:
        return None
    stated = _side_words(act.seat, _SIDES[type(act)])
    words = next(
        (
            found[1] or found[2]
            for _, marked in sentences(speech.text, t.game.names, t.size)
            if not _OPINION.search(marked) and (found := stated.search(marked))
        ),
        "",
    )
    if not words:
        return None
    role = words.capitalize()
    special = isinstance(act, Vouches) and role in ROLES and ROLES[role].power
    team = "wolves" if isinstance(act, Accuses) else "village"
    return _side(t, speech, act.seat, team, role if special else "")


@lru_cache(maxsize=1 << 7)
def _side_words(seat: int, words: str) -> re.Pattern[str]:
    """Return a pattern of "@3 is a wolf" (the word is group 1) and "the wolf is @3" (group 2)."""
    return re.compile(
        rf"@{seat}(?!\d)(?! ?'s [^.;:!@]*?\b{_IS}\b)(?:,? (?:and )?@\d+)*"
        rf"[^.;:!@]*?(?:\b|(?=')){_IS}\b[^.;:!@]*?\b({words})\b"
        rf"|\b({words})\b[^.;:!@]*\b{_IS} @{seat}(?!\d)"
    )


def _pair(t: GameTables, speech: Speech, act: Pairs) -> _Finding | None:
    both = [_side(t, speech, seat, "wolves") for seat in (act.seat, act.other)]
    sides = [side for side in both if side]
    if len(sides) < len(both):
        return None
    return (
        all(agrees for agrees, *_ in sides),
        all(known for _, known, _ in sides),
        tuple([entry for *_, entries in sides for entry in entries]),
    )


def _side(t: GameTables, speech: Speech, seat: int, team: Team, role: str = "") -> _Finding | None:
    """Check a statement of the team of a seat, or of its role where `role` is not empty."""
    if t.team(seat) is None:
        return None
    shown = t.revealed.get(seat)
    checks = [
        check.entry
        for check in _checks_of(t, speech, seat)
        if not role or (check.result in ROLES and t.same_role(role, check.result))
    ]
    seen = [shown[0]] if shown and shown[0] < speech.entry else []
    in_pack = speech.seat in t.wolves and not role
    agrees = t.same_role(role, t.roles[seat] or "") if role else t.team(seat) == team
    return agrees, bool(checks or seen) or in_pack, (*checks, *seen)


def _checks_of(t: GameTables, speech: Speech, seat: int) -> Iterator[Check]:
    return (
        check
        for check in t.checks
        if (check.seat, check.target) == (speech.seat, seat) and check.entry < speech.entry
    )


def _reason(t: GameTables, speech: Speech, act: GivesReason) -> _Finding | None:
    """Check a reason that cites a ballot or earlier words of a seat about another."""
    if not act.other:
        return None
    if act.reason == "voted":
        if t.board.switches.ballots == "secret":
            return None
        entries = [
            cast.entry
            for day in t.days
            for kind in ("vote", "runoff")
            for cast in day.ballots.get(kind, ())
            if (cast.voter, cast.target) == (act.seat, act.other) and cast.entry < speech.entry
        ]
    elif act.reason in _WORDS:
        # An unread speech may have said it.
        if t.unread_since.get(act.seat, speech.day + 1) <= speech.day:
            return None
        entries = [
            number
            for number, entry in enumerate(t.game.entries[: speech.entry])
            if _says(t, *f.public_words(entry.fact), act)
        ]
    else:
        return None
    return bool(entries), True, tuple(entries)


def _says(t: GameTables, speaker: int, text: str, reason: GivesReason) -> bool:
    """Whether public words, a line said with a ballot too, are what a reason cites."""
    return speaker == reason.seat and any(
        isinstance(act, _WORDS[reason.reason]) and getattr(act, "seat", 0) == reason.other
        for act in read(text, speaker, t.game.names, t.size, t.board.roles)
    )


_WORDS: dict[str, tuple[type, ...]] = {
    "accused": (Accuses, CallsVote, ReportsCheck), "defended": (Defends, Vouches, ReportsCheck),
}  # fmt: skip


STATED: dict[type, Callable[..., _Finding | None]] = {
    **dict.fromkeys(
        (ClaimsRole, ReportsCheck, TellsProtected, TellsSaved, TellsPoisoned), _own
    ),
    Accuses: _team, Vouches: _team, Pairs: _pair, GivesReason: _reason,
}  # fmt: skip
"""The kinds of acts that may be statements, beside `CallsVote`, with what checks them."""


# -- metrics


def _share_of(verdict: Verdict) -> Callable[[GameTables], Value]:
    def of(t: GameTables) -> Value:
        return Value(
            tuple(
                [
                    Part(
                        each.speech.seat,
                        each.verdict == verdict,
                        1,
                        each.speech.day,
                        each.evidence,
                        (each.line,),
                    )
                    for each in audited(t)
                ]
            )
        )

    of.__doc__ = f"Compute statements that are {verdict} / statements."
    return of


def fabrications(t: GameTables) -> Value:
    """Count statements of a role, check, protection, rescue or poisoning that never was."""
    if not speech_understood(t):
        return UNKNOWN
    return count_spoken(
        t,
        (
            CountedEvent(each.speech.seat, each.speech.day, each.speech.entry, each.line)
            for each in audited(t)
            if each.fault == "fabrication"
        ),
    )


def said_against_done(t: GameTables) -> Value:
    """Compute announced ballots that the speaker cast otherwise / announced ballots."""
    return Value(
        tuple(
            [
                Part(
                    each.speech.seat,
                    each.verdict == "false",
                    1,
                    each.speech.day,
                    each.evidence,
                    (each.line,),
                )
                for each in audited(t)
                if isinstance(each.act, CallsVote)
            ]
        )
    )


_SOURCE = f"{OURS}; compare WOLF (arXiv 2512.09187)"


_MEANT: dict[Verdict, str] = {
    "true": "statements that are true and could be known",
    "false": "statements that the log contradicts",
    "unsupported": "statements that are right and could not be known",
}


METRICS = (
    *(
        Metric(
            name=f"statements_{verdict}", of=_share_of(verdict), source=_SOURCE, low=0, high=1,
            direction="neither", meaning=meaning,
            formula=f"statements that are {verdict} / statements of roles, deeds, sides, ballots "
                "and earlier words",
            unit="share of statements",
            null=f"{NO_SUCH_SPEECH}, or where nothing checkable was stated", aggregation="games",
            per_team=True,
        )
        for verdict, meaning in _MEANT.items()
    ),
    Metric(
        name="fabrications", of=fabrications, source=_SOURCE, low=0, high=None,
        direction="neither", meaning="claims of a role or a deed that never was",
        formula="claims of a role not held, or of a check, protection, rescue or poisoning never "
            "done",
        unit="statements", null=NO_SUCH_SPEECH, aggregation="games", kind="count", per_team=True,
    ),
    Metric(
        name="said_against_done", of=said_against_done, source=_SOURCE, low=0, high=1,
        direction="neither", meaning="announced ballots that were cast otherwise",
        formula="ballots that differ from the last announcement of the day / ballots announced "
            "for a living seat",
        unit="share of ballots",
        null=f"{NO_SUCH_SPEECH}, or where no ballot was announced", aggregation="games",
        per_team=True,
    ),
)  # fmt: skip
