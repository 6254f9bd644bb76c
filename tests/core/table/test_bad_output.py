"""What the table does with answers that cannot be taken as they came."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from tests.core.players.sitters import Listed, a_spec, asked_first, new_folder, talkers
from tests.core.table.notes import errors_of
from wolfcore.game import MEMO_BYTES, Answer, AnswerOrigin, Ask, Belief, Game, View
from wolfcore.game.roles import RoleName
from wolfcore.players import CallRecord, Desk, Player
from wolfcore.records import read_game
from wolfcore.table import Table, play_now, verify


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (Answer(99), "chose 99, which is not among"),
        (Answer(True), "chose True, which is not among"),
        (None, "gave NoneType in the place of an answer"),
        ("seat 3", "gave str in the place of an answer"),
    ],
)
async def test_what_is_no_legal_answer_becomes_the_fallback_and_is_noted(
    tmp_path: Path, given: object, problem: str
) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    bad = Listed(lambda ask: given)
    players: dict[int, Player] = {**talkers(spec), seat: bad}
    folder, game = new_folder(tmp_path, spec), Game(spec)
    assert await Table(game, players, folder=folder).run() == game.result
    saved = read_game(folder.path)
    mine = [record for record in saved.journal.values() if record.seat == seat]
    assert len(mine) == len(bad.asked)
    assert {record.answer.how for record in mine} == {"fallback"}
    errors = errors_of(folder.path)
    assert [(error.ask, error.seat) for error in errors] == [(ask.id, seat) for ask in bad.asked]
    assert all(
        error.problem.startswith(problem) and error.done == "the seat's fallback was taken"
        for error in errors
    )
    assert verify(saved).finished


def test_a_truth_value_is_no_seat_where_seat_1_may_be_chosen_either(tmp_path: Path) -> None:
    spec = a_spec()
    folder = new_folder(tmp_path, spec)
    play_now(
        Game(spec),
        dict.fromkeys(range(1, 8), Listed(lambda ask: Answer(1 in ask.options or ask.options[0]))),
        folder,
    )
    errors = errors_of(folder.path)
    assert errors
    assert all(error.problem.startswith("chose True, which is not among [") for error in errors)
    how = {ask: record.answer.how for ask, record in read_game(folder.path).journal.items()}
    assert {error.ask for error in errors} == {ask for ask in how if how[ask] == "fallback"}


async def test_the_fast_loop_takes_the_same_fallbacks(tmp_path: Path) -> None:
    spec = a_spec()
    slow, quick = new_folder(tmp_path / "slow", spec), new_folder(tmp_path / "quick", spec)
    sitters = {**talkers(spec), 3: Listed(lambda ask: Answer(99)), 4: Listed(lambda ask: None)}
    await Table(Game(spec), sitters, folder=slow).run()
    play_now(Game(spec), sitters, quick)
    assert read_game(slow.path).log == read_game(quick.path).log
    assert [error.problem for error in errors_of(slow.path)] == [
        error.problem for error in errors_of(quick.path)
    ]


def looked_over(tmp_path: Path, answer: Answer) -> tuple[Answer, list[str]]:
    """What is left of an answer in the journal, and what was noted."""
    spec = a_spec()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    sitter = Listed(lambda ask: replace(answer, choice=ask.options[0]))
    play_now(game, dict.fromkeys(range(1, 8), sitter), folder)
    first = next(iter(read_game(folder.path).journal.values()))
    return first.answer, [error.problem for error in errors_of(folder.path)]


def test_words_are_cleaned_and_bounded_before_they_are_written(tmp_path: Path) -> None:
    answer, problems = looked_over(
        tmp_path, Answer(text="\x1b[2J" + "a" * 3000, thought="one\n\x07two")
    )
    assert answer.text.startswith("[2Jaaa")
    assert len(answer.text) == 2000
    assert answer.thought == "one\ntwo"
    assert problems[0] == "the speech of 3004 characters is cut to 2000"


def test_a_memo_that_is_too_large_is_dropped_and_noted(tmp_path: Path) -> None:
    kept, problems = looked_over(tmp_path / "fits", Answer(memo="ä" * (MEMO_BYTES // 2)))
    assert (len(kept.memo), problems) == (MEMO_BYTES // 2, [])
    dropped, problems = looked_over(tmp_path / "large", Answer(memo="ä" * (MEMO_BYTES // 2) + "x"))
    assert dropped.memo == ""
    assert problems[0] == f"the memo of {MEMO_BYTES + 1} bytes is dropped; {MEMO_BYTES} are allowed"


@pytest.mark.parametrize(
    "belief",
    [
        Belief(0, "Seer", 7), Belief(8, "Seer", 7), Belief(3, "Seer", 4), Belief(3, "Seer", 11), Belief(3, "Seer", 7, 1.5),
        Belief(3, "Seer", 7, float("nan")), Belief(3, cast(RoleName, "Joker"), 7),
    ],
)  # fmt: skip
def test_beliefs_out_of_range_are_left_out_and_noted(tmp_path: Path, belief: Belief) -> None:
    answer, problems = looked_over(
        tmp_path, Answer(beliefs=(belief, Belief(3, "Werewolf", 10, 0.9)))
    )
    assert answer.beliefs == (Belief(3, "Werewolf", 10, 0.9),)
    assert problems[0] == "1 beliefs are out of range and left out"


class Mending:
    """A player whose model gives nothing that can be used at first; a problem that begins with `no
    reply` comes without one."""

    def __init__(self, how: AnswerOrigin, *problems: str) -> None:
        self.how: AnswerOrigin = how
        self.problems = problems

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        for problem in self.problems:
            desk.record(
                CallRecord("m", (), "", problem=problem, replied=not problem.startswith("no reply"))
            )
        return Answer(ask.options[0], how=self.how)


@pytest.mark.parametrize(
    ("how", "problems", "line"),
    [
        ("repaired", ("is no JSON", ""), ("is no JSON", "the answer was repaired")),
        (
            "fallback",
            ("is no JSON", "names the dead seat 3"),
            ("names the dead seat 3", "the seat's fallback was taken"),
        ),
        (
            "repaired",
            (),
            ("what its player first came to could not be used", "the answer was repaired"),
        ),
        ("given", ("is no JSON", ""), None),
        (
            "repaired",
            ("no reply: too long", ""),
            ("what its player first came to could not be used", "the answer was repaired"),
        ),
        (
            "fallback",
            ("is no JSON", "no reply: too long"),
            ("is no JSON", "the seat's fallback was taken"),
        ),
    ],
)
async def test_a_player_that_says_it_had_to_mend_its_answer_is_counted_with_the_last_problem(
    tmp_path: Path, how: AnswerOrigin, problems: tuple[str, ...], line: tuple[str, str] | None
) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    folder = new_folder(tmp_path, spec)
    await Table(Game(spec), {**talkers(spec), seat: Mending(how, *problems)}, folder=folder).run()
    mine = [record for record in read_game(folder.path).journal.values() if record.seat == seat]
    errors = errors_of(folder.path)
    assert {record.answer.how for record in mine} == {how}
    assert [(error.problem, error.done) for error in errors] == ([line] * len(mine) if line else [])
    assert [error.ask for error in errors] == ([record.ask for record in mine] if line else [])
