"""Nodes of the speech menu, and its claims and reports about oneself. Imports house bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct

from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind, claim_move
from wolfcore.game import RoleName, Team, View, team_of
from wolfcore.game import facts as f

from .seat_options import seat_text


class MenuChoice(Struct, frozen=True):
    """One choice of the speech menu.

    Attributes:
        label: A few words: `Accuse somebody`, `3 Cleo`.
        next: The next menu step, or the move that is said.
        seat: The seat that the choice names, or 0.
        note: A remark on the choice; may be empty.
    """

    label: str
    next: MenuNext
    seat: int = 0
    note: str = ""


class MenuStep(Struct, frozen=True):
    """One question of the speech menu, with at least one choice.

    The choices are distinct seats, or none of them is a seat.
    """

    title: str
    picks: tuple[MenuChoice, ...]


MenuNext: TypeAlias = MenuStep | Move


class Speaker(Struct, frozen=True):
    """The person who speaks: their view, and the record that a house bot would have in that seat.

    The record chooses the sentences of a move.
    """

    view: View
    record: SeatRecord

    @property
    def others(self) -> tuple[int, ...]:
        """The other living seats, ascending."""
        return tuple(seat for seat in self.view.living if seat != self.view.seat)

    def seat(self, seat: int, leads: MenuNext, note: str = "") -> MenuChoice:
        """Make a choice that names a seat."""
        return MenuChoice(seat_text(self.view, seat), leads, seat, note)


def make_speaker(view: View) -> Speaker:
    """Make the speaker of a view by replaying its facts into a bot's record."""
    record = SeatRecord(view.seat, view.board, view.names)
    observe(record, view.facts)
    return Speaker(view, record)


def submenu(
    label: str, title: str, picks: Iterable[MenuChoice], note: str = ""
) -> list[MenuChoice]:
    """Make the menu choice that leads to a submenu.

    Returns an empty list if the submenu has no choices. A single choice that is no seat is taken
    without a question.
    """
    found = tuple(picks)
    if len(found) == 1 and not found[0].seat:
        return [MenuChoice(label, found[0].next, note=note)]
    return [MenuChoice(label, MenuStep(title, found), note=note)] if found else []


_CHECK_RESULTS: dict[str, str] = {"wolves": "a wolf", "village": "not a wolf"}


def claim_choices(speaker: Speaker) -> list[MenuChoice]:
    """Offer to claim a role of this board, village roles first."""
    view = speaker.view
    roles: list[RoleName] = sorted(
        dict.fromkeys(view.board.roles), key=lambda role: team_of(role) == "wolves"
    )
    picks = [
        MenuChoice(role, claim_move(role), note="which you are" if role == view.role else "")
        for role in roles
    ]
    return submenu("Claim a role", "What do you claim to be?", picks)


def report_choices(speaker: Speaker) -> list[MenuChoice]:
    """Offer reports of past night actions that a role of this board can do."""
    view = speaker.view
    everybody = range(1, view.board.size + 1)
    others = [seat for seat in everybody if seat != view.seat]
    picks = own_check_choices(speaker)
    if view.board.roles_with("check"):
        picks += submenu("A check", "Whom did you check?", _checks(speaker, others))
    if view.board.roles_with("protect"):
        guarded = everybody if view.board.switches.guard_self else others
        picks += submenu(
            "A protection", "Whom did you protect?", _deeds(speaker, "told_protected", guarded)
        )
    if view.board.roles_with("potions"):
        picks += submenu(
            "An antidote", "Whom did you save?", _deeds(speaker, "told_saved", everybody)
        )
        picks += submenu(
            "A poison", "Whom did you poison?", _deeds(speaker, "told_poisoned", others)
        )
    return submenu("Report a night", "What do you report?", picks)


def own_check_choices(speaker: Speaker) -> list[MenuChoice]:
    """Offer reports of this seat's own real check results, newest first."""
    night, picks = 0, list[MenuChoice]()
    for fact in speaker.view.facts:
        if isinstance(fact, f.Began):
            night = fact.day
        elif isinstance(fact, f.Checked) and fact.target and fact.result:
            found = _CHECK_RESULTS.get(fact.result, fact.result)
            label = f"What you learned of {seat_text(speaker.view, fact.target)} in night {night}"
            picks.append(MenuChoice(label, _checked(fact.target, fact.result, night), note=found))
    return picks[::-1]


def _checks(speaker: Speaker, seats: Iterable[int]) -> list[MenuChoice]:
    results: list[RoleName | Team] = ["wolves", "village"]
    if speaker.view.board.switches.seer_learns == "role":
        results = list(dict.fromkeys(speaker.view.board.roles))

    def what(seat: int) -> MenuStep:
        title = f"What is {seat_text(speaker.view, seat)}?"
        return MenuStep(
            title,
            tuple(
                MenuChoice(_CHECK_RESULTS.get(result, result), told(seat, result))
                for result in results
            ),
        )

    def told(seat: int, result: RoleName | Team) -> MenuNext:
        return _in_a_night(speaker, seat, lambda night: _checked(seat, result, night))

    return [speaker.seat(seat, what(seat)) for seat in seats]


def _checked(seat: int, result: RoleName | Team, night: int) -> Move:
    """Make the move that reports a check; a wolf role is reported as a wolf on every board."""
    if result == "village":
        return Move(kind="report_good", target=seat, night=night)
    if result == "wolves" or team_of(result) == "wolves":
        return Move(kind="report_wolf", target=seat, night=night)
    return Move(kind="report_role", target=seat, role=result, night=night)


def _deeds(speaker: Speaker, intent: MoveKind, seats: Iterable[int]) -> list[MenuChoice]:
    def told(seat: int) -> MenuNext:
        return _in_a_night(speaker, seat, lambda night: Move(kind=intent, target=seat, night=night))

    return [speaker.seat(seat, told(seat)) for seat in seats]


def _in_a_night(speaker: Speaker, seat: int, make_move: Callable[[int], Move]) -> MenuNext:
    """Ask in which night a move was made, or take the only possible night without a question."""
    death = speaker.view.state.death_of(seat)
    last = min(speaker.record.day, death.day) if death else speaker.record.day
    nights = range(max(last, 1), 0, -1)
    if len(nights) == 1:
        return make_move(nights[0])
    return MenuStep(
        "In which night?", tuple(MenuChoice(f"night {night}", make_move(night)) for night in nights)
    )
