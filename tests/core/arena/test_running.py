"""Arenas as folders: whatever happens, they go on, play nothing twice and come to the same table."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from multiprocessing import active_children
from pathlib import Path

import msgspec
import pytest
import tomli_w
from msgspec.structs import replace

from wolfcore.arena import (
    ArenaPlan,
    Limits,
    PlannedGame,
    Row,
    Schedule,
    WorkerDied,
    read_arena,
    runner,
)
from wolfcore.arena.game_rows import ArenaPlayer, ArenaSetup
from wolfcore.arena.integrity import ARENA_FILE, with_embedder
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import RowStore, read_rows
from wolfcore.arena.validation import check_new_arena
from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError, MemoryProblem
from wolfcore.memory import Experience
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.pool_search import write_experiences
from wolfcore.records import ABOUT_FILE, DIGEST_FILE, LOG_FILE, read_game
from wolfcore.table import verify

PLAN = ArenaPlan(
    boards=("sla7", "duel6"),
    deals=3,
    seed=40,
    players={"hard": "bot:hard", "bot": "bot", "chance": "random"},
    schedule=Schedule(kind="pairs"),
)
SMALL = replace(PLAN, boards=("sla7",), deals=2, players={"bot": "bot", "chance": "random"})


def plain(rows: list[Row]) -> list[Row]:
    """Rows without what differs from run to run."""
    return [replace(row, seconds=0.0, folder="") for row in rows]


def played(folder: Path, plan: ArenaPlan, jobs: int = 1) -> list[Row]:
    run = ArenaRun(folder, plan, jobs=jobs)
    try:
        list(run.play_missing())
        assert not run.missing
        return [run.rows[number] for number in sorted(run.rows)]
    finally:
        run.close()


@pytest.fixture(scope="module")
def table() -> list[Row]:
    """The whole table of `PLAN`."""
    tables = ArenaPlayer(ArenaSetup(plan=PLAN))
    return plain([tables.play(number) for number in range(36)])


@pytest.mark.slow
def test_an_arena_is_played_once_and_kept(tmp_path: Path, table: list[Row]) -> None:
    rows = played(tmp_path / "a", PLAN)
    assert plain(rows) == table
    assert read_rows(tmp_path / "a" / "games.sqlite") == rows
    assert {row.winner for row in rows} <= {"wolves", "village", None}
    for row in rows:
        saved = read_game(tmp_path / "a" / row.folder)
        assert saved.result is not None
        assert (saved.spec.seed, saved.result.winner, saved.result.days) == (
            row.seed,
            row.winner,
            row.days,
        )
    run = ArenaRun(tmp_path / "a", PLAN)
    assert list(run.play_missing()) == []
    run.close()
    assert len(list((tmp_path / "a" / "games").iterdir())) == 36
    assert not list((tmp_path / "a").glob("aside-*"))


@pytest.mark.slow
def test_two_processes_come_to_the_same_table(tmp_path: Path, table: list[Row]) -> None:
    assert plain(played(tmp_path / "a", replace(PLAN, keep=False), jobs=2)) == table
    assert not list((tmp_path / "a" / "games").iterdir())


def test_repeats_are_other_games_of_the_same_deal(tmp_path: Path) -> None:
    rows = played(tmp_path / "a", replace(SMALL, repeats=3, keep=False))
    assert len(rows) == 2 * 2 * 3
    for first in range(0, 12, 3):
        assert len({row.roles for row in rows[first : first + 3]}) == 1
        assert len({row.digest for row in rows[first : first + 3]}) == 3
    kept = [
        read_game(tmp_path / "b" / row.folder)
        for row in played(tmp_path / "b", replace(SMALL, repeats=2, deals=1))
    ]
    assert len({saved.spec.names for saved in kept}) == 1
    assert all(verify(saved).finished for saved in kept)


def test_a_stopped_arena_goes_on_where_it_was(tmp_path: Path, table: list[Row]) -> None:
    part = replace(PLAN, limits=Limits(games=5))
    run = ArenaRun(tmp_path / "a", part)
    assert [row.game for row in run.play_missing()] == [0, 1, 2, 3, 4]
    assert [row.game for row in run.play_missing()] == [5, 6, 7, 8, 9]
    assert [row.game for row in run.play_missing(lambda: len(run.rows) == 12)] == [10, 11]
    run.close()
    assert plain(played(tmp_path / "a", PLAN)) == table


@pytest.mark.slow
def test_a_longer_arena_keeps_what_was_played(tmp_path: Path, table: list[Row]) -> None:
    played(tmp_path / "a", replace(PLAN, deals=1))
    times = {row.game: row.seconds for row in read_rows(tmp_path / "a" / "games.sqlite")}
    rows = played(tmp_path / "a", PLAN)
    assert plain(rows) == table
    assert {row.game: row.seconds for row in rows[: len(times)]} == times
    with pytest.raises(ConfigError, match="it already has 3 deals"):
        ArenaRun(tmp_path / "a", replace(PLAN, deals=2))


@pytest.mark.slow
def test_a_process_that_dies_loses_no_game(tmp_path: Path, table: list[Row]) -> None:
    run = ArenaRun(tmp_path / "a", PLAN, jobs=2)
    given: list[int] = []
    with pytest.raises(WorkerDied):
        for row in run.play_missing():
            given.append(row.game)
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGKILL)
    run.close()
    assert 0 < len(given) < 36
    run = ArenaRun(tmp_path / "a", PLAN, jobs=2)
    assert sorted(run.rows) == sorted(given)
    given += [row.game for row in run.play_missing()]
    assert sorted(given) == list(range(36))
    assert plain(list(run.rows.values())) == [table[number] for number in run.rows]
    run.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_whoever_stops_listening_leaves_nothing_behind(tmp_path: Path, jobs: int) -> None:
    run = ArenaRun(tmp_path / "a", PLAN, jobs=jobs)
    rows = run.play_missing()
    first = next(rows)
    rows.close()
    assert list(run.rows.values()) == [first]
    assert not list((tmp_path / "a").glob("aside-*"))
    assert not active_children()
    run.close()


def test_games_that_cannot_be_put_in_their_place(tmp_path: Path) -> None:
    run = ArenaRun(tmp_path / "a", SMALL)
    (tmp_path / "a" / "games").rmdir()
    with pytest.raises(ConfigError, match="games: cannot be written"):
        list(run.play_missing())
    assert not run.rows
    run.close()


def test_rows_can_be_read_while_an_arena_is_played(tmp_path: Path) -> None:
    run = ArenaRun(tmp_path / "a", SMALL)
    for number, row in enumerate(run.play_missing()):
        rows = read_rows(tmp_path / "a" / "games.sqlite")
        assert len(rows) == number + 1
        assert rows[-1] == row
    run.close()


PROGRAM = """
import sys
from pathlib import Path
from wolfcore.arena import runner
from tests.core.arena.test_running import PLAN
run = runner.ArenaRun(Path(sys.argv[1]), PLAN, jobs=int(sys.argv[2]))
print("ready", flush=True)
for row in run.play_missing():
    print(row.game, flush=True)
