"""The question of an arena: it ends at the answer, which is the one that all its deals in their
order would give."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row, check_arena
from wolfcore.arena.contest import QuestionProgress, as_finished_game
from wolfcore.arena.definition import Question, Schedule
from wolfcore.arena.rating import compare
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.schedule import ScheduledGames
from wolfcore.errors import ConfigError
from wolfcore.game import dice_of

PLAN = ArenaPlan(
    boards=("sla7", "duel6"),
    deals=400,
    keep=False,
    players={"hard": "bot:hard", "random": "random"},
    question=Question(a="hard", b="random", high=0.2),
)


def _played(plan: ArenaPlan, deals: int) -> list[Row]:
    """Rows of the first deals, won at random, some broken."""
    games, dice = ScheduledGames(plan), dice_of(1, "deciding")
    found: list[Row] = []
    for game in games[: deals * len(games) // plan.deals]:
        winner = dice.pick(f"{game.game}", ("village", "wolves", None))
        broken = "stopped" if dice.draw(f"broken.{game.game}", 10) == 0 else ""
        known = {
            name: getattr(game, name)
            for name in ("game", "cell", "board", "deal", "repeat", "seed", "players", "roles")
        }
        found.append(Row(**known, winner=winner, broken=broken))
    return found


@pytest.mark.parametrize("kind", ["pairs", "tested"])
def test_the_order_in_which_games_end_plays_no_part(kind: str) -> None:
    plan = (
        PLAN
        if kind == "pairs"
        else replace(PLAN, schedule=Schedule(kind="tested", tested="wolves", baseline="random"))
    )
    rows = _played(plan, 30)
    straight, mixed = (
        QuestionProgress(plan, ScheduledGames(plan)),
        QuestionProgress(plan, ScheduledGames(plan)),
    )
    straight.add(rows)
    for row in dice_of(2, "order").shuffle("rows", rows):
        mixed.add([row])
    assert mixed.test == straight.test
    whole, broken = (
        [as_finished_game(row) for row in rows if not row.broken],
        [as_finished_game(row) for row in rows if row.broken],
    )
    assert straight.test == compare(whole, "hard", "random", plan.question.test, broken=broken).test
    assert straight.test.deals > 40


def test_a_deal_of_which_a_game_is_to_come_is_not_read() -> None:
    rows = _played(PLAN, 6)
    held = next(row for row in rows if row.deal == 2)
    deciding = QuestionProgress(PLAN, ScheduledGames(PLAN))
    deciding.add([row for row in rows if row != held])
    before = deciding.test.deals
    deciding.add([held])
    assert 0 < before <= 4 < deciding.test.deals <= 12


def test_an_arena_ends_at_the_answer(tmp_path: Path) -> None:
    run = ArenaRun(tmp_path / "run", PLAN)
    rows = list(run.play_missing())
    run.close()
    assert run.question is not None
    assert run.question.test.decided == "accept"
    assert len(rows) < len(run.games) / 4
    again = ArenaRun(tmp_path / "run", PLAN)
    assert again.question is not None
    assert (again.question.test, again.numbers_to_play, list(again.play_missing())) == (
        run.question.test,
        [],
        [],
    )
    again.close()
    for other in (Question(), replace(PLAN.question, high=0.1)):
        with pytest.raises(ConfigError, match=r"holds another arena: `question\."):
            ArenaRun(tmp_path / "run", replace(PLAN, question=other))


def test_stopped_and_gone_on_with_it_comes_to_the_same_answer(tmp_path: Path) -> None:
    straight = ArenaRun(tmp_path / "straight", PLAN)
    list(straight.play_missing())
    straight.close()
    for games in (7, 20, 10_000):
        run = ArenaRun(tmp_path / "run", replace(PLAN, limits=replace(PLAN.limits, games=games)))
        list(run.play_missing())
        run.close()
    assert run.question is not None
    assert straight.question is not None
    assert run.question.test == straight.question.test


@pytest.mark.parametrize(
    ("question", "schedule", "says"),
    [
        (Question(a="nobody", b="random"), Schedule(), r"question\.a.*nobody|nobody"),
        (Question(a="hard"), Schedule(), r"question\.b"),
        (Question(a="hard", b="hard"), Schedule(), "cannot be compared with itself"),
        (Question(a="hard", b="random", low=0.1, high=0.1), Schedule(), "`low` below `high`"),
        (Question(a="hard", b="random", alpha=0.5), Schedule(), "error rate"),
    ],
)
def test_a_question_that_cannot_be_asked(question: Question, schedule: Schedule, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        check_arena(replace(PLAN, question=question, schedule=schedule))
    assert "\n" not in str(caught.value)


def test_players_without_comparable_games(tmp_path: Path) -> None:
    plan = replace(PLAN, schedule=Schedule(kind="alone"))
    with pytest.raises(ConfigError, match="no games that can be compared"):
        ArenaRun(tmp_path / "run", plan)
