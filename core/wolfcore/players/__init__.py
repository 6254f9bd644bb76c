"""The player contract and the simple players: human, random and scripted."""

from .answers import (
    SPEECH_LIMIT,
    SPEECH_LINES,
    THOUGHT_LIMIT,
    clean_speech,
    clean_text,
    fallback_answer,
    is_valid_belief,
)
from .intentions import Intention
from .protocols import (
    CallRecord,
    Desk,
    FrontEnd,
    LostAttempts,
    Player,
    Progress,
    ReplyFault,
    RequestRecord,
    SyncPlayer,
    TraceRecord,
)
from .simple import (
    SILENT_ANSWERS,
    HumanPlayer,
    OutOfTime,
    RandomPlayer,
    ScriptedPlayer,
    SyncScriptedPlayer,
)

__all__ = [
    "SILENT_ANSWERS",
    "SPEECH_LIMIT",
    "SPEECH_LINES",
    "THOUGHT_LIMIT",
    "CallRecord",
    "Desk",
    "FrontEnd",
    "HumanPlayer",
    "Intention",
    "LostAttempts",
    "OutOfTime",
    "Player",
    "Progress",
    "RandomPlayer",
    "ReplyFault",
    "RequestRecord",
    "ScriptedPlayer",
    "SyncPlayer",
    "SyncScriptedPlayer",
    "TraceRecord",
    "clean_speech",
    "clean_text",
    "fallback_answer",
    "is_valid_belief",
]  # fmt: skip
