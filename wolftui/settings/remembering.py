"""What the agents of a command remember with. Nothing is looked for or loaded before a seat needs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError, MemoryProblem
from wolfcore.records import PoolRead

from .paths import pools_file, vectors_file

if TYPE_CHECKING:
    from wolfcore.memory import Wishes
    from wolfcore.memory.embedding import AskedVectors, CachedEmbedder
    from wolfcore.memory.pools import Kept, Pool, PoolFile
    from wolfcore.memory.searching import SeatPool
    from wolfcore.models import ModelSpec

DEFAULT_POOL = "default"
"""The pool that is read and learns where none is named."""
NO_POOL = 0
"""The revision that a game notes of a pool that was not there when it began; those of pools begin with 1."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_KEPT = 4
"""Revisions of pools that are kept in memory."""
_NOTHING: Mapping[str, int] = {}


class Remembering:
    """What all games of a command share: embedders are loaded once, and a pool stays as it was when the command first read it."""

    def __init__(self) -> None:
        self._here: dict[str, CachedEmbedder] = {}
        self._revisions: dict[str, int] = {}
        self._kept: dict[tuple[str, int], tuple[Kept, ...]] = {}

    @property
    def pools(self) -> PoolFile:
        """The pools of this person."""
        from wolfcore.memory.pools import PoolFile

        return PoolFile(pools_file())

    def here(self, name: str) -> CachedEmbedder:
        """An embedder of this machine.

        Raises:
            ConfigError: As `Memories.embedder`.
        """
        if name not in self._here:
            from wolfcore.memory.cache import VectorCache
            from wolfcore.memory.embedding import CachedEmbedder
            from wolfcore.memory.sentences import local_encoder

            self._here[name] = CachedEmbedder(local_encoder(name), VectorCache(vectors_file()))
        return self._here[name]

    def revision(self, name: str, pool: Pool | None) -> int:
        """The revision of a pool that holds for all games of the command; `NO_POOL` where there was none at first."""
        return self._revisions.setdefault(name, _revision(pool))

    def read(self, name: str, revision: int) -> tuple[Kept, ...]:
        """What a pool held at a revision.

        Raises:
            MemoryProblem: It cannot be read.
        """
        if (name, revision) not in self._kept:
            for old in list(self._kept)[: 1 - _KEPT]:
                del self._kept[old]
            self._kept[name, revision] = self.pools.read(name, revision)
        return self._kept[name, revision]


class GameMemories:
    """What the seats of a game remember with: `Memories`.

    Args:
        shared: What all games of the command share.
        specs: The models of the settings; any of them may be an embedder behind an endpoint.
        ask: Gives what asks the endpoint of one of them for vectors.
        fixed: The revisions of pools at which the game began earlier.
        but_not: Games from which nothing is read: those from which this one was forked, whose deal it shares.
    """

    def __init__(
        self,
        shared: Remembering,
        specs: Mapping[str, ModelSpec],
        ask: Callable[[str], AskedVectors],
        fixed: Mapping[str, int] = _NOTHING,
        but_not: Collection[str] = (),
    ) -> None:
        self._shared, self._specs, self._ask = shared, specs, ask
        self._fixed, self._but_not = dict(fixed), frozenset(but_not)
        self._remote: dict[str, CachedEmbedder] = {}
        self._read: dict[str, PoolRead] = {}

    @property
    def read(self) -> tuple[PoolRead, ...]:
        """The pools that seats of the game read so far, by name."""
        return tuple(self._read[name] for name in sorted(self._read))

    def embedder(self, name: str) -> CachedEmbedder:
        """As `Memories.embedder`; a name is one of those that run here, or that of a model of the settings, or its endpoint's."""
        from wolfcore.memory.sentences import DEFAULT, SOURCES

        meant = name or DEFAULT
        known = meant if meant in self._specs else next((key for key, spec in self._specs.items() if spec.model == meant), "")
        return self._at_endpoint(known) if known and meant not in SOURCES else self._shared.here(meant)

    def teacher(self, pool: str, embedder: str = "") -> CachedEmbedder:
        """The embedder with which a pool learns: its own, or for a new pool the one that is named.

        Raises:
            ConfigError: The pools cannot be read, the pool is of another embedder, or it cannot be had.
        """
        try:
            known = self._shared.pools.pool(pool)
            if known and embedder:
                self._shared.pools.check(known, self.embedder(embedder).name)
        except MemoryProblem as error:
            raise _at(error) from error
        return self.embedder(known.embedder if known else embedder)

    def experiences(self, wishes: Wishes) -> SeatPool | None:
        """As `Memories.experiences`."""
        from wolfcore.memory.searching import SeatPool

        pools, name = self._shared.pools, wishes.pool or DEFAULT_POOL
        try:
            # A pool that learns as it is read begins with nothing.
            pool = pools.named(name) if wishes.pool and not wishes.live else pools.pool(name)
        except MemoryProblem as error:
            raise _at(error) from error
        if name not in self._fixed:
            self._fixed[name] = _revision(pool) if wishes.live else self._shared.revision(name, pool)
        revision = self._fixed[name]
        if not NO_POOL <= revision <= _revision(pool):
            hint = "Seat the player anew to go on without it: `--seat SEAT=PLAYER:experience=none@MODEL`."
            raise ConfigError(
                f"the pool `{name}` was deleted or made anew since the game read its revision {revision}", key="pool", hint=hint
            )
        if pool is None or revision == NO_POOL:
            self._read[name] = PoolRead(name, NO_POOL, "")
            return None
        try:
            pools.check_vectors(name)
        except MemoryProblem as error:
            raise _at(error) from error
        embedder = self.embedder(pool.embedder)
        self._read[pool.name] = PoolRead(pool.name, revision, pool.embedder)

        def read() -> tuple[Kept, ...]:
            kept = self._shared.read(pool.name, revision)
            return tuple([each for each in kept if each.tags.game not in self._but_not]) if self._but_not else kept

        return SeatPool(read, embedder, wishes)

    def _at_endpoint(self, name: str) -> CachedEmbedder:
        if name not in self._remote:
            from wolfcore.memory.cache import VectorCache
            from wolfcore.memory.embedding import CachedEmbedder, RemoteEncoder

            encoder = RemoteEncoder(self._specs[name].model, self._ask(name))
            self._remote[name] = CachedEmbedder(encoder, VectorCache(vectors_file()))
        return self._remote[name]


def check_pool_name(name: str, key: str) -> None:
    """Raise ConfigError, with the key that gives it, for a name of a pool that cannot stand in the word of a seat."""
    if not _NAME.fullmatch(name):
        raise ConfigError(f"`{name}` is no name for a pool", key=key, hint="Use letters, digits, `-`, `_` and `.`.")


def _revision(pool: Pool | None) -> int:
    return pool.revision if pool else NO_POOL


def _at(error: MemoryProblem) -> ConfigError:
    """A problem of memory, found before a game."""
    return ConfigError(error.problem, file=error.file, key="" if error.file else "pool", hint=error.hint)
