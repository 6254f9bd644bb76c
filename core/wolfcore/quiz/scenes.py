"""Run one part of the rules (a night, a day, an exile) on a situation and record the outcome.

This module contains no rules itself. Choices that the situation leaves open are drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from wolfcore.game import (
    Answer,
    AnsweredAsk,
    Ask,
    AskKind,
    Board,
    Dice,
    Entry,
    Fact,
    RoleName,
    State,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.game.day import discussion
from wolfcore.game.deaths import dawn, exile
from wolfcore.game.game import setup
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.night import night
from wolfcore.game.sheriff import election
from wolfcore.game.voting import exile_vote

T = TypeVar("T")


F = TypeVar("F", bound=Fact)


RulePart: TypeAlias = Callable[[Moderator], Script[object]]
"""A part of the rules, as a script that the moderator runs."""


Choices: TypeAlias = Mapping[tuple[AskKind, int], tuple[int, ...]]
"""The choices of seats by kind of ask and seat: for the first ask, the second and so on; the last
one is repeated."""


Words: TypeAlias = Mapping[tuple[AskKind, int], str]
"""The speeches of seats by kind of ask and seat."""


class Unsettled(Exception):
    """A situation that is impossible, or whose outcome depends on what it leaves open.

    No question is made of it; the caller draws again.
    """


class NeverAsked(Unsettled):
    """A kind of question that has no questions of the form wanted."""


class Scene(Struct, frozen=True, kw_only=True):
    """A situation before a part of the rules is run on it.

    Attributes:
        board: The board.
        roles: The role of each seat, in seat order.
        day: The day.
        before: Earlier facts, told to the seats that may know them; here only the moderator reads
            them.
        people: The seats of people.
        chance: Forced random draws by name.
    """

    board: Board
    roles: tuple[RoleName, ...]
    day: int = 1
    before: tuple[Fact, ...] = ()
    people: tuple[int, ...] = ()
    chance: dict[str, tuple[int, ...]] = {}


class SceneOutcome(Struct, frozen=True):
    """The outcome of running a part of the rules on a situation.

    Attributes:
        batches: The batches of asks, in order.
        entries: The log entries of the part, in order.
        state: The moderator's state at the end.
    """

    batches: tuple[tuple[Ask, ...], ...]
    entries: tuple[Entry, ...]
    state: State

    def asked(self, *kinds: AskKind, seat: int = 0) -> tuple[Ask, ...]:
        """Return the asks of some kinds, of one seat or (seat 0) of all."""
        return tuple(
            ask
            for batch in self.batches
            for ask in batch
            if ask.kind in kinds and seat in (0, ask.seat)
        )

    def options(self, kind: AskKind, seat: int) -> tuple[int, ...]:
        """Return the options of a seat's first ask of a kind; empty if it was not asked."""
        return next((ask.options for ask in self.asked(kind, seat=seat)), ())

    def facts_of(self, fact: type[F]) -> tuple[F, ...]:
        """Return the facts of a type, in order."""
        return tuple(entry.fact for entry in self.entries if isinstance(entry.fact, fact))

    def audiences(self, fact: type[F]) -> tuple[f.Audience, ...]:
        """Return the audience of each fact of a type, in order."""
        return tuple(entry.to for entry in self.entries if isinstance(entry.fact, fact))


def run_scene(
    scene: Scene, part: RulePart, choices: Choices, words: Words, rest: Dice
) -> SceneOutcome:
    """Run a part of the rules on a situation.

    Args:
        scene: The situation.
        part: The part of the rules.
        choices: The choices of seats.
        words: The speeches of seats; all other speeches are empty.
        rest: The dice for all that is not given: other choices, and the game's seed.

    Raises:
        Unsettled: A choice in `choices` is not among the options of its ask.
    """
    spec = make_spec(
        scene.board,
        rest.draw("seed", 2**32),
        deal=dict(enumerate(scene.roles, 1)),
        people=dict.fromkeys(scene.people),
        chance=scene.chance,
    )
    m = Moderator(spec)
    setup(m)
    for fact in scene.before:
        m.tell(fact)
    # Any phase sets the day; the part that is run begins its own.
    if m.state.day != scene.day:
        m.begin_phase("dawn", scene.day)
    start = len(m.entries)
    batches: list[tuple[Ask, ...]] = []
    times: dict[tuple[AskKind, int], int] = {}

    def answer(ask: Ask) -> Answer:
        place = (ask.kind, ask.seat)
        said = choices.get(place) if ask.kind != "suspect" else None
        times[place] = time = times.get(place, 0) + 1
        choice = said[min(time, len(said)) - 1] if said else rest.pick(f"{ask.id}", ask.options)
        if choice not in ask.options:
            raise Unsettled
        return Answer(choice, words.get(place, ""))

    script = part(m)
    try:
        batch = next(script)
        while True:
            batches.append(batch)
            batch = script.send([AnsweredAsk(ask, answer(ask)) for ask in batch])
    except StopIteration:
        return SceneOutcome(tuple(batches), tuple(m.entries[start:]), m.state)


def fallen(seats: Sequence[int]) -> tuple[Fact, ...]:
    """Return the facts by which seats died in the first night."""
    return (f.Began(1, "night"), f.Began(1, "dawn"), *map(f.Died, seats))


def a_deal(m: Moderator) -> Script[None]:
    """Run the deal alone, a second time, so that its facts are in the outcome."""
    setup(m)
    # Nobody is asked, but a script has to be a generator.
    yield from m.ask_batch(())


def a_night(m: Moderator) -> Script[None]:
    """Run a night and the dawn after it."""
    number = m.state.day
    deeds = yield from night(m, number)
    yield from dawn(m, deeds)


def an_election(m: Moderator) -> Script[None]:
    """Run the sheriff's election of the first day; nothing if the board has none."""
    if m.switches.sheriff not in ("none", "appointed"):
        yield from election(m)


def a_day(m: Moderator) -> Script[None]:
    """Run a day from its first speech to the end of its exile."""
    yield from exile(m, (yield from _discussion_and_vote(m)))


def two_days(m: Moderator) -> Script[None]:
    """Run the first two days to the end of their votes, with nobody dying."""
    yield from _discussion_and_vote(m)
    m.begin_phase("dawn", m.state.day + 1)
    yield from _discussion_and_vote(m)


def _discussion_and_vote(m: Moderator) -> Script[int]:
    yield from discussion(m)
    return (yield from exile_vote(m))


def an_exile(seat: int) -> RulePart:
    """Return the part of the rules that exiles a seat (0: nobody) without a vote."""
    return lambda m: exile(m, seat)


def exile_and_night(seat: int) -> RulePart:
    """Return the part of the rules that exiles a seat and runs the next night and dawn.

    They follow also where the exile ends the game.
    """

    def part(m: Moderator) -> Script[None]:
        yield from exile(m, seat)
        yield from dawn(m, (yield from night(m, m.state.day + 1)))

    return part
