"""Merges what the grammar and the chat rows find in each sentence into the acts of a message.

Handles what one sentence cannot decide: results that come later, retractions, and questions with
their answers.
"""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.game import RoleName

from . import acts as a
from .acts import Act
from .chat.lexicon import role_by_word
from .chat.row_reader import RowReading
from .vocabulary import checking_role

_JUDGED = (a.Accuses, a.Vouches)


class SentenceMerger:
    """Collects the acts of a message sentence by sentence.

    Args:
        roles: The roles that the board deals; empty where there is no board.

    Attributes:
        pending: The seat of a reported check whose result has not been said yet, or 0.
        listing: Whether the speaker is listing results of checks.
    """

    def __init__(self, roles: tuple[RoleName, ...]) -> None:
        self._roles = roles
        self.pending = self._night = 0
        self.listing = False
        self._found: list[tuple[Act, bool]] = []
        self._role = ""
        self._last = 0
        self._named: set[int] = set()
        self._asked: dict[int, str] = {}
        self._claims_to_be_real = False

    def add(
        self, tidy: list[Act], typed: list[Act], heard: RowReading, seats: dict[str, int]
    ) -> None:
        """Merge the findings of the next sentence.

        Args:
            tidy: The acts that the grammar rules find in it.
            typed: The acts that the chat rows find in it.
            heard: The notes and the context that the chat rows return for it.
            seats: The seat of each letter.
        """
        # Nothing but the grammar spoke, and nothing is open: the usual case of tidy sentences.
        if not (typed or heard.notes or heard.pending or self.pending or self._asked):
            self._found += [(act, True) for act in tidy]
            self._carry_over(heard, seats)
            return
        # Notes of one letter and `not X` cancel the grammar's judgements of these seats.
        turned = {
            seats.get(note[-1], 0)
            for note in heard.notes
            if len(note) == 1 or note.startswith("not ")
        }
        found = [
            (act, True)
            for act in tidy
            if not _is_denied(act, heard.notes)
            and not (isinstance(act, (*_JUDGED, a.Defends)) and act.seat in turned)
        ]
        # `X?` as a guess at a wolf replaces the question to X that the grammar found.
        guessed = {seats.get(note[-1], 0) for note in heard.notes if note.startswith("guess ")}
        found = [
            (act, True)
            for act, _ in found
            if not (isinstance(act, a.AsksSeat) and act.seat in guessed)
        ]
        typed = [act for act in typed if not _is_denied(act, heard.notes)]
        if "same" in heard.notes and (role := role_by_word(heard.role or self._role)):
            typed.append(a.ClaimsRole(role))
        if "you" in heard.notes and (seat := seats.get(heard.addressee, 0)):
            typed.append(a.Accuses(seat, sure=False))
        # `Bram too`: judged like the seat that the message judged last.
        if self._found and any(word.startswith("too ") for word in heard.notes):
            judged = next((act for act, _ in self._found[::-1] if isinstance(act, _JUDGED)), None)
            also = [
                seats.get(word[4:], 0) for word in sorted(heard.notes) if word.startswith("too ")
            ]
            typed += [replace(judged, seat=seat) for seat in also if judged and seat]
        own = {act.seat for act in typed if isinstance(act, _JUDGED)}
        asked = {
            seats.get(note[-1], 0): note.split()[1]
            for note in heard.notes
            if note.startswith("asked ")
        }
        found = [
            (act, True)
            for act, _ in found
            if not (isinstance(act, _JUDGED) and act.seat in asked and act.seat not in own)
        ]
        # A denial is the opposite of the judgement that the question before asked for.
        if "deny" in heard.notes:
            typed += [
                a.Vouches(seat, False) if kind == "accuse" else a.Accuses(seat, False)
                for seat, kind in self._asked.items()
            ]
        self._asked = asked
        # "No" after a bare `X?` shows that X was guessed at, not asked.
        if "nay" in heard.notes:
            self._found = [
                (act, rule)
                for act, rule in self._found
                if not (isinstance(act, a.AsksSeat) and act.seat in self._named)
            ]
        if "last" in heard.notes and (last := self._last or seats.get(heard.addressee, 0)):
            typed.append(a.Accuses(last, sure=False))
        reported = {act.seat for act in (*tidy, *typed) if isinstance(act, a.ReportsCheck)}
        newly_reported = {act.seat for act in typed if isinstance(act, a.ReportsCheck)}
        # A result takes the place of a judgement of the same seat.
        found = [
            (act, True)
            for act, _ in found
            if not (isinstance(act, _JUDGED) and act.seat in newly_reported)
        ]
        # No result came, so that an earlier judgement of the seat is taken for it.
        if self.pending and self.pending not in reported:
            self._found, self.pending, self._night = self._with_earlier_result(), 0, 0
        for act in typed:
            dated = isinstance(act, a.ReportsCheck) and act.seat == self.pending and not act.night
            found.append(
                (
                    a.ReportsCheck(act.seat, act.result, self._night)
                    if dated and isinstance(act, a.ReportsCheck)
                    else act,
                    False,
                )
            )
        self._claims_to_be_real |= "real" in heard.notes
        self._found += found
        pending = seats.get(heard.pending, 0)
        self.pending, self._night = (0, 0) if pending in reported else (pending, heard.night)
        self._carry_over(heard, seats)

    def _carry_over(self, heard: RowReading, seats: dict[str, int]) -> None:
        """Store the context that the next sentence may refer to."""
        self._named = {seats.get(note[-1], 0) for note in heard.notes if note.startswith("named ")}
        self._last = seats.get(heard.last_seats, 0) if heard.last_seats else self._last
        self._role = heard.role or self._role
        self.listing = heard.listing

    def _with_earlier_result(self) -> list[tuple[Act, bool]]:
        """Return the acts with the pending check completed by an earlier judgement of its seat.

        If the message accused the seat the result is the wolves, if it vouched for it the village.
        Without such a judgement the acts stay as they are.
        """
        for place in range(len(self._found) - 1, -1, -1):
            act, _ = self._found[place]
            if isinstance(act, _JUDGED) and act.seat == self.pending:
                result = "wolves" if isinstance(act, a.Accuses) else "village"
                before = [each for each in self._found[:place] if not _judges(each[0], act.seat)]
                return [
                    *before,
                    (a.ReportsCheck(act.seat, result, self._night), False),
                    *self._found[place + 1 :],
                ]
        return self._found

    def acts(self) -> tuple[Act, ...]:
        """Return the acts of the message so far, each once.

        An act that only the chat rows found is dropped where it repeats or contradicts an act of
        the grammar rules, or an earlier act of the chat rows, about the same seat.
        """
        found = self._with_earlier_result() if self.pending else self._found
        rules = [act for act, tidy in found if tidy]
        # Acts of the grammar do not compete with one another.
        if len(rules) == len(found):
            return tuple(dict.fromkeys(rules))
        kept: list[Act] = []
        for act, tidy in found:
            others = [*rules, *kept] if not tidy else []
            if act not in kept and not any(
                _is_same_act(act, other) or _contradicts(act, other) for other in others
            ):
                kept.append(act)
        # A speaker who is "the real one" and reports a check claims the role that checks.
        if self._claims_to_be_real and any(isinstance(act, a.ReportsCheck) for act in kept):
            claimed = [act.role for act in kept if isinstance(act, a.ClaimsRole)]
            role = checking_role(self._roles, claimed)
            if role:
                kept.insert(0, a.ClaimsRole(role))
        return tuple(kept)


