"""Arenas on a dask cluster: separate processes, of which one is killed in the middle, and then the
scheduler."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.core.arena.machines import Machines, cluster
from tests.own_players import AGENT
from wolfcore.arena import ArenaPlan, Row
from wolfcore.arena.cluster import has_worker
from wolfcore.arena.game_rows import ArenaPlayer, ArenaSetup
from wolfcore.arena.remote_games import without_timing
from wolfcore.arena.runner import ArenaRun
from wolfcore.errors import ConfigError
from wolfcore.records import read_game
from wolfcore.seating import allow_named_players

pytest.importorskip("distributed", reason="needs distributed, which `make test` installs")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

PLAN = ArenaPlan(
    boards=("sla7", "duel6"),
    deals=8,
    seed=90,
    players={"hard": "bot:hard", "bot": "bot", "chance": "random"},
)
"""96 games, 12 chunks."""


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with cluster(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def table() -> list[Row]:
    tables = ArenaPlayer(ArenaSetup(plan=PLAN))
    return [without_timing(tables.play(number)) for number in range(96)]


def assert_found_out(folder: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that plays otherwise than this machine is found out by its first game."""
    play = ArenaPlayer.play

    def other(self: ArenaPlayer, number: int) -> Row:
        return replace(play(self, number), digest="another")

    run = ArenaRun(folder, replace(PLAN, keep=False), scheduler=address)
    with monkeypatch.context() as patch:
        patch.setattr(ArenaPlayer, "play", other)
        with pytest.raises(ConfigError, match=r"plays game \d+ differently from this machine"):
            list(run.play_missing())
    assert not run.rows
    run.close()


@pytest.mark.slow
def test_a_cluster_whose_worker_is_killed_and_then_its_scheduler(
    tmp_path: Path, table: list[Row], machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found_out(tmp_path / "otherwise", machines.address, monkeypatch)
    folder = tmp_path / "a"
    run = ArenaRun(folder, PLAN, scheduler=machines.address)
    given: list[int] = []
    with pytest.raises(
        ConfigError, match=r"the scheduler no longer answers\. The games before are saved"
    ) as caught:
        for row in run.play_missing():
            given.append(row.game)
            if len(given) == 9:
                time.sleep(2)  # so that it dies with results that nobody has taken yet
                machines.workers[0].send_signal(signal.SIGKILL)
                machines.workers[0].wait()
            if (
                len(given) == 40
            ):  # the first had at least one of eight games that the second has played since
                machines.scheduler.send_signal(signal.SIGKILL)
                machines.scheduler.wait()
    assert "\n" not in str(caught.value)
    assert machines.address in str(caught.value)
    assert 40 <= len(given) < 96
    run.close()

    run = ArenaRun(folder, PLAN)
    assert sorted(run.rows) == sorted(given)
    given += [row.game for row in run.play_missing()]
    rows = [run.rows[number] for number in sorted(run.rows)]
    run.close()
    assert len(given) == len(set(given)) == 96
    assert [without_timing(row) for row in rows] == table
    assert {each.name for each in (folder / "games").iterdir()} == {
        Path(row.folder).name for row in rows
    }
    for row in rows[:3]:
        saved = read_game(folder / row.folder)
        assert saved.digest is not None
        assert (saved.id, saved.spec.seed) == (Path(row.folder).name, row.seed)


@pytest.mark.slow
def test_own_players_play_on_workers_that_have_their_code(
    tmp_path: Path, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT, "utf-8")
    plan = replace(PLAN, deals=1, players={"own": f"{agent}:mine", "bot": "bot"})
    allow_named_players(plan.players.values())
    run = ArenaRun(tmp_path / "a", plan, scheduler=machines.address)
    assert len([row for row in run.play_missing() if not row.broken]) == 4
    run.close()
    # The working folder of the workers has no such file.
    monkeypatch.chdir(tmp_path)
    plan = replace(plan, players={"own": "./agent.py:mine", "bot": "bot"})
    allow_named_players(plan.players.values())
    run = ArenaRun(tmp_path / "b", plan, scheduler=machines.address)
    with pytest.raises(ConfigError, match=r"a worker cannot seat a player: .* cannot be read"):
        list(run.play_missing())
    run.close()


@pytest.mark.slow
def test_an_address_where_nobody_is_does_not_hold_up_the_end_of_the_program(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from wolfcore.arena import ArenaPlan
from wolfcore.arena.runner import ArenaRun
from wolfcore.errors import ConfigError
run = ArenaRun(Path({str(tmp_path / "a")!r}), ArenaPlan(deals=1, players={{"a": "bot", "b": "random"}}), scheduler="nonsense")
try:
    list(run.play_missing())
except ConfigError as error:
    print(error.problem)
run.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=40
    )
    assert (done.stdout, done.stderr) == ("no scheduler answers\n", "")


def test_nobody_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wolfcore.arena.cluster._REACH", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        run = ArenaRun(tmp_path / "a", PLAN, scheduler=address)
        with pytest.raises(ConfigError, match=f"{address}: no scheduler answers"):
            list(run.play_missing())
        run.close()


def test_a_scheduler_has_five_seconds_to_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def connect(_address: str, **limits: float) -> None:
        waited.append(limits["timeout"])
        raise TimeoutError

    monkeypatch.setattr("distributed.comm.connect", connect)
    run = ArenaRun(tmp_path / "a", PLAN, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ConfigError, match="`dask scheduler` starts one"):
        list(run.play_missing())
    run.close()
    assert waited == [5.0]


@pytest.mark.slow
def test_a_scheduler_without_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machines: Machines
) -> None:
    for worker in machines.workers:
        worker.kill()
        worker.wait()
    monkeypatch.setattr("wolfcore.arena.cluster._PATIENCE", 3.0)
    run, told = ArenaRun(tmp_path / "a", PLAN, scheduler=machines.address), list[str]()
    run.tell = told.append
    with pytest.raises(ConfigError, match="the scheduler has no worker"):
        list(run.play_missing())
    assert [machines.address in words for words in told] == [True]
    run.close()


class Lonely:
    """A client of a scheduler whose first worker joins after some looks."""

    status = "running"

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def wait_for_workers(self, n_workers: int, *, timeout: float) -> None:
        self.looks -= n_workers
        if self.looks >= 0:
            raise TimeoutError


@pytest.mark.parametrize(
    ("looks", "stops", "joins", "sentences"),
    [
        (0, 99, True, 0),
        (4, 99, True, 0),
        (20, 99, True, 1),
        (20, 10, False, 1),
        (400, 999, None, 1),
    ],
)
def test_a_wait_for_the_first_worker_is_told_once_and_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch, looks: int, stops: int, joins: bool | None, sentences: int
) -> None:
    client, told = Lonely(looks), list[str]()
    # A look takes 0.2 seconds.
    clock = SimpleNamespace(monotonic=lambda: 0.2 * (looks - client.looks))
    monkeypatch.setattr("wolfcore.arena.cluster.time", clock)

    def waited() -> bool:
        address = "tcp://10.0.0.1:8786"
        return has_worker(client, address, lambda: looks - client.looks >= stops, told.append)

    if joins is None:
        with pytest.raises(ConfigError, match="the scheduler has no worker"):
            waited()
    else:
        assert waited() is joins
    assert len(told) == sentences
    for words in told:
        assert "30 seconds are waited" in words
        assert "`dask worker tcp://10.0.0.1:8786`" in words


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = ArenaRun(tmp_path / "a", PLAN, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(
        ConfigError, match=r"a cluster needs distributed, which is not installed\. .*\[cluster\]"
    ):
        list(run.play_missing())
    run.close()
