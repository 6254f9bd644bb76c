"""Agents: the styles of SLA 4.3, each a way of playing in words to the model. A style of the other team means nothing to a seat."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import cast

from wolfcore.outside import parse_toml

DEFAULT_STYLE_NAME = "default"


@cache
def _styles() -> dict[str, dict[str, str]]:
    return cast("dict[str, dict[str, str]]", parse_toml((files("wolfcore.agents") / "styles.toml").read_text(encoding="utf-8")))


def style_names() -> tuple[str, ...]:
    """Every style, `default` last."""
    return (*(name for team in _styles().values() for name in team), DEFAULT_STYLE_NAME)


def style_words(style: str, team: str) -> str:
    """A style in words; empty for `default` and for one of the other team."""
    return _styles()[team].get(style, "")
