"""docs/how/agents.md says of each step and switch of agents which paper it follows, and what differs."""

from __future__ import annotations

import re
from inspect import iscoroutinefunction
from pathlib import Path

from wolfcore.agents import Settings, pipeline

PAGE = (Path(__file__).parents[3] / "docs" / "how" / "agents.md").read_text(encoding="utf-8")


def rows(head: str) -> dict[str, list[str]]:
    """The rows of the table whose head begins with these words: the name in the first column, and
    the other cells."""
    table = PAGE.split(f"| {head} |", 1)[1].split("\n\n", 1)[0]
    cells = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.split("\n")[2:]
    ]
    return {re.sub("`", "", first): others for first, *others in cells}


def test_every_step_of_the_pipeline_has_its_source() -> None:
    steps = {name for name, value in vars(pipeline).items() if iscoroutinefunction(value)}
    assert len(steps) >= 12
    assert set(rows("step")) == steps


def test_every_setting_has_its_source() -> None:
    assert set(rows("switch")) == set(Settings.__struct_fields__)


def test_every_row_names_a_paper_or_says_that_it_is_ours_and_tells_what_differs() -> None:
    for name, (does, source, differs) in (rows("step") | rows("switch")).items():
        assert does, name
        assert re.search(
            r"Xu et al\.|Helmsman|SLA|WereWolf-Plus|^ours$|^as the steps above$", source
        ), name
        assert differs, name
