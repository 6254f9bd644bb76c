"""Answers by model in the rows of an arena, and the gate for games in which many were replaced."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row, ScheduledGames, Validity, check_arena
from wolfcore.arena.contest import QuestionProgress
from wolfcore.arena.definition import Limits, Question
from wolfcore.arena.game_rows import row_of
from wolfcore.arena.store import RowStore, read_rows
from wolfcore.arena.validity import excess_of, is_void, validity_sentence
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, AnswerOrigin
from wolfcore.records import AnswerRecord
from wolfcore.table import ModelAnswers, answers_by_model

PLAN = ArenaPlan(
    boards=("duel6",),
    deals=4,
    players={"a": "vanilla@m", "b": "vanilla@n"},
    question=Question(a="a", b="b"),
)


def row(number: int, *models: ModelAnswers, known: bool = True) -> Row:
    game = ScheduledGames(PLAN)[number]
    names = ("game", "cell", "board", "deal", "repeat", "seed", "players", "roles")
    fields = {name: getattr(game, name) for name in names}
    return Row(**fields, winner="village", models=models if known else None)


def record(
    player: str, how: AnswerOrigin, faults: dict[str, int] | None, calls: int | None = 1
) -> AnswerRecord:
    return AnswerRecord("d1.vote.1", Answer(how=how), 1, player, calls=calls, faults=faults)


def test_answers_are_counted_by_model_over_all_players_that_name_it() -> None:
    journal = [
        record("vanilla@m", "given", {}),
        record("xu:brief@m", "repaired", {"refused": 2, "loop": 1}),
        record("vanilla@m", "fallback", {"refused": 1, "cut": 3}),
        record("vanilla@m", "given", None, calls=None),  # one option
        record("vanilla@m", "stand_in", None, calls=None),
        record("vanilla@n", "given", None),  # an earlier version
        record("bot:hard", "fallback", None, calls=None),
        record("vanilla@o", "timeout", None, calls=None),  # late, without a call
    ]
    assert answers_by_model(journal) == (
        ModelAnswers("m", given=1, repaired=1, replaced=2, refused=2, cut=1),
        ModelAnswers("n", given=1, refused=None, cut=None),
        ModelAnswers("o", replaced=1, refused=0, cut=0),
    )
    assert answers_by_model(journal)[0].answers == 4


def test_the_row_of_a_game_has_the_answers_of_its_journal() -> None:
    game = ScheduledGames(PLAN)[0]
    found = row_of(game, journal=[record("vanilla@m", "fallback", {"cut": 1})])
    assert found.models == (ModelAnswers("m", replaced=1, refused=0, cut=1),)
    assert row_of(game).models == ()


@pytest.mark.parametrize(
    ("models", "share", "above"),
    [
        ((), 0.1, False),
        ((ModelAnswers("m"),), 0.0, False),
        ((ModelAnswers("m", 9, 0, 1),), 0.1, False),
        ((ModelAnswers("m", 8, 0, 1),), 0.1, True),
        ((ModelAnswers("m", 90, 0, 0), ModelAnswers("n", 1, 0, 1)), 0.1, True),
        ((ModelAnswers("m", 0, 0, 5),), 1.0, False),
        ((ModelAnswers("m", 99, 0, 1),), 0.0, True),
    ],
)
def test_a_game_is_above_the_share_where_one_of_its_models_is(
    models: tuple[ModelAnswers, ...], share: float, above: bool
) -> None:
    game = row(0, *models)
    flag = Validity(replaced=share)
    assert (excess_of(game, flag) is not None) == above
    assert not is_void(game, flag)
    assert is_void(game, replace(flag, above="void")) == above
    assert bool(validity_sentence([game], flag)) == above


def test_a_row_of_which_nothing_is_known_passes() -> None:
    assert not is_void(row(0, known=False), Validity(replaced=0.0, above="void"))


def test_the_sentence_counts_the_games_and_names_the_worst() -> None:
    rows = [row(0, ModelAnswers("m", 8, 0, 2)), row(1, ModelAnswers("n", 1, 0, 3)), row(2)]
    assert validity_sentence(rows, Validity(above="void")) == (
        "2 games are void and count nowhere: more than 10% of the answers of a model were "
        "replaced (game 1: 3 of 4 answers of n were replaced)."
    )
    assert validity_sentence(rows[:1], Validity()).startswith("1 game is flagged: ")


def test_a_void_game_is_left_out_of_the_question_like_a_broken_one() -> None:
    bad = ModelAnswers("m", 0, 0, 5)
    rows = [row(number) for number in range(len(ScheduledGames(PLAN)))]
    tests: dict[str, object] = {}
    for name, plan, first in (
        ("sound", PLAN, rows[0]),
        ("flagged", PLAN, row(0, bad)),
        ("void", replace(PLAN, validity=Validity(above="void")), row(0, bad)),
        ("broken", PLAN, replace(rows[0], broken="it stopped", winner=None)),
    ):
        progress = QuestionProgress(plan, ScheduledGames(plan))
        progress.add([first, *rows[1:]])
        tests[name] = progress.test
    assert tests["sound"] == tests["flagged"]
    assert tests["void"] == tests["broken"] != tests["sound"]


@pytest.mark.parametrize(
    ("plan", "key"),
    [
        (replace(PLAN, validity=Validity(replaced=1.5)), "validity.replaced"),
        (replace(PLAN, validity=Validity(replaced=float("nan"))), "validity.replaced"),
        (replace(PLAN, limits=Limits(stop_after_replaced=-1)), "limits.stop_after_replaced"),
    ],
)
def test_a_value_out_of_range_is_refused(plan: ArenaPlan, key: str) -> None:
    with pytest.raises(ConfigError, match=key):
        check_arena(plan)


def test_counts_are_kept_and_a_file_of_the_earlier_version_opens_and_goes_on(
    tmp_path: Path,
) -> None:
    file, new = tmp_path / "games.sqlite", row(1, ModelAnswers("m", 3, 1, 1, 1, 0))
    store = RowStore(file)
    store.add(row(0, known=False))
    store.close()
    with closing(sqlite3.connect(file)) as before, before:
        before.execute("ALTER TABLE games DROP COLUMN models")
        before.execute("PRAGMA user_version = 1")
    assert read_rows(file) == [row(0, known=False)]
    store = RowStore(file)
    assert store.rows() == [row(0, known=False)]
    store.add(new)
    store.close()
    assert read_rows(file) == [row(0, known=False), new]
    RowStore(file).close()


@pytest.mark.parametrize("models", ["NULL", "'[]'", '\'[{"model":"m","given":9}]\'', "'x'"])
def test_changed_counts_are_found(tmp_path: Path, models: str) -> None:
    file = tmp_path / "games.sqlite"
    store = RowStore(file)
    store.add(row(0, ModelAnswers("m", 3, 1, 1, 1, 0)))
    store.close()
    with closing(sqlite3.connect(file)) as changed, changed:
        changed.execute(f"UPDATE games SET models = {models}")
    with pytest.raises(ConfigError, match="is damaged"):
        read_rows(file)


@pytest.mark.parametrize("name", ["given", "repaired", "replaced", "refused", "cut"])
def test_counts_that_no_game_has_are_damage(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games.sqlite"
    store = RowStore(file)
    store.add(row(0, replace(ModelAnswers("m"), **{name: -1})))
    store.close()
    with pytest.raises(ConfigError, match="is damaged"):
        read_rows(file)
