"""Questions on Guard, Witch and Seer, and on who dies in a night."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.game import Board, team_of
from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    deals_powers,
    holders,
    name_seat,
    who_lives,
)
from wolfcore.quiz.scenes import Choices, SceneOutcome, Unsettled, a_night

SUBJECT = "night"


def _guard_may(table: SituationDraw) -> Draft:
    """Ask whether the guard may protect a given seat.

    The seat is itself, that of last night or of the night before, another seat, or nobody.
    """
    guard = table.holder("protect")
    living = table.living(guard, dead=(0, 1))
    last, earlier = table.sample(living, 2)
    target = table.pick((guard, last, last, earlier, 0, table.pick(living)))
    before = (
        f.Began(1, "night"), f.Protected(guard, earlier), f.Began(1, "dawn"),
        f.Began(2, "night"), f.Protected(guard, last), f.Began(2, "dawn"),
    )  # fmt: skip
    scene = table.scene(living, day=3, before=before)
    key = table.settled_value(
        scene, a_night, lambda played: target in played.options("protect", guard)
    )
    whom = "itself" if target == guard else name_seat(target)
    fills = {
        "role": table.role(guard),
        "guard": str(guard),
        "alive": who_lives(table, living),
        "last": name_seat(last),
        "earlier": name_seat(earlier),
        "target": whom,
    }
    return Draft(sentence_name="guard_may", fills=fills, key=key)


def _deaths(table: SituationDraw) -> Draft:
    """Ask who dies in a night, without the hunter's shots."""
    living = table.living(dead=(0, 1, 2))
    guards, witches = table.with_power("protect", living), table.with_power("potions", living)
    hunters = table.with_power("shoot")
    # No hunter, whose shot would be another death.
    prey = tuple(seat for seat in living if seat not in (*hunters, *table.with_power("kill")))
    attacked = table.pick(prey)
    others = tuple(seat for seat in living if seat not in (*hunters, *witches))
    protected = table.pick((attacked, table.pick(others), table.pick(others))) if guards else 0
    saved = table.pick((attacked, 0)) if witches and attacked not in witches else 0
    # Where both potions in one night are forbidden, a witch who saves cannot poison.
    both = table.board.switches.witch_both_potions or not saved
    poisoned = (
        table.pick((0, attacked, protected or attacked, table.pick(others)))
        if witches and both
        else 0
    )
    # A witch cannot poison herself.
    poisoned = 0 if poisoned in witches else poisoned
    choices: Choices = {
        **{("kill", wolf): (attacked,) for wolf in living},
        **{("protect", guard): (protected,) for guard in guards},
        **{("save", witch): (saved,) for witch in witches},
        **{("poison", witch): (poisoned,) for witch in witches},
    }
    day = table.late_night(living)

    def died(played: SceneOutcome) -> tuple[int, ...]:
        # A witch who was not asked did not save, and the words of the question would be wrong.
        if saved and not played.asked("save"):
            raise Unsettled
        return tuple(fact.seat for fact in played.facts_of(f.Died))

    key = table.settled_value(table.scene(living, day=day), a_night, died, choices)
    guarded = (
        f" The {table.role(guards[0])} protects {_self(protected, guards[0])}." if guards else ""
    )
    witch = ""
    if witches:
        name = table.role(witches[0])
        witch = (
            f" The {name} "
            f"{f'gives seat {saved} the antidote' if saved else 'keeps the antidote'} and "
        )
        witch += f"poisons seat {poisoned}." if poisoned else "poisons nobody."
    fills = {"day": str(day), "attacked": name_seat(attacked), "guarded": guarded, "witch": witch}
    return Draft(
        sentence_name="deaths",
        fills=fills,
        key=key,
        options=tuple(map(str, sorted({attacked, protected, poisoned} - {0}))),
    )


def _self(seat: int, own: int) -> str:
    return f"seat {seat} (itself)" if seat == own else name_seat(seat)


def _one_of_each(board: Board) -> bool:
    return holders(board, "protect") < 2 and holders(board, "potions") < 2


# -- the witch


def _witch_told(table: SituationDraw) -> Draft:
    """Ask whether the witch is told whom the wolves attacked."""
    witch = table.holder("potions")
    living = table.living(witch, dead=(0, 1))
    guards = table.with_power("protect", living)
    attacked = table.pick(tuple(s for s in living if s not in (witch, *table.with_power("kill"))))
    spent = table.pick((False, True))
    protected = (
        table.pick((attacked, table.pick(table.others(attacked, living=living)))) if guards else 0
    )
    before = (f.Began(1, "night"), f.Saved(witch, attacked), f.Began(1, "dawn")) if spent else ()
    day = table.late_day(living, 2)
    choices: Choices = {
        **{("kill", wolf): (attacked,) for wolf in living},
        **{("protect", guard): (protected,) for guard in guards},
    }

    def told(played: SceneOutcome) -> bool:
        return f.Victim(witch, attacked) in played.facts_of(f.Victim)

    key = table.settled_value(table.scene(living, day=day, before=before), a_night, told, choices)
    fills = {
        "role": table.role(witch),
        "has": "has used her antidote before" if spent else "still has her antidote",
        "day": str(day),
        "attacked": name_seat(attacked),
        "guarded": f" The {table.role(guards[0])} protects seat {protected}." if guards else "",
    }
    return Draft(sentence_name="witch_told", fills=fills, key=key)


