"""The smallest experiments, as files."""

from __future__ import annotations

from pathlib import Path

SMALLEST = """\
paper = "A paper"
shows = "table 1"
title = "Who wins"
asks = "Who wins?"
says = "Nobody."
settings = ["one game"]
differs = ["everything"]

[players]
a = "bot:easy"
b = "random"

[models]
a = "vanilla"

[parts.all]
boards = ["sla7"]
small = 1
full = 2
schedule = { kind = "pairs" }

[counted]
metric = "won"

[[columns]]
name = "village"
team = "village"
[[columns]]
name = "wolves"
team = "wolves"

[[rows]]
name = "easy"
player = "a"
printed = [0.25, ""]

[mechanism]
what = "two players"
sign = "otherwise"
here = { cell = "a/b" }
than = { cell = "b/a" }
off = { players = { b = "bot:easy" } }
"""

_SECOND = """
[parts.later]
boards = ["sla7"]
small = 1
full = 2
schedule = { kind = "pairs" }
pool = "told"
readers = ["a"]

[pools.told]
part = "all"
small = 1
full = 2

[counted]
part = "all"
"""
TEACHING = (
    SMALLEST.replace('"bot:easy"\nb', '"plus:bots=easy:candidates=3"\nb')
    .replace("[counted]", _SECOND)
    .replace("here = { cell", 'here = { part = "all", cell')
    .replace("than = { cell", 'than = { part = "all", cell')
)
"""One whose first part teaches a pool that its second part reads."""


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    file = folder / "small.toml"
    file.write_text(text)
    return file
