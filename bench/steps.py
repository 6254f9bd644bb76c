"""`steps`: each step of an agent that needs no model, on and off, on the same deals.

Steps that use experience read pools that are learned here from games before the measured ones.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from wolfcore.agents.turn import Memo, latest_memo
from wolfcore.arena import Contest, gain_of, pairs_of
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Game, Team, View, get_board, make_spec, team_of
from wolfcore.memory import Experience, ExperienceKind
from wolfcore.memory.pool_search import write_experiences
from wolfcore.seating import make_players, quick_players, seat_players
from wolfcore.table import play_now

from .comparisons import TEAMS, breakages, in_points, played_by_all
from .harness import a_count, add_jobs, run_parts, some_boards

SLA = "sla-llm:bots"
"""All steps of Strategic Language Agents: the record sorted and pruned, deduction, three
candidates, a choice among them."""


XU = "xu2023:bots:deduce=each"
"""Recall as in Xu et al., with a bot's whole belief over what it leaves."""


PLAIN = "vanilla:bots:deduce=each"
"""The whole record and the belief: the house bot itself."""


TRIES = f"{SLA}:select=random"
"""The same by chance, from which experience is learned."""


PLUS, WITH_XU = (f"experience={kind}:stages=vote+speech+night" for kind in ("plus", "xu"))


LEARNED_FROM = 1_000_000
"""The first seed of the games that experience is learned from, beyond those that are measured."""


class Step(NamedTuple):
    """A step, and the agent with and without it."""

    name: str
    on: str
    off: str


