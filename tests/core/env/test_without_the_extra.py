"""Without the extra `learn`: one clear line for whoever wants the environment, and nothing for
anybody else."""

from __future__ import annotations

import sys

import pytest

import wolfcore.env
from wolfcore.errors import ConfigError


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium", "numpy"])
def test_the_environment_says_what_is_missing(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [
        name
        for name in sys.modules
        if name.startswith("wolfcore.env.") or name.partition(".")[0] == missing
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(vars(wolfcore.env), "WerewolfEnv", raising=False)
    with pytest.raises(
        ConfigError, match=f"the environment needs {missing}, which is not installed.*\\[learn\\]"
    ):
        assert wolfcore.env.WerewolfEnv


def test_there_is_nothing_else_to_load() -> None:
    with pytest.raises(AttributeError, match="Environment"):
        assert wolfcore.env.Environment
