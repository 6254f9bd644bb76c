"""Models are asked and read like players, the engine is right, chance is not; nothing that cannot
be read counts as an answer."""

from __future__ import annotations

import json

import pytest

from wolfcore.errors import ModelUnreachable, PromptTooLong
from wolfcore.game import get_board
from wolfcore.models import ChatReply, ChatRequest, ScriptedModel
from wolfcore.models.scripted import ScriptedReply
from wolfcore.quiz import NOBODY, Form, Question, SetPlan, question_set
from wolfcore.quiz.exam import (
    AskingStyle,
    ChanceTaker,
    EngineTaker,
    ModelTaker,
    Taken,
    read_answer,
    read_reply,
    request_for,
    take_quiz,
)

BOARD = get_board("sla7")
BOARDS = {BOARD.name: BOARD}
QUESTIONS = question_set(
    SetPlan(boards=(BOARD,), questions=12, seed=2, answers="both", kinds=("wolves", "night"))
)
SHAPES: dict[Form, tuple[str, ...]] = {
    "binary": ("Yes", "No"),
    "word": ("seat 2", NOBODY),
    "seats": ("1", "2", "3", "12"),
}


def question(form: Form, answer: str) -> Question:
    return Question(
        id="0", board="sla7", kind="k", subject="s", basis="rule", form=form,
        text="Who?", options=SHAPES[form], answer=answer, why=(),
    )  # fmt: skip


async def taken_by(
    *lines: ScriptedReply, to: Question | None = None
) -> tuple[Taken, ScriptedModel]:
    model = ScriptedModel(lines, name="m")
    return await ModelTaker(model, BOARDS).answer(to or question("binary", "Yes")), model


@pytest.mark.parametrize(
    ("said", "form", "read"),
    [
        ("Yes", "binary", "Yes"), (" yes. ", "binary", "Yes"), (False, "binary", "No"), ("perhaps", "binary", ""),
        (None, "binary", ""),
        ("Seat 2", "word", "seat 2"), ("nobody", "word", NOBODY), ("seat 3", "word", ""), ({}, "word", ""), ("", "word", ""),
        ([3, 1], "seats", "1, 3"), ([], "seats", NOBODY), ("nobody", "seats", NOBODY), ("seats 12 and 2", "seats", "2, 12"),
        ([4], "seats", ""), (["1", 1], "seats", "1"), ("", "seats", ""), ([True], "seats", NOBODY), (3, "seats", "3"),
    ],
)  # fmt: skip
def test_answers_are_read_with_care(said: object, form: Form, read: str) -> None:
    assert read_answer(said, question(form, "x")) == read


def test_half_a_reply_that_was_withheld_is_no_answer() -> None:
    reply = ChatReply(
        text='{"answer": "Yes"', parsed={"answer": "Yes"}, reading="repaired", finish="filter"
    )
    assert read_reply(reply, question("binary", "Yes")) == (
        "",
        "the endpoint withheld the rest of it",
    )


async def test_a_model_is_shown_the_rules_of_the_board_and_what_it_may_answer() -> None:
    for each in QUESTIONS:
        request = request_for(each, BOARD, AskingStyle())
        assert "The Doctor protects somebody every night." in request.messages[0].text
        assert request.messages[0].shared_prefix == len(request.messages[0].text)
        assert each.text in request.messages[1].text
        assert request.schema
        assert list(request.schema["properties"]) == ["reasoning", "answer"]
        if each.form == "word":
            assert all(option in request.messages[1].text for option in each.options)
    bare = request_for(QUESTIONS[0], BOARD, AskingStyle(rules=False, reason=False))
    assert "The Doctor protects" not in bare.messages[0].text
    assert bare.schema
    assert list(bare.schema["properties"]) == ["answer"]


async def test_a_right_answer_counts() -> None:
    row, model = await taken_by('{"reasoning": "so", "answer": "Yes"}')
    assert (row.given, row.right, row.repaired, len(model.requests)) == ("Yes", True, False, 1)
    assert row.tokens > 0
    wrong, _ = await taken_by('{"reasoning": "so", "answer": "No"}')
    assert (wrong.given, wrong.right) == ("No", False)


async def test_what_cannot_be_read_is_asked_for_again_with_the_reason() -> None:
    row, model = await taken_by(
        '{"reasoning": "hm", "answer": "Perhaps"}', '{"reasoning": "hm", "answer": "Yes"}'
    )
    assert (row.given, row.right, row.repaired) == ("Yes", True, True)
    assert "none of the answers that are offered" in model.requests[1].messages[-1].text
    assert "Perhaps" in model.requests[1].messages[-2].text


async def test_each_repair_continues_the_first_prompt_and_the_last_reply() -> None:
    _, model = await taken_by("one", "two", "three")
    first, *repairs = model.requests
    for request, said in zip(repairs, ("one", "two"), strict=True):
        assert request.messages[:2] == first.messages
        assert [message.role for message in request.messages[2:]] == ["assistant", "user"]
        assert request.messages[2].text == said


async def test_three_replies_that_cannot_be_read_are_no_answer_and_wrong() -> None:
    row, model = await taken_by("I do not know", "", "{}", '{"answer": "Yes"}')
    assert (row.given, row.right, len(model.requests)) == ("", False, 3)
    assert row.why
    assert all(message.text.strip() for request in model.requests for message in request.messages)


async def test_a_prompt_that_never_fits_is_an_error_and_a_repair_that_does_not_is_no_answer() -> (
    None
):
    unfit = PromptTooLong("m", "too long", status=400)
    with pytest.raises(PromptTooLong):
        await taken_by(unfit)
    row, model = await taken_by("{}", unfit)
    assert (row.given, len(model.requests)) == ("", 2)


async def test_the_engine_knows_everything_and_chance_is_the_same_each_time() -> None:
    rows: list[Taken] = []
    await take_quiz(QUESTIONS, EngineTaker(), rows.append)
    assert [row.right for row in rows] == [True] * len(QUESTIONS)
    first, again = [
        [(await ChanceTaker(seed).answer(each)).given for each in QUESTIONS] for seed in (3, 3)
    ]
    assert first == again
    assert [(await ChanceTaker(4).answer(each)).given for each in QUESTIONS] != first


async def test_a_model_that_reads_the_key_is_right_and_all_are_asked() -> None:
    keys = {each.text: each for each in QUESTIONS}

    def says(request: ChatRequest) -> str:
        each = next(each for text, each in keys.items() if text in request.messages[1].text)
        if each.form == "seats":
            seats = [] if each.answer == NOBODY else [int(seat) for seat in each.answer.split(", ")]
            return json.dumps({"reasoning": "", "answer": seats})
        return json.dumps({"reasoning": "", "answer": each.answer})

    rows: list[Taken] = []
    await take_quiz(QUESTIONS, ModelTaker(ScriptedModel(says), BOARDS), rows.append)
    assert {row.id for row in rows} == {each.id for each in QUESTIONS}
    assert all(row.right for row in rows)


async def test_what_was_answered_before_a_model_fails_was_told() -> None:
    lines: list[ScriptedReply] = ['{"answer": "Yes"}'] * 30
    lines[9] = ModelUnreachable("m", "nobody there", again=False)
    rows: list[Taken] = []
    binary = question_set(SetPlan(boards=(BOARD,), questions=20, seed=2, kinds=("vote",)))
    with pytest.raises(ModelUnreachable):
        await take_quiz(binary, ModelTaker(ScriptedModel(lines, name="m"), BOARDS), rows.append)
    assert 0 < len(rows) < 20
