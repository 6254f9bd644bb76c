"""Writing a game's folder: one writer, nothing lost, one sentence where it fails."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.players.sitters import a_spec, new_folder, played
from tests.core.records.disks import full_disk
from wolfcore.errors import ConfigError, LogError
from wolfcore.game import Answer, Game
from wolfcore.records import (
    ABOUT_FILE,
    ERRORS_FILE,
    JOURNAL_FILE,
    LOG_FILE,
    AnswerRecord,
    ErrorRecord,
    GameFolder,
    NewGame,
    SeatSpec,
    is_locked,
    read_game,
)
from wolfcore.records.about import read_about

MOMENT = datetime(2026, 3, 4, 23, 5, 6, tzinfo=UTC)


def test_an_id_tells_day_and_board_and_nothing_of_the_seed(tmp_path: Path) -> None:
    seats = (SeatSpec("random"),) * 7
    ids: set[str] = set()
    for _ in range(20):
        with GameFolder.create(
            tmp_path, NewGame(a_spec(seed=99), seats, version="1", created=MOMENT)
        ) as folder:
            ids.add(folder.id)
    assert len(ids) == 20
    assert all(
        name.startswith("20260304-sla7-") and len(name) == len("20260304-sla7-") + 6 for name in ids
    )


def test_a_new_folder_can_be_read_before_anything_is_played(tmp_path: Path) -> None:
    with new_folder(tmp_path, a_spec()) as folder:
        saved = read_game(folder.path)
    assert saved.header.spec == a_spec()
    assert saved.entries == ()
    assert saved.result is None
    assert saved.about is not None
    assert saved.about.id == folder.id
    assert saved.about.seats == (SeatSpec("random"),) * 7


def test_a_new_folder_keeps_which_reader_hears_its_speeches(tmp_path: Path) -> None:
    with GameFolder.create(
        tmp_path, NewGame(a_spec(), (SeatSpec("random"),) * 7, version="1", reader=3)
    ) as folder:
        assert folder.about is not None
        about, wrong = read_about(folder.path)
        assert (about and about.reader, wrong) == (3, "")
        folder.rewrite_about(replace(folder.about, reader=0))
        assert b"reader" not in (folder.path / "about.json").read_bytes(), (
            "as in games saved before it was written down"
        )
        assert read_about(folder.path) == (folder.about, "")


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    with new_folder(tmp_path, a_spec()):
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_second_writer_gets_one_sentence(tmp_path: Path) -> None:
    with new_folder(tmp_path, a_spec()) as folder:
        assert is_locked(folder.path)
        with pytest.raises(LogError, match="is being played by another wolftui"):
            GameFolder.open(folder.path)
    assert not is_locked(folder.path)
    GameFolder.open(folder.path).close()


def test_a_writer_in_another_process_keeps_this_one_out_until_it_dies(tmp_path: Path) -> None:
    path = played(tmp_path).path
    script = (
        "import sys, pathlib; from wolfcore.records import GameFolder\n"
        "folder = GameFolder.open(pathlib.Path(sys.argv[1])); print('held', flush=True); "
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(LogError, match="another wolftui"):
            GameFolder.open(path)
        other.kill()
    GameFolder.open(path).close()


def test_lines_are_on_disk_when_the_call_returns(tmp_path: Path) -> None:
    game = Game(a_spec())
    with new_folder(tmp_path, a_spec()) as folder:
        folder.add_log(game.log)
        folder.add_answers(
            AnswerRecord("n1.kill.1", Answer(3), 1), AnswerRecord("n1.kill.2", Answer(3), 2)
        )
        folder.add_error(ErrorRecord("it rained", "an umbrella was opened"))
        assert (
            len((folder.path / LOG_FILE).read_bytes().splitlines())
            == 1 + len(game.log)
            == folder.log_lines
        )
        assert len((folder.path / JOURNAL_FILE).read_bytes().splitlines()) == 2
        assert b"umbrella" in (folder.path / ERRORS_FILE).read_bytes()


def test_opening_cuts_off_a_torn_last_line_and_says_so(tmp_path: Path) -> None:
    path = played(tmp_path).path
    whole = (path / JOURNAL_FILE).read_bytes()
    (path / JOURNAL_FILE).write_bytes(whole + b'{"ask":"n9.ki')
    with GameFolder.open(path) as folder:
        assert folder.torn == (JOURNAL_FILE,)
        folder.add_answers(AnswerRecord("n9.kill.1"))
    assert (path / JOURNAL_FILE).read_bytes() == whole + b'{"ask":"n9.kill.1"}\n'


def test_about_is_rewritten_whole(tmp_path: Path) -> None:
    with new_folder(tmp_path, a_spec()) as folder:
        assert folder.about is not None
        folder.rewrite_about(folder.about.with_take_over(3, "n1.kill.3", SeatSpec("human")))
        left = sorted(path.name for path in folder.path.iterdir())
    saved = read_game(folder.path)
    assert saved.about is not None
    assert saved.about.seats_now()[2] == SeatSpec("human", ("looked",))
    assert saved.about.seats[2] == SeatSpec("random")
    assert left == [ABOUT_FILE, JOURNAL_FILE, LOG_FILE, "lock"] or left == [
        JOURNAL_FILE,
        ABOUT_FILE,
        LOG_FILE,
        "lock",
    ]


def test_there_is_nothing_to_open_in_a_folder_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="holds no saved game"):
        GameFolder.open(tmp_path)


def test_a_root_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        ConfigError, match=r"no game can be saved there \(not a directory\)\. Make room"
    ):
        new_folder(tmp_path / "file" / "games", a_spec())


def test_a_full_disk_loses_nothing_and_the_lines_follow_when_there_is_room(tmp_path: Path) -> None:
    path = played(tmp_path).path
    with GameFolder.open(path) as folder:
        with full_disk(path / ERRORS_FILE):
            for problem in ("first", "second"):
                said = (
                    r"errors\.jsonl: cannot be written \(no space left on device\)\. Make "
                    r"room or allow writing\.$"
                )
                with pytest.raises(LogError, match=said):
                    folder.add_error(ErrorRecord(problem, "nothing"))
            assert folder.unsaved
            with pytest.raises(LogError, match="no space left"):
                folder.flush()
        folder.flush()
        assert not folder.unsaved
    assert [line.split(b'"')[3] for line in (path / ERRORS_FILE).read_bytes().splitlines()] == [
        b"first",
        b"second",
    ]


LIMITED = """
import resource, sys, pathlib
from wolfcore.errors import LogError
from wolfcore.game import Answer
from wolfcore.records import AnswerRecord, GameFolder, NewGame, JOURNAL_FILE
folder = GameFolder.open(pathlib.Path(sys.argv[1]))
size = (folder.path / JOURNAL_FILE).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30, resource.RLIM_INFINITY))
try:
    folder.add_answers(AnswerRecord("n8.kill.1", Answer(text="a" * 200)))
except LogError as error:
    print(error)
assert (folder.path / JOURNAL_FILE).stat().st_size == size, "a part of the line was left"
assert folder.unsaved
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
folder.add_answers(AnswerRecord("n9.kill.1"))
assert not folder.unsaved
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the file size limit of POSIX")
def test_a_disk_that_fills_in_the_middle_of_a_line_leaves_no_half_line(tmp_path: Path) -> None:
    path = played(tmp_path).path
    before = (path / JOURNAL_FILE).read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)],
        capture_output=True,
        text=True,
        env={**os.environ},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "cannot be written (file too large)" in done.stdout
    added = (path / JOURNAL_FILE).read_bytes().removeprefix(before).splitlines()
    assert [line[:20] for line in added] == [b'{"ask":"n8.kill.1","', b'{"ask":"n9.kill.1"}']
