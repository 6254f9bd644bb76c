"""The game of a guest at a table of friends, as the guest's screen shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from msgspec.structs import replace

from wolfcore.errors import ConfigError, IllegalAnswer
from wolfcore.game import ALL, Ask, Entry, Fact, Game, View
from wolfcore.game import facts as f
from wolfcore.game.boards import check_board
from wolfcore.game.day import BIDS
from wolfcore.game.views import AnsweredAsk
from wolfcore.players import FrontEnd, OutOfTime, clean_text
from wolfcore.protocol import (
    Answered,
    Asked,
    Everything,
    Facts,
    Hello,
    Notice,
    People,
    Record,
    SeenGame,
    ToFriend,
    Waiting,
    Withdrawn,
    deal_problem,
)
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
from wolftui.words.questions import make_question

from .guest import RETRY_SECONDS, Guest
from .sockets import JoinError

_PERSON = SeatSpec("human")


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
        self._answered = [AnsweredAsk(own.ask, own.answer) for own in hello.answered]
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
        try:
            make_question(ask, self._view())
        except Exception as error:  # a host may ask what no game asks
            raise _unplayable() from error
        self._until = monotonic() + seconds if seconds is not None else 0.0
        if given := self._given.get(ask.id):
            await self._guest.send(given)  # it was lost on the way
        elif self._asking is None or self._asked is None or self._asked.id != ask.id:
            self._close_question()
            self._asked = ask
            if ask not in self._waiting:
                self.session.asked([ask])
            self._asking = asyncio.ensure_future(self._answer(ask, front))

    def _view(self) -> View:
        hello = self._hello
        return View(hello.seat, hello.board, hello.names, list(self._facts), list(self._answered))

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
        try:
            answer = await front.ask(ask, self._view())
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
        size, spec = hello.board.size, record.spec
        try:
            if spec.board != hello.board or len(spec.names) != size:
                raise ConfigError("it is another one than you saw")
            game = replay_answers(spec, {each.ask: each.answer for each in record.answers})
            answered = {each.seat for each in record.answers}
            if not (game.over and len(record.seats) == size and answered <= {*range(size + 1)}):
                raise ConfigError("a part of it is missing")
        except (ConfigError, IllegalAnswer) as error:
            raise JoinError(f"The table opened a game that cannot be ({error}).") from error
        seen = SeenGame(hello.board, hello.names, seat, self._facts, self._log)
        pledge = self._guest.place.pledge if seat else None
        if problem := deal_problem(pledge, record, seen, game):
            self.verdict = f"The deal was changed: {problem}."
        elif pledge:
            self.verdict = "The deal is the one that all of you drew, and your number is in it."
        else:
            self.verdict = "The game is what you saw. Without a number you cannot check the deal."
        self._guest.place.keep(over=True)
        if pledge and pledge.drawings > 1:
            self.verdict += (
                f" The cards were drawn {pledge.drawings} times since your last whole game here: "
                "unless you left one early, the host had a choice."
            )
        self._say(self.verdict)
        self._show(record, game)

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
