"""Model usage: reads a game's calls file; totals calls, tokens and cost per player.

No game depends on its calls file: a damaged line is skipped and reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import SeatError
from wolfcore.game import Answer, AnswerOrigin, Ask
from wolfcore.game.asks import is_ask_id
from wolfcore.players import CallRecord, LostAttempts
from wolfcore.records import CALLS_FILE, CALLS_LIMIT, AnswerRecord, SeatSpec
from wolfcore.records.jsonl import LineReader, iterate_lines
from wolfcore.records.layout import CALLS_WRITE_LIMIT
from wolfcore.visible import in_one_line

from .watchers import Noted, Watcher

_CHARACTERS_A_TOKEN = 4
"""The characters counted as one token in calls without a token count, reported or estimated."""


class Spent(Struct, omit_defaults=True):
    """The model usage of one player, over all seats that it plays.

    Attributes:
        player: The player, as on the command line.
        calls: Requests to the endpoint, failed ones included.
        tokens: Tokens sent and received, thinking and failed requests included.
        estimated: Calls whose token counts were estimated because the endpoint did not report them.
        cost: The cost of the calls, in the currency of the settings; None where no price is known.
        answers: Answers for which a model was called, and all of a user's own player.
        repaired: Those of the answers that could be used only after repair.
        replaced: Those of the answers replaced by the seat's fallback, or by the stand-in of a late
            player.
        unfit: Prompts that did not fit into the model's context, so that the oldest part of their
            record was left out.
        lost: Those of the calls that gave no reply: failed, refused or cancelled.
        estimated_tokens: How many of the tokens are estimated.
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
    lost: int = 0
    estimated_tokens: int = 0

    def add_call(self, call: CallRecord) -> None:
        """Count a call with all its attempts."""
        lost = call.lost or _NOTHING_LOST
        self.unfit += call.unfit
        self.lost += lost.attempts
        self.calls += call.replied + lost.attempts
        self.estimated += call.replied and (call.tokens_in is None or call.tokens_out is None)
        self.tokens += sum(token_counts(call))
        self.estimated_tokens += lost.estimated or _estimated_tokens(call)
        for cost in (call.cost, lost.cost):
            if cost is not None:
                self.cost = (self.cost or 0.0) + cost

    def add_answer(self, how: AnswerOrigin) -> None:
        """Count an answer by its origin."""
        self.answers += 1
        self.repaired += how == "repaired"
        self.replaced += how in REPLACED

    def add(self, other: Spent) -> None:
        """Add the usage of the same player elsewhere."""
        for name in self.__struct_fields__:
            if name not in ("player", "cost"):
                setattr(self, name, getattr(self, name) + getattr(other, name))
        if other.cost is not None:
            self.cost = (self.cost or 0.0) + other.cost


_NOTHING_LOST = LostAttempts()


class ModelAnswers(Struct, frozen=True):
    """The answers of one model in one game, over all seats whose player it is.

    Attributes:
        model: The model's name in the settings.
        given: Answers taken as given.
        repaired: Answers that were repaired.
        replaced: Answers replaced by the seat's fallback, or by the stand-in of a late player.
        refused: Answers for which the model declined at least once; None where not recorded.
        cut: Answers for which the limit of tokens ended at least one reply; None likewise.
    """

    model: str
    given: int = 0
    repaired: int = 0
    replaced: int = 0
    refused: int | None = None
    cut: int | None = None

    @property
    def answers(self) -> int:
        """The number of answers."""
        return self.given + self.repaired + self.replaced


def answers_by_model(journal: Iterable[AnswerRecord]) -> tuple[ModelAnswers, ...]:
    """Count the answers of each model of a game, by the name of the model.

    Answers for which no model was needed are left out, such as those with one option.
    """
    found: dict[str, list[AnswerRecord]] = {}
    for record in journal:
        if "@" in record.player and (record.calls or record.answer.how in REPLACED):
            found.setdefault(record.player.rpartition("@")[2], []).append(record)
    return tuple([_model_answers(model, found[model]) for model in sorted(found)])


def _model_answers(model: str, records: Sequence[AnswerRecord]) -> ModelAnswers:
    hows = Counter(record.answer.how for record in records)
    # A late answer may have had no call, and then no faults.
    faults = [each.faults for each in records if each.faults is not None]
    known = bool(faults) or not any(each.calls for each in records)
    return ModelAnswers(
        model,
        hows["given"],
        hows["repaired"],
        sum(hows[how] for how in REPLACED),
        sum("refused" in each for each in faults) if known else None,
        sum("cut" in each for each in faults) if known else None,
    )


REPLACED: tuple[AnswerOrigin, ...] = ("fallback", "timeout", "stand_in")
"""The origins of an answer that replaces the player's own."""


def token_counts(call: CallRecord) -> tuple[int, int]:
    """Return the tokens sent and received by a call with all its attempts.

    Where the endpoint does not report them, they are those that the budget counted.
    """
    lost = call.lost or _NOTHING_LOST
    if not call.replied:
        return lost.tokens_in, lost.tokens_out
    sent = call.estimated_in if call.tokens_in is None else call.tokens_in
    received = call.estimated_out if call.tokens_out is None else call.tokens_out
    # Calls of earlier versions, and of models without a budget.
    if sent is None:
        sent = sum(len(text) for _, text in call.messages) // _CHARACTERS_A_TOKEN
    if received is None:
        received = (len(call.reply) + len(call.thinking)) // _CHARACTERS_A_TOKEN
    return sent + lost.tokens_in, received + lost.tokens_out


