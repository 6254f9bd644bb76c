"""A planted key is nowhere but in the header of the request."""

from __future__ import annotations

import asyncio
import copy
import logging
import pickle
import traceback
from pathlib import Path

import msgspec
import pytest

from tests.core.models.asking import WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import DROP, chat, delta, error, events, raw, said
from wolfcore.errors import ConfigError, ModelError
from wolfcore.models import Delta, ModelSpec, describe_key_source
from wolfcore.models.api_keys import Key, read_key
from wolfcore.models.endpoints import EndpointOptions, Endpoints

SECRET = "sk-planted-0123456789"
SPEC = ModelSpec(model="m", api_key_env="TINY_KEY")
KEYED = {"api_key_env": "TINY_KEY", "environ": {"TINY_KEY": SECRET}}


def test_a_key_shows_itself_nowhere() -> None:
    key = Key(SECRET)
    assert key.reveal() == SECRET
    for shown in (repr(key), str(key), f"{key}", repr([key]), repr(vars(Key))):
        assert SECRET not in shown
    for write in (pickle.dumps, copy.copy, msgspec.json.encode):
        with pytest.raises(TypeError):
            write(key)


def test_a_key_of_the_environment() -> None:
    key = read_key("tiny", SPEC, {"TINY_KEY": f" {SECRET}\n"})
    assert key is not None
    assert key.reveal() == SECRET
    assert read_key("tiny", ModelSpec(model="m"), {"TINY_KEY": SECRET}) is None
    with pytest.raises(
        ConfigError,
        match=r"models\.tiny: the environment has no TINY_KEY, which holds its key\. Set it with "
        r"`export",
    ):
        read_key("tiny", SPEC, {})


@pytest.mark.parametrize(
    "text", [f"{SECRET}\nsecond line", f"{SECRET}ö", "", f"{SECRET}\x00", f"Bearer {SECRET}"]
)
def test_what_is_no_key_is_not_repeated(text: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    with pytest.raises(ConfigError) as raised:
        read_key("tiny", ModelSpec(model="m", api_key_file=str(file)), {})
    shown = "".join(traceback.format_exception(raised.value))
    assert "holds no key" in shown
    assert SECRET not in shown


def test_a_key_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(SECRET + "\n")
    file.chmod(0o600)
    spec = ModelSpec(model="m", api_key_file=str(file))
    key = read_key("tiny", spec, {})
    assert key is not None
    assert key.reveal() == SECRET
    file.chmod(0o640)
    with pytest.raises(
        ConfigError, match=f"holds a key and can be read by other users. Run `chmod 600 {file}`"
    ):
        read_key("tiny", spec, {})
    file.unlink()
    with pytest.raises(ConfigError, match="cannot be read"):
        read_key("tiny", spec, {})


def test_where_a_key_is_can_be_told() -> None:
    assert describe_key_source(SPEC, {}) == "key in TINY_KEY, which is not set"
    assert describe_key_source(SPEC, {"TINY_KEY": SECRET}) == "key in TINY_KEY"
    assert describe_key_source(ModelSpec(model="m"), {}) == "no key"


@pytest.mark.parametrize(
    "answer",
    [
        error(401, f"Incorrect API key provided: {SECRET}"),
        raw(500, f"<pre>{SECRET}</pre>".encode(), "text/html"),
        raw(200, f"what is {SECRET}?".encode()),
        said({"error": {"message": SECRET, "param": SECRET, "code": SECRET}}, 400),
        raw(307, b"", location=f"http://x/?key={SECRET}"),
        raw(200, b'{"a": "' + SECRET.encode() * 300_000 + b'"}'),
        events({"error": {"message": SECRET}}),
        DROP,
    ],
)
@pytest.mark.parametrize("kind", ["openai", "responses", "anthropic", "google"])
async def test_no_error_holds_the_key(
    serve: Serve,
    opened: Open,
    kind: str,
    answer: bytes,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(answer)
    with pytest.raises(ModelError) as raised:
        await opened(server.url, kind=kind, tries=1, **KEYED).complete(WORDS, lambda _: None)
    error_ = raised.value
    assert SECRET in str(server.requests[0].headers)
    assert SECRET not in server.requests[0].path
    said_ = [
        str(error_),
        repr(error_),
        str(vars(error_)),
        "".join(traceback.format_exception(error_)),
        caplog.text,
        *capfd.readouterr(),
    ]
    assert not [text for text in said_ if SECRET in text]


async def test_no_part_of_a_key_is_left_where_words_are_cut(serve: Serve, opened: Open) -> None:
    for blanks in range(984, 1000, 5):
        server = serve(raw(200, b"no" + b" " * blanks + SECRET.encode()))
        with pytest.raises(ModelError, match="sent `no") as raised:
            await opened(server.url, tries=1, **KEYED).complete(WORDS)
        assert SECRET[:3] not in str(raised.value)


async def test_an_endpoint_that_gives_the_key_back_does_not_get_it_into_a_reply(
    serve: Serve, opened: Open
) -> None:
    whole = await opened(
        serve(chat(f"It is {SECRET}!", reasoning_content=SECRET)).url, **KEYED
    ).complete(WORDS)
    heard: list[Delta] = []
    streamed = opened(serve(events(delta(f"It is {SECRET}!"), delta(finish="stop"))).url, **KEYED)
    reply = await streamed.complete(WORDS, heard.append)
    split = opened(
        serve(
            events(delta(f"It is {SECRET[:9]}"), delta(f"{SECRET[9:]}!"), delta(finish="stop"))
        ).url,
        **KEYED,
    )
    parted = await split.complete(WORDS, heard.append)
    assert (whole.text, reply.text, parted.text) == ("It is [key]!",) * 3
    assert SECRET not in repr((whole, reply, parted, heard))


async def test_a_stand_in_for_a_key_is_not_struck_from_words(serve: Serve, opened: Open) -> None:
    model = opened(serve(chat("I like ollama.")).url, api_key_env="K", environ={"K": "ollama"})
    assert (await model.complete(WORDS)).text == "I like ollama."


async def test_nothing_that_was_opened_shows_the_key(tmp_path: Path) -> None:
    async with Endpoints(
        {"tiny": SPEC}, logs=tmp_path, options=EndpointOptions(environ={"TINY_KEY": SECRET})
    ) as endpoints:
        model = endpoints.open("tiny")
        assert SECRET not in repr(model)
        assert SECRET not in repr(SPEC)
    await asyncio.sleep(0)
