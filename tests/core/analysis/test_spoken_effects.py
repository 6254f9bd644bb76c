"""What words did lies beside the game: it is there again, and a file that does not fit is said."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from wolfcore.analysis.spoken_effects import (
    EFFECTS_FILE,
    AskedQuestion,
    BeliefShift,
    MovedBallot,
    SavedEffects,
    SeatEffects,
    SpokenEffect,
    Witness,
    read_effects,
    write_effects,
)
from wolfcore.records import SavedGame

from .spoken_games import play_spoken, says

SHIFT = BeliefShift(1, 2, 0.25, 0.625, "good", "bad")
WORD = SpokenEffect("d1.speak.3", 3, "speak", 1, "moved", (SHIFT,), (MovedBallot("vote", 1, 0, 2),))


def kept(root: Path, word: SpokenEffect = WORD) -> tuple[SavedGame, SavedEffects]:
    """A game with a file about seat 3."""
    saved = play_spoken(root, "duel6", 5, {3: says("")})
    none, problem = read_effects(saved)
    assert (none.seats, problem) == ({}, "")
    effects = replace(none, seats={3: SeatEffects((word,))})
    assert write_effects(saved, effects) == ""
    return saved, effects


def test_what_words_did_is_there_again(tmp_path: Path) -> None:
    saved, effects = kept(tmp_path)
    assert read_effects(saved) == (effects, "")


@pytest.mark.parametrize(
    "changed",
    [
        {"log": "0"}, {"bots": 1}, {"reader": 1}, {"version": 0}, {"secret": 1}, {"seats": {"99": {}}},
        {"log": "[" * 100 + "]" * 100, "seats": 3},
    ],
)  # fmt: skip
def test_a_file_of_another_game_or_version_and_a_damaged_one_are_said_in_one_line(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    saved, effects = kept(tmp_path)
    content = msgspec.to_builtins(effects, str_keys=True) | changed
    (saved.path / EFFECTS_FILE).write_bytes(msgspec.json.encode(content))
    found, problem = read_effects(saved)
    assert found.seats == {}
    assert "made anew" in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    "word",
    [
        replace(WORD, entry=10_000), replace(WORD, ask="d1.speak.26"),
        replace(WORD, shifts=(replace(SHIFT, about=7),)), replace(WORD, shifts=(replace(SHIFT, seat=7),)),
        replace(WORD, moved=(MovedBallot("vote", 7, 1, 2),)), replace(WORD, moved=(MovedBallot("vote", 1, 7, 2),)),
        replace(WORD, moved=(MovedBallot("vote", 1, 2, 7),)), replace(WORD, settled=(7, 2)),
        replace(WORD, questions=(AskedQuestion(7, "no_turn"),)), replace(WORD, witnesses=(Witness(7),)),
        replace(WORD, witnesses=(Witness(5, 7),)), replace(WORD, witnesses=(Witness(5, 1, 1, 7),)),
    ],
)  # fmt: skip
def test_no_seat_ask_or_entry_is_read_that_the_game_does_not_have(
    tmp_path: Path, word: SpokenEffect
) -> None:
    saved, _ = kept(tmp_path, word)
    found, problem = read_effects(saved)
    assert (found.seats, "does not fit" in problem) == ({}, True)


def test_nothing_is_written_through_a_link_and_what_fails_is_a_sentence(tmp_path: Path) -> None:
    saved, effects = kept(tmp_path)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (saved.path / EFFECTS_FILE).unlink()
    (saved.path / EFFECTS_FILE).symlink_to(victim)
    assert write_effects(saved, effects) == ""
    assert victim.read_text() == "mine"
    assert write_effects(replace(saved, path=tmp_path / "none"), effects).startswith("What your")
