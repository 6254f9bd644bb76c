"""HouseBot: one handler for each kind of ask, and the plans that a speech can follow.

The bot keeps only a cache: a fresh bot before every ask plays the same game. A `Plan` overrides
numbers of the level; `HouseThinker` uses plans to propose different speeches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import Answer, Ask, AskKind, Fact, Team, View
from wolfcore.players import Desk, Intention

from .belief.likelihoods import FITTED, Likelihoods
from .belief.observation import observe_private, public_facts
from .belief.seat_record import SeatRecord
from .belief.shared_belief import SharedBelief
from .mind import Mind
from .play import ballots, night_actions
from .profiles import STYLES, Level, Style, read_bot_options
from .talk import speeches, whispers
from .talk.phrasebook import known_acts


class Plan(Struct, frozen=True):
    """A strategy for a speech: changes to the bot's level, style and intention.

    Attributes:
        name: The name of the plan.
        level_changes: Fields of the level to replace, by name.
        style: The style to use instead of the bot's own; None keeps the bot's own.
        intention: What the speech must do; None lets the bot choose.
    """

    name: str
    level_changes: Mapping[str, object] = {}
    style: Style | None = None
    intention: Intention | None = None

    def applied_to(self, level: Level) -> Level:
        """Return the level with the changes of the plan."""
        return replace(level, **self.level_changes) if self.level_changes else level


USUAL_PLAN = Plan("as usual")


class HouseBot:
    """A player that needs no model, no network and no download.

    The only state is a cache for each seat: the record folded from its view, and the beliefs that
    follow from it. A fresh bot before every ask plays the same game.

    Args:
        options: At most one level (`LEVELS`), one style (`STYLES`) and one manner (`MANNERS`), in
            any order.
        likelihoods: The parameters of its belief.
        heard_before: The fingerprints of the sentences that the people at its table have heard in
            earlier games (`fingerprints_of`).
        leanings_key: The key of the leanings of its seats (`leanings_of`); empty for those that
            follow from the names at the table.
        recollection: What one of its seats may recall of the last game of a person, as the seat of
            the person now and a key of `RECOLLECTIONS`; or None.
        uses_inference: Whether it infers anything from the votes and words of others. If not, it
            believes in certainties alone.

    Raises:
        ConfigError: A word is no option of a house bot, or there are two of a kind.
    """

    __slots__ = (
        "_caches",
        "_deduces",
        "_leanings_key",
        "_level",
        "_likely",
        "_manner",
        "_recollection",
        "_shared_belief",
        "_style",
        "_told",
    )

    def __init__(
        self,
        options: tuple[str, ...] = (),
        likelihoods: Likelihoods = FITTED,
        heard_before: frozenset[str] = frozenset(),
        leanings_key: str = "",
        recollection: tuple[int, str] | None = None,
        *,
        uses_inference: bool = True,
    ) -> None:
        self._level, self._style, self._manner = read_bot_options(options)
        self._likely, self._told, self._deduces = likelihoods, heard_before, uses_inference
        self._leanings_key, self._recollection = leanings_key, recollection
        self._caches: dict[int, _SeatCache] = {}
        self._shared_belief: SharedBelief | None = None

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask; the asynchronous form of `answer_now`, which awaits nothing."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        return _ANSWERS[ask.kind](self.mind(view, ask, desk))

    def answer_by(self, plan: Plan, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options, following a plan."""
        return _ANSWERS[ask.kind](self.mind(view, ask, desk, plan))

    def mind(self, view: View, ask: Ask, desk: Desk, plan: Plan = USUAL_PLAN) -> Mind:
        """Create the seat's `Mind` for one ask, after folding new facts into its record."""
        seen, level, style = (
            self._updated_cache(view),
            plan.applied_to(self._level),
            plan.style or self._style,
        )
        return Mind(
            seen.record,
            ask,
            desk.dice,
            level,
            style,
            seen.shared_belief,
            self._manner,
            plan.intention,
        )

    def belief_after(self, view: View, said: Fact) -> SharedBelief:
        """Compute the shared belief after one more public fact that has not happened.

        Builds a new `SharedBelief` from the facts of the view and leaves the cached one unchanged.
        `HouseThinker` rates speeches with it.
        """
        table = self._new_shared_belief(view)
        table.extend(0, public_facts([*view.facts, said]))
        return table

    def _updated_cache(self, view: View) -> _SeatCache:
        """Return the seat's cache with all facts of the view; a new view object starts anew."""
        seen, facts = self._caches.get(view.seat), view.facts
        if seen is None or seen.view is not view or seen.fact_count > len(facts):
            seen = self._caches[view.seat] = _SeatCache(view, self._shared_belief_for(view))
            seen.record.heard_before = self._told
            seen.record.leanings_key = self._leanings_key
            seen.record.recollection = self._recollection
        # Another seat of this bot may have extended the shared belief since.
        if seen.fact_count < len(facts) or seen.public_fact_count != seen.shared_belief.fact_count:
            fresh = facts[seen.fact_count :]
            observe_private(seen.record, fresh)
            public = public_facts(fresh)
            # It holds another course of events: another game with the same names, or a view that
            # lacks facts.
            if not seen.shared_belief.extend(seen.public_fact_count, public):
                seen.shared_belief = self._shared_belief = self._new_shared_belief(view)
                seen.shared_belief.extend(0, public_facts(facts))
            seen.record.adopt_public(seen.shared_belief.public)
            seen.fact_count, seen.public_fact_count = len(facts), seen.shared_belief.fact_count
        return seen

    def _shared_belief_for(self, view: View) -> SharedBelief:
        """Return the latest shared belief if it has the view's names and board, else a new one."""
        if (
            self._shared_belief is None
            or self._shared_belief.public.names != view.names
            or self._shared_belief.public.board != view.board
        ):
            self._shared_belief = self._new_shared_belief(view)
        return self._shared_belief

    def _new_shared_belief(self, view: View) -> SharedBelief:
        level, claims = self._level, self._deduces
        heeds = level.uses_behaviour and claims
        return SharedBelief(
            view.board,
            view.names,
            self._likely,
            heeds_behaviour=heeds,
            heeds_claims=claims,
            max_reading_error=level.max_reading_error,
            meant_by=known_acts,
        )


