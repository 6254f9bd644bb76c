"""Who said what of the same speeches, compared label by label: two sheets, or a sheet and the reader of speeches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from .agreement import Agreement, agreement_on_label
from .labels import labels
from .sampling import Item

LabelsBySpeech: TypeAlias = Mapping[Item, Mapping[str, bool]]
"""Yes or no by label, by speech."""


def agreements(first: LabelsBySpeech, second: LabelsBySpeech) -> list[Agreement]:
    """How far two agree on each label of which both said something; only speeches of the same words are the same speech.

    Where the second is the reader and the first is who counts as right, precision and recall are the reader's.
    """
    found: list[Agreement] = []
    both = [item for item in first if item in second]
    for label in labels():
        pairs = [
            (item.game, first[item][label.name], second[item][label.name])
            for item in both
            if label.name in first[item] and label.name in second[item]
        ]
        if pairs:
            found.append(agreement_on_label(label.name, pairs))
    return found
