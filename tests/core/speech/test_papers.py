"""The reader on the speeches that four papers print, against labels made without it."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.core.speech.measure import KINDS, as_text, load_labels, score
from tests.core.speech.papers import digest, read_speeches

ENOUGH = 30
"""Positives from which the shares must reach what is asked."""


@pytest.fixture(scope="module")
def papers() -> Path:
    fixtures = os.environ.get("WOLFTUI_FIXTURES")
    if not fixtures:
        pytest.skip("WOLFTUI_FIXTURES is not set: the papers' speeches are not kept here")
    folder = Path(fixtures).parent / "papers"
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder} with the papers")
    return folder


def test_there_are_enough_labels_for_the_measure() -> None:
    labels = load_labels()
    assert sum(len(found) for found in labels.values()) >= 250
    acts = Counter(
        told.kind for found in labels.values() for label in found.values() for told in label.acts
    )
    assert acts["accuses"] >= ENOUGH and set(acts) <= set(KINDS)


def test_every_label_finds_its_sentence(papers: Path) -> None:
    found = {
        (speech.paper, f"{speech.number}.{number}"): digest(sentence)
        for speech in read_speeches(papers)
        for number, sentence in enumerate(speech.sentences, start=1)
    }
    labelled = {
        (paper, position): label.hash
        for paper, labels in load_labels().items()
        for position, label in labels.items()
    }
    assert found == labelled


def test_every_seat_spoken_of_sits_at_the_table(papers: Path) -> None:
    for speech in read_speeches(papers):
        assert 1 <= speech.speaker <= 7
        assert (
            "player_" not in " ".join(speech.sentences).lower()
            and "player 0" not in " ".join(speech.sentences).lower()
        )


@pytest.mark.slow
def test_claims_checks_and_accusations_are_read_well_enough(papers: Path) -> None:
    rows = score(papers)
    for row in rows:
        if row.kind in ("claims", "checked", "accuses") and row.positives >= ENOUGH:
            assert (row.precision or 0) >= 0.85 and (row.recall or 0) >= 0.75, as_text(rows)
