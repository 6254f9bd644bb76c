"""The annotation sheet: a file with the sample in line one and an annotation step in each other.

The labels of a speech are a fold of its steps, so that an interrupted sheet resumes without loss.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import JsonReader, read_bytes
from wolfcore.records.jsonl import LineFile, whole_lines_size

from .labels import Sight, edition, labels, labels_of
from .sample import Item

FORMAT = 1


_LIMIT = 64 << 20
"""Bytes of a sheet."""


End: TypeAlias = Literal["", "done", "skipped", "unreadable"]


class Head(Struct, frozen=True, kw_only=True):
    """What a sheet is about.

    Attributes:
        sheet: The format of the file.
        by: Who says it.
        model: Whether that is a model.
        seed: The seed of the sample.
        edition: The list of labels.
        games: The games as they were named on the command line, to find them again.
        items: The sample, in the order in which it is shown.
    """

    sheet: int = FORMAT
    by: str = ""
    model: bool = False
    seed: int = 0
    edition: str = ""
    games: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


class Mark(Struct, frozen=True, omit_defaults=True):
    """One key.

    Attributes:
        item: Which speech, from 1.
        sight: What was shown with it.
        label: The label that is given or taken back; empty where a speech is ended.
        yes: Whether it is given.
        end: How the speech ended.
        why: The grounds of a model, for whoever looks the sheet through.
    """

    item: int
    sight: Sight
    label: str = ""
    yes: bool = True
    end: End = ""
    why: str = ""


Place: TypeAlias = tuple[int, Sight]
"""A speech of the sample, from 1, and what is shown with it."""


_HEAD, _MARK = JsonReader(Head), JsonReader(Mark)


class Sheet:
    """What is said of a sample.

    Args:
        head: What the sheet is about.
        marks: The keys so far.

    Attributes:
        head: As given.
        marks: All keys so far.
    """

    def __init__(self, head: Head, marks: Iterable[Mark] = ()) -> None:
        self.head, self.marks = head, list[Mark]()
        self._given: dict[Place, set[str]] = {}
        self._ends: dict[Place, End] = {}
        for mark in marks:
            self.apply(mark)

    def apply(self, mark: Mark) -> None:
        """Follow one key."""
        self.marks.append(mark)
        place = (mark.item, mark.sight)
        if mark.end:
            self._ends[place] = mark.end
            return
        given = self._given.setdefault(place, set())
        if mark.yes:
            given.add(mark.label)
        else:
            given.discard(mark.label)

    def labels_given(self, place: Place) -> frozenset[str]:
        """The labels that a speech has."""
        return frozenset(self._given.get(place, ()))

    def end_of(self, place: Place) -> End:
        """How a speech ended; empty for one that has not."""
        return self._ends.get(place, "")

    def count(self, end: End) -> int:
        """How many speeches ended so, those of both sights counted."""
        return sum(found == end for found in self._ends.values())

    def answers(self) -> dict[Item, dict[str, bool]]:
        """Yes or no by label, of every speech that is done."""
        found: dict[Item, dict[str, bool]] = {}
        for (number, sight), end in self._ends.items():
            if end == "done":
                given = self.labels_given((number, sight))
                said = {label.name: label.name in given for label in labels_of(sight)}
                found.setdefault(self.head.items[number - 1], {}).update(said)
        return found


class SheetFile(Sheet):
    """A sheet on disk; every key is written before it counts.

    Args:
        path: The file. One that is there goes on, a new one is begun.
        head: What it should be about.

    Raises:
        ConfigError: It is there and about something else, or is no sheet.
        LogError: It cannot be written.
    """

    def __init__(self, path: Path, head: Head) -> None:
        self._lines = LineFile(path, _LIMIT)
        self.path, self.resumed = path, path.exists()
        if not self.resumed:
            super().__init__(head)
            self._lines.append(msgspec.json.encode(head) + b"\n")
            return
        before = read_sheet(path)
        if _sample(before.head) != _sample(head) or (before.head.by, before.head.model) != (
            head.by,
            head.model,
        ):
            problem = "is of another sample, other labels or somebody else"
            raise ConfigError(
                problem,
                file=str(path),
                key="--out",
                hint="Name another file, or the same games, --sample, --seed, --by.",
            )
        super().__init__(before.head, before.marks)
        self._lines.append(b"")

    def append(self, mark: Mark) -> None:
        """Write one key down and follow it.

        Raises:
            LogError: It cannot be written.
        """
        self._lines.append(msgspec.json.encode(mark) + b"\n")
        self.apply(mark)

    def close(self) -> None:
        """Close the file."""
        self._lines.close()


def _sample(head: Head) -> tuple[object, ...]:
    return head.edition, head.items


def new_head(
    items: Iterable[Item], *, by: str, seed: int, games: Iterable[str], model: bool = False
) -> Head:
    """What a new sheet is about."""
    return Head(
        by=by, model=model, seed=seed, edition=edition(), games=tuple(games), items=tuple(items)
    )


def read_sheet(path: Path) -> Sheet:
    """The sheet in a file; a torn last line is left out.

    Raises:
        ConfigError: It cannot be read, is no sheet, or is of other labels than these.
    """
    try:
        data = read_bytes(path, _LIMIT)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(path)) from error
    first, *lines = data[: whole_lines_size(data)].split(b"\n")[:-1] or [b""]
    try:
        head = _HEAD.decode(first)
        marks = [_MARK.decode(line) for line in lines]
    except msgspec.DecodeError as error:
        hint = "`wolftui annotate GAMES --out FILE` makes one."
        raise ConfigError(
            f"is no sheet of annotations ({error})", file=str(path), hint=hint
        ) from error
    if head.sheet != FORMAT or head.edition != edition():
        problem = "is of another list of labels than this version of wolftui has"
        raise ConfigError(
            problem, file=str(path), hint="Labels with other definitions are not compared."
        )
    known = {label.name for label in labels()}
    odd = next(
        (
            mark
            for mark in marks
            if not 1 <= mark.item <= len(head.items) or mark.label not in {*known, ""}
        ),
        None,
    )
    if odd:
        raise ConfigError(
            f"speaks of what is not in it (speech {odd.item}, `{odd.label}`)", file=str(path)
        )
    return Sheet(head, marks)
