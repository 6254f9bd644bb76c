"""The user's choice of size, model and players for an experiment, and the resulting arenas."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Limits, check_arena
from wolfcore.arena.references import board_of
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.records import SeatSpec
from wolfcore.seating import ANYWAY, is_agent, parse_player, says_anyway

from .definition import Experiment, Off, Part, PoolPlan
from .series.design import board_ending_with


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The user's choice for an experiment.

    Attributes:
        size: `small`, or `full` as in the paper.
        games: The number of games of each line-up on each board instead; 0 for the number of the
            size. Parts that teach a pool keep their number.
        model: The model of all players in `models`, which become the agents named there; empty for
            none.
        players: Replacement players, by name.
        off: Whether it is a control run: the mechanism of the experiment is switched off.
    """

    size: Literal["small", "full"] = "full"
    games: int = 0
    model: str = ""
    players: dict[str, str] = {}
    off: bool = False


def with_choice(plan: Experiment, choice: Choice) -> Experiment:
    """Return an experiment with the chosen model and players.

    Raises:
        ConfigError: A name is no player's, or no player has a model.
    """
    for name in choice.players:
        if name not in plan.players:
            raise ConfigError(
                f"there is no player `{name}`",
                key="--player",
                hint=did_you_mean(name, plan.players),
            )
        if choice.off and plan.mechanism and name in plan.mechanism.off.players:
            raise ConfigError(
                f"`--off` replaces the player `{name}` itself",
                key="--player",
                hint="Leave one of the two out.",
            )
    if choice.model and not plan.models:
        raise ConfigError(
            "no player of this experiment has a model",
            key="--model",
            hint="Name players with `--player NAME=PLAYER`.",
        )
    modelled = (
        {name: f"{word}@{choice.model}" for name, word in plan.models.items()}
        if choice.model
        else {}
    )
    # Later ones win: a player named by hand also replaces one with the chosen model.
    return replace(plan, players={**plan.players, **modelled, **choice.players})


def differences(plan: Experiment) -> tuple[str, ...]:
    """Return what differs from the paper with the players of an experiment, a sentence each."""
    papers = paper_names(plan)
    missing = [name for name in dict.fromkeys((*plan.models, *papers)) if not model_of(plan, name)]
    bots = [name for name in plan.models if name in missing]
    lines = [
        *plan.differs,
        *(plan.differs_without_models if bots else ()),
        *(plan.differs_with_models if len(bots) < len(plan.models) else ()),
    ]
    if named := dict.fromkeys(papers[name] for name in missing if name in papers):
        lines.append(
            f"house bots stand in for {', '.join(named)}: their results say nothing about these"
        )
    lines += dict.fromkeys(
        f"the model `{model}` plays as {paper}"
        for name, paper in papers.items()
        if (model := model_of(plan, name)) and model.casefold() != paper.casefold()
    )
    return tuple(lines)


def paper_names(plan: Experiment) -> dict[str, str]:
    """Return who the players are in the paper, by name: its models, and its people."""
    return {**dict.fromkeys(plan.people, "people"), **plan.paper_models}


def model_of(plan: Experiment, name: str) -> str:
    """Return the model of a player; empty for a player without one."""
    return parse_player(plan.players[name]).model


def switched_off(plan: Experiment) -> Experiment:
    """Return an experiment with its mechanism switched off.

    Raises:
        ConfigError: It has none.
    """
    if plan.mechanism is None:
        raise ConfigError(
            "this experiment has no `[mechanism]` to switch off", key="--off", hint="Leave it out."
        )
    off, agents = plan.mechanism.off, dict[str, str]()
    for name, word in plan.players.items():
        agents.setdefault(word, plan.models.get(name, ""))
    # With a model, too, a replaced player is as the player whose word it gets.
    models = plan.models | {name: agents.get(word, "") for name, word in off.players.items()}
    return replace(
        plan,
        players={**plan.players, **off.players},
        models={name: agent for name, agent in models.items() if agent},
        parts={
            name: replace(
                part,
                pool="" if off.pools else part.pool,
                boards=tuple([off.boards.get(board, board) for board in part.boards]),
            )
            for name, part in plan.parts.items()
        },
    )


