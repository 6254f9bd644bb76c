"""A paper's experiments as files: what is played, and which table or figure comes of it beside the printed one.

An `Experiment` is such a file. Its parts are arenas, which `ExperimentRun` plays in one folder, with pools of experience that some
parts read and the games of others teach. `tabled` makes the table of what is played so far.
"""

from .cells import TableCell
from .checking import check_experiment, read_experiment
from .choice import Choice, arena_of_part, switched_off
from .experiment import Experiment, Mechanism, Part
from .picks import Pick
from .running import ExperimentRun, rows_of_part
from .tabling import Compared, Result, make_table

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
