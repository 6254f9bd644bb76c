"""`people --questions FILE`: what a bot replies to questions that a person puts to it.

On each deal one wording of each matter is put to the same bot, in place of a greeting. Its next
turn is printed for reading, beside its turn after the greeting, and distinct replies are counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from bench.harness import run_parts
from wolfcore.errors import ConfigError

from .arguments import GREETING
from .game_log import GameLog, Speech
from .scripted_people import Person, one_of
from .settings import STRENGTHS, Setting, play_with, seat_of

_BOARD = "classic9"


_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


class TypedQuestion(Struct, frozen=True):
    """A question as a person types it.

    Attributes:
        text: The words; `{X}` is the name of the seat asked, `{Y}` that of another seat.
        about: The matter; several wordings may share it.
    """

    text: str
    about: str


class Reply(Struct, frozen=True):
    """A question and its reply.

    Attributes:
        about: What the question is about.
        asked: The words of the person.
        reply: The next turn of the asked seat.
        own: The sentences of the reply that its turn after a greeting does not have.
    """

    about: str
    asked: str
    reply: str
    own: str


class AskedDeal(Struct, frozen=True):
    """All questions on one deal at one level; `greeted` is the reply to the greeting."""

    level: str
    seed: int
    greeted: str
    replies: list[Reply]

    @property
    def distinct(self) -> int:
        """The number of distinct replies."""
        return len({reply.reply for reply in self.replies})

    @property
    def answered_apart(self) -> int:
        """The number of distinct replies, without what is said after a greeting as well."""
        return len({reply.own for reply in self.replies if reply.own})


def read_questions(path: Path) -> list[TypedQuestion]:
    """Read one question a line.

    Raises:
        ConfigError: The file cannot be read, or a line is no question.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
        return [msgspec.json.decode(line, type=TypedQuestion) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise ConfigError(f"{path} has no questions ({error})", key="--questions") from error


def measure_questions(
    path: Path, deals: int, first: int, jobs: int, *, as_json: bool = False
) -> None:
    """Print the replies to all questions on some deals, and how many are distinct."""
    questions = read_questions(path)
    parts = [
        (level, seed, questions) for level in STRENGTHS for seed in range(first, first + deals)
    ]
    made = [deal for deal in run_parts(one_deal, parts, jobs) if deal]
    for deal in made:
        print(f"\n{_BOARD}, {deal.level}, seed {deal.seed}\n  (a greeting)\n    {deal.greeted}")
        for reply in deal.replies:
            print(f"  {reply.about}: {reply.asked}\n    {reply.reply}")
            print(f"    of its own: {reply.own or 'nothing'}")
    for level in STRENGTHS:
        of_level = [deal for deal in made if deal.level == level]
        distinct = [deal.distinct for deal in of_level]
        apart = [deal.answered_apart for deal in of_level]
        print(
            f"\n{level}: {len(matters)} questions on {len(of_level)} deals; distinct replies a "
            f"deal {_listed(distinct)}; without the sentences after a greeting {_listed(apart)}"
        )
    if as_json:
        print(
            json.dumps(
                [asdict(deal) | {"replies": list(map(asdict, deal.replies))} for deal in made]
            )
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def one_deal(part: tuple[str, int, list[TypedQuestion]]) -> AskedDeal | None:
    """Ask all questions on one deal; None where nobody speaks after the person on day 1."""
    level, seed, questions = part
    setting = Setting(_BOARD, level, last_day=1)
    greeted = _play(setting, seed, GREETING)
    turn, seat = _first_turn(greeted, seat_of(setting, seed)), seat_of(setting, seed)
    reply = next((s for s in greeted.speeches if turn and s.place > turn.place), None)
    if turn is None or reply is None or reply.kind != "speak":
        return None
    spoken = [speech.seat for speech in greeted.speeches if speech.kind == "speak"]
    other = next(other for other in spoken if other not in (seat, reply.seat))
    names = {"X": greeted.names[reply.seat - 1], "Y": greeted.names[other - 1]}
    replies: list[Reply] = []
    for question in wordings_of(questions, seed):
        words = question.text.replace("{X}", names["X"]).replace("{Y}", names["Y"])
        game = _play(setting, seed, words)
        answer = game.next_of(reply.seat, turn.place)
        text = answer.text if answer else ""
        own = [s for s in _sentences(text) if s not in _sentences(reply.text)]
        replies.append(Reply(question.about, words, text, " ".join(own)))
    return AskedDeal(level, seed, reply.text, replies)


def wordings_of(questions: Sequence[TypedQuestion], seed: int) -> list[TypedQuestion]:
    """Return one wording of each matter; those of a matter take turns by seed."""
    ways: dict[str, list[TypedQuestion]] = {}
    for question in questions:
        ways.setdefault(question.about, []).append(question)
    return [each[seed % len(each)] for each in ways.values()]


def _play(setting: Setting, seed: int, words: str) -> GameLog:
    game = play_with(setting, seed, {seat_of(setting, seed): Person(one_of(words))})
    assert game is not None, f"the game of seed {seed} broke at: {words}"
    return game


def _first_turn(game: GameLog, seat: int) -> Speech | None:
    return next((s for s in game.speeches if s.seat == seat and s.kind == "speak"), None)


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(text)
