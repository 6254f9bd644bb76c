"""Make the long description of the package from README: without what an index cannot show.

Hatch loads this file while it builds (`[tool.hatch.metadata.hooks.custom]`), so it imports nothing
of the project. Addresses in README are relative to the repository; on an index they lead nowhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https://)[^)]*\)\n\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?!https://)([^)]*)\)")


def index_text(readme: str) -> str:
    """Return README without relative pictures, and with relative links as text."""

    def plain(link: re.Match[str]) -> str:
        label, path = link.groups()
        return f"`{path}`" if label == path else f"{label} (`{path}`)"

    return _LINK.sub(plain, _PICTURE.sub("", readme))


class ReadmeHook(MetadataHookInterface):
    """Sets `readme`, which pyproject.toml declares dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description to the text for an index."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": index_text(readme)}
