"""Questions on the wolves: whom they attack, whispers, and the order of a night."""

from __future__ import annotations

from wolfcore.game import ROLES, Board, Power, dice_of, team_of
from wolfcore.game import facts as f
from wolfcore.game.powers import POWERS
from wolfcore.game.switches import NIGHT_STEPS, NightStep
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    join_words,
    name_seat,
    name_seats,
    seat_options,
)
from wolfcore.quiz.scenes import Choices, SceneOutcome, Unsettled, a_night, exile_and_night

SUBJECT = "wolves"


def _agreed(table: SituationDraw) -> Draft:
    """Ask whom the pack attacks if its members pick different seats."""
    living = table.living(dead=(0, 1, 2))
    pack = table.with_power("kill", living)
    prey = table.sample(table.others(*pack, living=living), 2)
    picks = {wolf: table.pick(prey) for wolf in pack}
    day = table.late_night(living)
    one = table.board.switches.wolf_kill == "one_decides"
    chance = {f"decider.n{day}": (table.pick(pack),)} if one else {}
    choices: Choices = {("kill", wolf): (target,) for wolf, target in picks.items()}
    scene = table.scene(living, day=day, chance=chance)
    # The last day may be the first one, in whose night nobody may die.
    if not table.board.switches.kills_in(day):
        raise Unsettled
    key = table.settled_value(
        scene, a_night, lambda played: name_seat(played.facts_of(f.Attacked)[0].target), choices
    )
    decides = f" Seat {chance[f'decider.n{day}'][0]} is the wolf drawn to decide." if chance else ""
    wants = join_words([f"seat {wolf} picks seat {target}" for wolf, target in picks.items()])
    fills = {"day": str(day), "pack": name_seats(pack), "wants": wants, "decides": decides}
    return Draft(
        sentence_name="pack_agreed", fills=fills, key=key, options=seat_options(sorted(prey))
    )


def _asked_alone(table: SituationDraw) -> Draft:
    """Ask how many of the living wolves are asked whom to kill."""
    living = table.living(dead=(0, 1))
    pack = table.with_power("kill", living)
    if len(pack) < 2:
        raise Unsettled
    day = table.late_day(living)
    count = table.settled_value(
        table.scene(living, day=day), a_night, lambda played: len(played.asked("kill"))
    )
    return Draft(
        sentence_name="pack_asked",
        fills={"pack": str(len(pack))},
        key=str(count),
        options=tuple(map(str, range(len(pack) + 1))),
    )


def _targets(table: SituationDraw) -> Draft:
    """Ask whether wolves may pick a wolf, nobody, a villager or a dead player."""
    living = table.living(dead=(0, 1))
    pack = table.with_power("kill", living)
    others = table.others(*pack, living=living)
    target, words = table.pick(
        [
            (table.pick(pack), "a living wolf of their own pack"),
            (0, "nobody at all"),
            (table.pick(others), "a living villager"),
            (
                # Where nobody is dead there is no such seat: -1 is never an option.
                table.pick(tuple(seat for seat in table.seats if seat not in living) or (-1,)),
                "a player who is dead",
            ),
        ]
    )
    day = table.late_day(living)

    def may(played: SceneOutcome) -> bool:
        return any(target in ask.options for ask in played.asked("kill"))

    return Draft(
        sentence_name="pack_targets",
        fills={"target": words},
        key=table.settled_value(table.scene(living, day=day), a_night, may),
    )


def _whispers(table: SituationDraw) -> Draft:
    """Ask how often each wolf speaks to the pack in one night."""
    living = table.living(dead=(0, 1, 2, 3))
    pack = table.with_power("kill", living)
    day = table.late_day(living)
    times = table.settled_value(
        table.scene(living, day=day),
        a_night,
        lambda played: len(played.asked("whisper", seat=pack[0])),
    )
    most = max(3, times + 1)
    fills = {"pack": f"{len(pack)} wolves are" if len(pack) > 1 else "one wolf is"}
    return Draft(
        sentence_name="whispers",
        fills=fills,
        key=str(times),
        options=tuple(map(str, range(most + 1))),
    )


def _whispers_at_all(table: SituationDraw) -> Draft:
    """Ask whether the wolves speak to each other at night."""
    living = table.living(dead=(0, 1, 2, 3))
    pack = table.with_power("kill", living)
    scene = table.scene(living, day=table.late_day(living))
    key = table.settled_value(scene, a_night, lambda played: bool(played.asked("whisper")))
    fills = {"pack": f"{len(pack)} wolves are" if len(pack) > 1 else "one wolf is"}
    return Draft(sentence_name="whispers_at_all", fills=fills, key=key)


def _whisper(board: Board) -> bool:
    return board.switches.whisper_rounds > 0


