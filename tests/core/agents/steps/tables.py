"""A table of seven at its second day, as seat 3 sees it: all have spoken once, and seat 7 died
since."""

from __future__ import annotations

from tests.core.game.table_talk import Reply, Table
from wolfcore.agents.record_lines import record_of
from wolfcore.game import Ask, AskKind, Phase, View
from wolfcore.game import facts as f

ME, DEAD = 3, 7


def table(*, checks: str = "12", **spoken: str) -> Table:
    """The table, just before the first speech of day 2; `s1="..."` is what seat 1 says on day 1.

    Args:
        checks: The seats that the Seer, seat 4, checks in the two nights.
        spoken: The speeches of day 1.
    """
    answers: dict[str, Reply] = {"n1.kill": 6, "n1.protect": 6, "n2.kill": DEAD, "n2.protect": 6}
    answers |= {"n1.check": int(checks[0]), "n2.check": int(checks[1])}
    for seat in range(1, 8):
        answers[f"d1.speak.{seat}"] = spoken.get(f"s{seat}", f"Words of seat {seat}.")
    return Table("WWVSDVV", "sla7").play(answers, until="d2.speak")


def view(**spoken: str) -> View:
    """What seat 3 knows there."""
    return table(**spoken).game.view(ME)


def ask(kind: AskKind, phase: Phase = "vote", day: int = 2) -> Ask:
    """An ask to seat 3 there."""
    options = (0, 1, 2, 4, 5, 6) if kind in ("vote", "elect", "lean", "summarise") else (0,)
    return Ask(f"d{day}.{kind}.{ME}", ME, kind, day, phase, options)


def line_of(seat: int, at: View) -> int:
    """The number of the line that tells what a seat said, in the record of somebody who noted
    nothing."""
    return next(
        line.number
        for line in record_of(at)
        if isinstance(line.fact, f.Said) and line.fact.seat == seat
    )
