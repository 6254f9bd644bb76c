"""What the learned opinion is fitted on: labelled messages and phrases, and the house bots' own
speeches as the rules read them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from docs.phrasebook import NAMES as PEOPLE
from docs.phrasebook import SPEAKER, in_context
from tests.core.bots.playing import play, speeches
from tests.core.bots.talk.test_voice import INTENTS, ODD_NAMES, VOICES, record_at, some_move, ways
from tests.core.bots.talk.test_voice import NAMES as NAMED
from tests.core.speech import test_reader
from tests.core.speech.measure import load_labels
from tests.core.speech.messages import messages as labelled_messages
from tests.core.speech.papers import SEATS, read_speeches
from tests.core.speech.test_conduct import SPOKEN
from tests.core.speech.test_reader import TYPED
from tests.core.speech.test_typed import ME, NAMES, SAID
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk.line_templates import fill_line
from wolfcore.bots.talk.phrasebook import all_line_variants
from wolfcore.bots.talk.sentences import compose_speech
from wolfcore.game import ROLES, dice_of, team_of
from wolfcore.speech.chat.row_matcher import ROWS
from wolfcore.speech.classifier.act_classifier import ActClassifier, weighed_kind
from wolfcore.speech.classifier.annotated_sentence import SELF, draft_kind, letters_discussed
from wolfcore.speech.classifier.features import features
from wolfcore.speech.reader import read_uncorrected, sentences_of

TRAINING = Path(__file__).parent / "training"
_CASTS = (
    ("Ada", "Bram", "Cleo", "Dov", "Elif", "Finn", "Gaia", "Hugo"),
    ("Mia", "Otto", "Petra", "Sven", "Tariq", "Uma", "Gil", "Rosa"),
    ("Priya", "Wei", "Kofi", "Lena", "Marco", "Nadia", "Omar"),
    ("Zoe", "Kai", "Milo", "Tess", "Jaden", "Nico", "Yuki", "Bao"),
)
_SLOT = re.compile(r"\{([XYZ])\}")
_LOWER = 0.8
"""How often a name in a phrase without capitals is written without one."""
_KINDS = {
    "accuses": "accuse",
    "vouches": "vouch",
    "defends": "defend",
    "votes": "vote",
    "asks": "ask",
}
_HOUSE_BOARDS = ("sla7", "arena8", "plus12", "classic9", "duel6", "xu7", "helmsman7", "plus9")
_HOUSE_LEVELS = ("easy", "normal", "hard")


_READ_BY_THE_OPINION = ("I'm seer, 3 is a wolf",)
"""Of the tests' sentences those that rules and rows alone do not read right."""


class Written(Struct, frozen=True):
    """A message with the acts of each of its sentences, in the words of `../README.md`."""

    id: str
    names: tuple[str, ...]
    speaker: int
    text: str
    sentences: tuple[tuple[str, tuple[str, ...]], ...]


class Example(Struct, frozen=True):
    """What is seen of a seat in a sentence, what is done to it, and what may be.

    Attributes:
        own: Whether the seat is the speaker.
        seat: The seat.
        lean: Whether the sentence does not mention it.
    """

    seen: frozenset[str]
    done: frozenset[str]
    open: frozenset[str]
    own: bool
    seat: int = 0
    lean: bool = False


class Whole(Struct, frozen=True):
    """A labelled message with the examples of its sentences.

    Attributes:
        examples: In the order of the sentences.
        speaker: Who speaks.
        sentences: How many sentences there are.
        read: What rules and rows read in the sentences, as kinds and seats.
        held: What they made of the whole.
        done: What the message does, as kinds and seats.
        open: What it may do.
    """

    examples: list[Example]
    speaker: int
    sentences: int
    read: frozenset[tuple[str, int]]
    held: frozenset[tuple[str, int]]
    done: frozenset[tuple[str, int]]
    open: frozenset[tuple[str, int]]


def hands(papers: Path, seed: int = 1) -> dict[str, list[Written]]:
    """All that is labelled, by the hand that wrote it: the files of the training folder, the seen
    messages and the papers.

    Args:
        papers: The folder with the papers whose speeches `labels.toml` labels.
        seed: Of the casts that the phrases (`labels | phrase with {X}`) are about.
    """
    found = {
        path.stem: [
            msgspec.json.decode(line, type=Written)
            for line in path.read_bytes().splitlines()
            if line
        ]
        for path in sorted(TRAINING.glob("*.jsonl"))
    }
    chance = random.Random(seed)
    for path in sorted(TRAINING.glob("*.txt")):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines())
        found[path.stem] = [
            _about_somebody(line, f"phrase {number}", chance)
            for number, line in lines
            if "|" in line
        ]
    return {**found, "seen": seen_messages(), "papers": paper_messages(papers)}


