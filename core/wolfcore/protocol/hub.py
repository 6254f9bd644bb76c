"""A table of friends: who is here, the deal that they draw together, and their seats."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Literal

from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Board, Game, View
from wolfcore.visible import in_one_line

from .card_draw import CardDraw
from .connection import Channel
from .drawn_deal import DrawnDeal, draw_deal, new_number, terms_of
from .friend import Claimant, Friend, Line, Refusal, folded
from .messages import PROTOCOL_VERSION, Answered, Message, Over
from .table_messages import (
    CHAT_LIMIT,
    Away,
    Chat,
    Claim,
    Committed,
    FromFriend,
    Joining,
    Named,
    Notice,
    Opened,
    People,
    Person,
    Record,
    Refused,
    Waiting,
)

MOST_WATCHING = 50
"""The most people who only watch a table."""


MOST_FAULTS = 10
"""The most connections of one friend that end because of what they sent."""


JOIN_SECONDS = 10.0
"""Seconds that a connection has to say who it is."""


CLAIM_SECONDS = 120.0
"""Seconds that somebody has to say who they are, and then the host to let them in."""


StandIn = Callable[[View, Ask], Awaitable[Answer]]
"""Answers an ask in place of a friend who is away."""


class Hub:
    """The table of a host, to which friends connect.

    Args:
        host: The name of the host; empty while they choose it.
        board: The board.
        check_name: Returns a name as it is used; raises ConfigError for one that cannot be.
        program: The version of this program; guests with another one are refused.

    Attributes:
        host: As given; call `changed` after setting it.
        board: The board; likewise.
        bots: The player of the other chairs; likewise.
        seconds: The seconds that a person has for each answer.
        out_sees_all: Whether who is out sees everything and may speak to the others who are out.
        friends: The friends, in the order in which they came.
        watching: Those who only watch.
        numbers: The numbers of the deal, that of the host first; empty before it is drawn.
        claimants: Who says that they are a friend who is away.
        keep: Called when the token of a friend has changed.
        game: The game, once it has begun.
        seat: The host's seat in it.
    """

    def __init__(
        self, host: str, board: Board, check_name: Callable[[str], str], program: str
    ) -> None:
        self.host, self._check_name, self._program = host, check_name, program
        self.board, self.bots, self.seconds = board, "bot:normal", 90
        self.out_sees_all = True
        self.friends: list[Friend] = []
        self.watching: list[Friend] = []
        self.numbers: tuple[str, ...] = ()
        self.game: Game | None = None
        self.seat = 0
        self.claimants: list[Claimant] = []
        self.keep: Callable[[], None] = lambda: None
        self._out = set[int]()
        self._draw = CardDraw()
        self._waiting = Waiting()
        self._stand_in: StandIn | None = None
        self._listeners: list[Callable[[Notice | None], None]] = []
        self._record: Record | None = None

    # -- who is here

    @property
    def news(self) -> People:
        """Who is here and what will be played, for the host."""
        return self._people_for(None)

    @property
    def ready(self) -> list[Friend]:
        """The friends who can play: here, and with a name."""
        return [friend for friend in self.friends if friend.line and friend.ready]

    @contextmanager
    def listening(self, listener: Callable[[Notice | None], None]) -> Generator[None]:
        """Call `listener` with each notice for the host, and with None after each other change."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def changed(self, notice: str = "") -> None:
        """Tell everybody who is here and what is to be played, and a notice if there is one."""
        told = Notice(notice) if notice else None
        if told:
            self._put_to_all(told)
        if self.game is None:
            for friend in self._everybody:
                friend.put(self._people_for(friend))
        self._tell_host(told)

    def _tell_host(self, notice: Notice | None) -> None:
        for listener in tuple(self._listeners):
            listener(notice)

    @property
    def _everybody(self) -> list[Friend]:
        return [*self.friends, *self.watching]

    def _people_for(self, friend: Friend | None) -> People:
        people = [Person(self.host, "host", you=friend is None)]
        people += [each.person(you=each is friend) for each in self.friends]
        return People(
            self.board.name,
            self.board.size,
            self.seconds,
            self.bots,
            tuple(people),
            len(self.watching),
            self.out_sees_all,
            friend.problem if friend else "",
        )

    def _put_to_all(self, message: Message) -> None:
        for friend in self._everybody:
            friend.put(message)

    # -- talk outside of the game

    @property
    def host_may_chat(self) -> bool:
        """Whether words of the host would be heard by the others."""
        return self._circle(self.seat) != ""

    def chat(self, text: str, by: Friend | None = None) -> None:
        """Pass on words to all who may hear them: who is out to who is out, and else to everybody.

        Nobody hears words of a player while the game goes on, or of who only watches.

        Args:
            text: The words.
            by: Who speaks; None for the host.
        """
        circle = self._circle(by.seat if by else self.seat)
        words = in_one_line(text, CHAT_LIMIT).strip()
        if not circle or not words or by in self.watching or (by and not by.chats.take()):
            return
        notice = Notice(words, by.name if by else self.host)
        heard_by = self._everybody if circle == "all" else self.friends
        for friend in heard_by:
            if self._circle(friend.seat) == circle:
                friend.put(notice)
        if self._circle(self.seat) == circle:
            self._tell_host(notice)

    def _circle(self, seat: int) -> Literal["all", "out", ""]:
        """Return with whom the person of a seat speaks now; empty for nobody."""
        if self.game is None or self.game.over:
            return "all"
        return "out" if seat in self._out else ""

    @property
    def _gathers(self) -> bool:
        """Whether there is no game, and none is about to begin."""
        return self.game is None and not self._draw.goes_on

    # -- one connection

    async def serve(self, channel: Channel) -> None:
        """Serve one connection until it ends.

        Args:
            channel: The lines to a friend's program; the caller closes it.
        """
        line, friend = Line(channel), None
        writing = asyncio.ensure_future(line.write())
        reading = None
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                first = await line.read()
            friend = self._admit(first) or await self._claimed(line, first)
            friend.connect(line)
            self._greet(friend)
            reading = asyncio.ensure_future(self._hear(friend, line))
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
        except Refusal as refusal:
            line.put(Refused(str(refusal)))
            line.end()
            with suppress(ConnectionError, TimeoutError):
                await writing
        except ValueError:
            if friend:
                friend.faults += 1
        except (ConnectionError, TimeoutError):
            return  # gone, or silent from the start; the others are told below
        finally:
            for task in filter(None, (reading, writing)):
                task.cancel()
            await asyncio.gather(*filter(None, (reading, writing)), return_exceptions=True)
            if friend and friend.line is line:
                friend.lose()
                self._lost(friend)

    def _admit(self, first: FromFriend) -> Friend | None:
        """Return the friend whose connection this is: one that comes back, or a new one.

        None means that it may be one who is away, at another machine.
        """
        if not isinstance(first, Joining):
            raise Refusal("This is a table of wolftui; join it with `wolftui join`.")
        if (first.version, first.program) != (PROTOCOL_VERSION, self._program):
            raise Refusal(
                f"The table plays wolftui {self._program}, and this is {first.program}: "
                "both need the same version."
            )
        if self._draw.refuses(first.token):
            raise Refusal("Your program has stopped the drawing of the cards twice.")
        here = self.watching if first.watch else self.friends
        known = next((each for each in here if each.token == first.token), None)
        if known is None and first.watch:
            if len(self.watching) >= MOST_WATCHING:
                raise Refusal("Too many people watch this table.")
            known = Friend(first.token)
            self.watching.append(known)
        elif known is None:
            if self._away:
                return None
            if not self._gathers:
                raise Refusal("The game has begun without you.")
            if len(self.friends) + 1 >= self.board.size:
                raise Refusal("All chairs are taken.")
            known = Friend(first.token)
            self.friends.append(known)
        elif known.faults >= MOST_FAULTS:
            raise Refusal("Too much of what your program sent could not be read.")
        elif self.game and not known.seat and not first.watch:
            raise Refusal("The game has begun without you.")
        known.browser = first.browser
        wants_name = first.name and not (known.ready or first.watch or first.returning)
        if wants_name and self._gathers:
            known.problem = self._name(known, first.name)
        return known

    @property
    def _away(self) -> list[Friend]:
        """Those whose seat in the game somebody may claim."""
        goes_on = self.game is not None and not self.game.over
        return [each for each in self.friends if goes_on and each.line is None]

    async def _claimed(self, line: Line, first: FromFriend) -> Friend:
        """Return the friend who is away and whose seat a connection claims, if the host agrees."""
        line.put(Away(tuple(each.name for each in self._away)))
        async with asyncio.timeout(CLAIM_SECONDS):
            claim = await line.read()
        name = claim.name if isinstance(claim, Claim) else ""
        friend = next((each for each in self._away if each.name == name), None)
        if friend is None or any(each.friend is friend for each in self.claimants):
            raise Refusal("The game has begun without you.")
        claimant = Claimant(friend, asyncio.get_running_loop().create_future())
        self.claimants.append(claimant)
        self._tell_host(None)
        try:
            async with asyncio.timeout(CLAIM_SECONDS):
                agreed = await claimant.agreed
        except TimeoutError:
            agreed = False
        finally:
            self.claimants.remove(claimant)
            self._tell_host(None)
        if not agreed or friend not in self._away:
            raise Refusal("The host did not let you in.")
        assert isinstance(first, Joining)  # `_admit` has checked it
        before, friend.token = friend.token, first.token
        try:
            self.keep()
        except ConfigError as error:
            friend.token = before
            raise Refusal("Your place could not be kept.") from error
        friend.browser = first.browser
        return friend

    def _greet(self, friend: Friend) -> None:
        if self.game is None:
            self.changed()
            self._draw.go_on(friend)
            return
        self._tell(friend)
        friend.put(self._waiting)
        if self._record:
            friend.put(Over(self.game.result))
            friend.put(self._record)
        if friend.seat and friend.comings.take():
            self.changed(f"{friend.name} is back.")

    def _lost(self, friend: Friend) -> None:
        if friend in self.watching:
            self.watching.remove(friend)
            self.changed()
        elif self._gathers and friend in self.friends:
            self.friends.remove(friend)
            self.changed()
        elif self._draw.goes_on:
            self._draw.lose()
        elif friend.seat and self.game and not self.game.over and friend.comings.take():
            self.changed(f"{friend.name} has lost the connection, and may come back.")

    async def _hear(self, friend: Friend, line: Line) -> None:
        while True:
            match await line.read():
                case Named(name=name) if self._gathers and friend in self.friends:
                    friend.problem = self._name(friend, name)
                    self.changed()
                case Committed() | Opened() as part:
                    self._draw.hear(friend, part)
                case Answered() as answered:
                    friend.hear(answered)
                case Chat(text=text):
                    self.chat(text, friend)
                case _:
                    pass  # late for its step, or a sign of work that nobody is shown

    def name_host(self, wanted: str) -> None:
        """Give the host a name.

        Raises:
            ConfigError: Nobody can have the name, or somebody else has it.
        """
        self.host = self._free_name(wanted, [each.name for each in self.friends])
        self.changed()

    def _name(self, friend: Friend, wanted: str) -> str:
        """Give a friend a name; return why not, as a sentence."""
        others = [self.host, *(each.name for each in self.friends if each is not friend)]
        try:
            friend.name, friend.ready = self._free_name(wanted, others), True
        except ConfigError as error:
            return " ".join(
                filter(None, (f"{error.problem[:1].upper()}{error.problem[1:]}.", error.hint))
            )
        return ""

    def _free_name(self, wanted: str, taken: Sequence[str]) -> str:
        name = self._check_name(wanted)
        if folded(name) in map(folded, taken):
            raise ConfigError(
                f"somebody at the table is called {name}", hint="Choose another name."
            )
        return name

    # -- the deal

    async def draw(self) -> DrawnDeal:
        """Draw the deal with all friends who are ready, and seat them; the others are refused.

        A friend whose program does not take part is left out, and the others draw anew.

        Raises:
            ConfigError: Nobody is ready.
        """
        self._draw.goes_on = True
        try:
            while True:
                seated = self.ready
                if not seated:
                    raise ConfigError("nobody is ready yet", hint="Send the link to your friends.")
                board, people = self.board, (self.host, *(friend.name for friend in seated))
                own = new_number()
                left_out = await self._draw.run(seated, own, terms_of(board, people))
                if not left_out:
                    break
                names = " and ".join(friend.name for friend in left_out)
                self.changed(f"{names} did not take part in drawing the cards, and was left out.")
        except BaseException:
            self.friends = [friend for friend in self.friends if friend.line]
            raise
        finally:
            self._draw.goes_on = False
        for friend in [each for each in self.friends if each not in seated]:
            friend.turn_away("The game has begun without you.")
        self.friends = seated
        self.numbers = (own, *(friend.number for friend in seated))
        deal = draw_deal(self.numbers, board, people)
        for friend, seat in zip(seated, deal.chairs[1:], strict=True):
            friend.seat = seat
        return deal

    # -- the game

    def begin(self, game: Game, seat: int, stand_in: StandIn) -> None:
        """Begin the game, or go on with it: from now on `ask` and `tell` are for it.

        Args:
            game: The game.
            seat: The host's seat.
            stand_in: Answers in place of a friend who is away.
        """
        self.game, self.seat, self._stand_in = game, seat, stand_in
        self._out.clear()
        self.tell()

    def tell(self) -> None:
        """Send to each friend what their view has gained; to who is out everything."""
        assert self.game is not None
        if self.out_sees_all:
            seats = filter(None, (self.seat, *(friend.seat for friend in self.friends)))
            self._out.update(filter(self.game.state.is_out, seats))
        for friend in self._everybody:
            self._tell(friend)

    def _tell(self, friend: Friend) -> None:
        assert self.game is not None
        friend.tell(self.game.view(friend.seat))
        if friend.seat in self._out:
            friend.show_all(self.game.log)

    def asked(self, asks: Sequence[Ask]) -> None:
        """Tell the friends who is asked, if everybody may know it."""
        self._wait_for(tuple(asks) if all(ask.public for ask in asks) else ())

    def answered(self, ask: Ask) -> None:
        """Tell the friends that an answer has come, if everybody may know it."""
        self._wait_for(tuple([each for each in self._waiting.asks if each.id != ask.id]))

    def _wait_for(self, asks: tuple[Ask, ...]) -> None:
        if asks != self._waiting.asks:
            self._waiting = Waiting(asks)
            self._put_to_all(self._waiting)

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put an ask to the friend of its seat."""
        assert self._stand_in is not None
        friend = next(each for each in self.friends if each.seat == ask.seat)
        was_away = friend.is_away
        bot = partial(self._stand_in, view, ask)
        answer = await friend.ask(view, ask, self.seconds, lambda: asyncio.ensure_future(bot()))
        if ask.public and was_away and friend.is_away:
            # At a secret ask this would tell who was asked.
            self.changed(f"{friend.name} is away: a house bot answers.")
        return answer

    def open_record(self, record: Record) -> None:
        """Send everything of the game, which is over, to everybody, also to who comes back."""
        assert self.game is not None
        self._record = record
        self.tell()
        self._put_to_all(Over(self.game.result))
        self._put_to_all(record)

    def gather_again(self) -> None:
        """Leave a game that is over for another one with whoever says again that they are ready."""
        self.game = self._record = None
        self.friends = [friend for friend in self.friends if friend.line]
        for friend in self._everybody:
            friend.leave_seat()
        self.changed()

    def close(self, why: str) -> None:
        """End all connections.

        Args:
            why: What the friends are told, as a sentence.
        """
        for claimant in self.claimants:
            claimant.agree(False)
        for friend in self._everybody:
            friend.turn_away(why)
