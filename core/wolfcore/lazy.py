"""Lazy loading by name: modules are imported when one of their names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def load(target: str) -> Any:
    """Import the module of a target and return the object in it.

    Args:
        target: `package.module:name`.

    Raises:
        ModuleNotFoundError: There is no such module, or it needs one that is not installed.
        AttributeError: The module has no such name.
    """
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def lazy_exports(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a package `__getattr__` that imports each exported name at its first use (PEP 562).

    Args:
        package: The name of the package.
        modules: The module of each exported name, relative to the package.
    """

    def attribute(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return load(f"{package}.{modules[name]}:{name}")

    return attribute
