"""How well the reader reads the papers' speeches: precision and recall per act, against labels made
without it.

The reader gets each speech whole, so that "they" finds its seat, and gives each act once; so an act
counts once in a speech, where it is first said, and repeating it is neither right nor wrong. Kind
and seat must agree, for a check the result too, and the night where the label has one. The rules of
the labels stand at the head of labels.toml.

python -m tests.core.speech.measure FOLDER_OF_PAPERS [--errors]
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.core.speech.papers import SEATS, Speech, read_speeches
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    ContentAct,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
    read,
)

LABELS = Path(__file__).with_name("labels.toml")
KINDS = {
    "claims": ClaimsRole,
    "checked": ReportsCheck,
    "accuses": Accuses,
    "vouches": Vouches,
    "defends": Defends,
    "votes": CallsVote,
    "asks": AsksSeat,
    "protected": TellsProtected,
    "saved": TellsSaved,
    "poisoned": TellsPoisoned,
    "retracts": Retracts,
}
"""The labels' words and what they stand for."""

_WORDS = {kind: word for word, kind in KINDS.items()}


class Told(NamedTuple):
    """An act as far as it is compared: `about` is "role" or "seat" or "seat result"."""

    kind: str
    about: str


@dataclass(frozen=True)
class Label:
    """What one sentence does: acts that must be found (with whether "last night" was said), and
    acts left open."""

    hash: str
    acts: dict[Told, bool]
    open: frozenset[Told]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        kind: The labels' word for the act.
        positives: How often it is labelled, once a speech.
        said: How often the reader says it where the label does not leave it open.
        right: How often both do.
    """

    kind: str
    positives: int
    said: int
    right: int

    @property
    def precision(self) -> float | None:
        """Share of what the reader said that is right; None where it said nothing."""
        return self.right / self.said if self.said else None

    @property
    def recall(self) -> float | None:
        """Share of what is labelled that the reader found; None where nothing is labelled."""
        return self.right / self.positives if self.positives else None


@dataclass(frozen=True)
class Miss:
    """One disagreement: the sentence's position, the act, and whether the reader said it (else it
    overlooked it)."""

    paper: str
    position: str
    told: Told
    said: bool


def load_labels() -> dict[str, dict[str, Label]]:
    """All labels by paper and position; ValueError for a word that is no act."""
    papers: dict[str, dict[str, list[str]]] = tomllib.loads(LABELS.read_text(encoding="utf-8"))
    return {
        paper: {position: _label(entry) for position, entry in found.items()}
        for paper, found in papers.items()
    }


def score(papers_folder: Path) -> list[Row]:
    """The table, a row for each kind of act; OSError if a paper is missing."""
    return compare(papers_folder)[0]


def compare(papers_folder: Path) -> tuple[list[Row], list[Miss]]:
    """The table and every disagreement behind it, in the order of the papers."""
    labels = load_labels()
    positives, said, right = Counter[str](), Counter[str](), Counter[str]()
    misses: list[Miss] = []
    for speech in read_speeches(papers_folder):
        before: set[Told] = set()
        for number, found in enumerate(_readings(speech), start=1):
            position = f"{speech.number}.{number}"
            label = labels[speech.paper][position]
            wanted = set(label.acts) - before
            free = (
                label.open | set(label.acts) | said_by_checks(label.open | set(label.acts))
            ) - wanted
            hits = _hits(label, found) & wanted
            wrong = {told for told in _told(found) if told not in wanted | free} | (
                _told(found) & wanted - hits
            )
            positives.update(told.kind for told in wanted)
            right.update(told.kind for told in hits)
            said.update(told.kind for told in hits | wrong)
            misses += [Miss(speech.paper, position, told, True) for told in sorted(wrong)]
            misses += [Miss(speech.paper, position, told, False) for told in sorted(wanted - hits)]
            before |= set(label.acts)
    return [Row(kind, positives[kind], said[kind], right[kind]) for kind in KINDS], misses


def as_text(rows: list[Row]) -> str:
    """The table to print."""
    lines = [f"{'act':<10}{'positives':>10}{'said':>7}{'right':>7}{'precision':>11}{'recall':>8}"]
    for row in rows:
        shares = "".join(
            "-".rjust(width) if share is None else f"{share:>{width}.2f}"
            for share, width in ((row.precision, 11), (row.recall, 8))
        )
        lines.append(f"{row.kind:<10}{row.positives:>10}{row.said:>7}{row.right:>7}{shares}")
    return "\n".join(lines)


def _label(entry: list[str]) -> Label:
    acts: dict[Told, bool] = {}
    free: set[Told] = set()
    for words in entry[1:]:
        kind, *about = words.removeprefix("?").split()
        if kind not in KINDS:
            raise ValueError(
                f"labels.toml: {words!r} is no act; one of {', '.join(KINDS)} begins one"
            )
        last = about[-1:] == ["last"]
        told = Told(kind, " ".join(about[:-1] if last else about))
        if words.startswith("?"):
            free.add(told)
        else:
            acts[told] = last
    return Label(entry[0], acts, frozenset(free))


def _readings(speech: Speech) -> Iterator[tuple[Act, ...]]:
    """What the reader finds in each sentence: what the sentence adds to the speech, and what it
    says again by itself."""
    earlier: tuple[Act, ...] = ()
    for end, sentence in enumerate(speech.sentences, start=1):
        so_far = read(" ".join(speech.sentences[:end]), speech.speaker, (), SEATS)
        alone = read(sentence, speech.speaker, (), SEATS)
        yield tuple(act for act in so_far if act not in earlier or act in alone)
        earlier = so_far


def about_of(act: Act) -> Told:
    assert not isinstance(act, ContentAct)
    match act:
        case ClaimsRole(role) | Retracts(role):
            about = role
        case ReportsCheck(seat, result):
            about = f"{seat} {'wolves' if result == 'Werewolf' else result}"
        case _:
            about = str(act.seat)
    return Told(_WORDS[type(act)], about)


def _told(found: tuple[Act, ...]) -> set[Told]:
    return {about_of(act) for act in found if not isinstance(act, ContentAct)}


def said_by_checks(told: set[Told] | frozenset[Told]) -> set[Told]:
    """What checks say once more: a checked wolf is accused, any other result vouches."""
    checks = [one.about.split() for one in told if one.kind == "checked"]
    return {Told("accuses" if result == "wolves" else "vouches", seat) for seat, result in checks}


def _hits(label: Label, found: tuple[Act, ...]) -> set[Told]:
    """The labelled acts that the reader found; an allowed check stands for the accusation or
    vouching that it is."""
    hits = {
        told
        for act in found
        if not isinstance(act, ContentAct)
        and (told := about_of(act)) in label.acts
        and _in_time(act, label.acts[told])
    }
    return hits | (said_by_checks(_told(found) & (label.open | set(label.acts))) & set(label.acts))


def _in_time(act: Act, last: bool) -> bool:
    match act:
        case ReportsCheck() | TellsProtected() | TellsSaved() | TellsPoisoned():
            return not last or act.night == LAST_NIGHT
        case _:
            return True


def main() -> None:
    """Print the table for the papers in a folder."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.core.speech.measure", description=str(__doc__).split("\n", 1)[0]
    )
    parser.add_argument("papers", type=Path, help="the folder of the four papers' texts")
    parser.add_argument(
        "--errors",
        action="store_true",
        help="print every disagreement, by position, after the table",
    )
    chosen = parser.parse_args()
    try:
        rows, misses = compare(chosen.papers)
    except OSError as error:
        parser.error(
            f"{error.filename}: cannot be read ({error.strerror}); name the folder of the "
            "four papers' texts"
        )
    sys.stdout.write(as_text(rows) + "\n")
    if chosen.errors:
        text = {
            (s.paper, f"{s.number}.{n}"): words
            for s in read_speeches(chosen.papers)
            for n, words in enumerate(s.sentences, 1)
        }
        for miss in misses:
            words = text[miss.paper, miss.position]
            sys.stdout.write(
                f"{'+' if miss.said else '-'} {miss.paper} {miss.position} "
                f"{' '.join(miss.told)} | {words}\n"
            )


if __name__ == "__main__":
    main()
