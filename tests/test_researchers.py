"""The pages for researchers: their tables are fresh and complete, and their programs run."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

import wolfcore
from docs.fields import fields_table
from docs.notebook import PAGE, SCRIPT, jupyter_of, page_of, read_cells, run_cells
from docs.schemas import (
    FACT_FIELDS,
    PAGES,
    PROTOCOL_SCHEMA,
    TABLES,
    fact_fields_table,
    protocol_schema,
)
from docs.tables import with_table
from tests.new_roles.in_process import MEDIUM, add_roles
from wolfcore.game import get_board, make_spec
from wolfcore.records import encode_header, header_of, layout

FILES = (PAGES / "files.md").read_text(encoding="utf-8")
API = (PAGES / "api.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "name", "made"), TABLES, ids=[name for _, name, _ in TABLES])
def test_a_page_has_the_fields_of_the_structs(
    page: str, name: str, made: Callable[[], str]
) -> None:
    text = (PAGES / page).read_text(encoding="utf-8")
    assert f"<!-- {name} -->\n" in text
    assert with_table(text, name, made()) == text, "python -m docs.schemas"


def test_the_schema_of_the_seat_protocol_is_fresh_and_names_every_message() -> None:
    schema = json.loads(PROTOCOL_SCHEMA.read_text(encoding="utf-8"))
    assert PROTOCOL_SCHEMA.read_text(encoding="utf-8") == protocol_schema(), (
        "python -m docs.schemas"
    )
    kinds = [kind for each in schema["oneOf"] for kind in each["discriminator"]["mapping"]]
    page = (PROTOCOL_SCHEMA.parent / "protocol.md").read_text(encoding="utf-8")
    assert [kind for kind in kinds if f"### `{kind}`\n" not in page] == []
    assert len(kinds) == 8


def test_every_table_of_the_pages_is_generated() -> None:
    for page in {page for page, _, _ in TABLES}:
        marks = re.findall(r"^<!-- ([\w-]+) -->$", (PAGES / page).read_text(encoding="utf-8"), re.M)
        assert sorted(marks) == sorted(name for each, name, _ in TABLES if each == page)


class Undescribed(Struct):
    """A struct with a field that nobody describes.

    Attributes:
        one: A field.
    """

    one: int
    two: str = ""


def test_a_field_without_a_description_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError, match="two"):
        fields_table(Undescribed)
    monkeypatch.delitem(FACT_FIELDS, "voter")
    with pytest.raises(KeyError, match="voter"):
        fact_fields_table()


def test_every_struct_that_a_stored_file_has_is_described() -> None:
    """A type in a table of stored files is the heading of a section of that page."""
    named = set(re.findall(r"`([A-Z][a-z]\w+)`", "".join(re.findall(r"^\| `.*", FILES, re.M))))
    headings = set(re.findall(r"^### `(\w+)`$", FILES, re.M))
    facts = set(re.findall(r"^\| `([A-Z]\w+)` \|", FILES, re.M))
    others = {"Fact", "Uncertain"}
    assert named - headings - facts - others == set()
    assert len(headings) > 20


def test_every_file_of_a_game_is_described() -> None:
    names = {value for name, value in vars(layout).items() if name.endswith("_FILE")}
    assert names >= {"game.jsonl", "answers.jsonl", "calls.jsonl", "errors.jsonl", "about.json"}
    assert [name for name in names if f"`{name}`" not in FILES] == []


def test_the_keys_of_the_header_are_those_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    add_roles(monkeypatch)
    board = replace(get_board("sla7"), roles=("Werewolf", MEDIUM, *["Villager"] * 3))
    header = json.loads(encode_header(header_of(make_spec(board, 1))))
    table = FILES.split("| key of the header |", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == list(header)


def test_the_api_has_every_public_name_once() -> None:
    named = re.findall(r"^::: wolfcore\.(\w+)$", API, re.M)
    assert sorted(named) == sorted(wolfcore.__all__)


@pytest.mark.parametrize("name", ["api.md", "index.md"])
def test_the_programs_of_a_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (PAGES / name).read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    assert programs
    for program in programs:
        exec(compile(program, name, "exec"), {"__name__": name})


@pytest.mark.slow
def test_the_notebook_runs_and_its_page_has_what_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    cells = run_cells(read_cells(SCRIPT.read_text(encoding="utf-8")))
    assert page_of(cells) == PAGE.read_text(encoding="utf-8"), "python -m docs.notebook"
    written = json.loads(jupyter_of(cells))
    assert [cell["cell_type"] for cell in written["cells"]].count("code") >= 6
    assert written["nbformat"] == 4
