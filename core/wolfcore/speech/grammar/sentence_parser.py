"""Parses a sentence with the grammar: its clauses in order, each tried against the patterns.

Results are cached. Seats are letters, so the same sentence about other seats is parsed once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from wolfcore.game import RoleName, Team, team_of
from wolfcore.speech.acts import LAST_NIGHT, Draft, DraftKind

from . import clause_patterns as t
from .clause_patterns import question_subject
from .clauses import Clause, SplitSentence, split_clauses
from .conduct import find_conduct, unfinished_possessive
from .fragments import SEAT, LazyPattern, pattern, result_of_word, role_of
from .judgements import TELL_US, captured_seats, find_judgements, find_requests
from .simplification import simplify_clause

SAME_NIGHT = -2
"""Placeholder for the night of an action without a stated night: the one of the sentence before."""


class ParsedSentence(NamedTuple):
    """The acts of a sentence, and the context for the next one.

    Attributes:
        drafts: The acts in order.
        last: The letter mentioned last, for pronouns.
        addressee: The letter that "you" means.
        pending: The letter of a check whose result has not been said yet, or an empty string.
        night: The night stated last, or SAME_NIGHT.
    """

    drafts: tuple[Draft, ...]
    last: str
    addressee: str
    pending: str
    night: int


_DEED_PATTERNS: tuple[tuple[DraftKind, LazyPattern], ...] = (
    ("protected", t.PROTECTED),
    ("saved", t.SAVED),
    ("poisoned", t.POISONED),
)


_WITH_NIGHT: tuple[DraftKind, ...] = ("report", "protected", "saved", "poisoned")


_SUPPOSING = ("if", "unless", "whether", "suppose")


_GOES_ON = ("and", ",", "because", "that", "who")
"""Links after which a clause still belongs to another seat's reported words."""


_NO_SUBJECT = pattern(r"(?:is|was|lied|lies|can|should|must|has) ")


_FIRST_SEAT = pattern(SEAT)


_ONLY_SEAT = pattern(rf"(?:it is )?{SEAT}$")


_CHECK_DETAILS = pattern(r"^(?:(?:on|in|during|lastnight|night\d+|thatnight) ?)+")


_NO_BALLOT = ("nobody", "skip", "no exile", "abstain", "pass ", "anyone", "anybody")


_ANY_SEAT = pattern(r"@(?!i\b)([a-z](?:\+[a-z])*)")


_IS_NOT = pattern(rf"^{SEAT} is not$")


@lru_cache(maxsize=1 << 14)
def parse(text: str, last: str, addressee: str, pending: str) -> ParsedSentence:
    """Parse one sentence with the grammar; cached.

    Args:
        text: The sentence in lower case, seats as letters, with its closing sign.
        last: The letter mentioned last before it, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
        pending: The letter of a check without a result yet, or an empty string.
    """
    sentence = split_clauses(text, last, addressee)
    reading = _SentenceParser(sentence, last, pending)
    for clause in sentence.clauses:
        reading.add_clause(clause)
    drafts = dict.fromkeys(reading.drafts)
    if any(draft.kind == "ask" for draft in drafts):
        about = question_subject(text)
        drafts = [draft._replace(about=about) if draft.kind == "ask" else draft for draft in drafts]
    return ParsedSentence(
        tuple(drafts), sentence.last, sentence.addressee, reading.pending, reading.night
    )


