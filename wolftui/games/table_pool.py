"""Plays the arena games that have model seats: several tables at once in one event loop.

All calls leave from one process so that endpoint limits and the budget hold for the whole arena.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from wolfcore.agents import models_named
from wolfcore.arena import ArenaPlan, PlannedGame, Row, ScheduledGames, read_arena
from wolfcore.arena.definition import GAMES, PoolVersion
from wolfcore.arena.guests import memory_folder_of
from wolfcore.arena.integrity import ARENA_FILE, read_row, with_embedder
from wolfcore.arena.schedule import seats_with_memory
from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError, LogError, OverBudget, SeatError, WolfError
from wolfcore.game import Game, GameSpec
from wolfcore.models import ModelSpec
from wolfcore.models.wrappers.costs import is_billed
from wolfcore.records import GameFolder, NewGame, SeatSpec
from wolfcore.records.about import PoolRead
from wolfcore.seating import DEFAULT_SEAT, pool_read_by
from wolfcore.speech import READER_VERSION
from wolfcore.table import OnDead
from wolftui import __version__
from wolftui.settings.endpoints import ModelSettings, SharedModels
from wolftui.settings.memories import DEFAULT_POOL, Began, GameMemories

from .arrangement import check_players
from .cost_estimate import MAX_REHEARSALS as SAMPLED
from .cost_estimate import estimate_text
from .earlier_calls import repeat_shares
from .game_starts import resume_saved
from .inputs import AnswerScript
from .running_game import GameSetup, RunningGame

_POLL_SECONDS = 0.1
"""Interval in seconds at which a request to stop is checked."""


_ID_LETTERS = 12


_FINGERPRINT_FIELDS = frozenset(
    {
        "kind", "server", "model", "temperature", "top_p", "max_tokens", "thinking_tokens", "seed",
        "context", "think", "effort", "verbosity", "thinking_budget", "stream", "extra",
    },
)  # fmt: skip
"""The model settings on which its answers depend.

