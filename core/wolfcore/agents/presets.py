"""Agents: the presets. Each owns its name, sentence, source and switches; whoever lists or seats agents reads them here."""

from __future__ import annotations

from msgspec import Struct

from .settings import Settings, Temperatures


class Preset(Struct, frozen=True):
    """An agent by name.

    Attributes:
        meaning: What it is, in a few words.
        source: The paper and the section that it follows.
        board: The board of its paper.
        settings: Its switches.
    """

    meaning: str
    source: str
    board: str
    settings: Settings = Settings()


_DEDUCES = Settings(record="sorted", deduce="batch", prune="now", counsel=True)

PRESETS: dict[str, Preset] = {
    "vanilla": Preset(
        "a language model that reads all it may know and answers in one call",
        "Strategic Language Agents, section 5.1, the vanilla agent",
        "sla7",
    ),
    "xu2023": Preset(
        "recalls, asks itself questions, reflects and draws on experience before it speaks",
        "Xu et al. 2023, sections 3.2 to 3.4, appendix A",
        "xu7",
        Settings(
            record="recalled", questions="both", reflect=True, experience="xu", stages=("vote", "speech", "night"), tips=True,
            heat=Temperatures(0.3, 0.0, 0.0),
        ),
    ),
    "helmsman": Preset(
        "weighs how reliable every other player is before each answer",
        "Helmsman, section 3.1, tables 4 to 15",
        "helmsman7",
        Settings(record="sorted", deduce="each", prune="vote", counsel=True, heat=Temperatures(0.0, 0.0, 0.1)),
    ),
    "sla": Preset(
        "deduces, proposes several different answers, and a learned policy chooses one",
        "Strategic Language Agents, sections 4.1 to 4.3",
        "sla7",
        Settings(record="sorted", deduce="batch", prune="now", counsel=True, candidates=3, select="policy"),
    ),
    "sla-llm": Preset(
        "deduces, proposes several different answers, and chooses one itself",
        "Strategic Language Agents, sections 4.1, 4.2 and 5.2 (without training)",
        "sla7",
        Settings(record="sorted", deduce="batch", prune="now", counsel=True, candidates=3, select="model"),
    ),
    "deduce": Preset(
        "deduces everybody's role and answers in one call",
        "Strategic Language Agents, sections 4.1 and 5.2 (without training and diversity)",
        "sla7",
        _DEDUCES,
    ),
    "atomic": Preset(
        "chooses one of a fixed set of intentions, then finds the words",
        "Strategic Language Agents, section 5.1, the atomic agent (chosen by the model)",
        "sla7",
        Settings(intentions=True),
    ),
    "plus": Preset(
        "sums up before each vote and looks into the experience of earlier games",
        "WereWolf-Plus, sections 3.1 and 4.1",
        "plus8",
        Settings(experience="plus", heat=Temperatures(1.0, 1.0, 1.0), top_p=1.0, max_tokens=2048),
    ),
}  # fmt: skip
"""Every agent that can be asked for."""
