"""Standard input and output: lines from a pipe, the end of input, and what an output can show."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator

import pytest

from wolftui.plain.console import StandardConsole, line_look
from wolftui.words.glyphs import ASCII, FANCY


@pytest.fixture
def pipe() -> Iterator[tuple[int, io.TextIOWrapper]]:
    """The end to write into, and the end to read from as a text file."""
    reading, writing = os.pipe()
    source = os.fdopen(reading, encoding="utf-8")
    yield writing, source
    source.close()


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Ascii(io.StringIO):
    encoding = "ascii"


async def test_lines_come_whole_whatever_pieces_they_were_written_in(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    console = StandardConsole(source, io.StringIO())
    os.write(writing, b"one\ntw")
    assert await console.read() == "one"
    os.write(writing, "o äöü\r\nthr".encode())
    assert await console.read() == "two äöü"
    os.close(writing)
    assert await console.read() == "thr"
    assert await console.read() is None
    assert await console.read() is None


async def test_a_question_that_is_taken_back_loses_no_line(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    console = StandardConsole(source, io.StringIO())
    waiting = asyncio.ensure_future(console.read())
    await asyncio.sleep(0)
    waiting.cancel()
    os.write(writing, b"one\ntwo\n")
    assert await console.read() == "one"
    assert await console.read() == "two"
    os.close(writing)


def test_a_console_serves_one_game_after_another(pipe: tuple[int, io.TextIOWrapper]) -> None:
    writing, source = pipe
    console = StandardConsole(source, io.StringIO())
    os.write(writing, b"one\ntwo\n")
    assert asyncio.run(console.read()) == "one"
    assert asyncio.run(console.read()) == "two"
    os.write(writing, b"three\n")
    assert asyncio.run(console.read()) == "three"
    os.close(writing)


async def test_bytes_that_are_no_text_do_not_stop_reading(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    os.write(writing, b"\xff\xfe\x00\n")
    os.close(writing)
    assert await StandardConsole(source, io.StringIO()).read() == "\ufffd\ufffd\x00"


async def test_a_line_without_end_does_not_fill_the_memory(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    console = StandardConsole(source, io.StringIO())
    os.set_blocking(writing, True)
    os.write(writing, b"x" * 60_000)
    os.close(writing)
    assert len(await console.read() or "") == 60_000


async def test_what_came_through_a_pipe_is_written_out_like_something_typed(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    target = io.StringIO()
    console = StandardConsole(source, target)
    os.write(writing, b"5\n")
    os.close(writing)
    console.prompt("Number: ")
    await console.read()
    console.write("Thank you.")
    assert target.getvalue() == "Number: 5\nThank you.\n"


def test_nothing_is_cleared_where_there_is_no_terminal(pipe: tuple[int, io.TextIOWrapper]) -> None:
    target = io.StringIO()
    StandardConsole(pipe[1], target).clear()
    assert target.getvalue() == ""
    os.close(pipe[0])


def test_lines_are_coloured_in_a_terminal_unless_no_color_is_set() -> None:
    assert line_look(Terminal(), ascii_only=False, environ={}).colour
    assert not line_look(Terminal(), ascii_only=False, environ={"NO_COLOR": "1"}).colour
    assert not line_look(Terminal(), ascii_only=False, environ={"TERM": "dumb"}).colour
    assert not line_look(io.StringIO(), ascii_only=False, environ={}).colour


def test_an_output_that_has_no_such_signs_gets_ascii() -> None:
    assert line_look(Terminal(), ascii_only=False, environ={}).glyphs == FANCY
    assert line_look(Terminal(), ascii_only=True, environ={}).glyphs == ASCII
    assert line_look(Ascii(), ascii_only=False, environ={}).glyphs == ASCII


def test_a_piped_line_is_eighty_wide() -> None:
    assert line_look(io.StringIO(), ascii_only=False, environ={"COLUMNS": "40"}).width == 80


async def until_typed(console: StandardConsole, word: str) -> bool:
    """Whether a line of this word comes within a second without anybody waiting for it."""
    for _ in range(100):
        if console.take_typed(lambda line: line == word):
            return True
        await asyncio.sleep(0.01)
    return False


async def test_a_line_that_is_wanted_is_taken_early_and_any_other_waits_for_its_question(
    pipe: tuple[int, io.TextIOWrapper],
) -> None:
    writing, source = pipe
    console = StandardConsole(source, io.StringIO())
    console.terminal = True
    assert not console.take_typed(lambda _: True)
    os.write(writing, b"w\ntwo\nw\n")
    assert await until_typed(console, "w")
    assert not console.take_typed(lambda line: line == "w"), "another line is before it"
    assert await console.read() == "two"
    assert console.take_typed(lambda line: line == "w")
    asked = asyncio.ensure_future(console.read())
    await asyncio.sleep(0)
    os.write(writing, b"w\n")
    assert not await until_typed(console, "w"), "whoever asked gets it"
    assert await asked == "w"
    os.close(writing)


async def test_a_line_of_what_goes_on_gives_way_to_whatever_is_written() -> None:
    target = Terminal()
    console = StandardConsole(Terminal(), target)
    console.status("it waits, 3 s")
    console.status("it waits, 4 s")
    console.write("Night falls.")
    console.status("")
    assert (
        target.getvalue() == "\r\x1b[2Kit waits, 3 s\r\x1b[2Kit waits, 4 s\r\x1b[2KNight falls.\n"
    )
    piped = io.StringIO()
    StandardConsole(Terminal(), piped).status("it waits, 3 s")
    assert piped.getvalue() == ""
