"""Reads whispers: what a wolf proposes to its pack for tonight and for the next day.

At night the same words mean other things than by day: "vote for Dov" is a plan for tomorrow, "take
Dov" the attack, and a name alone a target. The words are data (`night_talk.txt`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.game import RoleName

from .acts import Act, Agrees, Plan, Proposes
from .night_words import Segment, Words, clauses, has, is_noun, segments, words_of
from .reader import sentences_of
from .vocabulary import checking_role

_LONGEST_WHISPER = 2000
"""The number of characters of a whisper that are read."""


@lru_cache(maxsize=1 << 12)
def read_whisper(
    text: str,
    speaker: int,
    names: tuple[str, ...],
    size: int,
    roles: tuple[RoleName, ...] = (),
    pack: tuple[int, ...] = (),
    proposer: int = 0,
) -> tuple[Act, ...]:
    """Read the plans and answers of a whisper.

    Args:
        text: The words as whispered.
        speaker: The wolf that whispers, 1..size.
        names: The names of all seats in seat order; if empty, only numbers name seats.
        size: The number of seats.
        roles: The roles that the board deals, as for `read`.
        pack: The living wolves. "You" is the only other one; where there are more, the one that the
            whisper addressed last.
        proposer: The wolf that an answer without a name is meant for: the last one that proposed
            anything; 0 for the only mate.

    Returns:
        `Proposes` and `Agrees` in the order in which they were said, each once. What the whisper
        takes back itself is left out.
    """
    mates = [seat for seat in pack if seat != speaker]
    only = mates[0] if len(mates) == 1 else 0
    reading = _Reading(speaker, frozenset(pack), only, proposer or only, roles)
    # In "+1" the number is no seat.
    plain = text[:_LONGEST_WHISPER].replace("+1", " agreed ")
    for sentence in sentences_of(plain, names, size, roles):
        reading.add_sentence(words_of(sentence), is_question=sentence.rstrip().endswith("?"))
    return tuple(dict.fromkeys(reading.acts))


_Time: TypeAlias = Literal["", "tonight", "tomorrow", "later"]


_LISTS = frozenset(("and", "or", "nor", "&", "/", "+"))
"""Words that join names to a list, which share their verb and its denial."""


_UNSAID = frozenset(("AGREE", "REFUSE", "SMALL", "NOT", "I", "ME", "YOU", "MY"))


_BESIDE_A_NAME = (
    "SMALL", "TONIGHT", "TOMORROW", "LATER", "NOT", "HIM", "VICTIM", "I", "SEAT", "AGREE", "ALL",
    "ME", "REASON",
)  # fmt: skip
"""The classes of words that leave a name alone what it is: a target."""


_SCOPES = frozenset(("COND", "REASON"))
"""The classes of words that begin a condition or a reason."""


class _Subject(NamedTuple):
    """Who shall do something.

    Attributes:
        kind: `pack` for a seat or any seat of the pack, `all` for the whole table, `others` for
            somebody else; empty where the words name nobody.
        seat: The seat, or 0.
    """

    kind: Literal["", "pack", "all", "others"] = ""
    seat: int = 0


class _Reading:
    """The acts of a whisper, read sentence by sentence.

    Attributes:
        acts: The acts so far.
    """

    def __init__(
        self,
        speaker: int,
        pack: frozenset[int],
        addressee: int,
        proposer: int,
        roles: tuple[RoleName, ...],
    ) -> None:
        self._speaker, self._pack, self._roles = speaker, pack, roles
        self._addressee, self._proposer = addressee, proposer
        self.acts: list[Act] = []
        self._last = 0
        self._time: _Time = ""
        self._speaks_of = 0
        self._plan: Plan | None = None
        self._denied = self._tells = self._mentions = False
        self._claimed_by_others: RoleName | Literal[""] = ""
        self._refused_role: RoleName | Literal[""] = ""

    def add_sentence(self, words: Words, *, is_question: bool) -> None:
        """Read the next sentence."""
        self._plan, self._time, self._speaks_of = None, "", 0
        self._denied = self._tells = self._mentions = False
        for number, (joint, clause) in enumerate(clauses(words)):
            # "Kill Dov, ok?" asks for an answer and gives none.
            rest, before = (
                self._without_answer(clause, counts=not (is_question and number)),
                len(self.acts),
            )
            if rest:
                self._add_clause(rest, joint)
            self._note_seat(clause)
            if len(self.acts) == before:
                # "Tomorrow: Dov", and a list of names that no plan is about.
                self._time = _time_of(clause) or self._time
                self._mentions |= has(clause, "SEAT")

    def _note_seat(self, words: Words) -> None:
        self._last = next((one.seat for one in reversed(words) if one.seat), self._last)

    # -- answers

    def _without_answer(self, clause: Words, *, counts: bool) -> Words:
        """Take the answer with which a clause begins, and return the rest of the clause."""
        place = next(
            (
                place
                for place, one in enumerate(clause)
                if one.kinds.isdisjoint(_UNSAID) or not one.kinds.isdisjoint(("AGREE", "REFUSE"))
            ),
            len(clause),
        )
        if place == len(clause) or clause[place].kinds.isdisjoint(("AGREE", "REFUSE", "SCRATCH")):
            return clause
        answer, rest = clause[place], clause[place + 1 :]
        if answer.text == "no" and (
            has(rest[:2], "ROLE", "CLAIM") or any(one.text == "on" for one in rest[1:2])
        ):
            # "No claims", "no kill on Dov".
            self._spare([one.seat for one in rest if one.seat])
            return ()
        if "SCRATCH" in answer.kinds:
            del self.acts[-1:]
            return rest
        yes = "AGREE" in answer.kinds and not has(clause[:place], "NOT")
        if rest and has(rest, "NOT") and not has(rest, "SEAT", "HIM") and not list(segments(rest)):
            yes, rest = False, ()
        named = next((one.seat for one in rest if one.seat in self._pack), 0)
        seat = named or self._proposer
        # After a proposal of its own, "no" corrects the speaker unless it names a mate.
        own = any(isinstance(act, Proposes) for act in self.acts)
        if counts and seat not in (0, self._speaker) and (yes or named or not own):
            self.acts.append(Agrees(seat, yes))
        return () if all(one.seat == named or "SMALL" in one.kinds for one in rest) else rest

    # -- clauses

    def _add_clause(self, clause: Words, joint: str) -> None:
        if has(clause, "NO_EXILE"):
            self._propose("no_exile", 0)
        elif has(clause, "ALL_CLAIM"):
            self._propose("all_claim", 0)
        elif has(clause, "BACKS_ME"):
            self._spare([self._speaker])
        elif has(clause, "DO_IT") and self._refused_role and has(clause, "YOU"):
            self._propose("claim", self._addressee, role=self._refused_role)
        elif found := list(segments(clause)):
            for segment in found:
                self._add_segment(segment, clause, is_only=len(found) == 1)
                subject = self._subject(segment)
                self._speaks_of = subject.seat or self._speaks_of
                self._note_seat((*segment.before, *segment.after))
        elif role := self._cast(clause):
            self._propose("claim", role.seat, role=role.role)
        else:
            self._add_fragment(clause, joint)

    def _add_fragment(self, clause: Words, joint: str) -> None:
        """Read a clause without a verb: names and times among words that mean nothing here."""
        scope = next(
            (place for place, one in enumerate(clause) if place and one.kinds & _SCOPES),
            len(clause),
        )
        clause = clause[:scope]
        seats = self._named(clause)
        prey = [seat for seat in seats if seat not in self._pack]
        if self._tells and has(clause, "BAD"):
            # "I say that I checked Dov, and he is a wolf."
            self._propose("push", *(prey or [seat for seat in (self._last,) if seat]))
            return
        if any(one.kinds.isdisjoint(_BESIDE_A_NAME) for one in clause):
            return
        time = _time_of(clause) or self._time
        if not prey:
            if has(clause, "NOT") and has(clause, "ME"):
                self._spare([self._speaker])
            self._addressee = seats[0] if seats else self._addressee
            return
        if joint in _LISTS and self._mentions:
            return
        inherited = self._plan if self._plan in ("kill", "push") and joint else "kill"
        by_day = time == "tomorrow" or has(clause, "ALL")
        plan: Plan = "push" if by_day else "kill" if time else inherited
        denial = next(
            (place for place, one in enumerate(clause) if "NOT" in one.kinds), len(clause)
        )
        wanted = [one.seat for one in clause[:denial] if one.seat in prey]
        if self._denied and joint in _LISTS:
            wanted = []
        elif denial == len(clause):
            wanted = prey
        if time != "later":
            self._propose(plan, *wanted)
        self._spare([seat for seat in prey if seat not in wanted])

    def _add_segment(self, segment: Segment, clause: Words, *, is_only: bool) -> None:
        """Read one verb of a clause with its subject and objects."""
        kinds, subject = segment.verb.kinds, self._subject(segment)
        if subject.kind == "others" or (subject.kind and _is_condition(segment.before)):
            self._claimed_by_others = _role_in(segment.after) or self._claimed_by_others
            return
        # A time belongs to the verb that it stands beside.
        near = clause if is_only else (*segment.before, *segment.after)
        time = _time_of(near) or self._time
        denied = has(segment.before, "NOT")
        if self._is_claim(segment):
            self._add_claim(segment, subject, clause, denied=denied)
        elif "SAY" in kinds:
            self._add_told(segment, subject)
        else:
            self._add_deed(segment, subject, time, denied=denied)

    @staticmethod
    def _is_claim(segment: Segment) -> bool:
        """Whether a verb is about a role: "claim the Seer", "take the Seer", but not "say Dov is".

        A verb of attacks takes a role only where it names no seat.
        """
        kinds, named = segment.verb.kinds, has(segment.after, "ROLE")
        if kinds & {"AIM", "GO"}:
            return named and not has(segment.after, "SEAT", "HIM")
        return (
            "COUNTER" in kinds
            or "BE" in kinds
            or (
                "CLAIM" in kinds
                and (
                    named or "SAY" not in kinds or not has(segment.after, "SEAT", "CHECKED", "BAD")
                )
            )
        )

    # -- who and whom

    def _cast(self, clause: Words) -> Proposes | None:
        """Return the plan of a clause that only gives a role to a seat of the pack: "you seer"."""
        role = _role_in(clause)
        if not role or any(
            one.kinds.isdisjoint(
                ("SMALL", "I", "ME", "YOU", "SEAT", "ROLE", "TOMORROW", "CLAIM", "BE")
            )
            for one in clause
        ):
            return None
        seats = self._named(clause)
        if not seats and has(clause, "I", "ME"):
            seats = [self._speaker]
        elif not seats and has(clause, "YOU") and self._addressee:
            seats = [self._addressee]
        return Proposes("claim", seats[0], role) if seats and seats[0] in self._pack else None

    def _subject(self, segment: Segment) -> _Subject:
        """Return who shall do what the verb says: the last subject before it."""
        before = segment.before
        for place in range(len(before) - 1, -1, -1):
            one = before[place]
            let = place > 0 and "LET" in before[place - 1].kinds
            if one.kinds & {"THEY", "ROLE", "HIM"}:
                return _Subject() if let or "HIM" in one.kinds else _Subject("others")
            if "ALL" in one.kinds:
                return _Subject("all")
            if "I" in one.kinds or ("ME" in one.kinds and (let or place == 0)):
                return _Subject("pack", self._speaker)
            if "YOU" in one.kinds:
                named = next((one.seat for one in before[:place] if one.seat in self._pack), 0)
                self._addressee = named or self._addressee
                return _Subject("pack", self._addressee)
            if one.kinds & {"WE", "ONE_OF_US"}:
                return _Subject("pack")
            if one.seat in self._pack:
                return _Subject("pack", one.seat)
            if one.seat and (has(segment.after, "SEAT", "ME", "YOU", "ROLE")):
                return _Subject("others")
        return _Subject()

    def _named(self, words: Words) -> list[int]:
        """Return the seats that are named or meant by a pronoun of the third person, in order."""
        seats = [one.seat for one in words if one.seat]
        if not seats and self._last and has(words, "HIM"):
            seats = [self._last]
        return list(dict.fromkeys(seats))

    def _objects(self, segment: Segment, subject: _Subject) -> list[int]:
        """Return the seats that a deed concerns: after the verb, else before it."""
        for words in (segment.after, segment.before):
            seats = [seat for seat in self._named(words) if seat != subject.seat]
            beside = ("with", "like", "as")  # "vote with me" is not against the speaker
            if any(
                "ME" in one.kinds and (place == 0 or words[place - 1].text not in beside)
                for place, one in enumerate(words)
            ):
                seats.append(self._speaker)
            if seats:
                return seats
            if words is segment.after and has(words[:2], "YOU") and self._addressee:
                return [self._addressee]
            if any(one.text == "others" for one in words) and self._addressee:
                return [self._speaker, self._addressee]
        return []

    # -- plans

    def _propose(self, plan: Plan, *seats: int, role: RoleName | Literal[""] = "") -> None:
        self.acts += [Proposes(plan, seat, role) for seat in seats]
        self._plan, self._denied = plan, False

    def _spare(self, seats: Sequence[int]) -> None:
        """Propose to spare seats, which takes back earlier plans of this whisper against them."""
        self.acts = [
            act
            for act in self.acts
            if not (
                isinstance(act, Proposes)
                and act.seat in seats
                and act.plan in ("kill", "push", "give_up")
            )
        ]
        if seats:
            plan = self._plan
            self._propose("spare", *seats)
            self._plan, self._denied = plan, True

    def _add_deed(self, segment: Segment, subject: _Subject, time: _Time, *, denied: bool) -> None:
        """Read an attack, a push, a mate given up, or a seat spared."""
        kinds, objects = segment.verb.kinds, self._objects(segment, subject)
        mates = [seat for seat in objects if seat in self._pack]
        prey = [seat for seat in objects if seat not in self._pack]
        if "FALL" in kinds:
            self._propose("give_up", *([subject.seat] if subject.seat in self._pack else mates))
        elif "WAIT" in kinds:
            self._spare(objects)
        elif kinds & {"SPARE", "KEEP"}:
            if denied or has(segment.after, "DOWN"):
                self._propose("give_up", *mates)
            elif time == "tomorrow" and segment.verb.text in ("save", "saving", "keep", "keeping"):
                self._propose("push", *prey)
            else:
                self._spare(objects)
        elif denied:
            self._spare(objects)
        elif kinds & {"GIVE", "GIVE_UP"}:
            whoever = [0] if has(segment.after, "ONE_OF_US") else []
            self._propose("give_up", *(mates or whoever))
        elif self._is_attack(segment, time):
            # An attack on somebody "tomorrow" may be the vote or the next night.
            if not (time == "later" or (time == "tomorrow" and "KILL" in kinds)):
                self._propose("push" if time == "tomorrow" else "kill", *prey)
        else:
            self._propose("give_up", *mates)
            self._propose("push", *prey)

    @staticmethod
    def _is_attack(segment: Segment, time: _Time) -> bool:
        """Whether a verb means the attack of the night; votes do where the words say tonight."""
        kinds = segment.verb.kinds
        if is_noun(segment.before):
            return "MARK" not in kinds
        return (
            not kinds
            or not kinds.isdisjoint(("KILL", "AIM", "GO", "GET", "RID", "DIE", "OUT"))
            or (time == "tonight" and "EXILE" in kinds)
        )

    def _add_claim(
        self, segment: Segment, subject: _Subject, clause: Words, *, denied: bool
    ) -> None:
        """Read who shall claim or contradict which role."""
        verb = segment.verb
        if subject.kind == "all":
            self._propose("all_claim", 0)
            return
        role = _role_in(segment.after)
        if verb.text == "am" and _time_of(clause) != "tomorrow":
            return
        seat = subject.seat or next(
            (one.seat for one in segment.after if one.seat in self._pack), 0
        )
        if not subject.kind and not seat:
            own = verb.text.endswith("ing") or any(
                one.text in ("will", "going") for one in segment.before
            )
            seat = self._speaker if own else self._speaks_of or self._addressee
        if denied:
            self.acts = [
                act
                for act in self.acts
                if not (isinstance(act, Proposes) and act.plan == "claim" and act.seat == seat)
            ]
            self._refused_role = role
        elif "COUNTER" in verb.kinds:
            self._propose("counter", seat, role=role or self._claimed_by_others or _role_in(clause))
        else:
            self._propose("claim", seat, role=role)
            self._add_told(segment, subject)

    def _add_told(self, segment: Segment, subject: _Subject) -> None:
        """Read what a wolf shall tell: that it checked somebody, or that somebody is a wolf."""
        self._tells = True
        if has(segment.after, "CHECKED") and subject.seat:
            self._propose("claim", subject.seat, role=checking_role(self._roles) or "")
        prey = [seat for seat in self._named(segment.after) if seat not in self._pack]
        if has(segment.after, "BAD"):
            self._propose("push", *prey)


def _is_condition(before: Words) -> bool:
    """Whether the verb after these words belongs to a condition or a reason.

    It does not where a second subject follows: "if a Seer comes out you counter".
    """
    begin = next((place for place, one in enumerate(before) if one.kinds & _SCOPES), None)
    if begin is None:
        return False
    subjects = [
        one
        for one in before[begin:]
        if one.kinds & {"I", "YOU", "WE", "THEY", "ROLE", "SEAT", "ALL", "ONE_OF_US"}
        or one.text == "it"
    ]
    return len(subjects) < 2


def _role_in(words: Words) -> RoleName | Literal[""]:
    """Return the first village role that is named, an empty string for none."""
    return next((one.role for one in words if one.role), "")


def _time_of(words: Words) -> _Time:
    """Return the time that words name, an empty string for none."""
    if has(words, "LATER"):
        return "later"
    if has(words, "TOMORROW"):
        return "tomorrow"
    return "tonight" if has(words, "TONIGHT") else ""
