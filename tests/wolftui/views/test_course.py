"""The course of a game in lines, for the end."""

from __future__ import annotations

from wolfcore.game import facts as f
from wolftui.views.labels import course_lines
from wolftui.words.glyphs import FANCY
from wolftui.words.transcript_layout import plain_text

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def lines(*facts: f.Fact) -> list[str]:
    return [" ".join(plain_text(line).split()) for line in course_lines(facts, NAMES, FANCY)]


NIGHT_1 = (f.Began(1, "night"), f.Attacked(3), f.Protected(5, 3))
QUIET = (f.Began(1, "dawn"), f.QuietNight(1))


def test_a_night_and_a_day_are_a_line_each() -> None:
    day = (
        f.Began(1, "discussion"),
        f.Exiled(2),
        f.Died(2),
        f.Cause(2, "exiled"),
        f.Shot(2, 6),
        f.Died(6),
    )
    assert lines(f.Began(1, "night"), f.Began(1, "dawn"), f.Died(4), *day) == [
        "☾ night 1 4 Dov died",
        "☀ day 1 2 Bram exiled · 2 Bram shot 6 Fay",
    ]


def test_what_somebody_died_of_is_said_where_it_is_known() -> None:
    night = (f.Began(1, "night"), f.Began(1, "dawn"))
    known = (
        f.Died(4),
        f.Cause(4, "killed"),
        f.Died(2),
        f.Cause(2, "poisoned"),
        f.Shot(4, 6),
        f.Died(6),
        f.Cause(6, "shot"),
    )
    assert lines(*night, *known) == ["☾ night 1 4 Dov killed · 2 Bram poisoned · 4 Dov shot 6 Fay"]


def test_who_kept_the_victim_alive_is_said_where_it_is_known() -> None:
    assert lines(*NIGHT_1, *QUIET) == ["☾ night 1 nobody died · 5 Elif protected 3 Cleo"]
    assert lines(*NIGHT_1[:2], f.Saved(3, 3), *QUIET) == [
        "☾ night 1 nobody died · 3 Cleo saved itself"
    ]
    assert lines(f.Began(1, "night"), *QUIET) == ["☾ night 1 nobody died"]


def test_a_guard_elsewhere_or_in_another_night_kept_nobody_alive() -> None:
    assert lines(f.Began(1, "night"), f.Attacked(0), f.Protected(5, 3), *QUIET) == [
        "☾ night 1 nobody died"
    ]
    second = (f.Began(2, "night"), f.Attacked(3), f.Began(2, "dawn"), f.QuietNight(2))
    assert lines(*NIGHT_1, *QUIET, *second)[1] == "☾ night 2 nobody died"
