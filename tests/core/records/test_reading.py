"""Reading a game's folder back, whatever has happened to it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.core.players.sitters import a_spec, broken_off, new_folder, played
from wolfcore.errors import LogError
from wolfcore.game import board_names
from wolfcore.records import ABOUT_FILE, JOURNAL_FILE, LOG_FILE, LogFollower, encode_log, read_game


def rewrite(file: Path, line: int, old: bytes, new: bytes) -> None:
    """Change one line of a file by hand."""
    lines = file.read_bytes().split(b"\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    file.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("board", board_names())
def test_a_game_is_read_as_it_was_played(tmp_path: Path, board: str) -> None:
    saved = played(tmp_path, a_spec(board))
    assert saved.spec == a_spec(board)
    assert (
        encode_log(saved.spec, saved.entries, saved.result)
        == saved.log
        == (saved.path / LOG_FILE).read_bytes()
    )
    assert saved.result is not None
    assert not saved.notes
    assert read_game(saved.path / LOG_FILE) == saved


def test_a_torn_last_line_is_left_out_and_said(tmp_path: Path) -> None:
    saved = played(tmp_path)
    file = saved.path / LOG_FILE
    file.write_bytes(file.read_bytes()[:-3])
    again = read_game(saved.path)
    assert again.entries == saved.entries
    assert again.result is None
    assert again.notes == ("The last line of game.jsonl is incomplete and was left out.",)


@pytest.mark.parametrize("left", [0.3, 0.5, 0.9])
def test_of_a_truncated_log_the_whole_lines_are_read(tmp_path: Path, left: float) -> None:
    saved = played(tmp_path)
    file = saved.path / LOG_FILE
    file.write_bytes(saved.log[: int(len(saved.log) * left)])
    again = read_game(saved.path)
    assert again.entries == saved.entries[: len(again.entries)]
    assert 0 < len(again.entries) < len(saved.entries)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"role":"', b'"role":"X', "Invalid enum value"),
        (b'"is":"Dealt"', b'"is":"Dreamt"', "Dreamt"),
        (b'"seat":', b'"seat":9', "there is no seat 9"),
        (b"}}", b"}", "truncated"),
        (b"{", b"\xff{", "malformed"),
    ],
)
def test_a_damaged_line_is_named_and_what_stands_before_it_is_read(
    tmp_path: Path, old: bytes, new: bytes, why: str
) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 4, old, new)
    with pytest.raises(LogError, match=rf"game\.jsonl, line 4: .*{why}") as caught:
        read_game(saved.path)
    assert caught.value.line == 4
    again = read_game(saved.path, strict=False)
    assert again.entries == saved.entries[:2]
    assert again.result is None
    assert [problem.line for problem in again.problems] == [4]


@pytest.mark.parametrize("line", [3, 5, 9])
def test_a_deal_that_is_missing_is_noticed_without_the_rules(tmp_path: Path, line: int) -> None:
    saved = played(tmp_path)
    lines = saved.log.split(b"\n")
    assert b'"Dealt"' in lines.pop(line - 1)
    (saved.path / LOG_FILE).write_bytes(b"\n".join(lines))
    with pytest.raises(
        LogError,
        match=rf"game\.jsonl, line 9: the game begins here, but the deal of seat {line - 2} is "
        r"missing\.",
    ):
        read_game(saved.path)
    again = read_game(saved.path, strict=False)
    assert again.entries == (*saved.entries[: line - 2], *saved.entries[line - 1 : 8])
    assert again.result is None


def test_of_several_damages_the_first_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 9, b"{", b"")
    rewrite(saved.path / LOG_FILE, 5, b'"seat":', b'"seat":9')
    rewrite(saved.path / JOURNAL_FILE, 2, b"{", b"")
    with pytest.raises(LogError, match=r"game\.jsonl, line 5"):
        read_game(saved.path)
    assert [problem.line for problem in read_game(saved.path, strict=False).problems] == [5, 9, 2]


def test_a_log_that_goes_on_after_its_result_is_damaged(tmp_path: Path) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(saved.log + saved.log.split(b"\n")[5] + b"\n")
    with pytest.raises(LogError, match=f"line {len(saved.entries) + 3}: has lines after the end"):
        read_game(saved.path)
    found = read_game(saved.path, strict=False)
    assert (found.entries, found.result, found.log) == (saved.entries, saved.result, saved.log)


def test_words_that_a_terminal_would_obey_are_refused(tmp_path: Path) -> None:
    saved = played(tmp_path)
    line = next(
        number for number, line in enumerate(saved.log.split(b"\n"), 1) if b'"Said"' in line
    )
    rewrite(saved.path / LOG_FILE, line, b'"text":"', b'"text":"\\u001b[2J')
    with pytest.raises(LogError, match=f"line {line}: the text holds control characters"):
        read_game(saved.path)


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / JOURNAL_FILE, 3, b'"choice":', b'"choice":"x')
    with pytest.raises(LogError, match=r"answers\.jsonl, line 3"):
        read_game(saved.path)
    again = read_game(saved.path, strict=False)
    assert again.entries == saved.entries
    assert list(again.journal) == list(saved.journal)[:2]


def test_the_first_answer_to_an_ask_counts(tmp_path: Path) -> None:
    saved = played(tmp_path)
    first = (saved.path / JOURNAL_FILE).read_bytes().split(b"\n")[0]
    with (saved.path / JOURNAL_FILE).open("ab") as file:
        file.write(first.replace(b'"seat":1', b'"seat":2') + b"\n")
    again = read_game(saved.path)
    assert again.journal == saved.journal
    assert again.journal_lines == saved.journal_lines


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"hello\n",
        b"[1,2]\n",
        b'{"format":"one"}\n',
        b'{"name":"other"}\n',
        b"\xff\xfe\n",
        b'{"format":0}\n',
    ],
)
def test_a_foreign_file_is_no_saved_game(tmp_path: Path, text: bytes) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(text)
    with pytest.raises(LogError, match="saved game"):
        read_game(saved.path)


def test_a_folder_without_a_log_holds_no_game(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", tmp_path / "nowhere" / LOG_FILE):
        with pytest.raises(LogError, match="holds no saved game"):
            read_game(path)


def test_a_newer_format_is_refused_with_what_to_do(tmp_path: Path) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(b'{"format":4,"something":"new"}\n{"else":1}\n')
    with pytest.raises(
        LogError, match=r"newer wolftui \(format 4; this one reads up to 3\)\. Update wolftui"
    ):
        read_game(saved.path)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"seed":', b'"seed":-1', "is not a valid seed"),
        (b'"last_day":20', b'"last_day":0', "damaged"),
        (b'"tie":"random"', b'"tie":"never"', "damaged"),
        (b'"Seer",', b"", "6 seats|names for"),
        (b'"Villager","Villager"', b'"Werewolf","Werewolf"', "won by the wolves before it starts"),
        (b'"people":[]', b'"people":[9]', "there is no seat 9"),
        (b'"deal":{}', b'"deal":{"1":"Witch"}', "deals a role more often"),
        (b'"names":["', b'"names":["\\u001b', "control characters"),
    ],
)
def test_a_header_changed_by_hand_is_named(
    tmp_path: Path, old: bytes, new: bytes, why: str
) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 1, old, new)
    with pytest.raises(LogError, match=rf"game\.jsonl, line 1: .*({why})"):
        read_game(saved.path)


@pytest.mark.parametrize("text", [b"{", b'{"id":3}', b"\xff"])
def test_a_damaged_about_is_left_out_and_said(tmp_path: Path, text: bytes) -> None:
    saved = played(tmp_path)
    (saved.path / ABOUT_FILE).write_bytes(text)
    again = read_game(saved.path)
    assert again.about is None
    assert again.entries == saved.entries
    assert again.notes[0].startswith("about.json is damaged and left out")


@pytest.mark.parametrize("versions", [(0,), (-1,), (2, 10**30)])
def test_an_impossible_version_of_the_bots_is_said(
    tmp_path: Path, versions: tuple[int, ...]
) -> None:
    saved = played(tmp_path)
    assert saved.about
    about = {**msgspec.to_builtins(saved.about), "bots": versions}
    (saved.path / ABOUT_FILE).write_text(json.dumps(about), "utf-8")
    again = read_game(saved.path)
    assert again.about is None
    assert "version of the house bots that there cannot be" in again.notes[0] or versions[-1] > 9


def test_a_missing_about_is_nothing_wrong(tmp_path: Path) -> None:
    saved = played(tmp_path)
    (saved.path / ABOUT_FILE).unlink()
    again = read_game(saved.path)
    assert (again.about, again.notes) == (None, ())


IMPORTED = (
    b'{"format":1,"rules":0,"language":"en","source":"elsewhere","spec":{"board":{"name":"other7","roles":["Werewolf","Werewolf",'
    b'"Seer","Doctor","Villager","Villager","Villager"],"switches":{"tie":"random","vote":null}},'
    b'"names":["A","B","C","D","E","F","G"],"people":[],"seed":null}}\n'
)


def test_an_imported_log_can_be_looked_at_and_not_driven(tmp_path: Path) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(
        IMPORTED + b"".join(line + b"\n" for line in saved.log.split(b"\n")[1:-1])
    )
    again = read_game(saved.path)
    assert again.entries == saved.entries
    assert again.header.board.switches.tie == "random"
    assert again.header.names == tuple("ABCDEFG")
    with pytest.raises(
        LogError,
        match="was imported from elsewhere; it can be reviewed and measured, but not replayed from answers",
    ):
        _ = again.spec


# -- following


def test_a_follower_gets_each_entry_once_when_its_line_is_whole(tmp_path: Path) -> None:
    saved = played(tmp_path / "whole")
    lines = saved.log.splitlines(keepends=True)
    with new_folder(tmp_path, a_spec()) as folder:
        follower, file = LogFollower(folder.path), folder.path / LOG_FILE
        assert follower.header == saved.header
        assert follower.running
        assert follower.poll() == []
        with file.open("ab", buffering=0) as log:
            log.write(lines[1] + lines[2] + lines[3][:10])
            assert follower.poll() == list(saved.entries[:2])
            assert follower.poll() == []
            log.write(lines[3][10:])
            assert follower.poll() == [saved.entries[2]]
            log.write(b"".join(lines[4:-1]))
            assert follower.poll() == list(saved.entries[3:])
            assert follower.result is None
            log.write(lines[-1])
            assert follower.poll() == []
    assert follower.result == saved.result
    assert not follower.running


def test_a_follower_reads_what_was_there_before_it_came(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 3)
    assert LogFollower(path).poll() == list(read_game(path).entries)


def test_a_follower_names_a_damaged_line(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 3)
    follower = LogFollower(path)
    seen = len(follower.poll())
    with (path / LOG_FILE).open("ab") as log:
        log.write(b"nonsense\n")
    with pytest.raises(LogError, match=f"line {seen + 2}"):
        follower.poll()


def test_a_follower_notices_a_log_that_became_shorter(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 3)
    follower = LogFollower(path)
    (path / LOG_FILE).write_bytes(b"")
    with pytest.raises(LogError, match="became shorter"):
        follower.poll()


def test_there_is_nothing_to_follow_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="holds no saved game"):
        LogFollower(tmp_path)
