"""Agents: the presets, each a row of steps and where it comes from."""

from __future__ import annotations

from msgspec import Struct

from .act import act
from .turn import Step


class Preset(Struct, frozen=True):
    """An agent by name.

    Attributes:
        steps: What it does with an ask, in order; the last step leaves an answer.
        meaning: What it is, in a few words.
        source: The paper that it follows.
    """

    steps: tuple[Step, ...]
    meaning: str
    source: str


PRESETS: dict[str, Preset] = {
    "vanilla": Preset(
        (act,),
        "a language model that reads all it may know and answers in one call",
        "Strategic Language Agents, section 5.1, the vanilla agent",
    )
}
"""Every agent that can be asked for."""
