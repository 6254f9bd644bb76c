"""Memory of agents: embedders loaded once per command, pools read at a fixed revision.

Games without agents import this module, too: embedding code is loaded when a seat needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
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
"""The pool that is read and that learns if no pool is named."""


NO_POOL = 0
"""The revision that a game records for a pool that did not exist when the game began; revisions of
pools start at 1.
"""


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


_CACHED_POOLS = 4
"""Number of pool revisions that are cached in memory."""


class MemoryStore:
    """Memory resources shared by all games of a command.

    Embedders are loaded once. A pool stays at the revision that the command read first.
    """

    def __init__(self) -> None:
        self._here: dict[str, CachedEmbedder] = {}
        self._revisions: dict[str, int] = {}
        self._kept: dict[tuple[str, int, str], PoolIndex] = {}
        self._notes: dict[str, bool] = {}

    @property
    def pools(self) -> PoolFile:
        """The user's file of experience pools."""
        from wolfcore.memory.pools import PoolFile

        return PoolFile(pools_file())

    def local_embedder(self, name: str) -> CachedEmbedder:
        """Return an embedder that runs on this machine, loaded once per command.

        Raises:
            ConfigError: The embedder cannot be used, as for `MemoryProvider.embedder`.
        """
        if name not in self._here:
            from wolfcore.memory.embedders import CachedEmbedder
            from wolfcore.memory.local_encoders import installed_encoder, local_encoder
            from wolfcore.memory.vectors import VectorCache

            encoder = installed_encoder(name) or local_encoder(name)
            self._here[name] = CachedEmbedder(encoder, VectorCache(vectors_file()))
        return self._here[name]

    def revision(self, name: str, pool: PoolInfo | None) -> int:
        """Return the pool revision that is fixed for all games of the command.

        It is `NO_POOL` if the pool did not exist when the command first asked.
        """
        return self._revisions.setdefault(name, _revision(pool))

    def pool_contents(self, name: str, revision: int, embedder: str) -> PoolIndex:
        """Return the search index of a pool at a revision, with the vectors of an embedder. Cached.

        Raises:
            MemoryProblem: The pool cannot be read.
        """
        from wolfcore.memory.pool_search import PoolIndex

        key = name, revision, embedder
        if key not in self._kept:
            for old in list(self._kept)[: 1 - _CACHED_POOLS]:
                del self._kept[old]
            self._kept[key] = PoolIndex(self.pools.read(name, revision, embedder))
        return self._kept[key]

    def note(self, text: str) -> None:
        """Queue a message for the user; the same text is shown once per command."""
        self._notes.setdefault(text, True)

    def take_notes(self) -> tuple[str, ...]:
        """Return the queued messages that were not taken yet; the caller shows them."""
        found = tuple([text for text, unsaid in self._notes.items() if unsaid])
        self._notes = dict.fromkeys(self._notes, False)
        return found


class Began(Struct, frozen=True):
    """The memory configuration that a game was started with.

    Attributes:
        embedder: The embedder that compares texts if a seat names none; empty for the current
            default.
        pools: The pools that its seats read.
        but_not: Ids of games whose experiences are excluded: the games from which this one was
            forked, since it shares their deal.
    """

    embedder: str = ""
    pools: tuple[PoolRead, ...] = ()
    but_not: tuple[str, ...] = ()


def began_with(about: About | None, *but_not: str) -> Began:
    """Return the memory configuration that a saved game was started with.

    Args:
        about: The content of its `about.json`, or None.
        but_not: Further games whose experiences are excluded.
    """
    if about is None:
        return Began(but_not=but_not)
    models = any(
        spec.model for spec in (*about.seats, *(change.player for change in about.changes))
    )
    # Old games lack the field; without a model seat no texts were compared.
    embedder = about.embedder or (FORMER if models else "")
    return Began(embedder, about.pools, (*((about.fork.game,) if about.fork else ()), *but_not))


