"""A learned policy as one more way to choose among candidates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from wolfcore.agents import Chosen, Turn
from wolfcore.bots import HouseThinker
from wolfcore.errors import MemoryProblem
from wolfcore.memory import Embedder
from wolfcore.memory.at_once import VectorsAtOnce, vectors_at_once
from wolfcore.memory.defaults import STANDS_IN
from wolfcore.players import Desk, Progress

from .acts import ActsDescriber
from .checkpoints import Checkpoint, check_reads, file_of, load_checkpoint
from .describing import Describer
from .network import Floats, Network, Seen
from .telling import told
from .texts import PARTS, TextsDescriber, embedder_of, lengths_of, name_of, numbers_of

Notes: TypeAlias = Callable[[Turn, Desk, Seen, Chosen], object]
"""Told of a choice: the turn and its dice, what the network read of it, and what came of it."""


class Shares(Protocol):
    """Whatever says how likely each candidate is to be chosen: a `Network`, or something simpler that learners begin with."""

    def shares(self, seen: Seen) -> Floats:
        """How likely each candidate is chosen, [N], adding up to 1."""
        ...


class PolicyChooser:
    """Draws a candidate from what a network makes of the turn.

    Args:
        network: The network.
        describer: Turns turns into its numbers.
        note: Told of every choice, for whoever learns.
    """

    def __init__(self, network: Shares, describer: Describer, note: Notes | None = None) -> None:
        self._network, self._describer, self._note = network, describer, note

    def choose(self, turn: Turn, desk: Desk) -> Chosen:
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

    def choose(self, turn: Turn, desk: Desk) -> Chosen:
        """As `Chooser.choose`."""
        return self._learned.get(turn.view.board.name, self._usual).choose(turn, desk)

    async def prepare(self, desk: Desk) -> None:
        """As `Chooser.prepare`: there is nothing to load."""


class HouseTextChooser(PolicyChooser):
    """The same by the words of a seat for which a house bot thinks.

    Args:
        network: The network.
        thinker: The bot.
        vectors: Turns words into vectors.
    """

    def __init__(self, network: Network, thinker: HouseThinker, vectors: VectorsAtOnce) -> None:
        super().__init__(network, TextsDescriber(thinker, vectors))
        self._encoder = vectors.encoder

    async def prepare(self, desk: Desk) -> None:
        """As `Chooser.prepare`."""
        await _loaded(self._encoder, desk)


class TextChooser:
    """Draws a candidate of a seat that a model plays, where the table waits.

    Args:
        network: The network.
        embedder: Turns words into vectors, beside the event loop; it is the one that the network learned with.
    """

    def __init__(self, network: Network, embedder: Embedder) -> None:
        self._network, self._embedder = network, embedder

    async def choose_in_time(self, turn: Turn, desk: Desk) -> Chosen:
        """As `PatientChooser.choose_in_time`."""
        await _loaded(self._embedder, desk)
        words = told(turn)
        vectors = dict(zip(words.texts, await self._embedder.vectors(words.texts), strict=True))
        if PARTS * len(next(iter(vectors.values()))) != self._network.sizes.state:
            raise MemoryProblem(f"`{self._embedder.name}` gives vectors of another length than the policy learned with")
        return _chosen(self._network, numbers_of(turn, words, vectors), desk)


class _Loaded(Protocol):
    """What has to be loaded once."""

    @property
    def ready(self) -> bool: ...

    async def load(self) -> None: ...


async def _loaded(what: _Loaded, desk: Desk) -> None:
    """Load it where it is not, and tell the table."""
    if not what.ready:
        desk.progress(Progress("loading"))
        await what.load()


def _chosen(network: Shares, seen: Seen, desk: Desk) -> Chosen:
    """What a network chooses, drawn with the ask's own dice, so that equal games are chosen alike."""
    shares = network.shares(seen)
    return Chosen(drawn(shares, desk.dice.chance("policy")), tuple(map(float, shares)))


def drawn(shares: Floats, chance: float) -> int:
    """The place that a number in [0, 1) falls on where each place has its share."""
    return min(int(np.searchsorted(np.cumsum(shares, dtype=np.float64), chance, side="right")), len(shares) - 1)


USUAL, OF_BOARDS = "sla-acts", {"xu7": "xu7-acts"}
"""The policy for seats for which house bots think and that name none, and those in its place on the boards that they learned on."""
USUAL_OF_TEXTS = "sla-text"
"""The policy for seats that models play and that name none."""


def chooser_for_bots(policy: str, thinker: HouseThinker, embedder: str = "") -> PolicyChooser:
    """The policy of a seat for which a house bot thinks; it may read acts or texts.

    Args:
        policy: The name of a shipped policy, or a file.
        thinker: The bot.
        embedder: What turns texts into vectors for it: the embedder with which it learned, or one that may stand in for that.
            Empty for the first, so that a policy alone says how a seat plays, wherever it plays.

    Raises:
        ConfigError: There is no such policy, it cannot be read, it reads something else, or its embedder is not to be had.
    """
    file = file_of(policy)
    checkpoint = _checkpoint(file)
    learned_with = embedder_of(checkpoint.about.describer)
    if not learned_with and not embedder:
        describer = ActsDescriber(thinker)
        check_reads(file, checkpoint, describer.name, describer.lengths)
        return PolicyChooser(_network(file), describer)
    _check_reads_texts(file, checkpoint, embedder or learned_with)
    return HouseTextChooser(_network(file), thinker, vectors_at_once(embedder or learned_with))


def usual_chooser(thinker: HouseThinker) -> BoardChooser:
    """The policies of a seat for which a house bot thinks and that names none.

    Args:
        thinker: The bot.

    Raises:
        ConfigError: As `chooser_for_bots`.
    """
    learned = {board: chooser_for_bots(name, thinker) for board, name in OF_BOARDS.items()}
    return BoardChooser(chooser_for_bots(USUAL, thinker), learned)


def chooser_for_models(policy: str, embedder: Embedder) -> TextChooser:
    """The policy of a seat that a model plays; it reads texts.

    Args:
        policy: As in `chooser_for_bots`; empty for the usual one.
        embedder: What the seat turns words into vectors with.

    Raises:
        ConfigError: There is no such policy, it cannot be read, or it reads something else than vectors of this embedder or of one
            for which this may stand in.
    """
    file = file_of(policy or USUAL_OF_TEXTS)
    checkpoint = _checkpoint(file)
    _check_reads_texts(file, checkpoint, embedder.name)
    return TextChooser(_network(file), embedder)


def _check_reads_texts(file: Path, checkpoint: Checkpoint, embedder: str) -> None:
    """See that a checkpoint reads the vectors of an embedder: it learned with it, or with one for which this may stand in.

    Raises:
        ConfigError: It reads something else.
    """
    learned_with = embedder_of(checkpoint.about.describer)
    reads_as = learned_with if STANDS_IN.get(learned_with) == embedder else embedder
    check_reads(file, checkpoint, name_of(reads_as), lengths_of(checkpoint.about.sizes.state // PARTS))


def _checkpoint(file: Path) -> Checkpoint:
    return _read(file, file.stat().st_mtime_ns if file.exists() else 0)[0]


def _network(file: Path) -> Network:
    return _read(file, file.stat().st_mtime_ns)[1]


@lru_cache(maxsize=16)
def _read(file: Path, written: int) -> tuple[Checkpoint, Network]:
    """The checkpoint and the network of a file, read once as long as nobody writes it anew."""
    checkpoint = load_checkpoint(file)
    return checkpoint, checkpoint.network()