Key, price and rate limits are not among them. The address counts only for a model without a name.
"""


class _StartedGame(NamedTuple):
    planned: PlannedGame
    running: RunningGame
    task: asyncio.Task[Row | None]


class TablePool:
    """Plays the games of an arena that have model seats.

    Args:
        plan: The arena.
        models: The models of the settings, and the budget of the whole arena.
        folder: The folder of the arena.
        at_once: How many games run at the same time.
        pressed: Returns whether to stop at once; each stopped game can be resumed later.

    Attributes:
        plan: The arena with its embedder and the versions of its pools, as it is to be written.
        on_progress: Called repeatedly while games run, with their number.
    """

    def __init__(
        self,
        plan: ArenaPlan,
        models: ModelSettings,
        folder: Path,
        at_once: int = 1,
        pressed: Callable[[], bool] = lambda: False,
    ) -> None:
        self.plan, self._at_once = with_embedder(folder, plan), at_once
        self._root, self._known = folder / GAMES, memory_folder_of(folder, plan)
        self._pressed = pressed
        self.on_progress: Callable[[int], object] = lambda _: None
        self._specs = plan.specs
        self._settings = replace(models, stop_after_replaced=plan.limits.stop_after_replaced)
        self._models = SharedModels(self._settings)
        self._begun: list[_StartedGame] = []
        self._broke: WolfError | None = None
        self.plan = self._with_pools(folder)

    def _with_pools(self, folder: Path) -> ArenaPlan:
        """Return the plan with the versions of the pools that its players read.

        An arena that began goes on with the versions it began with.

        Raises:
            ConfigError: A player names no pool, or a pool is missing or no longer what it was.
        """
        memories, held = self._models.memories(), folder / ARENA_FILE
        begun = held.exists()
        versions = dict((read_arena(held) if begun else self.plan).pools)
        for name, version in versions.items():
            if memories.pool_digest(name, version.revision)[1] != version.digest:
                problem = f"the pool `{name}` is not what it was when the arena began"
                hint = "Restore the file of your pools, or choose another folder with `--into`."
                raise ConfigError(problem, key=f"pools.{name}", hint=hint)
        if begun:
            return replace(self.plan, pools=versions)
        for player, spec in self._specs.items():
            name = pool_read_by(spec)
            if name == "":
                hint = "Write `:pool=NAME` or `:experience=none` in the player."
                problem = f"would read your pool `{DEFAULT_POOL}`, which others do not have"
                raise ConfigError(problem, key=f"players.{player}", hint=hint)
            if name and name not in versions:
                revision, digest = memories.pool_digest(name)
                versions[name] = PoolVersion(revision=revision, digest=digest)
        return replace(self.plan, pools=versions)

    def check(self) -> None:
        """Check that all named players can be seated.

        Raises:
            ConfigError: A player, an option or a model does not exist.
        """
        check_players(tuple(self._specs.values()), self._settings, self._memories())

    def model_fingerprints(self) -> dict[str, str]:
        """Return a fingerprint of each model of the arena, by name, to detect changed models."""
        return {name: _fingerprint(spec) for name, spec in self._named().items()}

    def estimate(self, games: ScheduledGames, numbers: Sequence[int]) -> str:
        """Estimate the calls, time and cost of the models in some games; empty for none.

        Models on this machine without a price are left out.
        """
        specs = self._named()
        if not numbers or not any(map(is_billed, specs.values())):
            return ""

        def sample(place: int) -> tuple[GameSpec, tuple[SeatSpec, ...]]:
            planned = games[numbers[place * len(numbers) // SAMPLED]]
            return planned.spec, seats_with_memory(self._specs, planned.players, planned.game, None)

        return estimate_text(
            sample,
            specs,
            len(numbers),
            {name: self._settings.thinking_tokens_for(spec) for name, spec in specs.items()},
            repeat_shares(self._root, specs),
        )

    def __call__(
        self, games: Sequence[PlannedGame], left: Mapping[int, Path], enough: Callable[[], bool]
    ) -> Iterator[Row]:
        """Play the given games and yield their rows; implements `ModelGamesPlayer`.

        After a game that breaks, no game is started and the running ones are finished.

        Raises:
            WolfError: The error that broke a game; the game can be resumed.
        """
        waiting = iter(games)
        self._models = SharedModels(
            self._settings
        )  # bound to one event loop; this call has its own
        with asyncio.Runner() as runner:
            try:
                while over := runner.run(self._play_until_any_ends(waiting, left, enough)):
                    yield from over
                if self._broke:
                    raise self._broke
            finally:
                runner.run(self._end())

    # -- playing

    async def _play_until_any_ends(
        self, waiting: Iterator[PlannedGame], left: Mapping[int, Path], enough: Callable[[], bool]
    ) -> list[Row]:
        """Play until at least one game is over and return its rows; empty if none runs."""
        while not self._pressed():
            while len(self._begun) < self._at_once and not self._broke and not enough():
                planned = next(waiting, None)
                if planned is None:
                    break
                running = self._running(planned, left.get(planned.game))
                self._begun.append(
                    _StartedGame(
                        planned, running, asyncio.ensure_future(self._played(planned, running))
                    )
                )
            if not self._begun:
                return []
            self.on_progress(len(self._begun))
            await asyncio.wait(
                [task for _, _, task in self._begun],
                timeout=_POLL_SECONDS,
                return_when=asyncio.FIRST_COMPLETED,
            )
            done = [each for each in self._begun if each.task.done()]
            self._begun = [each for each in self._begun if each not in done]
            if rows := [row for each in done if (row := each.task.result())]:
                return rows
        return []

    def _running(self, planned: PlannedGame, path: Path | None) -> RunningGame:
        if path and not planned.situation:  # given answers are not saved with the game
            return resume_saved(path, models=self._models)
        seats, memories = self._seats(planned), self._memories()
        check_players(seats, self._settings, memories)
        by_role = self.plan.schedule.kind != "mixed"
        folder = GameFolder.create(
            self._root,
            NewGame(
                planned.spec,
                seats,
                version=__version__,
                reader=READER_VERSION,
                bots=(BOTS_VERSION,),
                by_role=by_role,
                pools=memories.pools_read,
                embedder=memories.usual,
                id_letters=_ID_LETTERS,
            ),
        )
        return RunningGame(
            GameSetup(
                game=Game(planned.spec),
                seats=tuple(seats),
                by_role=by_role,
                folder=folder,
                models=self._models,
                memories=memories,
                script=AnswerScript(answers=planned.given_answers),
            )
        )

    async def _played(self, planned: PlannedGame, running: RunningGame) -> Row | None:
        """Play a game and return its row; None if it stopped early, with the error recorded."""
        word = self.plan.on_dead
        way: OnDead = running.replacement(DEFAULT_SEAT) if word == "bot" else word
        try:
            await running.play(gate=_SituationGate(planned, running), on_dead=way)
        except _SituationAnswered:
            # No error: the game of a situation stops here; its row is made of the answers so far.
            pass
        except (SeatError, LogError, OverBudget) as error:
            self._broke = self._broke or error
            return None
        finally:
            running.close()
        assert running.path
        row = read_row(planned, running.path)
        assert row, "it ended and is saved"
        return row

    async def _end(self) -> None:
        """Cancel the running games and close the shared connections."""
        tasks = [task for _, _, task in self._begun]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._models.close_all()

    # -- who plays

    def _memories(self) -> GameMemories:
        fixed = [PoolRead(name, each.revision, "") for name, each in self.plan.pools.items()]
        return self._models.memories(Began(self.plan.embedder, tuple(fixed)))

    def _seats(self, planned: PlannedGame) -> tuple[SeatSpec, ...]:
        return seats_with_memory(self._specs, planned.players, planned.game, self._known)

    def _named(self) -> dict[str, ModelSpec]:
        """Return the models that seats name and that the settings have, by name."""
        seats = [spec for spec in self._specs.values() if spec.model]
        named = dict.fromkeys(
            name for seat in seats for name in (seat.model, *models_named(seat.options))
        )
        return self._settings.named(named)


class _SituationAnswered(Exception):
    """All asks of a situation are answered, so that its game can be left."""


class _SituationGate:
    """A gate that never waits, but leaves the game of a situation once it is answered."""

    def __init__(self, planned: PlannedGame, running: RunningGame) -> None:
        self.planned, self._running = planned, running

    async def __call__(self) -> None:
        if self.planned.is_answered(self._running.game.log):
            raise _SituationAnswered


def _fingerprint(spec: ModelSpec) -> str:
    """Return the settings that identify a model, as JSON."""
    given = {
        name: value
        for name, value in msgspec.to_builtins(spec).items()
        if name in _FINGERPRINT_FIELDS
    }
    if not spec.model:
        given["base_url"] = spec.address
    return msgspec.json.encode(given, order="sorted").decode()
