"""The night: the pack's kill, the protection, the check and the witch's potions.

Steps that need no earlier answer share the first batch of asks. Nobody dies before all answers
are in (see `deaths`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from . import facts as f
from .asks import AskKind
from .moderator import Batch, Moderator, Script
from .roles import ROLES, remove_seat, subtract_seats
from .switches import NightStep
from .views import AnsweredAsk

_NOBODY: frozenset[int] = frozenset()


class NightDeeds(Struct, frozen=True, gc=False):
    """The outcome of one night's actions, before deaths are resolved.

    Attributes:
        attacked: The seat that the pack attacks, or 0.
        protected: The seats that are protected.
        saved: The seats that got an antidote.
        poisoned: The seats that were poisoned.
    """

    attacked: int
    protected: frozenset[int]
    saved: frozenset[int]
    poisoned: frozenset[int]


class PackTurn(Struct, frozen=True, gc=False):
    """One batch of the pack: the seats that are asked together, and the kind of ask."""

    step: str
    kind: AskKind
    seats: tuple[int, ...]


class _NightSoFar:
    """The mutable outcome of the current night while its steps are resolved."""

    __slots__ = ("attacked", "poisoned", "protected", "saved", "turns")

    def __init__(self, turns: list[PackTurn]) -> None:
        self.turns = turns
        self.attacked, self.protected, self.saved, self.poisoned = 0, _NOBODY, _NOBODY, _NOBODY


class _NightStep(NamedTuple):
    """A step of the night.

    Attributes:
        asks: Builds the asks that need no earlier answer of this night; may return an empty batch.
        resolve: Applies the answers to the night; returns a script where the step has more to ask,
            else None.
    """

    asks: Callable[[Moderator, _NightSoFar], Batch]
    resolve: Callable[[Moderator, _NightSoFar, list[AnsweredAsk]], Script[None] | None]


def night(m: Moderator, day: int) -> Script[NightDeeds]:
    """Run night `day` and return its deeds.

    Steps that need no earlier answer share the first batch. Facts are published in the board's
    night order.
    """
    m.begin_phase("night", day)
    tonight, order = _NightSoFar(_pack_turns(m)), m.switches.night_order
    # All asks are built in the order of `_STEPS`, whatever the night order of the board is.
    batches = {name: step.asks(m, tonight) for name, step in _STEPS.items()}
    answered = iter(
        (yield from m.ask_batch(tuple([ask for name in order for ask in batches[name]])))
    )
    given = {name: [next(answered) for _ in batches[name]] for name in order}
    for name in order:
        # A step has a script only if it asks more after the first batch, as pack and witches do.
        script = _STEPS[name].resolve(m, tonight, given[name])
        if script:
            yield from script
    return NightDeeds(tonight.attacked, tonight.protected, tonight.saved, tonight.poisoned)


# -- the pack


def _pack_turns(m: Moderator) -> list[PackTurn]:
    """Return the pack's batches of the night: whispers first, then the asks for the kill."""
    pack = m.living_pack()
    turns: list[PackTurn] = []
    # A lone wolf has nobody to whisper to.
    if len(pack) > 1:
        for _ in range(m.switches.whisper_rounds):
            step = m.begin_step("whisper", pack)
            turns += [PackTurn(step, "whisper", (seat,)) for seat in pack]
    step = m.begin_step("kill", pack)
    match m.switches.wolf_kill:
        case "plurality" | "second_decides":
            # A turn each: every wolf sees the picks before its own.
            turns += [PackTurn(step, "kill", (seat,)) for seat in pack]
        case "unanimous":
            # One turn for all, so that no wolf sees another's pick.
            turns.append(PackTurn(step, "kill", pack))
        case "one_decides":
            decider = m.draw(f"decider.n{m.state.day}", pack)
            m.tell(f.Decider(decider[0]), pack)
            turns.append(PackTurn(step, "kill", decider))
    return turns


