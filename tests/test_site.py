"""The site of the pages: built without a warning, and nothing of it comes from another machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site import build, remote_sources

FOREIGN = {
    "script.html": '<script defer src="https://cdn.example/x.js"></script>',
    "style.html": '<link rel="stylesheet" href=//fonts.example/a.css>',
    "picture.html": "<img alt=x src=http://example.org/a.png>",
    "font.css": "@font-face{src:url(https://fonts.example/a.woff2)}",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_loaded_from_another_machine_is_found(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FOREIGN[name], encoding="utf-8")
    (found,) = remote_sources(tmp_path)
    assert found.startswith(f"{name}: ")


def test_links_and_own_files_are_not_taken_for_it(tmp_path: Path) -> None:
    page = '<a href="https://example.org">x</a><script src="assets/a.js"></script><img src=a.png>'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    assert remote_sources(tmp_path) == []


@pytest.mark.slow
@pytest.mark.extra("site")
def test_the_site_is_built_without_a_warning_and_stands_alone(tmp_path: Path) -> None:
    built = build(tmp_path / "site")
    assert (built.returncode, built.stdout) == (0, ""), built.stderr
    assert remote_sources(tmp_path / "site") == []
    pages = {file.name for file in (tmp_path / "site").glob("*.html")}
    assert pages >= {"index.html", "play.html", "models.html", "contributing.html", "changes.html"}
    index = (tmp_path / "site" / "search" / "search_index.js").read_text(encoding="utf-8")
    assert "Strategic Language Agents" in index