class _SeatCache:
    """The record of one seat, with the numbers of facts and of public facts folded into it."""

    __slots__ = ("fact_count", "public_fact_count", "record", "shared_belief", "view")

    def __init__(self, view: View, table: SharedBelief) -> None:
        self.view, self.shared_belief = view, table
        self.fact_count = self.public_fact_count = 0
        self.record = SeatRecord(view.seat, view.board, view.names, table.public)


def report_beliefs(mind: Mind) -> Answer:
    """Answer a `suspect` ask, which asks for beliefs only."""
    return Answer(0, thought=f"{mind.top_suspects_text()}.", beliefs=mind.beliefs())


_ANSWERS: dict[AskKind, Callable[[Mind], Answer]] = {
    "kill": night_actions.kill,
    "whisper": whispers.whisper,
    "protect": night_actions.protect,
    "check": night_actions.check,
    "save": night_actions.save,
    "poison": night_actions.poison,
    "shoot": night_actions.shoot,
    "run": ballots.run,
    "campaign": speeches.say,
    "elect": ballots.elect,
    "order": ballots.order,
    "speak": speeches.say,
    "suspect": report_beliefs,
    "lean": ballots.vote,
    "summarise": speeches.say,
    "defend": speeches.say,
    "vote": speeches.vote,
    "plead": speeches.say,
    "badge": ballots.badge,
    "last_words": speeches.say,
    "bid": ballots.bid,
}


PLANS_BY_TEAM: dict[Team, tuple[Plan, ...]] = {
    "village": (
        Plan("show oneself", {"reveal_rates": (1.0, 1.0, 1.0)}),
        Plan("accuse", style=Style(accusation_factor=4.0, certainty_rate=0.8)),
        Plan("hide", {"reveal_rates": (0.0, 0.0, 0.0)}, STYLES["secretive"]),
        Plan("lead", style=STYLES["proactive"]),
    ),
    "wolves": (
        Plan(
            "play the seer",
            {
                "false_seer_rates": (1.0,) * 9,
                "counterclaim_rates": (1.0, 1.0, 1.0),
                "deception_rate": 1.0,
            },
        ),
        Plan("accuse", style=STYLES["aggressive"]),
        Plan(
            "keep quiet",
            {"false_seer_rates": (), "counterclaim_rates": (0.0, 0.0, 0.0)},
            STYLES["quiet"],
        ),
        Plan("join in", style=STYLES["active"]),
    ),
}
"""The plans for a speech that a seat of each team may follow instead of its usual way."""