def _pack_batch(m: Moderator, turn: PackTurn) -> Batch:
    if turn.kind == "whisper":
        return m.make_asks(turn.step, turn.kind, dict.fromkeys(turn.seats, (0,)))
    targets = m.state.living
    if not m.switches.wolves_may_target_pack:
        targets = subtract_seats(targets, m.pack)
    if m.switches.wolves_may_pass:
        targets = (0, *targets)
    return m.make_asks(turn.step, turn.kind, dict.fromkeys(turn.seats, targets))


def _first_turn(m: Moderator, tonight: _NightSoFar) -> Batch:
    return _pack_batch(m, tonight.turns[0])


def _resolve_kill(m: Moderator, tonight: _NightSoFar, given: list[AnsweredAsk]) -> Script[None]:
    """Run the pack's remaining turns after the first one's answers, and publish the attack."""
    picks = _tell_pack(m, given)
    for turn in tonight.turns[1:]:
        picks += _tell_pack(m, (yield from m.ask_batch(_pack_batch(m, turn))))
    tonight.attacked = _kill_target(m, picks)
    m.tell(f.Attacked(tonight.attacked), m.living_pack())


def _tell_pack(m: Moderator, given: list[AnsweredAsk]) -> list[int]:
    """Publish the pack's whispers and picks to the pack; return the picks.

    Where picks are unseen (`wolf_kill` is unanimous), each is told only to the wolf that made it.
    """
    pack, unseen = m.living_pack(), m.switches.wolf_kill == "unanimous"
    picks: list[int] = []
    for own in given:
        ask, answer = own.ask, own.answer
        if ask.kind == "whisper":
            m.tell(f.Whispered(ask.seat, answer.text), pack)
        else:
            m.tell(f.Proposed(ask.seat, answer.choice), (ask.seat,) if unseen else pack)
            picks.append(answer.choice)
    return picks


def _kill_target(m: Moderator, picks: list[int]) -> int:
    """Return the target that the picks, in the order of the asks, decide on; 0 for no kill."""
    if not picks:
        return 0
    match m.switches.wolf_kill:
        case "second_decides" | "one_decides":
            # The last pick is that of the highest seat, or of the only wolf that was asked.
            return picks[-1]
        case "unanimous":
            return picks[0] if len(set(picks)) == 1 else 0
        case "plurality":
            counts = Counter(picks)
            most = max(counts.values())
            top = [target for target, count in counts.items() if count == most]
            return top[0] if len(top) == 1 else 0


# -- the guard and the seer


def _guard_batch(m: Moderator, _: _NightSoFar) -> Batch:
    guards = m.living_with("protect")
    return (
        ()
        if not guards
        else m.make_asks(
            m.begin_step("protect", guards),
            "protect",
            {seat: _guard_options(m, seat) for seat in guards},
        )
    )


def _resolve_protection(m: Moderator, tonight: _NightSoFar, given: list[AnsweredAsk]) -> None:
    for own in given:
        m.tell(f.Protected(own.ask.seat, own.answer.choice), (own.ask.seat,))
    tonight.protected = frozenset([own.answer.choice for own in given]) - {0}


def _guard_options(m: Moderator, seat: int) -> tuple[int, ...]:
    targets = m.state.living
    if not m.switches.guard_repeat:
        last_night = m.state.day - 1
        last = next(
            (
                deed.target
                for when, deed in m.state.protections
                if deed.seat == seat and when == last_night
            ),
            0,
        )
        # Where nobody was protected `last` is 0, and nothing is removed.
        targets = remove_seat(targets, last)
    if not m.switches.guard_self:
        targets = remove_seat(targets, seat)
    return (0, *targets) if m.switches.guard_pass else targets


def _seer_batch(m: Moderator, _: _NightSoFar) -> Batch:
    seers = m.living_with("check")
    return (
        ()
        if not seers
        else m.make_asks(
            m.begin_step("check", seers), "check", {seat: _seer_options(m, seat) for seat in seers}
        )
    )


def _seer_options(m: Moderator, seat: int) -> tuple[int, ...]:
    targets = m.other_living(seat)
    if not m.switches.seer_repeat:
        targets = subtract_seats(
            targets, tuple([check.target for check in m.state.checks if check.seer == seat])
        )
    return (0, *targets) if m.switches.seer_pass else targets


