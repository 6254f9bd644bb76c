"""One-line descriptions of the shipped boards, and how each team wins on a board."""

from __future__ import annotations

from collections.abc import Mapping

from wolfcore.game import ROLES, SAFE_NIGHT, Board, Team

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
"""A few words on each shipped board."""


def board_summary(name: str) -> str:
    """Describe a shipped board in a few words; empty for a person's own board."""
    words = SUMMARIES.get(name.removesuffix(SAFE_NIGHT), "")
    safe = words and name.endswith(SAFE_NIGHT)
    return f"{words}; nobody dies in the first night" if safe else words


def team_goal(board: Board, team: Team) -> str:
    """Say how a team wins and loses: `You win when both wolves are out, and lose as soon as ...`.

    The rule book has every case.
    """
    wolves = sum(ROLES[role].team == "wolves" for role in board.roles)
    if team == "village":
        all_out = {1: "the wolf is", 2: "both wolves are"}.get(wolves, f"all {wolves} wolves are")
        return (
            f"You win when {all_out} out, and lose as soon as "
            f"{_pack_wins(board, 'the wolves are')}."
        )
    out = {1: "you are out", 2: "both of you are out"}.get(wolves, f"all {wolves} of you are out")
    return f"You win as soon as {_pack_wins(board, 'the wolves are')}, and lose when {out}."


def both_goals(board: Board) -> str:
    """Say how both teams win, for readers who have no team yet."""
    return (
        "The village wins when no wolf is left, the wolves as soon as "
        f"{_pack_wins(board, 'they are')}."
    )


def _pack_wins(board: Board, they_are: str) -> str:
    match board.switches.wolves_win:
        case "parity":
            return f"{they_are} as many as all others alive"
        case "outnumber":
            return f"{they_are} more than all others alive"
        case "no_plain_villager":
            return "no plain Villager is alive"
        case "side":
            return "all plain Villagers are dead, or all villagers with a power"
        case "all_dead":
            return "nobody else is alive"
