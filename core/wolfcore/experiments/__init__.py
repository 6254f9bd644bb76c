"""Experiments of papers as TOML files: games to play, and the table to print beside the paper's.

Import from the modules: `definition`, `validation`, `runner`, `result_table`. This file imports
none of them, so that `experiments.series` loads no arena, agent or quiz.
"""

from .cells import TableCell
from .choice import Choice, arena_of_part, switched_off
from .definition import Experiment, Mechanism, Part, Pick
from .result_table import Compared, Result, make_table
from .runner import ExperimentRun, rows_of_part
from .validation import check_experiment, read_experiment

__all__ = [
    "Choice",
    "Compared",
    "Experiment",
    "ExperimentRun",
    "Mechanism",
    "Part",
    "Pick",
    "Result",
    "TableCell",
    "arena_of_part",
    "check_experiment",
    "make_table",
    "read_experiment",
    "rows_of_part",
    "switched_off",
]  # fmt: skip
