"""Choosers: draw a candidate from the probabilities that a network gives, for bots and models.

The draw uses the dice of the ask, so that equal games select equally. Also the default policies of
seats that name none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy_files import Layout, checkpoint_file
from wolfcore.agents.policy_results import DEFAULT_POLICY, DEFAULT_TEXT_POLICY, POLICY_OF_BOARD
from wolfcore.bots import HouseThinker
from wolfcore.errors import MemoryProblem
from wolfcore.game import SAFE_NIGHT
from wolfcore.memory import Embedder
from wolfcore.memory.defaults import STANDS_IN
from wolfcore.memory.embedders import SyncVectors
from wolfcore.memory.local_encoders import sync_vectors
from wolfcore.players import Desk, Progress

from .act_features import ActsDescriber
from .checkpoints import Checkpoint, check_describer, load_checkpoint
from .network import Floats, Network, PolicyInput
from .text_features import (
    STATE_PARTS,
    TextsDescriber,
    describer_name,
    embedder_of_describer,
    feature_lengths,
    text_features,
)
from .turn_text import turn_text

ChoiceListener: TypeAlias = Callable[[Turn, Desk, PolicyInput, CandidateChoice], object]
"""Called with each choice: the turn, its desk, the input of the network, and the choice."""


class CandidateScorer(Protocol):
    """Gives selection probabilities: a `Network`, or a simpler scorer to begin training with."""

    def probabilities(self, seen: PolicyInput) -> Floats:
        """Return the selection probability of each candidate, [N], adding up to 1."""
        ...


class PolicyChooser:
    """Draws a candidate from the probabilities that a network gives.

    Args:
        network: The network.
        describer: Encodes turns as input of the network.
        on_choice: Called with every choice, for training; None for no call.
    """

    def __init__(
        self,
        network: CandidateScorer,
        describer: Describer,
        on_choice: ChoiceListener | None = None,
    ) -> None:
        self._network, self._describer, self._note = network, describer, on_choice

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Select one of `turn.candidates`, of which there are two or more."""
        seen = self._describer.describe(turn, desk)
        chosen = _chosen(self._network, seen, desk)
        if self._note:
            self._note(turn, desk, seen, chosen)
        return chosen

    async def prepare(self, desk: Desk) -> None:
        """Do nothing: there is nothing to load."""


class BoardChooser:
    """Uses the policy trained on the current board, or the default policy on other boards.

    Args:
        usual: The chooser with the default policy.
        learned: The choosers of boards, by the board's name.
    """

    def __init__(self, usual: PolicyChooser, learned: Mapping[str, PolicyChooser]) -> None:
        self._usual, self._learned = usual, learned

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Select one of `turn.candidates` with the chooser of the board."""
        board = turn.view.board.name.removesuffix(SAFE_NIGHT)
        return self._learned.get(board, self._usual).choose(turn, desk)

    async def prepare(self, desk: Desk) -> None:
        """Do nothing: there is nothing to load."""


class BotTextChooser(PolicyChooser):
    """A `PolicyChooser` with a text policy, for a seat that a house bot thinks for.

    Args:
        network: The network.
        layout: The layout with which it was trained.
        thinker: The bot.
        vectors: The synchronous embedder.
    """

    def __init__(
        self, network: Network, layout: Layout, thinker: HouseThinker, vectors: SyncVectors
    ) -> None:
        super().__init__(network, TextsDescriber(thinker, vectors, layout))
        self._encoder = vectors.encoder

    async def prepare(self, desk: Desk) -> None:
        """Load the embedder if it is not loaded, without blocking the event loop."""
        await _loaded(self._encoder, desk)


class ModelTextChooser:
    """Draws a candidate of a seat that a model plays, asynchronously.

    Args:
        network: The network.
        layout: The layout with which it was trained.
        embedder: The asynchronous embedder with which the network was trained, or one that may
            replace it.
    """

    def __init__(self, network: Network, layout: Layout, embedder: Embedder) -> None:
        self._network, self._layout, self._embedder = network, layout, embedder

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Select one of `turn.candidates` without blocking the event loop.

        Raises:
            MemoryProblem: The embedder is not available, or its vectors have another length than
                those that the network was trained with.
            ConfigError: The board deals a role that the layout lacks.
        """
        await _loaded(self._embedder, desk)
        words = turn_text(turn)
        vectors = dict(zip(words.texts, await self._embedder.vectors(words.texts), strict=True))
        if STATE_PARTS * len(next(iter(vectors.values()))) != self._network.sizes.state:
            raise MemoryProblem(
                f"`{self._embedder.name}` gives vectors of another length than those "
                "that the policy was trained with"
            )
        return _chosen(self._network, text_features(turn, words, vectors, self._layout), desk)


class _Loadable(Protocol):
    """An object that is loaded once."""

    @property
    def ready(self) -> bool: ...

    async def load(self) -> None: ...


