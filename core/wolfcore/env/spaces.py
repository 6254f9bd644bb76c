"""Observation arrays (names, shapes, bounds) and action numbers, with the mask of legal actions.

Every axis of seats has N + 1 entries; index 0 is no seat. Days count from 1, so that 0 means never.
Array names are public; `python -m docs.tables` writes the table of README.md from this module.
Names along the axes are stored with a version (`Layout`), so that a learner knows what it reads.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, cast, get_args

import numpy as np
from numpy.typing import NDArray

from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import SPEECH_KINDS, Answer, Ask, AskKind, Board, Phase, Team
from wolfcore.game.facts import Ballot, DeathCause, EndKind
from wolfcore.players import (
    SILENT_ANSWERS,
    THOUGHT_LIMIT,
    clean_speech,
    clean_text,
    is_valid_belief,
)
from wolfcore.roles import layout_roles

from .speech_acts import ACTS

Array: TypeAlias = NDArray[np.int8]


LAST_DAY = 99
"""The last day that a board can have; counts are limited to it too."""


PHASES: tuple[Phase, ...] = get_args(Phase)


KINDS: tuple[AskKind, ...] = get_args(AskKind)


BALLOTS: tuple[Ballot, ...] = get_args(Ballot)


CAUSES: tuple[DeathCause, ...] = get_args(DeathCause)


ENDS: tuple[EndKind, ...] = get_args(EndKind)


ROLE_NAMES: tuple[str, ...] = layout_roles()
"""The roles that have a place on every board; others that a board deals follow them."""


RESULTS: tuple[Team, ...] = get_args(Team)


class Field(NamedTuple):
    """One array of an observation.

    Attributes:
        name: Its name.
        shape: Its shape.
        high: The highest number in it; the lowest is 0.
    """

    name: str
    shape: tuple[int, ...]
    high: int


SEATS: Literal["seats"] = "seats"
"""As a bound in `ARRAY_ROWS`: the number of indices of a seat axis, index 0 included."""


ARRAY_ROWS: tuple[tuple[str, str, int | Literal["seats"], str], ...] = (
    ("day", "", LAST_DAY, "the day or night"),
    ("phase", "phases", 1, "the part of the day"),
    ("ask", "kinds", 1, "what the seat is being asked"),
    ("me", "seats", 1, "the seat of the agent"),
    (
        "roles",
        "seats roles",
        1,
        "roles that the agent knows: its own, its mates', checked or revealed",
    ),
    ("living", "seats", 1, "the living seats"),
    ("died", "seats", LAST_DAY, "the day or night of its death"),
    ("causes", "seats causes", 1, "the cause of its death, if known"),
    ("quiet", "", LAST_DAY, "the last night in which nobody died"),
    ("exiled", "seats", LAST_DAY, "the day of its exile; place 0: the last day without one"),
    ("sheriff", "seats", 1, "the sheriff; place 0: there will be none any more"),
    ("candidates", "seats", SEATS, "the candidates for sheriff, numbered in the order of speeches"),
    ("order", "seats", SEATS, "the order of today's speeches, from 1"),
    ("called", "seats", 1, "the seat that won the last bids"),
    ("recommended", "seats", LAST_DAY, "the last day on which a sheriff recommended its exile"),
    (
        "block",
        "seats",
        LAST_DAY,
        "the last day on which it was named to speak again before the vote",
    ),
    ("tied", "seats", LAST_DAY, "the last day of a tie with others that was decided by lot"),
    (
        "ballots",
        "ballots seats seats",
        LAST_DAY,
        "the last day of a ballot that the agent saw or cast: kind, voter, target",
    ),
    ("shots", "seats seats", LAST_DAY, "the day of a shot: hunter, target"),
    ("speeches", "seats", LAST_DAY, "the number of its public speeches"),
    (
        "acts",
        "acts seats seats",
        LAST_DAY,
        "the last day of an act of speech: act, speaker, target",
    ),
    ("claims", "seats roles", 1, "the role that it claims now"),
    (
        "checked",
        "results seats",
        LAST_DAY,
        "the last night of the agent's own check: result, target",
    ),
    ("protected", "seats", LAST_DAY, "the last night in which the agent protected it"),
    (
        "victim",
        "seats",
        LAST_DAY,
        "for witches: the last night in which it was named as the victim",
    ),
    (
        "saved",
        "seats",
        LAST_DAY,
        "for witches: the night of the antidote; place 0: the last night without",
    ),
    (
        "poisoned",
        "seats",
        LAST_DAY,
        "for witches: the night of the poison; place 0: the last night without",
    ),
    ("decider", "seats", LAST_DAY, "for wolves: the last night in which it decided for the pack"),
    ("picks", "seats seats", LAST_DAY, "for wolves: the last night of a pick: mate, target"),
    (
        "wishes",
        "seats seats",
        LAST_DAY,
        "for wolves: the last night of a whispered wish: mate, target",
    ),
    ("attacked", "seats", LAST_DAY, "for wolves: the last night in which the pack attacked it"),
    ("ended", "ends", 1, "how the game ended"),
)
"""Name, axes, bound and meaning of each array. "Last" means the latest so far."""


PLAN_ROWS: tuple[tuple[str, str, int | Literal["seats"], str], ...] = (
    ("plan_choice", "plans seats", 1, "the choice of each candidate"),
    ("plan_acts", "plans acts seats", 1, "the acts of speech in each candidate: act, target"),
    ("plan_claims", "plans roles", 1, "the roles that each candidate claims"),
)
"""The same for the arrays about candidates, present only with a proposer."""


LAYOUT_VERSION = "arrays-1"
"""The version of the arrays: it changes with their names, order or meaning, and with the names
along any axis but that of roles."""


class Layout(NamedTuple):
    """What the arrays of an environment mean, to store beside a network that learns from them.

    Attributes:
        version: `LAYOUT_VERSION`.
        axes: The names along each axis that is not one of seats or candidates, in order.
    """

    version: str
    axes: dict[str, tuple[str, ...]]


def layout_of(roles: tuple[str, ...]) -> Layout:
    """Return the layout of arrays with these roles."""
    axes = {
        "phases": PHASES, "kinds": KINDS, "roles": roles, "causes": CAUSES, "ballots": BALLOTS,
        "acts": ACTS, "results": RESULTS, "ends": ENDS,
    }  # fmt: skip
    return Layout(LAYOUT_VERSION, axes)


def roles_on(board: Board, roles: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the roles that the arrays of a board have places for.

    Args:
        board: The board.
        roles: The roles of an earlier layout; None for `ROLE_NAMES` and what else the board deals.

    Raises:
        ConfigError: `roles` has one twice, or lacks one that the board deals.
    """
    if roles is None:
        return layout_roles(board.roles)
    if len(set(roles)) < len(roles):
        raise ConfigError("names a role twice", key="roles")
    if lacking := [role for role in dict.fromkeys(board.roles) if role not in roles]:
        raise ConfigError(
            f"the layout has no place for {', '.join(lacking)}, which {board.name} deals",
            key="roles",
            hint="Learn on a board that deals it, or leave `roles` out.",
        )
    return tuple(roles)


