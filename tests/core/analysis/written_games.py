"""Games in which the answers that matter are written by hand, and house bots give the others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wolfcore import play
from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, RoleName, View
from wolfcore.players import Desk

DEAL: tuple[RoleName, ...] = (
    "Werewolf", "Werewolf", "Seer", "Doctor", "Villager", "Villager", "Villager",
)  # fmt: skip
"""The roles of the seven seats of the board sla7."""


class WrittenPlayer:
    """Answers from lines by day and kind of ask, or by day, kind and seat.

    A number is a choice, a text a speech.
    """

    def __init__(self, lines: Mapping[tuple[int | str, ...], int | str]) -> None:
        self._lines, self._bot = lines, HouseBot(("hard",))

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        when = (ask.day, ask.kind)
        line = self._lines.get((*when, ask.seat), self._lines.get(when))
        match line:
            case str():
                return Answer(ask.options[0], line)
            case int():
                return Answer(line if line in ask.options else ask.options[0])
            case None:
                return self._bot.answer_now(view, ask, desk)


def written_game(root: Path, lines: Mapping[tuple[int | str, ...], int | str]) -> Path:
    """Play a game of sla7 with the roles of `DEAL`; return its folder."""
    player = WrittenPlayer(lines)
    seats = range(1, len(DEAL) + 1)
    play(
        "sla7", dict.fromkeys(seats, player), deal=dict(zip(seats, DEAL, strict=True)), save_to=root
    )
    return next(root.iterdir())


SEER_EXILED: dict[tuple[int | str, ...], int | str] = {
    (1, "kill"): 7,
    (1, "protect"): 4,
    (1, "check"): 1,
    (1, "speak"): "",
    (1, "speak", 3): "I am the Seer. I checked 1 in night 1 and 1 is a wolf.",
    (1, "vote"): 3,
}
"""The village exiles its Seer, who has found a wolf and whom nobody contradicts."""


WOLF_CONFESSES: dict[tuple[int | str, ...], int | str] = {
    (1, "kill"): 7,
    (1, "protect"): 4,
    (1, "check"): 1,
    (1, "speak", 1): "",
    (1, "speak", 2): "I am a werewolf, and so is 1.",
}
"""A wolf names its pack."""
