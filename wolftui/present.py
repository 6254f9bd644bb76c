"""Facts in words: the one source of what people read, for the screen, plain mode and exports.

A presenter sees only the facts of its eyes. What it makes are blocks of spans; a span names a style role, and a theme or a
plain stream decides what that looks like.
"""

from __future__ import annotations

from core.game import apply
from core.game import facts as f

from .teller import Teller
from .wording import WORDS


class Presenter(Teller):
    """Turns the facts of one pair of eyes into blocks, one fact after another."""

    def add(self, fact: f.Fact) -> None:
        """Tell one more fact; `blocks` grows, or its last block is replaced by a longer one."""
        self.state = apply(self.state, fact)
        self.told += 1
        say = WORDS.get(type(fact))
        if say:
            say(self, fact)
        if self.blocks:
            self.extend()
