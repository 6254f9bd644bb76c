"""What the house bots say when a game is over: a true sentence each, from every fact of it."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import Board
from wolfcore.game import facts as f
from wolftui.text.outcome import SeatOutcome
from wolftui.text.spans import Line, Span

from .phrasing import seat_span

BOT_COMMENTS_TITLE = "what they say now"


def bot_comments(facts: Sequence[f.Fact], board: Board, fates: Sequence[SeatOutcome]) -> list[Line]:
    """A line a house bot that has something to tell, people spoken to before others.

    Args:
        facts: Every fact of the finished game.
        board: The board.
        fates: What became of each seat, in seat order, and who played it.
    """
    from wolfcore.bots.talk.afterwards import post_game_remark  # with the house bots, whom no first frame waits for

    names = tuple(fate.name for fate in fates)
    people = {fate.seat for fate in fates if _plays(fate, "human")}
    said = ((fate.seat, post_game_remark(facts, board, names, fate.seat, people)) for fate in fates if _plays(fate, "bot"))
    return [(seat_span(names, seat), Span(f": {text}", "text")) for seat, text in said if text]


def _plays(fate: SeatOutcome, player: str) -> bool:
    """Whether this kind of player sat there."""
    return fate.player.split(":")[0] == player
