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
    """What was done in one night, before anybody dies of it.

    Attributes:
        attacked: Whom the pack attacks, or 0.
        protected: Who is protected.
        saved: Who got an antidote.
        poisoned: Who was poisoned.
    """

    attacked: int
    protected: frozenset[int]
    saved: frozenset[int]
    poisoned: frozenset[int]


class PackTurn(Struct, frozen=True, gc=False):
    """Seats of the pack that are asked together."""

    step: str
    kind: AskKind
    seats: tuple[int, ...]


class _NightSoFar:
    """What this night has come to so far."""

    __slots__ = ("attacked", "poisoned", "protected", "saved", "turns")

    def __init__(self, turns: list[PackTurn]) -> None:
        self.turns = turns
        self.attacked, self.protected, self.saved, self.poisoned = 0, _NOBODY, _NOBODY, _NOBODY


class _NightStep(NamedTuple):
    """A step of the night.

    Attributes:
        asks: What it asks before anybody has learned anything tonight; may be empty.
        resolve: What comes of the answers, and, where it asks again, the script of that.
    """

    asks: Callable[[Moderator, _NightSoFar], Batch]
    resolve: Callable[[Moderator, _NightSoFar, list[AnsweredAsk]], Script[None] | None]


def night(m: Moderator, day: int) -> Script[NightDeeds]:
    """Night `day`. Whoever learns nothing from those before shares the first batch; facts follow the board's night order."""
    m.begin_phase("night", day)
    tonight, order = _NightSoFar(_pack_turns(m)), m.switches.night_order
    batches = {name: step.asks(m, tonight) for name, step in _STEPS.items()}
    answered = iter(
        (yield from m.ask_batch(tuple([ask for name in order for ask in batches[name]])))
    )
    given = {name: [next(answered) for _ in batches[name]] for name in order}
    for name in order:
        script = _STEPS[name].resolve(m, tonight, given[name])
        if script:
            yield from script
    return NightDeeds(tonight.attacked, tonight.protected, tonight.saved, tonight.poisoned)


# -- the pack


def _pack_turns(m: Moderator) -> list[PackTurn]:
    """Who of the pack is asked for what, one entry a batch: whispers first, then the kill in the board's way."""
    pack = m.living_pack()
    turns: list[PackTurn] = []
    if len(pack) > 1:
        for _ in range(m.switches.whisper_rounds):
            step = m.begin_step("whisper", pack)
            turns += [PackTurn(step, "whisper", (seat,)) for seat in pack]
    step = m.begin_step("kill", pack)
    match m.switches.wolf_kill:
        case "plurality" | "second_decides":
            turns += [PackTurn(step, "kill", (seat,)) for seat in pack]
        case "unanimous":
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
    """The pack's turns from the first one's answers on."""
    picks = _tell_pack(m, given)
    for turn in tonight.turns[1:]:
        picks += _tell_pack(m, (yield from m.ask_batch(_pack_batch(m, turn))))
    tonight.attacked = _kill_target(m, picks)
    m.tell(f.Attacked(tonight.attacked), m.living_pack())


def _tell_pack(m: Moderator, given: list[AnsweredAsk]) -> list[int]:
    """Tell the pack what its members said or picked; returns the picks."""
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
    """Whom these picks, in the order of the asks, amount to; 0 for no kill."""
    if not picks:
        return 0
    match m.switches.wolf_kill:
        case "second_decides" | "one_decides":
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
    """A witch waits for the wolves."""
    return ()


def _resolve_potions(
    m: Moderator, tonight: _NightSoFar, _: list[AnsweredAsk]
) -> Script[None] | None:
    """The witches' potions; nobody is asked for any where no witch lives."""
    witches = m.living_with("potions")
    return _use_potions(m, tonight, witches) if witches else None


def _use_potions(m: Moderator, tonight: _NightSoFar, witches: tuple[int, ...]) -> Script[None]:
    """First all antidotes and then all poisons."""
    attacked = tonight.attacked
    hidden = m.switches.witch_told == "dying" and attacked in tonight.protected
    savers = yield from _antidotes(m, witches, 0 if hidden else attacked)
    spent = () if m.switches.witch_both_potions else savers
    holders = [
        seat
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
    """Tell each witch the victim `shown` (0: none) as the board has it, and ask who may save; returns who did."""
    told = m.switches.witch_told
    may_save: list[int] = []
    for seat in witches:
        holding = all(deed.seat != seat for _, deed in m.state.saved)
        if told == "always" or (told != "never" and holding):
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
"""The steps of a night, in the order in which their asks are made out; the board says in which they
act."""
