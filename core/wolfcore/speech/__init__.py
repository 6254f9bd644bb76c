"""Speech acts and the reader that finds them in English text.

`read` is imported on first use, because the reader's tables are slow to load.
"""

from typing import TYPE_CHECKING

from wolfcore.lazy import lazy_exports

from .acts import (
    LAST_NIGHT,
    Accuses,
    Act,
    Agrees,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    ClaimsRole,
    ContentAct,
    Defends,
    GivesReason,
    Pairs,
    Plan,
    Proposes,
    ReportsCheck,
    Retracts,
    Subject,
    Supposes,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from .mentions import form_in_speech, is_reserved_name, is_speakable, mark_seats
from .vocabulary import checking_role

if TYPE_CHECKING:
    from .night_talk import read_whisper
    from .reader import read

READER_VERSION = 18
"""Version of the reader; it rises whenever a sentence may be read differently than before.

A saved game keeps the version with which its speeches were read.
"""


__all__ = [
    "LAST_NIGHT",
    "READER_VERSION",
    "Accuses",
    "Act",
    "Agrees",
    "AsksAll",
    "AsksSeat",
    "CallsVote",
    "Chats",
    "ClaimsRole",
    "ContentAct",
    "Defends",
    "GivesReason",
    "Pairs",
    "Plan",
    "Proposes",
    "ReportsCheck",
    "Retracts",
    "Subject",
    "Supposes",
    "TellsPoisoned",
    "TellsProtected",
    "TellsSaved",
    "Vouches",
    "checking_role",
    "form_in_speech",
    "is_reserved_name",
    "is_speakable",
    "mark_seats",
    "read",
    "read_whisper",
]  # fmt: skip


__getattr__ = lazy_exports(__name__, {"read": "reader", "read_whisper": "night_talk"})
