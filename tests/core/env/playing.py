"""Whole games in the environment by chance: every action is drawn among those whose mask is 1."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.env.environment import Observation, WerewolfEnv
from wolfcore.game import dice_of


def acting(env: WerewolfEnv, seed: int) -> Iterator[tuple[str, Observation, float]]:
    """Play a game; at each turn who acts, what it observes and what it has earned since it last
    acted, before it acts."""
    env.reset(seed)
    for turn, agent in enumerate(env.agent_iter()):
        assert turn < 20_000, "the game does not end"
        seen, reward, done, cut, _ = env.last()
        assert seen is not None
        assert not cut
        yield agent, seen, reward
        legal = [number for number, free in enumerate(seen["action_mask"]) if free]
        assert bool(legal) is not done
        env.step(dice_of(seed, f"turn {turn}").pick("action", legal) if legal else None)


def finished(env: WerewolfEnv, seed: int) -> dict[str, float]:
    """Play a game to its end; what each agent has earned by what `last` gave it."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in acting(env, seed):
        totals[agent] += reward
    return totals