def _night_powers(board: Board) -> tuple[Power, ...]:
    """Return the powers that a board deals and that act at night, in the order of `NIGHT_STEPS`."""
    acting: dict[NightStep, Power] = {
        rules.night.step: power for power, rules in POWERS.items() if rules.night
    }
    return tuple(
        acting[step] for step in NIGHT_STEPS if step in acting and board.roles_with(acting[step])
    )


def _order(table: SituationDraw) -> Draft:
    """Ask which of two roles acts first in a night."""
    one, other = table.sample(_night_powers(table.board), 2)

    def place(power: Power) -> int:
        rules = POWERS[power].night
        assert rules
        return table.board.switches.night_order.index(rules.step)

    def called(power: Power) -> str:
        return "wolves" if power == "kill" else table.role(table.with_power(power)[0])

    fills = {"one": called(one), "other": called(other)}
    return Draft(sentence_name="night_order", fills=fills, key=place(one) < place(other))


def _asked_first(table: SituationDraw) -> tuple[Power, ...]:
    """Return the powers of the village whose holders act before anything of the night is known."""
    batches = table.play(table.scene(day=table.late_day(table.seats)), a_night).batches
    first = next((batch for batch in batches if batch[0].kind != "suspect"), ())
    asked = {table.role(ask.seat) for ask in first if team_of(table.role(ask.seat)) == "village"}
    return tuple(
        power
        for power in _night_powers(table.board)
        if asked.intersection(table.board.roles_with(power))
    )


def _attack_told(table: SituationDraw) -> Draft:
    """Ask whether a seat, a wolf or another, learns during the night whom the pack attacks.

    The holder of a power that acts after the attack is excluded, since its ask may name the victim.
    """
    living = table.living(dead=(0, 1))
    seat = table.pick((table.pick(table.with_power("kill", living)), table.pick(living)))
    power = ROLES[table.role(seat)].power
    if (
        power in _night_powers(table.board)
        and seat not in table.with_power("kill")
        and power not in _asked_first(table)
    ):
        raise Unsettled
    day = table.late_day(living)

    def learns(played: SceneOutcome) -> bool:
        return all(to == "all" or seat in to for to in played.audiences(f.Attacked))

    return Draft(
        sentence_name="attack_told",
        fills={"role": table.role(seat)},
        key=table.settled_value(table.scene(living, day=day), a_night, learns),
    )


def _dead_act(table: SituationDraw) -> Draft:
    """Ask whether a seat acts in the night in which it is attacked, or after it was exiled."""
    seat = table.holder(table.pick(_asked_first(table)))
    dies = table.pick((True, False))
    living = (
        table.living(seat, dead=(0, 1))
        if dies
        else tuple(s for s in table.living(dead=(1, 2)) if s != seat)
    )
    day = table.late_day(living, 2)

    def acts(played: SceneOutcome) -> bool:
        return any(
            ask.seat == seat and ask.phase == "night" and ask.kind != "suspect"
            for batch in played.batches
            for ask in batch
        )

    if dies:
        choices: Choices = {("kill", wolf): (seat,) for wolf in living}
        key = table.settled_value(table.scene(living, day=day), a_night, acts, choices)
    else:
        before = table.scene(tuple(sorted((*living, seat))), day=day - 1)
        key = table.settled_value(before, exile_and_night(seat), acts)
    fills = {"role": table.role(seat), "seat": str(seat), "day": str(day), "before": str(day - 1)}
    return Draft(sentence_name="dead_act" if dies else "long_dead_act", fills=fills, key=key)


def _several_act(board: Board) -> bool:
    return len(_night_powers(board)) > 1


def _acts_first(board: Board) -> bool:
    return bool(_asked_first(SituationDraw(board, dice_of(0))))


KINDS = (
    QuestionKind("pack agrees", SUBJECT, "situation", ("wolf_kill",), (), any_board, _agreed),
    QuestionKind("pack asked", SUBJECT, "rule", ("wolf_kill",), (), any_board, _asked_alone),
    QuestionKind(
        "pack targets",
        SUBJECT,
        "rule",
        ("wolves_may_target_pack", "wolves_may_pass"),
        (),
        any_board,
        _targets,
    ),
    QuestionKind(
        "whispers at all", SUBJECT, "rule", ("whisper_rounds",), (), any_board, _whispers_at_all
    ),
    QuestionKind("whispers", SUBJECT, "rule", ("whisper_rounds",), (), _whisper, _whispers),
    QuestionKind(
        "night order", SUBJECT, "rule", ("night_order",), ("^At night ",), _several_act, _order
    ),
    QuestionKind(
        "who learns of the attack",
        SUBJECT,
        "rule",
        (),
        ("The pack learns at once", "told whom", "told who would"),
        any_board,
        _attack_told,
    ),
    QuestionKind(
        "who acts that night", SUBJECT, "situation", (), ("^At night ",), _acts_first, _dead_act
    ),
)
