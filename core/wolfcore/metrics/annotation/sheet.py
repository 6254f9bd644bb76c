"""The annotation sheet: a JSON lines file with the sample first, then one annotation step a line.

The labels of a speech are computed from all its steps, so that an interrupted sheet resumes without
loss.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes
from wolfcore.records.jsonl import LineFile, split_whole_lines, torn_note

from .labels import EARLIER_EDITIONS, Sight, edition, labels, labels_of
from .sample import Item

FORMAT = 1


_LIMIT = 64 << 20
"""The largest size of a sheet, in bytes."""


End: TypeAlias = Literal["", "done", "skipped", "unreadable"]


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a sheet: annotator, sample and label definitions.

    Attributes:
        sheet: The version of the file format.
        by: The name of the annotator.
        model: Whether the annotator is a model.
        seed: The seed of the sample.
        edition: The digest of the label definitions.
        games: The games as named on the command line, to find them again.
        items: The sample, in the order in which it is shown.
    """

    sheet: int = FORMAT
    by: str = ""
    model: bool = False
    seed: int = 0
    edition: str = ""
    games: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


class Mark(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One annotation step: a label given to or taken from a speech, or the end of that speech.

    Attributes:
        item: The number of the speech in the sample, from 1.
        sight: Whether the speech was shown blind or with roles known.
        label: The label given or taken back; empty if the step ends a speech.
        yes: Whether the label is given.
        end: How the speech ended; empty if the step is about a label.
        why: The reasons that a model gave, for people who review the sheet.
    """

    item: int
    sight: Sight
    label: str = ""
    yes: bool = True
    end: End = ""
    why: str = ""


Place: TypeAlias = tuple[int, Sight]
"""The number of a speech in the sample, from 1, and what is shown with it."""


_HEAD, _MARK = JsonReader(Head, once=True), JsonReader(Mark, once=True)


class Sheet:
    """The labels that one annotator gave to the speeches of a sample.

    Args:
        head: The first line of the sheet.
        marks: The annotation steps so far.
        note: What is to be said of the file, as a sentence; empty for nothing.

    Attributes:
        head: The first line of the sheet.
        marks: All annotation steps so far.
        note: What is to be said of the file.
    """

    def __init__(self, head: Head, marks: Iterable[Mark] = (), note: str = "") -> None:
        self.head, self.marks, self.note = head, list[Mark](), note
        self._given: dict[Place, set[str]] = {}
        self._ends: dict[Place, End] = {}
        for mark in marks:
            self.apply(mark)

    def apply(self, mark: Mark) -> None:
        """Apply one annotation step to the labels in memory."""
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
        """Return the labels that a speech has now."""
        return frozenset(self._given.get(place, ()))

    def end_of(self, place: Place) -> End:
        """Return how a speech ended; empty if it is still open."""
        return self._ends.get(place, "")

    def count(self, end: End) -> int:
        """Count the speeches with this end; the blind and the known round count separately."""
        return sum(found == end for found in self._ends.values())

    def answers(self) -> dict[Item, dict[str, bool]]:
        """Return yes or no by label for every speech that is done; skipped ones are left out."""
        found: dict[Item, dict[str, bool]] = {}
        unasked = EARLIER_EDITIONS.get(self.head.edition, frozenset())
        for (number, sight), end in self._ends.items():
            if end == "done":
                given = self.labels_given((number, sight))
                said = {label.name: label.name in given for label in labels_of(sight)}
                said = {name: yes for name, yes in said.items() if name not in unasked}
                found.setdefault(self.head.items[number - 1], {}).update(said)
        return found


class SheetFile(Sheet):
    """A sheet on disk; every annotation step is written before it is applied.

    Args:
        path: The file; an existing sheet is resumed, otherwise a new one is begun.
        head: The first line that the sheet must have.

    Raises:
        ConfigError: The file has another sample, label definitions or annotator, or is no sheet.
        LogError: The file cannot be written.
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
            problem = "has another sample, other labels or another annotator"
            raise ConfigError(
                problem,
                file=str(path),
                key="--out",
                hint="Name another file, or give the same games, --sample, --seed and --by.",
            )
        super().__init__(before.head, before.marks, before.note)
        # Opened now, so that a file that cannot be written is noticed before the first answer.
        self._lines.append(b"")

    def append(self, mark: Mark) -> None:
        """Write one annotation step to the file and apply it.

        Raises:
            LogError: The file cannot be written.
        """
        self._lines.append(msgspec.json.encode(mark) + b"\n")
        self.apply(mark)

    def close(self) -> None:
        """Close the sheet's file; every step is already written."""
        self._lines.close()


def _sample(head: Head) -> tuple[object, ...]:
    # An earlier sheet goes on with the labels that it began with.
    return edition() if head.edition in EARLIER_EDITIONS else head.edition, head.items


def new_head(
    items: Iterable[Item], *, by: str, seed: int, games: Iterable[str], model: bool = False
) -> Head:
    """Build the first line of a new sheet with the current label definitions."""
    return Head(
        by=by, model=model, seed=seed, edition=edition(), games=tuple(games), items=tuple(items)
    )


def read_sheet(path: Path) -> Sheet:
    """Read a sheet from a file; an incomplete last line is left out, and its `note` says so.

    Raises:
        ConfigError: The file cannot be read, is no sheet, or has other label definitions than this
            version.
    """
    try:
        data = read_bytes(path, _LIMIT)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(path)) from error
    # The last line may be incomplete after a crash.
    found, torn = split_whole_lines(data)
    first, *lines = found or [b""]
    try:
        head = _HEAD.decode(first)
        marks = [_MARK.decode(line) for line in lines]
    except msgspec.DecodeError as error:
        hint = "`wolftui annotate GAMES --out FILE` makes one."
        raise ConfigError(
            f"is not a sheet of annotations ({error})", file=str(path), hint=hint
        ) from error
    if head.sheet != FORMAT or head.edition not in (edition(), *EARLIER_EDITIONS):
        problem = "has other labels than this version of wolftui"
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
            f"names a speech or label that it does not have (speech {odd.item}, `{odd.label}`)",
            file=str(path),
        )
    return Sheet(head, marks, torn_note(path.name) if torn else "")
