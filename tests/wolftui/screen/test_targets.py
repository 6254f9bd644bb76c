"""Choices side by side: none is marked as cut that stands there whole."""

from __future__ import annotations

import pytest

from wolftui.screen.widgets.targets import TargetList
from wolftui.words.questions import Option
from wolftui.words.wrapping import plain_text, width_of

NAMES = ("Ada", "Bartholomew", "Cleo", "Dov", "Emeka", "Freja", "Gil")


@pytest.mark.parametrize("width", range(18, 90))
def test_each_line_of_choices_fits_its_width_with_nothing_behind_the_last(width: int) -> None:
    targets = TargetList()
    targets.options = tuple(
        Option(seat, f"{seat} {name}", "") for seat, name in enumerate(NAMES, 1)
    )
    lines = targets.compose_lines(width)
    assert max(width_of(line) for line in lines) <= width
    words = " ".join(" ".join(plain_text(line) for line in lines).split())
    assert words == " ".join(option.label for option in targets.options)
