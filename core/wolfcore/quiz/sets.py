"""Seeded question sets, balanced between Yes and No, spread over kinds and boards.

A hash of the situation alone decides between training, validation and test, so that sets of
different parts never share a situation, whatever their seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Board, dice_of

from .kind import QuestionKind
from .kinds import kinds_named
from .question import Question
from .question_text import make_question
from .scenes import NeverAsked, Unsettled

Part: TypeAlias = Literal["all", "training", "validation", "test"]


AnswerMix: TypeAlias = Literal["binary", "open", "both"]


_PARTS: tuple[tuple[Part, int], ...] = (("training", 6), ("validation", 2), ("test", 8))
"""How many of the sixteen first digits of a sign each part has."""


_TRIES = 30
"""How many drafts in a row may come to nothing before a kind is given up on a board."""


MOST = 100_000
"""Questions of the largest set."""


class Preset(NamedTuple):
    """A set of the paper.

    Attributes:
        questions: How many questions it has.
        part: Of which situations.
        answers: How its questions are to be answered.
        source: Where the paper says so.
    """

    questions: int
    part: Part
    answers: AnswerMix
    source: str


PRESETS: dict[str, Preset] = {
    "training": Preset(
        1453,
        "training",
        "both",
        "Helmsman 9.2: 1,453 records to train on, on rules and on situations",
    ),
    "validation": Preset(100, "validation", "both", "Helmsman 9.2: 100 records to validate with"),
    "test": Preset(
        500,
        "test",
        "binary",
        "Helmsman 4.1 and 8: a set answered with Yes or No; its size is not printed, all of "
        "its accuracies are multiples of 1/500",
    ),
}


class SetPlan(Struct, frozen=True, kw_only=True):
    """What a set is made of.

    Attributes:
        boards: The boards, each with equal weight.
        questions: How many questions.
        seed: All chance comes from it.
        answers: Questions that are answered with Yes or No, others, or half of each.
        part: Of which situations.
        kinds: Kinds, subjects or `rule` or `situation`; all kinds where there are none.
    """

    boards: tuple[Board, ...]
    questions: int
    seed: int = 0
    answers: AnswerMix = "binary"
    part: Part = "all"
    kinds: tuple[str, ...] = ()


def preset_named(name: str) -> Preset:
    """The set of the paper of that name.

    Raises:
        ConfigError: There is none.
    """
    if name not in PRESETS:
        raise ConfigError(
            f"there is no set `{name}`", key="--set", hint=did_you_mean(name, PRESETS)
        )
    return PRESETS[name]


def question_set(plan: SetPlan) -> tuple[Question, ...]:
    """The questions of a plan, in an order that the seed draws.

    Raises:
        ConfigError: So many different questions cannot be made.
    """
    if not 1 <= plan.questions <= MOST:
        raise ConfigError(
            f"{plan.questions} questions cannot be asked",
            key="--questions",
            hint=f"It goes from 1 to {MOST:,}.",
        )
    found = list(islice(_drawn(plan), plan.questions))
    if len(found) < plan.questions:
        hint = "Ask fewer, on more boards, or of more kinds."
        raise ConfigError(
            f"only {len(found)} different questions can be made of this",
            key="--questions",
            hint=hint,
        )
    place = dice_of(plan.seed, "order")
    return tuple(sorted(found, key=lambda question: (place.draw(question.id, 2**64), question.id)))


def part_of(sign: str) -> Part:
    """The part that a situation belongs to."""
    digit = int(sign[0], 16)
    for part, share in _PARTS:
        if digit < share:
            return part
        digit -= share
    raise AssertionError


_AnswerForm: TypeAlias = Literal["Yes", "No", "open"]


_ANSWER_FORMS: tuple[_AnswerForm, ...] = ("Yes", "No", "open")


class _QuestionSource:
    """Questions of one kind, over all boards in turn, no question twice.

    Args:
        plan: What the set is made of.
        kind: The kind.
        seen: The ids of all questions of the set so far; those drawn here are added.
    """

    def __init__(self, plan: SetPlan, kind: QuestionKind, seen: set[str]) -> None:
        self._plan, self._kind = plan, kind
        order = dice_of(plan.seed, f"boards.{kind.name}")
        boards = sorted(
            filter(kind.fits, plan.boards), key=lambda board: order.draw(board.name, 2**64)
        )
        self._boards = {wish: list(boards) for wish in _ANSWER_FORMS}
        self._numbers: Counter[tuple[str, _AnswerForm]] = Counter()
        self._seen = seen

    def draw(self, *wishes: _AnswerForm) -> tuple[Question, ...]:
        """One of each wish, or none at all where one of them cannot be had any more."""
        drawn = tuple(self._one(wish) for wish in wishes)
        return tuple(filter(None, drawn)) if all(drawn) else ()

    def _one(self, wish: _AnswerForm) -> Question | None:
        while self._boards[wish]:
            board = self._boards[wish].pop(0)
            if question := self._fresh(board, wish):
                self._boards[wish].append(board)
                return question
        return None

    def _fresh(self, board: Board, wish: _AnswerForm) -> Question | None:
        for _ in range(_TRIES):
            self._numbers[board.name, wish] += 1
            number = self._numbers[board.name, wish]
            try:
                question, sign = make_question(
                    board,
                    self._kind,
                    seed=self._plan.seed,
                    number=number,
                    binary=wish != "open",
                    answer_yes=wish == "Yes",
                )
            except NeverAsked:
                self._boards[wish] = []
                return None
            except Unsettled:
                continue
            if question.id not in self._seen and self._plan.part in ("all", part_of(sign)):
                self._seen.add(question.id)
                return question
        return None


def _drawn(plan: SetPlan) -> Iterator[Question]:
    """Questions without end, or until no more can be made: where both are wanted, one of Yes and No and one other in turn."""
    kinds = kinds_named(plan.kinds)
    order = dice_of(plan.seed, "kinds")
    seen: set[str] = set()
    wells = [
        _QuestionSource(plan, kind, seen)
        for kind in sorted(kinds, key=lambda kind: order.draw(kind.name, 2**64))
    ]
    binary = _in_turn(wells, "Yes", "No") if plan.answers != "open" else iter(())
    others = _in_turn(wells, "open", "open") if plan.answers != "binary" else iter(())
    for some in zip_longest(binary, others):
        yield from filter(None, some)


def _in_turn(wells: Sequence[_QuestionSource], *wishes: _AnswerForm) -> Iterator[Question]:
    """One of each kind in turn, then the other one of each, and so on: kinds are spread before one comes again.

    Both of a round are drawn together, so that each kind has as many of either wish. Whether the
    first or the second comes first changes from kind to kind. A kind of which no two can be made
    any more is left out from then on.
    """
    left = list(wells)
    while left:
        held: list[Question] = []
        for well in tuple(left):
            drawn = well.draw(*wishes)
            if not drawn:
                left.remove(well)
                continue
            first = len(held) % 2
            yield drawn[first]
            held.append(drawn[1 - first])
        yield from held
