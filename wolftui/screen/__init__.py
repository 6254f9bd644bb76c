"""The Textual user interface: app, screens and widgets. Only this package imports Textual.

Layers, from the top: entry_points and captures, app, terminal_app, screens, widgets, app_interface.
Importing the package loads nothing: commands call `screen.run_live` and the like, and Textual is
imported at the first such call.
"""

from typing import TYPE_CHECKING

from wolfcore.lazy import lazy_exports

if TYPE_CHECKING:
    from .captures import picture, recording
    from .entry_points import (
        run_host,
        run_hosted,
        run_join,
        run_library,
        run_live,
        run_lobby,
        run_record,
        run_review,
        run_wall,
        run_watch,
    )

__all__ = [
    "picture",
    "recording",
    "run_host",
    "run_hosted",
    "run_join",
    "run_library",
    "run_live",
    "run_lobby",
    "run_record",
    "run_review",
    "run_wall",
    "run_watch",
]


__getattr__ = lazy_exports(
    __name__,
    {
        "picture": "captures",
        "recording": "captures",
        "run_library": "entry_points",
        "run_host": "entry_points",
        "run_hosted": "entry_points",
        "run_join": "entry_points",
        "run_live": "entry_points",
        "run_lobby": "entry_points",
        "run_record": "entry_points",
        "run_review": "entry_points",
        "run_wall": "entry_points",
        "run_watch": "entry_points",
    },
)
