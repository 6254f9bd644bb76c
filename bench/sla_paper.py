"""What Strategic Language Agents (Xu et al. 2023) prints, and who plays each of its parts here: data, a line each."""

from __future__ import annotations

OURS, ATOMIC, FIRST, RANDOM, OWN = "ours", "atomic", "first candidate", "random choice", "own judgement"

JUDGED = "sla-llm:bots=hard:select=model"
"""Three candidates of hard bots, of which their own judgement takes one: the paper's agent without training."""

INTENDS = "atomic:bots=hard:deduce=batch:select=policy"
"""One of the fixed intentions, by a policy that learned: the paper's atomic agent. It deduces, so that the choice alone differs."""

LEARNED = "sla:bots=hard"
"""The paper's agent: three candidates of hard bots, of which a learned policy takes one."""

CHOICES: dict[str, str] = {
    FIRST: "sla-llm:bots=hard:select=first",
    RANDOM: "sla-llm:bots=hard:select=random",
    ATOMIC: INTENDS,
    OWN: JUDGED,
    OURS: LEARNED,
}
"""Ways to choose among the same candidates, and the agent whose choices are the same everywhere."""
AGENTS: dict[str, str] = {
    "vanilla": "vanilla:bots=hard",
    "concurrent": "xu2023:bots=hard",
    ATOMIC: INTENDS,
    OWN: JUDGED,
    OURS: LEARNED,
}
"""Those of the agents of figure 3 that bots stand in for; with a model they are `--player vanilla=vanilla@NAME` and so on."""
PLAYERS: dict[str, dict[str, str]] = {"choices": CHOICES, "agents": AGENTS}
"""Sets of players for the matrix and the distributions, by the word of `--set`."""

FIGURE_3: dict[tuple[str, str], float] = {
    (village, wolves): rate
    for village, rates in {
        "vanilla": (0.22, 0.19, 0.18, 0.16),
        "concurrent": (0.29, 0.26, 0.23, 0.23),
        ATOMIC: (0.36, 0.32, 0.29, 0.26),
        OURS: (0.46, 0.42, 0.35, 0.30),
    }.items()
    for wolves, rate in zip(("vanilla", "concurrent", ATOMIC, OURS), rates, strict=True)
}
"""The village's win rate by who played the village and who the wolves."""

SELF_SAVES: dict[str, float] = {"vanilla": 0.62, OURS: 0.94}
"""How often the Doctor saves itself in the first night (appendix E)."""
DOCTOR_OF_TEN = 0.9
"""How often gpt-3.5-turbo, asked ten times, kills the Doctor and not the Seer (section 4.2)."""
