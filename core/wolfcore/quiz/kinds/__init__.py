"""All kinds of questions by name, one module for each subject of the rules."""

from __future__ import annotations

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.quiz.kind import QuestionKind

from . import ballots, deaths, discussion, night_roles, sheriff, teams, wolves

KINDS: dict[str, QuestionKind] = {
    kind.name: kind
    for module in (teams, wolves, night_roles, deaths, sheriff, discussion, ballots)
    for kind in module.KINDS
}
"""All kinds of questions by name, in the order of the rule book."""


SUBJECTS: tuple[str, ...] = tuple(dict.fromkeys(kind.subject for kind in KINDS.values()))


SWITCHES_WITHOUT_QUESTIONS: dict[str, str] = {
    "vote_lines": "words with a ballot decide nothing, and a kind for all boards changes all sets",
}
"""Switches that no kind of question covers, each with the reason."""


def kinds_named(words: tuple[str, ...]) -> tuple[QuestionKind, ...]:
    """Return the kinds selected by words; all kinds if there are no words.

    A word is the name of a kind, a subject, `rule` or `situation`.

    Raises:
        ConfigError: A word selects no kind.
    """
    if not words:
        return tuple(KINDS.values())
    known = (*KINDS, *SUBJECTS, "rule", "situation")
    for word in words:
        if word not in known:
            raise ConfigError(
                f"`{word}` is no kind of question", key="--kind", hint=did_you_mean(word, known)
            )
    return tuple(
        kind for kind in KINDS.values() if {kind.name, kind.subject, kind.basis} & set(words)
    )
