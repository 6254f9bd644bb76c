"""Fixed strategies, and the ways to play and kinds of person made from them.

A strategy answers some asks itself and leaves the rest to the house bot. Names of ways and kinds
are typed on seats and stored in files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from wolfcore.game import Answer, Ask, Fact, RoleName, Team, View
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, Act, CallsVote, ClaimsRole, read

Strategy: TypeAlias = Callable[[View, Ask], Answer | None]
"""Answers an ask, or returns None to leave it to the house bot."""


def claims_seer_against_seers(view: View, ask: Ask) -> Answer | None:
    """Counterclaim when another seat claims the seer: "I am the Seer, and that seat is a wolf"."""
    rival, seer = _seer_that_claims(view)
    if ask.kind != "speak" or not rival:
        return None
    return Answer(
        ask.options[0],
        f"I am the {seer}. I checked seat {rival} last night, and seat {rival} is a wolf.",
    )


def never_votes(_view: View, ask: Ask) -> Answer | None:
    """Abstain wherever that is allowed."""
    return Answer(0) if ask.kind in ("vote", "lean") and 0 in ask.options else None


def follows_the_last_accuser(view: View, ask: Ask) -> Answer | None:
    """Vote for the seat that the last accusation or call for a vote of another seat named."""
    if ask.kind not in ("vote", "lean"):
        return None
    for fact in reversed(view.facts):
        for act in reversed(_acts_of_another(view, fact)):
            if isinstance(act, Accuses | CallsVote) and act.seat in ask.options and act.seat:
                return Answer(act.seat)
    return None


def votes_for_the_lowest_seat(view: View, ask: Ask) -> Answer | None:
    """Vote for the lowest seat number other than its own."""
    options = [option for option in ask.options if option not in (0, view.seat)]
    return Answer(min(options)) if ask.kind in ("vote", "lean") and options else None


def accuses_the_seer(view: View, ask: Ask) -> Answer | None:
    """Call the seat that last claimed to be the seer a wolf, and vote for it."""
    rival, _ = _seer_that_claims(view)
    if ask.kind == "speak" and rival:
        return Answer(ask.options[0], f"Seat {rival} is a wolf. Vote for seat {rival}.")
    return (
        Answer(rival) if ask.kind in ("vote", "lean") and rival and rival in ask.options else None
    )


def _seer_that_claims(view: View) -> tuple[int, RoleName | None]:
    """Return the living other seat that last claimed a role that checks, and the role; or 0.

    Known mates are left out.
    """
    checkers = view.board.roles_using("check")
    for fact in reversed(view.facts):
        speaker, _ = f.public_words(fact)
        if speaker not in view.living or speaker in view.mates:
            continue
        for act in _acts_of_another(view, fact):
            if isinstance(act, ClaimsRole) and act.role in checkers:
                return speaker, act.role
    return 0, None


def _acts_of_another(view: View, fact: Fact) -> tuple[Act, ...]:
    """Return the acts of another seat's public words; none for all other facts."""
    speaker, text = f.public_words(fact)
    if speaker in (0, view.seat):
        return ()
    return read(text, speaker, view.names, view.board.size, view.board.roles)


STRATEGIES: dict[str, Strategy] = {
    "always counter-claims the seer": claims_seer_against_seers,
    "never votes": never_votes,
    "follows the last accuser": follows_the_last_accuser,
    "votes for the lowest seat": votes_for_the_lowest_seat,
    "always accuses the seer": accuses_the_seer,
}


USUAL_WAY, ADAPTIVE = "usual", "adaptive"


class Way(NamedTuple):
    """A way to play: the options of a house bot, and a strategy that overrides it."""

    options: tuple[str, ...] = ()
    strategy: Strategy | None = None


WAYS: dict[Team, dict[str, Way]] = {
    "village": {
        USUAL_WAY: Way(),
        "secretive": Way(("secretive",)),
        "proactive": Way(("proactive",)),
        "never votes": Way(strategy=STRATEGIES["never votes"]),
        "follows the last accuser": Way(strategy=STRATEGIES["follows the last accuser"]),
    },
    "wolves": {
        USUAL_WAY: Way(),
        "quiet": Way(("quiet",)),
        "active": Way(("active",)),
        "aggressive": Way(("aggressive",)),
        "always counter-claims the seer": Way(
            strategy=STRATEGIES["always counter-claims the seer"]
        ),
    },
}
"""Ways to play, by team."""


class PersonKind(NamedTuple):
    """A kind of person: whether it chooses its way by its results, and whether it uses habits."""

    tries_ways: bool = False
    seeks_habits: bool = False


KINDS: dict[str, PersonKind] = {
    USUAL_WAY: PersonKind(),
    "ways": PersonKind(tries_ways=True),
    "habits": PersonKind(seeks_habits=True),
    ADAPTIVE: PersonKind(tries_ways=True, seeks_habits=True),
}
"""Kinds of people by name: one that adapts nothing, for comparison, and three that learn."""
