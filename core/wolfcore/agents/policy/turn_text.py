"""A turn as short anonymous texts for an embedder: record, deductions, situation, candidates.

Players are described by their relation to the seat (`your packmate`, `a likely Werewolf, accused by
one`), because a name has no meaning in another game. Shipped policies were trained on this wording.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct, field

from wolfcore.agents import Candidate, Turn
from wolfcore.agents.anonymizer import Anonymizer
from wolfcore.agents.fact_sentences import RecordLine
from wolfcore.agents.prompt import new_turn
from wolfcore.agents.schemas import has_choice, option_words
from wolfcore.agents.situations import situation_clauses
from wolfcore.agents.steps.record_selection import (
    RELIABLE_ABOVE,
    SpeechReader,
    is_statement,
    read_speech,
)
from wolfcore.agents.turn import Deduction
from wolfcore.game import SPEECH_KINDS, WOLVES, Belief, View
from wolfcore.game import facts as f
from wolfcore.speech import acts as a

_MOST = 1000
"""Maximum characters of a text: an embedder reads no more of it."""


_SENTENCES = re.compile(r"(?<=[.!?])\s+")


_SURE_FROM = 9
"""The confidence from which a deduction is described as sure."""


_DOUBTFUL_UP_TO = 5
"""The reliability up to which a player deduced as `Uncertain` is described as doubtful."""


_HEADINGS = (f.Began,)


_SOMEBODY = "a player"


_PERCENT = re.compile(r"\s*\b\d+\s?%")
"""A percentage in a house bot's reasons; it is removed, since the description of a player has the
belief already."""


_ACCUSED = ("", "accused by one", "accused by two")


class CandidateText(Struct, frozen=True):
    """A candidate in words.

    Attributes:
        action: Its choice and its speech.
        reasons: Its reasons, sentence by sentence; empty if it has none.
    """

    action: str
    reasons: tuple[str, ...] = ()


class TurnText(Struct, frozen=True):
    """A turn in words.

    Attributes:
        facts: The certain lines of the record, without headings.
        truths: The statements of players whom the seat finds reliable.
        falsehoods: The statements of other players.
        deduced: The deductions about other living players, with their public standing.
        situation: The situation as clauses from a fixed set.
        candidates: The candidates, in order.
    """

    facts: tuple[str, ...]
    truths: tuple[str, ...]
    falsehoods: tuple[str, ...]
    deduced: tuple[str, ...]
    situation: tuple[str, ...]
    candidates: tuple[CandidateText, ...]

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The five parts of the state."""
        return self.facts, self.truths, self.falsehoods, self.deduced, self.situation

    @property
    def texts(self) -> list[str]:
        """Every text of the turn, without duplicates."""
        said = [text for part in self.parts for text in part]
        said += [text for each in self.candidates for text in (each.action, *each.reasons)]
        return list(dict.fromkeys(said))


def turn_text(turn: Turn, hear: SpeechReader = read_speech) -> TurnText:
    """Write a turn with its deductions and candidates in words.

    Args:
        turn: The turn. Only the record lines in its sections are used, or all lines if it has no
            sections; the public standing of players uses every fact of its view.
        hear: Reads the speech acts of a speech.
    """
    view = turn.view
    seats, reliable = (
        _seats(turn, hear),
        {each.seat for each in turn.deductions if each.reliability > RELIABLE_ABOVE},
    )
    # The record shows who somebody is to the seat; candidates also what is believed of them.
    plain = Anonymizer(view.names, view.seat, lambda seat: _short_label(view, seat))
    known = Anonymizer(
        view.names, view.seat, lambda seat: seats.get(seat) or _short_label(view, seat)
    )
    record: dict[str, list[str]] = {"facts": [], "truths": [], "falsehoods": []}
    for line in _lines(turn):
        if line.kind == "reason" or isinstance(line.fact, _HEADINGS):
            continue
        stated = is_statement(line, view.seat)
        part = "facts" if not stated else "truths" if line.speaker in reliable else "falsehoods"
        record[part].append(_without_me(plain.anonymize(line.text, _MOST)))
    return TurnText(
        **{part: tuple(lines) for part, lines in record.items()},
        deduced=tuple(
            [_deduced(each, seats, known) for each in turn.deductions if each.seat in seats]
        ),
        situation=tuple(
            situation_clauses(view, turn.ask, _beliefs(turn.deductions), hear)
            .removesuffix(".")
            .split(". ")
        ),
        candidates=tuple([_candidate(turn, each, known) for each in turn.candidates]),
    )


def _lines(turn: Turn) -> list[RecordLine]:
    """Return the record lines that the sections contain, in order."""
    sections = turn.sections or new_turn(turn.view, turn.ask).sections
    return sorted(
        [line for section in sections for line in section.lines], key=lambda line: line.number
    )


