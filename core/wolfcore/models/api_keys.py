"""API keys: read from an environment variable or a file of mode 0600, and never shown.

The settings hold the name of a variable or file, never a key. A `Key` has no readable repr and
cannot be pickled. It redacts itself from everything that an endpoint sends back, and from the
texts of all errors.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from wolfcore.confinement import lifted
from wolfcore.errors import ConfigError
from wolfcore.files import expand_user_path, open_regular, read_descriptor
from wolfcore.visible import KNOWN_SECRETS

from .redaction import Redactor, SecretPatterns
from .spec import ModelSpec

_SHORTEST_SECRET = 8
"""Characters of the shortest key that is redacted. Shorter ones are placeholders such as `ollama`,
and redacting them would damage ordinary words."""


_KEY_LIMIT = 1 << 14
"""Bytes of the largest key file that is read."""


class Key:
    """An API key. It is equal only to itself, and its repr is `Key(...)`.

    Args:
        secret: The key; below 8 characters it is not redacted.
    """

    __slots__ = ("__needles", "__secret", "__weakref__")

    def __init__(self, secret: str) -> None:
        self.__secret = secret
        self.__needles = SecretPatterns(secret if len(secret) >= _SHORTEST_SECRET else "")
        if self.__needles:
            KNOWN_SECRETS.add(self)

    def reveal(self) -> str:
        """Return the key as plain text, for the header of a request."""
        return self.__secret

    def redactor(self) -> Redactor:
        """Create a redactor that removes the key from one text that arrives in pieces."""
        return Redactor(self.__needles)

    def redact(self, text: str, most: int | None = None) -> str:
        """Return `text` with the key replaced, in any encoding that `redaction` recognises.

        Args:
            text: The text.
            most: The characters at the beginning that are read and returned; None for all.
        """
        striking = self.redactor()
        if most is None or len(text) <= most:
            return striking.feed(text) + striking.end()
        # `end` is not called: the pending text, which may be the beginning of a key, is dropped.
        return striking.feed(text[:most])

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> str:
        raise TypeError("a key is never written anywhere")


NO_KEY = Key("")
"""The key of endpoints that need none; it redacts nothing."""


def read_key(name: str, spec: ModelSpec, environ: Mapping[str, str]) -> Key | None:
    """Read the API key that a model's settings name; None where they name no variable or file.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        environ: The environment variables.

    Raises:
        ConfigError: The variable is unset or empty, or the file cannot be read, is readable by
            others, or holds no key.
    """
    place = f"models.{name}"
    if spec.api_key_env:
        secret = environ.get(spec.api_key_env, "").strip()
        if not secret:
            problem = f"the environment has no {spec.api_key_env}, which holds its key"
            raise ConfigError(
                problem,
                key=place,
                hint=f"Set it with `export {spec.api_key_env}=...` and start again.",
            )
        return _require_key(secret, f"the variable {spec.api_key_env}", place)
    if spec.api_key_file:
        file = expand_user_path(spec.api_key_file)
        return _require_key(_from_file(file, place), str(file), place)
    return None


def _from_file(file: Path, place: str) -> str:
    try:
        # The settings chose the path; those of a confined process are the owner's.
        with lifted():
            opened = open_regular(file, limit=_KEY_LIMIT)
        try:
            # On Windows the mode says nothing about other users.
            if sys.platform != "win32" and stat.S_IMODE(os.fstat(opened).st_mode) & 0o077:
                problem = f"{file} holds a key and can be read by other users"
                raise ConfigError(problem, key=place, hint=f"Run `chmod 600 {file}`.")
            return read_descriptor(opened, _KEY_LIMIT).decode("ascii").strip()
        finally:
            os.close(opened)
    except UnicodeDecodeError:
        # `from None`: the error holds the bytes of the file, which may be a key.
        raise ConfigError(
            f"{file} holds no key", key=place, hint="It should hold the key and nothing else."
        ) from None
    except OSError as error:
        problem = f"{file} cannot be read ({error.strerror or type(error).__name__})"
        raise ConfigError(
            problem, key=place, hint="It should hold the key and nothing else, with mode 0600."
        ) from None


def _require_key(secret: str, source: str, place: str) -> Key:
    # The key goes into a header, where a line break would begin another one.
    if not (secret and secret.isascii() and secret.isprintable() and " " not in secret):
        raise ConfigError(
            f"{source} holds no key",
            key=place,
            hint="A key is one word of ASCII letters, digits and punctuation.",
        )
    return Key(secret)


def describe_key_source(spec: ModelSpec, environ: Mapping[str, str] | None = None) -> str:
    """Describe where a model's key comes from, without the key, such as `key in OPENAI_API_KEY`.

    Args:
        spec: The model's settings.
        environ: The environment variables; those of this process if None.
    """
    if spec.api_key_env:
        there = (os.environ if environ is None else environ).get(spec.api_key_env, "").strip()
        return f"key in {spec.api_key_env}{'' if there else ', which is not set'}"
    return f"key in {spec.api_key_file}" if spec.api_key_file else "no key"
