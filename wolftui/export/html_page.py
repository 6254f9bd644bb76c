"""A redacted game as one self-contained HTML page: transcript and, with scripts, a replay.

All text of players and logs is escaped by the template or is JSON in which no tag can begin; a
content security policy allows only the page's own script, named by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from wolfcore.game.rulebook import rulebook
from wolfcore.visible import blank_invisible
from wolftui.settings.themes import COLOURS, DEFAULT_THEME, ColourTheme, load_themes
from wolftui.views.labels import STYLE_COLOURS
from wolftui.views.win_curve import no_turn_words
from wolftui.words.glyphs import ASCII, FANCY
from wolftui.words.spans import Block

from .course_curve import HEIGHT, LEFT, RIGHT, WIDTH, draw_curve
from .redaction import RedactedGame
from .replay_data import has_thoughts, replay_data
from .transcripts import about_lines, headline, seats_of

_LIGHT = "parchment"


_BOLD = ("strong", "accent", "wolves")


def html_page(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """Render a game as an HTML page."""
    glyphs = ASCII if ascii_only else FANCY
    looks, _ = load_themes()
    script = (files("wolftui.export") / "replay.js").read_text(encoding="utf-8")
    shown = shared.shown(shared.widest_eyes, glyphs)
    shown.session.go_end()
    blocks = shown.session.blocks
    curve = draw_curve(shared, glyphs)
    return load_template("page.html").render(
        shared=shared,
        headline=headline(shared),
        about=about_lines(shared, glyphs),
        seats=seats_of(shared),
        blocks=blocks,
        outcome=shared.known_outcome,
        curve=curve,
        steps=[_step_of(moment.entry, blocks) for moment in curve.moments] if curve else [],
        drawing=(WIDTH, HEIGHT),
        ends=(LEFT, RIGHT),
        undecided=no_turn_words(shared.course) if shared.course else "",
        rules=rulebook(shared.board),
        glyphs=glyphs,
        thoughts=has_thoughts(shared),
        dark=_variables(looks[DEFAULT_THEME]),
        light=_variables(looks[_LIGHT]),
        styles=_styles(),
        data=_json(replay_data(shared, glyphs)),
        script=Markup(script),
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _step_of(entry: int, blocks: Sequence[Block]) -> int:
    """Return the number of the block in which the moderator sees a log entry."""
    return next(
        (number for number, block in enumerate(blocks) if block.fact_count > entry),
        len(blocks) - 1,
    )


def _variables(look: ColourTheme) -> str:
    return " ".join(f"--{name}: {look.colours[name]};" for name in COLOURS)


def _styles() -> Markup:
    """Write a CSS class for each style role of a span."""
    plain = {name: name for name in COLOURS} | STYLE_COLOURS
    rules = [f".s-{role} {{ color: var(--{colour}); }}" for role, colour in plain.items()]
    return Markup(
        "\n".join(
            [
                *rules,
                f"{', '.join(f'.s-{role}' for role in _BOLD)}, [class^=s-seat] {{ "
                "font-weight: 600; }",
            ]
        )
    )


def _json(data: dict[str, Any]) -> Markup:
    """Write data as JSON for a script element; no tag and no comment can begin in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


@cache
def load_template(name: str) -> Template:
    """Load a template of this package; what it prints is escaped, and `clean` blanks controls."""
    environment = Environment(
        loader=PackageLoader("wolftui.export", "."),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["clean"] = blank_invisible
    return environment.get_template(name)
