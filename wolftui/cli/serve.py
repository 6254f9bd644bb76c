"""The command `serve`: runs the program for visitors in a browser (extra `web`)."""

from __future__ import annotations

import argparse
import secrets
import sys

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolfcore.files import check_ranges
from wolftui.settings.paths import themes_folder, visitors_folder
from wolftui.settings.themes import DEFAULT_THEME, load_themes
from wolftui.web.site import SiteConfig, is_installed, serve
from wolftui.web.visitors import is_this_machine

from .command import OK
from .game_commands import REMOTE_COMMAND
from .interrupts import write_crash_log
from .user_config import load_config


def serve_command(args: argparse.Namespace) -> int:
    """Run the command `serve`; returns the exit code."""
    place = _site_settings(args)
    if not is_installed():
        raise ConfigError(
            "a browser needs textual-serve, which is not installed", hint=install_hint("web")
        )
    looks, _ = load_themes(themes_folder())
    look = looks.get(load_config().config.theme, looks[DEFAULT_THEME])

    def ready() -> None:
        print(_address_text(place), flush=True)

    def tell(error: BaseException) -> None:
        sys.stderr.write(f"wolftui: {write_crash_log(error)}\n")

    try:
        serve(place, look, ready, tell)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else ""
        where, hint = f"{place.host}:{place.port}", "Another --port may be free."
        raise ConfigError(
            f"cannot listen on {where} ({why or error})", key="--port", hint=hint
        ) from error
    sys.stderr.write("wolftui: Closed. Games that were being played are saved.\n")
    return OK


def _site_settings(args: argparse.Namespace) -> SiteConfig:
    """Return the site's address, command, visitor limit and token from the options.

    Raises:
        ConfigError: A number is out of range, or the visitors' command is `serve`.
    """
    check_ranges([("--port", args.port, 1, 65_535), ("--visitors", args.visitors, 1, 1000)])
    if args.words[:1] == ["serve"]:
        raise ConfigError(
            "visitors cannot run this command",
            key="WORD",
            hint="For example `play --seat 4=human`.",
        )
    if not args.host.strip():
        raise ConfigError(
            "no address was named",
            key="--host",
            hint="0.0.0.0 listens on all addresses of this machine.",
        )
    here = is_this_machine(args.host)
    words = tuple(args.words) or (() if here else REMOTE_COMMAND)
    token = "" if here else secrets.token_urlsafe(24)
    homes = None if args.share_home else visitors_folder()
    return SiteConfig(args.host, args.port, words, args.visitors, token, tuple(args.name), homes)


def _address_text(place: SiteConfig) -> str:
    """Return the message with the URL to open."""
    homes = (
        "Each visitor has their own games and settings."
        if place.homes
        else "Visitors use your own games and settings."
    )
    host = f"[{place.host}]" if ":" in place.host else place.host
    if is_this_machine(place.host):
        whoever = "It asks for no token: whoever uses this machine can open it."
        return (
            f"Open http://{host}:{place.port}/ in a browser of this machine. {whoever} "
            f"{homes} Ctrl-C ends it."
        )
    whole = host in ("0.0.0.0", "[::]")
    name = place.names[0] if place.names else "ADDRESS" if whole else host
    where = " (ADDRESS is this machine's, in digits)" if name == "ADDRESS" else ""
    plain = "Whoever has this address can play here, and it goes over the network unencrypted."
    return (
        f"Open http://{name}:{place.port}/?token={place.token}{where}. {plain} {homes} "
        "Ctrl-C ends it."
    )
