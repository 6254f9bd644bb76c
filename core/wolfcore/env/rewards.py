"""Rewards of the Strategic Language Agents paper (appendix C), for any board.

Rewards are computed from the whole log, secrets included, so they are never part of an observation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from wolfcore.game import Entry, RoleName, Team, team_of
from wolfcore.game import facts as f

RewardScheme: TypeAlias = Literal["paper", "win"]
"""All rewards of the paper, or only those for the end of the game."""


WIN, KILL, FIND, SAVE, BALLOT, EXILE = 100, 5, 2, 5, 1, 5


class RewardLedger:
    """Computes the rewards of each seat of one game from the whole log, secrets included.

    | event | rewards |
    | --- | --- |
    | a team wins | its seats +100, all others -100; none if no team wins |
    | the pack kills a seat that was not also poisoned | wolves +5, all others -5 |
    | a check finds a wolf | the seer +2, wolves -2 |
    | a protection or antidote saves the pack's target | each saver +5, wolves -5, once a night |
    | a ballot of the village in the vote or runoff goes to a wolf | the voter +1, wolves -1 |
    | such a ballot goes to another seat | the voter -1, wolves +1 |
    | the vote exiles a wolf | wolves -5, all others +5 |
    | the vote exiles another seat | wolves +5, all others -5 |

    The dead earn with their team. In place of the paper's Doctor, each role that saves earns the
    reward: a guard or a witch. The paper's heading gives the reward for ballots to the Villagers,
    so the ballot of a wolf has no reward. It pays the result of the vote, which in its rules is a
    death; so an exile pays here also where the seat stays alive.

    Args:
        roles: The role of each seat, in seat order.
        scheme: Which rewards count.
    """

    def __init__(self, roles: Iterable[RoleName], scheme: RewardScheme = "paper") -> None:
        # Nobody sits on index 0, so that seats are indices.
        self._teams: tuple[Team | None, ...] = (None, *map(team_of, roles))
        self._pays = _PAPER if scheme == "paper" else _WIN
        self._due = [0] * len(self._teams)
        self._attacked, self._dawn = 0, False
        self._savers: dict[int, int] = {}
        self._fallen: set[int] = set()

    def pay(self, entries: Iterable[Entry]) -> list[int]:
        """Return the rewards of each seat for new log entries, by seat number; index 0 is always 0.

        Args:
            entries: The entries since the last call, in order: those of one whole batch of answers,
                or the whole log.
        """
        for entry in entries:
            pay = self._pays.get(type(entry.fact))
            if pay:
                pay(self, entry.fact)
        # A batch may end at dawn, before a shot or last words: all deaths are announced by then.
        if self._dawn:
            self._pay_savers()
        due, self._due = self._due, [0] * len(self._teams)
        return due

    def _is_wolf(self, seat: int) -> bool:
        return self._teams[seat] == "wolves"

    def _pay_team(self, team: Team, amount: int, others: int = 0) -> None:
        """Add an amount to the rewards of all seats of a team, and another to all other seats."""
        for seat, own in enumerate(self._teams):
            if own:
                self._due[seat] += amount if own == team else others

    # -- one method for each type of fact

    def ended(self, fact: f.Ended) -> None:
        """Pay the end of the game."""
        if fact.winner:
            self._pay_team(fact.winner, WIN, -WIN)

    def began(self, fact: f.Began) -> None:
        """Reset the night's records at night; note a dawn, after which savers are paid."""
        # The phase after the dawn has begun: all deaths of the night are known.
        if self._dawn:
            self._pay_savers()
        if fact.phase == "night":
            self._attacked, self._savers, self._fallen = 0, {}, set()
        self._dawn = fact.phase == "dawn"

    def attacked(self, fact: f.Attacked) -> None:
        """Record the target of the pack."""
        self._attacked = fact.target

    def guarded(self, fact: f.Protected | f.Saved) -> None:
        """Record a protection or an antidote."""
        if fact.target:
            self._savers[fact.seat] = fact.target

    def fell(self, fact: f.Cause) -> None:
        """Record a death by the pack or by poison; pay for a kill by the pack."""
        # Not by a shot: a target that was saved can still be shot at dawn.
        if fact.cause in ("killed", "poisoned"):
            self._fallen.add(fact.seat)
        if fact.cause == "killed":
            self._pay_team("wolves", KILL, -KILL)

    def _pay_savers(self) -> None:
        """Pay each seat whose protected target was attacked and did not die."""
        self._dawn = False
        # A seat that was poisoned as well was not saved.
        savers = [seat for seat, target in self._savers.items() if target == self._attacked]
        if savers and self._attacked not in self._fallen:
            self._pay_team("wolves", -SAVE)
            for seat in savers:
                self._due[seat] += SAVE

    def checked(self, fact: f.Checked) -> None:
        """Pay for a check that found a wolf."""
        if fact.target and self._is_wolf(fact.target):
            self._due[fact.seer] += FIND
            self._pay_team("wolves", -FIND)

    def voted(self, fact: f.Voted) -> None:
        """Pay for a ballot of the village; ballots of elections and straw votes earn nothing."""
        if fact.ballot in ("vote", "runoff") and fact.target and not self._is_wolf(fact.voter):
            right = BALLOT if self._is_wolf(fact.target) else -BALLOT
            self._due[fact.voter] += right
            self._pay_team("wolves", -right)

    def exiled(self, fact: f.Exiled) -> None:
        """Pay for an exile: wolves -5 and all others +5 if it hit a wolf, else the reverse.

        Nothing is paid if nobody was exiled.
        """
        if fact.seat:
            right = EXILE if self._is_wolf(fact.seat) else -EXILE
            self._pay_team("village", right, -right)


_Pay: TypeAlias = Callable[[RewardLedger, Any], None]


_WIN: dict[type, _Pay] = {f.Ended: RewardLedger.ended}


_PAPER: dict[type, _Pay] = {
    **_WIN,
    f.Began: RewardLedger.began,
    f.Attacked: RewardLedger.attacked,
    f.Protected: RewardLedger.guarded,
    f.Saved: RewardLedger.guarded,
    f.Cause: RewardLedger.fell,
    f.Checked: RewardLedger.checked,
    f.Voted: RewardLedger.voted,
    f.Exiled: RewardLedger.exiled,
}