def _resolve_check(m: Moderator, _: _NightSoFar, given: list[AnsweredAsk]) -> None:
    for own in given:
        seat, target = own.ask.seat, own.answer.choice
        # The role of seat 0 is None: the seer passed.
        role = m.roles[target]
        if role is None:
            m.tell(f.Checked(seat, 0, ""), (seat,))
        else:
            m.tell(
                f.Checked(
                    seat, target, role if m.switches.seer_learns == "role" else ROLES[role].team
                ),
                (seat,),
            )


# -- the witch


def _no_batch(_m: Moderator, _tonight: _NightSoFar) -> Batch:
    """Return no asks: the witch is asked only after the wolves' attack is known."""
    return ()


def _resolve_potions(
    m: Moderator, tonight: _NightSoFar, _: list[AnsweredAsk]
) -> Script[None] | None:
    """Return the script of the witches' potions, or None where no witch is alive."""
    witches = m.living_with("potions")
    return _use_potions(m, tonight, witches) if witches else None


def _use_potions(m: Moderator, tonight: _NightSoFar, witches: tuple[int, ...]) -> Script[None]:
    """Ask for all antidotes first and then for all poisons."""
    attacked = tonight.attacked
    # A protected victim would not die, so where the witch is told of the dying she hears of nobody.
    hidden = m.switches.witch_told == "dying" and attacked in tonight.protected
    savers = yield from _antidotes(m, witches, 0 if hidden else attacked)
    spent = () if m.switches.witch_both_potions else savers
    holders = [
        seat
        # State holds used potions only; one that a witch kept (target 0) is not in it.
        for seat in witches
        if seat not in spent and all(deed.seat != seat for _, deed in m.state.poisoned)
    ]
    batch = m.make_asks(
        m.begin_step("poison", witches),
        "poison",
        {seat: (0, *m.other_living(seat)) for seat in holders},
    )
    given = yield from m.ask_batch(batch)
    for own in given:
        m.tell(f.Poisoned(own.ask.seat, own.answer.choice), (own.ask.seat,))
    tonight.saved = frozenset({attacked} if savers else ())
    tonight.poisoned = frozenset([own.answer.choice for own in given]) - {0}


def _antidotes(m: Moderator, witches: tuple[int, ...], shown: int) -> Script[tuple[int, ...]]:
    """Tell each witch the victim and ask those who may save; return the witches who did.

    Args:
        m: The moderator.
        witches: The living witches.
        shown: The victim that the witches may be told, or 0 for none.
    """
    witch_told = m.switches.witch_told
    may_save: list[int] = []
    for seat in witches:
        holding = all(deed.seat != seat for _, deed in m.state.saved)
        # `always` also tells a witch who has no antidote left.
        if witch_told == "always" or (witch_told != "never" and holding):
            m.tell(f.Victim(seat, shown), (seat,))
            if shown and holding and (shown != seat or _may_save_herself(m)):
                may_save.append(seat)
    batch = m.make_asks(m.begin_step("save", witches), "save", dict.fromkeys(may_save, (0, shown)))
    given = yield from m.ask_batch(batch)
    for own in given:
        m.tell(f.Saved(own.ask.seat, own.answer.choice), (own.ask.seat,))
    return tuple([own.ask.seat for own in given if own.answer.choice])


def _may_save_herself(m: Moderator) -> bool:
    match m.switches.witch_self_save:
        case "always":
            return True
        case "first_night":
            return m.state.day == 1
        case "never":
            return False


_STEPS: dict[NightStep, _NightStep] = {
    "wolves": _NightStep(_first_turn, _resolve_kill),
    "guard": _NightStep(_guard_batch, _resolve_protection),
    "seer": _NightStep(_seer_batch, _resolve_check),
    "witch": _NightStep(_no_batch, _resolve_potions),
}
"""The steps of a night, in the order in which their asks are built.

The board's `night_order` is the order in which they take effect.
"""
