"""The tabs after a game, in their order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from .beliefs import beliefs_page
from .book import GameNumbers
from .cost import cost_page
from .leadership import leadership_page
from .page import Page
from .result import result_page
from .roles import roles_page
from .talk import talk_page
from .votes import votes_page


class Tab(Struct, frozen=True):
    """A page and what it is called."""

    name: str
    page: Callable[[GameNumbers, int], Page]


TABS: tuple[Tab, ...] = (
    Tab("Result", result_page), Tab("Votes", votes_page), Tab("Beliefs", beliefs_page), Tab("Roles", roles_page),
    Tab("Leadership", leadership_page), Tab("Talk", talk_page), Tab("Cost", cost_page),
)  # fmt: skip
