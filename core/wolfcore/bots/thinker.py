"""HouseThinker: a house bot as the reasoning engine of agents without a model.

Gives beliefs, candidate answers, the value of a speech and answers with a fixed intention
(`wolfcore.agents.quick_agent`). It sees a view, complete or filtered, and keeps only a cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from wolfcore.game import SPEECH_KINDS, Answer, Ask, Belief, View
from wolfcore.game import facts as f
from wolfcore.players import Desk, Intention
from wolfcore.players.intentions import IDLE, PUBLIC_SPEECH_KINDS, possible_intentions
from wolfcore.speech import Act

from .belief.posterior import Knowledge
from .house import PLANS_BY_TEAM, USUAL_PLAN, HouseBot, Plan
from .mind import Mind
from .talk.outlines import intention_of
from .talk.phrasebook import acts_of_speech
from .talk.speeches import outline_speech, speech_answer

_MOST_TARGETED_SPEECHES = 3
"""How many speeches against a drawn seat are proposed beside those of the plans."""


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class HouseThinker:
    """Beliefs, candidate answers and values of speeches from a house bot.

    Args:
        options: The options of a `HouseBot`.
        deduces: Whether it infers anything from the votes and words of others.

    Raises:
        ConfigError: A word is no option of a house bot, or there are two of a kind.
    """

    def __init__(self, options: tuple[str, ...] = (), *, deduces: bool = True) -> None:
        self._bot = HouseBot(options, uses_inference=deduces)

    def mind(self, view: View, ask: Ask, desk: Desk) -> Mind:
        """Return the bot's `Mind` at an ask, for callers that describe what the bot thinks."""
        return self._bot.mind(view, ask, desk)

    def beliefs(self, view: View, ask: Ask, desk: Desk) -> tuple[Belief, ...]:
        """Return the bot's belief about every other living seat."""
        return self._bot.mind(view, ask, desk).beliefs()

    def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return the bot's usual answer."""
        return self._bot.answer_now(view, ask, desk)

    def acts_of_speech(self, view: View, speaker: int, text: str) -> Sequence[Act]:
        """Return the acts of a speech: looked up for lines of house bots, else parsed."""
        return acts_of_speech(text, speaker, view.names, view.board.roles)

    def propose(self, view: View, ask: Ask, desk: Desk, limit: int) -> list[tuple[str, Answer]]:
        """Propose different answers, the usual one first, each with the name of its plan.

        Actions differ in their target: each is what the bot would do if the targets before it were
        not allowed. Speeches differ in strategy (`PLANS_BY_TEAM`) and in the seat they are against,
        in a drawn order. An answer with the same choice and text as an earlier one is left out.

        Args:
            view: The view of the seat.
            ask: The ask to answer.
            desk: The desk with the dice of the ask.
            limit: The maximum number of answers, from 1.
        """
        ways = (
            self._speech_proposals(view, ask, desk)
            if ask.kind in SPEECH_KINDS
            else self._action_proposals(view, ask, desk)
        )
        found: list[tuple[str, Answer]] = []
        for plan, answer in ways:
            if all(
                (answer.choice, answer.text) != (other.choice, other.text) for _, other in found
            ):
                found.append((plan, answer))
            if len(found) == limit:
                break
        return found

    def _speech_proposals(self, view: View, ask: Ask, desk: Desk) -> Iterator[tuple[str, Answer]]:
        yield USUAL_PLAN.name, self._bot.answer_by(USUAL_PLAN, view, ask, desk)
        aims = [each for each in self.intentions(view, ask) if each.kind == "target"]
        others = desk.dice.shuffle("against", aims)[:_MOST_TARGETED_SPEECHES]
        for way in desk.dice.shuffle("plans", (*PLANS_BY_TEAM[view.team or "village"], *others)):
            if isinstance(way, Intention):
                yield f"against seat {way.seat}", self.answer_with_intention(view, ask, desk, way)
            else:
                yield way.name, self._bot.answer_by(way, view, ask, desk)

    def _action_proposals(self, view: View, ask: Ask, desk: Desk) -> Iterator[tuple[str, Answer]]:
        # The bot has one answer to an ask, so that its next choice is found by taking the last one
        # away.
        left = ask.options
        for place in _ORDINALS:
            answer = self._bot.answer_now(view, replace(ask, options=left), desk) if left else None
            if answer is None or answer.choice not in left:
                return
            yield f"{place} choice", answer
            left = tuple([option for option in left if option != answer.choice])

    def value_of(self, view: View, ask: Ask, desk: Desk, answer: Answer) -> float:
        """Rate a public speech by how far it moves the public belief as its seat wants.

        A greater value is better. The public belief is the posterior of an outsider who knows the
        public facts only. A seat of the village wants it to agree with its own belief; a wolf wants
        it to move away from its pack. The value is 0 for an empty text, a whisper and an ask that
        is not a speech.
        """
        if ask.kind not in SPEECH_KINDS or ask.kind == "whisper" or not answer.text:
            return 0.0
        mind = self._bot.mind(view, ask, desk)
        said = f.Said(view.seat, cast(f.PublicSpeechKind, ask.kind), answer.text)
        heard = self._bot.belief_after(view, said).posterior(view.seat, Knowledge()).p_wolf
        seats = (*mind.others, view.seat)
        own = mind.belief.p_wolf
        # A covariance: it is positive where the public suspects those whom this seat suspects most.
        middle = sum(own[seat] for seat in seats) / len(seats)
        moved = sum((own[seat] - middle) * heard[seat] for seat in seats)
        return moved if view.team != "wolves" else -moved

    # -- the fixed intentions of an atomic agent

    def intentions(self, view: View, ask: Ask) -> tuple[Intention, ...]:
        """Return the intentions an answer may have; empty where there is only the usual one."""
        return possible_intentions(view, ask)

    def usual_intention(self, view: View, ask: Ask, desk: Desk) -> Intention:
        """Return the intention of the usual answer: one of `intentions`, which is not empty."""
        if ask.kind in PUBLIC_SPEECH_KINDS:
            mind = self._bot.mind(view, ask, desk)
            return intention_of(mind, outline_speech(mind))
        choice = self._bot.answer_now(view, ask, desk).choice
        return Intention("target", seat=choice) if choice else IDLE

    def answer_with_intention(
        self, view: View, ask: Ask, desk: Desk, intention: Intention
    ) -> Answer:
        """Answer with a given intention; the usual answer where it already has that one.

        Args:
            view: The view of the seat.
            ask: The ask to answer.
            desk: The desk with the dice of the ask.
            intention: One of `intentions`.
        """
        if ask.kind not in PUBLIC_SPEECH_KINDS:
            usual = self._bot.answer_now(view, ask, desk)
            if usual.choice == intention.seat:
                return usual
            whom = view.names[intention.seat - 1] if intention.seat else "nobody"
            return replace(
                usual,
                choice=intention.seat,
                text="",
                thought=f"Meant for {whom}, whatever speaks for others.",
            )
        mind = self._bot.mind(view, ask, desk)
        outline = outline_speech(mind)
        if intention_of(mind, outline) != intention:
            mind = self._bot.mind(view, ask, desk, Plan(intention.kind, intention=intention))
            outline = outline_speech(mind)
        return speech_answer(mind, outline)