@lru_cache(maxsize=64)
def fields_of(size: int, plans: int, roles: tuple[str, ...] = ROLE_NAMES) -> tuple[Field, ...]:
    """Return the arrays of an observation, in order.

    Args:
        size: The number of seats.
        plans: The most candidates that are proposed; 0 leaves out the arrays about candidates.
        roles: The roles that have a place.
    """
    lengths = {axis: len(names) for axis, names in layout_of(roles).axes.items()}
    lengths |= {"seats": size + 1, "plans": plans}
    return tuple(
        Field(
            name,
            tuple([lengths[axis] for axis in axes.split()]) or (1,),
            size + 1 if high == SEATS else int(high),
        )
        for name, axes, high, _ in (*ARRAY_ROWS, *(PLAN_ROWS if plans else ()))
    )


def numbers_in(fields: tuple[Field, ...]) -> int:
    """Count the numbers in all these arrays together."""
    return sum(prod(field.shape) for field in fields)


def split_arrays(flat: Array, fields: tuple[Field, ...]) -> dict[str, Array]:
    """Split a flat array into the named arrays, as views without a copy.

    Args:
        flat: The numbers of all arrays, in order.
        fields: The arrays.
    """
    parts: dict[str, Array] = {}
    start = 0
    for name, shape, _ in fields:
        end = start + prod(shape)
        parts[name] = flat[start:end].reshape(shape)
        start = end
    return parts


