"""Questions on roles dealt, who knows whom, teams, and who has won."""

from __future__ import annotations

from wolfcore.game import ROLES, Board, may_know
from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    deals_powers,
    has_sheriff,
    name_seat,
    who_lives,
    with_roles,
)
from wolfcore.quiz.scenes import Choices, SceneOutcome, Unsettled, a_deal, a_night, an_exile
from wolfcore.roles import layout_roles

PLAYERS = "players"


def _role_count(table: SituationDraw) -> Draft:
    role = table.pick(layout_roles(table.board.roles))
    played = table.play(table.scene(), a_deal)
    dealt = sum(fact.role == role for fact in played.facts_of(f.Dealt))
    most = max(4, dealt + 1)
    return Draft(
        sentence_name="role_count",
        fills={"role": role},
        key=str(dealt),
        options=tuple(map(str, range(most + 1))),
    )


def _seat_count(table: SituationDraw) -> Draft:
    size = table.play(table.scene(), a_deal).state.size
    around = tuple(str(number) for number in range(max(size - 3, 1), size + 4))
    return Draft(sentence_name="seat_count", fills={}, key=str(size), options=around)


def _different_roles(table: SituationDraw) -> Draft:
    number = len({fact.role for fact in table.play(table.scene(), a_deal).facts_of(f.Dealt)})
    return Draft(
        sentence_name="different_roles",
        fills={},
        key=str(number),
        options=tuple(map(str, range(1, len(layout_roles(table.board.roles)) + 1))),
    )


def _knows(table: SituationDraw) -> Draft:
    pack = table.with_power("kill")
    one = table.pick((pack[0], table.pick(table.seats)))
    other = table.pick(table.others(one, living=table.pick((pack, table.seats))))

    def known(played: SceneOutcome) -> bool:
        return any(
            may_know(entry.to, one)
            for entry in played.entries
            if isinstance(entry.fact, f.Dealt) and entry.fact.seat == other
        )

    fills = {"one": table.role(one), "other": table.role(other)}
    return Draft(
        sentence_name="knows", fills=fills, key=table.settled_value(table.scene(), a_deal, known)
    )


def _team(table: SituationDraw) -> Draft:
    role = table.pick(tuple(dict.fromkeys(table.board.roles)))
    return Draft(
        sentence_name="team",
        fills={"role": role},
        key=ROLES[role].team,
        options=("village", "wolves"),
    )


def _at_night(table: SituationDraw) -> Draft:
    """Ask whether seats of a role ever act in a whole night with everybody alive."""
    role = table.pick(tuple(dict.fromkeys(table.board.roles)))
    holders = tuple(seat for seat in table.seats if table.role(seat) == role)

    def asked(played: SceneOutcome) -> bool:
        return any(
            ask.phase == "night" and ask.seat in holders
            for batch in played.batches
            for ask in batch
        )

    return Draft(
        sentence_name="at_night",
        fills={"role": role},
        key=table.settled_value(table.scene(day=1), a_night, asked),
    )


def _two_of_a_role(board: Board) -> bool:
    return len(board.roles) > 1


WINNING = "winning"


VILLAGE, WOLVES = "the village has won", "the wolves have won"


ON, NONE = "nobody has won, and the game goes on", "nobody has won, and the game is over"


OUTCOMES = (VILLAGE, WOLVES, ON, NONE)


def outcome(played: SceneOutcome) -> str:
    """Return the answer that describes how a part of a game ended."""
    ended = next(iter(played.facts_of(f.Ended)), None)
    if ended is None:
        return ON
    return {"village": VILLAGE, "wolves": WOLVES, None: NONE}[ended.winner]


def _sheriff(table: SituationDraw, living: tuple[int, ...]) -> tuple[int, str]:
    """Draw a sheriff and the sentence that names it; 0 and empty on boards without one."""
    if not has_sheriff(table.board):
        return 0, ""
    sheriff = table.pick(living)
    return sheriff, f"The sheriff is seat {sheriff}. "


def _exiled(table: SituationDraw) -> Draft:
    """Ask who has won after a seat that does not shoot is exiled."""
    living = _thinned(table)
    gone = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    sheriff, led_by = _sheriff(table, living)
    day = table.late_day(living)
    key = table.settled_value(
        table.scene(living, day=day, sheriff=sheriff), an_exile(gone), outcome
    )
    fills = {
        "alive": who_lives(table, living, roles=True),
        "sheriff": led_by,
        "gone": name_seat(gone),
        "day": str(day),
    }
    return Draft(sentence_name="won_by_exile", fills=fills, key=key, options=OUTCOMES)


def _killed(table: SituationDraw) -> Draft:
    """Ask who has won after the wolves kill a seat that does not shoot."""
    living = _thinned(table)
    gone = table.pick(
        tuple(
            seat
            for seat in living
            if seat not in (*table.with_power("shoot"), *table.with_power("kill"))
        )
    )
    sheriff, led_by = _sheriff(table, living)
    day = table.late_night(living)
    scene = table.scene(living, day=day, sheriff=sheriff)
    key = table.settled_value(
        scene,
        a_night,
        lambda played: _alone_died(played, gone),
        quiet_night_choices(table, living, attacked=gone),
    )
    fills = {
        "alive": who_lives(table, living, roles=True),
        "sheriff": led_by,
        "gone": name_seat(gone),
        "day": str(day),
    }
    return Draft(sentence_name="won_by_kill", fills=fills, key=key, options=OUTCOMES)


