"""Step `advise`: advice from the experience pool, as in Xu et al. 3.4 or WereWolf-Plus 3.1.

Xu et al.: a model compares one bad experience with several of median score. WereWolf-Plus: the
prompt shows the most rewarded experiences with a similar summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from msgspec.structs import replace

from wolfcore.agents.presets import Stage
from wolfcore.agents.prompt import Task
from wolfcore.agents.reply_parser import read_text, reply_fields, was_repaired
from wolfcore.agents.resources import Resources
from wolfcore.agents.schemas import object_schema, text_schema
from wolfcore.agents.task_calls import ParsedReply, ask_model
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Turn
from wolfcore.game import SPEECH_KINDS, Ask
from wolfcore.memory import SearchContext, SimilarExperience
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord

from .reflection import write_note

SIMILARITY_XU, SIMILARITY_PLUS = 0.85, 0.5
"""The cosine similarity above which an experience is used (Xu et al. 3.4; WereWolf-Plus 4.1)."""


MAX_XU, MAX_GOOD, MAX_PLUS = 50, 5, 5
"""Maximum experiences that are compared (Xu et al.), that are shown as good ones (Xu et al.), and
of highest reward that are shown (WereWolf-Plus)."""


NO_ADVICE = "No useful experience."


_SHOWN_CHARS = 300


def stage_of(ask: Ask) -> Stage | None:
    """Return the stage of a game at which an ask is put, as tagged in the experience pool.

    None for suspicions, and for a day's ask that is neither a speech nor a vote; a straw vote is
    not a vote.
    """
    if ask.kind == "suspect":
        return None
    if ask.phase == "night":
        return "night"
    return "speech" if ask.kind in SPEECH_KINDS else "vote" if ask.kind == "vote" else None


def pool_reader(turn: Turn) -> SearchContext:
    """Return the search context of a turn: role, team, board and stage."""
    view = turn.view
    assert view.role and view.team
    return SearchContext(view.role, view.team, view.board.name, stage_of(turn.ask) or "")


async def advise(turn: Turn, tools: Resources) -> Turn:
    """Add advice from the experience pool to the notes; nothing if no experience is similar.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: The pool cannot be searched.
    """
    if stage_of(turn.ask) not in tools.settings.stages:
        return turn
    return await (
        _by_xu(turn, tools) if tools.settings.experience == "xu" else _by_plus(turn, tools)
    )


async def _by_xu(turn: Turn, tools: Resources) -> Turn:
    """Add the advice that a model draws from one bad and several possibly good experiences.

    Follows Xu et al. equations 6 and 7. The search text is the seat's latest reflection.
    """
    if not turn.memo.reflection or tools.experiences is None:
        return turn
    found = (
        await tools.experiences.similar(
            "xu", turn.memo.reflection, SIMILARITY_XU, pool_reader(turn)
        )
    )[:MAX_XU]
    if not found:
        tools.desk.trace(TraceRecord("advise", "no experience is like this"))
        return turn
    bad, good = worst_and_median(found)
    tools.desk.trace(TraceRecord("advise", f"bad: {_which([bad])}; good: {_which(good)}"))
    longest = tools.settings.lengths.lines
    words = (
        template("steps/advise", tools.settings.prompts)
        .render(bad=_shown(bad), good=[_shown(each) for each in good], no_advice=NO_ADVICE)
        .strip()
    )

    def read(reply: ChatReply) -> ParsedReply[str]:
        fields, problem = reply_fields(reply)
        advice = read_text(fields, "advice", longest)
        return ParsedReply(
            advice or None,
            advice[:60],
            problem or ("" if advice else "`advice` is missing or empty"),
            was_repaired(reply),
        )

    given = await ask_model(
        turn, tools, Task("advise", words, object_schema({"advice": text_schema(longest)})), read
    )
    advice = given.value or NO_ADVICE
    tools.desk.trace(TraceRecord("advise", advice, given.how))
    # A model that finds nothing repeats the words of the prompt, and nothing is noted.
    if advice.casefold().strip(" .!\"'").startswith(NO_ADVICE.casefold().strip(".")):
        return turn
    return replace(
        turn, notes=(*turn.notes, Note("What experience of other games says", (advice,)))
    )


async def _by_plus(turn: Turn, tools: Resources) -> Turn:
    """Add the experiences of highest reward whose summary is similar (WereWolf-Plus 3.1).

    The search text is a summary that the model writes first.
    """
    summary, how = await write_note(turn, tools, "summarise", "summary")
    tools.desk.trace(TraceRecord("summarise", summary or "no summary", how))
    turn = replace(turn, memo=replace(turn.memo, summary=summary))
    if not summary or tools.experiences is None:
        return turn
    found = await tools.experiences.similar("plus", summary, SIMILARITY_PLUS, pool_reader(turn))
    best = most_rewarded(found)
    tools.desk.trace(
        TraceRecord(
            "advise", f"of {len(found)}: {_which(best)}" if best else "no experience is like this"
        )
    )
    if not best:
        return turn
    lines = tuple([f"{_shown(each)} (reward {each.experience.score:g})" for each in best])
    return replace(
        turn,
        notes=(
            *turn.notes,
            Note("What was done in situations like this in other games, with other players", lines),
        ),
    )


def most_rewarded(found: Sequence[SimilarExperience]) -> list[SimilarExperience]:
    """Return the experiences of highest reward, the more similar first among equals.

    Follows WereWolf-Plus 4.1; at most five.
    """
    return sorted(
        found, key=lambda each: (-each.experience.score, -each.similarity, each.experience.id)
    )[:MAX_PLUS]


def worst_and_median(
    found: Sequence[SimilarExperience],
) -> tuple[SimilarExperience, list[SimilarExperience]]:
    """Return the experience with the lowest score, and up to five others nearest to the median.

    The median is that of all scores; among equal distances the most similar is first.

    Args:
        found: At least one experience, the most similar first.
    """
    worst = min(found, key=lambda each: (each.experience.score, -each.similarity))
    middle = median(each.experience.score for each in found)
    others = [each for each in found if each is not worst]
    # The number decides last, so that a game can be repeated.
    near = sorted(
        others,
        key=lambda each: (
            abs(each.experience.score - middle),
            -each.similarity,
            each.experience.id,
        ),
    )
    return worst, near[:MAX_GOOD]


def _shown(found: SimilarExperience) -> str:
    experience = found.experience
    return (
        f"{experience.situation[:_SHOWN_CHARS]} What they did: {experience.response[:_SHOWN_CHARS]}"
    )


def _which(found: Sequence[SimilarExperience]) -> str:
    return (
        ", ".join(
            f"{each.experience.id} ({each.similarity:.2f}, score {each.experience.score:g})"
            for each in found
        )
        or "none"
    )
