"""What a reply means, whatever is said of it beside its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import wolfcore.agents.reply_parser
from wolfcore.agents.reply_parser import match_seat, parse_answer
from wolfcore.game import Answer, Ask, Belief, Game, get_board, make_spec
from wolfcore.models import ChatReply
from wolfcore.players import SPEECH_LIMIT, THOUGHT_LIMIT, ReplyFault, clean_speech

GAME = Game(make_spec(get_board("duel6"), 4))
VIEW = GAME.view(3)
VOTE = Ask("d1.vote.3", 3, "vote", 1, "vote", (0, 1, 2, 4))
SPEAK = Ask("d1.speak.3", 3, "speak", 1, "discussion", (0,))
SUSPECT = Ask("d1.vote.3.suspect", 3, "suspect", 1, "vote", (0,))


def test_words_that_are_not_those_of_the_option_are_repaired_whatever_the_model_says_of_them() -> (
    None
):
    parsed = ChatReply(text="", parsed={"reasoning": "", "choice": "Player 2"}, reading="strict")
    assert parse_answer(parsed, VOTE, VIEW).answer == Answer(2, how="repaired")


@pytest.mark.parametrize("sure", [float("nan"), float("inf"), "8", None, True, False])
def test_a_suspicion_without_a_confidence_is_none(sure: object) -> None:
    fields = {
        "reasoning": "",
        "suspicions": [{"player": f"1 {GAME.spec.names[0]}", "role": "Seer", "confidence": sure}],
    }
    problem = "`suspicions` holds no suspicion of a living player"
    parsed = parse_answer(ChatReply(text="", parsed=fields, reading="strict"), SUSPECT, VIEW)
    assert (parsed.answer, parsed.problem) == (None, problem)


HOSTILE: dict[str, list[Any]] = {
    "empty objects": [{}] * 100_000,
    "long names": [{"player": "1 " + "x" * 300, "role": ["Seer"] * 300, "confidence": 7}] * 3_000,
    "lists for names": [{"player": [[1]] * 300, "role": {"a": "b"}, "confidence": 10**300}] * 1_000,
    "no objects": ["1 Ada", 2, None] * 50_000,
}
"""Suspicions of a megabyte."""


@pytest.mark.parametrize("name", HOSTILE)
def test_no_more_suspicions_are_looked_at_than_a_table_has_seats(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []

    def counted(said: object, names: Sequence[str]) -> int:
        looked.append(said)
        return match_seat(said, names)

    monkeypatch.setattr(wolfcore.agents.reply_parser, "match_seat", counted)
    good = {"player": f"1 {GAME.spec.names[0]}", "role": "Seer", "confidence": 7}
    fields = {"reasoning": "", "suspicions": [good, *HOSTILE[name]]}
    answer = parse_answer(ChatReply(text="", parsed=fields, reading="strict"), SUSPECT, VIEW).answer
    assert answer
    assert answer.beliefs == (Belief(1, "Seer", 7),)
    assert answer.how == "repaired"
    assert 0 < len(looked) <= 64


LONG_SPEECH = "".join(f"é{number} " for number in range(10**5))


def test_no_more_of_a_text_is_cleaned_than_may_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    cleaned: list[int] = []

    def counted(text: str) -> str:
        cleaned.append(len(text))
        return clean_speech(text)

    monkeypatch.setattr(wolfcore.agents.reply_parser, "clean_speech", counted)
    fields = {"reasoning": "r" * 10**6, "speech": LONG_SPEECH}
    answer = parse_answer(ChatReply(text="", parsed=fields, reading="strict"), SPEAK, VIEW).answer
    assert answer
    assert len(answer.thought) >= THOUGHT_LIMIT
    assert len(clean_speech(answer.text)) == SPEECH_LIMIT
    assert max(cleaned) <= 2 * THOUGHT_LIMIT


EMPTY = "`speech` is missing or empty"
NO_SPEECH: tuple[tuple[str, tuple[ReplyFault, ...], str], ...] = (
    ("", (), EMPTY),
    ("I cannot participate in this game.", ("refused",), "`speech` declines to answer; say what"),
    (f"{GAME.spec.names[0]}: I am no wolf.", ("other_seat",), "`speech` holds words of other pla"),
    ("*nods*", ("stage",), "`speech` holds no words but a stage direction"),
    ("[your speech here]", ("placeholder",), "`speech` holds a placeholder in the place of words"),
    # A Hangul filler is a letter, of which cleaning leaves nothing.
    ("\u3164 " * 9, ("loop",), EMPTY),
)


@pytest.mark.parametrize(("speech", "faults", "problem"), NO_SPEECH)
def test_a_reply_without_speech_tells_the_model_what_it_wrote_instead(
    speech: str, faults: tuple[ReplyFault, ...], problem: str
) -> None:
    fields = {"reasoning": "", "speech": speech}
    parsed = parse_answer(ChatReply(text="", parsed=fields, reading="strict"), SPEAK, VIEW)
    assert (parsed.answer, parsed.faults) == (None, faults)
    assert parsed.problem.startswith(problem)


def test_a_speech_of_which_something_was_cut_is_repaired() -> None:
    fields = {"reasoning": "", "speech": "*nods* I trust nobody. It is late."}
    reply = ChatReply(text="", parsed=fields, reading="strict")
    kept = parse_answer(reply, SPEAK, VIEW).answer
    assert kept == Answer(0, "I trust nobody. It is late.", how="repaired")
    fields["speech"] = "I trust nobody. It is late."
    spare = parse_answer(reply, SPEAK, VIEW, limit=20).reserve
    assert spare == Answer(0, "I trust nobody.", how="repaired")
