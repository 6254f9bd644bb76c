"""Pools of experience from the command line: built from saved games, read by seats, and refused
where they are none."""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Generator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from bench.fake_endpoint import answer
from tests.core.models.serving import Endpoint, Request, chat, said
from tests.wolftui.cli.model_games import DEAL
from tests.wolftui.cli.running import Program
from wolfcore.arena import read_arena
from wolfcore.errors import MemoryProblem
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.pools import PoolFile
from wolfcore.records import PoolRead, SavedGame, read_game
from wolfcore.table import read_calls
from wolftui.cli.learning_commands import EMBEDDERS
from wolftui.games.pool_learner import LearningResult, PoolLearner
from wolftui.settings.paths import config_file, games_folder, pools_file

BOTS = ("run", "--board", "duel6", "--seed", "1", "--seat", "*=bot")
SEAT = "3=plus:brief:embedder=ada:pool=m"
PLUS = ("run", "--board", "duel6", "--seed", "4", "--deal", DEAL)

SUMMARY = (
    "It is day one. I am the Villager, and five of us six are alive. player A is under "
    "pressure from two of us."
)
SHOWN = "# What was done in situations like this in other games"


def served(request: Request) -> bytes:
    """A model that answers whatever its schema allows, and one that makes vectors of shared words."""
    if not request.path.endswith("/embeddings"):
        if "summary" in request.body["response_format"]["json_schema"]["schema"]["properties"]:
            return chat(json.dumps({"summary": SUMMARY}))
        return chat(answer(request.body))
    rows = [
        {"index": place, "embedding": _vector(text)}
        for place, text in enumerate(request.body["input"])
    ]
    return said({"data": rows})


def _vector(text: str) -> list[float]:
    numbers = [0.001] * 256
    for word in re.findall(r"\w+", text.casefold()):
        numbers[zlib.crc32(word.encode()) % 256] += 1
    return numbers


@pytest.fixture(autouse=True)
def endpoint() -> Generator[Endpoint]:
    with closing(Endpoint(served)) as begun:
        config_file().parent.mkdir(parents=True, exist_ok=True)
        tables = (
            f'[models.{name}]\nbase_url = "{begun.url}"\nmodel = "{model}"\ntries = 1\n'
            for name, model in MODELS.items()
        )
        config_file().write_text("".join(tables), encoding="utf-8")
        yield begun


MODELS = {"m": "m", "ada": "text-embedding-ada-002", "other": "other-embedding"}


BILL = r"(wolftui: Spent: [\d,]+ tokens in \d+ calls?( \(.*\))?\.\n)?"
"""What a command says of the models that it called, if it called any."""


def done(wolftui: Program, *argv: str) -> str:
    ran = wolftui(*argv)
    # Embeddings are billed as well.
    assert ran.code == 0 and re.fullmatch(BILL, ran.err), ran.err
    return ran.out


def built(wolftui: Program, games: int = 3) -> None:
    done(wolftui, *BOTS, "--games", str(games))
    assert re.fullmatch(
        rf"m: \d+ experiences from {games} games?\.\n",
        done(wolftui, "experience", "build", "m", "--embedder", "ada"),
    )


def newest(seed: int = 4) -> SavedGame:
    games = [read_game(path) for path in games_folder().iterdir()]
    return next(
        game
        for game in sorted(
            games, key=lambda game: game.about.created if game.about else "", reverse=True
        )
        if game.spec.seed == seed
    )


@pytest.mark.slow
def test_a_pool_is_built_shown_searched_exported_and_forgotten(wolftui: Program) -> None:
    assert "There are no pools yet" in done(wolftui, "experience", "show")
    built(wolftui)
    shown = done(wolftui, "experience", "show", "m")
    assert "from 3 games, revision 3, vectors of text-embedding-ada-002" in shown
    assert re.search(r"kind +xu \d+, plus \d+", shown)
    found = done(
        wolftui,
        "experience",
        "search",
        "m",
        "It is day one. I am the Seer",
        "--kind",
        "plus",
        "--most",
        "2",
    )
    assert len(re.findall(r"did: voted for", found)) == 2
    lines = [json.loads(line) for line in done(wolftui, "experience", "export", "m").splitlines()]
    assert {line["kind"] for line in lines} == {"xu", "plus"}
    assert {line["player"] for line in lines} == {"bot"}
    game = lines[0]["game"]
    assert done(wolftui, "experience", "forget", "m", game).startswith(
        "m: what it learned from 1 game is forgotten"
    )
    assert game not in done(wolftui, "experience", "export", "m")
    assert re.fullmatch(
        r"m: learned \d+ more from 1 game\.\n", done(wolftui, "experience", "add", "m", game)
    )
    assert "it already knew" in done(wolftui, "experience", "add", "m", game)
    done(wolftui, "experience", "forget", "m")
    assert "There are no pools yet" in done(wolftui, "experience", "show")


