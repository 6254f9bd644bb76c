"""Messages labelled with what they contain beyond judgements and claims, and how they are read.

`training/`: a file for each of six hands that had not read the reader, and one (7) by its makers. A line is a message said by
seat 1 of `NAMES`; its acts are lists: `propose PLAN SEAT`, `agree SEAT`, `refuse SEAT`, `pair SEAT
SEAT`, `if SEAT wolf|good SEAT wolf|good`, `reason SEAT KIND SEAT`, `ask SEAT TOPIC`, `chat KIND`,
`accuse SEAT`, `defend SEAT`, in the words of `wolfcore.speech.acts`; seat 0 is nobody by name.

`blind.jsonl`: written by another hand that had not read the reader. One half steered the rows that
came before the weights; the other was first read when the weights were done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from wolfcore.game import RoleName
from wolfcore.speech import (
    Act,
    Agrees,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    GivesReason,
    Pairs,
    Proposes,
    Supposes,
)
from wolfcore.speech.classifier.act_classifier import ActClassifier
from wolfcore.speech.contents import ContentSentence
from wolfcore.speech.reader import read, reading_of

HERE = Path(__file__).parent
TRAINING = HERE / "training"
NAMES = ("Ada", "Boris", "Carla", "Dov", "Eira", "Finn", "Grace", "Hugo", "Ines")
DEALT: tuple[RoleName, ...] = (
    *("Werewolf",) * 3,
    "Seer",
    "Witch",
    "Hunter",
    "Guard",
    *("Villager",) * 2,
)
_WITH_SEAT = ("claim", "check", "protect")
_EITHER = ("choice", "blame")
JUDGEMENTS = ("accuse", "defend")


class Labelled(Struct, frozen=True):
    """A message and its acts, each a list of words and seats."""

    text: str
    acts: tuple[tuple[str | int, ...], ...]


def labelled_messages(folder: Path = TRAINING) -> dict[str, list[Labelled]]:
    """Return the messages of each hand."""
    return {
        path.stem: [
            msgspec.json.decode(line, type=Labelled)
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
        for path in sorted(folder.glob("*.jsonl"))
    }


Labels: TypeAlias = dict[int, set[str]]
"""The labels of each seat of a message; under seat 0 those of its sentences."""


def sentences_in(
    text: str, speaker: int = 1, names: tuple[str, ...] = NAMES, roles: tuple[RoleName, ...] = DEALT
) -> Sequence[ContentSentence]:
    """Return the sentences of a message as the learned weights see them."""
    reading = reading_of(text, speaker, names, len(names), ActClassifier(speaker), roles)
    return reading.contents.sentences


def labels_of(message: Labelled) -> Labels:
    """Return the labels of a message."""
    found: Labels = {0: set()}

    def add(seat: int | str, *labels: str) -> None:
        found.setdefault(int(seat), set()).update(labels)

    for kind, *rest in message.acts:
        match kind, *rest:
            case "propose", plan, seat:
                add(0, "plan", f"plan:{plan}")
                if seat:
                    add(seat, "plan")
            case (("agree" | "refuse"), seat):
                add(seat, str(kind))
            case "pair", first, second:
                add(first, "pair")
                add(second, "pair")
            case "if", first, supposed, then, follows:
                add(first, "if", f"if:{str(supposed)[0]}")
                add(then, "then", f"then:{str(follows)[0]}")
            case "reason", seat, reason, other:
                add(0, f"reason:{reason}")
                add(seat, "reason")
                if other:
                    add(other, "other")
            case "ask", seat, topic:
                if topic:
                    add(0, f"topic:{topic}")
                add(seat, "ask")
            case "chat", sort:
                add(0, "chat", f"chat:{sort}")
            case (("accuse" | "defend"), _):
                pass
            case _:
                raise ValueError(f"unknown act {kind} {rest}")
    return found


def contents_in(acts: Iterable[Act]) -> set[tuple[str | int, ...]]:
    """Return the content among acts, in the words of the labels.

    The seat of a call for a counterclaim and the two topics of a choice are not told apart.
    """
    found = set[tuple[str | int, ...]]()
    for act in acts:
        match act:
            case CallsVote(0):
                found.add(("propose", "no_exile", 0))
            case Proposes(plan, seat):
                found.add(("propose", plan, seat if plan in _WITH_SEAT else 0))
            case Agrees(seat, yes):
                found.add(("agree" if yes else "refuse", seat))
            case Pairs(seat, other):
                found.add(("pair", *sorted((seat, other))))
            case Supposes(seat, bad, other, other_bad):
                found.add(
                    ("if", seat, "wolf" if bad else "good", other, "wolf" if other_bad else "good")
                )
            case GivesReason(seat, reason, other):
                found.add(("reason", seat, reason, other))
            case AsksSeat(seat, about):
                found.add(("ask", seat, "either" if about in _EITHER else about))
            case AsksAll(about):
                found.add(("ask", 0, "either" if about in _EITHER else about))
            case Chats(kind):
                found.add(("chat", kind))
            case _:
                pass
    return found


def found_in(messages: Iterable[Labelled]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Count by kind what is read rightly, overlooked, and read wrongly in messages."""
    counts = (Counter[str](), Counter[str](), Counter[str]())
    for message in messages:
        wanted = {
            (kind, *sorted(rest, key=int)) if kind == "pair" else (kind, *rest)
            for kind, *rest in message.acts
            if kind not in JUDGEMENTS
        }
        read_ = contents_in(read(message.text, 1, NAMES, len(NAMES), DEALT))
        for count, acts in zip(
            counts, (wanted & read_, wanted - read_, read_ - wanted), strict=True
        ):
            count.update(str(act[0]) for act in acts)
    return counts
