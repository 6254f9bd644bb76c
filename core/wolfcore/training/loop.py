"""`TrainingRun`: the training loop in its folder, which resumes at the last whole update.

    plan.toml              the settings of the training
    log.jsonl              one line an update
    state.safetensors      weights, critic and optimiser after the last whole update
    current.safetensors    the checkpoint of that state
    past/NNNN.safetensors  earlier checkpoints, which play in the population

The state is written atomically, after the log; log lines after it are dropped on resume. All
randomness follows from the seed and the number of the update, so that an interrupted run ends with
the same bytes.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np
import tomli_w
import torch
from msgspec import Struct
from safetensors import SafetensorError
from safetensors.torch import load, save

from wolfcore.agents.policy import Checkpoint, Sizes, load_checkpoint, save_checkpoint
from wolfcore.agents.policy.act_features import ActsDescriber, act_lengths
from wolfcore.agents.policy.checkpoints import FORMAT, About, write_atomically
from wolfcore.agents.policy.network import Weights
from wolfcore.agents.policy_files import (
    HEADER,
    PolicyHeader,
    checkpoint_file,
    layout_for,
    read_about,
)
from wolfcore.bots import BOTS_VERSION
from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, LogError
from wolfcore.files import file_errors, path_exists, read_bytes
from wolfcore.game import dice_of, get_board
from wolfcore.records.jsonl import LineFile, split_whole_lines
from wolfcore.records.layout import FolderLock

from .evaluation import Measure, evaluate
from .hyperparameters import PLAN_FILE, Plan, read_plan
from .ppo import Learner, Update
from .self_play import GameTask, PlayTasks, make_task_player
from .torch_network import Critic, PolicyNet

_MOST_LOG_BYTES, _MOST_STATE_BYTES = 1 << 28, 1 << 29


_AT_ONCE = 16
"""Games in one task for a process."""


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the training log: the results of one update.

    Attributes:
        update: Its number, from 1.
        games: The number of games so far.
        seconds: The duration of the update.
        won: The share of games that learning seats won, by team.
        did: The statistics of the update.
        measure: The strength of the policy after it; None where it was not evaluated.
    """

    update: int
    games: int
    seconds: float
    won: dict[str, float]
    did: Update
    measure: Measure | None = None


