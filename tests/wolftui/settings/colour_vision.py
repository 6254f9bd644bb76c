"""Colours as eyes see them that lack one kind of cones, and how far apart two colours look.

Simulated in linear sRGB: red and green by Machado, Oliveira and Fernandes (2009), severity 1; blue
by Brettel, Viénot and Mollon (1997) with the cone responses of Smith and Pokorny, two planes with a
half of all colours each, since the model of 2009 does not hold there. Distances are those of Oklab
(Ottosson 2020); 0.02 of them are just seen side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Literal

Vision = Literal["full", "protan", "deutan", "tritan"]
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

_PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
_DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
_TRITAN: tuple[Matrix, Matrix] = (
    ((0.93678, 0.18979, -0.12657), (0.06153, 0.81526, 0.12320), (-0.37561, 1.12765, 0.24795)),
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
)
_TRITAN_PLANE: Triple = (0.039015, -0.027881, -0.011134)
"""Colours with a product above zero with this are seen by the second matrix."""

_TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def distance(one: str, other: str, vision: Vision = "full") -> float:
    """How far apart two colours look, 0 for the same and 1 for black and white.

    Args:
        one: A colour as `#rrggbb`.
        other: Another.
        vision: Whose eyes.
    """
    return dist(_lab(seen(one, vision)), _lab(seen(other, vision)))


def seen(colour: str, vision: Vision) -> Triple:
    """A colour as somebody sees it, in linear sRGB, each part 0..1."""
    light = _linear(colour)
    match vision:
        case "full":
            return light
        case "protan":
            there = _times(_PROTAN, light)
        case "deutan":
            there = _times(_DEUTAN, light)
        case "tritan":
            there = _times(_TRITAN[_dot(_TRITAN_PLANE, light) > 0], light)
    red, green, blue = (min(max(part, 0.0), 1.0) for part in there)
    return red, green, blue


def _linear(colour: str) -> Triple:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def _lab(light: Triple) -> Triple:
    one, two, three = (part ** (1 / 3) for part in _times(_TO_CONES, light))
    return _times(_TO_LAB, (one, two, three))


def _times(matrix: Matrix, vector: Triple) -> Triple:
    return _dot(matrix[0], vector), _dot(matrix[1], vector), _dot(matrix[2], vector)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
