"""The example package, built and installed into a folder: what it brings is listed and used."""

from __future__ import annotations

import asyncio
import csv
import sys
from collections.abc import Generator
from pathlib import Path
from types import FunctionType
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

from tests.core.agents.replies import model
from tests.pages import ROOT
from tests.wolftui.cli.running import Program
from tests.wolftui.cli.test_own_players import begun_game, with_players
from wolfcore.agents import LanguagePlayer
from wolfcore.arena import ArenaPlan, read_arena
from wolfcore.arena.integrity import with_player_codes
from wolfcore.arena.references import resolve_boards
from wolfcore.errors import ConfigError, LogError, MemoryProblem
from wolfcore.installed import KINDS, NAMED_PRESETS, installed, load_installed
from wolfcore.metrics import installed_metric
from wolfcore.records import SeatSpec, newest_folders, read_game
from wolfcore.records.importers import import_game, is_foreign
from wolfcore.seating import allow_named_players, make_player, parse_player
from wolftui.settings.memories import MemoryStore
from wolftui.settings.paths import games_folder

MODULE = "wolftui_example"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """A folder of installed packages with the example, of which nothing is imported yet."""
    monkeypatch.chdir(ROOT / "examples" / "package")
    wheel = tmp_path / build_wheel(str(tmp_path))
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    monkeypatch.setattr("wolfcore.seating.own_players._ALLOWED", set[str]())
    NAMED_PRESETS.clear()
    yield tmp_path
    sys.modules.pop(MODULE, None)


