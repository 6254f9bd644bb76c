"""`LineView`, the base class of widgets that draw lines of spans, and its simple subclasses.

The subclasses are computed lines, the heading and the notice that the terminal is too small. A
subclass returns its lines for a width from `compose_lines`; whoever changes its data calls
`repaint`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.style import Style
from textual import events, getters
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from wolftui.screen.app_interface import AppInterface
from wolftui.settings.config import MIN_SIZE_TEXT
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_at, plain_text, truncate, wrap

from .terminal_styles import SpanStyles, span_styles, strip_of

TYPING_SECONDS = 1.0
"""The most seconds between two typed digits or letters of one number or name."""


class LineView(Widget):
    """Base class of widgets that show the lines of `compose_lines`, each cut to the width.

    A subclass returns its lines from `compose_lines`; whoever changes its data calls `repaint`.
    """

    app = getters.app(AppInterface)
    ALLOW_SELECT = False
    DEFAULT_CSS = """
    LineView { height: auto; color: $w-text; }
    """

    def __init__(self, *, dom_id: str | None = None) -> None:
        super().__init__(id=dom_id)
        self._lines: list[Line] = []
        self._cut_cache: dict[Line, Line] = {}
        self._fits_for: tuple[int, str] = (0, "")
        self._base_style, self._styles = Style(), SpanStyles({})

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines to show for a width in cells; subclasses override this."""
        del width
        return ()

    @property
    def styles_of_theme(self) -> SpanStyles:
        """The styles of the current theme for the roles of spans."""
        return span_styles(self.app.theme_variables)

    @property
    def text(self) -> str:
        """The visible lines as plain text, joined by line breaks."""
        return "\n".join(plain_text(line).rstrip() for line in self._lines)

    @property
    def rows(self) -> int:
        """The number of lines."""
        return len(self._lines)

    def _cut_lines(self, width: int) -> list[Line]:
        """Return the lines cut to a width; unchanged lines come from a cache."""
        more = self.app.glyphs.more
        known = self._cut_cache if self._fits_for == (width, more) else {}
        lines = self.compose_lines(width)
        self._cut_cache = {
            line: known[line] if line in known else truncate(line, width, more) for line in lines
        }
        self._fits_for = (width, more)
        return [self._cut_cache[line] for line in lines]

    def repaint(self) -> None:
        """Compose the lines again and refresh if any has changed.

        Does nothing before the first layout.
        """
        width = self.content_size.width
        if not width:
            return
        lines = self._cut_lines(width)
        if lines == self._lines:
            return
        taller = len(lines) != len(self._lines)
        self._lines = lines
        self.refresh(layout=taller and self.styles.auto_dimensions)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at this width."""
        del container, viewport
        self._lines = self._cut_lines(width)
        return len(self._lines)

    def on_resize(self, event: events.Resize) -> None:
        """Compose the lines again, since they depend on the width."""
        del event
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Press the key named by the words under the mouse; does nothing if they name no key."""
        at = event.get_content_offset_capture(self)
        key = key_at(self._lines[at.y], at.x) if 0 <= at.y < len(self._lines) else ""
        if key:
            self.app.press_key(key)

    def notify_style_update(self) -> None:
        """Repaint in the colours of another theme, or of night or day."""
        super().notify_style_update()
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the lines in `crop`; base style and theme styles are looked up once per call.

        Lines of a fixed height are composed here first: Textual renders before `on_resize`.
        """
        width = self.content_size.width
        if self._fits_for[0] != width:
            self._lines = self._cut_lines(width)
        self._base_style, self._styles = self.rich_style, self.styles_of_theme
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Render the line with the index `y` as a strip."""
        line = self._lines[y] if y < len(self._lines) else ()
        return strip_of(line, self._styles, self._base_style, self.content_size.width)


class ComputedLines(LineView):
    """A line view whose lines the function `make` returns for the width at each repaint."""

    DEFAULT_CSS = """
    ComputedLines { width: 1fr; height: auto; }
    """

    def __init__(self, make: Callable[[int], Sequence[Line]], *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._make = make

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines that `make` returns for this width."""
        return self._make(width)


class Heading(LineView):
    """The heading of a screen: one line on a raised surface."""

    DEFAULT_CSS = """
    Heading { height: 1; background: $w-bar; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="heading")
        self._line: Line = ()

    def show(self, line: Line) -> None:
        """Show another line, which was made for the current width."""
        self._line = line
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the heading line."""
        del width
        return (self._line,)


class TooSmall(LineView):
    """Covers the screen when the terminal is too small, and says how to continue.

    Args:
        instead: Returns the command that continues the same in plain lines; empty if there is none.
    """

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: top; dock: top; width: 100%; height: 100%; background: $w-background;
        padding: 1 2;
    }
    """

    app = getters.app(AppInterface)

    def __init__(self, instead: Callable[[], str]) -> None:
        super().__init__()
        self._plain_command = instead

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the current size, the size needed, and the command for plain lines."""
        size = self.app.size
        lines: list[Line] = [
            (
                Span(
                    f"This terminal is {size.width}x{size.height}; the table needs "
                    f"{MIN_SIZE_TEXT}.",
                    "strong",
                ),
            ),
            (),
            (Span("Make it larger, and everything is here again.", "text"),),
        ]
        if command := self._plain_command():
            lines.append(
                (
                    Span(
                        f"Or leave with {self.app.key_of('quit')} and go on in lines: "
                        f"{command} --plain",
                        "quiet",
                    ),
                )
            )
        return [row for line in lines for row in (wrap(line, width) if line else [()])]
