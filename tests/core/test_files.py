"""Files are there whole or not at all, alone and together."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import pytest

from wolfcore.decoders import JsonReader
from wolfcore.files import AtomicWrites, check_database, write_atomically


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_file_takes_the_place_of_an_old_one(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"old")
    write_atomically(file, b"new")
    assert file.read_bytes() == b"new"
    assert names(tmp_path) == {"a.txt"}


def test_files_that_belong_together_are_moved_together(tmp_path: Path) -> None:
    with AtomicWrites() as aside:
        for name in "ab":
            aside.open(tmp_path / name).write(name.encode())
        assert not names(tmp_path) & {"a", "b"}, "not before the end"
    assert {name: (tmp_path / name).read_bytes() for name in "ab"} == {"a": b"a", "b": b"b"}
    assert names(tmp_path) == {"a", "b"}


def test_what_fails_leaves_the_old_files_and_nothing_beside_them(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), AtomicWrites() as aside:
        aside.open(tmp_path / "a").write(b"half of")
        aside.open(tmp_path / "b")
        raise KeyboardInterrupt
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == {"a"}


def test_a_folder_that_is_not_there_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), AtomicWrites() as aside:
        aside.open(tmp_path / "a")
        aside.open(tmp_path / "nowhere" / "b")
    assert names(tmp_path) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
def test_nothing_waits_for_a_pipe_that_lies_beside_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    file.write_bytes(b"old")
    os.mkfifo(tmp_path / ".a.db.new")
    with pytest.raises(OSError, match="it is a socket or a pipe"):
        write_atomically(file, b"new")
    check_database(file, 9)
    os.mkfifo(tmp_path / "a.db-journal")
    with pytest.raises(OSError, match=r"a\.db-journal: it is a pipe"):
        check_database(file, 9)
    with pytest.raises(OSError, match="it has 3 bytes"):
        check_database(file, 2)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"a": 1, "a": 2}', "it has the key `a` twice"),
        (b'{"b": {"c": 1, "c": 1}}', "it has the key `c` twice"),
        (b'{"\xc0": 1}', "UTF-8"),
    ],
)
def test_a_key_twice_or_bytes_that_are_no_text_are_refused(data: bytes, says: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=says):
        JsonReader(dict[str, object], once=True).decode(data)
    assert JsonReader(dict[str, object], once=True).decode(b'{ "a": 1 }') == {"a": 1}
