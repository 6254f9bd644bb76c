"""A dask cluster of separate processes on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HERE = ("--host", "127.0.0.1", "--no-dashboard")


class Machines(NamedTuple):
    """A cluster of this machine: its address, scheduler and workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def begun(program: str, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *HERE, *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def cluster(folder: Path) -> Generator[Machines]:
    """A scheduler and two workers for the block, whose files lie in a folder."""
    from distributed import Client  # the quick tests have no cluster

    file = folder / "scheduler.json"
    scheduler = begun("scheduler", "--port", "0", "--scheduler-file", str(file))
    given_up = time.monotonic() + 60
    while not file.exists() or not file.read_text():
        assert time.monotonic() < given_up
        time.sleep(0.05)
    address = str(json.loads(file.read_text())["address"])
    alone = (
        "--nworkers",
        "1",
        "--nthreads",
        "1",
        "--no-nanny",
        "--memory-limit",
        "0",
        "--local-directory",
        str(folder),
    )
    workers = [begun("worker", address, *alone) for _ in range(2)]
    try:
        with Client(address, timeout="60s") as client:
            client.wait_for_workers(len(workers), timeout=60)
        yield Machines(address, scheduler, workers)
    finally:
        for each in (*workers, scheduler):
            each.kill()
            each.wait()
