"""Prompts of a folder: used only where their user named it, and as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.agents.replies import model
from wolfcore.agents import LanguagePlayer
from wolfcore.agents.templates import shipped_prompts
from wolfcore.arena import ArenaPlan
from wolfcore.arena.integrity import with_player_codes, write_plan
from wolfcore.errors import ConfigError
from wolfcore.players import Player
from wolfcore.records import SeatSpec
from wolfcore.seating import allow_named_players, make_player, parse_player

WORD = "vanilla:prompts=mine@tiny"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of prompts that nobody in this process has named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("wolfcore.seating.own_players._ALLOWED", set[str]())
    for name, text in shipped_prompts().items():
        (tmp_path / "mine" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / name).write_text(text, "utf-8")
    return tmp_path / "mine"


def made(spec: SeatSpec) -> Player:
    return make_player(spec, models=lambda _: model())


@pytest.mark.usefixtures("folder")
def test_prompts_are_read_only_where_they_were_named() -> None:
    spec = parse_player(WORD)
    assert (spec.text, len(spec.code)) == (WORD, 16)
    for each in (spec, SeatSpec(spec.player, spec.options, spec.model)):
        with pytest.raises(
            ConfigError, match=r"did not name it.*--own 'vanilla:prompts=mine@tiny'"
        ):
            made(each)
    allow_named_players([WORD])
    assert isinstance(made(spec), LanguagePlayer)


def test_other_prompts_than_those_of_the_record_are_refused(folder: Path) -> None:
    allow_named_players([WORD])
    spec, arena = parse_player(WORD), folder.parent / "league"
    arena.mkdir()
    plan = with_player_codes(arena, ArenaPlan(players={"a": WORD, "b": "bot"}))
    assert plan.player_codes == {"a": spec.code}
    write_plan(arena, plan)
    (folder / "tips.j2").write_text("Vote.", "utf-8")
    again = with_player_codes(arena, ArenaPlan(players={"a": WORD, "b": "bot"}))
    for kept in (spec, again.specs["a"]):
        with pytest.raises(ConfigError, match="has changed since it began"):
            made(kept)
    assert isinstance(made(parse_player(WORD)), LanguagePlayer)


def test_a_faulty_folder_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    allow_named_players([WORD])
    (folder / "tips.j2").write_text("{{ x }}", "utf-8")
    with pytest.raises(ConfigError, match=r"^mine/tips.j2: line 1: there is no `x` here$"):
        made(parse_player(WORD))
    (folder / "tips.j2").write_bytes(b"a" * 20_000)
    with pytest.raises(ConfigError, match=r"tips.j2: cannot be read \(it has 20,000 bytes"):
        parse_player(WORD)
    with pytest.raises(ConfigError, match="there is no folder `none` of prompts"):
        parse_player("vanilla:prompts=none@tiny")
    with pytest.raises(ConfigError, match="has more than 200 characters"):
        parse_player(f"vanilla:prompts={'x' * 200}@tiny")
    monkeypatch.setattr("wolfcore.seating.own_players.is_confined", lambda: True)
    with pytest.raises(ConfigError, match="visitors"):
        parse_player(WORD)
