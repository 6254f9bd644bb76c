"""An animated SVG of the program's screens in turn, without script, for a README to show.

A line that stands in several screens is written once, so that a minute of a game is no larger than
a photograph.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from textual.pilot import Pilot

_RULE = re.compile(r"\.(terminal-\d+-r\d+) \{ ([^}]*) \}")
_PARTS = re.compile(r'(<rect fill="[^>]*?/>|<text class="terminal-\d+-r\d+".*?</text>)', re.DOTALL)
_CLASS = re.compile(r"terminal-\d+-r\d+")
_NEEDLESS = re.compile(r' clip-path="[^"]*"| shape-rendering="[^"]*"')
_PLACE = re.compile(r' y="([\d.]+)"')
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SHIFT = re.compile(r'<g transform="translate\(([\d.]+), ([\d.]+)\)" clip-path')
_FONTS = "'Fira Code', 'Cascadia Mono', 'DejaVu Sans Mono', monospace"
_TEXT = "font-size: 20px; line-height: 24.4px; font-variant-east-asian: full-width"


class Film:
    """A sequence of screens of the same size, with the seconds for which each is shown."""

    def __init__(self) -> None:
        self._frames: list[tuple[str, float]] = []

    def shoot(self, pilot: Pilot[int], seconds: float) -> None:
        """Add the current screen as a frame; an unchanged screen prolongs the last frame."""
        svg = pilot.app.export_screenshot(title="wolftui")
        if self._frames and self._frames[-1][0] == svg:
            seconds += self._frames.pop()[1]
        self._frames.append((svg, seconds))

    def clear(self) -> None:
        """Remove all frames."""
        self._frames.clear()

    def write(self, file: Path) -> None:
        """Write the film as an SVG file.

        Raises:
            ValueError: Nothing was shot.
        """
        file.write_text(film_of(self._frames), encoding="utf-8")


def film_of(frames: list[tuple[str, float]]) -> str:
    """The SVG of several, each shown for some seconds, again and again.

    Args:
        frames: Pictures as Textual draws them, and seconds.

    Raises:
        ValueError: There is none, or it is no such picture.
    """
    if not frames:
        raise ValueError("a film needs a picture")
    size, shift = _SIZE.search(frames[0][0]), _SHIFT.search(frames[0][0])
    if size is None or shift is None:
        raise ValueError("that is no picture of a terminal")
    looks, lines = dict[str, str](), dict[str, str]()
    shown = [_lines_of(svg, looks, lines) for svg, _ in frames]
    whole, begun = sum(seconds for _, seconds in frames), 0.0
    rules = [f".{name} {{{look}}}" for look, name in looks.items()]
    pictures: list[str] = []
    for number, (names, (_, seconds)) in enumerate(zip(shown, frames, strict=True)):
        rules += _timing(number, len(frames), begun / whole, (begun + seconds) / whole, whole)
        uses = "".join(f'<use href="#{name}"/>' for name in names)
        pictures.append(f'<g class="f f{number}">{uses}</g>')
        begun += seconds
    style = "\n".join(
        [f"text {{font-family: {_FONTS}; {_TEXT}}}", ".f {visibility: hidden}", *rules]
    )
    defined = "\n".join(f'<g id="{name}">{line}</g>' for line, name in lines.items())
    width, height = size.groups()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
        f'{height}">\n<style>{style}</style>\n'
        f'<defs>\n{defined}\n</defs>\n<rect width="{width}" height="{height}" rx="8" '
        'fill="#292929"/>\n'
        f'<g transform="translate({shift[1]}, {shift[2]})">\n'
        + "\n".join(pictures)
        + "\n</g>\n</svg>\n"
    )


def _lines_of(svg: str, looks: dict[str, str], lines: dict[str, str]) -> list[str]:
    """Return the names of a picture's lines in drawing order; adds new looks and lines."""
    names = {
        name: looks.setdefault(look.strip(), f"c{len(looks)}") for name, look in _RULE.findall(svg)
    }
    body = svg[svg.index('clip-path="url(', svg.index("</defs>")) :]
    parts = [
        _NEEDLESS.sub("", _CLASS.sub(lambda found: names[found[0]], part))
        for part in _PARTS.findall(body)
    ]
    rows = groupby(parts, key=lambda part: (part.startswith("<text"), _row(part)))
    return [lines.setdefault("".join(row), f"l{len(lines)}") for _, row in rows]


def _row(part: str) -> str:
    found = _PLACE.search(part)
    return found[1] if found else ""


def _timing(number: int, many: int, start: float, end: float, seconds: float) -> list[str]:
    """Return the CSS rules that show a picture between two shares of the film."""
    steps = ["0% {visibility: hidden}"] * (number > 0) + [f"{start:.3%} {{visibility: visible}}"]
    steps += [f"{end:.3%} {{visibility: hidden}}"] * (number + 1 < many)
    return [
        f"@keyframes k{number} {{{' '.join(steps)}}}",
        f".f{number} {{animation: k{number} {seconds:.2f}s step-end infinite}}",
    ]