Action: TypeAlias = "int | np.integer[Any] | Answer | None"
"""A number of the action space, a whole answer, or None for an agent that is done."""


CANDIDATE_KINDS = SPEECH_KINDS | {"suspect"}
"""Asks for which candidates are proposed, since a number alone cannot express an answer."""


class Actions:
    """The action numbers of a board: the choices 0 to N of an ask, then the candidates.

    Args:
        size: The number of seats.
        plans: The most candidates that are proposed.
        propose: Returns the candidates for an ask.

    Attributes:
        first_plan: The number of the first candidate.
        number: The number of actions.
    """

    __slots__ = ("_plans", "_propose", "_size", "first_plan", "number")

    def __init__(self, size: int, plans: int, propose: Callable[[Ask], Sequence[Answer]]) -> None:
        self._size, self._propose = size, propose
        self.first_plan = size + 1
        self.number = size + 1 + plans
        self._plans: dict[str, Sequence[Answer]] = {}

    def forget(self) -> None:
        """Drop the cached candidates of earlier asks."""
        self._plans = {}

    def candidates(self, ask: Ask) -> Sequence[Answer]:
        """Return the candidates for an open ask; they are proposed on first use and cached.

        Raises:
            IllegalAnswer: A proposed answer is not legal.
        """
        # Other asks have all their answers among the options.
        if self.number == self.first_plan or ask.kind not in CANDIDATE_KINDS:
            return ()
        # A proposal costs time and is asked for several times: mask, infos and answer.
        if ask.id not in self._plans:
            room = self.number - self.first_plan
            self._plans[ask.id] = [self._checked(ask, plan) for plan in self._propose(ask)[:room]]
        return self._plans[ask.id]

    def mask(self, ask: Ask | None) -> Array:
        """Return a mask with 1 for each legal action; all 0 if `ask` is None.

        Legal are each option, which is a silent answer where the ask is for text, and each
        candidate.
        """
        mask = np.zeros(self.number, np.int8)
        if ask:
            mask[list(ask.options)] = 1
            mask[self.first_plan : self.first_plan + len(self.candidates(ask))] = 1
        return mask

    def answer(self, ask: Ask, action: object) -> Answer:
        """Convert an action to an answer.

        Raises:
            IllegalAnswer: The action has no answer, or the answer is not legal.
        """
        if isinstance(action, Answer):
            return self._checked(ask, action)
        # Not `int()`, which would round floats and read text; numbers of numpy pass.
        try:
            number = operator.index(cast(SupportsIndex, action))
        except TypeError:
            raise IllegalAnswer(
                ask.id, f"{action!r} is neither a number of the action space nor an Answer"
            ) from None
        if number in ask.options:
            return SILENT_ANSWERS[number]
        place, plans = number - self.first_plan, self.candidates(ask)
        if not 0 <= place < len(plans):
            legal = [*ask.options, *range(self.first_plan, self.first_plan + len(plans))]
            raise IllegalAnswer(ask.id, f"action {number} is masked; it is one of {legal}")
        return plans[place]

    def _checked(self, ask: Ask, answer: Answer) -> Answer:
        """Check that an answer is legal and its beliefs are valid; return it with cleaned text.

        Raises:
            IllegalAnswer: The answer is not legal.
        """
        if type(answer.choice) is not int or answer.choice not in ask.options:
            raise IllegalAnswer(ask.id, f"{answer.choice!r} is not among {list(ask.options)}")
        if type(answer.text) is not str or type(answer.thought) is not str:
            raise IllegalAnswer(ask.id, "its words are not text")
        if not all(is_valid_belief(belief, self._size) for belief in answer.beliefs):
            raise IllegalAnswer(ask.id, "a belief is out of range")
        thought = clean_text(answer.thought, THOUGHT_LIMIT, lines=True)
        return Answer(answer.choice, clean_speech(answer.text), thought, answer.beliefs)
