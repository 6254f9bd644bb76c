"""What was found out of a model is kept from one start of the program to the next, apart for other
settings, and not for ever."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import Request, chat, error
from wolfcore.models import ChatModel, ModelSpec
from wolfcore.models.capabilities import (
    MAX_AGE,
    CachedCapabilities,
    Capabilities,
    CapabilityCache,
    settings_digest,
)
from wolfcore.models.endpoints import EndpointOptions, Endpoints

GOOD = '{"reason": "quiet", "seat": 2}'
DAY = 86_400.0


def particular(request: Request) -> bytes:
    """Takes no schema, no temperature, the limit by its newer name alone, and thinks 3,000 tokens."""
    body = request.body
    if "temperature" in body:
        return error(
            400, "litellm.UnsupportedParamsError: gpt-5 models don't support temperature=0.3"
        )
    if "max_tokens" in body:
        return error(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model.",
            param="max_tokens",
        )
    if body.get("response_format", {}).get("type") == "json_schema":
        return error(400, "unknown response_format")
    return (
        chat(GOOD)
        if body["max_completion_tokens"] > 3_000
        else chat("", "length", reasoning_content="Hm.")
    )


@asynccontextmanager
async def started(
    tmp_path: Path, clock: JumpingClock, **specs: ModelSpec
) -> AsyncGenerator[Callable[[str], ChatModel]]:
    """The models of one start of the program."""
    memory = CapabilityCache(tmp_path / "cache" / "models.json", clock)
    async with Endpoints(
        specs,
        logs=tmp_path,
        options=EndpointOptions(
            environ={}, clock=clock, jitter=lambda: 0.0, capability_cache=memory
        ),
    ) as endpoints:
        yield endpoints.open


async def test_a_second_start_asks_no_question_anew(
    tmp_path: Path, serve: Serve, clock: JumpingClock
) -> None:
    server = serve(particular)
    spec = ModelSpec(model="m", base_url=server.url, temperature=0.3)
    async with started(tmp_path, clock, m=spec) as models:
        assert (await models("m").complete(CHOICE)).parsed
    before = len(server.requests)
    assert before > 4
    async with started(tmp_path, clock, m=spec) as models:
        assert (await models("m").complete(CHOICE)).parsed
    (request,) = server.requests[before:]
    assert request.body["max_completion_tokens"] == 8192
    assert "temperature" not in request.body
    found = CapabilityCache(tmp_path / "cache" / "models.json", clock).get(spec)
    assert found == CachedCapabilities(
        clock.unix_time(),
        Capabilities(("json_object", "plain"), ("temperature",), renamed=True, room=6144),
    )


async def test_what_is_old_is_asked_anew(tmp_path: Path, serve: Serve, clock: JumpingClock) -> None:
    server = serve(particular)
    spec = ModelSpec(model="m", base_url=server.url, temperature=0.3)
    async with started(tmp_path, clock, m=spec) as models:
        await models("m").complete(CHOICE)
    clock.began += MAX_AGE + DAY
    assert CapabilityCache(tmp_path / "cache" / "models.json", clock).get(spec) is None
    async with started(tmp_path, clock, m=spec) as models:
        before = len(server.requests)
        await models("m").complete(CHOICE)
    assert len(server.requests) - before > 4
    clock.began -= 2 * MAX_AGE
    assert CapabilityCache(tmp_path / "cache" / "models.json", clock).get(spec) is None, (
        "nothing was found out in the future"
    )


async def test_two_tables_of_one_model_share_nothing_that_is_wrong_for_the_other(
    tmp_path: Path, serve: Serve, clock: JumpingClock
) -> None:
    def odd(request: Request) -> bytes:
        """Takes a temperature only from whoever lets it think little (OpenAI, "Using GPT-5.1":
        effort none)."""
        if "temperature" in request.body and request.body.get("reasoning_effort") != "none":
            return error(400, "Unsupported value", param="temperature")
        return chat(GOOD)

    server = serve(odd)
    usual = ModelSpec(model="m", base_url=server.url, temperature=0.3)
    high, none = (replace(usual, extra={"reasoning_effort": effort}) for effort in ("high", "none"))
    async with started(tmp_path, clock, high=high, none=none) as models:
        for name in ("high", "none", "high", "none"):
            await models(name).complete(CHOICE)
    sent = [
        (request.body["reasoning_effort"], "temperature" in request.body)
        for request in server.requests
    ]
    assert sent == [
        ("high", True),
        ("high", False),
        ("none", True),
        ("high", False),
        ("none", True),
    ]


async def test_tables_that_ask_in_the_same_way_share_what_was_found_out(
    tmp_path: Path, serve: Serve, clock: JumpingClock
) -> None:
    server = serve(particular)
    one = ModelSpec(model="m", base_url=server.url, timeout=90.0, price_in=1.0, price_out=2.0)
    other = ModelSpec(model="m", base_url=server.url + "/", timeout=99.0)
    async with started(tmp_path, clock, one=one, other=other) as models:
        await models("one").complete(CHOICE)
        before = len(server.requests)
        await models("other").complete(CHOICE)
    assert len(server.requests) == before + 1


@pytest.mark.parametrize(
    "settings",
    [{"model": "other"}, {"base_url": "http://127.0.0.1:2"}, {"kind": "anthropic"}, {"temperature": 0.5}, {"structured": "plain"},
     {"max_tokens": 100}, {"extra": {"a": {"b": 1}}}, {"thinking_tokens": 5}, {"server": "vllm"}],
)  # fmt: skip
def test_other_settings_are_another_digest(settings: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"model": "m", "base_url": "http://127.0.0.1:1"}
    assert settings_digest(ModelSpec(**usual)) != settings_digest(ModelSpec(**usual | settings))
    assert settings_digest(ModelSpec(**usual | settings)) == settings_digest(
        ModelSpec(**usual | settings)
    )


SPEC = ModelSpec(
    model="m", base_url="http://127.0.0.1:1", extra={"secret": "sk-planted-0123456789"}
)
KEY = settings_digest(SPEC)
HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"\xff\x00{",
    "deep": b"[" * 100_000,
    "large": b'{"models": {}}' + b" " * 2_000_000,
    "a list": b"[]",
    "endless number": b'{"models": {"'
    + KEY.encode()
    + b'": {"date": '
    + b"9" * 5000
    + b', "known": {}}}}',
    "no date": b'{"models": {"' + KEY.encode() + b'": {"date": NaN, "known": {}}}}',
    "other words": json.dumps(
        {"models": {KEY: {"date": 1.6999e9, "known": {"forms": ["\x1b[2J"]}}}}
    ).encode(),
    "no room": json.dumps({"models": {KEY: {"date": 1.6999e9, "known": {"room": -5}}}}).encode(),
    "all room": json.dumps(
        {"models": {KEY: {"date": 1.6999e9, "known": {"room": 10**9}}}}
    ).encode(),
    "no limit": json.dumps({"models": {KEY: {"date": 1.6999e9, "known": {"most": 0}}}}).encode(),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_file_that_is_none_of_ours_is_as_good_as_none(
    tmp_path: Path, clock: JumpingClock, case: str
) -> None:
    file = tmp_path / "models.json"
    file.write_bytes(HOSTILE[case])
    memory = CapabilityCache(file, clock)
    assert memory.get(SPEC) is None
    memory.store(SPEC, Capabilities(room=100))
    assert memory.get(SPEC) == CachedCapabilities(clock.unix_time(), Capabilities(room=100))
    assert b"sk-planted" not in file.read_bytes()


@pytest.mark.parametrize("made", ["pipe", "folder", "link"])
def test_what_is_no_file_is_neither_waited_for_nor_written_through(
    tmp_path: Path, clock: JumpingClock, made: str
) -> None:
    file, elsewhere = tmp_path / "models.json", tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    {
        "pipe": lambda: os.mkfifo(file),
        "folder": file.mkdir,
        "link": lambda: file.symlink_to(elsewhere),
    }[made]()
    memory = CapabilityCache(file, clock)
    assert memory.get(SPEC) is None
    memory.store(SPEC, Capabilities(room=100))
    assert elsewhere.read_text() == "precious"
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("tmp")] == []


def test_a_form_that_is_none_of_the_server_s_is_passed_over(
    tmp_path: Path, clock: JumpingClock
) -> None:
    spec = ModelSpec(model="m", base_url="http://127.0.0.1:1", server="lmstudio")
    memory = CapabilityCache(tmp_path / "models.json", clock)
    memory.store(spec, Capabilities(("json_object",)))
    endpoints = Endpoints(
        {"m": spec}, logs=tmp_path, options=EndpointOptions(clock=clock, capability_cache=memory)
    )
    assert endpoints.structured_form("m") == "json_schema"


async def test_what_is_remembered_and_no_longer_so_is_found_out_anew(
    tmp_path: Path, serve: Serve, clock: JumpingClock
) -> None:
    server = serve(error(400, "unknown response_format"), chat(GOOD))
    spec = ModelSpec(model="m", base_url=server.url)
    memory = CapabilityCache(tmp_path / "cache" / "models.json", clock)
    memory.store(spec, Capabilities(("json_object", "plain")))
    async with started(tmp_path, clock, m=spec) as models:
        assert (await models("m").complete(CHOICE)).form == "plain"
    assert memory.get(spec) == CachedCapabilities(clock.unix_time(), Capabilities(("plain",)))


async def test_room_that_leaves_none_for_the_prompt_is_not_insisted_on(
    tmp_path: Path, serve: Serve, clock: JumpingClock
) -> None:
    # vLLM counts the limit of tokens into the context.
    words = (
        "This model's maximum context length is 4096 tokens and your request has 1500 input tokens"
    )
    server = serve(error(400, f"'max_tokens' is too large: 8192. {words}"), chat("Bram."))
    spec = ModelSpec(model="m", base_url=server.url)
    CapabilityCache(tmp_path / "cache" / "models.json", clock).store(spec, Capabilities(room=6144))
    async with started(tmp_path, clock, m=spec) as models:
        assert (await models("m").complete(WORDS)).text == "Bram."
    assert [request.body["max_tokens"] for request in server.requests] == [8192, 4096 - 1500]


def test_what_is_forgotten_is_gone_and_others_stay(tmp_path: Path, clock: JumpingClock) -> None:
    memory, other = CapabilityCache(tmp_path / "models.json", clock), ModelSpec(model="other")
    assert not memory.forget(SPEC)
    memory.store(SPEC, Capabilities(room=1))
    memory.store(other, Capabilities(room=2))
    assert memory.forget(SPEC)
    assert memory.get(SPEC) is None
    assert memory.get(other) == CachedCapabilities(clock.unix_time(), Capabilities(room=2))


@pytest.mark.slow
def test_the_file_does_not_grow_without_bounds(tmp_path: Path, clock: JumpingClock) -> None:
    file = tmp_path / "models.json"
    kept: dict[str, Any] = {
        f"{number:032x}": {"date": clock.unix_time() - 1 - number, "known": {}}
        for number in range(1500)
    }
    file.write_bytes(msgspec.json.encode({"models": kept}))
    CapabilityCache(file, clock).store(SPEC, Capabilities(room=1))
    models = json.loads(file.read_bytes())["models"]
    assert len(models) == 1000
    assert KEY in models
