"""The notebook of the site as cells: `python -m docs.notebook` runs it and writes its page."""
# ruff: noqa: T201  a notebook prints

# %% [markdown]
# # Notebook
#
# This notebook is a small study from start to end: play games, read them back, take the metrics
# that wolftui computes, and compute one of your own from the log, with an interval. It needs no
# model and no network, and takes a few seconds.
#
# The question: how much do `hard` house bots gain as wolves over `easy` ones, and do villagers
# already vote for wolves on day 1?

# %%
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from wolfcore import measure, play, read_game

# %% [markdown]
# ## Play
#
# Both kinds of wolves play the same deals: equal seeds deal equal roles to equal seats. Every
# game is saved in a folder of its own.

# %%
folder = Path(mkdtemp())
seeds = range(1, 26)
for level in ("easy", "hard"):
    for seed in seeds:
        play("sla7", {"wolves": f"bot:{level}"}, seed=seed, save_to=folder / level)
print(len(list(folder.glob("*/*/game.jsonl"))), "games")

# %% [markdown]
# ## Read
#
# `read_game` reads one folder. Games are sorted by their seeds here, because the names of folders
# are random.

# %%
games = {
    level: sorted(map(read_game, (folder / level).iterdir()), key=lambda game: game.spec.seed)
    for level in ("easy", "hard")
}
first = games["hard"][0]
print("seed", first.spec.seed, "names", ", ".join(first.spec.names))
print("result:", first.result)

# %% [markdown]
# ## Metrics of wolftui
#
# `measure` gives every metric of one game by name. A metric without a denominator is `None`,
# never 0.

# %%
days = {level: [measure(game)["days"] or 0.0 for game in played] for level, played in games.items()}
for level, found in days.items():
    print(f"{level}: {sum(found) / len(found):.2f} days a game")

# %% [markdown]
# The command `wolftui metrics FOLDER` computes means over games with 95 % intervals. Whole games
# are its observations, never single ballots. [Columns](columns.md) describes what it prints.

# %%
for level in games:
    command = [sys.executable, "-m", "wolftui", "metrics", str(folder / level), "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (row,) = (
        row
        for row in json.loads(printed)["metrics"]
        if row["name"] == "win_rate" and row["group"] == {"team": "wolves"}
    )
    print(
        f"{level} wolves win {row['mean']:.2f} of {row['n']} games"
        f" [{row['low']:.2f}, {row['high']:.2f}], interval: {row['interval']}"
    )

# %% [markdown]
# ## A metric of your own
#
# A log is a list of facts, each a line of `game.jsonl` ([Stored files](files.md) lists their
# fields). The metric: of the ballots that villagers cast on day 1, the share that hits a wolf.


# %%
def share_on_wolves(path: Path, day: int = 1) -> float | None:
    """Return the share of the village's ballots of a day that hit a wolf; None without any."""
    lines = (path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    facts = [json.loads(line).get("fact", {}) for line in lines]
    roles = {fact["seat"]: fact["role"] for fact in facts if fact.get("is") == "Dealt"}
    now, hits = 0, list[bool]()
    for fact in facts:
        if fact.get("is") == "Began":
            now = fact["day"]
        elif fact.get("is") == "Voted" and now == day and roles[fact["voter"]] != "Werewolf":
            hits.append(roles.get(fact["target"]) == "Werewolf")
    return sum(hits) / len(hits) if hits else None


found_in = {
    level: [share_on_wolves(path) for path in sorted((folder / level).iterdir())] for level in games
}
shares = {
    level: [share for share in found if share is not None] for level, found in found_in.items()
}
for level, found in shares.items():
    print(f"{level}: {sum(found) / len(found):.2f} in {len(found)} games")

# %% [markdown]
# The ballots of one game depend on each other, so the interval resamples whole games (a
# percentile bootstrap with a fixed seed).


# %%
def bootstrap(values: list[float], times: int = 2000) -> tuple[float, float]:
    """Return a 95 % percentile bootstrap interval of the mean over games."""
    dice = Random(0)
    ordered = sorted(values)
    means = sorted(sum(dice.choices(ordered, k=len(ordered))) / len(ordered) for _ in range(times))
    return means[times // 40], means[-times // 40]


for level, found in shares.items():
    low, high = bootstrap(found)
    print(f"{level}: {sum(found) / len(found):.2f} [{low:.2f}, {high:.2f}]")

# %% [markdown]
# After a death in night 1, two of the five others are wolves: villagers who vote at random would
# hit a wolf with a share of 0.40. On 25 deals the intervals are wide. With more deals they
# shrink; the test of an arena says how many are enough.
#
# ## Further
#
# Many more games, other players and equal deals are what [arenas](plans.md#arenas) are for: they
# run in several processes, can be stopped at any moment, and end at the answer to a question if
# one is asked.
