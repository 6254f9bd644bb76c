"""How often models had to be asked again in earlier games, for estimates of later ones."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from wolfcore.errors import WolfError
from wolfcore.records import CALLS_FILE
from wolfcore.records.summaries import newest_folders
from wolfcore.table import read_calls

USUAL_SHARE = 0.05
"""Calls that are repeated, as a share of those that are not, where a model has played too little:
an assumption."""


_GAMES, _BYTES = 8, 4_000_000
"""The newest games that are read, and the most bytes of calls of one, to keep a start quick."""


_ENOUGH = 20
"""Usable replies of a model from which its share is measured."""


def repeat_shares(root: Path, models: Collection[str]) -> dict[str, float]:
    """Measure calls without a usable reply, as a share of the usable ones, in the newest games.

    Requests that failed count as well as replies that were asked for again. Models with too few
    replies are left out; damaged games are passed over, since an estimate can do without them.

    Args:
        root: The folder of the saved games.
        models: The names of the models.
    """
    usable, repeated = dict.fromkeys(models, 0), dict.fromkeys(models, 0)
    for folder in _folders(root):
        try:
            if (folder / CALLS_FILE).stat().st_size > _BYTES:
                continue
            records = read_calls(folder).records
        except (OSError, WolfError):
            continue
        for call in (noted.call for noted in records if noted.call):
            if call.model in usable:
                usable[call.model] += call.replied and not call.problem
                repeated[call.model] += (call.replied and bool(call.problem)) + (
                    call.lost.attempts if call.lost else 0
                )
    return {name: repeated[name] / count for name, count in usable.items() if count >= _ENOUGH}


def _folders(root: Path) -> list[Path]:
    try:
        return newest_folders(root, _GAMES)
    except WolfError:
        return []
