"""Run one part of the rules (a night, a day, an exile) on a situation and record the outcome.

Knows no rule itself. Whatever the situation leaves open is answered by chance.
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
from wolfcore.game.day import day
from wolfcore.game.deaths import dawn, exile
from wolfcore.game.game import setup
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.night import night
from wolfcore.game.sheriff import election

T = TypeVar("T")


F = TypeVar("F", bound=Fact)


RulePart: TypeAlias = Callable[[Moderator], Script[object]]
"""A part of the rules, as the moderator runs it."""


Choices: TypeAlias = Mapping[tuple[AskKind, int], tuple[int, ...]]
"""What seats choose, by kind of ask and seat: the first time, the second time and so on; the last
stands for all that follow."""


Words: TypeAlias = Mapping[tuple[AskKind, int], str]
"""What seats say, by kind of ask and seat."""


class Unsettled(Exception):
    """A situation that cannot come about, or whose outcome is not settled by what is said of it: no question is made of it."""


class NeverAsked(Unsettled):
    """A kind of question that is never answered in the way that is wanted."""


class Scene(Struct, frozen=True, kw_only=True):
    """A situation, before a part of the rules is run.

    Attributes:
        board: The board.
        roles: The role of each seat, in seat order.
        day: The day.
        before: What happened before, as facts to all and to those whom they concern; the moderator
            alone reads them here.
        people: The seats of persons.
        chance: Forced draws.
    """

    board: Board
    roles: tuple[RoleName, ...]
    day: int = 1
    before: tuple[Fact, ...] = ()
    people: tuple[int, ...] = ()
    chance: dict[str, tuple[int, ...]] = {}


class SceneOutcome(Struct, frozen=True):
    """What came of a situation.

    Attributes:
        batches: The batches of asks, in order.
        entries: What was told, in order, from the first fact of the part on.
        state: The moderator's state at the end.
    """

    batches: tuple[tuple[Ask, ...], ...]
    entries: tuple[Entry, ...]
    state: State

    def asked(self, *kinds: AskKind, seat: int = 0) -> tuple[Ask, ...]:
        """The asks of some kinds, all of them or those of a seat."""
        return tuple(
            ask
            for batch in self.batches
            for ask in batch
            if ask.kind in kinds and seat in (0, ask.seat)
        )

    def options(self, kind: AskKind, seat: int) -> tuple[int, ...]:
        """What a seat could choose when it was first asked; nothing where it was not."""
        return next((ask.options for ask in self.asked(kind, seat=seat)), ())

    def facts_of(self, fact: type[F]) -> tuple[F, ...]:
        """The facts of a kind, in order."""
        return tuple(entry.fact for entry in self.entries if isinstance(entry.fact, fact))

    def audiences(self, fact: type[F]) -> tuple[f.Audience, ...]:
        """Who learned the facts of a kind, in order."""
        return tuple(entry.to for entry in self.entries if isinstance(entry.fact, fact))


def run_scene(
    scene: Scene, part: RulePart, choices: Choices, words: Words, rest: Dice
) -> SceneOutcome:
    """Run a part of the rules.

    Args:
        scene: The situation.
        part: What is run.
        choices: What seats choose.
        words: What they say; silence is kept elsewhere.
        rest: Draws all that is not said: other choices, and the seed of chance.

    Raises:
        Unsettled: Somebody cannot choose what `choices` say.
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
    """The facts by which seats died in the first night."""
    return (f.Began(1, "night"), f.Began(1, "dawn"), *map(f.Died, seats))


def a_deal(m: Moderator) -> Script[None]:
    """The deal alone, told once more."""
    setup(m)
    yield from m.ask_batch(())


def a_night(m: Moderator) -> Script[None]:
    """A night and the morning after it."""
    number = m.state.day
    deeds = yield from night(m, number)
    yield from dawn(m, deeds)


def an_election(m: Moderator) -> Script[None]:
    """The election of the first day, where the board has one."""
    if m.switches.sheriff not in ("none", "appointed"):
        yield from election(m)


def a_day(m: Moderator) -> Script[None]:
    """A day from its first word to the end of its exile."""
    yield from exile(m, (yield from day(m)))


def two_days(m: Moderator) -> Script[None]:
    """The first two days up to their votes, as if nobody died."""
    yield from day(m)
    m.begin_phase("dawn", m.state.day + 1)
    yield from day(m)


def an_exile(seat: int) -> RulePart:
    """The exile of a seat, whoever voted for it."""
    return lambda m: exile(m, seat)
