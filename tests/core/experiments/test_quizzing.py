"""The quiz of an experiment: chance scores at chance, a good reader above it, and nothing is asked
twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.experiments.small import SMALLEST, written
from wolfcore.errors import ConfigError, GameStopped
from wolfcore.experiments import Choice, Experiment, TableCell, make_table, read_experiment
from wolfcore.experiments.choice import with_choice
from wolfcore.experiments.examination import examine, examinees, question_plan
from wolfcore.models import ChatRequest, ScriptedModel
from wolfcore.quiz import question_set
from wolfcore.quiz.exam import ChanceTaker, EngineTaker, ModelTaker, Taken, Taker
from wolftui.settings.paths import shipped_experiments

SMALL = Choice(size="small", model="m")


def plan_with(name: str, questions: int = 40) -> Experiment:
    plan = with_choice(read_experiment(shipped_experiments()[f"helmsman-{name}"]), SMALL)
    assert plan.quiz
    return replace(plan, quiz=replace(plan.quiz, small=questions))


def reader(plan: Experiment) -> ModelTaker:
    """A model that finds each question in its prompt and has the key to it."""
    wanted = question_plan(plan, SMALL)
    keys = {question.text: question.answer for question in question_set(wanted)}

    def says(request: ChatRequest) -> str:
        (key,) = {answer for text, answer in keys.items() if text in request.messages[1].text}
        return f'{{"reasoning": "", "answer": "{key}"}}'

    return ModelTaker(ScriptedModel(says), {board.name: board for board in wanted.boards})


async def scores(
    folder: Path, plan: Experiment, takers: dict[str, Taker]
) -> dict[str, tuple[TableCell, ...]]:
    for name, taker in takers.items():
        await examine(folder, plan, SMALL, name, taker, lambda _: None)
    result = make_table(folder, plan, SMALL)
    places = [column.cell for column in plan.columns]
    return {
        name: tuple([cells[places.index(name)] for cells in result.cells[:2]]) for name in takers
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["table-1", "table-2"])
async def test_chance_scores_at_chance_and_a_good_reader_above_it(
    tmp_path: Path, name: str
) -> None:
    plan = plan_with(name, 200)
    found = await scores(tmp_path, plan, {"c3": ChanceTaker(1), "b13": reader(plan)})
    assert [cell.paper for cell in found["c3"]] == [0.582, 0.565]
    for chance, good in zip(found["c3"], found["b13"], strict=True):
        assert chance.low is not None
        assert chance.high is not None
        assert chance.low < 0.5 < chance.high
        assert chance.games == good.games == 200
        assert good.value == 1
        assert good.low is not None
        assert good.low > chance.high


@pytest.mark.slow
async def test_what_was_answered_is_asked_no_second_time_and_goes_on(tmp_path: Path) -> None:
    plan, told = plan_with("table-1"), list[Taken]()

    def stop(row: Taken) -> None:
        told.append(row)
        if len(told) >= 7:
            raise GameStopped("enough")

    with pytest.raises(GameStopped):
        await examine(tmp_path, plan, SMALL, "c3", EngineTaker(), stop)
    kept = len((tmp_path / "quiz" / "c3.jsonl").read_text().splitlines()) - 1
    assert 7 <= kept < 40
    again: list[Taken] = []
    await examine(tmp_path, plan, SMALL, "c3", EngineTaker(), again.append)
    assert len(again) == 40 - kept
    await examine(tmp_path, plan, SMALL, "c3", EngineTaker(), again.append)
    assert len(again) == 40 - kept
    with pytest.raises(ConfigError, match="answers to another quiz"):
        await examine(tmp_path, plan_with("table-1", 41), SMALL, "c3", EngineTaker(), again.append)


@pytest.mark.slow
def test_house_bots_are_not_examined_and_models_are() -> None:
    plan = read_experiment(shipped_experiments()["helmsman-table-1"])
    assert examinees(plan) == ()
    assert examinees(with_choice(plan, Choice(players={"glm4": "helmsman@m"}))) == ("glm4",)
    assert len(examinees(with_choice(plan, SMALL))) == 8
    assert len(question_set(question_plan(plan, Choice()))) == 500


def test_a_row_that_is_counted_elsewhere_has_no_number_and_may_be_in_a_file(tmp_path: Path) -> None:
    row = '[[rows]]\nname = "people"\nelsewhere = "wolftui series"\nprinted = [0.5, ""]\n\n'
    text = SMALLEST.replace("[mechanism]", f"{row}[mechanism]")
    result = make_table(tmp_path, read_experiment(written(tmp_path, text)), Choice())
    assert result.cells[1] == (
        TableCell(paper=0.5, how="elsewhere"),
        TableCell(how="elsewhere"),
    )


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('score = "f1"', 'score = "f1"\nplayer = "nobody"', "`nobody` is not among the players"),
        ("small = 40", "small = 0", "quiz.small"),
        (
            '[quiz]\nboards = ["helmsman7"]\nsmall = 40\nfull = 500\nseed = 0\n',
            "",
            "rows show its scores",
        ),
    ],
)
def test_a_quiz_that_cannot_be_asked_is_refused(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    text = shipped_experiments()["helmsman-table-1"].read_text().replace(old, new)
    with pytest.raises(ConfigError, match=why):
        read_experiment(written(tmp_path, text))
