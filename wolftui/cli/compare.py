"""The command `compare`: two players of an arena on the same deals, by side and by board."""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path

import msgspec

from wolfcore.arena.integrity import ROWS_FILE
from wolfcore.arena.rating import Comparison
from wolfcore.errors import ConfigError, did_you_mean
from wolftui.export.report.game_rows import compare_in_arena, open_arena
from wolftui.measures.comparison_words import (
    comparison_sentences,
    gain_rows,
    p_text,
    points_text,
)
from wolftui.measures.grids import aligned_lines
from wolftui.settings.paths import arenas_folder

from .command import OK
from .measuring_options import output_width

_HEAD = ("games", "pairs", "deals", "{a}", "{b}", "gain", "95 %", "p", "p (Holm)")


def compare_command(args: argparse.Namespace) -> int:
    """Run the command `compare`; returns the exit code."""
    folder = Path(args.arena).expanduser() if args.arena else _newest_arena()
    arena = open_arena(str(folder))
    if arena is None:
        raise ConfigError(
            "is not the folder of an arena",
            file=str(folder),
            hint="`wolftui arena FILE --into DIR` plays one into DIR.",
        )
    for name in (args.a, args.b):
        if name not in arena.plan.players:
            hint = did_you_mean(name, arena.plan.players)
            raise ConfigError(f"there is no player `{name}` in {folder}", hint=hint)
    found = compare_in_arena(arena, args.a, args.b)
    if args.json:
        print(json.dumps(msgspec.to_builtins(found)))
        return OK
    print(f"{args.a} against {args.b} in {folder}: percentage points of games won.\n")
    for line in comparison_lines(found, output_width()):
        print(line)
    return OK


def _newest_arena() -> Path:
    """Return the arena in the data folder whose rows changed last."""
    found = [file for file in arenas_folder().glob(f"*/{ROWS_FILE}") if file.is_file()]
    if not found:
        raise ConfigError(
            "there is no arena in the data folder", key="ARENA", hint="Name the folder of one."
        )
    return max(found, key=lambda file: (file.stat().st_mtime, file)).parent


def comparison_lines(found: Comparison, width: int) -> list[str]:
    """Format a comparison as a table and sentences of at most `width` columns."""
    rows = [tuple(word.format(a=found.a, b=found.b) for word in _HEAD)]
    for where, gain in gain_rows(found):
        between = "" if gain.low is None else f"[{points_text(gain.low)}, {points_text(gain.high)}]"
        shares = ["-" if each is None else f"{100 * each:.1f}" for each in (gain.a, gain.b)]
        rows.append(
            (
                where,
                f"{gain.pairs:,}",
                f"{gain.deals:,}",
                *shares,
                points_text(gain.gain),
                between,
                p_text(gain.p),
                p_text(gain.p_holm),
            )
        )
    many = len(found.boards) + len(found.sides)
    sentences = [
        "A deal is one observation, and both players played the same deals; the intervals are "
        "those of a number of deals that was fixed before.",
        *(
            [
                f"p (Holm): corrected by Holm's method for the {many} boards and sides compared; "
                "up to 0.05 a gain is shown."
            ]
            if many
            else []
        ),
        *comparison_sentences(found),
    ]
    broken = found.gain.broken
    if broken:
        sentences.append(f"{broken:,} pairs are left out, because a game of them stopped early.")
    lines = [line.rstrip() for line in aligned_lines(rows, right=1)]
    for sentence in sentences:
        lines += ["", *textwrap.wrap(sentence, width, break_on_hyphens=False)]
    return lines
