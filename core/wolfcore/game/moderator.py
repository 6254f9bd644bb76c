"""The moderator: publishes facts, draws by chance and puts batches of asks to seats.

It is the only writer of log, state and views.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from wolfcore.errors import ConfigError

from .asks import Answer, Ask, AskKind, Phase, one_line
from .dice import DiceSet
from .facts import (
    ALL,
    MODERATOR,
    Audience,
    Began,
    Believed,
    Cause,
    DeathCause,
    Died,
    Entry,
    Fact,
    Fallback,
    Idle,
    PublicSpeechKind,
    Revealed,
    Said,
    Thought,
)
from .roles import ROLES, Power, RoleName, Team, intersect_seats, remove_seat, seats_by_power
from .spec import GameSpec, deal_roles
from .state import STATE_CHANGES, State, initial_state
from .views import AnsweredAsk, PublicHistory, View

T = TypeVar("T")


Batch: TypeAlias = tuple[Ask, ...]


Script: TypeAlias = Generator[Batch, list[AnsweredAsk], T]
"""A part of the rules: a generator that yields batches and returns a T.

Each batch is sent back to the generator with its answers.
"""


# The first three are asked of the dead; a suspicion about a suspicion would never end.
_WITHOUT_SUSPICIONS: frozenset[AskKind] = frozenset({"last_words", "shoot", "badge", "suspect"})


_SECRET_DRAWS = ("decider", "appointed")
"""Purposes of draws whose possible seats are not public."""


Checkpoint: TypeAlias = tuple[State, int, str, dict[tuple[AskKind, Audience], int]]
"""A moment of a game, for `Moderator.rewound`.

