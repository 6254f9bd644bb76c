"""What a reply means as an answer to a question, and what is wrong with it where it means none."""

from __future__ import annotations

import re
from typing import cast

from wolfcore.models import ChatReply
from wolfcore.quiz import NOBODY, Question, seats_in_words

_LONGEST = 400
"""Characters of an answer that are looked at."""
_MOST = 64
"""Seats of an answer that are looked at."""


def read_reply(reply: ChatReply, question: Question) -> tuple[str, str]:
    """The answer in a reply, as `Question.answer` writes it, and what is wrong with it; one of the two is empty."""
    if not isinstance(reply.parsed, dict):
        return "", reply.problem or "it is no JSON object"
    if reply.finish == "filter" and reply.reading != "strict":
        return "", "the endpoint withheld the rest of it"
    said = cast("dict[str, object]", reply.parsed).get("answer")
    if said is None:
        cut = ", and it was cut at the limit of tokens: be brief" if reply.finish == "length" else ""
        return "", f"`answer` is missing{cut}"
    given = read_answer(said, question)
    return (given, "") if given else ("", "`answer` is none of the answers that are offered")


def read_answer(said: object, question: Question) -> str:
    """An answer as it is written in a key, from a word, a number or a list of seats; empty where it is none that is offered."""
    if question.form == "seats":
        return _seats(said, question)
    if isinstance(said, bool):
        said = "Yes" if said else "No"
    word = _plain(str(said)[:_LONGEST]) if isinstance(said, str | int) else ""
    return next((option for option in question.options if _plain(option) == word), "") if word else ""


def _seats(said: object, question: Question) -> str:
    listed = cast("list[object]", said)[:_MOST] if isinstance(said, list) else re.split(r"[\s,;]+", str(said)[:_LONGEST].strip())
    words = [_plain(str(each)) for each in listed if isinstance(each, str | int) and not isinstance(each, bool)]
    named = [word for word in words if word not in ("", "and", "seat", "seats")]
    if named in ([], [NOBODY]):
        return NOBODY if isinstance(said, list) or named else ""
    if not all(word in question.options for word in named):
        return ""
    return seats_in_words(tuple({int(word) for word in named}))


def _plain(text: str) -> str:
    return " ".join(text.casefold().strip(" \t\n.!\"'`*").split())
