"""Self-play games of one update, in one process or several: assign seats, return episodes.

Imports numpy, not torch: only the process that learns needs torch.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy import PolicyChooser, load_checkpoint
from wolfcore.agents.policy.act_features import ActsDescriber
from wolfcore.agents.policy.network import Floats, PolicyInput
from wolfcore.agents.policy_files import layout_for
from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.game import Game, dice_of, get_board, make_spec
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import make_quick_agent, parse_player, quick_player

from .episodes import ChoiceLog, Episode, critic_features, play_episodes
from .hyperparameters import Plan, Population


class GameTask(NamedTuple):
    """A task for one process: some games of an update.

    Attributes:
        seeds: The seeds of the games.
        current: The checkpoint that learns; None before training, when the learner prefers the
            first candidate.
        past: Earlier checkpoints, which play in the population.
        update: The number of the update, by which a process sees that the checkpoint has changed.
    """

    seeds: tuple[int, ...]
    current: Path | None
    past: tuple[Path, ...]
    update: int


class SelfPlayer:
    """Plays the games of tasks; created once a process.

    Args:
        plan: The settings of the training.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan, self._board = plan, get_board(plan.board)
        self._notes = ChoiceLog()
        self._others = population_players(plan.population)
        self._past: dict[Path, SyncPlayer] = {}
        self._learner: tuple[int, SyncPlayer] | None = None
        self._game: Game | None = None

    def play(self, task: GameTask) -> list[list[Episode]]:
        """Play the games of a task; return the episodes of each game in the order of its seeds."""
        if self._learner is None or self._learner[0] != task.update:
            self._learner = task.update, self._seated(task.current, learns=True)
        if not self._plan.population.rival:
            self._past = {file: self._past.get(file) or self._seated(file) for file in task.past}
        return [self._play(seed, self._learner[1]) for seed in task.seeds]

    def _play(self, seed: int, learner: SyncPlayer) -> list[Episode]:
        self._game = game = Game(make_spec(self._board, seed))
        learners = learning_seats(self._plan.population, game)
        players = seat_population(game, learner, learners, [*self._others, *self._past.values()])
        return play_episodes(game, players, learners, self._notes, self._plan.rewards)

    def _seated(self, file: Path | None, *, learns: bool = False) -> SyncPlayer:
        """Create a player that chooses by a checkpoint; with `learns` its choices are recorded."""
        if file:
            checkpoint = load_checkpoint(file)
            network, layout = checkpoint.network(), checkpoint.about.layout
        else:
            network, layout = LeaningPolicy(self._plan.ppo.begin), layout_for(self._board)

        def choosing(thinker: HouseThinker, _: str) -> PolicyChooser:
            def note(turn: Turn, desk: Desk, seen: PolicyInput, chosen: CandidateChoice) -> None:
                assert self._game is not None
                truth = critic_features(
                    thinker.mind(turn.view, turn.ask, desk), self._game.state.roles
                )
                self._notes.add(turn, seen, np.array(truth, np.float32), chosen)

            return PolicyChooser(network, ActsDescriber(thinker, layout), note if learns else None)

        return make_quick_agent(parse_player(self._plan.learner), choosing)


class LeaningPolicy:
    """A policy that chooses the first candidate with a fixed probability, the others equally.

    Args:
        first: The probability of the first candidate.
    """

    def __init__(self, first: float) -> None:
        self._first = first

    def probabilities(self, seen: PolicyInput) -> Floats:
        """Return the probability of each candidate, [N]."""
        many = len(seen.candidates)
        found = np.full(many, (1 - self._first) / (many - 1), np.float32)
        found[0] = self._first
        return found


def learning_seats(population: Population, game: Game) -> frozenset[int]:
    """Draw the seats that learn in a game: a share of the board, or one team against a rival.

    The share is that of `population.learners` in seven seats.
    """
    board, dice = game.spec.board, dice_of(game.spec.seed, "population")
    seats = range(1, board.size + 1)
    if population.rival:
        team = dice.pick("team", ("village", "wolves"))
        return frozenset(seat for seat in seats if game.view(seat).team == team)
    many = max(1, round(population.learners * board.size / 7))
    return frozenset(dice.shuffle("learners", seats)[:many])


def population_players(population: Population) -> list[SyncPlayer]:
    """Create the players of the population, without earlier checkpoints of the learner."""
    return [
        quick_player(word)
        for word in ([population.rival] if population.rival else population.styles)
    ]


def seat_population(
    game: Game, learner: SyncPlayer, learners: Set[int], others: Sequence[SyncPlayer]
) -> dict[int, SyncPlayer]:
    """Return the player of each seat; one that does not learn is drawn from `others`.

    Args:
        game: The game.
        learner: The player of the seats that learn.
        learners: The seats that learn.
        others: The players of the other seats.
    """
    dice = dice_of(game.spec.seed, "population")
    seats = range(1, game.spec.board.size + 1)
    return {seat: learner if seat in learners else dice.pick(f"{seat}", others) for seat in seats}


PlayTasks: TypeAlias = Callable[[Sequence[GameTask]], Iterable[list[list[Episode]]]]
"""Plays tasks and yields the episodes of each game of each task, in order."""


@contextmanager
def make_task_player(plan: Plan, workers: int) -> Generator[PlayTasks]:
    """Provide a function that plays tasks in this process, or in several, for the `with` block.

    The results come in the order of the tasks.

    Args:
        plan: The settings of the training.
        workers: The number of processes; 1 for this process.

    Raises:
        ConfigError: A worker process died.
    """
    if workers == 1:
        player = SelfPlayer(plan)
        yield lambda tasks: map(player.play, tasks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start_worker, (plan,)) as pool:
        try:
            yield lambda tasks: pool.map(_play_task, tasks)
        except BrokenProcessPool as error:
            # Raised by the results, which the caller reads within its `with` block.
            hint = "Start the same training again: it continues after its last complete update."
            raise ConfigError("a worker process ended unexpectedly", hint=hint) from error
        finally:
            pool.shutdown(cancel_futures=True)


_player: SelfPlayer | None = None
"""The player of a worker process."""


def _start_worker(plan: Plan) -> None:
    global _player
    # Ctrl-C reaches all processes of a terminal; the process that learns ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = SelfPlayer(plan)


def _play_task(task: GameTask) -> list[list[Episode]]:
    assert _player is not None
    return _player.play(task)
