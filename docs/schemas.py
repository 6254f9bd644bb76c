"""Write the field tables of the pages for researchers: `python -m docs.schemas`.

Names, types and defaults come from the structs that are stored, descriptions from their docstrings;
a field without a description raises an error. A test keeps the tables fresh.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from wolfcore.analysis import Course, CoursePoint
from wolfcore.arena import definition as arena
from wolfcore.arena.game_rows import Row
from wolfcore.experiments import definition as experiment
from wolfcore.experiments.cells import TableCell
from wolfcore.experiments.series.design import Plan as SeriesPlan
from wolfcore.experiments.series.design import Reply
from wolfcore.game import Answer, Ask, Belief, Board, Entry, GameSpec, Result, Switches
from wolfcore.game.facts import Fact
from wolfcore.players import CallRecord, LostAttempts, RequestRecord, TraceRecord
from wolfcore.protocol import PROTOCOL_VERSION
from wolfcore.protocol.messages import (
    Answered,
    Asked,
    Facts,
    FromGuest,
    Hello,
    Over,
    OwnAnswer,
    Speaking,
    ToGuest,
    Withdrawn,
    Working,
)
from wolfcore.records import About, AnswerRecord, Digest, ErrorRecord, SeatChange, SeatSpec
from wolfcore.records.about import ForkParent, PoolRead, Recollection
from wolfcore.records.digest import FileSum
from wolfcore.records.entries import ResultLine
from wolfcore.records.header import ImportedBoard, ImportedSpec
from wolfcore.table import ModelAnswers, Noted, Spent
from wolfcore.training import hyperparameters as training
from wolftui.export.report.game_rows import GameRow
from wolftui.games.friends.kept_places import KeptFriend, KeptTable
from wolftui.games.friends.links import Certificate
from wolftui.games.session.shown_game import Notebook
from wolftui.games.side_files import PersonNotes
from wolftui.measures.guess_scores import Guesses

from .fields import field_types, fields_table, json_text, markdown
from .tables import HOME, with_table

PAGES = HOME / "docs" / "researchers"

FACT_FIELDS: dict[str, str] = {
    "among": "the tied seats",
    "amount": "the bid, 0 to 4",
    "ask": "the id of the ask",
    "ballot": "the ballot: an election, a straw vote (`lean`), the vote, or a runoff",
    "beliefs": "what the seat believes of others",
    "by": "the sheriff who chose, or 0",
    "cause": "the cause",
    "day": "the day, from 1; 0 before the first night",
    "ended": "how the game ended",
    "how": "how it came about",
    "kind": "the kind of ask, or of speech",
    "line": "what the voter said with the ballot; left out where nothing was said",
    "phase": "the phase that begins",
    "result": "a role or a team, by the board; empty if the seer passed",
    "role": "the role",
    "seat": "the seat, from 1",
    "seats": "the seats, in order",
    "seer": "the seat of the seer",
    "speeches": "the number of speeches that named the seat",
    "target": "the seat that is chosen, 0 for nobody",
    "text": "the words",
    "voter": "the seat that votes",
    "winner": "the team that won; null for nobody",
}
"""The description of the fields of facts, by name."""


def sections(*structs: type[Struct], titles: Sequence[str] = ()) -> Callable[[], str]:
    """Return a maker of one section per struct: its name, the first line of its docstring, a table.

    `titles` replace the names of the structs in the headings, for the names of TOML tables.
    """

    def make() -> str:
        parts: list[str] = []
        names = titles or [f"`{struct.__name__}`" for struct in structs]
        for struct, title in zip(structs, names, strict=True):
            summary = inspect.cleandoc(struct.__doc__ or "").split("\n\n")[0].replace("\n", " ")
            parts.append(f"### {title}\n\n{summary}\n\n{fields_table(struct)}")
        return "\n".join(parts)

    return make


def facts_table() -> str:
    """Build the table of facts, one row a fact: its tag, its fields, what it says and to whom."""
    rows: list[tuple[str, str, str]] = []
    for fact in get_args(Fact):
        summary = re.sub(r"\s+", " ", inspect.cleandoc(fact.__doc__ or ""))
        names = ", ".join(f"`{name}`" for name in fact.__struct_fields__)
        rows.append((f"`{fact.__name__}`", names, summary))
    return markdown(("`is`", "fields", "meaning and audience"), rows)


def fact_fields_table() -> str:
    """Build the table of the fields of facts, one row a name.

    Raises:
        KeyError: A field of a fact has no description in `FACT_FIELDS`.
    """
    found: dict[str, list[str]] = {}
    for fact in get_args(Fact):
        for name, (_, words) in field_types(fact).items():
            if words not in found.setdefault(name, []):
                found[name].append(words)
    rows = [(f"`{name}`", "; or ".join(found[name]), FACT_FIELDS[name]) for name in sorted(found)]
    return markdown(("field", "type", "meaning"), rows)


_Page = Literal["files.md", "plans.md", "columns.md", "../protocol.md"]

PROTOCOL_SCHEMA = HOME / "docs" / "protocol.schema.json"

_TO_GUEST = ("`hello`", "`OwnAnswer`", "`facts`", "`ask`", "`withdrawn`", "`over`")

TABLES: tuple[tuple[_Page, str, Callable[[], str]], ...] = (
    ("files.md", "spec", sections(GameSpec, Board, Switches)),
    ("files.md", "imported", sections(ImportedSpec, ImportedBoard)),
    ("files.md", "entry", sections(Entry)),
    ("files.md", "facts", facts_table),
    ("files.md", "fact-fields", fact_fields_table),
    ("files.md", "result", sections(ResultLine, Result)),
    ("files.md", "answers", sections(AnswerRecord, Answer, Belief)),
    ("files.md", "ask", sections(Ask)),
    ("files.md", "calls", sections(Noted, CallRecord, LostAttempts, RequestRecord, TraceRecord)),
    ("files.md", "errors", sections(ErrorRecord)),
    (
        "files.md",
        "about",
        sections(About, SeatSpec, SeatChange, ForkParent, PoolRead, Recollection),
    ),
    ("files.md", "digest", sections(Digest, FileSum)),
    ("files.md", "course", sections(Course, CoursePoint)),
    ("files.md", "notebook", sections(PersonNotes, Notebook, Guesses)),
    ("files.md", "friends", sections(KeptTable, KeptFriend, Certificate)),
    (
        "plans.md",
        "arena",
        sections(
            arena.ArenaPlan,
            arena.Schedule,
            arena.Limits,
            arena.Question,
            titles=("An arena file", "`[schedule]`", "`[limits]`", "`[question]`"),
        ),
    ),
    (
        "plans.md",
        "experiment",
        sections(
            experiment.Experiment,
            experiment.Part,
            experiment.PoolPlan,
            experiment.QuizPlan,
            experiment.Line,
            experiment.Less,
            experiment.LessColumn,
            experiment.Mechanism,
            experiment.Off,
            titles=(
                "An experiment file",
                "`[parts.NAME]`",
                "`[pools.NAME]`",
                "`[quiz]`",
                "`[[rows]]`, `[[columns]]`, `[counted]`",
                "`[[compared]]`",
                "`[[compared_columns]]`",
                "`[mechanism]`",
                "`[mechanism.off]`",
            ),
        ),
    ),
    (
        "plans.md",
        "training",
        sections(
            training.Plan,
            training.Shape,
            training.Numbers,
            training.Population,
            training.Measured,
            titles=("A training file", "`[network]`", "`[ppo]`", "`[population]`", "`[measured]`"),
        ),
    ),
    ("plans.md", "series", sections(SeriesPlan, Reply)),
    ("columns.md", "spent", sections(Spent)),
    ("columns.md", "arena-rows", sections(Row)),
    ("columns.md", "game-rows", sections(GameRow)),
    ("columns.md", "model-rows", sections(ModelAnswers)),
    ("columns.md", "cells", sections(TableCell)),
    (
        "../protocol.md",
        "to-guest",
        sections(Hello, OwnAnswer, Facts, Asked, Withdrawn, Over, titles=_TO_GUEST),
    ),
    (
        "../protocol.md",
        "from-guest",
        sections(Answered, Speaking, Working, titles=("`answer`", "`speaking`", "`working`")),
    ),
)
"""The page, the name and the maker of each table."""


def protocol_schema() -> str:
    """Build the JSON Schema of the messages of the seat protocol, as the text of a file."""
    (to_guest, from_guest), types = msgspec.json.schema_components(
        (ToGuest, FromGuest), ref_template="#/$defs/{name}"
    )
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The seat protocol of wolftui, version {PROTOCOL_VERSION}: a message",
        "oneOf": [to_guest, from_guest],
    }
    lines = ",\n".join(f'"{name}":{json_text(schema)}' for name, schema in types.items())
    return f'{json_text(head)[:-1]},\n"$defs":{{\n{lines}\n}}}}\n'


def write(page: Path, name: str, table: str) -> None:
    """Put a table between its markers in a page."""
    page.write_text(with_table(page.read_text(encoding="utf-8"), name, table), encoding="utf-8")


if __name__ == "__main__":
    for page, name, made in TABLES:
        write(PAGES / page, name, made())
    PROTOCOL_SCHEMA.write_text(protocol_schema(), encoding="utf-8")
