"""A policy that reads words, taught by one that reads acts."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs torch, which `make test-all` installs")

import numpy as np
from msgspec.structs import replace
from safetensors.numpy import load

from bench import distillation_data
from bench.distillation import Lesson, read_lesson
from bench.distillation_data import Choices, describe_games, load_choices
from bench.distilled_policy import distil
from tests.core.agents.policy.nets import acts_sizes, drawn_weights
from tests.core.memory.encoders import WordEncoder
from wolfcore.agents.policy import Checkpoint, load_checkpoint, save_checkpoint
from wolfcore.agents.policy.act_features import ActsDescriber
from wolfcore.agents.policy.checkpoints import FORMAT, About
from wolfcore.agents.policy.network import PolicyInput
from wolfcore.agents.policy.text_features import describer_name
from wolfcore.errors import ConfigError
from wolfcore.memory.embedders import SyncVectors
from wolfcore.training.hyperparameters import Shape

pytestmark = pytest.mark.extra("torch")

DIMENSIONS = 48
GAMES = 60


@pytest.fixture
def encoder(monkeypatch: pytest.MonkeyPatch) -> WordEncoder:
    """Stands in for the embedder of this machine."""
    found = WordEncoder("words", DIMENSIONS)
    shared = SyncVectors(found)

    def vectors(name: str) -> SyncVectors:
        assert name == "words"
        return shared

    monkeypatch.setattr(distillation_data, "sync_vectors", vectors)
    return found


def taught(folder: Path, seed: int = 1) -> Lesson:
    """A small distillation of a teacher that chance made."""
    file, sizes = folder / f"teacher{seed}.safetensors", acts_sizes()
    about = About(format=FORMAT, describer=ActsDescriber.name, sizes=sizes)
    save_checkpoint(file, Checkpoint(about, drawn_weights(sizes, seed)))
    return Lesson(
        teacher=str(file),
        learner="sla:bots=normal:record=whole:candidates=3",
        games=GAMES,
        embedder="words",
        passes=6,
        network=Shape(width=32, heads=2),
    )


@pytest.mark.slow
def test_a_student_comes_nearer_to_its_teacher_on_games_that_it_never_saw(
    tmp_path: Path, encoder: WordEncoder
) -> None:
    lesson = taught(tmp_path)
    assert list(describe_games(tmp_path / "run", lesson)) == [50, 60]
    passes = list(distil(tmp_path / "run", lesson))
    assert min(each.apart for each in passes) < 0.7 * _apart_of_even(
        load_choices(tmp_path / "run", lesson)
    )
    assert max(each.agrees for each in passes) > passes[0].first
    student = load_checkpoint(tmp_path / "run" / "student.safetensors")
    assert student.about.describer == describer_name("words")
    assert (student.about.sizes.state, student.about.sizes.candidate) == (
        5 * DIMENSIONS,
        2 * DIMENSIONS + 3,
    )


def _apart_of_even(choices: Choices) -> float:
    """How far from the teacher, in nats, somebody is who finds all candidates as good: the mean
    over games that are held back."""
    held = choices.at((choices.game % 10 == 0).nonzero()[:, 0])
    shares, many = held.probabilities.numpy(), held.there.sum(dim=1).numpy()
    entropies = -(shares * np.log(np.maximum(shares, 1e-12))).sum(axis=1)
    return float((np.log(many) - entropies).mean())


@pytest.mark.slow
def test_what_was_described_is_kept_and_gives_the_same_student_again(
    tmp_path: Path, encoder: WordEncoder
) -> None:
    lesson, folder = replace(taught(tmp_path), games=20, passes=2), tmp_path / "run"
    list(describe_games(folder, lesson))
    first = list(distil(folder, lesson)), (folder / "student.safetensors").read_bytes()
    encoder.asked.clear()
    list(describe_games(folder, lesson))
    assert not encoder.asked
    assert (list(distil(folder, lesson)), (folder / "student.safetensors").read_bytes()) == first


@pytest.mark.slow
def test_games_of_one_teacher_can_be_judged_by_another(
    tmp_path: Path, encoder: WordEncoder
) -> None:
    lesson, folder = replace(taught(tmp_path), games=20), tmp_path / "run"
    list(describe_games(folder, lesson))
    other = replace(lesson, plays=lesson.teacher, teacher=taught(tmp_path, seed=2).teacher)
    list(describe_games(folder, other))
    mine, its = load_choices(folder, lesson), load_choices(folder, other)
    assert mine.state.equal(its.state)
    assert not mine.probabilities.equal(its.probabilities)
    network = load_checkpoint(Path(other.teacher)).network()
    data = load((folder / "data" / "000000.safetensors").read_bytes())
    many = int(data["many"][0])
    seen = PolicyInput(
        data["acts.player"][0], data["acts.state"][0], data["acts.candidates"][:many]
    )
    assert np.allclose(its.probabilities[0, :many].numpy(), network.probabilities(seen))


@pytest.mark.slow
def test_a_folder_of_other_games_is_refused(tmp_path: Path, encoder: WordEncoder) -> None:
    lesson, folder = replace(taught(tmp_path), games=10), tmp_path / "run"
    list(describe_games(folder, lesson))
    with pytest.raises(ConfigError, match="holds the games of another distillation"):
        list(describe_games(folder, replace(lesson, first=5)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("teachers = 'x'", "is not a valid distillation .*teachers"),
        ("games = 3", "games: 3 is out of range"),
        ("rate = 'fast'", "is not a valid distillation"),
        ("[network]\nwidth = 30\nheads = 4", "`network.width` is not a multiple of the heads"),
        ("[population]\nstyles = []", "names no players"),
        ("board = 'nowhere'", "nowhere"),
        ("= 3", "is not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_is_refused_in_one_line(
    text: str, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=problem) as caught:
        read_lesson(file)
    assert "my.toml" in str(caught.value)


def test_a_file_says_what_it_changes_and_the_rest_is_usual(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text("games = 40\nteacher = 'mine.safetensors'\n")
    assert read_lesson(file) == Lesson(games=40, teacher="mine.safetensors")