def _alone_died(played: SceneOutcome, seat: int) -> str:
    if tuple(fact.seat for fact in played.facts_of(f.Died)) != (seat,):
        raise Unsettled
    return outcome(played)


def quiet_night_choices(table: SituationDraw, living: tuple[int, ...], *, attacked: int) -> Choices:
    """Build the choices of a night in which the whole pack attacks one seat and succeeds.

    Nobody protects it, and no potion is used.
    """
    safe = table.pick(tuple(seat for seat in living if seat != attacked))
    return {
        **{("kill", seat): (attacked,) for seat in living},
        **{("protect", seat): (safe,) for seat in living},
        **{("save", seat): (0,) for seat in living},
        **{("poison", seat): (0,) for seat in living},
    }


def _shot(table: SituationDraw) -> Draft:
    """Ask who has won after a hunter is exiled and shoots."""
    living = _thinned(table)
    hunter = table.pick(table.with_power("shoot", living))
    target = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    sheriff, led_by = _sheriff(table, living)
    day = table.late_day(living)
    scene = table.scene(living, day=day, sheriff=sheriff)

    def after_the_shot(played: SceneOutcome) -> str:
        if f.Shot(hunter, target) not in played.facts_of(f.Shot):
            raise Unsettled
        return outcome(played)

    choices: Choices = {("shoot", hunter): (target,)}
    key = table.settled_value(scene, an_exile(hunter), after_the_shot, choices)
    fills = {
        "alive": who_lives(table, living, roles=True),
        "sheriff": led_by,
        "hunter": table.role(hunter),
        "gone": name_seat(hunter),
        "target": name_seat(target),
        "day": str(day),
    }
    return Draft(sentence_name="won_by_shot", fills=fills, key=key, options=OUTCOMES)


def _thinned(table: SituationDraw) -> tuple[int, ...]:
    """Draw the living seats of a game so near its end that one more death may end it."""
    size = table.board.size
    return table.living(dead=tuple(range(max(1, size - 6), size - 2)))


def _last_day(table: SituationDraw) -> Draft:
    """Ask whether the game is over if a day, the last one or not, ends without an exile."""
    last = table.board.switches.last_day
    # Every second question is about the last day itself.
    day = table.pick((last, table.pick(range(max(1, last - 3), last + 1))))
    living = table.living()
    sheriff, _ = _sheriff(table, living)
    over = table.settled_value(
        table.scene(living, day=day, sheriff=sheriff),
        an_exile(0),
        lambda played: bool(played.facts_of(f.Ended)),
    )
    return Draft(sentence_name="last_day", fills={"day": str(day)}, key=over)


def _stopped(table: SituationDraw) -> Draft:
    """Ask whether the game stops after the death of a seat that decides nothing else."""
    living = table.living(dead=(0, 1))
    gone = table.pick(tuple(seat for seat in living if seat not in table.with_power("shoot")))
    stop_seat = table.board.switches.stop_seat
    gone = (
        table.pick((gone, stop_seat))
        if stop_seat in living and stop_seat not in table.with_power("shoot")
        else gone
    )
    # The exiled seat is sheriff more often than the others, since its fall may stop the game.
    sheriff = table.pick((gone, *living)) if has_sheriff(table.board) else 0
    day = table.late_day(living)

    def stopped(played: SceneOutcome) -> bool:
        if outcome(played) in (VILLAGE, WOLVES):
            raise Unsettled
        return bool(played.facts_of(f.Ended))

    key = table.settled_value(
        table.scene(living, day=day, sheriff=sheriff), an_exile(gone), stopped
    )
    fills = {
        "alive": who_lives(table, living, roles=True),
        "sheriff": f"The sheriff is seat {sheriff}. " if sheriff else "",
        "gone": with_roles(table, (gone,)),
        "day": str(day),
    }
    return Draft(sentence_name="stopped", fills=fills, key=key)


def _stops(board: Board) -> bool:
    return board.switches.stop != "never"


KINDS = (
    QuestionKind("role count", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _role_count),
    QuestionKind("seat count", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _seat_count),
    QuestionKind(
        "different roles", PLAYERS, "rule", (), ("^[0-9]+ seats: ",), any_board, _different_roles
    ),
    QuestionKind(
        "who knows whom", PLAYERS, "rule", (), ("knows the whole pack",), _two_of_a_role, _knows
    ),
    QuestionKind("team", PLAYERS, "rule", (), ("^The (?:village|wolves) wins?",), any_board, _team),
    QuestionKind(
        "asked at night",
        PLAYERS,
        "rule",
        ("first_night_deaths",),
        ("^At night ", "^Each night ", "^Nobody dies in the first", "^In the first night "),
        any_board,
        _at_night,
    ),
    QuestionKind(
        "won by an exile", WINNING, "situation", ("wolves_win", "stop"), (), any_board, _exiled
    ),
    QuestionKind(
        "won by a kill", WINNING, "situation", ("wolves_win", "stop"), (), any_board, _killed
    ),
    QuestionKind(
        "won by a shot",
        WINNING,
        "situation",
        ("wolves_win", "stop"),
        (),
        deals_powers("shoot"),
        _shot,
    ),
    QuestionKind("last day", WINNING, "rule", ("last_day",), (), any_board, _last_day),
    QuestionKind("stopped", WINNING, "situation", ("stop",), (), _stops, _stopped),
)
