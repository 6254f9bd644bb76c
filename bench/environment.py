"""`learning`: games a second of the PettingZoo environment against the plain game loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from wolfcore.bots import HouseBot
from wolfcore.env import BotProposer, WerewolfEnv
from wolfcore.game import Game, get_board, make_spec
from wolfcore.table import play_now

BOARDS = ("sla7", "helmsman7", "xu7", "arena8", "plus12")


SECONDS = 1.0
"""Processor time a figure."""


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Measure games a second by board (median of `rounds`), and time ratios to the fast loop.

    Measured are the fast loop; the environment with every observation made; and the same where each
    speech is also chosen among three that a house bot proposes.
    """
    found: dict[str, dict[str, float]] = {}
    print(f"{'board':20} {'loop':>8} {'learning':>9} {'ratio':>6} {'proposed':>9} {'ratio':>6}")
    for board in BOARDS:
        ways: dict[str, Callable[[int], None]] = {
            "loop": _loop(board),
            "learning": _learning(board),
            "proposed": _proposed(board),
        }
        for play in ways.values():
            play(0)
        taken = {name: list[float]() for name in ways}
        for number in range(rounds):
            for name, play in ways.items():
                taken[name].append(_a_second(play, 1 + 10_000 * number))
        row = {name: median(figures) for name, figures in taken.items()}
        row["ratio"], row["ratio_proposed"] = (
            row["loop"] / row["learning"],
            row["loop"] / row["proposed"],
        )
        found[board] = row
        print(
            f"{board:20} {row['loop']:8.1f} {row['learning']:9.1f} {row['ratio']:6.2f} "
            f"{row['proposed']:9.1f} "
            f"{row['ratio_proposed']:6.2f}",
            flush=True,
        )
    return found


def _a_second(play: Callable[[int], None], seed: int) -> float:
    """Measure games a second of processor time; the first game has this seed.

    The seeds count up, so that all ways play the same deals.
    """
    played, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        play(seed + played)
        played += 1
    return played / spent


def _loop(board: str) -> Callable[[int], None]:
    def play(seed: int) -> None:
        bot, game = HouseBot(("hard",)), Game(make_spec(get_board(board), seed))
        play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), bot))

    return play


def _learning(board: str) -> Callable[[int], None]:
    env = WerewolfEnv(board)

    def play(seed: int) -> None:
        bot = HouseBot(("hard",))
        env.reset(seed)
        for agent in env.agent_iter():
            _, _, done, _, _ = env.last()
            ask = env.ask
            env.step(
                None if done or ask is None else bot.answer_now(env.view(agent), ask, env.desk(ask))
            )

    return play


def _proposed(board: str) -> Callable[[int], None]:
    env = WerewolfEnv(board, proposer=BotProposer())

    def play(seed: int) -> None:
        bot = HouseBot(("hard",))
        env.reset(seed)
        for agent in env.agent_iter():
            seen, _, done, _, _ = env.last()
            ask = env.ask
            if done or ask is None:
                env.step(None)
            elif seen and seen["action_mask"][env.board.size + 1]:
                env.step(env.board.size + 1)
            else:
                env.step(bot.answer_now(env.view(agent), ask, env.desk(ask)))

    return play
