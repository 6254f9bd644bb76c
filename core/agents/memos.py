"""Agents: what an agent left for its later self. Whoever played the seat before may have left something else, or nothing."""

from __future__ import annotations

import msgspec

from core.game import View

from .turn import Memo


def past(view: View) -> Memo:
    """The latest memo of a seat; an empty one where there is none that can be read."""
    for own in reversed(view.mine):
        if own.answer.memo:
            try:
                return msgspec.json.decode(own.answer.memo, type=Memo)
            except (msgspec.DecodeError, UnicodeDecodeError):
                return Memo()
    return Memo()


def written(memo: Memo) -> str:
    """A memo as an answer carries it; empty where there is nothing to remember."""
    return "" if memo == Memo() else msgspec.json.encode(memo).decode()
