"""The training file: learner, population, network shape, PPO numbers and evaluation, with checks.

All structs are read from and written to `plan.toml`: their field names and values are a file
format.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from wolfcore.agents import PRESETS, quick_options
from wolfcore.agents.policy_files import checkpoint_file
from wolfcore.env.rewards import RewardScheme
from wolfcore.errors import ConfigError
from wolfcore.files import check_ranges, read_toml_as
from wolfcore.game import MAX_SEED, Board, get_board
from wolfcore.seating import (
    BOTS_OPTION,
    is_played_by_bot,
    parse_player,
    policy_seat,
    takes_time,
    unmeasured_error,
)

PLAN_FILE = "plan.toml"
"""The file of a training's folder that holds its settings."""


class Numbers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hyperparameters of PPO (Schulman et al. 2017); the paper gives none, so all are our choice.

    Attributes:
        rate: Learning rate of Adam.
        clip: Clip range of the ratio of new to old probability.
        epochs: Passes over the choices in one update.
        batch: Choices in one step of the optimiser.
        trace: The lambda of generalised advantage estimation.
        discount: The discount factor from one choice of a seat to the one before.
        entropy: The weight of the entropy bonus, per nat.
        gradient: The norm to which gradients are clipped.
        far: The KL divergence, in nats, above which an update stops early.
        begin: The initial probability of the first candidate, learned by imitation of a policy that
            prefers it so; 0 to start from the network's initial weights.
        cooling: The number of updates over which learning rate and entropy weight decay linearly to
            a tenth; 0 for no decay.
    """

    rate: float = 3e-4
    clip: float = 0.2
    epochs: int = 4
    batch: int = 1024
    trace: float = 0.95
    discount: float = 1.0
    entropy: float = 0.01
    gradient: float = 0.5
    far: float = 0.03
    begin: float = 0.85
    cooling: int = 0

    def cooling_factor(self, update: int) -> float:
        """Return the factor of learning rate and entropy weight at an update, counted from 1."""
        return max(0.1, 1 - 0.9 * (update - 1) / self.cooling) if self.cooling else 1.0


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of the policy network.

    Attributes:
        width: The width of a token.
        heads: The number of attention heads.
    """

    width: int = 64
    heads: int = 4


