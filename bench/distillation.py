"""The TOML file of a distillation: teacher, games, embedder and the student's numbers.

The structs are a file format (`policy/shipped/sla-text.toml`).
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from wolfcore.files import check_ranges, read_toml_as
from wolfcore.game import MAX_SEED, get_board
from wolfcore.memory.local_encoders import DEFAULT
from wolfcore.seating import parse_player
from wolfcore.training.hyperparameters import Population, Shape, check_population, check_shape

HELD = 10
"""One game of so many is not learned from: on those the student is judged."""


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A distillation.

    Attributes:
        teacher: The policy that teaches: a shipped one by name, or a file; it reads acts.
        plays: The policy whose games are learned from, likewise; empty for the teacher. So what was
            embedded while a teacher still learned itself is judged anew once it has learned.
        learner: The player whose choices they are, with a house bot that thinks.
        board: On which board.
        seed: The seed of the student's first weights and of the order of choices.
        games: How many games are played.
        first: The seed of the first of them.
        embedder: What turns words into vectors.
        rate: Learning rate of AdamW.
        decay: Its weight decay.
        batch: Choices in a step of the optimiser.
        passes: Passes over the choices, at most.
        patience: After so many passes without a better student it ends.
        network: The student.
        population: Who sits beside the teacher.
    """

    teacher: str = "sla-acts"
    plays: str = ""
    learner: str = "sla:bots=hard:record=whole:candidates=3"
    board: str = "sla7"
    seed: int = 0
    games: int = 1000
    first: int = 1 << 42
    embedder: str = DEFAULT
    rate: float = 1e-3
    decay: float = 0.05
    batch: int = 256
    passes: int = 60
    patience: int = 6
    network: Shape = Shape()
    population: Population = Population()


def read_lesson(file: Path) -> Lesson:
    """The distillation of a TOML file.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a value out of range, or names a
            player or board that does not exist.
    """
    return read_toml_as(file, Lesson, check_lesson, "distillation")


def check_lesson(lesson: Lesson) -> None:
    """See that a distillation can be run.

    Raises:
        ConfigError: A value is out of range, or it names a player or board that does not exist.
    """
    board = get_board(lesson.board)
    parse_player(lesson.learner)
    check_shape(lesson.network)
    check_population(lesson.population, board)
    check_ranges(
        (
            ("seed", lesson.seed, 0, MAX_SEED),
            ("games", lesson.games, HELD, 1_000_000),
            ("first", lesson.first, 0, MAX_SEED - lesson.games),
            ("rate", lesson.rate, 1e-8, 1.0),
            ("decay", lesson.decay, 0.0, 10.0),
            ("batch", lesson.batch, 1, 1 << 20),
            ("passes", lesson.passes, 1, 100_000),
            ("patience", lesson.patience, 1, 100_000),
        )
    )