class _SentenceParser:
    """Parser state of one sentence: the drafts found and the open context.

    Attributes:
        drafts: The drafts found so far.
        pending: The letter of a check without a result yet, or an empty string.
        night: The night stated last, or SAME_NIGHT.
    """

    __slots__ = (
        "_asked",
        "_called",
        "_hypothetical",
        "_latest",
        "_listing",
        "_reported",
        "_sentence",
        "_subject",
        "_unfinished",
        "_wolf_announced",
        "drafts",
        "night",
        "pending",
    )

    def __init__(self, sentence: SplitSentence, last: str, pending: str) -> None:
        self._sentence, self.pending, self.night = sentence, pending, SAME_NIGHT
        self.drafts: list[Draft] = []
        self._hypothetical = self._reported = self._asked = self._called = False
        self._listing = self._wolf_announced = False
        self._subject = self._unfinished = ""
        self._latest = last

    def add_clause(self, clause: Clause) -> None:
        """Parse the next clause."""
        before, self._unfinished = self._unfinished, ""
        if clause.link in _SUPPOSING:
            # `If you trust me` supposes nothing.
            self._hypothetical = not t.COURTESY_IF.search(clause.words)
            return
        if clause.link == ":":
            self._hypothetical = False
        if self._reported and (clause.link not in _GOES_ON or t.OWN_WORDS.match(clause.words)):
            self._reported = False
        self._reported |= bool(clause.link and t.SPEECH_GOES_ON.match(clause.words))
        if self._sentence.is_question and self._asks(clause.words):
            return
        self._reported |= bool(t.ACCORDING.search(clause.words))
        # Words of others, suppositions and questions say nothing of the speaker's own.
        if self._hypothetical or self._reported or self._asked:
            return
        self._note_night(clause.words)
        if self._only_names_night(clause.words) or self._requests(clause.words):
            return
        words, denied, sure = simplify_clause(clause.words, hedged=clause.hedged)
        words = self._with_subject(self._without_others(words), clause.link)
        if words:
            self._own_words(words, denied=denied, sure=sure)
        self._conduct("" if denied else words, before if clause.link == "and" else "", clause.words)

    def _conduct(self, words: str, before: str, clause: str) -> None:
        """Add suspicions of conduct, and store what the next clause may continue."""
        accused = {draft.letter for draft in self.drafts}
        found = find_conduct(words, before, self._latest)
        self.drafts += [draft for draft in found if draft.letter not in accused]
        self._unfinished = unfinished_possessive(words)
        seats = _ANY_SEAT.search(clause)
        self._latest = seats[1] if seats else self._latest

    def _own_words(self, words: str, *, denied: bool, sure: bool) -> None:
        """Parse a clause that holds the speaker's own words."""
        self._own_claims(words)
        if "@" in words:
            known = len(self.drafts)
            # A clause that tells of a night is not judged as well: `I saw that 3 is a wolf` is a
            # result.
            self._deeds(words, sure=sure)
            if len(self.drafts) == known:
                self.drafts += self._reversed(words) or find_judgements(
                    words, sure=sure, denied=denied
                )
                self.drafts += find_requests(words)
        elif self.pending:
            self._result(words)
        elif t.RESULTS_FOLLOW.search(words):
            self._listing = True
        elif t.FOUND_A_WOLF.search(words):
            self._wolf_announced = True
        elif any(word in words for word in _NO_BALLOT) and (
            t.ABSTAINS.match(words) or (t.NO_EXILE.search(words) and " not " not in words)
        ):
            self.drafts.append(Draft("vote"))

    def _reversed(self, words: str) -> list[Draft]:
        """Return the opposite of the last judgement for "and 3 is not"."""
        found = _IS_NOT.match(words)
        before = self.drafts[-1] if self.drafts else None
        if not found or not before or before.kind not in ("accuse", "vouch"):
            return []
        return [
            Draft("vouch" if before.kind == "accuse" else "accuse", letter, sure=before.sure)
            for letter in found[1].split("+")
        ]

    # -- whose words

    def _asks(self, words: str) -> bool:
        """Return whether a clause asks a question; then add a draft for the seat that is asked."""
        if t.QUESTION_TAGS.match(words):
            return True
        if not self._asked and not t.ASKING.match(words):
            return False
        self._asked = True
        found = t.QUESTION_ABOUT.match(words)
        addressee = self._sentence.addressee
        if self._sentence.names_addressee and not self._called:
            self._ask_addressee()
        elif found and found[1] != "i":
            self._add("ask", found[1])
        elif (
            addressee
            and self._sentence.says_you
            and f"@{addressee} " in f"{words} "
            and not self._called
        ):
            self._ask_addressee()
        return True

    def _requests(self, words: str) -> bool:
        """Return whether a clause tells the addressee to speak; then add a draft for it."""
        if self._sentence.names_addressee and not self._called and TELL_US.match(words):
            self._ask_addressee()
            return True
        return False

    def _ask_addressee(self) -> None:
        self._called = True
        self._add("ask", self._sentence.addressee)

    def _without_others(self, words: str) -> str:
        """Return the clause up to where another seat's words or actions begin."""
        speech = t.REPORTED_SPEECH.search(words)
        if speech:
            self._reported = not speech[0].startswith("@i ")
            return words[: speech.start()] if self._reported else words
        # A deed of others does not report their words, so that the next clause is the speaker's own
        # again.
        did = t.DEED_OF_OTHERS.search(words)
        return words[: did.start()] if did and not did[0].startswith("@i ") else words

    def _with_subject(self, words: str, link: str) -> str:
        """Prefix a clause that lacks a subject with the seat of an earlier clause."""
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

    def _own_claims(self, words: str) -> None:
        """Add claims, statements of innocence and retractions of the speaker."""
        if t.RETRACT.search(words):
            role = t.ROLE_WORD.search(words)
            self.drafts.append(Draft("retract", word=role_of(role["role"]) if role else ""))
            return
        claim = t.CLAIM.search(words)
        if claim and claim["no"]:
            # `I am not a wolf` defends; `I am not the seer` takes a claim back.
            role = role_of(claim["role"])
            self.drafts.append(
                Draft("defend", "i") if team_of(role) == "wolves" else Draft("retract", word=role)
            )
            return
        claim = (
            claim
            or t.CLAIM_BY_NAME.search(words)
            or t.CLAIM_AS.search(words)
            or t.CLAIM_ME.search(words)
        )
        if claim:
            groups = claim.groupdict()
            self.drafts.append(
                Draft("claim", word=role_of(groups["role"] or groups.get("here") or ""))
            )
        elif t.INNOCENT.search(words):
            self.drafts.append(Draft("defend", "i"))

    # -- deeds

    def _only_names_night(self, words: str) -> bool:
        """Return whether a clause only states the night of the action before, and set it."""
        if t.ONLY_NIGHT.match(words) and self.drafts and self.drafts[-1].kind in _WITH_NIGHT:
            self.drafts[-1] = self.drafts[-1]._replace(night=self.night)
            return True
        return False

    def _deeds(self, words: str, *, sure: bool) -> None:
        """Add checks with their results, protections, saves and poisonings."""
        for kind, wanted in _DEED_PATTERNS:
            found = wanted.search(words)
            if found:
                self._add(kind, captured_seats(found))
                return
        if self._stated_result(words, sure=sure):
            return
        check = t.CHECK.search(words) or t.MY_CHECK.search(words)
        if check:
            self._checked(words, check)
        elif self._listing and (found := t.LISTED.match(words)):
            self._report(found[1], found)
        elif self._wolf_announced and (found := _ONLY_SEAT.match(words)):
            self._add("report", found[1], "wolves")
        elif self.pending:
            self._result(words)

    def _stated_result(self, words: str, *, sure: bool) -> bool:
        """Return whether a clause states a check together with its result; then add it."""
        going_on = bool(self.drafts) and self.drafts[-1].kind == "report"
        for wanted in (
            t.LEARNED,
            t.CHECK_SAYS,
            # `I observed` tells of a check only where nothing hedges it; else it tells of an
            # impression.
            t.HAVE_CHECK,
            t.CHECK_CAME_BACK,
            *((t.OBSERVED,) if sure else ()),
            *((t.SEEN_AS,) if going_on else ()),
        ):
            found = wanted.search(words)
            if found:
                self._report(captured_seats(found), found)
                return True
        found = t.FOUND_ONE.search(words)
        if found:
            self._add("report", found[1], "wolves")
        return bool(found)

    def _checked(self, words: str, check: re.Match[str]) -> None:
        """Add a check whose result follows at once or came just before, or mark it as pending."""
        seat = check[1]
        rest = _CHECK_DETAILS.sub("", words[check.end() :].strip())
        result = t.THEN_RESULT.match(rest) if rest else None
        if result and result[1] in (None, seat):
            self._report(seat, result)
            return
        before = next(
            (
                draft
                for draft in self.drafts[::-1]
                if draft.letter == seat and draft.kind in ("accuse", "vouch")
            ),
            None,
        )
        if before:
            self.drafts.remove(before)
            self._add(
                "report", seat, before.word or ("wolves" if before.kind == "accuse" else "village")
            )
        else:
            self.pending = seat

    def _result(self, words: str) -> None:
        """Add the result of the pending check if the clause states it."""
        found = t.THEN_RESULT.match(words)
        if found and found[1] in (None, self.pending):
            self._report(self.pending, found)

    def _report(self, seats: str, found: re.Match[str]) -> None:
        negated = "no" in found.re.groupindex and bool(found["no"])
        self._add("report", seats, result_of_word(found["result"], negated=negated))
        self.pending = ""

    def _add(self, kind: DraftKind, seats: str, word: RoleName | Team | Literal[""] = "") -> None:
        night = self.night if kind in _WITH_NIGHT else 0
        for letter in seats.split("+"):
            # One may protect or save oneself, and do nothing else to oneself.
            if letter != "i" or kind in ("protected", "saved"):
                self.drafts.append(Draft(kind, letter, word, night))
