"""What presets ask of their models is what the files say: which prompts, in which order, with which
parameters."""

from __future__ import annotations

import pytest

from tests.core.agents.golden.traces import BOARDS, written
from tests.core.agents.golden.write import FOLDER
from wolfcore.agents import PRESETS


@pytest.mark.slow(only=("xu2023-helmsman7", "xu2023-sla7"))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("preset", PRESETS)
async def test_a_night_and_a_day_of_a_preset_are_as_they_were_read_against_its_paper(
    preset: str, board: str
) -> None:
    kept = (FOLDER / f"{preset}-{board}.txt").read_text(encoding="utf-8")
    assert (await written(preset, board)).splitlines() == kept.splitlines()


def test_there_is_a_file_for_every_preset_and_no_other() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {
        f"{preset}-{board}.txt" for preset in PRESETS for board in BOARDS
    }
