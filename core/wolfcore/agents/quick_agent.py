"""QuickAgent: the pipeline without a model; a house bot believes, proposes and judges instead.

Synchronous. Record lines that are filtered out are hidden from the bot's belief. Steps that only
write text (questions, reflection, reasoning) have no equivalent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from wolfcore.errors import ConfigError, MemoryProblem, SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolfcore.memory import ExperienceKind, SimilarExperience
from wolfcore.players import Desk, Intention, TraceRecord
from wolfcore.speech import acts as a

from .pipeline import SINGLE_STEP_ASKS
from .presets import Settings
from .prompt import ANSWER, new_turn
from .resources import Chooser, LessonSearch, Thinker
from .seat_options import EMBEDDER, POLICY, POOL, SHORTHANDS, Options, read_options
from .situations import situation_clauses
from .steps.advice import (
    MAX_XU,
    SIMILARITY_PLUS,
    SIMILARITY_XU,
    most_rewarded,
    stage_of,
    worst_and_median,
)
from .steps.answer import answer_summary
from .steps.candidates import intention_words as intention_in_words
from .steps.record_selection import (
    VOTE_PHASES,
    SpeechReader,
    with_recalled_lines,
    with_sorted_lines,
)
from .turn import Candidate, Memo, Turn, encode_memo, latest_memo

_FORGETTABLE_FACTS = (f.Said, f.Voted, f.Recommended, f.Whispered)
"""The fact types that the record filter may hide: speeches, whispers, votes and recommendations. A
seat's own actions and findings, deaths and the day are never hidden."""


SWITCHES_WITHOUT_MODEL = (
    "record", "recent", "informative", "deduce", "prune", "candidates", "select", "intentions",
    "experience", "stages",
)  # fmt: skip
"""The settings that a seat without a model can change. `record=retrieved` is excluded, since it
needs a written summary."""


_CLAIM_ACTS, _JUDGING_ACTS = (
    (a.ClaimsRole, a.ReportsCheck, a.Retracts),
    (a.Accuses, a.CallsVote, a.Vouches, a.Defends),
)


_CITED_PER_SEAT = 2
"""The number of statements that are cited about a seat. Models may cite six; with as many here,
hardly any statement would be pruned."""


_POLICY_CANDIDATES = 8
"""The number of candidates with which the policy for house bots was trained. A bot's candidates
cost no tokens; the presets with a model propose three."""


def quick_options(words: Sequence[str], preset: str, settings: Settings) -> Options:
    """Parse the options of a seat without a model, over the settings of its preset.

    Settings of the preset that need a model (questions, reflection) are off, and so is experience
    unless an option turns it on. With a learned policy and no `policy=` or `candidates=`, there are
    eight candidates.

    Args:
        words: The options of the seat, in any order.
        preset: The name of the preset, for error messages.
        settings: The settings of the preset.

    Raises:
        ConfigError: A word is not an option of an agent, has no effect without a model, or
            conflicts with another option.
    """
    usual = replace(settings, questions="none", reflect=False, experience="none")
    options = read_options(words, usual)
    found = options.settings
    for word in words:
        name = word.partition("=")[0]
        known = SHORTHANDS.get(name, name).partition("=")[0] in (
            *SWITCHES_WITHOUT_MODEL,
            POOL,
            POLICY,
            EMBEDDER,
        )
        if not known or found.record == "retrieved":
            hint = f"Options without a model: {', '.join(SWITCHES_WITHOUT_MODEL)}."
            raise ConfigError(f"`{word}` needs a model", key="seat", hint=hint)
    if options.embedder and not options.policy:
        hint = "Write `policy=sla-text` beside it."
        raise ConfigError(
            "without a model, only a policy uses an embedder, and no policy is named",
            key="seat",
            hint=hint,
        )
    if found.intentions and found.candidates > 1:
        hint = "Write `candidates=1` or `intentions=off`."
        raise ConfigError(
            "without a model, intentions and several candidates exclude each other",
            key="seat",
            hint=hint,
        )
    if (found.experience != "none") != bool(options.pool) or (
        options.pool and found.candidates < 2
    ):
        hint = f"Write for example `{preset}:bots:candidates=3:experience=plus:pool=FILE`."
        raise ConfigError(
            "without a model, experience needs a pool and at least two candidates",
            key="seat",
            hint=hint,
        )
    if (
        found.uses_policy
        and not options.policy
        and not any(word.startswith("candidates=") for word in words)
    ):
        return options._replace(settings=replace(found, candidates=_POLICY_CANDIDATES))
    return options


