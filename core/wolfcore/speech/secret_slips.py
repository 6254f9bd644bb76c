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

SlipKind = Literal["pack", "attack", "poison", "potions", "role"]
"""The secret: `pack`: the speaker is one of the pack; `attack`: whom the wolves attacked, not told
by any death; `poison`: who died of poison, not told; `potions`: the speaker has those of the Witch;
`role`: the role or team of another seat."""


class SecretSlip(NamedTuple):
    """A slip: its kind, the seat that the secret is about (0: the whole pack), and the sentence."""

    kind: SlipKind
    seat: int
    line: str


_WOLVES = r"(?:were)?wolves"


_OPEN_TALK = r"(?:vot|agree|think|suspect|accus|ask|said|say)\w*"
"""Words of what one does in the open together with anybody."""


_KILL = (
    r"(?:attack(?:ed)?|kill(?:ed)?|target(?:ed)?|ate|eat|murder(?:ed)?|hunt(?:ed)?|bit|bite"
    r"|slaughter(?:ed)?|devour(?:ed)?|eliminated?|remov(?:e|ed)|(?:took|take) out|went for)"
)


_ROLES = "|".join(role.lower() for role in ROLES)


_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|think|guess|suspect\w*"
    r"|believe\w*|seems?|seemed|looks?|likely|must have|apparently|feel\w*|hypothe\w*|claim"
    r"|claiming|heard)\b"
)
"""Words of guessing: such a sentence tells no knowledge."""


_REPORTED = re.compile(
    r"\b(?:if|unless|suppos(?:e|es|ing|edly)|assum\w*|imagine|pretend\w*|as though|thinks?"
    r"|wonder\w*|whether|(?<!can )says?|said|claim(?:s|ed)?|told|according|accus\w*|calls?"
    r"|called|calling|might|may|could|would)\b"
)
"""Words that put the clause around them and what follows into another's mouth, or suppose it."""


_QUOTED = re.compile(
    r"\b(?:if|unless) (?:i|we)\b|\b(?:says?|said|claim(?:s|ed)?|told|according|pretend\w*)\b"
)
"""Words that put what follows into another's mouth, or suppose what the speaker is."""


_NOT = re.compile(r"\b(?:not|never|no|nobody|cannot)\b|n't\b|\b(?:did|do|was|have|would|could)nt\b")


_SEATS = re.compile(r"@(\d+)")


_NUMBER_OF_NAME = re.compile(r"(?<=\d) \(@\d+\)")
"""The seat number behind a name, as in `Cleo (3)`."""


_PAUSE = re.compile(r"[,;:]")


_PAUSES = re.compile(r"(?<=[,;:])")


_WOLF = r"(?:were)?wol(?:f|ves)"


_AS_PACK = re.compile(
    rf"\b(?:we|us|we are|we're|both) (?:the |all |two |three |both |other |fellow )*{_WOLVES}\b"
    rf"|\b(?:we|us|our \w+),? as (?:the )?{_WOLVES}\b|\bas (?:the )?{_WOLVES},? (?:we|our)\b"
    rf"|\b(?:my|our) (?:\w+ )?(?:pack|packmates?|wolf[- ]?(?:mates?|partners?|team)"
    rf"|fellow {_WOLF})\b"
    r"|\bour (?:night )?(?:kill|victim|prey|attack)s?\b"
    rf"|\bas (?:a |one of the ){_WOLF},? (?:i|my|we|our)\b"
    r"|\bvillag(?:e|ers)\b[^.;]*?\b(?:against|identify|find|catch|expose|suspect|uncover) us\b"
    r"|\b(?:let's|lets|let us|we|we'll) (?:\w+ )?(?:eat|devour)\b"
    rf"|\b(?:i|i'll|you|we|one of us) (?:\w+ )?fake (?:the |a )?(?:{_ROLES})\b"
)
"""The speaker counts itself among the wolves."""


