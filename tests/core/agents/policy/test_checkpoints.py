"""Checkpoints from outside: what is not a policy file, or one for something else, is one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from tests.core.agents.policy.nets import drawn_checkpoint, drawn_seen
from wolfcore.agents.policy import load_checkpoint, save_checkpoint
from wolfcore.agents.policy.checkpoints import check_describer
from wolfcore.agents.policy.network import Network
from wolfcore.agents.policy_files import Layout, checkpoint_file, header_of_policy, shipped_names
from wolfcore.errors import ConfigError
from wolfcore.seating import make_player, parse_player


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file, checkpoint = tmp_path / "a.safetensors", drawn_checkpoint()
    save_checkpoint(file, checkpoint)
    read = load_checkpoint(file)
    assert read.about == checkpoint.about
    seen = drawn_seen(checkpoint.about.sizes)
    np.testing.assert_array_equal(
        read.network().probabilities(seen),
        Network(checkpoint.about.sizes, checkpoint.weights).probabilities(seen),
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.safetensors"]


def _layout_of_file(file: Path) -> Layout:
    return header_of_policy(str(file)).layout


def _cut(data: bytes) -> bytes:
    return data[:-100]


def _head_only(data: bytes) -> bytes:
    return data[:20]


def _huge_head(data: bytes) -> bytes:
    return (1 << 60).to_bytes(8, "little") + data[8:]


def _no_about(data: bytes) -> bytes:
    return _with_head(data, lambda head: {**head, "__metadata__": {}})


def _deep(data: bytes) -> bytes:
    return _with_head(data, lambda head: {**head, "__metadata__": {"about": "[" * 5000}})


def _with_head(data: bytes, change: Callable[[dict[str, object]], dict[str, object]]) -> bytes:
    length = int.from_bytes(data[:8], "little")
    head = json.dumps(change(json.loads(data[8 : 8 + length]))).encode()
    return len(head).to_bytes(8, "little") + head + data[8 + length :]


def _empty(_: bytes) -> bytes:
    return b""


def _zeros(_: bytes) -> bytes:
    return b"\0" * 64


@pytest.mark.parametrize("damage", [_cut, _head_only, _huge_head, _no_about, _deep, _empty, _zeros])
def test_a_damaged_file_is_one_line(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, drawn_checkpoint())
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ConfigError) as caught:
        load_checkpoint(file)
    assert "is not a policy file" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_any_byte_of_the_head_may_be_wrong(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, drawn_checkpoint())
    whole = file.read_bytes()
    length = int.from_bytes(whole[:8], "little")
    for place in range(0, 8 + length, 17):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :])
        for read in (load_checkpoint, _layout_of_file):
            try:
                read(file)
            except ConfigError as error:
                assert "\n" not in str(error)


@pytest.mark.parametrize(
    "layout",
    [
        None,
        7,
        {},
        {"roles": ["Seer"]},
        {"roles": [], "asks": ["vote"]},
        {"roles": ["Seer", "Seer"], "asks": ["vote"]},
        {"roles": ["Seer"], "asks": ["vote", "vote"]},
        {"roles": ["Seer\n"], "asks": ["vote"]},
        {"roles": ["\x1b[31m"], "asks": ["vote"]},
        {"roles": ["Seer"], "asks": ["vote\n"]},
        {"roles": ["Seer"], "asks": ["vote"], "more": 1},
        {"roles": ["Seer"], "asks": [chr(97 + n // 676) + chr(97 + n // 26 % 26) + chr(97 + n % 26)
                                     for n in range(1000)]},
    ],
)  # fmt: skip
def test_a_layout_that_is_none_is_one_line(tmp_path: Path, layout: object) -> None:
    """Where the weights are loaded, and where a seat is judged by the header."""
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, drawn_checkpoint())
    about = {**msgspec.to_builtins(drawn_checkpoint().about), "layout": layout}
    head = {"__metadata__": {"about": json.dumps(about)}}
    file.write_bytes(_with_head(file.read_bytes(), lambda held: {**held, **head}))
    for read in (load_checkpoint, _layout_of_file):
        with pytest.raises(ConfigError, match="is not a policy file") as caught:
            read(file)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "another-1"}, "its format is `another-1`"),
        ({"sizes": {"width": 9, "heads": 2}}, "its layer sizes are not valid"),
        ({"sizes": {"width": 0}}, "its layer sizes are not valid"),
        ({"sizes": {"state": 1 << 40}}, "its layer sizes are not valid"),
        ({"sizes": {"width": 16}}, "is not"),
    ],
)
def test_another_architecture_is_refused(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    file, checkpoint = tmp_path / "a.safetensors", drawn_checkpoint()
    about = checkpoint.about
    for key, value in change.items():
        about = replace(
            about, **{key: replace(about.sizes, **value) if isinstance(value, dict) else value}
        )
    save_checkpoint(file, replace(checkpoint, about=about))
    with pytest.raises(ConfigError, match=says):
        load_checkpoint(file)


def test_weights_too_many_or_without_a_number_are_refused(tmp_path: Path) -> None:
    file, checkpoint = tmp_path / "a.safetensors", drawn_checkpoint()
    save_checkpoint(
        file, replace(checkpoint, weights={**checkpoint.weights, "more": np.zeros(3, np.float32)})
    )
    with pytest.raises(ConfigError, match="it contains an unknown array `more`"):
        load_checkpoint(file)
    for wrong in ("nan", "inf", "3e38", "-1e5"):
        spoiled = dict(checkpoint.weights)
        spoiled["player.0.bias"] = spoiled["player.0.bias"] * 0 + np.float32(wrong)
        save_checkpoint(file, replace(checkpoint, weights=spoiled))
        with pytest.raises(ConfigError, match="contains values that are not numbers"):
            load_checkpoint(file)


def test_a_policy_for_another_describer_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, drawn_checkpoint(describer="acts-0"))
    with pytest.raises(
        ConfigError, match=r"was not trained with `acts-1` features.*It was trained with `acts-0`"
    ):
        make_player(parse_player(f"sla:bots:policy={file}"))
    checkpoint = drawn_checkpoint()
    with pytest.raises(ConfigError, match="was trained with `acts-1` features of other lengths"):
        check_describer(file, checkpoint, "acts-1", (1, 2, 3))


@pytest.mark.parametrize("name", ["nobody", "../sla-acts", "missing.safetensors", ""])
def test_a_policy_that_is_not_there_is_one_line(name: str) -> None:
    if name:
        with pytest.raises(ConfigError, match=r"there is no policy|cannot be read"):
            make_player(parse_player(f"sla:bots:policy={name}"))
    else:
        with pytest.raises(ConfigError):
            make_player(parse_player("sla:bots:policy="))


def test_a_folder_or_a_pipe_is_no_policy(tmp_path: Path) -> None:
    import os

    pipe = tmp_path / "a.safetensors"
    os.mkfifo(pipe)
    folder = tmp_path / "b.safetensors"
    folder.mkdir()
    for file in (pipe, folder):
        with pytest.raises(ConfigError, match="cannot be read"):
            load_checkpoint(file)


def test_what_is_shipped_is_small_and_whole() -> None:
    assert shipped_names()
    for name in shipped_names():
        file = checkpoint_file(name)
        assert file.stat().st_size < 5 << 20
        about = load_checkpoint(file).about
        assert about.games
        assert about.candidates
        for beside in (".toml", ".jsonl", ".md"):
            assert file.with_suffix(beside).is_file(), f"{name}{beside}"