def _about_somebody(line: str, name: str, chance: random.Random) -> Written:
    labels, _, phrase = (part.strip() for part in line.partition("|"))
    cast = chance.choice(_CASTS)
    *others, me = chance.sample(range(1, len(cast) + 1), 4)
    seats = {**dict(zip("XYZ", others, strict=True)), "me": me}
    low = phrase[0].islower() or (phrase[0] == "{" and chance.random() < 0.5)

    def written(found: re.Match[str]) -> str:
        called = cast[seats[found[1]] - 1]
        return called.lower() if low and chance.random() < _LOWER else called

    acts = [
        " ".join(str(seats.get(word, word)) for word in label.split())
        for label in labels.split(";")
        if label.strip() not in ("", "-")
    ]
    text = _SLOT.sub(written, phrase)
    return Written(name, cast, me, text, ((text, tuple(acts)),))


def labelled(act: str) -> tuple[str, int] | None:
    """The kind that is weighed and the seat of a label, or None for other labels."""
    kind, *about = act.lstrip("?").split()
    if kind == "checked":
        result = about[1]
        return (
            "wolf" if (team_of(result) if result in ROLES else result) == "wolves" else "good"
        ), int(about[0])
    if kind in _KINDS and about and about[0] != "0":
        return _KINDS[kind], int(about[0])
    return None


def whole(message: Written) -> Whole:
    """A message with the examples that it gives; where its sentences cannot be told apart, those of
    the whole."""
    opinion = ActClassifier(message.speaker)
    heard = read_uncorrected(
        message.text, message.speaker, message.names, len(message.names), opinion
    )
    read = list(opinion.sentences())
    lengths = [
        len(sentences_of(text, message.names, len(message.names))) for text, _ in message.sentences
    ]
    parts: list[tuple[int, Sequence[str]]] = [
        (length, acts) for length, (_, acts) in zip(lengths, message.sentences, strict=True)
    ]
    if sum(lengths) != len(read):
        parts = [(len(read), [act for _, acts in message.sentences for act in acts])]
    found: list[Example] = []
    place = 0
    for length, acts in parts:
        part = read[place : place + length]
        place += length
        wanted = {told for act in acts if not act.startswith("?") and (told := labelled(act))}
        free = {told for act in acts if act.startswith("?") and (told := labelled(act))} - wanted
        mentions = Counter(
            one.seats.get(letter, 0) for one in part for letter in letters_discussed(one.annotated)
        )
        for one in part:
            for letter in letters_discussed(one.annotated):
                if seat := one.seats.get(letter, 0):
                    done = frozenset(kind for kind, about in wanted if about == seat)
                    sure = done if mentions[seat] == 1 else done & one.read.get(seat, frozenset())
                    may = frozenset(kind for kind, about in free if about == seat) | (done - sure)
                    example = _example(
                        frozenset(features(one.annotated, letter)),
                        sure,
                        may,
                        own=seat == message.speaker,
                    )
                    found.append(
                        msgspec.structs.replace(
                            example, seat=seat, lean=letter == one.annotated.implied
                        )
                    )
    labels = [act for _, acts in message.sentences for act in acts]
    done = _labelled(act for act in labels if not act.startswith("?"))
    judged = {
        ({"wolf": "accuse", "good": "vouch"}[kind], seat)
        for kind, seat in done
        if kind in ("wolf", "good")
    }
    return Whole(
        found,
        message.speaker,
        len(read),
        frozenset(
            (kind, seat) for one in read for seat, kinds in one.read.items() for kind in kinds
        ),
        frozenset(seen for act in heard if (seen := weighed_kind(act))),
        done,
        _labelled(act for act in labels if act.startswith("?")) | judged,
    )


def _labelled(acts: Iterable[str]) -> frozenset[tuple[str, int]]:
    return frozenset(told for act in acts if (told := labelled(act)))


def _example(
    seen: frozenset[str], done: frozenset[str], may: frozenset[str], *, own: bool
) -> Example:
    return Example(seen, done & {"defend"} if own else done, may & {"defend"} if own else may, own)


def seen_messages() -> list[Written]:
    """The messages that the reader was made with in sight; their labels are of the whole message."""
    return [
        Written(one.id, one.names, one.speaker, one.text, ((one.text, one.acts),))
        for one in labelled_messages("seen")
    ]


