"""Questions on deaths: what is announced, the Hunter's shot, and last words."""

from __future__ import annotations

from wolfcore.game import facts as f
from wolfcore.quiz.kind import (
    Draft,
    QuestionKind,
    SituationDraw,
    any_board,
    deals_powers,
    name_seat,
)
from wolfcore.quiz.scenes import Choices, RulePart, SceneOutcome, Unsettled, a_night, an_exile

from .teams import quiet_night_choices

SUBJECT = "deaths"


_ALL = "all"


def _told_at_death(table: SituationDraw) -> Draft:
    """Ask whether the village learns a dead player's role, or how the player died."""
    living = table.living(dead=(0, 1))
    # No hunter, whose shot would be another death, and no wolf, whom the pack may have to spare.
    gone = table.pick(
        tuple(s for s in living if s not in (*table.with_power("shoot"), *table.with_power("kill")))
    )
    # Where only wolves kill at night, everybody knows how a seat died that nobody tells about.
    causes = ((f.Cause, "how it died"),) if table.with_power("potions") else ()
    fact, what = table.pick(((f.Revealed, "which role it had"), *causes))
    # Everybody knows how an exiled player died.
    night = table.pick((True, False)) or fact is f.Cause
    day = table.late_day(living)

    def public(played: SceneOutcome) -> bool:
        if gone not in [died.seat for died in played.facts_of(f.Died)]:
            raise Unsettled
        audiences = [
            e.to
            for e in played.entries
            if isinstance(e.fact, (f.Revealed, f.Cause)) and type(e.fact) is fact
        ]
        return bool(audiences) and all(to == _ALL for to in audiences)

    scene = table.scene(living, day=day)
    if night:
        key = table.settled_for_any_role(
            gone, scene, a_night, public, quiet_night_choices(table, living, attacked=gone)
        )
    else:
        key = table.settled_for_any_role(gone, scene, an_exile(gone), public)
    fills = {
        "seat": str(gone),
        "what": what,
        "when": "is killed by the wolves at night" if night else "is exiled",
    }
    return Draft(sentence_name="told_at_death", fills=fills, key=key)


def _quiet(table: SituationDraw) -> Draft:
    """Ask whether all learn who was attacked or protected if the guard saved the victim."""
    saver = table.holder("protect")
    living = table.living(saver, dead=(0, 1))
    attacked = table.pick(tuple(s for s in living if s not in table.with_power("kill")))
    witches = table.with_power("potions", living)
    choices: Choices = {
        **{("kill", wolf): (attacked,) for wolf in living},
        ("protect", saver): (attacked,),
        **{("poison", witch): (0,) for witch in witches},
        **{("save", witch): (0,) for witch in witches},
    }

    def named(played: SceneOutcome) -> bool:
        if played.facts_of(f.Died):
            raise Unsettled
        return any(
            to == _ALL for to in (*played.audiences(f.Attacked), *played.audiences(f.Protected))
        )

    what = table.pick(("that seat {} was attacked", "that seat {} was protected")).format(attacked)
    key = table.settled_value(
        table.scene(living, day=table.late_day(living)), a_night, named, choices
    )
    return Draft(
        sentence_name="quiet",
        fills={"seat": str(attacked), "role": table.role(saver), "what": what},
        key=key,
    )


def _shoots(table: SituationDraw) -> Draft:
    """Ask whether a hunter shoots who is killed, exiled, poisoned, or attacked and poisoned."""
    hunter = table.holder("shoot")
    living = table.living(hunter, dead=(0, 1))
    case = table.pick(
        ("killed", "exiled", "poisoned", "both")
        if table.with_power("potions", living)
        else ("killed", "exiled")
    )
    other = table.pick(tuple(s for s in living if s not in (hunter, *table.with_power("kill"))))
    witches = table.with_power("potions", living)
    choices: Choices = {
        **{("kill", wolf): (other if case == "poisoned" else hunter,) for wolf in living},
        # Away from the hunter, whom a protection could save.
        **{("protect", guard): (other,) for guard in living},
        **{("save", witch): (0,) for witch in witches},
        **{
            ("poison", witch): (hunter if case in ("poisoned", "both") else 0,) for witch in witches
        },
    }
    day = table.late_day(living)

    def shoots(played: SceneOutcome) -> bool:
        if hunter not in [died.seat for died in played.facts_of(f.Died)]:
            raise Unsettled
        return bool(played.asked("shoot", seat=hunter))

    part = an_exile(hunter) if case == "exiled" else a_night
    key = table.settled_value(table.scene(living, day=day), part, shoots, choices)
    how = {
        "killed": "killed by the wolves",
        "exiled": "exiled by the vote",
        "poisoned": "poisoned and not attacked",
        "both": "attacked by the wolves and poisoned in the same night",
    }[case]
    return Draft(
        sentence_name="shoots",
        fills={"role": table.role(hunter), "how": how, "seat": str(hunter), "day": str(day)},
        key=key,
    )