@pytest.mark.usefixtures("site")
def test_lists_name_what_it_brings_and_import_nothing(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in KINDS:
        assert len([each for each in installed(kind) if each.startswith("example")]) == 1
    of = "of wolftui-example 1.0"
    said = " ".join(wolftui("players").out.split())
    assert f"example-first wolftui_example:First, {of} options: place" in said
    assert f"example-quick wolftui_example:QUICK, {of}" in said
    shown = wolftui("players", "example-first").out
    assert f"wolftui_example:First, {of}" in shown and "players check example-first" in shown
    assert "Did you mean `example-first`" in wolftui("players", "example-frist").err
    assert f"wolftui_example:BOARD, {of}" in wolftui("boards").out
    assert f"wolftui_example:DAYS, {of}" in wolftui("metrics", "--list").out
    monkeypatch.setattr("wolftui.cli.doctor._models", print)
    monkeypatch.setattr("wolftui.cli.doctor._local_extra", tuple[str])
    said = wolftui("doctor").out
    assert f"importers of packages: example-copy, wolftui_example:copied, {of}" in said
    assert f"embedders of packages: example-letters, wolftui_example:letters, {of}" in said
    assert MODULE not in sys.modules


@pytest.mark.usefixtures("site")
def test_its_player_board_metric_and_importer_are_used_by_name(wolftui: Program) -> None:
    ran = wolftui("run", "--board", "example5", "--seat", "3=example-first:place=1", "--seed", "3")
    assert (ran.code, ran.err) == (0, "")
    game = newest_folders(games_folder(), 1)[0]
    about = read_game(game).about
    assert about
    assert about.seats[2] == SeatSpec(
        "wolftui_example:First", ("place=1",), code="wolftui-example 1.0"
    )
    found = wolftui(
        "metrics", f"example-copy:{game}", "--metric", "example_days", "--csv", "--jobs", "1"
    )
    assert found.code == 0
    values = {row["name"]: row["mean"] for row in csv.DictReader(found.out.splitlines())}
    assert values["example_days"] == values["days"]
    assert "the last day" in wolftui("metrics", "--list", "example_days").out
    assert wolftui("boards", "example5").code == 0
    # The boards of an arena are kept whole, so that it goes on without the package.
    names, own = resolve_boards(["example5+safe-night", "sla7"], {}, Path())
    assert (names, list(own)) == (("example5+safe-night", "sla7"), ["example5+safe-night"])


@pytest.mark.usefixtures("site")
def test_its_agent_is_seated_where_it_was_named_and_is_what_it_was(wolftui: Program) -> None:
    spec = parse_player("example-quick@tiny")
    assert spec == SeatSpec("example-quick", (), "tiny", "wolftui-example 1.0")
    plan = with_player_codes(Path("none"), ArenaPlan(players={"a": spec.text, "b": "bot"}))
    assert plan.player_codes == {"a": spec.code}
    for each in (spec, SeatSpec("example-quick", (), "tiny")):
        with pytest.raises(ConfigError, match="did not name it"):
            make_player(each, models=lambda _: model())
    allow_named_players([spec.text])
    assert isinstance(make_player(spec, models=lambda _: model()), LanguagePlayer)
    older = SeatSpec("example-quick", (), "tiny", "wolftui-example 0.9")
    with pytest.raises(ConfigError, match="has changed since it began"):
        make_player(older, models=lambda _: model())
    assert "without the rules" in wolftui("players", "example-quick").out


@pytest.mark.usefixtures("site")
def test_files_of_a_stranger_import_no_agent_without_a_word(wolftui: Program) -> None:
    game = begun_game("bot")
    with_players(game, {"player": "example-quick", "model": "smollm"})
    assert "did not name it" in wolftui("resume", str(game)).err
    assert wolftui("verify", str(game)).code == 0
    for word in ("example-quick:bots", "example-quick@smollm"):
        Path("a.toml").write_text(f'deals = 1\n[players]\na = "{word}"\nb = "bot"\n')
        ran = wolftui("arena", "a.toml", "--into", "league")
        assert (ran.code, "did not name it" in ran.err) == (2, True)
    assert MODULE not in sys.modules
    command = ("arena", "a.toml", "--into", "league", "--own", "example-quick:bots")
    Path("a.toml").write_text('deals = 1\n[players]\na = "example-quick:bots"\nb = "bot"\n')
    assert wolftui(*command).code == 0
    assert read_arena(Path("league/arena.toml")).player_codes == {"a": "wolftui-example 1.0"}


@pytest.mark.usefixtures("site")
async def test_its_embedder_compares_texts() -> None:
    embedder = MemoryStore().local_embedder("example-letters")
    assert embedder.name == "example-letters of wolftui-example 1.0"
    assert MemoryStore().local_embedder(embedder.name).name == embedder.name
    with pytest.raises(ConfigError, match=r"is now of wolftui-example 1\.0"):
        MemoryStore().local_embedder("example-letters of wolftui-example 0.9")
    same, other = await embedder.similarities("a a a", ["aaa", "oooo"])
    assert same > 0.99 > other


def test_a_broken_package_gives_one_plain_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "broken-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 2.0\n")
    (tmp_path / "fails.py").write_text("def crash(_):\n    1 / 0\n\n\nnothing = 3\n")
    targets = {
        "gone": "no_such:x",
        "none": "fails:x",
        "other": "fails:nothing",
        "crash": "fails:crash",
    }
    lines = [
        f"[wolftui.{kind}]\n" + "".join(f"{a} = {b}\n" for a, b in targets.items())
        for kind in KINDS
    ]
    (info / "entry_points.txt").write_text("".join(lines))
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    for name, words in (("gone", "be imported"), ("none", "be imported"), ("other", "is not a f")):
        with pytest.raises(ConfigError, match=rf"^`{name}`, .*, of broken 2.0, .*{words}") as said:
            load_installed("importers", name, FunctionType)
        assert "\n" not in str(said.value)
    with pytest.raises(ConfigError, match=r"is not a `wolfcore\.metrics\.Metric`"):
        installed_metric("crash")
    assert is_foreign(Path("crash:x"))
    with pytest.raises(LogError, match=r"`crash` cannot import it \(ZeroDivisionError"):
        import_game(Path("crash:x"))
    embedder = MemoryStore().local_embedder("crash")
    with pytest.raises(MemoryProblem, match=r"the embedder `crash` failed \(ZeroDivisionError"):
        asyncio.run(embedder.vectors(["a"]))
