"""The shipped boards in a player's words, for beside their names."""

from __future__ import annotations

from collections.abc import Mapping

SUMMARIES: Mapping[str, str] = {
    "sla7": "a small village, no sheriff",
    "helmsman7": "small, with an elected sheriff",
    "helmsman7+appointed": "small, a sheriff from the start",
    "xu7": "small, with a witch",
    "plus8": "eight seats, with a sheriff",
    "plus9": "seer, witch and hunter",
    "plus10": "seer, witch, hunter and guard",
    "plus11": "large, three wolves",
    "plus12": "the largest, four wolves",
    "plus9+sheriff": "seer, witch, hunter; a sheriff",
    "plus10+sheriff": "hunter and guard; a sheriff",
    "plus11+sheriff": "large, with a sheriff",
    "plus12+sheriff": "the largest, with a sheriff",
    "arena8": "whoever bids most speaks next",
    "classic9": "the club game",
    "classic12": "the large club game; a sheriff",
    "duel6": "the smallest, a quick game",
}
"""What each is like, in a few words."""


def board_summary(name: str) -> str:
    """What a board is like, in a few words; empty for a person's own."""
    return SUMMARIES.get(name, "")
