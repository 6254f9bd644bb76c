"""The house bot: one function an ask, everything from the view, the ask and the dice on the desk."""

from __future__ import annotations

from collections.abc import Callable

from core.game import Answer, Ask, AskKind, View
from core.players import Desk

from . import night, office, talk, vote
from .belief import Knowledge, Posterior
from .likelihoods import DEFAULT, Likelihoods
from .mind import Mind
from .options import read_options
from .record import Record
from .witness import witness


class HouseBot:
    """A player that needs no model, no network and no download.

    It keeps nothing but a cache: each view that it has seen in another shape, and what was concluded from it, so that a
    fresh bot before every ask plays the same game.

    Args:
        options: At most one level (`LEVELS`), one style (`STYLES`) and one manner (`MANNERS`), in any order.
        likely: The parameters of its belief.

    Raises:
        ConfigError: A word is no option of a house bot, or there are two of a kind.
    """

    __slots__ = ("_level", "_likely", "_manner", "_seen", "_style")

    def __init__(self, options: tuple[str, ...] = (), likely: Likelihoods = DEFAULT) -> None:
        self._level, self._style, self._manner = read_options(options)
        self._likely = likely
        self._seen: dict[int, _Seen] = {}

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        seen = self._up_to_date(view)
        return _ANSWERS[ask.kind](
            Mind(seen.record, ask, desk.dice, self._level, self._style, self._likely, seen.thoughts, self._manner)
        )

    def _up_to_date(self, view: View) -> _Seen:
        seen, facts = self._seen.get(view.seat), view.facts
        known = len(facts)
        if seen is None or seen.view is not view or seen.folded > known:
            seen = self._seen[view.seat] = _Seen(view)
        if seen.folded < known:
            witness(seen.record, facts[seen.folded :])
            seen.thoughts.clear()
            seen.folded = known
        return seen


class _Seen:
    """A view in another shape: how many of its facts are folded, and the beliefs drawn from them."""

    __slots__ = ("folded", "record", "thoughts", "view")

    def __init__(self, view: View) -> None:
        self.view, self.folded = view, 0
        self.record = Record(view.seat, view.board, view.names)
        self.thoughts: dict[Knowledge, Posterior] = {}


def suspect(mind: Mind) -> Answer:
    """Only beliefs are asked."""
    return Answer(0, thought=f"{mind.standings()}.", beliefs=mind.beliefs())


_ANSWERS: dict[AskKind, Callable[[Mind], Answer]] = {
    "kill": night.kill,
    "whisper": talk.whisper,
    "protect": night.protect,
    "check": night.check,
    "save": night.save,
    "poison": night.poison,
    "shoot": night.shoot,
    "run": office.run,
    "campaign": talk.campaign,
    "elect": vote.elect,
    "order": office.order,
    "speak": talk.speak,
    "suspect": suspect,
    "lean": vote.vote,
    "summarise": talk.summarise,
    "vote": vote.vote,
    "plead": talk.plead,
    "badge": office.badge,
    "last_words": talk.last_words,
    "bid": office.bid,
}
