"""The user's choice of size, model and players for an experiment, and the resulting arenas."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, check_arena
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.records import SeatSpec
from wolfcore.seating import is_agent, parse_player

from .definition import Experiment, Part, PoolPlan


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody wants of an experiment.

    Attributes:
        size: In small, or as the paper has it.
        games: So many games by each line-up on each board instead; 0 for as many as the size says.
            Games that only teach a pool stay as many.
        model: Everybody is the agent of `models` with this model.
        players: Who plays instead, by name.
    """

    size: Literal["small", "full"] = "full"
    games: int = 0
    model: str = ""
    players: dict[str, str] = {}


def with_choice(plan: Experiment, choice: Choice) -> Experiment:
    """An experiment with the players that somebody wants.

    Raises:
        ConfigError: A name is nobody's, or a player cannot be written so.
    """
    for name in choice.players:
        if name not in plan.players:
            raise ConfigError(
                f"nobody is called `{name}`", key="--player", hint=did_you_mean(name, plan.players)
            )
    if choice.model and not plan.models:
        raise ConfigError(
            "nobody in it has a model",
            key="--model",
            hint="Name players with `--player NAME=PLAYER`.",
        )
    modelled = (
        {name: f"{word}@{choice.model}" for name, word in plan.models.items()}
        if choice.model
        else {}
    )
    return replace(plan, players={**plan.players, **modelled, **choice.players})


def switched_off(plan: Experiment) -> Experiment:
    """An experiment with its mechanism switched off."""
    off = plan.mechanism.off
    return replace(
        plan,
        players={**plan.players, **off.players},
        parts={
            name: replace(
                part,
                pool="" if off.pools else part.pool,
                boards=tuple([off.boards.get(board, board) for board in part.boards]),
            )
            for name, part in plan.parts.items()
        },
    )


def arena_of_part(
    plan: Experiment, name: str, choice: Choice, pools: Path | None = None, stem: str = ""
) -> ArenaPlan:
    """The arena of a part.

    Args:
        plan: The experiment.
        name: The part.
        choice: How much is played.
        pools: Where pools for those without a model lie, as files; None where only the shape of the
            arena is of interest.
        stem: What the names of pools for those with a model begin with.

    Raises:
        ConfigError: It cannot be played; says which part.
    """
    part = plan.parts[name]
    try:
        players = {
            each: _with_pool(plan, part, each, pools, stem)
            if part.pool and pools
            else plan.players[each]
            for each in part.players or tuple(plan.players)
        }
        arena = ArenaPlan(
            boards=part.boards,
            own={board: plan.own[board] for board in part.boards if board in plan.own},
            deals=part_deals(plan, name, choice),
            seed=part.seed,
            repeats=part.repeats,
            players=players,
            schedule=part.schedule,
        )
        check_arena(arena)
    except ConfigError as error:
        raise ConfigError(
            error.problem,
            key=f"parts.{name}" + (f", {error.key}" if error.key else ""),
            hint=error.hint,
        ) from error
    return arena


def part_deals(plan: Experiment, name: str, choice: Choice) -> int:
    """How many deals a part has."""
    part = plan.parts[name]
    teaches = [pool for pool in plan.pools.values() if pool.part == name]
    if choice.games and not teaches:
        return ceil(choice.games / part.repeats)
    return part.small if choice.size == "small" else part.full


def lesson_games(pool: PoolPlan, choice: Choice) -> int:
    """How many games teach a pool."""
    return pool.small if choice.size == "small" else pool.full


def pool_file(pools: Path, name: str) -> Path:
    """Where a pool lies for those without a model."""
    return pools / f"{name}.jsonl"


def pool_name(stem: str, name: str) -> str:
    """What a pool is called for those with a model."""
    return f"{stem}-{name}"


def _with_pool(plan: Experiment, part: Part, name: str, pools: Path, stem: str) -> str:
    """A player who reads the pool of a part, as on the command line; one who does not as it is."""
    spec = parse_player(plan.players[name])
    if part.readers and name not in part.readers:
        return spec.text
    if not is_agent(spec.player):
        hint = "Take an agent, such as `plus:bots=normal:candidates=3` or `plus@MODEL`."
        raise ConfigError(f"`{spec.text}` reads no experience", key=f"players.{name}", hint=hint)
    where = pool_name(stem, part.pool) if spec.model else str(pool_file(pools, part.pool))
    own = [
        option
        for option in spec.options
        if option.partition("=")[0] not in ("experience", "pool", "scope")
    ]
    scope = ("scope=village",) if spec.model and plan.pools[part.pool].team == "village" else ()
    return SeatSpec(
        spec.player, (*own, f"experience={part.experience}", f"pool={where}", *scope), spec.model
    ).text
