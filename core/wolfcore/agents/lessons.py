"""Agents: what can be learned from a game that is over, both papers' ways (Xu et al. 3.4; WereWolf-Plus 3.1).

A seat's reflection or summary and what it did next; where its player writes none, its situation told by rule. The score is that of
Xu et al., equation 4: 1000 less the days of the game for winners, its days for losers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from wolfcore.game import ROLES, SPOKEN, Game, Own, Result, View
from wolfcore.memory import Kind, Lesson, Tags

from .anonymous import Anonymous
from .choices import option_words
from .retelling import situation_of
from .schemas import chooses
from .steps.advise import stage_of

_BEST = 1000.0
_SITUATION, _RESPONSE = 600, 400
"""Characters of a lesson."""
_DEEDS = {
    "kill": "attacked", "protect": "protected", "check": "checked", "save": "saved", "poison": "poisoned", "vote": "voted for",
}  # fmt: skip


class Sat(NamedTuple):
    """Who gave an answer: the player, and the model that played it, or an empty text."""

    player: str
    model: str = ""


class _Written(msgspec.Struct):
    """What an agent left with an answer, as far as it is learned from."""

    reflection: str = ""
    summary: str = ""


_NOTHING = _Written()


def score_of(result: Result, team: str) -> float:
    """How good a game was for a team (Xu et al. equation 4)."""
    return _BEST - result.days if result.winner == team else float(result.days)


def lessons_of(game: Game, name: str, sat: Mapping[str, Sat]) -> tuple[Lesson, ...]:
    """What every seat of a game can teach, in the order of seats and asks.

    Args:
        game: The game; one that is not over, or that was void, teaches nothing.
        name: Its id.
        sat: Who gave each answer, by ask id.
    """
    result = game.result
    if result is None or result.ended == "void":
        return ()
    seats = range(1, game.spec.board.size + 1)
    return tuple([lesson for seat in seats for lesson in _of_seat(game.view(seat), name, result, sat)])


def _of_seat(view: View, name: str, result: Result, sat: Mapping[str, Sat]) -> Iterator[Lesson]:
    assert view.role
    team, before = ROLES[view.role].team, _NOTHING
    for place, own in enumerate(view.mine):
        written = _written(own)
        fresh = written if written else _NOTHING
        stage = stage_of(own.ask)
        player, model = sat.get(own.ask.id, Sat(""))
        if stage and own.answer.how in ("given", "repaired") and (did := _response(own, view.names)):
            tags = Tags(
                player=player, model=model, role=view.role, team=team, board=view.board.name, stage=stage, game=name, ask=own.ask.id
            )
            for kind, situation, marked in _situations(view, place, fresh, before, stage):
                told = Anonymous(view.names, view.seat)
                words = told.marks(situation, _SITUATION) if marked else told.text(situation, _SITUATION)
                if words:
                    yield Lesson(kind, words, told.text(did, _RESPONSE), score_of(result, team), tags)
        before = written or before


def _situations(view: View, place: int, fresh: _Written, before: _Written, stage: str) -> Sequence[tuple[Kind, str, bool]]:
    """What is learned of one answer, each with its kind, the situation, and whether seats are marked in it already."""
    if not (fresh.reflection or fresh.summary):
        told = situation_of(_then(view, place))
        return (("xu", told, True), ("plus", told, True)) if stage == "vote" else (("xu", told, True),)
    found: list[tuple[Kind, str, bool]] = []
    # What an agent only carries on from an earlier ask was no thought about this one.
    if fresh.reflection and fresh.reflection != before.reflection:
        found.append(("xu", fresh.reflection, False))
    if fresh.summary and fresh.summary != before.summary:
        found.append(("plus", fresh.summary, False))
    return found


def _then(view: View, place: int) -> View:
    """The view as it was when the seat gave its answer number `place`."""
    known = view.mine_after[place]
    return View(view.seat, view.board, view.names, view.facts[:known], mine=view.mine[:place], mine_after=view.mine_after[:place])


def _written(own: Own) -> _Written | None:
    """What the player left for its later self; None where it leaves nothing of the kind."""
    if not own.answer.memo:
        return None
    try:
        found = msgspec.json.decode(own.answer.memo, type=_Written)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def _response(own: Own, names: Sequence[str]) -> str:
    """What the seat did, in words; empty for silence."""
    ask, answer = own.ask, own.answer
    if ask.kind in SPOKEN:
        return answer.text
    if not chooses(ask):
        return ""
    return f"{_DEEDS.get(ask.kind, ask.kind)} {option_words(ask, names)[answer.choice]}"
