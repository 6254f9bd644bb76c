"""Agents without a model: the same pipeline, where somebody who never waits believes, proposes and judges in a model's place.

What recall leaves out is out of sight of the belief; what was deduced prunes the record; of several proposals one is chosen.
Whoever thinks is handed in by seating. Steps that are nothing but words (questions, reflection, intentions, reasoning) have no part
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from core.errors import ConfigError
from core.game import Answer, Ask, Belief, View
from core.game import facts as f
from core.players import Desk, TraceRecord
from core.speech import acts as a
from core.speech import read

from .memos import past, written
from .options import SHORT, read_options
from .pipeline import AT_ONCE
from .prompting import ANSWER, opened
from .settings import Settings
from .steps.act import in_words
from .steps.recall import recalled
from .steps.sort import VOTING, sorted_out
from .turn import Memo, Turn

_FORGOTTEN = (f.Said, f.Voted, f.Recommended, f.Whispered)
"""What can go out of sight: what is said and voted. What a seat did and found out itself, who lives and what day it is, stays."""


SWITCHES_WITHOUT_MODEL = ("record", "recent", "informative", "deduce", "prune", "candidates", "select")
"""What a seat without a model can turn; `record=retrieved`, which goes by a summary, is the one thing among them that it cannot."""

_CLAIMS, _WORDS = (a.ClaimsRole, a.ReportsCheck, a.Retracts), (a.Accuses, a.CallsVote, a.Vouches, a.Defends)
_CITED = 2
"""How many statements are cited of a seat. Models may cite six; with as many, hardly anything would ever be forgotten."""


class Thinker(Protocol):
    """Whoever thinks in the place of a model, at once, from what is in sight."""

    def believe(self, view: View, ask: Ask, desk: Desk) -> tuple[Belief, ...]:
        """What it believes of every other living seat."""
        ...

    def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """What it would do."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk, many: int) -> Sequence[tuple[str, Answer]]:
        """Different answers, at most so many and at least one, the one that it would give first, each with the name of its plan."""
        ...

    def worth(self, view: View, ask: Ask, desk: Desk, answer: Answer) -> float:
        """How good it finds an answer, greater is better; 0 where it has no judgement."""
        ...


def quick_settings(words: Sequence[str], preset: str, settings: Settings) -> Settings:
    """The switches of a seat without a model: those of its preset as far as they need none, and those that its words turn.

    Args:
        words: The options of the seat, in any order.
        preset: The name of the preset, for errors.
        settings: The switches of the preset.

    Raises:
        ConfigError: A word is no option of an agent, or what it names, or the preset itself, is nothing without a model.
    """
    if settings.intentions:
        raise ConfigError(f"a {preset} needs a model for its words", key="seat", hint=f"Write `{preset}@NAME`.")
    usual = replace(settings, questions="none", reflect=False, experience="none")
    found = read_options(words, usual).settings
    for word in words:
        name = word.partition("=")[0]
        if SHORT.get(name, name).partition("=")[0] not in SWITCHES_WITHOUT_MODEL or found.record == "retrieved":
            hint = f"Without one there are {', '.join(SWITCHES_WITHOUT_MODEL)}."
            raise ConfigError(f"`{word}` needs a model", key="seat", hint=hint)
    return found


class QuickAgent:
    """A seat with a pipeline and no model. It keeps nothing between asks.

    Args:
        thinker: Whoever thinks for it; one that deduces, where the settings want that.
        settings: The switches of the pipeline, as `quick_settings` leaves them.
    """

    def __init__(self, thinker: Thinker, settings: Settings) -> None:
        self._thinker, self._settings = thinker, settings

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        settings, thinker = self._settings, self._thinker
        turn = self._shown(view, ask, desk)
        if settings.deduce != "none" and settings.prune != "none" and settings.record == "sorted":
            turn = self._pruned(turn, desk)
        seen = in_sight(turn) if settings.record != "whole" else view
        if ask.kind in AT_ONCE or ask.kind == "suspect" or settings.candidates < 2:
            answer = thinker.answer(seen, ask, desk)
        else:
            answer = self._selected(seen, ask, desk)
        desk.trace(TraceRecord(ANSWER, in_words(answer, ask, view)))
        return replace(answer, memo=written(turn.memo))

    def _shown(self, view: View, ask: Ask, desk: Desk) -> Turn:
        """The turn with what the record shows of the game."""
        settings = self._settings
        if settings.record == "whole":
            return Turn(view, ask)
        turn = opened(view, ask)
        if settings.record == "recalled":
            return recalled(turn, settings, desk)
        return sorted_out(replace(turn, memo=past(view).memo), desk)

    def _pruned(self, turn: Turn, desk: Desk) -> Turn:
        """The turn without the statements that no deduction cited, where the settings have them forgotten now.

        The deduction cites, of every seat, the statements that weigh most (`cited_in`).
        """
        memo, judged = turn.memo, len(turn.lines)
        cited = tuple(sorted({*memo.cited, *cited_in(turn)}))
        if self._settings.prune == "now":
            memo = Memo(cited=cited, judged=judged)
        elif turn.ask.phase in VOTING:
            memo = Memo(cited=cited, judged=memo.judged, judging=judged)
        else:
            memo = Memo(cited=cited, judged=memo.judged, judging=memo.judging)
        return sorted_out(replace(turn, memo=memo), desk)

    def _selected(self, seen: View, ask: Ask, desk: Desk) -> Answer:
        """One of several proposals."""
        thinker, settings = self._thinker, self._settings
        found = thinker.propose(seen, ask, desk, settings.candidates)
        match settings.select if len(found) > 1 else "first":
            case "random":
                place = desk.dice.draw("select", len(found))
            case "model":
                worth = [thinker.worth(seen, ask, desk, answer) for _, answer in found]
                place = worth.index(max(worth))
            case "first":
                place = 0
        desk.trace(TraceRecord("propose", ", ".join(plan for plan, _ in found)))
        desk.trace(TraceRecord("select", found[place][0]))
        return found[place][1]


def in_sight(turn: Turn) -> View:
    """The view without what is said and voted and stands in no section of the record."""
    kept = {id(line.fact) for section in turn.sections for line in section.lines}
    view = turn.view
    facts = [fact for fact in view.facts if id(fact) in kept or not isinstance(fact, _FORGOTTEN)]
    return View(view.seat, view.board, view.names, facts)


def cited_in(turn: Turn) -> set[int]:
    """The numbers of the lines of the record that are cited of the living seats: of each the two that weigh most, the latest first.

    A claim, or a report of a check, weighs more than a word for or against somebody, and that more than anything else that is said.
    """
    view, about = turn.view, dict[int, list[tuple[int, int]]]()
    for line in (line for section in turn.sections for line in section.lines):
        fact = line.fact
        if not isinstance(fact, f.Said) or fact.seat == view.seat:
            continue
        for act in read(fact.text, fact.seat, view.names, view.board.size):
            weight = 2 if isinstance(act, _CLAIMS) else 1 if isinstance(act, _WORDS) else 0
            for seat in {getattr(act, "seat", 0) or fact.seat, *([fact.seat] if weight == 2 else [])}:
                about.setdefault(seat, []).append((weight, line.number))
    living = set(view.living)
    return {number for seat, lines in about.items() if seat in living for _, number in sorted(set(lines))[-_CITED:]}
