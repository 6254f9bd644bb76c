"""The command `serve`: runs the program for visitors in a browser (extra `web`)."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.extras import install_hint
from wolfcore.files import check_ranges, expand_user_path
from wolfcore.models import ModelSpec
from wolfcore.models.spec import PACKAGED_MODEL
from wolfcore.models.wrappers.costs import costs_money, is_unpriced
from wolfcore.models.wrappers.shared_ledger import SharedBudget, is_supported
from wolftui.settings.config import LoadedConfig
from wolftui.settings.paths import themes_folder, visitors_folder, visitors_ledger
from wolftui.settings.themes import DEFAULT_THEME, load_themes
from wolftui.settings.visitor_terms import VisitorTerms, shared_folders
from wolftui.web.session import ProgramLimits
from wolftui.web.site import SiteConfig, is_installed, serve
from wolftui.web.visitors import is_this_machine, paths_in_words

from .command import OK
from .game_commands import REMOTE_COMMAND
from .interrupts import write_crash_log
from .user_config import load_config


def serve_command(args: argparse.Namespace) -> int:
    """Run the command `serve`; returns the exit code."""
    loaded = load_config()
    place = _site_settings(args, loaded)
    if not is_installed():
        raise ConfigError(
            "a browser needs textual-serve, which is not installed", hint=install_hint("web")
        )
    looks, _ = load_themes(themes_folder())
    look = looks.get(loaded.config.theme, looks[DEFAULT_THEME])
    for note in _budget_notes(place.terms, loaded):
        sys.stderr.write(f"wolftui: {note}\n")

    def ready() -> None:
        print(_address_text(place), flush=True)

    try:
        serve(place, look, ready, write_crash_log)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else ""
        where, hint = f"{place.host}:{place.port}", "Another --port may be free."
        raise ConfigError(
            f"cannot listen on {where} ({why or error})", key="--port", hint=hint
        ) from error
    sys.stderr.write("wolftui: Closed. Games that were being played are saved.\n")
    return OK


def _site_settings(args: argparse.Namespace, loaded: LoadedConfig) -> SiteConfig:
    """Return the site's address, command, visitor limit, token and terms from the options.

    Raises:
        ConfigError: A number is out of range, the visitors' command is `serve`, or a model cannot
            be offered.
    """
    of_network = max(2, args.visitors // 4) if args.per_network is None else args.per_network
    check_ranges(
        [
            ("--port", args.port, 1, 65_535),
            ("--visitors", args.visitors, 1, 1000),
            ("--per-network", of_network, 1, 1000),
            ("--minutes", args.minutes, 1, 100_000),
            ("--memory", args.memory, 128, 1_000_000),
        ]
    )
    if args.words[:1] in (["serve"], ["host"], ["mcp"]):
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
    terms = _terms(args, loaded, words)
    limits = ProgramLimits(memory=args.memory << 20, visit_seconds=60.0 * args.minutes)
    return SiteConfig(
        args.host,
        args.port,
        words,
        args.visitors,
        token,
        tuple(args.name),
        homes,
        limits,
        of_network,
        terms,
    )


def _terms(args: argparse.Namespace, loaded: LoadedConfig, words: Sequence[str]) -> VisitorTerms:
    """Return what visitors may use: folders, models and a budget.

    Raises:
        ConfigError: A model is not in the settings, or the budget cannot be kept.
    """
    if args.share_home and args.model:
        raise ConfigError(
            "visitors who share your home have all models of your settings",
            key="--model",
            hint="Leave out --model or --share-home.",
        )
    for name in args.model:
        if name not in loaded.models:
            hint = did_you_mean(name, tuple(loaded.models))
            raise ConfigError(f"there is no model `{name}`", key="--model", hint=hint)
    offered = {name: loaded.models[name] for name in args.model}
    folders = paths_in_words(words, Path.cwd())
    if args.share_home:
        folders = (*shared_folders(), *folders)
        for folder in shared_folders():
            # A visitor's process may make nothing above them.
            _make_folder(Path(folder))
    models = loaded.models if args.share_home else offered
    local = [spec.model for spec in models.values() if spec.kind == "local"]
    weights = [loaded.local.weights, *(each for each in local if each != PACKAGED_MODEL)]
    return VisitorTerms(
        folders=folders,
        readable=tuple(str(expand_user_path(each).absolute()) for each in weights if local),
        models=None if args.share_home else offered,
        local=loaded.local,
        budget=_shared_budget(args.max_cost, models),
    )


def _shared_budget(cost: float | None, models: Mapping[str, ModelSpec]) -> SharedBudget | None:
    """Return the budget over all visitors; None where none is set.

    Raises:
        ConfigError: It is no number above 0, it cannot be counted on this system, or a model has no
            price.
    """
    if cost is None:
        return None
    if not 0 < cost < inf:
        raise ConfigError(
            f"{cost:g} is not a valid budget", key="--max-cost", hint="It is a number above 0."
        )
    if not is_supported():
        raise ConfigError(
            "needs locks of files, which this system does not have",
            key="--max-cost",
            hint="Leave it out and offer no model that costs money.",
        )
    for name, spec in models.items():
        if is_unpriced(spec) and not spec.server_profile.reports_cost:
            raise ConfigError(
                "has no price, so a budget of money cannot be kept",
                key=f"models.{name}",
                hint="Give it `price_in` and `price_out`, per million tokens.",
            )
    _make_folder(visitors_ledger().parent)
    budget = SharedBudget(cost, str(visitors_ledger()))
    budget.spent()
    return budget


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot be made ({error.strerror or error})"
        raise ConfigError(problem, file=str(folder)) from error


def _budget_notes(terms: VisitorTerms, loaded: LoadedConfig) -> list[str]:
    """Return what the host should know of the cost of visitors' models, a sentence each."""
    if terms.budget:
        spent = f"{terms.budget.spent():.4g} of the budget of {terms.budget.cost:g} is spent"
        return [f"{spent}; {terms.budget.ledger} counts it, and starts again when it is deleted."]
    models = loaded.models if terms.models is None else terms.models
    names = ", ".join(f"`{name}`" for name, spec in models.items() if costs_money(spec))
    if not names:
        return []
    return [f"Visitors may spend without limit on {names}; --max-cost sets a budget for them all."]


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
