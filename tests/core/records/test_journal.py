"""An answers file, written by the table or by hand."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from tests.core.players.sitters import played
from wolfcore.errors import ConfigError
from wolfcore.game import Answer
from wolfcore.records import JOURNAL_FILE, AnswerRecord, parse_answers
from wolfcore.records.journal import encode_lines


def test_a_journal_is_an_answers_file(tmp_path: Path) -> None:
    saved = played(tmp_path)
    assert parse_answers((saved.path / JOURNAL_FILE).read_text(), "answers.jsonl") == saved.answers


def test_an_answers_file_by_hand_needs_the_ask_and_the_choice_only() -> None:
    text = '\n{"ask":"n1.kill.2","answer":{"choice":3}}\n\n{"ask":"n1.kill.2","answer":{"choice":4}}\n{"ask":"d1.speak.1"}'
    assert parse_answers(text, "mine.jsonl") == {"n1.kill.2": Answer(3), "d1.speak.1": Answer()}


@pytest.mark.parametrize(
    "line", ["{", '{"answer":{"choice":1}}', '{"ask":"a","answer":{"choice":"x"}}', "[]", "\ud800"]
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ConfigError, match=r"mine\.jsonl: line 2: is not an answer"):
        parse_answers('{"ask":"a"}\n' + line, "mine.jsonl")


def test_what_was_encoded_is_not_kept() -> None:
    records = (record for record in (AnswerRecord("d1.vote.1"),))
    kept = weakref.ref(records)
    assert encode_lines(records).count(b"\n") == 1
    del records
    gc.collect()
    assert kept() is None
