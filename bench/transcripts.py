"""`transcripts`: whole games of house bots as text, for reading; pairs with another checkout, blind.

With `--other CHECKOUT` each deal is written twice, as played by the bots of this checkout and of
the other one, in shuffled order and under the names A and B. Which is which is in a key file beside
the folder, for whoever counts the votes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle, islice, product
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.game import dice_of

from .harness import a_count, some_boards
from .speed import HERE, environment_of

LEVELS = ("normal", "hard")


def measure(argv: Sequence[str]) -> None:
    """`python -m bench transcripts`.

    Raises:
        ConfigError: The folder or the other checkout cannot be used.
    """
    parser = argparse.ArgumentParser(prog="python -m bench transcripts", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="a new folder for the games")
    parser.add_argument(
        "--games", type=a_count, default=20, help="how many deals at each level (default 20)"
    )
    parser.add_argument(
        "--boards",
        type=some_boards,
        default="classic9,duel6,sla7",
        help="boards between commas, which take turns (default classic9,duel6,sla7)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    parser.add_argument(
        "--other", type=Path, metavar="CHECKOUT", help="the folder of another checkout"
    )
    chosen = parser.parse_args(argv)
    if chosen.other and not (chosen.other / "core" / "wolfcore").is_dir():
        raise ConfigError(f"{chosen.other} is no checkout", key="--other")
    try:
        chosen.out.mkdir(parents=True)
    except OSError as error:
        raise ConfigError(f"{chosen.out} cannot be made ({error.strerror})", key="--out") from error
    deals = [
        (level, board, chosen.seed + number)
        for level in LEVELS
        for number, board in enumerate(islice(cycle(chosen.boards), chosen.games))
    ]
    if chosen.other:
        write_pairs(chosen.out, deals, chosen.other)
    else:
        for (level, board, seed), text in transcripts_of(HERE, deals).items():
            (chosen.out / f"{level}-{board}-{seed}.txt").write_text(text, "utf-8")
    print(f"{len(deals)} {'pairs' if chosen.other else 'games'} in {chosen.out}")


Deal = tuple[str, str, int]
"""A level, a board and a seed."""


def transcripts_of(tree: Path, deals: Sequence[Deal]) -> dict[Deal, str]:
    """Return the transcript of each deal as a checkout plays it.

    Raises:
        ConfigError: The checkout cannot play.
    """
    found: dict[Deal, str] = {}
    for level, board in product(
        dict.fromkeys(deal[0] for deal in deals), sorted({d[1] for d in deals})
    ):
        wanted = [deal for deal in deals if deal[:2] == (level, board)]
        command = [sys.executable, str(HERE / "bench" / "transcript_process.py"), board, level]
        command += [str(seed) for _, _, seed in wanted]
        ran = subprocess.run(
            command, check=False, capture_output=True, text=True, env=environment_of(tree)
        )
        if ran.returncode:
            problem = ran.stderr.strip().rsplit("\n", 1)[-1]
            raise ConfigError(f"{tree} cannot play {board} ({problem})", key="--other")
        found |= dict(zip(wanted, json.loads(ran.stdout), strict=True))
    return found


def write_pairs(folder: Path, deals: Sequence[Deal], other: Path) -> None:
    """Write each deal as `NN-A.txt` and `NN-B.txt`, shuffled, and the key beside the folder.

    The key maps each pair to its deal and to which of A and B this checkout played. Pairs that are
    equal are left out.
    """
    here, there = transcripts_of(HERE, deals), transcripts_of(other, deals)
    dice, key = dice_of(deals[0][2], "pairs"), dict[str, dict[str, object]]()
    differ = [deal for deal in deals if here[deal] != there[deal]]
    for number, deal in enumerate(dice.shuffle("order", differ), 1):
        first = dice.draw(f"first {number}", 2)
        texts = (there[deal], here[deal]) if first else (here[deal], there[deal])
        for letter, text in zip("AB", texts, strict=True):
            (folder / f"{number:02}-{letter}.txt").write_text(text, "utf-8")
        key[f"{number:02}"] = {"deal": deal, "this checkout": "AB"[first]}
    folder.with_name(f"{folder.name}.key.json").write_text(json.dumps(key, indent=1), "utf-8")
