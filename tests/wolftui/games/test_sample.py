"""The guided game rewards whoever does what its coach says."""

from __future__ import annotations

import pytest

from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_players, quick_players
from wolfcore.table import play_now
from wolftui.games.game_queue import GUIDED_SEAT, guided_game

OTHERS = (1, 2, 3, 5, 6)


class Follower:
    """The Seer, who says and votes as the coach does; where it leaves them free, they take the
    others in an order of their own.

    Args:
        names: What everybody is called.
        order: The others in the order in which they are checked and suspected.
        bold: Whether they say whom they checked where that was no wolf.
    """

    def __init__(self, names: tuple[str, ...], order: tuple[int, ...], *, bold: bool) -> None:
        self._names, self._order, self._bold = names, order, bold

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask."""
        del desk
        found = {
            fact.target: fact.result
            for fact in view.facts
            if isinstance(fact, f.Checked) and fact.result
        }
        living = [seat for seat in self._order if view.state.alive(seat)]
        wolves = [seat for seat in living if found.get(seat) == "wolves"]
        unknown = [seat for seat in living if seat not in found]
        if ask.kind in ("check", "vote"):
            wanted = (*(wolves if ask.kind == "vote" else ()), *unknown, *living)
            return Answer(next((seat for seat in wanted if seat in ask.options), ask.options[0]))
        return Answer(ask.options[0], self._words(found, wolves, unknown))

    def _words(self, found: dict[int, str], wolves: list[int], unknown: list[int]) -> str:
        if wolves:
            return f"I am the Seer, and {self._names[wolves[0] - 1]} is a wolf."
        good = [seat for seat, result in found.items() if result == "village"]
        if good and self._bold:
            return f"I am the Seer, and {self._names[good[-1] - 1]} is no wolf."
        return f"I suspect {self._names[unknown[0] - 1]}." if unknown else "I have nothing to add."


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("turns", range(len(OTHERS)))
def test_whoever_follows_the_coach_wins_whomever_they_check_first(turns: int, bold: bool) -> None:
    running = guided_game()
    seats = [DEFAULT_SEAT if spec == SeatSpec("human") else spec for spec in running.seats]
    players = quick_players(make_players(seats, models=running.models.open))
    assert players
    order = (*OTHERS[turns:], *OTHERS[:turns])
    result = play_now(
        running.game, {**players, GUIDED_SEAT: Follower(running.spec.names, order, bold=bold)}
    )
    assert (result.winner, running.game.state.day in (2, 3)) == ("village", True)