class Population(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The players that sit with the learner in training games.

    Attributes:
        learners: How many seats of seven learn; on other boards an equal share.
        styles: Players, as words, from which the other seats are drawn.
        keep_every: After this many updates a copy of the learner joins the population.
        most: How many such copies stay, the latest ones.
        rival: One player for all seats of one team, while the whole other team learns and nobody
            else plays. Such a training searches for a policy that beats this player. Empty for a
            population.
    """

    learners: int = 4
    styles: tuple[str, ...] = (
        "bot:hard:quiet",
        "bot:hard:active",
        "bot:hard:aggressive",
        "bot:hard:secretive",
        "bot:hard:proactive",
        "bot:hard:default",
    )
    keep_every: int = 20
    most: int = 10
    rival: str = ""


class Measured(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The evaluation during training.

    Attributes:
        every: Evaluate after this many updates; 0 for never.
        deals: The number of deals, each played as village and as wolves.
        against: The player of the other team, and of the same team for comparison.
    """

    every: int = 20
    deals: int = 200
    against: str = "bot:hard"


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a training, as in `plan.toml`.

    Attributes:
        learner: The player that learns, as its words, with `select=policy` and a house bot that
            thinks.
        board: The board.
        seed: The seed of the training, from which the seeds of its games follow.
        updates: The number of updates.
        games: The number of games in one update.
        start: The name or file of a policy from which to start; empty for new weights.
        rewards: `paper` for all rewards of the paper, `win` for the end of the game only.
        device: Where the network learns; `auto` uses a GPU if there is one.
        network: The shape of the network.
        ppo: The hyperparameters of PPO.
        population: The players that sit with the learner.
        measured: The evaluation during training.
    """

    learner: str = "sla:bots=hard"
    board: str = "sla7"
    seed: int = 0
    updates: int = 400
    games: int = 512
    start: str = ""
    rewards: RewardScheme = "paper"
    device: Literal["auto", "cpu", "cuda"] = "auto"
    network: Shape = Shape()
    ppo: Numbers = Numbers()
    population: Population = Population()
    measured: Measured = Measured()


def read_plan(file: Path) -> Plan:
    """Read and check the settings of a training from a TOML file.

    Raises:
        ConfigError: The file cannot be read, has an unknown key or a value out of range, or names a
            player or board that does not exist.
    """
    return read_toml_as(
        file, Plan, check_plan, "training", "`wolftui train --show` prints one whole."
    )


def check_plan(plan: Plan) -> None:
    """Check that the settings of a training are valid.

    Raises:
        ConfigError: A value is out of range, or names a player or board that does not exist.
    """
    board = get_board(plan.board)
    _check_learner(plan.learner)
    if plan.start:
        checkpoint_file(plan.start)
    _check_other("measured.against", plan.measured.against, board)
    check_population(plan.population, board)
    check_shape(plan.network)
    ppo = plan.ppo
    check_ranges(
        (
            ("seed", plan.seed, 0, MAX_SEED),
            ("updates", plan.updates, 1, 1_000_000),
            ("games", plan.games, 1, 100_000),
            ("ppo.rate", ppo.rate, 1e-8, 1.0),
            ("ppo.clip", ppo.clip, 0.001, 1.0),
            ("ppo.epochs", ppo.epochs, 1, 100),
            ("ppo.batch", ppo.batch, 8, 1 << 20),
            ("ppo.trace", ppo.trace, 0.0, 1.0),
            ("ppo.discount", ppo.discount, 0.0, 1.0),
            ("ppo.entropy", ppo.entropy, 0.0, 10.0),
            ("ppo.gradient", ppo.gradient, 1e-6, 1e6),
            ("ppo.begin", ppo.begin, 0.0, 0.999),
            ("ppo.far", ppo.far, 1e-6, 1e6),
            ("ppo.cooling", ppo.cooling, 0, 1_000_000),
            ("measured.every", plan.measured.every, 0, 1_000_000),
            ("measured.deals", plan.measured.deals, 1, 1_000_000),
        )
    )


def check_shape(network: Shape) -> None:
    """Check that the shape of a network is valid.

    Raises:
        ConfigError: A value is out of range, or the heads do not divide the width.
    """
    check_ranges(
        (("network.width", network.width, 4, 1024), ("network.heads", network.heads, 1, 64))
    )
    if network.width % network.heads:
        raise ConfigError(
            "`network.width` is not a multiple of the heads",
            key="network.heads",
            hint="Write for example 4 heads and a width of 64.",
        )


def check_population(population: Population, board: Board) -> None:
    """Check that a population is valid for games on a board.

    Raises:
        ConfigError: A value is out of range, no player is in it, or a player does not exist, does
            not answer synchronously, or has a policy that lacks a role of the board.
    """
    check_ranges(
        (
            ("population.learners", population.learners, 1, 7),
            ("population.keep_every", population.keep_every, 1, 1_000_000),
            ("population.most", population.most, 0, 256),
        )
    )
    for word in population.styles:
        _check_other("population.styles", word, board)
    if population.rival:
        _check_other("population.rival", population.rival, board)
    if not population.styles:
        raise ConfigError(
            "names no players",
            key="population.styles",
            hint='Write for example ["bot:hard:quiet"].',
        )


def _check_other(key: str, word: str, board: Board) -> None:
    """Check a player that sits with the learner.

    Raises:
        ConfigError: It does not answer at once, or its policy was trained without a role of the
            board.
    """
    spec = parse_player(word)
    seat = policy_seat(spec, board)
    if seat and not seat.has_roles:
        raise unmeasured_error(word, seat, key)
    if takes_time(spec):
        raise ConfigError(
            f"`{word}` does not answer at once",
            key=key,
            hint="Use house bots, or agents with `bots`.",
        )


def _check_learner(word: str) -> None:
    """Check that a player can learn: a house bot thinks, and a policy, not yet named, chooses.

    Raises:
        ConfigError: It cannot learn.
    """
    spec, hint = parse_player(word), "Write for example `sla:bots=hard`."
    if not is_played_by_bot(spec.options):
        problem = (
            "has a model instead of a house bot" if spec.model else "does not choose by a policy"
        )
        raise ConfigError(f"`{word}` {problem}", key="learner", hint=hint)
    words = [option for option in spec.options if option.partition("=")[0] != BOTS_OPTION]
    options = quick_options(words, spec.player, PRESETS[spec.player].settings)
    if options.settings.select != "policy":
        raise ConfigError(f"`{word}` does not choose by a policy", key="learner", hint=hint)
    if options.policy:
        problem = f"`{word}` names a policy, but the training makes a new one"
        raise ConfigError(problem, key="learner", hint=hint)
