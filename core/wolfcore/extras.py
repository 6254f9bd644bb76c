"""The command that adds an optional extra to this installation: pip, pipx, uv tool or uvx.

If the program was installed from a local folder or wheel (PEP 610), the command names its path.
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
    """Return a sentence with the install command: "`pip install 'wolftui[web]'` adds it."."""
    return f"`{install_command(extra)}` adds it."


def install_command(extra: str) -> str:
    """Return the pip, pipx or uv command that adds an extra to this installation.

    If the program was installed from a local folder or wheel, the command names that path. In an
    editable installation the command is editable too (`-e`, `--editable`).

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
    """Return whether `uvx` keeps the environment in its cache; other extras need a new one."""
    return prefix.parent.name.startswith(("archive-v", "environments-v"))


def _origin() -> tuple[str, bool]:
    """Return the program's local install source (PEP 610), and whether it is editable.

    The source is a folder or a wheel. The path is empty if the program came from the registry.
    """
    # Imported here: loading it takes longer than most commands run, and only hints need it.
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415  slow to load

    try:
        text = distribution(_PROGRAM).read_text("direct_url.json")
        origin = msgspec.json.decode(text, type=_Origin) if text else _Origin()
    except (PackageNotFoundError, OSError, msgspec.MsgspecError):
        return "", False
    address = urlsplit(origin.url)
    if address.scheme != "file":
        return "", False
    # On Windows the path of a file URL has a slash before the drive.
    path = unquote(address.path)
    return path.lstrip("/") if os.name == "nt" else path, bool(origin.dir_info.get("editable"))
