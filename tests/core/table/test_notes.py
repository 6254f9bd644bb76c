"""The notes of a game come back as they were written, whatever became of the last line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.players.sitters import a_spec, asked_first, new_folder, talkers
from wolfcore.errors import LogError
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import CallRecord, Desk, TraceRecord
from wolfcore.records import CALLS_FILE
from wolfcore.table import CallsReader, Noted, Table, read_calls

CALL = CallRecord(
    "m",
    (("system", "rules"), ("user", "now\nwhat \x1b[2J")),
    '{"choice": 1}',
    "1",
    1,
    0.5,
    10,
    3,
    0.25,
    "",
    4,
)


class Caller:
    """Calls a model once for each ask, and takes a step."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        desk.record(CALL)
        desk.trace(TraceRecord("deduce", ask.id))
        return Answer(ask.options[0])


async def test_the_notes_of_a_game_are_read_back_as_its_table_wrote_them(tmp_path: Path) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    folder = new_folder(tmp_path, spec)
    await Table(Game(spec), {**talkers(spec), seat: Caller()}, folder=folder).run()
    read = read_calls(folder.path)
    asks = [note.ask for note in read.records if note.call]
    assert len(asks) == len(set(asks)) > 1
    first, second = read.records[:2]
    assert first == Noted(asks[0], seat, call=CALL, time=first.time)
    assert second == Noted(asks[0], seat, step=TraceRecord("deduce", asks[0]), time=second.time)
    assert 0 < first.time <= second.time
    assert read.problems == []


def test_a_game_without_notes_has_none(tmp_path: Path) -> None:
    assert read_calls(tmp_path).records == []
    assert read_calls(tmp_path / "nowhere").records == []


def test_a_line_is_read_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / CALLS_FILE
    file.write_bytes(b'{"ask":"n1.kill.2","seat":2}\n{"ask":"n1.ki')
    reader = CallsReader(tmp_path)
    assert reader.poll()
    assert [note.ask for note in reader.records] == ["n1.kill.2"]
    assert not reader.poll()
    with file.open("ab") as more:
        more.write(b'll.3","seat":3}\n')
    assert reader.poll()
    assert [note.seat for note in reader.records] == [2, 3]


@pytest.mark.parametrize(
    "damaged", [b"[]", b'{"ask":3}', b"\xff\xfe", b"", b'{"ask":"a","seat":1,"call":{"model":"m"}}']
)
def test_a_damaged_line_is_left_out_and_said_and_the_next_is_read(
    tmp_path: Path, damaged: bytes
) -> None:
    (tmp_path / CALLS_FILE).write_bytes(damaged + b'\n{"ask":"n1.kill.3","seat":3}\n')
    read = read_calls(tmp_path)
    assert [note.seat for note in read.records] == [3]
    assert len(read.problems) == 1
    assert read.problems[0].startswith(f"Line 1 of {CALLS_FILE} is damaged and left out (")


def test_notes_that_cannot_be_opened_or_grow_shorter_are_an_error_that_names_the_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / CALLS_FILE
    file.write_bytes(b'{"ask":"n1.kill.2","seat":2}\n')
    reader = read_calls(tmp_path)
    file.write_bytes(b"")
    with pytest.raises(LogError, match=rf"{CALLS_FILE}: became shorter"):
        reader.poll()
    file.unlink()
    file.mkdir()
    with pytest.raises(LogError, match=rf"{CALLS_FILE}: cannot be read"):
        read_calls(tmp_path)
