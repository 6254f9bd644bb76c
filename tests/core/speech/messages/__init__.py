"""How well the reader reads what people type: precision and recall per act, against labels made
without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.core.speech.measure import KINDS, Row, Told, about_of, said_by_checks
from wolfcore.game import ROLES, team_of
from wolfcore.speech import Act, read
from wolfcore.speech.acts import without_content

HERE = Path(__file__).parent
_GUARDED = {"saved": "protected"}
"""Kinds that count as another: who types "I saved Ada" may be any of the roles that keep somebody
alive."""


class Message(Struct, frozen=True):
    """One labelled message; see README.md beside this file."""

    id: str
    names: tuple[str, ...]
    speaker: int
    text: str
    acts: tuple[str, ...]


class Missed(Struct, frozen=True):
    """A message that was not read as it is labelled: what was heard too much, and what was
    overlooked."""

    message: Message
    wrong: tuple[Told, ...]
    overlooked: tuple[Told, ...]


def messages(name: str) -> list[Message]:
    """The messages of `seen`, `blind`, `fresh` or `held`."""
    lines = (HERE / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Message) for line in lines]


def compare(found: Sequence[Message]) -> tuple[list[Row], list[Missed]]:
    """A row for each kind of act, once a message, and the messages that were not read as labelled."""
    positives, said, right = Counter[str](), Counter[str](), Counter[str]()
    misses: list[Missed] = []
    for message in found:
        wanted = set(_labels(act for act in message.acts if not act.startswith("?")))
        free = set(_labels(act[1:] for act in message.acts if act.startswith("?")))
        free |= said_by_checks(wanted | free)
        heard = {_plain(about_of(act)) for act in without_content(_read(message))}
        positives.update(told.kind for told in wanted)
        right.update(told.kind for told in wanted & heard)
        said.update(told.kind for told in heard - (free - wanted))
        wrong, overlooked = heard - wanted - free, wanted - heard
        if wrong or overlooked:
            misses.append(Missed(message, tuple(sorted(wrong)), tuple(sorted(overlooked))))
    return [
        Row(kind, positives[kind], said[kind], right[kind])
        for kind in KINDS
        if kind not in _GUARDED
    ], misses


def _read(message: Message) -> tuple[Act, ...]:
    return read(message.text, message.speaker, message.names, len(message.names))


def _labels(acts: Iterable[str]) -> Iterable[Told]:
    for words in acts:
        kind, *about = words.split()
        if kind == "answers":
            continue
        if kind not in KINDS:
            raise ValueError(f"{words!r} is no act")
        yield _plain(Told(kind, " ".join(about[: 2 if kind == "checked" else 1])))


def _plain(told: Told) -> Told:
    """What is compared: the side of a result, no role of what is taken back, and one kind of
    keeping alive."""
    kind = _GUARDED.get(told.kind, told.kind)
    if kind == "checked":
        seat, result = told.about.split()
        return Told(kind, f"{seat} {team_of(result) if result in ROLES else result}")
    return Told(kind, "" if kind == "retracts" else told.about)
