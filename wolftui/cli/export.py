"""The command `export`: writes a game, seen through one pair of eyes, as a file for others.

Formats: HTML, Markdown, text, CSV, SVG, asciinema cast. Only what those eyes saw is written. The
model calls of a game, which only the moderator sees: OpenTelemetry, Inspect, chats as lines.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError
from wolfcore.records import SavedGame, read_game
from wolfcore.table import integrity_problem
from wolftui import screen
from wolftui.export.calls.call_formats import CALL_SUFFIXES, call_lines, write_calls
from wolftui.export.calls.game_calls import GameCalls
from wolftui.export.formats import (
    SUFFIXES,
    TEXT_FORMATS,
    CallFormat,
    ExportFormat,
    render_text,
    unused_path,
    working_folder,
    write_file,
)
from wolftui.export.redaction import RedactedGame, eyes_label, redact_saved
from wolftui.settings.config import MIN_SIZE_TEXT, Config, fits_screen

from .argument_values import output_file, saved_game_folder
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
    saved = read_game(saved_game_folder(args.game), strict=False)
    if form == "otel" or form == "inspect" or form == "jsonl":
        return _export_calls(args, form, saved, out)
    shared = redact_saved(saved, args.eyes)
    _print_notes(saved)
    text = _text(args, form, shared)
    # A page is for a browser; the other text formats are for a terminal.
    if out is None and form in TEXT_FORMATS and form != "html":
        sys.stdout.write(text)
        return OK
    file = out or unused_path(working_folder(), saved.id, form)
    write_file(file, text, replace=args.replace)
    print(f"{file}, with what {eyes_label(shared, shared.widest_eyes)} eyes see and nothing else")
    return OK


def _export_calls(
    args: argparse.Namespace, form: CallFormat, saved: SavedGame, out: Path | None
) -> int:
    """Export the model calls of a game; formats of lines are printed unless a file is named.

    Raises:
        ConfigError: There are no calls, or these eyes may not see them.
    """
    if args.eyes not in ("", "moderator"):
        raise ConfigError(
            "model calls are for the moderator's eyes alone, because a prompt holds all that its "
            "seat knows",
            key="--eyes",
            hint="Leave it out, or choose html, md, txt or csv.",
        )
    calls = GameCalls(saved)
    calls.check()
    _print_notes(saved)
    if out is None and form != "inspect":
        for line in call_lines(calls, form, ascii_only=args.ascii):
            sys.stdout.write(f"{line}\n")
    else:
        file = out or unused_path(working_folder(), saved.id, CALL_SUFFIXES[form])
        write_calls(file, calls, form, replace=args.replace, ascii_only=args.ascii)
        print(f"{file}, with {_CALLS_IN[form]}")
    for problem in calls.problems:
        sys.stderr.write(f"wolftui: {problem}\n")
    return OK


_CALLS_IN: dict[CallFormat, str] = {
    "otel": "the model calls as OpenTelemetry spans, one a line",
    "inspect": "the model calls as an Inspect log, one sample a seat",
    "jsonl": "the model calls as chats, one a line",
}


def _print_notes(saved: SavedGame) -> None:
    """Print to standard error what was left out of a game, and whether it was changed."""
    for note in (*saved.notes, *map(str, saved.problems)):
        sys.stderr.write(f"wolftui: {note}\n")
    if why := integrity_problem(saved):
        sys.stderr.write(
            f"wolftui: {saved.id} is exported as found, but {why}; `wolftui verify "
            f"{saved.id}` shows where.\n"
        )


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
    form = asked or ("html" if file is None else SUFFIXES.get(file.suffix.casefold()))
    if form is None:
        raise ConfigError(
            "the format of the file is not known",
            key="--to",
            hint=f"Choose one of: {', '.join(EXPORT_FORMS)}.",
        )
    return form
