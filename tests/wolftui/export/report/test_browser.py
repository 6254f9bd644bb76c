"""A report of 60 games in a real browser, without a window: its numbers, by day and by night,
narrow and wide, on paper."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.export.report.reading import Page, differences
from wolfcore.metrics import TABLES
from wolftui.settings.themes import contrast

ROOT = Path(__file__).parents[4]
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "chromium"
)
MEASURE = """
<script>
const style = getComputedStyle(document.body), whole = document.documentElement;
const paper = getComputedStyle(whole).backgroundColor, mark = document.querySelector("figure svg text");
document.title = JSON.stringify({
  wide: whole.scrollWidth - innerWidth, ink: style.color, paper: paper, mark: getComputedStyle(mark).fill,
  plots: [...document.querySelectorAll("figure svg")].map(svg => Math.round(svg.getBoundingClientRect().height)),
});
</script>
"""
POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>\n")

pytestmark = pytest.mark.extra("browser")


def ran(home: Path, *words: str) -> str:
    """The output of the program, in a home of its own."""
    env = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "wolftui", *words],
        env=env,
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def opened(page: Path, *options: str) -> str:
    """A page as a browser has it after it was loaded, without a network."""
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={page.parent / 'profile'}",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--disable-background-networking",
        *options,
        page.as_uri(),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def title(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """60 games of house bots and their report, `report.html`."""
    home = tmp_path_factory.mktemp("report")
    for village, wolves, seed in (("hard", "normal", 1), ("normal", "hard", 1)):
        line = (
            "--seat",
            f"village=bot:{village}",
            "--seat",
            f"wolves=bot:{wolves}",
            "--seed",
            str(seed),
            "--out",
            "games",
        )
        ran(home, "run", "--games", "30", *line)
    ran(home, "report", "games", "--out", "report.html")
    return home


@pytest.mark.slow
def test_its_numbers_in_the_browser_are_those_of_metrics(place: Path) -> None:
    page = Page(opened(place / "report.html", "--dump-dom"))
    told: dict[str, Any] = json.loads(ran(place, "metrics", "games", "--json"))
    assert told["games"] == 60
    unshown = {table.name for table in TABLES if table.shown != "always"}
    assert (
        differences(
            page,
            told | {"tables": [cell for cell in told["tables"] if cell["name"] not in unshown]},
        )
        == []
    )
    assert "60 games of Werewolf" in page.text
    assert page.tags["svg"] == page.tags["figure"] == 5


def with_script(place: Path, name: str, *, policy: bool) -> Path:
    """A copy of the report with a script at its end, with or without the policy that forbids it."""
    html = (
        (place / "report.html").read_text(encoding="utf-8").replace("</body>", f"{MEASURE}</body>")
    )
    file = place / name
    file.write_text(html if policy else POLICY.sub("", html), encoding="utf-8")
    return file


@pytest.mark.slow
def test_no_script_runs_in_it(place: Path) -> None:
    assert (
        title(opened(with_script(place, "forbidden.html", policy=True), "--dump-dom"))
        == "60 games of Werewolf – wolftui"
    )
    assert title(opened(with_script(place, "allowed.html", policy=False), "--dump-dom")).startswith(
        "{"
    )


@pytest.mark.slow
@pytest.mark.parametrize("width", [500, 1100, 1800])
@pytest.mark.parametrize("dark", [False, True])
def test_it_is_legible_by_day_and_by_night_and_fits_its_window(
    place: Path, width: int, *, dark: bool
) -> None:
    night = (
        ("--blink-settings=preferredColorScheme=0",)
        if dark
        else ("--blink-settings=preferredColorScheme=1",)
    )
    page = with_script(place, "measured.html", policy=False)
    found = json.loads(
        title(opened(page, "--dump-dom", f"--window-size={width},900", *night)).replace(
            "&quot;", '"'
        )
    )
    assert found["wide"] <= 0
    ink, paper, mark = (_hexadecimal(found[each]) for each in ("ink", "paper", "mark"))
    assert (paper == "#10121c") == dark
    assert contrast(ink, paper) >= 7
    assert contrast(mark, paper) >= 4.5
    assert all(height > 40 for height in found["plots"])


def _hexadecimal(colour: str) -> str:
    parts: Sequence[str] = re.findall(r"\d+", colour)[:3]
    return "#" + "".join(f"{int(part):02x}" for part in parts)


@pytest.mark.slow
def test_it_can_be_printed(place: Path) -> None:
    paper = place / "paper.pdf"
    opened(place / "report.html", f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    data = paper.read_bytes()
    assert data.startswith(b"%PDF")
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 20
