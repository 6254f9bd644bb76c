"""`Question` and `Option`, matching typed text to an option, and what a timeout does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from wolfcore.decoders import whole_number
from wolfcore.game import Ask, Belief
from wolfcore.game.asks import LINE_CHARACTERS, LINE_WORDS, one_line
from wolfcore.players.answers import ABSTAIN_KINDS, RANDOM_KINDS

QuestionKind = Literal["choice", "text", "choice+text", "beliefs"]


class Option(Struct, frozen=True):
    """One choice of a question.

    Attributes:
        value: The value to answer with.
        label: A few words: `5 Elif`, `nobody`, `stand`.
        consequence: What the choice does, in one or two sentences.
        note: What the person knows about it, such as `checked: a wolf`; may be empty.
        words: Other words that a person may type for it.
    """

    value: int
    label: str
    consequence: str
    note: str = ""
    words: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """An ask worded as a question for a person.

    Attributes:
        ask: The ask.
        title: The question, one short sentence.
        hint: What the person should know before answering; may be empty.
        kind: `choice`: one of the options. `text`: words, where an empty text is silence.
            `choice+text`: both. `beliefs`: a suspicion about each of the options, any of which may
            be left out.
        options: The legal choices in the order of the ask; for beliefs, the seats to judge; for a
            text, none.
        stated_beliefs: For beliefs, what the person stated last about these seats.
        is_line: Whether the text is one line of a few words (`one_line`). With a choice that wants
            no text, a line may be given and is mostly left out.
    """

    ask: Ask
    title: str
    hint: str
    kind: QuestionKind
    options: tuple[Option, ...] = ()
    stated_beliefs: tuple[Belief, ...] = ()
    is_line: bool = False

    @property
    def wants_choice(self) -> bool:
        """Whether the answer contains one of the options."""
        return self.kind in ("choice", "choice+text")

    @property
    def wants_text(self) -> bool:
        """Whether the answer contains a text."""
        return self.kind in ("text", "choice+text")

    @property
    def may_add_line(self) -> bool:
        """Whether a line may be added to the choice."""
        return self.is_line and self.kind == "choice"

    def line_problem(self, text: str) -> str:
        """Say what is wrong with a line that is too long; empty for all other texts."""
        words = text.split()
        if not self.is_line or one_line(text) == " ".join(words):
            return ""
        most = f"{LINE_WORDS} words and {LINE_CHARACTERS} characters"
        return f"At most {most} are heard here; these are {len(words)} and {len(text)}."

    def option(self, value: int) -> Option:
        """Return the option with this value; raises KeyError if there is none."""
        for option in self.options:
            if option.value == value:
                return option
        raise KeyError(value)


def match_option(options: Sequence[Option], typed: str) -> Option | str:
    """Find the option that `typed` names, or return a sentence that says what is wrong.

    A number is always a whole value, never the beginning of another one. Case and surrounding
    blanks are ignored. A whole word wins over a beginning; a beginning must match a single option.

    Args:
        options: The options to choose from.
        typed: The typed text.
    """
    word = typed.strip().casefold()
    if not word:
        return f"Choose one of: {_listed(options)}."
    number = whole_number(word)
    if number is not None:
        found = [option for option in options if option.value == number]
        return found[0] if found else f"{number} is not among the choices: {_listed(options)}."
    whole = [option for option in options if word in _names(option)]
    meant = whole or [
        option for option in options if any(name.startswith(word) for name in _names(option))
    ]
    if len(meant) == 1:
        return meant[0]
    if meant:
        return f"`{typed.strip()}` fits more than one: {_listed(meant)}."
    return f"`{typed.strip()}` is not among the choices: {_listed(options)}."


def _names(option: Option) -> tuple[str, ...]:
    """List what a person can type for an option: label, label without number, other words."""
    label = option.label.casefold()
    bare = label.removeprefix(f"{option.value} ")
    return (label, bare, *(word.casefold() for word in option.words))


def _listed(options: Sequence[Option]) -> str:
    return ", ".join(
        option.label
        if option.label.startswith(f"{option.value} ")
        else f"{option.value} {option.label}"
        for option in options
    )


def timeout_text(question: Question) -> str:
    """Say what a timeout does: `you say nothing`, `you abstain`, `chance chooses for you`."""
    kind, options = question.ask.kind, question.options
    if question.kind == "text":
        return "you say nothing"
    if question.kind == "beliefs":
        return "what you stated last holds"
    if kind in RANDOM_KINDS or (kind in ABSTAIN_KINDS and 0 not in question.ask.options):
        return "chance chooses for you"
    if kind == "badge":
        return "the badge goes to the next seat"
    if kind == "shoot":
        return "you hold fire"
    if kind in ABSTAIN_KINDS:
        return "you abstain"
    silent = "you say nothing, and " if question.wants_text else ""
    return f"{silent}it counts as `{options[0].label}`"
