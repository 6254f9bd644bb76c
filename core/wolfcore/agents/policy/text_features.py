"""Features of a turn for the text policy: mean sentence embeddings of state and candidates.

Five state vectors (facts, potential truths, potential falsehoods, deductions, situation), each the
mean over its lines, so that no record is too long; each candidate has two vectors and three
position flags. Their order is fixed by the version in the describer's name, the roles and kinds of
ask of the player vector by the layout of the checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from wolfcore.agents import Turn
from wolfcore.agents.policy_files import Layout
from wolfcore.bots import HouseThinker
from wolfcore.memory.embedders import SyncVectors
from wolfcore.memory.vectors import Vector
from wolfcore.players import Desk

from .network import Floats, PolicyInput
from .seat_features import player_length, player_vector
from .turn_text import TurnText, deductions_from_beliefs, turn_text

EMBEDDING_LENGTH = 384
"""The length of a vector of all-MiniLM-L6-v2."""


STATE_PARTS = 5


POSITION_FLAGS = 3


_VERSION = "texts-1"


Vectors: TypeAlias = Mapping[str, Vector]


def describer_name(embedder: str) -> str:
    """Return the name of the describer that uses an embedder."""
    return f"{_VERSION}:{embedder}"


def embedder_of_describer(describer: str) -> str:
    """Return the embedder in a describer's name; empty if it reads no texts of this version."""
    version, _, embedder = describer.partition(":")
    return embedder if version == _VERSION else ""


def feature_lengths(layout: Layout, dimensions: int = EMBEDDING_LENGTH) -> tuple[int, int, int]:
    """Return the lengths of the player, state and candidate vectors."""
    return player_length(layout), STATE_PARTS * dimensions, 2 * dimensions + POSITION_FLAGS


def text_features(turn: Turn, words: TurnText, vectors: Vectors, layout: Layout) -> PolicyInput:
    """Encode a turn.

    Args:
        turn: The turn.
        words: The turn in words.
        vectors: The embedding of each text of `words`, all of one length.
        layout: The layout with which the network was trained.

    Raises:
        ConfigError: The board deals a role that the layout lacks.
    """
    length = len(next(iter(vectors.values())))
    state = [_mean(part, vectors, length) for part in words.parts]
    candidates = [
        np.concatenate(
            [
                _mean([each.action], vectors, length),
                _mean(each.reasons, vectors, length),
                _place(place),
            ]
        )
        for place, each in enumerate(words.candidates)
    ]
    player = np.array(player_vector(turn.view, turn.ask, turn.view.state.day, layout), np.float32)
    return PolicyInput(player, np.concatenate(state), np.stack(candidates))


def _mean(texts: Sequence[str], vectors: Vectors, length: int) -> Floats:
    if not texts:
        return np.zeros(length, np.float32)
    return np.stack([np.frombuffer(vectors[text], np.float32) for text in texts]).mean(
        axis=0, dtype=np.float32
    )


def _place(place: int) -> Floats:
    row = np.zeros(POSITION_FLAGS, np.float32)
    row[min(place, POSITION_FLAGS - 1)] = 1.0
    return row


class BotTurnTeller:
    """Writes turns in words for a seat that a house bot thinks for.

    Args:
        thinker: The bot; its beliefs replace a model's deductions.
    """

    def __init__(self, thinker: HouseThinker) -> None:
        self._thinker = thinker

    def turn_text(self, turn: Turn, desk: Desk) -> TurnText:
        """Write a turn in words."""
        beliefs = self._thinker.beliefs(turn.view, turn.ask, desk)
        return turn_text(
            replace(turn, deductions=deductions_from_beliefs(beliefs)), self._thinker.acts_of_speech
        )


class TextsDescriber:
    """Encodes turns of a seat that a house bot thinks for, synchronously.

    Args:
        thinker: The bot.
        vectors: The synchronous embedder.
        layout: The layout with which the network was trained.
    """

    def __init__(self, thinker: HouseThinker, vectors: SyncVectors, layout: Layout) -> None:
        self._teller, self._vectors, self._layout = BotTurnTeller(thinker), vectors, layout
        self.name, self.lengths = describer_name(vectors.name), feature_lengths(layout)

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """Encode a turn with all its candidates, in order.

        Raises:
            MemoryProblem: The embedder is not available.
            ConfigError: The board deals a role that the layout lacks.
        """
        words = self._teller.turn_text(turn, desk)
        return text_features(turn, words, self._vectors.vectors(words.texts), self._layout)
