"""`transcripts`: whole games of house bots as text, or blind pairs with another checkout.

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
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.game import dice_of

from .harness import a_checkout, a_count, some_boards
from .speed import HERE, environment_of

LEVELS = ("normal", "hard")


def measure(argv: Sequence[str]) -> None:
    """`python -m bench transcripts`.

    Raises:
        ConfigError: The folder cannot be made, or the other checkout cannot play.
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
        "--other", type=a_checkout, metavar="CHECKOUT", help="the folder of another checkout"
    )
    chosen = parser.parse_args(argv)
    try:
        chosen.out.mkdir(parents=True)
    except OSError as error:
        raise ConfigError(f"{chosen.out} cannot be made ({error.strerror})", key="--out") from error
    boards: list[str] = chosen.boards
    first: int = chosen.seed
    deals = [
        (level, boards[number % len(boards)], first + number)
        for level in LEVELS
        for number in range(chosen.games)
    ]
    if chosen.other:
        written = write_pairs(chosen.out, deals, chosen.other)
        print(f"{written} pairs that differ, of {len(deals)} deals, in {chosen.out}")
    else:
        for (level, board, seed), text in transcripts_of(HERE, deals).items():
            (chosen.out / f"{level}-{board}-{seed}.txt").write_text(text, "utf-8")
        print(f"{len(deals)} games in {chosen.out}")


Deal = tuple[str, str, int]
"""A level, a board and a seed."""


def transcripts_of(tree: Path, deals: Sequence[Deal]) -> dict[Deal, str]:
    """Return the transcript of each deal as a checkout plays it.

    Raises:
        ConfigError: The checkout cannot play.
    """
    process = str(HERE / "bench" / "transcript_process.py")
    ran = subprocess.run(
        [sys.executable, process, json.dumps(deals)],
        check=False,
        capture_output=True,
        text=True,
        env=environment_of(tree),
    )
    if ran.returncode:
        problem = ran.stderr.strip().rsplit("\n", 1)[-1]
        raise ConfigError(f"{tree} cannot play ({problem})", key="--other")
    return dict(zip(deals, json.loads(ran.stdout), strict=True))


def write_pairs(folder: Path, deals: Sequence[Deal], other: Path) -> int:
    """Write each deal as `NN-A.txt` and `NN-B.txt`, shuffled, and the key beside the folder.

    The key maps each pair to its deal and to which of A and B this checkout played. Equal pairs
    are left out; the number of pairs written is returned.
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
    return len(differ)
