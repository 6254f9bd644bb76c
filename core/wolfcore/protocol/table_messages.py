"""The messages between a table of friends and the program of each, besides those of the seats.

Before the game they say who is here, and draw the deal together; after it they open everything.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from wolfcore.decoders import JsonReader
from wolfcore.game import Ask, Entry, GameSpec
from wolfcore.records import AnswerRecord, SeatSpec

from .messages import FromGuest, Message, ToGuest

NAME_LIMIT = 200
"""The most characters of a name in a message; a table accepts shorter ones only."""


CHAT_LIMIT = 400
"""The most characters of words to the other people."""


Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A secret number of 256 bits, or the SHA-256 of one, in hexadecimal."""


Text = Annotated[str, Meta(max_length=1000)]
"""A short text of a host."""


class Joining(Message, frozen=True, tag="join"):
    """The first message of a guest.

    Attributes:
        version: The version of the protocol that it speaks.
        program: The version of its program.
        token: A secret of its own, by which it is known when it comes back.
        name: The name that it wants; may be empty.
        browser: Whether it is shown in a browser.
        watch: Whether it wants no seat, and to see what everybody may know.
        returning: Whether it goes on with a game, and does not wait for another one.
    """

    version: int
    program: Annotated[str, Meta(max_length=40)]
    token: Digest
    name: Annotated[str, Meta(max_length=NAME_LIMIT)] = ""
    browser: bool = False
    watch: bool = False
    returning: bool = False


class Named(Message, frozen=True, tag="name"):
    """The name of a guest, who is ready with it.

    Attributes:
        name: The name.
    """

    name: Annotated[str, Meta(max_length=NAME_LIMIT)]


class Committed(Message, frozen=True, tag="committed"):
    """The commitment of a guest to its number, sent before anybody opens one.

    Attributes:
        commitment: The SHA-256 of the number.
    """

    commitment: Digest


class Opened(Message, frozen=True, tag="opened"):
    """The number of a guest, sent when all are committed.

    Attributes:
        number: The number.
    """

    number: Digest


class Chat(Message, frozen=True, tag="chat"):
    """Words of a guest to the other people, outside of the game.

    Attributes:
        text: The words.
    """

    text: Annotated[str, Meta(max_length=CHAT_LIMIT)]


class Person(Struct, frozen=True, omit_defaults=True):
    """A person at the table.

    Attributes:
        name: Their name; empty while they choose it.
        state: `host`, `ready`, `choosing` a name, or `away` from the table.
        browser: Whether they play in a browser.
        you: Whether it is the guest who gets the message.
    """

    name: Text
    state: Literal["host", "ready", "choosing", "away"]
    browser: bool = False
    you: bool = False


class People(Message, frozen=True, tag="people"):
    """Who is at the table, and what will be played; sent again with each change.

    Attributes:
        board: The name of the board.
        chairs: The number of its seats.
        seconds: The seconds that a person has for each answer.
        bots: The player of the chairs that no person takes, such as `bot:normal`.
        people: The persons, the host first.
        watching: The number of those who only watch.
        out_sees_all: Whether who is out of the game sees everything.
        problem: Why the name of this guest cannot be taken, as a sentence; or empty.
    """

    board: Text
    chairs: Annotated[int, Meta(ge=0, le=100)]
    seconds: int
    bots: Text
    people: Annotated[tuple[Person, ...], Meta(max_length=100)]
    watching: int = 0
    out_sees_all: bool = True
    problem: Text = ""

    @property
    def own(self) -> Person | None:
        """The guest who gets the message; None for who only watches."""
        return next((each for each in self.people if each.you), None)


class Refused(Message, frozen=True, tag="refused"):
    """The last message to a guest that gets no seat.

    Attributes:
        why: Why, as a sentence.
    """

    why: Text


class Drawing(Message, frozen=True, tag="drawing"):
    """The game is about to begin, and the guest commits itself to a new number.

    Attributes:
        commitment: The commitment of the host.
    """

    commitment: Digest


class Commitments(Message, frozen=True, tag="commitments"):
    """All are committed; the guest opens its number.

    Attributes:
        commitments: The commitments, that of the host first.
        terms: The digest of what is drawn for, the board and the names of the people.
    """

    commitments: tuple[Digest, ...]
    terms: Digest


class Waiting(Message, frozen=True, tag="waiting"):
    """Who is asked now and has not answered, where everybody may know it.

    Attributes:
        asks: The questions; none where nobody is asked, or in secret.
    """

    asks: tuple[Ask, ...] = ()


class Notice(Message, frozen=True, tag="notice"):
    """Something that is no fact of the game, and that who gets it may know.

    Attributes:
        text: A sentence.
        by: The name of the person whose words they are; empty for the table.
    """

    text: Text
    by: Text = ""


class Everything(Message, frozen=True, tag="everything"):
    """Entries of the whole log, for a seat that is out and may see everything.

    Attributes:
        begin: The number of entries before these.
        entries: The entries.
    """

    begin: int
    entries: tuple[Entry, ...]


class Record(Message, frozen=True, tag="record"):
    """The whole game after its end: it follows from these, and nothing is secret any more.

    Attributes:
        spec: The spec with the seed.
        numbers: The numbers that give the seed, that of the host first.
        people: The names of the persons, in the order of their numbers.
        seats: The player of each seat, in seat order.
        answers: All answers.
        bots: The versions of the house bots.
        reader: The version of the speech reader.
    """

    spec: GameSpec
    numbers: tuple[Digest, ...]
    people: tuple[str, ...]
    seats: tuple[SeatSpec, ...]
    answers: tuple[AnswerRecord, ...]
    bots: tuple[int, ...] = ()
    reader: int = 0


ToFriend = (
    ToGuest | People | Refused | Drawing | Commitments | Waiting | Notice | Everything | Record
)


FromFriend = FromGuest | Joining | Named | Committed | Opened | Chat


_FROM_FRIEND: JsonReader[FromFriend] = JsonReader(cast("type[FromFriend]", FromFriend))


_TO_FRIEND: JsonReader[ToFriend] = JsonReader(cast("type[ToFriend]", ToFriend))


def from_friend(line: bytes) -> FromFriend:
    """Decode a line of a friend.

    Raises:
        msgspec.DecodeError: It is no such message, or beyond the limits of `check_json`.
    """
    return _FROM_FRIEND.decode(line)


def to_friend(line: bytes) -> ToFriend:
    """Decode a line of a host.

    Raises:
        msgspec.DecodeError: It is no such message, or beyond the limits of `check_json`.
    """
    return _TO_FRIEND.decode(line)
