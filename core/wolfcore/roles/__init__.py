"""The roles as data: one TOML file a role, with a section for each package that reads one.

A file begins with the `name` of the role and its `number`, its place in every list of roles, which
never changes. Each package defines the fields of its own section and reads no other.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError

T = TypeVar("T")


RoleWord: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Z][a-z]{1,19}\Z")]
"""The name of a role."""


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a file before its first section."""

    name: RoleWord
    number: Annotated[int, Meta(ge=1, le=999)]


class _RoleFile(NamedTuple):
    """A file of a role: its name, its first lines, and the text of each section."""

    file: str
    head: _Head
    sections: dict[str, str]


_FOLDER = Path(__file__).parent


_SECTIONS = ("rules", "speech", "bots", "agents", "signs")
"""The sections that a file may have; `docs/how/engine.md` names the package that reads each."""


_FIRST_LAYOUT = 7
"""The highest number of a role in the first layouts."""


_SECTION = re.compile(r"^\[(\w+)\]$\n?", re.MULTILINE)


def role_names() -> tuple[str, ...]:
    """Return the names of all roles, in the order of their numbers.

    Raises:
        ConfigError: A file is wrong or has an unknown section, or two have the same name or number.
    """
    return tuple(_role_files())


def layout_roles(dealt: Collection[str] = ()) -> tuple[str, ...]:
    """Return the roles that arrays of numbers have places for, in the order of their numbers.

    These are the roles with the numbers 1 to 7, for which the first layouts were made, and others
    that are dealt. So a role that is added changes no layout for boards without it.

    Args:
        dealt: The roles that a board deals.

    Raises:
        ConfigError: A file is wrong, or two have the same name or number.
    """
    return tuple(
        name
        for name, each in _role_files().items()
        if each.head.number <= _FIRST_LAYOUT or name in dealt
    )


def read_section(section: str, kind: type[T]) -> dict[str, T]:
    """Read one section of every role's file; the other sections are not parsed.

    Args:
        section: The name of the section, such as `bots`.
        kind: The type of the section: a `Struct`, whose fields without a default every file has.

    Returns:
        The section by the name of the role, in the order of the roles' numbers.

    Raises:
        ConfigError: A file lacks the section or has other fields; names the file and the field.
    """
    return {
        name: _parsed(each.sections.get(section), kind, each.file, section)
        for name, each in _role_files().items()
    }


@cache
def _role_files() -> dict[str, _RoleFile]:
    found: dict[str, _RoleFile] = {}
    numbers: dict[int, str] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        first, *parts = _SECTION.split(path.read_text("utf-8"))
        head = _parsed(first, _Head, path.name, "")
        other = found[head.name].file if head.name in found else numbers.get(head.number)
        if other:
            raise ConfigError(f"has the name or number of {other}", file=_shown(path.name))
        numbers[head.number] = path.name
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        for section in sections:
            if section not in _SECTIONS:
                raise ConfigError(f"no package reads [{section}]", file=_shown(path.name))
        found[head.name] = _RoleFile(path.name, head, sections)
    return dict(sorted(found.items(), key=lambda item: item[1].head.number))


def _parsed(text: str | None, kind: type[T], file: str, section: str) -> T:
    if text is None:
        raise ConfigError(f"the section [{section}] is missing", file=_shown(file))
    try:
        return msgspec.convert(parse_toml(text), kind)
    except (NotToml, msgspec.ValidationError) as error:
        where = f"section [{section}]: " if section else ""
        raise ConfigError(f"{where}{error}", file=_shown(file)) from error


def _shown(file: str) -> str:
    return f"wolfcore/roles/{file}"
