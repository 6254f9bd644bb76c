"""The words that are stored, drawn from or typed: they keep their spelling whatever happens to the
names in the code.

`stored_words.txt` holds them, a line each: keys of files, tags of facts, columns, purposes of dice,
settings, commands, options, presets, metrics, arrays. If one goes or changes, games and settings of
earlier versions cannot be read, or a seed deals another game. `python -m tests.test_stored_words`
adds new words to the list.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import inspect

from wolftui.cli.parser import build_parser

LIST = Path(__file__).parent / "stored_words.txt"

STORES: Mapping[str, tuple[str, ...]] = {
    "game.jsonl": (
        "wolfcore.records.header:_PlayedLine",
        "wolfcore.records.header:_ImportedLine",
        "wolfcore.game.facts:Entry",
        "wolfcore.records.entries:ResultLine",
    ),
    "about.json": ("wolfcore.records.about:About",),
    "answers.jsonl": ("wolfcore.records.journal:AnswerRecord",),
    "errors.jsonl": ("wolfcore.records.journal:ErrorRecord",),
    "calls.jsonl": ("wolfcore.table.watchers:Noted",),
    "digest.json": ("wolfcore.records.digest:Digest",),
    "marks.json": ("wolfcore.records.journal:SeatMarks",),
    "notebook.json": ("wolftui.games.side_files:PersonNotes",),
    "guesses.json": ("wolftui.games.side_files:Guesses",),
    "course.json": ("wolfcore.analysis.course:Course",),
    "memos of answers": (
        "wolfcore.agents.turn:Memo",
        "wolfcore.agents.turn:_MemoReflection",
        "wolfcore.agents.lessons:_MemoNotes",
    ),
    "acts of speech": ("wolfcore.speech.acts:Act",),
    "index of the library": ("wolfcore.records.library.listed_game:ListedGame",),
    "differences that verify prints": ("wolfcore.records.differences:Difference",),
    "games that run prints": ("wolftui.cli.run:GameLine",),
    "rows of a report's games": ("wolftui.export.report.game_rows:GameRow",),
    "pools of experience": ("wolfcore.memory.contract:Experience", "wolfcore.memory.contract:Tags"),
    "arena.toml": ("wolfcore.arena.definition:ArenaPlan",),
    "games of an arena": ("wolfcore.arena.game_rows:Row",),
    "experiment.toml": ("wolfcore.experiments.definition:Experiment",),
    "chosen.toml": ("wolfcore.experiments.choice:Choice",),
    "series.jsonl": (
        "wolfcore.experiments.series.design:Plan",
        "wolfcore.experiments.series.design:Reply",
    ),
    "question sets": ("wolfcore.quiz.question:Question",),
    "answers to question sets": (
        "wolfcore.quiz.exam.scores:Head",
        "wolfcore.quiz.exam.scores:Taken",
    ),
    "sheets of annotation": (
        "wolfcore.metrics.annotation.sheet:Head",
        "wolfcore.metrics.annotation.sheet:Mark",
        "wolfcore.metrics.annotation.sample:Item",
    ),
    "labels of annotation": ("wolfcore.metrics.annotation.labels:Label",),
    "training": ("wolfcore.training.hyperparameters:Plan",),
    "distillation": ("bench.distillation:Lesson",),
    "checkpoints": ("wolfcore.agents.policy.checkpoints:About",),
    "people who learn": ("wolfcore.bots.people.person:Known",),
    "likelihoods.toml": ("wolfcore.bots.belief.likelihoods:Likelihoods",),
    "config.toml": (
        "wolftui.settings.config:Config",
        "wolfcore.models.local.llama_cpp:LocalSettings",
        "wolfcore.models.spec:ModelSpec",
    ),
    "saved tables": ("wolftui.games.table_setup:TableSetup",),
    "what is known of models": ("wolfcore.models.capabilities:_File",),
}
"""The root types of what is written, by the name of its store."""

TABLES: Mapping[str, str] = {
    "boards": "wolfcore.api:boards",
    "switches that later versions added": "wolfcore.game.switches:LATER_SWITCHES",
    "levels of bots": "wolfcore.bots.profiles:LEVELS",
    "styles of bots": "wolfcore.bots.profiles:STYLES",
    "manners of bots": "wolfcore.bots.profiles:MANNERS",
    "strategies of people": "wolfcore.bots.people.strategies:STRATEGIES",
    "presets": "wolfcore.agents.presets:PRESETS",
    "steps": "wolfcore.agents.pipeline:STEPS",
    "options of agents": "wolfcore.agents.seat_options:SWITCHES",
    "tags of experience": "wolfcore.memory.contract:SEARCH_TAGS",
    "metrics": "wolfcore.metrics.catalogue:METRICS",
    "kinds of questions": "wolfcore.quiz.kinds:KINDS",
    "arrays": "wolfcore.env.spaces:ARRAY_ROWS",
    "arrays of candidates": "wolfcore.env.spaces:PLAN_ROWS",
    "situations of arenas": "wolfcore.arena.situations:SITUATIONS",
    "designs of series": "wolfcore.experiments.series.design:DESIGNS",
    "actions": "wolftui.settings.actions:BY_ID",
    "colours of themes": "wolftui.settings.themes:COLOURS",
    "themes": "wolftui.settings.themes:SHIPPED_THEMES",
    "forms of exports": "wolftui.export.formats:TEXT_FORMATS",
    "columns of an exported log": "wolftui.export.transcripts:CSV_COLUMNS",
}
"""Words that people type or programs read, by where they are listed."""

DRAWS = ("draw", "draws", "chance", "pick", "shuffle", "dice_of")
"""Calls that draw: what for is their first argument, or the second of `dice_of`."""


def found(path: str) -> Any:
    """What a dotted path with a colon before its name names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def keys_of(kind: inspect.Type, place: str, within: tuple[type, ...] = ()) -> Iterator[str]:
    """The keys under which a value of a kind is written, each with where it is found."""
    match kind:
        case inspect.StructType(cls, fields, tag_field, tag):
            here = place if tag is None else f"{place}<{tag_field}={tag}>"
            yield here
            if cls in within:
                return
            for field in fields:
                yield from keys_of(field.type, f"{here}.{field.encode_name}", (*within, cls))
        case inspect.UnionType(types):
            for each in types:
                yield from keys_of(each, place, within)
        case inspect.DictType(key_type, value_type):
            yield from keys_of(key_type, f"{place}{{key}}", within)
            yield from keys_of(value_type, f"{place}{{}}", within)
        case (
            inspect.ListType(item_type)
            | inspect.VarTupleType(item_type)
            | inspect.SetType(item_type)
            | inspect.FrozenSetType(item_type)
        ):
            yield from keys_of(item_type, f"{place}[]", within)
        case inspect.TupleType(item_types):
            for number, each in enumerate(item_types):
                yield from keys_of(each, f"{place}[{number}]", within)
        case inspect.LiteralType(values):
            yield place
            yield from (f"{place} = {value}" for value in values)
        case _:
            yield place