"""


def killed(folder: Path, jobs: int, after: float) -> list[int]:
    """Have a process play, and kill it so many seconds after it began to; the games that it gave."""
    command = [sys.executable, "-c", PROGRAM, str(folder), str(jobs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        return [int(line) for line in process.stdout]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_many_moments_it_comes_to_the_same_table(
    tmp_path: Path, table: list[Row], jobs: int
) -> None:
    given: list[int] = []
    for turn in range(int(os.environ.get("WOLFTUI_KILLS", "4"))):
        given += killed(tmp_path / "a", jobs, 0.02 + 0.05 * (turn % 5))
    assert len(given) == len(set(given))  # no game twice
    rows = played(tmp_path / "a", PLAN)
    assert plain(rows) == table
    kept = {each.name for each in (tmp_path / "a" / "games").iterdir()}
    assert kept == {Path(row.folder).name for row in rows}


def test_a_game_that_is_over_and_has_no_row_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    rows = played(folder, SMALL)
    with sqlite3.connect(folder / "games.sqlite") as kept:
        kept.execute("DELETE FROM games WHERE game IN (1, 2)")
    kept.close()
    run = ArenaRun(folder, SMALL)
    assert (run.recovered, run.missing) == (2, [])
    assert [replace(run.rows[number], seconds=0.0) for number in range(4)] == [
        replace(row, seconds=0.0) for row in rows
    ]
    run.close()


@pytest.mark.parametrize("begun", ["20000101-sla7-aaaaaa", "29990101-sla7-aaaaaa"])
def test_of_two_folders_of_one_game_the_finished_one_counts(tmp_path: Path, begun: str) -> None:
    """Whichever of the two is listed first."""
    plan = replace(SMALL, deals=1)
    rows = played(tmp_path / "a", plan)
    finished = tmp_path / "a" / rows[0].folder
    other = finished.with_name(begun)
    shutil.copytree(finished, other)
    log = (other / LOG_FILE).read_bytes().splitlines(keepends=True)
    (other / LOG_FILE).write_bytes(b"".join(log[:-1]))
    (other / DIGEST_FILE).unlink()
    about = (other / ABOUT_FILE).read_text(encoding="utf-8")
    (other / ABOUT_FILE).write_text(about.replace(finished.name, begun), encoding="utf-8")
    (tmp_path / "a" / "games.sqlite").unlink()
    run = ArenaRun(tmp_path / "a", plan)
    assert sorted(run.rows) == [row.game for row in rows]
    assert run.rows[rows[0].game].folder == rows[0].folder
    run.close()


def test_a_table_that_was_lost_is_made_again_from_the_games(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    rows = plain(played(folder, SMALL))
    for file in folder.glob("games.sqlite*"):
        file.unlink()
    run = ArenaRun(folder, SMALL)
    assert (run.recovered, run.missing) == (4, [])
    run.close()
    assert plain(read_rows(folder / "games.sqlite")) == rows


def test_two_names_of_one_player_are_told_apart_by_the_table_alone(tmp_path: Path) -> None:
    twins = replace(SMALL, players={"bot": "bot", "same": "bot"})
    folder = tmp_path / "a"
    rows = plain(played(folder, twins))
    (folder / "games.sqlite").unlink()
    assert plain(played(folder, twins)) == rows


# -- what can be wrong


def test_two_processes_in_one_folder(tmp_path: Path) -> None:
    run = ArenaRun(tmp_path / "a", SMALL)
    with pytest.raises(ConfigError, match="is in use by another wolftui process"):
        ArenaRun(tmp_path / "a", SMALL)
    run.close()
    ArenaRun(tmp_path / "a", SMALL).close()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (replace(SMALL, seed=41), "`seed` is 40 there, but 41 in the file"),
        (
            replace(SMALL, players={"bot": "bot:hard", "chance": "random"}),
            "`players.bot` is bot there, but bot:hard in the file",
        ),
        (
            replace(SMALL, players={**SMALL.players, "c": "bot"}),
            "`players.c` is missing there, but bot in the file",
        ),
        (
            replace(SMALL, players={"chance": "random", "bot": "bot"}),
            "its players are in another order",
        ),
        (
            replace(SMALL, schedule=Schedule(kind="mixed")),
            "`schedule.kind` is pairs there, but mixed in the file",
        ),
        (replace(SMALL, keep=False), "`keep` is True there"),
    ],
)
def test_a_changed_file(tmp_path: Path, changed: ArenaPlan, says: str) -> None:
    ArenaRun(tmp_path / "a", SMALL).close()
    with pytest.raises(ConfigError, match="holds another arena") as caught:
        ArenaRun(tmp_path / "a", changed)
    assert says in str(caught.value)
    ArenaRun(tmp_path / "a", replace(SMALL, limits=Limits(minutes=3.0))).close()


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="is not the folder of an arena"):
        ArenaRun(tmp_path, SMALL)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def scribbled(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4096:4196] = b"x" * 100
    file.write_bytes(data)


def told(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as table:
        table.execute(statement)
    table.close()


def foreign(file: Path) -> None:
    file.unlink()
    told(file, "CREATE TABLE things (name)")


def later(file: Path) -> None:
    told(file, "PRAGMA user_version = 9")


def text(file: Path) -> None:
    file.write_text("game,winner\n" * 100)


def without_checksums(file: Path) -> None:
    """As earlier versions wrote it."""
    told(file, "DELETE FROM about WHERE key GLOB 'row *'")


def dealt(file: Path) -> None:
    without_checksums(file)
    told(file, "UPDATE games SET roles = (SELECT roles FROM games WHERE game = 2) WHERE game = 0")


def odd(file: Path) -> None:
    without_checksums(file)
    told(file, "UPDATE games SET roles = '[\"Pope\"]' WHERE game = 0")


def nobody_won(file: Path) -> None:
    told(file, "UPDATE games SET winner = NULL WHERE game = 0")


def another_key(file: Path) -> None:
    told(file, "UPDATE about SET key = 'rOw 0' WHERE key = 'row 0'")
    told(file, "UPDATE games SET folder = 'gaMes/a' WHERE game = 0")


def endless_cost(file: Path) -> None:
    without_checksums(file)
    told(file, "UPDATE games SET cost = 9e999 WHERE game = 0")


def deep(file: Path) -> None:
    brackets = "[" * 100_000
    told(file, f"UPDATE games SET roles = '{brackets}' WHERE game = 0")


def test_a_row_that_is_missing_is_said_by_a_table_and_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    rows = plain(played(folder, SMALL))
    told(folder / "games.sqlite", "DELETE FROM games WHERE game = 1")
    with pytest.raises(ConfigError, match="is damaged \\(game 1 is missing\\)"):
        read_rows(folder / "games.sqlite")
    assert plain(played(folder, SMALL)) == rows
    assert len(read_rows(folder / "games.sqlite")) == len(rows)


def test_rows_of_earlier_versions_are_read_and_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    played(folder, SMALL)
    without_checksums(folder / "games.sqlite")
    assert len(read_rows(folder / "games.sqlite")) == 4
    assert len(played(folder, replace(SMALL, deals=SMALL.deals + 1))) == 6


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (cut, "is damaged"),
        (scribbled, "is damaged"),
        (foreign, "is a file of another program"),
        (later, "was made by another version"),
        (text, "is damaged"),
        (dealt, "game 0 has another deal"),
        (odd, "is damaged \\(game 0"),
        (another_key, "is damaged \\(game 0 was changed"),
        (nobody_won, "is damaged \\(game 0 was changed"),
        (endless_cost, "is damaged \\(game 0: it has a value that no game has"),
        (deep, "is damaged \\(game 0: it nests deeper than 40 levels"),
    ],
)
def test_a_table_that_is_none(tmp_path: Path, harm: Callable[[Path], None], says: str) -> None:
    folder = tmp_path / "a"
    rows = plain(played(folder, SMALL))
    harm(folder / "games.sqlite")
    before = (folder / "games.sqlite").read_bytes()
    with pytest.raises(ConfigError, match=says) as caught:
        ArenaRun(folder, SMALL)
    assert "\n" not in str(caught.value)
    assert "games.sqlite" in str(caught.value)
    assert (folder / "games.sqlite").read_bytes() == before
    (folder / "games.sqlite").rename(tmp_path / "away")  # as the hint says
    assert plain(played(folder, SMALL)) == rows


def test_a_table_that_was_just_begun(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    ArenaRun(folder, SMALL).close()
    for file in folder.glob("games.sqlite*"):
        file.unlink()
    (folder / "games.sqlite").touch()
    with pytest.raises(ConfigError, match="holds no games"):
        read_rows(folder / "games.sqlite")
    assert len(played(folder, SMALL)) == 4


def test_no_game_has_two_rows(tmp_path: Path) -> None:
    row = ArenaPlayer(ArenaSetup(plan=SMALL)).play(0)
    store = RowStore(tmp_path / "a.sqlite")
    store.add(row)
    with pytest.raises(ConfigError, match="already has this game"):
        store.add(row)
    store.set_about("key", "value")
    assert store.about() == {"key": "value"}
    store.close()


def test_the_rows_file_of_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked file is told as such; what this process adds is seen by others, and stays."""
    file, row = tmp_path / "a.sqlite", ArenaPlayer(ArenaSetup(plan=SMALL)).play(0)
    store = RowStore(file)
    store.add(row)
    assert read_rows(file) == [row]
    other = (
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM games').close()"
    )
    subprocess.run([sys.executable, "-S", "-c", other, file], check=True)
    assert file.with_name("a.sqlite-wal").exists(), "the other process took it for unused"
    store.close()
    monkeypatch.setattr("wolfcore.arena.store._WAIT", 0)
    with closing(sqlite3.connect(file, isolation_level=None)) as kept:
        kept.execute("PRAGMA locking_mode = EXCLUSIVE")
        kept.execute("BEGIN EXCLUSIVE")
        for use in (read_rows, RowStore):
            with pytest.raises(
                ConfigError, match=r"is locked\)\. Another process uses it; try again"
            ):
                use(file)


