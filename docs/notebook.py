"""Run the notebook of the site and write its page: `python -m docs.notebook [FILE.ipynb]`.

`docs/researchers/notebook.py` has the cells, separated by lines that begin with `# %%`. With a
FILE they are written as a Jupyter notebook with the same outputs. A test keeps the page fresh.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from .tables import HOME

SCRIPT = HOME / "docs" / "researchers" / "notebook.py"
PAGE = SCRIPT.with_suffix(".md")


class Cell(NamedTuple):
    """One cell of the notebook.

    Attributes:
        is_code: Whether it is code; otherwise Markdown.
        text: Its code, or its Markdown without comment signs.
        output: What the code printed.
    """

    is_code: bool
    text: str
    output: str = ""


def read_cells(text: str) -> list[Cell]:
    """Split a script into cells; the text before the first `# %%` is no cell."""
    _, *parts = re.split(r"^# %%(.*)\n", text, flags=re.MULTILINE)
    cells: list[Cell] = []
    for mark, body in zip(parts[::2], parts[1::2], strict=True):
        if "markdown" in mark:
            lines = [line.removeprefix("#").removeprefix(" ") for line in body.strip().splitlines()]
            cells.append(Cell(False, "\n".join(lines)))
        else:
            cells.append(Cell(True, body.strip()))
    return cells


def run_cells(cells: list[Cell]) -> list[Cell]:
    """Run the code cells in order in one namespace; return all cells with what they printed."""
    namespace: dict[str, object] = {"__name__": "notebook"}
    ran: list[Cell] = []
    for cell in cells:
        printed = io.StringIO()
        if cell.is_code:
            with redirect_stdout(printed):
                exec(compile(cell.text, str(SCRIPT), "exec"), namespace)
        ran.append(cell._replace(output=printed.getvalue()))
    return ran


def page_of(cells: list[Cell]) -> str:
    """Write cells as a page of the site."""
    parts: list[str] = []
    for cell in cells:
        parts.append(f"```python\n{cell.text}\n```" if cell.is_code else cell.text)
        if cell.output:
            parts.append(f"```text\n{cell.output.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def jupyter_of(cells: list[Cell]) -> bytes:
    """Write cells as a Jupyter notebook (nbformat 4.5)."""
    written: list[dict[str, Any]] = []
    for number, cell in enumerate(cells, 1):
        made: dict[str, Any] = {
            "cell_type": "code" if cell.is_code else "markdown",
            "id": f"cell-{number}",
            "metadata": {},
            "source": cell.text,
        }
        if cell.is_code:
            stream = {"output_type": "stream", "name": "stdout", "text": cell.output}
            made |= {"execution_count": None, "outputs": [stream] if cell.output else []}
        written.append(made)
    notebook: dict[str, Any] = {
        "cells": written,
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return msgspec.json.format(msgspec.json.encode(notebook), indent=1) + b"\n"


if __name__ == "__main__":
    done = run_cells(read_cells(SCRIPT.read_text(encoding="utf-8")))
    PAGE.write_text(page_of(done), encoding="utf-8")
    for name in sys.argv[1:]:
        Path(name).write_bytes(jupyter_of(done))
