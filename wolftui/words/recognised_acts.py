"""Acts that the speech reader recognises in typed words, phrased for the person who writes.

Every kind of act has a phrase (a test checks). The reader is loaded in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wolfcore.game import RoleName, Team
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    Agrees,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    ClaimsRole,
    Defends,
    GivesReason,
    Pairs,
    Plan,
    Proposes,
    ReportsCheck,
    Retracts,
    Subject,
    Supposes,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolfcore.speech.acts import Chat, Reason

from .glyphs import Glyphs
from .spans import Line, Span
from .wrapping import wrap

HEARD = "heard: "


NOTHING = "no claim, suspicion or question"
"""What is said of words without an act that a listener goes by."""


FOREIGN = "only English is heard"
"""What is said of words in another language."""


class SpeechContext(Struct, frozen=True):
    """The context of a speech: speaker, listeners and time.

    Attributes:
        seat: The speaker, 1..N.
        names: Name by seat, in seat order.
        roles: The roles of the board, one per seat.
        day: The day, which is also the number of the night before it.
        pack: For a whisper, the living wolves, who alone hear it; else empty.
        proposer: For a whisper, the mate that whispered last tonight, whom an answer means; or 0.
    """

    seat: int
    names: tuple[str, ...]
    roles: tuple[RoleName, ...]
    day: int = 1
    pack: tuple[int, ...] = ()
    proposer: int = 0


def act_text(act: Act, occasion: SpeechContext) -> Line:
    """Describe one act in a few words: `you accuse 3 Cleo`."""
    return ACT_WORDS[type(act)](act, occasion)


def wrapped_acts(
    acts: Sequence[Act],
    occasion: SpeechContext,
    glyphs: Glyphs,
    width: int,
    rows: int,
    *,
    foreign: bool = False,
) -> list[Line]:
    """List all acts, wrapped to a width.

    If they do not all fit, the last ones are shown, for those were just written.

    Args:
        acts: The recognised acts, in order.
        occasion: The context of the speech.
        glyphs: The signs to draw.
        width: The most cells of a line.
        rows: The most lines, at least 1.
        foreign: Whether the words are in another language than English.
    """
    for left_out in range(len(acts)):
        line = _joined(acts[left_out:], occasion, glyphs, cut=left_out > 0, foreign=foreign)
        lines = wrap(line, width)
        if len(lines) <= rows:
            return lines
    line = _joined(acts[-1:], occasion, glyphs, cut=len(acts) > 1, foreign=foreign)
    return wrap(line, width)[:rows]


def acts_line(
    acts: Sequence[Act], occasion: SpeechContext, glyphs: Glyphs, *, foreign: bool = False
) -> Line:
    """List all acts in one line, and say so if the words are in another language than English."""
    return _joined(acts, occasion, glyphs, cut=False, foreign=foreign)


def is_foreign(text: str, names: tuple[str, ...]) -> bool:
    """Whether typed words are in another language than English."""
    # Loaded with the speech reader, on first use.
    from wolfcore.speech.language import language_of  # noqa: PLC0415  loads a model of languages

    return language_of(text, names) == "other"


def _joined(
    acts: Sequence[Act], occasion: SpeechContext, glyphs: Glyphs, *, cut: bool, foreign: bool
) -> Line:
    line = [Span(HEARD, "dim")]
    dot = Span(f" {glyphs.dot} ", "dim")
    if cut:
        line += [Span(glyphs.more, "dim"), dot]
    for number, act in enumerate(acts):
        line += [dot] if number else []
        line += act_text(act, occasion)
    if foreign:
        note = (dot, Span(FOREIGN, "quiet")) if acts else (Span(f"nothing: {FOREIGN}", "quiet"),)
        return (*line, *note)
    return tuple(line) if acts else (*line, Span(NOTHING, "quiet"))


# -- one act, in words


def _says(occasion: SpeechContext, *parts: str | int) -> Line:
    """Join words and seats by number; the speaker is `yourself` and 0 is nobody."""
    return tuple(
        Span(part, "quiet") if isinstance(part, str) else _whom(part, occasion)
        for part in parts
        if part != ""
    )


def _whom(seat: int, occasion: SpeechContext) -> Span:
    if not seat:
        return Span("nobody", "quiet")
    return (
        Span("yourself", "quiet")
        if seat == occasion.seat
        else Span(f"{seat} {occasion.names[seat - 1]}", f"seat-{seat}")
    )


def _a(role: RoleName, occasion: SpeechContext) -> str:
    return f"{'a' if occasion.roles.count(role) > 1 else 'the'} {role}"


def _in_night(night: int, occasion: SpeechContext) -> str:
    """Name the night of an action; empty if the speech did not say it."""
    return f" in night {occasion.day if night == LAST_NIGHT else night}" if night else ""


def _what(result: Team | RoleName, occasion: SpeechContext) -> str:
    """Describe a check result, in the words of the own seat's panel."""
    if result in ("village", "wolves"):
        return "a wolf" if result == "wolves" else "not a wolf"
    return _a(result, occasion)


