"""Players that need no thought: by chance, and from a list of answers. Both keep nothing between asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, View

from .contracts import Desk, Player, SyncPlayer

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
        return SILENT_ANSWERS[options[0] if len(options) == 1 else desk.dice.pick("choice", options)]


class ScriptedPlayer:
    """Answers the asks that a list holds, and leaves the others to another player.

    Args:
        answers: Answers by ask id, of any seats.
        default_player: Who answers what the list does not hold. Where it never waits, `SyncScriptedPlayer` does not either.
        report_illegal: Whether to say of any answer at once that it is not legal. If not, one to an ask of which not everybody knows is
            left to the other player without a word, for an error would tell a person who was asked, and so who has which role.
    """

    __slots__ = ("_answers", "_otherwise", "_tells")

    def __init__(self, answers: Mapping[str, Answer], default_player: Player, *, report_illegal: bool = True) -> None:
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
            raise ConfigError(f"the answer {answer.choice} is not legal", key=ask.id, hint=f"Seat {ask.seat} may answer {legal}.")
        return answer


class SyncScriptedPlayer(ScriptedPlayer):
    """A `ScriptedPlayer` whose other player never waits."""

    __slots__ = ()

    def __init__(self, answers: Mapping[str, Answer], otherwise: SyncPlayer, *, tells: bool = True) -> None:
        super().__init__(answers, otherwise, report_illegal=tells)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer`."""
        return self._scripted_answer(ask) or cast(SyncPlayer, self._otherwise).answer_now(view, ask, desk)
