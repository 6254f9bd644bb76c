"""Blocks as plain lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.game.random_play import played, specs
from wolfcore.game import Board, GameSpec, get_board
from wolfcore.game import facts as f
from wolfcore.game.facts import ALL, Entry
from wolftui.games.session.game_session import GameSession
from wolftui.plain.line_layout import LineLook, block_lines
from wolftui.plain.printer import Printer
from wolftui.words.glyphs import ASCII
from wolftui.words.spans import PUBLIC_EYES, Block, Span

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def speech(words: str) -> Block:
    return Block("speech", ((Span(words),),), (Span("2 Bram", "seat-2"),), seat=2)


def test_a_speech_hangs_under_its_first_line() -> None:
    lines = block_lines(speech("one two three four five six seven"), LineLook(24))
    assert lines == ["2 Bram: one two three", "    four five six seven"]


def test_colours_are_written_only_where_they_are_wanted() -> None:
    assert block_lines(speech("hi"), LineLook(80, colour=True)) == ["\x1b[33m2 Bram\x1b[0m: hi"]
    assert block_lines(speech("hi"), LineLook(80)) == ["2 Bram: hi"]


def test_markup_in_a_speech_shows_as_typed() -> None:
    assert block_lines(speech("[red]no[/red]"), LineLook(80)) == ["2 Bram: [red]no[/red]"]


@pytest.mark.slow
@given(specs(), st.integers(24, 120), st.booleans())
def test_no_line_is_wider_than_the_terminal_or_moves_its_cursor(
    spec: GameSpec, width: int, ascii_only: bool
) -> None:
    game = played(spec)
    look = LineLook(width, glyphs=ASCII) if ascii_only else LineLook(width)
    session = GameSession(spec.board, spec.names, live=False, glyphs=look.glyphs)
    session.entries(game.log)
    session.go_end()
    lines = [line for block in session.blocks for line in block_lines(block, look)]
    assert all(len(line) <= width for line in lines)
    assert all(line.isprintable() for line in lines)
    assert not ascii_only or all(line.isascii() for line in lines)


def written(session: GameSession) -> tuple[Printer, list[str]]:
    lines: list[str] = []
    return Printer(session, LineLook(), lines.append), lines


def tell(session: GameSession, *facts: f.Fact) -> None:
    session.entries([Entry(ALL, fact) for fact in facts])
    session.go_end()


def test_nothing_is_written_twice() -> None:
    session = GameSession(get_board("sla7"), NAMES)
    printer, lines = written(session)
    tell(session, f.Began(1, "night"), f.QuietNight(1))
    printer.catch_up()
    printer.catch_up()
    tell(session, f.Died(3))
    tell(session, f.Began(1, "discussion"), f.Said(2, "speak", "Hm."))
    printer.catch_up()
    assert lines == [
        "",
        "─── ☾ night 1 ───",
        "Nobody died in the night.",
        "",
        "─── ☀ day 1 ───",
        "2 Bram: Hm.",
    ]


def test_ballots_that_are_heard_come_one_by_one_and_their_count_at_the_end() -> None:
    session = GameSession(get_board("xu7"), NAMES)
    printer, lines = written(session)
    tell(session, f.Began(1, "vote"), f.Voted(1, 2, "vote"))
    printer.catch_up()
    assert lines == ["Vote:", "  1 Ada → 2 Bram"]
    tell(session, f.Voted(2, 1, "vote"), f.Voted(3, 1, "vote"))
    printer.catch_up()
    assert lines[2:] == ["  2 Bram → 1 Ada", "  3 Cleo → 1 Ada"]
    tell(session, f.Began(1, "exile"), f.Exiled(1), f.Died(1))
    printer.catch_up()
    assert lines[4:] == [
        "  = 1 Ada 2 · 2 Bram 1",
        "Exiled: 1 Ada  (roles stay hidden on this board)",
    ]


def test_each_pair_of_eyes_reads_on_where_it_stopped() -> None:
    session = GameSession(get_board("sla7"), NAMES, people=(1, 2))
    printer, lines = written(session)
    session.entries([Entry((1,), f.Dealt(1, "Seer")), Entry((2,), f.Dealt(2, "Doctor"))])
    session.go_end()
    for seat in (1, 2, 1):
        session.set_eyes(seat)
        printer.catch_up()
    assert lines == ["◈ You are 1 Ada, ◉ Seer.", "◈ You are 2 Bram, ✚ Doctor."]


def test_public_eyes_read_nothing_secret() -> None:
    board: Board = get_board("sla7")
    session = GameSession(board, NAMES, guarded=True)
    printer, lines = written(session)
    session.entries([Entry((1,), f.Dealt(1, "Seer")), Entry(ALL, f.QuietNight(1))])
    session.go_end()
    printer.catch_up()
    assert session.eyes == PUBLIC_EYES
    assert lines == ["Nobody died in the night."]
