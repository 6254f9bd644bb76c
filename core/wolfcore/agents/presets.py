"""The settings of the step pipeline, and the presets, each with its paper.

The field names of `Settings` are the setting names that people write on a seat; every ablation in
the papers is a change of one setting.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.installed import load_installed

from .schemas import USUAL_LENGTHS, Lengths

RecordKind: TypeAlias = Literal["growing", "whole", "recalled", "sorted", "retrieved"]


Questions: TypeAlias = Literal["both", "free", "none"]


Deduce: TypeAlias = Literal["none", "each", "batch"]


Known: TypeAlias = Literal["ask", "skip"]


Prune: TypeAlias = Literal["none", "vote", "now"]


Select: TypeAlias = Literal["model", "random", "first", "policy"]


ExperienceMethod: TypeAlias = Literal["none", "xu", "plus"]


Stage: TypeAlias = Literal["vote", "speech", "night"]


Scope: TypeAlias = Literal["all", "village"]


Tag: TypeAlias = Literal["player", "role", "team", "model", "board", "stage"]


RoleRenames: TypeAlias = tuple[tuple[str, str], ...]
"""The replacement names of roles, as pairs (role, new name)."""


RoleNaming: TypeAlias = Literal["plain", "neutral", "swapped"] | RoleRenames


PromptTexts: TypeAlias = tuple[tuple[str, str], ...]
"""The user's own templates of prompts, as pairs (file name, text); empty for those of the package.
"""


class Temperatures(Struct, frozen=True):
    """Sampling temperatures, 0 to 2; None leaves the temperature to the model's settings.

    Attributes:
        steps: Of every step before the answer.
        choice: Of an answer that chooses.
        speech: Of an answer in words.
    """

    steps: float | None = None
    choice: float | None = None
    speech: float | None = None


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of an agent's pipeline, from the record in the prompt to the answer.

    Attributes:
        rules: Whether the prompt has the board's rules.
        tips: Whether the prompt has basic human tips on play (Xu et al. 3.2, part 1).
        style: One of the six styles of SLA 4.3, or `default`.
        counsel: Whether the prompt of a ballot names the team's aim, and that of a speech has a
            warning about one's role (Helmsman tables 8 to 11).
        words: The names of the roles in prompts (Xu et al. section 5).
        record: The selection of record lines in prompts: `whole`; `recalled`, the latest and the
            informative messages (Xu et al. 3.3); `sorted`, facts, potential truths and falsehoods
            (Helmsman 3.1, SLA 4.1); `retrieved`, lines similar to a summary (WereWolf-Plus);
            `growing`, all lines in the order of the game, so that each prompt begins like the one
            before, within an ask and from ask to ask. Where roles are deduced, `growing` leaves the
            seat's own reasons out, as `sorted` does, and the numbers of truths, falsehoods and
            dropped statements follow it.
        recent: The number of latest messages (K of Xu et al.), 0 for none.
        informative: The number of informative messages (N), 0 for none.
        questions: Which questions the agent asks itself and answers from its record: prepared and
            free ones (L prepared, M free), free ones, or none.
        reflect: Whether it writes a reflection (R).
        experience: The paper whose use of experience it follows, or `none`.
        stages: The stages of a game at which it uses experience.
        tags: The tags of an experience that must equal the seat's own (WereWolf-Plus 3.1).
        scope: `village` if only village seats use experience, and only of village seats (Xu et al.
            4.2).
        deduce: Whether it deduces the others' roles: seat by seat, all in one call, or not.
        known: Whether the model deduces the roles that its seat knows for certain, too (`ask`), or
            only the others (`skip`).
        prune: When statements that no deduction ever cited leave the record: never, with the
            deduction before a vote (Helmsman 3.1), or with each deduction (SLA 4.1).
        candidates: The number of diverse candidate answers (N of SLA 4.2); 1 for a single answer.
        select: The selector among candidates.
        intentions: Whether it chooses one of the fixed intentions before a speech (SLA 5.1,
            atomic); without a model, before a ballot or an action too.
        reason: Whether the model reasons step by step before it answers (C of Xu et al.).
        heat: The sampling temperatures.
        top_p: Nucleus sampling, 0 to 1, or None for the model's setting.
        max_tokens: Maximum tokens of a reply, or None for the model's setting.
        lengths: The length limits of its texts.
        prompts: The user's own templates of prompts; empty for those of the package.
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
    known: Known = "ask"
    prune: Prune = "none"
    candidates: int = 1
    select: Select = "model"
    intentions: bool = False
    reason: bool = True
    heat: Temperatures = Temperatures()
    top_p: float | None = None
    max_tokens: int | None = None
    lengths: Lengths = USUAL_LENGTHS
    prompts: PromptTexts = ()

    @property
    def classifies(self) -> bool:
        """Whether prompts tell what deductions make of each statement in the record."""
        return self.record == "sorted" or (self.record == "growing" and self.deduce != "none")

    @property
    def classifies_by_number(self) -> bool:
        """Whether line numbers behind a record in the order of the game tell the classes."""
        return self.record == "growing" and self.classifies

    @property
    def prepares(self) -> bool:
        """Whether steps before the answer call a model."""
        return (
            self.deduce != "none"
            or self.questions != "none"
            or self.reflect
            or self.experience != "none"
            or self.intentions
            or self.candidates > 1
        )

    @property
    def keeps_prefixes(self) -> bool:
        """Whether also the prompts of one ask have in front what they share."""
        return self.record == "growing" and self.prepares

    @property
    def shows_all(self) -> bool:
        """Whether prompts show every line of the record, with the seat's own reasons."""
        return self.record == "whole" or (self.record == "growing" and self.deduce == "none")

    @property
    def needs_embedder(self) -> bool:
        """Whether any step compares texts by meaning and so needs an embedder."""
        return (
            self.questions != "none"
            or self.record == "retrieved"
            or self.experience != "none"
            or self.uses_policy
        )

    @property
    def uses_policy(self) -> bool:
        """Whether a learned policy selects among candidates."""
        return self.candidates > 1 and self.select == "policy"


