"""Experience of agents without a model, learned from games that they play: a situation, what was done, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.agents.memos import latest_memo
from wolfcore.agents.turn import Memo
from wolfcore.game import Game, Team, View, get_board, make_spec, team_of
from wolfcore.memory import Experience, ExperienceKind
from wolfcore.seating import make_players, quick_players, seat_players
from wolfcore.table import play_now

from .tables import run_parts

EXPERIENCE_KINDS: tuple[ExperienceKind, ExperienceKind] = ("xu", "plus")
_AT_ONCE = 20
"""Games of a part of the work."""


class _Part(NamedTuple):
    board: str
    team: Team
    agent: str
    seeds: tuple[int, ...]


def learn_experience(board: str, team: Team, agent: str, seeds: Sequence[int], jobs: int) -> list[Experience]:
    """What a team of agents learns from games against normal house bots, for either way to use it.

    Args:
        board: The board.
        team: Who learns.
        agent: Who plays for it; one that proposes several answers and takes one of them by chance learns of them all.
        seeds: The deals.
        jobs: How many processes play.
    """
    number = count(1)
    parts = [_Part(board, team, agent, tuple(seeds[at : at + _AT_ONCE])) for at in range(0, len(seeds), _AT_ONCE)]
    lessons = [lesson for found in run_parts(_lessons, parts, jobs) for lesson in found]
    return [replace(lesson, id=next(number), kind=kind) for kind in EXPERIENCE_KINDS for lesson in lessons]


def _lessons(part: _Part) -> list[Experience]:
    return [lesson for seed in part.seeds for lesson in _of_game(part, seed)]


def _of_game(part: _Part, seed: int) -> Iterator[Experience]:
    """One for each ask at which there was a choice; its score is that of Xu et al. (equation 4)."""
    game = Game(make_spec(get_board(part.board), seed))
    players = quick_players(make_players(seat_players((f"{part.team}={part.agent}",), game.spec.board, seed).seats))
    assert players, "whoever thinks without a model answers at once"
    result = play_now(game, players)
    score = 1000 - result.days if result.winner == part.team else result.days
    for seat in range(1, game.spec.board.size + 1):
        view = game.view(seat)
        role = view.role
        if role and team_of(role) == part.team:
            yield from (Experience(0, "plus", memo.summary, memo.intention, score) for memo in _memos(view))


def _memos(view: View) -> Iterator[Memo]:
    """What a seat left for itself at each ask at which it had a choice."""
    for own in view.answered:
        memo = latest_memo(View(view.seat, view.board, view.names, view.facts, [own])).memo
        if memo.summary and memo.intention:
            yield memo