def _shoots_at(table: SituationDraw) -> Draft:
    """Ask whom an exiled hunter may shoot, or whether it may hold fire."""
    hunter = table.holder("shoot")
    living = table.living(hunter, dead=(1, 2))
    # Twice as often about what the switch of this kind decides.
    target, words = table.pick(
        [
            (0, "hold fire"),
            (0, "hold fire"),
            (table.pick(table.others(*living)), "shoot a player who died earlier"),
            (table.pick(table.others(hunter, living=living)), "shoot a living player"),
        ]
    )
    scene = table.scene(living, day=table.late_day(living))

    def may(played: SceneOutcome) -> bool:
        if not played.asked("shoot", seat=hunter):
            raise Unsettled
        return target in played.options("shoot", hunter)

    key = table.settled_value(scene, an_exile(hunter), may)
    return Draft(
        sentence_name="shoots_at", fills={"role": table.role(hunter), "target": words}, key=key
    )


def _shot_public(table: SituationDraw) -> Draft:
    """Ask whether all learn whom a hunter shot, or that the hunter held fire."""
    hunter = table.holder("shoot")
    living = table.living(hunter, dead=(0, 1))
    target = table.pick(
        (0, table.pick(tuple(s for s in living if s not in table.with_power("shoot"))))
    )

    def public(played: SceneOutcome) -> bool:
        audiences = played.audiences(f.Shot)
        if not audiences:
            raise Unsettled
        return audiences[0] == _ALL

    scene = table.scene(living, day=table.late_day(living))
    key = table.settled_value(scene, an_exile(hunter), public, {("shoot", hunter): (target,)})
    did = f"shoots seat {target}" if target else "holds fire"
    return Draft(
        sentence_name="shot_public", fills={"role": table.role(hunter), "did": did}, key=key
    )


def _last_words(table: SituationDraw) -> Draft:
    """Ask whether a dead player has last words.

    The player is exiled, killed in the first night or a later one, or shot.
    """
    case = table.pick(
        (
            "exiled",
            "exiled",
            "first night",
            "later night",
            *(("shot",) if table.with_power("shoot") else ()),
        )
    )
    living = table.seats if case == "first night" else table.living(dead=(0, 1))
    gone = table.pick(
        tuple(s for s in living if s not in (*table.with_power("shoot"), *table.with_power("kill")))
    )
    if case == "shot":
        shooter = table.pick(table.with_power("shoot", living))
        part: RulePart = an_exile(shooter)
        choices: Choices = {("shoot", shooter): (gone,)}
    else:
        part = an_exile(gone) if case == "exiled" else a_night
        choices = {} if case == "exiled" else quiet_night_choices(table, living, attacked=gone)
    day = 1 if case == "first night" else table.late_day(living, 2)
    # A board may have no second day.
    if case == "later night" and day < 2:
        raise Unsettled

    def speaks(played: SceneOutcome) -> bool:
        if gone not in [died.seat for died in played.facts_of(f.Died)]:
            raise Unsettled
        return bool(played.asked("last_words", seat=gone))

    scene = table.scene(living if case != "first night" else (), day=day)
    key = table.settled_for_any_role(gone, scene, part, speaks, choices)
    how = {
        "exiled": f"is exiled on day {day}", "first night": "is killed by the wolves in night 1",
        "later night": f"is killed by the wolves in night {day}", "shot": f"is shot on day {day}",
    }[case]  # fmt: skip
    return Draft(
        sentence_name="last_words", fills={"who": name_seat(gone).capitalize(), "how": how}, key=key
    )


KINDS = (
    QuestionKind(
        "told at a death",
        SUBJECT,
        "rule",
        ("role_revealed", "cause_told"),
        (),
        any_board,
        _told_at_death,
    ),
    QuestionKind(
        "quiet night",
        SUBJECT,
        "situation",
        (),
        ("dead are named together",),
        deals_powers("protect"),
        _quiet,
    ),
    QuestionKind(
        "hunter shoots",
        SUBJECT,
        "situation",
        ("hunter_shoots_poisoned",),
        ("shoots? when", "shoot a living", "does not shoot"),
        deals_powers("shoot"),
        _shoots,
    ),
    QuestionKind(
        "hunter may shoot",
        SUBJECT,
        "rule",
        ("hunter_may_hold",),
        (),
        deals_powers("shoot"),
        _shoots_at,
    ),
    QuestionKind(
        "shot is public",
        SUBJECT,
        "rule",
        (),
        ("A shot is public", "hold fire"),
        deals_powers("shoot"),
        _shot_public,
    ),
    QuestionKind("last words", SUBJECT, "situation", ("last_words",), (), any_board, _last_words),
)
