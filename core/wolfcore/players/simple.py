"""Players without bots or models: random, scripted, and a human behind a front end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import cast

from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import Answer, Ask, View

from .answers import fallback_answer
from .protocols import Desk, FrontEnd, Player, SyncPlayer

SILENT_ANSWERS: tuple[Answer, ...] = tuple(Answer(choice) for choice in range(27))
"""An answer without words for every choice that any ask can offer, made once."""


class RandomPlayer:
    """Takes any legal option with equal chance and says nothing."""

    __slots__ = ()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """One of the options, drawn from the desk's dice; where there is one, nothing is drawn."""
        options = ask.options
        return SILENT_ANSWERS[
            options[0] if len(options) == 1 else desk.dice.pick("choice", options)
        ]


class ScriptedPlayer:
    """Answers the asks that a list holds, and leaves the others to another player.

    Args:
        answers: Answers by ask id, of any seats.
        default_player: Who answers what the list does not hold. Where it never waits,
            `SyncScriptedPlayer` does not either.
        report_illegal: Whether to say of any answer at once that it is not legal. If not, one to an
            ask of which not everybody knows is left to the other player without a word, for an
            error would tell a person who was asked, and so who has which role.
    """

    __slots__ = ("_answers", "_otherwise", "_tells")

    def __init__(
        self, answers: Mapping[str, Answer], default_player: Player, *, report_illegal: bool = True
    ) -> None:
        self._answers, self._otherwise, self._tells = answers, default_player, report_illegal

    @property
    def default_player(self) -> Player:
        """Who answers what the list does not hold."""
        return self._otherwise

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """The answer of the list, or the other player's.

        Raises:
            ConfigError: The list holds an answer that is not legal.
        """
        return self._scripted_answer(ask) or await self._otherwise.answer(view, ask, desk)

    def _scripted_answer(self, ask: Ask) -> Answer | None:
        answer = self._answers.get(ask.id)
        if answer is not None and answer.choice not in ask.options:
            if not (self._tells or ask.public):
                return None
            legal = ", ".join(map(str, ask.options))
            raise ConfigError(
                f"the answer {answer.choice} is not legal",
                key=ask.id,
                hint=f"Seat {ask.seat} may answer {legal}.",
            )
        return answer


class SyncScriptedPlayer(ScriptedPlayer):
    """A `ScriptedPlayer` whose other player never waits."""

    __slots__ = ()

    def __init__(
        self, answers: Mapping[str, Answer], otherwise: SyncPlayer, *, tells: bool = True
    ) -> None:
        super().__init__(answers, otherwise, report_illegal=tells)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer`."""
        return self._scripted_answer(ask) or cast(SyncPlayer, self._otherwise).answer_now(
            view, ask, desk
        )


class OutOfTime(Exception):
    """A front raises it for a person who has not answered in the time that they have."""


class HumanPlayer:
    """A person, or several people in turn before one front.

    One ask is put at a time: where one player sits on several seats, their asks wait for each
        other.

    Args:
        front: The screen or plain lines.
        suspicions: Whether the person wants to be asked for suspicions; if not, they are answered
            empty at once.
    """

    __slots__ = ("_front", "_one_at_a_time", "_suspicions")

    def __init__(self, front: FrontEnd, *, suspicions: bool = False) -> None:
        self._front, self._suspicions = front, suspicions
        self._one_at_a_time = asyncio.Lock()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """The person's answer, or the seat's fallback where their time is up.

        Raises:
            GameStopped: The person left, or the input ended.
            IllegalAnswer: The front let through what it must not; a person's move is never replaced
                by chance.
        """
        if ask.kind == "suspect" and not self._suspicions:
            return Answer()
        async with self._one_at_a_time:
            try:
                answer = await self._front.ask(ask, view)
            except OutOfTime:
                return fallback_answer(ask, desk.dice, "timeout")
        if answer.choice not in ask.options:
            raise IllegalAnswer(ask.id, f"{answer.choice} is not among {list(ask.options)}")
        return answer
