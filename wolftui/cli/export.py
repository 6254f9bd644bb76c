"""The command `export`: writes a game, seen through one pair of eyes, as a file for others.

Formats: HTML, Markdown, text, CSV, card, SVG, asciinema cast. Only what those eyes saw is written.
Model calls, of one game or many, are written by `call_export`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError
from wolfcore.records import read_game
from wolftui import screen
from wolftui.export.formats import (
    TEXT_FORMATS,
    CallFormat,
    ExportFormat,
    ending_of,
    format_of,
    render_text,
    unused_path,
    working_folder,
    write_file,
)
from wolftui.export.redaction import RedactedGame, eyes_label, redact_saved
from wolftui.measures.measurement import resolve_games
from wolftui.settings.config import MIN_SIZE_TEXT, Config, fits_screen

from .argument_values import output_file
from .call_export import export_calls, notes_on
from .command import OK
from .display_options import display_options
from .game_commands import EXPORT_FORMS
from .user_config import load_config

_MAX_SIZE = 300


def export_command(args: argparse.Namespace) -> int:
    """Run the command `export`; returns the exit code."""
    out = output_file(args.out, "--out game.html")
    form = _chosen_form(args.to, out)
    _check_options(args, form)
    paths = resolve_games(args.game, parts=True)
    if form == "otel" or form == "inspect" or form == "jsonl":
        return export_calls(args, form, paths, out)
    if len(paths) > 1:
        raise ConfigError(
            f"{form} is a file of one game, and there are {len(paths)}",
            file=args.game,
            hint="Name one of them. The model calls of all: otel, inspect and jsonl.",
        )
    saved = read_game(paths[0], strict=False)
    shared = redact_saved(saved, args.eyes)
    for note in (*notes_on(saved), *filter(None, [shared.course_problem])):
        sys.stderr.write(f"wolftui: {note}\n")
    text = _text(args, form, shared)
    # A page and a card are for a browser; the other text formats are for a terminal.
    if out is None and form in TEXT_FORMATS and form not in ("html", "card"):
        sys.stdout.write(text)
        return OK
    file = out or unused_path(working_folder(), saved.id, ending_of(form))
    write_file(file, text, replace=args.replace)
    print(f"{file}, with what {eyes_label(shared, shared.widest_eyes)} eyes see and nothing else")
    return OK


_FORMS_OF_OPTION = {"at": ("svg",), "size": ("svg", "cast"), "speed": ("cast",)}
"""The formats to which an option applies."""


def _check_options(args: argparse.Namespace, form: ExportFormat | CallFormat) -> None:
    """Check that every given option applies to the format.

    Raises:
        ConfigError: One does not.
    """
    for option, forms in _FORMS_OF_OPTION.items():
        if getattr(args, option) is not None and form not in forms:
            raise ConfigError(
                f"has no effect on {form}",
                key=f"--{option}",
                hint=f"It is for {' and '.join(forms)}.",
            )


def _text(args: argparse.Namespace, form: ExportFormat, shared: RedactedGame) -> str:
    """Render the content of the file.

    Raises:
        ConfigError: An option is out of range.
    """
    if form != "svg" and form != "cast":
        return render_text(shared, form, ascii_only=args.ascii)
    config, size = _config(args), _size(args.size)
    return (
        screen.picture(shared, config, size, args.at)
        if form == "svg"
        else screen.recording(shared, config, size, config.speed)
    )


def _config(args: argparse.Namespace) -> Config:
    """Return the settings, overridden by the command line."""
    args.plain = False
    args.speed = 4.0 if args.speed is None else args.speed
    return display_options(args, load_config()).config


def _size(text: str | None) -> tuple[int, int]:
    """Parse a size `WxH`; returns columns and lines.

    Raises:
        ConfigError: The text is no size, or the size is out of range.
    """
    wide, _, high = (text or "120x36").casefold().partition("x")
    width, height = whole_number(wide), whole_number(high)
    if width is None or height is None:
        raise ConfigError(
            f"`{text}` is not a valid size",
            key="--size",
            hint="Write columns and lines, such as `100x30`.",
        )
    if not fits_screen(width, height) or max(width, height) > _MAX_SIZE:
        raise ConfigError(
            f"{text} is out of range",
            key="--size",
            hint=f"It goes from {MIN_SIZE_TEXT} to {_MAX_SIZE}x{_MAX_SIZE}.",
        )
    return width, height


def _chosen_form(
    asked: ExportFormat | CallFormat | None, file: Path | None
) -> ExportFormat | CallFormat:
    """Return the format: `--to`, else by the file's suffix, else HTML.

    Raises:
        ConfigError: The file's suffix is unknown.
    """
    form = asked or ("html" if file is None else format_of(file))
    if form is None:
        raise ConfigError(
            "the format of the file is not known",
            key="--to",
            hint=f"Choose one of: {', '.join(EXPORT_FORMS)}.",
        )
    return form
