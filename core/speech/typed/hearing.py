"""What a typed sentence does: its tokens against the rows, within the scope of the speaker's own words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from core.game import RoleName
from core.speech.drafts import Draft, DraftKind
from core.speech.vocabulary import SEES, word_set

from .lexicon import ROLE_OF
from .matching import Fit, candidates, fits
from .people import people_of
from .results import find_result, night_number, reported
from .scope import scope_of
from .tokens import Token, tokens_of

_JUDGED = ("accuse", "vouch")
_FLIPS: dict[DraftKind, DraftKind] = {"accuse": "vouch", "vouch": "accuse", "vote": "defend"}
_DEEDS: dict[str, DraftKind] = {"protected": "protected", "saved": "saved", "poisoned": "poisoned"}
_PLAIN: dict[str, DraftKind] = {"accuse": "accuse", "vouch": "vouch", "defend": "defend", "vote": "vote", "ask": "ask"}
_PREPOSITIONS = word_set("for of against about on by with from to at over into except besides unlike like than")
"""Before a seat: it is no subject, and what follows speaks of something else ("the vote for Ada is odd")."""
_DID = word_set("did have had was has")
_FUTURE = word_set("will would should to let can could must want going")
_NO_CALL_WORDS = word_set("together nobody did have had who they why wolves yesterday")
_NO_CALL_KINDS = word_set("NEG SEAT HIM THEM WOLF ROLE")
_DETERMINERS = word_set("that this 's my your first his their every no")
_JOKES = word_set("jk kidding joking sarcasm joke")
_TO_SAY = word_set("say said saying claim claimed call called")
_ENDS = word_set("died dead dies killed eaten")
"""What befell a seat is no deed of its own."""
_NAY = re.compile(r"(?:nah|nope|no|na)\b(?! one| way| chance)")
_LONGEST_LIST = 8


class Heard(NamedTuple):
    """What a sentence does, and what the next one needs to know.

    Attributes:
        drafts: The acts in order.
        row: The letter (or letters joined by `+`) mentioned last, or an empty string.
        addressee: The letter spoken to, or an empty string.
        pending: The letter of a check without a result yet, or an empty string.
        night: The night of that check, as in the acts.
        listing: Whether results of checks are being listed.
        role: The role word mentioned last, or an empty string.
        notes: What only the whole message can tell: `claim` and `retract` (none counts here), `same` and `real` (a claim of
            the role mentioned last, or of "the real one"), `you` (accuses whoever is spoken to), `last` (accuses who was
            mentioned last), `too X` (X is what was judged last), `not X` (X is not judged here), `asked KIND X` (a judgement
            only asked for), `guess X` (X is guessed at, not asked), `deny` (denies what was asked for), `named X` and
            `nay` (nothing but a name and a question mark, and a no to it), and single letters
            (seats whose judgement here is sure to be turned round by a denial).
    """

    drafts: tuple[Draft, ...]
    row: str
    addressee: str
    pending: str
    night: int
    listing: bool
    role: str
    notes: frozenset[str]


@lru_cache(maxsize=1 << 14)
def hear(text: str, row: str, addressee: str, pending: str, *, listing: bool) -> Heard:
    """Read one sentence.

    Args:
        text: Lower case, plain words, seats as letters, with its closing sign.
        row: Who was mentioned last before it, as in Heard.
        addressee: Who was spoken to before it, as in Heard.
        pending: Whose check still lacks a result, as in Heard.
        listing: Whether results of checks are being listed.
    """
    tokens, hedged = tokens_of(text)
    people = people_of(tokens, row, addressee)
    one = _Sentence(people.tokens, pending, listing=listing, sure=not hedged)
    one.read()
    one.ask(people.addressee, called=people.called, alone=text.startswith("@"))
    drafts = tuple(dict.fromkeys(one.drafts))
    if _NAY.match(text):
        one.notes.add("nay")
    notes = frozenset(one.notes)
    return Heard(drafts, people.row, people.addressee, one.pending, one.night, one.listing, one.role, notes)


class _Sentence:
    """A sentence being read; the attributes are as in Heard."""

    def __init__(self, tokens: list[Token], pending: str, *, listing: bool, sure: bool) -> None:
        self.drafts: list[Draft] = []
        self.notes: set[str] = set()
        self.pending, self.listing, self.night = pending, listing, 0
        self.role = next((one.word for one in reversed(tokens) if "ROLE" in one.kinds), "")
        self._tokens, self._scope, self._sure = tokens, scope_of(tokens), sure
        self._among = candidates(tokens)

    def read(self) -> None:
        """Go over the tokens once; what a row took is not read again."""
        self._note_limits()
        place = self._result(0, self.pending, 0) if self.pending else 0
        if self._tells_of_others():
            self._leave_out()
        while place < len(self._tokens) and (self._among or self.listing):
            place = self._row_at(place) or place + 1

    def _tells_of_others(self) -> bool:
        """Whether the whole sentence is plainly not the speaker's: a joke, a denial of having said it, talk of the town."""
        denied = any(one.word in _TO_SAY and "NEG" in self._kinds_at(at - 1) for at, one in enumerate(self._tokens))
        return (
            denied
            or any(one.word in _JOKES for one in self._tokens)
            or self._word(0) in ("whoever", "they", "people", "someone", "everyone")
        )

    def _leave_out(self) -> None:
        """Note the seats that are only mentioned in others' words."""
        own = {one.word for one, dead in zip(self._tokens, self._scope.dead, strict=True) if not dead and "SEAT" in one.kinds}
        told = {one.word for one in self._tokens if "SEAT" in one.kinds} - own
        self.notes |= {f"not {letter}" for word in told for letter in word[1:].split("+")}

    def ask(self, addressee: str, *, called: bool, alone: bool) -> None:
        """Note whom the sentence asks; `alone` says whether it begins with a seat."""
        if not addressee:
            return
        asked = [one for one, is_asked in zip(self._tokens, self._scope.asked, strict=True) if is_asked]
        while asked and "LINK" in asked[0].kinds:
            del asked[0]
        if called and not asked and self._tokens and "CALLOUT" in self._tokens[0].kinds and "BE" not in self._kinds_at(1):
            self.drafts += [Draft("ask", letter) for letter in addressee.split("+")]
        if not asked:
            return
        words = [one.word for one in asked]
        own = words[0] == f"@{addressee}"
        bare = own and all(word == "?" for word in words[1:])
        if bare:
            self.notes |= {f"named {letter}" for letter in addressee.split("+")}
        only = bare and alone
        if bare and not self._sure:
            self.notes |= {f"guess {letter}" for letter in addressee.split("+")}
            self.drafts += [Draft("accuse", letter, sure=False) for letter in addressee.split("+")]
            return
        inverted = bool(asked[0].kinds & {"WH", "AUX", "TELL", "any"}) or not {"why", "who", "what", "how"}.isdisjoint(words)
        what_i_am = own and any(one.kinds & {"ROLE", "WOLF", "BAD"} for one in asked[:4])
        of_me = (
            own
            and any("I" in one.kinds for one in asked)
            and any(one.kinds & {"SUSPECT", "SAY", "VOTE", "TRUST"} for one in asked[1:3])
        )
        rhetorical = any(words[at] in ("would", "should", "could") and words[at + 1] == "i" for at in range(len(words) - 1))
        there = own and called and self._tokens[-1].word == "?" and not {"mean", "want"} & set(words)
        open_to = called or f"@{addressee}" in words or words[:2] == ["why", "me"] or words[0].startswith("any")
        if (only or inverted or what_i_am or of_me or there) and not rhetorical and open_to:
            self.drafts += [Draft("ask", letter) for letter in addressee.split("+")]

    def _note_limits(self) -> None:
        for place, one in enumerate(self._tokens):
            if "PASTGAME" in one.kinds:
                self.notes.add("claim")
            if one.word in _TO_SAY and "NEG" in self._kinds_at(place - 1):
                self.notes.add("claim")
            if one.word in _TO_SAY and "I" in self._kinds_at(place + 1) and place and self._others_before(place):
                self.notes |= {"claim", "retract"}
            if one.word in ("says", "said") and "SEAT" in self._kinds_at(place + 1) and place:
                self.notes.add("claim")
            if one.word == "would" and self._word(place + 1).startswith("have"):
                self.notes.add("retract")

    def _others_before(self, place: int) -> bool:
        """Whether a verb of saying at a place is somebody else's: `you only say i am ...`."""
        return any("SEAT" in one.kinds or one.word == "you" for one in self._clause_before(place, 2))

    def _word(self, place: int) -> str:
        return self._tokens[place].word if 0 <= place < len(self._tokens) else ""

    def _kinds_at(self, place: int) -> frozenset[str]:
        return self._tokens[place].kinds if 0 <= place < len(self._tokens) else frozenset()

    def _row_at(self, place: int) -> int:
        """Where the first row that counts at `place` ends, or 0."""
        if self.listing and "SEAT" in self._tokens[place].kinds and not self._scope.dead[place]:
            end = self._result(place + 1, self._word(place)[1:], self._night_before(place), listed=True)
            if end > place + 1:
                return end
        for fit in fits(self._tokens, place, self._among):
            self._note_asked(fit)
            if fit.row.kind == "claim" and self._scope.dead[place]:
                self.notes.add("claim")
            if self._counts(fit) and (end := self._take(fit, place)):
                return end
        return 0

    def _note_asked(self, fit: Fit) -> None:
        """A judgement that is only asked for: the next sentence may deny it."""
        if (
            self._tokens[-1].word == "?"
            and fit.row.kind in _JUDGED
            and not fit.row.asked
            and all(self._scope.asked[fit.took[0][1] : fit.end])
        ):
            self.notes |= {f"asked {fit.row.kind} {letter}" for letter in self._letters(fit)}

    def _counts(self, fit: Fit) -> bool:
        span = slice(fit.took[0][1], fit.end)
        asked = self._scope.asked[span]
        own = fit.row.told or not any(self._scope.dead[span])
        return own and (all(asked) if fit.row.asked else not any(asked))

    def _take(self, fit: Fit, place: int) -> int:
        """Note what a row that fits says; where it ends, or 0 if it says nothing after all."""
        kind, denied = fit.row.kind, self._scope.denied[place]
        if kind == "nothing":
            return fit.end
        if kind == "unsay":
            self.notes |= {f"not {letter}" for letter in self._letters(fit)} | {"retract"}
            return fit.end
        if kind == "deny-asked":
            self.notes.add("deny")
            return fit.end
        if kind == "accuse-last":
            return self._last(fit)
        if kind == "proven":
            return self._proven(fit)
        if kind == "accuse-subject":
            return self._subject(fit)
        if kind in ("claim", "same", "real", "retract"):
            return 0 if denied else self._claim(fit)
        if kind in ("report", "check") or kind in _DEEDS:
            return 0 if denied or self._to_come(place) else self._deed(fit, place)
        if kind in ("nobody", "defend-me", "not-i", "accuse-you"):
            return self._without_seat(fit)
        letters = self._letters(fit)
        if kind == "choose":
            for letter in letters:
                self.drafts += [Draft("accuse", letter, sure=False), Draft("vote", letter)]
            return fit.end
        if kind in ("like-last", "turned"):
            return self._like_the_last(letters, fit.end, turned=kind == "turned")
        return self._judge(_PLAIN[kind], fit, place, denied=denied)

    def _letters(self, fit: Fit) -> list[str]:
        """The letters of the seats that a row is about; `i` is the speaker."""
        taken = [self._word(at) for element, at in fit.took if fit.elements[element].kinds & {"SEAT", "SEATS"}]
        return [letter for word in taken for letter in (word[1:].split("+") if word.startswith("@") else ["i"])]

    def _last(self, fit: Fit) -> int:
        """Accuse whom the sentence mentioned last before this, or else whom the message did."""
        before = next((one for one in reversed(self._tokens[: fit.took[0][1]]) if "SEAT" in one.kinds), None)
        if before:
            self.drafts += [Draft("accuse", letter, sure=False) for letter in before.word[1:].split("+")]
        else:
            self.notes.add("last")
        return fit.end

    def _subject(self, fit: Fit) -> int:
        """Accuse whom the sentence begins with, whose deed it tells; where it begins with another, nobody."""
        first = self._tokens[0]
        if "SEAT" in first.kinds and self._word(1) != "'s" and not any(one.word in _ENDS for one in self._tokens):
            self.drafts += [Draft("accuse", letter, sure=False) for letter in first.word[1:].split("+")]
        return fit.end

    def _without_seat(self, fit: Fit) -> int:
        if fit.row.kind == "accuse-you":
            self.notes.add("you")
        elif fit.row.kind == "nobody":
            self.drafts.append(Draft("vote"))
        else:
            self.drafts.append(Draft("defend", "i"))
            if fit.row.kind == "not-i":
                self.notes.add("claim")
        return fit.end

    # -- judging, defending, calling for votes

    def _judge(self, kind: DraftKind, fit: Fit, place: int, *, denied: bool) -> int:
        before = self._word(place - 1)
        if kind != "ask" and "SEAT" in self._tokens[place].kinds and before.rpartition("_")[2] in _PREPOSITIONS:
            return 0
        if kind in _JUDGED and self._either_way(fit.end):
            return fit.end
        if (kind == "defend" and before in _DID) or (kind in ("defend", "ask") and denied):
            return 0
        if kind == "vote" and not self._may_call(place):
            if not self._refuses(place):
                return 0
            kind = "defend"
        negated = any(fit.elements[element].mode == "?" and "NEG" in fit.elements[element].kinds for element, _ in fit.took)
        if negated != denied:
            kind = _FLIPS.get(kind, kind)
        letters = self._letters(fit)
        if kind in _JUDGED and (denied or (fit.row.asked and kind == "vouch")):
            self.notes |= set(letters)
        sure = kind not in _JUDGED or (self._sure and not denied)
        self.drafts += [Draft(kind, letter, sure=sure) for letter in letters if letter != "i" or kind == "defend"]
        last = fit.end - 1
        return last if last > place and "SEAT" in self._tokens[last].kinds else fit.end

    def _like_the_last(self, letters: list[str], end: int, *, turned: bool) -> int:
        """`bram too`, `and bram is not`: what was judged last, of others."""
        last = self.drafts[-1] if self.drafts else None
        if last is None and not turned:
            self.notes |= {f"too {letter}" for letter in letters}
            return end
        if last is None or last.kind not in (*_JUDGED, "report"):
            return 0
        bad = (last.kind == "accuse" or last.word == "wolves") != turned
        for letter in letters:
            if last.kind == "report":
                self.drafts.append(Draft("report", letter, "wolves" if bad else "village", last.night))
            else:
                self.drafts.append(Draft("accuse" if bad else "vouch", letter, sure=last.sure))
        return end

    def _either_way(self, end: int) -> bool:
        """Whether it goes on with `or a villager`: what is called both is called nothing."""
        coming = self._tokens[end : end + 3]
        if len(coming) < 2 or coming[0].word != "or" or "SEAT" in coming[1].kinds:
            return False
        return bool((coming[1].kinds | coming[-1].kinds) & {"BAD", "GOOD", "WOLF", "ROLE"})

    def _clause_before(self, place: int, most: int) -> list[Token]:
        """Up to `most` tokens of the same clause before a place."""
        before: list[Token] = []
        for one in self._tokens[max(0, place - most) : place]:
            before = [] if one.kinds & {"P", "LINK", "?"} else [*before, one]
        return before

    def _may_call(self, place: int) -> bool:
        """Whether a call to vote is the speaker's own, and of now."""
        before = self._clause_before(place, 4)
        if before and before[-1].word in _DETERMINERS:
            return False
        return all(one.word not in _NO_CALL_WORDS and _NO_CALL_KINDS.isdisjoint(one.kinds) for one in before)

    def _refuses(self, place: int) -> bool:
        """Whether a call to vote is the speaker's refusal to."""
        before = self._tokens[max(0, place - 3) : place]
        told = any("SEAT" in one.kinds or one.word in ("did", "have", "had") for one in before)
        return not told and any("NEG" in one.kinds for one in before)

    # -- claims

    def _claim(self, fit: Fit) -> int:
        kind = fit.row.kind
        words = [self._word(at) for element, at in fit.took if fit.elements[element].kinds & {"ROLE", "WOLF"}]
        role: RoleName | None = ROLE_OF.get(words[-1]) if words else None
        if kind in ("same", "real"):
            self.notes.add(kind)
        elif kind == "retract":
            self.drafts.append(Draft("retract", word=role or ""))
        elif role:
            self.drafts.append(Draft("claim", word=role))
            self.listing |= role == SEES
            if fit.row.pattern.startswith("^") and fit.end < len(self._tokens):
                self.listing = role == SEES
        else:
            return 0
        named = next((at for _, at in fit.took if "SEAT" in self._tokens[at].kinds), 0)
        if named:
            return named
        last = fit.end - 1
        return max(fit.took[0][1] + 1, last if self._tokens[last].kinds & {"SEAT", "NIGHT", "P"} else fit.end)

    # -- deeds, their nights and their results

    def _to_come(self, place: int) -> bool:
        """Whether a deed told at a place has not been done yet."""
        before = {one.word for one in self._tokens[max(0, place - 2) : place]}
        after = {one.word for one in self._tokens[place : place + 6]}
        return "tonight" in after or not before.isdisjoint(_FUTURE)

    def _deed(self, fit: Fit, place: int) -> int:
        kind, letters = fit.row.kind, self._letters(fit)
        night, end = self._night(place, fit.end)
        if kind == "report" and self._of_others(place):
            return 0
        if kind == "report":
            words = [self._word(at) for element, at in fit.took if fit.elements[element].kinds & {"RESULT", "CHECKED"}]
            if not words or not letters:
                return 0
            negated = any("NEG" in fit.elements[element].kinds for element, _ in fit.took)
            self._report(letters, words[-1], negated=negated, night=night)
            return end
        if kind == "check":
            done = self._result(end, letters[0], night)
            if done == end and not self._judged_before(letters[0], night):
                self.pending, self.night = letters[0], night
            return max(done, end)
        self.drafts += [Draft(_DEEDS[kind], letter, night=night) for letter in letters]
        return self._further(_DEEDS[kind], end)

    def _of_others(self, place: int) -> bool:
        """Whether somebody else's claim or story is told before a place of the sentence."""
        owners = range(min(place, len(self._tokens) - 2))
        return any(
            "SEAT" in self._tokens[at].kinds and self._word(at + 1) == "'s" and "STORY" in self._tokens[at + 2].kinds
            for at in owners
        )

    def _further(self, kind: DraftKind, place: int) -> int:
        """Further items of the same deed: `and Cleo n2`, `second night the Wim`; where they end."""
        for _ in range(_LONGEST_LIST):
            at = place
            while at < len(self._tokens) and self._tokens[at].kinds & {"P", "and", "then"}:
                at += 1
            pair = self._tokens[at : at + 2]
            night = next((one for one in pair if "NIGHT" in one.kinds), None)
            seat = next((one for one in pair if one.kinds & {"SEAT", "I"}), None)
            if night is None or seat is None or self._scope.dead[at]:
                break
            letters = seat.word[1:].split("+") if seat.word.startswith("@") else ["i"]
            self.drafts += [Draft(kind, letter, night=night_number(night.word)) for letter in letters]
            place = at + 2
        return place

    def _night(self, place: int, end: int) -> tuple[int, int]:
        """The night of a deed told between two places, right after or before them; and where its telling ends."""
        for at in range(end - 1, place - 1, -1):
            if "NIGHT" in self._tokens[at].kinds:
                return night_number(self._word(at)), end
        step = end
        while self._word(step) in ("(", ",", "on", "in", "at", "during"):
            step += 1
        if step < len(self._tokens) and "NIGHT" in self._tokens[step].kinds and not self._item_follows(step + 1):
            return night_number(self._word(step)), step + 1
        return self._night_before(place), end

    def _item_follows(self, place: int) -> bool:
        """Whether the night before `place` begins the next item of a list: `n2 cleo wolf`."""
        while place < len(self._tokens) and self._tokens[place].kinds & {"P", "i", "I"}:
            place += 1
        return place < len(self._tokens) and bool(self._tokens[place].kinds & {"SEAT", "CHECK", "PROTECT", "SAVE"})

    def _night_before(self, place: int) -> int:
        at = place - 1
        while at >= 0 and self._tokens[at].kinds & {"P", "I", "on", "in", "my", "check", "checked", "result"}:
            at -= 1
        return night_number(self._word(at)) if at >= 0 and "NIGHT" in self._tokens[at].kinds else 0

    def _result(self, place: int, letter: str, night: int, *, listed: bool = False) -> int:
        """Where a result for a check of `letter` ends if one is told from `place` on; else `place`."""
        found = find_result(self._tokens, place, letter, listed=listed)
        if found is None or self._scope.asked[found.place]:
            return place
        night = night or self._night(place, found.place + 1)[0]
        self._report([letter], self._word(found.place), negated=found.negated, night=night)
        return found.place + 1

    def _report(self, letters: list[str], word: str, *, negated: bool, night: int) -> None:
        result = reported(word, negated=negated)
        self.drafts += [Draft("report", letter, result, night) for letter in letters if letter != "i"]
        self.pending = ""

    def _proven(self, fit: Fit) -> int:
        """What the sentence judged before its `checked both` was checked."""
        night = self._night(fit.took[0][1], fit.end)[0]
        for place, draft in enumerate(self.drafts):
            if draft.kind in _JUDGED:
                self.drafts[place] = Draft("report", draft.letter, "wolves" if draft.kind == "accuse" else "village", night)
        return fit.end

    def _judged_before(self, letter: str, night: int) -> bool:
        """Whether the sentence judged that seat before it says that it was checked; then that is the result."""
        before = next((draft for draft in self.drafts if draft.letter == letter and draft.kind in _JUDGED), None)
        if before:
            self.drafts.remove(before)
            self.drafts.append(Draft("report", letter, "wolves" if before.kind == "accuse" else "village", night))
        return bool(before)
