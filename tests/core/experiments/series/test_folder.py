"""The folder of a series: one plan, one process, every answer kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.experiments.series import OpenSeries, Plan, Series

PLAN = Plan(
    kind="helmsman",
    board="helmsman7",
    games=5,
    seat=4,
    seats=("4=human",),
    others="bot:normal",
    name="Ada",
    version="1",
)


def test_a_series_keeps_its_plan_and_answers(tmp_path: Path) -> None:
    study = OpenSeries(tmp_path / "new", PLAN)
    rules, logic, _ = study.unanswered
    study.add_answer(rules, 4)
    study.close()
    again = OpenSeries(tmp_path / "new", replace(PLAN, version="2"))
    assert again.answers == {"rules": 4}
    assert again.unanswered[0] == logic
    assert (again.games_left, again.over) == (5, False)
    again.close()
    assert Series(tmp_path / "new").plan == PLAN


def test_another_series_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    OpenSeries(tmp_path, PLAN).close()
    with pytest.raises(ConfigError, match="its games is 5"):
        OpenSeries(tmp_path, replace(PLAN, games=3))
    OpenSeries(tmp_path, PLAN).close()


def test_a_series_goes_on_with_its_others_whatever_the_settings_say_now(tmp_path: Path) -> None:
    OpenSeries(tmp_path, replace(PLAN, others="bot:easy")).close()
    again = OpenSeries(tmp_path, replace(PLAN, others="bot:hard"))
    assert again.plan.others == "bot:easy"
    again.close()


def test_two_processes_do_not_play_one_series(tmp_path: Path) -> None:
    first = OpenSeries(tmp_path, PLAN)
    with pytest.raises(LogError, match="another wolftui"):
        OpenSeries(tmp_path, PLAN)
    first.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}\n",
        "nonsense\n",
        '{"kind":"sla","board":"sla7","games":0,"seat":4}\n',
        '{"kind":"x","board":"b","games":1,"seat":1}\n',
    ],
)
def test_what_is_no_series_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "series.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="series"):
        Series(tmp_path)


@pytest.mark.parametrize(
    "line",
    ['{"question":"rules","answer":6}', '{"question":"else","answer":3}', '{"question":"rules"}'],
)
def test_an_answer_that_cannot_be_is_refused(tmp_path: Path, line: str) -> None:
    OpenSeries(tmp_path, PLAN).close()
    with (tmp_path / "series.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(ConfigError, match="series"):
        Series(tmp_path)
