"""What installed packages bring by entry points: players, presets, boards, metrics and more.

Lists are made from the metadata of the packages; a module is imported when its name is used.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.lazy import load
from wolfcore.visible import in_one_line

T = TypeVar("T")


Kind: TypeAlias = Literal["players", "presets", "boards", "metrics", "importers", "embedders"]


KINDS: Mapping[Kind, str] = {
    "players": "a class or a function, as in `./agent.py:Mine`",
    "presets": "a `wolfcore.agents.Preset`",
    "boards": "a `wolfcore.Board` of the same name",
    "metrics": "a `wolfcore.metrics.Metric` of the same name",
    "importers": "a function that takes a `Path` and returns a `SavedGame`",
    "embedders": "a function that takes texts and returns a list of numbers for each",
}
"""What an entry point of the group `wolftui.KIND` names."""


NAMED_PRESETS: set[str] = set()
"""The presets of packages that the user of this process named: files of others import none."""


_NAME = re.compile(r"[A-Za-z][\w.+-]{0,39}", re.ASCII)


_LONGEST = 100
"""The most characters of a word of the metadata that are shown."""


class Installed(Struct, frozen=True):
    """An entry point.

    Attributes:
        target: What it names, `module:name`.
        package: The package with its version, such as `their-agents 1.2`.
        options: The words in brackets behind the target.
    """

    target: str
    package: str
    options: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where it comes from, for a list."""
        return f"{self.target}, of {self.package}"


def installed(kind: Kind) -> Mapping[str, Installed]:
    """Return what installed packages announce of a kind, by name; nothing is imported."""
    return _installed(kind, tuple(sys.path))


@lru_cache(maxsize=2 * len(KINDS))
def _installed(kind: Kind, path: tuple[str, ...]) -> Mapping[str, Installed]:
    from importlib.metadata import entry_points  # noqa: PLC0415  slow to load, and seldom needed

    del path  # for the cache alone: what is found depends on `sys.path`
    found = dict[str, Installed]()
    for each in entry_points(group=f"wolftui.{kind}"):
        if _NAME.fullmatch(each.name):
            package = f"{each.dist.name} {each.dist.version}" if each.dist else "a package"
            words = (f"{each.module}:{each.attr}", package, *each.extras)
            target, package, *options = (in_one_line(word, _LONGEST) for word in words)
            found[each.name] = Installed(target, package, tuple(options))
    return found


def load_installed(kind: Kind, name: str, wanted: type[T]) -> T:
    """Import what an installed package announces.

    Args:
        kind: The kind.
        name: One of `installed(kind)`.
        wanted: The type that it must have.

    Raises:
        ConfigError: It cannot be imported, or is something else.
    """
    entry = installed(kind)[name]
    if kind == "presets" and name not in NAMED_PRESETS:
        hint = "If you trust it, add `--own` with the player to the command."
        raise ConfigError(f"`{name}`, {entry.source}, is code, and you did not name it", hint=hint)
    try:
        found: object = load(entry.target)
    except (Exception, SystemExit) as error:
        why = in_one_line(f"{type(error).__name__}: {error}", _LONGEST)
        raise ConfigError(f"`{name}`, {entry.source}, cannot be imported ({why})") from error
    if not isinstance(found, wanted) or getattr(found, "name", name) != name:
        raise ConfigError(f"`{name}`, {entry.source}, is not {KINDS[kind]}")
    return found
