"""Scores worked out by hand, files of results, and sets for fine-tuning tools."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from tests.core.metrics.written import near
from wolfcore.decoders import parse_toml
from wolfcore.errors import ConfigError
from wolfcore.game import get_board
from wolfcore.intervals import exact_interval
from wolfcore.quiz import SetPlan, question_set
from wolfcore.quiz.exam import RECIPE, Taken, answer_in_words, export_lines, score, scores_by
from wolfcore.quiz.exam.scores import AnswerFile, Head, read_answers

_IDS = count()


def row(answer: str, given: str, subject: str = "vote", question: str = "") -> Taken:
    return Taken(
        id=question or str(next(_IDS)),
        board="sla7",
        kind="k",
        subject=subject,
        basis="rule",
        form="binary",
        text="?",
        answer=answer,
        given=given,
        right=answer == given,
    )


ROWS = [
    row(answer, given)
    for answer, given, many in (
        ("Yes", "Yes", 3), ("Yes", "No", 1), ("No", "No", 2), ("No", "Yes", 2), ("Yes", "", 1),
        ("No", "", 1),
    )
    for _ in range(many)
]  # fmt: skip


def test_accuracy_and_f1_are_those_worked_out_by_hand() -> None:
    found = score(ROWS)
    assert (found.questions, found.right, found.unreadable) == (10, 5, 2)
    assert found.accuracy.value == 0.5
    assert found.accuracy.interval == exact_interval(5, 10)
    assert found.f1_yes.value == 2 * 3 / (2 * 3 + 2 + 2)  # two wrongly Yes, two of Yes not given
    assert found.f1_no.value == 2 * 2 / (2 * 2 + 1 + 3)
    assert found.f1 == (0.6 + 0.5) / 2
    low, high, _ = found.f1_yes.interval
    assert low is not None
    assert high is not None
    assert 0 <= low < 0.6 < high <= 1


def test_a_question_that_was_answered_five_times_is_one_observation() -> None:
    answers = [(number, "Yes" if number < 4 else "No") for number in range(6)]
    rows = [row("Yes", given, question=f"{number}") for number, given in answers for _ in range(5)]
    found = score(rows)
    assert (found.questions, found.accuracy.value) == (30, 4 / 6)
    assert found.accuracy.interval[:2] == near(exact_interval(4, 6)[:2])


def test_nothing_to_divide_by_is_no_value() -> None:
    assert score([]).accuracy.value is None
    assert score([]).f1 is None
    alone = score([row("Yes", "Yes")])
    assert (alone.f1_yes.value, alone.f1_no.value, alone.f1) == (1.0, None, None)


def test_an_answer_that_is_no_yes_or_no_has_no_part_in_f1() -> None:
    other = Taken(
        id="1",
        board="sla7",
        kind="k",
        subject="vote",
        basis="rule",
        form="word",
        text="?",
        answer="seat 1",
        given="seat 1",
        right=True,
    )
    assert score([other]).f1_yes.value is None
    assert score([other]).accuracy.value == 1.0


def test_groups_are_scored_apart() -> None:
    found = scores_by([*ROWS, row("Yes", "Yes", "night")], lambda each: each.subject)
    assert {name: (each.right, each.questions) for name, each in found.items()} == {
        "night": (1, 1),
        "vote": (5, 10),
    }


HEAD = Head(seat="random", questions=3, seed=1, answers="binary", part="all")


def test_results_come_back_as_they_were_kept_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    results = AnswerFile(tmp_path / "r.jsonl", HEAD)
    for each in ROWS[:2]:
        results.add(each)
    results.close()
    with (tmp_path / "r.jsonl").open("ab") as file:
        file.write(b'{"id": "torn')
    note = "The last line of r.jsonl is incomplete and was left out."
    assert read_answers(tmp_path / "r.jsonl") == (HEAD, tuple(ROWS[:2]), note)
    with pytest.raises(ConfigError, match="already exists"):
        AnswerFile(tmp_path / "r.jsonl", HEAD)


@pytest.mark.parametrize("text", ["", "{}\n", "no\n", '{"quiz": 1}\n'])
def test_what_is_no_result_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="is not a result of a quiz"):
        read_answers(tmp_path / "r.jsonl")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_answers(tmp_path / "none.jsonl")


def test_chats_have_the_rules_the_question_and_the_answer_with_its_sentences() -> None:
    board = get_board("sla7")
    questions = question_set(
        SetPlan(boards=(board,), questions=20, answers="both", kinds=("night", "vote"))
    )
    chats = [
        json.loads(line)["messages"]
        for line in export_lines(questions, {"sla7": board}, "chat").splitlines()
    ]
    assert [[each["role"] for each in chat] for chat in chats] == [
        ["system", "user", "assistant"]
    ] * 20
    for chat, question in zip(chats, questions, strict=True):
        assert "The Doctor protects somebody every night." in chat[0]["content"]
        assert question.text in chat[1]["content"]
        assert chat[2]["content"] == answer_in_words(question)
        assert chat[2]["content"].lower().startswith(question.answer.lower())
        assert all(sentence in chat[2]["content"] for sentence in question.why)
    bare = json.loads(export_lines(questions[:1], {"sla7": board}, "chat", rules=False))["messages"]
    assert "Doctor protects" not in bare[0]["content"]
    plain = [
        json.loads(line) for line in export_lines(questions, {"sla7": board}, "jsonl").splitlines()
    ]
    assert [each["answer"] for each in plain] == [question.answer for question in questions]


def test_the_recipe_is_the_paper_s_and_says_so() -> None:
    assert parse_toml(RECIPE) == {
        "method": "LoRA", "rank": 8, "learning_rate": 1e-4, "batch_size": 4, "epochs": 4,
        "objective": "causal language modelling",
    }  # fmt: skip
    assert "these values are the paper's" in RECIPE
