"""The one table of actions, put together from what each of its parts is for."""

from __future__ import annotations

from collections.abc import Mapping

from .action import Action
from .answering import ANSWERING
from .games import GAMES
from .looking import LOOKING
from .program import PROGRAM
from .shelf import SHELF
from .time import TIME

ACTIONS: tuple[Action, ...] = (*ANSWERING, *TIME, *LOOKING, *GAMES, *SHELF, *PROGRAM)
BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}
