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
"""A prebuilt answer without words for each choice number that an ask can offer."""


class RandomPlayer:
    """Answers with a random legal option, each equally likely, and no words."""

    __slots__ = ()

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer with a random option."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer with an option drawn by the desk's dice; a single option needs no draw."""
        options = ask.options
        return SILENT_ANSWERS[
            options[0] if len(options) == 1 else desk.dice.pick("choice", options)
        ]


class ScriptedPlayer:
    """Answers asks from a given mapping and delegates all others to another player.

    Args:
        answers: Answers by ask id, of any seats.
        default_player: Answers the asks that the mapping lacks. Use `SyncScriptedPlayer` for one
            that answers without awaiting.
        report_illegal: Whether to raise an error for every illegal answer. If False, an illegal
            answer to a secret ask is silently left to the default player: an error would tell a
            person who was asked, and so who has which role.
    """

    __slots__ = ("_answers", "_otherwise", "_tells")

    def __init__(
        self, answers: Mapping[str, Answer], default_player: Player, *, report_illegal: bool = True
    ) -> None:
        self._answers, self._otherwise, self._tells = answers, default_player, report_illegal

    @property
    def default_player(self) -> Player:
        """The player of the asks that the mapping lacks."""
        return self._otherwise

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return the answer of the mapping, or that of the default player.

        Raises:
            ConfigError: The mapping holds an illegal answer.
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
    """A `ScriptedPlayer` whose default player answers without awaiting."""

    __slots__ = ()

    def __init__(
        self, answers: Mapping[str, Answer], otherwise: SyncPlayer, *, tells: bool = True
    ) -> None:
        super().__init__(answers, otherwise, report_illegal=tells)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Return the answer of the mapping, or that of the default player, without awaiting."""
        return self._scripted_answer(ask) or cast(SyncPlayer, self._otherwise).answer_now(
            view, ask, desk
        )


class OutOfTime(Exception):
    """Raised by a front end when the person's time for an answer is over."""


class HumanPlayer:
    """A person at a front end, or several people who take turns at it.

    Asks are put one at a time: a player of several seats puts the next ask after the last one is
    answered.

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
        """Return the person's answer, or the seat's fallback answer if the time is up.

        Raises:
            GameStopped: The person left, or the input ended.
            IllegalAnswer: The front end returned an illegal answer; a person's move is never
                replaced by chance.
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
