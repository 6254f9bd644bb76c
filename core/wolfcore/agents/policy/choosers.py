"""Choosers: draw a candidate from the probabilities that a network gives, for bots and models.

The draw uses the dice of the ask, so that equal games choose alike. Also which shipped policy a
seat gets that names none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.bots import HouseThinker
from wolfcore.errors import MemoryProblem
from wolfcore.memory import Embedder
from wolfcore.memory.defaults import STANDS_IN
from wolfcore.memory.embedders import SyncVectors
from wolfcore.memory.local_encoders import sync_vectors
from wolfcore.players import Desk, Progress

from .act_features import ActsDescriber
from .checkpoints import Checkpoint, check_describer, checkpoint_file, load_checkpoint
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
"""Told of a choice: the turn and its dice, what the network read of it, and what came of it."""


class CandidateScorer(Protocol):
    """Whatever says how likely each candidate is to be chosen: a `Network`, or something simpler that learners begin with."""

    def probabilities(self, seen: PolicyInput) -> Floats:
        """How likely each candidate is chosen, [N], adding up to 1."""
        ...


class PolicyChooser:
    """Draws a candidate from what a network makes of the turn.

    Args:
        network: The network.
        describer: Turns turns into its numbers.
        on_choice: Told of every choice, for whoever learns.
    """

    def __init__(
        self,
        network: CandidateScorer,
        describer: Describer,
        on_choice: ChoiceListener | None = None,
    ) -> None:
        self._network, self._describer, self._note = network, describer, on_choice

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `Chooser.choose`."""
        seen = self._describer.describe(turn, desk)
        chosen = _chosen(self._network, seen, desk)
        if self._note:
            self._note(turn, desk, seen, chosen)
        return chosen

    async def prepare(self, desk: Desk) -> None:
        """As `Chooser.prepare`: there is nothing to load."""


class BoardChooser:
    """Chooses by what was learned on the board that is played, and on any other by the usual policy.

    Args:
        usual: Who chooses otherwise.
        learned: Who chooses on a board, by its name.
    """

    def __init__(self, usual: PolicyChooser, learned: Mapping[str, PolicyChooser]) -> None:
        self._usual, self._learned = usual, learned

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `Chooser.choose`."""
        return self._learned.get(turn.view.board.name, self._usual).choose(turn, desk)

    async def prepare(self, desk: Desk) -> None:
        """As `Chooser.prepare`: there is nothing to load."""


class BotTextChooser(PolicyChooser):
    """The same by the words of a seat for which a house bot thinks.

    Args:
        network: The network.
        thinker: The bot.
        vectors: Turns words into vectors.
    """

    def __init__(self, network: Network, thinker: HouseThinker, vectors: SyncVectors) -> None:
        super().__init__(network, TextsDescriber(thinker, vectors))
        self._encoder = vectors.encoder

    async def prepare(self, desk: Desk) -> None:
        """As `Chooser.prepare`."""
        await _loaded(self._encoder, desk)


class ModelTextChooser:
    """Draws a candidate of a seat that a model plays, where the table waits.

    Args:
        network: The network.
        embedder: Turns words into vectors, beside the event loop; it is the one that the network
            learned with.
    """

    def __init__(self, network: Network, embedder: Embedder) -> None:
        self._network, self._embedder = network, embedder

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `AsyncChooser.choose_async`."""
        await _loaded(self._embedder, desk)
        words = turn_text(turn)
        vectors = dict(zip(words.texts, await self._embedder.vectors(words.texts), strict=True))
        if STATE_PARTS * len(next(iter(vectors.values()))) != self._network.sizes.state:
            raise MemoryProblem(
                f"`{self._embedder.name}` gives vectors of another length than the policy "
                "learned with"
            )
        return _chosen(self._network, text_features(turn, words, vectors), desk)


class _Loadable(Protocol):
    """What has to be loaded once."""

    @property
    def ready(self) -> bool: ...

    async def load(self) -> None: ...


async def _loaded(what: _Loadable, desk: Desk) -> None:
    """Load it where it is not, and tell the table."""
    if not what.ready:
        desk.progress(Progress("loading"))
        await what.load()


def _chosen(network: CandidateScorer, seen: PolicyInput, desk: Desk) -> CandidateChoice:
    """What a network chooses, drawn with the ask's own dice, so that equal games are chosen alike."""
    shares = network.probabilities(seen)
    return CandidateChoice(
        index_for_draw(shares, desk.dice.chance("policy")), tuple(map(float, shares))
    )


