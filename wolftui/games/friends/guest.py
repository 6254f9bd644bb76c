"""A guest at a table of friends: the connection, and the game as the guest's screen shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import msgspec
from msgspec.structs import replace

from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import ALL, Ask, Entry, Fact, Game, View
from wolfcore.game import facts as f
from wolfcore.game.boards import check_board
from wolfcore.game.day import BIDS
from wolfcore.game.views import AnsweredAsk
from wolfcore.players import FrontEnd, OutOfTime, clean_text
from wolfcore.protocol import (
    CHAT_LIMIT,
    PROTOCOL_VERSION,
    Answered,
    Asked,
    Chat,
    Commitments,
    Committed,
    Drawing,
    Everything,
    Facts,
    Hello,
    Joining,
    Named,
    Notice,
    Opened,
    People,
    Pledge,
    Record,
    Refused,
    SeenGame,
    ToFriend,
    Waiting,
    Withdrawn,
    commitment_of,
    deal_problem,
    encoded,
    new_number,
    to_friend,
)
from wolfcore.protocol.messages import Message
from wolfcore.records import GUEST, GameFolder, NewGame, SeatSpec, read_game
from wolfcore.records.entries import entry_problem
from wolfcore.table import TakeOver
from wolfcore.table.replay import replay_answers, save_log
from wolftui import __version__
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import review_game
from wolftui.games.takeover import TakeoverMenu
from wolftui.settings.paths import games_folder
from wolftui.words.glyphs import Glyphs
from wolftui.words.outcome import outcome_of

from .kept_places import KeptPlace
from .links import Link
from .sockets import JoinError, SocketChannel, open_channel

RETRY_SECONDS = (1.0, 1.0, 2.0, 3.0, 5.0)
"""The pauses between tries to connect again; the last one for ever."""


_PERSON = SeatSpec("human")


class Guest:
    """The connection of a guest to a table, which takes part in drawing the cards by itself.

    Args:
        link: The link to the table.
        name: The name that the guest wants; empty to choose it at the table.
        browser: Whether the guest is shown in a browser; kept as `in_browser`.
        watch: Whether the guest wants no seat; kept as `watches`.

    Attributes:
        link: As given.
        place: What is kept of this table.
        channel: The connection; None before the first.
    """

    def __init__(
        self, link: Link, name: str = "", *, browser: bool = False, watch: bool = False
    ) -> None:
        self.link, self.place = link, KeptPlace(link.code)
        self._name, self.in_browser, self.watches = name, browser, watch
        self.channel: SocketChannel | None = None
        self._number = self._host = ""

    async def connect(self, *, returning: bool = False) -> None:
        """Connect to the table, again if need be.

        Args:
            returning: Whether a game has begun with which the guest goes on.

        Raises:
            JoinError: It is not possible.
        """
        self.channel = await open_channel(self.link)
        name = self.place.name or self._name
        joining = Joining(
            PROTOCOL_VERSION,
            __version__,
            self.place.token,
            name,
            browser=self.in_browser,
            watch=self.watches,
            returning=returning,
        )
        await self.send(joining)

    async def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            JoinError: The connection is lost.
        """
        try:
            assert self.channel
            await self.channel.send(encoded(message))
        except ConnectionError as error:
            raise _lost() from error

    async def choose_name(self, name: str) -> None:
        """Ask for a name at the table; the next `People` says whether it is taken."""
        await self.send(Named(name))

    async def chat(self, text: str) -> None:
        """Say something to the other people, outside of the game."""
        await self.send(Chat(text[:CHAT_LIMIT]))

    async def receive(self) -> ToFriend:
        """Receive the next message that is for the guest.

        Raises:
            JoinError: The connection is lost, the table refuses the guest, or what it sends cannot
                be read.
        """
        assert self.channel
        while True:
            try:
                message = to_friend(await self.channel.receive())
            except ConnectionError as error:
                raise _lost() from error
            except msgspec.DecodeError as error:
                raise JoinError("What the table sends cannot be read.") from error
            match message:
                case Refused(why=why):
                    raise JoinError(why)
                case Drawing(commitment=commitment):
                    self._number, self._host = new_number(), commitment
                    await self.send(Committed(commitment_of(self._number)))
                case Commitments(commitments=commitments, terms=terms):
                    own = commitment_of(self._number)
                    if commitments[:1] != (self._host,) or own not in commitments[1:]:
                        raise JoinError("The table left your number out of the deal.")
                    drawings = self.place.drawings + 1
                    self.place.keep(pledge=Pledge(self._number, commitments, terms, drawings))
                    await self.send(Opened(self._number))
                case People(own=own):
                    name = own.name if own else ""
                    if name != self.place.name and not self.watches:
                        self.place.keep(name=name)
                    return message
                case _:
                    return message

    async def wait(
        self, told: Callable[[People], object], heard: Callable[[Notice], object]
    ) -> Hello:
        """Wait for the game; a connection that is lost meanwhile is made again.

        Args:
            told: Called with who is at the table, at each change.
            heard: Called with each notice, and with words of the people.

        Raises:
            JoinError: It is not possible.
            ConfigError: What is kept of the table cannot be written.
        """
        tries, seated = 0, False
        while True:
            try:
                if self.channel is None:
                    await self.connect()
                while not isinstance(message := await self.receive(), Hello):
                    match message:
                        case People():
                            seated = True
                            told(message)
                        case Notice():
                            heard(message)
                        case _:
                            pass  # late, from a game before
                return message
            except JoinError as error:
                if error.lasting or not seated:
                    raise
            self.channel = None
            heard(Notice("The connection to the table is lost, and is tried again."))
            await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
            tries += 1

    async def close(self) -> None:
        """Leave the table; the place is kept. Repeated calls do nothing."""
        self.place.close()  # first: who joins again at once has the same place
        if self.channel:
            await self.channel.close()