STEPS = (
    Step("deduction", SLA, f"{SLA}:deduce=none"),
    Step("pruning of what nothing cites", SLA, f"{SLA}:prune=none"),
    Step("three candidates, the best by own judgement", SLA, f"{SLA}:candidates=1"),
    Step("own judgement, and not chance, among them", SLA, TRIES),
    Step("three candidates, one by chance", TRIES, f"{SLA}:candidates=1"),
    Step("five candidates and not three", f"{SLA}:candidates=5", SLA),
    Step("experience (plus) and not own judgement", f"{SLA}:{PLUS}", SLA),
    Step("experience (plus) and not chance", f"{TRIES}:{PLUS}", TRIES),
    Step("experience (plus) at votes alone, and not chance", f"{TRIES}:experience=plus", TRIES),
    Step("experience (xu) and not own judgement", f"{SLA}:{WITH_XU}", SLA),
    Step("experience (xu) and not chance", f"{TRIES}:{WITH_XU}", TRIES),
    Step("the whole record and not recall of 15 + 10", PLAIN, XU),
    Step("the 15 latest messages", XU, f"{XU}:recent=0"),
    Step("the 10 informative messages", XU, f"{XU}:informative=0"),
    Step(
        "the 10 informative beside 5 latest messages",
        f"{XU}:recent=5",
        f"{XU}:recent=5:informative=0",
    ),
    Step("anything that others say or vote", XU, f"{XU}:recent=0:informative=0"),
    Step("pruning at the end of the round (helmsman)", "helmsman:bots", "helmsman:bots:prune=none"),
)
"""Every step, on and off."""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench steps`.

    Raises:
        ConfigError: No step is asked for.
    """
    parser = argparse.ArgumentParser(prog="python -m bench steps", description=__doc__)
    parser.add_argument(
        "--boards", type=some_boards, default="sla7", help="boards between commas (default sla7)"
    )
    parser.add_argument(
        "--deals", type=a_count, default=1000, help="deals on each board (default 1000)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="the seed of the first deal (default 0)"
    )
    some = "only the steps whose line holds this word"
    parser.add_argument("--only", default="", metavar="WORD", help=some)
    learned_from = "games of each team that experience is learned from (default 400)"
    parser.add_argument("--learned", type=a_count, default=400, metavar="N", help=learned_from)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    print(
        f"{chosen.deals} deals from seed {chosen.seed} on: games won by a team with the step "
        "against the same team without it,"
    )
    print(
        "the other team being normal house bots; the difference in points, with a 95 % "
        "interval by deal"
    )
    steps = [step for step in STEPS if chosen.only in step.name]
    if not steps:
        raise ConfigError(
            f"no step has `{chosen.only}` in its line",
            key="--only",
            hint=did_you_mean(chosen.only, words_of(STEPS)),
        )
    found: list[dict[str, object]] = []
    for board in chosen.boards:
        for team in TEAMS:
            seeds = range(chosen.seed, chosen.seed + chosen.deals)
            with tempfile.TemporaryDirectory() as home:
                pool = Path(home) / "told"
                lessons = learn_experience(
                    board,
                    team,
                    TRIES,
                    range(LEARNED_FROM, LEARNED_FROM + chosen.learned),
                    chosen.jobs,
                )
                write_experiences(pool, lessons)
                print(
                    f"\n{board}, {team}; experience: {len(lessons) // len(EXPERIENCE_KINDS)} "
                    f"choices of {chosen.learned} other games"
                )
                deals = played_by_all(steps_contest(board, team, pool, steps), seeds, chosen.jobs)
            for step in steps:
                gain = gain_of(pairs_of(deals, step.on, step.off, team))
                print(
                    f"  {step.name:48} {in_points(gain)}{_verdict(gain.low, gain.high)}", flush=True
                )
                found.append(
                    {"board": board, "team": team, "step": step.name, **msgspec.to_builtins(gain)}
                )
            for line in breakages(deals):
                print(f"  {line}")
    if chosen.json:
        print(msgspec.json.encode(found).decode())


def words_of(steps: Sequence[Step]) -> set[str]:
    """The words of the lines of steps."""
    return {word for step in steps for word in step.name.split()}


def steps_contest(board: str, team: Team, pool: Path, steps: Sequence[Step] = STEPS) -> Contest:
    """Build the contest: each agent that any step compares, once, as a team.

    Agents that use experience read it from the file `pool`.
    """
    agents = dict.fromkeys(agent for step in steps for agent in (step.on, step.off))
    lineups = {
        agent: (f"{team}={agent}" + (f":pool={pool}" if "experience=" in agent else ""),)
        for agent in agents
    }
    return Contest(board=get_board(board), lineups=lineups)


def _verdict(low: float | None, high: float | None) -> str:
    """A word where the interval leaves out nothing."""
    if low is None or high is None or low <= 0 <= high:
        return ""
    return "   helps" if low > 0 else "   harms"


EXPERIENCE_KINDS: tuple[ExperienceKind, ExperienceKind] = ("xu", "plus")


_AT_ONCE = 20
"""Games of a part of the work."""


class _Part(NamedTuple):
    board: str
    team: Team
    agent: str
    seeds: tuple[int, ...]


def learn_experience(
    board: str, team: Team, agent: str, seeds: Sequence[int], jobs: int
) -> list[Experience]:
    """What a team of agents learns from games against normal house bots, for either way to use it.

    Args:
        board: The board.
        team: Who learns.
        agent: Who plays for it; one that proposes several answers and takes one of them by chance
            learns of them all.
        seeds: The deals.
        jobs: How many processes play.
    """
    number = count(1)
    parts = [
        _Part(board, team, agent, tuple(seeds[at : at + _AT_ONCE]))
        for at in range(0, len(seeds), _AT_ONCE)
    ]
    lessons = [lesson for found in run_parts(_lessons, parts, jobs) for lesson in found]
    return [
        replace(lesson, id=next(number), kind=kind)
        for kind in EXPERIENCE_KINDS
        for lesson in lessons
    ]


def _lessons(part: _Part) -> list[Experience]:
    return [lesson for seed in part.seeds for lesson in _of_game(part, seed)]


def _of_game(part: _Part, seed: int) -> Iterator[Experience]:
    """One for each ask at which there was a choice; its score is that of Xu et al. (equation 4)."""
    game = Game(make_spec(get_board(part.board), seed))
    players = quick_players(
        make_players(seat_players((f"{part.team}={part.agent}",), game.spec.board, seed).seats)
    )
    assert players, "whoever thinks without a model answers at once"
    result = play_now(game, players)
    score = 1000 - result.days if result.winner == part.team else result.days
    for seat in range(1, game.spec.board.size + 1):
        view = game.view(seat)
        role = view.role
        if role and team_of(role) == part.team:
            yield from (
                Experience(0, "plus", memo.summary, memo.intention, score) for memo in _memos(view)
            )


def _memos(view: View) -> Iterator[Memo]:
    """What a seat left for itself at each ask at which it had a choice."""
    for own in view.answered:
        memo = latest_memo(View(view.seat, view.board, view.names, view.facts, [own])).memo
        if memo.summary and memo.intention:
            yield memo
