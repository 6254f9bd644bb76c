"""`TableScreen`: the screen of one game, used for playing, watching and reviewing.

It shows only what the session's viewer may know at the cursor; every panel is a fold over that. A
timer advances playback and repaints what has changed, at most thirty times a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from wolftui.games.session.game_session import SessionUpdate
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.screen.widgets.search_bar import SearchBar
from wolftui.screen.widgets.table_panels import SeatsPanel, SeatStrip, SeatsView, Timeline
from wolftui.screen.widgets.transcript import Transcript
from wolftui.settings.actions import BY_ID, Situation, available_actions
from wolftui.views.labels import is_night
from wolftui.views.seat_cards import seat_cards
from wolftui.views.seat_claims import ClaimsBySeat, claims_fold
from wolftui.views.status_line import activity_line, heading_line, partial_blocks
from wolftui.views.timeline import PHASE_CELLS
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import MODERATOR_EYES, Block, Line, Span

from .app_screen import WIDE, AppScreen, key_bindings
from .filter_dialog import FilterControls
from .navigation import CourseControls, PlaybackControls, TranscriptSearch
from .side_panel import SideLines, SidePanel, SidePanelControls
from .table_dialogs import JumpList, TableDialogs

_BEAT = 1 / 30


SPEECHES_PER_PAINT, SPEECHES_PER_BEAT = 64, 30
"""The most speeches that are read for claims in a repaint, and in a beat in which nothing happens;
each takes about 0.3 ms, once."""


BLOCKS_PER_BEAT = 300
"""The most blocks that are measured in a beat in which nothing happens; each takes about 0.01 ms,
once per width."""


_WIDTHS = [(0, "-small"), (WIDE, "-wide")]


_HEIGHTS = [(0, "-low"), (20, "-high")]


class TableScreen(AppScreen):
    """The screen of a game in replay; `LiveTable` adds what a running game needs.

    Args:
        shown: The game.
        glyphs: The glyphs to draw.
        heartbeat: Whether a timer calls `beat`; tests call it themselves.

    Attributes:
        shown: The game.
        session: The game as one viewer sees it, with cursor and playback.
        playback: The playback controls.
        filter: The filter of the transcript.
        course: The course of the game and its turning point.
        search: The search in the transcript.
        dialogs: The dialogs of the table.
        jumps: The list of moments to jump to.
        side_panel: The controls of the side panel, with the seat in focus.
    """

    PLACE = "table"
    AUTO_FOCUS = "Transcript"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("table")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    DEFAULT_CSS = """
    TableScreen #middle { height: 1fr; }
    TableScreen.-night Transcript {
        background: $w-background-night; scrollbar-background: $w-background-night;
        scrollbar-background-hover: $w-background-night;
        scrollbar-background-active: $w-background-night;
    }
    TableScreen.-low Composer { max-height: 3; }
    TableScreen #curve { background: $w-panel; padding: 0 1; }
    TableScreen KeyLine { border-left: outer $w-day; }
    TableScreen.-night Prompt, TableScreen.-night NoticeStrip, TableScreen.-night KeyLine {
        border-left: outer $w-night;
    }
    TableScreen.-wide SeatStrip { display: none; }
    TableScreen.-small SeatsPanel { display: none; }
    TableScreen.-zoom SeatsPanel, TableScreen.-zoom SeatStrip, TableScreen.-zoom.-wide SidePanel {
        display: none;
    }
    TableScreen.-small SidePanel {
        display: none; layer: over; dock: right; width: 40; height: 100%; padding: 1 2;
        background: $w-bar;
    }
    TableScreen.-small SidePanel SideLines { background: $w-bar; }
    TableScreen.-small.-panel SidePanel, TableScreen.-small.-focus SidePanel { display: block; }
    TableScreen.-zoom.-wide.-focus SidePanel { display: block; }
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(glyphs)
        self.shown, self.session = shown, shown.session
        self._heartbeat, self._last_beat = heartbeat, monotonic()
        self._dirty, self._opening = True, -1
        names = shown.session.names
        self.heading = Heading()
        self.seats, self.strip = (
            SeatsPanel(names, glyphs, dom_id="seats"),
            SeatStrip(names, glyphs, dom_id="strip"),
        )
        self.side, self.timeline = SidePanel(), Timeline(glyphs)
        self.transcript, self.searchbar = (
            Transcript(glyphs=glyphs, dom_id="transcript", roomy_from=WIDE),
            SearchBar(),
        )
        self.playback = PlaybackControls(self.session, self._moved, self.paint)
        self.filter = FilterControls(
            self,
            self.session,
            self.transcript,
            self._filter_changed,
            self.playback.steps,
            self.playback.go_to,
        )
        self.search = TranscriptSearch(
            self.filter, self.transcript, self.searchbar, self.playback.go_to, self.refresh_key_line
        )
        self.dialogs = TableDialogs(
            self, shown, self.transcript, self.allowed_eyes, self._eyes_changed, self.paint
        )
        self.course = CourseControls(self, shown, self.playback.go_to, self.mark_dirty)
        self.curve = ComputedLines(self.course.lines, dom_id="curve")
        self.jumps = JumpList(self, self.session, self.transcript, self.playback.go_to)
        self.side_panel = SidePanelControls(self, self.side, shown, self.paint, self.mark_dirty)
        self.add_handlers(
            self.playback.deeds, self.filter.deeds, self.search.deeds, self.dialogs.deeds
        )
        self.add_handlers(self.jumps.deeds, self.side_panel.deeds, self.course.deeds)

    def first_classes(self) -> Iterable[str]:
        """Return the classes of the breakpoints, and that of the night."""
        yield from super().first_classes()
        if is_night(self.session):
            yield "-night"

    def compose(self) -> ComposeResult:
        """Yield the widgets from top to bottom."""
        yield self.heading
        yield self.strip
        with Horizontal(id="middle"):
            yield self.seats
            yield self.transcript
            yield self.side
        yield self.timeline
        yield self.curve
        yield self.searchbar
        yield from self.compose_prompt()
        yield self.keys
        yield TooSmall(self.plain_command)

    def compose_prompt(self) -> ComposeResult:
        """Yield the prompt; nothing in a replay."""
        yield from ()

    def on_mount(self) -> None:
        """Subscribe to the session and start the heartbeat."""
        self._stop_listening = self.session.subscribe(self._session_updated)
        if self._heartbeat:
            self.set_interval(_BEAT, self._tick)
        self.paint()
        self.call_after_refresh(self.open)

    def open(self) -> None:
        """Paint the transcript too; called after the first frame, which gives it its width."""
        self.paint()

    @property
    def columns(self) -> int:
        """The width of the screen in cells, which is known before its first layout."""
        return self.size.width or self.app.size.width

    def search_on_open(self, words: Sequence[str]) -> None:
        """Search for `words` once the table is open, and go to the first match.

        Empty words start no search.
        """
        if words:
            self.call_later(self.search.search_from_library, words)

    def on_unmount(self) -> None:
        """Unsubscribe from the session, and stop what is being computed."""
        self._stop_listening()
        self.course.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Repaint, since the layout depends on the width."""
        super().on_resize(event)
        self.call_after_refresh(self.paint)

    def _session_updated(self, update: SessionUpdate) -> None:
        del update
        self.mark_dirty()

    def mark_dirty(self) -> None:
        """Repaint at the next beat."""
        self._dirty = True

    def _moved(self) -> None:
        self.transcript.follow_end()
        self.paint()

    def _eyes_changed(self) -> None:
        self.search.repeat()
        self.paint()

    def _filter_changed(self) -> None:
        self.search.repeat()
        self._moved()

    def reload_view(self) -> None:
        """Read and paint everything again, because the viewer has changed; scrolls to the end."""
        self.search.repeat()
        self.side_panel.reset_focus()
        self._moved()

    def allowed_eyes(self) -> list[int]:
        """Return the viewers that the person may choose now."""
        return [
            eyes
            for eyes in range(MODERATOR_EYES, self.session.board.size + 1)
            if self.session.may_use(eyes)
        ]

    def focus_transcript(self) -> None:
        """Focus the transcript."""
        self.transcript.focus()

    @property
    def is_typing(self) -> bool:
        """Whether the person is typing in the search bar."""
        return self.search.writing

    # -- time

    def _tick(self) -> None:
        now = monotonic()
        seconds, self._last_beat = now - self._last_beat, now
        self.beat(seconds)

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds`: move playback on and repaint what has changed."""
        before = self.session.seat_activity
        if self.session.tick(seconds) or self._dirty or self.session.seat_activity != before:
            self.paint()
        else:
            self._read_ahead()
        self.dialogs.beat(seconds)

    def _read_ahead(self) -> None:
        """While nothing happens, read and measure later blocks, so that jumps are fast."""
        session = self.session
        session.fold_ahead(claims_fold(session.names, session.board.roles), SPEECHES_PER_BEAT)
        self.transcript.measure_ahead(self.filter.all_blocks, BLOCKS_PER_BEAT)
        self.course.load()

    # -- painting

    def _claims(self) -> ClaimsBySeat:
        """Return the claims of each seat.

        Empty while they are not known yet; the table is then painted again at the next beat.
        """
        names, roles = self.session.names, self.session.board.roles
        found = self.session.value_at_cursor_within(claims_fold(names, roles), SPEECHES_PER_PAINT)
        self._dirty = self._dirty or found is None
        return found or {}

    def paint(self) -> None:
        """Repaint the whole table at the cursor."""
        self._dirty = False
        shown, session, width = self.shown, self.session, self.columns
        if not self.is_running:
            return
        self.set_class(is_night(session), "-night")
        self.heading.show(
            heading_line(shown, self.glyphs, width, self.app.key_of("end"), asked=self.asked)
        )
        known = seat_cards(shown, self._claims())
        (self.seats if width >= WIDE else self.strip).show(known, self.side_panel.seat)
        self.transcript.stop_at_unread = session.live and not session.over and bool(session.people)
        spoken = self.filter.filter_partials(partial_blocks(session, self.glyphs))
        if self.transcript.size:
            self.transcript.show(
                self.filter.blocks, spoken or self._start_hint(), self.filter.filter
            )
        else:
            # Before its first layout the transcript has no width: it is painted at the next beat.
            self._dirty = True
        self._dirty = self._dirty or self.filter.is_reading_claims
        right = self.filter.summary() or self.timeline_note()
        self.timeline.show(
            session.value_known(PHASE_CELLS), session.fact_count, right, self.course.turning_point
        )
        self.curve.repaint()
        self.side_panel.paint()
        self.refresh_key_line()

    def _start_hint(self) -> tuple[Block, ...]:
        """Return a hint with the keys that start a replay; empty once it has started."""
        if self.session.live or (self.session.blocks and self.session.fact_count != self._opening):
            return ()
        if not self.session.all_blocks:
            words = "Nothing has happened in this game yet that these eyes may see."
            return (Block("note", ((Span(words, "dim"),),)),)
        play, step, end = (self.app.key_of(action) for action in ("play_pause", "step", "end"))
        words = f"{play} plays the game, {step} goes on by one step, {end} to its end."
        return (Block("note", ((Span(words, "dim"),),)),)

    def plain_command(self) -> str:
        """Return the command that continues the same in plain lines."""
        return self.shown.resume_command

    def timeline_note(self) -> Line:
        """Return the text at the right of the timeline: activity if live, else the step."""
        if self.session.live:
            return activity_line(self.session, self.glyphs)
        step, steps = len(self.session.blocks), len(self.session.all_blocks)
        unfinished = (
            (Span(f" {self.glyphs.dot} not finished", "warn"),) if not self.session.over else ()
        )
        return (Span(f"step {step} of {steps}", "dim"), *unfinished)

    @property
    def asked(self) -> bool:
        """Whether the person whose view is shown is being asked."""
        return False

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        session = self.session
        return Situation(
            "search" if self.search.writing else "table",
            live=session.live,
            person=bool(session.people) and session.eyes > 0 and session.live,
            over=self.shown.has_outcome and (not session.live or session.at_edge),
            writing=self.search.writing,
            side_panel_overlays=self.columns < WIDE,
            thoughts=session.eyes == MODERATOR_EYES,
            calls=session.sees_calls,
            has_course=self.course.possible,
            can_change_eyes=len(self.allowed_eyes()) > 1,
            searching=self.search.has_matches,
            filtered=self.filter.active,
            side_page_scrolls=self.side_panel.opened_overflows,
            side_panel_scrolls=self.side_panel.panel_overflows,
            can_go_back=self.side_panel.open
            or self.search.active
            or self.filter.active
            or len(self.app.screen_stack) > 2,
        )

    # -- what lies over it

    def action_zoom(self) -> None:
        """Show only the transcript, or everything again."""
        self.toggle_class("-zoom")
        self.call_after_refresh(self.paint)

    def review_from(self, entry: int | None = None) -> None:
        """Replay a finished game in moderator view.

        Args:
            entry: The index of a log entry, from 0, at which the replay starts; None for the start
                of the game.
        """
        self.session.live = False
        self.session.playing = False
        self.session.set_eyes(MODERATOR_EYES)
        if entry is None:
            self.go_opening()
        else:
            self.playback.go_to(self.session.fact_count_at(entry))

    def go_opening(self) -> None:
        """Move to the opening of a replay, where a hint names the keys that go on."""
        self.session.go_opening()
        self._opening = self.session.fact_count
        self._moved()

    def action_fork(self) -> None:
        """Fork this game at an earlier ask; does nothing if it is not saved."""
        from .game_dialogs import ask_fork

        if self.shown.path:
            ask_fork(self, Path(self.shown.path))

    def action_back(self) -> None:
        """Close the side panel, the search or the filter; if none is active, leave the screen."""
        if self.side_panel.open:
            self.side_panel.close()
        elif self.search.active:
            self.search.close()
        elif self.filter.active:
            self.filter.clear()
        elif len(self.app.screen_stack) > 2:
            self.app.pop_screen()

    # -- seats

    def on_key(self, event: events.Key) -> None:
        """Focus the seat of a typed digit, unless the person's own keys use the digit."""
        digit = event.character or ""
        own = event.key in self._bindings.key_to_bindings
        if (
            digit.isascii()
            and digit.isdecimal()
            and not own
            and available_actions(self.situation, (BY_ID["focus"],))
        ):
            event.stop()
            event.prevent_default()
            self.type_digit(digit)

    def type_digit(self, digit: str) -> None:
        """Handle a typed digit of a seat number: put the seat in focus."""
        self.side_panel.type_digit(digit)

    @on(SeatsView.SeatClicked)
    def _picked(self, message: SeatsView.SeatClicked) -> None:
        message.stop()
        self.select_seat(message.seat)

    def select_seat(self, seat: int) -> None:
        """Handle a click on a seat: put the seat in focus."""
        self.side_panel.focus_seat(seat)

    @on(Timeline.Chosen)
    def _to_cell(self, message: Timeline.Chosen) -> None:
        self.playback.go_to(message.cell.fact_count)

    @on(SearchBar.Changed)
    def _search_for(self, message: SearchBar.Changed) -> None:
        self.search.search(message.words)

    @on(SearchBar.Accepted)
    def _keep_search(self) -> None:
        self.search.accept()

    @on(SearchBar.Cancelled)
    def _end_search(self) -> None:
        self.search.clear()

    @on(SideLines.SizeChanged)
    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        self.refresh_key_line()