_MATE = re.compile(
    r"\b(?:my|our) (?:\w+ )?(?:partner|mate|teammate|team mate|buddy|ally|accomplice|packmate)s?"
    r"(?:,| is)? @(\d+)"
    r"|@(\d+),?(?: is| was|'s)? (?:my|our) (?:\w+ )?(?:partner|mate|teammate|ally|accomplice)\b"
    rf"|\b(?:me|myself|i|us|ourselves)\b[^.;]*?\band @(\d+), (?:the other|another) {_WOLF}\b"
)


_PACK_KILLS = re.compile(rf"\b(?:we|i)(?:'ve| have)? (?:\w+ )?{_KILL}\b[^.;]*?@(\d+)")


_PACK_PLANS = re.compile(
    rf"(?:^|\b(?:we|let's|lets|let us|us)\b[^.;]*? ){_KILL} @(\d+)[^.;]*"
    r"\b(?:tonight|tonite|2nite|next night|at night)\b"
)


_BY_NIGHT = (
    r"(?:last ni(?:ght|te)|to-?ni(?:ght|te)|2nite|overnight|(?:in|at|by) (?:the )?night"
    r"|before (?:the )?(?:dawn|morning))"
)


_WITH_MATE = re.compile(
    rf"@(\d+),? and (?:me|i)\b(?![^.;]*\b{_OPEN_TALK}\b)"
    rf"[^.;]{{0,80}}\b(?:together|us|our|both|till|until|hold out|{_BY_NIGHT})\b"
    r"|@(\d+)(?:,? (?:and )?@\d+)*,? (?:you and i|we) (?:promised|agreed|swore|settled|planned)\b"
)


_PACK_TALK = re.compile(
    r"\b(?:we|i|us)\b[^.;]{0,40}\b(?:agreed|settled|decided|planned|promised|talked|discussed"
    rf"|picked|chose)\b[^.;]{{0,60}}\b{_BY_NIGHT}\b"
    r"|\bone of us had to (?:go|die|fall|hang)\b|\ball (?:two|three|four) (?:of us|at once)\b"
    r"|\bour (?:night )?list\b"
)
"""The speaker tells of a talk or a plan that only the pack can have."""


_HAD_TO_DIE = re.compile(rf"@(\d+) had to (?:go|die|be \w+)\b[^.;]{{0,40}}\b{_BY_NIGHT}\b")


_CHOICE_OF_PACK = re.compile(
    r"@(\d+) was (?:@\d+ ?'s|our|my) (?:\w+ )?(?:idea|choice|pick|call|plan|turn)\b"
)


_ALONE = re.compile(
    r"\bif (?:@\d+|she|he|they) (?:\w+ ){0,2}(?:go(?:es)?|dies?|hangs?|leaves?|gone|out|exiled)"
    r"\b[^.;]{0,80}\b(?:i'm|i am|i'd be|we're|we are|leaves (?:me|us)) (?:\w+ )?(?:on my own|alone"
    r"|down to|left|finished|done for|only)\b"
)
"""The speaker counts who is left of its side; a slip where a mate is spoken of."""


_BETTER_VICTIM = re.compile(
    r"\bwe should(?:'ve| have) (?:\w+ )?(?:gone (?:\w+ )?(?:at|for|after|with)|picked|taken|chosen"
    rf"|{_KILL})\b[^.;]*@(\d+)"
)


_SPARED = re.compile(
    r"@(\d+)\b[^.;]{0,80}\b(?:(?:should(?:n't| not)?|ought|no business|by rights|supposed to"
    r"|meant to|lucky to|no idea how)\b[^.;]{0,80}\b(?:be|here|alive|dead|gone|morning|breakfast|up"
    r"|near|close|night)|(?:lucky (?:escape|that|last)|narrow escape|survived|got away"
    r"|somebody (?:rescued|saved|healed)|still (?:sit\w*|alive|here|standing|breathing)))\b"
)
"""Words that wonder why a seat is alive; a slip where the wolves attacked it."""


_OWN_POTIONS = re.compile(
    r"\b(?:my|mine|i|i've|i'd|i'll)\b[^.;]*\b(?:potions?|bottles?|antidotes?|vials?)\b"
    r"|\b(?:mine are|have|i've) (?:\w+ )?both (?:\w+ )?(?:full|left|unused)\b"
    r"|\bi could(?:'ve| have| of)? (?:kept?|saved?|rescued?|healed?)\b"
    rf"|\bi (?:was|got|am) (?:shown|told)\b[^.;]{{0,60}}\b(?:name|victim|{_BY_NIGHT})\b"
)


