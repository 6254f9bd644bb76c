"""The requests of a call: what a person reads, and a command that sends the same bytes again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.models.asking import SCHEMA
from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import Endpoint, Served, chat, error
from tests.core.models.test_sent_requests import KINDS
from wolfcore.agents.prompt import Prompt
from wolfcore.agents.task_calls import request_records
from wolfcore.errors import ModelError
from wolfcore.models import ChatRequest, Message, ModelSpec
from wolfcore.models.attempts import collected_requests
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.players import CallRecord, RequestRecord
from wolfcore.players.request_bodies import complete_requests
from wolftui.views.sent_request import NOT_RECORDED, curl_command, request_texts

KEY = "abcdefgh-'$ijk`lmnop"
SYSTEM = "You are 3 Cleo, the Seer, and nobody else at this table knows it."
HOSTILE = (
    '# Record\n\n1. It\'s "Dov" — $HOME ${OWN_KEY} `id` $(id) !! \\ \\n %s @/etc/passwd & | ; '
    "\t\x1b[2J\x7f\u202e\U0001f43a 'EOF'\nEOF\n"
)


async def a_call(
    *answers: Served, text: str = HOSTILE, streamed: bool = False, **settings: Any
) -> tuple[CallRecord, Endpoint]:
    """The record of a call, and the endpoint that it was sent to."""
    with closing(Endpoint(*answers)) as server:
        spec = ModelSpec(model="m", base_url=server.url, api_key_env="OWN_KEY", **settings)
        messages = (Message("system", SYSTEM), Message("user", text))
        options = EndpointOptions(
            environ={"OWN_KEY": KEY}, clock=JumpingClock(), jitter=lambda: 0.0
        )
        async with Endpoints({"m": spec}, logs=Path(), options=options) as models:
            with collected_requests() as sent, suppress(ModelError):
                request = ChatRequest(messages=messages, schema=SCHEMA)
                await models.open("m").complete(request, (lambda _: None) if streamed else None)
    records = request_records(sent, Prompt(messages, SCHEMA, 0))
    pairs = tuple((each.role, each.text) for each in messages)
    return CallRecord("m", pairs, "", requests=records), server


def run_in_sh(command: str, at: Endpoint, environ: Mapping[str, str]) -> None:
    """Run a command in a POSIX shell, with another endpoint in place of the one that it names."""
    command, found = re.subn(r"http://127\.0\.0\.1:\d+", at.url, command)
    assert found == 1
    subprocess.run(
        ["sh"], input=command, text=True, check=True, timeout=60, stdout=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "no_proxy": "*", **environ},
    )  # fmt: skip


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("streamed", [True, False])
async def test_curl_sends_the_same_bytes_and_headers(kind: str, streamed: bool) -> None:
    call, server = await a_call(error(400), streamed=streamed, **KINDS[kind])
    command = curl_command(call)
    assert KEY not in command
    assert command.isascii()
    assert all(char.isprintable() or char == "\n" for char in command)
    with closing(Endpoint(error(400))) as again:
        run_in_sh(command, again, {"OWN_KEY": KEY})
    (sent,), first = again.requests, server.requests[-1]
    assert (sent.method, sent.path) == (first.method, first.path)
    assert sent.raw == first.raw.replace(b"\x7f", b"\\u007f")
    names = {"content-type", "authorization", "x-api-key", "x-goog-api-key", "anthropic-version"}
    for name in names & first.headers.keys():
        assert sent.headers[name] == first.headers[name]
    assert any(KEY in value for value in sent.headers.values())


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
async def test_a_body_too_long_for_an_argument_is_piped() -> None:
    call, server = await a_call(chat("{}"), text="It's a wolf. " * 20_000)
    command = curl_command(call)
    assert len(command) > 131_072
    with closing(Endpoint(chat("{}"))) as again:
        run_in_sh(command, again, {"OWN_KEY": KEY})
    assert again.requests[0].raw == server.requests[-1].raw


CALL = CallRecord(
    "m", (("system", SYSTEM), ("user", "x")), "", requests=(RequestRecord("http://h/v1/x"),)
)


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        (RequestRecord("--config=x"), "its address is not valid"),
        (RequestRecord("file:///etc/passwd"), "its address is not valid"),
        (RequestRecord("http://h/\x1b[201~\nid\n"), "its address is not valid"),
        (RequestRecord("http://h/ -o x"), "its address is not valid"),
        (RequestRecord("http://h/", {"@/etc/passwd": ""}), "a header is not valid"),
        (RequestRecord("http://h/", {"A": "\x1b[201~\nid"}), "a header is not valid"),
        (RequestRecord("http://h/", {"A": "é"}), "a header is not valid"),
        (RequestRecord("http://h/", {}, {"a": {"$prompt": [[9]]}}), "a text that is not there"),
    ],
)
def test_no_command_is_made_of_a_damaged_record(request_: RequestRecord, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^The request cannot be copied: .*{problem}"):
        curl_command(replace(CALL, requests=(request_,)))
    request_texts(replace(CALL, requests=(request_,)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("A", "$(id >&2)"),
        ("A", "`id`"),
        ("Authorization", "Bearer $(id)"),
        ("Authorization", 'Bearer $KEY"; id "'),
        ("Authorization", "Bearer $KEY'"),
        ("A", "x' ; id; '"),
        ("$HOME", "x"),
    ],
)
def test_a_shell_takes_a_hostile_header_as_it_is(name: str, value: str) -> None:
    record = RequestRecord("http://h/'$(id)`id`\\", {name: value}, {"a": "'$(id)`id`\\\n"})
    try:
        command = curl_command(replace(CALL, requests=(record,)))
    except ValueError:
        assert name == "$HOME"
        return
    show = 'curl() { for each in "$@"; do printf "<%s>" "$each"; done; }\n'
    shown = subprocess.run(
        ["sh", "-c", show + command],
        env={"KEY": "none"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stderr == ""
    assert f"<{name}: {value}>" in shown.stdout
    assert "<http://h/'$(id)`id`\\>" in shown.stdout
    assert '<{"a": "\'$(id)`id`\\\\\\n"}>' in shown.stdout


def test_an_address_in_brackets_is_no_pattern() -> None:
    command = curl_command(replace(CALL, requests=(RequestRecord("http://[::1]:8000/v1"),)))
    assert command.startswith("curl -sSg 'http://[::1]:8000/v1' \\\n")


async def test_a_person_reads_the_last_request_and_what_each_one_changed() -> None:
    call, _ = await a_call(
        error(503, "busy"), error(400, "response_format is not supported"), error(400, "no max_tokens",
        param="max_tokens"), chat('{"reason": "", "seat": 1}'), temperature=0.5, max_tokens=300,
    )  # fmt: skip
    (_, listed), (title, text) = request_texts(call)
    first, second, third, fourth = listed.split("\n")
    assert first.startswith("1: ")
    assert "busy" in first
    assert second.startswith("2: the same again; ")
    assert "response_format is not supported" in second
    assert third.startswith('3: messages [{"role": "system", "content": "[message 1, system]"}, ')
    assert "[message 2, user]\\n\\nAnswer with one JSON object" in third or "json_object" in third
    assert fourth == "4: without max_tokens, max_completion_tokens 300; it got a reply"
    assert title == "request as sent (4 of 4)"
    lines = text.split("\n")
    assert lines[:5] == [
        f"POST {call.requests[0].url}",
        "Content-Type: application/json",
        "Authorization: Bearer $OWN_KEY",
        "{",
        '  "model": "m",',
    ]
    assert '  "temperature": 0.5,' in lines
    assert HOSTILE not in text


async def test_a_step_of_the_ladder_is_told_by_what_it_changed() -> None:
    call, _ = await a_call(chat(""), chat('{"reason": "", "seat": 1}'))
    (_, listed), (title, text) = request_texts(call)
    first, second = listed.split("\n")
    assert first == "1: it got a reply"
    assert second.startswith('2: messages [{"role": "system", "content": "[message 1, system]"}, ')
    assert second.endswith(
        'response_format.type "json_object", without response_format.json_schema; it got a reply'
    )
    assert title == "request as sent (2 of 2)"
    assert '  "response_format": {"type": "json_object"},' in text.split("\n")


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"a": 1}, {"a": 1}, "the same again"),
        ({"a": 1}, {}, "the same again"),
        ({"a": 1, "b": 2}, {"b": 3}, "without a, b 3"),
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3, "d": None}}, "without a.b, a.c 3, a.d null"),
        ({"a": {"b": 1}}, {"a": [1]}, "a [1]"),
    ],
)
def test_changes_are_named_by_their_field(
    before: dict[str, Any], after: dict[str, Any], changes: str
) -> None:
    requests = (RequestRecord("http://h", {}, before, "no"), RequestRecord("http://h", {}, after))
    listed = request_texts(replace(CALL, requests=requests))[0][1]
    assert listed == f"1: no\n2: {changes}; it got a reply"


def test_the_request_of_the_reply_is_shown_though_later_ones_failed() -> None:
    requests = (
        RequestRecord("http://h/1", {}, {"a": 1}, "no"),
        RequestRecord("http://h/2", {}, {"a": 2}),
        RequestRecord("http://h/3", {}, {"a": 3}, "no"),
    )
    call = replace(CALL, requests=requests)
    assert request_texts(call)[1][1].startswith("POST http://h/2\n")
    assert "http://h/2" in curl_command(call)
    listed = request_texts(replace(CALL, requests=requests * 1000))[0][1].split("\n")
    assert len(listed) == 21
    assert listed[-1] == "(2980 more are in the file of calls)"


def test_a_call_of_an_earlier_version_says_what_is_not_known() -> None:
    call = replace(CALL, requests=())
    assert request_texts(call) == [("request as sent", NOT_RECORDED)]
    with pytest.raises(ValueError, match="it is not recorded"):
        curl_command(call)


def test_a_record_with_any_number_of_requests_is_read_once() -> None:
    """Requests that repeat a large body cost nothing each."""
    large = {"x": [{"$prompt": [[0]]}] * 1000}
    requests = (RequestRecord("http://h", {}, large, "no"), *[RequestRecord("http://h")] * 10_000)
    call = replace(CALL, requests=requests)
    complete = complete_requests(call)
    assert all(each.body is complete[0].body for each in complete)
    assert request_texts(call)[0][1].startswith("1: no\n2: the same again; it got a reply\n3: ")
