"""Settings: every setting of the step pipeline; and the presets, each with its paper.

The field names of `Settings` are the setting names that people write on a seat; every ablation in
the papers is one of them changed.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .schemas import USUAL_LENGTHS, Lengths

RecordKind: TypeAlias = Literal["whole", "recalled", "sorted", "retrieved"]


Questions: TypeAlias = Literal["both", "free", "none"]


Deduce: TypeAlias = Literal["none", "each", "batch"]


Prune: TypeAlias = Literal["none", "vote", "now"]


Select: TypeAlias = Literal["model", "random", "first", "policy"]


ExperienceMethod: TypeAlias = Literal["none", "xu", "plus"]


Stage: TypeAlias = Literal["vote", "speech", "night"]


Scope: TypeAlias = Literal["all", "village"]


Tag: TypeAlias = Literal["player", "role", "team", "model", "board", "stage"]


RoleRenames: TypeAlias = tuple[tuple[str, str], ...]
"""What roles are called instead, as pairs of words."""


RoleNaming: TypeAlias = Literal["plain", "neutral", "swapped"] | RoleRenames


class Temperatures(Struct, frozen=True):
    """Sampling temperatures, 0 to 2; None leaves one to the model's settings.

    Attributes:
        steps: Of every step before the answer.
        choice: Of an answer that chooses.
        speech: Of an answer in words.
    """

    steps: float | None = None
    choice: float | None = None
    speech: float | None = None


class Settings(Struct, frozen=True, kw_only=True):
    """What an agent does with an ask, from the record that it is shown to the answer.

    Attributes:
        rules: Whether the board's rules stand in the prompt.
        tips: Whether basic human tips on play do (Xu et al. 3.2, part 1).
        style: One of the six styles of SLA 4.3, or `default`.
        counsel: Whether a ballot is asked for with the team's aim, and a speech with a warning
            about one's role (Helmsman tables 8 to 11).
        words: What the roles are called (Xu et al. section 5).
        record: What of the game stands in prompts: all; the latest and the informative messages (Xu
            et al. 3.3); facts, potential truths and falsehoods (Helmsman 3.1, SLA 4.1); or what a
            summary of one's own retrieves (WereWolf-Plus).
        recent: How many of the latest messages (K of Xu et al.), 0 for none.
        informative: How many informative ones (N), 0 for none.
        questions: Which questions are answered from memory (L of the prepared, M free ones).
        reflect: Whether a reflection is written (R).
        experience: Whose way experience of earlier games is used.
        stages: At which asks it is.
        tags: Which tags of an experience must be the seat's own (WereWolf-Plus 3.1).
        scope: Whether only the village learns, and of the village alone (Xu et al. 4.2).
        deduce: Whether the others' roles are deduced: seat by seat, or all in one call.
        prune: When statements that no deduction ever cited leave the record: never, with the
            deduction before a vote (Helmsman 3.1), or with each deduction (SLA 4.1).
        candidates: How many diverse answers are proposed (N of SLA 4.2), 1 for the answer alone.
        select: Who chooses among them.
        intentions: Whether one of the fixed intentions is chosen before a speech (SLA 5.1, atomic),
            and without a model before a ballot or a deed, too.
        reason: Whether the model reasons step by step before it answers (C of Xu et al.).
        heat: Temperatures.
        top_p: 0 to 1, or None.
        max_tokens: Tokens of a reply, or None.
        lengths: Characters of what it writes.
    """

    rules: bool = True
    tips: bool = False
    style: str = "default"
    counsel: bool = False
    words: RoleNaming = "plain"
    record: RecordKind = "whole"
    recent: int = 15
    informative: int = 10
    questions: Questions = "none"
    reflect: bool = False
    experience: ExperienceMethod = "none"
    stages: tuple[Stage, ...] = ("vote",)
    tags: tuple[Tag, ...] = ("team", "stage")
    scope: Scope = "all"
    deduce: Deduce = "none"
    prune: Prune = "none"
    candidates: int = 1
    select: Select = "model"
    intentions: bool = False
    reason: bool = True
    heat: Temperatures = Temperatures()
    top_p: float | None = None
    max_tokens: int | None = None
    lengths: Lengths = USUAL_LENGTHS

    @property
    def needs_embedder(self) -> bool:
        """Whether texts are read by meaning, so that an embedder is needed."""
        return (
            self.questions != "none"
            or self.record == "retrieved"
            or self.experience != "none"
            or self.uses_policy
        )

    @property
    def uses_policy(self) -> bool:
        """Whether a learned policy chooses among candidates."""
        return self.candidates > 1 and self.select == "policy"


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
            record="recalled",
            questions="both",
            reflect=True,
            experience="xu",
            stages=("vote", "speech", "night"),
            tips=True,
            heat=Temperatures(0.3, 0.0, 0.0),
        ),
    ),
    "helmsman": Preset(
        "weighs how reliable every other player is before each answer",
        "Helmsman, section 3.1, tables 4 to 15",
        "helmsman7",
        Settings(
            record="sorted",
            deduce="each",
            prune="vote",
            counsel=True,
            heat=Temperatures(0.0, 0.0, 0.1),
        ),
    ),
    "sla": Preset(
        "deduces, proposes several different answers, and a learned policy chooses one",
        "Strategic Language Agents, sections 4.1 to 4.3",
        "sla7",
        Settings(
            record="sorted",
            deduce="batch",
            prune="now",
            counsel=True,
            candidates=3,
            select="policy",
        ),
    ),
    "sla-llm": Preset(
        "deduces, proposes several different answers, and chooses one itself",
        "Strategic Language Agents, sections 4.1, 4.2 and 5.2 (without training)",
        "sla7",
        Settings(
            record="sorted", deduce="batch", prune="now", counsel=True, candidates=3, select="model"
        ),
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
}
"""Every agent that can be asked for."""
