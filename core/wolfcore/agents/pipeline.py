"""The step pipeline and LanguagePlayer, the player that runs it.

A player keeps nothing between asks: the view, the ask and the resources decide the answer. Step
names are stored with recorded calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from wolfcore.errors import (
    MemoryProblem,
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    ModelUntrusted,
    PromptTooLong,
    SeatError,
)
from wolfcore.game import Answer, Ask, AskKind, View
from wolfcore.memory import Embedder, Experiences
from wolfcore.models import ChatModel
from wolfcore.players import Desk, Progress, TraceRecord

from .presets import Settings
from .prompt import new_turn
from .resources import AsyncChooser, Models, Resources, Step
from .role_words import rename_roles
from .seat_options import Options
from .steps.advice import advise
from .steps.answer import act, has_one_option, with_answer, with_drawn_options
from .steps.candidates import intend, propose, select
from .steps.deduction import beliefs_of, deduce
from .steps.record_selection import recall, retrieve, sort
from .steps.reflection import question, recollect, reflect
from .templates import PromptProblem
from .turn import encode_memo, latest_memo

SINGLE_STEP_ASKS: frozenset[AskKind] = frozenset({"bid"})
"""Kinds of ask that run no step before the answer: a bid to speak is asked before every speech of
any player."""


_RECORD_STEPS = {"recalled": recall, "retrieved": retrieve}


STEPS: Mapping[str, str] = {
    "recall": "shows the latest and the most informative messages (Xu et al. 3.3, A.1)",
    "sort": "shows facts, potential truths and potential falsehoods (Helmsman 3.1, SLA 4.1)",
    "retrieve": "shows the latest messages, and earlier ones found by a summary (WereWolf-Plus 3)",
    "deduce": "deduces the others' roles, with confidence and evidence (Helmsman 3.1, SLA 4.1)",
    "question": "asks itself questions and answers them from memory (Xu et al. 3.3, A.2)",
    "reflect": "reflects on the situation in a few sentences (Xu et al. 3.3)",
    "recollect": "recalls its last reflection",
    "advise": "retrieves experience of earlier games (Xu et al. 3.4, WereWolf-Plus 3.1)",
    "intend": "chooses what a speech is to do (SLA 5.1)",
    "propose": "proposes answers that differ in strategy (SLA 4.2)",
    "select": "chooses one of them (SLA 4.2, 4.3, 5.2)",
    "act": "answers, using the results of the steps before",
}
"""The description of every step by its name, in the order in which steps run."""


def steps_of(settings: Settings, kind: AskKind) -> tuple[Step, ...]:
    """Return the steps for a kind of ask, in order; the last step sets the answer."""
    if kind in SINGLE_STEP_ASKS:
        # A growing record looks the same to every ask, or caches would lose it at each bid.
        return (sort, act) if settings.classifies_by_number else (act,)
    return tuple(_steps(settings, kind))


def _steps(settings: Settings, kind: AskKind) -> Iterator[Step]:
    if settings.classifies:
        yield sort
    elif shows := _RECORD_STEPS.get(settings.record):
        yield shows
    if settings.deduce != "none":
        yield deduce
        if kind == "suspect":
            # The deductions are the answer.
            return
    if kind == "suspect":
        # Only the papers with deduction have this ask. Other agents answer it from their last
        # reflection, without further steps.
        if settings.reflect:
            yield recollect
        yield act
        return
    if settings.questions != "none":
        yield question
    if settings.reflect:
        yield reflect
    if settings.experience != "none":
        yield advise
    if settings.intentions:
        yield intend
    if settings.candidates > 1:
        yield propose
        yield select
    yield act


_DEFAULT_OPTIONS = Options()


class LanguagePlayer:
    """A player whose answers come from language models.

    Args:
        model: The model of the seat, or its models by task.
        options: The settings of its pipeline and its persona.
        embedder: Compares texts by meaning; needed if the settings need one.
        experiences: The experience pool that it may read; None for none.
        chooser: Selects among candidates, if the settings select by a learned policy.
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
        """Run the pipeline on one ask and return its answer, with beliefs and memo.

        An ask with one option is answered without a model call.

        Raises:
            SeatError: A model gave no output at all, or texts could not be compared.
            OverBudget: The budget of the game is spent.
        """
        settings = self._options.settings
        # Around the models, so that steps, records and logs have the plain names.
        models = rename_roles(self._models, settings.words, view.names, view.board.roles)
        tools = Resources(
            models,
            desk,
            settings,
            self._options.persona_of(view),
            self._embedder,
            self._experiences,
            self._chooser,
        )
        memo, problem = latest_memo(view)
        if problem:
            # A memo of another player is no error: whoever sat here before may have written it.
            desk.trace(TraceRecord("memo", problem))
        # The order of options is part of the ask from here on, so that all steps show the same one.
        turn = replace(
            new_turn(view, with_drawn_options(ask, desk.dice)),
            memo=memo,
            deductions=memo.deductions,
        )
        if has_one_option(ask):
            turn = with_answer(turn, Answer(ask.options[0]), tools)
        else:
            try:
                await self._load_embedders(desk)
                for step in steps_of(settings, ask.kind):
                    turn = await step(turn, tools)
            except ModelError as error:
                # `from None`: the message is complete, and a traceback of the call adds nothing.
                raise SeatError(ask.seat, str(error), _model_problem(error)) from None
            except PromptProblem as error:
                # Not for all to see: a value in it may be a secret of the seat.
                raise SeatError(ask.seat, str(error)) from None
            except MemoryProblem as error:
                raise SeatError(ask.seat, str(error), str(error)) from None
        assert turn.answer is not None, "the last step of a pipeline leaves an answer"
        # An agent that deduces states its beliefs with every answer, not only when it is asked.
        beliefs = turn.answer.beliefs or (beliefs_of(turn) if settings.deduce != "none" else ())
        return replace(turn.answer, beliefs=beliefs, memo=encode_memo(turn.memo))

    async def _load_embedders(self, desk: Desk) -> None:
        """Load the embedders that are not loaded, and report it to the table as `loading`.

        Only the first ask of a game waits for it.
        """
        of_pool = self._experiences.embedder if self._experiences else None
        for embedder in (self._embedder, of_pool):
            if embedder and not embedder.ready:
                desk.progress(Progress("loading"))
                await embedder.load()


def _model_problem(error: ModelError) -> str:
    """Return the part of a model error that would hold for any prompt; empty if there is none.

    It never quotes the endpoint, whose text may repeat the prompt.
    """
    match error:
        case PromptTooLong():
            return ""
        case ModelUntrusted():
            return f"{error.model}: there is no secure connection to its endpoint"
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