class Preset(Struct, frozen=True):
    """A named agent.

    Attributes:
        meaning: A short description.
        source: The paper and the section that it follows.
        board: The board of its paper.
        settings: Its settings.
    """

    meaning: str
    source: str
    board: str
    settings: Settings = Settings()


_DEDUCES = Settings(record="sorted", deduce="batch", prune="now", counsel=True)


class _Presets(dict[str, Preset]):
    """The presets of this program; one of an installed package is imported when it is looked up."""

    def __missing__(self, name: str) -> Preset:
        return load_installed("presets", name, Preset)


PRESETS: dict[str, Preset] = _Presets({
    "vanilla": Preset(
        "a language model that reads all it may know and answers in one call",
        "Strategic Language Agents, section 5.1, the vanilla agent", "sla7",
        Settings(record="growing"),
    ),
    "xu2023": Preset(
        "recalls, asks itself questions, reflects and draws on experience before it speaks",
        "Xu et al. 2023, sections 3.2 to 3.4, appendix A", "xu7",
        Settings(
            record="recalled", questions="both", reflect=True, experience="xu",
            stages=("vote", "speech", "night"), tips=True, heat=Temperatures(0.3, 0.0, 0.0),
        ),
    ),
    "helmsman": Preset(
        "weighs how reliable every other player is before each answer",
        "Helmsman, section 3.1, tables 4 to 15", "helmsman7",
        Settings(
            record="sorted", deduce="each", prune="vote", counsel=True,
            heat=Temperatures(0.0, 0.0, 0.1),
        ),
    ),
    "sla": Preset(
        "deduces, proposes several different answers, and a learned policy chooses one",
        "Strategic Language Agents, sections 4.1 to 4.3", "sla7",
        Settings(
            record="sorted", deduce="batch", prune="now", counsel=True, candidates=3,
            select="policy",
        ),
    ),
    "sla-llm": Preset(
        "deduces, proposes several different answers, and chooses one itself",
        "Strategic Language Agents, sections 4.1, 4.2 and 5.2 (without training)", "sla7",
        Settings(
            record="sorted", deduce="batch", prune="now", counsel=True, candidates=3,
            select="model",
        ),
    ),
    "deduce": Preset(
        "deduces everybody's role and answers in one call",
        "Strategic Language Agents, sections 4.1 and 5.2 (without training and diversity)", "sla7",
        _DEDUCES,
    ),
    "atomic": Preset(
        "chooses one of a fixed set of intentions, then finds the words",
        "Strategic Language Agents, section 5.1, the atomic agent (chosen by the model)", "sla7",
        Settings(intentions=True),
    ),
    "plus": Preset(
        "sums up before each vote and uses experience of earlier games",
        "WereWolf-Plus, sections 3.1 and 4.1", "plus8",
        Settings(experience="plus", heat=Temperatures(1.0, 1.0, 1.0), top_p=1.0, max_tokens=2048),
    ),
})  # fmt: skip
"""Every agent by its name on a seat."""
