"""The first night and day of a game as its models see it: of every ask each call and each step, in
order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import field

from tests.core.agents.golden.acting import Actor
from tests.core.agents.remembering import AnyTaken, ListedExperiences, SharedWords
from wolfcore.agents import PRESETS, LanguagePlayer, Options, Settings
from wolfcore.game import Answer, Ask, Game, dice_of, get_board, make_spec
from wolfcore.memory import Experience, ExperienceKind, SearchContext, SimilarExperience
from wolfcore.models import ChatRequest
from wolfcore.players import CallRecord, Desk, TraceRecord

BOARDS = ("sla7", "helmsman7")
_SEED = 3


class Sent(NamedTuple):
    """A call of a model: what was written down of it, and what was sent."""

    record: CallRecord
    request: ChatRequest


class Noting(Desk, kw_only=True, eq=False, gc=True):
    """A desk that keeps calls and steps in the order in which they came."""

    told: list[CallRecord | TraceRecord] = field(default_factory=list)

    def record(self, call: CallRecord) -> None:
        self.told.append(call)

    def trace(self, step: TraceRecord) -> None:
        self.told.append(step)


class Alike(ListedExperiences):
    """A pool that finds all that it holds in any situation."""

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        return tuple([SimilarExperience(each, 0.9) for each in self.listed if each.kind == kind])


POOL = Alike(
    *(
        Experience(number, "xu", f"Situation {number}.", f"Deed {number}.", score)
        for number, score in enumerate((3, 997, 996), 1)
    ),
    *(
        Experience(number, "plus", f"Summary {number}.", f"Ballot {number}.", score)
        for number, score in enumerate((998, 4), 4)
    ),
)


async def traced(settings: Settings, board: str) -> list[tuple[Ask, str, list[Sent | TraceRecord]]]:
    """Every ask until the second night begins, with the role of its seat and what came of it, in
    order."""
    game, actor = Game(make_spec(get_board(board), _SEED)), Actor()
    player = LanguagePlayer(
        actor, Options(settings), embedder=SharedWords(), experiences=POOL, chooser=AnyTaken()
    )
    asks: list[tuple[Ask, str, list[Sent | TraceRecord]]] = []
    while game.asks and game.asks[0].day == 1:
        answers: dict[str, Answer] = {}
        for ask in game.asks:
            desk, view = Noting(ask, dice_of(_SEED, ask.id)), game.view(ask.seat)
            actor.turn_to(ask)
            answers[ask.id] = await player.answer(view, ask, desk)
            asks.append((ask, str(view.role), _paired(desk.told, actor.asked)))
        game.submit(answers)
    return asks


def _paired(
    told: Sequence[CallRecord | TraceRecord], requests: Sequence[ChatRequest]
) -> list[Sent | TraceRecord]:
    sent = {
        tuple((each.role, each.text) for each in request.messages): request for request in requests
    }
    return [
        Sent(each, sent[each.messages]) if isinstance(each, CallRecord) else each for each in told
    ]


async def written(preset: str, board: str) -> str:
    """The trace of a preset on a board, as its file has it."""
    asks = await traced(PRESETS[preset].settings, board)
    heads = {
        sections(each.request.messages[0].text)[0]
        for _, _, events in asks
        for each in events
        if isinstance(each, Sent)
    }
    lines = [
        f"{preset} on {board}: night 1 and day 1",
        *sorted(f"above every prompt: {head}" for head in heads),
    ]
    for ask, role, events in asks:
        lines += ["", f"{ask.id} {role}", *_told(events)]
    return "\n".join(lines) + "\n"


def _told(events: Sequence[Sent | TraceRecord]) -> Iterator[str]:
    """Calls and steps; of those of one step that stand together the calls come first, and like
    calls are one line."""
    for step, run in groupby(events, _step):
        together = list(run)
        for words, alike in groupby(
            [each for each in together if isinstance(each, Sent)], call_words
        ):
            abouts = [each.record.about for each in alike]
            many = f" x{len(abouts)}" if len(abouts) > 1 else ""
            about = f" ({', '.join(abouts)})" if any(abouts) else ""
            yield f"> {step}{many}{about} {words}"
        if traces := [_noted(each) for each in together if isinstance(each, TraceRecord)]:
            yield f"{step}: {' | '.join(traces)}"


def _step(event: Sent | TraceRecord) -> str:
    return event.step if isinstance(event, TraceRecord) else event.record.step or "act"


def _noted(trace: TraceRecord) -> str:
    return f"{trace.text} [{trace.how}]" if trace.how not in ("", "given") else trace.text


def call_words(sent: Sent) -> str:
    """A call in words: its parameters, the fields of its answer, and what its prompt holds above
    the question."""
    request = sent.request
    assert request.schema
    parameters = {
        "temperature": request.temperature,
        "top_p": request.top_p,
        "max_tokens": request.max_tokens,
    }
    heat = ", ".join(f"{name} {value:g}" for name, value in parameters.items() if value is not None)
    fields = ", ".join(request.schema["properties"])
    return f"[{heat}] {sections(request.messages[1].text)[0]} -> {fields}"


def sections(text: str) -> tuple[str, int]:
    """The headings of a prompt in order, each with how many lines of a list stand below it, and how
    many headings there are."""
    found = re.split(r"^# (.+)$", text, flags=re.MULTILINE)[1:]
    parts = [
        f"{title} {_items(body)}".rstrip()
        for title, body in zip(found[::2], found[1::2], strict=True)
    ]
    return ", ".join(part for part in parts if part != "Question"), len(parts)


def _items(body: str) -> str:
    many = len(re.findall(r"^(?:- |\d+\. )", body, re.MULTILINE))
    return str(many) if many else ""
