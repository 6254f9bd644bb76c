"""A process that plays is killed without warning; the game goes on and ends as the undisturbed one.

`WOLFTUI_KILLS=300 pytest tests/core/table/test_killed.py` kills at that many moments; twenty are
enough for every day.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.players.sitters import a_spec, new_folder, played, talkers
from wolfcore.records import JOURNAL_FILE, LOG_FILE, read_game
from wolfcore.table import play_now, resume, verify

PLAYING = """
import asyncio, os, pathlib, signal, sys
path, board, way, dies_at, torn = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5] == "torn"
from wolfcore.table import Table, play_now, resume
from tests.core.players.sitters import a_spec, talkers
resumed, spec = resume(path), a_spec(board)
really_write, count = os.write, 0

def write(file, data):
    global count
    count += 1
    if count == dies_at:
        if torn:
            really_write(file, data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return really_write(file, data)

os.write = write
if way == "table":
    asyncio.run(Table(resumed.game, talkers(spec), folder=resumed.folder, journal=resumed.journal).run())
else:
    play_now(resumed.game, talkers(spec), resumed.folder, resumed.journal)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
@pytest.mark.parametrize("case", range(int(os.environ.get("WOLFTUI_KILLS", "20"))))
def test_kill_9_at_a_random_moment_loses_nothing(tmp_path: Path, case: int) -> None:
    chance = random.Random(f"moment {case}")
    board, way = (
        chance.choice(["duel6", "sla7", "helmsman7", "xu7"]),
        chance.choice(["table", "quick"]),
    )
    whole = played(tmp_path / "whole", spec := a_spec(board))
    batches = len(whole.journal) // 4
    dies_at, torn = chance.randrange(1, 2 * batches), chance.choice(["torn", "whole"])
    folder = new_folder(tmp_path, spec)
    folder.close()
    command = [sys.executable, "-c", PLAYING, str(folder.path), board, way, str(dies_at), torn]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -9, done.stderr.decode()
    left = read_game(folder.path)
    assert left.result is None
    assert whole.log.startswith(left.log)
    answered = set(left.journal)
    resumed = resume(folder.path)
    assert answered <= set(resumed.journal)
    play_now(resumed.game, talkers(spec), resumed.folder, resumed.journal)
    assert (folder.path / LOG_FILE).read_bytes() == whole.log
    assert verify(read_game(folder.path)).finished
    lines = (folder.path / JOURNAL_FILE).read_bytes().splitlines()
    assert len(lines) == len(whole.journal), "nobody was asked twice for what was on disk"


FOLLOWED = """
import pathlib, sys
from wolfcore.game import Answer
from wolfcore.table import play_now, resume
from tests.core.players.sitters import Talker, a_spec

class Telling(Talker):
    def answer_now(self, view, ask, desk):
        sys.stdout.write(ask.id + "\\n"); sys.stdout.flush()
        return super().answer_now(view, ask, desk)

resumed = resume(pathlib.Path(sys.argv[1]))
play_now(resumed.game, dict.fromkeys(range(1, 13), Telling()), resumed.folder, resumed.journal)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_kill_9_from_outside_again_and_again_until_the_game_is_over(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", spec := a_spec("helmsman7"))
    folder = new_folder(tmp_path, spec)
    folder.close()
    for _ in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", FOLLOWED, str(folder.path)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            for _ in range(len(whole.journal) // 10):
                process.stdout.readline()
            process.kill()
        assert whole.log.startswith(read_game(folder.path).log)
    resumed = resume(folder.path)
    play_now(resumed.game, talkers(spec), resumed.folder, resumed.journal)
    assert read_game(folder.path).log == whole.log
