"""Agents: the prompts, which are text files in `prompts/`. Nothing that a player said is ever read as a template."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template


@cache
def template(name: str) -> Template:
    """A prompt by its file's name; what it uses must be given to it."""
    return _environment().get_template(f"{name}.j2")


@cache
def _environment() -> Environment:
    # Plain text for a model: escaping for HTML would spoil it.
    return Environment(
        loader=PackageLoader("wolfcore.agents", "prompts"), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False,
    )  # fmt: skip