def index_for_draw(shares: Floats, chance: float) -> int:
    """The place that a number in [0, 1) falls on where each place has its share."""
    return min(
        int(np.searchsorted(np.cumsum(shares, dtype=np.float64), chance, side="right")),
        len(shares) - 1,
    )


DEFAULT_POLICY, POLICY_OF_BOARD = "sla-acts", {"xu7": "xu7-acts"}
"""The policy for seats for which house bots think and that name none, and those in its place on the
boards that they learned on."""


DEFAULT_TEXT_POLICY = "sla-text"
"""The policy for seats that models play and that name none."""


def chooser_for_bots(policy: str, thinker: HouseThinker, embedder: str = "") -> PolicyChooser:
    """The policy of a seat for which a house bot thinks; it may read acts or texts.

    Args:
        policy: The name of a shipped policy, or a file.
        thinker: The bot.
        embedder: What turns texts into vectors for it: the embedder with which it learned, or one
            that may stand in for that. Empty for the first, so that a policy alone says how a seat
            plays, wherever it plays.

    Raises:
        ConfigError: There is no such policy, it cannot be read, it reads something else, or its
            embedder is not to be had.
    """
    file = checkpoint_file(policy)
    checkpoint = _checkpoint(file)
    learned_with = embedder_of_describer(checkpoint.about.describer)
    if not learned_with and not embedder:
        describer = ActsDescriber(thinker)
        check_describer(file, checkpoint, describer.name, describer.lengths)
        return PolicyChooser(_network(file), describer)
    _check_reads_texts(file, checkpoint, embedder or learned_with)
    return BotTextChooser(_network(file), thinker, sync_vectors(embedder or learned_with))


def default_chooser_for_bots(thinker: HouseThinker) -> BoardChooser:
    """The policies of a seat for which a house bot thinks and that names none.

    Args:
        thinker: The bot.

    Raises:
        ConfigError: As `chooser_for_bots`.
    """
    learned = {board: chooser_for_bots(name, thinker) for board, name in POLICY_OF_BOARD.items()}
    return BoardChooser(chooser_for_bots(DEFAULT_POLICY, thinker), learned)


def chooser_for_models(policy: str, embedder: Embedder) -> ModelTextChooser:
    """The policy of a seat that a model plays; it reads texts.

    Args:
        policy: As in `chooser_for_bots`; empty for the usual one.
        embedder: What the seat turns words into vectors with.

    Raises:
        ConfigError: There is no such policy, it cannot be read, or it reads something else than
            vectors of this embedder or of one for which this may stand in.
    """
    file = checkpoint_file(policy or DEFAULT_TEXT_POLICY)
    checkpoint = _checkpoint(file)
    _check_reads_texts(file, checkpoint, embedder.name)
    return ModelTextChooser(_network(file), embedder)


def _check_reads_texts(file: Path, checkpoint: Checkpoint, embedder: str) -> None:
    """See that a checkpoint reads the vectors of an embedder: it learned with it, or with one for which this may stand in.

    Raises:
        ConfigError: It reads something else.
    """
    learned_with = embedder_of_describer(checkpoint.about.describer)
    reads_as = learned_with if STANDS_IN.get(learned_with) == embedder else embedder
    check_describer(
        file,
        checkpoint,
        describer_name(reads_as),
        feature_lengths(checkpoint.about.sizes.state // STATE_PARTS),
    )


def _checkpoint(file: Path) -> Checkpoint:
    return _read(file, file.stat().st_mtime_ns if file.exists() else 0)[0]


def _network(file: Path) -> Network:
    return _read(file, file.stat().st_mtime_ns)[1]


@lru_cache(maxsize=16)
def _read(file: Path, written: int) -> tuple[Checkpoint, Network]:
    """The checkpoint and the network of a file, read once as long as nobody writes it anew."""
    checkpoint = load_checkpoint(file)
    return checkpoint, checkpoint.network()


class Describer(Protocol):
    """Turns a turn with candidates into numbers."""

    @property
    def name(self) -> str:
        """What its numbers mean, with the version of that: a checkpoint is for one describer."""
        ...

    @property
    def lengths(self) -> tuple[int, int, int]:
        """How many numbers describe the player, the state and a candidate."""
        ...

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """The numbers of a turn, of all its candidates in order."""
        ...
