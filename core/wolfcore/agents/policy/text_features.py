"""Features of a turn for the text policy: mean sentence embeddings of state and candidates.

Five state vectors (facts, potential truths, potential falsehoods, deductions, situation), each
the mean over its lines, so that no record is too long; two vectors and three position flags a
candidate. The layout is fixed by the version in the describer's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from wolfcore.agents import Turn
from wolfcore.bots import HouseThinker
from wolfcore.memory.embedders import SyncVectors
from wolfcore.memory.vectors import Vector
from wolfcore.players import Desk

from .network import Floats, PolicyInput
from .seat_features import PLAYER_LENGTH, player_vector
from .turn_text import TurnText, deductions_from_beliefs, turn_text

EMBEDDING_LENGTH = 384
"""Numbers of a vector of all-MiniLM-L6-v2."""


STATE_PARTS = 5


POSITION_FLAGS = 3


_VERSION = "texts-1"


Vectors: TypeAlias = Mapping[str, Vector]


def describer_name(embedder: str) -> str:
    """The name of the describer whose vectors come from an embedder."""
    return f"{_VERSION}:{embedder}"


def embedder_of_describer(describer: str) -> str:
    """The embedder of a describer; empty where that reads no texts of this version."""
    version, _, embedder = describer.partition(":")
    return embedder if version == _VERSION else ""


def feature_lengths(dimensions: int = EMBEDDING_LENGTH) -> tuple[int, int, int]:
    """How many numbers describe the player, the state and a candidate."""
    return PLAYER_LENGTH, STATE_PARTS * dimensions, 2 * dimensions + POSITION_FLAGS


def text_features(turn: Turn, words: TurnText, vectors: Vectors) -> PolicyInput:
    """The numbers of a turn.

    Args:
        turn: The turn.
        words: The turn in words.
        vectors: The vector of each of them, all of one length.
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
    player = np.array(player_vector(turn.view, turn.ask, turn.view.state.day), np.float32)
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
    """Tells turns of a seat for which a house bot thinks.

    Args:
        thinker: The bot; what it believes stands in the place of a model's deduction.
    """

    def __init__(self, thinker: HouseThinker) -> None:
        self._thinker = thinker

    def turn_text(self, turn: Turn, desk: Desk) -> TurnText:
        """A turn in words."""
        beliefs = self._thinker.beliefs(turn.view, turn.ask, desk)
        return turn_text(
            replace(turn, deductions=deductions_from_beliefs(beliefs)), self._thinker.acts_of_speech
        )


class TextsDescriber:
    """Describes turns of a seat for which a house bot thinks, at once.

    Args:
        thinker: The bot.
        vectors: Where vectors come from.
    """

    lengths = feature_lengths()

    def __init__(self, thinker: HouseThinker, vectors: SyncVectors) -> None:
        self._teller, self._vectors = BotTurnTeller(thinker), vectors
        self.name = describer_name(vectors.name)

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """The numbers of a turn, of all its candidates in order.

        Raises:
            MemoryProblem: There are no vectors to be had.
        """
        words = self._teller.turn_text(turn, desk)
        return text_features(turn, words, self._vectors.vectors(words.texts))