class GameMemories:
    """The memory of one game's agents: pools and embedders. Implements `MemoryProvider`.

    Args:
        shared: The resources shared by all games of the command.
        specs: The models of the settings; each may serve as a remote embedder.
        ask: Returns, for a model's name, the function that requests vectors from its endpoint.
        began: The configuration that the game was started with; None for a game that starts now.
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

    def pool_digest(self, name: str, revision: int | None = None) -> tuple[int, str]:
        """Return the revision of a pool and a digest of its experiences at that revision.

        Args:
            name: The pool.
            revision: The revision; the current one if None.

        Raises:
            ConfigError: There is no such pool, or it cannot be read.
        """
        pools = self._shared.pools
        try:
            current = pools.require_pool(name).revision
            kept = pools.read(name, revision)
        except MemoryProblem as error:
            raise _as_config_error(error) from error
        digest = blake2b(digest_size=16)
        for each in kept:
            digest.update(msgspec.json.encode((each.experience, each.tags)) + b"\n")
        return current if revision is None else revision, digest.hexdigest()

    @property
    def pools_read(self) -> tuple[PoolRead, ...]:
        """The pools that seats of the game have read so far, sorted by name."""
        return tuple(self._read[name] for name in sorted(self._read))

    def embedder(self, name: str) -> CachedEmbedder:
        """Return an embedder by name.

        The name is that of a local embedder, of a model of the settings, or of the model at its
        endpoint. An empty name means the game's default embedder. Errors as for
        `MemoryProvider.embedder`.
        """
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
        """Return the embedder with which a pool learns: its own, or the named one for a new pool.

        If the pool's own embedder is not installed, its substitute is returned; the pool must then
        be converted to it (`turned_over`).

        Raises:
            ConfigError: The pools cannot be read, the pool uses another embedder, or the embedder
                is not available.
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
            f"{_experiences(known)} are re-embedded by {other}, since {known.embedder} "
            f"is not installed."
        )
        return self.embedder(other)

    async def turned_over(self, pool: str, using: CachedEmbedder) -> int:
        """Re-embed all experiences of a pool with another embedder; returns their number.

        The vectors are computed from the texts.

        Raises:
            MemoryProblem: No vectors can be computed, or the pool cannot be read or written.
        """
        from wolfcore.memory.embedders import in_memory_thread

        pools = self._shared.pools
        kept = await in_memory_thread(lambda: pools.read(pool))
        vectors = await using.vectors([each.experience.situation for each in kept])
        by_id = {each.experience.id: vector for each, vector in zip(kept, vectors, strict=True)}
        await in_memory_thread(lambda: pools.replace_vectors(pool, using.name, by_id))
        return len(kept)

    def comparing(self, pool: PoolInfo) -> CachedEmbedder:
        """Return the embedder that compares the texts of a pool.

        It is the one that was recorded when the game began; else `compared_by` decides. If it
        differs from the pool's embedder, a message is queued for the user.

        Raises:
            ConfigError: The embedder is not available.
        """
        began = self._fixed.get(pool.name)
        found = self.embedder(
            (began.embedder if began else "") or compared_by(pool.embedder, self.usual)
        )
        if found.name != pool.embedder:
            turn_over = f"`wolftui experience embed {pool.name} --embedder {found.name}` saves this"
            self._shared.note(
                f"{_experiences(pool)} are embedded again by {found.name} instead of "
                f"{pool.embedder}; {turn_over}."
            )
        return found

    def experiences(self, wishes: PoolRequest) -> VectorPool | None:
        """Open the pool of a request at its fixed revision; None if no pool exists there.

        Raises:
            ConfigError: The pool cannot be read, does not exist although it was named, or no longer
                has the revision that the game read.
        """
        from wolfcore.memory.pool_search import VectorPool

        pools, name = self._shared.pools, wishes.pool or DEFAULT_POOL
        try:
            # A pool that is read live may not exist yet.
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
                "Replace the player to continue without it: `--seat "
                "SEAT=PLAYER:experience=none@MODEL`."
            )
            raise ConfigError(
                f"the pool `{name}` was deleted or rebuilt since the game read its "
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
    """Raise ConfigError, naming `key`, for a pool name that cannot be part of a seat's text."""
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"`{name}` is not a valid name for a pool",
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
    """Convert a memory problem found before a game into a ConfigError."""
    return ConfigError(
        error.problem, file=error.file, key="" if error.file else "pool", hint=error.hint
    )