def _claims(act: ClaimsRole, occasion: SpeechContext) -> Line:
    single = occasion.roles.count(act.role) < 2
    return _says(occasion, f"you claim {'' if single else 'to be '}{_a(act.role, occasion)}")


def _reports(act: ReportsCheck, occasion: SpeechContext) -> Line:
    found = f"{_what(act.result, occasion)}, checked{_in_night(act.night, occasion)}"
    return (
        _says(occasion, f"you are {found}")
        if act.seat == occasion.seat
        else _says(occasion, act.seat, f" is {found}")
    )


def _accuses(act: Accuses, occasion: SpeechContext) -> Line:
    return _says(occasion, "you accuse " if act.sure else "you suspect ", act.seat)


def _vouches(act: Vouches, occasion: SpeechContext) -> Line:
    return _says(occasion, "you vouch for " if act.sure else "you lean to trust ", act.seat)


_ABOUT: dict[Subject, str] = {
    "": " for their view",
    "vote": " about a vote",
    "accuse": " why they accuse",
    "role": " what they claim to be",
    "seer": " whose claim they believe",
    "check": " about a check",
    "suspect": " whom they suspect",
    "trust": " whom they trust",
    "trust_me": " whether they trust you",
    "opinion": " what they think of a player",
    "choice": " which of two they trust",
    "blame": " which of two they suspect",
    "would_claim": " whether they would claim",
    "proof": " why they should be believed",
    "late": " why only now",
    "plan": " what to do",
    "agree": " whether they agree",
    "changed": " why they changed",
    "chat": " how they are",
}
"""The topic of a question to a seat, by `AsksSeat.about`."""


_CHATS: dict[Chat, str] = {
    "greeting": "a greeting",
    "joke": "a joke",
    "insult": "an insult",
    "thanks": "thanks",
    "bots": "a question about bots",
    "smalltalk": "small talk",
}
"""Talk that is not about the game, by `Chats.kind`."""


_REASONS: dict[Reason, tuple[str, str]] = {
    "voted": ("voted for ", "voted"),
    "defended": ("spoke for ", "spoke for somebody"),
    "accused": ("accused ", "accused somebody"),
    "copied": ("repeated ", "repeated others"),
    "changed": ("changed its word on ", "changed its word"),
    "late": ("claimed after ", "claimed late"),
    "gained": ("gained by the death of ", "gained by a death"),
    "silent": ("named nobody, like ", "named nobody"),
    "first": ("was the first against ", "was the first to accuse"),
    "checked": ("was checked by ", "was checked"),
}
"""A reason with and without its second seat, by `GivesReason.reason`."""


def _reasons(act: GivesReason, occasion: SpeechContext) -> Line:
    with_seat, alone = _REASONS[act.reason]
    why = (f" {with_seat}", act.other) if act.other else (f" {alone}",)
    return _says(occasion, "because ", act.seat, *why)


def _supposes(act: Supposes, occasion: SpeechContext) -> Line:
    first, then = ("a wolf" if wolf else "good" for wolf in (act.is_wolf, act.other_is_wolf))
    return _says(occasion, "if ", act.seat, f" is {first}, ", act.other, f" is {then}")


def _asks(act: AsksSeat, occasion: SpeechContext) -> Line:
    return _says(occasion, "you ask ", act.seat, _ABOUT[act.about])


def _did(verb: str) -> Callable[[Any, SpeechContext], Line]:
    def deed(act: TellsProtected | TellsSaved | TellsPoisoned, occasion: SpeechContext) -> Line:
        return _says(occasion, f"you {verb} ", act.seat, _in_night(act.night, occasion))

    return deed


def _retracts(act: Retracts, occasion: SpeechContext) -> Line:
    return _says(
        occasion,
        f"you take back that you are {_a(act.role, occasion)}"
        if act.role
        else "you take back what you claimed",
    )


PLAN_WORDS: dict[Plan, tuple[str, str]] = {
    "no_exile": ("that nobody is exiled", ""),
    "all_claim": ("that everybody names a role", ""),
    "claim": ("that ", " claims "),
    "counter": ("that ", " contradicts the claim of "),
    "check": ("to check ", ""),
    "protect": ("to protect ", ""),
    "kill": ("to attack ", " tonight"),
    "push": ("to exile ", ""),
    "give_up": ("to give up ", ""),
    "spare": ("to spare ", ""),
}
"""The words before and after the seat of a plan, by `Proposes.plan`."""