def paper_messages(folder: Path) -> list[Written]:
    """The speeches of the papers in a folder with the labels of labels.toml."""
    labels = load_labels()
    found: list[Written] = []
    for printed in read_speeches(folder):
        said = [
            (text, (*map(" ".join, label.acts), *(f"?{' '.join(told)}" for told in label.open)))
            for number, text in enumerate(printed.sentences, 1)
            for label in (labels[printed.paper][f"{printed.number}.{number}"],)
        ]
        text = " ".join(text for text, _ in said)
        found.append(
            Written(
                f"{printed.paper} {printed.number}",
                ("",) * SEATS,
                printed.speaker,
                text,
                tuple(said),
            )
        )
    return found


def fixed_examples() -> Iterator[Whole]:
    """The sentences of the rows and of the tests, as rules and rows read them, which the tests hold
    to be right."""
    for text in (*(row.example for row in ROWS), *SAID):
        yield _as_read(text, ME, NAMES)
    for text, _ in (*TYPED, *SPOKEN):
        if text not in _READ_BY_THE_OPINION:
            yield _as_read(text, test_reader.ME, test_reader.NAMES)


def line_examples(rows: int) -> Iterator[Whole]:
    """Every way of saying each intention in each manner, and speeches of two to four lines, as
    rules and rows read them."""
    for manner in VOICES:
        for intent in INTENTS:
            for number, words in enumerate(ways(manner, intent)):
                for again, people in enumerate((NAMED, ODD_NAMES)):
                    draws, me = Draws(dice_of(number * 31 + again, intent)), (1, 4)[again]
                    move = some_move(intent, me, draws)
                    yield _as_read(
                        fill_line(words, move, record_at(me, names=people), draws).text, me, people
                    )
        for number in range(rows):
            draws = Draws(dice_of(number, "speech"))
            me = 1 + draws.below(12)
            moves = [some_move(draws.pick(INTENTS), me, draws) for _ in range(2 + draws.below(3))]
            yield _as_read(compose_speech(moves, record_at(me), draws, manner), me, NAMED)


def house_examples(games: int, first: int = 5000) -> Iterator[Whole]:
    """What house bots say in some games, as rules and rows read it: there the opinion has nothing
    to add."""
    told: set[tuple[str, int, tuple[str, ...]]] = set()
    for number in range(games):
        level = _HOUSE_LEVELS[number // len(_HOUSE_BOARDS) % len(_HOUSE_LEVELS)]
        game = play(_HOUSE_BOARDS[number % len(_HOUSE_BOARDS)], first + number, level=level)
        told |= {(said.text, said.seat, game.spec.names) for said in speeches(game)}
    for text, speaker, names in sorted(told):
        yield _as_read(text, speaker, names)


def context_examples(listed: frozenset[str], share: float, seed: int = 1) -> Iterator[Whole]:
    """Lines of the bots in the contexts that `docs.phrasebook` tries, as rules and rows read them.

    Args:
        listed: The lines that are taken in every context.
        share: How many of the contexts of the others are taken, 0..1.
        seed: Of the draws.
    """
    chance = random.Random(seed)
    for intent, way in all_line_variants():
        for text in in_context(intent, way):
            if way in listed or chance.random() < share:
                yield _as_read(text, SPEAKER, PEOPLE)


def _as_read(text: str, speaker: int, names: tuple[str, ...]) -> Whole:
    opinion = ActClassifier(speaker)
    final = frozenset(
        seen
        for act in read_uncorrected(text, speaker, names, len(names), opinion)
        if (seen := weighed_kind(act))
    )
    sentences = list(opinion.sentences())
    read = frozenset(
        (kind, seat) for one in sentences for seat, kinds in one.read.items() for kind in kinds
    )
    found: list[Example] = []
    for one in sentences:
        for letter in letters_discussed(one.annotated):
            if seat := one.seats.get(letter, 0):
                kinds = {
                    draft_kind(draft)
                    for draft in (*one.annotated.rules, *one.annotated.rows)
                    if draft.letter == letter
                }
                done = frozenset(kind for kind in kinds if (kind, seat) in final)
                may = frozenset(kind for kind, about in final - read if about == seat)
                example = _example(
                    frozenset(features(one.annotated, letter)), done, may, own=letter == SELF
                )
                found.append(
                    msgspec.structs.replace(
                        example, seat=seat, lean=letter == one.annotated.implied
                    )
                )
    return Whole(found, speaker, len(sentences), read, final, final, final - read)
