"""The command that adds an optional extra to this installation: pip, pipx, uv tool or uvx.

It names the place the program was installed from, if that is a folder or wheel (PEP 610).
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

_PROGRAM = "wolftui"


class _Origin(Struct):
    url: str = ""
    dir_info: dict[str, object] = {}


def install_hint(extra: str) -> str:
    """A sentence with the command that adds an extra, such as "`pip install 'wolftui[web]'` adds it."."""
    return f"`{install_command(extra)}` adds it."


def install_command(extra: str) -> str:
    """The command that adds an extra: of pip, pipx or uv, from the same place as the program itself.

    A program that was installed from a folder or a wheel on this machine names that place; in an
    installation that can be edited, pip gets `-e`.

    Args:
        extra: The extra, a key of `[project.optional-dependencies]`.
    """
    place, editable = _origin()
    wanted = shlex.quote(f"{place or _PROGRAM}[{extra}]")
    prefix = Path(sys.prefix)
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {'--editable ' * editable}{wanted}"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {'--editable ' * editable}{wanted}"
    if _is_uvx(prefix):
        return f"uvx --from {wanted} {_PROGRAM}"
    return f"pip install {'-e ' * editable}{wanted}"


def _is_uvx(prefix: Path) -> bool:
    """Whether the environment is one that `uvx` keeps in its cache, and makes anew for other extras."""
    return prefix.parent.name.startswith(("archive-v", "environments-v"))


def _origin() -> tuple[str, bool]:
    """The folder or wheel from which the program was installed (PEP 610; empty for the registry), and whether it is editable."""
    # It takes longer to load than most commands run, and is needed when something is missing alone.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        told = distribution(_PROGRAM).read_text("direct_url.json")
        origin = msgspec.json.decode(told, type=_Origin) if told else _Origin()
    except (PackageNotFoundError, OSError, msgspec.MsgspecError):
        return "", False
    address = urlsplit(origin.url)
    if address.scheme != "file":
        return "", False
    path = unquote(address.path)
    return path.lstrip("/") if os.name == "nt" else path, bool(origin.dir_info.get("editable"))
