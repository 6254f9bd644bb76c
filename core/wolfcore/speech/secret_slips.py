"""Slips: public words that tell a secret which the speaker holds and no claimed role explains.

`SlipWatch` is fed the facts of a game one by one, as the moderator knows them. It reads a speech
only if a word of it may tell a secret, so that a live transcript can afford it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple

from wolfcore.game import ROLES, WOLVES, Board, RoleName
from wolfcore.game import facts as f

from .acts import (
    Accuses,
    Act,
    ClaimsRole,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from .mentions import sentences
from .slip_patterns import (
    ALONE,
    AS_PACK,
    ATTACKED,
    BETTER_VICTIM,
    CHECKED,
    CHOICE_OF_PACK,
    DEEDS,
    HAD_TO_DIE,
    KNOWS,
    MATE,
    MAY_TELL,
    NO_SOURCE,
    NOT,
    NUMBER_OF_NAME,
    OWN_POTIONS,
    PACK_KILLS,
    PACK_PLANS,
    PACK_TALK,
    PAUSE,
    PAUSES,
    POISONED,
    QUOTED,
    REPORTED,
    ROLE_OF,
    SEATS,
    SPARED,
    UNSURE,
    WITH_MATE,
)

SlipKind = Literal["pack", "attack", "poison", "potions", "role"]
"""The secret: `pack`: the speaker is one of the pack; `attack`: whom the wolves attacked, not told
by any death; `poison`: who died of poison, not told; `potions`: the speaker has those of the Witch;
`role`: the role or team of another seat."""


class SecretSlip(NamedTuple):
    """A slip: its kind, the seat that the secret is about (0: the whole pack), and the sentence."""

    kind: SlipKind
    seat: int
    line: str


_CLEARING: dict[SlipKind, tuple[str, ...]] = {
    "pack": (),
    "attack": ("potions", "protect"),
    "poison": ("potions",),
    "potions": ("potions",),
    "role": ("check",),
}
"""The powers whose claim explains how the speaker can know; a confessed wolf explains all."""


class SlipWatch:
    """Follows a game as the moderator knows it and tells for each public speech whether it slips.

    Args:
        board: The board.
        names: Name by seat, in seat order.
    """

    def __init__(self, board: Board, names: tuple[str, ...]) -> None:
        self._board, self._names = board, names
        self._roles: dict[int, RoleName] = {}
        self._shown: set[int] = set()
        self._dead: set[int] = set()
        self._attacked: set[int] = set()
        self._victims: dict[int, set[int]] = defaultdict(set)
        self._poisoned: dict[int, int] = {}
        self._untold_poison: set[int] = set()
        self._checks: dict[int, dict[int, str]] = defaultdict(dict)
        self._speeches: list[tuple[int, str]] = []
        self._read: dict[tuple[int, str], tuple[Act, ...]] = {}
        self._tonight = 0

    def add(self, fact: f.Fact) -> SecretSlip | None:
        """Take the next fact; return the slip of a speech, None for any other fact or speech."""
        match fact:
            case f.Dealt(seat=seat, role=role):
                self._roles[seat] = role
            case f.Revealed(seat=seat):
                self._shown.add(seat)
            case f.Died(seat=seat):
                self._dead.add(seat)
            case f.Attacked(target=target) if target:
                self._attacked.add(target)
            case f.Victim(seat=seat, target=target) if target:
                self._victims[seat].add(target)
            case f.Poisoned(seat=seat, target=target) if target:
                self._poisoned[target] = seat
            case f.Cause(seat=seat, cause="poisoned") if not self._board.switches.cause_told:
                self._untold_poison.add(seat)
            case f.Checked(seer=seer, target=target, result=result) if target:
                self._checks[seer][target] = result
            case f.Said() | f.Voted():
                speaker, text = f.public_words(fact)
                slip = self._slip_of(speaker, text) if text else None
                if text:
                    self._speeches.append((speaker, text))
                return slip
            case _:
                pass
        return None

    def _slip_of(self, speaker: int, text: str) -> SecretSlip | None:
        role = self._roles.get(speaker)
        may_tell = MAY_TELL.get(ROLES[role].power or "") if role else None
        if not may_tell:
            return None
        words = text.lower().replace("’", "'")
        untold = (self._attacked - self._dead) or self._untold_poison
        if not may_tell.search(words) and not (untold and DEEDS.search(words)):
            return None
        lines = [
            (line, NUMBER_OF_NAME.sub("", marked))
            for line, marked in sentences(text, self._names, self._board.size)
        ]
        whole = " ".join(marked for _, marked in lines)
        for line, marked in lines:
            told = self._told_by(speaker, line, marked, whole)
            if told and not self._is_explained(speaker, text, told[0]):
                return SecretSlip(*told, line)
        return None

    def _told_by(
        self, speaker: int, line: str, marked: str, whole: str
    ) -> tuple[SlipKind, int] | None:
        """Return the secret that a sentence of a whole speech tells, claims aside."""
        if re.search(r"[?\"“”]", marked):
            return None
        wolf = self._roles[speaker] in WOLVES
        if wolf and (
            (_said(WITH_MATE, marked) and self._mates(speaker, _grouped(WITH_MATE, marked)))
            or _said(PACK_TALK, marked)
            or (_said(ALONE, marked) and self._mates(speaker, SEATS.findall(whole)))
        ):
            return "pack", 0
        if ROLES[self._roles[speaker]].power == "potions" and _said(OWN_POTIONS, marked):
            return "potions", speaker
        if reported := REPORTED.search(marked):
            *own, _ = PAUSES.split(marked[: reported.start()])
            marked = line = "".join(own)
        if wolf and (told := self._told_of_pack(speaker, marked, whole)):
            return told
        if UNSURE.search(marked):
            return None
        known = self._attacked if wolf else self._victims[speaker]
        for seat in _seats(marked, *ATTACKED):
            if seat in known and seat not in self._dead:
                return "attack", seat
        for found in SPARED.finditer(marked):
            if int(found[1]) in known and int(found[1]) not in self._dead:
                return "attack", int(found[1])
        for seat in _seats(marked, POISONED):
            if seat in self._untold_poison and (wolf or self._poisoned.get(seat) == speaker):
                return "poison", seat
        return self._told_of_roles(speaker, line, marked, whole)

    def _told_of_pack(self, speaker: int, marked: str, whole: str) -> tuple[SlipKind, int] | None:
        if AS_PACK.search(marked) or self._mates(speaker, _seats(marked, MATE)):
            return "pack", 0
        choices = [
            seat for seat in _seats(marked, CHOICE_OF_PACK, HAD_TO_DIE) if seat in self._attacked
        ]
        if "night" in whole:
            choices += _seats(marked, BETTER_VICTIM)
        if choices:
            return "pack", choices[0]
        if UNSURE.search(marked):
            return None
        killed = [seat for seat in _seats(marked, PACK_KILLS) if seat in self._attacked]
        planned = _seats(marked, PACK_PLANS)
        return ("pack", (killed or planned)[0]) if killed or planned else None

    def _mates(self, speaker: int, seats: Sequence[int | str]) -> bool:
        """Whether one of the seats is another wolf that is not shown."""
        return any(
            self._roles.get(seat) in WOLVES and seat != speaker and seat not in self._shown
            for seat in map(int, seats)
        )

    def _told_of_roles(
        self, speaker: int, line: str, marked: str, whole: str
    ) -> tuple[SlipKind, int] | None:
        for found in ROLE_OF.finditer(marked):
            seat, role = int(found[1]), found[2].capitalize()
            if role not in WOLVES and self._checks[speaker].get(seat) == role:
                return self._role_slip(seat, role)
        if not (KNOWS.search(marked) or NO_SOURCE.search(whole)):
            return None
        for act in self._acts(speaker, line):
            match act:
                case Accuses(seat=seat, sure=True):
                    team = "wolves"
                case Vouches(seat=seat, sure=True):
                    team = "village"
                case ReportsCheck(seat=seat) if not CHECKED.search(marked):
                    team = "wolves" if act.finds_wolf else "village"
                case _:
                    continue
            if seat != speaker and self._knows_team(speaker, seat, team):
                return self._role_slip(seat, team)
        return None

    def _knows_team(self, speaker: int, seat: int, team: str) -> bool:
        role = self._roles.get(seat)
        true = role is not None and ROLES[role].team == team
        return true and (self._roles[speaker] in WOLVES or seat in self._checks[speaker])

    def _role_slip(self, seat: int, what: str) -> tuple[SlipKind, int] | None:
        """Return the slip unless the secret is public: shown, claimed by the seat, or reported."""
        if seat in self._shown:
            return None
        for by, text in self._speeches:
            for act in self._acts(by, text):
                if isinstance(act, ClaimsRole) and by == seat and act.role == what:
                    return None
                if isinstance(act, ReportsCheck) and act.seat == seat:
                    return None
        return "role", seat

    def _is_explained(self, speaker: int, text: str, kind: SlipKind) -> bool:
        """Whether a role that the speaker has claimed, in this speech at the latest, knows this."""
        said = [*(words for by, words in self._speeches if by == speaker), text]
        for words in said:
            for act in self._acts(speaker, words):
                match act:
                    case ClaimsRole(role=role):
                        powers = (ROLES[role].power,)
                        if role in WOLVES:
                            return True
                    case TellsPoisoned():
                        powers = ("potions",)
                    case TellsSaved() | TellsProtected():
                        powers = ("potions", "protect")
                    case ReportsCheck() if words is not text or CHECKED.search(words.lower()):
                        powers = ("check",)
                    case _:
                        continue
                if any(power in _CLEARING[kind] for power in powers):
                    return True
        return False

    def _acts(self, seat: int, text: str) -> tuple[Act, ...]:
        known = self._read.get((seat, text))
        if known is None:
            # The reader is loaded with the first speech that may slip, not before.
            from .reader import read  # noqa: PLC0415  the reader is slow to load

            known = read(text, seat, self._names, self._board.size, self._board.roles)
            self._read[seat, text] = known
        return known


def _said(pattern: re.Pattern[str], marked: str) -> bool:
    """Whether a pattern is found that no words before it put into another's mouth."""
    found = pattern.search(marked)
    return found is not None and not QUOTED.search(marked[: found.end()])


def _grouped(pattern: re.Pattern[str], marked: str) -> list[str]:
    """Return the seats that a pattern finds, as digits."""
    return [seat for found in pattern.finditer(marked) for seat in found.groups() if seat]


def _seats(marked: str, *patterns: re.Pattern[str]) -> list[int]:
    """Return the seats that any of the patterns finds in a clause that denies nothing."""
    return [
        int(number)
        for pattern in patterns
        for found in pattern.finditer(marked)
        if not NOT.search(PAUSE.split(marked[: found.end(found.lastindex or 0)])[-1])
        for number in found.groups()
        if number
    ]