def _lost() -> JoinError:
    return JoinError("The connection to the table is lost.", lasting=False)


def _check(hello: Hello, *, watches: bool) -> None:
    """Raise JoinError unless a hello describes a seat of a board that can be played.

    Args:
        hello: The hello.
        watches: Whether no seat is wanted.
    """
    size = hello.board.size
    try:
        check_board(hello.board)
        wanted = hello.seat == 0 if watches else 1 <= hello.seat <= size
        sound = len(hello.names) == size and wanted
        sound = sound and all(name == clean_text(name) for name in hello.names)
    except ConfigError:
        sound = False
    if not sound:
        raise _unplayable()


def _unplayable() -> JoinError:
    return JoinError("What the table sends cannot be played.")


def _other_game() -> JoinError:
    return JoinError("The table now tells another game than before.")


def _before_end(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries without the end, which waits for the record that shows everything."""
    return [entry for entry in entries if not isinstance(entry.fact, f.Ended)]


class GuestGame:
    """The source of a game that a host plays and of which this process gets one seat's view.

    Args:
        guest: The connection, whose last message was `hello`.
        hello: That message.
        glyphs: The glyphs to draw.
        say: Shows a sentence to the guest.
        root: The folder in which the game is saved at its end; the user's own if None.
        player: Who plays the seat, as it is saved.

    Raises:
        JoinError: The table describes a game that cannot be played.

    Attributes:
        shown: The game.
        verdict: At the end, whether the deal was the one that was drawn, as a sentence.
        keeps_place: Whether the connection stays when the game is closed, for another game.
    """

    def __init__(
        self,
        guest: Guest,
        hello: Hello,
        glyphs: Glyphs,
        say: Callable[[str], None],
        root: Path | None = None,
        player: SeatSpec = _PERSON,
    ) -> None:
        _check(hello, watches=guest.watches)
        self._guest, self._hello, self._say = guest, hello, say
        self._root, self._player = root, player
        self.takeover_menu: TakeoverMenu | None = None
        self.session = GameSession(
            hello.board,
            hello.names,
            people=(hello.seat,) if hello.seat else (),
            guarded=not hello.seat,
            live=True,
            glyphs=glyphs,
            sealed=True,
        )
        mode = "play" if hello.seat else "live"
        self.shown = ShownGame(self.session, mode, invitation=guest.link.command)
        self.verdict = ""
        self._log: list[Entry] = []
        self._facts: list[Fact] = []
        self._repeated = 0
        self._answered = [AnsweredAsk(own.ask, own.answer) for own in hello.answered]
        self._given: dict[str, Answered] = {}
        self._asked: Ask | None = None
        self._waiting: tuple[Ask, ...] = ()
        self._until = 0.0
        self._asking: asyncio.Task[None] | None = None
        self.keeps_place = False
        self._lost = False

    @property
    def seconds_left(self) -> float:
        """The seconds left for the open answer; 0 without a limit."""
        return max(self._until - monotonic(), 0.01) if self._until else 0.0

    async def run(self, front: FrontEnd, take_over: TakeOver | None = None) -> None:
        """Play to the end; a lost connection is made again.

        Raises:
            JoinError: The table refuses the guest.
            GameStopped: The guest left.
        """
        del take_over
        tries = 0
        while True:
            try:
                if self._lost:
                    await self._guest.connect(returning=True)
                    self._lost, tries = False, 0
                await self._play(front)
                return
            except JoinError as error:
                self._lost = True
                if error.lasting:
                    self._close_question()
                    raise
                self.session.pause("the connection to the table is lost, and is tried again")
                await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
                tries += 1

    async def _play(self, front: FrontEnd) -> None:
        """Handle messages until the record of the whole game has come."""
        while True:
            heard = asyncio.ensure_future(self._guest.receive())
            try:
                while not heard.done():
                    waits = {heard, self._asking} if self._asking else {heard}
                    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    if self._asking and self._asking.done():
                        asking, self._asking = self._asking, None
                        asking.result()
            finally:
                heard.cancel()
            message = heard.result()
            if isinstance(message, Record):
                self._end(message)
                return
            await self._handle(message, front)

    async def _handle(self, message: ToFriend, front: FrontEnd) -> None:
        match message:
            case Hello():
                self._begin_again(message)
            case Facts(facts=facts):
                self._add(facts)
            case Asked(ask=ask, seconds=seconds):
                await self._open(ask, seconds, front)
            case Withdrawn(ask=ask_id):
                if self._asked and self._asked.id == ask_id:
                    self._close_question()
                    self._say("Your time was up, and the table went on.")
            case Waiting(asks=asks):
                self._wait_for(asks)
            case Notice(text=text, by=by):
                self.session.remark(text, by=by)
            case Everything(begin=begin, entries=entries):
                self._see_all(begin, entries)
            case People():
                raise JoinError("The game ended while you were away. Join again for the next one.")
            case _:
                pass

    def _wait_for(self, asks: tuple[Ask, ...]) -> None:
        """Show who is asked; a secret question to this seat stays the one that is shown."""
        if not all(1 <= ask.seat <= self._hello.board.size for ask in asks):
            raise _unplayable()
        before, self._waiting = self._waiting, asks
        if asks and set(asks) <= set(before):
            for ask in before:
                if ask not in asks:
                    self.session.answered(ask)
        elif asks or not self._asked:
            self.session.asked(asks)

    def _begin_again(self, hello: Hello) -> None:
        """Take up the game after a lost connection: the facts come again from the first on."""
        mine = (self._hello.board, self._hello.names, self._hello.seat)
        if (hello.board, hello.names, hello.seat) != mine:
            raise JoinError("The table has begun another game.")
        self._repeated = len(self._facts)
        self.session.resume()

    def _add(self, facts: Sequence[Fact]) -> None:
        """Take facts, those left out that are known from before a lost connection."""
        known, new = facts[: self._repeated], facts[self._repeated :]
        self._check([Entry(ALL, fact) for fact in new])
        begin = len(self._facts) - self._repeated
        if list(known) != self._facts[begin : begin + len(known)]:
            raise _other_game()
        self._repeated -= len(known)
        first = not self._facts
        self._facts += new
        if not self._log:
            self.session.entries(_before_end([Entry(ALL, fact) for fact in new]))
        if first and (self._hello.answered or any(isinstance(each, f.Died) for each in new)):
            self.session.go_end()  # came back: all this was seen before

    def _see_all(self, begin: int, entries: Sequence[Entry]) -> None:
        """Take entries of the whole log, as the guest is out; they may ask to see them."""
        known = self._log[begin:]
        if begin > len(self._log) or list(entries[: len(known)]) != known:
            raise _other_game()
        new, first = entries[len(known) :], not self._log
        self._check(new)
        self._log += new
        if first:
            self.session.sealed, self.session.chat = False, self._guest.chat
            self.session.replace_entries(_before_end(new))
            self.session.asked(self._waiting)
        else:
            self.session.entries(_before_end(new))

    def _check(self, entries: Sequence[Entry]) -> None:
        """Raise JoinError for entries that no game on this board can have."""
        if any(entry_problem(entry, self._hello.board.size) for entry in entries):
            raise _unplayable()

    async def _open(self, ask: Ask, seconds: float | None, front: FrontEnd) -> None:
        legal = {*BIDS, *range(self._hello.board.size + 1)}
        sound = ask.options and legal.issuperset(ask.options)
        if ask.seat != self._hello.seat or not sound:
            raise _unplayable()
        self._until = monotonic() + seconds if seconds is not None else 0.0
        if given := self._given.get(ask.id):
            await self._guest.send(given)  # it was lost on the way
        elif self._asking is None or self._asked is None or self._asked.id != ask.id:
            self._close_question()
            self._asked = ask
            if ask not in self._waiting:
                self.session.asked([ask])
            self._asking = asyncio.ensure_future(self._answer(ask, front))

    def _close_question(self) -> None:
        if self._asking:
            self._asking.cancel()
        self._asked = self._asking = None

    async def _answer(self, ask: Ask, front: FrontEnd) -> None:
        """Put a question to the guest once they have read what came before, and send the answer."""
        left = self.seconds_left
        if not self.session.playing:
            self.session.toggle_play()  # the clock runs, which a pause does not stop
        try:
            async with asyncio.timeout(left / 2 if left else None):
                await self.session.gate()
        except TimeoutError:
            self.session.go_end()
        view = View(
            self._hello.seat,
            self._hello.board,
            self._hello.names,
            list(self._facts),
            list(self._answered),
        )
        try:
            answer = await front.ask(ask, view)
        except OutOfTime:
            return  # the table says so itself
        self._asked = None
        self._answered.append(AnsweredAsk(ask, answer))
        self.session.answered(ask)
        self._given[ask.id] = answered = Answered(
            ask.id, answer.choice, answer.text, answer.thought, answer.beliefs
        )
        await self._guest.send(answered)

    # -- the end

    def _end(self, record: Record) -> None:
        """Check the whole game, save it, and show it."""
        self._close_question()
        hello, seat = self._hello, self._hello.seat
        try:
            game = replay_answers(record.spec, {each.ask: each.answer for each in record.answers})
        except (ConfigError, IllegalAnswer) as error:
            raise JoinError(f"The table opened a game that cannot be ({error}).") from error
        seen = SeenGame(hello.board, hello.names, seat, self._facts, self._log)
        pledge = self._guest.place.pledge if seat else None
        if problem := deal_problem(pledge, record, seen, game):
            self.verdict = f"The deal was changed: {problem}."
        elif seat:
            self.verdict = "The deal is the one that all of you drew, and your number is in it."
        else:
            self.verdict = "The game is what you saw. Its players have checked the deal."
        self._guest.place.keep(over=True)
        if pledge and pledge.drawings > 1:
            self.verdict += f" It was drawn {pledge.drawings} times, so the host had a choice."
        self._show(record, game)
        self._say(self.verdict)

    def _show(self, record: Record, game: Game) -> None:
        seats = list(record.seats)
        seats = [GUEST if each.player == "human" else each for each in seats]
        if seat := self._hello.seat:
            seats[seat - 1] = self._player
        path = self._saved(record, game, seats)
        players = tuple(each.text for each in seats)
        review = review_game(read_game(path, strict=False))
        shown = self.shown
        shown.game, shown.path, shown.seed = path.name, str(path), record.spec.seed
        shown.players = players
        shown.ending = lambda: outcome_of(record.spec.board, record.spec.names, game.state, players)
        shown.record, shown.journal, shown.notes = review.record, review.journal, review.notes
        self.session.replace_entries(game.log)
        self.session.remark(self.verdict)

    def _saved(self, record: Record, game: Game, seats: Sequence[SeatSpec]) -> Path:
        """Save the game as this guest's own; return its folder.

        Raises:
            ConfigError: The folder cannot be written.
            LogError: The game cannot be written.
        """
        answers = [
            replace(each, player=seats[each.seat - 1].text) for each in record.answers if each.seat
        ]
        new = NewGame(
            record.spec,
            seats,
            version=__version__,
            reader=record.reader,
            bots=record.bots,
            entries=game.log,
            answers=answers,
        )
        with GameFolder.create(self._root or games_folder(), new) as folder:
            save_log(folder, game)
            folder.seal()
            return folder.path

    def stop_waiting(self) -> None:
        """Do nothing: the table waits by its own clock."""

    def close(self) -> None:
        """Leave the table, unless another game follows; the host keeps the seat."""
        self._close_question()
        if self.keeps_place:
            return
        self._leaving = asyncio.ensure_future(self._guest.close())
