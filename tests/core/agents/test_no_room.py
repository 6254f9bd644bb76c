"""A reply that cannot be used, from a model whose context has no room for being asked again."""

from __future__ import annotations

from core.agents import PRESETS, LanguagePlayer
from core.errors import PromptTooLong
from core.game import Ask, Game, get_board, make_spec
from core.models import ChatRequest, ScriptedModel
from core.models.scripted import ScriptedReply
from core.players import Desk, fallback_answer

KILL = Ask("n1.kill.3", 3, "kill", 1, "night", (1, 2, 4))


async def test_bad_output_that_cannot_be_asked_for_again_is_replaced() -> None:
    def line(request: ChatRequest) -> ScriptedReply:
        again = any(message.role == "assistant" for message in request.messages)
        return PromptTooLong("tiny", "too long", status=400) if again else "I would rather not say."

    asked = ScriptedModel(line)
    view = Game(make_spec(get_board("duel6"), 4)).view(3)
    answer = await LanguagePlayer(PRESETS["vanilla"], asked).answer(view, KILL, Desk.of_seed(KILL, 4))
    assert answer == fallback_answer(KILL, Desk.of_seed(KILL, 4).dice)
    assert len(asked.requests) == 2
