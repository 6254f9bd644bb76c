"""What colours say, eyes that lack a kind of cones can read too, in the themes that are made for
them."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.wolftui.settings.colour_vision import Vision, distance
from wolftui.settings.themes import load_themes

SHIPPED = load_themes()[0]
SAFE: dict[str, tuple[Vision, ...]] = {
    "safe-red-green": ("full", "protan", "deutan"),
    "safe-blue-yellow": ("full", "tritan"),
}
TELLING = (
    *combinations(("good", "warn", "danger"), 2),
    ("day", "night"),
    *(("werewolf", other) for other in ("good", "villager", "seer", "guard", "witch", "hunter")),
    *((heat, other) for heat in ("danger", "warn") for other in ("quiet", "dim")),
)
"""Pairs of colours whose difference means something: how it goes, day and night, the pack and
everybody else, suspicions."""
APART = 0.1
"""Five times what is just seen side by side: enough for letters that stand a line apart."""


@pytest.mark.parametrize("name", SAFE)
def test_what_carries_meaning_is_told_apart_by_the_eyes_that_a_theme_is_for(name: str) -> None:
    colours = SHIPPED[name].colours
    near = {
        (vision, one, other): round(away, 3)
        for vision in SAFE[name]
        for one, other in TELLING
        if (away := distance(colours[one], colours[other], vision)) < APART
    }
    assert near == {}


def test_the_default_theme_is_not_told_apart_by_all_so_that_the_safe_ones_have_a_reason() -> None:
    colours = SHIPPED["moonlight"].colours
    assert (
        distance(colours["good"], colours["danger"], "deutan")
        < APART
        < distance(colours["good"], colours["danger"])
    )


@pytest.mark.parametrize(
    ("vision", "away"),
    [("full", 0.2666), ("protan", 0.1702), ("deutan", 0.0564), ("tritan", 0.2373)],
)  # by coloraide 8.13, an implementation of others
def test_distances_are_those_of_another_implementation(vision: Vision, away: float) -> None:
    assert abs(distance("#7bd389", "#ff7a6b", vision) - away) < 0.0002


@pytest.mark.parametrize("vision", ["full", "protan", "deutan", "tritan"])
def test_greys_look_the_same_to_everybody(vision: Vision) -> None:
    assert abs(distance("#000000", "#ffffff", vision) - 1) < 0.01
    assert abs(distance("#777777", "#999999", vision) - distance("#777777", "#999999")) < 0.001
