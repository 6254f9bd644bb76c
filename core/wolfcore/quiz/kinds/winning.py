"""Kinds of questions on how a game ends."""

from __future__ import annotations

from wolfcore.game import Board
from wolfcore.game import facts as f
from wolfcore.quiz.kind import Draft, Kind, Table, alive, any_board, dealing, led, of_seat, with_roles
from wolfcore.quiz.scenes import Choices, Played, Unsettled, a_night, an_exile

SUBJECT = "winning"
VILLAGE, WOLVES = "the village has won", "the wolves have won"
ON, NONE = "nobody has won, and the game goes on", "nobody has won, and the game is over"
OUTCOMES = (VILLAGE, WOLVES, ON, NONE)


def outcome(played: Played) -> str:
    """How a part of a game ended, as an answer."""
    ended = next(iter(played.told(f.Ended)), None)
    if ended is None:
        return ON
    return {"village": VILLAGE, "wolves": WOLVES, None: NONE}[ended.winner]


def _sheriff(table: Table, living: tuple[int, ...]) -> tuple[int, str]:
    """A sheriff where the board has one, and the sentence that says so."""
    if not led(table.board):
        return 0, ""
    sheriff = table.pick(living)
    return sheriff, f"The sheriff is seat {sheriff}. "


def _exiled(table: Table) -> Draft:
    """Who has won once somebody is exiled who does not shoot."""
    living = _thinned(table)
    gone = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    sheriff, led_by = _sheriff(table, living)
    day = table.late(living)
    key = table.agreed(table.scene(living, day=day, sheriff=sheriff), an_exile(gone), outcome)
    fills = {"alive": alive(table, living, roles=True), "sheriff": led_by, "gone": of_seat(gone), "day": str(day)}
    return Draft(line="won_by_exile", fills=fills, key=key, options=OUTCOMES)


def _killed(table: Table) -> Draft:
    """Who has won once the wolves have killed somebody who does not shoot."""
    living = _thinned(table)
    gone = table.pick(tuple(seat for seat in living if seat not in (*table.with_power("shoot"), *table.with_power("kill"))))
    sheriff, led_by = _sheriff(table, living)
    day = table.late_night(living)
    scene = table.scene(living, day=day, sheriff=sheriff)
    key = table.agreed(scene, a_night, lambda played: _alone_died(played, gone), deeds(table, living, attacked=gone))
    fills = {"alive": alive(table, living, roles=True), "sheriff": led_by, "gone": of_seat(gone), "day": str(day)}
    return Draft(line="won_by_kill", fills=fills, key=key, options=OUTCOMES)


def _alone_died(played: Played, seat: int) -> str:
    if tuple(fact.seat for fact in played.told(f.Died)) != (seat,):
        raise Unsettled
    return outcome(played)


def deeds(table: Table, living: tuple[int, ...], *, attacked: int) -> Choices:
    """The choices of a night in which the whole pack wants one seat, nobody protects it, and no potion is used."""
    safe = table.pick(tuple(seat for seat in living if seat != attacked))
    return {
        **{("kill", seat): (attacked,) for seat in living},
        **{("protect", seat): (safe,) for seat in living},
        **{("save", seat): (0,) for seat in living},
        **{("poison", seat): (0,) for seat in living},
    }


def _shot(table: Table) -> Draft:
    """Who has won once a hunter is exiled and shoots."""
    living = _thinned(table)
    hunter = table.pick(table.with_power("shoot", living))
    target = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    sheriff, led_by = _sheriff(table, living)
    day = table.late(living)
    scene = table.scene(living, day=day, sheriff=sheriff)
    key = table.agreed(scene, an_exile(hunter), outcome, {("shoot", hunter): (target,)})
    fills = {
        "alive": alive(table, living, roles=True), "sheriff": led_by, "hunter": table.role(hunter), "gone": of_seat(hunter),
        "target": of_seat(target), "day": str(day),
    }  # fmt: skip
    return Draft(line="won_by_shot", fills=fills, key=key, options=OUTCOMES)


def _thinned(table: Table) -> tuple[int, ...]:
    """Who lives when the game is near its end and not over: near, so that one death more may end it."""
    size = table.board.size
    return table.living(dead=tuple(range(max(1, size - 6), size - 2)))


def _last_day(table: Table) -> Draft:
    """Whether the game is over when a day, the last one or not, ends without an exile."""
    last = table.board.switches.last_day
    day = table.pick((last, table.pick(range(max(1, last - 3), last + 1))))
    living = table.living()
    sheriff, _ = _sheriff(table, living)
    over = table.agreed(table.scene(living, day=day, sheriff=sheriff), an_exile(0), lambda played: bool(played.told(f.Ended)))
    return Draft(line="last_day", fills={"day": str(day)}, key=over)


def _stopped(table: Table) -> Draft:
    """Whether the game stops when somebody falls whose death decides nothing else."""
    living = table.living(dead=(0, 1))
    gone = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    stop_seat = table.board.switches.stop_seat
    gone = table.pick((gone, stop_seat)) if stop_seat in living and stop_seat not in table.with_power("shoot") else gone
    sheriff = table.pick((gone, *living)) if led(table.board) else 0
    day = table.late(living)

    def stopped(played: Played) -> bool:
        if outcome(played) in (VILLAGE, WOLVES):
            raise Unsettled
        return bool(played.told(f.Ended))

    key = table.agreed(table.scene(living, day=day, sheriff=sheriff), an_exile(gone), stopped)
    fills = {
        "alive": alive(table, living, roles=True), "sheriff": f"The sheriff is seat {sheriff}. " if sheriff else "",
        "gone": with_roles(table, (gone,)), "day": str(day),
    }  # fmt: skip
    return Draft(line="stopped", fills=fills, key=key)


def _stops(board: Board) -> bool:
    return board.switches.stop != "never"


KINDS = (
    Kind("won by an exile", SUBJECT, "situation", ("wolves_win", "stop"), (), any_board, _exiled),
    Kind("won by a kill", SUBJECT, "situation", ("wolves_win", "stop"), (), any_board, _killed),
    Kind("won by a shot", SUBJECT, "situation", ("wolves_win", "stop"), (), dealing("shoot"), _shot),
    Kind("last day", SUBJECT, "rule", ("last_day",), (), any_board, _last_day),
    Kind("stopped", SUBJECT, "situation", ("stop",), (), _stops, _stopped),
)
