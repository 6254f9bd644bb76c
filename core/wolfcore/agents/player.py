"""Agents: a language model as a player. It keeps nothing between asks: the view, the ask and the models are all that it uses."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.errors import (
    MemoryProblem,
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    PromptTooLong,
    SeatError,
)
from wolfcore.game import Answer, Ask, View
from wolfcore.memory import Embedder, Experiences
from wolfcore.models import ChatModel
from wolfcore.players import Desk, Progress, TraceRecord

from .choosing import AsyncChooser
from .memos import encode_memo, latest_memo
from .options import Options
from .pipeline import steps_of
from .prompting import new_turn
from .role_words import rename_roles
from .steps.act import has_one_option, with_answer, with_drawn_options
from .steps.deduce import beliefs_of
from .turn import Models, Resources

_DEFAULT_OPTIONS = Options()


class LanguagePlayer:
    """A seat that language models play.

    Args:
        model: Its model, or its models by what they do.
        options: The switches of its pipeline, and how it talks.
        embedder: Compares texts by meaning, for steps that remember.
        experiences: The pool of earlier games that it may read.
        chooser: Who chooses among its candidates, where the settings want a policy to.
    """

    def __init__(
        self,
        model: ChatModel | Models,
        options: Options = _DEFAULT_OPTIONS,
        *,
        embedder: Embedder | None = None,
        experiences: Experiences | None = None,
        chooser: AsyncChooser | None = None,
    ) -> None:
        models = model if isinstance(model, Models) else Models.same(model)
        self._models, self._options = models, options
        self._embedder, self._experiences, self._chooser = embedder, experiences, chooser

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `SelfPlayer.answer`.

        Raises:
            SeatError: A model gave no output at all, or texts could not be compared.
            OverBudget: What the game may cost is spent.
        """
        settings = self._options.settings
        models = rename_roles(self._models, settings.words, view.names)
        tools = Resources(models, desk, settings, self._options.persona_of(view), self._embedder, self._experiences, self._chooser)
        memo, problem = latest_memo(view)
        if problem:
            desk.trace(TraceRecord("memo", problem))
        turn = replace(new_turn(view, with_drawn_options(ask, desk.dice)), memo=memo, deductions=memo.deductions)
        if has_one_option(ask):
            turn = with_answer(turn, Answer(ask.options[0]), tools)
        else:
            try:
                await self._load_embedders(desk)
                for step in steps_of(settings, ask.kind):
                    turn = await step(turn, tools)
            except ModelError as error:
                # Its sentence says what is wrong; where in the program it was noticed is of no use to anybody.
                raise SeatError(ask.seat, str(error), _model_problem(error)) from None
            except MemoryProblem as error:
                raise SeatError(ask.seat, str(error), str(error)) from None
        assert turn.answer is not None, "the last step of a pipeline leaves an answer"
        beliefs = turn.answer.beliefs or (beliefs_of(turn) if settings.deduce != "none" else ())
        return replace(turn.answer, beliefs=beliefs, memo=encode_memo(turn.memo))

    async def _load_embedders(self, desk: Desk) -> None:
        """Have the embedders ready, and the table told where that takes a while: only the first ask of a game waits for it."""
        of_pool = self._experiences.embedder if self._experiences else None
        for embedder in (self._embedder, of_pool):
            if embedder and not embedder.ready:
                desk.progress(Progress("loading"))
                await embedder.load()


def _model_problem(error: ModelError) -> str:
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
