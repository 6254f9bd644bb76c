"""What house bots propose: their usual answer and others of another strategy, from their seat's
view alone."""

from __future__ import annotations

import pytest

from wolfcore.bots import HouseBot
from wolfcore.env import BotProposer
from wolfcore.errors import ConfigError
from wolfcore.game import SPEECH_KINDS, Answer, Ask, Game, View, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.table import play_now


class Proposing:
    """A player that looks at what is proposed before it answers with the first one."""

    def __init__(self, proposer: BotProposer) -> None:
        self.proposer = proposer
        self.seen: list[tuple[Ask, tuple[Answer, ...]]] = []

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        proposed = tuple(self.proposer.propose(view, ask, desk))
        self.seen.append((ask, proposed))
        assert proposed[0] == HouseBot(("hard",)).answer_now(view, ask, desk)
        assert tuple(BotProposer(most=self.proposer.most).propose(view, ask, desk)) == proposed, (
            "it keeps nothing"
        )
        return proposed[0]


@pytest.mark.parametrize("most", [1, 3])
def test_the_first_is_what_the_bot_would_answer_and_no_two_are_alike(most: int) -> None:
    player = Proposing(BotProposer(most=most))
    play_now(Game(make_spec(get_board("sla7"), 5)), dict.fromkeys(range(1, 8), player))
    for ask, proposed in player.seen:
        assert 1 <= len(proposed) <= most
        assert len({(one.choice, one.text) for one in proposed}) == len(proposed)
        assert all(one.choice in ask.options for one in proposed)
    spoken = [proposed for ask, proposed in player.seen if ask.kind in SPEECH_KINDS]
    assert sum(len(proposed) == most for proposed in spoken) > len(spoken) / 2


def test_what_cannot_be_proposed_is_said() -> None:
    with pytest.raises(ConfigError, match="`bold` is not an option"):
        BotProposer(("bold",))
    with pytest.raises(ConfigError, match="0 candidates"):
        BotProposer(most=0)
