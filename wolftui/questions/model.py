"""A question as data: what a front end shows and what may be chosen."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wolfcore.game import Ask, Belief

QuestionKind = Literal["choice", "text", "choice+text", "beliefs"]


class Option(Struct, frozen=True):
    """One choice.

    Attributes:
        value: The choice to answer with.
        label: A few words: `5 Elif`, `nobody`, `stand`.
        consequence: What it does, in one or two sentences.
        note: What the person knows about it, such as `checked: a wolf`; may be empty.
        words: Other words that a person may type for it.
    """

    value: int
    label: str
    consequence: str
    note: str = ""
    words: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """An ask in words.

    Attributes:
        ask: The ask.
        title: The question, one short sentence.
        hint: What the person should know before answering; may be empty.
        kind: `choice`: one of the options. `text`: words, and an empty text is silence. `choice+text`: both.
            `beliefs`: a suspicion of each of the options, any of which may be left out.
        options: The legal choices in the order of the ask; of beliefs, the seats to judge; of a text, none.
        stated_beliefs: Of beliefs, what the person stated last about these seats.
    """

    ask: Ask
    title: str
    hint: str
    kind: QuestionKind
    options: tuple[Option, ...] = ()
    stated_beliefs: tuple[Belief, ...] = ()

    @property
    def wants_choice(self) -> bool:
        """Whether one of the options is to be chosen."""
        return self.kind in ("choice", "choice+text")

    @property
    def wants_text(self) -> bool:
        """Whether words are to be said."""
        return self.kind in ("text", "choice+text")

    def option(self, value: int) -> Option:
        """The option with this value; KeyError where there is none."""
        for option in self.options:
            if option.value == value:
                return option
        raise KeyError(value)