def _estimated_tokens(call: CallRecord) -> int:
    """Return the estimated tokens of a call that was saved without their number."""
    sent, received = token_counts(call)
    return (
        (sent if call.tokens_in is None else 0) + (received if call.tokens_out is None else 0)
        if call.replied
        else 0
    )


class UsageCounter(Watcher):
    """Counts model usage while a table plays.

    Args:
        seats: The player of each seat at the start, in seat order.
        before: The usage of the game before this run.
    """

    def __init__(self, seats: Sequence[SeatSpec], before: Iterable[Spent] = ()) -> None:
        self._players = {seat: spec.text for seat, spec in enumerate(seats, 1)}
        self._own = {seat for seat, spec in enumerate(seats, 1) if spec.is_own}
        self._spent = {spent.player: spent for spent in before}
        self._called: dict[str, int] = {}

    @property
    def usage(self) -> tuple[Spent, ...]:
        """The usage of each player whose model was called or late, and of users' own players."""
        return tuple(self._spent.values())

    def call_noted(self, noted: Noted) -> None:
        """Count a model call for the seat's player; ignore steps of agents."""
        if noted.call:
            self._called[noted.ask] = noted.seat
            self._player_usage(noted.seat).add_call(noted.call)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """Count the answer of a user's own player, or of one whose model was called or late."""
        called = ask.id in self._called or ask.seat in self._own
        if called or _was_stood_in(self._players[ask.seat], answer):
            self._player_usage(ask.seat).add_answer(answer.how)

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """Record the new player of a seat; calls of the former player do not count for it."""
        del error
        if spec.text != self._players[seat]:
            self._players[seat] = spec.text
            (self._own.add if spec.is_own else self._own.discard)(seat)
            # The open ask goes to the new player, and its answer must not count calls of the former
            # one.
            self._called = {ask: caller for ask, caller in self._called.items() if caller != seat}

    def _player_usage(self, seat: int) -> Spent:
        player = self._players[seat]
        return self._spent.setdefault(player, Spent(player))


def usage_of_game(
    notes: Iterable[Noted], journal: Mapping[str, AnswerRecord], seats: Sequence[SeatSpec] = ()
) -> tuple[Spent, ...]:
    """Total the model usage of a saved game, by player.

    Args:
        notes: The lines of its calls file, in order.
        journal: Its answers by ask id.
        seats: The player of each seat now, in seat order; empty where unknown.
    """
    players = [(record.seat, record.player) for record in journal.values()]
    players += [(seat, spec.text) for seat, spec in enumerate(seats, 1)]
    known = {(seat, player.rpartition("@")[2]): player for seat, player in players if "@" in player}
    found: dict[str, Spent] = {}
    counted: set[str] = set()
    for noted in notes:
        if not (call := noted.call):
            continue
        # The journal may not name the player of this call (no answer yet, or a take-over since):
        # assign the call to the seat's player with this model.
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
    """Return whether a stand-in answered for a model, of whose calls none may have finished."""
    return "@" in player and answer.how == "stand_in"


_NOTED = JsonReader(Noted)


_REASON = 120
"""The most characters of the reason why a line cannot be read."""


_LINE_LIMIT = 1 << 24
"""The most bytes of a line that is streamed; a prompt has a hundredth of that."""


_PROBLEMS = 5
"""How many damaged lines a stream describes; the others are counted."""


class CallsReader:
    """Reads the calls file of a game as it grows; whole lines only, never a torn last line.

    No game depends on this file: a damaged line is left out and reported, and reading continues
    after it.

    Args:
        folder: The game's folder.

    Attributes:
        records: All lines read, in order of arrival.
        problems: The lines that could not be read, in sentences for a person.
    """

    def __init__(self, folder: Path) -> None:
        self._reader, self._line = LineReader(folder / CALLS_FILE, CALLS_LIMIT), 0
        self.records: list[Noted] = []
        self.problems: list[str] = []

    def poll(self) -> bool:
        """Read the lines added since the last call; return whether there were any.

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
                self.problems.append(_damaged_line(self._line, str(error)))


class CallStream:
    """Reads the calls file of a game line by line, in constant memory, as often as wanted.

    Args:
        folder: The game's folder.

    Attributes:
        damaged: The number of lines left out in the latest pass.
        problems: What was wrong with the first of them, in sentences for a person.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self.damaged = folder / CALLS_FILE, 0
        self.problems: list[str] = []

    def __iter__(self) -> Iterator[Noted]:
        """Yield the lines that can be read, in order; none where there is no file.

        Raises:
            LogError: The file is there and cannot be read.
        """
        self.damaged, self.problems = 0, []
        lines = iterate_lines(self._file, CALLS_WRITE_LIMIT, _LINE_LIMIT)
        number = 0
        with suppress(FileNotFoundError, NotADirectoryError):
            for number, line in enumerate(lines, 1):
                try:
                    if line is None:
                        raise msgspec.DecodeError(f"more than {_LINE_LIMIT:,} bytes")
                    noted = _NOTED.decode(line)
                    if not is_ask_id(noted.ask):
                        raise msgspec.DecodeError("its ask is none")
                except msgspec.DecodeError as error:
                    self._leave_out(number, str(error))
                    continue
                yield noted

    def _leave_out(self, number: int, why: str) -> None:
        self.damaged += 1
        if self.damaged <= _PROBLEMS:
            self.problems.append(_damaged_line(number, why))


def _damaged_line(number: int, why: str) -> str:
    return f"Line {number} of {CALLS_FILE} is damaged and left out ({in_one_line(why, _REASON)})."


def read_calls(folder: Path) -> CallsReader:
    """Read the calls file of the game in `folder` once; a missing file gives no records.

    Raises:
        LogError: The file is there and cannot be read.
    """
    reader = CallsReader(folder)
    reader.poll()
    return reader
