"""A bot whose words are somebody else's."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.bots import HouseBot
from wolfcore.game import SPEECH_KINDS, Answer, Ask, View
from wolfcore.players import Desk


class Sayer:
    """Decides as a house bot does and says the same words whenever it speaks."""

    def __init__(self, bot: HouseBot, text: str) -> None:
        self._bot, self._text = bot, text

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer = self._bot.answer_now(view, ask, desk)
        return replace(answer, text=self._text) if ask.kind in SPEECH_KINDS else answer
