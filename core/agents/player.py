"""Agents: a language model as a player. It keeps nothing between asks: the view, the ask and the model are all that it uses."""

from __future__ import annotations

from core.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout, ModelUnreachable, PromptTooLong, SeatError
from core.game import Answer, Ask, View
from core.models import ChatModel
from core.players import Desk

from .options import Options
from .presets import Preset
from .turn import Tools, Turn

_USUAL = Options()


class LanguagePlayer:
    """A seat that a model plays.

    Args:
        preset: Its steps.
        model: Its model.
        options: How much the model may write for one answer, and how it talks.
    """

    def __init__(self, preset: Preset, model: ChatModel, options: Options = _USUAL) -> None:
        self._preset, self._model, self._options = preset, model, options

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `Player.answer`.

        Raises:
            SeatError: The model gave no output at all.
            OverBudget: What the game may cost is spent.
        """
        lengths, cast = self._options
        turn, tools = Turn(view, ask), Tools(self._model, desk, lengths, cast(view))
        try:
            for step in self._preset.steps:
                turn = await step(turn, tools)
        except ModelError as error:
            # Its sentence says what is wrong; where in the program it was noticed is of no use to anybody.
            raise SeatError(ask.seat, str(error), _in_general(error)) from None
        assert turn.answer is not None, "the last step of a preset leaves an answer"
        return turn.answer


def _in_general(error: ModelError) -> str:
    """What is wrong with the model whoever asks it, in our own words: what an endpoint says may quote what it was asked."""
    match error:
        case PromptTooLong():
            return ""
        case ModelUnreachable():
            return f"{error.model}: its endpoint cannot be reached"
        case ModelTimeout():
            return f"{error.model}: its endpoint does not answer in time"
        case ModelRefused():
            return f"{error.model}: its endpoint refuses calls (status {error.status})"
        case ModelMalformed():
            return f"{error.model}: what its endpoint sends is no reply"
        case _:
            return ""