_ATTACKED = (
    re.compile(
        r"@(\d+) (?:(?:was|were|is|has been|had been|got|being|who was) )?(?:\w+ly )?"
        r"(?:attacked|targeted|bitten|hunted|visited by|killed|murdered|dead|gone|died|"
        r"the (?:target|victim|prey))\b"
    ),
    re.compile(
        r"\b(?:wolves|werewolves|they|pack)(?: have| had)? (?:\w+ly )?(?:attacked|targeted|hunted"
        r"|bit|hit|visited|picked|chose|killed|went (?:for|after)|tried to (?:kill|eat|attack)"
        r"|wanted to kill) @(\d+)"
    ),
    re.compile(r"\b(?:attack|attempt) on (?:seat |player )?@(\d+)"),
)


_POISONED = re.compile(
    r"@(\d+)(?: was| were| got| has been)? (?:poisoned|died (?:of|from|by) (?:the )?poison)\b"
    r"|\bpoison(?:ed)? (?:killed |took |got )?@(\d+)"
    r"|@(\d+)(?: ?'s)? (?:death )?(?:was|is) (?:from )?(?:the |a )?(?:bottle|potion|poison|vial)\b"
)


_KNOWS = re.compile(
    r"\bi (?:already |do |also )?know\b(?! (?:who|what|how|nothing|why|where))"
    r"|\bfor (?:a fact|certain)\b|\bwith certainty\b|\bi can confirm\b|\bi(?:'m| am) certain\b"
    r"|\bsettled\b|\b(?:isn't|is not|no) (?:a )?(?:maybe|guess|theory|hunch)\b"
    r"|\btake (?:my word|it from me|that from me)\b|\b(?:100 ?%|hundred percent)"
    r"|\b(?:complete|full|absolute) confidence\b"
)


_NO_SOURCE = re.compile(
    r"\b(?:how|why) (?:i know|i come to|i came to)\b|\bmy own (?:affair|reasons|secret|business)\b"
    r"|\b(?:can't|cannot|won't|not) say\w* (?:how|why)\b"
)
"""Words that keep a source back; they make a sentence of the same speech one of knowledge."""


_CHECKED = re.compile(
    r"\b(?:check|saw|see|look|investigat|inspect|verif|scan|peek|vision|result|found|seer|reading"
    r"|view)\w*"
)


_ROLE_OF = re.compile(
    rf"@(\d+)(?: is|'s| was) (?:the |a |an |our |your |their )(?:real |true |actual )?"
    rf"({_ROLES})\b"
)


_DEEDS = re.compile(
    rf"\b(?:{_KILL}|bitten|visited|hit|picked|chose|went|attempt|victim|prey|dead|died|gone|murdered"
    r"|poison\w*|bottle|potion|should|shouldn't|ought|no business|by rights|supposed|meant|lucky"
    r"|no idea how|survived|escape|rescued|saved|healed|still|got away)\b"
)


