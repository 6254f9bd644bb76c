"""Takeovers when a player gives no output: the offers, their wording, seating the chosen one.

Eyes that may not know which seat or player failed are not told.
"""

from __future__ import annotations

from msgspec import Struct

from wolfcore.errors import ConfigError, SeatError, crash_traceback
from wolfcore.models import models_to_offer
from wolfcore.players import FrontEnd
from wolfcore.records import ERRORS_FILE, SeatSpec
from wolfcore.seating import DEFAULT_SEAT
from wolfcore.table import Replacement

from .running_game import RunningGame

_PLAINEST = "vanilla"
"""The agent for a model that takes over a seat without an agent, or a seat whose agent must stay
secret.
"""


LEAVE_WORDS = ("leave", "stop", "quit")
"""Words that a person may type to leave the game instead."""


_PLAIN = SeatSpec(_PLAINEST)


_HUMAN = SeatSpec("human").marked_as_looked()


_AGAIN, _BOT, _PERSON = ("again", "same"), ("bot",), ("me", "human", "person")


_TAKEN = frozenset((*_AGAIN, *_BOT, *_PERSON, *LEAVE_WORDS))
"""Reserved words, which a model's name cannot override."""


class TakeoverOffer(Struct, frozen=True):
    """A player that may take over a seat.

    Attributes:
        spec: The player.
        label: A short label.
        effect: The effect, as a sentence.
        words: Words that a person may type for it, besides its number.
        same_player: Whether it is the player that failed, who would try again.
    """

    spec: SeatSpec
    label: str
    effect: str
    words: tuple[str, ...]
    same_player: bool = False


def _agent_like(before: SeatSpec, model: str) -> SeatSpec:
    """Return the seat's agent with another model, without its options that name models.

    A seat without an agent gets the plainest one.
    """
    if not before.model:
        return SeatSpec(_PLAINEST, (), model)
    # Agents are loaded for games with models alone.
    from wolfcore.agents import models_named  # noqa: PLC0415  language models alone

    return SeatSpec(
        before.player, tuple(word for word in before.options if not models_named((word,))), model
    )


class TakeoverMenu:
    """Offers the players that may take over in a game, and seats the chosen one.

    Args:
        running: The game.
    """

    def __init__(self, running: RunningGame) -> None:
        self._running = running
        self._chosen: dict[str, TakeoverOffer] = {}

    def reason_text(self, error: SeatError) -> str:
        """Explain why the game waits, as far as the session's eyes may know.

        Eyes that may not know who failed are told the model's problem if only one model plays,
        since it does not reveal the seat.
        """
        models = {model for model in self._models_now if model}
        general = error.shared_problem if len(models) == 1 else ""
        reason = (
            self._running.session.status.reason or general or "One of the players gives no answer"
        )
        holds = " What you choose holds for every seat of the model that failed." if models else ""
        return f"{reason.removesuffix('.')}.{holds}{self._trace_text(error)}"

    def _trace_text(self, error: SeatError) -> str:
        """Say where the traceback of a player that broke lies; empty where it may not be known."""
        path = self._running.path
        if not (path and self._may_be_named and crash_traceback(error)):
            return ""
        return f" The traceback is in {path / ERRORS_FILE}."

    def offers(self, seat: int) -> tuple[TakeoverOffer, ...]:
        """Return the players that may take over a seat, the present one first, without repeats.

        Eyes that may not know who played get every model on offer: a missing one would reveal it.
        """
        now = self._running.current_seats[seat - 1]
        who = f" ({now.text})" if self._may_be_named else ""
        offered = models_to_offer(self._running.models.settings.specs)
        agents = [_agent_like(now if who else _PLAIN, name) for name in offered]
        models = [
            TakeoverOffer(
                spec,
                f"{spec.text} takes over",
                "A model plays the seat from now on.",
                () if spec.model.casefold() in _TAKEN else (spec.model,),
            )
            for spec in agents
            if not (who and spec == now)
        ]
        return (
            TakeoverOffer(
                now,
                f"Try again with the same player{who}",
                "The same ask is put once more.",
                _AGAIN,
                same_player=True,
            ),
            TakeoverOffer(
                DEFAULT_SEAT,
                f"{DEFAULT_SEAT.text} takes over",
                "A house bot plays the seat from now on.",
                _BOT,
            ),
            *models,
            *self._person(),
        )

    def repeated_choice(self, seat: int, *, decided: bool) -> TakeoverOffer | None:
        """Return the earlier choice for another seat of the same model; None to ask a person.

        Args:
            seat: The seat whose player failed.
            decided: Whether a choice was made for another seat since. If not, trying again has
                already failed.
        """
        offer = self._chosen.get(self._models_now[seat - 1])
        if offer is None or (offer.same_player and not decided):
            return None
        offers = self.offers(seat)
        if offer.same_player:
            return offers[0]
        # Another model plays each seat with that seat's agent and options.
        return next(
            (
                each
                for each in offers[1:]
                if offer.spec.model and each.spec.model == offer.spec.model
            ),
            offer,
        )

    def seat_player(self, seat: int, offer: TakeoverOffer, front: FrontEnd) -> Replacement:
        """Create the chosen player; a person gets the eyes of the seat, and no others.

        Raises:
            ConfigError: The player cannot be seated; the message may be shown to the session's
                eyes.
        """
        model = self._models_now[seat - 1]
        try:
            replacement = self._running.replacement(offer.spec, front)
        except ConfigError as error:
            if not offer.same_player or self._may_be_named:
                raise
            raise ConfigError(
                "the same player cannot take over", hint="Choose another player."
            ) from error
        if offer.spec == _HUMAN:
            self._running.session.seat_person(seat)
        elif model:
            self._chosen[model] = offer
        return replacement

    @property
    def _models_now(self) -> tuple[str, ...]:
        """The model of each seat in seat order; empty for a seat without one."""
        return tuple(spec.model for spec in self._running.current_seats)

    def _person(self) -> tuple[TakeoverOffer, ...]:
        """Offer the person at this screen, if no person plays here yet.

        A second person would learn at night whose seat it is.
        """
        if self._running.session.people:
            return ()
        effect = "You play it with its eyes alone, marked as having looked."
        return (TakeoverOffer(_HUMAN, "You take over", effect, _PERSON),)

    @property
    def _may_be_named(self) -> bool:
        """Whether the session's eyes may know which seat it is and who played it."""
        session = self._running.session
        return bool(session.status.reason) and not session.hides_players
