"""Find slips: speeches that contradict themselves or what everybody knows.

Sources: Xu et al., 4.4.2 and A.4; Helmsman, table 18. Deception is never a slip: whether a claim is
true does not matter here.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from wolfcore.game import ROLES
from wolfcore.game import facts as f
from wolfcore.speech import (
    LAST_NIGHT,
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
from wolfcore.speech.language import are_english
from wolfcore.speech.mentions import sentences

from .camouflage import impossible_deeds
from .game_tables import CastBallot, GameTables, Speech
from .sentences import read_speech, sentence_about, sentence_with

SlipFindings = Iterator[tuple[Speech, str]]
"""The speeches with a slip, each with the sentence to quote."""


_PAST = re.compile(
    r"\b(?:was|were|had|did|died|dead|killed|exiled|voted|claimed|said|told|gone|lost|fell"
    r"|fallen|left|removed|late|former|"
    r"removal|death|loss|exile|elimination|killing|murder|departure|absence)\b"
)
"""Words that speak of a dead seat as dead: "Derek's removal" names nobody as living."""


_REPORTED = re.compile(
    r"\b(?:point(?:s|ed|ing)? (?:out|to)|mention\w*|not(?:ed|ing)|rais(?:ed|ing)|rumou?rs?"
    r"|concerns?|accus\w+|said (?:that )?@\d+|"
    r"says?|claims?|claimed|call(?:s|ed|ing)|assum\w+|not everyone|several of you|focus\w* on)\b"
)
"""Words by which a speaker reports or answers somebody else's remark on a silence; such a remark is
not the speaker's own."""


_CALM = r"(?:silen(?:t|ce)|quiet(?:ness)?)"


_SPOKE = rf"(?:said|spoke|speech|statement|talk(?:ed)?|{_CALM})"


_AT_NIGHT = r"(?:last night|(?:during|in|at) (?:the )?night)"


_NIGHT_SPEECH = re.compile(
    rf"\b{_SPOKE}\b(?:(?!\bbut\b)[^,;])*\b{_AT_NIGHT}\b|\b{_AT_NIGHT},? (?:\S+ ){{0,2}}{_SPOKE}\b"
)


_DEED_OF_NIGHT = re.compile(
    r"\b(?:check|saw|see|look|protect|guard|sav|poison|kill|die|dead|attack|wolf|wolves)\w*\b"
)


_SPEECH_OF = re.compile(
    rf"@(\d+) ?'s (?:\w+ )?(?:{_CALM}|statement|speech|words|comments?|remarks?)\b|"
    r"@(\d+) (?:(?:has|have|had|is|was|were|stayed|remained|been|so|very|too|\w+ly) "
    rf")*(?:{_CALM}|said nothing|spoke first)\b"
)


_YOURS = re.compile(
    rf"\byour (?:\w+ )?(?:{_CALM}|statement|speech|words|comments?|remarks?)\b|\byou (?:\S+ "
    rf"){{0,3}}(?:{_CALM}|said nothing)\b"
)


_CALLED = re.compile(r"^(?:\w+,? )?@(\d+),")


_NUMBERED = re.compile(r"\b(day|night)s? (\d+)\b")


_YESTERDAY = re.compile(r"\b(?:yesterday|the (?:previous|last) day)\b")


_TO_COME = re.compile(
    r"\b(?:will|shall|going to|next|tomorrow|tonight|let|should|would|if|until|till|by|before"
    r"|plan\w*|'ll)\b"
)


_WATCHED = (
    r"(?:observ\w+|watch\w*|eye on|vote (?:for|out|off)|suspect\w*|look (?:at|into)|focus on"
    r"|attention to|accus\w+|"
    r"agree with|trust)"
)


_FIRST_PERSON = re.compile(r"\b(?:i am|i'm|me|myself|my)\b")


def dead_as_living(t: GameTables) -> SlipFindings:
    """Find speeches that treat a dead seat as living: ask something of it, or suspect it now."""
    for speech, acts in _public(t):
        for act in acts:
            seat = getattr(act, "seat", 0)
            if not seat or not t.dead_before(seat, speech.entry):
                continue
            # A request or a suspicion needs a living seat; a firm judgement of a dead one may be
            # right.
            line = _about(t, speech, seat)
            wanted = isinstance(act, CallsVote | AsksSeat)
            hedged = isinstance(act, Accuses | Vouches) and not act.sure
            if (wanted or hedged) and not _PAST.search(line.lower()):
                yield speech, line
                break


