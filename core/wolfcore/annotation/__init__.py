"""Speeches judged by people and by models: which are shown, what is asked, what was said, and how far two agree.

A sample is drawn from the tables of games; a sheet is what one says of it, a file of keys; agreement compares two sheets, or a
sheet with the reader of speeches.
"""

from .agreement import Agreement, Counts, Share, agreement, kappa
from .comparing import Said, between
from .labels import SIGHTS, Label, Sight, edition, labels, labels_of
from .reader import reader_labels
from .sampling import Candidate, Item, candidates, digest_of, draw
from .sheet import Head, Mark, Place, Sheet, SheetFile, head_of, read_sheet

__all__ = [
    "SIGHTS", "Agreement", "Candidate", "Counts", "Head", "Item", "Label", "Mark", "Place", "Said", "Share", "Sheet", "SheetFile",
    "Sight", "agreement", "between", "candidates", "digest_of", "draw", "edition", "head_of", "kappa", "labels", "labels_of",
    "read_sheet", "reader_labels",
]  # fmt: skip
