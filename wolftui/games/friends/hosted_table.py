"""The host's table: people who come by its link, the game that they play, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import get_args

from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import file_errors
from wolfcore.game import Answer, Ask, Board, Entry, Game, View
from wolfcore.players import Desk, Player
from wolfcore.protocol import Friend, Hub, Notice, Record
from wolfcore.records import FRIENDS_FILE, read_game
from wolfcore.seating import parse_player
from wolfcore.table import TakeOver, Watcher
from wolftui import __version__
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.front import ScreenFront
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.games.inputs import check_name
from wolftui.games.running_game import FriendsTable, RunningGame
from wolftui.games.session.game_session import GameSession, Request
from wolftui.games.sources import LocalSource
from wolftui.games.takeover import TakeoverMenu
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder

from .kept_places import HouseBots, KeptFriend, KeptTable, keep_table, read_table
from .links import DEFAULT_PORT, Address, Link, address_of, new_code, own_addresses
from .sockets import Certificate, Pages, SeatServer

READING_SECONDS = 20.0
"""The most seconds that the table waits until the host has read on, so that a host who looks
elsewhere holds up nobody."""


_LOOK_SECONDS = 0.2
"""Seconds between two looks at whether the host has paused."""


LEVELS: tuple[HouseBots, ...] = get_args(HouseBots)


_PORTS = 10
"""How many ports are tried, from the usual one on, where none is named."""


class HostedTable:
    """A table that friends join by its link.

    Args:
        host: The name of the host; empty while they choose it.
        board: The board.
        seconds: The seconds that a person has for each answer.
        port: The port to listen on; 0 for any that is free, for one address alone; None for the
            first free one of ten.
        code: The code of the link; None for a new one.
        pages: The page for browsers; None where it cannot be served.
        address: The address of this machine to listen on; None for all.
        certificate: What encrypts the connections; None for none.

    Attributes:
        hub: The people, and the deal that they draw.
        addresses: The addresses of this machine, the best for friends first.
        serves_browsers: Whether the link opens in a browser, too.
        level: The house bot that answers for who is away.
        certificate: As given.
    """

    def __init__(
        self,
        host: str,
        board: Board,
        *,
        seconds: int = 90,
        port: int | None = None,
        code: str | None = None,
        pages: Pages | None = None,
        address: str | None = None,
        certificate: Certificate | None = None,
    ) -> None:
        self.certificate = certificate
        self.hub = Hub(host, board, check_name, __version__)
        self.hub.seconds = seconds
        self.level: HouseBots = "bot:normal"
        self._code, self._address = code or new_code(), address
        self._port = DEFAULT_PORT if port is None else port
        self._others = _PORTS - 1 if port is None else 0
        self._busy_hint = "Another --port may be free."
        self._server = SeatServer(self._code, self.hub.serve, pages, certificate)
        self.serves_browsers = pages is not None
        self.addresses: Sequence[Address] = ()

    async def open(self) -> None:
        """Listen for friends.

        Raises:
            ConfigError: The port cannot be listened on.
        """
        while True:
            try:
                self._port = await self._server.start(self._port, self._address)
                break
            except OSError as error:
                if not self._others:
                    why = error.strerror or error
                    raise ConfigError(
                        f"cannot listen on port {self._port} ({why})", hint=self._busy_hint
                    ) from error
                self._port, self._others = self._port + 1, self._others - 1
        self.addresses = [address_of(self._address)] if self._address else own_addresses()
        if problem := self._server.local_problem:
            self.hub.changed(f"Nobody can join by --here ({problem}).")

    @property
    def link(self) -> Link:
        """The link for friends, with the best address."""
        return self._link(self.addresses[0])

    def _link(self, address: Address) -> Link:
        return Link(address.text, self._port, self._code, self.certificate is not None)

    def links(self) -> list[tuple[Address, Link]]:
        """Return a link for each address of this machine."""
        return [(each, self._link(each)) for each in self.addresses]

    def choose_level(self, steps: int) -> None:
        """Make the house bots of the empty chairs better or worse, if house bots are there."""
        if self.hub.bots not in LEVELS:
            return
        at = LEVELS.index(self.level) + steps
        self.level = self.hub.bots = LEVELS[min(max(at, 0), len(LEVELS) - 1)]
        self.hub.changed()

    def choose_board(self, board: Board) -> None:
        """Choose another board.

        Raises:
            ConfigError: More people are here than it has seats.
        """
        if len(self.hub.friends) + 1 > board.size:
            raise ConfigError(
                f"{board.name} has {board.size} seats, and {len(self.hub.friends) + 1} are here"
            )
        self.hub.board = board
        self.hub.changed()

    async def start(self, models: ModelSettings, root: Path | None = None) -> RunningGame:
        """Draw the cards with everybody who is ready, and make the game; it does not play yet.

        Args:
            models: The models of this user; house bots need none.
            root: The folder for saved games; the user's own if None.

        Raises:
            ConfigError: Nobody is ready, or the game cannot be saved.
        """
        hub, games = self.hub, root or games_folder()
        # Before the draw: a second one for the same game would let the host choose.
        with file_errors(games):
            games.mkdir(parents=True, exist_ok=True)
            TemporaryDirectory(dir=games).cleanup()
        deal = await hub.draw()
        options = PlayOptions(
            board=deal.spec.board,
            seats=(f"{deal.chairs[0]}=human",),
            default_player=hub.bots,
            uses_earlier_games=False,
            games_root=games,
            models=models,
            hosted=deal.spec,
        )
        running = start_game(Arrangement(options), guests=deal.chairs[1:])
        assert running.path
        self._keep(running.path)
        self._begin(running)
        return running

    def _keep(self, folder: Path) -> None:
        hub = self.hub
        friends = [KeptFriend(each.token, each.name, each.seat) for each in hub.friends]
        kept = KeptTable(
            self._code,
            self._port,
            hub.seconds,
            hub.numbers,
            hub.host,
            tuple(friends),
            hub.out_sees_all,
            self.level,
            self.certificate,
        )
        keep_table(folder, kept)

    @classmethod
    def of_saved(
        cls,
        path: Path,
        models: ModelSettings,
        pages: Pages | None = None,
        address: str | None = None,
    ) -> tuple[HostedTable, RunningGame]:
        """Make the table of a saved game anew; friends come back by the same link.

        Raises:
            ConfigError: One of the players cannot be seated here.
            LogError: The game cannot be continued, or what was kept of its friends is lost.
        """
        kept = read_table(path)
        running = resume_saved(path, models=models)
        if {each.seat for each in kept.friends} != set(running.guests):
            running.close()
            raise LogError("names other friends than the game", file=str(path / FRIENDS_FILE))
        table = cls(
            kept.host,
            running.spec.board,
            seconds=kept.seconds,
            port=kept.port,
            code=kept.code,
            pages=pages,
            address=address,
            certificate=kept.certificate,
        )
        hub = table.hub
        hub.numbers, hub.out_sees_all = kept.numbers, kept.out_sees_all
        table.level = hub.bots = kept.bots
        table._busy_hint = "The friends know the game by this port: free it, then go on."
        table.hub.friends = [Friend(each.token, each.name, each.seat) for each in kept.friends]
        table._begin(running)
        return table, running

    def _begin(self, running: RunningGame) -> None:
        assert running.path
        self.hub.keep = partial(self._keep, running.path)
        bot = running.replacement(parse_player(self.level)).player
        self.hub.begin(running.game, running.people[0], _stand_in(running.game, bot))

    def open_record(self, running: RunningGame) -> None:
        """Send the whole game, which is over, to everybody.

        Raises:
            LogError: It cannot be read.
        """
        assert running.path
        saved, about = read_game(running.path), running.folder and running.folder.about
        hub = self.hub
        names = [running.spec.names[seat - 1] for seat in running.people]
        self.hub.open_record(
            Record(
                running.spec,
                hub.numbers,
                (*names, *(friend.name for friend in hub.friends)),
                running.current_seats,
                tuple(saved.journal.values()),
                about.bots if about else (),
                about.reader if about else 0,
            )
        )

    def close(self, why: str = "The host has closed the table.") -> None:
        """End all connections and stop listening. Repeated calls do nothing."""
        self.hub.close(why)
        self._server.close()

    async def closed(self) -> None:
        """Wait until all connections of a table that was closed have ended."""
        await self._server.closed()


def _stand_in(game: Game, bot: Player) -> Callable[[View, Ask], Awaitable[Answer]]:
    """Return what answers in place of a friend who is away."""

    async def answer(view: View, ask: Ask) -> Answer:
        return replace(await bot.answer(view, ask, Desk(ask, game.dice(ask.id))), how="stand_in")

    return answer


class _Forwarder(Watcher):
    """Tells the friends at a table what their views gain."""

    def __init__(self, hub: Hub, session: GameSession) -> None:
        self._hub, self._session = hub, session

    def entries(self, new: Sequence[Entry]) -> None:
        """Send what each view has gained."""
        del new
        self._hub.tell()
        if self._hub.host_may_chat:
            self._session.chat = self._chat

    async def _chat(self, text: str) -> None:
        self._hub.chat(text)

    def asked(self, batch: Sequence[Ask]) -> None:
        """Send who is asked, where everybody may know it."""
        self._hub.asked(batch)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """Send who is still asked, likewise."""
        del answer
        self._hub.answered(ask)


class HostedSource(LocalSource):
    """The source of a game with friends, which the host's process plays.

    Args:
        running: The game.
        table: The table.

    Attributes:
        keeps_table: Whether the table stays open when the game is closed, for another game.
    """

    def __init__(self, running: RunningGame, table: HostedTable) -> None:
        super().__init__(running)
        running.session.sealed = not table.hub.out_sees_all
        # Nobody here ends the wait for a friend, and house bots do not fail.
        self.takeover_menu: TakeoverMenu | None = None
        self._game, self._table = running, table
        self.keeps_table = False

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Play the game to its end, then open everything to everybody.

        Raises:
            ConfigError: The table of a resumed game cannot be opened again.
        """
        hub = self._table.hub
        if not self._table.addresses:
            await self._table.open()
            self._remark(Notice(f"Your friends come back by {self._table.link.text}, as before."))
        with hub.listening(self._remark):
            await self._game.play(
                front,
                gate=self._gate,
                take_over=take_over,
                friends=FriendsTable(hub, _Forwarder(hub, self._game.session), hub.seconds),
            )
        self._table.open_record(self._game)

    def _remark(self, notice: Notice | None) -> None:
        session = self._game.session
        if notice:
            session.remark(notice.text, by=notice.by)
        claimant = next(iter(self._table.hub.claimants), None)
        if claimant is None:
            session.request = None
        elif session.request is None or session.request.answer != claimant.agree:
            name = claimant.friend.name
            session.remark(f"Somebody says that they are {name}, at another machine.")
            session.request = Request(
                f"Is it {name}?", "They get that seat, and all that it knows.", claimant.agree
            )

    async def _gate(self) -> None:
        """Wait until the host has read on; one who pauses or has a dialog open holds up nobody."""
        session = self._game.session
        read = asyncio.ensure_future(session.gate())
        end = monotonic() + READING_SECONDS
        try:
            while session.playing and not (session.held or read.done()) and monotonic() < end:
                await asyncio.wait({read}, timeout=_LOOK_SECONDS)
        finally:
            read.cancel()

    def close(self) -> None:
        """Let go of the game, and close the table unless another game follows."""
        super().close()
        if self.keeps_table:
            return
        why = "The host has left the table."
        if not self._game.game.over:
            why += " The game is saved: when the host goes on with it, the same link works."
        self._table.close(why)
