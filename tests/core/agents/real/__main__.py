"""`python -m tests.core.agents.real [PRESET ...]`: each preset in one seat among bots on the
packaged model, its figures a step.

Each plays `duel6` and the board of its paper to the end. What is printed: of each step how often it
came as given, repaired or replaced, its calls, its seconds and its tokens.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from tests.core.agents.real.playing import Played, whole_game
from tests.core.models.packaged import packaged_server
from wolfcore.agents import PRESETS
from wolfcore.models import SMOLLM, LocalSettings
from wolfcore.players import CallRecord

SEAT = "3"


def table(played: Played) -> list[str]:
    """The figures of a game, a line a step."""
    hows = Counter((step.step, step.how) for step in played.steps if step.how)
    calls: dict[str, list[CallRecord]] = {}
    for call in played.calls:
        calls.setdefault(call.step or "act", []).append(call)
    lines = [
        f"  {'step':10} {'given':>6} {'repaired':>9} {'replaced':>9} {'calls':>6} "
        f"{'seconds':>8} {'in':>8} {'out':>7}"
    ]
    for step in dict.fromkeys((*calls, *(name for name, _ in hows))):
        made = calls.get(step, [])
        counted = [hows[step, how] for how in ("given", "repaired", "fallback")]
        sent, received = (
            sum(call.tokens_in or 0 for call in made),
            sum(call.tokens_out or 0 for call in made),
        )
        seconds = sum(call.seconds for call in made)
        lines.append(
            f"  {step:10} {counted[0]:6} {counted[1]:9} {counted[2]:9} {len(made):6} "
            f"{seconds:8.1f} {sent:8} {received:7}"
        )
    return lines


async def play(preset: str, board: str, seed: int) -> None:
    """Play one game and print its figures."""
    local = LocalSettings(server=packaged_server(), patience=600.0)
    spec = replace(SMOLLM, seed=1, concurrency=1, timeout=600.0)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as root:
        played = await whole_game(
            Path(root), spec, local, seed, SEAT, board, f"{preset}:brief", "bot:hard"
        )
    result = played.saved.result
    days = result.days if result else 0
    sys.stdout.write(
        f"{preset} on {board}: {len(played.asks)} asks, {days} days, "
        f"{time.monotonic() - began:.0f} s\n"
    )
    sys.stdout.write("\n".join(table(played)) + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.core.agents.real", description=str(__doc__).split(": ", 1)[1]
    )
    parser.add_argument(
        "presets",
        nargs="*",
        choices=[[], *PRESETS],
        metavar="PRESET",
        help="all of them where none is named",
    )
    parser.add_argument("--seed", type=int, default=4, help="the seed of the games (default 4)")
    parser.add_argument("--board", help="this board alone")
    chosen = parser.parse_args(arguments)
    for preset in chosen.presets or PRESETS:
        for board in (
            [chosen.board] if chosen.board else dict.fromkeys(("duel6", PRESETS[preset].board))
        ):
            asyncio.run(play(preset, board, chosen.seed))


if __name__ == "__main__":
    main()
