"""A running game without I/O: the scenes of a game in their order, and `Game`, which steps them.

Read the scenes first, from `opening` on: each runs a part of the game and returns the next.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from typing import Protocol, cast

from wolfcore.errors import IllegalAnswer

from . import facts as f
from .asks import Answer, Ask
from .day import discussion
from .deaths import dawn, exile
from .facts import MODERATOR, Ended, Entry, Result
from .moderator import Batch, Moderator, Script
from .night import NightDeeds, night
from .roles import ROLES
from .sheriff import election
from .spec import GameSpec
from .state import State
from .views import AnsweredAsk, View
from .voting import exile_vote


class Scene(Protocol):
    """A part of a game that returns the next part, or None when the game is over.

    What a scene needs of the scenes before it is in its arguments and in the moderator, never in a
    generator that runs on: so a game can be copied from the beginning of a scene.
    """

    def __call__(self, m: Moderator, /) -> Generator[Batch, list[AnsweredAsk], Scene | None]:
        """Run the scene."""
        ...


class Game:
    """A running game.

    Args:
        spec: The spec of the game.

    Attributes:
        spec: The spec of the game.
        dice: Returns the dice of an ask by its id, which names the seat; the same on every run.

    Raises:
        ConfigError: The spec forces a random draw that is impossible.
    """

    __slots__ = ("_asks", "_begun", "_given", "_moderator", "_scene", "_script", "dice", "spec")

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self._moderator = Moderator(spec)
        self.dice = self._moderator.dice.for_scope
        # The first scenes run up to the first batch, so that the deal is in the log from the start.
        self._scene: Scene = opening
        self._script = self._play(self._scene)
        self._asks = next(self._script)

    def copy(self, seed: int | None = None) -> Game:
        """Return a branch: a game at the same moment, which goes on apart from this one.

        It costs some microseconds and the answers of the current scene, whatever was played before.

        Args:
            seed: The seed of all draws of the branch from here on; None for those of this game.
        """
        branch = Game.__new__(Game)
        branch.spec, branch.dice = self.spec, self.dice
        branch._moderator = self._moderator.rewound(self._begun)
        # A generator cannot be copied: the scene runs again, with the same answers.
        branch._script = branch._play(self._scene)
        next(branch._script)
        for given in self._given:
            branch._script.send(given)
        branch._asks, branch._given = self._asks, self._given.copy()
        branch._moderator.take_over(self._moderator)
        if seed is not None:
            # Only now: the scene has run again with the draws that were made in it.
            branch.dice = branch._moderator.reseed(seed).for_scope
        return branch

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The current batch of asks; empty when the game is over.

        All asks of the batch may be answered at the same time.
        """
        return self._asks

    @property
    def log(self) -> Sequence[Entry]:
        """All log entries so far. The list grows; do not change it."""
        return self._moderator.entries

    @property
    def state(self) -> State:
        """The moderator's state: the log folded into a `State`."""
        return self._moderator.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._asks

    @property
    def result(self) -> Result | None:
        """The result of the game, or None while it runs."""
        last = self._moderator.entries[-1].fact
        return Result(last.ended, last.winner, last.day) if isinstance(last, Ended) else None

    def view(self, seat: int) -> View:
        """Return the view of `seat` (0: the public), brought up to date.

        It is the same object each time, and it grows whenever the seat is asked.
        """
        moderator = self._moderator
        view = moderator.views[seat]
        # No fact is copied here: the view merges new facts when somebody reads them.
        view.public_history = moderator.public_history
        return view

    def submit(self, answers: Mapping[str, Answer]) -> tuple[Ask, ...]:
        """Answer the whole current batch; return the next batch, empty when the game is over.

        Answers take effect in the order of the asks, whatever order they came in.

        Args:
            answers: One answer for each ask of the current batch, by ask id.

        Raises:
            IllegalAnswer: An answer is missing, is for an unknown ask, or is outside its options;
                the game is unchanged.
        """
        # All answers are checked before the script gets any, because a generator cannot be rewound.
        given: list[AnsweredAsk] = []
        for ask in self._asks:
            answer = answers.get(ask.id)
            if answer is None or answer.choice not in ask.options:
                wrong = (
                    "no answer was given"
                    if answer is None
                    else f"{answer.choice} is not among {list(ask.options)}"
                )
                raise IllegalAnswer(ask.id, wrong)
            given.append(AnsweredAsk(ask, answer))
        if len(answers) > len(self._asks):
            known = {ask.id for ask in self._asks}
            raise IllegalAnswer(
                next(key for key in answers if key not in known), "nobody asked this"
            )
        self._given.append(given)
        self._asks = self._script.send(given)
        return self._asks

    def _play(self, scene: Scene | None) -> Script[None]:
        """Run a scene and those that follow; then yield an empty batch, for the end of the game."""
        m = self._moderator
        while scene:
            self._scene, self._begun, self._given = scene, m.checkpoint(), list[list[AnsweredAsk]]()
            # The type checker does not infer a variable that is in its own definition.
            scene = cast("Scene | None", (yield from scene(m)))
        while True:
            yield ()


# -- the scenes


def opening(m: Moderator) -> Script[Scene]:
    """Deal the roles; the first night follows."""
    setup(m)
    yield from ()
    return partial(night_scene, day=1)


def night_scene(m: Moderator, day: int) -> Script[Scene]:
    """Run night `day`; its dawn follows."""
    return partial(dawn_scene, deeds=(yield from night(m, day)))


def dawn_scene(m: Moderator, deeds: NightDeeds) -> Script[Scene | None]:
    """Run a dawn; the day follows, after an election on the first day where the board has one."""
    if (yield from dawn(m, deeds)):
        return None
    elects = m.state.day == 1 and m.switches.sheriff not in ("none", "appointed")
    return election_scene if elects else discussion_scene


def election_scene(m: Moderator) -> Script[Scene]:
    """Elect the sheriff; the discussion follows."""
    yield from election(m)
    return discussion_scene


def discussion_scene(m: Moderator) -> Script[Scene]:
    """Run all of a day that comes before its vote; the vote follows."""
    yield from discussion(m)
    return vote_scene


def vote_scene(m: Moderator) -> Script[Scene]:
    """Run the vote; the exile follows."""
    return partial(exile_scene, seat=(yield from exile_vote(m)))


def exile_scene(m: Moderator, seat: int) -> Script[Scene | None]:
    """Exile a seat (0: nobody); the next night follows."""
    ended = yield from exile(m, seat)
    return None if ended else partial(night_scene, day=m.state.day + 1)


def setup(m: Moderator) -> None:
    """Deal the roles and, where the board appoints a sheriff, draw the sheriff."""
    m.tell(f.Began(0, "setup"))
    for seat, role in enumerate(m.roles):
        if role:
            m.tell(f.Dealt(seat, role), m.pack if ROLES[role].team == "wolves" else (seat,))
    if m.switches.sheriff == "appointed":
        # Every living seat may be a person on a board where people may not lead.
        everyone = m.may_lead(m.state.living)
        if everyone:
            m.tell(f.Appointed(m.draw("appointed", everyone)[0]), MODERATOR)