def known_fact(t: GameTables) -> SlipFindings:
    """Find speeches that contradict public knowledge.

    They judge a seat against its revealed role, or claim a role that the board does not deal.
    """
    for speech, acts in _public(t):
        for act in acts:
            if isinstance(act, ClaimsRole) and not _dealt(t, act.role):
                yield (
                    speech,
                    sentence_with(speech.text, t.game.names, t.size, re.compile(act.role.lower())),
                )
                break
            seat = getattr(act, "seat", 0)
            shown = t.revealed.get(seat)
            if (
                shown
                # A role that was revealed only later could not be known in this speech.
                and shown[0] < speech.entry
                and _denies(act, wolf=ROLES[shown[1]].team == "wolves")
            ):
                yield speech, _about(t, speech, seat)
                break


def _dealt(t: GameTables, role: str) -> bool:
    # A Doctor that calls itself Guard, or the reverse, names the same role.
    return any(t.same_role(role, dealt) for dealt in t.board.roles)


def _denies(act: Act, *, wolf: bool) -> bool:
    if isinstance(act, ReportsCheck):
        return act.finds_wolf != wolf
    return isinstance(act, Vouches | Defends) if wolf else isinstance(act, Accuses | CallsVote)


def never_happened(t: GameTables) -> SlipFindings:
    """Find speeches that refer to events that did not happen.

    Such events are an action on a seat that was dead by then, a rescue of a seat that died, or the
    retraction of a claim never made.
    """
    claimed: set[int] = set()
    lines = _claims_with_ballots(t)
    for speech, acts in _public(t):
        while lines and lines[0][0] < speech.entry:
            claimed.add(lines.popleft()[1])
        # Only what was claimed before can be retracted.
        retracts = any(isinstance(act, Retracts) for act in acts) and speech.seat not in claimed
        line = (
            speech.text
            if retracts
            else next(
                (_about(t, speech, seat) for seat in _impossible_targets(t, speech, acts)), ""
            )
        )
        if line:
            yield speech, line
        # A speech that is not English may have claimed anything.
        if speech.entry in t.unread or _claims(acts):
            claimed.add(speech.seat)


def _claims(acts: Sequence[Act]) -> bool:
    claims = ClaimsRole | ReportsCheck | TellsProtected | TellsSaved | TellsPoisoned
    return any(isinstance(act, claims) for act in acts)


def _claims_with_ballots(t: GameTables) -> deque[tuple[int, int]]:
    """Return the entry and the voter of each ballot with a claim, in order.

    Such lines are no speeches to metrics, but what they claim can be taken back in one.
    """
    said = [
        (number, entry.fact.voter, entry.fact.line)
        for number, entry in enumerate(t.game.entries)
        if isinstance(entry.fact, f.Voted) and entry.fact.line
    ]
    english = are_english([(voter, line) for _, voter, line in said], t.game.names)
    return deque(
        (number, voter)
        for (number, voter, line), is_read in zip(said, english, strict=True)
        if not is_read or _claims(read_speech(line, voter, t.game.names, t.board.roles).acts)
    )


def _impossible_targets(t: GameTables, speech: Speech, acts: Sequence[Act]) -> Iterator[int]:
    for act in acts:
        if not isinstance(act, ReportsCheck | TellsProtected | TellsSaved | TellsPoisoned):
            continue
        night = speech.day if act.night == LAST_NIGHT else act.night
        fall = t.deaths.get(act.seat)
        # With an unknown night it stays open whether the seat was dead by then.
        if not night or not fall or fall.entry > speech.entry:
            continue
        rescued = (
            isinstance(act, TellsProtected | TellsSaved) and fall.at_night and fall.day == night
        )
        if fall.day < night or rescued:
            yield act.seat


def role_cannot_know(t: GameTables) -> SlipFindings:
    """Find speeches that claim a role and an action that this role cannot do, or two roles.

    Such a speech contradicts itself.
    """
    for speech, acts in _public(t):
        roles = {act.role for act in acts if isinstance(act, ClaimsRole)}
        deeds = impossible_deeds(acts)
        if deeds:
            yield speech, _about(t, speech, getattr(deeds[0], "seat", 0))
        elif len(roles) > 1:
            yield speech, speech.text