async def _loaded(what: _Loadable, desk: Desk) -> None:
    """Load an object if it is not loaded, and report it to the table."""
    if not what.ready:
        desk.progress(Progress("loading"))
        await what.load()


def _chosen(network: CandidateScorer, seen: PolicyInput, desk: Desk) -> CandidateChoice:
    """Draw a candidate with the ask's own dice, so that equal games select equally."""
    shares = network.probabilities(seen)
    return CandidateChoice(
        index_for_draw(shares, desk.dice.chance("policy")), tuple(map(float, shares))
    )


def index_for_draw(shares: Floats, chance: float) -> int:
    """Return the index on which a number in [0, 1) falls when each index has its share."""
    # The sum may end a rounding below 1.
    return min(
        int(np.searchsorted(np.cumsum(shares, dtype=np.float64), chance, side="right")),
        len(shares) - 1,
    )


def chooser_for_bots(policy: str, thinker: HouseThinker, embedder: str = "") -> PolicyChooser:
    """Load the policy of a seat that a house bot thinks for; it may read acts or texts.

    Args:
        policy: The name of a shipped policy, or a file.
        thinker: The bot.
        embedder: The embedder of the texts: the one with which the policy was trained, or one that
            may replace it. Empty for the former, so that the policy alone decides how a seat plays,
            wherever it plays.

    Raises:
        ConfigError: The policy does not exist, cannot be read, has another input format, or its
            embedder is not available.
    """
    file = checkpoint_file(policy)
    checkpoint = _checkpoint(file)
    layout = checkpoint.about.layout
    learned_with = embedder_of_describer(checkpoint.about.describer)
    # An embedder beside a policy that reads no texts is refused below.
    if not learned_with and not embedder:
        describer = ActsDescriber(thinker, layout)
        check_describer(file, checkpoint, describer.name, describer.lengths)
        return PolicyChooser(_network(file), describer)
    _check_reads_texts(file, checkpoint, embedder or learned_with)
    return BotTextChooser(_network(file), layout, thinker, sync_vectors(embedder or learned_with))


def default_chooser_for_bots(thinker: HouseThinker) -> BoardChooser:
    """Load the default policies of a seat that a house bot thinks for.

    Args:
        thinker: The bot.

    Raises:
        ConfigError: A policy cannot be read, or has another input format.
    """
    learned = {board: chooser_for_bots(name, thinker) for board, name in POLICY_OF_BOARD.items()}
    return BoardChooser(chooser_for_bots(DEFAULT_POLICY, thinker), learned)


def chooser_for_models(policy: str, embedder: Embedder) -> ModelTextChooser:
    """Load the text policy of a seat that a model plays.

    Args:
        policy: The name of a shipped policy, or a file; empty for the default one.
        embedder: The seat's embedder.

    Raises:
        ConfigError: The policy does not exist, cannot be read, or reads other input than vectors of
            this embedder or of one that it may replace.
    """
    file = checkpoint_file(policy or DEFAULT_TEXT_POLICY)
    checkpoint = _checkpoint(file)
    _check_reads_texts(file, checkpoint, embedder.name)
    return ModelTextChooser(_network(file), checkpoint.about.layout, embedder)


def _check_reads_texts(file: Path, checkpoint: Checkpoint, embedder: str) -> None:
    """Check that a checkpoint was trained with an embedder, or with one that it may replace.

    Raises:
        ConfigError: The checkpoint has another input format.
    """
    learned_with = embedder_of_describer(checkpoint.about.describer)
    reads_as = learned_with if STANDS_IN.get(learned_with) == embedder else embedder
    check_describer(
        file,
        checkpoint,
        describer_name(reads_as),
        feature_lengths(checkpoint.about.layout, checkpoint.about.sizes.state // STATE_PARTS),
    )


def _checkpoint(file: Path) -> Checkpoint:
    # The time of writing is a part of the cache's key, so that a new file is read.
    return _read(file, file.stat().st_mtime_ns if file.exists() else 0)[0]


def _network(file: Path) -> Network:
    return _read(file, file.stat().st_mtime_ns)[1]


@lru_cache(maxsize=16)
def _read(file: Path, written: int) -> tuple[Checkpoint, Network]:
    """Read the checkpoint and the network of a file; cached until the file's write time changes."""
    checkpoint = load_checkpoint(file)
    return checkpoint, checkpoint.network()


class Describer(Protocol):
    """Encodes a turn with candidates as input of a network."""

    @property
    def name(self) -> str:
        """The name and version of the input format; a checkpoint is for one describer."""
        ...

    @property
    def lengths(self) -> tuple[int, int, int]:
        """The lengths of the player, state and candidate vectors."""
        ...

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """Encode a turn with all its candidates, in order."""
        ...
