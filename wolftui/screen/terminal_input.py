"""Drivers for terminals and browsers whose input thread survives every byte.

Bytes are decoded with replacement, pastes are bounded, and a sequence that Textual cannot parse is
dropped. Textual's own drivers decode strictly: a byte that is not UTF-8 ends the app, or its input.
The methods `run_input_thread` replace Textual's; `tests/wolftui/test_terminal_input.py` fails when
Textual changes what they replace.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import selectors
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from time import sleep

from textual import events
from textual._parser import ParseEOF, ParseTimeout, Peek1, Read1
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.driver import Driver
from textual.drivers._byte_stream import ByteStream
from textual.drivers.linux_driver import LinuxDriver
from textual.drivers.web_driver import WebDriver
from textual.message import Message

PASTE_LIMIT = 100_000
"""Maximum characters of a paste; the rest of a longer one is dropped."""


PASTE_SECONDS = 3.0
"""Seconds without input after which a paste ends that its terminal never ended."""


_TYPED_AT_ONCE = 256
"""Printable characters in one read that count as a paste: nobody types so fast, and as keys they
would take a second for every 2,000."""


_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters other than tab and line ends."""


_SURROGATES = re.compile("[\ud800-\udfff]")


_POLL = 0.1
"""Seconds between two looks at whether the app ends, and at sequences that nothing ended."""


_UNPARSABLE = (ValueError, ArithmeticError, LookupError, TypeError)
"""What Textual's parser raises at numbers that are no code point, size or place."""


class InputParser(XTermParser):
    """Textual's parser of key presses, which no sequence of characters can break or block."""

    idle = True
    """Whether no sequence or paste has begun."""

    def parse(
        self, token_callback: Callable[[Message], None]
    ) -> Generator[Read1 | Peek1, str, None]:
        """Parse characters to events; a paste is collected here, all else by Textual."""

        def on_token(token: Message) -> None:
            if not isinstance(token, events.Key) or not _SURROGATES.search(token.character or ""):
                token_callback(token)

        def fresh() -> tuple[Generator[Read1 | Peek1, str, None], Read1 | Peek1]:
            keys = XTermParser.parse(self, on_token)  # pyright: ignore[reportUnknownMemberType]  Textual leaves it untyped
            return keys, next(keys)

        keys, awaiting = fresh()
        recent = ""
        while True:
            self.idle = awaiting.timeout is None
            try:
                step = partial(keys.send, character := (yield awaiting))
                recent = (recent + character)[-len(BRACKETED_PASTE_START) :]
                if recent == BRACKETED_PASTE_START:
                    pasted = yield from self._collect()
                    token_callback(events.Paste(_CONTROLS.sub("", pasted)))
                    keys, awaiting = fresh()
                    continue
            except ParseTimeout as told:
                step = partial(keys.throw, told)
            except ParseEOF:
                return
            try:
                awaiting = step()
            except _UNPARSABLE:
                keys, awaiting = fresh()

    def _collect(self) -> Generator[Read1, str, str]:
        """Return the characters up to the end of a paste, without its end."""
        self.idle = False
        text: list[str] = []
        tail = ""
        # A paste whose end never comes is over when nothing more arrives; what came is pasted.
        with suppress(ParseTimeout):
            while tail != BRACKETED_PASTE_END:
                character = yield Read1(PASTE_SECONDS)
                tail = (tail + character)[-len(BRACKETED_PASTE_END) :]
                if len(text) < PASTE_LIMIT:
                    text.append(character)
        return "".join(text).removesuffix(BRACKETED_PASTE_END)


class InputDecoder:
    """Turns the bytes that a terminal sends into Textual's events; no bytes raise an error.

    Args:
        debug: As for Textual's parser.
    """

    def __init__(self, debug: bool = False) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._parser = InputParser(debug)

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the events of the bytes that came with one read."""
        text = self._decode(data)
        if self._parser.idle and len(text) >= _TYPED_AT_ONCE and text.isprintable():
            yield events.Paste(text)
        elif text:  # an empty text would end the parser
            yield from self._parser.feed(text)

    def tick(self) -> Iterator[Message]:
        """Yield the events of a sequence or a paste that has waited too long for its end."""
        yield from self._parser.tick()


def _read(terminal: int) -> bytes:
    """Read what a terminal has; nothing, after a while, once it is gone, which the app notices."""
    data = b""
    with suppress(OSError):
        data = os.read(terminal, 4096)
    if not data:
        sleep(_POLL)
    return data


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with an input thread that no byte ends."""

    def run_input_thread(self) -> None:
        """Pass on what is typed until the app ends or the terminal is gone."""
        typed = InputDecoder(self._debug)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                data = _read(self.fileno) if selector.select(_POLL) else b""
                for event in chain(typed.feed(data), typed.tick()):
                    self.process_message(event)


class BrowserDriver(WebDriver):
    """Textual's driver for a browser, with an input thread that no message ends."""

    def run_input_thread(self) -> None:
        """Pass on what the visitor types and the web server says, until either ends."""
        typed, packets, reader = InputDecoder(self._debug), ByteStream(), self._input_reader
        for data in reader:
            for kind, payload in packets.feed(data) if data else ():
                if kind == "D":
                    for event in typed.feed(payload):
                        self.process_message(event)
                else:
                    told = json.loads(payload)
                    self.on_meta(told["type"], told)
            for event in typed.tick():
                self.process_message(event)


def tolerant_driver(driver: type[Driver]) -> type[Driver]:
    """Return the driver of this module that replaces one of Textual's; any other stays."""
    if driver is LinuxDriver:
        return TerminalDriver
    return BrowserDriver if driver is WebDriver else driver
