"""The page in a real browser, without a window or a network: stepped through by keys and mouse, and
read with scripts off."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.game.planting import log_of, rounds
from tests.parts import AXE
from tests.wolftui.export.browser import Tab, browsing
from tests.wolftui.export.courses import made_course
from tests.wolftui.export.games import shared_log
from wolfcore.game import Entry, get_board, make_spec
from wolfcore.game import facts as f
from wolftui.export.formats import render_text
from wolftui.export.redaction import RedactedGame
from wolftui.settings.themes import load_themes

pytestmark = pytest.mark.extra("browser")

HOSTILE = "</script><b>"
SHOWN = "[...document.querySelectorAll('#told > *')].filter(each => !each.hidden)"
COUNT, LAST = f"{SHOWN}.length", f"{SHOWN}.at(-1).textContent"


def text(selector: str) -> str:
    return f"document.querySelector('{selector}').textContent"


@pytest.fixture(scope="module")
def game() -> RedactedGame:
    board = get_board("classic9")
    spec = make_spec(board, 3)
    spec = make_spec(board, 3, names=(HOSTILE, *spec.names[1:]))
    return shared_log(spec, log_of(rounds(spec)))


@pytest.fixture(scope="module")
def file(game: RedactedGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "game.html"
    file.write_text(render_text(game, "html"), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with twelve long names, long speeches, long names of models, and a course."""
    board = get_board("classic12")
    names = ("W" * 40, "李雷韩梅梅张三李四王五赵六", *(chr(97 + seat) * 40 for seat in range(10)))
    log = [
        Entry(entry.to, f.Said(entry.fact.seat, entry.fact.kind, "A" * 300))
        if isinstance(entry.fact, f.Said)
        else entry
        for entry in log_of(rounds(make_spec(board, 7, names=names)))
    ]
    exiled = max(number for number, entry in enumerate(log) if isinstance(entry.fact, f.Exiled))
    course = made_course([(0, "deal", 0, 0.6), (exiled, "exile", 3, 0.2)])
    shared = shared_log(make_spec(board, 7, names=names), log)
    file = tmp_path_factory.mktemp("page") / "crowded.html"
    shared = replace(shared, course=course, players=("llm:" + "long-name-" * 6,) * 12)
    file.write_text(render_text(shared, "html"), encoding="utf-8")
    return file


@pytest.fixture
def tab(file: Path, tmp_path: Path) -> Generator[Tab]:
    with browsing(tmp_path / "profile", "--blink-settings=preferredColorScheme=0") as tab:
        tab.open(file.as_uri())
        yield tab
        assert tab.said == []
        assert tab.requests == [file.as_uri()]


def test_it_is_stepped_through_by_keys(tab: Tab, game: RedactedGame) -> None:
    assert game.outcome is not None
    assert game.outcome.title in tab.value(text("#headline"))
    assert tab.value(COUNT) == 0
    assert tab.value("document.querySelector('#told').hidden")
    tab.press(".")
    assert tab.value("document.querySelector('#opening').hidden")
    assert tab.value(COUNT) == 1
    assert HOSTILE in tab.value(text("#told"))
    assert HOSTILE in tab.value(text("[aria-live=polite]"))
    assert tab.value("document.querySelectorAll('b').length") == tab.value(
        "document.querySelectorAll('.keys b').length"
    )
    tab.press(".", ",", "ArrowRight", "ArrowRight")
    assert tab.value(COUNT) == 3
    tab.press("]")
    assert "night 1" in tab.value(LAST)
    assert tab.value("document.body.classList.contains('night')")
    assert tab.value(text("#when")).startswith("Night 1")
    tab.press("}")
    assert "day 1" in tab.value(LAST)
    assert not tab.value("document.body.classList.contains('night')")
    tab.press("End")
    assert tab.value(LAST).startswith(game.outcome.title)
    fell = {entry.fact.seat for entry in game.entries if isinstance(entry.fact, f.Died)}
    assert tab.value("document.querySelectorAll('#seats .out').length") == len(fell) > 0
    tab.press("3", "Home")
    assert not tab.value("document.querySelector('#opening').hidden")
    tab.press("ArrowRight")
    assert tab.value(
        "[...document.querySelectorAll('#seats .alone')].map(each => each.textContent[0])"
    ) == ["3"]


def test_it_is_played_and_moved_through_by_the_mouse(tab: Tab) -> None:
    for _ in range(5):
        tab.click_on("#faster")
    assert tab.value(text("#speed")) == "16x"
    tab.click_on("#play")
    tab.until(f"{COUNT} > 4")
    tab.click_on("#play")
    assert tab.value("document.querySelector('#play').textContent") == "▶"
    tab.click_on("#cells button:nth-child(3)")
    assert "day 1" in tab.value(LAST)
    tab.click_on("#back")
    before = tab.value(COUNT)
    tab.click_on("#forth")
    assert tab.value(COUNT) == before + 1
    tab.click_on("#seats li:nth-child(4)")
    assert tab.value(text("#seats .alone")).startswith("4 ")