def _judges(act: Act, seat: int) -> bool:
    return isinstance(act, _JUDGED) and act.seat == seat


def _is_denied(act: Act, notes: frozenset[str]) -> bool:
    """Return whether the sentence as a whole denies a claim or a retraction."""
    return (isinstance(act, a.ClaimsRole) and "claim" in notes) or (
        isinstance(act, a.Retracts) and "retract" in notes
    )


def _is_same_act(act: Act, other: Act) -> bool:
    """Return whether two acts are readings of the same act."""
    if type(act) is not type(other):
        if isinstance(act, _JUDGED) and isinstance(other, a.ReportsCheck):
            return act.seat == other.seat
        return (
            isinstance(act, a.TellsSaved | a.TellsProtected)
            and isinstance(other, a.TellsSaved | a.TellsProtected)
            and act.seat == other.seat
        )
    if isinstance(act, a.ClaimsRole | a.Retracts):
        return isinstance(other, a.Retracts) or act == other
    return getattr(act, "seat", 0) == getattr(other, "seat", 0)


def _contradicts(act: Act, other: Act) -> bool:
    """Return whether two readings contradict each other."""
    if isinstance(act, _JUDGED) and isinstance(other, _JUDGED):
        return act.seat == other.seat
    return isinstance(act, a.Defends) and isinstance(other, a.CallsVote) and act.seat == other.seat
