"""The table: one screen for playing, for watching live and for reviewing.

It draws what the session's eyes may know at the cursor and nothing else; every panel is a fold over that. A timer lets
playback read and paints what has changed, at most thirty times a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from wolftui.panels.cards import cards
from wolftui.panels.claims import Claims, claims_among
from wolftui.panels.heading import heading
from wolftui.panels.moment import right_words, tail
from wolftui.panels.phrasing import is_night
from wolftui.panels.timeline import CELLS
from wolftui.session.session import Update
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import BY_ID, Situation, possible
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import MODERATOR_EYES, Block, Line, Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.searchbar import SearchBar
from wolftui.widgets.seats import SeatsPanel, SeatsPaper, SeatStrip
from wolftui.widgets.side import SidePanel, SidePaper
from wolftui.widgets.small import TooSmall
from wolftui.widgets.timeline import Timeline
from wolftui.widgets.transcript import Transcript

from .beside import Beside
from .looking import Looking
from .moving import Moving
from .place import WIDE, PlaceScreen, bindings
from .recalling import Recalling
from .searching import Searching
from .sifting import Sifting
from .turning import Turning

_BEAT = 1 / 30
HEARD_AT_ONCE, HEARD_AHEAD = 64, 30
"""Speeches that are read in a paint and in a beat in which nothing happens; each takes about 0.3 ms, once."""
MEASURED_AHEAD = 300
"""Blocks that are measured in such a beat; each takes about 0.01 ms, once a width."""
_WIDTHS = [(0, "-small"), (WIDE, "-wide")]
_HEIGHTS = [(0, "-low"), (20, "-high")]


class TableScreen(PlaceScreen):
    """A game, replayed. `LiveTable` adds what a running one needs.

    Args:
        shown: The game.
        glyphs: The signs to draw.
        heartbeat: Whether a timer lets playback read; a test calls `beat` itself.

    Attributes:
        shown: As given.
        session: The game as one pair of eyes may follow it.
        moving: The controls of playback.
        sifting: What of the transcript is shown.
        turning: Where the game turned.
        searching: The search in the transcript.
        looking: What else may be looked at.
        recalling: The moments to go to.
        beside: The side panel, and the seat that is looked at more closely.
    """

    PLACE = "table"
    AUTO_FOCUS = "Transcript"
    BINDINGS: ClassVar[list[BindingType]] = bindings("table")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    DEFAULT_CSS = """
    TableScreen #middle { height: 1fr; }
    TableScreen.-night Transcript {
        background: $w-background-night; scrollbar-background: $w-background-night;
        scrollbar-background-hover: $w-background-night; scrollbar-background-active: $w-background-night;
    }
    TableScreen.-low Composer { max-height: 3; }
    TableScreen KeyLine { border-left: outer $w-day; }
    TableScreen.-night Prompt, TableScreen.-night Strip, TableScreen.-night KeyLine { border-left: outer $w-night; }
    TableScreen.-wide SeatStrip { display: none; }
    TableScreen.-small SeatsPanel { display: none; }
    TableScreen.-zoom SeatsPanel, TableScreen.-zoom SeatStrip, TableScreen.-zoom.-wide SidePanel { display: none; }
    TableScreen.-small SidePanel {
        display: none; layer: over; dock: right; width: 40; height: 100%; padding: 1 2; background: $w-bar;
    }
    TableScreen.-small SidePanel SidePaper { background: $w-bar; }
    TableScreen.-small.-panel SidePanel, TableScreen.-small.-focus SidePanel { display: block; }
    TableScreen.-zoom.-wide.-focus SidePanel { display: block; }
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(glyphs)
        self.shown, self.session = shown, shown.session
        self._heartbeat, self._last_beat = heartbeat, monotonic()
        self._dirty = True
        names = shown.session.names
        self.heading = Heading()
        self.seats, self.strip = SeatsPanel(names, glyphs, dom_id="seats"), SeatStrip(names, glyphs, dom_id="strip")
        self.side, self.timeline = SidePanel(), Timeline(glyphs)
        self.transcript, self.searchbar = Transcript(glyphs=glyphs, dom_id="transcript", roomy_from=WIDE), SearchBar()
        self.moving = Moving(self.session, self._moved, self.paint)
        self.sifting = Sifting(self, self.session, self.transcript, self._sifted, self.moving.steps, self.moving.go_to)
        self.searching = Searching(self.sifting, self.transcript, self.searchbar, self.moving.go_to, self.paint_keys)
        self.looking = Looking(self, shown, self.transcript, self.eyes_to_choose, self._looked, self.paint)
        self.turning = Turning(shown)
        self.recalling = Recalling(self, self.session, self.transcript, self.moving.go_to)
        self.beside = Beside(self, self.side, shown, self.paint, self.touch)
        self.hold(self.moving.deeds, self.sifting.deeds, self.searching.deeds, self.looking.deeds)
        self.hold(self.recalling.deeds, self.beside.deeds)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.heading
        yield self.strip
        with Horizontal(id="middle"):
            yield self.seats
            yield self.transcript
            yield self.side
        yield self.timeline
        yield self.searchbar
        yield from self.compose_prompt()
        yield self.keys
        yield TooSmall(self.in_lines)

    def compose_prompt(self) -> ComposeResult:
        """What a person answers with; nothing in a replay."""
        yield from ()

    def on_mount(self) -> None:
        """Begin to listen and to read."""
        self._stop_listening = self.session.subscribe(self._hear)
        if self._heartbeat:
            self.set_interval(_BEAT, self._tick)
        self.call_after_refresh(self.open)

    def open(self) -> None:
        """Paint for the first time."""
        self.paint()

    def look_for(self, words: Sequence[str]) -> None:
        """Begin where words were said, with a search for them."""
        if words:
            self.call_later(self.searching.begin, words)

    def on_unmount(self) -> None:
        """Listen no more."""
        self._stop_listening()

    def on_resize(self, event: events.Resize) -> None:
        """What stands where depends on the width."""
        super().on_resize(event)
        self.call_after_refresh(self.paint)

    def _hear(self, update: Update) -> None:
        del update
        self.touch()

    def touch(self) -> None:
        """Something changed; it is painted with the next beat."""
        self._dirty = True

    def _moved(self) -> None:
        self.transcript.follow()
        self.paint()

    def _looked(self) -> None:
        self.searching.again()
        self.paint()

    def _sifted(self) -> None:
        self.searching.again()
        self._moved()

    def show_new_eyes(self) -> None:
        """Whoever looks is another: from the newest words on, with what these eyes may read."""
        self.searching.again()
        self.beside.forget()
        self._moved()

    def eyes_to_choose(self) -> list[int]:
        """Through whose eyes whoever sits here may look."""
        return [eyes for eyes in range(MODERATOR_EYES, self.session.board.size + 1) if self.session.may_use(eyes)]

    def to_transcript(self) -> None:
        """Put the hands on the transcript."""
        self.transcript.focus()

    @property
    def hands_are_busy(self) -> bool:
        """Whether the person is writing what to look for."""
        return self.searching.writing

    # -- time

    def _tick(self) -> None:
        now = monotonic()
        seconds, self._last_beat = now - self._last_beat, now
        self.beat(seconds)

    def beat(self, seconds: float) -> None:
        """Let `seconds` pass: playback reads, those who are asked think, and what has changed is painted."""
        before = self.session.doings
        if self.session.tick(seconds) or self._dirty or self.session.doings != before:
            self.paint()
        else:
            self._read_ahead()
        self.looking.beat(seconds)

    def _read_ahead(self) -> None:
        """Nothing happens: read and measure some of what may be gone to later, so that nobody waits when they go there."""
        session = self.session
        session.fold_ahead(claims_among(session.names), HEARD_AHEAD)
        self.transcript.measure_ahead(self.sifting.all_blocks, MEASURED_AHEAD)
        if self.turning.seek():
            self.touch()

    # -- painting

    def _claims(self) -> Claims:
        """What each seat claims; nothing while it is not known yet, and then it is painted as soon as it is."""
        found = self.session.here_soon(claims_among(self.session.names), HEARD_AT_ONCE)
        self._dirty = self._dirty or found is None
        return found or {}

    def paint(self) -> None:
        """Show what is at the cursor."""
        self._dirty = False
        shown, session, width = self.shown, self.session, self.size.width
        if not self.is_mounted or not width:
            return
        self.set_class(is_night(session), "-night")
        self.heading.show(heading(shown, self.glyphs, width, self.app.key_of("end"), asked=self.asked))
        known = cards(shown, self._claims())
        (self.seats if width >= WIDE else self.strip).show(known, self.beside.seat)
        self.transcript.keeps_unread = session.live and not session.over and bool(session.people)
        spoken = self.sifting.spoken(tail(session, self.glyphs))
        self.transcript.show(self.sifting.blocks, spoken or self._how_it_begins(), self.sifting.sieve)
        self._dirty = self._dirty or self.sifting.reading
        right = self.sifting.line() or self.right_words()
        self.timeline.show(session.known(CELLS), session.told, right, self.turning.moment)
        self.beside.paint()
        self.paint_keys()

    def _how_it_begins(self) -> tuple[Block, ...]:
        """What stands in the empty transcript of a replay that has not begun: the keys that go on."""
        if self.session.live or self.session.blocks:
            return ()
        play, step, end = (self.app.key_of(action) for action in ("play_pause", "step", "end"))
        words = f"{play} plays the game, {step} goes on by one step, {end} to its end."
        return (Block("note", ((Span(words, "dim"),),)),)

    def in_lines(self) -> str:
        """The command that goes on with the same in plain lines."""
        return self.shown.in_lines

    def right_words(self) -> Line:
        """What stands at the right of the timeline."""
        if self.session.live:
            return right_words(self.session, self.glyphs)
        told, of = len(self.session.blocks), len(self.session.all_blocks)
        unfinished = (Span(f" {self.glyphs.dot} not finished", "warn"),) if not self.session.over else ()
        return (Span(f"step {told} of {of}", "dim"), *unfinished)

    @property
    def asked(self) -> bool:
        """Whether the person here is being asked."""
        return False

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        session = self.session
        return Situation(
            "search" if self.searching.writing else "table",
            live=session.live,
            person=bool(session.people) and session.eyes > 0 and session.live,
            over=self.shown.has_outcome and (not session.live or session.at_edge),
            writing=self.searching.writing,
            small=self.size.width < WIDE,
            thoughts=session.eyes == MODERATOR_EYES,
            calls=session.sees_calls,
            more_eyes=len(self.eyes_to_choose()) > 1,
            searching=self.searching.found,
            sifted=self.sifting.on,
            paged=self.beside.longer,
            more_beside=self.beside.more,
            behind=self.beside.open or self.searching.on or self.sifting.on or len(self.app.screen_stack) > 2,
        )

    # -- what lies over it

    def action_zoom(self) -> None:
        """The transcript alone, or everything again."""
        self.toggle_class("-zoom")
        self.call_after_refresh(self.paint)

    def replay(self, entry: int | None = None) -> None:
        """Look at a game that is over again, with every eye: from its start, or from where an entry of the log was told."""
        self.session.live = False
        self.session.playing = False
        self.session.look_through(MODERATOR_EYES)
        if entry is None:
            self.moving.home()
        else:
            self.moving.go_to(self.session.told_at(entry))

    def action_back(self) -> None:
        """Close what is open, else go back to where the person came from."""
        if self.beside.open:
            self.beside.close()
        elif self.searching.on:
            self.searching.close()
        elif self.sifting.on:
            self.sifting.clear()
        elif len(self.app.screen_stack) > 2:
            self.app.pop_screen()

    # -- seats

    def on_key(self, event: events.Key) -> None:
        """A digit is a seat, unless the person's own keys give it another meaning."""
        digit = event.character or ""
        own = event.key in self._bindings.key_to_bindings
        if digit.isascii() and digit.isdecimal() and not own and possible(self.situation, (BY_ID["focus"],)):
            event.stop()
            event.prevent_default()
            self.type_digit(digit)

    def type_digit(self, digit: str) -> None:
        """A digit of the number of a seat was typed where nobody writes or chooses."""
        self.beside.digit(digit)

    @on(SeatsPaper.Picked)
    def _picked(self, message: SeatsPaper.Picked) -> None:
        message.stop()
        self.pick(message.seat)

    def pick(self, seat: int) -> None:
        """A seat was clicked."""
        self.beside.look_at(seat)

    @on(Timeline.Chosen)
    def _to_cell(self, message: Timeline.Chosen) -> None:
        self.moving.go_to(message.cell.told)

    @on(SearchBar.Changed)
    def _search_for(self, message: SearchBar.Changed) -> None:
        self.searching.look(message.words)

    @on(SearchBar.Kept)
    def _keep_search(self) -> None:
        self.searching.keep()

    @on(SearchBar.Ended)
    def _end_search(self) -> None:
        self.searching.forget()

    @on(SidePaper.Fitted)
    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        self.paint_keys()
