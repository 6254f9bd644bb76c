"""Agents that remember, from the command line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from bench.fake_endpoint import answer
from tests.core.models.serving import Endpoint, Request, Served, chat, error, said
from tests.wolftui.cli.model_games import DEAL, set_model, the_game
from tests.wolftui.cli.running import Program
from wolfcore.extras import install_hint
from wolfcore.table.usage import read_calls
from wolftui.settings.paths import games_folder, vectors_file

GAME = ("--board", "duel6", "--seed", "4", "--deal", DEAL)
XU = (*GAME, "--seat", "3=xu2023:questions=free:brief@m")


Serve = Callable[[Served], Endpoint]


@pytest.fixture
def serve() -> Generator[Serve]:
    with ExitStack() as begun:
        yield lambda served: begun.enter_context(closing(Endpoint(served)))


def pretend(request: Request) -> bytes:
    """What a model says: whatever its schema allows."""
    return chat(answer(request.body))


def test_without_the_extra_a_game_does_not_begin(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec

    def find(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "onnxruntime" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    set_model("http://127.0.0.1:1")
    ran = wolftui("run", *XU)
    assert (ran.code, ran.out) == (2, "")
    assert f"needs the extra `memory`, which is not installed. {install_hint('memory')}" in ran.err
    assert not games_folder().exists()


def test_two_missing_extras_are_told_in_one_run(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = importlib.util.find_spec

    def find(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "onnxruntime" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    set_model("http://127.0.0.1:1")
    ran = wolftui("run", *GAME, "--seat", "3=sla@m")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("not installed") == 1
    assert "a learned policy needs safetensors, which are not installed" in ran.err
    assert install_hint("memory", "learned") in ran.err
    plan = tmp_path / "a.toml"
    plan.write_text('boards = ["sla7"]\n[players]\na = "sla@m"\nb = "bot"\n')
    ran = wolftui("arena", str(plan), "--scheduler", "tcp://127.0.0.1:9", "--into", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert install_hint("cluster", "memory", "learned") in ran.err


def test_an_unknown_embedder_is_refused(wolftui: Program) -> None:
    set_model("http://127.0.0.1:1")
    ran = wolftui("run", *GAME, "--seat", "3=xu2023:embedder=mpnet@m")
    assert ran.code == 2
    assert "there is no embedder `mpnet`" in ran.err


@pytest.mark.slow
def test_the_packaged_embedder_answers_questions_from_memory(
    wolftui: Program, serve: Serve
) -> None:
    set_model(serve(pretend).url)
    ran = wolftui("run", *XU)
    assert ran.code == 0, ran.err
    steps = [noted.step for noted in read_calls(the_game().path).records if noted.step]
    assert any(step.step == "question" and "answered" in step.text for step in steps)
    assert vectors_file().exists()


def test_an_embedder_behind_an_endpoint_is_a_model_of_the_settings(
    wolftui: Program, serve: Serve
) -> None:
    def vectors(request: Request) -> bytes:
        rows = [
            {"index": place, "embedding": [1.0, len(text)]}
            for place, text in enumerate(request.body["input"])
        ]
        return said({"data": rows})

    there = serve(vectors)
    set_model(
        serve(pretend).url,
        f'[models.ada]\nbase_url = "{there.url}"\nmodel = "text-embedding-ada-002"\n',
    )
    ran = wolftui(
        "run", *GAME, "--seat", "3=xu2023:questions=free:brief:embedder=text-embedding-ada-002@m"
    )
    assert ran.code == 0, ran.err
    assert {(request.path, request.body["model"]) for request in there.requests} == {
        ("/embeddings", "text-embedding-ada-002")
    }


def test_an_embedder_that_fails_is_a_player_that_gives_no_output(
    wolftui: Program, serve: Serve
) -> None:
    there = serve(error(401))
    set_model(serve(pretend).url, f'[models.ada]\nbase_url = "{there.url}"\nmodel = "ada"\n')
    ran = wolftui("run", *GAME, "--seat", "3=xu2023:questions=free:brief:embedder=ada@m")
    assert ran.code == 1
    assert "wants a key" in ran.err
    assert "continue with `wolftui resume" in ran.err