_WITHOUT_SEAT: tuple[Plan, ...] = ("no_exile", "all_claim")


def _proposes(act: Proposes, occasion: SpeechContext) -> Line:
    before, after = PLAN_WORDS[act.plan]
    if act.plan in _WITHOUT_SEAT:
        return _says(occasion, f"you propose {before}")
    if act.plan not in ("claim", "counter"):
        return _says(occasion, f"you propose {before}", act.seat, after)
    role = _a(act.role, occasion) if act.role else "a role"
    if act.seat == occasion.seat:
        own = " to claim " if act.plan == "claim" else " to contradict the claim of "
        return _says(occasion, f"you propose{own}{role}")
    who = act.seat or "somebody"
    return _says(occasion, f"you propose {before}", who, f"{after}{role}")


ACT_WORDS: dict[type[Act], Callable[[Any, SpeechContext], Line]] = {
    ClaimsRole: _claims,
    ReportsCheck: _reports,
    Accuses: _accuses,
    Vouches: _vouches,
    Defends: lambda act, occasion: _says(occasion, "you defend ", act.seat),
    CallsVote: lambda act, occasion: (
        _says(occasion, "you call to vote for ", act.seat)
        if act.seat
        else _says(occasion, "you propose to exile nobody")
    ),
    AsksSeat: _asks,
    TellsProtected: _did("protected"),
    TellsSaved: _did("saved"),
    TellsPoisoned: _did("poisoned"),
    Retracts: _retracts,
    Proposes: _proposes,
    Agrees: lambda act, occasion: _says(
        occasion, "you agree with " if act.yes else "you object to ", act.seat or "the last plan"
    ),
    AsksAll: lambda act, occasion: _says(occasion, f"you ask everybody{_ABOUT[act.about]}"),
    Pairs: lambda act, occasion: _says(
        occasion, "you think ", act.seat, " and ", act.other, " are wolves together"
    ),
    Supposes: _supposes,
    GivesReason: _reasons,
    Chats: lambda act, occasion: _says(occasion, _CHATS[act.kind]),
}
"""The function that describes each kind of act."""


READING_PAUSE = 0.25
"""Seconds without a keystroke after which the typed text is read."""


class LiveReader:
    """Reads a speech in the background while a person types it."""

    def __init__(self) -> None:
        self._words, self._still = "", 0.0
        self._read: tuple[str, SpeechContext] | None = None
        self._acts: Future[tuple[Act, ...]] = Future()

    def acts_of(
        self, words: str, occasion: SpeechContext, seconds: float
    ) -> tuple[Act, ...] | None:
        """Return the recognised acts of the typed text; None while they are not known yet.

        Args:
            words: The text as typed so far.
            occasion: The context of the speech.
            seconds: Seconds since the last call.
        """
        self._still = self._still + seconds if words == self._words else 0.0
        self._words = words
        if (
            self._read != (words, occasion)
            and self._still >= READING_PAUSE
            and (self._read is None or self._acts.done())
        ):
            self._read, self._acts = (
                (words, occasion),
                _READER_THREAD.submit(acts_heard, words, occasion),
            )
        same = self._read == (words, occasion)
        return self._acts.result() if same and self._acts.done() else None


def acts_heard(text: str, occasion: SpeechContext) -> tuple[Act, ...]:
    """Recognise the acts of a speech, or the plans of a whisper; loads the reader."""
    seat, names, roles = occasion.seat, occasion.names, occasion.roles
    if not occasion.pack:
        return acts_in(text, seat, names, roles)
    from wolfcore.speech import read_whisper  # noqa: PLC0415  the reader is slow to load

    return read_whisper(text, seat, names, len(names), roles, occasion.pack, occasion.proposer)


def acts_in(
    text: str, seat: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> tuple[Act, ...]:
    """Recognise the acts of a speech by `seat` on a board with `roles`; loads the reader."""
    # The reader is loaded with the first speech, not before the first frame.
    from wolfcore.speech import read  # noqa: PLC0415  the reader is slow to load

    return read(text, seat, names, len(names), roles)


@lru_cache(maxsize=1)
def load_reader() -> Future[tuple[Act, ...]]:
    """Start loading the speech reader in its own thread, once per process.

    A sample sentence is read, so that everything built for the first sentence is built then too.
    """
    return _READER_THREAD.submit(acts_in, "I am the Seer.", 1, ("",), ())


_READER_THREAD = ThreadPoolExecutor(1, "reader of speeches")