def test_a_pool_that_is_stopped_keeps_what_it_learned(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(wolftui, *BOTS, "--games", "2")
    learn, times = PoolLearner.learn, count()

    def stopped(self: PoolLearner, path: Path) -> LearningResult:
        if next(times):
            raise KeyboardInterrupt
        return learn(self, path)

    monkeypatch.setattr(PoolLearner, "learn", stopped)
    ran = wolftui("experience", "build", "m", "--embedder", "ada")
    assert ran.code == 130
    goes_on = f"`wolftui experience add m {games_folder()}` continues."
    said = re.escape(f"wolftui: Stopped; m has learned from 1 game. {goes_on}\n")
    assert re.fullmatch(said + BILL, ran.err), ran.err
    monkeypatch.setattr(PoolLearner, "learn", learn)
    assert "from 1 game; it already knew 1 game" in done(
        wolftui, "experience", "add", "m", str(games_folder())
    )


def test_only_the_pool_is_required(wolftui: Program) -> None:
    assert "arguments are required: POOL. " in wolftui("experience", "build").err


def test_a_pool_is_turned_over_to_another_embedder(wolftui: Program) -> None:
    built(wolftui)
    assert "re-embedded from text-embedding-ada-002 to other-embedding" in done(
        wolftui, "experience", "embed", "m", "--embedder", "other"
    )
    assert "revision 3, vectors of other-embedding" in done(wolftui, "experience", "show")
    assert "3 games" in done(wolftui, "experience", "show")


@pytest.mark.parametrize(
    ("argv", "problem", "code"),
    [
        (("show", "n"), r"there is no pool `n`\. There are: m", 1),
        (("build", "m"), "the pool `m` already exists", 2),
        (("build", "a:b"), "`a:b` is not a valid name for a pool", 2),
        (("search", "m", "\udcff"), "TEXT: is not text", 2),
        (("show", "\udcff"), "POOL: is not text", 2),
        (("forget", "m", "\udcff"), "GAME: is not text", 2),
        (("search", "m", "x", "--above", "2"), "--above: is out of range", 2),
        (("forget", "m", "nothing"), "has learned nothing from the game `nothing`", 1),
        (("add", "m", "nothing"), "nothing", 2),
        (("build", "n", "--embedder", "none"), "there is no embedder `none`", 2),
    ],
)
def test_wrong_use_is_said(
    argv: tuple[str, ...], problem: str, code: int, wolftui: Program
) -> None:
    built(wolftui, 1)
    ran = wolftui("experience", *argv)
    assert ran.code == code
    assert re.search(problem, ran.err), ran.err


def test_a_seat_reads_its_pool_and_the_game_says_which(
    wolftui: Program, endpoint: Endpoint
) -> None:
    built(wolftui)
    ran = wolftui(*PLUS, "--seat", f"{SEAT}:tags=none@m")
    assert ran.code == 0, ran.err
    game = newest()
    assert game.about
    assert game.about.pools == (PoolRead("m", 3, "text-embedding-ada-002"),)
    steps = [
        noted.step
        for noted in read_calls(game.path).records
        if noted.step and noted.step.step == "advise"
    ]
    assert any(
        re.match(r"of \d+: \d+ \(0\.\d\d, score \d+\)", step.text) for step in steps if step
    ), steps
    prompts = [
        json.dumps(request.body["messages"])
        for request in endpoint.requests
        if "messages" in request.body
    ]
    assert any(SHOWN in prompt for prompt in prompts)
    endpoint.requests.clear()
    assert wolftui(*PLUS, "--seat", f"{SEAT}:experience=none@m").code == 0
    assert not any(
        SHOWN in json.dumps(request.body.get("messages")) for request in endpoint.requests
    )


def test_all_games_of_a_command_read_the_revision_at_its_start_and_a_pool_learns_once(
    wolftui: Program,
) -> None:
    built(wolftui)
    ran = wolftui(*PLUS, "--games", "2", "--seat", f"{SEAT}@m", "--learn", "m")
    assert ran.code == 0, ran.err
    first, second = newest(4), newest(5)
    assert first.about
    assert second.about
    assert first.about.pools == second.about.pools == (PoolRead("m", 3, "text-embedding-ada-002"),)
    assert "from 5 games, revision 5" in done(wolftui, "experience", "show")
    assert "it already knew" in done(wolftui, "experience", "add", "m", first.id)


@pytest.mark.slow
def test_a_seat_that_reads_live_reads_what_the_game_before_taught(wolftui: Program) -> None:
    built(wolftui)
    ran = wolftui(*PLUS, "--games", "2", "--seat", f"{SEAT}:live@m")
    assert ran.code == 0, ran.err
    first, second = newest(4), newest(5)
    assert first.about
    assert second.about
    assert [read.revision for read in (*first.about.pools, *second.about.pools)] == [3, 4]
    assert first.about.learn == "m"


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            ("--at-once", "2", "--games", "2"),
            "--at-once: games with `live` are played one after the other",
        ),
        (
            ("--jobs", "2", "--games", "2"),
            "--jobs: games with `live` are played one after the other",
        ),
        (("--no-save",), "--learn: only saved games can be learned from"),
        (("--learn", "n"), "the games would be added to the pools m and n"),
    ],
)
def test_games_that_learn_live_refuse_what_cannot_be(
    more: tuple[str, ...], problem: str, wolftui: Program
) -> None:
    built(wolftui)
    ran = wolftui(*PLUS, "--seat", f"{SEAT}:live@m", *more)
    assert ran.code == 2
    assert problem in ran.err


