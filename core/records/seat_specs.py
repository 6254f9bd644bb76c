"""Who sits on a chair, as plain data that a saved game can hold."""

from __future__ import annotations

from msgspec import Struct


class SeatSpec(Struct, frozen=True, omit_defaults=True):
    """What was asked for on a seat: `PLAYER[:OPTION...][@MODEL]`.

    Attributes:
        player: human, bot, random, scripted, or the preset of an agent.
        options: What follows the colons, in order.
        model: The model's name in the settings, or an empty string.
    """

    player: str
    options: tuple[str, ...] = ()
    model: str = ""

    @property
    def text(self) -> str:
        """As it is written on the command line."""
        return ":".join((self.player, *self.options)) + (f"@{self.model}" if self.model else "")
