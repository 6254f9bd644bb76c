"""`python -m tests.core.agents.golden.write`: writes every golden trace anew. Read what changed
against the papers."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.core.agents.golden.traces import BOARDS, written
from wolfcore.agents import PRESETS

FOLDER = Path(__file__).parent


def main() -> None:
    for preset in PRESETS:
        for board in BOARDS:
            (FOLDER / f"{preset}-{board}.txt").write_text(
                asyncio.run(written(preset, board)), encoding="utf-8"
            )


if __name__ == "__main__":
    main()
