"""Lessons from a finished game for the experience pool: situation, response and score.

Follows Xu et al. 3.4 and WereWolf-Plus 3.1; the score is equation 4 of Xu et al. Seats without
notes of their own get a situation by rule.
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
"""Characters of a lesson."""


_DEEDS = {
    "kill": "attacked",
    "protect": "protected",
    "check": "checked",
    "save": "saved",
    "poison": "poisoned",
    "vote": "voted for",
}


class AnswerAuthor(NamedTuple):
    """Who gave an answer: the player, and the model that played it, or an empty text."""

    player: str
    model: str = ""


class _MemoNotes(msgspec.Struct):
    """What an agent left with an answer, as far as it is learned from."""

    reflection: str = ""
    summary: str = ""


_NOTHING = _MemoNotes()


def score_of(result: Result, team: str) -> float:
    """How good a game was for a team (Xu et al. equation 4)."""
    return _BEST_SCORE - result.days if result.winner == team else float(result.days)


def lessons_of(game: Game, name: str, authors: Mapping[str, AnswerAuthor]) -> tuple[Lesson, ...]:
    """What every seat of a game can teach, in the order of seats and asks.

    Args:
        game: The game; one that is not over, or that was void, teaches nothing.
        name: Its id.
        authors: Who gave each answer, by ask id.
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
        written = _memo_notes(own)
        fresh = written if written else _NOTHING
        stage = stage_of(own.ask)
        player, model = sat.get(own.ask.id, AnswerAuthor(""))
        if (
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
                told = Anonymizer(view.names, view.seat)
                words = (
                    told.anonymize_marked(situation, _SITUATION_CHARS)
                    if marked
                    else told.anonymize(situation, _SITUATION_CHARS)
                )
                if words:
                    yield Lesson(
                        kind,
                        words,
                        told.anonymize(did, _RESPONSE_CHARS),
                        score_of(result, team),
                        tags,
                    )
        before = written or before


def _situations(
    view: View, place: int, fresh: _MemoNotes, before: _MemoNotes, stage: str
) -> Sequence[tuple[ExperienceKind, str, bool]]:
    """What is learned of one answer, each with its kind, the situation, and whether seats are marked in it already."""
    if not (fresh.reflection or fresh.summary):
        told = situation_narrative(_view_at_answer(view, place))
        return (
            (("xu", told, True), ("plus", told, True)) if stage == "vote" else (("xu", told, True),)
        )
    found: list[tuple[ExperienceKind, str, bool]] = []
    # What an agent only carries on from an earlier ask was no thought about this one.
    if fresh.reflection and fresh.reflection != before.reflection:
        found.append(("xu", fresh.reflection, False))
    if fresh.summary and fresh.summary != before.summary:
        found.append(("plus", fresh.summary, False))
    return found


def _view_at_answer(view: View, place: int) -> View:
    """The view as it was when the seat gave its answer number `place`."""
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
    """What the player left for its later self; None where it leaves nothing of the kind."""
    if not own.answer.memo:
        return None
    try:
        found = msgspec.json.decode(own.answer.memo, type=_MemoNotes)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def _response(own: AnsweredAsk, names: Sequence[str]) -> str:
    """What the seat did, in words; empty for silence."""
    ask, answer = own.ask, own.answer
    if ask.kind in SPEECH_KINDS:
        return answer.text
    if not has_choice(ask):
        return ""
    return f"{_DEEDS.get(ask.kind, ask.kind)} {option_words(ask, names)[answer.choice]}"
