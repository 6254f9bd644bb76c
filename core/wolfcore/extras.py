"""Missing extras as one error, and the command that adds them: pip, pipx, uv tool or uvx.

If the program was installed from a local folder or wheel (PEP 610), the command names its path.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

from .errors import ConfigError

_PROGRAM = "wolftui"


class _Origin(Struct):
    url: str = ""
    dir_info: dict[str, object] = {}


class MissingExtras(ConfigError):
    """Extras that are needed and not installed, in one sentence with one command.

    Args:
        needs: Why each extra is needed, by extra: a clause such as "a cluster needs distributed".
        key: The key or argument that needs them, or an empty string.
        instead: What helps without an extra, as a sentence; may be empty.
    """

    def __init__(self, needs: Mapping[str, str], *, key: str = "", instead: str = "") -> None:
        self.needs, self.instead = dict(needs), instead
        problem = (
            f"{' and '.join(self.needs.values())}, which {'is' if len(needs) == 1 else 'are'} "
            "not installed"
        )
        hint = f"{install_hint(*self.needs)} {instead}".rstrip()
        super().__init__(problem, key=key, hint=hint)


def run_checks(checks: Iterable[Callable[[], object]]) -> None:
    """Call checks in their order; extras that several of them miss are told together.

    Raises:
        MissingExtras: Extras are missing, those of all checks.
        Exception: The error of the first check that fails for another reason.
    """
    missing: list[MissingExtras] = []
    for check in checks:
        try:
            check()
        except MissingExtras as error:
            missing.append(error)
    if len(missing) == 1:
        raise missing[0]
    if missing:
        needs: dict[str, str] = {}
        for each in missing:
            for extra, why in each.needs.items():
                needs.setdefault(extra, why)
        keys = dict.fromkeys(each.key for each in missing)
        instead = dict.fromkeys(each.instead for each in missing if each.instead)
        raise MissingExtras(
            needs,
            key="".join(keys) if len(keys) == 1 else "",
            instead=" ".join(instead),
        )


def install_hint(*extras: str) -> str:
    """Return a sentence with the install command: "`pip install 'wolftui[web]'` adds it."."""
    return f"`{install_command(*extras)}` adds {'it' if len(extras) == 1 else 'them'}."


def install_command(*extras: str) -> str:
    """Return the pip, pipx or uv command that adds extras to this installation.

    If the program was installed from a local folder or wheel, the command names that path. In an
    editable installation the command is editable too (`-e`, `--editable`).

    Args:
        extras: The extras, keys of `[project.optional-dependencies]`.
    """
    place, editable = _origin()
    wanted = shlex.quote(f"{place or _PROGRAM}[{','.join(extras)}]")
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
    # The module takes longer to load than most commands run.
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415  slow, for hints

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
