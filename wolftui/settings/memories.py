"""Memory of agents: embedders loaded once per command, pools read at a fixed revision.

Imported by games without agents too: embedding code is loaded when a seat needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from wolfcore.errors import ConfigError, MemoryProblem
from wolfcore.memory.defaults import DEFAULT, FORMER, STANDS_IN, compared_by
from wolfcore.records import About, PoolRead

from .paths import pools_file, vectors_file

if TYPE_CHECKING:
    from wolfcore.memory import PoolRequest
    from wolfcore.memory.contract import PoolInfo
    from wolfcore.memory.embedders import CachedEmbedder, RequestVectors
    from wolfcore.memory.pool_search import PoolIndex, VectorPool
    from wolfcore.memory.pools import PoolFile
    from wolfcore.models import ModelSpec

DEFAULT_POOL = "default"
"""The pool that is read and learns where none is named."""


NO_POOL = 0
"""The revision that a game notes of a pool that was not there when it began; those of pools begin
with 1."""


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


_CACHED_POOLS = 4
"""Revisions of pools that are kept in memory."""


class MemoryStore:
    """What all games of a command share: embedders are loaded once, and a pool stays as it was when the command first read it."""

    def __init__(self) -> None:
        self._here: dict[str, CachedEmbedder] = {}
        self._revisions: dict[str, int] = {}
        self._kept: dict[tuple[str, int, str], PoolIndex] = {}
        self._notes: dict[str, bool] = {}

    @property
    def pools(self) -> PoolFile:
        """The pools of this person."""
        from wolfcore.memory.pools import PoolFile

        return PoolFile(pools_file())

    def local_embedder(self, name: str) -> CachedEmbedder:
        """An embedder of this machine.

        Raises:
            ConfigError: As `MemoryProvider.embedder`.
        """
        if name not in self._here:
            from wolfcore.memory.embedders import CachedEmbedder
            from wolfcore.memory.local_encoders import local_encoder
            from wolfcore.memory.vectors import VectorCache

            self._here[name] = CachedEmbedder(local_encoder(name), VectorCache(vectors_file()))
        return self._here[name]

    def revision(self, name: str, pool: PoolInfo | None) -> int:
        """The revision of a pool that holds for all games of the command; `NO_POOL` where there was none at first."""
        return self._revisions.setdefault(name, _revision(pool))

    def pool_contents(self, name: str, revision: int, embedder: str) -> PoolIndex:
        """What a pool held at a revision, to be searched by an embedder.

        Raises:
            MemoryProblem: It cannot be read.
        """
        from wolfcore.memory.pool_search import PoolIndex

        key = name, revision, embedder
        if key not in self._kept:
            for old in list(self._kept)[: 1 - _CACHED_POOLS]:
                del self._kept[old]
            self._kept[key] = PoolIndex(self.pools.read(name, revision, embedder))
        return self._kept[key]

    def note(self, text: str) -> None:
        """Have a sentence said to the person, once a command."""
        self._notes.setdefault(text, True)

    def take_notes(self) -> tuple[str, ...]:
        """The sentences that were not said yet; whoever takes them says them."""
        found = tuple([text for text, unsaid in self._notes.items() if unsaid])
        self._notes = dict.fromkeys(self._notes, False)
        return found


class Began(Struct, frozen=True):
    """What a game remembered with when it began.

    Attributes:
        embedder: What compares texts where a seat names nothing; empty for the default of today.
        pools: The pools that its seats read.
        but_not: Games from which nothing is read: those from which this one was forked, whose deal
            it shares.
    """

    embedder: str = ""
    pools: tuple[PoolRead, ...] = ()
    but_not: tuple[str, ...] = ()


def began_with(about: About | None, *but_not: str) -> Began:
    """What a saved game remembered with when it began.

    Args:
        about: What its folder says of it.
        but_not: More games from which nothing is read.
    """
    if about is None:
        return Began(but_not=but_not)
    models = any(
        spec.model for spec in (*about.seats, *(change.player for change in about.changes))
    )
    # Games of before about.json said so; where no model sat there, nothing was compared yet.
    embedder = about.embedder or (FORMER if models else "")
    return Began(embedder, about.pools, (*((about.fork.game,) if about.fork else ()), *but_not))


class GameMemories:
    """What the seats of a game remember with: `MemoryProvider`.

    Args:
        shared: What all games of the command share.
        specs: The models of the settings; any of them may be an embedder behind an endpoint.
        ask: Gives what asks the endpoint of one of them for vectors.
        began: What the game remembered with when it began; None for one that begins now.
    """

    def __init__(
        self,
        shared: MemoryStore,
        specs: Mapping[str, ModelSpec],
        ask: Callable[[str], RequestVectors],
        began: Began | None = None,
    ) -> None:
        began = began or Began()
        self._shared, self._specs, self._ask = shared, specs, ask
        self._fixed, self._but_not = (
            {read.pool: read for read in began.pools},
            frozenset(began.but_not),
        )
        self.usual = began.embedder or DEFAULT
        self._remote: dict[str, CachedEmbedder] = {}
        self._read: dict[str, PoolRead] = {}

    @property
    def pools_read(self) -> tuple[PoolRead, ...]:
        """The pools that seats of the game read so far, by name."""
        return tuple(self._read[name] for name in sorted(self._read))

    def embedder(self, name: str) -> CachedEmbedder:
        """As `MemoryProvider.embedder`; a name is one of those that run here, or that of a model of the settings, or its endpoint's."""
        from wolfcore.memory.local_encoders import LOCAL_MODELS

        meant = name or self.usual
        known = (
            meant
            if meant in self._specs
            else next((key for key, spec in self._specs.items() if spec.model == meant), "")
        )
        return (
            self._at_endpoint(known)
            if known and meant not in LOCAL_MODELS
            else self._shared.local_embedder(meant)
        )

    def pool_embedder(self, pool: str, embedder: str = "") -> CachedEmbedder:
        """The embedder with which a pool learns: its own, or for a new pool the one that is named.

        Where its own is not installed, it is the one that stands in for that; the pool has to be
        turned over to it (`turned_over`).

        Raises:
            ConfigError: The pools cannot be read, the pool is of another embedder, or it cannot be
                had.
        """
        from wolfcore.memory.local_encoders import is_installed

        try:
            known = self._shared.pools.pool(pool)
            if known and embedder:
                self._shared.pools.check_embedder(known, self.embedder(embedder).name)
        except MemoryProblem as error:
            raise _as_config_error(error) from error
        if known is None:
            return self.embedder(embedder)
        other = STANDS_IN.get(known.embedder, "")
        if not other or is_installed(known.embedder):
            return self.embedder(known.embedder)
        self._shared.note(
            f"{_experiences(known)} are turned over from {known.embedder}, which is not "
            f"installed, to {other}."
        )
        return self.embedder(other)

    async def turned_over(self, pool: str, using: CachedEmbedder) -> int:
        """Give the experiences of a pool vectors of another embedder, from their texts; gives how many that were.

        Raises:
            MemoryProblem: There are no vectors to be had, or the pool cannot be read or written.
        """
        from wolfcore.memory.embedders import in_memory_thread

        pools = self._shared.pools
        kept = await in_memory_thread(lambda: pools.read(pool))
        vectors = await using.vectors([each.experience.situation for each in kept])
        by_id = {each.experience.id: vector for each, vector in zip(kept, vectors, strict=True)}
        await in_memory_thread(lambda: pools.replace_vectors(pool, using.name, by_id))
        return len(kept)

    def comparing(self, pool: PoolInfo) -> CachedEmbedder:
        """What compares the texts of a pool: as when the game began, else as `compared_by` says. Another than the pool's is said.

        Raises:
            ConfigError: It cannot be had.
        """
        began = self._fixed.get(pool.name)
        found = self.embedder(
            (began.embedder if began else "") or compared_by(pool.embedder, self.usual)
        )
        if found.name != pool.embedder:
            turn_over = (
                f"`wolftui experience embed {pool.name} --embedder {found.name}` keeps them so"
            )
            self._shared.note(
                f"{_experiences(pool)} are compared anew, by {found.name} instead of "
                f"{pool.embedder}; {turn_over}."
            )
        return found

    def experiences(self, wishes: PoolRequest) -> VectorPool | None:
        """As `MemoryProvider.experiences`."""
        from wolfcore.memory.pool_search import VectorPool

        pools, name = self._shared.pools, wishes.pool or DEFAULT_POOL
        try:
            # A pool that learns as it is read begins with nothing.
            pool = (
                pools.require_pool(name)
                if wishes.pool and not wishes.follow_revisions
                else pools.pool(name)
            )
        except MemoryProblem as error:
            raise _as_config_error(error) from error
        if began := self._fixed.get(name):
            revision = began.revision
        elif before := self._read.get(name):
            revision = before.revision
        else:
            revision = (
                _revision(pool) if wishes.follow_revisions else self._shared.revision(name, pool)
            )
        if not NO_POOL <= revision <= _revision(pool):
            hint = (
                "Seat the player anew to go on without it: `--seat "
                "SEAT=PLAYER:experience=none@MODEL`."
            )
            raise ConfigError(
                f"the pool `{name}` was deleted or made anew since the game read its "
                f"revision {revision}",
                key="pool",
                hint=hint,
            )
        if pool is None or revision == NO_POOL:
            self._read[name] = PoolRead(name, NO_POOL, "")
            return None
        try:
            pools.check_vectors(name)
        except MemoryProblem as error:
            raise _as_config_error(error) from error
        embedder = self.comparing(pool)
        self._read[name] = PoolRead(name, revision, embedder.name)
        return VectorPool(
            lambda: self._shared.pool_contents(name, revision, embedder.name),
            embedder,
            wishes,
            self._but_not,
        )

    def _at_endpoint(self, name: str) -> CachedEmbedder:
        if name not in self._remote:
            from wolfcore.memory.embedders import CachedEmbedder, RemoteEncoder
            from wolfcore.memory.vectors import VectorCache

            encoder = RemoteEncoder(self._specs[name].model, self._ask(name))
            self._remote[name] = CachedEmbedder(encoder, VectorCache(vectors_file()))
        return self._remote[name]


def check_pool_name(name: str, key: str) -> None:
    """Raise ConfigError, with the key that gives it, for a name of a pool that cannot stand in the word of a seat."""
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"`{name}` is no name for a pool",
            key=key,
            hint="Use letters, digits, `-`, `_` and `.`.",
        )


def _experiences(pool: PoolInfo) -> str:
    return (
        f"{pool.experiences} experience{'' if pool.experiences == 1 else 's'} of the pool "
        f"`{pool.name}`"
    )


def _revision(pool: PoolInfo | None) -> int:
    return pool.revision if pool else NO_POOL


def _as_config_error(error: MemoryProblem) -> ConfigError:
    """A problem of memory, found before a game."""
    return ConfigError(
        error.problem, file=error.file, key="" if error.file else "pool", hint=error.hint
    )
