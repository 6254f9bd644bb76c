"""Training data of a distillation: choices played, described, embedded, and kept on disk."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import torch
from msgspec.structs import replace
from safetensors.numpy import load_file, save
from torch import Tensor

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy import PolicyChooser
from wolfcore.agents.policy.act_features import ActsDescriber, act_lengths
from wolfcore.agents.policy.checkpoints import check_describer, load_checkpoint, write_atomically
from wolfcore.agents.policy.network import Network, PolicyInput
from wolfcore.agents.policy.text_features import BotTurnTeller, text_features
from wolfcore.agents.policy.turn_text import TurnText
from wolfcore.agents.policy_files import checkpoint_file, layout_for
from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.files import read_text
from wolfcore.game import Game, get_board, make_spec
from wolfcore.memory.embedders import SyncVectors
from wolfcore.memory.local_encoders import sync_vectors
from wolfcore.players import Desk
from wolfcore.seating import make_quick_agent, parse_player
from wolfcore.table import play_now
from wolfcore.training.self_play import learning_seats, population_players, seat_population

from .distillation import Lesson

_GAMES = 50
"""Games of a file of data."""


class Choice(NamedTuple):
    """A choice that is learned from: the turn in words, and what a teacher reads of it."""

    game: int
    turn: Turn
    words: TurnText
    acts: PolicyInput


class Choices(NamedTuple):
    """Many choices: T of them, N candidates at most.

    Attributes:
        game: [T], in which game.
        player: [T, P].
        state: [T, S].
        candidates: [T, N, C].
        probabilities: [T, N], those of the teacher; 0 where there is no such candidate.
        there: [T, N], whether there is.
    """

    game: Tensor
    player: Tensor
    state: Tensor
    candidates: Tensor
    probabilities: Tensor
    there: Tensor

    def at(self, places: Tensor) -> Choices:
        """Some of them."""
        return Choices(*[each[places] for each in self])


class TeacherGames:
    """Plays the games of a distillation; made once.

    Args:
        lesson: The distillation.

    Raises:
        ConfigError: The policy that plays cannot be read, or reads no acts.
    """

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, self._board = lesson, get_board(lesson.board)
        network = _of_acts(lesson.plays or lesson.teacher, lesson)
        layout, self._noted, self._game = layout_for(self._board), list[Choice](), 0

        def choosing(thinker: HouseThinker, _: str) -> PolicyChooser:
            teller = BotTurnTeller(thinker)

            def note(turn: Turn, desk: Desk, seen: PolicyInput, chosen: CandidateChoice) -> None:
                del chosen
                self._noted.append(Choice(self._game, turn, teller.turn_text(turn, desk), seen))

            return PolicyChooser(network, ActsDescriber(thinker, layout), note)

        self._teacher = make_quick_agent(parse_player(lesson.learner), choosing)
        self._others = population_players(lesson.population)

    def choices(self, seed: int) -> list[Choice]:
        """The teacher's choices in the game of a seed."""
        self._noted.clear()
        self._game = seed
        game = Game(make_spec(self._board, seed))
        play_now(
            game,
            seat_population(
                game, self._teacher, learning_seats(self._lesson.population, game), self._others
            ),
        )
        return list(self._noted)


def _of_acts(policy: str, lesson: Lesson) -> Network:
    """The network of a policy that reads acts, with the layout of the distillation's board.

    Raises:
        ConfigError: There is none, it cannot be read, or it reads something else.
    """
    file, layout = checkpoint_file(policy), layout_for(get_board(lesson.board))
    checkpoint = load_checkpoint(file)
    check_describer(file, checkpoint, ActsDescriber.name, act_lengths(checkpoint.about.layout))
    if checkpoint.about.layout != layout:
        raise ConfigError(
            f"has another layout of features than a policy for {lesson.board}", file=str(file)
        )
    return checkpoint.network()