def test_a_player_that_plays_otherwise_than_before(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    played(folder, SMALL)
    without_checksums(folder / "games.sqlite")
    told(folder / "games.sqlite", "UPDATE games SET digest = 'another' WHERE game = 0")
    with pytest.raises(ConfigError, match="no longer plays as before \\(game 0 differs\\)"):
        ArenaRun(folder, SMALL)


def test_a_player_that_vanished(tmp_path: Path) -> None:
    plan = replace(
        SMALL, players={"bot": "bot", "learned": "sla:bots:policy=/nowhere/mine.safetensors"}
    )
    with pytest.raises(ConfigError, match="mine"):
        ArenaRun(tmp_path / "a", plan)


def test_a_game_that_breaks_has_a_row_that_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wolfcore.players import RandomPlayer

    def broken(self: object, view: object, ask: object, desk: object) -> object:
        raise ValueError("no hands")

    run = ArenaRun(tmp_path / "a", SMALL)
    monkeypatch.setattr(RandomPlayer, "answer_now", broken)
    rows = list(run.play_missing())
    run.close()
    assert len(rows) == 4
    assert all("no hands" in row.broken and row.winner is None and not row.digest for row in rows)
    assert read_rows(tmp_path / "a" / "games.sqlite") == rows


def test_models_need_somebody_who_plays_them(tmp_path: Path) -> None:
    plan = replace(SMALL, players={"bot": "bot", "model": "vanilla@gpt"})
    run = ArenaRun(tmp_path / "a", plan)
    with pytest.raises(ConfigError, match="has players with a model, which cannot play here"):
        list(run.play_missing())
    run.close()

    def waiting(
        games: Sequence[PlannedGame], left: Mapping[int, Path], enough: Callable[[], bool]
    ) -> Iterator[Row]:
        del left, enough
        yield from (
            replace(ArenaPlayer(ArenaSetup(plan=SMALL)).play(0), game=each.game) for each in games
        )

    run = ArenaRun(tmp_path / "b", plan, waiting=waiting)
    assert [row.game for row in run.play_missing()] == [0, 1, 2, 3]
    run.close()


def test_nothing_that_was_played_is_lost_where_a_row_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ArenaRun(tmp_path / "a", SMALL)
    add, rows = RowStore.add, list[Row]()

    def full(self: RowStore, *new: Row) -> None:
        if len(rows) == 1:
            raise ConfigError("cannot be used (database or disk is full)")
        rows.extend(new)
        add(self, *new)

    monkeypatch.setattr(runner.RowStore, "add", full)
    with pytest.raises(ConfigError, match="disk is full"):
        list(run.play_missing())
    run.close()
    monkeypatch.undo()
    again = ArenaRun(tmp_path / "a", SMALL)
    assert (again.recovered, again.missing) == (1, [2, 3])
    again.close()


def test_an_arena_goes_on_with_the_embedder_that_it_began_with(tmp_path: Path) -> None:
    plan = replace(SMALL, players={"bot": "bot", "model": "xu2023@gpt"})
    ArenaRun(tmp_path / "new", plan).close()
    held = tmp_path / "new" / ARENA_FILE
    assert read_arena(held).embedder == with_embedder(tmp_path / "new", plan).embedder == DEFAULT
    held.write_text(
        "\n".join(
            line for line in held.read_text("utf-8").splitlines() if not line.startswith("embedder")
        ),
        "utf-8",
    )
    assert with_embedder(tmp_path / "new", plan).embedder == FORMER, (
        "it began before that was written down"
    )
    run = ArenaRun(tmp_path / "new", plan)
    run.close()
    assert read_arena(held).embedder == run.plan.embedder == FORMER
    with pytest.raises(
        ConfigError, match=f"`embedder` is {FORMER} there, but {DEFAULT} in the file"
    ):
        ArenaRun(tmp_path / "new", replace(plan, embedder=DEFAULT))


def test_an_arena_of_house_bots_compares_nothing(tmp_path: Path) -> None:
    ArenaRun(tmp_path / "a", SMALL).close()
    assert read_arena(tmp_path / "a" / ARENA_FILE) == SMALL


LEARNED = replace(
    SMALL, boards=("classic9",), deals=1, players={"learned": "sla:bots=hard", "chance": "random"}
)


@pytest.mark.slow
def test_a_new_arena_refuses_a_policy_where_it_is_worse_and_one_that_began_goes_on(
    tmp_path: Path,
) -> None:
    with pytest.raises(ConfigError, match=r"`sla-acts` is worse than bot:hard .* on classic9"):
        check_new_arena(LEARNED)
    anyway = replace(LEARNED, players={**LEARNED.players, "learned": "sla:bots=hard:anyway"})
    assert check_new_arena(anyway) == ()
    assert plain(played(tmp_path / "begun", LEARNED)) == plain(played(tmp_path / "new", anyway))
    other_bots = "`learned`: its policy was measured against version 1 of bot:hard, not "
    (note,) = check_new_arena(replace(LEARNED, boards=("sla7",)))
    assert note == f"{other_bots}{BOTS_VERSION}."


def test_an_arena_refuses_what_changes_nothing_in_the_seats_that_a_player_gets() -> None:
    lineups = {"a": {"village": "quiet", "wolves": "hard"}}
    plan = replace(
        SMALL,
        players={"quiet": "bot:hard:quiet", "hard": "bot:hard"},
        schedule=Schedule(kind="lineups", lineups=lineups),
    )
    with pytest.raises(ConfigError, match="the style `quiet` is for wolves"):
        check_new_arena(plan)
    for kind in ("pairs", "mixed"):
        assert check_new_arena(replace(plan, schedule=Schedule(kind=kind))) == ()
    tested = Schedule(kind="tested", tested="wolves", baseline="hard")
    assert check_new_arena(replace(plan, schedule=tested)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bot:hard", "bot:hard:default"),
        ("bot", "bot:normal"),
        ("bot:hard:quiet", "bot:quiet:hard"),
        ("sla:bots=hard", "sla:bots=hard:anyway"),
    ],
)
def test_an_arena_ranks_no_player_as_two(one: str, other: str) -> None:
    plan = replace(SMALL, players={"a": one, "b": other, "c": "random"})
    with pytest.raises(ConfigError, match="is the same player as `a`"):
        check_new_arena(plan)
    # Equal words are a wish to compare a player with itself.
    notes = check_new_arena(replace(plan, players={"a": one, "b": one, "c": "random"}))
    assert len(notes) == (2 if one.startswith("sla") else 0)


