"""What Strategic Language Agents (Xu et al. 2023) prints, and who plays each of its parts here: data, a line each."""

from __future__ import annotations

from core.game import Team

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

WAYS: dict[str, str] = {FIRST: "select=first", RANDOM: "select=random", OWN: "select=model", OURS: "select=policy"}
"""Ways to choose among candidates, as an option of a seat; the last one is what the others are compared with."""
FAMILIES: dict[str, str] = {
    "hard": "sla-llm:bots=hard:{}",
    "normal": "sla-llm:bots=normal:{}",
    "easy": "sla-llm:bots=easy:{}",
    "terse": "sla-llm:bots=hard:bots=terse:{}",
    "dramatic": "sla-llm:bots=hard:bots=dramatic:{}",
    "helmsman": "helmsman:bots=hard:candidates=3:{}",
}
"""Who makes the candidates: other levels, other manners of speech, another agent's record; `{}` stands for the way to choose."""
OPPONENT = LEARNED
"""Whom all families play against."""

TABLE_2: dict[str, tuple[float, float]] = {"GPT-4": (0.25, 0.36), "LLaMA-7B": (0.13, 0.19), "ChatGLM-6B": (0.12, 0.20)}
"""Win rates without and with the policy that was learned with gpt-3.5-turbo, by the model that makes the candidates."""

ABLATIONS: dict[str, str] = {
    OURS: LEARNED,
    "random choice": "sla-llm:bots=hard:select=random",
    "w.o. training": JUDGED,
    "w.o. training, diversity": "sla-llm:bots=hard:candidates=1",
    "vanilla": "vanilla:bots=hard",
}
"""Six copies of whom a person meets: the paper's ablations, with judgement for the model's choice, and a draw among candidates."""

_ABLATED = (OURS, "w.o. training", "w.o. training, diversity", "vanilla")
TABLE_1: dict[str, dict[Team, tuple[float, float]]] = {
    agent: {"village": village, "wolves": wolves}
    for agent, village, wolves in zip(
        _ABLATED,
        ((0.27, 0.30), (0.36, 0.39), (0.35, 0.41), (0.42, 0.46)),
        ((0.63, 0.70), (0.71, 0.77), (0.75, 0.78), (0.80, 0.84)),
        strict=True,
    )
}
"""Win rates of people, and of the paper's agent in their place, by the agent that they meet and by their team."""
TABLE_3: dict[str, dict[Team, tuple[float, ...]]] = {
    agent: {"village": village, "wolves": wolves}
    for agent, village, wolves in zip(
        _ABLATED,
        (
            (0.2, 0.1, 0.3, 0.2, 0.3, 0.3, 0.3, 0.3, 0.4, 0.3),
            (0.3, 0.2, 0.3, 0.4, 0.3, 0.4, 0.5, 0.3, 0.5, 0.4),
            (0.2, 0.2, 0.3, 0.4, 0.3, 0.4, 0.3, 0.5, 0.4, 0.5),
            (0.3, 0.2, 0.4, 0.3, 0.4, 0.4, 0.5, 0.6, 0.6, 0.5),
        ),
        (
            (0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 0.6, 0.6, 0.8, 0.7),
            (0.6, 0.7, 0.6, 0.7, 0.7, 0.8, 0.7, 0.8, 0.7, 0.8),
            (0.6, 0.7, 0.7, 0.6, 0.8, 0.8, 0.7, 0.8, 0.9, 0.9),
            (0.7, 0.6, 0.7, 0.8, 0.9, 0.8, 0.8, 0.9, 0.9, 0.9),
        ),
        strict=True,
    )
}
"""People's win rates in the first to the tenth game, likewise."""
