"""A policy that reads words, taught by one that reads acts: plays and embeds what is missing, then teaches, a line a pass."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from wolfcore.training.described import describe_games
from wolfcore.training.distil import distil
from wolfcore.training.lesson import read_lesson


def measure(argv: Sequence[str]) -> None:
    """`python -m bench distil`.

    Raises:
        ConfigError: The file is no distillation, or its teacher or embedder cannot be had.
        MemoryProblem: There are no vectors to be had.
    """
    parser = argparse.ArgumentParser(prog="python -m bench distil", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="the distillation, in TOML")
    parser.add_argument(
        "--into", required=True, type=Path, metavar="DIR", help="where it is kept; what lies there is not made again"
    )
    chosen = parser.parse_args(argv)
    lesson, began = read_lesson(chosen.file), time.monotonic()
    for games in describe_games(chosen.into, lesson):
        print(f"{games} of {lesson.games} games described, {time.monotonic() - began:.0f} s", flush=True)
    for each in distil(chosen.into, lesson):
        print(
            f"{each.number:3}  learned {each.learned:.3f}  held {each.held:.4f}  KL {each.apart:.4f}  "
            f"agrees {each.agrees:.1%} (the first candidate {each.first:.1%})",
            flush=True,
        )
    print(f"Done: {chosen.into / 'student.safetensors'}")
