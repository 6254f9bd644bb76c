"""Sheets: every key is on disk at once, and what was left in the middle goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.metrics.annotation import (
    SIGHTS,
    Head,
    Item,
    Mark,
    SheetFile,
    edition,
    labels,
    new_head,
    read_sheet,
)
from wolfcore.metrics.annotation.labels import EARLIER_EDITIONS

ITEMS = (Item("one", 5, 1, 2, "aa"), Item("one", 9, 1, 3, "bb"), Item("two", 4, 2, 1, "cc"))


def head(by: str = "Ada", items: tuple[Item, ...] = ITEMS) -> Head:
    return new_head(items, by=by, seed=0, games=("games",))


def test_every_key_is_on_disk_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    sheet = SheetFile(path, head())
    sheet.append(Mark(1, "blind", "accuses"))
    assert read_sheet(path).labels_given((1, "blind")) == {"accuses"}
    sheet.append(Mark(1, "blind", "accuses", yes=False))
    sheet.append(Mark(1, "blind", "claims"))
    sheet.append(Mark(1, "blind", end="done"))
    again = read_sheet(path)
    assert again.labels_given((1, "blind")) == {"claims"}
    assert again.end_of((1, "blind")) == "done"


def test_only_what_is_done_is_said_and_then_every_label_of_its_sight(tmp_path: Path) -> None:
    sheet = SheetFile(tmp_path / "ada.jsonl", head())
    for mark in (
        Mark(1, "blind", "claims"),
        Mark(1, "blind", end="done"),
        Mark(2, "blind", "claims"),
        Mark(3, "blind", end="skipped"),
        Mark(1, "known", "camouflages"),
        Mark(1, "known", end="done"),
    ):
        sheet.append(mark)
    said = sheet.answers()
    assert list(said) == [ITEMS[0]]
    assert {name for name, yes in said[ITEMS[0]].items() if yes} == {"claims", "camouflages"}
    assert said[ITEMS[0]]["accuses"] is False
    assert said[ITEMS[0]]["confronts"] is False


def test_a_torn_line_is_cut_off_and_the_sheet_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    first = SheetFile(path, head())
    first.append(Mark(1, "blind", end="done"))
    first.close()
    with path.open("ab") as file:
        file.write(b'{"item":2,"sig')
    second = SheetFile(path, head())
    assert second.resumed
    assert second.note == "The last line of ada.jsonl is incomplete and was left out."
    second.append(Mark(2, "blind", end="done"))
    assert (len(read_sheet(path).marks), read_sheet(path).note) == (2, "")


@pytest.mark.parametrize("other", [head(by="Bram"), head(items=ITEMS[:2])])
def test_a_sheet_of_somebody_else_or_another_sample_is_not_gone_on_with(
    tmp_path: Path, other: Head
) -> None:
    path = tmp_path / "ada.jsonl"
    SheetFile(path, head()).close()
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="another sample"):
        SheetFile(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        b'{"item":9,"sight":"blind","label":"claims"}',
        b'{"item":1,"sight":"blind","label":"nonsense"}',
        b"[]",
        b'{"item":"x"}',
    ],
)
def test_a_sheet_that_makes_no_sense_is_refused_in_a_line(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "ada.jsonl"
    SheetFile(path, head()).close()
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(ConfigError, match=r"ada\.jsonl"):
        read_sheet(path)


def test_a_sheet_of_other_labels_is_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    SheetFile(path, head()).close()
    path.write_bytes(path.read_bytes().replace(b'"edition":"', b'"edition":"0'))
    with pytest.raises(ConfigError, match="other labels than this version"):
        read_sheet(path)


def test_an_earlier_sheet_is_read_and_says_nothing_of_labels_that_came_later(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.jsonl"
    for earlier, unasked in EARLIER_EDITIONS.items():
        assert edition(unasked) == earlier, "the other definitions are those of today"
        sheet = SheetFile(path, replace(head(), edition=earlier))
        for sight in SIGHTS:
            sheet.append(Mark(1, sight, end="done"))
        sheet.close()
        (said,) = read_sheet(path).answers().values()
        assert said.keys() == {label.name for label in labels()} - unasked
        path.unlink()