class TrainingRun:
    """A training in its folder, new or resumed.

    Args:
        folder: The folder; created if it does not exist.
        plan: The settings of the training.
        workers: How many processes play games.

    Attributes:
        folder: The folder.
        plan: The settings of the training.
        updates: How many updates are complete.
        device: Where the network learns, `cpu` or `cuda`.

    Raises:
        ConfigError: The folder contains another training, is in use, is damaged, or cannot be
            written.
    """

    def __init__(self, folder: Path, plan: Plan, workers: int = 1) -> None:
        self.folder, self.plan, self._workers, self.updates = folder, plan, workers, 0
        torch.set_num_threads(1)
        torch.manual_seed(plan.seed)
        self._layout = layout_for(get_board(plan.board))
        player, state, candidate = act_lengths(self._layout)
        sizes = Sizes(
            player=player,
            state=state,
            candidate=candidate,
            width=plan.network.width,
            heads=plan.network.heads,
        )
        cuda = plan.device == "cuda" or (plan.device == "auto" and torch.cuda.is_available())
        self.device = "cuda" if cuda else "cpu"
        self._learner = Learner(
            PolicyNet(sizes), Critic(sizes), plan.ppo, torch.device(self.device)
        )
        with file_errors(folder):
            self._claim()
            try:
                if path_exists(self._state):
                    self._restore()
                else:
                    if plan.start:
                        self._learner.net.load_weights(self._weights_to_start())
                    self._keep()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Release the lock of the folder; harmless when repeated."""
        self._lock.release()

    @property
    def current(self) -> Path:
        """The checkpoint file after the last whole update."""
        return self.folder / "current.safetensors"

    @property
    def log(self) -> Path:
        """The log file, one JSON object (`Line`) an update."""
        return self.folder / "log.jsonl"

    @property
    def _state(self) -> Path:
        return self.folder / "state.safetensors"

    # -- files

    def _claim(self) -> None:
        """Create the folder or check that it has the same settings, lock it, and write `plan.toml`.

        Only the number of updates may differ, so that a training can be made longer.
        """
        held = self.folder / PLAN_FILE
        # Before the lock, whose file would make a foreign folder look like one of a training.
        if held.exists():
            if msgspec.structs.replace(read_plan(held), updates=self.plan.updates) != self.plan:
                hint = "Choose another folder with `--into`, or delete this one."
                raise ConfigError("holds another training", file=str(self.folder), hint=hint)
        elif self.folder.exists() and any(self.folder.iterdir()):
            raise ConfigError(
                "is not the folder of a training",
                file=str(self.folder),
                hint="Choose another folder with `--into`.",
            )
        (self.folder / "past").mkdir(parents=True, exist_ok=True)
        try:
            self._lock = FolderLock(self.folder)
        except LogError as error:
            raise ConfigError(
                "is in use by another wolftui process", file=str(self.folder)
            ) from error
        write_atomically(held, tomli_w.dumps(msgspec.to_builtins(self.plan)).encode())

    def _restore(self) -> None:
        """Load the saved state, export its checkpoints, and drop log lines after it.

        Raises:
            ConfigError: The state is damaged, or its network was trained with another layout.
        """
        hint = "Delete the folder to begin the training again."
        try:
            data = read_bytes(self._state, _MOST_STATE_BYTES)
            # Before the weights, which do not fit a network of another layout.
            header = _header_of_state(data)
            if header.layout != self._layout:
                raise ConfigError(
                    f"was trained with another layout of features than {self.plan.board} has now",
                    file=str(self._state),
                    hint=hint,
                )
            if header.bots != BOTS_VERSION:
                raise ConfigError(
                    f"was trained with version {header.bots} of the house bots, and this wolftui "
                    f"has version {BOTS_VERSION}",
                    file=str(self._state),
                    hint=hint,
                )
            tensors = load(data)
            # Earlier versions wrote no checksum.
            held = tensors.pop(_SUM, None)
            if held is not None and not torch.equal(held, _sum_of(tensors)):
                raise ValueError("its checksum does not match")
            self._learner.restore(tensors)
            self.updates = int(tensors["updates"])
        except (SafetensorError, RuntimeError, KeyError, ValueError, TypeError) as error:
            raise ConfigError(f"is damaged ({error})", file=str(self._state), hint=hint) from error
        # A process that was killed may have written the state and not its checkpoints.
        self._export()
        if path_exists(self.log):
            lines = self._log_lines()
            write_atomically(self.log, b"".join(line + b"\n" for line in lines))

    def _log_lines(self) -> list[bytes]:
        """Return the lines of the log up to the saved state.

        The log may begin later than the training, as where an earlier one was moved away. A line
        after the state, whole or torn, was written before a crash.

        Raises:
            ConfigError: The log is damaged.
        """
        try:
            lines = split_whole_lines(read_bytes(self.log, _MOST_LOG_BYTES))[0]
            numbers = [_LINE.decode(line).update for line in lines]
            first = numbers[0] if numbers else 1
            if first < 1 or numbers != list(range(first, first + len(numbers))):
                raise ValueError("its updates are not in order")
            kept = lines[: max(self.updates + 1 - first, 0)]
            if first + len(kept) != self.updates + 1:
                raise ValueError(f"update {self.updates} is missing")
        except (ValueError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            hint = "Move it away: the training goes on, and begins another."
            raise ConfigError(f"is damaged ({why})", file=str(self.log), hint=hint) from error
        return kept

    def _keep(self, line: Line | None = None) -> None:
        """Write the results of an update: first the log, then the state, then the checkpoints.

        Checkpoints follow from the state, so `_restore` can write them again.
        """
        if line:
            log = LineFile(self.log, _MOST_LOG_BYTES)
            try:
                log.append(msgspec.json.encode(line) + b"\n")
            finally:
                log.close()
        tensors = {**self._learner.tensors(), "updates": torch.tensor(self.updates)}
        header = msgspec.json.encode(PolicyHeader(layout=self._layout, bots=BOTS_VERSION)).decode()
        data = save({**tensors, _SUM: _sum_of(tensors)}, {"about": header})
        write_atomically(self._state, data)
        self._export()

    def _export(self) -> None:
        about = About(
            format=FORMAT,
            layout=self._layout,
            bots=BOTS_VERSION,
            describer=ActsDescriber.name,
            sizes=self._learner.net.sizes,
            candidates=self.plan.learner,
            board=self.plan.board,
            games=self.updates * self.plan.games,
            run=self.folder.name,
        )
        checkpoint = Checkpoint(about, self._learner.net.exported())
        save_checkpoint(self.current, checkpoint)
        if self.updates and self.updates % self.plan.population.keep_every == 0:
            save_checkpoint(self._past(self.updates), checkpoint)

    def _past(self, update: int) -> Path:
        return self.folder / "past" / f"{update:04}.safetensors"

    def _weights_to_start(self) -> Weights:
        """Load the weights of the policy from which the training starts.

        Raises:
            ConfigError: The policy cannot be read, or has another layout or architecture.
        """
        file = checkpoint_file(self.plan.start)
        checkpoint = load_checkpoint(file)
        about, problem, hint = checkpoint.about, "", "Leave out `start`."
        if about.describer != ActsDescriber.name or about.layout != self._layout:
            problem = (
                about.layout.fault_on(get_board(self.plan.board))
                or "has another layout of features than the training"
            )
        elif about.sizes != self._learner.net.sizes:
            problem = "has another network architecture than the training"
            hint = "Use the width and heads of that policy, or leave out `start`."
        if problem:
            raise ConfigError(problem, file=str(file), key="start", hint=hint)
        return checkpoint.weights

    # -- updates

    def train(self) -> Iterator[Line]:
        """Run the remaining updates; yield the log line of each once it is on disk.

        Raises:
            ConfigError: A process that played games died, or a file cannot be written; start the
                training again to resume it.
        """
        with make_task_player(self.plan, self._workers) as play:
            if self.updates == 0 and (self.plan.start or self.plan.ppo.begin):
                self._begin(play)
            while self.updates < self.plan.updates:
                yield self._update(play)

    def _begin(self, play: PlayTasks) -> None:
        """Train the critic before the first update, and the network to prefer the first candidate.

        With `start` the network keeps its weights. None of this is saved before the first update is
        complete, except the checkpoint.
        """
        starts = bool(self.plan.start)
        episodes = [
            episode
            for some in play(self._tasks(0, self.current if starts else None))
            for game in some
            for episode in game
        ]
        self._learner.warm_start(
            episodes, np.random.default_rng([self.plan.seed, 0]), leans=not starts
        )
        self._export()

    def _tasks(self, number: int, current: Path | None) -> list[GameTask]:
        """Build the tasks of an update: its games, and the checkpoints that play them."""
        plan = self.plan
        start = dice_of(plan.seed, "games").draw(f"{number}", 1 << 40)
        end, every, most = start + plan.games, plan.population.keep_every, plan.population.most
        past = tuple(
            [self._past(update) for update in range(every, number, every)][-most:] if most else ()
        )
        firsts = range(start, end, _AT_ONCE)
        return [
            GameTask(tuple(range(first, min(first + _AT_ONCE, end))), current, past, number)
            for first in firsts
        ]

    def _update(self, play: PlayTasks) -> Line:
        plan, number, began = self.plan, self.updates + 1, time.monotonic()
        episodes = [
            episode
            for some in play(self._tasks(number, self.current))
            for game in some
            for episode in game
        ]
        did = self._learner.update(
            episodes, np.random.default_rng([plan.seed, number]), plan.ppo.cooling_factor(number)
        )
        self.updates = number
        won = {
            team: [each.won for each in episodes if each.team == team]
            for team in ("village", "wolves")
        }
        measure = None
        if plan.measured.every and (number % plan.measured.every == 0 or number == plan.updates):
            # The measured games read the checkpoint file.
            self._export()
            measure = evaluate(plan, self.current, self._workers)
        line = Line(
            update=number,
            games=number * plan.games,
            seconds=round(time.monotonic() - began, 2),
            won={team: round(sum(each) / len(each), 4) for team, each in won.items() if each},
            did=did,
            measure=measure,
        )
        with file_errors(self.folder):
            self._keep(line)
        return line


_LINE = JsonReader(Line, once=True)


_SUM = "sum"
"""The name of the checksum among the tensors of a state."""


def _sum_of(tensors: Mapping[str, torch.Tensor]) -> torch.Tensor:
    """Compute the SHA-256 of names and values as a tensor of 32 bytes."""
    found = sha256()
    for name, value in sorted(tensors.items()):
        found.update(name.encode() + value.numpy().tobytes())
    return torch.tensor(list(found.digest()), dtype=torch.uint8)


def _header_of_state(data: bytes) -> PolicyHeader:
    """Return the header of a saved state; earlier versions wrote none: its defaults are theirs.

    Raises:
        ValueError: The header is damaged.
    """
    return read_about(data, HEADER, missing=b"{}")
