"""A running game without I/O: `play`, the order of a whole game, and `Game`, which steps it.

Read `play` first. A game is never copied; a branch is a new game driven by the recorded answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from wolfcore.errors import IllegalAnswer

from . import facts as f
from .asks import Answer, Ask
from .day import day
from .deaths import dawn, exile
from .facts import MODERATOR, Ended, Entry, Result
from .moderator import Moderator, Script
from .night import night
from .roles import ROLES
from .sheriff import election
from .spec import GameSpec
from .state import State
from .views import AnsweredAsk, View


class Game:
    """A running game. It is never copied: a branch is a new game driven by the recorded answers.

    Args:
        spec: The spec of the game.

    Attributes:
        spec: The spec of the game.
        dice: Returns the dice of an ask by its id, which names the seat; the same on every run.

    Raises:
        ConfigError: The spec forces a random draw that is impossible.
    """

    __slots__ = ("_asks", "_moderator", "_script", "dice", "spec")

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self._moderator = Moderator(spec)
        self.dice = self._moderator.dice.for_scope
        self._script = play(self._moderator)
        # The script runs up to its first batch, so that the deal is in the log from the start.
        self._asks: tuple[Ask, ...] = next(self._script, ())

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
        try:
            self._asks = self._script.send(given)
        except StopIteration:
            self._asks = ()
        return self._asks


def play(m: Moderator) -> Script[None]:
    """Run a game from the deal to its end, as a generator of ask batches."""
    setup(m)
    for number in count(1):
        deeds = yield from night(m, number)
        if (yield from dawn(m, deeds)):
            return
        if number == 1 and m.switches.sheriff not in ("none", "appointed"):
            yield from election(m)
        exiled = yield from day(m)
        if (yield from exile(m, exiled)):
            return


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
