"""The screens of a table of friends before the game: `HostScreen` and `JoinScreen`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.errors import ConfigError, WolfError
from wolfcore.game import FIRST_BOARD, board_names
from wolfcore.protocol import Notice, People
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.links import Link, parse_link
from wolftui.games.friends.sockets import Pages
from wolftui.games.inputs import check_name, open_board
from wolftui.screen.app_interface import AppInterface
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.settings.actions import Situation
from wolftui.settings.visitor_terms import terms_of
from wolftui.views.friends import (
    MOST_TALK,
    guest_lines,
    host_lines,
    network_lines,
    remark_line,
    table_words,
    talk_lines,
)
from wolftui.views.labels import left_and_right
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .dialogs import ChoiceDialog, TextDialog
from .input_dialog import InputDialog, ask_for_words
from .live_table import LiveTable


class FriendsScreen(AppScreen):
    """What both screens have: a heading, a page of lines, and the link to copy.

    Args:
        glyphs: The glyphs to draw.

    Attributes:
        page: The page.
    """

    PLACE = "friends"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("friends")
    DEFAULT_CSS = """
    FriendsScreen VerticalScroll { padding: 1 2; scrollbar-size-vertical: 1; }
    """

    def __init__(self, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.heading = Heading()
        self.page = ComputedLines(self._page, dom_id="page")
        self._talk: list[Line] = []

    def compose(self) -> ComposeResult:
        """Yield heading, page and key line."""
        yield self.heading
        with VerticalScroll(can_focus=False):
            yield self.page
        yield self.keys
        yield TooSmall(self.plain_command)

    def _page(self, width: int) -> Sequence[Line]:
        return [*self._lines(width), *talk_lines(self._talk, width)]

    def _lines(self, width: int) -> Sequence[Line]:
        raise NotImplementedError

    def _hear(self, notice: Notice) -> None:
        """Show a notice or words of somebody below the page, and scroll to them."""
        self._talk = [*self._talk, remark_line(notice.text, notice.by)][-MOST_TALK:]
        self.page.repaint()
        end = self.query_one(VerticalScroll).scroll_end
        self.call_after_refresh(end, animate=False)  # a low screen does not show the whole page

    def action_chat(self) -> None:
        """Say something to the other people."""
        ask_for_words(self.app, "Everybody at the table reads it.", self._say)

    async def _say(self, text: str) -> None:
        raise NotImplementedError

    def _show(self, people: People | None) -> None:
        """Repaint for the people who are here now."""
        right = table_words(people) if people else ""
        left = (Span(f" {self.glyphs.night} wolftui", "accent"), Span("  your table", "quiet"))
        self.heading.show(
            left_and_right(left, (Span(f"{right} ", "quiet"),), self.app.size.width, self.glyphs)
        )
        self.page.repaint()
        self.refresh_key_line()

    def _copy(self, link: Link) -> None:
        text = link.text if link.host else link.command
        self.app.copy_to_clipboard(text)
        self.notify(f"Copied: {text}", markup=False, timeout=4)

    def _leave(self) -> None:
        if self.app.has_lobby:
            self.app.return_to_lobby()
        else:
            self.app.exit(0)


class HostScreen(FriendsScreen):
    """The host's table before the game.

    Args:
        table: The table, which is opened here.
        glyphs: The glyphs to draw.
    """

    def __init__(self, table: HostedTable, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.table = table
        self._begun = self._starting = False
        self._listening = ExitStack()

    def on_mount(self) -> None:
        """Open the table."""
        self._listening.enter_context(self.table.hub.listening(self._changed))
        self._changed(None)
        if not self.table.addresses:
            self.run_worker(self._open(), exit_on_error=False)

    def on_unmount(self) -> None:
        """Close the table where no game began."""
        self._listening.close()
        if not self._begun:
            self.table.close()

    async def _open(self) -> None:
        try:
            await self.table.open()
        except ConfigError as error:
            self._fail(error)
        else:
            self._changed(None)
            if not self.table.hub.host:
                self._ask_name()

    def _ask_name(self) -> None:
        words = "Your friends at the table see it, and it is kept."
        ask = InputDialog("What is your name?", words, "", self.table.hub.name_host)
        self.app.push_screen(ask, lambda name: self.keep_name(name.strip()) if name else None)

    def _fail(self, error: WolfError) -> None:
        if self.app.has_lobby:
            self.app.return_to_lobby()
            self.app.notify(str(error), severity="error", markup=False, timeout=15)
        else:
            self.app.abort(error)

    def _changed(self, notice: Notice | None) -> None:
        if notice:
            self._hear(notice)
        self._show(self.table.hub.news)

    def _lines(self, width: int) -> Sequence[Line]:
        table = self.table
        return host_lines(
            table.hub.news,
            table.links(),
            width,
            self.app.key_of,
            browsers=table.serves_browsers,
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        chat = bool(self.table.hub.host)
        return Situation("friends", can_go_back=True, hosting=True, may_chat=chat)

    async def _say(self, text: str) -> None:
        self.table.hub.chat(text)

    def action_start_table(self) -> None:
        """Draw the cards and begin; a host without a name is asked for it first."""
        if not self.table.hub.host:
            self._ask_name()
        elif not self._starting and self.table.addresses:
            self._starting = True
            self.run_worker(self._start(), exit_on_error=False)

    async def _start(self) -> None:
        try:
            running = await self.table.start(self.app.models)
        except WolfError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        finally:
            self._starting = False
        self._begun = True
        self.app.host_game(running, self.table)

    def action_copy_link(self) -> None:
        """Copy the link."""
        if self.table.addresses:
            self._copy(self.table.link)

    def action_ways_in(self) -> None:
        """Show the ways in from other networks."""
        if links := self.table.links():
            lines = network_lines(links, browsers=self.table.serves_browsers)
            self.app.push_screen(TextDialog("How friends get in", lines, hang=2))

    def action_better_bots(self) -> None:
        """Make the house bots better."""
        self.table.choose_level(1)

    def action_worse_bots(self) -> None:
        """Make the house bots easier."""
        self.table.choose_level(-1)

    def action_out_sees_all(self) -> None:
        """Change whether who is out sees everything."""
        hub = self.table.hub
        hub.out_sees_all = not hub.out_sees_all
        hub.changed()

    def action_other_board(self) -> None:
        """Choose another board."""
        choices: list[tuple[Line, str]] = [((Span(name),), name) for name in board_names()]

        def take(name: str | None) -> None:
            if name:
                try:
                    self.table.choose_board(open_board(name))
                except ConfigError as error:
                    self.notify(str(error), severity="warning", markup=False)

        keys = [""] * len(choices)
        self.app.push_screen(ChoiceDialog("Which board?", "", choices, keys=keys), take)

    def action_back(self) -> None:
        """Close the table, if nobody is there; else ask first."""
        if not self.table.hub.friends:
            self._leave()
            return
        choices: list[tuple[Line, bool]] = [((Span("Stay"),), False), ((Span("Close it"),), True)]
        self.app.push_screen(
            ChoiceDialog("Close the table?", "Your friends are told.", choices),
            lambda meant: self._leave() if meant else None,
        )

    action_close_table = action_back


class JoinScreen(FriendsScreen):
    """A guest's place at the table before the game.

    Args:
        guest: The connection, which is made here.
        glyphs: The glyphs to draw.
    """

    def __init__(self, guest: Guest, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.guest = guest
        self.people: People | None = None
        self._begun = self._asked = self._named_again = False

    def on_mount(self) -> None:
        """Connect."""
        self._show(None)
        self.run_worker(self._wait(), exit_on_error=False)

    async def on_unmount(self) -> None:
        """Leave the table where no game began."""
        if not self._begun:
            await self.guest.close()

    async def _wait(self) -> None:
        """Show who is here until the game begins."""
        try:
            hello = await self.guest.wait(self._take, self._hear, self._claim)
            self.app.play_as_guest(self.guest, hello)
            self._begun = True
        except WolfError as error:
            self._give_up(error)

    async def _claim(self, names: Sequence[str]) -> str:
        """Ask which of those who are away this guest is; empty for none."""
        choices: list[tuple[Line, str]] = [((Span(name),), name) for name in names]
        choices.append(((Span("None of them"),), ""))
        words = "These people are away. The host lets you in if you are one of them."
        dialog = ChoiceDialog("The game has begun. Who are you?", words, choices)
        return await self.app.push_screen_wait(dialog) or ""

    def _give_up(self, error: WolfError) -> None:
        """Say why there is no seat, and leave."""
        if self.app.has_lobby:
            self.app.return_to_lobby()
            self.app.notify(str(error), severity="error", markup=False, timeout=15)
        elif self.guest.in_browser:
            # The page around a program that has ended cannot say why.
            why = TextDialog("Not at the table", [(Span(str(error)),)])
            self.app.push_screen(why, lambda _: self.app.abort(error))
        else:
            self.app.abort(error)

    def _take(self, people: People) -> None:
        self.people = people
        self._show(people)
        if self.guest.watches:
            return
        own = people.own
        if own and own.name and own.state == "choosing" and not self._named_again:
            # After a game, with the name of before.
            self._named_again = True
            self.run_worker(self.guest.choose_name(own.name), exit_on_error=False)
        if people.problem or not (self.situation.named or self._asked):
            self._asked = True
            self.action_own_name()

    @property
    def _own_name(self) -> str:
        own = self.people.own if self.people else None
        return own.name if own else ""

    def _lines(self, width: int) -> Sequence[Line]:
        watches, key_of = self.guest.watches, self.app.key_of
        return guest_lines(self.people, self.guest.link, width, key_of, watches=watches)

    async def _say(self, text: str) -> None:
        await self.guest.chat(text)

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        chat = bool(self._own_name)
        named = chat or self.guest.watches
        return Situation("friends", can_go_back=True, named=named, may_chat=chat)

    def action_own_name(self) -> None:
        """Ask for the name."""
        if isinstance(self.app.screen, InputDialog):
            return
        problem = self.people.problem if self.people else ""
        words = problem or "The others at the table see it."

        def take(name: str | None) -> None:
            if name:
                self.run_worker(self.guest.choose_name(name.strip()), exit_on_error=False)
                if not self.app.config.name:
                    self.keep_name(name.strip())

        self.app.push_screen(
            InputDialog("What is your name?", words, self.app.config.name, check_name), take
        )

    def action_copy_link(self) -> None:
        """Copy the link, for another friend."""
        self._copy(self.guest.link)

    def action_back(self) -> None:
        """Leave the table."""
        self._leave()


def ask_for_table(
    app: AppInterface,
    pages: Callable[[], Pages | None],
    run: Callable[[Callable[[], object]], object],
) -> None:
    """Ask whether to host a table with the person's settings or to join one, and open it.

    Args:
        app: The app.
        pages: Makes the page for browsers, if it can be served.
        run: Calls a function that may raise WolfError, and shows the error.
    """
    if terms_of():
        # A visitor of `wolftui serve` opens no port there, and reaches no other machine.
        app.notify("Tables of friends are for people at their own machines.", markup=False)
        return
    choices: list[tuple[Line, bool]] = [
        ((Span("Host a table"),), True),
        ((Span("Join a table by its link"),), False),
    ]
    config = app.config

    def host() -> None:
        board = open_board(config.board or FIRST_BOARD)
        app.push_screen(HostScreen(HostedTable(config.name, board, pages=pages()), app.glyphs))

    def join(link: str | None) -> None:
        if link:
            run(
                lambda: app.push_screen(
                    JoinScreen(Guest(parse_link(link), config.name), app.glyphs)
                )
            )

    def chosen(hosts: bool | None) -> None:
        if hosts:
            run(host)
        elif hosts is not None:
            ask = InputDialog("Which table?", "The link that the host sent you.", "", parse_link)
            app.push_screen(ask, join)

    app.push_screen(ChoiceDialog("With friends", "", choices), chosen)


def guest_table(app: AppInterface, game: GuestGame) -> LiveTable:
    """Return the table screen of a game that another process hosts."""
    return LiveTable(
        game.shown,
        game,
        app.glyphs,
        heartbeat=app.heartbeat,
        hears=app.config.heard,
        clock=lambda: game.seconds_left,
    )
