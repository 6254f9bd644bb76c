"""What a sentence does: its clauses in order, each tried against the patterns, with what they leave open carried on.

Pure and cached: a sentence has its people as letters, so that the same words about other people are read only once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from wolfcore.game import RoleName, Team

from . import telling as t
from .acts import LAST_NIGHT
from .asking import subject_of
from .clauses import Clause, Sentence, clauses_of
from .conduct import conduct, left_open
from .drafts import Draft, DraftKind, result_of, role_of
from .fragments import SEAT, Pattern, pattern
from .judging import TELL_US, judgements, seats_in, wishes
from .rewriting import plain_clause

AS_BEFORE = -2
"""The night of a deed in a sentence that names none: that of the sentence before."""


class Parsed(NamedTuple):
    """What a sentence does, and what the next one needs to know.

    Attributes:
        drafts: The acts in order.
        last: The letter mentioned last, for pronouns.
        addressee: The letter that "you" means.
        pending: The letter of a check whose result has not been said yet.
        night: The night that was told last, or AS_BEFORE.
    """

    drafts: tuple[Draft, ...]
    last: str
    addressee: str
    pending: str
    night: int


_TOLD_DEEDS: tuple[tuple[DraftKind, Pattern], ...] = (
    ("protected", t.PROTECTED),
    ("saved", t.SAVED),
    ("poisoned", t.POISONED),
)
_WITH_NIGHT: tuple[DraftKind, ...] = ("report", "protected", "saved", "poisoned")
_SUPPOSING = ("if", "unless", "whether", "suppose")
_GOES_ON = ("and", ",", "because", "that", "who")
"""Links after which a clause still gives somebody else's words."""
_NO_SUBJECT = pattern(r"(?:is|was|lied|lies|can|should|must|has) ")
_FIRST_SEAT = pattern(SEAT)
_ONLY_SEAT = pattern(rf"(?:it is )?{SEAT}$")
_CHECK_DETAILS = pattern(r"^(?:(?:on|in|during|lastnight|night\d+|thatnight) ?)+")
_NO_BALLOT = ("nobody", "skip", "no exile", "abstain", "pass ", "anyone", "anybody")
_ANY_SEAT = pattern(r"@(?!i\b)([a-z](?:\+[a-z])*)")
_IS_NOT = pattern(rf"^{SEAT} is not$")


@lru_cache(maxsize=1 << 14)
def parse(text: str, last: str, addressee: str, pending: str) -> Parsed:
    """Read one sentence.

    Args:
        text: Lower case, seats as letters, with its closing sign.
        last: The letter mentioned last before it, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
        pending: The letter whose check still lacks a result, or an empty string.
    """
    sentence = clauses_of(text, last, addressee)
    reading = _Reading(sentence, last, pending)
    for clause in sentence.clauses:
        reading.take(clause)
    drafts = dict.fromkeys(reading.drafts)
    if any(draft.kind == "ask" for draft in drafts):
        about = subject_of(text)
        drafts = [draft._replace(about=about) if draft.kind == "ask" else draft for draft in drafts]
    return Parsed(tuple(drafts), sentence.last, sentence.addressee, reading.pending, reading.night)


