"""Trainings small enough for tests."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from wolfcore.training.hyperparameters import Measured, Numbers, Plan, Population, Shape

TINY = Plan(
    board="duel6",
    updates=4,
    games=6,
    seed=3,
    network=Shape(width=8, heads=2),
    ppo=Numbers(batch=32, epochs=2, rate=1e-2),
    population=Population(keep_every=2, most=2),
    measured=Measured(every=0),
)


def longer(plan: Plan, updates: int) -> Plan:
    return replace(plan, updates=updates)


def whole(folder: Path) -> dict[str, bytes]:
    """What a run came to: its network, the state of its learner, and the networks on the way."""
    files = [
        folder / "current.safetensors",
        folder / "state.safetensors",
        *sorted((folder / "past").iterdir()),
    ]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
