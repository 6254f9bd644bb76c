"""Model usage: reads a game's calls file; totals calls, tokens and cost per player.

No game depends on its calls file: a damaged line is skipped and reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import SeatError
from wolfcore.files import JsonReader
from wolfcore.game import Answer, AnswerOrigin, Ask
from wolfcore.players import CallRecord
from wolfcore.records import CALLS_FILE, CALLS_LIMIT, AnswerRecord, SeatSpec
from wolfcore.records.jsonl import LineReader
from wolfcore.visible import in_one_line

from .watchers import Noted, Watcher

_CHARACTERS_A_TOKEN = 4
"""Where an endpoint does not say how many tokens a call took, so many characters count as one."""


class Spent(Struct, omit_defaults=True):
    """What one player took, over all seats that it plays.

    Attributes:
        player: Who, as on the command line.
        calls: Calls that were replied to.
        tokens: Tokens sent and received, thinking included.
        estimated: Calls whose endpoint does not say how many tokens they took, which were
            estimated.
        cost: What the calls cost, in the currency of the settings; None where no price is known.
        answers: Answers for which a model was called.
        repaired: Those of them that could be used only after repair.
        replaced: Those of them that the seat's fallback took the place of, or whoever stood in for
            a player that was late.
        unfit: Prompts that did not fit into the model's context, so that the oldest of their record
            was left out.
    """

    player: str
    calls: int = 0
    tokens: int = 0
    estimated: int = 0
    cost: float | None = None
    answers: int = 0
    repaired: int = 0
    replaced: int = 0
    unfit: int = 0

    def add_call(self, call: CallRecord) -> None:
        """Count a call; one without a reply took nothing that anybody could tell."""
        self.unfit += call.unfit
        if not call.replied:
            return
        self.calls += 1
        self.estimated += call.tokens_in is None or call.tokens_out is None
        self.tokens += sum(token_counts(call))
        if call.cost is not None:
            self.cost = (self.cost or 0.0) + call.cost

    def add_answer(self, how: AnswerOrigin) -> None:
        """Count an answer."""
        self.answers += 1
        self.repaired += how == "repaired"
        self.replaced += how in ("fallback", "timeout", "stand_in")

    def add(self, other: Spent) -> None:
        """Count what the same player took elsewhere."""
        for name in ("calls", "tokens", "estimated", "answers", "repaired", "replaced", "unfit"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.cost is not None:
            self.cost = (self.cost or 0.0) + other.cost


def token_counts(call: CallRecord) -> tuple[int, int]:
    """The tokens that a call with a reply sent and received, estimated where its endpoint does not say."""
    sent, received = call.tokens_in, call.tokens_out
    if sent is None:
        sent = sum(len(text) for _, text in call.messages) // _CHARACTERS_A_TOKEN
    if received is None:
        received = (len(call.reply) + len(call.thinking)) // _CHARACTERS_A_TOKEN
    return sent, received


class UsageCounter(Watcher):
    """Counts while a table plays.

    Args:
        seats: Who sits on each seat at the start, in seat order.
        before: What the game took before this running.
    """

    def __init__(self, seats: Sequence[SeatSpec], before: Iterable[Spent] = ()) -> None:
        self._players = {seat: spec.text for seat, spec in enumerate(seats, 1)}
        self._spent = {spent.player: spent for spent in before}
        self._called: dict[str, int] = {}

    @property
    def usage(self) -> tuple[Spent, ...]:
        """What each player took whose model was called or was late, in that order."""
        return tuple(self._spent.values())

    def call_noted(self, noted: Noted) -> None:
        """As `Watcher.noted`."""
        if noted.call:
            self._called[noted.ask] = noted.seat
            self._player_usage(noted.seat).add_call(noted.call)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """As `Watcher.answered`; an ask is counted for whoever has its seat now, if their model was called for it or was late."""
        if ask.id in self._called or _was_stood_in(self._players[ask.seat], answer):
            self._player_usage(ask.seat).add_answer(answer.how)

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """As `Watcher.seated`; what was called for the player of before says nothing of who answers now."""
        del error
        if spec.text != self._players[seat]:
            self._players[seat] = spec.text
            self._called = {ask: caller for ask, caller in self._called.items() if caller != seat}

    def _player_usage(self, seat: int) -> Spent:
        player = self._players[seat]
        return self._spent.setdefault(player, Spent(player))


def usage_of_game(
    notes: Iterable[Noted], journal: Mapping[str, AnswerRecord], seats: Sequence[SeatSpec] = ()
) -> tuple[Spent, ...]:
    """What a saved game took, by player.

    Args:
        notes: Its model calls, in order.
        journal: Its answers by ask id.
        seats: Who sits on each seat now, in seat order; empty where that is not known.
    """
    players = [(record.seat, record.player) for record in journal.values()]
    players += [(seat, spec.text) for seat, spec in enumerate(seats, 1)]
    known = {(seat, player.rpartition("@")[2]): player for seat, player in players if "@" in player}
    found: dict[str, Spent] = {}
    counted: set[str] = set()
    for noted in notes:
        if not (call := noted.call):
            continue
        # A call whose ask has no answer, or one of whoever took over, was made by the player of its
        # model on that seat.
        player = known.get((noted.seat, call.model), f"@{call.model}")
        found.setdefault(player, Spent(player)).add_call(call)
        record = journal.get(noted.ask)
        if record and record.player == player and noted.ask not in counted:
            counted.add(noted.ask)
            found[player].add_answer(record.answer.how)
    for record in journal.values():
        if record.ask not in counted and _was_stood_in(record.player, record.answer):
            found.setdefault(record.player, Spent(record.player)).add_answer(record.answer.how)
    return tuple(found.values())


def _was_stood_in(player: str, answer: Answer) -> bool:
    """Whether somebody answered in the place of a model, of whose calls none may have come to its end."""
    return "@" in player and answer.how == "stand_in"


_NOTED = JsonReader(Noted)


_REASON = 120
"""Characters of why a line cannot be read."""


class CallsReader:
    """Reads the notes of a game as they grow; whole lines only, so that a torn last line is never read.

    No game depends on its notes: a damaged line is left out and said, and what stands after it is
        read.

    Args:
        folder: The game's folder.

    Attributes:
        records: All that was read, in order of arrival.
        problems: What could not be read, in sentences for a person.
    """

    def __init__(self, folder: Path) -> None:
        self._reader, self._line = LineReader(folder / CALLS_FILE, CALLS_LIMIT), 0
        self.records: list[Noted] = []
        self.problems: list[str] = []

    def poll(self) -> bool:
        """Read what came since the last call; returns whether anything did.

        Raises:
            LogError: The file is there and cannot be read, or became shorter.
        """
        try:
            lines = self._reader.poll()
        except (FileNotFoundError, NotADirectoryError):
            return False
        self.records += self._decoded(lines)
        return bool(lines)

    def _decoded(self, lines: Iterable[bytes]) -> Iterable[Noted]:
        for line in lines:
            self._line += 1
            try:
                yield _NOTED.decode(line)
            except msgspec.DecodeError as error:
                why = in_one_line(str(error), _REASON)
                self.problems.append(
                    f"Line {self._line} of {CALLS_FILE} is damaged and left out ({why})."
                )


def read_calls(folder: Path) -> CallsReader:
    """The notes of the game in `folder`, as far as they are written now; a game without any has none.

    Raises:
        LogError: They are there and cannot be read.
    """
    reader = CallsReader(folder)
    reader.poll()
    return reader
