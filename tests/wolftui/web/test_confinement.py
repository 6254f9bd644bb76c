"""The program of a visitor opens nothing of the host, and its settings name nothing of the host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.wolftui.web import doors
from wolfcore.confinement import REFUSAL, Bounds, Quota, bytes_below
from wolfcore.models import ModelSpec
from wolftui.__main__ import main
from wolftui.screen import entry_points
from wolftui.screen.app import WolfApp
from wolftui.settings.config import load_config
from wolftui.settings.found_servers import find_servers
from wolftui.settings.visitor_terms import TERMS, VisitorTerms, visit_notes
from wolftui.web.visitors import Visit, environment_of, paths_in_words

ROOT = Path(__file__).parents[3]
SECRET = "sk-12345"


class Tried(NamedTuple):
    """What each door says of the host's file and of nothing, and the host's folder afterwards."""

    said: dict[str, list[str]]
    left: list[str]
    text: str


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """All doors, tried once in the program of a visitor."""
    place = tmp_path_factory.mktemp("host")
    host, home, nowhere = place / "h0st", place / "visitors" / "one", place / "g0ne"
    host.mkdir()
    home.mkdir(parents=True)
    file = host / "x.toml"
    file.write_text(f'"{SECRET}" = "{SECRET}"\n')
    file.chmod(0o600)
    (host / "bare").write_text(SECRET)
    terms = VisitorTerms((), models={"m": ModelSpec(model="m", base_url="http://127.0.0.1:9/v1")})
    env = {
        **{name: text for name, text in os.environ.items() if not name.startswith("WOLFTUI_")},
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "core"))),
        "SECRET_KEY": SECRET,
        **environment_of(terms, Visit(home, 1 << 30)),
    }  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "-m", "tests.wolftui.web.doors", str(file), str(nowhere / "x.toml")],
        env=env, cwd=place, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    left = sorted(str(each.relative_to(host)) for each in host.rglob("*"))
    return Tried(json.loads(ran.stdout), left, file.read_text() if file.exists() else "")


@pytest.mark.slow
@pytest.mark.parametrize("door", doors.DOORS)
def test_no_door_tells_of_the_hosts_file_or_whether_it_is_there(tried: Tried, door: str) -> None:
    of_file, of_nothing = tried.said[door]
    assert SECRET not in of_file
    assert of_file == of_nothing


@pytest.mark.slow
def test_nothing_of_the_host_is_changed(tried: Tried) -> None:
    assert tried.left == ["bare", "x.toml"]
    assert tried.text == f'"{SECRET}" = "{SECRET}"\n'


@pytest.mark.slow
@pytest.mark.parametrize("door", ["board", "persona", "opened", "listed", "made", "in a process"])
def test_a_refusal_is_one_clause(tried: Tried, door: str) -> None:
    assert REFUSAL in tried.said[door][0]


def test_the_hosts_own_words_stay_open(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    words = ["play", "--board=b.toml", "--seat", "2=person:knows=~/k.json,4=human", "--out", "mine"]
    found = paths_in_words([*words, "http://", "play"], tmp_path)
    home = Path.home()
    assert {str(tmp_path / "b.toml"), str(home / "k.json"), str(tmp_path / "mine")} <= {*found}
    assert not {str(tmp_path), str(tmp_path / "play"), str(tmp_path / "human"), "/"} & {*found}


def test_a_path_is_judged_by_where_its_links_lead(tmp_path: Path) -> None:
    home, outside = tmp_path / "home", tmp_path / "home-2"
    home.mkdir()
    outside.mkdir()
    (home / "out").symlink_to(outside)
    (outside / "in").symlink_to(home)
    bounds = Bounds((str(home),), (str(outside / "read"),))
    assert bounds.allow(str(home)) and bounds.allow(str(outside / "in" / "x"), writes=True)
    assert not bounds.allow(str(home / "out" / "x"))
    assert not bounds.allow(str(home / ".." / "home-2"))
    assert bounds.allow(str(outside / "read"))
    assert not bounds.allow(str(outside / "read"), writes=True)
    assert not bounds.allow("a\0b")


def test_a_quota_counts_small_files_as_blocks_and_not_what_links_name(tmp_path: Path) -> None:
    (tmp_path / "far").symlink_to("/")
    for number in range(10):
        (tmp_path / str(number)).write_bytes(b"x")
    (tmp_path / "large").write_bytes(bytes(10_000))
    assert bytes_below(tmp_path, 1 << 40) == 11 * 4096 + 10_000
    assert 20_000 <= bytes_below(tmp_path, 20_000) < 35_000
    with pytest.raises(OSError, match="what is kept here has reached 0 MB"):
        Quota(tmp_path, 40_000).check()
    Quota(tmp_path, 1 << 40).check()


def test_the_settings_of_a_visitor_name_no_model(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "config.toml"
    home.mkdir(exist_ok=True)
    file.write_text(
        'name = "Ada"\n[models.m]\nmodel = "m"\napi_key_env = "SECRET_KEY"\n'
        '[local]\nserver = "/bin/cat"\n'
    )
    offered = VisitorTerms((), models={"gpt": ModelSpec(model="gpt", api_key_env="OURS")})
    monkeypatch.setenv(TERMS, offered.as_environment()[TERMS])
    loaded = load_config(file)
    assert loaded.config.name == "Ada"
    assert loaded.models == offered.models
    assert loaded.local.server == ""
    # Whoever shares the home of the host has the host's settings.
    monkeypatch.setenv(TERMS, VisitorTerms(()).as_environment()[TERMS])
    assert set(load_config(file).models) == {"smollm", "m"}


def test_terms_that_no_host_wrote_stop_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TERMS, "{")
    assert main(["boards"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert (
        err == f"wolftui: {TERMS}: is not what `wolftui serve` hands to its visitors' programs.\n"
    )


@pytest.mark.parametrize("visits", [False, True])
def test_the_lobby_of_a_visitor_looks_for_no_server_of_the_host(
    monkeypatch: pytest.MonkeyPatch, visits: bool
) -> None:
    if visits:
        monkeypatch.setenv(TERMS, VisitorTerms(()).as_environment()[TERMS])
    looks: list[object] = []

    class Lobby:
        def __init__(self, *_: object, look: object, **__: object) -> None:
            looks.append(look)

    def run(app: WolfApp) -> int:
        app._make_first_screen(app)  # pyright: ignore[reportPrivateUsage]
        return 0

    monkeypatch.setattr("wolftui.screen.screens.lobby_screen.LobbyScreen", Lobby)
    monkeypatch.setattr(entry_points, "_run", run)
    assert entry_points.run_lobby(load_config()) == 0
    assert looks == [None if visits else find_servers]


def test_a_visitor_without_a_home_that_stays_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert visit_notes() == ()
    for temporary in (False, True):
        terms = environment_of(VisitorTerms(()), Visit(Path("/h"), 1, temporary=temporary))
        monkeypatch.setenv(TERMS, terms[TERMS])
        assert bool(visit_notes()) == temporary
