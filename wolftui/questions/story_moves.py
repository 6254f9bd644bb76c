"""What a person may tell of themselves: a role of this board, and the nights of the powers that are dealt here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wolfcore.bots.talk.moves import Intent, Move, claim_of
from wolfcore.game import RoleName, Team, team_of
from wolfcore.game import facts as f

from .picks import Leads, Pick, Speaker, Step, into
from .seat_options import called

_FOUND: dict[str, str] = {"wolves": "a wolf", "village": "not a wolf"}


def claim(speaker: Speaker) -> list[Pick]:
    """The roles that this board deals, those of the village first."""
    view = speaker.view
    roles: list[RoleName] = sorted(dict.fromkeys(view.board.roles), key=lambda role: team_of(role) == "wolves")
    picks = [Pick(role, claim_of(role), note="which you are" if role == view.role else "") for role in roles]
    return into("Claim a role", "What do you claim to be?", picks)


def report(speaker: Speaker) -> list[Pick]:
    """Deeds of the nights so far, as the roles of this board can do them."""
    view = speaker.view
    everybody = range(1, view.board.size + 1)
    others = [seat for seat in everybody if seat != view.seat]
    picks = learned(speaker)
    if view.board.roles_with("check"):
        picks += into("A check", "Whom did you check?", _checks(speaker, others))
    if view.board.roles_with("protect"):
        guarded = everybody if view.board.switches.guard_self else others
        picks += into("A protection", "Whom did you protect?", _deeds(speaker, "told_protected", guarded))
    if view.board.roles_with("potions"):
        picks += into("An antidote", "Whom did you save?", _deeds(speaker, "told_saved", everybody))
        picks += into("A poison", "Whom did you poison?", _deeds(speaker, "told_poisoned", others))
    return into("Report a night", "What do you report?", picks)


def learned(speaker: Speaker) -> list[Pick]:
    """What this seat has really learned by its own checks, the newest first."""
    night, picks = 0, list[Pick]()
    for fact in speaker.view.facts:
        if isinstance(fact, f.Began):
            night = fact.day
        elif isinstance(fact, f.Checked) and fact.target and fact.result:
            found = _FOUND.get(fact.result, fact.result)
            label = f"What you learned of {called(speaker.view, fact.target)} in night {night}"
            picks.append(Pick(label, _checked(fact.target, fact.result, night), note=found))
    return picks[::-1]


def _checks(speaker: Speaker, seats: Iterable[int]) -> list[Pick]:
    results: list[RoleName | Team] = ["wolves", "village"]
    if speaker.view.board.switches.seer_learns == "role":
        results = list(dict.fromkeys(speaker.view.board.roles))

    def what(seat: int) -> Step:
        title = f"What is {called(speaker.view, seat)}?"
        return Step(title, tuple(Pick(_FOUND.get(result, result), told(seat, result)) for result in results))

    def told(seat: int, result: RoleName | Team) -> Leads:
        return _in_a_night(speaker, seat, lambda night: _checked(seat, result, night))

    return [speaker.seat(seat, what(seat)) for seat in seats]


def _checked(seat: int, result: RoleName | Team, night: int) -> Move:
    """A report of a check; a wolf is a wolf, whichever of the two the board lets a seer learn."""
    if result == "village":
        return Move(intent="report_good", target=seat, night=night)
    if result == "wolves" or team_of(result) == "wolves":
        return Move(intent="report_wolf", target=seat, night=night)
    return Move(intent="report_role", target=seat, role=result, night=night)


def _deeds(speaker: Speaker, intent: Intent, seats: Iterable[int]) -> list[Pick]:
    def told(seat: int) -> Leads:
        return _in_a_night(speaker, seat, lambda night: Move(intent=intent, target=seat, night=night))

    return [speaker.seat(seat, told(seat)) for seat in seats]


def _in_a_night(speaker: Speaker, seat: int, told: Callable[[int], Move]) -> Leads:
    """The deed in one of the nights that the seat saw; without a question where there was only one."""
    death = speaker.view.state.death_of(seat)
    last = min(speaker.record.day, death.day) if death else speaker.record.day
    nights = range(max(last, 1), 0, -1)
    if len(nights) == 1:
        return told(nights[0])
    return Step("In which night?", tuple(Pick(f"night {night}", told(night)) for night in nights))
