"""What holds for every metric on whole games: its range, no value without a denominator, and that
seats are only names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from tests.core.game.random_play import played, specs
from tests.core.metrics.written import near
from wolfcore.bots import HouseBot
from wolfcore.game import ALL, Belief, Entry, Fact, Game, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.metrics import (
    METRICS,
    RecordedGame,
    combine_parts,
    from_saved_game,
    game_total,
    measure,
    participants_of,
    tables_of,
)
from wolfcore.records import GameFolder, NewGame, SeatSpec, read_game
from wolfcore.speech.mentions import make_seat_marker
from wolfcore.table import play_now


def of_game(game: Game) -> RecordedGame:
    spec = game.spec
    players = [SeatSpec("bot")] * spec.board.size
    return RecordedGame(
        id="property", board=spec.board, names=spec.names, entries=tuple(game.log),
        participants=participants_of(game.log, spec.board.size, players), people=spec.people,
    )  # fmt: skip


def bot_game(board: str, seed: int) -> RecordedGame:
    game = Game(make_spec(get_board(board), seed))
    bot = HouseBot(("normal",))
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), bot))
    return of_game(game)


def check_values(game: RecordedGame) -> None:
    for metric, value in zip(METRICS, measure(game).values, strict=True):
        for found in (
            game_total(metric.kind, value),
            *(combine_parts(metric.kind, (part,)) for part in value.parts),
        ):
            if found.value is None:
                assert not found.denominator, f"{metric.name}: a denominator and no value"
                continue
            assert found.denominator, f"{metric.name}: a value without a denominator"
            assert metric.low is None or found.value >= metric.low, metric.name
            assert metric.high is None or found.value <= metric.high + 1e-12, metric.name
        for part in value.parts:
            assert all(0 <= entry < len(game.entries) for entry in part.entries)
            assert 0 <= part.seat <= game.board.size


@pytest.mark.slow
@settings(max_examples=25)
@given(specs())
def test_every_value_of_a_random_game_is_in_its_range_or_null(spec: Any) -> None:
    check_values(of_game(played(spec)))


@pytest.mark.parametrize("board", board_names())
def test_every_value_of_a_game_of_bots_is_in_its_range_or_null(board: str) -> None:
    check_values(bot_game(board, 3))


@pytest.mark.slow
@settings(max_examples=8)
@given(
    st.sampled_from(("sla7", "helmsman7", "plus12+sheriff", "classic9")),
    st.integers(0, 50),
    st.randoms(use_true_random=False),
)
def test_seats_are_only_names(board: str, seed: int, chance: Any) -> None:
    """With all seats renumbered every value is the same, and belongs to the seat that moved."""
    game = _by_names(bot_game(board, seed))
    size = game.board.size
    order = list(range(1, size + 1))
    chance.shuffle(order)
    moved = dict(zip(range(1, size + 1), order, strict=True)) | {0: 0}
    other = _renumbered(game, moved)
    for metric, here, there in zip(
        METRICS, measure(game).values, measure(other).values, strict=True
    ):
        assert game_total(metric.kind, here) == near(game_total(metric.kind, there)), metric.name
        before = sorted(
            (moved[part.seat], part.day, round(part.numerator, 9), part.denominator)
            for part in here.parts
        )
        after = sorted(
            (part.seat, part.day, round(part.numerator, 9), part.denominator)
            for part in there.parts
        )
        assert before == after, metric.name


def _by_names(game: RecordedGame) -> RecordedGame:
    """The same game with every seat called by its name, since a number in a speech is no name."""
    mark = make_seat_marker(game.names, game.board.size)

    def named(fact: Fact) -> Fact:
        if not isinstance(fact, f.Said | f.Whispered | f.Thought):
            return fact
        return replace(
            fact,
            text=re.sub(r"@(\d+)", lambda found: game.names[int(found[1]) - 1], mark(fact.text)),
        )

    return replace(
        game, entries=tuple(Entry(entry.to, named(entry.fact)) for entry in game.entries)
    )


def _renumbered(game: RecordedGame, moved: dict[int, int]) -> RecordedGame:
    """The same game with every seat moved; everybody keeps the name, by which the speeches call
    each other."""
    names = [""] * game.board.size
    players = list(game.participants)
    for seat, name in enumerate(game.names, 1):
        names[moved[seat] - 1] = name
        players[moved[seat] - 1] = replace(game.participants[seat - 1], seat=moved[seat])
    entries = tuple(
        Entry(
            entry.to if entry.to == ALL else tuple(moved[seat] for seat in entry.to),
            _moved(entry.fact, moved),
        )
        for entry in game.entries
    )
    return RecordedGame(
        id=game.id,
        board=game.board,
        names=tuple(names),
        entries=entries,
        participants=tuple(players),
    )


def _moved(fact: Fact, moved: dict[int, int]) -> Fact:
    changes: dict[str, Any] = {}
    for key, value in asdict(fact).items():
        if key in ("seat", "target", "seer", "voter", "by"):
            changes[key] = moved[value]
        elif key in ("seats", "among"):
            changes[key] = tuple(moved[seat] for seat in value)
        elif key == "beliefs":
            changes[key] = tuple(
                replace(belief, seat=moved[belief.seat])
                for belief in cast("tuple[Belief, ...]", value)
            )
    return replace(fact, **changes)


def test_measuring_changes_nothing_and_gives_the_same_again() -> None:
    game = bot_game("plus12+sheriff", 1)
    assert measure(game) == measure(game)
    assert tables_of(game).rounds == tables_of(game).days[-1].number


def test_a_saved_game_is_measured_as_the_live_one(tmp_path: Path) -> None:
    spec = make_spec(get_board("xu7"), 5)
    bot = HouseBot(("normal",))
    game = Game(spec)
    folder = GameFolder.create(tmp_path, NewGame(spec, [SeatSpec("bot")] * 7, version="test"))
    play_now(game, dict.fromkeys(range(1, 8), bot), folder)
    saved = from_saved_game(read_game(folder.path))
    live = replace(of_game(game), id=saved.id, journal=saved.journal, created=saved.created)
    assert measure(saved).values == measure(live).values