def _self_save(table: SituationDraw) -> Draft:
    """Ask whether the witch, attacked and with her antidote, may give it to herself."""
    witch = table.holder("potions")
    living = table.living(witch, dead=(0, 1))
    day = table.pick((1, 2, 3))
    if not table.board.switches.kills_in(day):
        raise Unsettled
    safe = table.pick(table.others(witch, living=living))
    # Nobody is dead in night 1.
    there = living if day > 1 else table.seats
    choices: Choices = {
        **{("kill", wolf): (witch,) for wolf in there},
        **{("protect", guard): (safe,) for guard in there},
    }
    scene = table.scene(there, day=day)
    key = table.settled_value(
        scene, a_night, lambda played: bool(played.asked("save", seat=witch)), choices
    )
    return Draft(
        sentence_name="self_save", fills={"role": table.role(witch), "day": str(day)}, key=key
    )


def _potions_left(table: SituationDraw) -> Draft:
    """Ask which potions the witch may use after earlier ones.

    She used them tonight or in an earlier night.
    """
    witch = table.holder("potions")
    living = table.living(witch, dead=(0, 1))
    guards = table.with_power("protect", living)
    attacked, safe = table.sample(
        tuple(s for s in living if s not in (witch, *table.with_power("kill"))), 2
    )
    case = table.pick(("saved tonight", "saved tonight", "saved before", "poisoned before"))
    before = {
        "saved tonight": (),
        "saved before": (f.Began(1, "night"), f.Saved(witch, safe), f.Began(1, "dawn")),
        "poisoned before": (f.Began(1, "night"), f.Poisoned(witch, safe), f.Began(1, "dawn")),
    }[case]
    wanted = table.pick(("poison",)) if case == "saved tonight" else table.pick(("poison", "save"))
    choices: Choices = {
        **{("kill", wolf): (attacked,) for wolf in living},
        **{("protect", guard): (safe,) for guard in guards},
        ("save", witch): (attacked,) if case == "saved tonight" else (0,),
    }

    def may(played: SceneOutcome) -> bool:
        if case == "saved tonight" and f.Saved(witch, attacked) not in played.facts_of(f.Saved):
            raise Unsettled
        return bool(played.asked(wanted, seat=witch))

    key = table.settled_value(table.scene(living, day=2, before=before), a_night, may, choices)
    did = {
        "saved tonight": f"Tonight she gives seat {attacked} the antidote.",
        "saved before": "In night 1 she used her antidote. "
        f"Tonight the wolves attack seat {attacked}, whom nobody protects.",
        "poisoned before": "In night 1 she used her poison. "
        f"Tonight the wolves attack seat {attacked}, whom nobody protects.",
    }[case]
    fills = {
        "role": table.role(witch),
        "did": did,
        "potion": "poison somebody" if wanted == "poison" else "save that player",
    }
    return Draft(sentence_name="potions_left", fills=fills, key=key)


def _poison_whom(table: SituationDraw) -> Draft:
    """Ask whom the witch may poison."""
    witch = table.holder("potions")
    living = table.living(witch, dead=(1, 2))
    target, words = table.pick(
        [
            (witch, "herself"),
            (0, "nobody"),
            (table.pick(table.with_power("kill", living)), "a living wolf"),
            (table.pick(tuple(s for s in living if s != witch)), "any other living player"),
            (table.pick(table.others(*living)), "a player who is dead"),
        ]
    )
    key = table.settled_value(
        table.scene(living, day=table.late_day(living, 2)),
        a_night,
        lambda played: target in played.options("poison", witch),
        {("save", witch): (0,)},
    )
    return Draft(
        sentence_name="poison_whom", fills={"role": table.role(witch), "target": words}, key=key
    )


# -- the seer


def _learned(table: SituationDraw) -> Draft:
    """Ask what a seer learns of a seat."""
    seer = table.holder("check")
    living = table.living(seer, dead=(0, 1))
    target = table.pick(table.others(seer, living=living))
    day = table.late_day(living)
    scene = table.scene(living, day=day)

    learned = table.settled_value(scene, a_night, _result(seer), {("check", seer): (target,)})
    options = (*dict.fromkeys(table.board.roles), "village", "wolves")
    fills = {
        "seer": table.role(seer),
        "target": name_seat(target),
        "role": _a_role(table, table.role(target)),
    }
    named = tuple(_named(table, option) for option in options)
    return Draft(sentence_name="learned", fills=fills, key=_named(table, learned), options=named)


def _result(seer: int) -> Callable[[SceneOutcome], str]:
    """Return a function that reads the result of a seat's check."""
    return lambda played: next(
        fact.result for fact in played.facts_of(f.Checked) if fact.seer == seer
    )


def _named(table: SituationDraw, result: str) -> str:
    if result in ("village", "wolves"):
        return f"that this player is of the {result} team"
    return f"that this player is {_a_role(table, result)}"


