"""Lessons from a finished game for the experience pool: situation, response and score.

Follows Xu et al. 3.4 and WereWolf-Plus 3.1; the score is equation 4 of Xu et al. An answer without
a reflection or a summary gets a situation written by rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from wolfcore.game import ROLES, SPEECH_KINDS, AnsweredAsk, Game, Result, View
from wolfcore.memory import ExperienceKind, Lesson, Tags

from .anonymizer import Anonymizer
from .schemas import has_choice, option_words
from .situations import situation_narrative
from .steps.advice import stage_of

_BEST_SCORE = 1000.0


_SITUATION_CHARS, _RESPONSE_CHARS = 600, 400
"""Maximum characters of the situation and of the response of a lesson."""


_DEEDS = {
    "kill": "attacked", "protect": "protected", "check": "checked", "save": "saved",
    "poison": "poisoned", "vote": "voted for",
}  # fmt: skip


class AnswerAuthor(NamedTuple):
    """The author of an answer: the player, and its model, or an empty text without a model."""

    player: str
    model: str = ""


class _MemoNotes(msgspec.Struct):
    """The fields of an answer's memo that lessons are made of."""

    reflection: str = ""
    summary: str = ""


_NOTHING = _MemoNotes()


def score_of(result: Result, team: str) -> float:
    """Score a game for a team: 1000 minus its days if won, else its days (Xu et al. equation 4)."""
    return _BEST_SCORE - result.days if result.winner == team else float(result.days)


def lessons_of(game: Game, name: str, authors: Mapping[str, AnswerAuthor]) -> tuple[Lesson, ...]:
    """Extract the lessons of every seat of a game, in the order of seats and asks.

    Args:
        game: The game; an unfinished or void one gives no lessons.
        name: The game's id.
        authors: The author of each answer, by ask id.
    """
    result = game.result
    if result is None or result.ended == "void":
        return ()
    seats = range(1, game.spec.board.size + 1)
    return tuple(
        [lesson for seat in seats for lesson in _of_seat(game.view(seat), name, result, authors)]
    )


def _of_seat(
    view: View, name: str, result: Result, sat: Mapping[str, AnswerAuthor]
) -> Iterator[Lesson]:
    assert view.role
    team, before = ROLES[view.role].team, _NOTHING
    for place, own in enumerate(view.answered):
        # The memo may be of a player of another kind, and hold nothing that teaches.
        written = _memo_notes(own)
        fresh = written if written else _NOTHING
        stage = stage_of(own.ask)
        player, model = sat.get(own.ask.id, AnswerAuthor(""))
        if (
            # A fallback or a stand-in's answer is none of the author's.
            stage
            and own.answer.how in ("given", "repaired")
            and (did := _response(own, view.names))
        ):
            tags = Tags(
                player=player,
                model=model,
                role=view.role,
                team=team,
                board=view.board.name,
                stage=stage,
                game=name,
                ask=own.ask.id,
            )
            for kind, situation, marked in _situations(view, place, fresh, before, stage):
                anonymizer = Anonymizer(view.names, view.seat)
                words = (
                    anonymizer.anonymize_marked(situation, _SITUATION_CHARS)
                    if marked
                    else anonymizer.anonymize(situation, _SITUATION_CHARS)
                )
                if words:
                    yield Lesson(
                        kind,
                        words,
                        anonymizer.anonymize(did, _RESPONSE_CHARS),
                        score_of(result, team),
                        tags,
                    )
        before = written or before


def _situations(
    view: View, place: int, fresh: _MemoNotes, before: _MemoNotes, stage: str
) -> Sequence[tuple[ExperienceKind, str, bool]]:
    """Return the kind and the situation of each lesson of one answer.

    The third value says whether seats are marked in the situation already (`@3`).
    """
    if not (fresh.reflection or fresh.summary):
        narrative = situation_narrative(_view_at_answer(view, place))
        return (
            (("xu", narrative, True), ("plus", narrative, True))
            if stage == "vote"
            else (("xu", narrative, True),)
        )
    found: list[tuple[ExperienceKind, str, bool]] = []
    # A note carried over from an earlier ask was not written about this one.
    if fresh.reflection and fresh.reflection != before.reflection:
        found.append(("xu", fresh.reflection, False))
    if fresh.summary and fresh.summary != before.summary:
        found.append(("plus", fresh.summary, False))
    return found


def _view_at_answer(view: View, place: int) -> View:
    """Return the view as it was when the seat gave its answer number `place`."""
    # Facts that came after the answer must not explain it.
    known = view.answered_after[place]
    return View(
        view.seat,
        view.board,
        view.names,
        view.facts[:known],
        answered=view.answered[:place],
        answered_after=view.answered_after[:place],
    )


def _memo_notes(own: AnsweredAsk) -> _MemoNotes | None:
    """Decode the notes in the memo of an answer; None if there is none or it cannot be decoded."""
    if not own.answer.memo:
        return None
    try:
        found = msgspec.json.decode(own.answer.memo, type=_MemoNotes)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def _response(own: AnsweredAsk, names: Sequence[str]) -> str:
    """Describe the seat's answer in words; empty for silence."""
    ask, answer = own.ask, own.answer
    if ask.kind in SPEECH_KINDS:
        return answer.text
    if not has_choice(ask):
        return ""
    return f"{_DEEDS.get(ask.kind, ask.kind)} {option_words(ask, names)[answer.choice]}"
