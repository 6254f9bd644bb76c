"""Agents: what passes through the pipeline of an agent, and what its steps may use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from wolfcore.game import Answer, AnswerOrigin, Ask, RoleName, View
from wolfcore.memory import Embedder, Experiences
from wolfcore.models import ChatModel
from wolfcore.players import Desk, Intention

from .settings import Settings
from .wording import RecordLine

if TYPE_CHECKING:
    from .choosing import AsyncChooser


class Deduction(Struct, frozen=True):
    """What a seat deduces of another one (Helmsman 3.1, SLA 4.1).

    Attributes:
        seat: Who.
        role: The role, or `Uncertain`.
        confidence: 5 (a guess) to 10 (certain).
        reasoning: Why, in the model's words.
        evidence: The numbers of the lines of the record that it cites.
    """

    seat: int
    role: RoleName | str
    confidence: int
    reasoning: str = ""
    evidence: tuple[int, ...] = ()

    @property
    def reliability(self) -> int:
        """1 to 10: the confidence, or 11 less the confidence in a wolf (Helmsman equation 2)."""
        return 11 - self.confidence if self.role == "Werewolf" else self.confidence


class Candidate(Struct, frozen=True):
    """One of the answers among which is chosen (SLA 4.2): what the seat would do and why.

    Attributes:
        reasoning: Why.
        choice: The option.
        text: The words.
        how: How it came.
        plan: The plan that it follows, where it has a name.
        intention: What the answer is to do, where its words are only found once it is chosen (SLA 5.1).
    """

    reasoning: str
    choice: int
    text: str = ""
    how: AnswerOrigin = "given"
    plan: str = ""
    intention: Intention | None = None


class Memo(Struct, frozen=True, omit_defaults=True):
    """What an agent leaves for its later self, as JSON in the memo of its answer.

    Attributes:
        reflection: Its latest reflection (Xu et al. equation 2).
        summary: Its summary before a vote (WereWolf-Plus 3.1).
        intention: What it meant to do with its speech (SLA 5.1).
        deductions: Its latest deductions.
        known: How many facts it knew when it made them.
        cited: The numbers of the lines of the record that any deduction cited.
        judged: Up to which line the record was gone over: statements up to it that none cited are left out.
        judging: The same from the end of the round on (Helmsman 3.1).
    """

    reflection: str = ""
    summary: str = ""
    intention: str = ""
    deductions: tuple[Deduction, ...] = ()
    known: int = 0
    cited: tuple[int, ...] = ()
    judged: int = 0
    judging: int = 0


class Section(Struct, frozen=True):
    """A part of a prompt under its own heading.

    Attributes:
        title: The heading.
        lines: Lines of the record, with their numbers.
        intro: What stands above them; empty for nothing.
        empty: What stands there where there is no line.
    """

    title: str
    lines: tuple[RecordLine, ...] = ()
    intro: str = ""
    empty: str = "Nothing."


class Note(Struct, frozen=True):
    """What a step found out, for the prompts of later steps; each line is one paragraph."""

    title: str
    lines: tuple[str, ...]


class Turn(Struct, frozen=True):
    """One ask on its way to an answer. A step gives a new turn and changes none.

    Attributes:
        view: What the seat may know.
        ask: What it is asked, with its options in the order in which they are listed.
        lines: The whole record of the seat, numbered.
        sections: What of it stands in prompts.
        notes: What steps found out, in order.
        deductions: What the seat thinks of the others now.
        candidates: The answers that were proposed.
        memo: What its later self will have.
        answer: The answer, once a step has found it.
    """

    view: View
    ask: Ask
    lines: tuple[RecordLine, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[Note, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    memo: Memo = Memo()
    answer: Answer | None = None


class Models(Struct, frozen=True):
    """The models of a seat by what they do; one model may do it all.

    Attributes:
        thinker: Every step before the answer, and answers that choose.
        speaker: What is said aloud.
        judge: The choice among candidates.
    """

    thinker: ChatModel
    speaker: ChatModel
    judge: ChatModel

    @classmethod
    def same(cls, model: ChatModel) -> Models:
        """One model for everything."""
        return cls(model, model, model)


class Resources(Struct, frozen=True):
    """What the steps of an agent may use.

    Attributes:
        models: The models of the seat.
        desk: The line to the table.
        settings: The switches of the pipeline.
        persona: How the seat talks, in words to it; empty for no way of its own.
        embedder: Compares texts by meaning, where a step needs it.
        experiences: The pool of the seat, where it has one.
        chooser: Who chooses among candidates, where the settings want a policy to.
    """

    models: Models
    desk: Desk
    settings: Settings
    persona: str = ""
    embedder: Embedder | None = None
    experiences: Experiences | None = None
    chooser: AsyncChooser | None = None


Step: TypeAlias = Callable[[Turn, Resources], Awaitable[Turn]]
