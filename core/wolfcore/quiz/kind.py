"""`QuestionKind` and `SituationDraw`: draw a situation for a question and compute its answer.

The names of random draws (`pick.N`, `some.N`) determine the questions of a seed: adding a draw
changes all later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import ROLES, Board, Dice, Power, RoleName, dice_of, winner
from wolfcore.game import facts as f
from wolfcore.game.powers import POWERS

from .question import NOBODY, Basis
from .scenes import (
    Choices,
    RulePart,
    Scene,
    SceneOutcome,
    Unsettled,
    Words,
    exile_and_night,
    fallen,
    run_scene,
)

T = TypeVar("T")


REPEATS = 8
"""How many times a situation is run at most, each time with other random draws and other choices
for all that the question leaves open."""


class Draft(Struct, frozen=True, kw_only=True):
    """The content of a question before its sentence is chosen.

    Attributes:
        sentence_name: The name of its sentences in `lines.toml`.
        fills: The values of the blanks in the sentences, by name.
        key: The answer: whether the statement is true; one of `options`; or seats.
        options: The possible answers; with seats as `key`, the seats that a Yes/No question may
            name.
    """

    sentence_name: str
    fills: dict[str, str]
    key: bool | str | tuple[int, ...]
    options: tuple[str, ...] = ()


class QuestionKind(NamedTuple):
    """A kind of question: its place in the rules, the boards that it fits, and how to draft one.

    Attributes:
        name: The name of the kind.
        subject: The part of the rules that it belongs to.
        basis: Whether it asks about a rule, or about the outcome of a situation.
        switches: The switches that decide its answers; a test changes each and checks that an
            answer changes.
        rules: Regular expressions for the rule book sentences that answer it; if empty, the
            sentences that a change of `switches` changes.
        fits: Whether a board has such questions.
        draft: Draws a question; raises Unsettled if the draw gives no valid question.
    """

    name: str
    subject: str
    basis: Basis
    switches: tuple[str, ...]
    rules: tuple[str, ...]
    fits: Callable[[Board], bool]
    draft: Callable[[SituationDraw], Draft]


class SituationDraw:
    """Draws the deal, seats and situation of one question from dice, and runs the situation.

    Args:
        board: The board.
        dice: The source of all random draws.

    Attributes:
        board: The board.
        roles: The role of each seat in a random deal.
        exiled: Whether a seat was exiled in a run of the situation.
    """

    def __init__(self, board: Board, dice: Dice) -> None:
        self.board, self._dice, self._drawn = board, dice, 0
        # Each run of a situation fills in what it leaves open in another way, by this seed.
        self._seed = dice.draw("fillings", 2**32)
        self.roles: tuple[RoleName, ...] = dice.shuffle("deal", board.roles)
        self.exiled = False

    # -- chance

    def pick(self, items: Sequence[T]) -> T:
        """Draw one item.

        Raises:
            Unsettled: There are no items.
        """
        if not items:
            raise Unsettled
        self._drawn += 1
        return self._dice.pick(f"pick.{self._drawn}", items)

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Draw `count` different items, in random order.

        Raises:
            Unsettled: There are fewer items than that.
        """
        if not 0 <= count <= len(items):
            raise Unsettled
        self._drawn += 1
        return self._dice.shuffle(f"some.{self._drawn}", items)[:count]

    # -- seats

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats, from 1."""
        return tuple(range(1, self.board.size + 1))

    def role(self, seat: int) -> RoleName:
        """Return the role of a seat in the deal."""
        return self.roles[seat - 1]

    def with_power(self, power: Power, living: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the seats whose role has a power, ascending.

        Args:
            power: The power.
            living: The seats to search; all seats if empty.
        """
        held = self.board.roles_with(power)
        return tuple(seat for seat in living or self.seats if self.role(seat) in held)

    def holder(self, power: Power) -> int:
        """Draw a seat whose role has a power and is dealt once, so that its name means the seat.

        Raises:
            Unsettled: There is none.
        """
        return self.pick([s for s in self.with_power(power) if self.roles.count(self.role(s)) == 1])

    def others(self, *but: int, living: Sequence[int] = ()) -> tuple[int, ...]:
        """Return all seats except those in `but`.

        Args:
            but: The seats to leave out.
            living: The seats to choose from; all seats if empty.
        """
        return tuple(seat for seat in living or self.seats if seat not in but)

    def living(self, *keep: int, dead: Sequence[int] = (0, 1, 2, 3)) -> tuple[int, ...]:
        """Draw the living seats, ascending, of a game that nobody has won yet.

        Args:
            keep: Seats that must be alive.
            dead: The possible numbers of dead seats, of which one is drawn.

        Raises:
            Unsettled: The game would be over, or too few seats can be dead.
        """
        gone = self.sample(self.others(*keep), self.pick(dead))
        living = self.others(*gone)
        if winner(self.board.roles, [self.role(seat) for seat in living], self.board.switches):
            raise Unsettled
        return living

    def late_day(self, living: Sequence[int], least: int = 1) -> int:
        """Return a day on which so many seats may have died, assuming two deaths a round.

        Where nobody dies in the first night it is day 2 or later, whose night is like all others.

        Args:
            living: The living seats.
            least: The earliest day. The board's last day limits the result.
        """
        rules = self.board.switches
        least = max(least, 1 if rules.first_night_deaths else 2)
        return min(max((self.board.size - len(living)) // 2 + 1, least), rules.last_day)

    def late_night(self, living: Sequence[int]) -> int:
        """Return a night before which so many seats may have died, as `late_day` does for days.

        It is night 2 or later if any seat is dead, because nobody dies before night 1.
        """
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
        """Build a situation of this deal in which all seats but `living` are dead.

        Args:
            living: The living seats; all seats if empty.
            day: The day.
            before: Facts that happened before.
            people: The seats of people.
            chance: Forced random draws.
            sheriff: The seat of the sheriff, or 0 for none.
        """
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
        """Run a part of the rules on a situation once; draw all that is not given at random."""
        # As in the first run of `settled_value`, so that what a draft sees here holds there, too.
        return self._run(scene, part, choices, words, 0)

    def _run(
        self,
        scene: Scene,
        part: RulePart,
        choices: Choices | None,
        words: Words | None,
        filling: int,
    ) -> SceneOutcome:
        dice = dice_of(self._seed, str(filling))
        played = run_scene(scene, part, choices or {}, words or {}, dice)
        self.exiled |= any(fact.seat for fact in played.facts_of(f.Exiled))
        return played

    def settled_value(
        self,
        scene: Scene,
        part: RulePart,
        read: Callable[[SceneOutcome], T],
        choices: Choices | None = None,
        words: Words | None = None,
    ) -> T:
        """Return what `read` finds in a situation's outcome, if all `REPEATS` runs agree.

        Each run draws all that is not given differently.

        Raises:
            Unsettled: The value differs between runs.
        """
        found = read(self.play(scene, part, choices, words))
        for filling in range(1, REPEATS):
            if read(self._run(scene, part, choices, words, filling)) != found:
                raise Unsettled
        return found

    def settled_for_any_role(
        self,
        seat: int,
        scene: Scene,
        part: RulePart,
        read: Callable[[SceneOutcome], T],
        choices: Choices | None = None,
    ) -> T:
        """Return the settled value of a question that does not name the role of a seat.

        The seat gets, in exchange with a holder, each other role but those of the pack and those
        that only act when seats die, which such questions leave out.

        Raises:
            Unsettled: The value differs between runs or between roles.
        """
        found = self.settled_value(scene, part, read, choices)
        for role in dict.fromkeys(self.roles):
            power = ROLES[role].power
            rules = POWERS[power] if power else None
            acts_when_dead = rules and rules.after_deaths and not rules.exile
            if role == self.role(seat) or power == "kill" or acts_when_dead:
                continue
            dealt, other = list(self.roles), self.roles.index(role)
            dealt[seat - 1], dealt[other] = role, self.role(seat)
            if self.settled_value(replace(scene, roles=tuple(dealt)), part, read, choices) != found:
                raise Unsettled
        return found


# -- words for situations


def join_words(words: Sequence[object]) -> str:
    """Join words with commas and a final `and`."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def name_seats(seats: Sequence[int]) -> str:
    """Name seats in words: `seat 2`, `seats 2 and 5`, or `nobody`."""
    return (
        NOBODY if not seats else f"seat{'s' if len(seats) > 1 else ''} {join_words(sorted(seats))}"
    )


def name_seat(seat: int) -> str:
    """Name a seat in words: `seat 2`, or `nobody` for 0."""
    return f"seat {seat}" if seat else NOBODY


def with_roles(table: SituationDraw, seats: Sequence[int]) -> str:
    """Name seats with their roles: `seat 1 (Seer), seat 4 (Villager)`."""
    return ", ".join(f"seat {seat} ({table.role(seat)})" for seat in seats)


def cast_ballots(ballots: Mapping[int, int], nobody: str = "votes for no one") -> str:
    """Describe ballots as a clause: `seats 1 and 3 vote for seat 2, and seat 4 abstains`.

    Args:
        ballots: The target by voter; 0 for no one.
        nobody: The verb phrase, in the singular, for a ballot for no one.
    """
    parts: list[str] = []
    # Ballots for no one are named last.
    for choice in sorted(set(ballots.values()), key=lambda choice: (choice == 0, choice)):
        voters = tuple(voter for voter, chosen in ballots.items() if chosen == choice)
        does = f"votes for seat {choice}" if choice else nobody
        # Of several voters the verb is in the plural: `vote` and not `votes`.
        verb, _, rest = does.partition(" ")
        parts.append(
            f"{name_seats(voters)} {verb[:-1] if len(voters) > 1 else verb} {rest}".strip()
        )
    return ", and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def who_lives(table: SituationDraw, living: Sequence[int], *, roles: bool = False) -> str:
    """Describe in a sentence which seats are alive, with their roles if `roles` is set."""
    if not roles and len(living) == table.board.size:
        return "Everybody is alive."
    return (
        f"Alive are {with_roles(table, living) if roles else name_seats(living)}; all others "
        "are dead."
    )


def seat_options(seats: Sequence[int], *, nobody: bool = True) -> tuple[str, ...]:
    """List the answers that name a seat, and `nobody` unless excluded."""
    return (*(f"seat {seat}" for seat in seats), *((NOBODY,) if nobody else ()))


def any_board(board: Board) -> bool:
    """Whether a kind fits a board, for kinds that fit every board (true if roles are dealt)."""
    return bool(board.roles)


def deals_powers(*powers: Power) -> Callable[[Board], bool]:
    """Return a test whether a board deals a role with each of these powers to exactly one seat.

    Only then a question may speak of `the Witch`.
    """
    return lambda board: all(
        any(board.roles.count(role) == 1 for role in board.roles_with(power)) for power in powers
    )


def holders(board: Board, power: Power) -> int:
    """Count the seats to which a board deals a power."""
    held = board.roles_with(power)
    return sum(role in held for role in board.roles)


@lru_cache(maxsize=256)
def everybody_votes(board: Board) -> bool:
    """Whether all the living keep their votes, whatever the powers of a board do.

    A holder of each power is exiled, and the night after it is played at random.
    """
    table = SituationDraw(board, dice_of(0, "votes"))
    seats = [
        table.roles.index(role) + 1 for role in dict.fromkeys(board.roles) if ROLES[role].power
    ]
    return not any(
        run_scene(
            table.scene(), exile_and_night(seat), {}, {}, dice_of(filling, str(seat))
        ).state.without_vote
        for seat in seats
        for filling in range(REPEATS)
    )


def has_sheriff(board: Board) -> bool:
    """Whether a board has a sheriff."""
    return board.switches.sheriff != "none"
