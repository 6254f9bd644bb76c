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
    """What each seat of one game earns; it reads the whole log, secrets included.

    | what happened | who gets what |
    | --- | --- |
    | a team wins | its seats +100, all others -100; nobody anything where nobody wins |
    | somebody falls to the pack alone, not to poison too | wolves +5, all others -5 |
    | a check finds a wolf | who checked +2, wolves -2 |
    | whom the pack attacked lives, being protected or given an antidote | each who did so +5, wolves -5, once a night |
    | a villager's ballot in the vote or its runoff goes to a wolf | the voter +1, wolves -1 |
    | such a ballot goes to another | the voter -1, wolves +1 |
    | the vote exiles a wolf | wolves -5, all others +5 |
    | the vote exiles another | wolves +5, all others -5 |

    The dead earn with their team. Where the paper has a Doctor, whoever saves does here: a guard,
    or a witch. Its heading gives the reward for ballots to the Villagers, so a wolf's ballot earns
    nobody anything.

    Args:
        roles: The role of each seat, in seat order.
        scheme: Which rewards count.
    """

    def __init__(self, roles: Iterable[RoleName], scheme: RewardScheme = "paper") -> None:
        self._teams: tuple[Team | None, ...] = (None, *map(team_of, roles))
        self._pays = _PAPER if scheme == "paper" else _WIN
        self._due = [0] * len(self._teams)
        self._attacked, self._dawn = 0, False
        self._savers: dict[int, int] = {}
        self._fallen: set[int] = set()

    def pay(self, entries: Iterable[Entry]) -> list[int]:
        """What each seat earns by more of the log, by seat number; index 0 is always 0.

        Args:
            entries: What was added since, in order: all that one batch of answers brought, or the
                whole of a log.
        """
        for entry in entries:
            pay = self._pays.get(type(entry.fact))
            if pay:
                pay(self, entry.fact)
        if self._dawn:
            self._pay_savers()
        due, self._due = self._due, [0] * len(self._teams)
        return due

    def _is_wolf(self, seat: int) -> bool:
        return self._teams[seat] == "wolves"

    def _pay_team(self, team: Team, amount: int, others: int = 0) -> None:
        """Pay all of a team, and all others another amount."""
        for seat, own in enumerate(self._teams):
            if own:
                self._due[seat] += amount if own == team else others

    # -- one function a kind of fact

    def ended(self, fact: f.Ended) -> None:
        """The end of the game."""
        if fact.winner:
            self._pay_team(fact.winner, WIN, -WIN)

    def began(self, fact: f.Began) -> None:
        """A night is a clean slate; at dawn it is seen who was saved."""
        if self._dawn:
            self._pay_savers()
        if fact.phase == "night":
            self._attacked, self._savers, self._fallen = 0, {}, set()
        self._dawn = fact.phase == "dawn"

    def attacked(self, fact: f.Attacked) -> None:
        """Whom the pack attacks."""
        self._attacked = fact.target

    def guarded(self, fact: f.Protected | f.Saved) -> None:
        """Whom somebody protects, or gives an antidote."""
        if fact.target:
            self._savers[fact.seat] = fact.target

    def fell(self, fact: f.Cause) -> None:
        """Why somebody died."""
        if fact.cause in ("killed", "poisoned"):
            self._fallen.add(fact.seat)
        if fact.cause == "killed":
            self._pay_team("wolves", KILL, -KILL)

    def _pay_savers(self) -> None:
        """Pay those whose charge was attacked and lives."""
        self._dawn = False
        savers = [seat for seat, target in self._savers.items() if target == self._attacked]
        if savers and self._attacked not in self._fallen:
            self._pay_team("wolves", -SAVE)
            for seat in savers:
                self._due[seat] += SAVE

    def checked(self, fact: f.Checked) -> None:
        """What a check told."""
        if fact.target and self._is_wolf(fact.target):
            self._due[fact.seer] += FIND
            self._pay_team("wolves", -FIND)

    def voted(self, fact: f.Voted) -> None:
        """A ballot; those of elections and straw votes exile nobody."""
        if fact.ballot in ("vote", "runoff") and fact.target and not self._is_wolf(fact.voter):
            right = BALLOT if self._is_wolf(fact.target) else -BALLOT
            self._due[fact.voter] += right
            self._pay_team("wolves", -right)

    def exiled(self, fact: f.Exiled) -> None:
        """The result of the vote."""
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