def test_house_bots_teach_as_they_play(wolftui: Program) -> None:
    built(wolftui, 1)
    done(wolftui, "run", "--board", "duel6", "--seed", "9", "--games", "2", "--learn", "m")
    assert "from 3 games" in done(wolftui, "experience", "show")


@pytest.mark.parametrize("name", ["a:b", "a b", "\udcff", "../m"])
def test_no_pool_that_learns_has_a_name_that_a_seat_cannot_say(name: str, wolftui: Program) -> None:
    ran = wolftui(*BOTS, "--learn", name)
    assert (ran.code, ran.out) == (2, "")
    assert "--learn: " in ran.err
    assert "is not a valid name for a pool" in ran.err
    assert not games_folder().exists()


def test_games_of_house_bots_go_on_where_their_pool_cannot_be_written(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bool:
        raise MemoryProblem("cannot be used (database is locked)", file="pools.db")

    built(wolftui, 1)
    monkeypatch.setattr("wolfcore.memory.pools.PoolFile.add", refuse)
    ran = wolftui("run", "--board", "duel6", "--seed", "9", "--games", "2", "--learn", "m")
    assert ran.code == 0
    assert "2 games: " in ran.out
    assert (
        len(
            re.findall(
                r"Nothing was learned from the game: .*locked.*`wolftui experience add m "
                r"\S+` tries",
                ran.err,
            )
        )
        == 2
    )


def test_a_game_that_stopped_is_learned_from_when_it_is_resumed(wolftui: Program) -> None:
    built(wolftui, 1)
    ran = wolftui(*PLUS, "--seat", f"{SEAT}@m", "--learn", "m", "--max-tokens", "300")
    assert ran.code == 1
    game = newest()
    assert game.result is None
    assert "from 1 game," in done(wolftui, "experience", "show")
    assert "is not over" in wolftui("experience", "add", "m", game.id).err
    added = wolftui("experience", "add", "m", str(games_folder()))
    assert (added.code, added.err) == (0, "wolftui: 1 game that is not over is left out.\n")
    assert added.out == "m: learned 0 more from 0 games; it already knew 1 game.\n"
    ran = wolftui("resume", game.id)
    assert ran.code == 0, ran.err
    assert "from 2 games" in done(wolftui, "experience", "show")
    again = newest()
    assert again.about
    assert again.about.pools == (PoolRead("m", 1, "text-embedding-ada-002"),)


def test_a_game_that_began_without_a_pool_reads_none_that_was_made_since(
    wolftui: Program, endpoint: Endpoint
) -> None:
    seat = "3=plus:brief:embedder=ada@m"
    assert wolftui(*PLUS, "--seat", seat, "--max-tokens", "300").code == 1
    game = newest()
    assert game.about
    assert game.about.pools == (PoolRead("default", 0, ""),)
    done(wolftui, *BOTS, "--games", "2")
    assert wolftui("experience", "build", "default", "--embedder", "ada").code == 0
    endpoint.requests.clear()
    ran = wolftui("resume", game.id)
    assert ran.code == 0, ran.err
    assert not any(
        SHOWN in json.dumps(request.body.get("messages")) for request in endpoint.requests
    )


@pytest.mark.parametrize("revision", [-1, 2, 10**18])
def test_a_game_does_not_read_another_pool_in_the_place_of_its_own(
    revision: int, wolftui: Program
) -> None:
    built(wolftui, 1)
    assert wolftui(*PLUS, "--seat", f"{SEAT}@m", "--max-tokens", "300").code == 1
    about = newest().path / "about.json"
    about.write_text(re.sub(r'"revision": *1', f'"revision": {revision}', about.read_text()))
    ran = wolftui("resume", newest().id)
    assert ran.code == 2
    assert (
        f"the pool `m` was deleted or rebuilt since the game read its revision {revision}"
        in ran.err
    )


@pytest.mark.parametrize(
    ("seat", "problem"),
    [("pool=n", "there is no pool `n`"), ("tags=colour", "`tags` cannot be `colour`")],
)
def test_a_seat_that_asks_for_what_is_not_there_does_not_sit_down(
    seat: str, problem: str, wolftui: Program
) -> None:
    ran = wolftui(*PLUS, "--seat", f"3=plus:embedder=ada:{seat}@m")
    assert ran.code == 2
    assert problem in ran.err
    assert not games_folder().exists()


ARENA = """
boards = ["duel6"]
deals = {deals}
[players]
bot = "bot:easy"
reader = "plus:brief:embedder=ada{pool}@m"
[schedule]
kind = "lineups"
lineups = {{ one = {{ "3" = "reader", "*" = "bot" }} }}
"""


@pytest.mark.slow
def test_an_arena_names_the_version_of_a_pool_and_reads_no_later_one(
    wolftui: Program, tmp_path: Path
) -> None:
    built(wolftui, 2)
    file, folder = tmp_path / "arena.toml", tmp_path / "played"

    def play(deals: int) -> int:
        file.write_text(ARENA.format(deals=deals, pool=":pool=m"), encoding="utf-8")
        return wolftui("arena", str(file), "--into", str(folder)).code

    assert play(1) == 0
    (version,) = read_arena(folder / "arena.toml").pools.items()
    assert (version[0], version[1].revision) == ("m", 2)
    done(wolftui, *BOTS[:-2], "--seat", "*=bot:hard", "--seed", "77")
    done(wolftui, "experience", "add", "m", str(games_folder()))
    assert play(2) == 0, "the pool has learned more, and the arena still reads what it began with"
    read = {
        each.revision
        for path in (folder / "games").iterdir()
        if (about := read_game(path).about)
        for each in about.pools
    }
    assert read == {2}
    game = next(iter(PoolFile(pools_file()).read("m"))).tags.game
    done(wolftui, "experience", "forget", "m", game)
    ran = wolftui("arena", str(file), "--into", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert "pools.m: the pool `m` is not what it was when the arena began." in ran.err


@pytest.mark.parametrize("pool", ["", ":pool=gone"])
def test_an_arena_reads_no_pool_that_others_do_not_have(
    wolftui: Program, tmp_path: Path, pool: str
) -> None:
    file, folder = tmp_path / "arena.toml", tmp_path / "played"
    file.write_text(ARENA.format(deals=1, pool=pool), encoding="utf-8")
    ran = wolftui("arena", str(file), "--into", str(folder))
    assert (ran.code, ran.out, folder.exists()) == (2, "", False)
    assert (
        "there is no pool `gone`" if pool else "players.reader: would read your pool"
    ) in ran.err


def test_a_damaged_file_of_pools_is_said_before_the_game(wolftui: Program) -> None:
    pools_file().parent.mkdir(parents=True, exist_ok=True)
    pools_file().write_text("no database\n" * 1000)
    ran = wolftui(*PLUS, "--seat", "3=plus:embedder=ada@m")
    assert ran.code == 2
    assert f"{pools_file()}: is damaged" in ran.err
    assert "wolftui experience build" in ran.err
    ran = wolftui(*PLUS, "--seat", "*=bot", "--learn", "m")
    assert ran.code == 2


def test_damaged_vectors_are_said_before_the_game(wolftui: Program) -> None:
    built(wolftui, 1)
    with closing(sqlite3.connect(pools_file())) as damaged, damaged:
        damaged.execute("UPDATE experiences SET vector = zeroblob(8) WHERE id = 1")
    ran = wolftui(*PLUS, "--seat", f"{SEAT}@m")
    assert ran.code == 2
    assert "is damaged (vectors of `m` have a wrong length)" in ran.err
    assert len(list(games_folder().iterdir())) == 1


def test_a_pool_whose_embedder_is_gone_is_said_before_the_game(wolftui: Program) -> None:
    built(wolftui)
    tables = config_file().read_text().replace("text-embedding-ada-002", "text-embedding-3-small")
    config_file().write_text(tables)
    ran = wolftui(*PLUS, "--seat", f"{SEAT}@m")
    assert ran.code == 2
    assert "there is no embedder `text-embedding-ada-002`" in ran.err


def test_the_embedders_of_the_help_are_those_there_are() -> None:
    assert EMBEDDERS == (DEFAULT, FORMER)
