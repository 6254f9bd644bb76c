"""Rich styles for spans, and line filters for few colours, no colour and ASCII.

Text is never read as markup. `VisibleTextFilter` is the last filter before the ASCII filter: it
removes control characters, so that nothing that a terminal would obey gets through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorType, parse_rgb_hex
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.theme import Theme

from wolfcore.visible import blank_invisible, is_visible
from wolftui.settings.colour_depths import Depth, ReducedPalette, palette_colours
from wolftui.settings.themes import COLOURS, SEAT_COLOURS, ColourTheme, contrast
from wolftui.views.labels import BOLD_STYLES, STYLE_COLOURS
from wolftui.words.glyphs import EDGES
from wolftui.words.spans import Span

PREFIX = "w-"


def textual_theme(look: ColourTheme) -> Theme:
    """Convert a theme to a Textual theme, with our colours as CSS variables."""
    colours = look.colours
    variables = {PREFIX + name: colour for name, colour in colours.items()}
    variables |= {
        "scrollbar": colours["bar"],
        "scrollbar-hover": colours["dim"],
        "scrollbar-active": colours["dim"],
        "scrollbar-background": colours["panel"],
        "scrollbar-background-hover": colours["panel"],
        "scrollbar-background-active": colours["panel"],
        "scrollbar-corner-color": colours["panel"],
        "input-selection-background": colours["bar"],
        "screen-selection-background": colours["bar"],
        "screen-selection-foreground": colours["text"],
        "input-cursor-background": colours["day"],
        "input-cursor-foreground": colours["background"],
    }
    return Theme(
        name=look.name,
        primary=colours["day"],
        secondary=colours["night"],
        accent=colours["day"],
        foreground=colours["text"],
        background=colours["background"],
        surface=colours["panel"],
        panel=colours["bar"],
        success=colours["good"],
        warning=colours["warn"],
        error=colours["danger"],
        dark=look.dark,
        variables=variables,
    )


class SpanStyles:
    """Maps each style role of a span to a Rich style; styles are cached.

    Args:
        colours: The theme's colours as `#rrggbb`, one for each name in the themes' COLOURS.
    """

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = dict(colours)
        self._styles: dict[str, Style] = {}

    def style(self, role: str) -> Style:
        """Return the Rich style of a role; an unknown role gives plain text.

        Suffixes add to the role: `+bold`, `+strike`, and `+on-NAME` for a background colour.
        """
        found = self._styles.get(role)
        if found is None:
            found = self._styles[role] = self._made(role)
        return found

    def _made(self, role: str) -> Style:
        name, *extras = role.split("+")
        bold = name in BOLD_STYLES or name.startswith("seat-")
        if name == "chosen":
            return Style(
                color=self._colours["on-chosen"], bgcolor=self._colours["chosen"], bold=True
            )
        if name.startswith("seat-"):
            name = f"seat-{(int(name[5:]) - 1) % SEAT_COLOURS + 1}"
        name = STYLE_COLOURS.get(name, name)
        ground = next((extra[3:] for extra in extras if extra.startswith("on-")), None)
        return Style(
            color=self._colours.get(name, self._colours["text"]),
            bgcolor=self._colours[ground] if ground else None,
            bold="bold" in extras or bold,
            strike="strike" in extras or None,
            italic=True if role == "thought" else None,
        )


class AsciiFilter(LineFilter):
    """Line filter that replaces the borders and marks drawn by Textual with ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate each segment to ASCII, of the same width."""
        del background
        return [Segment(text.translate(EDGES), style, control) for text, style, control in segments]


class NoColourFilter(LineFilter):
    """Line filter that removes all colours and marks contrast by attributes instead.

    A background that contrasts with the theme's background becomes reverse video; dim text gets the
    dim attribute.

    Args:
        colours: Returns the current theme's colours by name.
    """

    def __init__(self, colours: Callable[[], Mapping[str, str]]) -> None:
        super().__init__()
        self._colours = colours

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace the colours of each segment by attributes."""
        del background
        colours = self._colours()
        ground, dim = colours["background"], colours["dim"]
        return [
            Segment(text, style and _without_colour(style, ground, dim), control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=2048)
def _without_colour(style: Style, ground: str, dim: str) -> Style:
    behind = style.bgcolor.triplet if style.bgcolor else None
    before = style.color.triplet if style.color else None
    stands_out = behind is not None and contrast(behind.hex, ground) >= _REVERSE_CONTRAST
    faint = before is not None and before.hex == dim
    return style.without_color + Style(reverse=stands_out or None, dim=faint or None)


_REVERSE_CONTRAST = 3.0
"""The contrast with the theme's background from which a background becomes reverse video. The
cursor and selected items reach it; panels do not."""


class ReducedColourFilter(LineFilter):
    """Line filter for terminals of 16 or 256 colours: maps the theme's colours to theirs.

    Args:
        look: Returns the current theme.
        depth: The number of colours, 16 or 256.
    """

    def __init__(self, look: Callable[[], ColourTheme], depth: Depth) -> None:
        super().__init__()
        self._look = look
        self._depth: Depth = depth
        self._made: dict[str, _ReducedStyles] = {}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give each segment colours that the terminal has."""
        del background
        look = self._look()
        fewer = self._made.get(look.name)
        if fewer is None:
            fewer = self._made[look.name] = _ReducedStyles(look, self._depth)
        return [
            Segment(text, style and fewer.style(style), control)
            for text, style, control in segments
        ]


class _ReducedStyles:
    """Cache of styles reduced to the colours of the terminal, for one theme."""

    def __init__(self, look: ColourTheme, depth: Depth) -> None:
        self._fewer = ReducedPalette(look, depth)
        self._depth: Depth = depth
        self._styles: dict[Style, Style] = {}

    def style(self, style: Style) -> Style:
        """Return a style with `#rrggbb` colours replaced by terminal colours.

        Colours that are the terminal's own stay.
        """
        found = self._styles.get(style)
        if found is None:
            if len(self._styles) >= _STYLE_CACHE_SIZE:
                self._styles.clear()
            found = self._styles[style] = self._made(style)
        return found

    def _made(self, style: Style) -> Style:
        pair = self._fewer.pair(_hex_of(style.color), _hex_of(style.bgcolor))
        bold = False if style.bold and not pair.bold else None
        return style + Style(
            color=self._numbered(pair.ink), bgcolor=self._numbered(pair.ground), bold=bold
        )

    def _numbered(self, number: int | None) -> RichColor | None:
        """Return the terminal colour with a number; None stays None.

        The colour has a triplet, too, which Textual needs to blend it with the background of a
        dialog.
        """
        if number is None:
            return None
        kind = ColorType.STANDARD if self._depth == 16 else ColorType.EIGHT_BIT
        return RichColor(
            f"color({number})",
            kind,
            number,
            parse_rgb_hex(palette_colours(number, self._depth)[0][1:]),
        )


_STYLE_CACHE_SIZE = 4096


def _hex_of(colour: RichColor | None) -> str | None:
    """Return a colour as `#rrggbb`; None for the terminal's own colours."""
    return (
        colour.triplet.hex
        if colour and colour.triplet and colour.type == ColorType.TRUECOLOR
        else None
    )


class VisibleTextFilter(LineFilter):
    """Line filter that blanks invisible and control characters, whatever widget drew them.

    Our own lines are cleaned before they are wrapped. Text of others that Textual draws (notices,
    typed text) keeps its width: characters of no width are dropped, the others become blanks.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Clean the text of each segment; control segments stay as they are."""
        del background
        if all(is_visible(text) for text, _, _ in segments):
            return segments
        return [
            segment if segment.control else Segment(_of_same_width(segment.text), segment.style)
            for segment in segments
        ]


def _of_same_width(text: str) -> str:
    """Return `text` with invisible characters blanked, of the same width in cells."""
    clean = blank_invisible(text)
    return "".join(
        [new if new == old else new * cell_len(old) for new, old in zip(clean, text, strict=True)]
    )


@lru_cache(maxsize=8)
def _palette(colours: tuple[tuple[str, str], ...]) -> SpanStyles:
    return SpanStyles(dict(colours))


def span_styles(variables: Mapping[str, str]) -> SpanStyles:
    """Return the cached span styles for a theme's CSS variables."""
    return _palette(tuple((name, variables[PREFIX + name]) for name in COLOURS))


def strip_of(line: Sequence[Span], palette: SpanStyles, base: Style, width: int) -> Strip:
    """Return a line as a strip of exactly `width` cells with the background of the style `base`."""
    segments = [Segment(span.text, base + palette.style(span.style)) for span in line]
    return Strip(segments).adjust_cell_length(width, base)
