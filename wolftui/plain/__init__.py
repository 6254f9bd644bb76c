"""The line-based front end: play, watch, review and annotate on standard input and output.

Complete without Textual: for screen readers, pipes and tests. Importing the package loads nothing:
commands that may show a screen instead call `plain.PlainGame` and the like, and the modules are
imported at the first such call.
"""

from typing import TYPE_CHECKING

from wolfcore.lazy import lazy_exports

if TYPE_CHECKING:
    from .guess_prompt import GuessPrompt
    from .live_game import PlainGame
    from .replay import comparison_lines, parse_eyes, review, review_session, watch
    from .result_tabs import (
        PlainTabs,
        decision_lines,
        parse_tabs,
        result_book,
        tab_lines,
        words_lines,
    )

__all__ = [
    "GuessPrompt",
    "PlainGame",
    "PlainTabs",
    "comparison_lines",
    "decision_lines",
    "parse_eyes",
    "parse_tabs",
    "result_book",
    "review",
    "review_session",
    "tab_lines",
    "watch",
    "words_lines",
]


__getattr__ = lazy_exports(
    __name__,
    {
        "GuessPrompt": "guess_prompt",
        "PlainGame": "live_game",
        "PlainTabs": "result_tabs",
        "comparison_lines": "replay",
        "decision_lines": "result_tabs",
        "parse_eyes": "replay",
        "parse_tabs": "result_tabs",
        "result_book": "result_tabs",
        "review": "replay",
        "review_session": "replay",
        "tab_lines": "result_tabs",
        "watch": "replay",
        "words_lines": "result_tabs",
    },
)
