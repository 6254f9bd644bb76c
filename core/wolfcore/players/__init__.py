"""Who answers: the contracts between a seat and the table, and the simple players."""

from .beliefs import is_valid_belief
from .contracts import CallRecord, Desk, FrontEnd, Player, Progress, SyncPlayer, TraceRecord
from .fallback import fallback_answer
from .human import HumanPlayer, OutOfTime
from .intentions import Intention
from .simple import SILENT_ANSWERS, RandomPlayer, ScriptedPlayer, SyncScriptedPlayer
from .text import SPEECH_LIMIT, SPEECH_LINES, THOUGHT_LIMIT, clean_speech, clean_text

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
    "OutOfTime",
    "Player",
    "Progress",
    "RandomPlayer",
    "ScriptedPlayer",
    "SyncPlayer",
    "SyncScriptedPlayer",
    "TraceRecord",
    "clean_speech",
    "clean_text",
    "fallback_answer",
    "is_valid_belief",
]  # fmt: skip
