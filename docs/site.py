"""Build the site strictly into site/ and refuse what it would load from another machine.

`python -m docs.site` is `make docs`; it needs the dependency group `docs`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
_LOADED = re.compile(
    r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=\"?(?:https?:)?//[^>]*>"
)
_STYLED = re.compile(r"(?:@import\s+|url\()[\"']?(?:https?:)?//[^)\"']*")


def build(site: Path, config: Path = HOME / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    """Build the site into a folder; every warning of mkdocs is a failure."""
    command = [
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        config,
        "--site-dir",
        site,
    ]
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=HOME,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},  # a notice of the theme, which is no warning
        capture_output=True,
        text=True,
        check=False,
    )


def remote_sources(site: Path) -> list[str]:
    """List what pages and style sheets of a built site load from other machines."""
    return [
        f"{file.relative_to(site)}: {found}"
        for pattern, suffix in ((_LOADED, "*.html"), (_STYLED, "*.css"))
        for file in sorted(site.rglob(suffix))
        for found in pattern.findall(file.read_text(encoding="utf-8"))
    ]


def main() -> int:
    """Build into site/; print what is wrong and return the exit status."""
    site = HOME / "site"
    built = build(site)
    problems = [built.stderr.strip()] if built.returncode else remote_sources(site)
    said = problems or [f"open {(site / 'index.html').relative_to(HOME)}"]
    sys.stdout.write("".join(f"{line}\n" for line in said))
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