class _Reading:
    """A sentence being read: what was found and what is still open.

    Attributes:
        drafts: What was found.
        pending, night: As in Parsed.
    """

    __slots__ = (
        "_asked",
        "_called",
        "_found",
        "_latest",
        "_listing",
        "_open",
        "_others",
        "_sentence",
        "_subject",
        "_supposed",
        "drafts",
        "night",
        "pending",
    )

    def __init__(self, sentence: Sentence, last: str, pending: str) -> None:
        self._sentence, self.pending, self.night = sentence, pending, AS_BEFORE
        self.drafts: list[Draft] = []
        self._supposed = self._others = self._asked = self._called = False
        self._listing = self._found = False
        self._subject = self._open = ""
        self._latest = last

    def take(self, clause: Clause) -> None:
        """Read one clause."""
        before, self._open = self._open, ""
        if clause.link in _SUPPOSING:
            self._supposed = not t.COURTESY_IF.search(clause.words)
            return
        if clause.link == ":":
            self._supposed = False
        if self._others and (clause.link not in _GOES_ON or t.OWN_AGAIN.match(clause.words)):
            self._others = False
        self._others |= bool(clause.link and t.SAYS_ON.match(clause.words))
        if self._sentence.asked and self._asks(clause.words):
            return
        self._others |= bool(t.ACCORDING.search(clause.words))
        if self._supposed or self._others or self._asked:
            return
        self._note_night(clause.words)
        if self._closes_a_deed(clause.words) or self._requests(clause.words):
            return
        words, denied, sure = plain_clause(clause.words, hedged=clause.hedged)
        words = self._with_subject(self._without_others(words), clause.link)
        if words:
            self._own_words(words, denied=denied, sure=sure)
        self._conduct("" if denied else words, before if clause.link == "and" else "", clause.words)

    def _conduct(self, words: str, before: str, told: str) -> None:
        """Suspicions of what somebody did; then what this clause leaves for the next one to go on with."""
        accused = {draft.letter for draft in self.drafts}
        found = conduct(words, before, self._latest)
        self.drafts += [draft for draft in found if draft.letter not in accused]
        self._open = left_open(words)
        seats = _ANY_SEAT.search(told)
        self._latest = seats[1] if seats else self._latest

    def _own_words(self, words: str, *, denied: bool, sure: bool) -> None:
        """Read a clause that holds the speaker's own words."""
        self._about_itself(words)
        if "@" in words:
            known = len(self.drafts)
            self._deeds(words, sure=sure)
            if len(self.drafts) == known:
                self.drafts += self._turned(words) or judgements(words, sure=sure, denied=denied)
                self.drafts += wishes(words)
        elif self.pending:
            self._result(words)
        elif t.CHECKS_COME.search(words):
            self._listing = True
        elif t.FOUND_A_WOLF.search(words):
            self._found = True
        elif any(word in words for word in _NO_BALLOT) and (
            t.PASSES.match(words) or (t.NOBODY_GOES.search(words) and " not " not in words)
        ):
            self.drafts.append(Draft("vote"))

    def _turned(self, words: str) -> list[Draft]:
        """What "and 3 is not" says after a judgement of others."""
        found = _IS_NOT.match(words)
        before = self.drafts[-1] if self.drafts else None
        if not found or not before or before.kind not in ("accuse", "vouch"):
            return []
        return [Draft("vouch" if before.kind == "accuse" else "accuse", letter, sure=before.sure) for letter in found[1].split("+")]

    # -- whose words

    def _asks(self, words: str) -> bool:
        """Whether this clause asks; then whoever is asked is noted."""
        if t.TAGS.match(words):
            return True
        if not self._asked and not t.ASKING.match(words):
            return False
        self._asked = True
        found = t.QUESTION_ABOUT.match(words)
        addressee = self._sentence.addressee
        if self._sentence.called and not self._called:
            self._ask_addressee()
        elif found and found[1] != "i":
            self._add("ask", found[1])
        elif addressee and self._sentence.you and f"@{addressee} " in f"{words} " and not self._called:
            self._ask_addressee()
        return True

    def _requests(self, words: str) -> bool:
        """Whether the clause tells the addressee to speak."""
        if self._sentence.called and not self._called and TELL_US.match(words):
            self._ask_addressee()
            return True
        return False

    def _ask_addressee(self) -> None:
        self._called = True
        self._add("ask", self._sentence.addressee)

    def _without_others(self, words: str) -> str:
        """The clause up to where somebody else's words or deeds begin."""
        told = t.TOLD.search(words)
        if told:
            self._others = not told[0].startswith("@i ")
            return words[: told.start()] if self._others else words
        did = t.DID.search(words)
        return words[: did.start()] if did and not did[0].startswith("@i ") else words

    def _with_subject(self, words: str, link: str) -> str:
        """The clause with the seat that an earlier clause was about, where it has no subject of its own."""
        if link and words.startswith("who is ") and self._latest:
            return f"@{self._latest} {words[4:]}"
        if link and self._subject and _NO_SUBJECT.match(words):
            return f"@{self._subject} {words}"
        found = _FIRST_SEAT.match(words)
        if found:
            self._subject = found[1]
        return words

    def _note_night(self, words: str) -> None:
        found = t.NIGHT.search(words)
        if found and found[2] != "tonight":
            self.night = int(found[1]) if found[1] else LAST_NIGHT

    # -- the speaker itself

    def _about_itself(self, words: str) -> None:
        """Claims, innocence, retractions."""
        if t.RETRACT.search(words):
            role = t.ROLE_WORD.search(words)
            self.drafts.append(Draft("retract", word=role_of(role["role"]) if role else ""))
            return
        claim = t.CLAIM.search(words)
        if claim and claim["no"]:
            role = role_of(claim["role"])
            self.drafts.append(Draft("defend", "i") if role == "Werewolf" else Draft("retract", word=role))
            return
        claim = claim or t.CLAIM_BY_NAME.search(words) or t.CLAIM_AS.search(words) or t.CLAIM_ME.search(words)
        if claim:
            groups = claim.groupdict()
            self.drafts.append(Draft("claim", word=role_of(groups["role"] or groups.get("here") or "")))
        elif t.INNOCENT.search(words):
            self.drafts.append(Draft("defend", "i"))

    # -- deeds

    def _closes_a_deed(self, words: str) -> bool:
        """Whether the clause only says in which night the deed before it was done."""
        if t.ONLY_NIGHT.match(words) and self.drafts and self.drafts[-1].kind in _WITH_NIGHT:
            self.drafts[-1] = self.drafts[-1]._replace(night=self.night)
            return True
        return False

    def _deeds(self, words: str, *, sure: bool) -> None:
        """Checks and their results, protections, potions."""
        for kind, told in _TOLD_DEEDS:
            found = told.search(words)
            if found:
                self._add(kind, seats_in(found))
                return
        if self._told_result(words, sure=sure):
            return
        check = t.CHECK.search(words) or t.MY_CHECK.search(words)
        if check:
            self._checked(words, check)
        elif self._listing and (found := t.LISTED.match(words)):
            self._report(found[1], found)
        elif self._found and (found := _ONLY_SEAT.match(words)):
            self._add("report", found[1], "wolves")
        elif self.pending:
            self._result(words)

    def _told_result(self, words: str, *, sure: bool) -> bool:
        """Whether the clause tells a check and its result in one go."""
        going_on = bool(self.drafts) and self.drafts[-1].kind == "report"
        for told in (
            t.LEARNED,
            t.CHECK_SAYS,
            t.HAVE_CHECK,
            t.CAME_BACK,
            *((t.OBSERVED,) if sure else ()),
            *((t.SEEN_AS,) if going_on else ()),
        ):
            found = told.search(words)
            if found:
                self._report(seats_in(found), found)
                return True
        found = t.FOUND_ONE.search(words)
        if found:
            self._add("report", found[1], "wolves")
        return bool(found)

    def _checked(self, words: str, check: re.Match[str]) -> None:
        """A check was told; its result follows at once, later, or came just before."""
        seat = check[1]
        rest = _CHECK_DETAILS.sub("", words[check.end() :].strip())
        result = t.THEN_RESULT.match(rest) if rest else None
        if result and result[1] in (None, seat):
            self._report(seat, result)
            return
        before = next((draft for draft in self.drafts[::-1] if draft.letter == seat and draft.kind in ("accuse", "vouch")), None)
        if before:
            self.drafts.remove(before)
            self._add("report", seat, before.word or ("wolves" if before.kind == "accuse" else "village"))
        else:
            self.pending = seat

    def _result(self, words: str) -> None:
        """The result of the check that waits for one, if this clause says it."""
        found = t.THEN_RESULT.match(words)
        if found and found[1] in (None, self.pending):
            self._report(self.pending, found)

    def _report(self, seats: str, found: re.Match[str]) -> None:
        negated = "no" in found.re.groupindex and bool(found["no"])
        self._add("report", seats, result_of(found["result"], negated=negated))
        self.pending = ""

    def _add(self, kind: DraftKind, seats: str, word: RoleName | Team | Literal[""] = "") -> None:
        night = self.night if kind in _WITH_NIGHT else 0
        for letter in seats.split("+"):
            if letter != "i" or kind in ("protected", "saved"):
                self.drafts.append(Draft(kind, letter, word, night))
