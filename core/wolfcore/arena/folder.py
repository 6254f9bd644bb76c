"""The folder of an arena: made or taken up, and refused where it is of another arena or of something else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec
import tomli_w
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.files import write_atomically
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.records.lock import LOCK_FILE

from .checking import read_arena
from .paths import with_relative_pools
from .plan import ArenaPlan
from .rounds import GAMES

ARENA_FILE, ROWS_FILE = "arena.toml", "games.sqlite"
_MAY_CHANGE = ("deals", "limits")


def claim_folder(folder: Path) -> None:
    """Make the folder of an arena, or see that it is one.

    Raises:
        ConfigError: It holds something else.
        OSError: It cannot be made or looked at.
    """
    if folder.exists() and not (folder / ARENA_FILE).exists():
        names = {each.name for each in folder.iterdir()} - {LOCK_FILE, GAMES, f".{ARENA_FILE}.new"}
        if names:
            raise ConfigError("is no folder of an arena", file=str(folder), hint="Choose another one with `--into`.")
    folder.mkdir(parents=True, exist_ok=True)


def with_embedder(folder: Path, plan: ArenaPlan) -> ArenaPlan:
    """A plan with what compares texts in its arena, where models play and the plan does not say: as when the arena began.

    Args:
        folder: The folder of the arena; it need not exist.
        plan: The plan.

    Raises:
        ConfigError: The folder holds something else.
    """
    if plan.embedder or not any(spec.model for spec in plan.specs.values()):
        return plan
    held = folder / ARENA_FILE
    return replace(plan, embedder=(read_arena(held).embedder or FORMER) if held.exists() else DEFAULT)


def write_plan(folder: Path, plan: ArenaPlan) -> None:
    """See that a folder is an arena's, or make it so: its file is as the plan then.

    Raises:
        ConfigError: It holds another arena.
        OSError: It cannot be written.
    """
    held = folder / ARENA_FILE
    if held.exists():
        before = read_arena(held)
        if changed := _difference(with_embedder(folder, before), plan):
            hint = "Choose another folder with `--into`, or delete this one."
            raise ConfigError(f"holds another arena: {changed}", file=str(folder), hint=hint)
    kept = replace(plan, players=with_relative_pools(plan.players, folder))
    write_atomically(held, tomli_w.dumps(msgspec.to_builtins(kept)).encode())


def _difference(before: ArenaPlan, now: ArenaPlan) -> str:
    """What of an arena is not as it was when it began, as a clause; empty where nothing is but what may change."""
    old, new = (_flat(cast("dict[str, Any]", msgspec.to_builtins(plan))) for plan in (before, now))
    for key in dict.fromkeys((*old, *new)):
        if key.partition(".")[0] in _MAY_CHANGE or old.get(key) == new.get(key):
            continue
        return f"`{key}` is {_shown(old.get(key))} there and {_shown(new.get(key))} in the file"
    if list(before.players) != list(now.players):
        return "its players come in another order"
    if list(before.schedule.lineups) != list(now.schedule.lineups):
        return "its line-ups come in another order"
    return f"it has {before.deals} deals already" if now.deals < before.deals else ""


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(cast("dict[str, Any]", value), f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _shown(value: object) -> str:
    return "missing" if value is None else str(value)
