"""The messages of the seat protocol, one JSON object a line; the field `is` names the kind.

A guest gets only what its view holds: no entry number, no audience, no seed.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta, Struct

from wolfcore.decoders import JsonReader
from wolfcore.game import Answer, Ask, Belief, Board, Result
from wolfcore.game.facts import Fact
from wolfcore.players import Desk

PROTOCOL_VERSION = 1


MESSAGE_LIMIT = 1 << 17
"""The most bytes of a line from a guest."""


RANDOM_RANGE = 1 << 53
"""The random numbers of asks are below this, so that every JSON reader keeps them exactly."""


class Message(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Base of all messages; the key `is` holds their kind."""


class OwnAnswer(Struct, frozen=True):
    """An answer that the seat gave before the hello, after a resume or a lost connection.

    Attributes:
        ask: The ask.
        answer: The seat's answer.
        known: The number of facts that the seat had when it answered.
    """

    ask: Ask
    answer: Answer
    known: int


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a game. Another one begins a game anew: what came before is void.

    Attributes:
        version: The version of the protocol.
        board: The board with all its rules, as data.
        rules: The rules of the board, as text for people and models.
        seat: The guest's seat, from 1; 0 for one that only watches.
        names: The names of all seats, in seat order.
        answered: The answers that the seat has given already.
    """

    version: int
    board: Board
    rules: str
    seat: int
    names: tuple[str, ...]
    answered: tuple[OwnAnswer, ...] = ()


class Facts(Message, frozen=True, tag="facts"):
    """Facts that the seat may know, in order, after those that it got before.

    Attributes:
        facts: The facts.
    """

    facts: tuple[Fact, ...]


class Asked(Message, frozen=True, tag="ask"):
    """A question to the seat; all facts that the seat may know have come before.

    Attributes:
        ask: The question with its legal choices.
        seconds: The seconds until the table answers in the guest's place; None for no limit.
        random: A random number of this ask, 0 to 2**53 - 1, drawn by the table: a guest that draws
            by it alone plays a repeated game equally. No seed follows from it. None where the table
            draws none.
    """

    ask: Ask
    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None = None
    random: Annotated[int, Meta(ge=0, lt=RANDOM_RANGE)] | None = None


class Withdrawn(Message, frozen=True, tag="withdrawn"):
    """A question that needs no answer any more.

    Attributes:
        ask: Its id.
    """

    ask: str


class Over(Message, frozen=True, tag="over"):
    """The end of a hosted game; the record of the whole game follows.

    Attributes:
        result: The result; None where the game was stopped.
    """

    result: Result | None = None


class Answered(Message, frozen=True, tag="answer"):
    """The guest's answer.

    Attributes:
        ask: The id of the ask.
        choice: One of its options; left out where there is one option.
        text: The speech, where the ask is for words, or the line with a ballot.
        thought: Private reasoning, which only the moderator sees.
        beliefs: Private beliefs about other seats.
        memo: A text that comes back with `Hello.answered`, at most 16 KiB.
    """

    ask: str
    choice: int | None = None
    text: str = ""
    thought: str = ""
    beliefs: Annotated[tuple[Belief, ...], Meta(max_length=64)] = ()
    memo: str = ""


class Speaking(Message, frozen=True, tag="speaking"):
    """The words of an answer so far, which are shown while the guest writes on.

    Attributes:
        ask: The id of the ask.
        text: All words so far.
    """

    ask: str
    text: str


class Working(Message, frozen=True, tag="working"):
    """A sign that the guest works on its answer.

    Attributes:
        ask: The id of the ask.
        doing: What it does.
        tokens: The tokens that a model has given so far.
    """

    ask: str
    doing: Literal["loading", "queued", "thinking", "speaking", "retrying"] = "thinking"
    tokens: Annotated[int, Meta(ge=0)] = 0


ToGuest = Hello | Facts | Asked | Withdrawn | Over


FromGuest = Answered | Speaking | Working


_FROM_GUEST: JsonReader[FromGuest] = JsonReader(cast("type[FromGuest]", FromGuest))


_TO_GUEST: JsonReader[ToGuest] = JsonReader(cast("type[ToGuest]", ToGuest))


def encoded(message: Message) -> bytes:
    """Encode a message as one line, without the line end."""
    return msgspec.json.encode(message)


def from_guest(line: bytes) -> FromGuest:
    """Decode a line of a guest.

    Raises:
        msgspec.DecodeError: It is no such message, or beyond the limits of `check_json`.
    """
    return _FROM_GUEST.decode(line)


def to_guest(line: bytes) -> ToGuest:
    """Decode a line of a host.

    Raises:
        msgspec.DecodeError: It is no such message, or beyond the limits of `check_json`.
    """
    return _TO_GUEST.decode(line)


def random_of(desk: Desk) -> int:
    """Draw the random number of an ask for a guest (`Asked.random`)."""
    return desk.dice.draw("protocol", RANDOM_RANGE)
