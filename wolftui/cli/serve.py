"""`wolftui serve`: the same program in a browser."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import OK, Command

if TYPE_CHECKING:
    from wolftui.serving.site import Place

_BEYOND = ("play", "--seat", "4=human")
"""What visitors from elsewhere get: a game of their own, and not the games of this machine."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    host = "where to listen; beyond this machine a token is needed, which is printed (default: 127.0.0.1, this machine alone)"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=host)
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="at which port (default: 8000)")
    name = "a name by which browsers may call this place, besides addresses in digits; may be given again"
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    parser.add_argument("--visitors", type=int, default=8, metavar="N", help="how many may be here at once (default: 8)")
    words = f"what each visitor's program does, after `--` (default: the lobby; beyond this machine `{' '.join(_BEYOND)}`)"
    parser.add_argument("words", nargs="*", metavar="WORD", help=words)


def _run(args: argparse.Namespace) -> int:
    from core.errors import ConfigError
    from wolftui.serving.site import is_installed, serve
    from wolftui.settings.config import load_config
    from wolftui.settings.paths import themes_folder
    from wolftui.settings.themes import DEFAULT_THEME, load_looks

    place = _place(args)
    if not is_installed():
        raise ConfigError("a browser needs textual-serve, which is not installed", hint="Install wolftui with the extra `web`.")
    looks, _ = load_looks(themes_folder())
    look = looks.get(load_config().config.theme, looks[DEFAULT_THEME])

    def ready() -> None:
        print(_welcome(place), flush=True)

    try:
        serve(place, look, ready)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else ""
        where, hint = f"{place.host}:{place.port}", "Another --port may be free."
        raise ConfigError(f"cannot listen at {where} ({why or error})", key="--port", hint=hint) from error
    sys.stderr.write("wolftui: Closed. Games that were being played are saved.\n")
    return OK


def _place(args: argparse.Namespace) -> Place:
    """Where and for whom.

    Raises:
        ConfigError: A number is out of range, or a program would serve programs.
    """
    import secrets

    from core.errors import ConfigError
    from core.files import check_ranges
    from wolftui.serving.guard import is_this_machine
    from wolftui.serving.site import Place

    check_ranges([("--port", args.port, 1, 65_535), ("--visitors", args.visitors, 1, 1000)])
    if args.words[:1] == ["serve"]:
        raise ConfigError("visitors can have any command but this one", key="WORD", hint="For example `play --seat 4=human`.")
    here = is_this_machine(args.host)
    words = tuple(args.words) or (() if here else _BEYOND)
    return Place(args.host, args.port, words, args.visitors, "" if here else secrets.token_urlsafe(24), tuple(args.name))


def _welcome(place: Place) -> str:
    """Where to go."""
    from wolftui.serving.guard import is_this_machine

    host = f"[{place.host}]" if ":" in place.host else place.host
    if is_this_machine(place.host):
        return f"Open http://{host}:{place.port}/ in a browser of this machine. Ctrl-C ends it."
    whole = host in ("0.0.0.0", "[::]")
    name = place.names[0] if place.names else "ADDRESS" if whole else host
    where = " (ADDRESS is this machine's, in digits)" if name == "ADDRESS" else ""
    plain = "Whoever has this address can play here, and it goes over the network unencrypted."
    return f"Open http://{name}:{place.port}/?token={place.token}{where}. {plain} Ctrl-C ends it."


COMMAND = Command(
    "serve",
    "play in a browser (extra `web`)",
    ("wolftui serve", "wolftui serve --host 0.0.0.0 -- play --board duel6 --seat 4=human"),
    _arguments,
    _run,
)
