"""Speeches judged by people and by models: which are shown, what is asked, what was said, and how far two agree.

A sample is drawn from the tables of games; a sheet is what one says of it, a file of keys; agreement compares two sheets, or a
sheet with the reader of speeches.
"""

from .agreement import Agreement, ConfusionCounts, Share, agreement_on_label, kappa
from .comparing import LabelsBySpeech, agreements
from .labels import SIGHTS, Label, Sight, edition, labels, labels_of
from .reader import reader_labels
from .sampling import Candidate, Item, candidates, draw_sample, words_digest
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
