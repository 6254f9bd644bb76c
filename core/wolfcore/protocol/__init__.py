"""The seat protocol: a player outside this process, one JSON message a line."""

from .connection import Channel, GuestConnection
from .messages import (
    MESSAGE_LIMIT,
    PROTOCOL_VERSION,
    Answered,
    Asked,
    Facts,
    FromGuest,
    Hello,
    Over,
    Speaking,
    ToGuest,
    Withdrawn,
    Working,
)
from .programs import ProgramPlayer

__all__ = [
    "MESSAGE_LIMIT",
    "PROTOCOL_VERSION",
    "Answered",
    "Asked",
    "Channel",
    "Facts",
    "FromGuest",
    "GuestConnection",
    "Hello",
    "Over",
    "ProgramPlayer",
    "Speaking",
    "ToGuest",
    "Withdrawn",
    "Working",
]  # fmt: skip
