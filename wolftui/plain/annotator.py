"""`Annotator`: asks for labels of sampled speeches, key by key, and writes them to a sheet."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO, TypeAlias

from msgspec.structs import replace

from wolfcore.metrics.annotation import SIGHTS, Mark, Place, SheetFile, Sight, labels_of
from wolfcore.records import SavedGame
from wolftui.words.terminal_output import Styled

from .annotation_page import (
    JudgedSpeech,
    SamplePosition,
    annotation_lines,
    annotation_page,
    judged_speech,
    label_meanings,
)
from .key_input import DOWN, ENTER, PAGE_DOWN, PAGE_UP, UP, KeySource
from .line_layout import LineLook

_MOVES = {UP: -1, DOWN: 1}


_NEXT = (" ", ENTER)


_CLEAN = Styled("\x1b[H\x1b[2J")


Games: TypeAlias = Mapping[str, SavedGame]
"""The games of a sample, by id."""


class Annotator:
    """Asks one person for labels and writes them to one sheet.

    Args:
        sheet: Receives the person's labels.
        games: The games of its sample.
        keys: The source of key presses.
        target: The output stream.
        look: Width, colours and signs of the lines.
        size: Returns the present width and height of the terminal.
    """

    def __init__(
        self,
        sheet: SheetFile,
        games: Games,
        keys: KeySource,
        target: TextIO,
        look: LineLook,
        size: Callable[[], tuple[int, int]] = shutil.get_terminal_size,
    ) -> None:
        self._sheet, self._games, self._keys, self._target, self._look, self._size = (
            sheet,
            games,
            keys,
            target,
            look,
            size,
        )
        self._top: int | None = None

    @property
    def finished(self) -> bool:
        """Whether every speech has been judged or skipped."""
        return self._first("blind") is None and self._first("known") is None

    def run(self) -> None:
        """Ask until everything is judged, the person leaves, or the input ends.

        Raises:
            LogError: The sheet cannot be written.
        """
        for sight in SIGHTS:
            at = self._first(sight)
            while at is not None:
                moved = self._judged(at, sight)
                if moved is None:
                    return
                at = (
                    moved
                    if 0 < moved <= len(self._sheet.head.items) and self._is_asked((moved, sight))
                    else self._first(sight)
                )

    def _is_asked(self, place: Place) -> bool:
        """Tell whether a speech is asked about with a sight.

        With roles shown, only speeches that were not skipped when judged blind are asked about.
        """
        return place[1] == "blind" or self._sheet.end_of((place[0], "blind")) == "done"

    def _first(self, sight: Sight) -> int | None:
        """Return the first speech that is not yet judged with a sight; None if there is none."""
        numbers = range(1, len(self._sheet.head.items) + 1)
        return next(
            (
                n
                for n in numbers
                if self._is_asked((n, sight)) and not self._sheet.end_of((n, sight))
            ),
            None,
        )

    def _judged(self, number: int, sight: Sight) -> int | None:
        """Ask about one speech; return the number of the next one, or None if the person leaves."""
        place: Place = (number, sight)
        by_key = {label.key: label.name for label in labels_of(sight)}
        shown = self._exhibit(place)
        self._top, fresh = None, True
        while True:
            if self._keys.terminal or fresh:
                self._draw(shown, place)
            fresh = False
            key = self._keys.next()
            if key is None or key == "q":
                return None
            if key in by_key:
                name = by_key[key]
                self._sheet.append(
                    Mark(number, sight, name, yes=name not in self._sheet.labels_given(place))
                )
            elif key in _NEXT or key == "s":
                self._sheet.append(Mark(number, sight, end="skipped" if key == "s" else "done"))
                self._skip_line_end(key)
                return number + 1
            elif key == "b":
                self._skip_line_end(key)
                return self._before(place)
            elif key == "?":
                self._skip_line_end(key)
                self._explain()
                fresh = True
            else:
                self._scroll(key)

    def _skip_line_end(self, key: str) -> None:
        """Discard the rest of an input line after a command key, without a terminal."""
        if not self._keys.terminal and key != ENTER:
            while self._keys.next() not in (ENTER, None):
                pass

    def _before(self, place: Place) -> int:
        """Return the previous speech with the same sight, or this one if it is the first.

        There is no way back from judging with roles shown to judging blind.
        """
        number, sight = place
        return next((n for n in range(number - 1, 0, -1) if self._is_asked((n, sight))), number)

    def _exhibit(self, place: Place) -> JudgedSpeech:
        item = self._sheet.head.items[place[0] - 1]
        return judged_speech(self._games[item.game], item.entry, place[1], self._look.glyphs)

    # -- drawing

    def _draw(self, shown: JudgedSpeech, place: Place) -> None:
        number, sight = place
        items = self._sheet.head.items
        done = sum(bool(self._sheet.end_of((n, sight))) for n in range(1, len(items) + 1))
        standing, given = (
            SamplePosition(number, len(items), done, items[number - 1].day),
            self._sheet.labels_given(place),
        )
        if not self._keys.terminal:
            self._write((*annotation_lines(shown, standing, sight, given, self._look), "> "))
            return
        width, height = self._size()
        drawn = annotation_page(
            shown, standing, sight, given, replace(self._look, width=width), height, self._top
        )
        self._top = drawn.top
        self._paint(drawn.lines)

    def _paint(self, lines: Sequence[str]) -> None:
        """Fill the terminal with lines."""
        self._target.write(_CLEAN)
        self._write(lines)

    def _write(self, lines: Sequence[str]) -> None:
        """Write lines one by one, each sanitised by itself; the last one has no line end."""
        for line in lines[:-1]:
            self._target.write(line)
            self._target.write("\n")
        self._target.write(lines[-1])
        self._target.flush()

    def _scroll(self, key: str) -> None:
        """Scroll the text; ignore any other key."""
        step = _MOVES.get(key, 0) or {PAGE_UP: -1, PAGE_DOWN: 1}.get(key, 0) * max(
            1, self._size()[1] // 2
        )
        if self._top is not None:
            self._top = max(0, self._top + step)

    def _explain(self) -> None:
        """Show the meanings of the labels until a key is pressed that does not scroll."""
        if not self._keys.terminal:
            self._write((*label_meanings(SIGHTS, self._look), ""))
            return
        top, key = 0, ""
        while True:
            width, height = self._size()
            lines, rows = label_meanings(SIGHTS, replace(self._look, width=width)), height - 1
            top = min(max(top, 0), max(0, len(lines) - rows))
            seen = lines[top : top + rows]
            more = (
                f"{len(lines) - top - rows} more lines: ↓ or PgDn. "
                if top + rows < len(lines)
                else ""
            )
            self._paint(
                (
                    *seen,
                    *[""] * (rows - len(seen)),
                    self._look.glyphs.draw_keys(f"{more}Any other key goes back."),
                )
            )
            key = self._keys.next()
            if key not in (*_MOVES, PAGE_UP, PAGE_DOWN):
                return
            top += _MOVES.get(key, 0) or {PAGE_UP: -1, PAGE_DOWN: 1}[key] * (rows - 1)