def test_a_pool_file_is_named_by_digest_and_no_other_one_is_read_later(tmp_path: Path) -> None:
    pool, folder = tmp_path / "pool.jsonl", tmp_path / "arena"
    lesson = Experience(1, "plus", "It is day 1.", "vote for a suspect", 1.0)
    write_experiences(pool, [lesson])
    word = f"plus:bots=easy:candidates=3:experience=plus:pool={pool}"
    plan = replace(SMALL, boards=("duel6",), deals=1, players={"reader": word, "chance": "random"})
    played(folder, plan)
    digest = sha256(pool.read_bytes()).hexdigest()
    assert read_arena(folder / ARENA_FILE).pool_digests == {"reader": digest}
    write_experiences(pool, [lesson, replace(lesson, id=2)])
    with pytest.raises(ConfigError, match="is not what it was when the arena began"):
        played(folder, plan)
    # An arena that began before digests were written names none, and goes on.
    earlier = read_arena(folder / ARENA_FILE)
    (folder / ARENA_FILE).write_bytes(
        tomli_w.dumps(msgspec.to_builtins(replace(earlier, pool_digests={}))).encode()
    )
    played(folder, replace(plan, deals=2))
    assert read_arena(folder / ARENA_FILE).pool_digests == {}
    # The file of an arena, copied, still names the pool that it is about.
    with pytest.raises(ConfigError, match="is not what it was when the arena began"):
        ArenaRun(tmp_path / "new", earlier)
    pool.unlink()
    with pytest.raises(MemoryProblem, match="No such file"):
        ArenaRun(tmp_path / "new", plan)
    assert not (tmp_path / "new").exists()
