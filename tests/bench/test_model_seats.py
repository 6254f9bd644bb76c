"""The measure of model seats: what it calls busy and shared, and a run on few and quick games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.__main__ import main
from bench.fake_endpoint import answer
from bench.model_seats import Call, filled, shared_beginnings


def test_an_endpoint_is_full_while_all_its_slots_are_taken() -> None:
    two = [Call(0.0, 4.0), Call(1.0, 3.0)]
    assert filled(two, 1, 0.0, 4.0) == 1.0
    assert filled(two, 2, 0.0, 4.0) == 6 / 8
    assert filled(two, 2, 1.0, 3.0) == 1.0
    assert filled(two, 2, 0.0, 8.0) == 6 / 16
    assert filled([*two, Call(0.0, 4.0)], 2, 0.0, 4.0) == 1.0
    assert filled([], 2, 0.0, 4.0) == 0.0
    assert filled([Call(5.0, 6.0)], 1, 0.0, 4.0) == 0.0


def test_a_prompt_shares_what_its_seat_was_shown_last() -> None:
    assert shared_beginnings(
        [("one", "abcd"), ("two", "xy"), ("one", "abcdef"), ("two", "xz"), ("one", "q")]
    ) == (4 + 1, 6 + 2 + 1)


def test_the_endpoint_answers_within_the_schema_and_the_same_way_again() -> None:
    suspicion = {
        "properties": {"player": {"enum": ["1 Ada", "3 Cleo"]}, "confidence": {"enum": [5, 6]}}
    }
    fields: dict[str, Any] = {
        "reasoning": {"type": "string"},
        "choice": {"enum": ["1 Ada", "2 Bram"]},
        "suspicions": {"type": "array", "items": suspicion},
    }
    request = {
        "messages": [{"content": "You are 2 Bram."}, {"content": "Who?"}],
        "response_format": {"json_schema": {"schema": {"properties": fields}}},
    }
    said = json.loads(answer(request))
    assert list(said) == list(fields)
    assert said["choice"] in ("1 Ada", "2 Bram")
    assert [each["player"] for each in said["suspicions"]] == ["1 Ada", "3 Cleo"]
    assert answer(request) == answer(request)


@pytest.mark.slow
def test_the_command_prints_four_tables_and_one_object(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = (
        "--latency",
        "0.01",
        "--boards",
        "duel6",
        "--seeds",
        "1",
        "--board",
        "duel6",
        "--games",
        "2",
        "--slots",
        "2",
        "--one-slot",
        "0.01",
    )
    monkeypatch.setattr("sys.argv", ["bench", "model_seats", *few, "--counted", "duel6", "--json"])
    main()
    *tables, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    (alone,) = found["batches"]
    assert alone["board"] == "duel6"
    assert alone["ratio"] >= 1.0
    assert 0 < alone["batches"] <= alone["calls"]
    assert found["one_slot"]["ratio"] >= 1.0
    assert found["one_slot"]["replaced"] == 0
    assert 0 < found["limit"]["busy"] <= 1
    assert 0 < found["limit"]["of_wanted"] <= 1
    assert found["tokens"]["calls"] > 10
    assert 0.5 < found["tokens"]["shared"] < 1
    assert sum("own ms" in line for line in tables) == 2
    assert any("a peer needs 361 calls there" in line for line in tables)
