"""`python -m tests.core.speech.messages`: the tables; `--errors` shows the seen messages that were
not read as labelled."""

from __future__ import annotations

import argparse
import sys

from tests.core.speech.measure import as_text
from tests.core.speech.messages import compare, messages

parser = argparse.ArgumentParser(
    prog="python -m tests.core.speech.messages", description=str(__doc__).split(": ", 1)[1]
)
parser.add_argument(
    "--errors",
    action="store_true",
    help="show the errors on the seen messages; there is no such look at the blind",
)
parser.add_argument(
    "--held",
    action="store_true",
    help="print the set that is kept for the end of a piece of work alone",
)
chosen = parser.parse_args()
for name in ["held"] if chosen.held else ["seen", "blind", "fresh"]:
    found = messages(name)
    rows, misses = compare(found)
    sys.stdout.write(
        f"{name}: {len(found)} messages, {len(found) - len(misses)} without an "
        f"error\n{as_text(rows)}\n"
    )
    if chosen.errors and name == "seen":
        for miss in misses:
            told = [f"+{' '.join(told)}" for told in miss.wrong] + [
                f"-{' '.join(told)}" for told in miss.overlooked
            ]
            sys.stdout.write(f"{miss.message.id} {', '.join(told)} | {miss.message.text}\n")
