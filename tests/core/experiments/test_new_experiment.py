"""What must hold when an experiment begins: each shipped one may begin, with and without its mechanism."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena.validation import check_new_arena
from wolfcore.errors import ConfigError
from wolfcore.experiments import Choice, ExperimentRun, read_experiment, switched_off
from wolfcore.experiments.runner import EXPERIMENT_FILE, arenas_of
from wolftui.settings.paths import shipped_experiments


@pytest.mark.parametrize("name", shipped_experiments())
def test_every_shipped_experiment_may_begin(name: str) -> None:
    whole = read_experiment(shipped_experiments()[name])
    notes = [
        note
        for plan in (whole, switched_off(whole))
        for arena in arenas_of(plan, Choice(), Path("/nowhere")).values()
        for note in check_new_arena(arena)
    ]
    assert all("was measured against version 1 of bot:hard" in note for note in notes)


def test_a_new_experiment_refuses_a_policy_where_it_is_worse_and_one_that_began_goes_on(
    tmp_path: Path,
) -> None:
    small = read_experiment(shipped_experiments()["sla-figure-4"])
    part = replace(small.parts["alone"], boards=("classic9",))
    plan = replace(small, parts={**small.parts, "alone": part})
    folder = tmp_path / "figure"
    with pytest.raises(ConfigError, match=r"`sla-acts` is worse than bot:hard .* on classic9"):
        ExperimentRun(folder, plan, Choice(size="small"))
    assert not folder.exists()
    begun = ExperimentRun(folder, plan, Choice(size="small", players={"ours": "vanilla:bots=hard"}))
    assert begun.notes == ()
    file = folder / "chosen.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("vanilla:bots", "sla:bots"), "utf-8")
    assert (folder / EXPERIMENT_FILE).exists()
    ExperimentRun(folder, plan, Choice(size="small", players={"ours": "sla:bots=hard"}))
