"""`wolftui quiz`: the perfect reader, chance, a person who types, a model at an endpoint; what is
kept; and bad input."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.core.agents.tables import serving
from tests.core.models.serving import Request, chat
from tests.wolftui.cli.model_games import set_model
from tests.wolftui.cli.running import Program
from wolfcore.game import get_board
from wolfcore.quiz import NO, NOBODY, YES, Question, SetPlan, question_set
from wolfcore.quiz.exam import EngineTaker, Taken
from wolftui.settings.paths import quizzes_folder

SMALL = ("--board", "sla7", "--questions", "12", "--seed", "3")


def the_set() -> tuple[Question, ...]:
    return question_set(SetPlan(boards=(get_board("sla7"),), questions=12, seed=3))


def test_the_perfect_reader_has_everything_right(wolftui: Program, tmp_path: Path) -> None:
    ran = wolftui(
        "quiz",
        "run",
        "--seat",
        "engine",
        *SMALL,
        "--out",
        str(tmp_path / "e.jsonl"),
        "--by",
        "kind",
        "--by",
        "basis",
    )
    assert (ran.code, ran.err) == (0, "")
    assert "engine: 12 of 12 right\naccuracy 1.000 [0.735, 1.000]\nF1 of Yes 1.000 " in ran.out
    assert "\nkind " in ran.out
    assert "\nbasis " in ran.out
    again = wolftui("quiz", "score", str(tmp_path / "e.jsonl"), "--json")
    found = json.loads(again.out)
    assert (found["seat"], found["right"], found["accuracy"]["value"], list(found["by"])) == (
        "engine",
        12,
        1.0,
        ["subject"],
    )


def test_chance_is_kept_among_the_program_s_data_and_scored_again(wolftui: Program) -> None:
    ran = wolftui("quiz", "run", "--seat", "random", *SMALL, "--answers", "both")
    assert ran.code == 0
    (kept,) = quizzes_folder().iterdir()
    assert f"Every answer is in {kept}." in ran.out
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 13
    assert json.loads(lines[0])["boards"] == ["sla7"]
    assert wolftui("quiz", "score", str(kept)).out == ran.out.split("\n\nEvery answer")[0] + "\n"


def typed_for(questions: Sequence[Question], wrong: int) -> list[str]:
    """What a person types who errs in one question."""
    return [
        {YES: "n", NO: "y"}[each.answer] if number == wrong else each.answer.lower()[:1]
        for number, each in enumerate(questions)
    ]


def test_a_person_learns_after_each_answer_what_is_right_and_by_which_rule(
    wolftui: Program, tmp_path: Path
) -> None:
    questions = the_set()
    ran = wolftui(
        "quiz",
        "run",
        "--seat",
        "human",
        *SMALL,
        "--out",
        str(tmp_path / "h.jsonl"),
        typed=["what?", *typed_for(questions, 4)],
    )
    assert ran.code == 0
    words = " ".join(ran.out.split())
    assert "That is not an answer to this." in words
    assert f"No: {questions[4].answer}. 4 of 5 so far." in words
    assert "human: 11 of 12 right" in words
    for each in questions:
        assert all(sentence in words for sentence in each.why), each
    assert len((tmp_path / "h.jsonl").read_text(encoding="utf-8").splitlines()) == 13


def test_a_person_may_read_the_rules_skip_and_leave(wolftui: Program, tmp_path: Path) -> None:
    ran = wolftui(
        "quiz",
        "run",
        "--seat",
        "human",
        *SMALL,
        "--out",
        str(tmp_path / "h.jsonl"),
        typed=["/rules", "/skip", "/quit"],
    )
    assert ran.code == 0
    assert "The Doctor protects somebody every night." in ran.out
    assert "human: 0 of 1 right; 1 could not be read and count as wrong" in ran.out
    left = wolftui(
        "quiz", "run", "--seat", "human", *SMALL, "--out", str(tmp_path / "i.jsonl"), typed=[]
    )
    assert (left.code, "human: 0 of 0 right" in left.out) == (0, True)


def test_words_and_seats_are_answered_by_numbers_beginnings_and_lists(
    wolftui: Program, tmp_path: Path
) -> None:
    options = ("--board", "sla7", "--questions", "30", "--answers", "open", "--kind", "situation")
    questions = question_set(
        SetPlan(boards=(get_board("sla7"),), questions=30, answers="open", kinds=("situation",))
    )
    assert {each.form for each in questions} == {"word", "seats"}
    typed = [
        each.answer
        if each.form == "seats"
        else str(each.options.index(each.answer) + 1)
        if number % 2
        else each.answer
        for number, each in enumerate(questions)
    ]
    ran = wolftui(
        "quiz", "run", "--seat", "human", *options, "--out", str(tmp_path / "h.jsonl"), typed=typed
    )
    assert "human: 30 of 30 right" in ran.out


def replies(_: Request) -> bytes:
    return chat(json.dumps({"reasoning": "I guess", "answer": "Yes"}))


def test_a_model_is_asked_and_its_answers_count(wolftui: Program, tmp_path: Path) -> None:
    with serving(replies) as endpoint:
        set_model(endpoint.url)
        out = tmp_path / "m.jsonl"
        ran = wolftui("quiz", "run", "--seat", "vanilla@m", "--out", str(out), *SMALL)
    assert ran.code == 0
    assert "vanilla@m: 6 of 12 right" in ran.out
    assert "F1 of Yes 0.667" in ran.out


def test_a_model_that_is_gone_leaves_what_was_answered(wolftui: Program, tmp_path: Path) -> None:
    set_model("http://127.0.0.1:1")
    ran = wolftui("quiz", "run", "--seat", "vanilla@m", "--out", str(tmp_path / "m.jsonl"), *SMALL)
    assert ran.code == 1
    assert "The answers so far are counted." in ran.err
    assert "vanilla@m: 0 of 0 right" in ran.out


def test_ctrl_c_gives_what_is_done_so_far(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Question] = []

    async def answer(self: EngineTaker, question: Question) -> Taken:
        done.append(question)
        if len(done) == 6:
            raise KeyboardInterrupt
        return Taken(
            id=question.id,
            board=question.board,
            kind=question.kind,
            subject=question.subject,
            basis=question.basis,
            form=question.form,
            text=question.text,
            answer=question.answer,
            given=question.answer,
            right=True,
        )

    monkeypatch.setattr(EngineTaker, "answer", answer)
    ran = wolftui("quiz", "run", "--seat", "engine", *SMALL, "--out", str(tmp_path / "e.jsonl"))
    assert ran.code == 130
    assert "Stopped after 5 of 12 questions." in ran.err
    assert "engine: 5 of 5 right" in ran.out
    again = wolftui("quiz", "score", str(tmp_path / "e.jsonl"))
    assert "5 of 12 questions were answered." in again.err


@pytest.mark.slow
def test_show_prints_questions_with_or_without_answers(wolftui: Program) -> None:
    ran = wolftui("quiz", "show", *SMALL)
    for number, each in enumerate(the_set(), 1):
        assert f"{number}. [sla7, {each.kind}] {each.text}\n   {each.answer}." in ran.out
    bare = wolftui("quiz", "show", *SMALL, "--no-answers").out.splitlines()
    assert len(bare) == 12
    rows = [json.loads(line) for line in wolftui("quiz", "show", *SMALL, "--json").out.splitlines()]
    assert [row["id"] for row in rows] == [each.id for each in the_set()]
    assert (
        len(
            wolftui(
                "quiz", "show", "--board", "sla7", "--set", "validation", "--no-answers"
            ).out.splitlines()
        )
        == 100
    )


@pytest.mark.slow
def test_export_writes_the_paper_s_sets_and_its_recipe(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "wolftui.cli.quiz.PRESETS",
        {name: preset._replace(questions=20) for name, preset in presets().items()},
    )
    ran = wolftui("quiz", "export", str(tmp_path / "tuning"), "--board", "sla7")
    assert ran.code == 0
    files = {
        path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "tuning").iterdir()
    }
    assert set(files) == {"training.jsonl", "validation.jsonl", "test.jsonl", "recipe.toml"}
    assert "rank = 8" in files["recipe.toml"]
    chats = [
        json.loads(line)["messages"][1]["content"]
        for name in files
        if name.endswith("jsonl")
        for line in files[name].splitlines()
    ]
    assert len(chats) == len(set(chats)) == 60
    wolftui("quiz", "export", str(tmp_path / "plain"), "--board", "sla7", "--format", "jsonl")
    assert json.loads(
        (tmp_path / "plain" / "test.jsonl").read_text(encoding="utf-8").splitlines()[0]
    )["answer"] in (
        YES,
        NO,
        NOBODY,
    )


def presets() -> dict[str, Any]:
    from wolfcore.quiz import PRESETS

    return dict(PRESETS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--seat", "bot:hard"), "`bot:hard` cannot answer questions"),
        (("run", "--seat", "sla:bots"), "`sla:bots` cannot answer questions"),
        (("run", "--seat", "vanilla@none", "--questions", "2"), "there is no model `none`"),
        (("run", "--seat", "nobody"), "there is no player `nobody`"),
        (("run", "--seat", "engine", "--kind", "badgr"), "Did you mean `badge`?"),
        (("run", "--seat", "engine", "--questions", "0"), "0 questions cannot be asked"),
        (("run", "--seat", "engine", "--seed", "-1"), "-1 is not a valid seed"),
        (("run", "--seat", "engine", "--board", "sla8"), "Did you mean `sla7`?"),
        (("show", "--board", "sla7", "--board", "sla7"), "two boards have the same name"),
        (("show", "--board", "sla7", "--kind", "seat count", "--questions", "900"), "different questions can be made"),
        (("score", "none.jsonl"), "none.jsonl: cannot be read"),
        (("run", "--seat", "human", "--json"), "a person answers in lines, not in JSON"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(wolftui: Program, words: tuple[str, ...], said: str) -> None:
    ran = wolftui("quiz", *words, typed=[])
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


STATE = """{"log_history": [{"epoch": 1.0, "loss": 0.61, "step": 10},
{"epoch": 1.0, "eval_loss": 0.41, "step": 10}, {"epoch": 2.0, "eval_loss": 0.29, "step": 20},
{"epoch": 3.0, "eval_loss": 0.33, "step": 30}]}"""


def tuned(folder: Path, name: str = "glm") -> str:
    file = folder / name / "trainer_state.json"
    file.parent.mkdir()
    file.write_text(STATE, encoding="utf-8")
    return str(file)


def test_losses_of_tunings_are_told_as_text_json_and_csv(wolftui: Program, tmp_path: Path) -> None:
    one, other = tuned(tmp_path), tuned(tmp_path, "in")
    ran = wolftui("quiz", "losses", one, f"In-20B={other}", "--no-plots")
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "glm 3 0.2900 20 2.00 0.3300 yes" in lines
    assert "In-20B 10 1.00 0.6100 0.4100" in lines
    found = json.loads(wolftui("quiz", "losses", one, "--json").out)
    assert found["runs"][0]["least"] == {
        "step": 20, "epoch": 2.0, "train_loss": None, "validation_loss": 0.29,
    }  # fmt: skip
    assert wolftui("quiz", "losses", one, "--csv").out == (
        "run,step,epoch,train_loss,validation_loss\n"
        "glm,10,1,0.61,0.41\nglm,20,2,,0.29\nglm,30,3,,0.33\n"
    )


def test_losses_are_written_to_a_file_by_its_ending(wolftui: Program, tmp_path: Path) -> None:
    log = tuned(tmp_path)
    for ending, part in (("md", "| glm | 20 | 2.00 | – | 0.2900 |"), ("txt", "glm            3"),
                         ("csv", "glm,20,2,,0.29"), ("html", "<td class=\"number\">")):  # fmt: skip
        file = tmp_path / f"losses.{ending}"
        ran = wolftui("quiz", "losses", log, "--no-plots", "--out", str(file))
        assert (ran.code, ran.out, ran.err) == (0, f"{file}\n", "")
        assert part in file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_of_losses_has_the_figure(wolftui: Program, tmp_path: Path) -> None:
    file = tmp_path / "losses.html"
    assert wolftui("quiz", "losses", f"a<b={tuned(tmp_path)}", "--out", str(file)).code == 0
    page = file.read_text(encoding="utf-8")
    assert page.count("<svg") == 1
    assert "a&lt;b: 3 points, from 0.41 to 0.33, least 0.29" in page
    assert "a<b" not in page


def test_logs_that_are_none_are_refused_before_anything_is_written(
    wolftui: Program, tmp_path: Path
) -> None:
    log, file = tuned(tmp_path), tmp_path / "x.csv"
    for words, problem in (
        ((log, log), "two logs are called `glm`"),
        ((str(tmp_path / "none"),), "cannot be read"),
        ((log, "--out", str(tmp_path / "x.pdf")), "the format of the file is not known"),
        (tuple(f"{n}={log}" for n in range(13)), "at most 12 logs"),
        ((log, str(tmp_path), "--out", str(file)), "it is a folder"),
    ):
        ran = wolftui("quiz", "losses", *words)
        assert (ran.code, ran.out) == (2, "")
        assert problem in ran.err
        assert "Traceback" not in ran.err
    assert not file.exists()
