"""Takeovers when a player gives no output: the offers, their wording, seating the chosen one.

Eyes that may not know which seat or player failed are not told.
"""

from __future__ import annotations

from msgspec import Struct

from wolfcore.errors import ConfigError, SeatError
from wolfcore.players import FrontEnd
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT
from wolfcore.table import Replacement

from .running_game import RunningGame

_PLAINEST = "vanilla"
"""The agent that plays for a model of the settings where the seat had none, or where it may not be
told which."""


LEAVE_WORDS = ("leave", "stop", "quit")
"""What a person may type to leave the game instead."""


_PLAIN = SeatSpec(_PLAINEST)


_HUMAN = SeatSpec("human").marked_as_looked()


_AGAIN, _BOT, _PERSON = ("again", "same"), ("bot",), ("me", "human", "person")


_TAKEN = frozenset((*_AGAIN, *_BOT, *_PERSON, *LEAVE_WORDS))
"""Words that mean one thing whatever the models are called."""


class TakeoverOffer(Struct, frozen=True):
    """Somebody who may take over.

    Attributes:
        spec: Who.
        label: A few words.
        effect: What that does, as a sentence.
        words: What a person may type for it beside its number.
        same_player: Whether that is the player of before.
    """

    spec: SeatSpec
    label: str
    effect: str
    words: tuple[str, ...]
    same_player: bool = False


def _agent_like(before: SeatSpec, model: str) -> SeatSpec:
    """The same agent with another model, without models that it named beside its own; the plainest for no agent."""
    if not before.model:
        return SeatSpec(_PLAINEST, (), model)
    from wolfcore.agents import models_named

    return SeatSpec(
        before.player, tuple(word for word in before.options if not models_named((word,))), model
    )


class TakeoverMenu:
    """Offers and seats whoever takes over in a game.

    Args:
        running: The game.
    """

    def __init__(self, running: RunningGame) -> None:
        self._running = running
        self._chosen: dict[str, TakeoverOffer] = {}

    def reason_text(self, error: SeatError) -> str:
        """Why the game waits, as far as the session's eyes may know.

        Eyes that may not know who failed learn what is wrong with the model where there is but one:
            it says nothing of the seat.
        """
        models = {model for model in self._models_now if model}
        general = error.shared_problem if len(models) == 1 else ""
        reason = (
            self._running.session.status.reason or general or "One of the players gives no answer"
        )
        holds = " What you choose holds for every seat of the model that failed." if models else ""
        return f"{reason.removesuffix('.')}.{holds}"

    def offers(self, seat: int) -> tuple[TakeoverOffer, ...]:
        """Everybody who may take over a seat, the player of before first, and not twice.

        Eyes that may not know who played get every model, for the one that is missing would tell.
        """
        now = self._running.current_seats[seat - 1]
        who = f" ({now.text})" if self._may_be_named else ""
        agents = [_agent_like(now if who else _PLAIN, name) for name in self._running.models.names]
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
        """What was chosen for another seat of the same model, so that nobody is asked again; None where that does not answer it.

        Args:
            seat: The seat whose player failed.
            decided: Whether something was chosen for another seat since. If not, trying again has
                been of no use.
        """
        offer = self._chosen.get(self._models_now[seat - 1])
        if offer is None or (offer.same_player and not decided):
            return None
        offers = self.offers(seat)
        if offer.same_player:
            return offers[0]
        # Another model plays every seat as the agent that sat there, and each with its own options.
        return next(
            (
                each
                for each in offers[1:]
                if offer.spec.model and each.spec.model == offer.spec.model
            ),
            offer,
        )

    def seat_player(self, seat: int, offer: TakeoverOffer, front: FrontEnd) -> Replacement:
        """Seat whoever was chosen; a person has the eyes of the seat from then on, and no others.

        Raises:
            ConfigError: They cannot sit down; the message may be shown to the session's eyes.
        """
        model = self._models_now[seat - 1]
        try:
            replacement = self._running.replacement(offer.spec, front)
        except ConfigError as error:
            if not offer.same_player or self._may_be_named:
                raise
            raise ConfigError(
                "the same player cannot sit down again", hint="Somebody else can take over."
            ) from error
        if offer.spec == _HUMAN:
            self._running.session.seat_person(seat)
        elif model:
            self._chosen[model] = offer
        return replacement

    @property
    def _models_now(self) -> tuple[str, ...]:
        """The model of each seat in seat order; empty where none plays it."""
        return tuple(spec.model for spec in self._running.current_seats)

    def _person(self) -> tuple[TakeoverOffer, ...]:
        """The person at this screen, where nobody here plays yet: another one would learn at night whose seat it is."""
        if self._running.session.people:
            return ()
        effect = "You play it with its eyes alone, marked as having looked."
        return (TakeoverOffer(_HUMAN, "You take over", effect, _PERSON),)

    @property
    def _may_be_named(self) -> bool:
        """Whether the session's eyes may know which seat it is and who played it."""
        session = self._running.session
        return bool(session.status.reason) and not session.hides_players