def test_other_eyes_see_the_same_moment_and_less(tab: Tab) -> None:
    tab.press("]", "]", "]", ".", ".")
    when, seen = tab.value(text("#when")), tab.value(COUNT)
    assert "Werewolf" in tab.value(text("#seats"))
    tab.press("v")
    assert tab.value("document.querySelector('#eyes').selectedOptions[0].textContent") == "public"
    assert tab.value(text("#when")).partition(" ·")[0] == when.partition(" ·")[0]
    assert 0 < tab.value(COUNT) < seen
    assert "Werewolf" not in tab.value(text("#seats"))
    assert "whispers" not in tab.value(text("#told"))


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "theme"), [(0, "moonlight"), (1, "parchment")])
def test_its_colours_are_the_themes_by_day_and_by_night(
    file: Path, tmp_path: Path, scheme: int, theme: str
) -> None:
    colours = load_themes()[0][theme].colours
    with browsing(tmp_path / "profile", f"--blink-settings=preferredColorScheme={scheme}") as tab:
        tab.open(file.as_uri())
        tab.press("]")
        style = "getComputedStyle(document.querySelector('{}')).{}"
        tab.until(
            f"{style.format('#story', 'backgroundColor')} === '{_rgb(colours['background-night'])}'"
        )
        assert tab.value(style.format(".brand", "color")) == _rgb(colours["night"])
        tab.press("}")
        assert tab.value(style.format(".brand", "color")) == _rgb(colours["day"])
        assert tab.value("document.documentElement.scrollWidth <= innerWidth")


SIZES = ((360, 740), (768, 1024), (1440, 900))
SUMMARY, DAY, END = (), ("]", "}", "3"), ("End",)
"""The keys that lead to the summary, to the first day with one seat alone, and to the end."""


def _shown_at(tab: Tab, file: Path, *places: Sequence[str]) -> Generator[int]:
    """Show places of a page at each width; yields the width."""
    for width, height in SIZES:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        tab.call("Emulation.setDeviceMetricsOverride", **size)
        for keys in places:
            tab.open("about:blank#")
            tab.open(file.as_uri())
            tab.press(*keys)
            yield width


@pytest.mark.slow
def test_nothing_is_wider_than_a_phone_a_tablet_or_a_desk(crowded: Path, tmp_path: Path) -> None:
    with browsing(tmp_path / "profile") as tab:
        for width in _shown_at(tab, crowded, SUMMARY, DAY, END):
            # A phone zooms out instead of scrolling: its window becomes wider.
            assert tab.value("Math.max(innerWidth, document.documentElement.scrollWidth)") == width
            # What is wider than the story scrolls inside it.
            assert tab.value("story.scrollWidth <= story.clientWidth")


@pytest.mark.slow
def test_the_widest_name_does_not_leave_the_card(tmp_path: Path) -> None:
    spec = make_spec(
        get_board("classic9"), 3, names=tuple(chr(79 + seat) * 40 for seat in range(9))
    )
    shared, file = shared_log(spec, log_of(rounds(spec))), tmp_path / "card.svg"
    exiled = next(n for n, each in enumerate(shared.entries) if isinstance(each.fact, f.Exiled))
    course = made_course([(0, "deal", 0, 0.6), (exiled, "exile", 3, 0.2)])
    file.write_text(render_text(replace(shared, course=course), "card"), encoding="utf-8")
    with browsing(tmp_path / "profile") as tab:
        tab.open(file.as_uri())
        right = "Math.max(...[...document.querySelectorAll('svg > text')].map(e => e.getBBox().x + "
        assert tab.value(f"{right}e.getBBox().width))") <= 1144


@pytest.mark.extra("axe")
@pytest.mark.slow
@pytest.mark.parametrize("scheme", [0, 1])
def test_axe_finds_no_serious_fault(crowded: Path, tmp_path: Path, scheme: int) -> None:
    with browsing(tmp_path / "profile", f"--blink-settings=preferredColorScheme={scheme}") as tab:
        for _ in _shown_at(tab, crowded, SUMMARY, DAY):
            tab.call("Runtime.evaluate", expression=AXE.read_text(encoding="utf-8"))
            tab.value("void axe.run(document).then(found => { window.found = found; })")
            tab.until("window.found")
            serious = "['serious', 'critical'].includes(each.impact)"
            faults = f"found.violations.filter(each => {serious}).map(each => each.id).join(' ')"
            assert tab.value(faults) == ""
            assert tab.value("found.passes.length") > 20


def test_a_moment_a_seat_and_a_reload_need_no_mouse(crowded: Path, tmp_path: Path) -> None:
    with browsing(tmp_path / "profile") as tab:
        tab.open(crowded.as_uri())
        tab.value("document.querySelector('.parts li a').focus()")
        tab.press("Enter")
        tab.until("document.querySelector('#opening').hidden")
        assert "Exiled" in tab.value(LAST)
        shown = tab.value(COUNT)
        assert tab.value("document.activeElement.id") == "story"
        tab.press("v")
        tab.call("Page.reload")
        tab.until(f"{COUNT} === {shown}")
        tab.value("document.querySelectorAll('#seats button')[11].focus()")
        tab.press("Enter")
        assert tab.value(text("#seats [aria-pressed=true]")).startswith("12 ")


def _rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(part, 16)) for part in re.findall('..', colour[1:]))})"


@pytest.mark.slow
def test_the_whole_transcript_is_read_with_scripts_off(
    file: Path, game: RedactedGame, tmp_path: Path
) -> None:
    with browsing(tmp_path / "profile") as tab:
        tab.call("Emulation.setScriptExecutionDisabled", value=True)
        tab.open(file.as_uri())
        told = tab.value("document.querySelector('#told').innerText")
        for entry in game.entries:
            if isinstance(entry.fact, f.Said) and entry.fact.text.strip():
                assert entry.fact.text.split("\n")[0].strip() in told
        assert tab.value("document.querySelector('#controls').hidden")
        assert not tab.value("document.body.classList.contains('script')")
