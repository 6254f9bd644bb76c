"""The page `DECISIONS_TITLE`: what a person's view said at each decision, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wolfcore.analysis.decisions import CoachReason, Decision
from wolfcore.game import ROLES, AskKind
from wolfcore.game import facts as f
from wolftui.views.labels import seat_span
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span

from .page import Derivation, ExplainedSpan, Page, PageWriter

if TYPE_CHECKING:
    from wolftui.games.coached_seat import CoachedSeat

NOTHING_COSTLY = "No decision of yours clearly cost games."


NO_DECISIONS = "You decided nothing in this game."


_INDENT = 9
"""Cells before the text of the page; `Night 10` and a blank fit."""


class _DeedWords(NamedTuple):
    """How a decision is named, done and advised; the latter two with a seat and with nobody."""

    name: str
    done: str
    none: str
    advice: str
    no_advice: str


_DEEDS: dict[AskKind, _DeedWords] = {
    "vote": _DeedWords("your vote", "voted for", "abstained", "vote for", "abstain"),
    "kill": _DeedWords("your pick", "picked", "picked nobody", "pick", "pick nobody"),
    "protect": _DeedWords("your protection", "protected", "protected nobody", "protect",
                          "protect nobody"),
    "check": _DeedWords("your check", "checked", "checked nobody", "check", "check nobody"),
    "save": _DeedWords("your antidote", "saved", "kept the antidote", "save",
                       "keep the antidote"),
    "poison": _DeedWords("your poison", "poisoned", "kept the poison", "poison",
                         "keep the poison"),
    "shoot": _DeedWords("your shot", "shot", "held fire", "shoot", "hold fire"),
}  # fmt: skip
"""The words of each kind of decision on a seat."""


_CLAIM = _DeedWords(
    "your claim", "claimed a role", "claimed no role", "claim a role", "claim no role yet"
)


_HELD = {
    "wolf": "was a wolf at",
    "power": "held a power for the village at",
    "self": "were a wolf at",
}


_REASONS: dict[str, str] = {
    "own": "You had checked @.",
    "claim": "@ had claimed a role with a power.",
    "checked": "# had reported @ as a wolf.",
    "changed": "@ had changed its word.",
    "late": "@ had claimed a role late.",
    "gained": "@ had gained by the death of #.",
    "voted": "@ had voted for #, whom you could trust.",
    "defended": "@ had spoken for #, a likely wolf.",
    "silent": "@ had named nobody.",
}
"""A sentence for each reason of `CoachReason`; @ is its seat and # its second one."""


def decisions_page(
    told: CoachedSeat, width: int, glyphs: Glyphs, key: str = "", *, whole: bool = True
) -> Page:
    """Build the page. Each decision is a spot with the log entry before it.

    Decisions that have something to say come first.

    Args:
        told: The decisions.
        width: The most cells of a line.
        glyphs: The signs to draw.
        key: The key that shows the whole page; empty for none.
        whole: Whether all decisions are shown; else the others are counted in one line.
    """
    writer = PageWriter(width, glyphs)
    coaching = told.coaching
    if told.problem:
        writer.paragraph(Span(told.problem, "warn"))
        writer.blank_line()
    if not coaching.decisions:
        writer.paragraph(Span(NO_DECISIONS, "quiet"))
        return writer.page
    first = telling_decisions(told)
    others = [each for each in coaching.decisions if each not in first]
    if not coaching.notes and not any(_kills_own(told, each) for each in first):
        writer.paragraph(Span(NOTHING_COSTLY, "strong"))
        writer.blank_line()
    for decision in [*first, *others] if whole else first:
        label = time_of(decision)
        spot = ExplainedSpan(
            Span(label, "night" if _by_night(decision) else "accent"),
            Derivation(label, decision.ask, entries=(decision.entry,)),
        )
        where = " in the runoff" if decision.kind == "vote" and ".vote." not in decision.ask else ""
        name = f"{' ' * (_INDENT - len(label))}{_words(decision).name}{where}"
        writer.add(spot, Span(name, "strong"))
        margin = (Span(" " * _INDENT),)
        for line in _decision_lines(told, decision):
            writer.paragraph(*line, first=margin, rest=margin)
        writer.blank_line()
    if others and not whole:
        what = "other decision" if first else "decision"
        count = f"{len(others)} {what}{'' if len(others) == 1 else 's'}: too close to tell."
        writer.paragraph(Span(count), Span(f"  {key} shows all" if key else "", "quiet"))
        writer.blank_line()
    writer.paragraph(Span(_HOW_KNOWN, "dim"))
    return writer.page


