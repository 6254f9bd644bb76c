"""`QuestionKind` and `SituationDraw`: draw a situation for a question and settle its answer.

The names of draws (`pick.N`, `some.N`) fix the questions of a seed: adding a draw changes all later
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct

from wolfcore.game import Board, Dice, Power, RoleName, dice_of, winner
from wolfcore.game import facts as f

from .question import NOBODY, Basis
from .scenes import Choices, RulePart, Scene, SceneOutcome, Unsettled, Words, fallen, run_scene

T = TypeVar("T")


REPEATS = 8
"""How often a situation is run at most, each time with other chance and other choices where none
are said."""


class Draft(Struct, frozen=True, kw_only=True):
    """A question before it has its words.

    Attributes:
        sentence_name: The name of its sentences in `lines.toml`.
        fills: What stands in their blanks.
        key: What is so: yes or no; one of `options`; or seats.
        options: All that could be so, where `key` is a word.
    """

    sentence_name: str
    fills: dict[str, str]
    key: bool | str | tuple[int, ...]
    options: tuple[str, ...] = ()


class QuestionKind(NamedTuple):
    """A kind of question.

    Attributes:
        name: What it is called.
        subject: The part of the rules that it belongs to.
        basis: Whether it asks for a rule, or for what comes of a situation.
        switches: The switches that decide its answers; a test turns each and sees an answer turn.
        rules: What finds the sentences of the rule book that it follows from (regular expressions);
            without any they are those that the switches of `meets` have changed.
        fits: Whether a board has such questions.
        draft: Thinks one up; raises Unsettled where nothing came of it.
    """

    name: str
    subject: str
    basis: Basis
    switches: tuple[str, ...]
    rules: tuple[str, ...]
    fits: Callable[[Board], bool]
    draft: Callable[[SituationDraw], Draft]


class SituationDraw:
    """What a question is thought up with: a board, and chance of its own.

    Args:
        board: The board.
        dice: Draws everything.

    Attributes:
        board: The board.
        roles: The role of each seat of a deal that is drawn when it is first wanted.
    """

    def __init__(self, board: Board, dice: Dice) -> None:
        self.board, self._dice, self._drawn = board, dice, 0
        self._seed = dice.draw("fillings", 2**32)
        self.roles: tuple[RoleName, ...] = dice.shuffle("deal", board.roles)

    # -- chance

    def pick(self, items: Sequence[T]) -> T:
        """One of several.

        Raises:
            Unsettled: There is none.
        """
        if not items:
            raise Unsettled
        self._drawn += 1
        return self._dice.pick(f"pick.{self._drawn}", items)

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """So many of several, in a drawn order.

        Raises:
            Unsettled: There are not so many.
        """
        if not 0 <= count <= len(items):
            raise Unsettled
        self._drawn += 1
        return self._dice.shuffle(f"some.{self._drawn}", items)[:count]

    # -- seats

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(1, self.board.size + 1))

    def role(self, seat: int) -> RoleName:
        """The role of a seat."""
        return self.roles[seat - 1]

    def with_power(self, power: Power, living: Sequence[int] = ()) -> tuple[int, ...]:
        """The seats, or those of `living`, whose role has a power, ascending."""
        held = self.board.roles_with(power)
        return tuple(seat for seat in living or self.seats if self.role(seat) in held)

    def holder(self, power: Power) -> int:
        """A seat whose role has a power."""
        return self.pick(self.with_power(power))

    def others(self, *but: int, living: Sequence[int] = ()) -> tuple[int, ...]:
        """The seats, or those of `living`, but some."""
        return tuple(seat for seat in living or self.seats if seat not in but)

    def living(self, *keep: int, dead: Sequence[int] = (0, 1, 2, 3)) -> tuple[int, ...]:
        """Who lives, ascending, when some have died and nobody has won; `keep` are among them.

        Args:
            keep: Seats that live.
            dead: How many may be dead.

        Raises:
            Unsettled: The game would be over.
        """
        gone = self.sample(self.others(*keep), self.pick(dead))
        living = self.others(*gone)
        if winner(self.board.roles, [self.role(seat) for seat in living], self.board.switches):
            raise Unsettled
        return living

    def late_day(self, living: Sequence[int], least: int = 1) -> int:
        """A day on which so many may have died, `least` or later, if the board has it: two deaths a round."""
        return min(
            max((self.board.size - len(living)) // 2 + 1, least), self.board.switches.last_day
        )

    def late_night(self, living: Sequence[int]) -> int:
        """As `late`, for a night: nobody can be dead before the first one."""
        return self.late_day(living, 1 if len(living) == self.board.size else 2)

    # -- situations

    def scene(
        self,
        living: Sequence[int] = (),
        *,
        day: int = 1,
        before: Sequence[f.Fact] = (),
        people: tuple[int, ...] = (),
        chance: Mapping[str, tuple[int, ...]] | None = None,
        sheriff: int = 0,
    ) -> Scene:
        """A situation of this deal in which all but `living` are dead; all live where none are named."""
        dead = fallen(self.others(*living)) if living else ()
        badge = (f.Badge(sheriff, "elected"),) if sheriff else ()
        facts = (*dead, *badge, *before)
        return Scene(
            board=self.board,
            roles=self.roles,
            day=day,
            before=facts,
            people=people,
            chance=dict(chance or {}),
        )

    def play(
        self,
        scene: Scene,
        part: RulePart,
        choices: Choices | None = None,
        words: Words | None = None,
    ) -> SceneOutcome:
        """What comes of a situation, left to chance wherever nothing is said."""
        return run_scene(scene, part, choices or {}, words or {}, dice_of(self._seed, "0"))

    def settled_value(
        self,
        scene: Scene,
        part: RulePart,
        read: Callable[[SceneOutcome], T],
        choices: Choices | None = None,
        words: Words | None = None,
    ) -> T:
        """What is read of a situation's outcome, whatever chance makes of all that is not said of it.

        Raises:
            Unsettled: It depends on that.
        """
        found = read(self.play(scene, part, choices, words))
        for filling in range(1, REPEATS):
            if (
                read(
                    run_scene(
                        scene, part, choices or {}, words or {}, dice_of(self._seed, str(filling))
                    )
                )
                != found
            ):
                raise Unsettled
        return found


# -- words for what stands in many situations


def join_words(words: Sequence[object]) -> str:
    """Things with commas and an `and`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def name_seats(seats: Sequence[int]) -> str:
    """Seats in words: `seat 2`, `seats 2 and 5`, or `nobody`."""
    return (
        NOBODY if not seats else f"seat{'s' if len(seats) > 1 else ''} {join_words(sorted(seats))}"
    )


