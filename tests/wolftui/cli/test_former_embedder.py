"""Games and pools of the former default embedder: what began with it goes on with it, and nothing
changes unsaid."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.core.memory.encoders import WordEncoder
from tests.core.models.serving import Endpoint
from tests.wolftui.cli.model_games import DEAL, set_model
from tests.wolftui.cli.running import Program
from tests.wolftui.cli.test_experience import newest, served
from wolfcore.errors import ConfigError
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.pools import PoolFile
from wolfcore.records import PoolRead
from wolftui.settings.paths import games_folder, pools_file

BOTS = ("run", "--board", "duel6", "--seed", "1", "--seat", "*=bot", "--games", "2")
PLUS = ("run", "--board", "duel6", "--seed", "4", "--deal", DEAL, "--seat", "3=plus:brief:pool=m@m")
ANEW = f"experiences of the pool `m` are embedded again by {DEFAULT} instead of {FORMER}"
NEEDS = f"`{FORMER}` needs the extra `sentences`"


@pytest.fixture(autouse=True)
def endpoint() -> Generator[Endpoint]:
    with closing(Endpoint(served)) as begun:
        set_model(begun.url)
        yield begun


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The embedders that are installed; each compares words."""
    installed = {DEFAULT, FORMER}

    def local_encoder(name: str) -> WordEncoder:
        if name not in installed:
            raise ConfigError(
                f"`{name}` needs the extra `sentences`, which is not installed", key="embedder"
            )
        return WordEncoder(name)

    monkeypatch.setattr("wolfcore.memory.local_encoders.local_encoder", local_encoder)
    monkeypatch.setattr("wolfcore.memory.local_encoders.is_installed", installed.__contains__)
    return installed


@pytest.fixture
def pool(wolftui: Program) -> PoolFile:
    """The pool `m` as a former version built it."""
    assert wolftui(*BOTS).code == 0
    assert wolftui("experience", "build", "m", "--embedder", FORMER).code == 0
    return PoolFile(pools_file())


def stopped(wolftui: Program, *, former: bool) -> Path:
    """A game that stopped soon after its beginning; one of a former version says less of what it
    remembers with."""
    assert wolftui(*PLUS, "--max-tokens", "300").code == 1
    path = newest().path
    if former:
        about: dict[str, Any] = json.loads((path / "about.json").read_text("utf-8"))
        del about["embedder"]
        about["pools"] = [read | {"embedder": FORMER} for read in about["pools"]]
        (path / "about.json").write_text(json.dumps(about), "utf-8")
    return path


def test_a_new_game_compares_a_former_pool_anew_and_says_so_once(
    wolftui: Program, pool: PoolFile
) -> None:
    before = pool.require_pool("m")
    ran = wolftui(*PLUS, "--games", "2")
    assert ran.code == 0, ran.err
    assert ran.err.count(ANEW) == 1
    about = newest().about
    assert about
    assert (about.embedder, about.pools) == (DEFAULT, (PoolRead("m", 2, DEFAULT),))
    assert pool.require_pool("m") == before, "reading leaves a pool as it is"


def test_a_pool_that_was_turned_over_is_not_spoken_of(
    wolftui: Program, pool: PoolFile, here: set[str]
) -> None:
    here.discard(FORMER)
    assert wolftui("experience", "embed", "m", "--embedder", DEFAULT).code == 0
    assert (pool.require_pool("m").embedder, pool.require_pool("m").revision) == (DEFAULT, 2)
    ran = wolftui(*PLUS)
    assert (ran.code, ANEW in ran.err) == (0, False)


def test_a_pool_is_searched_as_a_new_game_would_and_that_is_said(
    wolftui: Program, pool: PoolFile, here: set[str]
) -> None:
    here.discard(FORMER)
    ran = wolftui("experience", "search", "m", "It is day one. I am the Seer", "--kind", "plus")
    assert (ran.code, ANEW in ran.err) == (0, True)
    assert "did: voted for" in ran.out


def test_a_pool_that_learns_without_its_embedder_is_turned_over_and_that_is_said(
    wolftui: Program, pool: PoolFile, here: set[str]
) -> None:
    ran = wolftui(*PLUS, "--learn", "m")
    assert "re-embedded" not in ran.err
    assert pool.require_pool("m").embedder == FORMER, "it is installed"
    here.discard(FORMER)
    many = pool.require_pool("m").experiences
    ran = wolftui("run", "--board", "duel6", "--seed", "9", "--learn", "m")
    assert ran.code == 0, ran.err
    said = (
        f"{many} experiences of the pool `m` are re-embedded by {DEFAULT}, since {FORMER} "
        "is not installed."
    )
    assert ran.err.count(said) == 1
    assert (pool.require_pool("m").embedder, pool.require_pool("m").revision) == (DEFAULT, 4)


@pytest.mark.usefixtures("pool")
def test_a_former_game_goes_on_with_its_own_embedder(wolftui: Program, here: set[str]) -> None:
    path = stopped(wolftui, former=True)
    here.discard(FORMER)
    ran = wolftui("resume", path.name)
    assert ran.code == 2
    assert NEEDS in ran.err
    here.add(FORMER)
    ran = wolftui("resume", path.name)
    assert (ran.code, ANEW in ran.err) == (0, False)
    about = newest().about
    assert about
    assert about.pools == (PoolRead("m", 2, FORMER),)


def test_a_former_game_reads_its_own_vectors_of_a_pool_that_was_turned_over(
    wolftui: Program, pool: PoolFile
) -> None:
    path = stopped(wolftui, former=True)
    assert wolftui("experience", "embed", "m", "--embedder", DEFAULT).code == 0
    ran = wolftui("resume", path.name)
    assert ran.code == 0, ran.err
    assert f"by {FORMER} instead of {DEFAULT}" in ran.err
    assert pool.require_pool("m").embedder == DEFAULT


@pytest.mark.usefixtures("pool")
def test_a_fork_of_a_former_game_has_its_embedder(wolftui: Program, here: set[str]) -> None:
    path = stopped(wolftui, former=True)
    ask = next(iter(newest().journal))
    here.discard(FORMER)
    assert NEEDS in wolftui("fork", path.name, "--at", ask, "--seat", "3=plus:brief:pool=m@m").err
    here.add(FORMER)
    ran = wolftui(
        "fork", path.name, "--at", ask, "--seat", "3=plus:brief:pool=m@m", "--max-tokens", "300"
    )
    assert (ran.code, NEEDS in ran.err) == (1, False)
    (about,) = [
        json.loads((each / "about.json").read_text("utf-8"))
        for each in games_folder().iterdir()
        if "fork" in _about(each)
    ]
    assert about["embedder"] == FORMER


def test_a_former_game_of_house_bots_compared_nothing_yet(wolftui: Program, here: set[str]) -> None:
    here.discard(FORMER)
    assert wolftui("run", "--board", "duel6", "--seed", "4", "--deal", DEAL).code == 0
    game = newest()
    about = _about(game.path)
    about.pop("embedder", None)
    (game.path / "about.json").write_text(json.dumps(about), "utf-8")
    ran = wolftui(
        "fork",
        game.path.name,
        "--at",
        next(iter(game.journal)),
        "--seat",
        "3=xu2023:questions=none:brief@m",
    )
    assert NEEDS not in ran.err


def _about(path: Path) -> dict[str, Any]:
    return json.loads((path / "about.json").read_text("utf-8"))
