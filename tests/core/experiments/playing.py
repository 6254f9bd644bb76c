"""Experiments that are played for tests: small ones, each once a session."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.experiments import (
    Choice,
    Experiment,
    ExperimentRun,
    Result,
    make_table,
    read_experiment,
    switched_off,
)
from wolfcore.experiments.runner import PartBegan
from wolftui.settings.paths import shipped_experiments

SMALL = Choice(size="small")
_AGENTS: dict[str, str] = dict.fromkeys(("ours", "untrained", "plain"), "vanilla:bots=easy")
CHEAPER: dict[str, dict[str, str]] = {
    "sla-table-1": {**_AGENTS, "guest": "vanilla:bots=easy", "ours": "random"},
    "sla-table-3": _AGENTS,
}
"""Others who play in small here, where the games of those who ship take longer than a test should:
series are long."""


class Done(NamedTuple):
    """An experiment that was played: its folder, what it is, and its table."""

    folder: Path
    plan: Experiment
    result: Result


def in_small(name: str, *, off: bool = False) -> Done:
    """An experiment that ships, played in small; or with its mechanism switched off."""
    # `lru_cache` holds a default that is given, and one that is left out, for two calls.
    return _in_small(name, off)


@lru_cache
def _in_small(name: str, off: bool) -> Done:
    plan = read_experiment(shipped_experiments()[name])
    plan = replace(plan, players={**plan.players, **CHEAPER.get(name, {})})
    return played(Path(mkdtemp(prefix=f"{name}-")), switched_off(plan) if off else plan)


def played(folder: Path, plan: Experiment, choice: Choice = SMALL) -> Done:
    """An experiment, played to its end in a folder."""
    run = ExperimentRun(folder, plan, choice)
    for each in run.play_missing():
        assert isinstance(each, PartBegan) or not each.broken, each
    return Done(folder, run.plan, make_table(folder, run.plan, choice))