def telling_decisions(told: CoachedSeat) -> list[Decision]:
    """Return the decisions that have something to say beside what the view said."""
    notes, roles = told.coaching.notes, told.roles
    return [
        each
        for each in told.coaching.decisions
        if each in notes
        or each.is_good
        or each.is_bad_luck(roles)
        or _kills_own(told, each)
        or _died_of_two_saviours(told, each)
    ]


def _died_of_two_saviours(told: CoachedSeat, decision: Decision) -> bool:
    """Whether a protected or saved seat died because the other one kept it, too."""
    if told.saved.header.board.switches.guard_and_antidote == "lives":
        return False
    seat, night, kept = decision.done, 0, set[type]()
    for fact in (entry.fact for entry in told.saved.entries):
        match fact:
            case f.Began(day=night):
                pass
            case f.Protected(target=target) | f.Saved(target=target) if night == decision.day:
                kept |= {type(fact)} if seat and target == seat else set()
            case _:
                pass
    return decision.kind in ("protect", "save") and len(kept) == 2


def _kills_own(told: CoachedSeat, decision: Decision) -> bool:
    return decision.kind != "vote" and decision.hits_own(told.roles)


_HOW_KNOWN = (
    "How this is known: the chances are those of a careful house bot that saw what you saw. Then "
    "hidden cards were drawn by these chances, and house bots played on from your decision with "
    "each choice, on the same cards and dice. A cost is named only where chance hardly explains it."
)


def moment_words(told: CoachedSeat, decision: Decision) -> Line:
    """Say what a decision was and what it gained or cost, for another page; not wrapped."""
    return (
        Span(f"{time_of(decision)}: "),
        *_done(told, decision),
        Span(" "),
        *(_cost(decision) if decision.gain < 0 else _gained(decision)),
    )


def time_of(decision: Decision) -> str:
    """Return the night or day of a decision: `Night 2`."""
    return f"{'Night' if _by_night(decision) else 'Day'} {decision.day}"


def _by_night(decision: Decision) -> bool:
    return decision.ask.startswith("n")


def _words(decision: Decision) -> _DeedWords:
    return _DEEDS.get(decision.kind, _CLAIM)


def _decision_lines(told: CoachedSeat, decision: Decision) -> list[Line]:
    lines = [line for line in (_view(told, decision), _done(told, decision)) if line]
    if decision in told.coaching.notes:
        lines.append(_better(told, decision))
        lines.append(_cost(decision))
    elif decision.is_good:
        lines.append(_gained(decision))
    elif decision.is_costly:
        pass  # more than the notes of a game
    elif decision.other is not None and not decision.games:
        lines.append((Span("Too few games fit what you saw, so nothing is compared.", "quiet"),))
    elif decision.other is not None:
        lines.append((Span("Or "), *_advice(told, decision), Span(": too close to tell.", "quiet")))
    if _died_of_two_saviours(told, decision):
        whom, rest = seat_span(told.names, decision.done), " was protected and saved at once."
        lines.append((whom, Span(f"{rest} On this board both together kill. That was bad luck.")))
    role = told.roles.get(decision.done)
    if role and decision.hits_own(told.roles):
        whom, was = seat_span(told.names, decision.done), f" was {_with_article(role)}"
        if decision.is_bad_luck(told.roles):
            bad_luck = Span(f"{was}. That was bad luck.")
            lines.append((Span("Right by your view, but "), whom, bad_luck))
        elif _kills_own(told, decision):
            lines.append((whom, Span(f"{was}, one of your own side.")))
    return lines


def _with_article(role: str) -> str:
    return f"a {role}" if ROLES[role].plain else f"the {role}"


