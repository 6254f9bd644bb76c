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
"""The share of each part in sixteenths: the first hexadecimal digit of the hash decides."""


_TRIES = 30
"""How many drafts in a row may fail before a kind is given up on a board."""


MOST = 100_000
"""The largest number of questions in a set."""


class Preset(NamedTuple):
    """A question set as the paper describes it.

    Attributes:
        questions: The number of questions.
        part: The part that its situations come from.
        answers: Whether its questions are Yes/No questions, open ones, or both.
        source: The place in the paper that describes it.
    """

    questions: int
    part: Part
    answers: AnswerMix
    source: str


PRESETS: dict[str, Preset] = {
    "training": Preset(
        1453, "training", "both",
        "Helmsman 9.2: 1,453 records to train on, on rules and on situations",
    ),
    "validation": Preset(100, "validation", "both", "Helmsman 9.2: 100 records to validate with"),
    "test": Preset(
        500, "test", "binary",
        "Helmsman 4.1 and 8: a set answered with Yes or No; its size is not printed, all of "
        "its accuracies are multiples of 1/500",
    ),
}  # fmt: skip


class SetPlan(Struct, frozen=True, kw_only=True):
    """The parameters of a question set.

    Attributes:
        boards: The boards, each with equal weight.
        questions: The number of questions.
        seed: The seed of all random draws.
        answers: `binary`: only Yes/No questions; `open`: only others; `both`: half of each.
        part: The part that situations are taken from.
        kinds: Names of kinds, subjects, `rule` or `situation`; empty for all kinds.
    """

    boards: tuple[Board, ...]
    questions: int
    seed: int = 0
    answers: AnswerMix = "binary"
    part: Part = "all"
    kinds: tuple[str, ...] = ()


def preset_named(name: str) -> Preset:
    """Return the paper's question set with this name.

    Raises:
        ConfigError: There is no such set.
    """
    if name not in PRESETS:
        raise ConfigError(
            f"there is no set `{name}`", key="--set", hint=did_you_mean(name, PRESETS)
        )
    return PRESETS[name]


def question_set(plan: SetPlan) -> tuple[Question, ...]:
    """Generate the questions of a plan, in an order drawn from the seed.

    Raises:
        ConfigError: The number is out of range, or fewer different questions exist.
    """
    if not 1 <= plan.questions <= MOST:
        raise ConfigError(
            f"{plan.questions} questions cannot be asked",
            key="--questions",
            hint=f"It goes from 1 to {MOST:,}.",
        )
    found = list(islice(_drawn(plan), plan.questions))
    if len(found) < plan.questions:
        hint = "Ask fewer questions, or name more boards or kinds."
        raise ConfigError(
            f"only {len(found)} different questions can be made from these boards and kinds",
            key="--questions",
            hint=hint,
        )
    place = dice_of(plan.seed, "order")
    return tuple(sorted(found, key=lambda question: (place.draw(question.id, 2**64), question.id)))


def part_of(sign: str) -> Part:
    """Return the part that a situation belongs to, from the first digit of its hash."""
    digit = int(sign[0], 16)
    for part, share in _PARTS:
        if digit < share:
            return part
        digit -= share
    raise AssertionError


_AnswerForm: TypeAlias = Literal["Yes", "No", "open"]


_ANSWER_FORMS: tuple[_AnswerForm, ...] = ("Yes", "No", "open")


class _QuestionSource:
    """Draws questions of one kind, from all boards in turn, without repeats.

    Args:
        plan: The parameters of the set.
        kind: The kind.
        seen: The ids of all questions of the set so far; new ones are added.
    """

    def __init__(self, plan: SetPlan, kind: QuestionKind, seen: set[str]) -> None:
        self._plan, self._kind = plan, kind
        order = dice_of(plan.seed, f"boards.{kind.name}")
        boards = sorted(
            filter(kind.fits, plan.boards), key=lambda board: order.draw(board.name, 2**64)
        )
        self._boards = {form: list(boards) for form in _ANSWER_FORMS}
        self._numbers: Counter[tuple[str, _AnswerForm]] = Counter()
        self._seen = seen

    def draw(self, *forms: _AnswerForm) -> tuple[Question, ...]:
        """Draw one question per answer form; return nothing if one form is exhausted."""
        drawn = tuple(self._one(form) for form in forms)
        return tuple(filter(None, drawn)) if all(drawn) else ()

    def _one(self, form: _AnswerForm) -> Question | None:
        while self._boards[form]:
            board = self._boards[form].pop(0)
            if question := self._fresh(board, form):
                # To the end of the queue, so that the boards take turns; one without a question has
                # left it.
                self._boards[form].append(board)
                return question
        return None

    def _fresh(self, board: Board, form: _AnswerForm) -> Question | None:
        for _ in range(_TRIES):
            self._numbers[board.name, form] += 1
            number = self._numbers[board.name, form]
            try:
                question, sign = make_question(
                    board,
                    self._kind,
                    seed=self._plan.seed,
                    number=number,
                    binary=form != "open",
                    answer_yes=form == "Yes",
                )
            except NeverAsked:
                # A kind has a form on all boards or on none: no other board has to be tried.
                self._boards[form] = []
                return None
            except Unsettled:
                continue
            if question.id not in self._seen and self._plan.part in ("all", part_of(sign)):
                self._seen.add(question.id)
                return question
        return None


def _drawn(plan: SetPlan) -> Iterator[Question]:
    """Yield questions until no more can be made.

    If both forms are wanted, a Yes/No question and an open one alternate.
    """
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


def _in_turn(wells: Sequence[_QuestionSource], *forms: _AnswerForm) -> Iterator[Question]:
    """Yield one question of each kind, then a second one of each, and repeat.

    The two questions of a kind in one round are drawn together, so that each kind has equal numbers
    of both answer forms in `forms`. Whether the first or the second form comes first alternates
    between kinds. A kind that cannot give both any more is dropped.
    """
    left = list(wells)
    while left:
        held: list[Question] = []
        for well in tuple(left):
            drawn = well.draw(*forms)
            if not drawn:
                left.remove(well)
                continue
            first = len(held) % 2
            yield drawn[first]
            held.append(drawn[1 - first])
        yield from held
