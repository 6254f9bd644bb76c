"""Files that are not ours: only regular ones are read, each within its bounds, and what is refused
is said in a clause."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.decoders import MAX_DIGITS, MAX_NESTING, JsonReader, NotToml, parse_toml
from wolfcore.files import (
    expand_user_path,
    is_folder,
    open_regular,
    path_exists,
    read_bytes,
    read_text,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs special files")


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def a_socket(file: Path) -> None:
    here = Path.cwd()
    os.chdir(file.parent)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(file.name)
    finally:
        os.chdir(here)


def a_loop(file: Path) -> None:
    file.symlink_to(file.name)


def a_device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def a_hole(file: Path) -> None:
    file.touch()
    os.truncate(file, 1 << 30)


SPECIAL: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (a_pipe, "it is a pipe"),
    "socket": (a_socket, "it is a socket or a pipe"),
    "loop": (a_loop, "Too many levels of symbolic links"),
    "device": (a_device, "it is a device"),
    "folder": (lambda file: file.mkdir(), "it is a folder"),
    "hole": (a_hole, "it has 1,024 MB; at most 1,000 bytes are allowed"),
}


@posix
@pytest.mark.parametrize("kind", SPECIAL)
def test_what_is_no_file_or_too_large_is_refused_at_once_and_named(
    tmp_path: Path, kind: str
) -> None:
    make, said = SPECIAL[kind]
    make(tmp_path / "file")
    assert path_exists(tmp_path / "file")
    with pytest.raises(OSError, match=said) as refused:
        read_bytes(tmp_path / "file", 1000)
    assert refused.value.strerror == said


@posix
@pytest.mark.parametrize("kind", SPECIAL)
def test_nothing_is_written_into_what_is_no_file(tmp_path: Path, kind: str) -> None:
    make, said = SPECIAL[kind]
    make(tmp_path / "file")
    with pytest.raises(
        OSError, match=f"{said}|it is a symbolic link|Is a directory|No such device"
    ):
        open_regular(tmp_path / "file", os.O_RDWR | os.O_CREAT, limit=1000)


@posix
def test_a_link_is_read_and_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "file").symlink_to("mine")
    assert read_bytes(tmp_path / "file", 1000) == b"mine"
    with pytest.raises(OSError, match="it is a symbolic link"):
        open_regular(tmp_path / "file", os.O_RDWR | os.O_APPEND)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_an_error_like_others(tmp_path: Path, name: str) -> None:
    assert not path_exists(tmp_path / name)
    with pytest.raises(OSError, match="the name is not valid"):
        read_bytes(tmp_path / name, 1000)


def test_no_folder_is_where_nobody_may_look(tmp_path: Path) -> None:
    assert is_folder(tmp_path)
    assert not is_folder(tmp_path / ("x" * 5000))


def test_a_home_is_found_by_its_sign_and_nobody_s_home_is_a_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/here")
    monkeypatch.setenv("USERPROFILE", "/here")
    assert expand_user_path("~/plan.toml") == Path("/here/plan.toml")
    assert expand_user_path("~nobody-at-all/plan.toml") == Path("~nobody-at-all/plan.toml")


def test_a_part_is_read_from_either_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    assert read_bytes(tmp_path / "file", 10, count=4) == b"0123"
    assert read_bytes(tmp_path / "file", 10, start=7) == b"789"
    assert read_bytes(tmp_path / "file", 10, start=-3) == b"789"
    assert read_bytes(tmp_path / "file", 10, start=-99) == b"0123456789"


def test_text_is_utf_8_or_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes("ä\r\nb\rc".encode())
    assert read_text(tmp_path / "file") == "ä\nb\nc"
    for bad in (b"\xff", b"\xed\xa0\x80", b"\xc0\xaf"):
        (tmp_path / "file").write_bytes(bad)
        with pytest.raises(UnicodeDecodeError):
            read_text(tmp_path / "file")


# -- JSON and TOML

ANY = JsonReader(dict[str, object])
DEEP = (MAX_NESTING + 1, 3000, 100_000)
LONG = (MAX_DIGITS + 1, 5000)


@pytest.mark.parametrize("depth", DEEP)
@pytest.mark.parametrize(("opens", "shuts"), [("[", "]"), ('{"a":', "}"), ("[", "")])
def test_deep_json_is_refused_before_it_is_read(depth: int, opens: str, shuts: str) -> None:
    with pytest.raises(msgspec.DecodeError, match="it nests deeper than 40 levels"):
        ANY.decode(f'{{"a":{opens * depth}1{shuts * depth}}}'.encode())


@pytest.mark.parametrize("digits", LONG)
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_of_too_many_digits_is_no_json(digits: int, sign: str) -> None:
    with pytest.raises(msgspec.DecodeError, match="a number has more than 19 digits"):
        ANY.decode(f'{{"a":[{sign}{"9" * digits}]}}'.encode())


def test_words_may_hold_what_numbers_and_brackets_may_not() -> None:
    words = "[" * 500 + "9" * 500 + '\\"{['
    assert (
        ANY.decode(f'{{"a":"{words}","b":0.{"1" * 40},"c":9223372036854775807}}'.encode())["c"]
        == 2**63 - 1
    )
    assert parse_toml(f"a = \"{'[' * 500}{'9' * 500}\"\nb = '''{'{' * 99}''' # {'[' * 99}")[
        "a"
    ].endswith("9")


def test_json_that_is_no_utf_8_is_an_error_like_others() -> None:
    with pytest.raises(msgspec.DecodeError, match="it is not UTF-8 text"):
        ANY.decode(b'{"a":"\xff"}')


@pytest.mark.parametrize("depth", DEEP)
@pytest.mark.parametrize(
    "text", ["a = {0}1{1}", "a = {2}1{3}", "{4}a = 1", "[{4}a]", "[[{4}a]]", '{5}a = 1', "a = {0}"],
)  # fmt: skip
def test_deep_toml_is_refused_before_it_is_read(depth: int, text: str) -> None:
    parts = ("[" * depth, "]" * depth, "{a=" * depth, "}" * depth, "a." * depth, "'a' . " * depth)
    with pytest.raises(NotToml, match="it nests deeper than 40 levels"):
        parse_toml(text.format(*parts))


@pytest.mark.parametrize(
    "number",
    ["9" * 20, "9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000, "9_" * 3000 + "9", "0b" + "1" * 99],
)
def test_a_whole_number_of_too_many_digits_is_no_toml(number: str) -> None:
    with pytest.raises(NotToml, match="a number has more than 19 digits"):
        parse_toml(f"a = [{number}]")


@given(st.text(alphabet="[]{}=.,'\"\\#\n a1\0\u202e", max_size=60))
def test_any_text_is_toml_or_says_that_it_is_none(text: str) -> None:
    try:
        assert isinstance(parse_toml(text), dict)
    except NotToml as error:
        assert str(error)