def _a_role(table: SituationDraw, role: str) -> str:
    """Name a role with its article: `the Witch` if one is dealt, `a Villager` if several are."""
    return f"{'the' if table.roles.count(role) == 1 else 'a'} {role}"


def _likely(table: SituationDraw) -> Draft:
    """Ask whether a seer's check can distinguish two roles, mostly of the same team."""
    seer = table.holder("check")
    roles = tuple(dict.fromkeys(role for role in table.board.roles if role != table.role(seer)))
    one, other = table.sample(roles, 2)
    seats = tuple(
        next(s for s in table.others(seer) if table.role(s) == role) for role in (one, other)
    )
    found = [
        table.settled_value(table.scene(), a_night, _result(seer), {("check", seer): (seat,)})
        for seat in seats
    ]
    # Every check tells the teams apart: most of these questions would be too easy.
    if team_of(one) != team_of(other) and table.pick((True, True, False)):
        raise Unsettled
    fills = {"seer": table.role(seer), "one": one, "other": other}
    return Draft(sentence_name="tell_apart", fills=fills, key=found[0] != found[1])


def _seer_may(table: SituationDraw) -> Draft:
    """Ask whom the seer may check."""
    seer = table.holder("check")
    living = table.living(seer, dead=(1, 2))
    known = table.pick(table.others(seer, living=living))
    target, words = table.pick(
        [
            (known, "the same player again"),
            (known, "the same player again"),
            (0, "nobody"),
            (seer, "itself"),
            (
                table.pick(table.others(seer, known, living=living)),
                "a living player whom it has not checked",
            ),
            (table.pick(table.others(*living)), "a player who is dead"),
        ]
    )
    role = table.role(known)
    result = role if table.board.switches.seer_learns == "role" else team_of(role)
    before = (f.Began(1, "night"), f.Checked(seer, known, result), f.Began(1, "dawn"))
    scene = table.scene(living, day=table.late_day(living, 2), before=before)
    key = table.settled_value(
        scene, a_night, lambda played: target in played.options("check", seer)
    )
    return Draft(
        sentence_name="seer_may",
        fills={"seer": table.role(seer), "known": name_seat(known), "target": words},
        key=key,
    )


def _check_told(table: SituationDraw) -> Draft:
    """Ask whether a given player, the seer or another, learns the result of a check."""
    seer = table.holder("check")
    living = table.living(seer, dead=(0, 1))
    who = table.pick((seer, table.pick(table.others(seer, living=living))))

    def learns(played: SceneOutcome) -> bool:
        return any(
            to == "all" or who in to
            for fact, to in zip(
                played.facts_of(f.Checked), played.audiences(f.Checked), strict=True
            )
            if fact.seer == seer
        )

    fills = {
        "seer": table.role(seer),
        "who": "the " + table.role(seer) if who == seer else f"a {table.role(who)}",
    }
    scene = table.scene(living, day=table.late_day(living))
    return Draft(
        sentence_name="check_told", fills=fills, key=table.settled_value(scene, a_night, learns)
    )


KINDS = (
    QuestionKind(
        "guard may protect",
        SUBJECT,
        "situation",
        ("guard_self", "guard_repeat", "guard_pass"),
        (),
        deals_powers("protect"),
        _guard_may,
    ),
    QuestionKind(
        "who dies at night",
        SUBJECT,
        "situation",
        ("guard_and_antidote", "guard_stops_poison"),
        (
            "protects a living",
            "one antidote",
            "victim who is protected",
            "stops? poison",
            "stop poison",
        ),
        _one_of_each,
        _deaths,
    ),
    QuestionKind(
        "witch is told",
        SUBJECT,
        "situation",
        ("witch_told",),
        (),
        deals_powers("potions"),
        _witch_told,
    ),
    QuestionKind(
        "witch saves herself",
        SUBJECT,
        "situation",
        ("witch_self_save",),
        (),
        deals_powers("potions"),
        _self_save,
    ),
    QuestionKind(
        "potions left",
        SUBJECT,
        "situation",
        ("witch_both_potions",),
        ("one antidote", "both potions", "told who"),
        deals_powers("potions"),
        _potions_left,
    ),
    QuestionKind(
        "whom to poison",
        SUBJECT,
        "rule",
        (),
        ("one antidote", "poison"),
        deals_powers("potions"),
        _poison_whom,
    ),
    QuestionKind(
        "what the seer learns",
        SUBJECT,
        "situation",
        ("seer_learns",),
        (),
        deals_powers("check"),
        _learned,
    ),
    QuestionKind(
        "seer tells apart", SUBJECT, "rule", ("seer_learns",), (), deals_powers("check"), _likely
    ),
    QuestionKind(
        "seer may check",
        SUBJECT,
        "situation",
        ("seer_repeat", "seer_pass"),
        ("learns the", "checks? nobody", "check the same player"),
        deals_powers("check"),
        _seer_may,
    ),
    QuestionKind(
        "who learns of a check",
        SUBJECT,
        "rule",
        (),
        ("learns the",),
        deals_powers("check"),
        _check_told,
    ),
)
