"""Games spoken in another language: no metric of speech in any form, with the reason and the share."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.cli.running import Program
from wolfcore import play
from wolfcore.bots.house import HouseBot
from wolfcore.game import Answer, Ask, View
from wolfcore.metrics.metric import NO_SUCH_SPEECH
from wolfcore.players import Desk


class Chinese:
    """A house bot that says everything in Chinese."""

    name = "chinese"

    def __init__(self) -> None:
        self._bot = HouseBot()

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer = self._bot.answer_now(view, ask, desk)
        return replace(answer, text=f"我觉得{view.names[0]}是狼人。") if answer.text else answer

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)


@pytest.fixture
def unread(tmp_path: Path) -> Path:
    """One game in which nobody speaks English."""
    play("duel6", {seat: Chinese() for seat in range(1, 7)}, seed=4, save_to=tmp_path)
    return next(tmp_path.iterdir())


def test_unread_speech_has_no_value_and_every_form_says_why(wolftui: Program, unread: Path) -> None:
    found = json.loads(wolftui("metrics", str(unread), "--json").out)["metrics"]
    by_name = {row["name"]: row for row in found}
    assert by_name["speech_read"]["mean"] == by_name["claims_read"]["mean"] == 0
    assert "why" not in by_name["speech_read"]
    for name in ("camouflage", "trust", "slip_dead", "confrontation_accusations"):
        assert by_name[name]["mean"] is None
        assert by_name[name]["why"] == NO_SUCH_SPEECH
    assert all(row["why"] for row in found if row["mean"] is None)
    rows = csv.DictReader(io.StringIO(wolftui("metrics", str(unread), "--csv").out))
    assert {row["why"] for row in rows if row["name"] == "camouflage"} == {NO_SUCH_SPEECH}
    cells = json.loads(wolftui("metrics", str(unread), "--json").out)["tables"]
    held = [cell for cell in cells if cell["name"] == "hallucinations"]
    assert {cell["value"] for cell in held} == {None}
    assert all(cell["unread"] and cell["n"] == 0 and cell["why"] for cell in held)
    assert "A dash in hallucinations is null where" in wolftui("metrics", str(unread), "--md").out
    said = f"A metric of what was said is {NO_SUCH_SPEECH}. Read: 0 of "
    for form in (("--md",), ()):
        words = wolftui("metrics", str(unread), *form).out
        assert said in " ".join(words.split())


def test_a_report_says_what_share_of_each_players_speech_was_read(
    wolftui: Program, unread: Path, tmp_path: Path
) -> None:
    assert wolftui("run", "--board", "duel6", "--seed", "2", "--out", str(unread.parent)).code == 0
    file = tmp_path / "report.md"
    assert wolftui("report", str(unread.parent), "--out", str(file)).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    start = lines.index("### How much of each player's speech was read")
    table = [line.split(" | ") for line in lines[start + 6 : start + 8]]
    assert [row[0] for row in table] == ["| bot:normal", "| own:Chinese"]
    assert table[1][1].startswith("0.000 (0/") and not table[0][1].startswith("0.000")
