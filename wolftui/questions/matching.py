"""What a person typed, matched to an option: a number, a name, a word, or the beginning of one that fits nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from .model import Option


def match_option(options: Sequence[Option], typed: str) -> Option | str:
    """The option that `typed` names, or a sentence that says what is wrong.

    A number is a value and never the beginning of another one. Case and surrounding blanks do not count. A whole word wins
    over the beginning of one; a beginning counts only where it fits a single option.

    Args:
        options: What may be chosen.
        typed: What was typed.
    """
    word = typed.strip().casefold()
    if not word:
        return f"Choose one of: {_listed(options)}."
    if word.isdecimal():
        found = [option for option in options if option.value == int(word)]
        return found[0] if found else f"{int(word)} is not among the choices: {_listed(options)}."
    whole = [option for option in options if word in _names(option)]
    meant = whole or [option for option in options if any(name.startswith(word) for name in _names(option))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        return f"`{typed.strip()}` fits more than one: {_listed(meant)}."
    return f"`{typed.strip()}` is not among the choices: {_listed(options)}."


def _names(option: Option) -> tuple[str, ...]:
    """What names an option: its label, its label without the number, and its other words."""
    label = option.label.casefold()
    bare = label.removeprefix(f"{option.value} ")
    return (label, bare, *(word.casefold() for word in option.words))


def _listed(options: Sequence[Option]) -> str:
    return ", ".join(
        option.label if option.label.startswith(f"{option.value} ") else f"{option.value} {option.label}" for option in options
    )