class QuickAgent:
    """A player with a pipeline and a house bot in place of a model. It keeps nothing between asks.

    Args:
        thinker: The house bot; if the settings deduce, one that infers roles.
        settings: The settings of the pipeline, from `quick_options`.
        lessons: The experience pool to read; None if the settings use none.
        chooser: Selects among candidates, if the settings select by a learned policy.
    """

    def __init__(
        self,
        thinker: Thinker,
        settings: Settings,
        lessons: LessonSearch | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        self._thinker, self._settings, self._lessons, self._chooser = (
            thinker,
            settings,
            lessons,
            chooser,
        )

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Load what the policy needs without blocking the event loop, then answer.

        Raises:
            SeatError: The policy reads texts, and its embedder is not available.
        """
        try:
            if self._chooser:
                await self._chooser.prepare(desk)
            return self.answer_now(view, ask, desk)
        except MemoryProblem as error:
            raise SeatError(ask.seat, str(error), str(error)) from None

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options, without awaiting.

        Raises:
            MemoryProblem: The policy reads texts, and its embedder is not available.
        """
        settings, thinker = self._settings, self._thinker
        turn = self._with_record(view, ask, desk)
        # Only the sorted record tells statements, which can be pruned, from facts.
        if settings.deduce != "none" and settings.prune != "none" and settings.classifies:
            turn = self._pruned(turn, desk)
        seen = view if settings.shows_all else filtered_view(turn)
        offered = thinker.intentions(seen, ask) if settings.intentions else ()
        if offered:
            intention = offered[self._intention_index(offered, turn, seen, desk)]
            words = intention_in_words(intention, view.names)
            desk.trace(TraceRecord("intend", words))
            answer, memo = (
                thinker.answer_with_intention(seen, ask, desk, intention),
                replace(turn.memo, intention=words),
            )
        elif ask.kind in SINGLE_STEP_ASKS or ask.kind == "suspect" or settings.candidates < 2:
            answer, memo = thinker.answer(seen, ask, desk), turn.memo
        else:
            plan, answer = self._selected_proposal(turn, seen, desk)
            memo = turn.memo
            if self._chooser is None:
                # Lessons for a pool are made of these notes: the situation and the plan.
                memo = replace(memo, summary=self._situation(seen, ask, desk), intention=plan)
        desk.trace(TraceRecord(ANSWER, answer_summary(answer, ask, view)))
        return replace(answer, memo=encode_memo(memo))

    def _with_record(self, view: View, ask: Ask, desk: Desk) -> Turn:
        """Return the turn of an ask with the record sections that the settings select."""
        settings = self._settings
        if settings.shows_all:
            return Turn(view, ask)
        turn = new_turn(view, ask)
        if settings.record == "recalled":
            return with_recalled_lines(turn, settings, desk, self._thinker.acts_of_speech)
        return with_sorted_lines(replace(turn, memo=latest_memo(view).memo), desk)

    def _pruned(self, turn: Turn, desk: Desk) -> Turn:
        """Return the turn without the uncited statements that the settings prune now.

        The cited statements of every seat are those of the greatest weight (`cited_lines`).
        """
        memo, judged = turn.memo, len(turn.lines)
        cited = tuple(sorted({*memo.cited, *cited_lines(turn, self._thinker.acts_of_speech)}))
        if self._settings.prune == "now":
            memo = Memo(cited=cited, judged=judged)
        elif turn.ask.phase in VOTE_PHASES:
            memo = Memo(cited=cited, judged=memo.judged, judging=judged)
        else:
            memo = Memo(cited=cited, judged=memo.judged, judging=memo.judging)
        return with_sorted_lines(replace(turn, memo=memo), desk)

    def _intention_index(
        self, offered: Sequence[Intention], turn: Turn, seen: View, desk: Desk
    ) -> int:
        """Return the index of the selected intention.

        `first` takes the intention of the bot's usual answer. `model` takes the answer that the bot
        values most, and among equal values the usual one.
        """
        thinker, select, ask = self._thinker, self._settings.select, turn.ask
        if select == "random":
            return desk.dice.draw("intend", len(offered))
        usual = offered.index(thinker.usual_intention(seen, ask, desk))
        if select == "first" or len(offered) == 1:
            return usual
        if select == "policy":
            # The policy encodes positions: the usual answer comes first, as in `propose`.
            order = [usual, *[place for place in range(len(offered)) if place != usual]]
            names = [intention_in_words(offered[place], seen.names) for place in order]
            meant = [
                Candidate("", 0, plan=name, intention=offered[place])
                for place, name in zip(order, names, strict=True)
            ]
            return order[self._by_policy(turn, seen, desk, meant)]
        worth = [
            thinker.value_of(seen, ask, desk, thinker.answer_with_intention(seen, ask, desk, each))
            for each in offered
        ]
        return max(range(len(offered)), key=lambda place: (worth[place], place == usual))

    def _selected_proposal(self, turn: Turn, seen: View, desk: Desk) -> tuple[str, Answer]:
        """Return one of several proposed answers, with the name of its plan."""
        thinker, settings, ask = self._thinker, self._settings, turn.ask
        found = thinker.propose(seen, ask, desk, settings.candidates)
        plans = [plan for plan, _ in found]
        desk.trace(TraceRecord("propose", ", ".join(plans)))
        place = self._by_experience(seen, ask, desk, plans) if len(found) > 1 else 0
        match settings.select if place is None else "first":
            case "random":
                place = desk.dice.draw("select", len(found))
            case "model":
                worth = [thinker.value_of(seen, ask, desk, answer) for _, answer in found]
                # The first of equals; proposals begin with the usual answer.
                place = worth.index(max(worth))
            case "policy" if len(found) > 1:
                made = [
                    Candidate(answer.thought, answer.choice, answer.text, plan=plan)
                    for plan, answer in found
                ]
                place = self._by_policy(turn, seen, desk, made)
            case _:
                place = place or 0
        desk.trace(TraceRecord("select", plans[place]))
        return found[place]

    def _by_policy(
        self, turn: Turn, seen: View, desk: Desk, candidates: Sequence[Candidate]
    ) -> int:
        """Return the index of the candidate that the learned policy selects."""
        assert self._chooser is not None
        chosen = self._chooser.choose(replace(turn, view=seen, candidates=tuple(candidates)), desk)
        desk.trace(TraceRecord("policy", chosen.summary([each.plan for each in candidates])))
        return chosen.position

    def _situation(self, seen: View, ask: Ask, desk: Desk) -> str:
        return situation_clauses(
            seen, ask, self._thinker.beliefs(seen, ask, desk), self._thinker.acts_of_speech
        )

    def _by_experience(self, seen: View, ask: Ask, desk: Desk, plans: Sequence[str]) -> int | None:
        """Return the index of the plan that experience advises; None if it advises none."""
        kind = self._settings.experience
        if kind == "none" or self._lessons is None or stage_of(ask) not in self._settings.stages:
            return None
        found = self._lessons.similar_to(
            kind,
            self._situation(seen, ask, desk),
            SIMILARITY_XU if kind == "xu" else SIMILARITY_PLUS,
        )
        advised = response_counts(kind, found)
        # Of equal plans the one proposed first.
        best = max(plans, key=lambda plan: advised[plan])
        desk.trace(
            TraceRecord(
                "advise",
                f"{best}, of {len(found)} experiences"
                if advised[best]
                else "no experience is like this",
            )
        )
        return plans.index(best) if advised[best] else None


def response_counts(kind: ExperienceKind, found: Sequence[SimilarExperience]) -> Counter[str]:
    """Count the responses of the experiences that a paper would show as advice.

    WereWolf-Plus 3.1 shows the experiences of highest reward. Xu et al. 3.4 show those nearest to
    the median score; the response of the worst one is counted -1.

    Args:
        kind: The paper: `plus` or `xu`.
        found: The experiences with a similar situation, the most similar first.
    """
    if not found:
        return Counter()
    if kind == "plus":
        return Counter(each.experience.response for each in most_rewarded(found))
    bad, good = worst_and_median(found[:MAX_XU])
    advised = Counter(each.experience.response for each in good)
    advised[bad.experience.response] -= 1
    return advised


def filtered_view(turn: Turn) -> View:
    """Return the view without the words and votes that no section of the record contains.

    Hidden are facts of the types in `_FORGETTABLE_FACTS`; of a ballot perhaps only its line.
    """
    # By identity, since two facts may be equal, such as two silent turns.
    lines = [line for section in turn.sections for line in section.lines]
    kept = {id(line.fact) for line in lines}
    heard = {id(line.fact) for line in lines if line.public_words}
    view = turn.view
    facts = [
        replace(fact, line="")
        if isinstance(fact, f.Voted) and fact.line and id(fact) not in heard
        else fact
        for fact in view.facts
        if id(fact) in kept or not isinstance(fact, _FORGETTABLE_FACTS)
    ]
    return View(view.seat, view.board, view.names, facts)


def cited_lines(turn: Turn, hear: SpeechReader) -> set[int]:
    """Return the numbers of the record lines cited about living seats.

    For each seat these are the two statements of greatest weight, the latest ones among equals. A
    role claim or a reported check has weight 2, a word for or against a seat 1, any other statement
    0. A statement is about the seat that its act names, else about its speaker; one of weight 2 is
    about its speaker too.
    """
    view, about = turn.view, dict[int, list[tuple[int, int]]]()
    for line in (line for section in turn.sections for line in section.lines):
        speaker = line.speaker
        if not line.public_words or speaker == view.seat:
            continue
        for act in hear(view, speaker, line.public_words):
            weight = (
                2 if isinstance(act, _CLAIM_ACTS) else 1 if isinstance(act, _JUDGING_ACTS) else 0
            )
            for seat in {
                getattr(act, "seat", 0) or speaker,
                *([speaker] if weight == 2 else []),
            }:
                about.setdefault(seat, []).append((weight, line.number))
    living = set(view.living)
    return {
        number
        for seat, lines in about.items()
        if seat in living
        for _, number in sorted(set(lines))[-_CITED_PER_SEAT:]
    }
