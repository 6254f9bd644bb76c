"""`people --questions FILE`: what a bot replies to questions that a person puts to it.

On each deal one wording of each matter is put to the same bot on day 2, in place of a greeting. Its
next turn is printed for reading, beside its turn after the greeting, and distinct replies are
counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.harness import run_parts
from wolfcore.errors import ConfigError, WolfError

from .arguments import GREETING
from .game_log import GameLog
from .scripted_people import Person, Scene
from .settings import STRENGTHS, Setting, play_with, seat_of

_BOARD = "classic9"


_DAY = 2
"""The day of the questions: before it nobody has voted."""


_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


class TypedQuestion(Struct, frozen=True):
    """A question as a person types it.

    Attributes:
        text: The words; `{X}` is the name of the seat asked, `{Y}` and `{Z}` those of others.
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
    matters = dict.fromkeys(question.about for question in questions)
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
        print(msgspec.json.encode(made).decode())


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def one_deal(part: tuple[str, int, list[TypedQuestion]]) -> AskedDeal | None:
    """Ask all questions on one deal; None where nobody speaks after the person on day 2.

    The seat asked is the next speaker. `{Y}` is whom it voted for on day 1, where that seat lives.
    """
    level, seed, questions = part
    setting = Setting(_BOARD, level, last_day=_DAY)
    seat, greeted = seat_of(setting, seed), _play(setting, seed, GREETING)
    turns = [s for s in greeted.speeches if s.day == _DAY and s.kind == "speak"]
    order = [turn.seat for turn in turns]
    if seat not in order or order[-1] == seat:
        return None
    turn, reply = turns[order.index(seat)], turns[order.index(seat) + 1]
    voted = [ballot.target for ballot in greeted.ballots if ballot.voter == reply.seat]
    others = [s for s in (*voted[:1], *order) if s in order and s not in (seat, reply.seat)]
    slots = dict(zip(("{X}", "{Y}", "{Z}"), (reply.seat, *dict.fromkeys(others)), strict=False))
    replies: list[Reply] = []
    for question in wordings_of(questions, seed):
        words = question.text
        for slot, named in slots.items():
            words = words.replace(slot, greeted.names[named - 1])
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
    def says(scene: Scene) -> str:
        return words if scene.ask.day == _DAY else GREETING

    game = play_with(setting, seed, {seat_of(setting, seed): Person(says)})
    if game is None:
        raise WolfError(f"the game of seed {seed} broke at these words: {words}")
    return game


def _sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(text)
