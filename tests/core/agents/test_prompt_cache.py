"""What Anthropic's prompt cache keeps of a game's prompts, acted out over a socket, and what that
costs.

Anthropic, "Prompt caching": the cache holds what stands before a marked block, from the first block
on, if that is 1,024 tokens or more; a mark finds what was written up to twenty blocks before it;
four blocks may be marked; what is read and what is written is counted apart from the rest, and what
is written costs a quarter more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import Endpoint, Request, said
from wolfcore.agents import answer_prompt, has_one_option
from wolfcore.agents.prompt import Prompt
from wolfcore.game import SPEECH_KINDS, Answer, Ask, Game, View, get_board, make_spec
from wolfcore.models import ChatRequest, Message, ModelSpec
from wolfcore.models.dialects.anthropic import AnthropicDialect
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.players import Desk
from wolfcore.table import play_now

_MINIMUM, _BACK, _MARKS = 1024, 20, 4


class CachingServer:
    """Anthropic's cache, one for all seats; a token is four characters."""

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.sent = self.read = self.written = 0

    def __call__(self, request: Request) -> bytes:
        blocks = _blocks(request.body)
        marks = [number for number, block in enumerate(blocks) if "cache_control" in block]
        assert len(marks) <= _MARKS
        assert all(block["text"].strip() for block in blocks)
        prefixes = [
            "".join(block["text"] for block in blocks[: number + 1])
            for number in range(len(blocks))
        ]
        looked = {number for mark in marks for number in range(max(0, mark - _BACK + 1), mark + 1)}
        read = max(
            (_tokens(prefixes[number]) for number in looked if prefixes[number] in self.kept),
            default=0,
        )
        new = [prefixes[mark] for mark in marks if _tokens(prefixes[mark]) >= _MINIMUM]
        written = max((_tokens(prefix) for prefix in new), default=0) - read
        self.kept |= set(new)
        whole = _tokens(prefixes[-1])
        self.sent, self.read, self.written = (
            self.sent + whole,
            self.read + read,
            self.written + max(0, written),
        )
        usage = {
            "input_tokens": whole - read - max(0, written),
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": max(0, written),
            "output_tokens": 10,
        }
        return said(
            {"content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn", "usage": usage}
        )


def _blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
    contents = [body["system"], *(message["content"] for message in body["messages"])]
    return [
        block
        for each in contents
        for block in ([{"text": each}] if isinstance(each, str) else each)
    ]


def _tokens(text: str) -> int:
    return len(text) // 4


class Prompting:
    """Speaks some sentences, chooses by chance, and keeps what a model on its seat would be asked
    with.

    Args:
        prompts: Takes these.
    """

    def __init__(self, prompts: list[Prompt]) -> None:
        self._prompts = prompts

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        if not has_one_option(ask):
            self._prompts.append(answer_prompt(view, ask))
        words = f"{ask.id} I have listened to everybody and do not know yet. " * 4
        return Answer(
            desk.dice.pick("choice", ask.options), words if ask.kind in SPEECH_KINDS else ""
        )


def prompts_of(board: str) -> list[Prompt]:
    """All prompts of a game, in the order of its asks."""
    prompts: list[Prompt] = []
    game = Game(make_spec(get_board(board), 4))
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), Prompting(prompts)))
    return prompts


async def asked(
    tmp_path: Path, prompts: list[Prompt], server: Callable[[Request], bytes], **settings: Any
) -> float:
    """What it costs to ask all of that."""
    with closing(Endpoint(server)) as endpoint:
        spec = ModelSpec(
            kind="anthropic",
            model="c",
            base_url=endpoint.url,
            price_in=3.0,
            price_out=15.0,
            **settings,
        )
        async with Endpoints(
            {"c": spec}, logs=tmp_path, options=EndpointOptions(environ={}, clock=JumpingClock())
        ) as endpoints:
            replies = [
                await endpoints.open("c").complete(ChatRequest(messages=prompt.messages))
                for prompt in prompts
            ]
    return sum(reply.cost or 0.0 for reply in replies)


# Prompts of a first night are below what the cache keeps at all.
@pytest.mark.slow(only=("plus12-0.65",))
@pytest.mark.parametrize(("board", "share"), [("plus9", 0.55), ("plus12", 0.65)])
async def test_what_grows_is_read_from_the_cache_and_its_cost_is_told(
    tmp_path: Path, board: str, share: float
) -> None:
    prompts, server = prompts_of(board), CachingServer()
    cost = await asked(tmp_path, prompts, server, price_cached=0.3)
    assert server.read / server.sent > share
    fresh = server.sent - server.read - server.written
    told = (
        fresh * 3.0 + server.read * 0.3 + server.written * 3.75 + 10 * len(prompts) * 15.0
    ) / 1e6
    assert round(cost, 9) == round(told, 9)

    whole = [
        replace(
            each, messages=tuple(replace(message, shared_prefix=0) for message in each.messages)
        )
        for each in prompts
    ]
    await asked(tmp_path, whole, unmarked := CachingServer())
    assert unmarked.read / unmarked.sent < 0.02, (
        "the system message alone is below what the cache keeps"
    )


def test_the_part_that_is_kept_is_what_the_next_prompt_of_the_seat_begins_with() -> None:
    last: dict[str, Prompt] = {}
    for prompt in prompts_of("plus9"):
        system, question = prompt.messages
        before = last.get(system.text)
        if before:
            kept = before.messages[1]
            assert question.text.startswith(kept.text[: kept.shared_prefix])
        assert {
            each.messages[0].text[: each.messages[0].shared_prefix] for each in last.values()
        } <= {system.text[: system.shared_prefix]}
        assert 0 < question.shared_prefix < len(question.text)
        last[system.text] = prompt
    assert len(last) == 8, "one died before anything was asked of it"


@pytest.mark.parametrize(
    ("model", "least"),
    [
        ("claude-opus-5", 512), ("claude-sonnet-4-5-20250929", 1024), ("claude-sonnet-5", 1024),
        ("claude-opus-4-1", 1024), ("claude-3-5-haiku-latest", 2048), ("claude-opus-4-7", 2048),
        ("anthropic/claude-opus-4.6", 4096), ("claude-haiku-4-5", 4096), ("some-proxy", 1024),
    ],
)  # fmt: skip
@pytest.mark.parametrize("letter", ["a", "\u72fc"])
def test_marks_stand_where_the_cache_of_the_model_may_keep_what_is_before(
    model: str, least: int, letter: str
) -> None:
    # No token has fewer than two bytes on average, in English or in Chinese.
    bytes_a_letter = len(letter.encode())

    def marks(letters: int) -> list[int]:
        messages = (
            Message("system", letter * letters, shared_prefix=letters),
            Message("user", "Who?"),
        )
        spec = ModelSpec(kind="anthropic", model=model)
        call = AnthropicDialect().build_call(spec, ChatRequest(messages=messages), streamed=False)
        return [at for at, block in enumerate(_blocks(dict(call.body))) if "cache_control" in block]

    enough = 2 * least // bytes_a_letter + 1
    assert marks(enough) == [0]
    assert marks(enough - 20) == []
    assert marks(4 * least) == [0]