def listed(table: Any) -> Iterator[str]:
    """The words of a table: keys, or the names of what it lists."""
    rows = cast("Iterable[Any]", table() if callable(table) else table)
    for each in rows:
        name = each if isinstance(each, str) else getattr(each, "name", None)
        yield str(each[0] if name is None else name)


def options_of(parser: argparse.ArgumentParser, words: str) -> Iterator[str]:
    """The commands and options of a parser."""
    yield words
    # argparse has no public list of what it was given.
    for action in parser._actions:
        choices: Any = action.choices
        if isinstance(choices, dict):
            commands = cast("dict[str, argparse.ArgumentParser]", choices)
            for word, command in commands.items():
                yield from options_of(command, f"{words} {word}")
        else:
            yield from (
                f"{words} {flag}" for flag in action.option_strings or (f"<{action.dest}>",)
            )


def purposes() -> Iterator[str]:
    """What the program draws dice for: the constant parts, {} for what is put in."""
    for package in ("wolfcore", "wolftui"):
        for file in Path(str(files(package))).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = (
                    node.func.attr
                    if isinstance(node.func, ast.Attribute)
                    else node.func.id
                    if isinstance(node.func, ast.Name)
                    else ""
                )
                place = 1 if name == "dice_of" else 0
                if name not in DRAWS or len(node.args) <= place:
                    continue
                match node.args[place]:
                    case ast.Constant(str(word)):
                        yield word
                    case ast.JoinedStr(parts):
                        yield "".join(
                            str(part.value) if isinstance(part, ast.Constant) else "{}"
                            for part in parts
                        )
                    case _:
                        pass


def stored_words() -> list[str]:
    """Every stored word, with its store, sorted."""
    words = {
        f"{store}: {key}"
        for store, kinds in STORES.items()
        for kind in kinds
        for key in keys_of(inspect.type_info(found(kind)), "")
    }
    words |= {f"{name}: {word}" for name, table in TABLES.items() for word in listed(found(table))}
    words |= {f"commands: {word}" for word in options_of(build_parser(), "wolftui")}
    words |= {f"dice: {word}" for word in purposes()}
    return sorted(words)


@pytest.mark.slow
def test_stored_words_are_those_of_the_list() -> None:
    """Words that are gone leave what was saved unread; new ones belong on the list."""
    kept = set(LIST.read_text(encoding="utf-8").splitlines())
    now = set(stored_words())
    assert kept - now == set()
    assert now - kept == set(), "new: python -m tests.test_stored_words adds them"


class Leaf(msgspec.Struct, tag="leaf"):
    """A part without parts."""

    word: str


class Twig(msgspec.Struct, tag="twig"):
    """A part of its own kind."""

    twigs: tuple[Twig, ...]


class Tree(msgspec.Struct):
    """What is written in the test below."""

    parts: list[Leaf | Twig]
    names: dict[str, int]


def test_keys_of_nested_and_tagged_structs() -> None:
    keys = set(keys_of(inspect.type_info(Tree), ""))
    assert {
        ".parts[]<type=leaf>.word",
        ".parts[]<type=twig>.twigs[]<type=twig>",
        ".names{}",
    } <= keys


if __name__ == "__main__":
    known = set(LIST.read_text(encoding="utf-8").splitlines())
    LIST.write_text("\n".join(sorted(known.union(stored_words()))) + "\n", encoding="utf-8")
    sys.stdout.write(
        f"{LIST.name}: {len(known)} words before, {len(known.union(stored_words()))} now\n"
    )
