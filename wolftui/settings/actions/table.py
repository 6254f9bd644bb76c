"""The one table of actions, put together from what each of its parts is for."""

from __future__ import annotations

from collections.abc import Mapping

from .action import Action
from .answering import ANSWER_ACTIONS
from .games import GAME_ACTIONS
from .looking import VIEW_ACTIONS
from .program import PROGRAM_ACTIONS
from .shelf import LIBRARY_ACTIONS
from .time import TIME_ACTIONS

ACTIONS: tuple[Action, ...] = (*ANSWER_ACTIONS, *TIME_ACTIONS, *VIEW_ACTIONS, *GAME_ACTIONS, *LIBRARY_ACTIONS, *PROGRAM_ACTIONS)
BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}
