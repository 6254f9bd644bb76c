"""Speech as data: the acts that a sentence can do, and the reader that finds them in plain English."""

from .acts import (
    LAST_NIGHT,
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from .naming import marked, reads_as_seat, speakable
from .reader import read

__all__ = [
    "LAST_NIGHT", "Accuses", "Act", "AsksSeat", "CallsVote", "ClaimsRole", "Defends", "ReportsCheck", "Retracts",
    "TellsPoisoned", "TellsProtected", "TellsSaved", "Vouches", "marked", "read", "reads_as_seat", "speakable",
]  # fmt: skip
