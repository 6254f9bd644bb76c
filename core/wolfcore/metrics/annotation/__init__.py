"""Annotation of speeches by people, models and the speech reader, and their agreement.

A sample is drawn from the tables of games; a sheet is the file of one annotator; `agreements`
compares the labels of two annotators.
"""

from .agreement import (
    Agreement,
    ConfusionCounts,
    LabelsBySpeech,
    Share,
    agreement_on_label,
    agreements,
    kappa,
)
from .labels import SIGHTS, Label, Sight, edition, labels, labels_of, reader_labels
from .sample import Candidate, Item, candidates, draw_sample, words_digest
from .sheet import Head, Mark, Place, Sheet, SheetFile, new_head, read_sheet

__all__ = [
    "SIGHTS",
    "Agreement",
    "Candidate",
    "ConfusionCounts",
    "Head",
    "Item",
    "Label",
    "LabelsBySpeech",
    "Mark",
    "Place",
    "Share",
    "Sheet",
    "SheetFile",
    "Sight",
    "agreement_on_label",
    "agreements",
    "candidates",
    "draw_sample",
    "edition",
    "kappa",
    "labels",
    "labels_of",
    "new_head",
    "read_sheet",
    "reader_labels",
    "words_digest",
]  # fmt: skip