def name_seat(seat: int) -> str:
    """A seat or nobody in words."""
    return f"seat {seat}" if seat else NOBODY


def with_roles(table: SituationDraw, seats: Sequence[int]) -> str:
    """Seats with their roles: `seat 1 (Seer), seat 4 (Villager)`."""
    return ", ".join(f"seat {seat} ({table.role(seat)})" for seat in seats)


def cast_ballots(ballots: Mapping[int, int], nobody: str = "votes for no one") -> str:
    """Ballots by voter as a clause: `seats 1 and 3 vote for seat 2, and seat 4 abstains`."""
    parts: list[str] = []
    for choice in sorted(set(ballots.values()), key=lambda choice: (choice == 0, choice)):
        voters = tuple(voter for voter, chosen in ballots.items() if chosen == choice)
        does = f"votes for seat {choice}" if choice else nobody
        verb, _, rest = does.partition(" ")
        parts.append(
            f"{name_seats(voters)} {verb[:-1] if len(voters) > 1 else verb} {rest}".strip()
        )
    return ", and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def who_lives(table: SituationDraw, living: Sequence[int], *, roles: bool = False) -> str:
    """A sentence on who lives."""
    if not roles and len(living) == table.board.size:
        return "Everybody is alive."
    return (
        f"Alive are {with_roles(table, living) if roles else name_seats(living)}; all others "
        "are dead."
    )


def seat_options(seats: Sequence[int], *, nobody: bool = True) -> tuple[str, ...]:
    """Answers that name a seat."""
    return (*(f"seat {seat}" for seat in seats), *((NOBODY,) if nobody else ()))


def any_board(board: Board) -> bool:
    """For kinds that every board has."""
    return bool(board.roles)


def deals_powers(*powers: Power) -> Callable[[Board], bool]:
    """Whether a board deals each of these powers to one seat, so that a question may speak of `the Witch`."""
    return lambda board: all(holders(board, power) == 1 for power in powers)


def holders(board: Board, power: Power) -> int:
    """To how many seats a board deals a power."""
    held = board.roles_with(power)
    return sum(role in held for role in board.roles)


def has_sheriff(board: Board) -> bool:
    """Whether a board has a sheriff."""
    return board.switches.sheriff != "none"
