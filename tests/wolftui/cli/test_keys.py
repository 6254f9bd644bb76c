"""`wolftui keys`: every key, with a person's own."""

from __future__ import annotations

import json
from pathlib import Path

from tests.wolftui.cli.running import Program


def keys_file(home: Path, text: str) -> None:
    folder = home / "config" / "wolftui"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(f"[keys]\n{text}\n", encoding="utf-8")


def test_the_command_lists_keys_with_a_person_s_own(wolftui: Program, home: Path) -> None:
    keys_file(home, 'eyes = "x"')
    assert ["x", "eyes"] in [line.split()[:2] for line in wolftui("keys").out.splitlines()]
    listed = json.loads(wolftui("keys", "--json").out)
    assert next(row["keys"] for row in listed if row["id"] == "eyes") == ["x"]


def test_own_keys_are_settings_that_are_shown_and_checked(wolftui: Program, home: Path) -> None:
    keys_file(home, 'eyes = "x"')
    assert '[keys]\neyes = "x"' in wolftui("config", "show").out
    assert wolftui("config", "check").code == 0
    keys_file(home, 'eyes = "t"')
    ran = wolftui("config", "check")
    assert ran.code == 2
    assert "config.toml: keys.eyes: `t` is also the key of `thoughts`" in ran.err
