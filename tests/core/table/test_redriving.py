"""Driving a recorded game again: `drive` and `verify`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.players.sitters import a_spec, broken_off, played
from tests.core.records.test_reading import IMPORTED, rewrite
from wolfcore.errors import LogError
from wolfcore.game import Game, board_names
from wolfcore.records import DIGEST_FILE, JOURNAL_FILE, LOG_FILE, SavedGame, encode_log, read_game
from wolfcore.table import replay_answers, verify


@pytest.mark.parametrize("board", board_names())
def test_every_game_is_verified(tmp_path: Path, board: str) -> None:
    saved = played(tmp_path, a_spec(board))
    verified = verify(saved)
    assert verified.finished
    assert encode_log(saved.spec, verified.game.log, verified.game.result) == saved.log


def test_driving_stops_before_the_first_batch_that_lacks_an_answer(tmp_path: Path) -> None:
    saved = played(tmp_path)
    answers = saved.answers
    missing = list(answers)[10]
    del answers[missing]
    game = replay_answers(saved.spec, answers)
    assert missing in {ask.id for ask in game.asks}
    assert tuple(game.log) == saved.entries[: len(game.log)]


def test_driving_with_no_answers_is_a_new_game() -> None:
    assert replay_answers(a_spec(), {}).asks == Game(a_spec()).asks


@pytest.mark.parametrize("batches", [0, 1, 5, 15])
def test_a_game_broken_off_is_right_as_far_as_it_goes(tmp_path: Path, batches: int) -> None:
    assert not verify(read_game(broken_off(tmp_path, batches))).finished


def line_with(saved: SavedGame, part: bytes) -> int:
    return next(number for number, line in enumerate(saved.log.split(b"\n"), 1) if part in line)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (b'"Voted"', b'"target":', b'"target": '),
        (b'"Said"', b"I am", b"I was"),
        (b'"Dealt"', b'"role":"Villager"', b'"role":"Seer"'),
        (b'"Proposed"', b'"to":[', b'"to":[7,'),
        (b'"Exiled"', b'"seat":', b'"seat":0,"seat":'),
        (b'"Thought"', b"says", b"said"),
        (b'{"result"', b'"days":', b'"days":1'),
    ],
)
def test_a_hand_edit_of_the_log_is_found_at_its_line(
    tmp_path: Path, part: bytes, old: bytes, new: bytes
) -> None:
    saved = played(tmp_path)
    line = line_with(saved, old if part == b'"Dealt"' else part)
    rewrite(saved.path / LOG_FILE, line, old, new)
    with pytest.raises(
        LogError,
        match=rf"game\.jsonl, line {line}: differs from what the rules and the recorded answers give",
    ) as caught:
        verify(read_game(saved.path))
    assert caught.value.hint.startswith("They give {")


@pytest.mark.parametrize("seed", range(10))
def test_a_header_changed_by_hand_is_named_and_without_a_digest_where_the_log_no_longer_follows(
    tmp_path: Path, seed: int
) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 1, b'"seed":', b'"seed":%d' % (10_000 + seed))
    with pytest.raises(
        LogError,
        match=r"game\.jsonl, line 1: `spec\.seed` is `1000\d\d+`; when the game ended it was `\d+`",
    ):
        verify(read_game(saved.path))
    (saved.path / DIGEST_FILE).unlink()
    with pytest.raises(
        LogError,
        match=r"game\.jsonl, line \d+: differs from what the rules and the recorded answers give",
    ) as caught:
        verify(read_game(saved.path))
    assert 3 <= caught.value.line <= 9, "the deal is another one"


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_byte_after_the_header_can_be_changed_unnoticed(
    tmp_path: Path, data: st.DataObject
) -> None:
    saved = played(tmp_path)
    place = data.draw(st.integers(saved.log.index(b"\n") + 1, len(saved.log) - 2))
    byte = data.draw(st.integers(32, 126).filter(lambda byte: byte != saved.log[place]))
    (saved.path / LOG_FILE).write_bytes(saved.log[:place] + bytes([byte]) + saved.log[place + 1 :])
    with pytest.raises(LogError):
        verify(read_game(saved.path))


def test_lines_taken_out_put_in_and_exchanged_are_found(tmp_path: Path) -> None:
    saved = played(tmp_path)
    lines = saved.log.splitlines(keepends=True)
    for changed, line in (
        ([*lines[:20], *lines[21:]], 21),
        ([*lines[:20], lines[1], *lines[20:]], 21),
        ([*lines[:4], lines[5], lines[4], *lines[6:]], 5),
    ):
        (saved.path / LOG_FILE).write_bytes(b"".join(changed))
        with pytest.raises(LogError) as caught:
            verify(read_game(saved.path))
        assert caught.value.line == line


def test_an_answer_changed_by_hand_shows_in_the_log(tmp_path: Path) -> None:
    saved = played(tmp_path)
    line = next(
        saved.journal_lines[ask] for ask, record in saved.journal.items() if record.answer.text
    )
    rewrite(saved.path / JOURNAL_FILE, line, b"I am", b"I was")
    with pytest.raises(LogError, match=r"game\.jsonl, line \d+: differs from what"):
        verify(read_game(saved.path))


def test_an_illegal_answer_in_the_journal_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path)
    ask = next(ask for ask, record in saved.journal.items() if record.answer.choice)
    line = saved.journal_lines[ask]
    rewrite(saved.path / JOURNAL_FILE, line, b'"choice":', b'"choice":9')
    with pytest.raises(
        LogError, match=rf"answers\.jsonl, line {line}: the answer is not legal \({ask}"
    ):
        verify(read_game(saved.path))


def test_a_journal_that_lost_lines_is_named_with_the_ask(tmp_path: Path) -> None:
    saved = played(tmp_path)
    file = saved.path / JOURNAL_FILE
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))
    missing = list(saved.journal)[-1]
    with pytest.raises(
        LogError, match=f"continues where answers.jsonl has no answer to `{missing}`"
    ):
        verify(read_game(saved.path))


def test_an_answer_that_nobody_asked_for_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path)
    with (saved.path / JOURNAL_FILE).open("a") as file:
        file.write('{"ask":"d77.vote.1"}\n')
    with pytest.raises(
        LogError,
        match=rf"answers\.jsonl, line {len(saved.journal) + 1}: there is no ask `d77\.vote\.1`",
    ):
        verify(read_game(saved.path))


def test_a_log_that_lost_its_end_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path)
    lines = saved.log.splitlines(keepends=True)
    (saved.path / LOG_FILE).write_bytes(b"".join(lines[:-1]))
    with pytest.raises(
        LogError, match=f"line {len(lines) - 1}: ends before the end of the game. Resume the game"
    ):
        verify(read_game(saved.path))


def test_a_game_of_other_rules_is_refused_with_what_can_be_done(tmp_path: Path) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 1, b'"rules":1', b'"rules":77')
    again = read_game(saved.path)
    assert again.entries == saved.entries
    with pytest.raises(
        LogError, match=r"version 77 of its board's rules .* It can be reviewed, but not verified\."
    ):
        verify(again)


def test_an_imported_log_is_refused(tmp_path: Path) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(IMPORTED)
    with pytest.raises(LogError, match="was imported from elsewhere"):
        verify(read_game(saved.path))


def test_a_damaged_game_that_was_read_all_the_same_is_not_verified(tmp_path: Path) -> None:
    saved = played(tmp_path)
    rewrite(saved.path / LOG_FILE, 9, b"{", b"")
    with pytest.raises(LogError, match="line 9"):
        verify(read_game(saved.path, strict=False))


def test_chance_that_is_impossible_is_named(tmp_path: Path) -> None:
    saved = played(tmp_path, a_spec("xu7"))
    rewrite(saved.path / LOG_FILE, 1, b'"chance":{}', b'"chance":{"order":[1,1]}')
    with pytest.raises(
        LogError, match=r"line 1: the header describes an impossible game .*chance\.order"
    ):
        verify(read_game(saved.path))
