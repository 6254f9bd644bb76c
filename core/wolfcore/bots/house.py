"""The house bot: one function an ask, everything from the view, the ask and the dice on the desk."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.game import Answer, Ask, AskKind, Fact, View
from wolfcore.players import Desk

from .belief.common import CommonTable
from .belief.likelihoods import DEFAULT, Likelihoods
from .belief.record import Record
from .belief.witness import for_all, notice
from .mind import Mind
from .options import read_options
from .plans import USUAL, Plan
from .play import night, office, vote
from .talk import speeches as talk
from .talk.phrasebook import meant_by


class HouseBot:
    """A player that needs no model, no network and no download.

    It keeps nothing but a cache: each view that it has seen in another shape, and what was concluded from it, so that a
    fresh bot before every ask plays the same game.

    Args:
        options: At most one level (`LEVELS`), one style (`STYLES`) and one manner (`MANNERS`), in any order.
        likely: The parameters of its belief.
        told: The signs of the sentences that the people at its table have heard in earlier games (`signs_of`).
        deduces: Whether it makes anything of what others say and vote; if not, it believes in certainties alone.

    Raises:
        ConfigError: A word is no option of a house bot, or there are two of a kind.
    """

    __slots__ = ("_deduces", "_level", "_likely", "_manner", "_seen", "_style", "_table", "_told")

    def __init__(
        self,
        options: tuple[str, ...] = (),
        likely: Likelihoods = DEFAULT,
        told: frozenset[str] = frozenset(),
        *,
        deduces: bool = True,
    ) -> None:
        self._level, self._style, self._manner = read_options(options)
        self._likely, self._told, self._deduces = likely, told, deduces
        self._seen: dict[int, _Seen] = {}
        self._table: CommonTable | None = None

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        return _ANSWERS[ask.kind](self.mind(view, ask, desk))

    def answer_by(self, plan: Plan, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, following a plan."""
        return _ANSWERS[ask.kind](self.mind(view, ask, desk, plan))

    def mind(self, view: View, ask: Ask, desk: Desk, plan: Plan = USUAL) -> Mind:
        """The seat of a view, thinking about an ask."""
        seen, level, style = self._up_to_date(view), plan.leveled(self._level), plan.style or self._style
        return Mind(seen.record, ask, desk.dice, level, style, seen.table, self._manner, plan.aim)

    def after(self, view: View, said: Fact) -> CommonTable:
        """The table of a view as it would be after one more fact that all learn."""
        table = self._laid(view)
        table.follow(0, for_all([*view.facts, said]))
        return table

    def _up_to_date(self, view: View) -> _Seen:
        seen, facts = self._seen.get(view.seat), view.facts
        if seen is None or seen.view is not view or seen.folded > len(facts):
            seen = self._seen[view.seat] = _Seen(view, self._table_of(view))
            seen.record.told = self._told
        if seen.folded < len(facts) or seen.shared != seen.table.length:
            fresh = facts[seen.folded :]
            notice(seen.record, fresh)
            public = for_all(fresh)
            if not seen.table.follow(seen.shared, public):
                seen.table = self._table = self._laid(view)
                seen.table.follow(0, for_all(facts))
            seen.record.share(seen.table.public)
            seen.folded, seen.shared = len(facts), seen.table.length
        return seen

    def _table_of(self, view: View) -> CommonTable:
        """The latest table, if it may be the view's, or a fresh one."""
        if self._table is None or self._table.public.names != view.names or self._table.public.board != view.board:
            self._table = self._laid(view)
        return self._table

    def _laid(self, view: View) -> CommonTable:
        level, claims = self._level, self._deduces
        heeds = level.heeds_behaviour and claims
        return CommonTable(
            view.board, view.names, self._likely, heeds_behaviour=heeds, heeds_claims=claims, noise=level.noise, meant_by=meant_by
        )


class _Seen:
    """A view in another shape: how many of its facts are folded, and how many of these all know."""

    __slots__ = ("folded", "record", "shared", "table", "view")

    def __init__(self, view: View, table: CommonTable) -> None:
        self.view, self.table = view, table
        self.folded = self.shared = 0
        self.record = Record(view.seat, view.board, view.names, table.public)


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
    "campaign": talk.say,
    "elect": vote.elect,
    "order": office.order,
    "speak": talk.say,
    "suspect": suspect,
    "lean": vote.vote,
    "summarise": talk.say,
    "defend": talk.say,
    "vote": vote.vote,
    "plead": talk.say,
    "badge": office.badge,
    "last_words": talk.say,
    "bid": office.bid,
}
