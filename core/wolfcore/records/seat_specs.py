"""Who sits on a chair, as plain data that a saved game can hold."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

LOOKED_OPTION = "looked"
"""The option of a person who sat down in a game that had been open to all eyes, or whose parent had."""


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
    def looked(self) -> bool:
        """Whether this is a person who sat down when everything in the game could be seen."""
        return self.player == "human" and LOOKED_OPTION in self.options

    def marked_as_looked(self) -> SeatSpec:
        """A person as one who may have seen everything before; a machine as it is."""
        if self.player != "human" or self.looked:
            return self
        return replace(self, options=(*self.options, LOOKED_OPTION))

    @property
    def text(self) -> str:
        """As it is written on the command line."""
        return ":".join((self.player, *self.options)) + (f"@{self.model}" if self.model else "")
