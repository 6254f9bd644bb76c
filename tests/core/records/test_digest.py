"""The digest of a game that has ended."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.records import SeatSpec
from wolfcore.records.about import About
from wolfcore.records.digest import make_digest


def test_what_a_person_writes_on_a_game_is_not_copied_into_its_digest() -> None:
    about = About(id="g", created="", version="1", seats=(SeatSpec("random"),), by_role=True)
    for written in (replace(about, tags=("mine",)), replace(about, notes="a note")):
        assert make_digest(b"{}\n", b"", written, "end").about == about
