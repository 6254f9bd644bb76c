"""Experience pools for players without a model, written from saved games of an earlier part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from wolfcore.agents.lessons import score_of
from wolfcore.agents.turn import latest_memo
from wolfcore.errors import LogError
from wolfcore.game import ROLES, View
from wolfcore.memory import Experience, ExperienceKind
from wolfcore.memory.pool_search import write_experiences
from wolfcore.records import read_game
from wolfcore.table.replay import replay_game

EXPERIENCE_KINDS: tuple[ExperienceKind, ExperienceKind] = ("xu", "plus")


def write_pool(file: Path, games: Sequence[Path], team: str) -> int:
    """Write the experience pool of players without a model, atomically.

    Args:
        file: The pool.
        games: The folders of the games.
        team: The team whose seats are learned from; all seats where empty.

    Returns:
        The number of experiences in the pool.

    Raises:
        LogError: A game cannot be read or driven.
        OSError: The file cannot be written.
    """
    number = count(1)
    learned = [lesson for game in games for lesson in lessons_of_game(game, team)]
    # The methods of both papers can read the same lessons: write each lesson for either.
    found = [
        replace(lesson, id=next(number), kind=kind)
        for kind in EXPERIENCE_KINDS
        for lesson in learned
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}.new")
    write_experiences(new, found)
    new.replace(file)
    return len(found)


def lessons_of_game(path: Path, team: str) -> Iterator[Experience]:
    """Yield an experience for each ask of a seat without a model at which it had a choice.

    An experience holds the memo's summary and intention, and the score of the seat's team.

    Args:
        path: The game.
        team: The team of the seats; all seats where empty.

    Raises:
        LogError: It cannot be read or driven, or is not over.
    """
    saved = read_game(path)
    if saved.result is None:
        raise LogError("is not over; only finished games can be learned from", file=str(path))
    game = replay_game(saved, "learned from")
    for seat in range(1, saved.spec.board.size + 1):
        view = game.view(seat)
        assert view.role
        own = ROLES[view.role].team
        if team in ("", own):
            yield from _of_seat(view, score_of(saved.result, own))


def _of_seat(view: View, score: float) -> Iterator[Experience]:
    for own in view.answered:
        # A view with this answer alone, so that the memo is that of this ask.
        memo = latest_memo(View(view.seat, view.board, view.names, view.facts, [own])).memo
        if memo.summary and memo.intention:
            yield Experience(0, "plus", memo.summary, memo.intention, score)
