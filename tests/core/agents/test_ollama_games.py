"""Whole games with a wolf at an Ollama that is asked in its own way: what it sends, it ends no
game.

Ollama `docs/api.md`, "Generate a chat completion": the last line of a stream has counts and a
`done_reason`; `docs/capabilities`: `message.thinking` comes before the content, and `num_predict`
holds for both; an error in a stream is a line of its own.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.agents.tables import assert_replaced, fields_for, play
from tests.core.models.ollama import last, lines, piece
from tests.core.models.serving import Request, said
from tests.core.models.ways import as_openai
from tests.core.table.notes import Notes

HALF = '{"reasoning": "r", "speech": "Half a sentence about'


class Ollama:
    """Answers well, in a stream.

    Args:
        thought: Tokens that its model thinks before each answer.
        record: Characters of a record that it has room for.
    """

    def __init__(self, thought: int = 0, record: int = 100_000) -> None:
        self._thought, self._record = thought, record
        self.sent = self.received = 0
        self.limits: list[int] = []

    def __call__(self, request: Request) -> bytes:
        assert request.path == "/api/chat"
        assert request.body["stream"] is True
        options = request.body["options"]
        text = json.dumps(fields_for(as_openai(request)))
        sent, written = (
            sum(len(message["content"]) for message in request.body["messages"]) // 4,
            len(text) // 4,
        )
        if (
            len(request.body["messages"][1]["content"].partition("\n# Question\n")[0])
            > self._record
        ):
            return said({"error": "the input length exceeds the context length"}, 400)
        limit = options["num_predict"]
        self.limits.append(limit)
        thought, whole = min(self._thought, limit), limit >= self._thought + written
        self.sent, self.received = (
            self.sent + sent,
            self.received + thought + (written if whole else 0),
        )
        thinking = [piece(thinking="hm ")] * min(thought, 20)
        if not whole:
            return lines(*thinking, last(sent, thought, "length"))
        cut = [piece(text[start : start + 9]) for start in range(0, len(text), 9)]
        return lines(*thinking, *cut, last(sent, thought + written))


async def test_a_game_at_an_ollama_plays_with_every_answer_given(tmp_path: Path) -> None:
    server = Ollama()
    played = await play(tmp_path, server, server="ollama")
    assert played.error is None
    assert played.saved.result
    assert set(played.hows().values()) == {"given"}
    calls = played.calls()
    assert (
        sum(call.tokens_in or 0 for call in calls),
        sum(call.tokens_out or 0 for call in calls),
    ) == (
        server.sent,
        server.received,
    )


async def test_a_model_that_thinks_long_is_given_room_once(tmp_path: Path) -> None:
    server = Ollama(thought=4_000)
    played = await play(tmp_path, server, server="ollama")
    assert set(played.hows().values()) == {"given"}
    assert server.limits[0] == 2048
    assert sum(limit < 4_000 for limit in server.limits) == 1, "it is found out once"
    assert all("hm hm" in call.thinking for call in played.calls())
    assert sum(call.tokens_out or 0 for call in played.calls()) == server.received


async def test_a_context_that_is_too_small_loses_the_oldest_of_the_record_and_no_answer(
    tmp_path: Path,
) -> None:
    played = await play(tmp_path, Ollama(record=600), server="ollama")
    assert played.error is None
    assert set(played.hows().values()) == {"given"}
    assert 0 < sum(call.unfit for call in played.calls()) < len(played.calls())
    assert "raise its `context`" in next(call.problem for call in played.calls() if call.unfit)


@pytest.mark.parametrize(
    ("served", "words"),
    [
        (lines(last(30)), "it is empty"),
        (lines(last(30, reason="load")), "it is empty"),
        (lines(piece(thinking="Hm."), last(30, reason="length")), "before any answer"),
        (lines(piece("No."), last(30)), "no JSON"),
        (
            lines(piece('{"reasoning": ""'), last(30, reason="length")),
            "it was cut at the limit of tokens",
        ),
        (said(last(30, content="No.")), "no JSON"),
    ],
    ids=["nothing", "loaded alone", "thinking alone", "words", "half", "a whole reply"],
)
async def test_a_reply_without_an_answer_is_replaced(
    tmp_path: Path, served: bytes, words: str
) -> None:
    assert_replaced(await play(tmp_path, served, server="ollama"), words)


async def test_a_stream_that_breaks_off_is_tried_again_and_what_was_shown_is_withdrawn(
    tmp_path: Path,
) -> None:
    notes = Notes()
    broken = lines(piece(HALF), {"error": "an error was encountered while running the model"})
    played = await play(tmp_path, broken, Ollama(), watchers=[notes], server="ollama")
    assert played.saved.result
    assert set(played.hows().values()) == {"given"}
    assert "Half a sentence" in str(notes.notices)
    assert "Half a sentence" not in json.dumps(
        [record.answer.text for record in played.saved.journal.values()]
    )
