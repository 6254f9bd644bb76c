"""What `wolftui arena` says of the question that an arena is to answer: before it begins, and what came out."""

from __future__ import annotations

from wolfcore.arena.running import ArenaRun
from wolfcore.rating import deals_needed


def question_lines(run: ArenaRun) -> list[str]:
    """What the arena is to find out, and how many deals that may take; nothing where nothing is asked, or it is answered."""
    if run.question is None or run.is_answered:
        return []
    asked, test = run.plan.question, run.question.test
    needed = deals_needed(asked.high - asked.low, alpha=asked.alpha, beta=asked.beta)
    deals = len(run.plan.boards) * run.plan.deals * run.plan.repeats
    lines = [
        f"It ends when it is known whether {asked.a} gains {_in_points(asked.high)} over {asked.b}, or {_in_points(asked.low)} or less "
        f"(errors {asked.alpha:.0%} and {asked.beta:.0%}); {test.deals:,} deals are read.",
        f"Where every second deal comes out otherwise that takes {needed.if_there:,} to {needed.between:,} deals; a number fixed "
        f"before would be {needed.fixed:,}.",
    ]
    return lines if deals >= needed.between else [*lines, f"There are {deals:,}, which may not be enough: see `deals`."]


def answer_lines(run: ArenaRun) -> list[str]:
    """What is known of the arena's question; nothing where nothing is asked or no whole deal is played."""
    if run.question is None or not run.question.test.deals:
        return []
    asked, test = run.plan.question, run.question.test
    began = f"{asked.a} against {asked.b}, {test.deals:,} deals: {_in_points(test.gain or 0.0)} gained"
    match test.decided:
        case "accept":
            return [f"{began}. Answered: it gains more than {_in_points(asked.low)}."]
        case "reject":
            return [f"{began}. Answered: it gains less than {_in_points(asked.high)}."]
        case None:
            return [f"{began}. Not answered yet."]


def _in_points(share: float) -> str:
    """A difference of shares of games won, in points."""
    return f"{round(100 * share, 1):g} points"
