"""The witch's potions: one antidote and one poison a game."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.moderator import Batch, Moderator, Script
from wolfcore.game.roles import RoleName
from wolfcore.game.switches import Switches
from wolfcore.game.views import AnsweredAsk

from .power import NightRules, PowerRules, Tonight


def _no_batch(_m: Moderator, _tonight: Tonight) -> Batch:
    """Return no asks: the witch is asked only after the wolves' attack is known."""
    return ()


def _resolve_potions(m: Moderator, tonight: Tonight, _: list[AnsweredAsk]) -> Script[None] | None:
    """Return the script of the witches' potions, or None where no witch is alive."""
    witches = m.living_with("potions")
    return _use_potions(m, tonight, witches) if witches else None


def _use_potions(m: Moderator, tonight: Tonight, witches: tuple[int, ...]) -> Script[None]:
    """Ask for all antidotes first and then for all poisons."""
    attacked = tonight.attacked
    # A protected victim would not die, so where the witch is told of the dying she hears of nobody.
    hidden = m.switches.witch_told == "dying" and attacked in tonight.protected
    savers = yield from _antidotes(m, witches, 0 if hidden else attacked)
    spent = () if m.switches.witch_both_potions else savers
    holders = [
        seat
        # State holds used potions only; one that a witch kept (target 0) is not in it.
        for seat in witches
        if seat not in spent and all(deed.seat != seat for _, deed in m.state.poisoned)
    ]
    batch = m.make_asks(
        m.begin_step("poison", witches),
        "poison",
        {seat: (0, *m.other_living(seat)) for seat in holders},
    )
    given = yield from m.ask_batch(batch)
    for own in given:
        m.tell(f.Poisoned(own.ask.seat, own.answer.choice), (own.ask.seat,))
    tonight.saved = frozenset({attacked} if savers else ())
    tonight.poisoned = frozenset([own.answer.choice for own in given]) - {0}


def _antidotes(m: Moderator, witches: tuple[int, ...], shown: int) -> Script[tuple[int, ...]]:
    """Tell each witch the victim and ask those who may save; return the witches who did.

    Args:
        m: The moderator.
        witches: The living witches.
        shown: The victim that the witches may be told, or 0 for none.
    """
    witch_told = m.switches.witch_told
    may_save: list[int] = []
    for seat in witches:
        holding = all(deed.seat != seat for _, deed in m.state.saved)
        # `always` also tells a witch who has no antidote left.
        if witch_told == "always" or (witch_told != "never" and holding):
            m.tell(f.Victim(seat, shown), (seat,))
            if shown and holding and (shown != seat or _may_save_herself(m)):
                may_save.append(seat)
    batch = m.make_asks(m.begin_step("save", witches), "save", dict.fromkeys(may_save, (0, shown)))
    given = yield from m.ask_batch(batch)
    for own in given:
        m.tell(f.Saved(own.ask.seat, own.answer.choice), (own.ask.seat,))
    return tuple([own.ask.seat for own in given if own.answer.choice])


def _may_save_herself(m: Moderator) -> bool:
    match m.switches.witch_self_save:
        case "always":
            return True
        case "first_night":
            return m.state.day == 1
        case "never":
            return False


# -- the rule book


def _sentence(role: RoleName, s: Switches) -> str:
    return (
        f"The {role} has one antidote, which saves the wolves' victim, and one "
        "poison; each works once a game."
    )


def _sentences(board: Board, name: str) -> Iterator[str]:
    s = board.switches
    guarded = bool(board.roles_with("protect"))
    match s.witch_told:
        case "holding":
            even = ", even if that player is protected" if guarded else ""
            yield f"While she has the antidote the {name} is told whom the wolves attacked{even}."
        case "dying":
            yield (
                f"While she has the antidote the {name} is told who would die; a protected "
                "victim is not named."
            )
        case "always":
            yield f"The {name} is always told whom the wolves attacked."
        case "never":
            yield (
                f"The {name} is never told whom the wolves attacked, so her antidote cannot "
                "be used."
            )
    match s.witch_self_save:
        case "always":
            yield "She may save herself."
        case "first_night" if s.first_night_deaths:
            yield "She may save herself in the first night only."
        case "first_night" | "never":
            yield "She may not save herself."
    yield (
        "She may poison any other living player, or nobody; her antidote helps against the "
        "wolves alone."
    )
    yield (
        "She may use both potions in one night."
        if s.witch_both_potions
        else "She may not use both potions in one night."
    )
    if guarded:
        fate = "lives" if s.guard_and_antidote == "lives" else "dies: the two undo each other"
        yield f"A victim who is protected and given the antidote {fate}."


RULES = PowerRules(_sentence, NightRules("witch", _no_batch, _resolve_potions, _sentences))
