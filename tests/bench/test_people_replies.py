"""Questions from a file, put to a bot: what is asked, what is counted, and wrong files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.people import measure_people
from bench.people.replies import (
    AskedDeal,
    Reply,
    TypedQuestion,
    one_deal,
    read_questions,
    wordings_of,
)
from wolfcore.errors import ConfigError

ASKED = [
    TypedQuestion("{X}, why did you vote for {Y}?", "vote"),
    TypedQuestion("{X}, {Y} or {Z}? {oh}", "either"),
]


def test_a_wording_of_each_matter_in_turn() -> None:
    again = TypedQuestion("why {Y}, {X}?", "vote")
    assert wordings_of([*ASKED, again], 0) == ASKED
    assert wordings_of([*ASKED, again], 1) == [again, ASKED[1]]


def test_a_question_is_put_to_the_next_speaker_about_its_ballot() -> None:
    deal = next(deal for seed in range(9) if (deal := one_deal(("normal", seed, ASKED))))
    vote, either = deal.replies
    assert vote.asked.endswith("?") and "{" not in vote.asked and either.asked.endswith("{oh}")
    asked = vote.asked.split(",")[0]
    assert either.asked.startswith(asked)
    assert deal.greeted and vote.own and set(vote.own.split()) <= set(vote.reply.split())


def test_distinct_replies_are_counted_with_and_without_what_a_greeting_gets() -> None:
    replies = [Reply("", "", "A. B.", "B."), Reply("", "", "C. B.", "B."), Reply("", "", "A.", "")]
    deal = AskedDeal("normal", 0, "A. C.", [*replies, replies[0]])
    assert (deal.distinct, deal.answered_apart) == (3, 1)


def test_the_command_prints_the_replies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text('{"text": "{X}, how are you?", "about": "well"}\n\n', "utf-8")
    measure_people(["--questions", str(path), "--deals", "1", "--json"])
    told = capsys.readouterr().out
    assert "well: " in told and "hard: 1 questions on 1 deals; distinct replies a deal 1;" in told
    assert {deal["level"] for deal in json.loads(told.splitlines()[-1])} == {"normal", "hard"}


@pytest.mark.parametrize("text", [None, "{}", "nonsense", '{"text": 3, "about": "x"}'])
def test_a_file_without_questions_is_refused(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "questions.jsonl"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="has no questions"):
        read_questions(path)
