"""The page `WORDS_TITLE`: what was heard of each line of a person, and what it moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wolfcore.analysis.silent_turns import LEAST_AGREEING, STREAMS
from wolfcore.analysis.spoken_effects import BeliefShift, MovedBallot, SpokenEffect, View, Witness
from wolfcore.bots import BOTS_VERSION
from wolfcore.game import ROLES, AskKind, pack_around, view_of
from wolfcore.game import facts as f
from wolfcore.game.day import mentions_seat
from wolfcore.speech import READER_VERSION
from wolftui.games.spoken_words import SeatOfGame, WordsOfSeat
from wolftui.views.labels import role_span, seat_span
from wolftui.words.glyphs import Glyphs
from wolftui.words.recognised_acts import SpeechContext, act_text, acts_heard, is_foreign
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of, wrap

from .page import Derivation, ExplainedSpan, Page, PageWriter

NO_WORDS = "You said nothing in this game."


TOO_CLOSE = "The votes would have come out the same about as often. Too close to tell."


_INDENT = 9
"""Cells before the text of the page; `Night 10` and a blank fit."""


_MOST_SHIFTS = 4
"""How many lines of beliefs a speech has at most."""


_MUCH = 0.3
"""The least change of a probability that is called `much`."""


_OCCASIONS: dict[AskKind, str] = {
    "whisper": "to your pack",
    "campaign": "in the election",
    "summarise": "your summary",
    "defend": "your last word before the vote",
    "plead": "before the runoff",
    "vote": "with your vote",
    "last_words": "your last words",
}
"""The occasion of words, by the kind of ask; none for a turn in the discussion."""


def seat_line(told: SeatOfGame, glyphs: Glyphs) -> Line:
    """Say which seat `you` is: `you were 4 Delia, Villager`."""
    role = told.roles.get(told.seat)
    shown = (Span(", ", "quiet"), role_span(glyphs, role)) if role else ()
    return (Span("you were ", "quiet"), seat_span(told.names, told.seat), *shown)


def digest_of(told: WordsOfSeat) -> Line:
    """Say in two or three sentences what all words did, for another page; not wrapped."""
    words = told.effects.words
    if not words:
        return (Span(NO_WORDS, "quiet"),)
    spoke = Span(f"You spoke {_times(len(words))}. ")
    if told.effects.inexact:
        return (spoke, Span(_inexact(told), "quiet"))
    moved = [each for each in words if each.outcome == "moved"]
    if moved:
        most = max(moved, key=lambda each: len(each.moved))
        votes = sum(len(each.moved) for each in moved)
        often = _times(len(moved)).capitalize() if words[1:] else "That time"
        counted = "votes" if moved[1:] else "one vote" if votes == 1 else f"{_number(votes)} votes"
        more = f", {_number(votes)} in all" if moved[1:] else ""
        when = f"{'in night' if most.kind == 'whisper' else 'on day'} {most.day}"
        begin = f"Most {when}: you" if moved[1:] else f"{when.capitalize()} you"
        return (
            spoke,
            Span(f"{often} it moved {counted}{more}. {begin} brought "),
            *_brought(told, most),
        )
    counts = Counter(each.outcome for each in words)
    if counts["unheard"] == len(words):
        return (spoke, Span("Nothing of it was heard."))
    more = [
        f"{_times(counts[outcome]).capitalize()} {rest}"
        for outcome, rest in (
            ("too_close", "it was too close to tell."),
            ("unheard", "nothing was heard."),
        )
        if counts[outcome]
    ]
    unmoved = ["Nobody voted otherwise because of it."] if counts["unmoved"] else []
    return (spoke, Span(" ".join((*unmoved, *more))))


def _brought(told: WordsOfSeat, effect: SpokenEffect) -> Line:
    """Say whom a speech brought to vote for whom, all its ballots, and the side of the first."""
    groups: dict[tuple[str, int], list[int]] = {}
    for each in effect.moved:
        groups.setdefault((each.kind, each.target), []).append(each.seat)
    ranked = sorted(groups.items(), key=lambda group: (group[0][1] == told.seat, -len(group[1])))
    line: list[Span] = []
    for number, ((kind, target), voters) in enumerate(ranked):
        line += [Span(", and " if number else ""), *_all_of(told, voters)]
        line += [Span(" to pick " if kind == "kill" else " to vote for "), _you(told, target)]
        line.append(Span(_BALLOT_WORDS.get(kind, "")))
        if effect.kind == "whisper" and kind != "kill":
            line.append(Span(" by day, through what your pack said"))
    whom = ranked[0][0][1]
    role = told.roles.get(whom)
    if role and whom != told.seat:
        side = "a wolf" if ROLES[role].team == "wolves" else "no wolf"
        return (*line, Span(". "), seat_span(told.names, whom), Span(f" was {side}."))
    return (*line, Span("."))


def words_page(told: WordsOfSeat, width: int, glyphs: Glyphs) -> Page:
    """Build the page. Each line of the person is a spot with the log entry of the words."""
    writer = PageWriter(width, glyphs)
    if told.problem:
        writer.paragraph(Span(told.problem, "warn"))
        writer.blank_line()
    if not told.effects.words:
        writer.paragraph(Span(NO_WORDS, "quiet"))
        return writer.page
    if told.effects.inexact:
        writer.paragraph(Span(_inexact(told), "warn"))
        writer.blank_line()
    for effect in told.effects.words:
        _quote(writer, told, effect)
        for line in _effect_lines(told, effect):
            margin = (Span(" " * _INDENT),)
            writer.paragraph(*line, first=margin, rest=(*margin, Span("  ")))
        writer.blank_line()
    writer.paragraph(Span(_how_known(told), "dim"))
    return writer.page


def _quote(writer: PageWriter, told: WordsOfSeat, effect: SpokenEffect) -> None:
    """Write the words below their day, which is the spot of the page, and their occasion."""
    text, night = told.text_of(effect), effect.kind == "whisper"
    label = f"{'Night' if night else 'Day'} {effect.day}"
    spot = ExplainedSpan(
        Span(label, "night" if night else "accent"),
        Derivation(label, text, entries=(effect.entry,)),
    )
    room = max(writer.width - _INDENT, 1)
    lines = wrap((Span(f"“{' '.join(text.split())}”", "strong"),), room)
    if occasion := _OCCASIONS.get(effect.kind, ""):
        beside = (*lines[-1], Span(f"  {occasion}", "dim"))
        lines = (
            [*lines[:-1], beside]
            if width_of(beside) <= room
            else [*lines, *wrap((Span(occasion, "dim"),), room)]
        )
    writer.add(spot, Span(" " * max(_INDENT - len(label), 1)), *lines[0])
    for line in lines[1:]:
        writer.add(Span(" " * _INDENT), *line)


def _effect_lines(told: WordsOfSeat, effect: SpokenEffect) -> list[Line]:
    """Write what was heard and what it did, in lines that are not wrapped."""
    if effect.outcome == "unheard":
        return [(Span(_unheard(told, effect), "warn"),)]
    lines = [_heard(told, effect)]
    lines += [
        (seat_span(told.names, question.seat), Span(_ANSWERED[question.outcome], "text"))
        for question in effect.questions
    ]
    lines += _shift_lines(told, effect)
    lines += [line for witness in effect.witnesses if (line := _witness(told, witness))]
    match effect.outcome:
        case "moved":
            lines += _moved_lines(told, effect)
        case "too_close":
            lines.append((Span(TOO_CLOSE),))
        case "no_vote":
            lines.append((Span("No house bot voted after that.", "quiet"),))
        case "unmoved":
            lines.append(_unmoved(told, effect))
        case _:
            pass
    return lines


_ANSWERED = {
    "answered": " answered you.",
    "passed_over": " spoke after that, and did not answer you.",
    "no_turn": " had no turn left to answer.",
    "dead": " was dead.",
}


def _heard(told: WordsOfSeat, effect: SpokenEffect) -> Line:
    entries, board = told.saved.entries[: effect.entry], told.saved.header.board
    context = SpeechContext(told.seat, told.names, tuple(board.roles), effect.day)
    if effect.kind == "whisper":
        pack, proposer = pack_around(view_of(entries, told.seat, board, told.names))
        context = SpeechContext(
            told.seat, told.names, tuple(board.roles), effect.day, pack, proposer
        )
    line: list[Span] = [Span("Heard: ", "quiet")]
    for number, act in enumerate(acts_heard(told.text_of(effect), context)):
        line += [Span(", ", "quiet")] if number else []
        line += act_text(act, context)
    return (*line, Span(".", "quiet"))


def _unheard(told: WordsOfSeat, effect: SpokenEffect) -> str:
    text, names = told.text_of(effect), told.names
    entries, board = told.saved.entries[: effect.entry], told.saved.header.board
    living = view_of(entries, 0, board, names).living
    others = [seat for seat in living if seat != told.seat] or [told.seat]
    named = [seat for seat in others if mentions_seat(text, seat, names[seat - 1])]
    why = ": only English is read here" if is_foreign(text, names) else ""
    verb = "take" if effect.kind == "whisper" else "I suspect"
    return f"Not heard{why}. For example: “{verb} {names[(named or others)[0] - 1]}.”"


def _you(told: WordsOfSeat, seat: int) -> Span:
    if not seat:
        return Span("nobody", "quiet")
    return Span("you") if seat == told.seat else seat_span(told.names, seat)


def _all_of(told: WordsOfSeat, seats: Sequence[int]) -> Line:
    """Join seats: `5 Eira, 2 Boris and 6 Fay`."""
    line: list[Span] = []
    for number, seat in enumerate(seats):
        if number:
            line.append(Span(" and " if number == len(seats) - 1 else ", "))
        line.append(_you(told, seat))
    return tuple(line)


def _shift_lines(told: WordsOfSeat, effect: SpokenEffect) -> list[Line]:
    """Write the beliefs that moved, one line for all bots that moved alike, the largest first."""
    votes = _votes_after(told, effect)
    groups: dict[tuple[int, str, str, bool], list[int]] = {}
    for shift in effect.shifts:
        against = shift.after < shift.without and votes.get(shift.seat) == shift.about
        groups.setdefault((shift.about, *_shift_words(shift), against), []).append(shift.seat)
    lines: list[Line] = []
    for (about, before, after, against), seats in list(groups.items())[:_MOST_SHIFTS]:
        whom = _you(told, about)
        again = whom if about == told.seat else Span(told.names[about - 1], whom.style)
        head, sign, tail = after.partition("@")
        line = [*_all_of(told, seats), Span(f" {before} "), whom, Span(head)]
        line += [again, Span(tail)] if sign else []
        if against:
            voted = Span(", and voted for ")
            line = [*line[:-1], Span(line[-1].text.removesuffix(".")), voted, again]
            line.append(Span(" all the same."))
        lines.append(tuple(line))
    left = len(groups) - _MOST_SHIFTS
    if left > 0:
        lines.append(
            (Span(f"and {left} smaller change{'s' if left > 1 else ''} of belief", "dim"),)
        )
    return lines


def _votes_after(told: WordsOfSeat, effect: SpokenEffect) -> dict[int, int]:
    """Return the last ballot of each voter from words to the next exile, by voter.

    Ballots that were cast together with the words are left out.
    """
    votes: dict[int, int] = {}
    for entry in told.saved.entries[effect.entry + 1 :]:
        match entry.fact:
            case f.Exiled():
                break
            case f.Voted(voter=voter, target=target, ballot="vote" | "runoff" as ballot):
                if ballot == "runoff" or effect.kind != "vote":
                    votes[voter] = target
            case _:
                pass
    return votes


_VIEW_CHANGES: dict[tuple[View, View], tuple[str, str]] = {
    ("good", "bad"): ("trusted", " before, and suspected @ after."),
    ("bad", "good"): ("suspected", " before, and trusted @ after."),
    ("open", "bad"): ("began to suspect", "."),
    ("open", "good"): ("began to trust", "."),
    ("good", "open"): ("stopped trusting", "."),
    ("bad", "open"): ("stopped suspecting", "."),
}
"""The words before and after a seat of which another view was held; @ is the seat again."""


def _shift_words(shift: BeliefShift) -> tuple[str, str]:
    """Return the words before and after the seat that the belief is about."""
    if shift.view_without != shift.view_after:
        return _VIEW_CHANGES[shift.view_without, shift.view_after]
    trusts = shift.view_after == "good"
    more = (shift.after > shift.without) != trusts
    much = "much " if abs(shift.after - shift.without) >= _MUCH else ""
    return ("trusted" if trusts else "suspected"), f" {much}{'more' if more else 'less'}."


_BALLOT_WORDS = {"elect": " as sheriff", "runoff": " in the runoff"}
"""The words behind a ballot of a kind that needs them."""


def _alike(effect: SpokenEffect) -> list[list[MovedBallot]]:
    """Group the ballots that changed alike, the largest group first."""
    groups: dict[tuple[str, int, int | None], list[MovedBallot]] = {}
    for each in effect.moved:
        groups.setdefault((each.kind, each.target, each.otherwise), []).append(each)
    return sorted(groups.values(), key=len, reverse=True)


def _moved_lines(told: WordsOfSeat, effect: SpokenEffect) -> list[Line]:
    """Write the ballots that changed, one line for all that changed alike."""
    lines: list[Line] = []
    for group in _alike(effect):
        first, voters = group[0], [each.seat for each in group]
        who = _all_of(told, voters)
        again = (Span("both" if len(voters) == 2 else "all of them"),) if voters[1:] else who
        pack = first.kind == "kill"
        where = _BALLOT_WORDS.get(first.kind, "")
        lines.append(
            (
                *who,
                Span(" picked " if pack else " voted for "),
                _you(told, first.target),
                Span(f"{where}. Had you said nothing, "),
                *again,
                Span(f" would have {'picked' if pack else 'voted for'} "),
                Span("another seat") if first.otherwise is None else _you(told, first.otherwise),
                Span("."),
            )
        )
    return lines


def _unmoved(told: WordsOfSeat, effect: SpokenEffect) -> Line:
    if effect.kind == "whisper":
        return (Span("No mate picked and nobody voted otherwise.", "quiet"),)
    seat, count = effect.settled
    if not count:
        return (Span("Nobody voted otherwise.", "quiet"),)
    had = f"Nobody voted otherwise: {_number(count)} had spoken against "
    return (Span(had, "quiet"), _you(told, seat), Span(" before, and voted so.", "quiet"))


def _witness(told: WordsOfSeat, witness: Witness) -> Line:
    """Write what a person or a model is known to have thought and voted; empty for nothing."""
    line: list[Span] = [seat_span(told.names, witness.seat)]
    for verb, before, after in (
        (" suspected ", witness.suspect_before, witness.suspect_after),
        (" voted for ", witness.vote_before, witness.vote_after),
    ):
        if before is None and after is None:
            continue
        line += [Span(", and" if len(line) > 1 else ""), Span(verb)]
        if before is not None:
            line += [_you(told, before), Span(" before")]
        if after is not None and before is not None:
            line.append(Span(" and "))
        if after is not None:
            line += [*([_you(told, after), Span(" ")] if after != before else []), Span("after")]
    return (*line, Span(".")) if len(line) > 1 else ()


_FEW = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(count: int) -> str:
    return _FEW[count] if count < len(_FEW) else str(count)


def _times(count: int) -> str:
    return ("never", "once", "twice")[count] if count < 3 else f"{_number(count)} times"


def _inexact(told: WordsOfSeat) -> str:
    """Say why nothing could be played again."""
    about = told.saved.about
    why = "The house bots of this program answer otherwise than those of this game did"
    if about is None:
        why = "Who played in this game is not recorded"
    elif told.effects.inexact == "bots":
        began = " and ".join(map(str, about.bot_versions))
        why = f"House bots of version {began} played here, and this program has {BOTS_VERSION}"
    elif told.effects.inexact == "reader":
        why = (
            f"Speeches were read by version {about.reader} of the reader, and this program has "
            f"{READER_VERSION}"
        )
    return f"{why}: nothing can be played again exactly, so only what was heard is shown."


def _how_known(told: WordsOfSeat) -> str:
    words = told.effects.words
    known = ""
    if {each.outcome for each in words} - {"unknown", "unheard"}:
        known = (
            "How this is known: the same day was played again with your turn left silent, "
            "everybody else as they were. Before and after are the beliefs of house bots right "
            "after that silence, and right after your words. A vote counts as changed if it "
            f"changed on the dice of this game and on at least {LEAST_AGREEING} of {STREAMS} "
            "others."
        )
    if any(effect.witnesses for effect in words):
        known += (
            " Where a model or a person sits, only votes and suspicions before and after are "
            "shown, not why."
        )
    return known.strip()
