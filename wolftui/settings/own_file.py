"""The person's settings file as text: read, parsed, and replaced as a whole, so that what is changed is all that changes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from wolfcore.errors import ConfigError
from wolfcore.outside import NotToml, parse_toml, read_text


def read_settings_text(file: Path) -> str:
    """What stands in the file; empty where there is none.

    Raises:
        ConfigError: It cannot be read, or is no UTF-8 text.
    """
    try:
        return read_text(file)
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise ConfigError("is no UTF-8 text", file=str(file), hint="Save it as UTF-8.") from error
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error


def parse_settings(text: str, file: Path) -> dict[str, Any]:
    """What a text of the file says.

    Raises:
        ConfigError: It is no TOML.
    """
    try:
        return parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=str(file)) from error


def replace_settings(file: Path, text: str) -> None:
    """Replace the file as a whole, so that nothing is lost if that fails; its mode stays.

    Raises:
        ConfigError: It cannot be written; the old one stays.
    """
    try:
        place = file.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o644
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", dir=place.parent, delete=False) as new:
            temporary = Path(new.name)
            try:
                new.write(text)
                new.close()
                temporary.chmod(mode)
                temporary.replace(place)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(file)) from error