def _view(told: CoachedSeat, decision: Decision) -> Line:
    if decision.about == "self":
        chance = decision.chances[told.seat]
        return (Span(f"By public facts you were a wolf at {_hundred(chance)} of 100.", "quiet"),)
    others = [held for held in decision.chances.items() if held[0] != told.seat]
    if not others:
        return ()
    line: list[Span] = [Span("Your view: ", "quiet")]
    ranked = sorted(others, key=lambda held: -held[1])
    for number, (seat, chance) in enumerate(ranked):
        held = f" {_HELD[decision.about]} {_hundred(chance)} of 100"
        line += [
            Span(", ", "quiet") if number else Span(""),
            seat_span(told.names, seat),
            Span(f" at {_hundred(chance)}" if number else held, "quiet"),
        ]
    return (*line, Span(".", "quiet"))


def _hundred(chance: float) -> int:
    """A chance in hundredths; only what is certain is 0 or 100."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def _done(told: CoachedSeat, decision: Decision) -> Line:
    words, seat = _words(decision), decision.done
    if words is _CLAIM or not seat:
        return (Span(f"You {words.done if seat else words.none}."),)
    return (Span(f"You {words.done} "), seat_span(told.names, seat), Span("."))


def _better(told: CoachedSeat, decision: Decision) -> Line:
    """Say what was better, and why in two sentences."""
    why = [line for line in _why(told, decision) if line][:2]
    return (
        Span("Better: ", "good+bold"),
        *_advice(told, decision),
        Span("."),
        *(span for line in why for span in (Span(" "), *line)),
    )


def _advice(told: CoachedSeat, decision: Decision) -> Line:
    words, seat = _words(decision), decision.other
    if words is _CLAIM or not seat:
        return (Span(words.advice if seat else words.no_advice),)
    return (Span(f"{words.advice} "), seat_span(told.names, seat))


def _why(told: CoachedSeat, decision: Decision) -> list[Line]:
    """Return sentences on why the other option was better, the weightiest first."""
    done, other, chances = decision.done, decision.other or 0, decision.chances
    found: list[Line] = []
    mates = [seat for seat, role in told.roles.items() if ROLES[role].team == "wolves"]
    if decision.about == "power" and done in mates and done:
        found.append((seat_span(told.names, done), Span(" was of your own pack.")))
    elif decision.about != "self" and other and chances.get(other, 0) > chances.get(done, 0):
        found.append((Span(_LIKELIER[decision.about]),))
    elif decision.about == "wolf" and done and not other and chances.get(done, 1) < 0.5:
        found.append((seat_span(told.names, done), Span(" was rather of the village.")))
    found += [_reason(told, reason) for reason in decision.reasons]
    found.append((Span("Bots that went on from there won more often with it."),))
    found.append((Span("The hidden cards of those games all fit what you saw."),))
    return found


_LIKELIER = {
    "wolf": "By your view this was the likelier wolf.",
    "power": "By your view this seat was likelier to hold a power.",
}


def _reason(told: CoachedSeat, reason: CoachReason) -> Line:
    spans: list[Span] = []
    for part in _REASONS[reason.reason].replace("@", "\n@\n").replace("#", "\n#\n").split("\n"):
        seat = {"@": reason.seat, "#": reason.other}.get(part)
        spans.append(
            Span(part)
            if seat is None
            else Span("you")
            if seat == told.seat
            else seat_span(told.names, seat)
        )
    return tuple(span for span in spans if span.text)


def _cost(decision: Decision) -> Line:
    low, high = sorted((_games(decision.low), _games(decision.high)))
    return (
        Span(f"It cost about {_games(decision.gain)} games of 100", "danger"),
        Span(f" ({max(low, 1)} to {high}).", "quiet"),
    )


def _gained(decision: Decision) -> Line:
    return (
        Span(f"It gained about {_games(decision.gain)} games of 100", "good"),
        Span(
            f" over the best other choice ({max(_games(decision.low), 1)} to "
            f"{_games(decision.high)}).",
            "quiet",
        ),
    )


def _games(share: float) -> int:
    return round(100 * abs(share))
