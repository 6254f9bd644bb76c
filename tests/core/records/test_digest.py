"""The digest of a game that has ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.errors import LogError
from wolfcore.records import SeatSpec
from wolfcore.records.about import About
from wolfcore.records.digest import DIGEST_FILE, make_digest, write_digest


def test_what_a_person_writes_on_a_game_is_not_copied_into_its_digest() -> None:
    about = About(id="g", created="", version="1", seats=(SeatSpec("random"),), by_role=True)
    for written in (replace(about, tags=("mine",)), replace(about, notes="a note")):
        assert make_digest(b"{}\n", b"", written, "end").about == about


def test_a_digest_that_cannot_be_written_is_an_error_that_names_its_file(tmp_path: Path) -> None:
    about = About(id="g", created="", version="1", seats=(SeatSpec("random"),), by_role=True)
    with pytest.raises(LogError, match=DIGEST_FILE):
        write_digest(tmp_path / "gone", make_digest(b"{}\n", b"", about, "end"))