def describe_games(folder: Path, lesson: Lesson) -> Iterator[int]:
    """Play and embed the games that the run's folder lacks, file by file.

    Yields after each file how many games the folder holds.

    Raises:
        ConfigError: The teacher or the embedder cannot be had, or the folder holds the games of
            another distillation.
        MemoryProblem: There are no vectors to be had.
    """
    (folder / "data").mkdir(parents=True, exist_ok=True)
    _claim(folder, lesson)
    games, vectors = TeacherGames(lesson), sync_vectors(lesson.embedder)
    for start in range(0, lesson.games, _GAMES):
        file, end = _file(folder, start), min(start + _GAMES, lesson.games)
        if not file.exists():
            found = [
                choice
                for number in range(start, end)
                for choice in games.choices(lesson.first + number)
            ]
            write_atomically(file, save(_arrays(found, lesson, vectors)))
        yield end


def _claim(folder: Path, lesson: Lesson) -> None:
    """Check that a folder is empty or holds games of the same settings, and record those settings.

    The settings on which the games depend are saved beside them as `games.json`.

    Raises:
        ConfigError: It holds others.
    """
    usual, file = Lesson(), folder / "data" / "games.json"
    games = replace(
        lesson,
        teacher="",
        plays=lesson.plays or lesson.teacher,
        seed=0,
        games=usual.games,
        rate=usual.rate,
        decay=usual.decay,
        batch=usual.batch,
        passes=usual.passes,
        patience=usual.patience,
        network=usual.network,
    )
    wanted = msgspec.json.encode(games).decode()
    if not file.exists():
        write_atomically(file, wanted.encode())
    elif read_text(file) != wanted:
        raise ConfigError(
            "holds the games of another distillation", file=str(folder), hint="Name another folder."
        )


def _file(folder: Path, start: int) -> Path:
    return folder / "data" / f"{start:06}.safetensors"


def _arrays(choices: list[Choice], lesson: Lesson, vectors: SyncVectors) -> dict[str, np.ndarray]:
    """Stack choices into arrays, with the candidates of all choices concatenated.

    Text features are stored in half precision, which is enough for embedding vectors.
    """
    # All texts at once: an encoder is faster with many of a length.
    vectors.vectors([text for choice in choices for text in choice.words.texts])
    layout = layout_for(get_board(lesson.board))
    seen = [
        text_features(choice.turn, choice.words, vectors.vectors(choice.words.texts), layout)
        for choice in choices
    ]
    return {
        "game": np.array([choice.game - lesson.first for choice in choices], np.int64),
        "many": np.array([len(each.candidates) for each in seen], np.int64),
        "player": np.stack([each.player for each in seen]).astype(np.float16),
        "state": np.stack([each.state for each in seen]).astype(np.float16),
        "candidates": np.concatenate([each.candidates for each in seen]).astype(np.float16),
        "acts.player": np.stack([choice.acts.player for choice in choices]),
        "acts.state": np.stack([choice.acts.state for choice in choices]),
        "acts.candidates": np.concatenate([choice.acts.candidates for choice in choices]),
    }


def load_choices(folder: Path, lesson: Lesson) -> Choices:
    """What a run's folder holds of a distillation, with the shares of its teacher.

    Raises:
        ConfigError: The teacher cannot be read, or reads no acts.
    """
    files = [load_file(_file(folder, start)) for start in range(0, lesson.games, _GAMES)]
    whole = {name: np.concatenate([file[name] for file in files]) for name in files[0]}
    many, teacher = whole["many"], _of_acts(lesson.teacher, lesson)
    rows, places = (
        np.repeat(np.arange(len(many)), many),
        np.concatenate([np.arange(each) for each in many]),
    )
    shape = len(many), int(many.max())
    candidates = np.zeros((*shape, whole["candidates"].shape[1]), np.float32)
    shares, there = np.zeros(shape, np.float32), np.zeros(shape, bool)
    acts = zip(
        whole["acts.player"],
        whole["acts.state"],
        np.split(whole["acts.candidates"], np.cumsum(many)[:-1]),
        strict=True,
    )
    taught = np.concatenate([teacher.probabilities(PolicyInput(*each)) for each in acts])
    candidates[rows, places], shares[rows, places], there[rows, places] = (
        whole["candidates"],
        taught,
        True,
    )
    player, state = (whole[name].astype(np.float32) for name in ("player", "state"))
    return Choices(
        *map(torch.from_numpy, (whole["game"], player, state, candidates, shares, there))
    )