def _candidate(turn: Turn, candidate: Candidate, known: Anonymizer) -> CandidateText:
    if candidate.intention:
        # The words are generated after the selection; until then the plan describes them.
        return CandidateText(f"mean to {_without_me(known.anonymize(candidate.plan, _MOST))}")
    deed = option_words(turn.ask, turn.view.names)[candidate.choice] if has_choice(turn.ask) else ""
    speaks = turn.ask.kind in SPEECH_KINDS
    # Policies were fitted to ballots without words, so that a line with a ballot is left out.
    said = known.anonymize(f"{deed} {candidate.text}".strip() if speaks else deed, _MOST)
    verb = "say" if speaks else turn.ask.kind
    reasons = (
        _SENTENCES.split(known.anonymize(_PERCENT.sub("", candidate.reasoning), _MOST))
        if candidate.reasoning
        else []
    )
    return CandidateText(
        f"{verb}: {_without_me(said)}", tuple([_without_me(each) for each in reasons if each])
    )


def _deduced(found: Deduction, seats: Mapping[int, str], known: Anonymizer) -> str:
    return (
        f"{seats[found.seat]}: {known.anonymize(found.reasoning, _MOST)}"
        if found.reasoning
        else seats[found.seat]
    )


def _without_me(text: str) -> str:
    """Replace `you (you)` by `you`."""
    return text.replace("you (you)", "you")


def _short_label(view: View, seat: int) -> str:
    return "you" if seat == view.seat else "your packmate" if seat in view.mates else _SOMEBODY


class _PublicStanding(Struct):
    """The public standing of a player.

    Attributes:
        claim: The role that the player claims; empty for none.
        reported: The latest reported check of the player, in words; empty for none.
        against: The seats that spoke against the player today.
        accuses: The player's accusation of the own seat or its packmate, in words; empty for none.
    """

    claim: str = ""
    reported: str = ""
    against: set[int] = field(default_factory=set[int])
    accuses: str = ""

    def clauses(self) -> tuple[str, ...]:
        """Return the standing as four clauses; a clause is empty if there is nothing to say."""
        many = len(self.against)
        accused = _ACCUSED[many] if many < len(_ACCUSED) else "accused by many"
        return (
            f"claims to be the {self.claim}" if self.claim else "",
            self.reported,
            accused,
            self.accuses,
        )


def _seats(turn: Turn, hear: SpeechReader) -> dict[int, str]:
    """Describe every other living player in relation to the seat."""
    view, public = turn.view, _public(turn.view, hear)
    deduced = {each.seat: each for each in turn.deductions}
    others = [seat for seat in view.living if seat != view.seat]
    # Only one player can be the first suspect: with several of the least reliability there is none.
    least = min([deduced[seat].reliability for seat in others if seat in deduced], default=0)
    first = [seat for seat in others if seat in deduced and deduced[seat].reliability == least]
    found: dict[int, str] = {}
    for seat in others:
        belief = "your packmate" if seat in view.mates else _belief(deduced.get(seat))
        suspect = "your first suspect" if [seat] == first and view.team != "wolves" else ""
        found[seat] = ", ".join(filter(None, (belief, suspect, *public[seat].clauses())))
    return found


def _belief(found: Deduction | None) -> str:
    """Describe a player by the deduction about it."""
    if found is None:
        return _SOMEBODY
    if found.role == "Uncertain":
        return "a doubtful player" if found.reliability <= _DOUBTFUL_UP_TO else "an unknown player"
    sure = "a sure" if found.confidence >= _SURE_FROM else "a likely"
    return f"{sure} {found.role}"


def _public(view: View, hear: SpeechReader) -> dict[int, _PublicStanding]:
    """Return every player's public standing: the claims, reports and accusations in the view."""
    found = {seat: _PublicStanding() for seat in range(1, view.board.size + 1)}
    day = 0
    for fact in view.facts:
        if isinstance(fact, f.Began):
            day = fact.day
            continue
        speaker, text = f.public_words(fact)
        for act in hear(view, speaker, text) if text else ():
            match act:
                case a.ClaimsRole(role=role):
                    found[speaker].claim = role
                case a.Retracts():
                    found[speaker].claim = ""
                case a.ReportsCheck(seat=seat) as report if seat in found:
                    found[seat].reported = (
                        "reported a wolf" if report.finds_wolf else "reported good"
                    )
                case a.Accuses(seat=seat) | a.CallsVote(seat=seat) if (
                    seat in found and day == view.state.day
                ):
                    found[seat].against.add(speaker)
                    if (who := _short_label(view, seat)) != _SOMEBODY:
                        found[speaker].accuses = f"accuses {who}"
                case _:
                    pass
    return found


def deductions_from_beliefs(beliefs: Sequence[Belief]) -> tuple[Deduction, ...]:
    """Convert a house bot's beliefs to deductions without reasons."""
    return tuple([Deduction(each.seat, each.role, each.confidence) for each in beliefs])


def _beliefs(deductions: Sequence[Deduction]) -> tuple[Belief, ...]:
    """Convert deductions to beliefs, with the wolf probability that their confidence implies."""
    return tuple(
        [
            Belief(each.seat, cast(Any, each.role), each.confidence, _p_wolf(each))
            for each in deductions
        ]
    )


def _p_wolf(found: Deduction) -> float:
    return (found.confidence if found.role in WOLVES else 10 - found.confidence) / 10
