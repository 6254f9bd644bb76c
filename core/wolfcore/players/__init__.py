"""Who answers: the contracts between a seat and the table, and the simple players."""

from .beliefs import is_sound
from .contracts import CallRecord, Desk, Front, Player, Progress, QuickPlayer, TraceRecord
from .fallback import fallback_answer
from .human import HumanPlayer, OutOfTime
from .intentions import Intention
from .simple import SILENT, QuickScriptedPlayer, RandomPlayer, ScriptedPlayer
from .text import SPEECH_LIMIT, SPEECH_LINES, THOUGHT_LIMIT, clean_speech, clean_text

__all__ = [
    "SILENT", "SPEECH_LIMIT", "SPEECH_LINES", "THOUGHT_LIMIT", "CallRecord", "Desk", "Front", "HumanPlayer", "Intention",
    "OutOfTime", "Player", "Progress", "QuickPlayer", "QuickScriptedPlayer", "RandomPlayer", "ScriptedPlayer", "TraceRecord",
    "clean_speech", "clean_text", "fallback_answer", "is_sound",
]  # fmt: skip
