"""Models: how a local server ended, in words, and what to do about a build that cannot run on this machine."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from .finding import SERVER_MODULE

_KILLED = 128
"""As `guard.py` has it: an exit code is this and the number of a signal where one killed the server."""
_ILLEGAL_ON_WINDOWS = 0xC000001D
"""The exit code of STATUS_ILLEGAL_INSTRUCTION."""
_MEANINGS = {
    "SIGILL": "this build of it needs an instruction that this processor does not have",
    "SIGKILL": "the system does that where memory runs out",
}


def describe_exit(code: int) -> str:
    """The end that an exit code tells: `exit code 3`, or the signal and what it means."""
    name = _signal(code)
    if is_illegal_instruction(code):
        return f"{name or f'exit code {code:#x}'}: {_MEANINGS['SIGILL']}"
    if not name:
        return f"exit code {code}"
    return f"{name}: {_MEANINGS[name]}" if name in _MEANINGS else name


def is_illegal_instruction(code: int) -> bool:
    """Whether a server met an instruction that the processor does not have."""
    return _signal(code) == "SIGILL" or code & 0xFFFFFFFF == _ILLEGAL_ON_WINDOWS


def build_advice(command_prefix: Sequence[str]) -> str:
    """What helps where a build cannot run here, by the beginning of the server's command."""
    if SERVER_MODULE in command_prefix:
        compiled = "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python llama-cpp-python"
        return f"Compile it on this machine: `{compiled}`."
    return "Take a build for this processor, or compile llama.cpp on this machine."


def _signal(code: int) -> str:
    """The name of the signal that an exit code tells; empty for none."""
    try:
        return signal.Signals(code - _KILLED).name if code > _KILLED else ""
    except ValueError:
        return ""