def is_switched_off(plan: Experiment, choice: Choice) -> bool:
    """Return whether an experiment is a control run, without its mechanism.

    One that began before choices said so is known by its players and parts.
    """
    if choice.off or plan.mechanism is None or plan.mechanism.off == Off():
        return choice.off
    off = switched_off(plan)
    return (off.players, off.parts) == (plan.players, plan.parts)


def arena_of_part(
    plan: Experiment, name: str, choice: Choice, pools: Path | None = None, stem: str = ""
) -> ArenaPlan:
    """Return the arena of a part.

    Args:
        plan: The experiment.
        name: The part.
        choice: The user's choice, which sets the number of games.
        pools: The folder of pool files for players without a model; None to leave the players'
            pools out.
        stem: The prefix of the names of pools for players with a model.

    Raises:
        ConfigError: It cannot be played; names the part.
    """
    part = plan.parts[name]
    try:
        players = {
            each: _with_pool(plan, part, each, pools, stem)
            if part.pool and pools
            else plan.players[each]
            for each in part.players or tuple(plan.players)
        }
        own = {board: plan.own[board] for board in part.boards if board in plan.own}
        boards, schedule = part.boards, part.schedule
        if part.person:
            ended = [board_ending_with(board_of(each, own), part.person) for each in boards]
            boards, own = tuple([each.name for each in ended]), {each.name: each for each in ended}
            schedule = replace(schedule, people=(part.person,))
        arena = ArenaPlan(
            boards=boards,
            own=own,
            deals=part_deals(plan, name, choice),
            seed=part.seed,
            repeats=part.repeats,
            players=players,
            schedule=schedule,
            limits=Limits(stop_after_replaced=plan.stop_after_replaced),
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
    """Return the number of deals of a part."""
    part = plan.parts[name]
    teaches = [pool for pool in plan.pools.values() if pool.part == name]
    if choice.games and not teaches:
        return ceil(choice.games / part.repeats)
    return part.small if choice.size == "small" else part.full


def size_of(plan: Experiment, choice: Choice) -> str:
    """Return the size of an experiment in deals and questions, a clause; empty for full size."""
    sizes = [(name, part_deals(plan, name, choice), part.full) for name, part in plan.parts.items()]
    if plan.quiz:
        small = choice.size == "small"
        sizes.append(("quiz", plan.quiz.small if small else plan.quiz.full, plan.quiz.full))
    return ", ".join([f"{name} {many:,} ({full:,})" for name, many, full in sizes if many != full])


def lesson_games(pool: PoolPlan, choice: Choice) -> int:
    """Return the number of games that teach a pool."""
    return pool.small if choice.size == "small" else pool.full


def pool_file(pools: Path, name: str) -> Path:
    """Return the file of a pool for players without a model."""
    return pools / f"{name}.jsonl"


def pool_name(stem: str, name: str) -> str:
    """Return the name of a pool for players with a model."""
    return f"{stem}-{name}"


def _with_pool(plan: Experiment, part: Part, name: str, pools: Path, stem: str) -> str:
    """Return the player word with the pool of a part; a player that reads none is unchanged."""
    spec = parse_player(plan.players[name])
    if part.readers and name not in part.readers:
        return spec.text
    if not is_agent(spec.player):
        hint = "Choose an agent, such as `plus:bots=normal:candidates=3` or `plus@MODEL`."
        raise ConfigError(f"`{spec.text}` cannot read experience", key=f"players.{name}", hint=hint)
    # Pools of models are found by name, those of other agents by file.
    where = pool_name(stem, part.pool) if spec.model else str(pool_file(pools, part.pool))
    # What the part says of experience replaces what the player says.
    own = [
        option
        for option in spec.options
        if option.partition("=")[0] not in ("experience", "pool", "scope")
    ]
    scope = ("scope=village",) if spec.model and plan.pools[part.pool].team == "village" else ()
    anyway = (ANYWAY,) if says_anyway(plan.players[name]) else ()
    return SeatSpec(
        spec.player,
        (*own, f"experience={part.experience}", f"pool={where}", *scope, *anyway),
        spec.model,
    ).text
