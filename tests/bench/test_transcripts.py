"""Whole games as text: what a reader sees, blind pairs with their key, and wrong folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import transcripts
from bench.speed import HERE
from bench.transcript_process import transcript
from bench.transcripts import Deal, measure, write_pairs
from wolfcore.errors import ConfigError

DEALS: list[Deal] = [("normal", "duel6", seed) for seed in range(8)]


def test_a_transcript_has_the_talk_the_ballots_and_the_roles_but_no_secrets() -> None:
    text = transcript("normal", "duel6", 1)
    assert "day 1" in text and "Vote:" in text and "Roles. " in text
    talk, roles = text.split("Roles. ")
    assert (
        "Werewolf" in roles
        and "whisper" not in talk.lower()
        and "checked" not in talk.split("day 1")[0]
    )


def test_games_are_written_and_a_used_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    measure(["--games", "1", "--boards", "duel6", "--out", str(folder)])
    assert capsys.readouterr().out.startswith("2 games in ")
    names = {path.name for path in folder.iterdir()}
    assert names == {"normal-duel6-0.txt", "hard-duel6-0.txt"}
    assert (folder / "normal-duel6-0.txt").read_text("utf-8") == transcript("normal", "duel6", 0)
    with pytest.raises(ConfigError, match="cannot be made"):
        measure(["--out", str(folder)])
    with pytest.raises(SystemExit):
        measure(["--out", str(tmp_path / "new"), "--other", str(tmp_path)])
    assert "is no checkout" in capsys.readouterr().err


def test_pairs_are_shuffled_and_the_key_tells_which_is_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def texts(tree: Path, deals: list[Deal]) -> dict[Deal, str]:
        return {deal: f"{'new' if tree == HERE and deal[2] else 'old'} {deal[2]}" for deal in deals}

    monkeypatch.setattr(transcripts, "transcripts_of", texts)
    folder = tmp_path / "pairs"
    folder.mkdir()
    assert write_pairs(folder, DEALS, tmp_path) == 7  # the games of seed 0 are equal
    key = json.loads((tmp_path / "pairs.key.json").read_text("utf-8"))
    assert {pair["this checkout"] for pair in key.values()} == {"A", "B"}
    for number, pair in key.items():
        here, there = pair["this checkout"], "AB".replace(pair["this checkout"], "")
        seed = pair["deal"][2]
        assert (folder / f"{number}-{here}.txt").read_text("utf-8") == f"new {seed}"
        assert (folder / f"{number}-{there}.txt").read_text("utf-8") == f"old {seed}"
    assert [pair["deal"][2] for pair in key.values()] != sorted(
        pair["deal"][2] for pair in key.values()
    )


def test_a_checkout_that_cannot_play_is_named(tmp_path: Path) -> None:
    (tmp_path / "core" / "wolfcore").mkdir(parents=True)
    (tmp_path / "core" / "wolfcore" / "__init__.py").touch()
    with pytest.raises(ConfigError, match="cannot play"):
        transcripts.transcripts_of(tmp_path, DEALS[:1])
