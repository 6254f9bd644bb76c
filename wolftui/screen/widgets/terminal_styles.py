"""Span styles as Rich styles of the theme, and line filters: few colours, no colour, ASCII.

Text is never read as markup. `VisibleTextFilter` is the last filter: nothing that a terminal would
obey gets through.
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
    """A theme as Textual takes it: its own colours for the parts that Textual draws, and ours as variables."""
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
    """A Rich style for each style role.

    Args:
        colours: `#rrggbb` by name, one for each of the themes' COLOURS.
    """

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._colours = dict(colours)
        self._styles: dict[str, Style] = {}

    def style(self, role: str) -> Style:
        """The look of a style role; an unknown one is plain text. `role+bold`, `+strike` and `+on-NAME` add to it."""
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
    """Draws in ASCII what Textual draws around and beside our words."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Another segment for each, of the same width."""
        del background
        return [Segment(text.translate(EDGES), style, control) for text, style, control in segments]


class NoColourFilter(LineFilter):
    """Leaves no colour to the terminal but its own: a ground that stands out is reversed, and dim ink is dim.

    Args:
        colours: The theme's colours now, by name.
    """

    def __init__(self, colours: Callable[[], Mapping[str, str]]) -> None:
        super().__init__()
        self._colours = colours

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Each segment with attributes in the place of colours."""
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
"""The contrast from which on a ground is another: that of a cursor or of what is chosen, and of no
panel."""


class ReducedColourFilter(LineFilter):
    """Draws on a terminal of 16 or 256 colours in those of them that stand for the theme's.

    Args:
        look: The theme now.
        depth: How many colours there are.
    """

    def __init__(self, look: Callable[[], ColourTheme], depth: Depth) -> None:
        super().__init__()
        self._look = look
        self._depth: Depth = depth
        self._made: dict[str, _ReducedStyles] = {}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Each segment in colours that the terminal has."""
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
    """Styles in fewer colours, each made once."""

    def __init__(self, look: ColourTheme, depth: Depth) -> None:
        self._fewer = ReducedPalette(look, depth)
        self._depth: Depth = depth
        self._styles: dict[Style, Style] = {}

    def style(self, style: Style) -> Style:
        """A style with the terminal's colours in the place of `#rrggbb`; colours that are the terminal's stay."""
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
        """A colour of the terminal. It has a triplet, too, for where Textual blends it with the ground of a dialog."""
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
    """The `#rrggbb` of a colour that is not the terminal's own."""
    return (
        colour.triplet.hex
        if colour and colour.triplet and colour.type == ColorType.TRUECOLOR
        else None
    )


class VisibleTextFilter(LineFilter):
    """Lets nothing reach the terminal that it would obey or nobody could see, whoever drew it: the last door of the screen.

    Our own lines are clean before they are broken to a width; what Textual draws of others' words
    (a notice, a text that is typed) keeps its width, for what has no width goes and the rest
    becomes blanks.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments, each cleaned."""
        del background
        if all(is_visible(text) for text, _, _ in segments):
            return segments
        return [
            segment if segment.control else Segment(_of_same_width(segment.text), segment.style)
            for segment in segments
        ]


def _of_same_width(text: str) -> str:
    """`text` without what does not show, as wide as before."""
    clean = blank_invisible(text)
    return "".join(
        [new if new == old else new * cell_len(old) for new, old in zip(clean, text, strict=True)]
    )


@lru_cache(maxsize=8)
def _palette(colours: tuple[tuple[str, str], ...]) -> SpanStyles:
    return SpanStyles(dict(colours))


def span_styles(variables: Mapping[str, str]) -> SpanStyles:
    """The palette of a theme's variables."""
    return _palette(tuple((name, variables[PREFIX + name]) for name in COLOURS))


def strip_of(line: Sequence[Span], palette: SpanStyles, base: Style, width: int) -> Strip:
    """A line as a strip of exactly `width` cells on the base style's ground."""
    segments = [Segment(span.text, base + palette.style(span.style)) for span in line]
    return Strip(segments).adjust_cell_length(width, base)
