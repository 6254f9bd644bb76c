"""What the host of `wolftui serve` grants a visitor's process, handed over in its environment.

Such a process opens no other path, has no other models and names no variable or key file of its
own, whatever its user types or its settings file says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

import wolftui
from wolfcore import confinement
from wolfcore.clock import SystemClock
from wolfcore.errors import ConfigError
from wolfcore.models import Budget, BudgetTracker, LocalSettings, ModelSpec
from wolfcore.models.wrappers.shared_ledger import SharedBudget

from .paths import config_folder, games_folder, logs_folder, model_memory_file

TERMS = "WOLFTUI_VISITOR_TERMS"
"""The environment variable that holds the terms as JSON; without it there is no host."""


class VisitorTerms(Struct, frozen=True, omit_defaults=True):
    """The grants of a host.

    Attributes:
        folders: The folders and files that the process may use, absolute: the visitor's home, and
            paths in the words of the host's command.
        readable: Further files that it may read: the weights of offered models.
        models: The models that the host offers, by name; None if the visitor shares the host's
            settings, which then count.
        local: The table `[local]` of the host's settings.
        budget: What all visitors together may spend on models, and the file that counts it; None
            for no limit.
        home: The visitor's home; empty if the host's folders are shared.
        most_bytes: The most bytes of the home; 0 for no limit.
        temporary: Whether the home is removed when the visitor leaves.
    """

    folders: tuple[str, ...]
    readable: tuple[str, ...] = ()
    models: dict[str, ModelSpec] | None = None
    local: LocalSettings = LocalSettings()
    budget: SharedBudget | None = None
    home: str = ""
    most_bytes: int = 0
    temporary: bool = False

    def as_environment(self) -> dict[str, str]:
        """Return the environment variable that hands the terms to a process."""
        return {TERMS: msgspec.json.encode(self).decode()}


def terms_of(environ: Mapping[str, str] | None = None) -> VisitorTerms | None:
    """Return the terms of a visitor's process; None for a process that no host started.

    Args:
        environ: The environment; that of this process if None.

    Raises:
        ConfigError: The variable was not written by `as_environment`.
    """
    text = (os.environ if environ is None else environ).get(TERMS)
    return None if text is None else _decoded(text)


@cache
def _decoded(text: str) -> VisitorTerms:
    try:
        return msgspec.json.decode(text, type=VisitorTerms)
    except msgspec.DecodeError as error:
        raise ConfigError(
            "is not what `wolftui serve` hands to its visitors' programs", key=TERMS
        ) from error


def shared_folders() -> tuple[str, ...]:
    """Return the folders of the host that a visitor uses who shares them."""
    return tuple(
        str(place)
        for place in (
            games_folder().parent,
            config_folder(),
            logs_folder(),
            model_memory_file().parent,
        )
    )


def confine_visitor() -> None:
    """Confine this process to the terms of its host; does nothing where it has none."""
    if terms := terms_of():
        program = Path(wolftui.__file__).parent
        shipped = (program, program.parent / "experiments", program.parent / "themes")
        if folder := os.environ.get("TMPDIR"):
            Path(folder).mkdir(parents=True, exist_ok=True)
        confinement.confine(
            map(Path, terms.folders),
            (*shipped, *map(Path, terms.readable)),
            confinement.Quota(Path(terms.home), terms.most_bytes) if terms.most_bytes else None,
        )


def visit_notes() -> tuple[str, ...]:
    """Return what a visitor should know before a game; empty for a process without a host."""
    terms = terms_of()
    if terms and terms.temporary:
        return ("Games are not kept for you here: what you play is deleted when you leave.",)
    return ()


def budget_tracker(budget: Budget = Budget()) -> BudgetTracker:  # noqa: B008  frozen
    """Return the tracker of a command's budget, which in a visitor's process heeds the host's."""
    terms = terms_of()
    tracker = BudgetTracker(budget, SystemClock(), terms.budget if terms else None)
    _TRACKERS.append(tracker)
    return tracker


_TRACKERS: list[BudgetTracker] = []
"""The trackers of the command that runs in this process."""


def has_budget() -> bool:
    """Return whether the command that runs in this process has a budget of money or tokens."""
    limits = [limit for each in _TRACKERS for limit in (each.budget.cost, each.budget.tokens)]
    return any(limit is not None for limit in limits)


def take_trackers() -> tuple[BudgetTracker, ...]:
    """Return the trackers made since the last call, so that a command can say what it spent."""
    taken = tuple(_TRACKERS)
    _TRACKERS.clear()
    return taken
