"""A model whose answers cannot be used stops its game, its run and its arena, and says so."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import chat
from tests.wolftui.cli.model_games import GAME, set_model, the_game
from tests.wolftui.cli.running import Program

REFUSES = "I'm sorry, but I can't help with that."
ARENA = """
boards = ["duel6"]
deals = 1
seed = 4
[players]
bot = "bot"
model = "vanilla@m"
"""


def test_a_run_stops_saved_and_can_be_resumed(wolftui: Program) -> None:
    with serving(lambda _: chat(REFUSES)) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("run", *GAME)
        assert ran.code == 1
        assert re.search(
            r"wolftui: seat \d: 10 answers of `m` in a row could not be used; its last replies: "
            r"`I'm sorry.*The game is saved; continue with `wolftui resume",
            ran.err,
        ), ran.err
        assert "Traceback" not in ran.err
        hows = [record.answer.how for record in the_game().journal.values()]
        assert hows == ["fallback"] * 9
    with serving(good) as endpoint:
        set_model(endpoint.url)
        assert wolftui("resume", "latest", "--plain").code == 0
    assert the_game().result


def test_a_wrong_number_is_refused(wolftui: Program) -> None:
    ran = wolftui("run", *GAME, "--stop-after-replaced", "-1")
    assert ran.code == 2
    assert "--stop-after-replaced: -1 is not a number of answers" in ran.err


@pytest.mark.slow
def test_zero_plays_on_from_the_command_line_and_from_the_settings(wolftui: Program) -> None:
    with serving(lambda _: chat(REFUSES)) as endpoint:
        set_model(endpoint.url)
        assert wolftui("run", *GAME, "--stop-after-replaced", "0").code == 0
        set_model(endpoint.url)
        assert wolftui("run", *GAME, "--stop-after-replaced", "3", "--on-dead", "bot").code == 0


@pytest.mark.slow
def test_an_arena_stops_goes_on_and_its_games_are_flagged_or_void(
    wolftui: Program, tmp_path: Path
) -> None:
    file, report = tmp_path / "small.toml", tmp_path / "report.md"
    with serving(lambda _: chat(REFUSES)) as endpoint:
        set_model(endpoint.url)
        for above in ("flag", "void"):
            file.write_text(ARENA + f'[validity]\nabove = "{above}"\n', encoding="utf-8")
            folder = str(tmp_path / above)
            ran = wolftui("arena", str(file), "--into", folder)
            assert ran.code == 1
            assert "10 answers of `m` in a row could not be used" in ran.err
            ran = wolftui("arena", str(file), "--into", folder, "--stop-after-replaced", "0")
            assert ran.code == 0, ran.err
            said = "flagged" if above == "flag" else "void and count nowhere"
            sentence = f"2 games are {said}: more than 10% of the answers of a model were replaced"
            assert sentence in ran.out
            assert (" void\n" in ran.out) == (above == "void")
            metrics = wolftui("metrics", folder)
            if above == "flag":
                assert "2 games, " in metrics.err
                assert "are flagged by the arena: " in metrics.err
            else:
                assert "None of these games can be measured" in metrics.err
            written = wolftui("report", folder, "--out", str(report), "--no-plots")
            if above == "flag":
                assert written.code == 0, written.err
                assert sentence in report.read_text(encoding="utf-8")
                with (tmp_path / "report.models.csv").open(encoding="utf-8") as lines:
                    rows = list(csv.DictReader(lines))
                assert [row["model"] for row in rows] == ["m", "m"]
                assert all(int(row["refused"]) == int(row["replaced"]) > 2 for row in rows)
                assert all(row["given"] == row["cut"] == "0" for row in rows)