def against_own_speech(t: GameTables) -> SlipFindings:
    """Find speeches that call for a vote on X whose speaker, with X alive, votes otherwise.

    The official ballot counts; a ballot for no one is a slip, too.
    """
    for speech, seat, cast in vote_calls(t):
        if cast.target != seat:
            yield speech, _about(t, speech, seat)


def vote_calls(t: GameTables) -> Iterator[tuple[Speech, int, CastBallot]]:
    """Yield the last call for a vote of each seat and day, with its seat and the caller's ballot.

    Only calls for another seat that lives at the vote count. Of several seats called for in one
    speech, the one that the caller voted for, else the lowest.
    """
    calls: dict[tuple[int, int], tuple[Speech, set[int]]] = {}
    for speech, acts in _public(t):
        wanted = {
            act.seat
            for act in acts
            if isinstance(act, CallsVote) and act.seat not in (0, speech.seat)
        }
        if wanted and speech.kind in ("speak", "summarise", "defend"):
            # A later call of the day replaces an earlier one: one may change one's mind.
            calls[speech.seat, speech.day] = (speech, wanted)
    for day in t.days:
        for cast in day.official_ballots:
            speech, wanted = calls.get((cast.voter, day.number), (None, set[int]()))
            # Where the seat has died by the vote the caller has to vote otherwise.
            possible = {seat for seat in wanted if seat in day.living}
            if speech and possible:
                yield speech, cast.target if cast.target in possible else min(possible), cast


def night_speech(t: GameTables) -> SlipFindings:
    """Find speeches that say that somebody speaks, or is silent, at night."""
    for speech, said, marked in _lines(t):
        found = _NIGHT_SPEECH.search(marked)
        if found and not _DEED_OF_NIGHT.search(found[0]):
            yield speech, said


def not_yet_spoken(t: GameTables) -> SlipFindings:
    """Find speeches that cite the speech or silence of a living seat that has not spoken all game.

    On boards where turns are bid for nothing can be found, because silence is a choice there
    (`_can_be_found`). "Your silence" refers to the seat that the speech addresses. Reporting what
    others said of a silence is no slip.
    """
    # Who had spoken before each speech.
    spoken: dict[int, set[int]] = {}
    heard: set[int] = set()
    for speech in t.speeches:
        spoken[speech.entry] = set(heard)
        heard.add(speech.seat)
    called, place = 0, -1
    for speech, said, marked in _lines(t):
        # An address holds until the next one or the end of the speech.
        found = _CALLED.search(marked)
        called = int(found[1]) if found else called if place == speech.entry else 0
        place = speech.entry
        if _REPORTED.search(marked):
            continue
        seats = [int(match[1] or match[2]) for match in _SPEECH_OF.finditer(marked)]
        seats += [called] if called and _YOURS.search(marked) else []
        for seat in seats:
            if (
                seat != speech.seat
                and seat not in spoken[speech.entry]
                and not t.dead_before(seat, speech.entry)
            ):
                yield speech, said


def time_confusion(t: GameTables) -> SlipFindings:
    """Find speeches that mention a future day or night as past, or yesterday on the first day."""
    for speech, said, marked in _lines(t):
        early = speech.day == 1 and _YESTERDAY.search(marked)
        later = any(
            int(number) > speech.day for _, number in _NUMBERED.findall(marked)
        ) and not _TO_COME.search(marked)
        if early or later:
            yield speech, said


def self_as_another(t: GameTables) -> SlipFindings:
    """Find speeches whose speaker mentions itself as if it were another seat.

    It wants itself watched, voted for or believed by its name or number.
    """
    for speech, said, marked in _lines(t):
        own = rf"@{speech.seat}(?!\d)"
        if (
            re.search(own, marked)
            and not _FIRST_PERSON.search(marked)
            and re.search(rf"\b{_WATCHED}\b[^.;]*{own}", marked)
        ):
            yield speech, said


def _public(t: GameTables) -> Iterable[tuple[Speech, Sequence[Act]]]:
    return zip(t.speeches, t.acts, strict=True)


def _lines(t: GameTables) -> Iterator[tuple[Speech, str, str]]:
    """Yield every sentence of English with its speech, as spoken and with seats marked."""
    for speech in t.read_speeches:
        for said, marked in sentences(speech.text, t.game.names, t.size):
            yield speech, said, marked


def _about(t: GameTables, speech: Speech, seat: int) -> str:
    return sentence_about(speech.text, t.game.names, t.size, seat)
