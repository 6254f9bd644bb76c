"""Reads the content of a sentence beyond judgements and claims: plans, reasons, pairs, small talk.

`read_contents` works on one sentence, with letters for seats; `Contents` turns the drafts of a
message into acts. `contents.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple, get_args

from wolfcore.game import RoleName

from . import acts as a
from .acts import Act, Chat, Plan, Reason, Subject
from .chat.lexicon import ROLE_BY_WORD, role_by_word
from .grammar.clause_patterns import question_subject
from .grammar.fragments import pattern
from .vocabulary import ROLE, VILLAGE_MARK, WOLF_MARK, spell_out

_ROLE_WORDS = "|".join(
    sorted((word.replace("_", " ") for word in ROLE_BY_WORD), key=len, reverse=True)
)


_FILE = Path(__file__).with_name("contents.txt")


_SEATS_AND_ROLES = {
    "S": r"(?:@(?P<s>[a-z])\b)",
    "O": r"(?:@(?P<o>[a-z])\b)",
    "R": rf"(?P<r>{_ROLE_WORDS}|[{VILLAGE_MARK}{WOLF_MARK}][a-z]+)\b",
}


class ContentDraft(NamedTuple):
    """A content act whose seats are still letters.

    Attributes:
        kind: `plan`, `nobody`, `reason`, `agree`, `refuse`, `pair`, `if`, `ask`, `all` or `chat`.
        word: The plan, the reason, the topic of a question to all or the kind of small talk; for
            `if` two letters, `w` or `g`, for the two seats.
        letter, other: The letters of the seats; empty where there is none.
        role: The role of a plan, or empty.
    """

    kind: str
    word: str = ""
    letter: str = ""
    other: str = ""
    role: RoleName | str = ""


_PRONOUN = re.compile(r"\b(he|she|him|her|they|them|his|their|hers)\b(?= |$|[,.!?'])")


_YOU = re.compile(r"\b(you|your|yours)\b")


_OBJECT_ME = re.compile(r"\b(?:me|myself)\b")


_SAYING = re.compile(
    r"@[a-z],? (?:also |just |only |still |has |had |keeps |was |is )*"
    r"(?:says?|said|saying|thinks?|thought|claims?|claimed|told|wants?|wanted|suggests?|suggested"
    r"|asks?|asked|proposed|proposes|believes?|believed|insists?|insisted|argued|argues)\b[^,;]*$"
)


_NOT_MEANT = re.compile(
    r"\b(?:not|never|nobody|no one|why|if|whether|when|instead of|stop|without|no need to"
    r"|rather than|did|have|has|was|were|already|who|unless|refuse to|had|would have|should have"
    r"|could have)(?: \w+){0,3} ?$"
)
"""Words before a plan that make it none: a denial, a condition, a question, a report."""


_LONGEST = 400
"""Characters of a sentence beyond which it is not searched: nobody says so much in one breath."""


def _compiled(text: str, names: dict[str, str]) -> re.Pattern[str]:
    # The names of later lines may contain those of earlier ones.
    for name, means in reversed(names.items()):
        text = text.replace(f"{{{name}}}", means)
    # A name may be given to one group only: the groups of seats are `s0`, `s1` and so on.
    for group in "sor":
        number = count()
        text = re.sub(
            rf"\(\?P<{group}>",
            lambda _, group=group, each=number: f"(?P<{group}{next(each)}>",
            text,
        )
    return re.compile(text)


class _Table(NamedTuple):
    """The rows of the file as (word, pattern) by kind, and the words for a wolf and a good seat."""

    rows: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]]
    bad: re.Pattern[str]
    good: re.Pattern[str]


@lru_cache(maxsize=1)
def _table() -> _Table:
    """Read and compile the file on first use."""
    names, rows = dict(_SEATS_AND_ROLES), dict[str, list[tuple[str, re.Pattern[str]]]]()
    for line in _FILE.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        kind, word, text = line.split(" ", 2)
        if kind == "=":
            names[word.strip("{}")] = text
        else:
            rows.setdefault(kind, []).append((word, _compiled(text, names)))
    return _Table(rows, _compiled(names["BAD"], names), _compiled(names["GOOD"], names))


def _fits(kind: str, text: str) -> bool:
    return any(wanted.search(text) for _, wanted in _table().rows[kind])


def _group(at: re.Match[str], name: str) -> str:
    """Return what the first group of a kind (`s`, `o`, `r`) took that took anything."""
    return next((word for key, word in at.groupdict().items() if word and key[0] == name), "")


def _resolved(text: str, last: str, addressee: str) -> str:
    """Replace pronouns by the seat that they mean: the last one before them, or spoken to."""
    if addressee:
        text = _YOU.sub(lambda found: f"@{addressee}" + ("'s" if found[1] == "your" else ""), text)
    text = _OBJECT_ME.sub("@i", text)

    def seat(found: re.Match[str]) -> str:
        before = re.findall(r"@([a-hj-z])\b", text[: found.start()])
        meant = before[-1] if before else last
        # An object is not its own subject: "Boris voted him out" means somebody before Boris.
        if found[1] in ("him", "them") and before:
            others = [letter for letter in before[:-1] if letter != before[-1]]
            meant = others[-1] if others else last
        if not meant or meant == "i":
            return found[0]
        owner = found[1] in ("his", "their") or (
            found[1] == "her"
            and not re.match(
                r"(?:$|[,.!?;]| (?:and|but|because|so|to|for|today|yesterday|too|out|on)\b)",
                text[found.end() :],
            )
        )
        return f"@{meant}'s" if owner else f"@{meant}"

    return _PRONOUN.sub(seat, text)


@lru_cache(maxsize=1 << 13)
def read_contents(text: str, last: str, addressee: str) -> tuple[ContentDraft, ...]:
    """Read the content of one sentence; cached.

    Args:
        text: The sentence in lower case and plain words, seats as letters, with its closing sign.
        last: The letter mentioned last before it, or an empty string.
        addressee: The letter spoken to before it, or an empty string.
    """
    if len(text) > _LONGEST:
        return ()
    plain = _resolved(spell_out(text), last, addressee).strip()
    asks = plain.endswith("?")
    bare = plain.rstrip(" .!?…")
    found = list(_plans(bare, asks=asks))
    if not asks:
        found += [*_reasons(bare), *_pairs(bare), *_conditions(bare)]
        if not found:
            found += _agreements(bare)
    elif not found and "@" not in bare and _fits("to_all", bare):
        found.append(ContentDraft("all", closer_subject(plain, question_subject(plain), "")))
    found += [*_question(bare), *_small_talk(bare)]
    return tuple(dict.fromkeys(found))


def _is_reported(text: str, place: int) -> bool:
    """Whether the words at a place are what another seat says."""
    return bool(_SAYING.search(text[:place]))


def _plans(text: str, *, asks: bool) -> Iterator[ContentDraft]:
    rows = _table().rows
    for _, wanted in rows["nobody"]:
        at = wanted.search(text)
        if at and not _is_reported(text, at.start()) and not _NOT_MEANT.search(text[: at.start()]):
            yield ContentDraft("nobody")
            break
    seen = set[str]()
    for plan, wanted in rows["plan"]:
        at = wanted.search(text)
        if not at or plan in seen or ("counter" in seen and plan == "claim"):
            continue
        if _is_reported(text, at.start()) or _NOT_MEANT.search(text[: at.start()]):
            continue
        # "Can you claim, Boris?" proposes it; "who should check Boris?" asks.
        if asks and re.match(r"\W*(?:who|what|why|how|when|did|does|has|have)\b", text):
            continue
        letter, role = _group(at, "s"), role_by_word(_group(at, "r").replace(" ", "_"))
        if letter == "i" and plan == "claim":
            continue
        seen.add(plan)
        yield ContentDraft("plan", plan, letter, role=role or "")


def _reasons(text: str) -> Iterator[ContentDraft]:
    seen = set[str]()
    for reason, wanted in _table().rows["reason"]:
        if reason in seen:
            continue
        for at in wanted.finditer(text):
            letter, other = _group(at, "s"), _group(at, "o")
            if not letter or letter in ("i", other):
                continue
            before = text[: at.start()]
            if re.search(r"\b(?:if|unless|when|whether|not true that|never)(?: \w+)? ?$", before):
                continue
            if reason != "silent" and re.search(r"\b(?:not|never)\b", at[0].split("@")[1]):
                continue
            seen.add(reason)
            yield ContentDraft("reason", reason, letter, other)
            break


def _pairs(text: str) -> Iterator[ContentDraft]:
    for _, wanted in _table().rows["pair"]:
        at = wanted.search(text)
        if (
            not at
            or _is_reported(text, at.start())
            or re.search(r"\b(?:not|never|cannot|hardly|if|unless)\b", text[: at.end()])
        ):
            continue
        first, other = _group(at, "s"), _group(at, "o")
        if first != other and "i" not in (first, other):
            yield ContentDraft("pair", "", first, other)
            return


def _conditions(text: str) -> Iterator[ContentDraft]:
    for word, wanted in _table().rows["if"]:
        at = wanted.search(text)
        if not at:
            continue
        first, other = _group(at, "s"), _group(at, "o")
        if first == other or "i" in (first, other):
            continue
        supposed = word[0]
        # "If Boris is not a wolf": the denial turns the first part round.
        if re.search(r"\bnot\b", text[at.start() : at.start("then")]):
            supposed = "g" if supposed == "w" else "w"
        tail = text[at.start("then") :]
        same = re.search(r"\bso (?:is|are) @|\b(?:too|as well|also|another|the other|same)\b", tail)
        then = supposed if same else ""
        if not then:
            bad, good = _table().bad.search(tail), _table().good.search(tail)
            then = "w" if bad and (not good or bad.start() < good.start()) else "g" if good else ""
            if then and re.search(r"\b(?:not|cannot|never)\b", tail):
                then = "g" if then == "w" else "w"
        if then:
            yield ContentDraft("if", supposed + then, first, other)
            return


def _agreements(text: str) -> Iterator[ContentDraft]:
    for word, wanted in _table().rows["agree"]:
        at = wanted.search(text)
        if at and not _is_reported(text, at.start()):
            letter = _group(at, "s") or _addressed(text)
            kind = "agree" if word == "yes" else "refuse"
            if word == "yes" and re.search(
                r"\b(?:not|never|cannot|hardly)(?: \w+){0,2} ?$", text[: at.start()]
            ):
                kind = "refuse"
            if letter != "i":
                yield ContentDraft(kind, "", letter)
                return


_ADDRESSED = (
    re.compile(
        r"^(?:(?:no|nah|nope|yes|yep|yeah|yea|agreed?|sure|this|ok|okay|well|so|but|sorry|oh|exactly"
        r"|hey|um|and)[, ]+)*@([a-hj-z])\b(?! (?:is|was|has|and|or|voted|said)\b)"
    ),
    re.compile(r"[ ,]@([a-hj-z])$"),
)
"""Where a sentence names the seat that it speaks to."""


def _addressed(text: str) -> str:
    """Return the letter of the seat that a sentence speaks to, or an empty string."""
    first, last = (wanted.search(text) for wanted in _ADDRESSED)
    # At the end a seat may be what the sentence is about: "who voted Boris".
    found = first or (last if _YOU.search(text) or ", @" in text else None)
    return found[1] if found else ""


def _question(text: str) -> Iterator[ContentDraft]:
    """Find a question to the seat that a sentence speaks to."""
    letter = _addressed(text)
    if not letter:
        return
    rest = re.sub(rf"^(.{{0,24}}?)@{letter}\b[,: ]*", r"\1", text, count=1)
    rest = re.sub(rf"[, ]*@{letter}$", "", rest)
    if _fits("asks", rest):
        words = f"{rest}?"
        yield ContentDraft("ask", closer_subject(words, question_subject(words), ""), letter)


def _small_talk(text: str) -> Iterator[ContentDraft]:
    for kind, wanted in _table().rows["chat"]:
        if wanted.search(text):
            yield ContentDraft("chat", kind)
            return


_EITHER = pattern(
    r"(?:@[a-z]|\bme|\bmyself|\byou|\byourself),? (?:or|vs\.?|versus) "
    r"(?:is it |was it |do you \w+ |rather |maybe )?(?:@[a-z]|me|myself|you|yourself)\b"
)


_BELIEVE = pattern(r"\b(?:believe|trust|side|buy|keep|save|innocent|good|town|clear|protect)\b")


_NAMES_ROLE = pattern(rf"\b(?:{ROLE}|claim)")


def closer_subject(question: str, about: Subject, asked: str) -> Subject:
    """Return a more precise topic of a question than `question_subject` does, where there is one.

    Args:
        question: The question in lower case, with seat letters.
        about: What `question_subject` returned.
        asked: The letter of the asked seat.
    """
    words = question.replace(f"@{asked}", "you") if asked else question
    if _EITHER.search(words):
        return "choice" if _BELIEVE.search(words) else "blame"
    if about == "seer":
        return about if _NAMES_ROLE.search(words) else "trust"
    for word, wanted in _table().rows["topic"]:
        topic = _SUBJECTS[word]
        # A topic that was found already gives way to few others.
        if topic in _CLOSER.get(about, get_args(Subject)) and wanted.search(words):
            return topic
    return about


_CLOSER: Mapping[Subject, tuple[Subject, ...]] = {
    "vote": ("changed",),
    "accuse": ("changed",),
    "role": ("would_claim",),
    "check": (),
}
"""The topics that are closer than one that `question_subject` found; for any other, all are."""


class Contents:
    """Collects the content of a message sentence by sentence."""

    def __init__(self) -> None:
        self._found: list[tuple[ContentDraft, Mapping[str, int]]] = []
        self._asked = False

    def add(self, drafts: Sequence[ContentDraft], seats: Mapping[str, int], *, asks: bool) -> None:
        """Add the drafts of a sentence; `seats` has the seat of each letter.

        A bare yes or no after a question of the same message answers that question.
        """
        self._found += [
            (draft, dict(seats))
            for draft in drafts
            if not (self._asked and draft.kind in ("agree", "refuse") and not draft.letter)
        ]
        self._asked |= asks

    def with_content(self, acts: Sequence[Act]) -> tuple[Act, ...]:
        """Return the acts of the message with those of its content, each once.

        A reason is kept only for a seat that the message judges.
        """
        against = {
            act.seat
            for act in acts
            if isinstance(act, a.Accuses | a.CallsVote)
            or (isinstance(act, a.ReportsCheck) and act.finds_wolf)
        }
        kind = {act.seat for act in acts if isinstance(act, a.Vouches | a.Defends)}
        asked = {act.seat for act in acts if isinstance(act, a.AsksSeat)}
        found: list[Act] = []
        for draft, seats in self._found:
            seat, other = seats.get(draft.letter, 0), seats.get(draft.other, 0)
            if (draft.letter and not seat) or (draft.other and not other):
                continue
            act = _act(draft, seat, other, against, kind)
            if act and not (isinstance(act, a.AsksSeat) and act.seat in asked):
                found.append(act)
        return tuple(dict.fromkeys((*acts, *found)))


def _act(
    draft: ContentDraft, seat: int, other: int, against: set[int], kind: set[int]
) -> Act | None:
    match draft.kind:
        case "plan":
            return a.Proposes(_PLANS[draft.word], seat, draft.role)
        case "nobody":
            return a.CallsVote(0)
        case "reason":
            judged = seat in against or seat in kind
            return (
                a.GivesReason(seat, _REASONS[draft.word], other, seat in against)
                if judged
                else None
            )
        case "agree" | "refuse":
            return a.Agrees(seat, draft.kind == "agree")
        case "pair":
            return a.Pairs(seat, other)
        case "if":
            first, second = draft.word
            return a.Supposes(seat, first == "w", other, second == "w")
        case "ask":
            return a.AsksSeat(seat, _SUBJECTS[draft.word])
        case "all":
            return a.AsksAll(_SUBJECTS[draft.word])
        case _:
            return a.Chats(_CHATS[draft.word])


_PLANS = {word: word for word in get_args(Plan)}


_REASONS = {word: word for word in get_args(Reason)}


_SUBJECTS = {word: word for word in get_args(Subject)}


_CHATS = {word: word for word in get_args(Chat)}
