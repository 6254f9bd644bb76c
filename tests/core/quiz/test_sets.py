"""Sets of questions: the same from the same seed, without doubles, balanced, spread, and apart from
each other."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from wolfcore.errors import ConfigError
from wolfcore.game import Board, board_names, get_board, read_board
from wolfcore.quiz import (
    KINDS,
    NO,
    PRESETS,
    SUBJECTS,
    YES,
    AnswerMix,
    Part,
    Question,
    SetPlan,
    preset_named,
    question_set,
)
from wolfcore.quiz.question_text import lines
from wolfcore.quiz.sets import part_of

ALL = tuple(map(get_board, board_names()))
TWO = ("players", "vote")
"""Two subjects; all of them take their time."""
OWN = """
roles = "2 Werewolf, Witch, Hunter, Doctor, 2 Villager"
[switches]
guard_and_antidote = "dies"
vote = "majority"
tie = "runoff"
"""


def made(
    questions: int = 130,
    seed: int = 0,
    answers: AnswerMix = "binary",
    part: Part = "all",
    kinds: tuple[str, ...] = (),
    boards: tuple[Board, ...] = ALL,
) -> tuple[Question, ...]:
    return question_set(
        SetPlan(
            boards=boards, questions=questions, seed=seed, answers=answers, part=part, kinds=kinds
        )
    )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_gives_others() -> None:
    first, second, other = (
        msgspec.json.encode(made(seed=seed, answers="both")) for seed in (4, 4, 5)
    )
    assert first == second
    assert first != other


def test_a_set_has_no_doubles_and_as_many_yes_as_no_within_each_kind() -> None:
    found = made(2 * len(KINDS), answers="binary")
    assert (
        len({(question.board, question.text) for question in found})
        == len({question.id for question in found})
        == len(found)
    )
    assert Counter(question.answer for question in found) == {YES: len(KINDS), NO: len(KINDS)}
    for kind in KINDS:
        assert sorted(question.answer for question in found if question.kind == kind) == [
            NO,
            YES,
        ], kind


def wording(text: str) -> re.Pattern[str]:
    """What fits a sentence of `lines.toml`, whatever its blanks are filled with."""
    return re.compile("(.*)".join(map(re.escape, re.split(r"{\w+}", text))), re.IGNORECASE)


@pytest.mark.parametrize(
    "board",
    ["sla7", *[pytest.param(name, marks=pytest.mark.slow) for name in ("helmsman7", "arena8")]],
)
def test_at_most_a_third_is_asked_in_the_negative_and_half_of_all_is_yes(board: str) -> None:
    turned = [wording(text) for line in lines().values() for text in line.turned]
    found = made(60 if board == "sla7" else 300, boards=(get_board(board),), seed=3)
    negative = sum(any(each.fullmatch(question.text) for each in turned) for question in found)
    assert 0 < negative <= len(found) / 3
    assert sum(question.answer == YES for question in found) == len(found) / 2


def test_how_somebody_died_is_asked_only_where_not_all_deaths_at_night_are_alike() -> None:
    asked = [
        question
        for question in made(4, kinds=("told at a death",), boards=(get_board("sla7"),))
        if "how it died" in question.text
    ]
    assert asked == []


def test_a_small_set_asks_of_no_kind_twice_and_a_larger_one_of_all() -> None:
    small = made(20)
    assert len({question.kind for question in small}) == 20
    assert Counter(question.answer for question in small) == {YES: 10, NO: 10}
    assert {question.kind for question in made(len(KINDS))} == set(KINDS)


@pytest.mark.slow
def test_both_forms_share_a_set_equally() -> None:
    found = made(120, answers="both")
    assert Counter(question.form == "binary" for question in found) == {True: 60, False: 60}
    assert all(
        question.answer in question.options for question in found if question.form != "seats"
    )
    assert {question.form for question in made(60, answers="open")} <= {"word", "seats"}


@pytest.mark.slow
def test_boards_share_a_set() -> None:
    found = Counter(question.board for question in made(200))
    assert set(found) == set(board_names())


def test_boards_take_turns_within_a_kind() -> None:
    boards = ALL[:3]
    found = made(12, kinds=("exiled",), boards=boards)
    assert Counter(question.board for question in found) == {board.name: 4 for board in boards}


@pytest.mark.slow
def test_training_and_test_never_share_a_situation_whatever_their_seeds() -> None:
    seeds: dict[Part, int] = {"training": 1, "validation": 2, "test": 3}
    sets = {part: made(100, seed, "both", part, TWO, ALL[:2]) for part, seed in seeds.items()}
    texts = {
        part: {(question.board, question.text) for question in found}
        for part, found in sets.items()
    }
    assert not texts["training"] & texts["test"]
    assert not texts["training"] & texts["validation"]
    assert not texts["validation"] & texts["test"]
    assert texts["training"] & {
        (question.board, question.text)
        for question in made(100, 9, "both", "training", TWO, ALL[:2])
    }


def test_signs_fall_into_all_parts_by_their_shares() -> None:
    parts = Counter(part_of(f"{digit:x}") for digit in range(16))
    assert parts == {"training": 6, "validation": 2, "test": 8}


@pytest.mark.slow
def test_kinds_can_be_chosen_by_name_subject_or_basis() -> None:
    assert {question.kind for question in made(10, kinds=("badge",))} == {"badge"}
    assert {question.subject for question in made(4, kinds=("vote",))} == {"vote"}
    assert {question.basis for question in made(60, kinds=("rule",))} == {"rule"}
    assert {question.subject for question in made(len(KINDS) * 2)} == set(SUBJECTS)
    with pytest.raises(ConfigError, match="Did you mean `badge`"):
        made(10, kinds=("bagde",))


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(ConfigError, match=r"only \d+ different questions"):
        made(3000, kinds=("seat count",), boards=ALL[:1])
    with pytest.raises(ConfigError, match="0 questions cannot be asked"):
        made(0)


@pytest.mark.slow
def test_the_paper_s_sets_have_its_sizes() -> None:
    assert {name: (preset.questions, preset.part) for name, preset in PRESETS.items()} == {
        "training": (1453, "training"), "validation": (100, "validation"), "test": (500, "test"),
    }  # fmt: skip
    preset = preset_named("validation")
    assert (
        len(
            made(
                preset.questions,
                answers=preset.answers,
                part=preset.part,
                boards=(get_board("helmsman7"),),
            )
        )
        == 100
    )
    with pytest.raises(ConfigError, match="Did you mean `test`"):
        preset_named("tests")


@pytest.mark.slow
def test_a_person_s_own_board_is_asked_about_by_its_own_roles() -> None:
    board = read_board(OWN, "mine.toml")
    found = made(150, boards=(board,))
    assert {question.board for question in found} == {"mine"}
    words = " ".join(question.text for question in found if question.kind not in ("role count",))
    assert "Doctor" in words
    assert "Guard" not in words
    assert "sheriff" not in " ".join(
        question.text for question in found if question.kind != "how a sheriff comes"
    )
    assert "sheriff" in " ".join(
        question.text for question in made(30, boards=ALL[1:2], kinds=("sheriff",))
    )
