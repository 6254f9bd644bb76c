"""A reply that cannot be used, from a model whose context has no room for being asked again."""

from __future__ import annotations

from pathlib import Path

from tests.core.agents.tables import serving
from tests.core.agents.test_vanilla import LONG, VOTE, Listening
from tests.core.models.clocks import JumpingClock
from tests.core.models.ollama import Ollama
from wolfcore.agents import LanguagePlayer
from wolfcore.errors import PromptTooLong
from wolfcore.game import Ask, Game, dice_of, get_board, make_spec
from wolfcore.models import ChatRequest, ModelSpec, ScriptedModel
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.scripted import ScriptedReply
from wolfcore.players import Desk, fallback_answer
from wolfcore.table import Spent

KILL = Ask("n1.kill.3", 3, "kill", 1, "night", (1, 2, 4))


async def test_bad_output_that_cannot_be_asked_for_again_is_replaced() -> None:
    def line(request: ChatRequest) -> ScriptedReply:
        again = any(message.role == "assistant" for message in request.messages)
        return PromptTooLong("tiny", "too long", status=400) if again else "I would rather not say."

    asked = ScriptedModel(line)
    view = Game(make_spec(get_board("duel6"), 4)).view(3)
    answer = await LanguagePlayer(asked).answer(view, KILL, Desk.of_seed(KILL, 4))
    assert answer == fallback_answer(KILL, Desk.of_seed(KILL, 4).dice)
    assert len(asked.requests) == 2


async def test_a_prompt_that_a_server_cut_in_silence_is_asked_again_with_less_of_its_record(
    tmp_path: Path,
) -> None:
    desk = Listening(VOTE, dice_of(4, VOTE.id))
    with serving(Ollama('{"reasoning": "", "choice": "no one"}', common=True)) as server:
        spec = ModelSpec(server="ollama", base_url=server.url, model="llama3.2")
        async with Endpoints(
            {"tiny": spec}, logs=tmp_path, options=EndpointOptions(clock=JumpingClock())
        ) as endpoints:
            player = LanguagePlayer(endpoints.open("tiny"))
            answer = await player.answer(LONG, VOTE, desk)
    assert (answer.choice, answer.how) == (0, "given")
    assert [(call.unfit, call.replied) for call in desk.calls] == [(True, False), (False, True)]
    assert "the server says that it read 2,050 tokens" in desk.calls[0].problem
    assert '"29 talk' in desk.calls[1].messages[-1][1]
    assert '"0 talk' not in desk.calls[1].messages[-1][1]
    spent = Spent("vanilla@tiny")
    for call in desk.calls:
        spent.add_call(call)
    # The path of Ollama that is missing here, the prompt that was cut, and the answer.
    assert (spent.calls, spent.lost, spent.unfit) == (3, 2, 1)