The state, the number of log entries, the start of the ask ids, and how many steps of each kind each
group was asked in the night or day.
"""


class Moderator:
    """The moderator of one game, used by all rules to publish facts, draw at random and ask seats.

    Attributes:
        spec: The spec of the game.
        switches: The rules of its board.
        roles: Role by seat number; index 0 is None.
        pack: The seats dealt to the wolves, ascending.
        state: The state folded from all facts published so far.
        entries: The log so far.
        views: The view of each seat by seat number; index 0 is the public's. A view is brought up
            to date when its seat is asked or is told a secret; `Game.view` brings it up to date at
            other times.
        public_history: The facts published to all, as a linked list.
        dice: The random generators of the game.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec, self.switches = spec, spec.board.switches
        self.dice = DiceSet(spec.seed)
        self._dice = self.dice.for_scope("")
        dealt = deal_roles(spec, self._dice)
        self.roles: tuple[RoleName | None, ...] = (None, *dealt)
        self._holders = seats_by_power(dealt)
        self.pack = self.seats_with("kill")
        self.state: State = initial_state(spec.board.size)
        self.entries: list[Entry] = []
        self.views = tuple(
            [View(seat, spec.board, spec.names) for seat in range(spec.board.size + 1)]
        )
        self.public_history: PublicHistory = None
        self._public_count = 0
        self._step_counts: dict[tuple[AskKind, Audience], int] = {}
        self._prefix = "n0"

    # -- branching

    def checkpoint(self) -> Checkpoint:
        """Return all that `rewound` needs of this moment."""
        return self.state, len(self.entries), self._prefix, self._step_counts.copy()

    def rewound(self, to: Checkpoint) -> Moderator:
        """Return a moderator at an earlier moment, with blank views."""
        other = Moderator.__new__(Moderator)
        vars(other).update(vars(self))
        other.state, entries, other._prefix, counts = to
        other._step_counts, other.entries = counts.copy(), self.entries[:entries]
        other.views = tuple([View(view.seat, view.board, view.names) for view in self.views])
        return other

    def take_over(self, played: Moderator) -> None:
        """Take the log and copies of the views of a moderator of the same game and moment."""
        self.entries = played.entries.copy()
        self.public_history, self._public_count = played.public_history, played._public_count
        self.views = tuple([view.copy() for view in played.views])

    def reseed(self, seed: int) -> DiceSet:
        """Make all later draws from another seed; return the new random generators."""
        self.dice = DiceSet(seed)
        self._dice = self.dice.for_scope("")
        return self.dice

    # -- telling

    def tell(self, fact: Fact, to: Audience = ALL) -> None:
        """Publish a fact to the audience `to`: log it, update the state and the views."""
        self.entries.append(Entry(to, fact))
        change = STATE_CHANGES.get(type(fact))
        if change:
            self.state = change(self.state, fact)
        # Views share the public facts as one linked list, so a fact costs the same at any table.
        if to == ALL:
            self.public_history = (fact, self.public_history)
            self._public_count += 1
        else:
            # The public history at this moment is the place of the secret among the public facts.
            history = self.public_history
            for seat in to:
                view = self.views[seat]
                view.public_history = history
                view.new_secrets.append((history, fact))
                view.secret_count += 1

    def announce_death(self, seat: int, cause: DeathCause, to: Audience) -> None:
        """Publish a death.

        `to` is the audience of the cause. The role is published where the board reveals roles.
        """
        self.tell(Died(seat))
        self.tell(Cause(seat, cause), to)
        role = self.roles[seat]
        if self.switches.role_revealed and role:
            self.tell(Revealed(seat, role))

    def begin_phase(self, phase: Phase, day: int = 0) -> None:
        """Begin a phase and publish `Began`; `day` is needed for a night only."""
        day = day or self.state.day
        prefix = f"{'n' if phase == 'night' else 'd'}{day}"
        if prefix != self._prefix:
            self._prefix, self._step_counts = prefix, {}
        self.tell(Began(day, phase))

    # -- who is who

    def team(self, seat: int) -> Team:
        """Return the team of a seat."""
        role = self.roles[seat]
        assert role is not None
        return ROLES[role].team

    def living_with(self, power: Power) -> tuple[int, ...]:
        """Return the living seats whose role has `power`, ascending."""
        return intersect_seats(self.seats_with(power), self.state.living)

    def seats_with(self, power: Power) -> tuple[int, ...]:
        """Return the seats whose role has `power`, ascending, the dead included."""
        return self._holders.get(power, ())

    def living_roles(self) -> tuple[RoleName, ...]:
        """Return the roles of the living seats, in seat order."""
        return tuple([role for seat in self.state.living if (role := self.roles[seat])])

    def living_pack(self) -> tuple[int, ...]:
        """Return the living wolves, ascending."""
        return intersect_seats(self.pack, self.state.living)

    def other_living(self, seat: int) -> tuple[int, ...]:
        """Return the living seats except `seat`, ascending."""
        return remove_seat(self.state.living, seat)

    def may_lead(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Return those of `seats` that may be sheriff, by election, appointment or succession."""
        if self.switches.people_may_lead:
            return tuple(seats)
        return tuple(seat for seat in seats if seat not in self.spec.people)

    # -- drawing

    def draw(self, purpose: str, among: Sequence[int], count: int = 1) -> tuple[int, ...]:
        """Draw `count` seats of `among` in random order, or return the forced draw of the spec.

        Where a person plays, an impossible forced draw with a secret purpose is drawn at random: an
        error would reveal which seats can be drawn.

        Raises:
            ConfigError: The spec forces a draw that is impossible here.
        """
        forced = self.spec.chance.get(purpose)
        if forced is None:
            return self._dice.shuffle(purpose, among)[:count]
        if len(forced) != count or len(set(forced)) != count or not set(forced) <= set(among):
            if self.spec.people and purpose.startswith(_SECRET_DRAWS):
                return self._dice.shuffle(purpose, among)[:count]
            possible = ", ".join(map(str, among))
            raise ConfigError(
                f"forced draw {list(forced)} is impossible",
                key=f"chance.{purpose}",
                hint=f"{count} of: {possible}.",
            )
        return forced

    # -- asking

    def begin_step(self, kind: AskKind, group: Audience = ALL) -> str:
        """Begin a step of asks of one kind for `group`; return the prefix of its ask ids.

        `.<seat>` completes an id. From the second such step of a night or day on, the prefix ends
        with the number of the step.
        """
        # Groups are counted apart. With a common count the id of an ask would tell a seat that
        # another group was asked before it, such as a hunter who held fire.
        key = (kind, group)
        count = self._step_counts[key] = self._step_counts.get(key, 0) + 1
        return f"{self._prefix}.{kind}{count}" if count > 1 else f"{self._prefix}.{kind}"

    def next_step_id(self, kind: AskKind, group: Audience = ALL) -> str:
        """Return what the next `begin_step` of this kind will return, without beginning it."""
        count = self._step_counts.get((kind, group), 0) + 1
        return f"{self._prefix}.{kind}{count if count > 1 else ''}"

    def make_asks(self, step: str, kind: AskKind, options: Mapping[int, tuple[int, ...]]) -> Batch:
        """Build the asks of a step, one a seat.

        A seat without a legal option is told `Idle` and gets no ask.
        """
        day, phase = self.state.day, self.state.phase
        batch = tuple(
            [
                Ask(f"{step}.{seat}", seat, kind, day, phase, legal)
                for seat, legal in options.items()
                if legal
            ]
        )
        if len(batch) < len(options):
            for seat, legal in options.items():
                if not legal:
                    self.tell(Idle(seat, kind), (seat,))
        return batch

    def ask_batch(self, batch: Batch) -> Script[list[AnsweredAsk]]:
        """Yield a batch to be answered; return its asks with their answers.

        An empty batch is not yielded and gives an empty list. Where the board asks for suspicions
        before every ask, they are asked first. Beliefs, thoughts and the origin of an answer are
        logged for the moderator.
        """
        if not batch:
            return []
        if (
            self.switches.suspicions == "before_every_ask"
            and batch[0].kind not in _WITHOUT_SUSPICIONS
        ):
            yield from self.ask_suspicions({ask.seat: ask.id for ask in batch})
        views, history = self.views, self.public_history
        # Views are brought up to date before the yield: players read them to answer.
        for ask in batch:
            views[ask.seat].public_history = history
        given = yield batch
        # Read again: a copied game has got its views during the yield.
        views, known = self.views, self._public_count
        for own in given:
            ask, answer = own.ask, own.answer
            view = views[ask.seat]
            view.answered.append(own)
            view.answered_after.append(known + view.secret_count)
            if answer.how != "given" or answer.thought or answer.beliefs:
                self._log_extras(ask, answer)
        return given

    def _log_extras(self, ask: Ask, answer: Answer) -> None:
        """Log an answer's origin (unless `given`), thought and beliefs for the moderator."""
        if answer.how != "given":
            self.tell(Fallback(ask.seat, ask.id, answer.how), MODERATOR)
        if answer.thought:
            self.tell(Thought(ask.seat, ask.id, answer.thought), MODERATOR)
        if answer.beliefs:
            self.tell(Believed(ask.seat, ask.id, answer.beliefs), MODERATOR)

    def ask_speech(
        self, step: str, kind: PublicSpeechKind, seat: int, *, line: bool = False
    ) -> Script[str]:
        """Ask one seat to speak and publish its words to all; return the words.

        With `line` the words are cut to one line, and an empty line is not published.
        """
        state = self.state
        (own,) = yield from self.ask_batch(
            (Ask(f"{step}.{seat}", seat, kind, state.day, state.phase, (0,)),)
        )
        words = one_line(own.answer.text) if line else own.answer.text
        if words or not line:
            self.tell(Said(seat, kind, words))
        return words

    def ask_suspicions(self, coming: Mapping[int, str]) -> Script[None]:
        """Ask seats for their suspicions; `coming` maps a seat to the id of its next ask."""
        day, phase = self.state.day, self.state.phase
        yield from self.ask_batch(
            tuple(
                Ask(f"{ask}.suspect", seat, "suspect", day, phase, (0,))
                for seat, ask in coming.items()
            )
        )

    def ask_one(
        self, kind: AskKind, seat: int, options: tuple[int, ...], group: Audience = ALL
    ) -> Script[Answer | None]:
        """Run a step with one ask; return its answer, or None if no option is legal."""
        given = yield from self.ask_batch(
            self.make_asks(self.begin_step(kind, group), kind, {seat: options})
        )
        return given[0].answer if given else None
