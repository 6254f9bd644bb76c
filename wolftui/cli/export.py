"""`wolftui export`: a game as a file for others, through one pair of eyes."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import OK, Command
from .common import GAME_HELP

if TYPE_CHECKING:
    from pathlib import Path

    from wolftui.sharing.writing import TextForm

_FORMS = ("html", "md", "txt", "csv")
_PRINTED = ("md", "txt", "csv")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="latest", metavar="GAME", help=f"{GAME_HELP} (default: latest)")
    form = "a page that replays it, Markdown, text, or rows of facts (default: what FILE ends in, else html)"
    parser.add_argument("--to", choices=_FORMS, metavar="FORM", help=f"{', '.join(_FORMS)}: {form}")
    eyes = "`moderator`, `public`, or a seat: nothing else is in the file (default: moderator when the game is over, else public)"
    parser.add_argument("--eyes", default="", metavar="EYES", help=eyes)
    out = "write it there (default: it is printed; a page stands in this folder under the game's id)"
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--replace", action="store_true", help="write over a file that is there")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")


def _run(args: argparse.Namespace) -> int:
    from pathlib import Path

    from core.records import read_game
    from core.table import doubt
    from wolftui.sharing.shared import eyes_word, share
    from wolftui.sharing.writing import beside, keep, written

    from .common import game_meant

    out = _file(args.out)
    form = _form(args.to, out)
    saved = read_game(game_meant(args.game), strict=False)
    shared = share(saved, args.eyes)
    for note in (*saved.notes, *map(str, saved.problems)):
        sys.stderr.write(f"wolftui: {note}\n")
    if why := doubt(saved):
        sys.stderr.write(f"wolftui: {saved.id} is exported as found, but {why}; `wolftui verify {saved.id}` says where.\n")
    text = written(shared, form, ascii_only=args.ascii)
    if out is None and form in _PRINTED:
        sys.stdout.write(text)
        return OK
    file = out or beside(Path.cwd(), saved.id, form)
    keep(file, text, replace=args.replace)
    print(f"{file}, with what {eyes_word(shared, shared.widest)} eyes see and nothing else")
    return OK


def _file(text: str | None) -> Path | None:
    """Where to write; None where nothing was said.

    Raises:
        ConfigError: It is no name of a file.
    """
    from pathlib import Path

    from core.errors import ConfigError

    if text is None:
        return None
    try:
        file = Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigError("cannot be a file", file=text, key="--out") from error
    if not text.strip() or not file.name:
        raise ConfigError("no file was named", key="--out", hint="For example `--out game.html`.")
    return file


def _form(asked: TextForm | None, file: Path | None) -> TextForm:
    """The form: as asked for, as the file's name ends, or a page.

    Raises:
        ConfigError: Nothing says what the file shall hold.
    """
    from core.errors import ConfigError
    from wolftui.sharing.writing import SUFFIXES

    form = asked or ("html" if file is None else SUFFIXES.get(file.suffix.casefold()))
    if form is None:
        raise ConfigError("nothing says what the file shall hold", key="--to", hint=f"Choose one of: {', '.join(_FORMS)}.")
    return form


COMMAND = Command(
    "export",
    "write a game to a file for others",
    (
        "wolftui export latest --to html",
        "wolftui export latest --eyes public --out game.md",
        "wolftui export latest --to csv --eyes 4",
    ),
    _arguments,
    _run,
)
