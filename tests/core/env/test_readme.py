"""The example in the room's README runs as it stands and is short."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import wolfcore.env

TEXT = (Path(wolfcore.env.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(example.splitlines()) <= 20
    shown = StringIO()
    with redirect_stdout(shown):
        exec(compile(example, "README.md", "exec"), {})
    lines = shown.getvalue().splitlines()
    assert [line[0] for line in lines[:3]] == ["0", "1", "2"]
    assert all("Result(ended=" in line for line in lines[:3])
    assert lines[3].startswith("{'seat_1': ")
