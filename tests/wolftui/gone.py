"""Players that give no answer, games with them, and a model that cannot sit down."""

from __future__ import annotations

from pathlib import Path

from wolfcore.errors import OverBudget, SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.models import ModelSpec
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.settings.endpoints import ModelSettings

RANDOM = "wolfcore.players.simple.RandomPlayer.answer"
"""What a test puts another player in the place of."""
KEYLESS = ModelSpec(
    kind="openai",
    model="x",
    base_url="http://127.0.0.1:1/v1",
    api_key_env="NO_SUCH_KEY_IN_ANY_TEST",
)


class Broken:
    """A player that is gone, until it is mended."""

    mended = False

    async def answer(self, view: View, ask: Ask, desk: object) -> Answer:
        if Broken.mended:
            return Answer(ask.options[-1])
        raise SeatError(ask.seat, "the line is dead")


class Spent:
    """A player whose call was refused, for the budget is spent."""

    async def answer(self, view: View, ask: Ask, desk: object) -> Answer:
        raise OverBudget("The budget of 1 is spent (1.001 in 12 calls)")


def sit_with(root: Path | None, *seats: str, deal: str = "4=Seer") -> RunningGame:
    """A game of these and house bots, saved below `root` if there is one; models may be `keyless`."""
    models = ModelSettings(specs={"keyless": KEYLESS})
    return start_game(
        PlayOptions(
            seats=(*seats, "*=bot"),
            seed=7,
            deal=deal,
            games_root=root,
            save=root is not None,
            models=models,
        )
    )
