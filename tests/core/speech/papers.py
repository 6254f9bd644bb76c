"""The speeches that four papers on Werewolf print, cut into sentences at positions that do not
move.

The papers themselves are never kept here: a sentence is known by its paper, its speech, its place
in that speech and a short hash. Only what a player says aloud by day is taken (talk, candidates for
sheriff, spoken ballots, last words); night answers to the moderator, reasoning, prompts and the
papers' comments are left out.

What is changed in the text, so that it reads as a person or a model would write it at a table of
numbered seats: `player_k` becomes `player k`; in `strategic-language-agents.txt`, which counts from
0, it becomes `player k+1`; curled quotation marks become straight ones and line breaks become
blanks. `Player 3` and `P3` stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

SEATS = 7
"""Every printed game has seven seats."""

NAMELESS = 7
"""The seat given to a speaker whom the paper calls "our agent"; in one of the two cases it is known
to speak last."""


@dataclass(frozen=True)
class Speech:
    """One speech of a player.

    Attributes:
        paper: File name without its ending.
        number: Which speech of that paper, from 1, in the order of printing.
        speaker: Seat, 1..7.
        sentences: The text, sentence by sentence, with seats as the module says.
    """

    paper: str
    number: int
    speaker: int
    sentences: tuple[str, ...]


def read_speeches(folder: Path) -> list[Speech]:
    """All speeches of the four papers in `folder`; OSError if a paper is missing."""
    speeches: list[Speech] = []
    for paper, find in _FINDERS.items():
        text = (folder / f"{paper}.txt").read_text(encoding="utf-8").translate(_STRAIGHT)
        for number, (speaker, said) in enumerate(find(text), start=1):
            speeches.append(Speech(paper, number, speaker, tuple(_split(said))))
    return speeches


def digest(sentence: str) -> str:
    """Eight hex digits that change when the sentence does."""
    return blake2b(sentence.encode(), digest_size=4).hexdigest()


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z]|player \d)")
_SEAT = re.compile(r"\b([Pp]layer)_(\d)")

_HELMSMAN_LINE = re.compile(r"^player_(\d)(?:``:?|:)(?:``)?\s*(.+)$", re.MULTILINE)
_HELMSMAN_DEED = re.compile(r"(?:chose to|voted|did not vote|said nothing)\b|\w+$")

_AGENTS_SPEECH = re.compile(
    r'^ ?\* player_(\d) \(\w+\) said: "(.*?)"$|^- \*\*Discussion:\*\* ([^\n]+)$',
    re.MULTILINE | re.DOTALL,
)

_XU_TIME = re.compile(r"^(?:The \d-\w+ |The following is .*)(night|daytime)\b")
_XU_HEADING = re.compile(r"^\d\.\d ")
_XU_LINE = re.compile(r"^Player (\d): (.+)$")
_XU_CLIP = re.compile(r"\bP(\d) \(\w+\) : (.*?)(?= Then, P\d|\s*P\d \(\w+\) : |$)")


def _split(said: str) -> list[str]:
    return _END_OF_SENTENCE.split(" ".join(said.split()))


def _count_from(first: int, said: str) -> str:
    """`player_k` as `player k`, where the paper's lowest seat is `first`."""
    return _SEAT.sub(lambda found: f"{found[1]} {int(found[2]) + 1 - first}", said)


def _in_helmsman(text: str) -> Iterator[tuple[int, str]]:
    for found in _HELMSMAN_LINE.finditer(text):
        if not _HELMSMAN_DEED.match(found[2]):
            yield int(found[1]), _count_from(1, found[2])


def _in_agents(text: str) -> Iterator[tuple[int, str]]:
    for found in _AGENTS_SPEECH.finditer(text):
        if found[1]:
            yield int(found[1]) + 1, _count_from(0, found[2])
        else:
            yield NAMELESS, _count_from(0, found[3])


def _in_xu(text: str) -> Iterator[tuple[int, str]]:
    night = False
    for line in text.splitlines():
        if time := _XU_TIME.match(line):
            night = time[1] == "night"
        elif _XU_HEADING.match(line):
            night = False
        elif night:
            continue
        elif whole := _XU_LINE.match(line):
            yield int(whole[1]), whole[2]
        else:
            for clip in _XU_CLIP.finditer(line):
                yield int(clip[1]), clip[2]


def _in_plus(text: str) -> Iterator[tuple[int, str]]:
    """Werewolf-Plus prints no speech; were its appendix to grow a log in the others' form, it would
    be found."""
    yield from _in_helmsman(text)


_FINDERS: dict[str, Callable[[str], Iterator[tuple[int, str]]]] = {
    "helmsman": _in_helmsman,
    "strategic-language-agents": _in_agents,
    "xu2023-communication-games": _in_xu,
    "werewolf-plus": _in_plus,
}
