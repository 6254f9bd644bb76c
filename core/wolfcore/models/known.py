"""Models: what was found out of a model at its endpoint, as data."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from .contract import AnswerForm

MAX_THINKING_TOKENS = 32_768
"""Tokens; no more room for one reply is tried."""
MIN_TOKEN_LIMIT = 256
"""Tokens; a smaller number in a refusal is no limit of a reply."""


OptionalParameter: TypeAlias = Literal["temperature", "top_p", "seed", "stop"]
"""A field of a request that an endpoint may do without."""


class Capabilities(Struct, frozen=True, omit_defaults=True):
    """What was found out, as data.

    Attributes:
        forms: The forms of structured answers that are left, best first; empty where none has worked yet.
        without: The parameters that are left out.
        renamed: Whether the limit of tokens goes by its other name.
        most: The most tokens of a reply that the endpoint takes; None where it has not said.
        room: Tokens beside the limit of the settings that thinking was found to need.
    """

    forms: tuple[AnswerForm, ...] = ()
    without: tuple[OptionalParameter, ...] = ()
    renamed: bool = False
    most: Annotated[int, Meta(ge=MIN_TOKEN_LIMIT, le=10_000_000)] | None = None
    room: Annotated[int, Meta(ge=0, le=MAX_THINKING_TOKENS)] = 0
