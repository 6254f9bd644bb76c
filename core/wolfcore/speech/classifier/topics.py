"""The topics of questions, by learned weights and, where these do not decide, by the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from wolfcore.speech.acts import Subject
from wolfcore.speech.grammar.clause_patterns import question_subject
from wolfcore.speech.grammar.fragments import pattern
from wolfcore.speech.vocabulary import ROLE

from .content_scores import content_words, sentence_scores

SUBJECTS = {word: word for word in get_args(Subject)}


_OTHER_TOPIC, _ANY_TOPIC = 0.4, 0.33
"""The minimum probability of a topic that differs from the one that the grammar found, and of one
where it found none."""


def likeliest(scores: Mapping[str, float], group: str, among: Sequence[str] = ()) -> str:
    """Return the likeliest label of a group, without the group's name."""
    labels = [f"{group}:{word}" for word in among] or [
        label for label in scores if label.startswith(f"{group}:")
    ]
    return max(labels, key=lambda label: (scores[label], label)).partition(":")[2]


_EITHER = pattern(
    r"(?:@[a-z]|\bme|\bmyself|\byou|\byourself),? (?:or|vs\.?|versus) "
    r"(?:is it |was it |do you \w+ |rather |maybe )?(?:@[a-z]|me|myself|you|yourself)\b"
)


_BELIEVE = pattern(r"\b(?:believe|trust|side|buy|keep|save|innocent|good|town|clear|protect)\b")


_NAMES_ROLE = pattern(rf"\b(?:{ROLE}|claim)")


def subject_of(words: Sequence[str], topic: str) -> Subject:
    """Return the topic of a question by its label."""
    if topic == "either":
        return "choice" if _BELIEVE.search(" ".join(words)) else "blame"
    return SUBJECTS[topic]


def asked_topic(sentence: str, about: Subject = "") -> Subject:
    """Return the topic of a question to a seat.

    Args:
        sentence: The sentence in lower case and plain words, seats as letters.
        about: The topic that the grammar found, or empty: then the patterns of the grammar decide
            where the learned weights do not.
    """
    words = content_words(sentence, "", "")
    about = about or question_subject(sentence)
    if _EITHER.search(sentence):
        return subject_of(words, "either")
    if about == "seer":
        return about if _NAMES_ROLE.search(sentence) else "trust"
    if not words:
        return about
    scores = sentence_scores(words)
    topic = likeliest(scores, "topic")
    bar = _OTHER_TOPIC if about else _ANY_TOPIC
    return subject_of(words, topic) if scores[f"topic:{topic}"] >= bar else about
