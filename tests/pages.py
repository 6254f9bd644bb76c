"""The pages that people read, and the commands and examples in them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = (README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
"""README, CONTRIBUTING, and all pages of the site."""
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`((?:wolftui|make|python -m)(?: [^`\n]+)?)`")
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\.\.\.")


class Block(NamedTuple):
    """One fenced block of a page."""

    page: Path
    language: str
    text: str


def blocks(*languages: str) -> list[Block]:
    """List the fenced blocks of all pages in the named languages."""
    return [
        Block(page, language, text)
        for page in PAGES
        for language, text in _FENCE.findall(page.read_text(encoding="utf-8"))
        if language in languages
    ]


def commands() -> list[list[str]]:
    """List every command in the pages once, as words: lines of shell blocks, and inline code."""
    lines = [line for block in blocks("sh", "console") for line in block.text.splitlines()]
    for page in PAGES:
        lines += _INLINE.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))
    found = [tuple(shlex.split(line.removeprefix("$ "), comments=True)) for line in lines]
    return [list(words) for words in dict.fromkeys(found) if words]


def program_commands() -> list[list[str]]:
    """List the commands of wolftui that can run as they are, without the word `wolftui`.

    A command with a word in capitals, such as `wolftui train FILE.toml`, shows a form; `host`
    and `join` need a terminal, `mcp` a client; they have tests of their own.
    """
    return [
        words[1:]
        for words in commands()
        if words[0] == "wolftui"
        and words[1:2] not in (["host"], ["join"], ["mcp"])
        and not any(map(_PLACEHOLDER.search, words))
    ]