_MAY_TELL = {
    "kill": re.compile(
        rf"{_AS_PACK.pattern}|{_KNOWS.pattern}"
        rf"|\b(?:we|i)(?:'ve| have)? (?:\w+ )?{_KILL}\b"
        r"|\b(?:tonight|tonite|2nite|next night|at night)\b"
        r"|\b(?:my|our) (?:\w+ )?(?:partner|mate|teammate|team mate|buddy|ally|accomplice"
        r"|packmate)s?\b"
        rf"|\b(?:the other|another) {_WOLF}\b|\band (?:me|i)\b|\bwe should(?:'ve| have)\b"
        r"|\bif\b[^.;]{0,80}\b(?:alone|on my own|down to|left|finished|done for|only)\b"
        rf"|\b(?:idea|choice|pick|call|plan|turn)\b|\b{_BY_NIGHT}\b|\b(?:of us|at once|our list)\b"
        r"|\bwe (?:promised|agreed|swore|settled|planned)\b"
    ),
    "check": re.compile(
        rf"{_KNOWS.pattern}|{_NO_SOURCE.pattern}"
        rf"|\b(?:the|a|an|our|your|their|real|true|actual) (?:{_ROLES})\b"
    ),
    "potions": _OWN_POTIONS,
}
"""Words without which no speech of the holder of a power slips, found before seats are marked;
beside them the words of `_DEEDS`, while there is an attack or a poisoning that was not told."""


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
        may_tell = _MAY_TELL.get(ROLES[role].power or "") if role else None
        if not may_tell:
            return None
        words = text.lower().replace("’", "'")
        untold = (self._attacked - self._dead) or self._untold_poison
        if not may_tell.search(words) and not (untold and _DEEDS.search(words)):
            return None
        lines = [
            (line, _NUMBER_OF_NAME.sub("", marked))
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
            (_said(_WITH_MATE, marked) and self._mates(speaker, _grouped(_WITH_MATE, marked)))
            or _said(_PACK_TALK, marked)
            or (_said(_ALONE, marked) and self._mates(speaker, _SEATS.findall(whole)))
        ):
            return "pack", 0
        if ROLES[self._roles[speaker]].power == "potions" and _said(_OWN_POTIONS, marked):
            return "potions", speaker
        if reported := _REPORTED.search(marked):
            *own, _ = _PAUSES.split(marked[: reported.start()])
            marked = line = "".join(own)
        if wolf and (told := self._told_of_pack(speaker, marked, whole)):
            return told
        if _UNSURE.search(marked):
            return None
        known = self._attacked if wolf else self._victims[speaker]
        for seat in _seats(marked, *_ATTACKED):
            if seat in known and seat not in self._dead:
                return "attack", seat
        for found in _SPARED.finditer(marked):
            if int(found[1]) in known and int(found[1]) not in self._dead:
                return "attack", int(found[1])
        for seat in _seats(marked, _POISONED):
            if seat in self._untold_poison and (wolf or self._poisoned.get(seat) == speaker):
                return "poison", seat
        return self._told_of_roles(speaker, line, marked, whole)

    def _told_of_pack(self, speaker: int, marked: str, whole: str) -> tuple[SlipKind, int] | None:
        if _AS_PACK.search(marked) or self._mates(speaker, _seats(marked, _MATE)):
            return "pack", 0
        choices = [
            seat for seat in _seats(marked, _CHOICE_OF_PACK, _HAD_TO_DIE) if seat in self._attacked
        ]
        if "night" in whole:
            choices += _seats(marked, _BETTER_VICTIM)
        if choices:
            return "pack", choices[0]
        if _UNSURE.search(marked):
            return None
        killed = [seat for seat in _seats(marked, _PACK_KILLS) if seat in self._attacked]
        planned = _seats(marked, _PACK_PLANS)
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
        for found in _ROLE_OF.finditer(marked):
            seat, role = int(found[1]), found[2].capitalize()
            if role not in WOLVES and self._checks[speaker].get(seat) == role:
                return self._role_slip(seat, role)
        if not (_KNOWS.search(marked) or _NO_SOURCE.search(whole)):
            return None
        for act in self._acts(speaker, line):
            match act:
                case Accuses(seat=seat, sure=True):
                    team = "wolves"
                case Vouches(seat=seat, sure=True):
                    team = "village"
                case ReportsCheck(seat=seat) if not _CHECKED.search(marked):
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
                    case ReportsCheck() if words is not text or _CHECKED.search(words.lower()):
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
    return found is not None and not _QUOTED.search(marked[: found.end()])


def _grouped(pattern: re.Pattern[str], marked: str) -> list[str]:
    """Return the seats that a pattern finds, as digits."""
    return [seat for found in pattern.finditer(marked) for seat in found.groups() if seat]


def _seats(marked: str, *patterns: re.Pattern[str]) -> list[int]:
    """Return the seats that any of the patterns finds in a clause that denies nothing."""
    return [
        int(number)
        for pattern in patterns
        for found in pattern.finditer(marked)
        if not _NOT.search(_PAUSE.split(marked[: found.end(found.lastindex or 0)])[-1])
        for number in found.groups()
        if number
    ]
