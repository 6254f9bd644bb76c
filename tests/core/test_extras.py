"""The command that adds an extra is one of the tool that installed wolftui."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolfcore.extras import MissingExtras, install_command, install_hint, run_checks


class Installed:
    """A distribution with this `direct_url.json`, or without any."""

    def __init__(self, origin: str | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.origin


EDITED = json.dumps({"url": "file:///home/ada/wolf%20tui", "dir_info": {"editable": True}})
WHEEL = json.dumps({"url": "file:///home/ada/wolftui-0.1.0-py3-none-any.whl", "archive_info": {}})
ELSEWHERE = json.dumps({"url": "https://example.org/wolftui.zip", "archive_info": {}})


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    return tmp_path


def installed(monkeypatch: pytest.MonkeyPatch, origin: str | None) -> None:
    monkeypatch.setattr(
        "importlib.metadata.distribution", {"wolftui": Installed(origin)}.__getitem__
    )


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'wolftui[web]'"),
        (ELSEWHERE, "pip install 'wolftui[web]'"),
        ("not json", "pip install 'wolftui[web]'"),
        (WHEEL, "pip install '/home/ada/wolftui-0.1.0-py3-none-any.whl[web]'"),
        (EDITED, "pip install -e '/home/ada/wolf tui[web]'"),
    ],
)
def test_pip_installs_from_where_the_program_came(
    origin: str | None, command: str, prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, origin)
    assert install_command("web") == command
    assert install_hint("web") == f"`{command}` adds it."


def test_pipx_and_uv_say_so_in_their_environments(
    prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, None)
    (prefix / "pipx_metadata.json").touch()
    assert install_command("stats") == "pipx install --force 'wolftui[stats]'"
    (prefix / "uv-receipt.toml").touch()
    assert install_command("stats") == "uv tool install 'wolftui[stats]'"
    installed(monkeypatch, EDITED)
    assert install_command("stats") == "uv tool install --editable '/home/ada/wolf tui[stats]'"


def test_uvx_is_run_anew_with_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "archive-v0" / "abc"))
    assert install_command("web") == "uvx --from 'wolftui[web]' wolftui"


def lacks(extra: str, why: str, **more: str) -> Callable[[], None]:
    def check() -> None:
        raise MissingExtras({extra: why}, **more)

    return check


def test_all_missing_extras_are_one_sentence_with_one_command() -> None:
    ran: list[int] = []
    with pytest.raises(MissingExtras) as told:
        run_checks(
            (
                lacks("memory", "an embedder needs onnxruntime", instead="Or use another."),
                lambda: ran.append(1),
                lacks("learned", "a policy needs numpy", key="seat"),
                lacks("memory", "another seat needs onnxruntime", instead="Or use another."),
            )
        )
    assert ran == [1]
    assert str(told.value) == (
        "an embedder needs onnxruntime and a policy needs numpy, which are not installed. "
        f"`{install_command('memory', 'learned')}` adds them. Or use another."
    )
    with pytest.raises(MissingExtras, match=r"^seat: a policy needs numpy, which is not inst"):
        run_checks((lacks("learned", "a policy needs numpy", key="seat"),))


def test_another_fault_is_told_before_extras() -> None:
    def wrong() -> None:
        raise ConfigError("there is no such seat")

    with pytest.raises(ConfigError, match="no such seat"):
        run_checks((lacks("memory", "an embedder needs onnxruntime"), wrong))
