"""The night: what the powers do in the order of the board, and what comes of it.

Steps that need no earlier answer share the first batch of asks. Nobody dies before all answers
are in (see `deaths`).
"""

from __future__ import annotations

from msgspec import Struct

from .moderator import Moderator, Script
from .powers import POWERS
from .powers.power import Tonight
from .switches import NIGHT_STEPS

_BY_STEP = {power.night.step: power.night for power in POWERS.values() if power.night}


_STEPS = {step: _BY_STEP[step] for step in NIGHT_STEPS}


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


def night(m: Moderator, day: int) -> Script[NightDeeds]:
    """Run night `day` and return its deeds.

    Steps that need no earlier answer share the first batch. Facts are published in the board's
    night order.
    """
    m.begin_phase("night", day)
    tonight = Tonight()
    kills = m.switches.kills_in(day)
    # All asks are built in the order of `NIGHT_STEPS`, whatever the night order of the board is.
    batches = {
        name: step.asks(m, tonight) for name, step in _STEPS.items() if kills or step.without_deaths
    }
    order = tuple(filter(batches.__contains__, m.switches.night_order))
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
